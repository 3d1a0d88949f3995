use super::*;
use crate::tui::testing::tape::ScriptedTape;

fn recorded(steps: u64) -> Vec<EventRecord> {
    let mut tape = ScriptedTape::new();
    tape.observe(1, "One");
    for step in 0..steps {
        tape.act("tap #add", 1 + step % 40, &format!("State {}", step % 40));
    }
    tape.records().to_vec()
}

fn player(records: &[EventRecord]) -> ReplayPlayer {
    ReplayPlayer::new(SessionRecording::of_records(records))
}

/// What tells two folds apart, in text.
fn reported(timeline: &Timeline) -> String {
    let states =
        timeline.model.states().iter().map(|state| (state.id, state.visits, state.untried));
    format!(
        "{:?} {} {} {:?}",
        states.collect::<Vec<_>>(),
        timeline.moments.len(),
        timeline.model.steps(),
        timeline.phase
    )
}

#[test]
fn every_moment_is_shown_as_it_was_however_it_is_reached() {
    let mut replay = player(&recorded(60));
    let moments = replay.whole().moments.len();
    assert_eq!(moments, 61);
    let mut timeline = Timeline::default();
    let there: Vec<String> = (0..moments)
        .map(|moment| {
            replay.seek(moment, &mut timeline);
            assert_eq!(timeline.moments.len(), moment + 1);
            reported(&timeline)
        })
        .collect();
    for moment in (0..moments).rev() {
        replay.seek(moment, &mut timeline);
        assert_eq!(reported(&timeline), there[moment]);
    }
    replay.seek(usize::MAX, &mut timeline);
    assert!(replay.is_over());
    assert_eq!(reported(&timeline), reported(replay.whole()));
}

#[test]
fn it_plays_at_the_recorded_pace_or_faster_and_stops_at_the_end() {
    let records = recorded(3);
    let count = records.len();
    let mut replay = player(&records);
    let start = Instant::now();
    replay.toggle(start);
    assert_eq!(replay.take_due(start).len(), 1, "the first is due at once");
    // The tape tells something every tenth of a second.
    assert_eq!(replay.take_due(start + Duration::from_millis(250)).len(), 2);
    replay.change_speed(true);
    replay.change_speed(true);
    assert_eq!(replay.speed(), "4×");
    let due = replay.due().unwrap();
    assert_eq!(replay.take_due(due + Duration::from_millis(60)).len(), 3);
    replay.stop();
    assert!(replay.take_due(start + Duration::from_secs(60)).is_empty());
    replay.toggle(start);
    assert_eq!(replay.take_due(start + Duration::from_secs(60)).len(), count - 6);
    assert!(replay.is_over() && !replay.plays());
    replay.toggle(start);
    assert!(!replay.plays(), "nothing is left to be played");
}

#[test]
fn a_session_without_anything_can_be_played() {
    let mut replay = player(&[]);
    let mut timeline = Timeline::default();
    replay.seek(5, &mut timeline);
    replay.toggle(Instant::now());
    assert!(replay.is_over() && !replay.plays());
}
