//! What all rules together cost a turn, by how many states are known.
//!
//! [`GrowingApp`] is explored by actions drawn at random until so many states were seen; then 1 000 more turns are
//! measured, in time on a processor. The findings of the oracle `rules` are recorded before the next event, so that
//! what is measured here delays each step.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use ridealong::domain::{Action, BlobId, DeviceKey};
use ridealong::model::abstraction;
use ridealong::oracle::{JudgedScreen, JudgedTurn, RulesOracle};
use ridealong::protocol::ActionOutcome;

use super::growing_app::GrowingApp;
use super::processor_time::ProcessorTimer;

/// Known states.
const SIZES: [usize; 2] = [500, 5_000];
/// Measured turns at each size.
const TURNS: usize = 1_000;

/// An app that is explored at random, and the rules that judge it.
struct JudgedWalk {
    app: GrowingApp,
    rules: RulesOracle,
    at: JudgedScreen,
    seen: BTreeSet<u64>,
    step: u64,
    /// The state of a generator of random numbers.
    random: u64,
}

impl JudgedWalk {
    fn new() -> Self {
        let app = GrowingApp::default();
        let at = judged(&app);
        let mut walk = Self {
            app,
            rules: RulesOracle::default(),
            at,
            seen: BTreeSet::new(),
            step: 0,
            random: 7,
        };
        let opening = walk.turn(None, None, walk.at.clone());
        walk.rules.findings(&opening);
        walk
    }

    fn turn(
        &self,
        action: Option<(Action, ActionOutcome)>,
        before: Option<JudgedScreen>,
        after: JudgedScreen,
    ) -> JudgedTurn {
        let (action, outcome) = action.unzip();
        let (crashes, properties, history) = (Vec::new(), Arc::default(), Vec::new());
        JudgedTurn { step: self.step, action, outcome, before, after, crashes, properties, history }
    }

    /// The turn of the next action.
    fn next(&mut self) -> JudgedTurn {
        let available = abstraction::available_actions(&self.at.screen);
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let drawn = usize::try_from(self.random >> 33).unwrap() % (available.len() + 1);
        let back = || Action::Key { key: DeviceKey::Back };
        let action = available.get(drawn).map_or_else(back, |available| available.action.clone());
        self.app.perform(&action);
        let after = judged(&self.app);
        let before = std::mem::replace(&mut self.at, after.clone());
        let outcome = if before.state.exact == after.state.exact {
            ActionOutcome::None
        } else if before.state.structural == after.state.structural {
            ActionOutcome::Content
        } else {
            ActionOutcome::Moved
        };
        self.step += 1;
        self.seen.insert(after.state.structural.0);
        self.turn(Some((action, outcome)), Some(before), after)
    }
}

fn judged(app: &GrowingApp) -> JudgedScreen {
    let screen = app.screen();
    let state = abstraction::state_ids(&screen);
    let picture = Some(BlobId::of_digest([0; 32]));
    JudgedScreen { screen: Arc::new(screen), state, picture, png: None, progress_ms: 0 }
}

/// Prints what a turn costs the rules, and how it grows.
#[expect(clippy::print_stdout, reason = "a bench prints its figures")]
pub fn print_growth() {
    println!(
        "\nA turn judged by all rules in µs: median, 95th percentile and maximum, by known states"
    );
    let mut walk = JudgedWalk::new();
    let timer = ProcessorTimer::new();
    let mut medians = Vec::new();
    for size in SIZES {
        while walk.seen.len() < size {
            let turn = walk.next();
            walk.rules.findings(&turn);
        }
        let mut costs: Vec<Duration> = Vec::new();
        for _ in 0..TURNS {
            let turn = walk.next();
            let began = timer.now();
            walk.rules.findings(&turn);
            costs.push(timer.now().saturating_sub(began));
        }
        costs.sort_unstable();
        let at = |share: usize| costs[(costs.len() - 1) * share / 100].as_secs_f64() * 1e6;
        let steps = walk.step;
        println!(
            "{size:>8} {:>10.1} {:>10.1} {:>10.1}  after {steps} steps",
            at(50),
            at(95),
            at(100)
        );
        medians.push(at(50));
    }
    println!("{} : {}  {:.2}", SIZES[1], SIZES[0], medians[1] / medians[0]);
}
