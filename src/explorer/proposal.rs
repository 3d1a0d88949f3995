//! What an explorer wants to do next.

use crate::domain::{Action, ActionKey, AvailableAction, StateId};
use crate::protocol::{ActionPlan, Alternative, NetworkInsight};

/// What an explorer wants to do.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplorerProposal {
    /// The action.
    pub action: Action,
    /// Its name within the present state.
    pub key: ActionKey,
    /// Why, for the tester.
    pub why: String,
    /// What else was considered, best first.
    pub alternatives: Vec<Alternative>,
    /// The plan it is a step of.
    pub plan: Option<ActionPlan>,
    /// The state that it is a step on the way to: other workers of a fleet look for work elsewhere.
    pub goal: Option<StateId>,
    /// What the network tells that chose it, if one did.
    pub insight: Option<Box<NetworkInsight>>,
}

impl ExplorerProposal {
    /// `available`, for the reason `why`.
    pub fn new(available: AvailableAction, why: impl Into<String>) -> Self {
        Self::of(available.action, available.key, why)
    }

    /// `action`, which is called `key` within the present state, for the reason `why`.
    pub fn of(action: Action, key: ActionKey, why: impl Into<String>) -> Self {
        Self {
            action,
            key,
            why: why.into(),
            alternatives: Vec::new(),
            plan: None,
            goal: None,
            insight: None,
        }
    }

    /// The same, with what else was considered, best first.
    pub fn with_alternatives(self, alternatives: Vec<Alternative>) -> Self {
        Self { alternatives, ..self }
    }

    /// The same, with what the network tells that chose it.
    pub fn with_insight(self, insight: NetworkInsight) -> Self {
        Self { insight: Some(Box::new(insight)), ..self }
    }

    /// The same, as a step on the way to `goal`.
    pub fn with_goal(self, goal: StateId) -> Self {
        Self { goal: Some(goal), ..self }
    }

    /// The same, as a step of `plan`.
    pub fn with_plan(self, plan: ActionPlan) -> Self {
        Self { plan: Some(plan), ..self }
    }
}
