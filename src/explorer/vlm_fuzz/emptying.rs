//! Emptying a list to its last row, which apps are likely to bear ill.

use super::VlmFuzz;
use super::move_tags::TagSubject;
use super::moves::{MoveId, MoveKind, ScreenMove};
use super::sequels::SequenceStep;
use super::words::{self, FuzzLabelSense};
use crate::domain::{ActionKind, AvailableAction};
use crate::explorer::Situation;

/// So many presses empty a list at most, agreeing included.
const EMPTYING: usize = 16;
/// What that is worth.
const EMPTIED: f64 = 0.28;

impl VlmFuzz {
    /// An item that stands for emptying the list on screen, once in each state: what else is shown
    /// may count on a row. Not before the second half of a run, since an emptied app has less to
    /// show.
    pub(super) fn emptying(&self, situation: &Situation) -> Option<ScreenMove> {
        let removes = |offer: &&AvailableAction| {
            let target = offer.action.target().filter(|_| offer.action.kind() == ActionKind::Tap);
            target.is_some_and(|target| {
                let widget = situation.screen.widget(target.number);
                widget.is_some_and(|widget| widget.position.list.is_some())
                    && words::sense(target) == FuzzLabelSense::Destructive
            })
        };
        let offer = situation.available.iter().find(removes).filter(|_| situation.is_late())?;
        let id = MoveId::Drain(offer.template.clone());
        if self.sequels.is_worn(&row_name(situation, &id)) {
            return None;
        }
        Some(ScreenMove {
            id,
            tag: TagSubject::Drain(situation.state.structural).into(),
            kind: MoveKind::Drain(offer.action.clone()),
            base_yield: EMPTIED,
            why: "the list is emptied, since its last row may be borne ill",
        })
    }

    /// Goes on with what `item` stands for, if it is one of [`Self::emptying`].
    pub(super) fn begin_emptying(&mut self, situation: &Situation, item: &ScreenMove) {
        if let MoveKind::Drain(action) = &item.kind {
            let name = row_name(situation, &item.id);
            let again = SequenceStep::Again(action.clone(), EMPTYING);
            let why = "The list is emptied: its last row may be borne ill.";
            self.sequels.start(name, [again], why);
        }
    }
}

/// How the row of actions of the item `name` is called: a list of another component is another one.
fn row_name(situation: &Situation, id: &MoveId) -> String {
    format!("{} {id}", situation.screen.activity)
}
