//! What the workers of a fleet know together: several sessions that explore the same app at once.
//!
//! Each worker has a [`FleetLink`]. What its session learns that nobody knew goes into a ledger, and before each
//! proposal it takes over what others have added since. What a worker is about to try, and the work that it walks
//! to, it *claims*: for the others it counts as tried until it is done, the lease is over, or the worker ends.
//! Nothing of it is written to the logs: each holds what its own worker saw.

mod findings;
mod stop;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::domain::{ActionKey, Coverage, JointCoverage, StateId};
use crate::engine::guard::HeldRefusal;
use crate::engine::machine::answered::{RecordedAnswers, ScreenSource};
use crate::explorer::{ExplorerNews, ExplorerProposal};
use crate::model::{BehaviourModel, KnownAction, StateNode, frontier};
use crate::protocol::{ActionOutcome, Event, TransitionLearned};

pub use findings::{FleetFinding, FleetFindings};
pub use stop::FleetStop;

/// How long a claim holds if nothing is heard of its worker.
const LEASE: Duration = Duration::from_secs(60);

/// The ledgers of a fleet, one for each app.
#[derive(Debug)]
pub struct FleetKnowledge {
    apps: Mutex<HashMap<String, Arc<Mutex<AppLedger>>>>,
    /// How many links there were.
    links: AtomicUsize,
    lease: Duration,
    /// False if workers tell each other nothing, and the ledger merely counts.
    shares: bool,
}

/// How much a fleet knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FleetCounts {
    /// Structural states.
    pub states: usize,
    /// Transitions: (state, action, state).
    pub transitions: usize,
    /// Performed actions that had been performed in the same state by another worker before.
    pub repeated: u64,
    /// Performed actions.
    pub performed: u64,
}

/// What workers tell each other beside what their logs hold.
#[derive(Clone, Debug, Default)]
pub(super) struct FleetNews {
    /// What explorers have found out.
    pub news: Vec<ExplorerNews>,
    /// What guards held and was refused.
    pub held: Vec<HeldRefusal>,
}

/// What is known of one app.
#[derive(Debug, Default)]
struct AppLedger {
    /// What was found out, each with the worker that did.
    facts: Vec<(usize, Arc<Event>)>,
    /// What explorers have told others of their kind, each with the number of the link it came from.
    news: Vec<(usize, ExplorerNews)>,
    /// What guards held and was refused, in the same way.
    held: Vec<(usize, HeldRefusal)>,
    states: HashSet<StateId>,
    transitions: HashSet<(StateId, ActionKey, StateId)>,
    /// Who performed an action first.
    performers: HashMap<(StateId, ActionKey), usize>,
    claims: HashMap<(StateId, ActionKey), WorkClaim>,
    covered: JointCoverage,
    counts: FleetCounts,
}

/// Work that a worker is about to do.
#[derive(Clone, Copy, Debug)]
struct WorkClaim {
    worker: usize,
    until: Instant,
}

impl FleetKnowledge {
    /// Nothing known yet; `shares` is false for workers that explore each by itself.
    pub fn new(shares: bool) -> Arc<Self> {
        Self::with_lease(shares, LEASE)
    }

    fn with_lease(shares: bool, lease: Duration) -> Arc<Self> {
        Arc::new(Self { apps: Mutex::default(), links: AtomicUsize::new(0), lease, shares })
    }

    /// The connection of worker number `worker`.
    pub fn link(self: &Arc<Self>, worker: usize) -> FleetLink {
        FleetLink {
            knowledge: Arc::clone(self),
            worker,
            number: self.links.fetch_add(1, Ordering::Relaxed),
            ledger: None,
            taken: 0,
            heard: (0, 0),
            foreign: HashSet::new(),
        }
    }

    /// How much is known of all apps together.
    pub fn counts(&self) -> FleetCounts {
        let apps = self.apps.lock().unwrap_or_else(PoisonError::into_inner);
        apps.values().fold(FleetCounts::default(), |sum, ledger| {
            let counts = ledger.lock().unwrap_or_else(PoisonError::into_inner).counts;
            FleetCounts {
                states: sum.states + counts.states,
                transitions: sum.transitions + counts.transitions,
                repeated: sum.repeated + counts.repeated,
                performed: sum.performed + counts.performed,
            }
        })
    }

    /// What of all apps is covered by all workers together, by kind of coverage.
    pub fn coverage(&self) -> Coverage {
        let apps = self.apps.lock().unwrap_or_else(PoisonError::into_inner);
        let mut sum = Coverage::new();
        for ledger in apps.values() {
            let ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            for (kind, count) in ledger.covered.coverage() {
                let all = sum.entry(kind).or_default();
                all.covered += count.covered;
                all.total += count.total;
            }
        }
        sum
    }

    fn ledger(&self, app: &str) -> Arc<Mutex<AppLedger>> {
        let mut apps = self.apps.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(apps.entry(app.to_owned()).or_default())
    }
}

/// A worker's connection to what the fleet knows. Its claims end with it.
#[derive(Debug)]
pub struct FleetLink {
    knowledge: Arc<FleetKnowledge>,
    worker: usize,
    /// No other link has it. A worker that is started again has another link, and hears what it told before.
    number: usize,
    /// That of its app, once the app is known.
    ledger: Option<Arc<Mutex<AppLedger>>>,
    /// So many facts were taken over.
    taken: usize,
    /// So much news and so many refusals were heard.
    heard: (usize, usize),
    /// Claims of others that the worker's model holds.
    foreign: HashSet<(StateId, ActionKey)>,
}

impl FleetLink {
    /// Adds what `event` of the worker's session says and nobody knew.
    pub fn publish(&mut self, event: &Event) {
        self.join(event);
        let Some(ledger) = &self.ledger else { return };
        let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
        if let Event::Learned(learned) = event {
            ledger.count(self.worker, learned);
        }
        ledger.add(self.worker, event);
    }

    /// Adds what the session has recorded in an earlier span. It counts as no work of this one.
    pub fn restore(&mut self, event: &Event) {
        self.join(event);
        let Some(ledger) = &self.ledger else { return };
        ledger.lock().unwrap_or_else(PoisonError::into_inner).add(self.worker, event);
    }

    /// Adds what guards held and was refused in earlier spans of the session, whose screens `screens` reads.
    pub fn restore_held(&mut self, history: &[Event], screens: ScreenSource<'_>) {
        let mut recorded = RecordedAnswers::new(screens);
        history.iter().for_each(|event| recorded.apply(event));
        let Some(ledger) = &self.ledger else { return };
        let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
        for held in recorded.held {
            // A worker that is started again has told most of it before.
            if ledger.held.iter().all(|(_, known)| *known != held) {
                ledger.held.push((self.number, held));
            }
        }
    }

    /// Finds the ledger of the app that the session is about.
    fn join(&mut self, event: &Event) {
        if let (None, Event::AppOpened(opened)) = (&self.ledger, event) {
            self.ledger = Some(self.knowledge.ledger(&opened.package));
        }
    }

    /// Takes what others have found out, and what they claim, into `model`.
    pub(super) fn take_into(&mut self, model: &mut BehaviourModel) {
        let Some(ledger) = self.ledger.as_ref().filter(|_| self.knowledge.shares) else { return };
        let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = ledger.facts.get(self.taken..).unwrap_or_default();
        let fresh: Vec<Arc<Event>> = fresh
            .iter()
            .filter(|(worker, _)| *worker != self.worker)
            .map(|(_, fact)| Arc::clone(fact))
            .collect();
        self.taken = ledger.facts.len();
        let claimed = ledger.claims_of_others(self.worker);
        drop(ledger);
        fresh.iter().for_each(|fact| model.apply(fact));
        for (state, key) in self.foreign.difference(&claimed) {
            model.set_claimed(*state, key, false);
        }
        for (state, key) in &claimed {
            model.set_claimed(*state, key, true);
        }
        self.foreign = claimed;
    }

    /// Tells the others what the worker has found out.
    pub(super) fn tell(&self, told: FleetNews) {
        let Some(ledger) = self.ledger.as_ref().filter(|_| self.knowledge.shares) else { return };
        let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
        ledger.news.extend(told.news.into_iter().map(|news| (self.number, news)));
        ledger.held.extend(told.held.into_iter().map(|held| (self.number, held)));
    }

    /// What others have told since the last time.
    pub(super) fn hear(&mut self) -> FleetNews {
        let Some(ledger) = self.ledger.as_ref().filter(|_| self.knowledge.shares) else {
            return FleetNews::default();
        };
        let ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
        let (news, held) = self.heard;
        self.heard = (ledger.news.len(), ledger.held.len());
        FleetNews {
            news: of_others(ledger.news.get(news..), self.number),
            held: of_others(ledger.held.get(held..), self.number),
        }
    }

    /// Claims what `proposal` tries in the state `here`, and one untried action of the state that it is on the
    /// way to. The worker's earlier claims end. What was tried before is no work but walking, which others may do
    /// meanwhile.
    pub(super) fn claim(&self, proposal: &ExplorerProposal, here: StateId, model: &BehaviourModel) {
        let Some(ledger) = self.ledger.as_ref().filter(|_| self.knowledge.shares) else { return };
        let node = model.state(here);
        let offers = |node: &StateNode| node.available.iter().any(|it| it.key == proposal.key);
        let tried = node.and_then(|node| node.edges.get(&proposal.key));
        let present = node.filter(|node| tried.is_none() && offers(node));
        let goal = proposal.goal.or_else(|| tried?.likeliest()).filter(|goal| *goal != here);
        let goal = goal.and_then(|goal| model.state(goal));
        let work = goal.and_then(|node| {
            let is_untried = |it: &&KnownAction| frontier::is_untried(node, &it.key, &it.template);
            node.available.iter().find(is_untried).map(|known| (node.id, known.key.clone()))
        });
        let claim = WorkClaim { worker: self.worker, until: Instant::now() + self.knowledge.lease };
        let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
        ledger.release(self.worker);
        for work in present.map(|_| (here, proposal.key.clone())).into_iter().chain(work) {
            ledger.claims.entry(work).or_insert(claim);
        }
    }

    /// Lets go of the claims of others on the state `here` of `model`; false if there were none.
    pub(super) fn overlook(&mut self, here: StateId, model: &mut BehaviourModel) -> bool {
        let claimed: Vec<_> = self.foreign.extract_if(|(state, _)| *state == here).collect();
        claimed.iter().for_each(|(state, key)| model.set_claimed(*state, key, false));
        !claimed.is_empty()
    }
}

/// What of `told` came from other links than `own`.
fn of_others<T: Clone>(told: Option<&[(usize, T)]>, own: usize) -> Vec<T> {
    let others = told.unwrap_or_default().iter().filter(|(link, _)| *link != own);
    others.map(|(_, told)| told.clone()).collect()
}

impl Drop for FleetLink {
    fn drop(&mut self) {
        if let Some(ledger) = &self.ledger {
            ledger.lock().unwrap_or_else(PoisonError::into_inner).release(self.worker);
        }
    }
}

impl AppLedger {
    fn add(&mut self, worker: usize, event: &Event) {
        let is_new = match event {
            Event::Discovered(found) => self.states.insert(found.state),
            Event::Learned(learned) => {
                let TransitionLearned { from, key, to, outcome, .. } = learned;
                self.performers.entry((*from, key.clone())).or_insert(worker);
                *outcome != ActionOutcome::Failed
                    && self.transitions.insert((*from, key.clone(), *to))
            }
            Event::ActionsAdded(_) => true,
            Event::Covered(counted) => {
                self.covered.count(counted);
                false
            }
            Event::PartsCovered(parts) => {
                self.covered.add(parts);
                false
            }
            _ => false,
        };
        self.counts.states = self.states.len();
        self.counts.transitions = self.transitions.len();
        if is_new {
            self.facts.push((worker, Arc::new(event.clone())));
        }
    }

    /// Counts a performed action, which ends the claim on it.
    fn count(&mut self, worker: usize, learned: &TransitionLearned) {
        let work = (learned.from, learned.key.clone());
        self.counts.performed += 1;
        let first = self.performers.get(&work).copied();
        self.counts.repeated += u64::from(first.is_some_and(|first| first != worker));
        self.claims.remove(&work);
    }

    fn claims_of_others(&mut self, worker: usize) -> HashSet<(StateId, ActionKey)> {
        let now = Instant::now();
        self.claims.retain(|_, claim| claim.until > now);
        let others = self.claims.iter().filter(|(_, claim)| claim.worker != worker);
        others.map(|(work, _)| work.clone()).collect()
    }

    fn release(&mut self, worker: usize) {
        self.claims.retain(|_, claim| claim.worker != worker);
    }
}

#[cfg(test)]
mod tests;
