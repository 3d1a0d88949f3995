use super::*;
use crate::domain::FindingKind;
use crate::protocol::{ActionPerformed, EventRecord, SessionStarted};
use crate::store::BlobFolder;

fn span(started: &str) -> Event {
    let record = serde_json::json!({
        "started": started, "version": "1", "target": "demo:notes", "device": "d", "system": "s",
        "size": [1, 1], "explorer": "monkey", "seed": 1,
        "mode": {"is": "step"},
    });
    let span: SessionStarted = serde_json::from_value(record).unwrap();
    Event::SessionStarted(span)
}

fn found(group: &str, step: u64) -> Event {
    let finding = Finding { group: group.into(), step, first: true, ..Finding::default() };
    Event::Found(Finding { kind: FindingKind::Crash, ..finding })
}

fn performed(step: u64) -> Event {
    let (accepted, warnings, failed) = (None, Vec::new(), None);
    Event::Performed(ActionPerformed { step, accepted, warnings, failed, took_ms: 1 })
}

fn session(events: Vec<(u64, Event)>) -> RecordedSession {
    let record = |(seq, (at_ms, event))| EventRecord { seq, at_ms, event };
    RecordedSession {
        folder: PathBuf::from("worker"),
        records: (0..).zip(events).map(record).collect(),
        repairs: Vec::new(),
        blobs: BlobFolder::of(std::path::Path::new("worker")),
    }
}

fn resumed(event: Event) -> Event {
    match event {
        Event::SessionStarted(span) => Event::Resumed(span),
        other => other,
    }
}

#[test]
fn times_of_sessions_that_began_at_different_times_are_comparable() {
    let records = session(vec![
        (0, span("2026-01-01T10:00:00+00:00")),
        (4_000, performed(1)),
        (4_000, resumed(span("2026-01-01T12:00:00+02:00"))),
        (5_000, performed(2)),
        (6_000, resumed(span("2026-01-02T10:00:00+00:00"))),
        (7_000, performed(3)),
    ])
    .records;
    let clock = SessionClock::of(&records);
    let began = clock.at(0);
    let after: Vec<i64> = [3_999, 5_000, 7_000].map(|at| clock.at(at) - began).into();
    assert_eq!(after, [3_999, 1_000, 86_400_000 + 1_000]);
}

#[test]
fn a_fault_of_two_workers_is_one_finding_and_who_saw_it_first_comes_first() {
    let mut fleet = MergedFleet::new("two");
    fleet.add(
        1,
        session(vec![
            (0, span("2026-01-01T10:00:00+00:00")),
            (9_000, performed(1)),
            (9_000, found("a", 1)),
        ]),
    );
    fleet.add(
        2,
        session(vec![
            (0, span("2026-01-01T10:00:01+00:00")),
            (1_000, performed(1)),
            (2_000, performed(2)),
            (2_000, found("a", 2)),
            (2_000, found("b", 2)),
            (3_000, performed(3)),
            (3_000, found("a", 3)),
        ]),
    );
    fleet.settle();
    let told: Vec<_> = fleet.findings.iter().map(|it| it.first.group.as_str()).collect();
    assert_eq!(told, ["a", "b"]);
    let seen = fleet.findings[0].sightings.iter();
    let seen: Vec<_> = seen.map(|it| (it.worker, it.step, it.again)).collect();
    assert_eq!(seen, [(1, 2, 1), (0, 1, 0)]);
    assert_eq!(fleet.performed.len(), 4);
    assert!(fleet.performed.is_sorted());
}
