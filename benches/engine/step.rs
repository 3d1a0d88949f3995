//! What one step costs the engine at models of several sizes: propose, decide, learn.
//!
//! The app is made up: every state looks the same, and if an action leads follows from state and
//! action by a hash. Device, log and pictures are left out.

use std::sync::Arc;

use divan::{Bencher, counter::ItemsCount};
use futures_util::FutureExt as _;
use ridealong::device::{ActionReport, AppInfo};
use ridealong::domain::{
    ActionKey, AvailableAction, BlobId, Coverage, DeviceCapabilities, FaultEffects, Screen,
    StateId, StateIds,
};
use ridealong::engine::{
    EngineEffect, EngineInput, EngineObservation, GuardRules, MachineSetup, RunBudget, StepMachine,
};
use ridealong::explorer::{Explorer, ExplorerSettings, RemainingBudget, Situation, Systematic};
use ridealong::llm::Asker;
use ridealong::model::{BehaviourModel, abstraction};
use ridealong::protocol::{
    ActionOutcome, AppOpened, AutoLimits, Event, RunMode, StateDiscovered, TransitionLearned,
};

use super::dump::{APP, screen_of};

/// Steps in one measurement.
const STEPS: usize = 20;

/// How much of the app is explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// Something is untried in every fourth state.
    Partly,
    /// Something is untried in one state of a hundred.
    Mostly,
    /// Nothing is untried anywhere.
    Wholly,
}

impl Known {
    /// True if the last offers of this state are left untried.
    fn leaves(self, state: u64) -> bool {
        match self {
            Self::Partly => state.is_multiple_of(4),
            Self::Mostly => state % 100 == 50,
            Self::Wholly => false,
        }
    }
}

/// The app: which states there are, and if actions lead.
struct App {
    screen: Arc<Screen>,
    offers: Arc<[AvailableAction]>,
    states: u64,
}

impl App {
    /// One with about so many transitions.
    fn new(transitions: usize) -> Self {
        let screen = Arc::new(screen_of(60));
        let offers: Arc<[AvailableAction]> = abstraction::available_actions(&screen).into();
        let states = (transitions / (offers.len() + 3)).max(4) as u64;
        Self { screen, offers, states }
    }

    fn leads(&self, state: StateId, key: &ActionKey) -> StateId {
        let hash = key.as_str().bytes().fold(state.0 ^ 0x9e37_79b9, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        StateId(1 + (hash >> 7) % self.states)
    }

    fn explored(&self, known: Known) -> BehaviourModel {
        let mut model = BehaviourModel::default();
        let opened = AppOpened { package: APP.into(), ..AppOpened::default() };
        model.apply(&Event::AppOpened(opened));
        let shown = Screen { package: APP.into(), ..Screen::clone(&self.screen) };
        for state in 1..=self.states {
            model.apply(&Event::Discovered(StateDiscovered::of(
                state,
                StateId(state),
                format!("state {state}"),
                &shown,
                self.offers.to_vec(),
            )));
        }
        let unaimed = ["key menu", "rotate to landscape", "key back"]
            .map(|name| (ActionKey::new(name), ActionKey::new(name)));
        for state in 1..=self.states {
            let tried = self.offers.len() - if known.leaves(state) { 6 } else { 0 };
            let aimed = self.offers[..tried].iter();
            let aimed = aimed.map(|offer| (offer.key.clone(), offer.template.clone()));
            for (key, template) in aimed.chain(unaimed.clone()) {
                let from = StateId(state);
                let to = self.leads(from, &key);
                let outcome = ActionOutcome::Moved;
                model.apply(&Event::Learned(TransitionLearned {
                    step: 1,
                    from,
                    key,
                    template,
                    to,
                    outcome,
                }));
            }
        }
        model
    }

    fn look(&self, state: StateId) -> Box<EngineObservation> {
        Box::new(EngineObservation {
            screen: self.screen.clone(),
            state: StateIds { exact: state, structural: state },
            label: "state".into(),
            available: self.offers.clone(),
            screen_blob: BlobId::of_digest([0; 32]),
            picture: None,
            hierarchy: None,
            repainted: false,
            notices: Vec::new(),
            crashes: Vec::new(),
            coverage: Coverage::new(),
            fault_effects: FaultEffects::new(),
            progress_ms: 0,
            took_ms: 1,
        })
    }
}

/// Machine, model and explorer, wired as the driver does.
struct Engine {
    app: Arc<App>,
    model: Arc<BehaviourModel>,
    machine: StepMachine,
    explorer: Systematic,
    asker: Asker,
}

impl Engine {
    fn new(app: Arc<App>, model: BehaviourModel) -> Self {
        let mut machine = StepMachine::new(MachineSetup {
            explorer: "systematic".into(),
            mode: RunMode::Auto { until: AutoLimits::default() },
            budget: RunBudget::default(),
            guard: GuardRules::default(),
            attended: false,
        });
        machine.start();
        let info = AppInfo { package: APP.into(), ..AppInfo::default() };
        machine.handle(EngineInput::Opened(Ok(info)), 0);
        let explorer =
            Systematic::new(&ExplorerSettings { seed: 7, ..ExplorerSettings::default() }).unwrap();
        let mut engine = Self {
            app,
            model: Arc::new(model),
            machine,
            explorer,
            asker: Asker::without_model().0,
        };
        let first = engine.app.look(StateId(1));
        engine.take(EngineInput::Observed(Ok(first)));
        engine
    }

    fn take(&mut self, input: EngineInput) {
        for effect in self.machine.handle(input, 0) {
            if let EngineEffect::Emit(event) = effect
                && BehaviourModel::concerns(&event)
            {
                Arc::make_mut(&mut self.model).apply(&event);
            }
        }
    }

    fn step(&mut self) {
        let look = self.machine.observation().unwrap();
        let situation = Situation {
            step: self.machine.step() + 1,
            screen: look.screen.clone(),
            state: look.state,
            available: look.available.clone(),
            capabilities: DeviceCapabilities::PHONE,
            model: self.model.clone(),
            refused: self.machine.refused(),
            refusals: self.machine.refusals().clone(),
            guarded: self.machine.guarded(),
            charter: None,
            notes: Vec::new(),
            picture: None,
            last: None,
            attack_requests: Arc::default(),
            properties: Arc::default(),
            remaining: RemainingBudget::default(),
        };
        let proposed =
            self.explorer.propose(&situation, &mut self.asker).now_or_never().unwrap().unwrap();
        let next = self.app.leads(situation.state.structural, &proposed.key);
        drop(situation);
        self.take(EngineInput::Proposed(Some(proposed)));
        self.take(EngineInput::Performed { result: Ok(ActionReport::default()), took_ms: 1 });
        let look = self.app.look(next);
        self.take(EngineInput::Observed(Ok(look)));
    }
}

fn steps(bencher: Bencher, transitions: usize, known: Known) {
    let app = Arc::new(App::new(transitions));
    let model = app.explored(known);
    assert!(model.transitions() * 10 > transitions * 7, "{}", model.transitions());
    bencher
        .counter(ItemsCount::new(STEPS))
        .with_inputs(|| Engine::new(app.clone(), model.clone()))
        .bench_local_values(|mut engine| {
            for _ in 0..STEPS {
                engine.step();
            }
            engine
        });
}

#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 20, sample_size = 1)]
fn step_partly_known(bencher: Bencher, transitions: usize) {
    steps(bencher, transitions, Known::Partly);
}

#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 20, sample_size = 1)]
fn step_mostly_known(bencher: Bencher, transitions: usize) {
    steps(bencher, transitions, Known::Mostly);
}

#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 20, sample_size = 1)]
fn step_wholly_known(bencher: Bencher, transitions: usize) {
    steps(bencher, transitions, Known::Wholly);
}
