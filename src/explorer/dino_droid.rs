//! DinoDroid (Zhao and others, 2022): a network learns which actions bring an app's behaviour to
//! light, and carries over to apps that it never saw.
//!
//! On each screen the network values each available action by its features (`features`); the best
//! one is proposed, now and then one of the least executed at random. What it brought is remembered
//! (`memory`) and learned from (`learner`). As in the paper, empty fields are filled by themselves;
//! returning to the app and turning the device back are rules, too.

mod candidates;
mod event_flow;
mod expectations;
mod features;
mod guided;
mod insight;
mod learner;
mod memory;
mod network;
mod passing;
mod pending;
mod ranking;
mod rewards;
mod ruled;
mod text;
mod training;
mod walk;
mod weights;
mod weights_file;

use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

use self::candidates::{Candidate, OuterActions};
use self::event_flow::EventFlowGraph;
pub use self::expectations::{EXPECTATIONS, MetExpectations};
use self::features::{ActionFeatures, ExpectedTraits, FeatureGroup, PageKnowledge};
use self::guided::GuideBurst;
use self::insight::InsightMemory;
use self::learner::QLearner;
pub use self::memory::Experience;
use self::network::QNetwork;
use self::passing::PassedStep;
use self::pending::{ChosenFeatures, PendingExperience, ProposedAction};
use self::rewards::StepRewards;
pub use self::training::TrainingMemory;
use self::walk::StartedWalk;
pub use self::weights::DinoDroidWeights;
pub use self::weights_file::{NetworkCard, NetworkChoice, TrainedNetwork, WeightsFileError};
use super::shared::activity_starts::STARTS;
use super::shared::breadth::BreadthMemory;
use super::shared::forms::filling::FieldFilling;
use super::shared::forms::{FormMemory, sent_content};
use super::shared::work_paths::WorkPaths;
use super::systematic::own_yield::own_yield;
use super::systematic::{Systematic, SystematicWeights};
use super::weights::{self as values, WeightsError};
use super::{
    Explorer, ExplorerProposal, ExplorerSettings, PerformedAction, Proposing, SHOWN_ALTERNATIVES,
    Situation,
};
use crate::domain::{Action, AvailableAction, StateId};
use crate::llm::Asker;
use crate::protocol::{ActionOutcome, Alternative, NetworkInsight};

/// The parts that can be disabled: groups of features, and starts of activities.
pub const PARTS: &[&str] = &[
    features::GROUP_NAMES[0],
    features::GROUP_NAMES[1],
    features::GROUP_NAMES[2],
    features::GROUP_NAMES[3],
    STARTS,
];

/// The next choice's value is taken from at most so many candidates, those that promise most.
const NEXT_CANDIDATES: usize = 8;

/// What a random choice is made among.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RandomDraw {
    /// Single actions that were not executed in this state.
    Fresh,
    /// All single actions.
    Any,
}

/// Something that can come next, with its features and value.
struct ValuedCandidate {
    candidate: Candidate,
    features: ActionFeatures,
    traits: ExpectedTraits,
    value: f32,
    /// What the rules promise of it, whatever the network is told.
    promised: f32,
    /// True if by the rules it promises enough to be chosen.
    is_considered: bool,
}

/// See the module.
pub struct DinoDroid {
    weights: DinoDroidWeights,
    random: StdRng,
    learner: QLearner,
    /// False if the network stays as it is.
    learns: bool,
    /// Groups of features that are not used.
    disabled: Vec<FeatureGroup>,
    breadth: BreadthMemory,
    graph: EventFlowGraph,
    forms: FormMemory<StateId>,
    filling: FieldFilling,
    outer: OuterActions,
    paths: WorkPaths,
    /// The walk that is under way.
    walk: Option<StartedWalk>,
    /// The goal that a walk has come to, and the step in which something is chosen there, once it is.
    arrived: Option<(StateId, Option<u64>)>,
    rewards: StepRewards,
    /// The latest proposal, and what it was chosen from.
    proposed: Option<ProposedAction>,
    pending: Option<PendingExperience>,
    /// The latest step of a walk.
    passed: Option<PassedStep>,
    /// What is told of the network.
    told: InsightMemory,
    /// Who chooses instead of the network, which learns from it.
    guide: Option<Box<Systematic>>,
    /// The goal of what the guide proposed last.
    followed: Option<StateId>,
    /// Who else is told of each experience.
    recorder: Option<std::sync::mpsc::Sender<Experience>>,
}

impl DinoDroid {
    /// One as `settings` say. Everything random follows from the seed.
    ///
    /// # Errors
    /// If the settings name a weight that it does not have.
    pub fn new(settings: &ExplorerSettings) -> Result<Self, WeightsError> {
        let mut weights: DinoDroidWeights = values::read(&settings.weights)?;
        let starts = &mut weights.display.breadth.activity_starts;
        *starts = starts.enabled(settings);
        let (network, without) = match &settings.network {
            NetworkChoice::Untrained => (QNetwork::untrained(settings.seed), Vec::new()),
            NetworkChoice::Trained(trained) => {
                (trained.network.clone(), trained.card.disabled.clone())
            }
            NetworkChoice::BuiltIn => match TrainedNetwork::built_in() {
                Ok(built_in) => (built_in.network, built_in.card.disabled),
                // A test reads it, so this is never so.
                Err(_) => (QNetwork::untrained(settings.seed), Vec::new()),
            },
        };
        let is_disabled = |group: &FeatureGroup| {
            !settings.has(group.word()) || without.iter().any(|name| name == group.word())
        };
        Ok(Self {
            weights,
            random: StdRng::seed_from_u64(settings.seed),
            learner: QLearner::new(network, weights, settings.seed),
            learns: !settings.frozen,
            disabled: FeatureGroup::ALL.into_iter().filter(is_disabled).collect(),
            breadth: BreadthMemory::new(weights.display.breadth),
            graph: EventFlowGraph::default(),
            forms: FormMemory::new(weights.display.form_contents),
            filling: FieldFilling::new(weights.display.filling),
            outer: OuterActions::default(),
            paths: WorkPaths::new(weights.paths, weights.display),
            walk: None,
            arrived: None,
            rewards: StepRewards::default(),
            proposed: None,
            pending: None,
            passed: None,
            told: InsightMemory::default(),
            guide: None,
            followed: None,
            recorder: None,
        })
    }

    /// The same, telling `recorder` of each experience.
    pub fn recorded_by(self, recorder: std::sync::mpsc::Sender<Experience>) -> Self {
        Self { recorder: Some(recorder), ..self }
    }

    /// The same, but systematic exploration chooses, so that the network learns from how it fares.
    pub fn guided(self, settings: &ExplorerSettings) -> Self {
        let guide = Systematic::with(settings, SystematicWeights::default());
        Self { guide: Some(Box::new(guide)), ..self }
    }

    fn choose(&mut self, situation: &Situation, asker: &Asker) -> Option<ExplorerProposal> {
        self.breadth.see(situation);
        self.breadth.tell(asker);
        let promises = SystematicWeights::default();
        self.paths.see(situation, &mut self.breadth, |available| {
            own_yield(&promises, &situation.screen, available)
        });
        if situation.step <= 1 {
            self.rewards.begin(situation);
        }
        self.take_in_refusals(situation);
        if self.guide.is_some() && self.strays(situation) {
            self.followed = None;
            return self.choose_by_value(situation, Some(RandomDraw::Any));
        }
        if let Some(guide) = &mut self.guide {
            let was_on = guide.is_in_burst();
            let proposal = guide.choose(situation, asker)?;
            let burst = match (was_on, guide.is_in_burst()) {
                (_, false) => GuideBurst::None,
                (false, true) => GuideBurst::Begins,
                (true, true) => GuideBurst::GoesOn,
            };
            return Some(self.follow(situation, proposal, burst));
        }
        let ruled = self.by_rule(situation);
        if let Some(ruled) = ruled {
            if ruled.goal.is_some() && self.learns_passing() {
                let valued = self.valued(situation);
                self.end_passing(&valued);
                self.pass(situation, &ruled.key, &valued);
            }
            self.proposed = Some(ProposedAction::ruled(situation.step, ruled.key.clone()));
            let insight = self.insight();
            return Some(ruled.with_insight(insight));
        }
        let share = self.weights.random_share.clamp(0.0, 1.0);
        let drawn = self.random.random_bool(share).then(|| {
            let any = self.random.random_bool(self.weights.random_any.clamp(0.0, 1.0));
            if any { RandomDraw::Any } else { RandomDraw::Fresh }
        });
        self.choose_by_value(situation, drawn)
    }

    /// Everything that can be done here, with its value: what is considered before all else, the best first.
    fn valued(&mut self, situation: &Situation) -> Vec<ValuedCandidate> {
        let mut candidates = self.outer.candidates(situation, &mut self.breadth, &self.weights);
        candidates.extend(self.walks(situation));
        let page = self.breadth.index.screen_of(situation.state.structural);
        let singles = candidates.iter().filter_map(Candidate::single);
        let shown = singles.filter(|available| available.action.target().is_some());
        let classes: Vec<usize> =
            shown.map(|available| self.breadth.index.known(situation, available).class).collect();
        self.graph.see(page, &classes);
        let (graph, forms, paths) = (&self.graph, &self.forms, &self.paths);
        let mut known = PageKnowledge::new(situation, &mut self.breadth, graph, forms, paths);
        known.compare(&candidates);
        let disabled = &self.disabled;
        let mut valued: Vec<ValuedCandidate> = candidates
            .into_iter()
            .map(|candidate| {
                let all = ActionFeatures::of(&mut known, &candidate);
                let (traits, promised) = (all.expected(), all.promised());
                let used = disabled.iter().fold(all, |features, group| features.without(*group));
                ValuedCandidate {
                    candidate,
                    features: used,
                    traits,
                    value: 0.0,
                    promised,
                    is_considered: true,
                }
            })
            .collect();
        let batch: Vec<&ActionFeatures> = valued.iter().map(|it| &it.features).collect();
        let values = self.learner.network.values(&batch);
        valued.iter_mut().zip(values).for_each(|(it, value)| it.value = value);
        let best = valued.iter().map(|it| it.promised).fold(0.0, f32::max);
        let least = best * self.weights.considered as f32;
        valued.iter_mut().for_each(|it| it.is_considered = it.promised >= least);
        self.consider_at_goal(situation, &mut valued);
        // Stable: of equals the first one on the screen is the best.
        valued.sort_by(|one, other| {
            let considered = other.is_considered.cmp(&one.is_considered);
            considered.then(other.value.total_cmp(&one.value))
        });
        valued
    }

    fn choose_by_value(
        &mut self,
        situation: &Situation,
        drawn: Option<RandomDraw>,
    ) -> Option<ExplorerProposal> {
        let valued = self.valued(situation);
        self.end_pending(&valued);
        let place = drawn.map_or(0, |drawn| self.draw(&valued, drawn));
        // A walk whose first step cannot be done here leaves the choice to the next best.
        let places = std::iter::once(place).chain((0..valued.len()).filter(|at| *at != place));
        let begun = |at: usize| Some((at, self.begin(situation, &valued[at].candidate)?));
        let (place, (available, why, goal)) =
            places.filter(|at| *at < valued.len()).find_map(begun)?;
        let chosen = &valued[place];
        if goal.is_some() {
            self.pass(situation, &available.key, &valued);
        }
        self.told.see(&valued);
        let insight = NetworkInsight {
            values: insight::widget_values(&valued),
            contributions: insight::contributions(&self.learner.network, &chosen.features),
            ..self.insight()
        };
        let mut reported = if drawn.is_some() {
            "Drawn at random, to learn what it does.".to_owned()
        } else {
            let considered = valued.partition_point(|it| it.is_considered);
            format!("The network values it at {:.1}, the most of {considered}.", chosen.value)
        };
        if !why.is_empty() {
            reported = format!("{reported} {why}");
        }
        let why = self.breadth.explained(reported);
        self.proposed = Some(ProposedAction::valued(
            situation.step,
            available.key.clone(),
            ChosenFeatures::among(&valued, place),
            valued
                .iter()
                .filter_map(|it| Some((it.candidate.key()?, it.features.clone())))
                .collect(),
        ));
        let proposal = ExplorerProposal { goal, ..ExplorerProposal::new(available, why) };
        Some(proposal.with_alternatives(shown(&valued, place)).with_insight(insight))
    }

    /// The first action of `candidate`, with what there is to say of it, and where it is to lead.
    fn begin(
        &mut self,
        situation: &Situation,
        candidate: &Candidate,
    ) -> Option<(AvailableAction, String, Option<StateId>)> {
        match candidate {
            Candidate::Single(available) => Some((available.clone(), String::new(), None)),
            Candidate::Burst => {
                let (first, why) = self.breadth.begin_burst(situation, &mut self.random)?;
                Some((first, why, None))
            }
            Candidate::Walk(goal) => {
                let (first, why) = self.begin_walk(situation, goal)?;
                Some((first, why, Some(goal.state)))
            }
        }
    }

    /// The place of a single action that is drawn at random.
    fn draw(&mut self, valued: &[ValuedCandidate], drawn: RandomDraw) -> usize {
        let is_drawn = |at: &usize| match drawn {
            RandomDraw::Fresh => valued[*at].traits.is_fresh,
            RandomDraw::Any => valued[*at].candidate.single().is_some(),
        };
        let fresh: Vec<usize> = (0..valued.len()).filter(is_drawn).collect();
        match fresh.len() {
            0 => self.random.random_range(0..valued.len().max(1)),
            count => fresh[self.random.random_range(0..count)],
        }
    }

    /// What is told of the network whatever is proposed.
    fn insight(&self) -> NetworkInsight {
        self.told.insight(&self.learner.network, self.weights.random_share)
    }

    /// A proposal of the network that was refused is an experience.
    fn take_in_refusals(&mut self, situation: &Situation) {
        let Some(proposed) = &self.proposed else { return };
        if proposed.step == situation.step
            && situation.is_refused(&proposed.key)
            && let Some(chosen) = self.proposed.take().and_then(|it| it.chosen)
        {
            self.remember(Experience {
                chosen: chosen.features,
                reward: self.weights.rejected as f32,
                discount: 0.0,
                next: Vec::new(),
                weight: self.weights.tester_weight as f32,
                expectations: MetExpectations::default(),
                pairs: Vec::new(),
            });
        }
    }

    /// The choice before this one ends here: what can be done now is what it led to.
    fn end_pending(&mut self, valued: &[ValuedCandidate]) {
        self.end_passing(valued);
        let Some(pending) = self.pending.take() else { return };
        self.remember(pending.ended(next_of(valued)));
    }

    fn remember(&mut self, experience: Experience) {
        if let Some(recorder) = &self.recorder {
            // Who no longer listens needs no experience.
            let _ = recorder.send(experience.clone());
        }
        if self.learns {
            let is_of_tester = experience.weight > 1.0;
            self.learner.add(experience);
            if self.learner.experiences() < self.weights.learned_from {
                return;
            }
            let updates = match is_of_tester {
                true => self.weights.updates_per_override,
                false => self.weights.updates_per_step,
            };
            let distance: f32 = (0..updates).map(|_| self.learner.update()).sum();
            if updates > 0 {
                self.told.learned(distance / updates as f32);
            }
        }
    }

    /// Remembers what was chosen, by whom, and what it brought.
    fn learn_reward(&mut self, done: &PerformedAction, reward: f64) {
        let proposed = self.proposed.take().filter(|proposed| proposed.step == done.step);
        let own = proposed.as_ref().is_some_and(|proposed| proposed.key == done.key);
        let (chosen, weight) = match proposed {
            Some(proposed) if own => (proposed.chosen, 1.0),
            // The tester knew better.
            Some(proposed) => (proposed.alternative(&done.key), self.weights.tester_weight),
            None => (None, 1.0),
        };
        if let Some(chosen) = chosen {
            if let Some(before) = self.pending.take() {
                self.remember(before.ended(Vec::new()));
            }
            self.pending = Some(PendingExperience::new(chosen, weight as f32));
        }
        if let Some(pending) = &mut self.pending {
            pending.add(reward, self.weights.discount);
        }
    }
}

impl Explorer for DinoDroid {
    fn name(&self) -> &'static str {
        "dino-droid"
    }

    fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        let alike = self.breadth.index.alike((&done.before, done.from), &done.key, &done.action);
        let gain = self.breadth.learn(done, situation);
        let page = self.breadth.index.screen_of(situation.state.structural);
        if done.outcome == ActionOutcome::LeftApp {
            self.graph.set_outside(page);
        }
        if done.outcome != ActionOutcome::Failed {
            let had_effect = done.outcome != ActionOutcome::None;
            self.graph.execute(alike.screen, alike.class, page, had_effect);
        }
        if let Some(content) = sent_content(&done.before)
            && matches!(done.action, Action::Tap { .. } | Action::Key { .. })
        {
            self.forms.add(done.from, done.key.clone(), content);
        }
        if let Some(guide) = &mut self.guide {
            guide.learn(done, situation);
        }
        self.outer.learn(done);
        self.paths.learn(done, situation);
        self.learn_walk(done, situation);
        let reward = self.rewards.of(done, &gain, situation, &self.weights);
        self.learn_passing(done, reward);
        self.learn_reward(done, reward);
    }

    fn propose<'a>(&'a mut self, situation: &'a Situation, asker: &'a mut Asker) -> Proposing<'a> {
        Box::pin(async move { self.choose(situation, asker) })
    }
}

/// The features of the best candidates that are considered: by value, and of the others by what the rules promise, since the
/// values of a network that has learned little say little.
fn next_of(valued: &[ValuedCandidate]) -> Vec<ActionFeatures> {
    let considered = valued.partition_point(|it| it.is_considered);
    let (best, others) = valued[..considered].split_at(considered.min(NEXT_CANDIDATES));
    let mut others: Vec<&ValuedCandidate> = others.iter().collect();
    others.sort_by(|one, other| other.promised.total_cmp(&one.promised));
    let all = best.iter().chain(others.into_iter().take(NEXT_CANDIDATES));
    all.map(|it| it.features.clone()).collect()
}

/// The best candidates except the one at `place`, for the tester.
fn shown(valued: &[ValuedCandidate], place: usize) -> Vec<Alternative> {
    let others = valued.iter().enumerate().filter(|(at, _)| *at != place);
    let singles = others.filter_map(|(_, it)| Some((it.candidate.single()?, it.value)));
    singles
        .take(SHOWN_ALTERNATIVES)
        .map(|(available, value)| Alternative {
            action: available.action.clone(),
            key: available.key.clone(),
            score: f64::from(value),
            why: "by value".into(),
        })
        .collect()
}

#[cfg(test)]
mod tests;
