//! What a network tells that chooses actions.

use super::tests::drawn;
use super::*;
use crate::domain::Action;
use crate::protocol::{DecidedBy, NetworkInsight, Verdict};
use crate::tui::testing::notebook::{self, EDITOR, NotebookTape};
use crate::tui::testing::stage::TestStage;

fn save() -> Action {
    Action::Tap { target: notebook::target(2) }
}

fn named(pairs: &[(&str, f32)]) -> Vec<(String, f32)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
}

fn insight() -> NetworkInsight {
    NetworkInsight {
        values: vec![(2, 2.1), (10, 0.4)],
        contributions: named(&[("fcr", 0.9), ("fcd", -0.12), ("txc", 0.45), ("rules", 0.0)]),
        random_share: 0.05,
        experiences: 34,
        distances: vec![1.2, 0.9, 1.4, 0.6, 0.5, 0.31],
        labels: named(&[("Save", 0.81), ("Add", 0.45), ("Cancel", -0.3)]),
    }
}

/// The network chose twice; the second proposal waits.
fn chosen() -> TestStage {
    let mut tape = NotebookTape::default();
    tape.start()
        .observe(EDITOR, "EditActivity · New note")
        .propose_by_network(save(), insight())
        .decide(DecidedBy::Policy, Verdict::Approve)
        .performed(|_| ())
        .observe(EDITOR, "EditActivity · New note")
        .learned(EDITOR, EDITOR, ActionOutcome::Content)
        .propose_by_network(save(), insight());
    TestStage::of(tape.session())
}

#[test]
fn the_shown_choice_has_all_and_earlier_ones_what_contributed() {
    let mut pane = ReasoningPane::default();
    insta::assert_snapshot!("network_38", drawn(&chosen(), &mut pane, 38, 26));
    insta::assert_snapshot!("network_98", drawn(&chosen(), &mut pane, 98, 24));
    pane.update(UiCommand::Fold, &chosen().view());
    let folded = drawn(&chosen(), &mut pane, 58, 10);
    assert!(!folded.contains("contribute"), "{folded}");
}

#[test]
fn a_network_that_does_not_learn_says_so() {
    let mut tape = NotebookTape::default();
    let frozen = NetworkInsight { experiences: 0, distances: Vec::new(), ..insight() };
    tape.start().observe(EDITOR, "EditActivity").propose_by_network(save(), frozen);
    let text = drawn(&TestStage::of(tape.session()), &mut ReasoningPane::default(), 98, 20);
    assert!(text.contains("5% of the choices are random; nothing was learned"), "{text}");
}

#[test]
fn what_it_tells_is_copied() {
    let acts = ReasoningPane::default().update(UiCommand::Copy, &chosen().view()).unwrap();
    let copied = crate::tui::testing::stage::described(&acts).remove(0);
    assert!(copied.contains("\n  fcd contributes -0.12\n"), "{copied}");
    assert!(copied.contains("labels: \"Save\" +0.81  \"Add\" +0.45\n"), "{copied}");
}

#[test]
fn numbers_beyond_reason_are_drawn() {
    let odd = NetworkInsight {
        contributions: named(&[("fcr\u{1b}[2J", f32::MAX), ("fcd", f32::MIN)]),
        random_share: f64::MAX,
        experiences: u64::MAX,
        distances: vec![-1.0, f32::MAX, 0.0],
        labels: named(&[("\u{1b}]0;x\u{7}", f32::MAX)]),
        ..insight()
    };
    let mut tape = NotebookTape::default();
    tape.start().observe(EDITOR, "EditActivity").propose_by_network(save(), odd);
    let stage = TestStage::of(tape.session());
    for width in [20, 60] {
        let text = drawn(&stage, &mut ReasoningPane::default(), width, 30);
        assert!(text.contains("words of labels") && !text.contains('\u{1b}'), "{text}");
    }
}
