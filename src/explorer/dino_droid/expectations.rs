//! Whether the network chooses as a tester would expect (DinoDroid, section 5.4).

use super::features::ExpectedTraits;

/// What is expected, and of which share of the cases the paper reports that it was met, in percent.
pub const EXPECTATIONS: [(&str, f64); 4] = [
    ("what was not executed comes before what was", 85.0),
    ("what was not executed comes before what was and has nothing left behind it", 85.0),
    ("what leads to unexplored actions comes first", 85.0),
    ("labels of progress come before labels of leaving", 91.0),
];

/// For each of [`EXPECTATIONS`], whether it was met on one screen; `None` if the screen did not
/// tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MetExpectations(pub [Option<bool>; EXPECTATIONS.len()]);

/// For each of [`EXPECTATIONS`], what should come first of a screen and what it is compared with, by their places; `None`
/// if the screen does not tell. Of each side it is the one of the highest value.
pub(super) fn compared(
    valued: &[(ExpectedTraits, f32)],
) -> [Option<(usize, usize)>; EXPECTATIONS.len()] {
    let best = |counts: &dyn Fn(&ExpectedTraits) -> bool| {
        let places = (0..valued.len()).filter(|at| counts(&valued[*at].0));
        places.max_by(|one, other| valued[*one].1.total_cmp(&valued[*other].1))
    };
    let both = |one: Option<usize>, other: Option<usize>| Some((one?, other?));
    let fresh = best(&|traits| traits.is_fresh && !traits.is_of_system);
    let executed = |counts: &dyn Fn(&ExpectedTraits) -> bool| {
        best(&|traits| traits.is_executed && !traits.is_of_system && counts(traits))
    };
    let has_nothing_left = |it: &ExpectedTraits| !it.leads_to_unexplored && !it.has_work_behind;
    let finished = executed(&has_nothing_left);
    // What is new here would hide what the network thinks of the regions behind.
    let onward = executed(&|traits| traits.leads_to_unexplored);
    let spent = executed(&|traits| traits.leads && has_nothing_left(traits));
    let progress = best(&|traits| traits.is_fresh && traits.means_progress);
    let leaving = best(&|traits| traits.is_fresh && traits.means_leaving);
    [
        both(fresh, executed(&|_| true)),
        both(fresh, finished),
        both(onward, spent),
        both(progress, leaving),
    ]
}

impl MetExpectations {
    /// Whether the values of the actions of a screen are as expected from their traits.
    pub(super) fn of(valued: &[(ExpectedTraits, f32)]) -> Self {
        let is_ahead = |(one, other): (usize, usize)| valued[one].1 > valued[other].1;
        Self(compared(valued).map(|both| both.map(is_ahead)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_screens_that_show_both_tell() {
        let fresh = ExpectedTraits { is_fresh: true, ..ExpectedTraits::default() };
        let save = ExpectedTraits { means_progress: true, ..fresh };
        let cancel = ExpectedTraits { means_leaving: true, ..fresh };
        let done = ExpectedTraits { is_executed: true, ..ExpectedTraits::default() };
        let of = |valued: &[(ExpectedTraits, f32)]| MetExpectations::of(valued).0;
        assert_eq!(of(&[(fresh, 1.0)]), [None; 4]);
        assert_eq!(of(&[(fresh, 1.0), (done, 2.0)]), [Some(false), Some(false), None, None]);
        assert_eq!(of(&[(save, 1.0), (cancel, 0.5)]), [None, None, None, Some(true)]);
        let turned = ExpectedTraits { is_of_system: true, ..fresh };
        assert_eq!(of(&[(turned, 1.0), (done, 2.0)]), [None; 4], "as in the paper");
        let onward = ExpectedTraits { leads: true, leads_to_unexplored: true, ..done };
        let spent = ExpectedTraits { leads: true, ..done };
        assert_eq!(of(&[(onward, 1.0), (spent, 0.5)]), [None, None, Some(true), None]);
        assert_eq!(of(&[(fresh, 1.0), (onward, 2.0)]), [Some(false), None, None, None]);
        let unfinished = ExpectedTraits { has_work_behind: true, ..spent };
        assert_eq!(of(&[(onward, 1.0), (unfinished, 2.0)]), [None; 4], "it is not spent");
    }
}
