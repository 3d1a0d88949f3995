//! The structural states of the health app, and the shortest path to each.

use crate::demo::app::Do::{self, Deny, Tap, Type, Wait};
use crate::demo::app::StateSpec;

const fn state(name: &'static str, steps: &'static [Do]) -> StateSpec {
    StateSpec { name, steps }
}

/// The structural states.
pub const STATES: &[StateSpec] = &[
    state("onboarding.welcome", &[]),
    state("onboarding.name", &[Tap("#next")]),
    state("today", &[Tap("#next"), Tap("#begin")]),
    state("today.empty", &[Tap("#next"), Tap("#begin"), Tap("#earlier")]),
    state("add.menu", &[Tap("#next"), Tap("#begin"), Tap("#add")]),
    state("pressure.form", &[Tap("#next"), Tap("#begin"), Tap("#add"), Tap("#add_pressure")]),
    state(
        "pressure.range_error",
        &[Tap("#next"), Tap("#begin"), Tap("#add"), Tap("#add_pressure"), Tap("#done")],
    ),
    state("weight.form", &[Tap("#next"), Tap("#begin"), Tap("#add"), Tap("#add_weight")]),
    state(
        "weight.error",
        &[Tap("#next"), Tap("#begin"), Tap("#add"), Tap("#add_weight"), Tap("#done")],
    ),
    state("meal.form", &[Tap("#next"), Tap("#begin"), Tap("#add"), Tap("#add_meal")]),
    state(
        "meal.sum_error",
        &[Tap("#next"), Tap("#begin"), Tap("#add"), Tap("#add_meal"), Tap("#done")],
    ),
    state("sleep.form", &[Tap("#next"), Tap("#begin"), Tap("#add"), Tap("#add_sleep")]),
    state(
        "sleep.error",
        &[Tap("#next"), Tap("#begin"), Tap("#add"), Tap("#add_sleep"), Tap("#done")],
    ),
    state("history", &[Tap("#next"), Tap("#begin"), Tap("#tab_history")]),
    state(
        "history.empty",
        &[Tap("#next"), Tap("#begin"), Tap("#tab_history"), Tap("#filter_oxygen")],
    ),
    state(
        "history.undo",
        &[Tap("#next"), Tap("#begin"), Tap("#entry"), Tap("#delete"), Tap("#confirm")],
    ),
    state("entry.detail", &[Tap("#next"), Tap("#begin"), Tap("#entry")]),
    state("entry.delete", &[Tap("#next"), Tap("#begin"), Tap("#entry"), Tap("#delete")]),
    state("trends.week", &[Tap("#next"), Tap("#begin"), Tap("#tab_trends")]),
    state("trends.month", &[Tap("#next"), Tap("#begin"), Tap("#tab_trends"), Tap("#span_month")]),
    state("plan", &[Tap("#next"), Tap("#begin"), Tap("#tab_plan")]),
    state("plan.remove", &[Tap("#next"), Tap("#begin"), Tap("#tab_plan"), Tap("#remove")]),
    state("medicine.form", &[Tap("#next"), Tap("#begin"), Tap("#tab_plan"), Tap("#add_medicine")]),
    state(
        "medicine.error",
        &[Tap("#next"), Tap("#begin"), Tap("#tab_plan"), Tap("#add_medicine"), Tap("#done")],
    ),
    state("more", &[Tap("#next"), Tap("#begin"), Tap("#tab_more")]),
    state("profile.form", &[Tap("#next"), Tap("#begin"), Tap("#tab_more"), Tap("#row_profile")]),
    state(
        "profile.date_error",
        &[Tap("#next"), Tap("#begin"), Tap("#tab_more"), Tap("#row_profile"), Tap("#done")],
    ),
    state("goal.form", &[Tap("#next"), Tap("#begin"), Tap("#tab_more"), Tap("#row_goals")]),
    state(
        "goal.range_error",
        &[Tap("#next"), Tap("#begin"), Tap("#tab_more"), Tap("#row_goals"), Tap("#done")],
    ),
    state("report.form", &[Tap("#next"), Tap("#begin"), Tap("#tab_more"), Tap("#row_report")]),
    state(
        "report.ready",
        &[
            Tap("#next"),
            Tap("#begin"),
            Tap("#tab_more"),
            Tap("#row_report"),
            Type("#from", "2025-12-01"),
            Type("#to", "2026-01-05"),
        ],
    ),
    state(
        "report.range_error",
        &[Tap("#next"), Tap("#begin"), Tap("#tab_more"), Tap("#row_report"), Tap("#done")],
    ),
    state(
        "report.preview",
        &[
            Tap("#next"),
            Tap("#begin"),
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
            Tap("#next"),
            Tap("#begin"),
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
            Tap("#next"),
            Tap("#begin"),
            Tap("#tab_more"),
            Tap("#row_report"),
            Type("#from", "2025-12-01"),
            Type("#to", "2026-01-05"),
            Tap("#done"),
            Tap("#export"),
            Wait(5),
        ],
    ),
    state("units", &[Tap("#next"), Tap("#begin"), Tap("#tab_more"), Tap("#row_units")]),
    state("reminders", &[Tap("#next"), Tap("#begin"), Tap("#tab_more"), Tap("#row_reminders")]),
    state(
        "reminders.refused",
        &[
            Tap("#next"),
            Tap("#begin"),
            Tap("#tab_more"),
            Tap("#row_reminders"),
            Tap("#reminders"),
            Deny,
        ],
    ),
];
