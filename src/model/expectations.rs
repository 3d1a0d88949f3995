//! The tester's expectations, folded from events.

use std::collections::BTreeSet;

use crate::protocol::{Expectation, ExpectationChange, ExpectationChanged};

/// What is expected now, and how its latest changes are undone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExpectationList {
    current: Vec<Expectation>,
    /// What undoes each change that was not undone, the latest last.
    undoing: Vec<ExpectationChange>,
    /// The names of all that were ever stated.
    names: BTreeSet<String>,
}

impl ExpectationList {
    /// Takes a change in. What names an expectation that there is not changes nothing.
    pub fn apply(&mut self, changed: &ExpectationChanged) {
        let Some(inverse) = self.change(&changed.change) else { return };
        if changed.undoes {
            self.undoing.pop();
        } else {
            self.undoing.push(inverse);
        }
    }

    /// Makes a change; gives the one that undoes it.
    fn change(&mut self, change: &ExpectationChange) -> Option<ExpectationChange> {
        match change {
            ExpectationChange::Stated(stated) => {
                self.names.insert(stated.name.clone());
                self.current.push(stated.clone());
                Some(ExpectationChange::Withdrawn { name: stated.name.clone() })
            }
            ExpectationChange::Replaced { name, by } => {
                let place = self.place(name)?;
                self.names.insert(by.name.clone());
                let old = std::mem::replace(self.current.get_mut(place)?, by.clone());
                Some(ExpectationChange::Replaced { name: by.name.clone(), by: old })
            }
            ExpectationChange::Withdrawn { name } => {
                let place = self.place(name)?;
                Some(ExpectationChange::Stated(self.current.remove(place)))
            }
        }
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.current.iter().position(|known| known.name == name)
    }

    /// What is expected, in the order in which it was stated.
    pub fn current(&self) -> &[Expectation] {
        &self.current
    }

    /// The one called `name`, if it is expected now.
    pub fn find(&self, name: &str) -> Option<&Expectation> {
        self.current.get(self.place(name)?)
    }

    /// True if one called `name` was ever stated.
    pub fn has_named(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// The change that undoes the latest one that was not undone.
    pub fn undoing(&self) -> Option<&ExpectationChange> {
        self.undoing.last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expectation(name: &str) -> Expectation {
        Expectation { name: name.into(), property: format!("[[property]]\nname = {name:?}\n") }
    }

    fn reported(list: &mut ExpectationList, change: ExpectationChange) {
        list.apply(&ExpectationChanged { step: 0, change, undoes: false });
    }

    fn undone(list: &mut ExpectationList) {
        let change = list.undoing().unwrap().clone();
        list.apply(&ExpectationChanged { step: 0, change, undoes: true });
    }

    fn names(list: &ExpectationList) -> Vec<&str> {
        list.current().iter().map(|it| it.name.as_str()).collect()
    }

    #[test]
    fn changes_are_undone_in_turn() {
        let mut list = ExpectationList::default();
        reported(&mut list, ExpectationChange::Stated(expectation("a")));
        reported(&mut list, ExpectationChange::Stated(expectation("b")));
        let by = expectation("c");
        reported(&mut list, ExpectationChange::Replaced { name: "a".into(), by });
        reported(&mut list, ExpectationChange::Withdrawn { name: "b".into() });
        assert_eq!(names(&list), ["c"]);
        undone(&mut list);
        assert_eq!(names(&list), ["c", "b"]);
        undone(&mut list);
        assert_eq!(names(&list), ["a", "b"]);
        undone(&mut list);
        undone(&mut list);
        assert_eq!((names(&list), list.undoing()), (vec![], None));
        assert!(list.has_named("c") && !list.has_named("d"));
    }

    #[test]
    fn what_was_undone_can_be_stated_again_and_undone() {
        let mut list = ExpectationList::default();
        reported(&mut list, ExpectationChange::Stated(expectation("a")));
        undone(&mut list);
        reported(&mut list, ExpectationChange::Stated(expectation("b")));
        undone(&mut list);
        assert_eq!(list.undoing(), None);
    }

    #[test]
    fn an_unknown_name_changes_nothing() {
        let mut list = ExpectationList::default();
        reported(&mut list, ExpectationChange::Withdrawn { name: "a".into() });
        let by = expectation("b");
        reported(&mut list, ExpectationChange::Replaced { name: "a".into(), by });
        assert_eq!(list, ExpectationList::default());
    }
}
