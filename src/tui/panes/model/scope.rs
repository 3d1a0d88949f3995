//! Which states are laid out: all while they are few, else those around one.

use std::collections::{HashMap, VecDeque};

use super::neighbours::StateNeighbours;

/// More states than this are never laid out at once.
pub const MOST: usize = 240;

/// With more states than this only the neighbourhood is shown, unless the tester chose all.
pub const MANY: usize = 60;

/// The radius of the neighbourhood, in actions in either direction.
pub const RADIUS: usize = 2;

/// In the neighbourhood, more neighbours than this are not followed from one state: a home screen
/// that everything leads back to must not push all else out.
const FOLLOWED: usize = 24;

/// The states that are laid out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphScope {
    /// Their places in the model, in the order in which they were discovered.
    pub states: Vec<usize>,
    /// How many there are in all.
    pub of: usize,
    /// The state they lie around.
    pub centre: usize,
    /// Actions between the centre and each of `states`, in either direction.
    distance: Vec<usize>,
    place: HashMap<usize, usize>,
}

impl GraphScope {
    /// Chooses from the first `of` states of the neighbours: all, or those around `centre`.
    pub fn choose(neighbours: &StateNeighbours, of: usize, centre: usize, near: bool) -> Self {
        if of == 0 {
            return Self::default();
        }
        let centre = centre.min(of - 1);
        if !near && of <= MOST {
            return Self::new((0..of).map(|state| (state, 0)).collect(), of, centre);
        }
        let (radius, followed) = if near { (RADIUS, FOLLOWED) } else { (usize::MAX, MOST) };
        Self::new(around(neighbours, of, centre, radius, followed), of, centre)
    }

    fn new(mut found: Vec<(usize, usize)>, of: usize, centre: usize) -> Self {
        found.sort_unstable();
        let (states, distance): (Vec<usize>, Vec<usize>) = found.into_iter().unzip();
        let place = states.iter().enumerate().map(|(place, state)| (*state, place)).collect();
        Self { states, of, centre, distance, place }
    }

    /// Where in `states` this state is.
    pub fn place(&self, state: usize) -> Option<usize> {
        self.place.get(&state).copied()
    }

    /// True if some states are left out.
    pub fn is_partial(&self) -> bool {
        self.states.len() < self.of
    }

    /// True if `state` lies well inside, so that nothing needs to be laid out anew to show what
    /// is around it.
    pub fn is_inside(&self, state: usize) -> bool {
        let Some(place) = self.place(state) else { return false };
        let farthest = self.distance.iter().max().copied().unwrap_or(0);
        !self.is_partial() || self.distance[place] * 2 <= farthest.max(1)
    }
}

fn around(
    neighbours: &StateNeighbours,
    of: usize,
    centre: usize,
    radius: usize,
    followed: usize,
) -> Vec<(usize, usize)> {
    let mut distance = HashMap::from([(centre, 0)]);
    let mut queue = VecDeque::from([centre]);
    while let Some(state) = queue.pop_front() {
        let next = distance[&state] + 1;
        if next > radius {
            break;
        }
        let neighbours = neighbours.out(state).iter().chain(neighbours.back(state));
        for &neighbour in neighbours.filter(|state| **state < of).take(followed) {
            if distance.len() >= MOST {
                return distance.into_iter().collect();
            }
            distance.entry(neighbour).or_insert_with(|| {
                queue.push_back(neighbour);
                next
            });
        }
    }
    distance.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::testing::tape::ScriptedTape;

    /// A chain 0 → 1 → … → `length`, and its neighbours.
    fn chain(length: u64) -> StateNeighbours {
        let mut tape = ScriptedTape::new();
        tape.observe(1, "s");
        for state in 2..=length {
            tape.act("tap #on", state, "s");
        }
        let mut neighbours = StateNeighbours::default();
        neighbours.update(tape.session());
        neighbours
    }

    #[test]
    fn few_states_are_all_shown() {
        let scope = GraphScope::choose(&chain(5), 5, 2, false);
        assert_eq!(scope.states, [0, 1, 2, 3, 4]);
        assert!(!scope.is_partial());
    }

    #[test]
    fn the_neighbourhood_goes_both_ways_and_ends() {
        let scope = GraphScope::choose(&chain(20), 20, 10, true);
        assert_eq!(scope.states, [8, 9, 10, 11, 12]);
        assert!(scope.is_inside(11) && !scope.is_inside(12) && !scope.is_inside(13));
    }

    #[test]
    fn states_of_the_future_are_left_out() {
        assert_eq!(GraphScope::choose(&chain(20), 11, 10, true).states, [8, 9, 10]);
        assert_eq!(GraphScope::choose(&chain(20), 5, 17, true).centre, 4);
    }

    #[test]
    fn never_more_than_can_be_laid_out() {
        let scope = GraphScope::choose(&chain(1_000), 1_000, 500, false);
        assert_eq!((scope.states.len(), scope.of), (MOST, 1_000));
        assert!(scope.states.contains(&500));
    }

    #[test]
    fn nothing_gives_nothing() {
        assert_eq!(
            GraphScope::choose(&StateNeighbours::default(), 0, 0, false),
            GraphScope::default()
        );
    }
}
