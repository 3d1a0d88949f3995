//! The step cycle as a pure state machine: one input in, effects out. No IO and no clock.

mod deciding;
mod looking;
mod ops;

use std::collections::{HashSet, VecDeque};

use crate::domain::{Action, ActionKey, StateId};
use crate::explorer::{Done, Left, Proposed, Refusal};
use crate::model::oracle::Oracles;
use crate::model::way::WayStep;
use crate::protocol::{
    AppOpened, EndReason, Ended, Event, Idled, Mode, ModeSet, Outcome, Performed, Proposal,
    ProposalId, Warned,
};

use super::guard::Guard;
use super::message::{Effect, Input, Look};

/// Refusals in a row after which an unattended run goes on elsewhere.
const REFUSALS_IN_A_ROW: usize = 20;

/// So many of the latest notes are told to the explorer.
const TOLD_NOTES: usize = 5;

/// When the whole run ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    /// After so many actions.
    pub steps: Option<u64>,
    /// After so much time, in milliseconds.
    pub ms: Option<u64>,
}

/// What a machine is set up with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The explorer's name, for proposals.
    pub explorer: String,
    /// The mode at the start.
    pub mode: Mode,
    /// When the run ends by itself.
    pub budget: Budget,
    /// What must not be done unasked.
    pub guard: Guard,
    /// True where a tester sits there: a guard then waits for a decision. Else it refuses.
    pub attended: bool,
}

/// Where in the step cycle the machine is.
#[derive(Clone, Debug, PartialEq)]
enum Phase {
    Opening,
    Looking,
    /// Step mode: nothing is proposed until the tester asks.
    Idle,
    Proposing,
    Deciding(Box<Proposal>),
    Acting,
    Reconnecting,
    Ended,
}

/// The action in flight, or the one whose result the next look shows.
#[derive(Clone, Debug)]
struct Acted {
    step: u64,
    from: StateId,
    exact: StateId,
    action: Action,
    key: ActionKey,
    template: ActionKey,
    /// The package that was in front.
    package: String,
    /// For typing: what the field held afterwards.
    accepted: Option<String>,
    failed: bool,
}

/// What ends the present auto run, in absolute terms.
#[derive(Clone, Debug, Default)]
struct Stops {
    step: Option<u64>,
    ms: Option<u64>,
    usd: Option<f64>,
    new_state: bool,
    finding: bool,
}

/// The step cycle.
#[derive(Debug)]
pub struct Machine {
    setup: Setup,
    mode: Mode,
    phase: Phase,
    stops: Stops,
    package: String,
    step: u64,
    /// What model requests have cost so far, in US dollars.
    spent_usd: f64,
    proposals: u64,
    look: Option<Box<Look>>,
    acted: Option<Acted>,
    /// The action that led to the present look.
    last: Option<Done>,
    refused: Vec<Refusal>,
    way: VecDeque<WayStep>,
    /// The plan whose further steps the tester approved.
    approved_plan: Option<u64>,
    known: HashSet<StateId>,
    groups: HashSet<String>,
    oracles: Oracles,
    charter: Option<String>,
    notes: VecDeque<String>,
    coverage: crate::domain::Coverage,
}

impl Machine {
    /// A machine that has done nothing yet.
    pub fn new(setup: Setup) -> Self {
        Self {
            mode: setup.mode.clone(),
            setup,
            phase: Phase::Opening,
            stops: Stops::default(),
            package: String::new(),
            step: 0,
            spent_usd: 0.0,
            proposals: 0,
            look: None,
            acted: None,
            last: None,
            refused: Vec::new(),
            way: VecDeque::new(),
            approved_plan: None,
            known: HashSet::new(),
            groups: HashSet::new(),
            oracles: Oracles::default(),
            charter: None,
            notes: VecDeque::new(),
            coverage: crate::domain::Coverage::new(),
        }
    }

    /// The first effects of a run.
    pub fn start(&mut self) -> Vec<Effect> {
        self.stops = self.stops_from_mode(0);
        vec![Effect::Open]
    }

    /// Takes `input` in at `now_ms` (milliseconds since the session started). Inputs that no longer
    /// fit, such as results of what was cancelled, change nothing.
    pub fn handle(&mut self, input: Input, now_ms: u64) -> Vec<Effect> {
        if self.phase == Phase::Ended {
            return Vec::new();
        }
        match (input, &self.phase) {
            (Input::Op(op), _) => self.op(op, now_ms),
            (Input::Opened(result), Phase::Opening) => match result {
                Ok(app) => {
                    self.package.clone_from(&app.package);
                    self.phase = Phase::Looking;
                    let opened = AppOpened {
                        package: app.package,
                        version: app.version,
                        activities: app.activities,
                        manifest: app.manifest,
                    };
                    vec![emit(Event::AppOpened(opened)), Effect::Look]
                }
                Err(error) => {
                    self.end(EndReason::CannotOpen { what: error.to_string(), hint: error.hint() })
                }
            },
            (Input::Looked(Ok(look)), Phase::Looking) => self.looked(look, now_ms),
            (Input::Looked(Err(error)), Phase::Looking) if error.is_lost() => {
                self.lost(error.to_string(), error.hint())
            }
            (Input::Looked(Err(error)), Phase::Looking) => {
                self.end(EndReason::DeviceLost { what: error.to_string() })
            }
            (Input::Proposed(proposed), Phase::Proposing) => self.proposed(proposed),
            (Input::Acted { result, took_ms }, Phase::Acting) => self.performed(result, took_ms),
            (Input::Reconnected(Ok(())), Phase::Reconnecting) => {
                self.phase = Phase::Looking;
                let what = "The device is back.".to_owned();
                vec![emit(Event::Warned(Warned { what, hint: None })), Effect::Look]
            }
            (Input::Reconnected(Err(error)), Phase::Reconnecting) => {
                self.end(EndReason::DeviceLost { what: error.to_string() })
            }
            (Input::Spent { usd }, _) => self.spent(usd),
            (Input::Way { to, way, go }, _) => self.way_found(to, way, go),
            _ => Vec::new(),
        }
    }

    fn performed(
        &mut self,
        result: Result<crate::device::Performed, crate::device::DeviceError>,
        took_ms: u64,
    ) -> Vec<Effect> {
        let step = self.step;
        let mut event =
            Performed { step, accepted: None, warnings: Vec::new(), failed: None, took_ms };
        match result {
            Ok(performed) => {
                if let Some(acted) = &mut self.acted {
                    acted.accepted.clone_from(&performed.accepted);
                }
                event.accepted = performed.accepted;
                event.warnings = performed.warnings;
                self.phase = Phase::Looking;
                vec![emit(Event::Performed(event)), Effect::Look]
            }
            Err(error) => {
                if let Some(acted) = &mut self.acted {
                    acted.failed = true;
                }
                event.failed = Some(error.to_string());
                let mut effects = vec![emit(Event::Performed(event))];
                if error.is_lost() {
                    effects.extend(self.lost(error.to_string(), error.hint()));
                } else {
                    self.phase = Phase::Looking;
                    effects.push(Effect::Look);
                }
                effects
            }
        }
    }

    /// Counts cost. Where that is all the auto run may take, the tester decides from here on, also
    /// about what is being thought of now.
    fn spent(&mut self, usd: f64) -> Vec<Effect> {
        self.spent_usd += usd;
        let auto = matches!(self.mode, Mode::Auto { .. });
        if auto && self.stops.usd.is_some_and(|stop| self.spent_usd >= stop) {
            return vec![self.hand_back("the money allowed is spent".into())];
        }
        Vec::new()
    }

    fn lost(&mut self, what: String, hint: Option<String>) -> Vec<Effect> {
        self.phase = Phase::Reconnecting;
        vec![emit(Event::Warned(Warned { what, hint })), Effect::Reconnect]
    }

    fn end(&mut self, reason: EndReason) -> Vec<Effect> {
        // An action that is given up while it is on its way was not performed as far as is known.
        let in_flight = self.phase == Phase::Acting;
        let ended = Ended { reason, steps: self.step - u64::from(in_flight) };
        self.phase = Phase::Ended;
        vec![emit(Event::Ended(ended)), Effect::Finish]
    }

    fn idle(&mut self) -> Effect {
        self.phase = Phase::Idle;
        emit(Event::Idled(Idled {}))
    }

    /// Hands back to the tester and says why: what ran by itself waits from here on.
    fn hand_back(&mut self, why: String) -> Effect {
        if self.mode != Mode::Step {
            self.mode = Mode::Approve;
        }
        emit(Event::ModeSet(ModeSet { mode: self.mode.clone(), why: Some(why) }))
    }

    fn stops_from_mode(&self, now_ms: u64) -> Stops {
        let Mode::Auto { until } = &self.mode else { return Stops::default() };
        Stops {
            step: until.steps.map(|steps| self.step + steps),
            ms: until.minutes.map(|minutes| now_ms.saturating_add(minutes_to_ms(minutes))),
            usd: until.cost_usd.map(|usd| self.spent_usd + usd),
            new_state: until.new_state,
            finding: until.finding,
        }
    }

    /// What the explorer must not propose again in this situation.
    pub fn refused(&self) -> &[Refusal] {
        &self.refused
    }

    /// What is left of the run's budget at `now_ms`.
    pub fn left(&self, now_ms: u64) -> Left {
        let Budget { steps, ms } = self.setup.budget;
        Left {
            steps: steps.map(|steps| steps.saturating_sub(self.step)),
            ms: ms.map(|ms| ms.saturating_sub(now_ms)),
        }
    }

    /// What the session is about.
    pub fn charter(&self) -> Option<&str> {
        self.charter.as_deref()
    }

    /// The tester's latest notes, the newest last.
    pub fn notes(&self) -> impl Iterator<Item = &String> {
        self.notes.iter()
    }

    /// The action that led to the present look.
    pub const fn last(&self) -> Option<&Done> {
        self.last.as_ref()
    }

    /// The latest look.
    pub fn look(&self) -> Option<&Look> {
        self.look.as_deref()
    }

    /// Actions performed or in flight.
    pub fn step(&self) -> u64 {
        self.step
    }
}

/// `minutes` in milliseconds; nonsense counts as none.
pub fn minutes_to_ms(minutes: f64) -> u64 {
    (minutes.max(0.0) * 60_000.0) as u64
}

fn emit(event: Event) -> Effect {
    Effect::Emit(Box::new(event))
}

fn proposal(machine: &mut Machine, proposed: Proposed, explorer: String) -> Proposal {
    machine.proposals += 1;
    Proposal {
        id: ProposalId(machine.proposals),
        step: machine.step + 1,
        action: proposed.action,
        key: proposed.key,
        explorer,
        why: proposed.why,
        alternatives: proposed.alternatives,
        plan: proposed.plan,
    }
}

/// What an action did, judged by the looks before and after it.
fn outcome(acted: &Acted, look: &Look, app: &str) -> Outcome {
    let belongs = |package: &str| crate::domain::screen::belongs_to(package, app);
    if !look.crashes.is_empty() {
        Outcome::Crashed
    } else if acted.failed {
        Outcome::Failed
    } else if belongs(&acted.package) && !belongs(&look.screen.package) {
        Outcome::LeftApp
    } else if acted.exact == look.state.exact {
        Outcome::None
    } else if acted.from == look.state.structural {
        Outcome::Content
    } else {
        Outcome::Moved
    }
}

#[cfg(test)]
mod tests;
