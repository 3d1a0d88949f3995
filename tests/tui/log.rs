//! What is true of every log, whatever the tester does.

use std::collections::BTreeSet;

use ridealong::protocol::{EndReason, Event, EventRecord};

/// Panics if something in `records`, a whole session, cannot be.
pub fn check(records: &[EventRecord]) {
    for (place, record) in records.iter().enumerate() {
        assert_eq!(record.seq, place as u64, "numbers have no gaps");
    }
    assert!(records.is_sorted_by_key(|record| record.at_ms), "time goes on");
    assert!(matches!(records.first().unwrap().event, Event::SessionStarted(_)));
    let mut book = Book::default();
    records.iter().for_each(|record| book.take(record));
    assert!(book.ended, "the last record is the end");
}

#[derive(Default)]
struct Book {
    proposed: u64,
    decided: BTreeSet<u64>,
    /// The step that was decided and is not yet performed.
    acting: Option<u64>,
    performed: u64,
    ended: bool,
}

impl Book {
    fn take(&mut self, record: &EventRecord) {
        assert!(!self.ended, "nothing comes after the end: {record:?}");
        match &record.event {
            Event::Proposed(proposal) => {
                assert_eq!(proposal.id.0, self.proposed + 1, "proposals are counted");
                assert_eq!(self.acting, None, "nothing is proposed while an action is on its way");
                self.proposed = proposal.id.0;
            }
            Event::Decided(decided) => {
                let id = decided.decision.proposal.0;
                assert_eq!(id, self.proposed, "only what was proposed last is decided");
                assert!(self.decided.insert(id), "#{id} is decided once");
                assert_eq!(decided.action.is_some(), decided.step.is_some());
                if let Some(step) = decided.step {
                    assert_eq!(self.acting, None, "one action at a time");
                    assert_eq!(step, self.performed + 1, "each action has one decision");
                    self.acting = Some(step);
                }
            }
            Event::Performed(performed) => {
                assert_eq!(self.acting.take(), Some(performed.step), "decided before it is done");
                self.performed = performed.step;
            }
            Event::Learned(learned) => assert_eq!(learned.step, self.performed),
            Event::Ended(ended) => {
                assert_eq!(ended.steps, self.performed);
                self.ended = true;
            }
            _ => {}
        }
    }
}

/// Why the session ended.
pub fn end(records: &[EventRecord]) -> &EndReason {
    match &records.last().unwrap().event {
        Event::Ended(ended) => &ended.reason,
        other => panic!("the last record is no end: {other:?}"),
    }
}
