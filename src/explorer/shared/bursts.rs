//! Random bursts: what is done if nothing that is known promises anything.
//!
//! An explorer that continues with what it did least only churns an app that is exhausted. A random
//! sequence reaches what depends on order and on data: it presses, types other texts, touches and
//! strokes areas without widgets, and begins with a restart now and then.
//!
//! Where the target counts the functions that run, it is spread over classes of widgets, not over widgets:
//! forty rows are drawn as often as a few buttons, and a class whose tries ran nothing new less often than
//! one that does each time.
//!
//! Where widgets do not list what they listen to, keys and touches on plain words are drawn too: grids
//! and boards listen for both as a whole.

use std::collections::HashMap;

use rand::Rng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;

use super::actions::named;
use super::back_exits::BackExits;
use super::look_alikes::{LookAlikes, StepGain};
use super::plain_words::plain_words;
use super::unlisted::{UnlistedWeights, around, unlisted_actions};
use crate::domain::screen::belongs_to;
use crate::domain::values;
use crate::domain::{
    Action, ActionKind, AvailableAction, DeviceKey, Direction, InputText, Point, Screen, Widget,
    WidgetRole, WidgetTarget,
};
use crate::explorer::Situation;
use crate::explorer::weights::weights;
use crate::model::behaviour::ActionEdge;

weights! {
    /// What random bursts are made of. An action is drawn with its weight as a share of the sum of
    /// all.
    pub struct BurstWeights {
        /// Actions of a burst; a step that shows something new ends it.
        actions: u32 = 10,
        /// A burst ends on a screen where something promises so much, from 0 to 1.
        ended_from: f64 = 0.2,
        /// Each burst of so many begins with a restart.
        restart_each: u32 = 4,
        /// What a step of a burst is expected to yield before there was any.
        expected: f64 = 0.08,
        /// Trust in that against what the steps of bursts yielded, in steps.
        trust: f64 = 15.0,
        /// Weight of a tap.
        tap: f64 = 6.0,
        /// Weight of typing.
        type_text: f64 = 1.5,
        /// Weight of anything else that a widget offers.
        other: f64 = 1.0,
        /// Weight of BACK.
        back: f64 = 3.0,
        /// Weight of the MENU key.
        menu: f64 = 1.0,
        /// Weight of ENTER if a field holds a text that no button sends.
        enter: f64 = 4.0,
        /// Weight of a touch or stroke on each large area without widgets.
        area: f64 = 3.0,
        /// What is left of a weight for each try in this state, if none had an effect.
        without_effect: f64 = 0.3,
        /// What is left of the weight of a class for each of its latest tries that had no effect, in whatever
        /// state.
        class_without_effect: f64 = 0.5,
        /// The same for the latest tries of what looks the same.
        group_without_effect: f64 = 0.75,
        /// What is left of the weight of what led out of the app, and of BACK on the first activity:
        /// coming back takes a step.
        leaves_app: f64 = 0.15,
        /// An area is large from this share of the display on.
        large_area: f64 = 0.12,
        /// It contains at most so many widgets that act: with more, it is what contains them.
        widgets_on_area: usize = 1,
        /// Weight of each gesture on a plain word, and of each key, that nothing lists.
        unlisted_gesture: f64 = 1.0,
        /// What a try of a class is expected to yield before there was any.
        class_expected: f64 = 0.1,
        /// The weight of a class is at most so many times that, and at least that divided by it, by what
        /// its tries yielded.
        class_range: f64 = 4.0,
        /// The weight of several actions of one class grows by this power of their number.
        class_power: f64 = 0.4,
        /// The most letters of a random text.
        longest_text: usize = 12,
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct Bursts {
    weights: BurstWeights,
    unlisted: UnlistedWeights,
    left: u32,
    begun: u32,
    steps: u32,
    sum: f64,
    /// The step that was proposed last.
    proposed: Option<u64>,
}

impl Bursts {
    /// None so far.
    pub(in crate::explorer) fn new(weights: BurstWeights, unlisted: UnlistedWeights) -> Self {
        Self { weights, unlisted, ..Self::default() }
    }

    /// What a step of a burst is expected to yield.
    pub(in crate::explorer) fn expected(&self) -> f64 {
        let weights = &self.weights;
        (self.sum + weights.trust * weights.expected) / (f64::from(self.steps) + weights.trust)
    }

    /// True while a burst is under way.
    pub(in crate::explorer) const fn is_on(&self) -> bool {
        self.left > 0
    }

    /// Ends the burst that is under way if something on the present screen promises `best`, which is so much that
    /// no draw is likely to yield as much.
    pub(in crate::explorer) fn end_for(&mut self, best: f64) {
        if best >= self.weights.ended_from {
            self.left = 0;
        }
    }

    /// Begins a burst; true if it should begin with a restart.
    pub(in crate::explorer) fn begin(&mut self) -> bool {
        self.left = self.weights.actions;
        self.begun += 1;
        self.begun.is_multiple_of(self.weights.restart_each.max(1))
    }

    /// Takes in what the action of `step` yielded.
    pub(in crate::explorer) fn learn(&mut self, step: u64, gain: &StepGain) {
        if self.proposed.take_if(|proposed| *proposed == step).is_none() {
            return;
        }
        self.steps += 1;
        self.sum += gain.reward;
        self.left = self.left.saturating_sub(1);
        if gain.shows_news() || gain.first_try {
            self.left = 0;
        }
    }

    /// The next action of the burst, drawn at random.
    pub(in crate::explorer) fn next(
        &mut self,
        situation: &Situation,
        index: &mut LookAlikes,
        exits: &BackExits,
        random: &mut StdRng,
    ) -> Option<AvailableAction> {
        let mut choices = self.choices(situation, exits, random);
        for (available, weight) in &mut choices {
            let alike = index.known(situation, available);
            *weight *= self.left_after(index.idle_tries(alike));
        }
        if index.counts_code() {
            self.spread(situation, index, &mut choices);
        }
        let total: f64 = choices.iter().map(|(_, weight)| weight).sum();
        let mut point = random.random::<f64>() * total;
        let at = choices.iter().position(|(_, weight)| {
            point -= weight;
            point < 0.0
        });
        let chosen = choices.get(at.unwrap_or(choices.len().saturating_sub(1)))?.0.clone();
        self.proposed = Some(situation.step);
        Some(self.with_other_text(situation, chosen, random))
    }

    /// What is left of the weight of an action after so many of the latest tries of its class, and of what looks the
    /// same, had no effect.
    fn left_after(&self, (of_class, of_group): (u32, u32)) -> f64 {
        let left = |each: f64, idle: u32| each.powi(idle.min(MOST_IDLE).cast_signed());
        left(self.weights.class_without_effect, of_class)
            * left(self.weights.group_without_effect, of_group)
    }

    fn choices(
        &self,
        situation: &Situation,
        exits: &BackExits,
        random: &mut StdRng,
    ) -> Vec<(AvailableAction, f64)> {
        let weights = &self.weights;
        let back_leaves = exits.leaves(&situation.screen.location) || is_first_activity(situation);
        let offered = situation.available.iter().map(|available| {
            let weight = match available.action.kind() {
                ActionKind::Tap => weights.tap,
                ActionKind::Type => weights.type_text,
                _ => weights.other,
            };
            (available.clone(), weight)
        });
        let back = named(situation, Action::Key { key: DeviceKey::Back });
        let menu = named(situation, Action::Key { key: DeviceKey::Menu });
        let areas = large_areas(&situation.screen, weights);
        let touches: Vec<_> = areas
            .into_iter()
            .flat_map(|area| [touch(area, random), stroke(area, random)])
            .map(|action| (named(situation, action), weights.area / 2.0))
            .collect();
        let node = situation.model.state(situation.state.structural);
        let enter = unlisted_actions(situation, &self.unlisted)
            .into_iter()
            .filter(|available| available.action.kind() == ActionKind::Key)
            .map(|available| (available, weights.enter));
        let unlisted = self.unlisted_gestures(situation, random);
        offered
            .chain(unlisted)
            .chain([(back, weights.back), (menu, weights.menu)])
            .chain(enter)
            .chain(touches)
            .filter(|(available, _)| {
                situation.allows(&available.action) && !situation.is_refused(&available.key)
            })
            .map(|(available, weight)| {
                let edge = node.and_then(|node| node.edges.get(&available.key));
                let idle = edge.filter(|edge| edge.tries.no_effect == edge.tries.count);
                let idle = idle.map_or(0, |edge| edge.tries.count.min(8));
                let left = weights.without_effect.powi(i32::try_from(idle).unwrap_or(8));
                let led = edge.and_then(ActionEdge::likeliest);
                let leaves = match led.and_then(|led| situation.model.state(led)) {
                    Some(led) => !belongs_to(&led.package, situation.model.package()),
                    None => available.key.is_back() && back_leaves,
                };
                (available, weight * left * if leaves { weights.leaves_app } else { 1.0 })
            })
            .collect()
    }

    /// Keys, touches on one of the plain words, and strokes over a page in a web view, if widgets do not list what
    /// they listen to.
    fn unlisted_gestures(
        &self,
        situation: &Situation,
        random: &mut StdRng,
    ) -> Vec<(AvailableAction, f64)> {
        if situation.lists_gestures() {
            return Vec::new();
        }
        let screen = &*situation.screen;
        let weight = self.weights.unlisted_gesture * self.unlisted.left_on(screen);
        // Those of one family are drawn as often as one other key.
        let keys = KEY_FAMILIES.iter().flat_map(|family| {
            let share = weight / family.len() as f64;
            family.iter().map(move |key| (Action::Key { key: *key }, share))
        });
        let words: Vec<&Widget> = plain_words(&situation.screen).collect();
        let touches = words.choose(random).map(|word| {
            let target = || WidgetTarget::of(word);
            [
                Action::Tap { target: target() },
                Action::DoubleTap { target: target() },
                Action::LongTap { target: target() },
            ]
        });
        let strokes =
            screen.web_view().map(|page| (stroke_around(at_random(page, random), random), weight));
        keys.chain(touches.into_iter().flatten().map(|touch| (touch, weight)))
            .chain(strokes)
            .map(|(action, weight)| (named(situation, action), weight))
            .collect()
    }

    /// Gives each class of `choices` its share, by what its tries yielded.
    fn spread(
        &self,
        situation: &Situation,
        index: &mut LookAlikes,
        choices: &mut [(AvailableAction, f64)],
    ) {
        let weights = &self.weights;
        let classes: Vec<_> =
            choices.iter().map(|(available, _)| index.known(situation, available)).collect();
        let mut alike: HashMap<usize, u32> = HashMap::new();
        for class in &classes {
            *alike.entry(class.class).or_default() += 1;
        }
        let (least, most) = (1.0 / weights.class_range.max(1.0), weights.class_range.max(1.0));
        for ((_, weight), class) in choices.iter_mut().zip(classes) {
            let count = f64::from(alike.get(&class.class).copied().unwrap_or(1));
            let yields = index.mean_yield(class, weights.class_expected) / weights.class_expected;
            *weight *= count.powf(weights.class_power - 1.0) * yields.clamp(least, most);
        }
    }

    /// `chosen`, with a text of its own if it types.
    fn with_other_text(
        &self,
        situation: &Situation,
        chosen: AvailableAction,
        random: &mut StdRng,
    ) -> AvailableAction {
        let Action::Type { target, text: InputText::Plain(_) } = &chosen.action else {
            return chosen;
        };
        let Some(field) = situation.screen.widget(target.number) else { return chosen };
        let text = if random.random_bool(0.5) {
            values::plausible(field, random.random_range(0..values::variants(field).max(1)))
        } else {
            let length = random.random_range(1..=self.weights.longest_text.max(1));
            (0..length).map(|_| char::from(SIGNS[random.random_range(0..SIGNS.len())])).collect()
        };
        named(situation, Action::Type { target: target.clone(), text: InputText::Plain(text) })
    }
}

/// True on a screen of the activity that the app begins with, outside of dialogs. If all of the app
/// is one activity, BACK leads through its screens.
fn is_first_activity(situation: &Situation) -> bool {
    let model = &*situation.model;
    let first = model.states().first();
    first.is_some_and(|first| first.location == situation.screen.location)
        && model.activities().len() > 1
        && !situation.screen.dialog
        && !situation.screen.keyboard
}

/// More tries without effect make a class no rarer: what it needs may be there again.
const MOST_IDLE: u32 = 4;

/// The keys that a random sequence presses, those together that are used for the like.
const KEY_FAMILIES: &[&[DeviceKey]] = &[
    &[DeviceKey::Enter],
    &[DeviceKey::Delete],
    &[DeviceKey::Tab],
    &[DeviceKey::Escape],
    &[DeviceKey::Up, DeviceKey::Down, DeviceKey::Left, DeviceKey::Right],
    &[DeviceKey::SelectAll, DeviceKey::Copy, DeviceKey::Cut, DeviceKey::Paste, DeviceKey::Undo],
];

/// What random texts are made of.
const SIGNS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789 .-";

/// Areas that take a large part of the display and contain no or few widgets that act: canvases,
/// maps, boards.
fn large_areas<'a>(screen: &'a Screen, weights: &BurstWeights) -> Vec<&'a Widget> {
    let (share, most) = (weights.large_area, weights.widgets_on_area);
    let display = f64::from(screen.size.width) * f64::from(screen.size.height);
    let area =
        |widget: &Widget| f64::from(widget.bounds.width()) * f64::from(widget.bounds.height());
    let is_plain = |widget: &&Widget| {
        matches!(widget.role(), WidgetRole::Opaque | WidgetRole::Image | WidgetRole::View)
            && widget.enabled
            && widget.tap.is_some()
            && area(widget) >= share * display
    };
    let acts_inside = |outer: &Widget| {
        let inside = |inner: &&Widget| {
            inner.number != outer.number
                && inner.acts()
                && inner.position.window == outer.position.window
                && outer.bounds.contains(inner.bounds.center())
        };
        screen.widgets.iter().filter(inside).count() > most
    };
    screen.widgets.iter().filter(is_plain).filter(|widget| !acts_inside(widget)).collect()
}

fn touch(area: &Widget, random: &mut StdRng) -> Action {
    Action::Tap { target: at_random(area, random) }
}

fn stroke(area: &Widget, random: &mut StdRng) -> Action {
    stroke_from(at_random(area, random), random)
}

/// A stroke that begins near the point of `target`.
fn stroke_around(target: WidgetTarget, random: &mut StdRng) -> Action {
    stroke_from(around(target), random)
}

fn stroke_from(target: WidgetTarget, random: &mut StdRng) -> Action {
    let directions = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];
    let direction = directions[random.random_range(0..directions.len())];
    Action::Swipe { target, direction }
}

/// A random point of `area`.
fn at_random(area: &Widget, random: &mut StdRng) -> WidgetTarget {
    let bounds = area.bounds;
    let between = |from: i32, to: i32, random: &mut StdRng| {
        let margin = (to - from) / 20;
        random.random_range(from + margin..(to - margin).max(from + margin + 1))
    };
    let x = between(bounds.left, bounds.right, random);
    let y = between(bounds.top, bounds.bottom, random);
    WidgetTarget { point: Point::new(x, y), ..WidgetTarget::of(area) }
}

#[cfg(test)]
mod tests;
