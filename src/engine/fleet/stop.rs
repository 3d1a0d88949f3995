//! How a fleet is told to end.

/// Whether a fleet is to end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum FleetStop {
    /// No.
    #[default]
    No,
    /// Every session ends in order.
    InOrder,
    /// Nothing is waited for.
    AtOnce,
}
