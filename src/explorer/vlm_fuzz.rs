//! VLM-Fuzz (arXiv 2504.11675): depth-first exploration by rules, with a vision model only if it
//! pays. Beyond the paper there are form variants with invalid values, gestures, and bursts.
//!
//! Each way to come to the next action is a tactic (`tactic::Tactic`). All of them learn what the
//! last action did. Then they are asked in this order, and the first that has a step decides (the
//! paper's algorithms 1 to 4 as a state machine). What was begun goes on before anything new begins.
//!
//! | tactic | what it does |
//! |---|---|
//! | `system` | changes back what was changed in the system |
//! | `outside` | answers questions of the system, and comes back from other apps |
//! | `probes` | turns the device back |
//! | `tour` | starts each activity once, to see how much there is to do in it |
//! | `vision_plans` | carries out what the vision model planned for this screen |
//! | `sequences` | continues a sequence |
//! | `form_filling` | continues to fill in a form |
//! | `gestures` | continues a burst of touches |
//! | `interruptions` | leaves an app that a press keeps busy |
//! | `path_following` | continues along a path |
//! | `text_uses` | uses invalid text before it is saved |
//! | `begun_forms` | sends what was typed, further down on the page if the button is there |
//! | `mode_strokes` | uses what the app draws itself after a press that may have changed what that does |
//! | `returning` | does the best move here, or goes where more is expected for each step |
//! | `anything` | does random bursts, if everything known is done |
//!
//! If one of the first two decides, the others give up what they began. A move of the screen can be
//! more than one action; `VlmFuzz::begin` hands it to the tactic that carries it out. Screens that
//! a move leads to are explored before this one is continued, since paths cost steps. Equals come
//! in an order of the seed. All tuned numbers are in `weights`.

mod aiming;
mod anything;
mod available_moves;
mod begun_forms;
mod budget;
mod draining;
mod form_filling;
mod gestures;
mod interruptions;
mod memory;
mod mode_strokes;
mod move_tags;
mod moves;
mod news;
mod outside;
mod path_following;
mod probes;
mod returning;
mod sequences;
mod system;
mod tactic;
mod tag_record;
#[cfg(test)]
mod tests;
mod text_uses;
mod tour;
pub mod vision;
mod vision_plans;
pub mod weights;
mod words;
mod yield_index;

use self::anything::AnyMove;
use self::begun_forms::BegunForms;
use self::form_filling::FormFilling;
use self::gestures::TouchBurst;
use self::interruptions::Interruptions;
use self::moves::{MoveKind, ScreenMove};
use self::news::FuzzNews;
use self::outside::OutsideApp;
use self::path_following::PathFollowing;
use self::probes::TurnBack;
use self::returning::BestYield;
use self::sequences::Sequences;
use self::system::SystemMoves;
use self::tactic::{
    ChosenMove, EnabledParts, FuzzShared, LearnedTurn, NextStep, Tactic, is_performable,
    is_taken_by_keyboard, propose,
};
use self::text_uses::TextUses;
use self::tour::ComponentTour;
use self::vision_plans::VisionPlans;
use self::weights::VlmFuzzWeights;
use super::weights::{self as values, WeightsError};
use super::{
    Explorer, ExplorerNews, ExplorerProposal, ExplorerSettings, PerformedAction, Proposing,
    Situation,
};
use crate::domain::screen::belongs_to;
use crate::domain::{Action, ActionKind, DeviceKey};
use crate::explorer::shared::actions::named;
use crate::explorer::shared::mode_strokes::ModeStrokes;
use crate::llm::Asker;
use crate::protocol::ActionOutcome;

/// The parts that can be disabled.
pub const PARTS: &[&str] = &["budget", "forms", "gestures", "probes", "system", "vision"];

/// See the module.
pub struct VlmFuzz {
    shared: FuzzShared,
    tactics: FuzzTactics,
    /// The last proposal: its step, and the move that it was meant as.
    meant: Option<(u64, ScreenMove)>,
}

/// The tactics.
struct FuzzTactics {
    system: SystemMoves,
    outside: OutsideApp,
    turn_back: TurnBack,
    tour: ComponentTour,
    plans: VisionPlans,
    sequences: Sequences,
    forms: FormFilling,
    burst: TouchBurst,
    interruptions: Interruptions,
    paths: PathFollowing,
    text_uses: TextUses,
    begun_forms: BegunForms,
    mode_strokes: ModeStrokes,
    best_yield: BestYield,
    any: AnyMove,
}

impl FuzzTactics {
    fn new(weights: &VlmFuzzWeights) -> Self {
        let breadth = weights.display.breadth;
        Self {
            system: SystemMoves::default(),
            outside: OutsideApp::default(),
            turn_back: TurnBack,
            tour: ComponentTour::default(),
            plans: VisionPlans::new(weights),
            sequences: Sequences::default(),
            forms: FormFilling::default(),
            burst: TouchBurst::default(),
            interruptions: Interruptions::default(),
            paths: PathFollowing,
            text_uses: TextUses,
            begun_forms: BegunForms,
            mode_strokes: ModeStrokes::new(breadth.mode_strokes, breadth.unlisted),
            best_yield: BestYield,
            any: AnyMove,
        }
    }

    /// What comes before all else: the others give up what they began.
    fn around_the_app(&mut self) -> [&mut dyn Tactic; 2] {
        [&mut self.system, &mut self.outside]
    }

    /// What comes before the vision model is asked.
    fn before_the_model(&mut self) -> [&mut dyn Tactic; 2] {
        [&mut self.turn_back, &mut self.tour]
    }

    /// The rules.
    fn rules(&mut self) -> [&mut dyn Tactic; 10] {
        [
            &mut self.sequences,
            &mut self.forms,
            &mut self.burst,
            &mut self.interruptions,
            &mut self.paths,
            &mut self.text_uses,
            &mut self.begun_forms,
            &mut self.mode_strokes,
            &mut self.best_yield,
            &mut self.any,
        ]
    }

    /// What suits a voice app.
    fn voice(&mut self) -> [&mut dyn Tactic; 1] {
        [&mut self.any]
    }

    fn learn(&mut self, turn: &LearnedTurn<'_>, shared: &mut FuzzShared) {
        let learning: [&mut dyn Tactic; 6] = [
            &mut self.sequences,
            &mut self.system,
            &mut self.forms,
            &mut self.burst,
            &mut self.interruptions,
            &mut self.mode_strokes,
        ];
        learning.into_iter().for_each(|tactic| tactic.learn(turn, shared));
    }

    /// Gives up what was begun.
    fn cancel(&mut self) {
        self.plans.stop();
        self.rules().into_iter().for_each(Tactic::cancel);
    }
}

impl VlmFuzz {
    /// One as `settings` say.
    ///
    /// # Errors
    /// If the settings name a weight that it does not have.
    pub fn new(settings: &ExplorerSettings) -> Result<Self, WeightsError> {
        let weights: VlmFuzzWeights = values::read(&settings.weights)?;
        let tactics = FuzzTactics::new(&weights);
        let parts = EnabledParts::without(&settings.disabled);
        let shared = FuzzShared::new(settings.seed, weights, parts);
        Ok(Self { shared, tactics, meant: None })
    }

    async fn choose(
        &mut self,
        situation: &Situation,
        asker: &mut Asker,
    ) -> Option<ExplorerProposal> {
        self.read_manifest(situation, asker);
        self.tactics.forms.notice_refusal(situation);
        self.see(situation);
        self.shared.memory.breadth.tell(asker);
        if let Some(answer) = self.first_of(situation, FuzzTactics::around_the_app) {
            self.tactics.cancel();
            return Some(answer);
        }
        if situation.screen.surface.is_dialogue() {
            return self.first_of(situation, FuzzTactics::voice);
        }
        let first = self.first_of(situation, FuzzTactics::before_the_model);
        let left_out = self.tactics.tour.left_out();
        if left_out.len() != self.tactics.system.left_out.len() {
            self.tactics.system.left_out = left_out.to_vec();
        }
        if first.is_some() {
            return first;
        }
        let is_busy = self.shared.paths.is_following() || self.tactics.forms.is_running();
        if self.shared.parts.vision
            && !is_busy
            && let Some(planned) = self.tactics.plans.next(situation, asker).await
            && situation.allows(&planned.action)
        {
            if self.tactics.plans.fills_a_form() {
                self.tactics.forms.filled_by_plan(&situation.screen);
            }
            return Some(planned);
        }
        self.first_of(situation, FuzzTactics::rules)
    }

    /// The step of the first of these tactics that has one which the device can perform.
    fn first_of<const N: usize>(
        &mut self,
        situation: &Situation,
        list: for<'a> fn(&'a mut FuzzTactics) -> [&'a mut dyn Tactic; N],
    ) -> Option<ExplorerProposal> {
        (0..N).find_map(|at| {
            let Self { shared, tactics, .. } = self;
            let tactic = list(tactics).into_iter().nth(at)?;
            let step =
                tactic.resume(situation, shared).or_else(|| tactic.propose(situation, shared))?;
            let proposal = self.carry_out(situation, step)?;
            situation.allows(&proposal.action).then_some(proposal)
        })
    }

    /// `step` as a proposal; `None` if it was refused here.
    fn carry_out(&mut self, situation: &Situation, step: NextStep) -> Option<ExplorerProposal> {
        match step {
            NextStep::Act(proposal) => Some(*proposal),
            NextStep::Interrupt(pair, why) => self.interrupt(situation, pair, why),
            NextStep::Begin(begun) => {
                let ChosenMove { chosen, why, alternatives } = *begun;
                let mut proposal = self.begin(situation, chosen, why)?;
                if !alternatives.is_empty() {
                    proposal.alternatives = alternatives;
                }
                Some(proposal)
            }
        }
    }

    /// The first step of `chosen`.
    fn begin(
        &mut self,
        situation: &Situation,
        chosen: ScreenMove,
        why: String,
    ) -> Option<ExplorerProposal> {
        let Self { shared, tactics, .. } = self;
        match &chosen.kind {
            MoveKind::Perform(_) | MoveKind::FillForm(_) => {}
            MoveKind::Interrupt { .. } => tactics.interruptions.begin(&chosen.id),
            MoveKind::Burst(touch) => tactics.burst.begin(situation, touch, shared),
            MoveKind::UseText(_) => {
                text_uses::begin(situation, &chosen.id, &mut tactics.sequences, shared);
            }
            MoveKind::Drain(remove) => {
                let sequences = &mut tactics.sequences;
                draining::begin(situation, &chosen.id, remove, sequences, &shared.weights);
            }
        }
        if let Some(variant) = chosen.form() {
            tactics.forms.begin(&situation.screen, variant, chosen.action(), shared);
            let step = tactics.forms.resume(situation, shared);
            // What a variant needs may be there already; then the next best is done.
            return step.and_then(|step| self.carry_out(situation, step)).or_else(|| {
                let moves = self.moves(situation);
                self.shared.memory.see(situation, moves);
                let next = returning::best_here(situation, &self.shared)?;
                self.carry_out(situation, next)
            });
        }
        let action = chosen.action()?.clone();
        let is_pair = matches!(chosen.kind, MoveKind::Interrupt { .. });
        self.meant = Some((situation.step, chosen));
        if is_pair {
            self.interrupt(situation, action, why)
        } else {
            propose(situation, action, why)
        }
    }

    /// A pair of actions at once. If the keyboard would take the BACK that ends it, the keyboard is
    /// closed first.
    fn interrupt(
        &mut self,
        situation: &Situation,
        pair: Action,
        why: String,
    ) -> Option<ExplorerProposal> {
        if !is_taken_by_keyboard(&situation.screen, &pair) {
            return propose(situation, pair, why);
        }
        let Self { shared, tactics, .. } = self;
        tactics.sequences.close_keyboard_and(pair, &shared.weights);
        let step = tactics.sequences.resume(situation, shared)?;
        self.carry_out(situation, step)
    }

    /// Reads what the app declares, once, and says what of it is left out.
    fn read_manifest(&mut self, situation: &Situation, asker: &Asker) {
        let Self { shared, tactics, .. } = self;
        let Some(manifest) = situation.model.manifest().filter(|_| shared.parts.system) else {
            return;
        };
        if tactics.system.is_read() {
            return;
        }
        for what in tactics.system.read(manifest) {
            asker.warn(what, None);
        }
        shared.unasked = tactics.system.unasked(&shared.weights);
        if shared.parts.budget {
            tactics.tour.set_out(tactics.system.activities());
        }
    }

    /// Learns what `done` did, whoever chose it.
    fn take_in(&mut self, done: &PerformedAction, situation: &Situation) {
        let Self { shared, tactics, meant, .. } = self;
        let meant = meant.take().filter(|(step, _)| step + 1 == situation.step);
        let meant = meant.map(|(_, item)| item).filter(|item| item.action() == Some(&done.action));
        shared.gain = shared.memory.done(done, meant.as_ref(), situation);
        if done.action.kind() == ActionKind::Wait {
            let moved = done.outcome == ActionOutcome::Moved;
            shared.waits_without_effect = if moved { 0 } else { shared.waits_without_effect + 1 };
        }
        shared.paths.done(done, situation);
        let is_free = !tactics.forms.is_running() && !tactics.burst.is_running();
        let turn = LearnedTurn { situation, done, before: &done.before, is_free };
        tactics.learn(&turn, shared);
        tactics.plans.learn(done, situation);
        if let Some(from) = situation.model.state(done.from) {
            shared.budget.spend(&from.location);
            let is_menu = matches!(done.action, Action::Key { key: DeviceKey::Menu });
            if is_menu && situation.screen.dialog {
                shared.budget.menu(&from.location, budget::interactive(&situation.screen));
            }
        }
        shared.memory.learn_selection(situation, done);
    }

    /// Takes in what is on screen now.
    fn see(&mut self, situation: &Situation) {
        let app = situation.model.package();
        let destroyed = std::mem::take(&mut self.shared.destroyed);
        if !belongs_to(&situation.screen.package, app) && !app.is_empty() {
            return;
        }
        if situation.screen.package == app {
            self.shared.budget.meet(&situation.screen.location, &situation.screen);
        }
        let moves = self.moves(situation);
        self.shared.memory.see(situation, moves);
        if destroyed {
            self.shared.memory.lost_something(situation.state.structural);
        }
    }

    /// All that can be done on the present screen, the best variant of its form included.
    fn moves(&mut self, situation: &Situation) -> Vec<ScreenMove> {
        let Self { shared, tactics, .. } = self;
        let (parts, weights) = (shared.parts, &shared.weights);
        let page = shared.memory.breadth.index.page(situation);
        let mut moves = available_moves::of(situation, &page, weights);
        if parts.gestures {
            moves.extend(mode_strokes::of(situation, weights));
            moves.extend(gestures::of(situation, weights));
        }
        if parts.probes {
            moves.extend(probes::of(situation, shared));
        }
        if parts.system {
            let refused = tactics.outside.has_refused();
            moves.extend(tactics.system.moves(situation, refused, weights));
        }
        let can_type = situation.capabilities.actions.contains(&ActionKind::Type);
        if !parts.forms {
            moves.extend(available_moves::typing(situation, &page, weights));
        } else if can_type && let Some(form) = tactics.forms.best(&situation.screen, weights) {
            moves.push(form);
            moves.extend(text_uses::of(situation, shared));
        }
        moves.extend(tactics.interruptions.moves(situation, shared));
        if parts.probes {
            moves.extend(draining::of(situation, &tactics.sequences, weights));
        }
        moves.retain(|item| {
            is_performable(situation, item) && is_in_budget(situation, item, shared)
        });
        let may_wait = shared.waits_without_effect < shared.weights.waits_without_effect;
        moves.retain(|item| {
            !item.begins_with(ActionKind::Wait) || may_wait && !was_waited_for(situation, item)
        });
        shared.break_ties(&mut moves);
        moves
    }
}

/// True if `item` is no system event, or the share of the run that those get is not used up. What
/// comes at once after a press is rare and has limits of its own.
fn is_in_budget(situation: &Situation, item: &ScreenMove, shared: &FuzzShared) -> bool {
    let MoveKind::Perform(action) = &item.kind else { return true };
    let events = &shared.memory.breadth.events;
    if item.base_yield >= shared.weights.event_at_stake {
        events.allows_at_stake(situation, action)
    } else {
        events.allows(situation, action)
    }
}

/// True if waiting had no effect in this state.
fn was_waited_for(situation: &Situation, wait: &ScreenMove) -> bool {
    let node = situation.model.state(situation.state.structural);
    let key = wait.action().map(|action| named(situation, action.clone()).key);
    let edge = node.zip(key).and_then(|(node, key)| node.edges.get(&key));
    edge.is_some_and(|edge| edge.tries.no_effect == edge.tries.count)
}

impl Explorer for VlmFuzz {
    fn name(&self) -> &'static str {
        "vlm-fuzz"
    }

    fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        self.take_in(done, situation);
    }

    fn propose<'a>(&'a mut self, situation: &'a Situation, asker: &'a mut Asker) -> Proposing<'a> {
        Box::pin(async move {
            let mut proposal = self.choose(situation, asker).await?;
            proposal.why = self.shared.memory.breadth.explained(proposal.why);
            Some(proposal)
        })
    }

    fn take_news(&mut self) -> Vec<ExplorerNews> {
        let Self { shared, tactics, .. } = self;
        let forms = tactics.forms.take_news().into_iter().map(FuzzNews::Form);
        let toured = tactics.tour.take_news().into_iter().map(FuzzNews::Toured);
        let news = shared.memory.take_news().into_iter().chain(forms).chain(toured);
        let news = news.map(ExplorerNews::new);
        let alike = shared.memory.breadth.index.take_news().into_iter().map(ExplorerNews::new);
        news.chain(alike).collect()
    }

    fn hear(&mut self, news: &ExplorerNews) {
        let Self { shared, tactics, .. } = self;
        match news.of::<FuzzNews>() {
            Some(FuzzNews::Form(news)) => tactics.forms.hear(news),
            Some(FuzzNews::Toured(start)) => tactics.tour.hear(start),
            Some(news) => shared.memory.hear(news),
            None => {
                if let Some(news) = news.of() {
                    shared.memory.breadth.index.hear(news);
                }
            }
        }
    }
}
