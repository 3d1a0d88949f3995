//! Screens that are not the app's own: the system's questions, choosers, and other apps.

use std::collections::HashMap;

use super::tactic::{FuzzShared, NextStep, Tactic};
use super::words::{self, FuzzLabelSense};
use crate::domain::{Action, ActionKind, AvailableAction, DeviceKey, Intent, Screen};
use crate::explorer::shared::actions::named;
use crate::explorer::shared::returning::return_to_app;
use crate::explorer::{ExplorerProposal, Situation};

/// Words on the buttons of the system's dialog about an app that hangs or crashed.
const CLOSING: &[&str] = &["close app", "close", "force close", "ok", "got it"];
/// Words that allow what is asked for, once if that is possible.
const ALLOWING: &[&str] = &[
    "while using the app",
    "allow only while using the app",
    "only this time",
    "allow",
    "continue",
];

/// What was met outside of the app.
#[derive(Default)]
pub(super) struct OutsideApp {
    /// How often each question for a permission was answered.
    answered: HashMap<String, u32>,
    /// How often something was chosen from each chooser.
    chosen: HashMap<String, u32>,
    /// The app's first activity, as it was met.
    first: Option<String>,
}

impl Tactic for OutsideApp {
    fn resume(&mut self, situation: &Situation, shared: &mut FuzzShared) -> Option<NextStep> {
        let Some(answer) = self.answer(situation, shared.weights.permission_refusals) else {
            return shared.memory.breadth.first(situation).map(NextStep::from);
        };
        let around = || shared.memory.breadth.starts.around_a_crash(situation);
        let start = answer.key.is_restart().then(around).flatten();
        Some(start.unwrap_or(answer).into())
    }
}

impl OutsideApp {
    /// True if a permission was refused.
    pub(super) fn has_refused(&self) -> bool {
        !self.answered.is_empty()
    }

    /// What to do on a screen that is not the app's own, or if the app shows nothing after its start; else `None`. The first
    /// `refusals` questions for a permission are refused.
    pub(super) fn answer(
        &mut self,
        situation: &Situation,
        refusals: u32,
    ) -> Option<ExplorerProposal> {
        let screen = &*situation.screen;
        let app = situation.model.package();
        if screen.surface.is_dialogue() || app.is_empty() {
            return return_to_app(situation);
        }
        if screen.package == app {
            self.first.get_or_insert_with(|| screen.location.clone());
            return return_to_app(situation);
        }
        if screen.package.contains("permission") || screen.package.contains("packageinstaller") {
            return self.permit(situation, refusals);
        }
        if screen.package == "android" {
            return self.system(situation);
        }
        self.came_home(situation).or_else(|| return_to_app(situation))
    }

    /// A question for a permission: refused first, since that is what apps bear worst, then allowed.
    fn permit(&mut self, situation: &Situation, refusals: u32) -> Option<ExplorerProposal> {
        let count = self.answered.entry(question(&situation.screen)).or_insert(0);
        let refuse = *count < refusals;
        let offers = taps(situation);
        let offer = if refuse {
            offers.iter().find(|offer| is(offer, FuzzLabelSense::Negative))
        } else {
            let said = |offer: &&&AvailableAction| ALLOWING.contains(&label(offer).as_str());
            offers
                .iter()
                .find(said)
                .or_else(|| offers.iter().find(|o| is(o, FuzzLabelSense::Positive)))
        };
        let offer = *offer.or(offers.first())?;
        *count += 1;
        let why = if refuse {
            format!(
                "The system asks for a permission; refused the first {refusals} times, to see how the app bears it."
            )
        } else {
            "The system asks for a permission; allowed now.".to_owned()
        };
        Some(proposed(offer, why))
    }

    /// A dialog of the system: an app that hangs is closed; from a chooser something is chosen once.
    fn system(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let offers = taps(situation);
        if let Some(close) = offers.iter().find(|offer| CLOSING.contains(&label(offer).as_str())) {
            let why = "The system says that the app is in trouble; it is closed.".to_owned();
            return Some(proposed(close, why));
        }
        let count = self.chosen.entry(question(&situation.screen)).or_insert(0);
        *count += 1;
        let back = named(situation, Action::Key { key: DeviceKey::Back });
        if *count > 1 && !situation.is_refused(&back.key) {
            let why = "A dialog of the system that was answered before; BACK leaves it.";
            return Some(ExplorerProposal::new(back, why));
        }
        let why = "A dialog of the system; the first choice is taken once.".to_owned();
        offers.first().map(|offer| proposed(offer, why))
    }

    /// The launcher is in front because HOME was pressed: back into the app as it is.
    fn came_home(&self, situation: &Situation) -> Option<ExplorerProposal> {
        let done = situation.last.as_ref()?;
        let first = self.first.as_ref()?;
        if *done.action.last() != (Action::Key { key: DeviceKey::Home }) {
            return None;
        }
        let intent = Intent {
            action: Some("android.intent.action.MAIN".into()),
            component: Some(format!("{}/{first}", situation.model.package())),
            categories: vec!["android.intent.category.LAUNCHER".into()],
            ..Intent::default()
        };
        let start = named(situation, Action::Start { intent });
        let why = "HOME was pressed to see whether the app bears it; now back into it.";
        (!situation.is_refused(&start.key)).then(|| ExplorerProposal::new(start, why))
    }
}

/// What tells one dialog from another: its words.
fn question(screen: &Screen) -> String {
    let texts = screen.widgets.iter().filter(|widget| widget.actions.is_empty());
    texts.fold(screen.location.clone(), |said, widget| format!("{said}|{}", widget.text))
}

fn taps(situation: &Situation) -> Vec<&AvailableAction> {
    let is_tap = |offer: &&AvailableAction| {
        offer.action.kind() == ActionKind::Tap && !situation.is_refused(&offer.key)
    };
    situation.available.iter().filter(is_tap).collect()
}

fn label(offer: &AvailableAction) -> String {
    offer.action.target().map(|target| target.label.to_lowercase()).unwrap_or_default()
}

fn is(offer: &AvailableAction, sense: FuzzLabelSense) -> bool {
    offer.action.target().is_some_and(|target| words::sense(target) == sense)
}

fn proposed(offer: &AvailableAction, why: String) -> ExplorerProposal {
    ExplorerProposal::new(offer.clone(), why)
}
