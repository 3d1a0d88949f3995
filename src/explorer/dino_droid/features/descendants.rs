//! FCD: the children of an action over three generations, by executions, and what is left to do where
//! it leads.

use super::known::PageKnowledge;
use super::{FeatureRow, LEAST};
use crate::domain::{ActionKey, StateId};
use crate::explorer::dino_droid::event_flow::{EXECUTION_GROUPS, GENERATIONS};
use crate::explorer::shared::look_alikes::{LookAlike, ScreenNumber};
use crate::model::behaviour::ActionEdge;

/// What is left to do where an action leads.
const ONWARD: usize = 8;
/// All numbers of the group.
pub(super) const FCD: usize = 6 + GENERATIONS * EXECUTION_GROUPS + ONWARD;
/// The place of what is left there per step.
pub(super) const ONWARD_RATE: usize = FCD - ONWARD + 1;
/// So many of the yields that are left count in their sum.
const SUMMED_YIELDS: usize = 5;

/// FCD of the action called `key`.
pub(super) fn children(
    row: &mut FeatureRow,
    known: &mut PageKnowledge<'_>,
    key: &ActionKey,
    alike: LookAlike,
) {
    let target = known.target(key, alike);
    generations(row, known, target, target == Some(alike.screen));
    let here = known.situation.state.structural;
    let edge = known.situation.model.state(here).and_then(|node| node.edges.get(key));
    let to = edge.and_then(ActionEdge::likeliest).filter(|to| *to != here);
    onward(row, known, to.map(|to| (to, 1)));
}

/// The children of an event that leads to the page `to`.
pub(super) fn generations(
    row: &mut FeatureRow,
    known: &mut PageKnowledge<'_>,
    to: Option<ScreenNumber>,
    stays: bool,
) {
    let Some(to) = to else {
        (0..FCD - ONWARD).for_each(|_| row.push(0.0));
        return;
    };
    row.flag(true);
    row.flag(stays);
    row.flag(known.graph.is_outside(to));
    let generations = known.children(to);
    for counts in generations {
        row.flag(counts[0] > 0);
    }
    for counts in generations {
        counts.iter().for_each(|count| row.count(f64::from(*count)));
    }
}

/// What is left to do in the state behind an action or a walk, which is so many steps away.
pub(super) fn onward(row: &mut FeatureRow, known: &PageKnowledge<'_>, to: Option<(StateId, u32)>) {
    row.push(known.best_rate);
    let Some((state, steps)) = to else {
        (1..ONWARD).for_each(|_| row.push(0.0));
        return;
    };
    let (rate, yields) = known.left_in(state, steps);
    row.push(rate);
    row.push(rate / known.best_rate.max(rate).max(LEAST));
    row.push(rate / known.best_promise.max(rate).max(LEAST));
    row.push(1.0 / f64::from(steps.saturating_add(1)));
    row.push(yields.first().copied().unwrap_or_default());
    row.push(yields.iter().take(SUMMED_YIELDS).sum::<f64>() / SUMMED_YIELDS as f64);
    row.count(yields.len() as f64);
}
