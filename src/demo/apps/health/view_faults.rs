//! The faults of views that were put into this app on purpose.

use super::super::super::app::Do::{Back, Tap, Type};
use super::super::super::view_fault::{
    FaultMoment,
    ViewEffect::{Adds, Hides, Ignores, Loads, Shrinks, Swaps},
    ViewFault, row,
};
use crate::domain::BugCategory;

/// The table.
pub(super) const FAULTS: &[ViewFault] = &[
    row(
        "health-month-loading",
        BugCategory::PageLoading,
        "The trends of a month never load",
        ("trends.month", Loads),
        &[Tap("#next"), Tap("#begin"), Tap("#tab_trends"), Tap("#span_month")],
    ),
    row(
        "health-save-shrunk",
        BugCategory::Occlusion,
        "The button that saves a weight is a few pixels large",
        ("weight.form", Shrinks("save")),
        &[Tap("#next"), Tap("#begin"), Tap("#add"), Tap("#add_weight")],
    ),
    row(
        "health-value-missing",
        BugCategory::ContentMissing,
        "The value of the second entry that is opened is not shown",
        ("entry.detail", Hides("value")),
        &[Tap("#next"), Tap("#begin"), Tap("#entry"), Back, Tap("#entry:1")],
    )
    .when(FaultMoment::Again),
    row(
        "health-export-dead",
        BugCategory::FeedbackMissing,
        "Exporting a report has no effect",
        ("report.preview", Ignores("export")),
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
    row(
        "health-entry-stays",
        BugCategory::DataOperation,
        "An entry that is deleted stays",
        ("entry.delete", Swaps("confirm", "cancel")),
        &[Tap("#next"), Tap("#begin"), Tap("#entry"), Tap("#delete"), Tap("#confirm")],
    ),
    row(
        "health-days-counted",
        BugCategory::Calculation,
        "A report is said to be of one day too many",
        ("report.ready", Adds("days", 1)),
        &[
            Tap("#next"),
            Tap("#begin"),
            Tap("#tab_more"),
            Tap("#row_report"),
            Type("#from", "2025-12-01"),
            Type("#to", "2026-01-05"),
        ],
    ),
    row(
        "health-pounds-dead",
        BugCategory::Setting,
        "Pounds cannot be chosen",
        ("units", Ignores("unit_lb")),
        &[Tap("#next"), Tap("#begin"), Tap("#tab_more"), Tap("#row_units"), Tap("#unit_lb")],
    ),
    row(
        "health-report-goals",
        BugCategory::Navigation,
        "The entry of the report leads to the goals",
        ("more", Swaps("row_report", "row_goals")),
        &[Tap("#next"), Tap("#begin"), Tap("#tab_more"), Tap("#row_report")],
    ),
];
