//! Tarpits: parts of an app in which an explorer loses many steps without anything new.
//!
//! VET found two patterns in recorded runs: *excessive local exploration* (many steps among few
//! screens), and *exploration space partition* (after one action only a part of the app can be
//! reached). Here both are noticed during the run: if nothing new came for long and the steps were
//! spent on few screens, these screens and the action that led to them are avoided for a while, and
//! longer each time.

use std::collections::{HashMap, VecDeque};

use super::look_alikes::{ScreenNumber, StepGain};
use crate::domain::{ActionKey, StateId};
use crate::explorer::PerformedAction;
use crate::explorer::weights::weights;

weights! {
    /// When a part of an app counts as a tarpit.
    pub struct TarpitWeights {
        /// So many steps without anything new.
        steps: usize = 14,
        /// They were spent on at most so many screens.
        screens: usize = 4,
        /// The screens are avoided for so many steps, and twice as long each time after.
        avoided_steps: u64 = 25,
    }
}

/// A tarpit that was noticed, for the tester.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explorer) struct TarpitSign {
    /// Steps without anything new.
    pub steps: u64,
    /// The screens they were spent on.
    pub screens: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Avoidance {
    until: u64,
    times: u32,
}

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct Tarpits {
    weights: TarpitWeights,
    step: u64,
    /// The step at which something new came last.
    new_at: u64,
    /// The screens of the last steps, the latest last.
    recent: VecDeque<ScreenNumber>,
    /// How each of the latest screens was entered from another one.
    entries: HashMap<ScreenNumber, (ScreenNumber, StateId, ActionKey)>,
    avoided: HashMap<ScreenNumber, Avoidance>,
    avoided_entries: HashMap<(StateId, ActionKey), u64>,
}

impl Tarpits {
    /// None so far.
    pub(in crate::explorer) fn new(weights: TarpitWeights) -> Self {
        Self { weights, ..Self::default() }
    }

    /// Takes in that `done` led from one screen to another, and what it yielded.
    pub(in crate::explorer) fn learn(
        &mut self,
        done: &PerformedAction,
        (from, to): (ScreenNumber, ScreenNumber),
        gain: &StepGain,
    ) {
        self.step = done.step;
        if gain.is_new() {
            self.new_at = done.step;
            self.recent.clear();
        }
        self.recent.push_back(to);
        while self.recent.len() > self.weights.steps {
            self.recent.pop_front();
        }
        if from != to {
            self.entries.insert(to, (from, done.from, done.key.clone()));
        }
    }

    /// Steps since anything new came.
    pub(in crate::explorer) const fn steps_without_news(&self) -> u64 {
        self.step.saturating_sub(self.new_at)
    }

    /// The tarpit that the last steps were spent in, if they were. Noticed once: its screens are
    /// avoided from now on, and the count begins again.
    pub(in crate::explorer) fn notice(&mut self) -> Option<TarpitSign> {
        if self.recent.len() < self.weights.steps {
            return None;
        }
        let mut screens: Vec<ScreenNumber> = self.recent.iter().copied().collect();
        screens.sort_unstable();
        screens.dedup();
        if screens.len() > self.weights.screens {
            return None;
        }
        for screen in &screens {
            let avoidance = self.avoided.entry(*screen).or_default();
            let steps = self.weights.avoided_steps << avoidance.times.min(6);
            avoidance.until = self.step + steps;
            avoidance.times += 1;
            let Some((from, state, key)) = self.entries.get(screen) else { continue };
            if !screens.contains(from) {
                self.avoided_entries.insert((*state, key.clone()), self.step + steps);
            }
        }
        self.recent.clear();
        Some(TarpitSign { steps: self.steps_without_news(), screens: screens.len() })
    }

    /// True for a screen that is avoided at present.
    pub(in crate::explorer) fn avoids(&self, screen: ScreenNumber) -> bool {
        self.avoided.get(&screen).is_some_and(|avoidance| self.step < avoidance.until)
    }

    /// True for an action that leads into a tarpit that is avoided at present.
    pub(in crate::explorer) fn is_entry(&self, from: StateId, key: &ActionKey) -> bool {
        !self.avoided_entries.is_empty()
            && self
                .avoided_entries
                .get(&(from, key.clone()))
                .is_some_and(|until| self.step < *until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::shared::look_alikes::{LookAlikeWeights, LookAlikes};
    use crate::explorer::testing::{World, menu};

    struct Walk {
        world: World,
        index: LookAlikes,
        tarpits: Tarpits,
    }

    impl Walk {
        fn new() -> Self {
            let mut world = World::new(None);
            world.show(menu("Start", &["Go", "Elsewhere", "Third"]));
            let mut index = LookAlikes::new(LookAlikeWeights::default());
            index.see(&world.situation());
            Self { world, index, tarpits: Tarpits::default() }
        }

        fn tap(&mut self, label: &str, to: crate::domain::Screen) -> Option<TarpitSign> {
            self.world.act(&self.world.tapping(label), to);
            let situation = self.world.situation();
            let done = situation.last.clone().unwrap();
            let gain = self.index.learn(&done, &situation);
            let here = self.index.screen_of(situation.state.structural);
            let screens = (self.index.screen_of(done.from), here);
            self.tarpits.learn(&done, screens, &gain);
            self.tarpits.notice()
        }
    }

    #[test]
    fn many_steps_among_few_screens_are_a_tarpit() {
        let mut walk = Walk::new();
        let start = walk.world.situation().state.structural;
        let go = crate::model::abstraction::key_of(&walk.world.screen, &walk.world.tapping("Go")).0;
        let pit = |count: usize| menu("Pit", &["Up", "Down", &format!("Level {count}")]);
        assert_eq!(walk.tap("Go", pit(0)), None);
        let mut noticed = None;
        for count in 1..40 {
            noticed = walk.tap(if count % 2 == 0 { "Up" } else { "Down" }, pit(count));
            if noticed.is_some() {
                break;
            }
        }
        assert_eq!(noticed.map(|sign| sign.screens), Some(1));
        let here = walk.index.screen_of(walk.world.situation().state.structural);
        assert!(walk.tarpits.avoids(here));
        assert!(walk.tarpits.is_entry(start, &go));
        assert!(!walk.tarpits.avoids(walk.index.screen_of(start)));
        for count in 0..13 {
            assert_eq!(walk.tap("Up", pit(count)), None, "it was noticed once");
        }
    }

    #[test]
    fn new_classes_of_actions_are_no_tarpit() {
        let mut walk = Walk::new();
        for count in 0..60_u8 {
            let label = char::from(b'A' + count % 26);
            let fresh = format!("{label}{}", "x".repeat(usize::from(count / 26)));
            let to = menu("Start", &["Go", "Elsewhere", "Third", &fresh]);
            assert_eq!(walk.tap("Go", to), None);
        }
        assert_eq!(walk.tarpits.steps_without_news(), 0);
    }
}
