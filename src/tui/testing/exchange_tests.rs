//! Questions and their rounds, as the timeline folds them.

use crate::protocol::{Event, EventRecord, ExchangeId, FallbackReason, PromptSent};
use crate::session::{ModelQuestion, QuestionStatus};
use crate::tui::testing::notebook::{LIST, chat};

#[test]
fn rounds_belong_to_their_question_and_the_rules_close_it() {
    let mut tape = chat::asking();
    tape.observe(LIST, "Notes");
    chat::second_step(&mut tape);
    let session = tape.session();
    let questions: Vec<&ModelQuestion> = session.moments[0].questions().collect();
    let message: Vec<_> = questions
        .iter()
        .map(|question| (question.query.as_str(), question.rounds.len(), question.status()))
        .collect();
    assert_eq!(
        message,
        [
            ("elevate/states", 2, QuestionStatus::Accepted),
            ("elevate/inputs", 1, QuestionStatus::Unanswered),
            ("elevate/exploration", 0, QuestionStatus::Ruled),
        ]
    );
    assert_eq!(questions[0].answer(), "new");
    assert_eq!(questions[0].feedback_rounds(), 1);
    assert_eq!(questions[1].answer(), "the 9 actions of the screen");
    assert_eq!(session.facts.asked.usage.input_tokens, 310);
    assert_eq!(
        session.question(ExchangeId(2)).and_then(ModelQuestion::exchange),
        Some(ExchangeId(1))
    );
    assert_eq!(session.moment_of(ExchangeId(3)), Some(0));
    assert!(session.asking_now().is_none());
}

#[test]
fn the_same_question_after_a_refusal_is_a_new_one() {
    let mut tape = chat::asking();
    tape.thought_through();
    tape.ask("elevate/exploration").answered((10, 1), 5).refused("x", "NO INPUT ERROR", "No x.");
    tape.ruled("elevate/exploration", FallbackReason::Rounds, "tap [11]");
    tape.ruled("elevate/exploration", FallbackReason::Cap, "tap [2]");
    let session = tape.session();
    let moment = &session.moments[0];
    let whys: Vec<_> =
        moment.questions().map(|one| one.ruled.as_ref().map(|ruled| ruled.why)).collect();
    assert_eq!(whys, [None, None, None, Some(FallbackReason::Rounds), Some(FallbackReason::Cap)]);
    let before: Vec<_> = moment.thoughts.iter().map(|thought| thought.before).collect();
    assert_eq!(before, [0, 0, 0, 0, 1, 1], "what follows a proposal belongs to the next one");
}

#[test]
fn what_is_asked_again_stays_out_of_the_step() {
    let mut tape = chat::asking();
    tape.thought_through();
    let spent = 812 + 640 + 1204;
    tape.again("elevate/states", 1, 0).answered((100, 1), 5).refused(
        "9",
        "NO STATE ERROR",
        "No 9.",
    );
    tape.again("elevate/states", 1, 1).answered((100, 1), 5).accepted("2", &[]);
    tape.again("elevate/states", 5, 0).answered((100, 1), 5).accepted("2", &[]);
    let session = tape.session();
    assert_eq!(session.moments[0].questions().count(), 3);
    assert_eq!(session.exchanges.order().len(), 3);
    let rounds: Vec<_> =
        session.attempts(ExchangeId(1)).iter().map(|attempt| attempt.rounds.len()).collect();
    assert_eq!(rounds, [2, 1], "an attempt at an attempt is one at the question");
    assert_eq!(session.moment_of(ExchangeId(6)), Some(0));
    assert_eq!(session.facts.asked.usage.input_tokens, spent + 300, "it costs all the same");
}

#[test]
fn a_log_that_makes_no_sense_is_survived() {
    let mut tape = chat::asking();
    // Before the first look, about exchanges that there are not, and twice.
    tape.ask("elevate/states").answered((1, 1), 1).ruled(
        "elevate/states",
        FallbackReason::Cap,
        "x",
    );
    tape.again("elevate/states", 99, 0).accepted("x", &[]);
    tape.observe(LIST, "Notes").ask("elevate/states").again("elevate/states", 3, 7);
    let mut session = tape.session();
    let asked = session.exchange(ExchangeId(3)).unwrap().asked.clone();
    let twice = PromptSent { again: Some(ExchangeId(4)), ..asked };
    session.apply(&EventRecord { seq: 0, at_ms: 0, event: Event::Asked(twice) });
    assert_eq!(session.moment_of(ExchangeId(3)), Some(0));
    assert_eq!(session.moment_of(ExchangeId(4)), Some(0));
    assert_eq!(session.attempts(ExchangeId(3)).len(), 1);
    assert_eq!(session.moments[0].questions().count(), 1);
}
