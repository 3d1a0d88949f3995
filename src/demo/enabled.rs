//! Which seeded faults act.

use super::input_faults::is_input_fault;
use super::view_fault::{ViewFault, is_view_fault};

/// The seeded faults that act in the apps of a phone. If a fault does not act, the app does what is
/// right instead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EnabledFaults {
    /// All of them but the input faults, which are a set of their own, and the faults of views.
    #[default]
    All,
    /// Only those with these ids; none if it is empty.
    Only(Vec<&'static str>),
    /// Only this one, which is in no table.
    Variant(&'static ViewFault),
}

impl EnabledFaults {
    /// True if the fault `id` acts.
    pub fn contains(&self, id: &str) -> bool {
        match self {
            Self::All => !is_input_fault(id) && !is_view_fault(id),
            Self::Only(ids) => ids.contains(&id),
            Self::Variant(fault) => fault.spec.id == id,
        }
    }

    /// The fault that acts though it is in no table.
    pub const fn variant(&self) -> Option<&'static ViewFault> {
        match self {
            Self::Variant(fault) => Some(fault),
            _ => None,
        }
    }
}
