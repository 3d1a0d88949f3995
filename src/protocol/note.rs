//! What an explorer, or an oracle that asks a model, may add to the log.

use super::{
    ActionsAdded, Event, FormAttacked, FunctionTested, GoalChanged, RulesAnswered, SessionBranched,
    StatesMerged, StepCompared, WarningRaised,
};
use crate::domain::Finding;

/// A fact that was found out by thinking, of a proposal or of what happened. It is logged as the event
/// of the same name.
#[derive(Clone, Debug, PartialEq)]
pub enum ExplorerNote {
    /// Two structural states mean the same.
    StatesMerged(StatesMerged),
    /// Actions were thought of beside those of the widgets.
    ActionsAdded(ActionsAdded),
    /// The list of goals changed.
    GoalChanged(GoalChanged),
    /// A form was attacked with texts.
    FormAttacked(FormAttacked),
    /// A function of the app was named, or judged.
    FunctionTested(FunctionTested),
    /// Rules answered a question instead of a model.
    RulesAnswered(RulesAnswered),
    /// A performed step was compared with the recorded one.
    StepCompared(StepCompared),
    /// The session begins with the steps of another one.
    SessionBranched(SessionBranched),
    /// A model takes something that it was shown for a bug.
    Suspected(Box<Finding>),
    /// Something that the tester should know.
    Warning(WarningRaised),
}

impl From<ExplorerNote> for Event {
    fn from(note: ExplorerNote) -> Self {
        match note {
            ExplorerNote::StatesMerged(merged) => Self::StatesMerged(merged),
            ExplorerNote::ActionsAdded(added) => Self::ActionsAdded(added),
            ExplorerNote::GoalChanged(changed) => Self::GoalChanged(changed),
            ExplorerNote::FormAttacked(attacked) => Self::Attacked(attacked),
            ExplorerNote::FunctionTested(tested) => Self::FunctionTested(tested),
            ExplorerNote::RulesAnswered(answered) => Self::Ruled(answered),
            ExplorerNote::StepCompared(compared) => Self::Compared(compared),
            ExplorerNote::SessionBranched(branched) => Self::Branched(branched),
            ExplorerNote::Suspected(finding) => Self::Found(*finding),
            ExplorerNote::Warning(warning) => Self::Warned(warning),
        }
    }
}
