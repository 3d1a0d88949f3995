//! What a tactic is, and what the tactics share.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use rand::SeedableRng as _;
use rand::rngs::StdRng;

use super::budget::ComponentBudget;
use super::memory::FuzzMemory;
use super::moves::ScreenMove;
use super::path_following::KnownPaths;
use super::weights::VlmFuzzWeights;
use crate::domain::{Action, DeviceKey, Screen};
use crate::explorer::shared::look_alikes::StepGain;
use crate::explorer::{ExplorerProposal, PerformedAction, Situation};
use crate::protocol::Alternative;

/// One way to come to the next action. Tactics are asked in the order that the module documents:
/// first to continue what they began, then for something new.
pub(super) trait Tactic {
    /// Takes in what the last action did, whoever chose it.
    fn learn(&mut self, _turn: &LearnedTurn<'_>, _shared: &mut FuzzShared) {}

    /// The next step of what it began.
    fn resume(&mut self, _situation: &Situation, _shared: &mut FuzzShared) -> Option<NextStep> {
        None
    }

    /// The first step of something new.
    fn propose(&mut self, _situation: &Situation, _shared: &mut FuzzShared) -> Option<NextStep> {
        None
    }

    /// Gives up what it began: something else came up.
    fn cancel(&mut self) {}
}

/// What a tactic wants to do next.
pub(super) enum NextStep {
    /// This, which is one action.
    Act(Box<ExplorerProposal>),
    /// A pair of actions at once, with its reason.
    Interrupt(Action, String),
    /// This move.
    Begin(Box<ChosenMove>),
}

/// A move that is to be begun.
pub(super) struct ChosenMove {
    pub chosen: ScreenMove,
    pub why: String,
    pub alternatives: Vec<Alternative>,
}

impl From<ExplorerProposal> for NextStep {
    fn from(proposal: ExplorerProposal) -> Self {
        Self::Act(Box::new(proposal))
    }
}

impl NextStep {
    /// Begins `chosen`.
    pub(super) fn begin(chosen: ScreenMove, why: String) -> Self {
        Self::Begin(Box::new(ChosenMove { chosen, why, alternatives: Vec::new() }))
    }
}

/// The last action and what it led to.
pub(super) struct LearnedTurn<'a> {
    pub situation: &'a Situation,
    pub done: &'a PerformedAction,
    /// What was on screen before it.
    pub before: &'a Screen,
    /// True if no form and no burst was going on.
    pub is_free: bool,
}

/// Which parts are switched on.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each part is switched on or off by itself")]
pub(super) struct EnabledParts {
    pub budget: bool,
    pub forms: bool,
    pub gestures: bool,
    pub probes: bool,
    pub system: bool,
    pub vision: bool,
}

impl EnabledParts {
    /// All but those that are named.
    pub(super) fn without(disabled: &[String]) -> Self {
        let has = |part: &str| disabled.iter().all(|disabled| disabled != part);
        Self {
            budget: has("budget"),
            forms: has("forms"),
            gestures: has("gestures"),
            probes: has("probes"),
            system: has("system"),
            vision: has("vision"),
        }
    }
}

/// What the tactics share: what is known of the app, and what is random.
pub(super) struct FuzzShared {
    pub weights: Arc<VlmFuzzWeights>,
    pub parts: EnabledParts,
    pub random: StdRng,
    pub memory: FuzzMemory,
    pub budget: ComponentBudget,
    pub paths: KnownPaths,
    /// What may come to the app by itself at any moment, with the yield of each while it is busy.
    pub unasked: Vec<(Action, f64)>,
    /// The last action destroyed something.
    pub destroyed: bool,
    /// What the last action showed.
    pub gain: StepGain,
    /// Waits in a row that led nowhere.
    pub waits_without_effect: u32,
    /// How often widgets of each class of an activity used invalid text.
    pub text_uses: HashMap<(String, usize), u32>,
    seed: u64,
}

impl FuzzShared {
    /// Nothing is known yet.
    pub(super) fn new(seed: u64, weights: VlmFuzzWeights, parts: EnabledParts) -> Self {
        let weights = Arc::new(weights);
        Self {
            parts,
            random: StdRng::seed_from_u64(seed),
            memory: FuzzMemory::new(Arc::clone(&weights)),
            budget: ComponentBudget::new(Arc::clone(&weights)),
            paths: KnownPaths::new(Arc::clone(&weights)),
            unasked: Vec::new(),
            destroyed: false,
            gain: StepGain::default(),
            waits_without_effect: 0,
            text_uses: HashMap::new(),
            seed,
            weights,
        }
    }

    /// Changes the yields of `moves` a little, so that equals come in an order of the seed.
    pub(super) fn break_ties(&self, moves: &mut [ScreenMove]) {
        for item in moves {
            let mut hasher = DefaultHasher::new();
            (self.seed, item.id.to_string().as_str()).hash(&mut hasher);
            let part = hasher.finish() as f64 / u64::MAX as f64 * 2.0 - 1.0;
            item.base_yield *= 1.0 + part * self.weights.tie_break;
        }
    }

    /// What can be done on the present screen and was not refused, with what is expected of it, the
    /// best first; equals as on the screen.
    pub(super) fn ranked(&self, situation: &Situation) -> Vec<(ScreenMove, f64)> {
        let here = situation.state.structural;
        let allowed = |item: &&ScreenMove| item.form().is_some() || !is_refused(situation, item);
        let moves = self.memory.moves(here).iter().filter(allowed);
        let mut ranked: Vec<(ScreenMove, f64)> =
            moves.map(|item| (item.clone(), self.memory.expected_now(here, item))).collect();
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
        ranked
    }

    /// The factor for everything in the component `name`.
    pub(super) fn share_factor(&self, name: &str, situation: &Situation) -> f64 {
        let spent = self.parts.budget && self.budget.is_spent(name, situation.remaining);
        if spent { self.weights.factor_share_spent } else { 1.0 }
    }
}

/// True if the action that `item` begins with was refused here.
pub(super) fn is_refused(situation: &Situation, item: &ScreenMove) -> bool {
    let refused = |action| situation.is_refused(&situation.key_of(action).0);
    !situation.refused.is_empty() && item.action().is_some_and(refused)
}

/// True if the device can perform the action that `item` begins with.
pub(super) fn is_performable(situation: &Situation, item: &ScreenMove) -> bool {
    item.action().is_none_or(|action| situation.allows(action))
}

/// `action` as a proposal, unless it was refused here.
pub(super) fn propose(
    situation: &Situation,
    action: Action,
    why: impl Into<String>,
) -> Option<ExplorerProposal> {
    let (key, _) = situation.key_of(&action);
    (!situation.is_refused(&key)).then(|| ExplorerProposal::of(action, key, why))
}

/// True if BACK comes last in `pair`, and would only close the keyboard.
pub(super) fn is_taken_by_keyboard(screen: &Screen, pair: &Action) -> bool {
    screen.keyboard && *pair.last() == Action::Key { key: DeviceKey::Back }
}

/// `text` with a capital at its beginning, and a full stop.
pub(super) fn sentence(text: &str) -> String {
    format!("{}.", capitalised(text))
}

/// `text` with a capital at its beginning.
pub(super) fn capitalised(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}
