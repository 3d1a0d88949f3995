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

#[test]
fn a_field_that_drops_what_is_typed_was_not_emptied_by_the_app() {
    let mut explorer = InputBlaster::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    let form = || {
        let widgets = vec![field(1, "name", "First name"), button(2, "Save")];
        Screen { location: ".Form".into(), ..phone(widgets) }
    };
    world.show(form());
    let mut reported = Vec::new();
    for _ in 0..3 {
        let (proposed, events) = world.ask(&mut explorer);
        reported.extend(events);
        let action = proposed.unwrap().action;
        world.act(&action, form());
        if let (Action::Type { .. }, Some(done)) = (&action, &mut world.last) {
            done.accepted = Some(String::new());
        }
        world.teach(&mut explorer);
    }
    let first = reported.iter().find_map(|event| match event {
        Event::Attacked(FormAttacked { change: AttackChange::Tried(tried), .. }) => Some(tried),
        _ => None,
    });
    let first = first.unwrap();
    assert_eq!((first.result, first.fields[0].held), (InputResult::Refused, Some(0)));
}
