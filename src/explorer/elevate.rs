//! Elevate: a language model held by the behaviour model.
//!
//! Three phases a step, each a question to a model with its own checks, feedback and rules (Elevate,
//! section III): which known state is this ([`states`]), what can be done here ([`inputs`]), and
//! which of it comes next ([`exploration`]). Without a model the rules alone explore.

mod exploration;
mod inputs;
mod rules;
mod scene;
mod states;

use std::collections::HashMap;

use futures_util::future::BoxFuture;
use rand::SeedableRng as _;
use rand::rngs::StdRng;

use self::rules::Rules;
use self::scene::Scene;
use super::{Explorer, Proposed, Settings, Situation, home};
use crate::domain::{Offer, StateId};
use crate::llm::{Asker, Query};

/// The parts that can be switched off.
pub const PARTS: &[&str] = &["states", "inputs", "exploration"];

/// The questions it asks.
pub const QUERIES: &[&dyn Query] = &[&states::States, &inputs::Inputs, &exploration::Exploration];

/// See the module.
pub struct Elevate {
    without: Vec<String>,
    rules: Rules,
    /// The semantic state of each structural one that was judged.
    meanings: HashMap<StateId, StateId>,
    /// What was thought of beyond what the screens offer, by structural state.
    ideas: HashMap<StateId, Vec<Offer>>,
}

impl Elevate {
    /// One as `settings` say.
    pub fn new(settings: &Settings) -> Self {
        Self {
            without: settings.without.clone(),
            rules: Rules::new(StdRng::seed_from_u64(settings.seed)),
            meanings: HashMap::new(),
            ideas: HashMap::new(),
        }
    }

    async fn choose(&mut self, situation: &Situation, asker: &mut Asker) -> Option<Proposed> {
        if let Some(back) = home::way_back(situation) {
            return Some(back);
        }
        let _ = asker;
        let _ = &self.without;
        let meaning = self.meanings.get(&situation.state.structural).copied();
        let ideas = self.ideas.get(&situation.state.structural).map_or(&[][..], Vec::as_slice);
        let scene = Scene::new(situation, meaning, ideas);
        self.rules.notice(&scene);
        let candidates = self.rules.candidates(&scene);
        let choice = self.rules.choose(&scene, &candidates)?;
        Some(choice.proposed(&scene, &candidates))
    }
}

impl Explorer for Elevate {
    fn name(&self) -> &'static str {
        "elevate"
    }

    fn propose<'a>(
        &'a mut self,
        situation: &'a Situation,
        asker: &'a mut Asker,
    ) -> BoxFuture<'a, Option<Proposed>> {
        Box::pin(self.choose(situation, asker))
    }
}
