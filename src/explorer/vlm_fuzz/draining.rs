//! Draining a list: its rows are removed until none is left, which apps often do not withstand.

use std::collections::BTreeSet;

use super::move_tags::TagSubject;
use super::moves::{MoveId, MoveKind, ScreenMove};
use super::sequences::{SequenceStep, Sequences};
use super::weights::VlmFuzzWeights;
use super::words::{self, FuzzLabelSense};
use crate::domain::{Action, ActionKind, AvailableAction};
use crate::explorer::Situation;

/// The move that drains the list on screen, once beside each set of buttons: what else is shown may
/// depend on a row. Not before the second half of a run, since a drained app has less to show.
pub(super) fn of(
    situation: &Situation,
    sequences: &Sequences,
    weights: &VlmFuzzWeights,
) -> Option<ScreenMove> {
    let removes = |available: &&AvailableAction| {
        let tap = Some(&available.action).filter(|action| action.kind() == ActionKind::Tap);
        tap.and_then(Action::target).is_some_and(|target| {
            let widget = situation.screen.widget(target.number);
            widget.is_some_and(|widget| widget.position.list.is_some())
                && words::sense(target) == FuzzLabelSense::Destructive
        })
    };
    let remove = situation.available.iter().find(removes).filter(|_| situation.is_late())?;
    let id = MoveId::Drain(remove.template.clone(), buttons_beside(situation));
    if sequences.is_used_up(&sequence_name(situation, &id), weights) {
        return None;
    }
    Some(ScreenMove {
        id,
        tag: TagSubject::Drain(situation.state.structural).into(),
        kind: MoveKind::Drain(remove.action.clone()),
        base_yield: weights.drain,
        why: "the list is drained, since the app may not withstand the loss of its last row",
        alike: None,
    })
}

/// Begins the sequence that drains the list, whose first action is `remove`.
pub(super) fn begin(
    situation: &Situation,
    id: &MoveId,
    remove: &Action,
    sequences: &mut Sequences,
    weights: &VlmFuzzWeights,
) {
    let steps = [SequenceStep::Repeat(remove.clone(), weights.drain_presses)];
    let why = "The list is drained: the app may not withstand the loss of its last row.";
    sequences.start(sequence_name(situation, id), steps, why, weights);
}

/// The ids of what acts outside of lists.
fn buttons_beside(situation: &Situation) -> BTreeSet<String> {
    let widgets = situation.screen.widgets.iter();
    let beside = widgets.filter(|widget| widget.acts() && widget.position.list.is_none());
    beside.map(|widget| widget.short_id().to_owned()).collect()
}

/// The name of the sequence: a list of another component is another one.
fn sequence_name(situation: &Situation, id: &MoveId) -> String {
    format!("{} {id}", situation.screen.location)
}
