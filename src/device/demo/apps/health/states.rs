//! The structural states of the health app, and the shortest way to each.

use crate::device::demo::app::Do::{self, Deny, Tap, Type, Wait};
use crate::device::demo::app::StateSpec;

const fn state(name: &'static str, way: &'static [Do]) -> StateSpec {
    StateSpec { name, way }
}

/// The structural states.
pub const STATES: &[StateSpec] = &[
    state("onboarding.welcome", &[]),
    state("onboarding.name", &[Tap("#next")]),
    state("today", &[Tap("#skip")]),
    state("today.empty", &[Tap("#skip"), Tap("#earlier")]),
    state("add.menu", &[Tap("#skip"), Tap("#add")]),
    state("pressure.form", &[Tap("#skip"), Tap("#add"), Tap("#add_pressure")]),
    state("pressure.missing", &[Tap("#skip"), Tap("#add"), Tap("#add_pressure"), Tap("#done")]),
    state(
        "pressure.range_error",
        &[
            Tap("#skip"),
            Tap("#add"),
            Tap("#add_pressure"),
            Type("#systolic", "80"),
            Type("#diastolic", "120"),
            Tap("#done"),
        ],
    ),
    state("weight.form", &[Tap("#skip"), Tap("#add"), Tap("#add_weight")]),
    state("weight.error", &[Tap("#skip"), Tap("#add"), Tap("#add_weight"), Tap("#done")]),
    state("meal.form", &[Tap("#skip"), Tap("#add"), Tap("#add_meal")]),
    state("meal.sum_error", &[Tap("#skip"), Tap("#add"), Tap("#add_meal"), Tap("#done")]),
    state("sleep.form", &[Tap("#skip"), Tap("#add"), Tap("#add_sleep")]),
    state("sleep.error", &[Tap("#skip"), Tap("#add"), Tap("#add_sleep"), Tap("#done")]),
    state("history", &[Tap("#skip"), Tap("#tab_history")]),
    state("history.empty", &[Tap("#skip"), Tap("#tab_history"), Tap("#filter_oxygen")]),
    state("history.undo", &[Tap("#skip"), Tap("#entry"), Tap("#delete"), Tap("#confirm")]),
    state("entry.detail", &[Tap("#skip"), Tap("#entry")]),
    state("entry.delete", &[Tap("#skip"), Tap("#entry"), Tap("#delete")]),
    state("trends.week", &[Tap("#skip"), Tap("#tab_trends")]),
    state("trends.month", &[Tap("#skip"), Tap("#tab_trends"), Tap("#span_month")]),
    state("plan", &[Tap("#skip"), Tap("#tab_plan")]),
    state("medicine.form", &[Tap("#skip"), Tap("#tab_plan"), Tap("#add_medicine")]),
    state("medicine.error", &[Tap("#skip"), Tap("#tab_plan"), Tap("#add_medicine"), Tap("#done")]),
    state("more", &[Tap("#skip"), Tap("#tab_more")]),
    state("profile.form", &[Tap("#skip"), Tap("#tab_more"), Tap("#row_profile")]),
    state(
        "profile.date_error",
        &[Tap("#skip"), Tap("#tab_more"), Tap("#row_profile"), Tap("#done")],
    ),
    state("goal.form", &[Tap("#skip"), Tap("#tab_more"), Tap("#row_goals")]),
    state("goal.range_error", &[Tap("#skip"), Tap("#tab_more"), Tap("#row_goals"), Tap("#done")]),
    state("report.form", &[Tap("#skip"), Tap("#tab_more"), Tap("#row_report")]),
    state(
        "report.range_error",
        &[Tap("#skip"), Tap("#tab_more"), Tap("#row_report"), Tap("#done")],
    ),
    state(
        "report.preview",
        &[
            Tap("#skip"),
            Tap("#tab_more"),
            Tap("#row_report"),
            Type("#from", "2025-12-01"),
            Type("#to", "2026-01-05"),
            Tap("#done"),
        ],
    ),
    state(
        "report.exporting",
        &[
            Tap("#skip"),
            Tap("#tab_more"),
            Tap("#row_report"),
            Type("#from", "2025-12-01"),
            Type("#to", "2026-01-05"),
            Tap("#done"),
            Tap("#export"),
        ],
    ),
    state(
        "report.done",
        &[
            Tap("#skip"),
            Tap("#tab_more"),
            Tap("#row_report"),
            Type("#from", "2025-12-01"),
            Type("#to", "2026-01-05"),
            Tap("#done"),
            Tap("#export"),
            Wait(5),
        ],
    ),
    state("units", &[Tap("#skip"), Tap("#tab_more"), Tap("#row_units")]),
    state("reminders", &[Tap("#skip"), Tap("#tab_more"), Tap("#row_reminders")]),
    state(
        "reminders.refused",
        &[Tap("#skip"), Tap("#tab_more"), Tap("#row_reminders"), Tap("#reminders"), Deny],
    ),
];
