//! Gestures beyond tapping: swiped and dragged rows, two fingers, double taps, and bursts on regions
//! whose inside is unknown. The paper names their absence as its weakness.

use std::collections::VecDeque;

use rand::Rng as _;
use rand::rngs::StdRng;

use super::move_tags::TagSubject;
use super::moves::{GestureVariant, MoveId, MoveKind, ScreenMove};
use super::tactic::{FuzzShared, LearnedTurn, NextStep, Tactic, propose};
use super::weights::VlmFuzzWeights;
use super::words;
use crate::domain::{
    Action, ActionKind, Bounds, Direction, PinchZoom, Point, Screen, Widget, WidgetRole,
    WidgetTarget,
};
use crate::explorer::Situation;
use crate::protocol::ActionOutcome;

/// The gestures that make sense on the screen.
pub(super) fn of(situation: &Situation, weights: &VlmFuzzWeights) -> Vec<ScreenMove> {
    let screen = &*situation.screen;
    let mut items = Vec::new();
    let mut add = |action: Action, variant: Option<GestureVariant>, base_yield: f64, why| {
        let (key, template) = situation.key_of(&action);
        let activity = screen.location.clone();
        let tag = match variant {
            _ if action.kind() == ActionKind::Swipe => TagSubject::RowSwipe(activity),
            Some(variant) => TagSubject::Gesture(activity, template, variant),
            None => TagSubject::Template(activity, template),
        };
        let id = match variant {
            Some(variant) => MoveId::Gesture(key, variant),
            None => MoveId::Action(key),
        };
        let kind = match variant {
            Some(GestureVariant::Burst) => MoveKind::Burst(action),
            _ => MoveKind::Perform(action),
        };
        items.push(ScreenMove { id, tag: tag.into(), kind, base_yield, why, alike: None });
    };
    // The rows of a menu are buttons.
    let rows = if screen.dialog { Vec::new() } else { rows(screen) };
    for (widget, next) in rows {
        let target = || WidgetTarget::of(widget);
        for direction in [Direction::Left, Direction::Right] {
            let swipe = Action::Swipe { target: target(), direction };
            add(swipe, None, weights.swipe_row, "rows of lists often listen to a swipe");
        }
        if let Some(next) = next {
            let (base, why) = if words::is_handle(widget) {
                (weights.drag_handle, "it says that rows can be dragged by it")
            } else {
                (weights.drag_row, "rows can sometimes be dragged")
            };
            let to = next.bounds.center();
            let drag = Action::Drag { target: target(), to };
            add(drag, Some(GestureVariant::OntoNext), base, why);
        }
    }
    for widget in screen.widgets.iter().filter(|widget| is_surface(screen, widget, weights)) {
        let target = || WidgetTarget::of(widget);
        for zoom in [PinchZoom::In, PinchZoom::Out] {
            let variant = match zoom {
                PinchZoom::In => GestureVariant::PinchIn,
                PinchZoom::Out => GestureVariant::PinchOut,
            };
            let why = "pictures and maps often take two fingers";
            add(Action::Pinch { target: target(), zoom }, Some(variant), weights.pinch, why);
        }
        let why = "pictures often listen to a double tap";
        add(Action::DoubleTap { target: target() }, None, weights.double_tap, why);
        if widget.opaque {
            let why = "only trying shows what this region listens to";
            let tap = Action::Tap { target: target() };
            add(tap, Some(GestureVariant::Burst), weights.burst, why);
        }
    }
    items
}

/// Random touches inside of `region`.
fn burst(region: &Widget, touches: usize, random: &mut StdRng) -> Vec<Action> {
    let touch = |random: &mut StdRng| {
        let target =
            WidgetTarget { point: within(region.bounds, random), ..WidgetTarget::of(region) };
        match random.random_range(0..4) {
            0 => Action::Drag { target, to: within(region.bounds, random) },
            1 => {
                let directions =
                    [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
                let direction = directions[random.random_range(0..directions.len())];
                Action::Swipe { target, direction }
            }
            _ => Action::Tap { target },
        }
    };
    (0..touches).map(|_| touch(random)).collect()
}

fn within(bounds: Bounds, random: &mut StdRng) -> Point {
    if bounds.is_empty() {
        return bounds.center();
    }
    let x = random.random_range(bounds.left..bounds.right);
    Point::new(x, random.random_range(bounds.top..bounds.bottom))
}

/// The first row of each list, with the row after it.
fn rows(screen: &Screen) -> Vec<(&Widget, Option<&Widget>)> {
    let is_row = |widget: &&Widget| {
        widget.acts() && widget.position.list.is_some() && widget.allows(ActionKind::Tap)
    };
    let rows: Vec<&Widget> = screen.widgets.iter().filter(is_row).collect();
    let after = |row: &Widget| {
        let next = |other: &&&Widget| {
            other.position.list == row.position.list && other.position.row > row.position.row
        };
        rows.iter().find(next).copied()
    };
    let early = rows.iter().filter(|row| row.position.row.is_some_and(|row| row == 0));
    early.map(|row| (*row, after(row))).collect()
}

/// True for a picture, a map or a region whose inside is unknown, if it is large enough for two
/// fingers.
pub(super) fn is_surface(screen: &Screen, widget: &Widget, weights: &VlmFuzzWeights) -> bool {
    let large = widget.bounds.area() * weights.surface_part >= screen.size.bounds().area();
    let surface = widget.opaque || widget.role() == WidgetRole::Image;
    surface && large && widget.enabled && widget.tap.is_some()
}

/// A burst that is going on.
#[derive(Default)]
pub(super) struct TouchBurst {
    left: VecDeque<Action>,
    /// The last touches, as far as none had an effect.
    without_effect: usize,
}

impl TouchBurst {
    /// Begins the burst whose first touch is `first`.
    pub(super) fn begin(&mut self, situation: &Situation, first: &Action, shared: &mut FuzzShared) {
        let region = first.target().and_then(|target| situation.screen.widget(target.number));
        if let Some(region) = region {
            let touches = shared.weights.burst_touches;
            self.left = burst(region, touches, &mut shared.random).into();
            self.without_effect = 0;
        }
    }

    /// True while touches are left.
    pub(super) fn is_running(&self) -> bool {
        !self.left.is_empty()
    }
}

impl Tactic for TouchBurst {
    /// A region that does not react to some touches rarely reacts to more. So a burst ends early if
    /// the screen has anything else that can be done.
    fn learn(&mut self, turn: &LearnedTurn<'_>, shared: &mut FuzzShared) {
        let idle = turn.done.outcome == ActionOutcome::None;
        self.without_effect = if idle { self.without_effect + 1 } else { 0 };
        let mut widgets = turn.situation.screen.widgets.iter();
        if self.without_effect >= shared.weights.burst_touches_without_effect
            && widgets.any(|widget| widget.acts() && !widget.opaque)
        {
            self.cancel();
        }
    }

    /// The next touch, as long as its region is there.
    fn resume(&mut self, situation: &Situation, _: &mut FuzzShared) -> Option<NextStep> {
        let action = self.left.pop_front()?;
        let target = action.target()?;
        let there = situation.screen.widget(target.number);
        if there.is_none_or(|widget| !widget.opaque || widget.bounds != target.bounds) {
            self.cancel();
            return None;
        }
        let left = self.left.len();
        let why = format!("A burst of touches on a region whose inside is unknown, {left} more.");
        propose(situation, action, why).map(NextStep::from)
    }

    fn cancel(&mut self) {
        self.left.clear();
    }
}
