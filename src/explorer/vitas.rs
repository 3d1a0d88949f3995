//! Vitas: the model-based baseline without a language model, as far as it can be reconstructed.
//!
//! Vitas explores voice apps by a finite-state machine built on the way: states are what the app
//! says, transitions are input events, and the next input event is drawn by weights.
//!
//! **Known** (Elevate's paper; the public code and logs of both by the same group,
//! github.com/lswchina/web and github.com/lswchina/GPT4_vitas):
//!
//! - Three types of input event: *system-level* ones, which every app takes; *help-embedded* ones,
//!   which the answer to `help` names; *context-related* ones, which the present output asks for.
//!   New context-related ones take the place of the old.
//! - Input events come from rules by the kind of question ([`crate::domain::speech::replies`]).
//! - The first round says `help`, the second takes a help-embedded input event if there is one,
//!   the last says `stop`.
//! - The base weight is 4; 0 for what is known to loop or to lead to an error. An error is an output
//!   with one of a few words (*sorry*, *error*, *try again*, *say again*) or none at all. What leads
//!   back to a shallower state weighs 1 less.
//! - Fewer invocations are preferred, counted by the input event's text over the whole session.
//!   System-level input events come after the others: while one of those has a weight and was
//!   invoked less than three times.
//!
//! **Reconstructed**, because Vitas' own figures are not public: that these weights, read from
//! Elevate's code, are Vitas' too; that fewer invocations are preferred by dividing the weight by
//! one more than their number; that the draw is in proportion to the weights. Where nothing has a
//! weight, what was invoked least is drawn.
//!
//! **Left out**: input events mined from the app's description in the store, of which a target has
//! none.
//!
//! On a phone it works the same way: what the screen offers is context-related, BACK, MENU and
//! rotation are system-level, and an error is to leave the app. There is no help.

mod weights;

use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use std::collections::HashSet;

pub use self::weights::VitasWeights;
use super::shared::actions::{named, other_rotation};
use super::shared::returning::return_to_app;
use super::weights::{self as values, WeightsError};
use super::{
    Explorer, ExplorerProposal, ExplorerSettings, PerformedAction, Proposing, SHOWN_ALTERNATIVES,
    Situation, tried,
};
use crate::domain::screen::belongs_to;
use crate::domain::{Action, ActionKey, AvailableAction, DeviceKey, DialogueTurn, StateId, speech};
use crate::llm::Asker;
use crate::protocol::Alternative;

/// Words of an error state (Elevate's code).
const ERRORS: &[&str] = &["sorry", "error", "try again", "say again"];
/// What the first round says.
const HELP: &str = "help";
/// What the last round says.
const STOP: &str = "stop";

/// The types of input event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InputType {
    System,
    Help,
    Context,
}

/// An input event with what is known of it here.
#[derive(Clone, Debug)]
struct VitasInput {
    offer: AvailableAction,
    kind: InputType,
    invoked: u64,
    /// What it weighs before its invocations count.
    base: f64,
}

impl VitasInput {
    fn weight(&self) -> f64 {
        self.base / (1.0 + self.invoked as f64)
    }
}

/// See the module.
pub struct Vitas {
    weights: VitasWeights,
    random: StdRng,
    /// The help-embedded input events found so far.
    help: Vec<AvailableAction>,
    /// The latest context-related input events.
    context: Vec<AvailableAction>,
    /// States known to be errors by what they say.
    errors: HashSet<StateId>,
    round: OpeningStage,
}

/// How far the opening is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpeningStage {
    /// `help` was not said yet.
    First,
    /// It was said, so now its answer is there.
    Helped,
    /// Weights decide.
    Later,
}

impl Vitas {
    /// One as `settings` say. Its draws follow from the seed.
    ///
    /// # Errors
    /// If the settings name a weight that it does not have.
    pub fn new(settings: &ExplorerSettings) -> Result<Self, WeightsError> {
        Ok(Self {
            weights: values::read(&settings.weights)?,
            random: StdRng::seed_from_u64(settings.seed),
            help: Vec::new(),
            context: Vec::new(),
            errors: HashSet::new(),
            round: OpeningStage::First,
        })
    }

    fn choose(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        self.listen(situation);
        if let Some(back) = return_to_app(situation) {
            return Some(back);
        }
        let mut inputs = self.inputs(situation);
        if situation.remaining.steps == Some(1)
            && let Some(place) = inputs.iter().position(|input| words(&input.offer) == Some(STOP))
        {
            let stop = inputs.swap_remove(place);
            return Some(proposed(stop.offer, "The last round says stop.".into(), &inputs));
        }
        let round = std::mem::replace(&mut self.round, OpeningStage::Later);
        if round == OpeningStage::First
            && let Some(place) = inputs.iter().position(|input| is_help(&input.offer))
        {
            self.round = OpeningStage::Helped;
            let help = inputs.swap_remove(place);
            return Some(proposed(help.offer, "The first round asks for help.".into(), &inputs));
        }
        if round == OpeningStage::Helped && inputs.iter().any(|input| input.kind == InputType::Help)
        {
            inputs.retain(|input| input.kind == InputType::Help);
        }
        self.draw(inputs)
    }

    /// Takes in what the app says now.
    fn listen(&mut self, situation: &Situation) {
        let Some(spoken) = situation.screen.dialogue() else { return };
        if is_error(spoken) {
            self.errors.insert(situation.state.structural);
        }
        let asked: Vec<AvailableAction> =
            situation.available.iter().filter(|offer| !is_system(offer)).cloned().collect();
        let after_help = spoken.recognition.as_ref().is_some_and(|heard| {
            speech::normal(&heard.words) == HELP && spoken.open && !is_error(spoken)
        });
        if after_help {
            for offer in &asked {
                if self.help.iter().all(|known| known.key != offer.key) {
                    self.help.push(offer.clone());
                }
            }
        }
        if !asked.is_empty() || !spoken.open {
            self.context = asked;
        }
    }

    /// All input events possible now, each once.
    fn inputs(&self, situation: &Situation) -> Vec<VitasInput> {
        let system: Vec<AvailableAction> = if situation.screen.surface.is_dialogue() {
            let say = |words: &&str| named(situation, Action::Say { words: (*words).to_owned() });
            speech::SYSTEM.iter().map(say).collect()
        } else {
            [
                Action::Key { key: DeviceKey::Back },
                Action::Key { key: DeviceKey::Menu },
                Action::Rotate { rotation: other_rotation(situation) },
            ]
            .into_iter()
            .filter(|action| situation.allows(action))
            .map(|action| named(situation, action))
            .collect()
        };
        let phone = situation.screen.surface.is_display();
        let context = if phone { &situation.available[..] } else { &self.context[..] };
        let typed = [(InputType::Help, &self.help[..]), (InputType::Context, context)];
        let all = typed
            .into_iter()
            .chain([(InputType::System, &system[..])])
            .flat_map(|(kind, offers)| offers.iter().map(move |offer| (kind, offer)));
        let mut inputs: Vec<VitasInput> = Vec::new();
        for (kind, offer) in all {
            let known = inputs.iter().any(|input| input.offer.key == offer.key);
            if known || situation.is_refused(&offer.key) {
                continue;
            }
            let invoked = situation.model.performed(&offer.key);
            let base = self.base(situation, &offer.key);
            inputs.push(VitasInput { offer: offer.clone(), kind, invoked, base });
        }
        inputs
    }

    /// What `key` weighs here by where it is known to lead.
    fn base(&self, situation: &Situation, key: &ActionKey) -> f64 {
        let here = situation.state.structural;
        let edge = situation.model.state(here).and_then(|node| node.edges.get(key));
        let Some(edge) = edge else { return self.weights.base };
        let Some(to) = edge.likeliest() else { return 0.0 };
        let outside = || {
            let app = situation.model.package();
            let state = situation.model.state(to);
            !app.is_empty() && state.is_none_or(|state| !belongs_to(&state.package, app))
        };
        if to == here || self.errors.contains(&to) || outside() {
            return 0.0;
        }
        let backward = match (situation.model.depth(to), situation.model.depth(here)) {
            (Some(there), Some(here)) => there < here,
            _ => false,
        };
        let VitasWeights { base, backward: less, .. } = self.weights;
        if backward { base - less } else { base }
    }

    /// Draws one by weight.
    fn draw(&mut self, mut inputs: Vec<VitasInput>) -> Option<ExplorerProposal> {
        let own = |input: &VitasInput| input.kind != InputType::System;
        let enough = self.weights.invoked_enough;
        let turn_of_own =
            inputs.iter().any(|input| own(input) && input.base > 0.0 && input.invoked < enough);
        if turn_of_own {
            inputs.retain(|input| own(input) && input.base > 0.0);
        }
        let mut weights: Vec<f64> = inputs.iter().map(VitasInput::weight).collect();
        let mut total: f64 = weights.iter().sum();
        let nothing = total <= 0.0;
        if nothing {
            let least = inputs.iter().map(|input| input.invoked).min()?;
            inputs.retain(|input| input.invoked == least);
            weights = vec![1.0; inputs.len()];
            total = weights.iter().sum();
        }
        let mut point = self.random.random::<f64>() * total;
        let place = weights.iter().position(|weight| {
            point -= weight;
            point < 0.0
        });
        let place = place.or(inputs.len().checked_sub(1))?;
        let weight = weights[place];
        let chosen = inputs.swap_remove(place);
        let why = if nothing {
            "Everything here is known to loop or fail; this was invoked least.".to_owned()
        } else {
            format!("Drawn by weight: {weight:.2} of {total:.2}; {} before.", tried(chosen.invoked))
        };
        Some(proposed(chosen.offer, why, &inputs))
    }
}

impl Explorer for Vitas {
    fn name(&self) -> &'static str {
        "vitas"
    }

    fn learn(&mut self, _done: &PerformedAction, _situation: &Situation) {}

    fn propose<'a>(&'a mut self, situation: &'a Situation, _asker: &'a mut Asker) -> Proposing<'a> {
        Box::pin(async move { self.choose(situation) })
    }
}

fn proposed(offer: AvailableAction, why: String, others: &[VitasInput]) -> ExplorerProposal {
    let mut others: Vec<&VitasInput> = others.iter().collect();
    others.sort_by(|one, other| other.weight().total_cmp(&one.weight()));
    let alternatives = others.into_iter().take(SHOWN_ALTERNATIVES).map(|input| Alternative {
        action: input.offer.action.clone(),
        key: input.offer.key.clone(),
        score: input.weight(),
        why: tried(input.invoked),
    });
    let alternatives = alternatives.collect();
    ExplorerProposal::new(offer, why).with_alternatives(alternatives)
}

fn words(offer: &AvailableAction) -> Option<&str> {
    match &offer.action {
        Action::Say { words } => Some(words),
        _ => None,
    }
}

fn is_help(offer: &AvailableAction) -> bool {
    words(offer).is_some_and(|words| speech::normal(words) == HELP)
}

fn is_system(offer: &AvailableAction) -> bool {
    words(offer).is_some_and(|words| speech::SYSTEM.contains(&speech::normal(words).as_str()))
}

/// True for what only says that something went wrong, and for silence.
fn is_error(spoken: &DialogueTurn) -> bool {
    let normal = speech::normal(&spoken.text);
    normal.is_empty() || ERRORS.iter().any(|words| normal.contains(words))
}

#[cfg(test)]
mod tests;
