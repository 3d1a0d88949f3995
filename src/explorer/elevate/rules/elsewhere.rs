//! What inputs of the same make did before: in other rows of the same list, and in other states.

use std::collections::{HashMap, HashSet};

use super::memory::{RulesMemory, SeenInput};
use super::words::LabelSense;
use crate::domain::{ActionKey, StateId};
use crate::model::behaviour::StateNode;
use crate::model::{ActionEdge, BehaviourModel};

/// What is left of a chance where a second row of a list is tried.
const SECOND_ROW: f64 = 0.35;
/// What is left where two rows of a list led to the same place.
const ALIKE_ROWS: f64 = 0.06;
/// What is left where the same did nothing in other states.
const DID_NOTHING: f64 = 0.25;
/// What is left where a bar that many states have leads to the same place from each of them.
const BAR: f64 = 0.05;
/// What is left where a state of the same heading has it too, and there it was tried.
const SAME_HEADING: f64 = 0.15;
/// What is left where it led to the same place from several states.
const SAME_PLACE: f64 = 0.15;
/// The promise of an input weighs as much as so many tries.
const TRUST: f64 = 2.0;

/// What is known of one template in all states.
#[derive(Default)]
struct TemplateRecord<'a> {
    /// States and rows in which it was tried.
    tries: u32,
    /// Of these, if nothing happened.
    nothing: u32,
    /// Of these, if it found a state.
    found: u32,
    places: HashSet<StateId>,
    headings: HashSet<&'a str>,
    /// True if it is still there, and leads nowhere else, in the place it led to.
    bar: bool,
}

/// See the module.
pub struct TemplateRecords<'a> {
    memory: &'a RulesMemory,
    records: HashMap<&'a ActionKey, TemplateRecord<'a>>,
}

impl<'a> TemplateRecords<'a> {
    /// Gathers it from all transitions of `model`.
    pub fn new(model: &'a BehaviourModel, memory: &'a RulesMemory) -> Self {
        let mut records: HashMap<&ActionKey, TemplateRecord<'_>> = HashMap::new();
        for node in model.states() {
            for (key, edge) in &node.edges {
                let template = memory.template(node, key);
                let record = records.entry(template).or_default();
                record.tries += 1;
                record.nothing += u32::from(edge.tries.no_effect == edge.tries.count);
                record.headings.insert(&node.label);
                let Some(to) = edge.likeliest() else { continue };
                record.places.insert(to);
                if to != node.id {
                    record.found += u32::from(memory.found_from(to) == Some(node.id));
                    record.bar |= model.state(to).is_some_and(|to| stays(to, template));
                }
            }
        }
        Self { memory, records }
    }

    /// The chance that `seen`, untried in `node`, shows something new there, and why.
    pub fn chance(&self, node: Option<&StateNode>, seen: &SeenInput) -> (f64, &'static str) {
        let promised = seen.promise.chance;
        if let Some(node) = node
            && let Some((left, why)) = self.rows(node, seen)
        {
            return (promised * left, why);
        }
        let otherwise = (promised, seen.promise.why);
        let Some(record) = self.records.get(&seen.template) else { return otherwise };
        let heading = node.map_or("", |node| &node.label);
        if record.nothing == record.tries {
            (promised * DID_NOTHING, "it did nothing in other states")
        } else if seen.promise.sense == LabelSense::Leaves {
            otherwise
        } else if record.bar && seen.promise.sense != LabelSense::Sends {
            (promised * BAR, "it leads to the same place wherever it is")
        } else if record.headings.contains(heading) {
            (promised * SAME_HEADING, "a screen of this name has it too, and there it was tried")
        } else if record.places.len() == 1 && record.tries > 1 {
            (promised * SAME_PLACE, "it leads to the same place wherever it is")
        } else {
            let met = promised * TRUST + f64::from(record.found);
            (met / (TRUST + f64::from(record.tries)), seen.promise.why)
        }
    }

    /// What is left of the chance of a row, where other rows of its list were tried.
    fn rows(&self, node: &StateNode, seen: &SeenInput) -> Option<(f64, &'static str)> {
        if seen.key == seen.template || seen.is_text {
            return None;
        }
        let tried = |(key, _): &(&ActionKey, &ActionEdge)| {
            self.memory.template(node, key) == &seen.template && **key != seen.key
        };
        let rows: Vec<&ActionEdge> =
            node.edges.iter().filter(tried).map(|(_, edge)| edge).collect();
        let places: HashSet<StateId> = rows.iter().filter_map(|edge| edge.likeliest()).collect();
        match (rows.len(), places.len()) {
            (0, _) => None,
            (1, _) => Some((SECOND_ROW, "rows of one list mostly lead to the same place")),
            (_, 0 | 1) => Some((ALIKE_ROWS, "the rows of this list lead to the same place")),
            (rows, places) => {
                let left = (places as f64 / rows as f64).min(1.0);
                Some((left, "the rows of this list lead to different places"))
            }
        }
    }
}

/// True if `to` has `template` as well, and it does not lead away from there.
fn stays(to: &StateNode, template: &ActionKey) -> bool {
    to.available.iter().any(|offer| {
        let leads = to.edges.get(&offer.key).and_then(ActionEdge::likeliest);
        offer.template == *template && leads.is_none_or(|place| place == to.id)
    })
}
