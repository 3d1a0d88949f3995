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
use super::look_alikes::{LookAlikes, StepGain};
use super::plain_words::plain_words;
use super::unlisted::{UnlistedWeights, unlisted_actions};
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
        /// Weight of ENTER if a field holds a text that no button sends.
        enter: f64 = 4.0,
        /// Weight of a touch or stroke on each large area without widgets.
        area: f64 = 3.0,
        /// What is left of a weight for each try in this state, if none had an effect.
        without_effect: f64 = 0.3,
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
        random: &mut StdRng,
    ) -> Option<AvailableAction> {
        let mut choices = self.choices(situation, random);
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

    fn choices(&self, situation: &Situation, random: &mut StdRng) -> Vec<(AvailableAction, f64)> {
        let weights = &self.weights;
        let offered = situation.available.iter().map(|available| {
            let weight = match available.action.kind() {
                ActionKind::Tap => weights.tap,
                ActionKind::Type => weights.type_text,
                _ => weights.other,
            };
            (available.clone(), weight)
        });
        let back = named(situation, Action::Key { key: DeviceKey::Back });
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
            .chain([(back, weights.back)])
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
                    None => available.key.is_back() && is_first_activity(situation),
                };
                (available, weight * left * if leaves { weights.leaves_app } else { 1.0 })
            })
            .collect()
    }

    /// Keys, and touches on one of the plain words, if widgets do not list what they listen to.
    fn unlisted_gestures(
        &self,
        situation: &Situation,
        random: &mut StdRng,
    ) -> Vec<(AvailableAction, f64)> {
        if situation.capabilities.lists_gestures {
            return Vec::new();
        }
        let weight = self.weights.unlisted_gesture;
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
        keys.chain(touches.into_iter().flatten().map(|touch| (touch, weight)))
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
    let directions = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];
    let direction = directions[random.random_range(0..directions.len())];
    Action::Swipe { target: at_random(area, random), direction }
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
mod tests {
    use rand::SeedableRng as _;

    use super::*;
    use crate::domain::coverage::FUNCTIONS;
    use crate::domain::{Bounds, Coverage, CoverageCount, DeviceCapabilities};
    use crate::explorer::shared::look_alikes::LookAlikeWeights;
    use crate::explorer::testing::{World, button, field, menu, phone};
    use crate::protocol::Event;

    fn index(world: &World) -> LookAlikes {
        let mut index = LookAlikes::new(LookAlikeWeights::default());
        index.see(&world.situation());
        index
    }

    fn draw(world: &World, times: usize) -> Vec<AvailableAction> {
        let mut random = StdRng::seed_from_u64(1);
        let mut bursts = Bursts::default();
        let situation = world.situation();
        let mut index = index(world);
        (0..times).map(|_| bursts.next(&situation, &mut index, &mut random).unwrap()).collect()
    }

    #[test]
    fn a_burst_ends_after_its_actions_or_with_something_new() {
        let mut world = World::new(None);
        world.show(menu("Main", &["A", "B"]));
        let mut random = StdRng::seed_from_u64(1);
        let mut bursts = Bursts::default();
        let before = bursts.expected();
        assert!(!bursts.begin() && bursts.is_on());
        let situation = world.situation();
        let mut index = index(&world);
        for _ in 0..bursts.weights.actions {
            assert!(bursts.is_on());
            bursts.next(&situation, &mut index, &mut random).unwrap();
            bursts.learn(situation.step, &StepGain::default());
        }
        assert!(!bursts.is_on() && bursts.expected() < before);
        bursts.begin();
        bursts.learn(situation.step, &StepGain { classes: 1, ..StepGain::default() });
        assert!(bursts.is_on(), "the tester's own action is none of the burst");
        bursts.next(&situation, &mut index, &mut random).unwrap();
        bursts.learn(situation.step, &StepGain { classes: 1, ..StepGain::default() });
        assert!(!bursts.is_on());
    }

    #[test]
    fn some_bursts_begin_with_a_restart() {
        let mut bursts = Bursts::default();
        let restarts = (0..8).filter(|_| bursts.begin()).count();
        assert_eq!(restarts, 2);
    }

    #[test]
    fn other_texts_are_typed() {
        let mut world = World::new(None);
        world.show(phone(vec![field(1, "name", "Name")]));
        let mut texts: Vec<String> = draw(&world, 60)
            .into_iter()
            .filter_map(|available| match available.action {
                Action::Type { text: InputText::Plain(text), .. } => Some(text),
                _ => None,
            })
            .collect();
        texts.sort();
        texts.dedup();
        assert!(texts.len() > 5, "{texts:?}");
    }

    #[test]
    fn canvases_are_touched_and_stroked_at_many_points() {
        let mut canvas = button(1, "");
        canvas.class = "android.view.View".into();
        canvas.bounds = Bounds::new(0, 0, 720, 800);
        canvas.actions.clear();
        let mut world = World::new(None);
        world.show(phone(vec![canvas, button(2, "Small")]));
        let mut points: Vec<(i32, i32)> = draw(&world, 60)
            .iter()
            .filter_map(|available| available.action.target())
            .filter(|target| target.number == 1)
            .map(|target| (target.point.x, target.point.y))
            .collect();
        points.sort_unstable();
        points.dedup();
        assert!(points.len() > 8, "{points:?}");
    }

    #[test]
    fn what_had_no_effect_is_drawn_less() {
        let mut world = World::new(None);
        let screen = || menu("Main", &["Dead", "B"]);
        world.show(screen());
        for _ in 0..4 {
            world.act(&world.tapping("Dead"), screen());
        }
        let taps = |label: &str| {
            let drawn = draw(&world, 200);
            let is = |it: &&AvailableAction| it.action.target().is_some_and(|t| t.label == label);
            drawn.iter().filter(is).count()
        };
        assert!(taps("Dead") * 10 < taps("B"));
    }

    #[test]
    fn a_button_is_drawn_about_as_often_as_many_rows_together() {
        let mut world = World::new(None);
        let count = CoverageCount { covered: 10, total: 90 };
        world.learn(&Event::Covered(Coverage::from([(FUNCTIONS.to_owned(), count)])));
        let labels: Vec<String> = (0..30).map(|row| format!("Row {row}")).collect();
        let mut labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        labels.push("Sort");
        world.show(menu("List", &labels));
        let drawn = draw(&world, 400);
        let is = |it: &&AvailableAction| it.action.target().is_some_and(|t| t.label == "Sort");
        let sorts = drawn.iter().filter(is).count();
        assert!(sorts > 30, "{sorts} of 400, a thirtieth would be 13");
    }

    #[test]
    fn plain_words_and_keys_are_drawn_only_if_widgets_do_not_list_gestures() {
        let words = |number: usize| {
            let mut words = button(number, "Cell");
            words.class = "td".into();
            words.role = Some(WidgetRole::Text);
            words.actions.clear();
            words
        };
        let mut world = World::new(None);
        world.show(phone(vec![words(1), button(2, "Add")]));
        let kinds = |world: &World| -> Vec<ActionKind> {
            let drawn = draw(world, 200);
            let on_words = drawn
                .iter()
                .filter(|it| it.action.target().is_some_and(|target| target.number == 1));
            on_words.map(|it| it.action.kind()).collect()
        };
        assert!(kinds(&world).is_empty());
        let phone = DeviceCapabilities::PHONE;
        world.capabilities = Some(DeviceCapabilities { lists_gestures: false, ..phone });
        assert!(kinds(&world).contains(&ActionKind::DoubleTap));
        let keys = draw(&world, 200);
        assert!(keys.iter().any(|it| it.action == Action::Key { key: DeviceKey::Tab }));
    }
}
