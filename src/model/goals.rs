//! The goals of a session: a fold of their changes.

use std::collections::VecDeque;

use crate::protocol::goal::{
    ExplorationGoal, GoalAuthor, GoalChange, GoalChanged, GoalId, GoalOutcome,
};

/// So many ended goals are remembered.
const ENDED: usize = 5;

/// The goals, the one that is pursued first, and the latest ones that ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoalList {
    goals: Vec<ExplorationGoal>,
    ended: VecDeque<(ExplorationGoal, GoalOutcome)>,
}

impl GoalList {
    /// Takes one change in. A change of a goal that is not in the list says nothing.
    pub fn apply(&mut self, changed: &GoalChanged) {
        match &changed.change {
            GoalChange::Added(goal) => self.add(goal),
            GoalChange::Edited { id, text } => {
                if let Some(goal) = self.goals.iter_mut().find(|goal| goal.id == *id) {
                    *goal = ExplorationGoal {
                        id: *id,
                        author: GoalAuthor::Tester,
                        text: text.clone(),
                        why: String::new(),
                        state: None,
                        begin: Vec::new(),
                        texts: Vec::new(),
                    };
                }
            }
            GoalChange::Dropped { id } => self.goals.retain(|goal| goal.id != *id),
            GoalChange::Moved { id, to } => {
                if let Some(at) = self.position(*id) {
                    let goal = self.goals.remove(at);
                    self.goals.insert((*to).min(self.goals.len()), goal);
                }
            }
            GoalChange::Ended { id, outcome } => {
                if let Some(at) = self.position(*id) {
                    self.ended.push_back((self.goals.remove(at), *outcome));
                    if self.ended.len() > ENDED {
                        self.ended.pop_front();
                    }
                }
            }
        }
    }

    /// The tester's goals come before the model's, unless the tester moves them.
    fn add(&mut self, goal: &ExplorationGoal) {
        if self.position(goal.id).is_some() {
            return;
        }
        let models = |known: &ExplorationGoal| known.author == GoalAuthor::Model;
        let before = self.goals.iter().position(models);
        let at = before.filter(|_| goal.author == GoalAuthor::Tester);
        self.goals.insert(at.unwrap_or(self.goals.len()), goal.clone());
    }

    fn position(&self, id: GoalId) -> Option<usize> {
        self.goals.iter().position(|goal| goal.id == id)
    }

    /// The goals in the order in which they are pursued.
    pub fn goals(&self) -> &[ExplorationGoal] {
        &self.goals
    }

    /// The words of the goal `id` in the list; empty if it is not there.
    pub fn text(&self, id: GoalId) -> String {
        self.position(id).map(|at| self.goals[at].text.clone()).unwrap_or_default()
    }

    /// The latest goals that ended, the newest last.
    pub fn ended(&self) -> impl Iterator<Item = &(ExplorationGoal, GoalOutcome)> {
        self.ended.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(id: u64, author: GoalAuthor) -> GoalChange {
        GoalChange::Added(ExplorationGoal {
            id: GoalId(id),
            author,
            text: format!("goal {id}"),
            why: String::new(),
            state: None,
            begin: vec!["tap \"Add\"".into()],
            texts: Vec::new(),
        })
    }

    fn list(changes: Vec<GoalChange>) -> GoalList {
        let mut list = GoalList::default();
        for change in changes {
            list.apply(&GoalChanged { step: 0, change });
        }
        list
    }

    fn ids(list: &GoalList) -> Vec<u64> {
        list.goals().iter().map(|goal| goal.id.0).collect()
    }

    #[test]
    fn the_testers_goals_come_first_and_in_their_order() {
        let (model, tester) = (GoalAuthor::Model, GoalAuthor::Tester);
        let all = list(vec![goal(1, model), goal(2, tester), goal(3, tester), goal(4, model)]);
        assert_eq!(ids(&all), [2, 3, 1, 4]);
    }

    #[test]
    fn goals_are_moved_dropped_edited_and_ended() {
        let model = GoalAuthor::Model;
        let mut changes = vec![goal(1, model), goal(2, model), goal(3, model)];
        changes.push(GoalChange::Moved { id: GoalId(3), to: 0 });
        changes.push(GoalChange::Edited { id: GoalId(3), text: "the import".into() });
        changes.push(GoalChange::Dropped { id: GoalId(1) });
        changes.push(GoalChange::Ended { id: GoalId(2), outcome: GoalOutcome::NothingNew });
        // One that is no longer there.
        changes.push(GoalChange::Moved { id: GoalId(1), to: 0 });
        let list = list(changes);
        assert_eq!(ids(&list), [3]);
        let edited = &list.goals()[0];
        assert_eq!((edited.text.as_str(), edited.author), ("the import", GoalAuthor::Tester));
        assert!(edited.begin.is_empty(), "its words decide from now on");
        assert_eq!(list.ended().count(), 1);
    }
}
