//! VisionDroid's Explorer: function by function.
//!
//! On a screen that is new the model chooses among what was not tried there, from the numbered picture
//! and the text of its boxes, the functions that were tested so far and the Detector's hints. Everywhere
//! else, and without a model, rules choose: they are those of [`Systematic`].
//!
//! Source: VisionDroid (IEEE 11181197), section 3.1. There the model chooses each action; here only where
//! rules have several equal choices.

mod choice;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use self::choice::{ChoiceContext, ChoiceQuery, ChoiceVerdict, ListedChoice};
use super::shared::history::ActionHistory;
use super::shared::output;
use super::shared::returning::return_to_app;
use super::{
    Explorer, ExplorerProposal, ExplorerSettings, PerformedAction, Proposing, Situation,
    Systematic, numbered,
};
use crate::domain::{Action, AvailableAction, DeviceKey, StateId};
use crate::explorer::shared::actions::named;
use crate::explorer::weights::WeightsError;
use crate::llm::{Asker, ModelQuery, QueryAnswer};
use crate::model::abstraction;
use crate::oracle::vision_droid::FunctionBoard;

/// The parts that can be disabled: the explanation of the picture's boxes, the text of the boxes, and the
/// history by functions.
pub const PARTS: &[&str] = &["legend", "alignment", "functions"];

/// The questions asked here.
pub const QUERIES: &[&dyn ModelQuery] = &[&ChoiceQuery];

/// The most choices that are listed.
const CHOICES: usize = 40;
/// The most characters of a choice.
const WORDS: usize = 80;
/// Fewer choices are left to the rules.
const FEWEST: usize = 2;

/// See the module.
pub struct VisionDroid {
    rules: Systematic,
    board: FunctionBoard,
    history: ActionHistory,
    /// The states in which the model has chosen.
    asked: BTreeSet<StateId>,
    legend: bool,
    alignment: bool,
    functions: bool,
    said_off: bool,
}

impl VisionDroid {
    /// One as `settings` say.
    ///
    /// # Errors
    /// If the settings name a weight that its rules do not have.
    pub fn new(settings: &ExplorerSettings) -> Result<Self, WeightsError> {
        Ok(Self {
            rules: Systematic::new(settings)?,
            board: settings.board.clone(),
            history: ActionHistory::default(),
            asked: BTreeSet::new(),
            legend: settings.has("legend"),
            alignment: settings.has("alignment"),
            functions: settings.has("functions"),
            said_off: false,
        })
    }

    async fn choose(
        &mut self,
        situation: &Situation,
        asker: &mut Asker,
    ) -> Option<ExplorerProposal> {
        if asker.model().is_none() {
            if !self.said_off {
                self.said_off = true;
                let hint = "choose a model with --llm";
                let what = "The model's part of vision-droid is off: rules choose each action.";
                asker.warn(what.to_owned(), Some(hint.to_owned()));
            }
            return self.rules.propose(situation, asker).await;
        }
        if let Some(proposal) = self.ask(situation, asker).await {
            return Some(proposal);
        }
        self.rules.propose(situation, asker).await
    }

    /// The model's choice, if this is a screen on which it is asked.
    async fn ask(&mut self, situation: &Situation, asker: &mut Asker) -> Option<ExplorerProposal> {
        let is_new = situation.refused.is_empty()
            && situation.screen.surface.is_display()
            && return_to_app(situation).is_none()
            && !self.asked.contains(&situation.state.structural);
        let untried = untried(situation);
        if !is_new || untried.len() < FEWEST {
            return None;
        }
        let picture = situation.picture.as_ref().filter(|_| asker.takes_pictures());
        let picture = picture.and_then(|png| numbered::numbered(png, &situation.screen));
        let context = self.context(situation, &untried, picture.is_some());
        // Plain data; it always has a JSON form.
        let context = serde_json::to_value(&context).unwrap_or_default();
        let answer = asker.ask(&ChoiceQuery, situation.step, &context, picture).await;
        let QueryAnswer::Model(judged) = answer else { return None };
        let verdict: ChoiceVerdict = serde_json::from_value(judged.answer?).ok()?;
        self.asked.insert(situation.state.structural);
        self.board.begin(&verdict.function);
        let chosen = if verdict.on == 0 {
            Some(named(situation, Action::Key { key: DeviceKey::Back }))
        } else {
            untried.into_iter().find(|action| is_listed_as(action, &verdict))
        };
        let chosen = chosen.filter(|action| situation.is_possible(action))?;
        let why = format!("{}: {}", verdict.function, verdict.why);
        Some(ExplorerProposal::new(chosen, why))
    }

    fn context(
        &self,
        situation: &Situation,
        untried: &[AvailableAction],
        pictured: bool,
    ) -> ChoiceContext {
        let board = Some(&self.board).filter(|_| self.functions);
        let choices = untried.iter().take(CHOICES).filter_map(|available| {
            let target = available.action.target()?;
            let words =
                if self.alignment { output::cut(&target.label, WORDS) } else { String::new() };
            let kind = available.action.kind().word().to_owned();
            Some(ListedChoice { on: target.number, kind, what: words })
        });
        let node = situation.model.state(situation.state.structural);
        ChoiceContext {
            legend: pictured && self.legend,
            charter: situation.charter.clone(),
            functions: board.map(FunctionBoard::finished).unwrap_or_default(),
            function: board.map(FunctionBoard::current).unwrap_or_default(),
            hints: board.map(FunctionBoard::hints).unwrap_or_default(),
            recent: self.recent(),
            page: abstraction::label(&situation.screen),
            visits: node.map_or(1, |node| node.visits),
            output: if self.alignment {
                output::of(&situation.screen, true)
            } else {
                String::new()
            },
            choices: choices.collect(),
        }
    }

    /// The last actions with their effects; those that missed what was meant are said to.
    fn recent(&self) -> Vec<String> {
        let recent = self.history.recent().into_iter();
        recent.map(|recent| format!("{}: {}", recent.did, recent.effect)).collect()
    }
}

/// What was never tried on this screen, each widget and kind of action once.
fn untried(situation: &Situation) -> Vec<AvailableAction> {
    let node = situation.model.state(situation.state.structural);
    let tried = |available: &&AvailableAction| {
        node.and_then(|node| node.edges.get(&available.key))
            .is_some_and(|edge| edge.tries.count > 0)
    };
    let mut seen = BTreeSet::new();
    situation
        .available
        .iter()
        .filter(|available| !tried(available) && situation.is_possible(available))
        .filter(|available| available.action.target().is_some())
        .filter(|available| seen.insert(available.template.to_string()))
        .cloned()
        .collect()
}

fn is_listed_as(available: &AvailableAction, verdict: &ChoiceVerdict) -> bool {
    let number = available.action.target().map(|target| target.number);
    number == Some(verdict.on) && available.action.kind().word() == verdict.kind
}

impl Explorer for VisionDroid {
    fn name(&self) -> &'static str {
        "vision-droid"
    }

    fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        self.history.learn(done, situation);
        self.rules.learn(done, situation);
    }

    fn propose<'a>(&'a mut self, situation: &'a Situation, asker: &'a mut Asker) -> Proposing<'a> {
        Box::pin(self.choose(situation, asker))
    }
}
