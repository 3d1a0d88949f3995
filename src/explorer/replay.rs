//! Replaying a recording: the recorded actions, proposed one after the other.
//!
//! Each is aimed at the widget that means the same on the present screen
//! ([`crate::domain::locate`]). After each step the screen is compared with the recorded one, and
//! the result is noted ([`ExplorerNote::StepCompared`]). If the app is elsewhere it stops, or finds its way back
//! (`drift`) as asked. To the engine it is an explorer like any other: guards, the tester's
//! decisions and the log work unchanged.

mod branch;
mod compare;
mod drift;
mod recording;
mod secret;

use std::sync::Arc;

use self::drift::{DriftAttempts, DriftRepair};
use super::shared::actions::named;
use super::{Explorer, ExplorerProposal, PerformedAction, Proposing, Situation};
use crate::domain::locate::{self, LocatedWidget, WidgetDifference};
use crate::domain::{Action, ActionKey, ActionKind};
use crate::llm::Asker;
use crate::protocol::{ExplorerNote, StepCompared, StepMatch};

pub use branch::BranchExplorer;
pub use compare::{compare, same_place};
pub use recording::{ActionTape, TapedAction};
pub use secret::{ReplaySecrets, name as secret_name};

/// Its name.
pub const NAME: &str = "replay";
/// So many steps given up in a row, and the recording is.
const LOST_IN_A_ROW: u32 = 3;
/// A widget found with less agreement is only taken if the screen is the recorded one.
const SURE: f64 = 0.7;

/// What is done if the app is elsewhere than it was in the recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriftPolicy {
    /// It ends there.
    Stop,
    /// It tries to find back, and goes on.
    Heal,
}

/// See the [module](self).
pub struct ReplayExplorer {
    tape: Arc<ActionTape>,
    on_drift: DriftPolicy,
    secrets: ReplaySecrets,
    /// The place of the next step.
    at: usize,
    pending: Option<PendingStep>,
    /// What there is to say about the step that was performed last.
    compared: Option<StepCompared>,
    drift: DriftAttempts,
    lost: u32,
    stopped: bool,
}

/// What was proposed last.
struct PendingStep {
    key: ActionKey,
    what: PendingMove,
}

enum PendingMove {
    /// The recorded step at this place, and what there is to say about it.
    Recorded(usize, String),
    /// Something to find back.
    Mending,
}

/// Whether a recorded step can be done on the present screen.
enum StepReadiness {
    Yes(Action, String),
    /// There is nothing to do it to, and that is no loss.
    Needless(&'static str),
    /// The widget is there, but may be another one: what lies further down may be the one meant.
    Perhaps(Action, String),
    No(String),
}

impl ReplayExplorer {
    /// Replays `tape`.
    pub fn new(tape: Arc<ActionTape>, on_drift: DriftPolicy, secrets: ReplaySecrets) -> Self {
        Self {
            tape,
            on_drift,
            secrets,
            at: 0,
            pending: None,
            compared: None,
            drift: DriftAttempts::default(),
            lost: 0,
            stopped: false,
        }
    }

    fn next(&mut self, situation: &Situation, asker: &Asker) -> Option<ExplorerProposal> {
        if let Some(compared) = self.compared.take() {
            asker.note(ExplorerNote::StepCompared(compared));
        }
        self.take_refusal(situation, asker);
        loop {
            if self.stopped {
                return None;
            }
            let tape = self.tape.clone();
            let step = tape.steps.get(self.at)?;
            let (why, perhaps) = match ready(step, situation, &self.secrets) {
                StepReadiness::Yes(action, what) => {
                    return Some(self.recorded(situation, action, what));
                }
                StepReadiness::Needless(why) => {
                    self.tell(asker, situation, StepMatch::Skipped, why.to_owned());
                    self.on();
                    continue;
                }
                StepReadiness::Perhaps(action, what) => (what.clone(), Some((action, what))),
                StepReadiness::No(why) => (why, None),
            };
            if self.on_drift == DriftPolicy::Stop {
                if let Some((action, what)) = perhaps {
                    return Some(self.recorded(situation, action, what));
                }
                self.give_up(situation, asker, why);
                self.stopped = true;
                continue;
            }
            match self.drift.mend(&tape, self.at, situation, perhaps.is_some()) {
                DriftRepair::Do(action, why) => return Some(self.mending(situation, action, why)),
                DriftRepair::SkipTo(place) => {
                    while self.at < place {
                        let what = "what it leads to is there already".to_owned();
                        self.tell(asker, situation, StepMatch::Skipped, what);
                        self.on();
                    }
                }
                DriftRepair::GiveUp => match perhaps {
                    Some((action, what)) => return Some(self.recorded(situation, action, what)),
                    None => self.give_up(situation, asker, why),
                },
            }
        }
    }

    /// Goes on if the last proposal was refused.
    fn take_refusal(&mut self, situation: &Situation, asker: &Asker) {
        let Some(PendingStep { key, what }) = self.pending.take() else { return };
        // Without a refusal the run was paused: the same is proposed again.
        let Some(refusal) = situation.refused.iter().find(|refusal| refusal.key == key) else {
            return;
        };
        match what {
            PendingMove::Recorded(..) => {
                let why = if refusal.feedback.is_empty() { "skipped" } else { &refusal.feedback };
                self.tell(asker, situation, StepMatch::Skipped, format!("not done: {why}"));
                self.on();
            }
            PendingMove::Mending => self.drift.refused(),
        }
    }

    /// How the step at `place`, which was just performed, compares with the recorded one.
    fn compared(
        &self,
        place: usize,
        mut what: String,
        situation: &Situation,
    ) -> Option<StepCompared> {
        let step = self.tape.steps.get(place)?;
        let (ids, screen) = step.after.as_ref()?;
        let now = (situation.state.structural, &*situation.screen);
        let (sameness, alike) = compare((ids.structural, screen), now);
        if sameness == StepMatch::Different {
            let other = compare::difference(screen, &situation.screen);
            what = if what.is_empty() { other } else { format!("{other}; {what}") };
        }
        Some(StepCompared {
            step: situation.step.saturating_sub(1),
            recorded: step.number,
            sameness,
            likeness: Some((alike * 100.0).round() / 100.0),
            what,
        })
    }

    /// Goes on to the next recorded step.
    fn on(&mut self) {
        self.at += 1;
        self.drift = DriftAttempts::default();
    }

    fn give_up(&mut self, situation: &Situation, asker: &Asker, why: String) {
        self.tell(asker, situation, StepMatch::GivenUp, why);
        self.on();
        self.lost += 1;
        self.stopped = self.lost >= LOST_IN_A_ROW;
    }

    fn tell(&self, asker: &Asker, situation: &Situation, sameness: StepMatch, what: String) {
        let Some(step) = self.tape.steps.get(self.at) else { return };
        asker.note(ExplorerNote::StepCompared(StepCompared {
            step: situation.step.saturating_sub(1),
            recorded: step.number,
            sameness,
            likeness: None,
            what,
        }));
    }

    fn recorded(
        &mut self,
        situation: &Situation,
        action: Action,
        what: String,
    ) -> ExplorerProposal {
        let of = self.tape.steps.len();
        let number = self.tape.steps.get(self.at).map_or(0, |step| step.number);
        let note = if what.is_empty() { String::new() } else { format!(" ({what})") };
        let why = format!("Step {number} of the recording, {} of {of}{note}.", self.at + 1);
        self.propose(situation, action, why, PendingMove::Recorded(self.at, what))
    }

    fn mending(&mut self, situation: &Situation, action: Action, why: String) -> ExplorerProposal {
        self.propose(situation, action, why, PendingMove::Mending)
    }

    fn propose(
        &mut self,
        situation: &Situation,
        action: Action,
        why: String,
        what: PendingMove,
    ) -> ExplorerProposal {
        let available = named(situation, action);
        self.pending = Some(PendingStep { key: available.key.clone(), what });
        ExplorerProposal::new(available, why)
    }
}

/// Whether `step` can be done now.
fn ready(step: &TapedAction, situation: &Situation, secrets: &ReplaySecrets) -> StepReadiness {
    let now = (situation.state.structural, &*situation.screen);
    let (sameness, _) = compare((step.from.structural, &step.before), now);
    let other = || compare::difference(&step.before, &situation.screen);
    if step.action.target().is_none() {
        return if sameness != StepMatch::Different || anywhere(&step.action) {
            StepReadiness::Yes(step.action.clone(), String::new())
        } else {
            StepReadiness::No(other())
        };
    }
    let place = same_place(&step.before, &situation.screen);
    match locate::again(&step.action, &step.before, &situation.screen) {
        Err(_) if place && step.action.kind() == ActionKind::Scroll => {
            StepReadiness::Needless("nothing is left to scroll here")
        }
        Err(not_there) if place => StepReadiness::No(not_there.to_string()),
        Err(_) => StepReadiness::No(other()),
        Ok((mut action, located)) => {
            let located = located.unwrap_or_else(sure);
            let reported = secrets.give(&mut action, &situation.screen).map(str::to_owned);
            let what: Vec<String> = located.remark().into_iter().chain(reported).collect();
            let what = what.join("; ");
            let same = sameness == StepMatch::Same;
            if !place || (!same && located.confidence < SURE && !is_other_row(&located)) {
                StepReadiness::No(other())
            } else if is_other_row(&located) {
                StepReadiness::Perhaps(action, what)
            } else {
                StepReadiness::Yes(action, what)
            }
        }
    }
}

const fn sure() -> LocatedWidget {
    LocatedWidget { number: 0, confidence: 1.0, differences: Vec::new(), rivals: 0 }
}

/// True if the widget may be another one of its kind: the right one may lie out of sight.
fn is_other_row(located: &LocatedWidget) -> bool {
    located.differences.contains(&WidgetDifference::Label)
}

/// True for what can be done on any screen.
const fn anywhere(action: &Action) -> bool {
    matches!(
        action.kind(),
        ActionKind::Restart
            | ActionKind::Clear
            | ActionKind::Start
            | ActionKind::Broadcast
            | ActionKind::Grant
            | ActionKind::Set
            | ActionKind::Restore
    )
}

impl Explorer for ReplayExplorer {
    fn name(&self) -> &'static str {
        NAME
    }

    fn learn(&mut self, _done: &PerformedAction, situation: &Situation) {
        let Some(PendingStep { what: PendingMove::Recorded(place, what), .. }) =
            self.pending.take()
        else {
            return;
        };
        self.compared = self.compared(place, what, situation);
        self.lost = 0;
        self.on();
    }

    fn propose<'a>(&'a mut self, situation: &'a Situation, asker: &'a mut Asker) -> Proposing<'a> {
        Box::pin(async move { self.next(situation, asker) })
    }
}

#[cfg(test)]
mod tests;
