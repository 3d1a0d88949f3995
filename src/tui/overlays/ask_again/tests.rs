use super::*;
use crate::protocol::{FallbackReason, PartialReply, WarningRaised};
use crate::tui::exchange_texts::PassageText;
use crate::tui::testing::notebook::{LIST, NotebookTape, chat};
use crate::tui::testing::stage::{TestStage, described};

const PROMPT: &str = "+++\nrounds = 1\n+++\n# system\nYou tell which known state a screen is.\n# long\n{{ output }}\n";

/// A question that the model did not get right, and its prompt that was fetched.
fn stage(tell: impl FnOnce(&mut NotebookTape)) -> TestStage {
    let mut tape = chat::asking();
    tape.observe(LIST, "MainActivity · Notes")
        .ask("elevate/states")
        .answered((812, 41), 2340)
        .refused("state 9", "NO STATE ERROR", "There is no state 9. Choose one of: 1, 2, or new.")
        .feedback("elevate/states", 1)
        .answered((900, 20), 1200)
        .refused("state 8", "NO STATE ERROR", "There is no state 8. Choose one of: 1, 2, or new.")
        .ruled("elevate/states", FallbackReason::Rounds, "new");
    tell(&mut tape);
    let mut stage = TestStage::of(tape.session());
    let prompt = TextSource::Prompt("elevate/states".into());
    stage.texts.fetched(prompt, Some(PassageText::words(PROMPT)));
    for exchange in 1..9 {
        let reply = match exchange {
            1 => "{\"state\": 9, \"why\": \"a form with a title and a body\"}",
            2 => "{\"state\": 8}",
            _ => "{\"state\": \"new\"}",
        };
        stage
            .texts
            .fetched(TextSource::Words(chat::reply_of(exchange)), Some(PassageText::words(reply)));
    }
    stage
}

fn again(stage: &TestStage, compare: bool) -> AskAgainOverlay {
    AskAgainOverlay::open(ExchangeId(2), compare, &stage.view()).unwrap()
}

/// Presses Ctrl-S, and does with what is sent as the application does.
fn send(stage: &mut TestStage, again: &mut AskAgainOverlay) -> Vec<String> {
    let key = KeyEvent::new(KeyCode::Char('s'), KeyModifiers::CONTROL);
    let acts = again.key(key, &stage.view());
    for act in &acts {
        if let UiAct::AskAgain(again) = act {
            let before = stage.session.attempts(again.exchange).len();
            stage.texts.sent(again, before, stage.session.facts.messages.len());
        }
    }
    described(&acts)
}

fn accepted(tape: &mut NotebookTape) {
    tape.again("elevate/states", 1, 0).answered((700, 9), 900).accepted("new", &[]);
}

const SIZES: [(u16, u16); 3] = [(40, 30), (80, 24), (120, 24)];

fn check(name: &str, stage: &TestStage, again: &mut AskAgainOverlay) {
    for (width, height) in SIZES {
        let drawn = stage.render_layer(width, height, again);
        insta::assert_snapshot!(format!("{name}_{width}"), drawn);
    }
}

#[test]
fn the_editor_begins_with_the_present_prompt_and_sends_it() {
    let mut stage = stage(|_| {});
    let mut again = again(&stage, false);
    check("editor", &stage, &mut again);
    stage.type_in(&mut again, "# ");
    let sent = send(&mut stage, &mut again);
    assert_eq!(sent, [format!("ask #1 again: # {PROMPT}")]);
    check("sent", &stage, &mut again);
    stage.press(&mut again, KeyCode::Char('e'));
    assert!(send(&mut stage, &mut again).is_empty());
    assert!(
        stage.render_layer(80, 24, &mut again).contains("The previous attempt is still running")
    );
}

#[test]
fn old_and_new_are_compared() {
    let stage = stage(|tape| {
        accepted(tape);
        tape.again("elevate/states", 1, 0).answered((710, 12), 1100).refused(
            "",
            "NO STATE ERROR",
            "The reply names no state.",
        );
    });
    let mut again = again(&stage, true);
    assert_eq!(again.chosen, 1, "the latest attempt first");
    check("refused", &stage, &mut again);
    stage.press(&mut again, KeyCode::Left);
    check("accepted", &stage, &mut again);
    stage.press(&mut again, KeyCode::Left);
    assert_eq!(again.chosen, 0);
    assert_eq!(described(&stage.press(&mut again, KeyCode::Enter)), ["push Exchange #3"]);
    let from_there = AskAgainOverlay::open(ExchangeId(3), true, &stage.view()).unwrap();
    assert_eq!(from_there.first, ExchangeId(1), "an attempt leads back to its question");
}

#[test]
fn the_reply_streams_beside_the_old_one() {
    let mut stage = stage(|tape| {
        tape.again("elevate/states", 1, 0);
    });
    stage.streaming = PartialReply { exchange: Some(ExchangeId(3)), words: "{\"sta".into() };
    check("streaming", &stage, &mut again(&stage, true));
}

#[test]
fn why_it_cannot_be_asked_is_told() {
    let mut stage = stage(|_| {});
    let mut again = again(&stage, false);
    send(&mut stage, &mut again);
    let what =
        "The edited prompt cannot be used: elevate/states, line 1: text before the first part.";
    stage.session.facts.messages.push((0, WarningRaised { what: what.into(), hint: None }));
    check("warned", &stage, &mut again);
    stage.press(&mut again, KeyCode::Char('e'));
    assert_eq!(send(&mut stage, &mut again).len(), 1, "another one can be sent then");
}

#[test]
fn an_attempt_is_kept_after_a_question() {
    let mut stage = stage(|_| {});
    let mut again = again(&stage, false);
    stage.type_in(&mut again, "one ");
    send(&mut stage, &mut again);
    // As the engine would tell it.
    let mut other = self::stage(accepted);
    std::mem::swap(&mut stage.session, &mut other.session);
    let acts = stage.press(&mut again, KeyCode::Char('s'));
    assert_eq!(described(&acts), ["push Please confirm"]);
    let Some(UiAct::Push(mut sure)) = acts.into_iter().next() else { panic!("nothing is asked") };
    insta::assert_snapshot!("sure", stage.render_layer(70, 10, &mut *sure));
    assert_eq!(
        described(&stage.press(&mut *sure, KeyCode::Enter)),
        ["pop", "save prompt elevate/states"]
    );
    let copied = described(&stage.press(&mut again, KeyCode::Char('y')));
    assert!(copied[0].starts_with("copy one +++"), "{copied:?}");
    assert_eq!(described(&stage.press(&mut again, KeyCode::Esc)), ["pop"]);
}

#[test]
fn a_recorded_session_can_be_compared_but_not_asked() {
    let mut stage = stage(accepted);
    stage.running = false;
    assert_eq!(
        AskAgainOverlay::open(ExchangeId(1), false, &stage.view()).err().as_deref(),
        Some(NO_ENGINE)
    );
    let mut again = again(&stage, true);
    assert!(stage.render_layer(120, 24, &mut again).contains("✓ accepted"));
    assert_eq!(
        described(&stage.press(&mut again, KeyCode::Char('e'))),
        [format!("toast {NO_ENGINE}")]
    );
    let unknown = described(&stage.press(&mut again, KeyCode::Char('s')));
    assert_eq!(unknown, ["toast the prompt of this attempt is no longer known"]);
}

#[test]
fn pasted_text_cannot_steer_the_terminal() {
    let stage = stage(|_| {});
    let mut again = again(&stage, false);
    again.paste("a\u{1b}[2Jb\r\n\tc", &stage.view());
    assert!(again.text().starts_with("a [2Jb\n    c+++"), "{}", again.text());
}

#[test]
fn without_a_model_nobody_is_asked() {
    let mut tape = NotebookTape::default();
    tape.start().observe(LIST, "Notes").ask("elevate/states");
    let stage = TestStage::of(tape.session());
    let why = AskAgainOverlay::open(ExchangeId(1), false, &stage.view()).err().unwrap();
    assert!(why.contains("no model is configured"));
    let unknown = AskAgainOverlay::open(ExchangeId(9), false, &stage.view()).err();
    assert_eq!(unknown.as_deref(), Some("this exchange is not known"));
}

#[test]
fn only_what_matters_counts_as_a_difference() {
    let stage = stage(accepted);
    let old = compare::facts(stage.session.question(ExchangeId(1)).unwrap());
    let new = compare::facts(&stage.session.attempts(ExchangeId(1))[0]);
    let described: Vec<_> = new.iter().map(|fact| (fact.name, fact.value.as_str())).collect();
    assert_eq!(
        described,
        [
            ("verdict", "✓ accepted"),
            ("answer", "new"),
            ("rounds", "1 round"),
            ("rules", "–"),
            ("used", "700 tokens in, 9 out · $0.0007"),
            ("time", "900 ms"),
            ("prompt", "edited, long"),
        ]
    );
    assert_eq!(compare::differing(&old, &new), [true, true, true, false, false, false, false]);
    assert_eq!(compare::differing(&new, &new), [false; 7]);
}
