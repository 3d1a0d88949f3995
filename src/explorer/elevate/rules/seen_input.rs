//! An input of a state, as the rules remember it while the app is elsewhere.

use super::expected_yield::{self, InputYield};
use super::template_records::TemplateRecords;
use super::words::LabelSense;
use crate::domain::{ActionKey, ActionKind, StateId};
use crate::explorer::elevate::ElevateWeights;
use crate::explorer::shared::look_alikes::{LookAlike, LookAlikes};
use crate::model::behaviour::StateNode;

/// An input as it stood on screen when its state was last there.
#[derive(Clone, Debug)]
pub struct SeenInput {
    /// Its name.
    pub key: ActionKey,
    /// What it is judged by in all states: its name with rows folded, but its own name for a
    /// command, which is a row only by its place.
    pub template: ActionKey,
    /// Its name with rows folded.
    pub folded: ActionKey,
    /// What it is to the index of look-alikes, if it is judged by them.
    pub alike: Option<LookAlike>,
    /// What it is expected to yield by itself.
    pub own: InputYield,
    /// What it was expected to yield at the last choice there; 1 before.
    pub judged: f64,
    /// True for typing: the texts for one field have one template, but are no rows of a list.
    pub is_text: bool,
    /// True for what its screen offers, not what is possible everywhere.
    pub is_offered: bool,
    /// True if it sends the form on screen.
    pub sends: bool,
    /// The id of the password field it types into.
    pub secret: Option<String>,
}

impl SeenInput {
    /// True for what leaves a screen.
    pub fn leaves(&self) -> bool {
        self.own.sense == LabelSense::Leaves
    }

    /// True for a row of a list.
    pub fn is_row(&self) -> bool {
        self.key != self.folded && !self.is_text
    }

    /// True for a row that is a command, as in a menu.
    fn is_command(&self) -> bool {
        self.folded != self.template
    }

    /// What is left of its chance in `state` since other rows of its list were tried there, and why.
    /// `None` if nothing follows from them.
    pub fn left_by_rows(
        &self,
        state: StateId,
        records: &TemplateRecords,
        weights: &ElevateWeights,
    ) -> Option<(f64, &'static str)> {
        // Where its address leads says more than where other rows led.
        if self.alike.is_some_and(LookAlikes::is_place_told) {
            return None;
        }
        let list = records.known(&self.folded).filter(|_| self.is_row())?;
        records.rows(state, list)?.left(self.is_command(), weights)
    }
}

/// The inputs of a state that these rules did not see, as the model knows them.
pub fn by_name(node: &StateNode, weights: &ElevateWeights) -> Vec<SeenInput> {
    let inputs = node.available.iter().map(|offer| SeenInput {
        alike: None,
        key: offer.key.clone(),
        template: offer.template.clone(),
        folded: offer.template.clone(),
        own: expected_yield::of_name(offer.kind, &offer.key, weights),
        judged: 1.0,
        is_text: offer.kind == ActionKind::Type,
        is_offered: true,
        sends: false,
        secret: None,
    });
    inputs.collect()
}
