//! Performing a recording again: the recorded actions, proposed one after the other.
//!
//! Each is aimed at the widget that means the same on the present screen
//! ([`crate::domain::locate`]). After each step the screen is compared with the recorded one, and
//! that is told ([`Event::Compared`]). Where the app stands elsewhere it stops, or finds back
//! (`mend`) as asked. To the engine it is an explorer like any other: guards, the tester's
//! decisions and the log work unchanged.

mod branch;
mod compare;
mod mend;
mod secret;
mod tape;

use std::sync::Arc;

use futures_util::future::BoxFuture;

use self::mend::{DriftAttempts, DriftRepair};
use super::{Explorer, ExplorerProposal, Situation};
use crate::domain::locate::{self, LocatedWidget, WidgetDifference};
use crate::domain::{Action, ActionKey, ActionKind};
use crate::llm::Asker;
use crate::model::abstraction::key_of;
use crate::protocol::{Event, StepCompared, StepMatch};

pub use branch::BranchExplorer;
pub use compare::{compare, same_place};
pub use secret::{ReplaySecrets, name as secret_name};
pub use tape::{ActionTape, TapedAction};

/// Its name.
pub const NAME: &str = "again";
/// So many steps given up in a row, and the recording is.
const LOST_IN_A_ROW: u32 = 3;
/// A widget found with less agreement is only taken where the screen is the recorded one.
const SURE: f64 = 0.7;

/// What is done where the app stands elsewhere than it did.
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
    drift: DriftAttempts,
    lost: u32,
    stopped: bool,
}

/// What was proposed last.
struct PendingStep {
    /// The step it would be.
    step: u64,
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
    /// Performs `tape` again.
    pub fn new(tape: Arc<ActionTape>, on_drift: DriftPolicy, secrets: ReplaySecrets) -> Self {
        Self {
            tape,
            on_drift,
            secrets,
            at: 0,
            pending: None,
            drift: DriftAttempts::default(),
            lost: 0,
            stopped: false,
        }
    }

    fn next(&mut self, situation: &Situation, asker: &Asker) -> Option<ExplorerProposal> {
        self.account(situation, asker);
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

    /// What became of the last proposal.
    fn account(&mut self, situation: &Situation, asker: &Asker) {
        let Some(PendingStep { step, key, what }) = self.pending.take() else { return };
        let performed = situation.step > step;
        let refused = situation.refused.iter().find(|refusal| refusal.key == key);
        match (what, refused) {
            (PendingMove::Recorded(place, what), _) if performed => {
                self.compared(place, what, situation, asker);
                self.lost = 0;
                self.on();
            }
            (PendingMove::Recorded(..), Some(refusal)) => {
                let why = if refusal.feedback.is_empty() { "skipped" } else { &refusal.feedback };
                self.tell(asker, situation, StepMatch::Skipped, format!("not done: {why}"));
                self.on();
            }
            (PendingMove::Mending, Some(_)) => self.drift.refused(),
            // Paused: it is proposed anew.
            _ => {}
        }
    }

    fn compared(&mut self, place: usize, mut what: String, situation: &Situation, asker: &Asker) {
        let Some(step) = self.tape.steps.get(place) else { return };
        let Some((ids, screen)) = &step.after else { return };
        let now = (situation.state.structural, &*situation.screen);
        let (sameness, alike) = compare((ids.structural, screen), now);
        if sameness == StepMatch::Different {
            let other = compare::difference(screen, &situation.screen);
            what = if what.is_empty() { other } else { format!("{other}; {what}") };
        }
        asker.record(Event::Compared(StepCompared {
            step: situation.step.saturating_sub(1),
            recorded: step.number,
            sameness,
            likeness: Some((alike * 100.0).round() / 100.0),
            what,
        }));
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
        asker.record(Event::Compared(StepCompared {
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
        let key = key_of(&situation.screen, &action).0;
        self.pending = Some(PendingStep { step: situation.step, key: key.clone(), what });
        ExplorerProposal { action, key, why, alternatives: Vec::new(), plan: None }
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
            let told = secrets.give(&mut action, &situation.screen).map(str::to_owned);
            let what: Vec<String> = located.remark().into_iter().chain(told).collect();
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

/// True for what can be done wherever the app stands.
const fn anywhere(action: &Action) -> bool {
    matches!(
        action.kind(),
        ActionKind::Restart
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

    fn propose<'a>(
        &'a mut self,
        situation: &'a Situation,
        asker: &'a mut Asker,
    ) -> BoxFuture<'a, Option<ExplorerProposal>> {
        Box::pin(async move { self.next(situation, asker) })
    }
}

#[cfg(test)]
mod tests;
