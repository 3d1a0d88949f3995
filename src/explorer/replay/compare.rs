//! How a screen compares with a recorded one.

use crate::domain::{Screen, StateId};
use crate::model::abstraction;
use crate::protocol::StepMatch;

/// From this likeness on a screen is near the recorded one.
const NEAR: f64 = 0.6;

/// How `now` (in the structural state `state`) compares with the recorded `then`, and how alike they
/// are.
pub fn compare(then: (StateId, &Screen), now: (StateId, &Screen)) -> (StepMatch, f64) {
    // Two sessions of one app may have come to tell states apart by other details.
    let structural = |screen| abstraction::state_ids(screen).structural;
    if then.0 == now.0 || structural(then.1) == structural(now.1) {
        return (StepMatch::Same, 1.0);
    }
    let alike = abstraction::likeness(then.1, now.1);
    (if alike >= NEAR { StepMatch::Near } else { StepMatch::Different }, alike)
}

/// True if both stand in the same window of the same activity.
pub fn same_place(then: &Screen, now: &Screen) -> bool {
    then.package == now.package && then.location == now.location && then.dialog == now.dialog
}

/// In what `now` is not `then`, in a few words.
pub fn difference(then: &Screen, now: &Screen) -> String {
    let (was, is) = (abstraction::label(then), abstraction::label(now));
    if was == is {
        return "other widgets on the same screen".to_owned();
    }
    if then.package != now.package {
        return format!("{} is in front instead of {}", now.package, then.package);
    }
    format!("{is:?} instead of {was:?}")
}
