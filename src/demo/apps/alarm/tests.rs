use super::saved::MINUTE;
use super::*;
use crate::demo::app::Effect;
use crate::demo::apps::app_run::AppRun;
use crate::demo::walk;

type Run = AppRun<Alarm>;

fn typed_time(hour: &str, minute: &str) -> [Msg; 5] {
    let typed = |line, words: &str| Msg::Edit(edit::Tap::Typed(line, words.into()));
    [
        Msg::Alarms(alarms::Tap::New),
        Msg::Edit(edit::Tap::Ask(edit::Property::Time)),
        typed(edit::Line::Hour, hour),
        typed(edit::Line::Minute, minute),
        Msg::Edit(edit::Tap::TimeOk),
    ]
}

#[test]
fn times_are_checked_but_for_hour_24() {
    for (hour, minute) in [("25", "0"), ("7", "60"), ("", "0"), ("7", "")] {
        let mut run = Run::new();
        run.send(typed_time(hour, minute));
        assert_eq!(run.state(), "edit.time", "{hour}:{minute}");
        assert!(run.faults().is_empty());
    }
    let mut run = Run::new();
    run.send(typed_time("24", "0"));
    assert_eq!(run.faults(), ["alarm-hour-24"]);
}

#[test]
fn a_new_alarm_rings_at_its_time_once() {
    let mut run = Run::new();
    run.send(typed_time("9", "5")).send([Msg::Edit(edit::Tap::Save)]);
    assert_eq!(run.state(), "alarms.list");
    assert_eq!(run.wait(token::DUE), Some(5 * MINUTE));
    run.app.launch(&mut run.sys);
    run.sys.now_ms = 5 * MINUTE;
    run.wake(token::DUE);
    assert_eq!(run.state(), "ring.alarm");
    run.send([Msg::Ring(ring::Tap::Dismiss)]);
    assert_eq!(run.state(), "alarms.list");
    assert!(!run.app.saved.alarms[2].on, "an alarm for once is off afterwards");
    assert!(run.app.saved.alarms[0].on);
}

#[test]
fn snoozing_takes_ten_minutes_whatever_was_set() {
    for (minutes, faults) in [(10, vec![]), (1, vec!["alarm-snooze-ignored"])] {
        let mut run = Run::new();
        run.send([Msg::Settings(settings::Tap::Snooze(minutes))]);
        run.wake(token::TEST + 1).send([Msg::Ring(ring::Tap::Snooze)]);
        assert_eq!(run.state(), "ring.snoozed");
        assert_eq!(run.wait(token::SNOOZE), Some(10 * MINUTE));
        assert_eq!(run.faults(), faults);
        run.wake(token::SNOOZE);
        assert_eq!(run.state(), "ring.alarm");
        assert_eq!(run.app.ui.stack.len(), 2, "the snooze screen is gone");
    }
}

#[test]
fn a_hidden_alarm_comes_back_until_it_is_dismissed() {
    let mut run = Run::new();
    run.wake(token::TEST + 1);
    run.app.back(&mut run.sys);
    assert_eq!(run.state(), "alarms.list");
    run.wake(token::REMIND);
    assert_eq!(run.state(), "ring.alarm");
    run.send([Msg::Ring(ring::Tap::Dismiss)]).wake(token::REMIND);
    assert_eq!(run.state(), "alarms.list");
}

#[test]
fn only_a_ringing_alarm_cannot_be_deleted() {
    let delete = |id| [Msg::Alarms(alarms::Tap::Open(id)), Msg::Edit(edit::Tap::Deleted)];
    let mut run = Run::new();
    run.wake(token::TEST + 1);
    run.app.back(&mut run.sys);
    run.send(delete(2));
    assert!(run.faults().is_empty());
    assert_eq!(run.app.saved.alarms.len(), 1);
    run.send(delete(1));
    assert_eq!(run.faults(), ["alarm-delete-ringing"]);
}

#[test]
fn the_timer_pauses_and_ends() {
    let mut run = Run::new();
    run.send([Msg::Tab(Tab::Timer), Msg::Timer(timer::Tap::Start(60_000))]);
    run.sys.now_ms = 54_000;
    run.send([Msg::Timer(timer::Tap::Pause)]);
    assert_eq!(run.app.ui.timer, timer::Timer::Paused(6_000));
    run.sys.now_ms = 90_000;
    run.send([Msg::Timer(timer::Tap::Resume)]);
    assert_eq!(run.wait(token::TIMER), Some(6_000));
    run.wake(token::TIMER);
    assert_eq!(run.state(), "timer.finished");
    run.send([Msg::Ring(ring::Tap::MoreTime)]);
    assert_eq!(run.state(), "timer.running");
}

#[test]
fn a_timer_of_zero_seconds_is_refused() {
    let mut run = Run::new();
    run.send([
        Msg::Tab(Tab::Timer),
        Msg::Timer(timer::Tap::Custom),
        Msg::Timer(timer::Tap::Typed("0".into())),
        Msg::Timer(timer::Tap::CustomOk),
    ]);
    assert_eq!(run.state(), "timer.custom");
    run.send([Msg::Timer(timer::Tap::Typed("45".into())), Msg::Timer(timer::Tap::CustomOk)]);
    assert_eq!(run.state(), "timer.running");
}

#[test]
fn the_stopwatch_goes_through_its_states() {
    let mut run = Run::new();
    run.send([Msg::Tab(Tab::Stopwatch)]);
    let mut seen = vec![run.state()];
    for tap in [
        stopwatch::Tap::Start,
        stopwatch::Tap::Stop,
        stopwatch::Tap::Start,
        stopwatch::Tap::Lap,
        stopwatch::Tap::Stop,
        stopwatch::Tap::Reset,
    ] {
        run.send([Msg::Watch(tap)]);
        seen.push(run.state());
    }
    assert_eq!(
        seen,
        [
            "stopwatch.zero",
            "stopwatch.running",
            "stopwatch.stopped",
            "stopwatch.running",
            "stopwatch.running",
            "stopwatch.stopped",
            "stopwatch.zero",
        ]
    );
}

#[test]
fn the_zone_matters_to_a_running_stopwatch_only() {
    let zone = "android.intent.action.TIMEZONE_CHANGED";
    let mut run = Run::new();
    run.app.broadcast(zone, &mut run.sys);
    run.send([Msg::Watch(stopwatch::Tap::Start)]);
    run.app.broadcast("android.intent.action.BOOT_COMPLETED", &mut run.sys);
    assert!(run.faults().is_empty());
    run.app.broadcast(zone, &mut run.sys);
    assert_eq!(run.faults(), ["alarm-zone-stopwatch"]);
}

#[test]
fn setting_the_clock_ends_unless_there_is_no_city() {
    let mut run = Run::new();
    run.send([Msg::World(world::Tap::Chosen(7)), Msg::World(world::Tap::Sync)]);
    assert_eq!((run.state(), run.wait(token::SYNC)), ("sync.running", Some(25_000)));
    run.wake(token::SYNC);
    assert_eq!(run.state(), "sync.done");

    let mut run = Run::new();
    run.send([Msg::World(world::Tap::Sync)]);
    assert_eq!(run.wait(token::SYNC), None);
    run.wake(token::SYNC_LATE);
    assert_eq!((run.state(), run.faults()), ("sync.running", vec!["alarm-sync-empty"]));
}

#[test]
fn a_known_city_is_not_added_again() {
    let mut run = Run::new();
    run.app.saved.cities.push(7);
    run.send([Msg::World(world::Tap::Add), Msg::World(world::Tap::Chosen(7))]);
    assert_eq!((run.state(), run.faults()), ("city.list", vec!["alarm-city-again"]));
    run.send([Msg::World(world::Tap::Chosen(0))]);
    assert_eq!(run.app.saved.cities, [7, 0]);
    run.app.launch(&mut run.sys);
    assert_eq!(run.app.saved.cities, [7, 0]);
}

#[test]
fn all_ringtones_but_one_are_played() {
    let mut run = Run::new();
    run.send([Msg::Alarms(alarms::Tap::New), Msg::Edit(edit::Tap::Ask(edit::Property::Tone))]);
    for tone in 0..4 {
        run.send([Msg::Edit(edit::Tap::Tone(tone)), Msg::Edit(edit::Tap::Play)]);
        let silent = tone == 2;
        assert_eq!(run.state(), if silent { "edit.ringtone" } else { "edit.preview" });
        run.wake(token::PREVIEW);
        assert_eq!(run.state(), "edit.ringtone");
    }
    assert_eq!(run.faults(), ["alarm-preview-silent"]);
}

#[test]
fn bedtime_hangs_on_equal_hours_only() {
    let mut run = Run::new();
    run.send([
        Msg::Alarms(alarms::Tap::Menu(alarms::Place::Bedtime)),
        Msg::Settings(settings::Tap::Bedtime),
        Msg::Settings(settings::Tap::SaveBedtime),
    ]);
    assert_eq!((run.state(), run.faults()), ("alarms.list", vec![]));
    run.send([Msg::Settings(settings::Tap::Sleep(6)), Msg::Settings(settings::Tap::SaveBedtime)]);
    assert_eq!(run.faults(), ["alarm-bedtime-loop"]);
    assert!(matches!(run.sys.effects.last(), Some(Effect::Freeze(_))));
}

#[test]
fn leaving_a_changed_alarm_asks() {
    let mut run = Run::new();
    run.send([Msg::Alarms(alarms::Tap::Open(1)), Msg::Up]);
    assert_eq!(run.state(), "alarms.list");
    run.send([Msg::Alarms(alarms::Tap::Open(1)), Msg::Edit(edit::Tap::Day(6)), Msg::Up]);
    assert_eq!(run.state(), "edit.discard");
    run.send([Msg::Edit(edit::Tap::Discard)]);
    assert!(!run.app.saved.alarms[0].days[6]);
}

#[test]
fn all_ways_lead_where_the_tables_say() {
    let wrong = walk::check(&Alarm::ABOUT);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
