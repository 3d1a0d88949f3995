//! Models and fields that are of little use.

use super::*;

#[test]
fn a_model_without_valid_texts_is_still_asked_for_generators() {
    let chat = Arc::new(ScriptedModel::saying(|request| {
        let question = request.messages.last().unwrap().words();
        let reply = if question.contains("Field 1:") {
            let series = serde_json::json!({ "field": 1, "bases": ["7"], "operations": ["as-is"] });
            serde_json::json!({ "rule": "sevens", "data": { "fields": [series] } })
        } else {
            serde_json::json!({ "texts": [] })
        };
        reply.to_string()
    }));
    let mut app = RangeApp::with(Some(chat));
    // No input is ever taken, so the model is asked for other texts until it is paused.
    app.says = Some("Not now");
    for _ in 0..90 {
        app.step();
    }
    let is_written = |event: &&Event| {
        matches!(
            event,
            Event::Attacked(FormAttacked { change: AttackChange::GeneratorWritten(_), .. })
        )
    };
    assert!(app.reported.iter().any(|event| is_written(&event)), "{:?}", app.tried());
}
