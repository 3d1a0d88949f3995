//! What a proposal costs each explorer, by how many states are known.
//!
//! Before anything is measured, [`GrowingApp`] is explored page by page until so many states are
//! known: on nine pages of ten everything is tried, on the others half of it, and the pages that
//! were opened last are not tried at all, so the frontier stays open. The explorer is asked on
//! each new page, as if a tester overrode its proposals.
//!
//! Then 240 proposals are measured in each of two regions ([`Region`]):
//!
//! - `open`: the explorer goes on by itself for 240 steps from the page that was tried last, with
//!   much that is untried near by;
//! - `exhausted`: the pages of which half was tried are finished first, so that nothing is left to
//!   try near the app's first page, and the explorer is asked on that page each time. What is
//!   untried is as far away as it can be, so a search for it goes over as many states as it ever
//!   will.
//!
//! A proposal that is drawn at random among the actions of the screen costs less than one that is
//! chosen, and how many of them are drawn depends on where the exploration stands. So the two are
//! counted apart ([`ProposalClass`]): the same work is compared at each size.
//!
//! At the end, [`print_growth`] prints median, 95th percentile and maximum for each explorer, region
//! and class, and how many times the cost at 500 states a proposal costs at 5 000; in time on a
//! processor ([`ProcessorTimer`]), so that a machine in use gives the same figures. Explorers ask no
//! model here; the chatbot, which proposes nothing without one, is left out.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;
use std::time::Duration;

use divan::Bencher;
use futures_util::FutureExt as _;
use ridealong::domain::{
    Action, ActionKey, AvailableAction, BlobId, DeviceCapabilities, DeviceKey, Screen, StateIds,
};
use ridealong::explorer::{
    self, Explorer, ExplorerProposal, ExplorerSettings, PerformedAction, RemainingBudget, Situation,
};
use ridealong::llm::Asker;
use ridealong::model::{BehaviourModel, abstraction};
use ridealong::protocol::{
    ActionOutcome, AppOpened, Event, ScreenObserved, StateDiscovered, TransitionLearned,
};

use super::dump::APP;
use super::growing_app::{GrowingApp, parent};
use super::processor_time::ProcessorTimer;

/// Known states.
const SIZES: [usize; 4] = [500, 1_000, 5_000, 20_000];
/// The sizes whose costs are compared.
const COMPARED: [usize; 2] = [500, 5_000];
/// Measured proposals in each case.
const STEPS: u32 = 240;
/// The fewest proposals of a class at both sizes for their costs to be compared.
const COMPARABLE: usize = 10;

/// What is printed as one row: an explorer, where it was, and what its proposals did.
type CostRow = (&'static str, Region, ProposalClass);
/// What each measured proposal took, by row and size.
type ProposalCosts = BTreeMap<(CostRow, usize), Vec<Duration>>;

thread_local! {
    /// The exploration that was measured last: it grows on to the next size.
    static EXPLORATION: RefCell<Option<Exploration>> = const { RefCell::new(None) };
    static COSTS: RefCell<ProposalCosts> = const { RefCell::new(BTreeMap::new()) };
}

/// What is untried around the page on which proposals are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Region {
    /// Much is untried near by.
    Open,
    /// What is untried is far away.
    Exhausted,
}

/// What an explorer did to make a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ProposalClass {
    /// It compared what is known: here, elsewhere, or both.
    Chosen,
    /// It drew one of the screen's actions at random, such as the next of a random sequence. The
    /// first of a sequence is chosen: it comes after a search that found nothing better.
    Drawn,
}

impl ProposalClass {
    /// What was done for `proposal`, by the reason that it gives to the tester.
    fn of(proposal: &ExplorerProposal) -> Self {
        let drawn = ["random sequence goes on", "rawn at random"];
        let is_drawn = drawn.iter().any(|reason| proposal.why.contains(reason));
        if is_drawn { Self::Drawn } else { Self::Chosen }
    }
}

impl Display for ProposalClass {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Chosen => "chosen",
            Self::Drawn => "drawn",
        })
    }
}

/// What is measured at once.
#[derive(Clone, Copy, Debug)]
struct Case {
    states: usize,
    region: Region,
}

impl Display for Case {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.states, self.region)
    }
}

impl Display for Region {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "open",
            Self::Exhausted => "exhausted",
        })
    }
}

/// The cases, in an order in which one exploration can grow through all of them.
fn cases() -> impl Iterator<Item = Case> {
    let regions = [Region::Open, Region::Exhausted];
    SIZES.into_iter().flat_map(move |states| regions.map(|region| Case { states, region }))
}

/// An explorer with the app that it explores.
struct Exploration {
    name: &'static str,
    app: GrowingApp,
    /// Pages still to be tried, in the order in which they were found.
    pages: VecDeque<u64>,
    tried_pages: u64,
    /// Pages of which half was tried.
    half_tried: Vec<u64>,
    model: Arc<BehaviourModel>,
    explorer: Box<dyn Explorer>,
    asker: Asker,
    here: Situation,
}

impl Exploration {
    fn new(name: &'static str) -> Self {
        let app = GrowingApp::default();
        let mut model = BehaviourModel::default();
        let opened = AppOpened { package: APP.into(), ..AppOpened::default() };
        model.apply(&Event::AppOpened(opened));
        let mut model = Arc::new(model);
        let here = observed(&app, &mut model, 0, None);
        let settings = ExplorerSettings { seed: 7, ..ExplorerSettings::default() };
        Self {
            name,
            app,
            pages: VecDeque::from([0]),
            tried_pages: 0,
            half_tried: Vec::new(),
            model,
            explorer: (explorer::find(name).unwrap().make)(&settings).unwrap(),
            asker: Asker::without_model().0,
            here,
        }
    }

    /// Explores until `states` are known.
    fn grow(&mut self, states: usize) {
        while self.model.states().len() < states {
            let page = self.pages.pop_front().unwrap();
            self.tried_pages += 1;
            let half = self.tried_pages.is_multiple_of(10);
            self.try_page(page, |at, all| !half || at < all / 2);
            if half {
                self.half_tried.push(page);
            }
        }
    }

    /// Tries the rest of the pages of which half was tried, and goes to the first page.
    fn exhaust(&mut self) {
        for page in std::mem::take(&mut self.half_tried) {
            self.try_page(page, |at, all| at >= all / 2);
        }
        self.walk(0);
    }

    /// Tries those actions of `page` that `is_tried` accepts by their place among so many.
    fn try_page(&mut self, page: u64, is_tried: impl Fn(usize, usize) -> bool) {
        self.walk(page);
        let offers = self.here.available.to_vec();
        let all = offers.len();
        for (_, offer) in offers.into_iter().enumerate().filter(|(at, _)| is_tried(*at, all)) {
            self.act(&offer);
            if self.app.page != page && parent(self.app.page) == page {
                self.act(&back());
            } else {
                self.walk(page);
            }
        }
    }

    /// Goes to `page`: back to the last page from which it can be reached by taps alone, and on.
    fn walk(&mut self, page: u64) {
        let ancestors = |page: u64| {
            std::iter::successors(Some(page), |page| (*page > 0).then(|| parent(*page)))
        };
        while ancestors(page).all(|over| over != self.app.page) {
            self.act(&back());
        }
        let mut path: Vec<u64> =
            ancestors(page).take_while(|over| *over != self.app.page).collect();
        while let Some(next) = path.pop() {
            let offers = self.here.available.clone();
            let leads = |offer: &&AvailableAction| {
                let mut app = GrowingApp::at(self.app.page);
                offer.action.target().is_some() && {
                    app.perform(&offer.action);
                    app.page == next
                }
            };
            let offer = offers.iter().find(leads).unwrap().clone();
            self.act(&offer);
        }
    }

    /// Performs `offer`; on a new page the explorer is asked.
    fn act(&mut self, offer: &AvailableAction) {
        let known = self.model.states().len();
        self.perform(&offer.action, &offer.key, &offer.template);
        if self.model.states().len() > known {
            self.pages.push_back(self.app.page);
            self.propose();
        }
    }

    fn perform(&mut self, action: &Action, key: &ActionKey, template: &ActionKey) {
        let before = (self.here.state, self.here.screen.clone());
        let step = self.here.step;
        self.app.perform(action);
        // The explorer's copy of the model is given back before anything is learned, as the
        // engine does.
        self.here.model = Arc::default();
        let done = (action.clone(), key.clone(), template.clone(), before);
        self.here = observed(&self.app, &mut self.model, step, Some(done));
        if let Some(done) = &self.here.last {
            self.explorer.learn(done, &self.here);
        }
    }

    fn propose(&mut self) -> Option<ExplorerProposal> {
        self.explorer.propose(&self.here, &mut self.asker).now_or_never().unwrap()
    }

    /// Performs what was proposed.
    fn follow(&mut self, proposed: &ExplorerProposal) {
        let known = self.here.available.iter().find(|offer| offer.key == proposed.key);
        let template = known.map_or_else(|| proposed.key.clone(), |offer| offer.template.clone());
        let states = self.model.states().len();
        self.perform(&proposed.action, &proposed.key, &template);
        if self.model.states().len() > states {
            self.pages.push_back(self.app.page);
        }
    }
}

fn back() -> AvailableAction {
    let key = ActionKey::new("key back");
    let action = Action::Key { key: DeviceKey::Back };
    AvailableAction { action, key: key.clone(), template: key }
}

/// An action with its key and template, and the screen it was performed on.
type LastAction = (Action, ActionKey, ActionKey, (StateIds, Arc<Screen>));

/// Observes `app` after `done`, an action with its names, and the state and screen it was performed on.
fn observed(
    app: &GrowingApp,
    model: &mut Arc<BehaviourModel>,
    step: u64,
    done: Option<LastAction>,
) -> Situation {
    let screen = app.screen();
    let state = abstraction::state_ids(&screen);
    let available: Arc<[AvailableAction]> = abstraction::available_actions(&screen).into();
    assert!(Arc::get_mut(model).is_some(), "nobody else has the model, so it is not copied");
    let folded = Arc::make_mut(model);
    if folded.state(state.structural).is_none() {
        folded.apply(&Event::Discovered(StateDiscovered::of(
            step,
            state.structural,
            abstraction::label(&screen),
            &screen,
            available.to_vec(),
        )));
    }
    folded.apply(&Event::Observed(ScreenObserved::of(
        step,
        state,
        &screen,
        BlobId::of_digest([0; 32]),
    )));
    let last = done.map(|(action, key, template, (before, screen_before))| {
        let outcome = if before.exact == state.exact {
            ActionOutcome::None
        } else if before.structural == state.structural {
            ActionOutcome::Content
        } else {
            ActionOutcome::Moved
        };
        folded.apply(&Event::Learned(TransitionLearned {
            step,
            from: before.structural,
            key: key.clone(),
            template,
            to: state.structural,
            outcome,
        }));
        PerformedAction {
            step,
            from: before.structural,
            exact: before.exact,
            before: screen_before,
            action,
            key,
            accepted: None,
            failed: false,
            outcome,
            progress_ms: 0,
        }
    });
    Situation {
        step: step + 1,
        screen: Arc::new(screen),
        state,
        available,
        model: model.clone(),
        refused: Vec::new(),
        refusals: Arc::default(),
        guarded: Arc::default(),
        charter: None,
        notes: Vec::new(),
        picture: None,
        last,
        attack_requests: Arc::default(),
        properties: Arc::default(),
        remaining: RemainingBudget::default(),
        capabilities: DeviceCapabilities::PHONE,
    }
}

fn proposals(bencher: Bencher, name: &'static str, case: Case) {
    let Case { states, region } = case;
    let kept = EXPLORATION.take();
    let kept = kept.filter(|kept| kept.name == name && kept.model.states().len() <= states * 2);
    let mut exploration = kept.unwrap_or_else(|| Exploration::new(name));
    exploration.grow(states);
    if region == Region::Exhausted {
        exploration.exhaust();
    }
    let exploration = RefCell::new(exploration);
    let proposed: RefCell<Option<ExplorerProposal>> =
        RefCell::new(exploration.borrow_mut().propose());
    let costs = RefCell::new(Vec::new());
    let timer = ProcessorTimer::new();
    bencher
        .with_inputs(|| {
            let next = proposed.take().unwrap();
            let mut exploration = exploration.borrow_mut();
            exploration.follow(&next);
            if region == Region::Exhausted {
                exploration.walk(0);
            }
        })
        .bench_local_values(|()| {
            let mut exploration = exploration.borrow_mut();
            let began = timer.now();
            let next = exploration.propose();
            let took = timer.now().saturating_sub(began);
            if let Some(next) = &next {
                costs.borrow_mut().push((ProposalClass::of(next), took));
            }
            proposed.replace(next);
        });
    COSTS.with_borrow_mut(|all| {
        for (class, cost) in costs.into_inner() {
            all.entry(((name, region, class), states)).or_default().push(cost);
        }
    });
    EXPLORATION.set(Some(exploration.into_inner()));
}

/// What the proposals of one row cost at one size, in milliseconds.
struct CostSummary {
    count: usize,
    median: f64,
    percentile_95: f64,
    maximum: f64,
}

impl CostSummary {
    fn of(mut costs: Vec<Duration>) -> Self {
        costs.sort_unstable();
        let at = |share: usize| costs[(costs.len() - 1) * share / 100].as_secs_f64() * 1e3;
        Self { count: costs.len(), median: at(50), percentile_95: at(95), maximum: at(100) }
    }
}

impl Display for CostSummary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { count, median, percentile_95, maximum } = self;
        write!(f, "{median:.3} {percentile_95:.3} {maximum:.3} ({count})")
    }
}

/// Prints what the proposals that were measured cost, and how it grows.
#[expect(clippy::print_stdout, reason = "a bench prints its figures")]
pub fn print_growth() {
    let costs: BTreeMap<_, CostSummary> =
        COSTS.take().into_iter().map(|(case, costs)| (case, CostSummary::of(costs))).collect();
    if costs.is_empty() {
        return;
    }
    println!("\nA proposal in ms: median, 95th percentile and maximum (how many), by known states");
    let sizes: String = SIZES.iter().map(|states| format!("{states:>26}")).collect();
    println!("{:<32}{sizes}   5000 : 500, median and 95th percentile", "");
    let rows: BTreeSet<CostRow> = costs.keys().map(|(row, _)| *row).collect();
    for row in rows {
        let (name, region, class) = row;
        let of = |states: usize| costs.get(&(row, states));
        let cells = SIZES.map(|states| of(states).map_or_else(String::new, ToString::to_string));
        let cells: String = cells.iter().map(|cell| format!("{cell:>26}")).collect();
        let [few, many] = COMPARED.map(|states| of(states).filter(|it| it.count >= COMPARABLE));
        let growth = few.zip(many).map_or_else(String::new, |(few, many)| {
            let median = many.median / few.median;
            format!("{median:.2} {:.2}", many.percentile_95 / few.percentile_95)
        });
        println!("{:<32}{cells}{growth:>13}", format!("{name}, {region}, {class}"));
    }
}

/// What it learns from the step before is part of its proposal.
#[divan::bench(args = cases(), sample_count = STEPS, sample_size = 1)]
fn dino_droid(bencher: Bencher, case: Case) {
    proposals(bencher, "dino-droid", case);
}

#[divan::bench(args = cases(), sample_count = STEPS, sample_size = 1)]
fn elevate_by_rules(bencher: Bencher, case: Case) {
    proposals(bencher, "elevate", case);
}

#[divan::bench(args = cases(), sample_count = STEPS, sample_size = 1)]
fn monkey(bencher: Bencher, case: Case) {
    proposals(bencher, "monkey", case);
}

#[divan::bench(args = cases(), sample_count = STEPS, sample_size = 1)]
fn systematic(bencher: Bencher, case: Case) {
    proposals(bencher, "systematic", case);
}

#[divan::bench(args = cases(), sample_count = STEPS, sample_size = 1)]
fn vitas(bencher: Bencher, case: Case) {
    proposals(bencher, "vitas", case);
}

#[divan::bench(args = cases(), sample_count = STEPS, sample_size = 1)]
fn vlm_fuzz_by_rules(bencher: Bencher, case: Case) {
    proposals(bencher, "vlm-fuzz", case);
}
