//! What drawing needs beside the model: short names, and the neighbours of states in both
//! directions.
//!
//! Grows with the session, in constant time a moment, so that a frame never walks the whole model.

use std::collections::HashMap;

use crate::model::StateNode;
use crate::session::Timeline;
use crate::tui::controls;

/// Names and neighbours of states, by their place in [`crate::model::BehaviourModel::states`].
#[derive(Default)]
pub struct StateNeighbours {
    names: Vec<String>,
    same: HashMap<String, usize>,
    out: Vec<Vec<usize>>,
    into: Vec<Vec<usize>>,
    read: usize,
    links: usize,
}

impl StateNeighbours {
    /// Takes in what `session` learned since the last call.
    pub fn update(&mut self, session: &Timeline) {
        if session.moments.len() < self.read || session.model.states().len() < self.names.len() {
            *self = Self::default();
        }
        for state in session.model.states().iter().skip(self.names.len()) {
            let name = short(state);
            let count = self.same.entry(name.clone()).or_insert(0);
            *count += 1;
            self.names.push(if *count > 1 { format!("{name} {count}") } else { name });
            self.out.push(Vec::new());
            self.into.push(Vec::new());
        }
        while let Some(moment) = session.moments.gist(self.read) {
            // What a moment led to is recorded after the next observation; before that, wait.
            if moment.learned.is_none() && self.read + 2 >= session.moments.len() {
                break;
            }
            self.read += 1;
            let Some((from, to, _)) = moment.learned else { continue };
            let ends = session.model.position(from).zip(session.model.position(to));
            if let Some((from, to)) = ends {
                self.link(from, to);
            }
        }
    }

    fn link(&mut self, from: usize, to: usize) {
        if from != to && !self.out[from].contains(&to) {
            self.out[from].push(to);
            self.into[to].push(from);
            self.links += 1;
        }
    }

    /// A short name that no other state has.
    pub fn name(&self, state: usize) -> &str {
        self.names.get(state).map_or("", String::as_str)
    }

    /// Where `state` led, without repeats and without itself, in the order in which it was seen.
    pub fn out(&self, state: usize) -> &[usize] {
        self.out.get(state).map_or(&[], Vec::as_slice)
    }

    /// What led to `state`, likewise.
    pub fn back(&self, state: usize) -> &[usize] {
        self.into.get(state).map_or(&[], Vec::as_slice)
    }

    /// True if some action was seen to lead from `from` to `to`.
    pub fn leads(&self, from: usize, to: usize) -> bool {
        self.out(from).contains(&to)
    }

    /// Pairs of different states of which one led to the other.
    pub fn links(&self) -> usize {
        self.links
    }
}

/// The heading of a state without its activity, which most states of an app share.
pub fn short(state: &StateNode) -> String {
    let label = state.label.split_once(" · ").map_or(state.label.as_str(), |(_, title)| title);
    let mut name = controls::clean(label).trim().to_owned();
    if name.is_empty() {
        name = state.id.short();
    }
    if state.size.width > state.size.height {
        name.push_str(" (wide)");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::testing::tape::ScriptedTape;

    #[test]
    fn names_are_short_and_told_apart() {
        let mut neighbours = StateNeighbours::default();
        let mut tape = ScriptedTape::new();
        tape.observe(1, "Main · Notes").act("tap #a", 2, "Main · Notes").act("tap #b", 3, "Main");
        neighbours.update(tape.session());
        assert_eq!([0, 1, 2].map(|place| neighbours.name(place)), ["Notes", "Notes 2", "Main"]);
    }

    #[test]
    fn reading_on_gives_the_same_as_reading_at_once() {
        let acts = [(2, "b"), (3, "c"), (1, "a"), (2, "b"), (2, "b"), (1, "a")];
        let mut tape = ScriptedTape::new();
        tape.observe(1, "a");
        let mut grown = StateNeighbours::default();
        for (to, label) in acts {
            tape.act("tap #x", to, label);
            grown.update(tape.session());
        }
        let mut whole = StateNeighbours::default();
        whole.update(tape.session());
        assert_eq!((&grown.out, &grown.into), (&whole.out, &whole.into));
        assert_eq!(whole.out, [vec![1], vec![2, 0], vec![0]]);
        assert_eq!(whole.links(), 4);
    }
}
