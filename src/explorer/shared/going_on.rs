//! "Next" on pages that are alike: the steps of a wizard or an introduction are one state if they differ in
//! their texts alone, but the button leads on from each of them.

use std::collections::HashSet;

use super::forms::GONE_THROUGH;
use super::labels;
use super::look_alikes::{LookAlikes, StepGain};
use crate::domain::{Action, ActionKey, AvailableAction, StateId};
use crate::explorer::{PerformedAction, Situation};
use crate::model::frontier::is_untried;

/// Why the button is pressed again.
pub(in crate::explorer) const WHY: &str =
    "It leads to another step each time, and all else that this step offers is known.";

/// After so many steps in a row that are alike the rest are too, such as the cards of a pile.
const MOST_ALIKE: u32 = 8;

/// The first words of buttons that lead on.
const ONWARD: &[&str] = &["next", "continue", "forward", "proceed", "skip"];

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct GoingOn {
    /// The button that led on last, and its state.
    last: Option<(StateId, ActionKey)>,
    /// So many steps in a row showed another text and nothing else that is new.
    alike: u32,
    /// The buttons that led through as many steps as are worth it, with their pages.
    done: HashSet<(String, ActionKey)>,
}

impl GoingOn {
    /// Takes in what `done` did, which yielded `gain`.
    pub(in crate::explorer) fn learn(
        &mut self,
        done: &PerformedAction,
        situation: &Situation,
        gain: &StepGain,
    ) {
        let here = situation.state.structural;
        if !leads_on(&done.action) {
            return;
        }
        let is_alike = gain.content && !gain.shows_news() && gain.functions == 0;
        self.alike = if is_alike { self.alike + 1 } else { 0 };
        if self.alike >= MOST_ALIKE {
            self.done.insert((done.before.location.clone(), done.key.clone()));
        }
        let goes_on = gain.content && here == done.from;
        self.last = goes_on.then(|| (here, done.key.clone()));
    }

    /// The button that led on from here each time, or that was not pressed here, if nothing else is new on
    /// this step.
    pub(in crate::explorer) fn next(
        &self,
        situation: &Situation,
        index: &mut LookAlikes,
    ) -> Option<AvailableAction> {
        let here = situation.state.structural;
        let node = situation.model.state(here)?;
        let led_on = |key: &ActionKey| {
            self.last.as_ref().is_some_and(|(state, last)| *state == here && last == key)
        };
        let is_done =
            |key: &ActionKey| self.done.contains(&(situation.screen.location.clone(), key.clone()));
        let button = situation.available.iter().find(|available| {
            leads_on(&available.action)
                && !situation.is_refused(&available.key)
                && !is_done(&available.key)
                && (led_on(&available.key) || is_untried(node, &available.key, &available.template))
        })?;
        let is_new = |available: &AvailableAction| {
            let alike = index.known(situation, available);
            is_untried(node, &available.key, &available.template)
                && matches!(available.action, Action::Tap { .. } | Action::Type { .. })
                && !index.is_tried(alike)
                && available.key != button.key
                && !situation.is_refused(&available.key)
        };
        (!situation.available.iter().any(is_new)).then(|| button.clone())
    }
}

/// True for a tap on what says that it leads on.
fn leads_on(action: &Action) -> bool {
    let Action::Tap { target } = action else { return false };
    let label = target.label.to_lowercase();
    let words = labels::command_words(&label);
    // A calendar goes on without end.
    let turns_over = words.iter().any(|word| GONE_THROUGH.contains(word));
    !turns_over && words.first().is_some_and(|first| ONWARD.contains(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Screen, Widget};
    use crate::explorer::shared::look_alikes::LookAlikeWeights;
    use crate::explorer::testing::{World, button, field, phone};

    #[test]
    fn steps_that_are_all_alike_are_not_gone_through_to_the_last_one() {
        let mut world = World::new(None);
        let mut index = LookAlikes::new(LookAlikeWeights::default());
        let mut going = GoingOn::default();
        let card = |letter: char| {
            let mut card = step(&format!("The letter {letter}"));
            card.widgets.retain(|widget| widget.label != "Help");
            card
        };
        world.show(card('A'));
        index.see(&world.situation());
        let mut steps = 0;
        for shown in 'B'..='Z' {
            world.act(&world.tapping("Next"), card(shown));
            let situation = world.situation();
            let done = situation.last.as_ref().unwrap();
            let gain = index.learn(done, &situation);
            going.learn(done, &situation, &gain);
            if going.next(&situation, &mut index).is_none() {
                break;
            }
            steps += 1;
        }
        assert!((6..12).contains(&steps), "{steps}");
    }

    /// The months of a calendar were turned over 19 times.
    #[test]
    fn a_calendar_is_not_gone_through() {
        let taps = |label: &str| {
            let mut world = World::new(None);
            world.show(phone(vec![button(1, label)]));
            leads_on(&world.tapping(label))
        };
        assert!(taps("Next"));
        assert!(!taps("Next month"));
    }

    /// A step of an introduction: a text, and the same two buttons.
    fn step(text: &str) -> Screen {
        let text = Widget { number: 3, text: text.into(), label: text.into(), ..Widget::default() };
        phone(vec![button(1, "Next"), button(2, "Help"), text])
    }

    #[test]
    fn next_is_pressed_as_long_as_it_shows_another_step_and_nothing_else_is_new() {
        let mut world = World::new(None);
        let mut index = LookAlikes::new(LookAlikeWeights::default());
        let mut going = GoingOn::default();
        world.show(step("One"));
        index.see(&world.situation());
        let mut tap = |world: &mut World, label: &str, to: Screen| {
            world.act(&world.tapping(label), to);
            let situation = world.situation();
            let done = situation.last.as_ref().unwrap();
            let gain = index.learn(done, &situation);
            going.learn(done, &situation, &gain);
            going.next(&situation, &mut index).map(|next| next.key.to_string())
        };
        let next = world.situation().available[0].key.to_string();
        assert_eq!(tap(&mut world, "Next", step("Two")), None, "help was never asked for");
        assert_eq!(tap(&mut world, "Help", step("Two")), Some(next.clone()));
        assert_eq!(tap(&mut world, "Next", step("Three")), Some(next));
        assert_eq!(tap(&mut world, "Next", step("Three")), None, "it was the last step");
        let other = || phone(vec![button(1, "Next"), button(2, "Help"), field(4, "n", "Name")]);
        let done = tap(&mut world, "Next", other());
        assert_eq!(done, None, "the field is new, the button is not pressed yet");
    }
}
