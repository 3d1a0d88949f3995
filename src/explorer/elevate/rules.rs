//! What the rules answer: useful by themselves, and what is left if a model does not help.
//!
//! Each input gets an expected yield: how likely it is to show something new. The best is chosen.
//!
//! - **By itself** ([`expected_yield`]): by its kind and its words ([`words`]). What leads on comes
//!   first; what leaves, switches and what is merely possible everywhere come last.
//! - **The same template** ([`template_records`]): rows of a list that led to the same state, bars
//!   that many states have, what did nothing in other states.
//! - **Forms** ([`forms`]): sent once with something missing, filled, sent again; never twice alike.
//! - **Paths** ([`paths`]): if another state has something better ([`yield_index`]), the known path
//!   there, a step at a time, and given up if it leads elsewhere.
//! - **Loops**: what does nothing, and what was repeated without anything new being found, is taken
//!   away; what was repeated once counts for less.
//! - Voice apps have an order of their own ([`voice`]).

mod expected_yield;
mod forms;
mod memory;
mod news;
mod paths;
mod phone;
mod seen_input;
mod shown_tabs;
mod template_records;
#[cfg(test)]
mod tests;
mod voice;
mod words;
mod yield_index;

pub(super) use forms::{has_button, sends};
pub(super) use words::leaves;

use rand::Rng as _;
use rand::rngs::StdRng;

use self::forms::FormStatus;
use self::memory::RulesMemory;
use self::voice::DialogueMemory;
pub use self::voice::simplest;
use super::ElevateWeights;
use super::scene::{InputEvent, InputKind, KnownOutcome, PromptScene};
use crate::domain::{Action, ActionKey, AvailableAction, DeviceKey, StateId, speech};
use crate::explorer::shared::actions::{named, other_rotation};
use crate::explorer::shared::mode_strokes;
use crate::explorer::shared::settling::wait_for_progress;
use crate::explorer::shared::unlisted::unlisted_actions;
use crate::explorer::{
    ExplorerNews, ExplorerProposal, PerformedAction, SHOWN_ALTERNATIVES, Situation, tried,
};
use crate::llm::Asker;
use crate::model::behaviour::StateNode;
use crate::protocol::{ActionOutcome, Alternative};

/// The rules, with what they remember of a session.
pub struct Rules {
    random: StdRng,
    memory: RulesMemory,
    dialogue: DialogueMemory,
    /// True if every sentence of a voice app is a state of its own.
    apart: bool,
}

/// What is expected of a candidate.
struct Judged {
    score: f64,
    why: String,
    /// Where the path ends that it is a step of, and where that step should lead.
    leads_to: Option<(StateId, StateId)>,
}

/// What was chosen among candidates.
pub struct Choice {
    /// Its place among the candidates.
    pub place: usize,
    /// Why.
    pub why: String,
    /// The measure of each candidate, for the tester; higher is better.
    pub scores: Vec<f64>,
    /// What is done instead of a candidate: the start of an activity, or a part of a random burst.
    pub instead: Option<AvailableAction>,
    /// The state that it is a step on the way to.
    pub goal: Option<StateId>,
}

impl Choice {
    /// What is done.
    pub fn chosen<'a>(
        &'a self,
        scene: &'a PromptScene<'_>,
        candidates: &[usize],
    ) -> &'a AvailableAction {
        self.instead.as_ref().unwrap_or(&scene.inputs[candidates[self.place]].offer)
    }

    /// The proposal it makes.
    pub fn proposed(&self, scene: &PromptScene<'_>, candidates: &[usize]) -> ExplorerProposal {
        let chosen = self.chosen(scene, candidates);
        let mut others: Vec<(usize, f64)> =
            candidates.iter().copied().zip(self.scores.iter().copied()).collect();
        if self.instead.is_none() {
            others.remove(self.place);
        }
        others.sort_by(|one, other| other.1.total_cmp(&one.1));
        let alternatives = others.into_iter().take(SHOWN_ALTERNATIVES).map(|(input, score)| {
            let input = &scene.inputs[input];
            Alternative {
                action: input.offer.action.clone(),
                key: input.offer.key.clone(),
                score,
                why: format!("{} here", tried(input.count)),
            }
        });
        let proposal = ExplorerProposal::new(chosen.clone(), self.why.clone())
            .with_alternatives(alternatives.collect());
        match self.goal {
            Some(goal) => proposal.with_goal(goal),
            None => proposal,
        }
    }
}

impl Rules {
    /// Rules whose choices between equals follow from `random`.
    pub fn new(random: StdRng, weights: ElevateWeights) -> Self {
        Self {
            random,
            memory: RulesMemory::new(weights),
            dialogue: DialogueMemory::new(weights),
            apart: false,
        }
    }

    /// The same, with every sentence of a voice app as a state of its own if `apart`.
    pub const fn apart(mut self, apart: bool) -> Self {
        self.apart = apart;
        self
    }

    /// What can be said to a voice app beyond what it asks for in this very sentence.
    pub fn ideas(&self, scene: &PromptScene<'_>) -> Vec<(AvailableAction, InputKind)> {
        self.dialogue.ideas(scene)
    }

    /// Takes in what happened since the last step. To be called once a step, whoever chooses;
    /// more often does no harm.
    pub fn notice(&mut self, scene: &PromptScene<'_>) {
        self.memory.notice(scene);
        self.dialogue.notice(scene, self.apart);
    }

    /// What the best untried input of `node` is expected to yield, if a path leads there.
    pub fn expected(&self, situation: &Situation, node: &StateNode) -> f64 {
        let refused = situation.refusals.of(node.id);
        self.memory.expected(node, refused) * self.memory.doubt(node.id)
    }

    /// What the untried input `key` of `node` is expected to yield, if these rules saw it.
    pub fn expected_of(&self, node: &StateNode, key: &ActionKey) -> Option<f64> {
        let seen = self.memory.seen(node.id).iter().find(|seen| seen.key == *key)?;
        Some(self.memory.chance(Some(node), seen).0)
    }

    /// What each input of a display is expected to yield by itself, in the order of
    /// [`PromptScene::inputs`].
    pub fn yields(&self, scene: &PromptScene<'_>) -> Vec<f64> {
        phone::judge(&self.memory, scene, &[]).0
    }

    /// True if a form is begun, and what completes or sends it is what comes next.
    pub fn finish_form(&self, scene: &PromptScene<'_>) -> bool {
        let situation = scene.situation;
        let of_form = |action: &Action| {
            matches!(action, Action::Type { .. }) || forms::sends(situation, action)
        };
        let best = || {
            let yields = self.yields(scene).into_iter().zip(&scene.inputs);
            let yields = yields.filter(|(_, input)| of_form(&input.offer.action));
            yields.map(|(own, _)| own).fold(0.0, f64::max)
        };
        self.memory.breadth.begun.next(situation).is_some()
            || (forms::is_begun(situation) && best() >= self.memory.weights.goal_form_next)
    }

    /// The forms that led on once they were sent with something in them, by the names of their screens, with how often.
    pub fn forms_led_on(&self) -> &[(String, u32)] {
        self.memory.led_on.told()
    }

    /// True if the rules would type into a form now.
    pub fn types_next(&mut self, scene: &PromptScene<'_>, candidates: &[usize]) -> bool {
        let is_text = |action: &Action| matches!(action, Action::Type { .. });
        let (own_yield, judged) = self.judged(scene, candidates);
        if let Some((place, instead, _)) = self.finish_begun(scene, candidates, &own_yield) {
            let next =
                instead.as_ref().or_else(|| Some(&scene.inputs[*candidates.get(place)?].offer));
            return next.is_some_and(|next| is_text(&next.action));
        }
        let best = judged.iter().map(|judged| judged.score).fold(f64::MIN, f64::max);
        candidates.iter().zip(&judged).any(|(place, judged)| {
            judged.score >= best - paths::SAME_SCORE && is_text(&scene.inputs[*place].offer.action)
        })
    }

    /// Takes in what `done` did. To be called once for each performed action.
    pub fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        if !situation.screen.surface.is_dialogue() {
            self.memory.breadth.learn(done, situation);
            if matches!(done.outcome, ActionOutcome::Crashed | ActionOutcome::LeftApp) {
                self.memory.left_the_app(done);
            }
        }
    }

    /// What was found out since the last time, for others of its kind.
    pub fn take_news(&mut self) -> Vec<ExplorerNews> {
        let alike = self.memory.breadth.index.take_news().into_iter().map(ExplorerNews::new);
        let own = self.memory.take_news().into_iter().map(ExplorerNews::new);
        alike.chain(own).collect()
    }

    /// Takes in what another explorer has found out.
    pub fn hear(&mut self, news: &ExplorerNews) {
        if let Some(news) = news.of() {
            self.memory.breadth.index.hear(news);
        } else if let Some(news) = news.of() {
            self.memory.hear(news);
        }
    }

    /// What to do outside of the app.
    pub fn return_to_app(&self, situation: &Situation) -> Option<ExplorerProposal> {
        self.memory.breadth.return_to_app(situation)
    }

    /// True if the display was turned, and is turned back now.
    pub fn turns_back(&self, situation: &Situation) -> bool {
        self.memory.breadth.turned.turn_back(situation).is_some()
    }

    /// Tells the tester if nothing new came for long.
    pub fn tell(&mut self, asker: &Asker) {
        self.memory.breadth.tell(asker);
    }

    /// The inputs that may be chosen now, as places in [`PromptScene::inputs`]: loops and actions known
    /// to do nothing are taken out, as long as anything is left.
    pub fn candidates(&self, scene: &PromptScene<'_>) -> Vec<usize> {
        let useful = |place: &usize| {
            let input = &scene.inputs[*place];
            if scene.is_voice() {
                return !self.dialogue.is_lost(input);
            }
            let (breadth, action) = (&self.memory.breadth, &input.offer.action);
            let stays =
                breadth.turned.stays(scene.situation) && matches!(action, Action::Rotate { .. });
            if stays || !breadth.events.allows(scene.situation, action) {
                return false;
            }
            let repeats = self.memory.repeats(scene.situation.state.structural, &input.offer.key);
            let idle =
                input.leads == KnownOutcome::Nothing && !self.is_news(scene.situation, input);
            !idle && repeats < self.memory.weights.loop_repeats
        };
        let useful: Vec<usize> = (0..scene.inputs.len()).filter(useful).collect();
        if useful.is_empty() { (0..scene.inputs.len()).collect() } else { useful }
    }

    /// True for what did nothing before, but may do something with what the fields hold now.
    fn is_news(&self, situation: &Situation, input: &InputEvent) -> bool {
        let forms = &self.memory.forms;
        match &input.offer.action {
            Action::Type { target, .. } => {
                situation.screen.widget(target.number).is_some_and(|field| forms.is_empty(field))
            }
            _ => matches!(
                forms::standing(forms, situation, &input.offer),
                FormStatus::Full | FormStatus::MissingStill
            ),
        }
    }

    /// The places of `candidates` from 1, the one that the rules judge best first.
    pub fn ranking(&mut self, scene: &PromptScene<'_>, candidates: &[usize]) -> Vec<usize> {
        let judged = self.judged(scene, candidates).1;
        let mut ranking: Vec<usize> = (0..judged.len()).collect();
        ranking.sort_by(|one, other| judged[*other].score.total_cmp(&judged[*one].score));
        ranking.into_iter().map(|place| place + 1).collect()
    }

    /// What the rules expect of the best of `candidates`.
    pub fn best(&mut self, scene: &PromptScene<'_>, candidates: &[usize]) -> f64 {
        let judged = self.judged(scene, candidates).1;
        judged.iter().map(|judged| judged.score).fold(0.0, f64::max)
    }

    /// What all inputs are expected to yield by themselves, and `candidates` with what lies behind them.
    fn judged(&mut self, scene: &PromptScene<'_>, candidates: &[usize]) -> (Vec<f64>, Vec<Judged>) {
        self.notice(scene);
        if scene.is_voice() {
            voice::judge(&self.dialogue, scene, candidates)
        } else {
            phone::judge(&self.memory, scene, candidates)
        }
    }

    /// Chooses among `candidates`.
    pub fn choose(&mut self, scene: &PromptScene<'_>, candidates: &[usize]) -> Option<Choice> {
        let (own_yield, mut judged) = self.judged(scene, candidates);
        let scores: Vec<f64> = judged.iter().map(|judged| judged.score).collect();
        let best = scores.iter().copied().max_by(f64::total_cmp)?;
        let equals: Vec<usize> =
            (0..scores.len()).filter(|place| scores[*place] >= best - paths::SAME_SCORE).collect();
        let place = equals[self.random.random_range(0..equals.len())];
        if let Some(next) = self.finish_begun(scene, candidates, &own_yield) {
            self.memory.chose(&own_yield, None);
            let (place, instead, why) = next;
            return Some(Choice { place, why: why.to_owned(), scores, instead, goal: None });
        }
        let instead = if scene.is_voice() { None } else { self.instead(scene.situation, best) };
        if let Some((instead, why)) = instead {
            self.memory.chose(&own_yield, None);
            let why = self.memory.breadth.explained(why);
            return Some(Choice { place, why, scores, instead: Some(instead), goal: None });
        }
        let chosen = judged.swap_remove(place);
        self.memory.chose(&own_yield, chosen.leads_to);
        let why = self.memory.breadth.explained(chosen.why);
        let goal = chosen.leads_to.map(|(goal, _)| goal);
        Some(Choice { place, why, scores, instead: None, goal })
    }

    /// What a form that was begun needs next: the place of a candidate, or an action that is none.
    fn finish_begun(
        &self,
        scene: &PromptScene<'_>,
        candidates: &[usize],
        own_yield: &[f64],
    ) -> Option<(usize, Option<AvailableAction>, &'static str)> {
        if scene.is_voice() {
            return None;
        }
        let step = self.memory.breadth.begun.next(scene.situation)?;
        let why = step.why();
        let next = step.into_action();
        // A field has several texts, and fields whose ids differ in a number share their names.
        let number = |action: &Action| action.target().map(|target| target.number);
        let suits = |place: &usize| {
            let offer = &scene.inputs[candidates[*place]].offer;
            offer.template == next.template && number(&offer.action) == number(&next.action)
        };
        let suiting = (0..candidates.len()).filter(suits);
        let expected = |place: &usize| own_yield[candidates[*place]];
        let best = suiting.max_by(|one, other| expected(one).total_cmp(&expected(other)));
        let instead = best.is_none().then_some(next);
        Some((best.unwrap_or(0), instead, why))
    }

    /// What is done on a display if nothing that is known promises more than `best`: an activity
    /// that was never seen is started, or a random burst begins or goes on.
    fn instead(&mut self, situation: &Situation, best: f64) -> Option<(AvailableAction, String)> {
        let breadth = &mut self.memory.breadth;
        if breadth.turned.turn_back(situation).is_some() {
            // The display is turned back first.
            return None;
        }
        if let Some((next, why)) = breadth.next_step(situation) {
            return Some((next, why.to_owned()));
        }
        breadth.bursts.end_for(best);
        let on = breadth.bursts.is_on();
        if let Some(stroke) = breadth.strokes.next(situation).filter(|_| !on) {
            return Some((stroke, mode_strokes::WHY.to_owned()));
        }
        if !on && !situation.screen.dialog {
            let start = breadth.starts.next(situation);
            if let Some((start, _)) = start.filter(|(_, expected)| *expected > best) {
                let why = "This activity was never seen, and any app may start it.";
                return Some((start, why.to_owned()));
            }
        }
        if !on && best >= breadth.expected_of_anything(situation) {
            return None;
        }
        if on {
            breadth.next_of_burst(situation, &mut self.random)
        } else {
            breadth.begin_burst(situation, &mut self.random)
        }
    }
}

/// What is possible in every state beside what it offers.
pub fn always(situation: &Situation, weights: &ElevateWeights) -> Vec<AvailableAction> {
    if let Some(spoken) = situation.screen.dialogue() {
        let anew = spoken.open.then_some(Action::Restart);
        return anew.map(|action| named(situation, action)).into_iter().collect();
    }
    [
        Action::Key { key: DeviceKey::Back },
        Action::Key { key: DeviceKey::Menu },
        Action::Rotate { rotation: other_rotation(situation) },
        Action::Restart,
    ]
    .into_iter()
    .chain(wait_for_progress(&situation.screen, &weights.display))
    .filter(|action| situation.allows(action))
    .map(|action| named(situation, action))
    .chain(unlisted_actions(situation, &weights.display.breadth.unlisted))
    .collect()
}

/// The kind of what a screen offers.
pub fn kind(offer: &AvailableAction) -> InputKind {
    match &offer.action {
        Action::Say { words } if speech::SYSTEM.contains(&words.as_str()) => InputKind::System,
        _ => InputKind::Context,
    }
}

/// True for states that are not the app's.
pub fn is_error(situation: &Situation, state: StateId) -> bool {
    let app = situation.model.package();
    situation.model.state(state).is_none_or(|state| {
        !app.is_empty() && !crate::domain::screen::belongs_to(&state.package, app)
    })
}
