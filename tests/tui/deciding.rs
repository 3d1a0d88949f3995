//! What the tester decides is what is done, and what the log tells.

use crossterm::event::{Event as Input, KeyCode};
use ridealong::domain::{Action, ActionKind};
use ridealong::protocol::{
    ActionPerformed, DecidedBy, DecisionMade, EndReason, Event, EventRecord, Verdict,
};

use super::log;
use super::user::{Shot, explore};

const SIZE: (u16, u16) = (140, 40);

fn decisions(records: &[EventRecord]) -> Vec<&DecisionMade> {
    let decided = |record: &'_ EventRecord| matches!(record.event, Event::Decided(_));
    let of = |record| match record {
        &EventRecord { event: Event::Decided(ref decided), .. } => decided,
        _ => panic!("filtered"),
    };
    records.iter().filter(|record| decided(record)).map(of).collect()
}

fn performed(records: &[EventRecord], step: u64) -> &ActionPerformed {
    let of = |record| match record {
        &EventRecord { event: Event::Performed(ref performed), .. } if performed.step == step => {
            Some(performed)
        }
        _ => None,
    };
    records.iter().find_map(of).unwrap()
}

#[tokio::test]
async fn what_is_approved_is_done() {
    let records = explore("notes", SIZE, async |mut user| {
        let shot = user.waits_at(0).await;
        assert!(shot.says("tap [2] \"Search\""), "{}", shot.rows().join("\n"));
        user.letters("a");
        let shot = user.waits_at(1).await;
        assert!(shot.says("SearchActivity"), "the new screen is told");
        assert!(shot.says("approved by you"));
        user.quits().await;
    })
    .await;
    let [first] = decisions(&records)[..] else { panic!("one decision: {records:?}") };
    assert_eq!(
        (&first.decision.verdict, first.decision.by),
        (&Verdict::Approve, DecidedBy::Tester)
    );
    assert_eq!(first.action.as_ref().unwrap().target().unwrap().number, 2);
    assert_eq!(*log::end(&records), EndReason::Tester);
}

/// The number of the widget that the only decision chose instead of what was proposed.
fn overridden(records: &[EventRecord]) -> usize {
    let [first] = decisions(records)[..] else { panic!("one decision: {records:?}") };
    let Verdict::Override { action } = &first.decision.verdict else { panic!("{first:?}") };
    assert_eq!(first.action.as_ref(), Some(action));
    assert_eq!(action.kind(), ActionKind::Tap);
    assert_eq!(performed(records, 1).failed, None);
    action.target().unwrap().number
}

#[tokio::test]
async fn another_widget_of_the_table_is_done_instead() {
    let records = explore("notes", SIZE, async |mut user| {
        user.waits_at(0).await;
        user.letters("2");
        user.key(KeyCode::Down);
        user.sees("the selection", |shot| shot.says("[3]   button   Trash")).await;
        user.key(KeyCode::Enter);
        user.waits_at(1).await;
        user.quits().await;
    })
    .await;
    assert_eq!(overridden(&records), 3);
}

#[tokio::test]
async fn a_double_click_on_the_picture_is_done_instead() {
    let records = explore("notes", SIZE, async |mut user| {
        user.waits_at(0).await;
        // The view after the texts, with numbered boxes; this is the one of the round button, "New note".
        user.letters("v");
        let numbered = |shot: &Shot| shot.place_of("13─").is_some();
        let shot = user.sees("numbered boxes", numbered).await;
        let (column, row) = shot.place_of("13─").unwrap();
        assert!(column < 32, "it stands on the picture");
        user.click((column + 1, row + 1));
        let selected = |shot: &Shot| shot.says("[13]  button   New note");
        user.sees("the same selection in the table", selected).await;
        user.waits_at(0).await;
        // The pointer moved a cell, so that this is a new click.
        user.click((column + 2, row + 1));
        user.click((column + 2, row + 1));
        user.waits_at(1).await;
        user.quits().await;
    })
    .await;
    assert_eq!(overridden(&records), 13);
}

#[tokio::test]
async fn an_edited_action_is_done_as_it_was_edited() {
    let records = explore("notes", SIZE, async |mut user| {
        user.waits_at(0).await;
        user.letters("a");
        let shot = user.waits_at(1).await;
        assert_eq!(shot.waiting().unwrap().action.kind(), ActionKind::Type);
        user.letters("e");
        user.sees("the form", |shot| shot.says("Edit the proposed action")).await;
        user.key(KeyCode::Tab);
        user.key(KeyCode::End);
        user.letters("shake");
        user.sees("the edited text", |shot| shot.says("milkshake")).await;
        user.key(KeyCode::Enter);
        user.waits_at(2).await;
        user.quits().await;
    })
    .await;
    let [_, second] = decisions(&records)[..] else { panic!("two decisions: {records:?}") };
    let Verdict::Override { action: Action::Type { text, .. } } = &second.decision.verdict else {
        panic!("{second:?}")
    };
    assert_eq!(text.reveal(), Some("milkshake"));
    assert_eq!(performed(&records, 2).accepted.as_deref(), Some("milkshake"));
}

#[tokio::test]
async fn a_reason_for_a_rejection_reaches_the_log_and_something_else_is_proposed() {
    let records = explore("notes", SIZE, async |mut user| {
        let first = user.waits_at(0).await.waiting().unwrap().clone();
        user.letters("r");
        user.sees("the question why", |shot| shot.says("Why not")).await;
        user.letters("not now: ");
        user.send(Input::Paste("first the list,\nthen the search".into()));
        user.control('s');
        let is_next = |shot: &Shot| shot.waiting().is_some_and(|next| next.id != first.id);
        let shot = user.sees("another proposal", is_next).await;
        assert_ne!(shot.waiting().unwrap().key, first.key, "what was rejected is not repeated");
        user.quits().await;
    })
    .await;
    let [first] = decisions(&records)[..] else { panic!("one decision: {records:?}") };
    let feedback = "not now: first the list,\nthen the search".to_owned();
    assert_eq!(first.decision.verdict, Verdict::Reject { feedback });
    assert_eq!(first.action, None, "nothing is done");
}

#[tokio::test]
async fn a_skipped_proposal_is_decided_and_nothing_is_done() {
    let records = explore("notes", SIZE, async |mut user| {
        let first = user.waits_at(0).await.waiting().unwrap().clone();
        user.letters("s");
        let is_next = |shot: &Shot| shot.waiting().is_some_and(|next| next.id != first.id);
        user.sees("another proposal", is_next).await;
        user.quits().await;
    })
    .await;
    let [first] = decisions(&records)[..] else { panic!("one decision: {records:?}") };
    assert_eq!((&first.decision.verdict, first.step), (&Verdict::Skip, None));
}
