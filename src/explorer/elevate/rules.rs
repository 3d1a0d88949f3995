//! What the rules answer: useful by themselves, and what is left where a model does not help.

use rand::Rng as _;
use rand::rngs::StdRng;

use super::scene::{Input, Kind, Leads, Scene};
use crate::domain::{Action, Key, Offer, StateId, speech};
use crate::explorer::monkey::{other_rotation, unaimed};
use crate::explorer::{Proposed, SHOWN_ALTERNATIVES, Situation};
use crate::protocol::Alternative;

/// The rules, with what they remember of a session.
pub struct Rules {
    random: StdRng,
}

/// What was chosen among candidates.
pub struct Choice {
    /// Its place among the candidates.
    pub place: usize,
    /// Why.
    pub why: String,
    /// The measure of each candidate, for the tester; higher is better.
    pub scores: Vec<f64>,
}

impl Choice {
    /// The proposal it makes.
    pub fn proposed(&self, scene: &Scene<'_>, candidates: &[usize]) -> Proposed {
        let chosen = &scene.inputs[candidates[self.place]].offer;
        let mut others: Vec<(usize, f64)> =
            candidates.iter().copied().zip(self.scores.iter().copied()).collect();
        others.remove(self.place);
        others.sort_by(|one, other| other.1.total_cmp(&one.1));
        let alternatives = others.into_iter().take(SHOWN_ALTERNATIVES).map(|(input, score)| {
            let input = &scene.inputs[input];
            Alternative {
                action: input.offer.action.clone(),
                key: input.offer.key.clone(),
                score,
                why: format!("invoked {} times here", input.count),
            }
        });
        Proposed {
            action: chosen.action.clone(),
            key: chosen.key.clone(),
            why: self.why.clone(),
            alternatives: alternatives.collect(),
        }
    }
}

impl Rules {
    /// Rules whose choices between equals follow from `random`.
    pub fn new(random: StdRng) -> Self {
        Self { random }
    }

    /// The inputs that may be chosen now, as places in [`Scene::inputs`]: loops and actions known
    /// to do nothing are taken out, as long as anything is left.
    pub fn candidates(&self, scene: &Scene<'_>) -> Vec<usize> {
        let all = 0..scene.inputs.len();
        let useful: Vec<usize> =
            all.clone().filter(|place| scene.inputs[*place].leads != Leads::Nothing).collect();
        if useful.is_empty() { all.collect() } else { useful }
    }

    /// Chooses among `candidates`.
    pub fn choose(&mut self, scene: &Scene<'_>, candidates: &[usize]) -> Option<Choice> {
        let scores: Vec<f64> =
            candidates.iter().map(|place| score(&scene.inputs[*place])).collect();
        let best = scores.iter().copied().max_by(f64::total_cmp)?;
        let equals: Vec<usize> = (0..scores.len()).filter(|place| scores[*place] >= best).collect();
        let place = equals[self.random.random_range(0..equals.len())];
        Some(Choice { place, why: "The least tried of what leads on.".into(), scores })
    }
}

fn score(input: &Input) -> f64 {
    let kind = if input.kind == Kind::System { 0.5 } else { 1.0 };
    kind / (1.0 + input.count as f64)
}

/// What is possible in every state beside what it offers.
pub fn always(situation: &Situation) -> Vec<Offer> {
    if situation.screen.spoken.is_some() {
        return Vec::new();
    }
    [
        Action::Key { key: Key::Back },
        Action::Key { key: Key::Menu },
        Action::Rotate { rotation: other_rotation(situation) },
    ]
    .map(|action| unaimed(situation, action))
    .into()
}

/// The kind of what a screen offers.
pub fn kind(offer: &Offer) -> Kind {
    match &offer.action {
        Action::Say { words } if speech::SYSTEM.contains(&words.as_str()) => Kind::System,
        _ => Kind::Context,
    }
}

/// True for states that are not the app's, or in which a voice app says that it did not understand.
pub fn is_error(situation: &Situation, state: StateId) -> bool {
    let app = situation.model.package();
    situation.model.state(state).is_none_or(|state| {
        !app.is_empty() && !crate::domain::screen::belongs_to(&state.package, app)
    })
}
