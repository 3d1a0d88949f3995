//! The health app: a log of blood pressure, weight, meals and sleep whose values constrain each
//! other, with goals, a medicine plan, trends and a report for the doctor.

mod data;
mod faults;
mod forms;
mod input_faults;
mod message;
mod pages;
mod points;
mod save;
mod states;
#[cfg(test)]
mod tests;
mod update;
mod view;
mod view_faults;

use std::collections::BTreeMap;

use self::data::{Kind, Saved};
use self::forms::{Complaint, Draft, Form};
use self::message::{Dialog, Msg, Screen};
use crate::demo::app::{About, App, System};
use crate::demo::ui::Scene;

/// Asked for before reminders are switched on.
const NOTIFICATIONS: &str = "android.permission.POST_NOTIFICATIONS";
/// The timer after which a deleted entry cannot be brought back.
const UNDO_TIMER: u32 = 1;
/// The timer that moves an export on.
const EXPORT_TIMER: u32 = 2;
/// How long a deletion can be undone, in milliseconds.
const UNDO_MS: u64 = 12_000;
/// Milliseconds between two steps of an export.
const EXPORT_STEP_MS: u64 = 400;
/// Steps of an export.
const EXPORT_STEPS: i32 = 6;

/// The health app.
pub struct Health {
    saved: Saved,
    /// The pages one can go back through, the one in front last; never empty.
    stack: Vec<Screen>,
    dialog: Option<Dialog>,
    /// What was typed into forms and not saved yet.
    drafts: BTreeMap<Form, Draft>,
    complaint: Option<Complaint>,
    /// The entry that the form in front changes.
    editing: Option<u32>,
    /// Days before today that the day view shows.
    days_ago: i32,
    filter: Option<Kind>,
    /// Deleted a moment ago, and not yet from the saved entries.
    pending: Option<u32>,
    /// Deleted before the last restart, and yet there again.
    returned: Option<u32>,
    trend: Kind,
    month: bool,
    /// How often notifications were refused since the start.
    refusals: u32,
    exported: i32,
}

impl App for Health {
    type Msg = Msg;

    const ABOUT: About = About {
        name: "health",
        title: "Health log",
        package: "org.ridealong.health",
        version: "2.4.1",
        activities: &[
            ".MainActivity",
            ".OnboardingActivity",
            ".EntryActivity",
            ".DetailActivity",
            ".MedicineActivity",
            ".ProfileActivity",
            ".GoalsActivity",
            ".ReportActivity",
            ".RemindersActivity",
        ],
        permissions: &[NOTIFICATIONS],
        receivers: &[],
        colour: 0x0000_897b,
        states: states::STATES,
        points: points::POINTS,
        faults: faults::FAULTS,
        input_faults: input_faults::INPUT_FAULTS,
        view_faults: view_faults::FAULTS,
    };

    fn install() -> Self {
        Self {
            saved: Saved::sample(),
            stack: vec![Screen::Welcome],
            dialog: None,
            drafts: BTreeMap::new(),
            complaint: None,
            editing: None,
            days_ago: 0,
            filter: None,
            pending: None,
            returned: None,
            trend: Kind::Pressure,
            month: false,
            refusals: 0,
            exported: 0,
        }
    }

    fn launch(&mut self, sys: &mut System) {
        let mut returned = self.pending.or(self.returned);
        if !sys.is_seeded("health-deleted-returns") {
            // What was deleted stays deleted.
            self.saved.entries.retain(|entry| Some(entry.id) != self.pending);
            returned = None;
        }
        let saved = std::mem::replace(&mut self.saved, Saved::sample());
        *self = Self { saved, returned, ..Self::install() };
        if self.saved.onboarded {
            sys.hit("launch.known");
            self.stack = vec![Screen::Today];
        } else {
            sys.hit("launch.first");
        }
        self.watch(sys);
    }

    fn view(&self, sys: &System) -> Scene<Msg> {
        view::scene(self, sys)
    }

    fn update(&mut self, msg: Msg, sys: &mut System) {
        update::handle(self, msg, sys);
        self.watch(sys);
    }

    fn back(&mut self, sys: &mut System) {
        update::back(self, sys);
        self.watch(sys);
    }

    fn rotated(&mut self, sys: &mut System) {
        if self.screen() == Screen::Trends && self.month && sys.landscape {
            sys.hit("trends.turn_month");
            if sys.is_seeded("health-chart-native") {
                faults::crash_month_grid(sys);
            }
        }
        self.watch(sys);
    }

    fn permission(&mut self, _permission: &str, granted: bool, sys: &mut System) {
        update::answered(self, granted, sys);
    }

    fn timer(&mut self, token: u32, sys: &mut System) {
        update::timer(self, token, sys);
        self.watch(sys);
    }

    fn open(&mut self, activity: &str, sys: &mut System) {
        update::open(self, activity, sys);
        self.watch(sys);
    }
}

impl Health {
    /// The page in front.
    fn screen(&self) -> Screen {
        self.stack.last().copied().unwrap_or(Screen::Today)
    }
}
