//! Tests of the health app: its rules between values, its saved data, and its tables.

use super::data::{Kind, Unit, Value, mean, read_date, read_number, read_time};
use super::forms::Form;
use super::message::{Msg, Screen};
use super::{EXPORT_TIMER, Health, UNDO_TIMER};
use crate::demo::app::{App as _, Effect, System};
use crate::demo::apps::rehearsal;
use crate::demo::walk;

/// The app after its introduction, and the system it runs on.
fn started() -> (Health, System) {
    let mut sys = System::default();
    let mut app = Health::install();
    app.launch(&mut sys);
    app.update(Msg::Begin, &mut sys);
    (app, sys)
}

/// Fills in and saves a form; gives the state it ends in.
fn fill(app: &mut Health, sys: &mut System, form: Form, values: &[&str]) -> &'static str {
    app.update(Msg::NewEntry(form), sys);
    for (field, value) in values.iter().enumerate() {
        app.update(Msg::Typed(field, (*value).into()), sys);
    }
    app.update(Msg::Save, sys);
    app.view(sys).state
}

fn died(sys: &System) -> bool {
    sys.effects
        .iter()
        .any(|it| matches!(it, Effect::Throw(_) | Effect::Signal { .. } | Effect::Freeze(_)))
}

fn showed(sys: &System, fault: &str) -> bool {
    sys.effects.iter().any(|effect| matches!(effect, Effect::Fault(id) if *id == fault))
}

#[test]
fn forms_hold_values_to_their_rules() {
    let cases: &[(Form, &[&str], &str)] = &[
        (Form::Pressure, &["120", "80"], "today"),
        (Form::Pressure, &["80", "120"], "pressure.range_error"),
        (Form::Pressure, &["120", ""], "pressure.range_error"),
        (Form::Pressure, &["1200", "80"], "pressure.range_error"),
        (Form::Weight, &["72.5"], "today"),
        (Form::Weight, &["0"], "weight.error"),
        (Form::Weight, &["-3"], "weight.error"),
        (Form::Meal, &["60", "30", "20", "10"], "today"),
        (Form::Meal, &["60", "30", "20", "11"], "meal.sum_error"),
        (Form::Meal, &["0", "0", "0", "0"], "meal.sum_error"),
        (Form::Meal, &["60", "30", "20", ""], "meal.sum_error"),
        (Form::Sleep, &["22:30", "06:45"], "today"),
        (Form::Sleep, &["22:30", "22:30"], "sleep.error"),
        (Form::Sleep, &["25:00", "06:45"], "sleep.error"),
        (Form::Medicine, &["Aspirin", "2"], "today"),
        (Form::Medicine, &["Aspirin", "7"], "medicine.error"),
        (Form::Medicine, &["  ", "2"], "medicine.error"),
        (Form::Profile, &["Alex", "1984-05-17"], "today"),
        (Form::Profile, &["Alex", "1984-02-30"], "profile.date_error"),
        (Form::Profile, &["Alex", "2031-01-01"], "profile.date_error"),
        (Form::Goal, &["60", "75"], "today"),
        (Form::Goal, &["75", "75"], "goal.range_error"),
        (Form::Report, &["2025-12-01", "2026-01-05"], "report.preview"),
        (Form::Report, &["2026-01-05", "2025-12-01"], "report.range_error"),
    ];
    for (form, values, end) in cases {
        let (mut app, mut sys) = started();
        assert_eq!(fill(&mut app, &mut sys, *form, values), *end, "{form:?} {values:?}");
        assert!(!died(&sys), "{form:?} {values:?}");
    }
}

#[test]
fn values_at_the_edge_of_a_rule_crash() {
    let cases: &[(Form, &[&str], &str)] = &[
        (Form::Pressure, &["90", "90"], "health-pressure-equal"),
        (Form::Meal, &["60", "30.4", "20", "10"], "health-meal-rounding"),
        (Form::Report, &["1990-01-01", "2026-01-05"], "health-report-decades"),
    ];
    for (form, values, fault) in cases {
        let (mut app, mut sys) = started();
        fill(&mut app, &mut sys, *form, values);
        assert!(died(&sys) && showed(&sys, fault), "{fault}");
    }
}

#[test]
fn saved_data_outlives_the_process_and_screens_do_not() {
    let (mut app, mut sys) = started();
    fill(&mut app, &mut sys, Form::Weight, &["80"]);
    app.update(Msg::NewEntry(Form::Meal), &mut sys);
    app.launch(&mut sys);
    assert_eq!(app.view(&sys).state, "today");
    assert_eq!(app.saved.entries[0].value, Value::Weight(80.0));
}

#[test]
fn a_deletion_can_be_undone_until_it_is_final() {
    let (mut app, mut sys) = started();
    let first = app.saved.entries[0].id;
    let count = app.visible().count();
    app.update(Msg::Show(first), &mut sys);
    app.update(Msg::Delete(first), &mut sys);
    assert_eq!((app.view(&sys).state, app.visible().count()), ("history.undo", count - 1));
    app.update(Msg::Undo, &mut sys);
    assert_eq!((app.view(&sys).state, app.visible().count()), ("history", count));
    app.update(Msg::Delete(first), &mut sys);
    app.timer(UNDO_TIMER, &mut sys);
    app.launch(&mut sys);
    assert_eq!(app.visible().count(), count - 1);
    assert!(!showed(&sys, "health-deleted-returns"));
}

#[test]
fn an_entry_deleted_just_before_a_restart_comes_back() {
    let (mut app, mut sys) = started();
    let first = app.saved.entries[0].id;
    app.update(Msg::Delete(first), &mut sys);
    assert!(!showed(&sys, "health-deleted-returns"));
    app.launch(&mut sys);
    assert!(app.visible().any(|entry| entry.id == first));
    assert!(showed(&sys, "health-deleted-returns"));
}

#[test]
fn an_edited_entry_keeps_its_place() {
    let (mut app, mut sys) = started();
    let (id, day) = (app.saved.entries[2].id, app.saved.entries[2].day);
    app.update(Msg::Edit(id), &mut sys);
    assert_eq!(app.draft(Form::Pressure)[0], "122");
    app.update(Msg::Typed(0, "125".into()), &mut sys);
    app.update(Msg::Save, &mut sys);
    let entry = app.saved.entry(id).unwrap();
    assert_eq!(entry.value, Value::Pressure { systolic: 125, diastolic: 79 });
    assert_eq!(entry.day, day);
}

#[test]
fn the_average_weight_alone_is_wrong() {
    let (mut app, mut sys) = started();
    app.update(Msg::Tab(Screen::Trends), &mut sys);
    assert!(
        (app.shown_average(&System::default()) - mean(&app.saved.week(Kind::Pressure))).abs()
            < 1e-9
    );
    assert!(!showed(&sys, "health-average-weight"));
    app.update(Msg::Trend(Kind::Weight), &mut sys);
    assert!(app.shown_average(&System::default()) < 40.0);
    assert!(showed(&sys, "health-average-weight"));
}

#[test]
fn units_are_converted() {
    let (mut app, mut sys) = started();
    app.update(Msg::SetUnit(Unit::Pounds), &mut sys);
    fill(&mut app, &mut sys, Form::Weight, &["160"]);
    let Value::Weight(kg) = app.saved.entries[0].value else { panic!("no weight") };
    assert!((kg - 72.57).abs() < 0.01, "{kg}");
    assert_eq!(app.saved.entries[0].value.heading(Unit::Pounds), "160.0 lb");
}

#[test]
fn an_export_takes_its_time_and_can_be_stopped() {
    let (mut app, mut sys) = started();
    fill(&mut app, &mut sys, Form::Report, &["2025-12-01", "2026-01-05"]);
    app.update(Msg::Export, &mut sys);
    app.timer(EXPORT_TIMER, &mut sys);
    assert_eq!(app.view(&sys).state, "report.exporting");
    app.back(&mut sys);
    assert_eq!(app.view(&sys).state, "report.preview");
    app.update(Msg::Export, &mut sys);
    for _ in 0..super::EXPORT_STEPS {
        app.timer(EXPORT_TIMER, &mut sys);
    }
    assert_eq!(app.view(&sys).state, "report.done");
}

#[test]
fn a_report_counts_its_days_as_soon_as_both_ends_are_known() {
    let (mut app, mut sys) = started();
    assert_eq!(fill(&mut app, &mut sys, Form::Report, &["2025-12-31", ""]), "report.range_error");
    app.update(Msg::Typed(1, "2026-01-01".into()), &mut sys);
    assert_eq!((app.view(&sys).state, app.report_days()), ("report.ready", Some(2)));
    app.update(Msg::Typed(1, "2025-01-01".into()), &mut sys);
    assert_eq!(app.view(&sys).state, "report.form");
}

#[test]
fn one_refusal_is_explained_and_the_second_crashes() {
    let (mut app, mut sys) = started();
    app.update(Msg::Page(Screen::Reminders), &mut sys);
    app.update(Msg::Remind(true), &mut sys);
    app.permission(super::NOTIFICATIONS, false, &mut sys);
    assert_eq!(app.view(&sys).state, "reminders.refused");
    assert!(!died(&sys));
    app.update(Msg::AskAgain, &mut sys);
    app.permission(super::NOTIFICATIONS, false, &mut sys);
    assert!(died(&sys));
}

#[test]
fn what_is_typed_is_read_strictly() {
    assert_eq!(read_time("07:05"), Some(425));
    assert_eq!(read_time("7"), None);
    assert_eq!(read_time("24:00"), None);
    assert_eq!(read_number("inf"), None);
    assert_eq!(read_number("1e3"), Some(1000.0));
    assert_eq!(read_date("2026-1-5").map(|date| date.to_string()).as_deref(), Some("2026-01-05"));
    assert_eq!(read_date("tomorrow"), None);
}

#[test]
fn all_ways_hold() {
    let wrong = walk::check(&Health::ABOUT);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn states_of_different_names_differ_in_structure() {
    rehearsal::check_that_states_differ::<Health>();
}
