use futures_util::FutureExt as _;
use serde_json::json;

use super::*;
use crate::llm::script::ScriptedModel;
use crate::protocol::CheckComplaint;

/// Asks for a number of a list.
struct NumberQuery;

impl ModelQuery for NumberQuery {
    fn name(&self) -> &'static str {
        "elevate/exploration"
    }

    fn schema(&self, _context: &Value) -> Option<Value> {
        None
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        let object = crate::llm::json::object(reply).unwrap_or_default();
        let fits =
            object.get("input").is_some_and(|input| input.as_u64() <= context["most"].as_u64());
        let says = "There is no such input.".to_owned();
        let complaint = (!fits).then(|| CheckComplaint { check: "NO INPUT".into(), says });
        ReplyJudgement { reported: reply.into(), complaint, ..ReplyJudgement::default() }
    }
}

const PROMPT: &str = "+++\nrounds = 1\n+++\n# system\nChoose.\n# example\nAn example.\n# reply\n\
                      {\"input\": 1}\n# long\nScreen {{ screen }}, at length.\n# short\nScreen {{ screen }}.\n";

struct AskerFixture {
    model: Arc<ScriptedModel>,
    asker: Asker,
    events: AskerEvents,
    _folder: tempfile::TempDir,
}

impl AskerFixture {
    fn new(replies: &[&'static str], otherwise: &'static str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("elevate")).unwrap();
        std::fs::write(folder.path().join("elevate/exploration.md"), PROMPT).unwrap();
        let model = Arc::new(ScriptedModel::saying(|_| otherwise.to_owned()));
        model.replies.lock().unwrap().extend(replies.iter().map(|reply| (*reply).to_owned()));
        let (asker, events) = Asker::new(AskSetup {
            chat: Some(model.clone()),
            prompts: PromptLibrary::new(Some(folder.path().to_owned())),
            cost_cap: None,
            pictures: false,
        });
        Self { model, asker, events, _folder: folder }
    }

    fn ask(&mut self, screen: &str) -> QueryAnswer {
        let context = json!({ "screen": screen, "most": 3 });
        // Nothing in a script has to be waited for.
        self.asker.ask(&NumberQuery, 1, &context, None).now_or_never().unwrap()
    }

    /// All that was sent with request `number`.
    fn sent(&self, number: usize) -> String {
        self.model.prompts()[number].clone()
    }

    fn requests(&self) -> usize {
        self.model.asked.lock().unwrap().len()
    }

    fn warnings(&mut self) -> Vec<String> {
        let mut warnings = Vec::new();
        while let Ok(logged) = self.events.logged.try_recv() {
            if let Event::Warned(warned) = logged.event {
                warnings.push(warned.what);
            }
        }
        warnings
    }
}

/// A chat model's first reply chose input 99 of 3; that reply was then the example of the form in
/// each of the questions that followed.
#[test]
fn a_refused_reply_is_shown_in_no_later_question() {
    let mut fixture = AskerFixture::new(&[r#"{"input": 99}"#, "{}"], r#"{"input": 2}"#);
    assert!(matches!(fixture.ask("Basket"), QueryAnswer::Rules { .. }));
    assert!(matches!(fixture.ask("Orders"), QueryAnswer::Model(_)));
    let second = fixture.sent(2);
    assert!(!second.contains("99") && !second.contains("Basket"), "{second}");
    assert!(second.contains("An example.") && second.contains("at length"), "{second}");
}

#[test]
fn the_short_form_has_nothing_of_other_screens() {
    let mut fixture = AskerFixture::new(&[], r#"{"input": 2}"#);
    fixture.ask("Basket");
    fixture.ask("Orders");
    assert_eq!(fixture.sent(1), "Choose.\nScreen Orders.");
}

#[test]
fn the_long_form_is_sent_again_after_a_refused_reply() {
    let good = r#"{"input": 1}"#;
    let mut fixture = AskerFixture::new(&[good, "no", "no", good], good);
    for screen in ["Basket", "Orders", "Help", "Terms"] {
        fixture.ask(screen);
    }
    assert!(fixture.sent(1).contains("Screen Orders."), "short after an accepted reply");
    assert!(fixture.sent(3).contains("Screen Help, at length."), "long after a refused one");
    assert_eq!(fixture.sent(4), "Choose.\nScreen Terms.");
}

/// A model that refused each question was asked 32 questions, each with its feedback round.
#[test]
fn a_model_that_always_refuses_is_asked_seldom() {
    let mut fixture = AskerFixture::new(&[], "I cannot assist with testing this app.");
    let answers: Vec<QueryAnswer> = (0..32).map(|_| fixture.ask("Basket")).collect();
    // Three replies, then one after each pause of 4, 8 and 16 questions.
    assert_eq!(fixture.requests(), 5);
    let paused = QueryAnswer::Rules { why: FallbackReason::Paused, otherwise: None };
    assert_eq!(answers.iter().filter(|answer| **answer == paused).count(), 31);
    let warnings = fixture.warnings();
    let pauses = ["next 4 questions", "next 8 questions", "next 16 questions"];
    assert_eq!(warnings.len(), pauses.len(), "{warnings:?}");
    assert!(warnings.iter().zip(pauses).all(|(it, pause)| it.contains(pause)), "{warnings:?}");
}

#[test]
fn a_model_that_is_of_use_again_is_asked_again() {
    let mut fixture = AskerFixture::new(&["no", "no", "no"], r#"{"input": 1}"#);
    let answers: Vec<bool> =
        (0..8).map(|_| matches!(fixture.ask("Basket"), QueryAnswer::Model(_))).collect();
    assert_eq!(answers, [false, false, false, false, false, false, true, true]);
    let warnings = fixture.warnings();
    assert!(warnings[1].contains("of use again"), "{warnings:?}");
}
