//! The seeded faults of the health app: the table, and how each one shows.

use super::data::{Kind, TODAY, mean};
use super::{Health, Screen, data};
use crate::demo::app::Do::{Deny, Restart, Rotate, Tap, Type};
use crate::demo::app::{FaultKind, FaultSpec, System};
use crate::domain::{BugCategory, CrashKind};

/// A report over more days than this hangs the main thread.
pub const LONGEST_RANGE_DAYS: i32 = 3_660;

/// The seeded faults.
pub const FAULTS: &[FaultSpec] = &[
    FaultSpec {
        id: "health-pressure-equal",
        kind: FaultKind::Crash(CrashKind::Java),
        title: "Saving a systolic value equal to the diastolic one divides by zero",
        secret: false,
        steps: &[
            Tap("#next"),
            Tap("#begin"),
            Tap("#add"),
            Tap("#add_pressure"),
            Type("#systolic", "90"),
            Type("#diastolic", "90"),
            Tap("#done"),
        ],
    },
    FaultSpec {
        id: "health-meal-rounding",
        kind: FaultKind::Crash(CrashKind::Java),
        title: "Parts of a meal that exceed the total by less than rounding crash when saved",
        secret: false,
        steps: &[
            Tap("#next"),
            Tap("#begin"),
            Tap("#add"),
            Tap("#add_meal"),
            Type("#total", "60"),
            Type("#carbs", "30.4"),
            Type("#protein", "20"),
            Type("#fat", "10"),
            Tap("#done"),
        ],
    },
    FaultSpec {
        id: "health-reminder-refused-twice",
        kind: FaultKind::Crash(CrashKind::Java),
        title: "Refusing the notification permission twice crashes the reminders",
        secret: false,
        steps: &[
            Tap("#next"),
            Tap("#begin"),
            Tap("#tab_more"),
            Tap("#row_reminders"),
            Tap("#reminders"),
            Deny,
            Tap("#try_again"),
            Deny,
        ],
    },
    FaultSpec {
        id: "health-report-decades",
        kind: FaultKind::Crash(CrashKind::Anr),
        title: "A report over more than ten years hangs the app",
        secret: false,
        steps: &[
            Tap("#next"),
            Tap("#begin"),
            Tap("#tab_more"),
            Tap("#row_report"),
            Type("#from", "1990-01-01"),
            Type("#to", "2026-01-05"),
            Tap("#done"),
        ],
    },
    FaultSpec {
        id: "health-chart-native",
        kind: FaultKind::Crash(CrashKind::Native),
        title: "Drawing the month in landscape kills the chart library",
        secret: false,
        steps: &[Tap("#next"), Tap("#begin"), Tap("#tab_trends"), Tap("#span_month"), Rotate],
    },
    FaultSpec {
        id: "health-legend-landscape",
        kind: FaultKind::Functional(BugCategory::ContentMissing),
        title: "The legend of the week chart is missing in landscape",
        secret: false,
        steps: &[Tap("#next"), Tap("#begin"), Tap("#tab_trends"), Rotate],
    },
    FaultSpec {
        id: "health-average-weight",
        kind: FaultKind::Functional(BugCategory::Calculation),
        title: "The average weight of a week counts days without a value as zero",
        secret: false,
        steps: &[Tap("#next"), Tap("#begin"), Tap("#tab_trends"), Tap("#kind_weight")],
    },
    FaultSpec {
        id: "health-deleted-returns",
        kind: FaultKind::Functional(BugCategory::DataOperation),
        title: "An entry deleted just before a restart comes back",
        secret: false,
        steps: &[
            Tap("#next"),
            Tap("#begin"),
            Tap("#entry"),
            Tap("#delete"),
            Tap("#confirm"),
            Restart,
        ],
    },
];

impl Health {
    /// The entries that are shown, newest first.
    pub fn visible(&self) -> impl Iterator<Item = &data::Entry> {
        self.saved.entries.iter().filter(|entry| Some(entry.id) != self.pending)
    }

    /// The average under the week chart.
    pub fn shown_average(&self, sys: &System) -> f64 {
        let week = self.saved.week(self.trend);
        if self.trend == Kind::Weight && sys.is_seeded("health-average-weight") {
            // The seeded fault: divided by all days instead of those with a value.
            week.iter().flatten().sum::<f64>() / 7.0
        } else {
            mean(&week)
        }
    }

    /// The unit of the trend in front.
    pub fn trend_unit(&self) -> &'static str {
        match self.trend {
            Kind::Weight => self.saved.unit.word(),
            _ => "mmHg",
        }
    }

    /// Tells the functional faults whose wrong result is on the screen now.
    pub fn watch(&self, sys: &mut System) {
        let week = self.screen() == Screen::Trends && !self.month;
        if week && sys.landscape && sys.is_seeded("health-legend-landscape") {
            sys.fault("health-legend-landscape");
        }
        if week && (self.shown_average(sys) - mean(&self.saved.week(self.trend))).abs() > 0.05 {
            sys.fault("health-average-weight");
        }
        let listed = match self.screen() {
            Screen::Today => self.visible().find(|entry| {
                Some(entry.id) == self.returned && entry.day == data::days_ago(self.days_ago)
            }),
            Screen::History => self.visible().find(|entry| {
                Some(entry.id) == self.returned
                    && self.filter.is_none_or(|kind| entry.value.kind() == kind)
            }),
            _ => None,
        };
        if listed.is_some() {
            sys.fault("health-deleted-returns");
        }
    }
}

/// The pulse ratio of equal values.
pub fn crash_pulse_pressure(sys: &mut System) {
    sys.fault("health-pressure-equal");
    sys.throw(
        "java.lang.ArithmeticException",
        "divide by zero",
        &[
            "org.ridealong.health.entry.PressureMath.pulseRatio(PressureMath.kt:31)",
            "org.ridealong.health.entry.PressureViewModel.save(PressureViewModel.kt:77)",
            "org.ridealong.health.entry.EntryActivity.onCreate$lambda$2(EntryActivity.kt:54)",
        ],
    );
}

/// A meal whose parts are more than the whole.
pub fn crash_meal_parts(sum: f64, total: f64, sys: &mut System) {
    sys.fault("health-meal-rounding");
    sys.throw(
        "java.lang.IllegalArgumentException",
        format!("parts ({sum:.2}) exceed total ({total:.2})"),
        &[
            "org.ridealong.health.entry.Meal.<init>(Meal.kt:19)",
            "org.ridealong.health.entry.MealViewModel.save(MealViewModel.kt:63)",
            "org.ridealong.health.entry.EntryActivity.onCreate$lambda$2(EntryActivity.kt:54)",
        ],
    );
}

/// The explanation that is shown a second time.
pub fn crash_rationale(sys: &mut System) {
    sys.fault("health-reminder-refused-twice");
    sys.throw(
        "java.lang.IllegalStateException",
        "Fragment already added: RationaleFragment{41c2e7f} (RATIONALE)",
        &[
            "org.ridealong.health.reminders.RationaleFragment.showOnce(RationaleFragment.kt:38)",
            "org.ridealong.health.reminders.RemindersActivity.onRefused(RemindersActivity.kt:92)",
            "org.ridealong.health.reminders.RemindersActivity$launcher$1.onActivityResult(RemindersActivity.kt:41)",
        ],
    );
}

/// The month grid in a bitmap of negative height.
pub fn crash_month_grid(sys: &mut System) {
    sys.fault("health-chart-native");
    sys.signal(
        "SIGSEGV",
        &[
            "#00 pc 000000000001c4f8  /data/app/org.ridealong.health/lib/arm64/libhealthchart.so (chart::MonthGrid::draw(int, int)+412)",
            "#01 pc 0000000000019a60  /data/app/org.ridealong.health/lib/arm64/libhealthchart.so (chart::View::render()+88)",
            "#02 pc 00000000000182d4  /data/app/org.ridealong.health/lib/arm64/libhealthchart.so (Java_org_ridealong_health_chart_ChartView_nativeRender+64)",
        ],
    );
}

/// A report that is put together day by day on the main thread.
pub fn hang_report(sys: &mut System) {
    sys.fault("health-report-decades");
    sys.log(format!("ReportBuilder: collecting every day until {TODAY}"));
    sys.freeze(
        "Input dispatching timed out (org.ridealong.health/.ReportActivity is not responding. \
         Waited 5001ms for MotionEvent)",
    );
}
