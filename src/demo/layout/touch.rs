//! What a touch at a point of a window means.

use super::Window;
use crate::demo::frame::Placed;
use crate::demo::layout::dp;
use crate::demo::ui::Kind;
use crate::domain::{Bounds, Direction, Point};

/// Padding at both ends of a slider.
const SLIDER_PADDING: i32 = dp(16);

/// A container that can scroll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scroller {
    /// Its index in the window.
    pub index: usize,
    /// Its short id.
    pub id: String,
    /// How far it is scrolled, in pixels.
    pub offset: i32,
    /// How far it can be scrolled, in pixels.
    pub limit: i32,
}

/// What a touch does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Touched<M> {
    /// The app gets this message.
    Send(M),
    /// The field at this index gets the focus.
    Focus(usize),
    /// The container at this index is scrolled to this offset.
    Scroll(usize, i32),
    /// Nothing.
    Nothing,
}

impl Placed {
    /// The part that can be seen; may be empty.
    pub fn visible(&self) -> Bounds {
        self.bounds.intersect(self.clip)
    }
}

impl<M: Clone> Window<M> {
    /// A finger touches `point` and lets go.
    pub fn tap(&self, point: Point) -> Touched<M> {
        self.first(point, |index, placed| self.tapped(index, placed, point))
    }

    /// A finger touches `point` and stays. What does not listen to this takes it as a tap, as
    /// Android's views do.
    pub fn hold(&self, point: Point) -> Touched<M> {
        self.first(point, |index, placed| {
            let long = self.touch.get(index)?.on_long.as_ref();
            match long {
                Some(message) if placed.face.enabled => Some(Touched::Send(message.clone())),
                Some(_) => Some(Touched::Nothing),
                None => self.tapped(index, placed, point),
            }
        })
    }

    /// A finger goes from `from` to `to`.
    pub fn swipe(&self, from: Point, to: Point) -> Touched<M> {
        let direction = direction(from, to);
        self.first(from, |index, placed| {
            let touch = self.touch.get(index)?;
            let heard = touch.on_swipe.iter().find(|(steps, _)| *steps == direction);
            if let Some((_, message)) = heard.filter(|_| placed.face.enabled) {
                return Some(Touched::Send(message.clone()));
            }
            if matches!(direction, Direction::Left | Direction::Right) {
                return self.slid(index, placed, to);
            }
            self.scrolled(index, from.y.saturating_sub(to.y))
        })
    }

    /// The first answer of those at `point`, from front to back, as Android hands touches out.
    fn first(
        &self,
        point: Point,
        answer: impl Fn(usize, &Placed) -> Option<Touched<M>>,
    ) -> Touched<M> {
        self.pane
            .placed
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, placed)| placed.visible().contains(point))
            .find_map(|(index, placed)| answer(index, placed))
            .unwrap_or(Touched::Nothing)
    }

    fn tapped(&self, index: usize, placed: &Placed, point: Point) -> Option<Touched<M>> {
        let touch = self.touch.get(index)?;
        let listens = touch.on_tap.is_some()
            || touch.on_text.is_some()
            || touch.on_value.is_some()
            || touch.on_long.is_some();
        if !placed.face.enabled {
            return (listens || is_control(placed.face.kind)).then_some(Touched::Nothing);
        }
        if let Some(message) = &touch.on_tap {
            return Some(Touched::Send(message.clone()));
        }
        match placed.face.kind {
            Kind::Field(_) => Some(Touched::Focus(index)),
            Kind::Slider => self.slid(index, placed, point),
            Kind::Web => Some(Touched::Nothing),
            _ if listens || placed.face.id == super::SNACKBAR => Some(Touched::Nothing),
            _ => None,
        }
    }

    fn slid(&self, index: usize, placed: &Placed, point: Point) -> Option<Touched<M>> {
        let on_value = self.touch.get(index)?.on_value.as_ref()?;
        if !placed.face.enabled {
            return Some(Touched::Nothing);
        }
        let value = slider_value(placed, point.x);
        if value == placed.face.value {
            return Some(Touched::Nothing);
        }
        Some(Touched::Send(on_value(value)))
    }

    /// Scrolls the container at `index`, unless it is at its end already: then the one around it
    /// gets the stroke.
    fn scrolled(&self, index: usize, distance: i32) -> Option<Touched<M>> {
        let scroller = self.scrollers.iter().find(|scroller| scroller.index == index)?;
        let offset = scroller.offset.saturating_add(distance).clamp(0, scroller.limit);
        (offset != scroller.offset).then_some(Touched::Scroll(index, offset))
    }
}

fn is_control(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Button(_)
            | Kind::IconButton
            | Kind::Fab
            | Kind::Field(_)
            | Kind::CheckBox
            | Kind::Switch
            | Kind::Radio
            | Kind::Spinner
            | Kind::Slider
            | Kind::Tab
    )
}

/// The value that a finger at `x` gives a slider.
fn slider_value(placed: &Placed, x: i32) -> i32 {
    let (track, max) = (track(placed.bounds), i64::from(placed.face.max.max(0)));
    let width = i64::from(track.width().max(1));
    let along = i64::from(x).saturating_sub(i64::from(track.left)).clamp(0, width);
    i32::try_from((along * max * 2 + width) / (width * 2)).unwrap_or(i32::MAX)
}

/// The point of a slider where a finger gives it `value`.
pub fn slider_point(placed: &Placed, value: i32) -> Point {
    let (track, max) = (track(placed.bounds), i64::from(placed.face.max.max(1)));
    let along = i64::from(value.max(0)).min(max) * i64::from(track.width()) / max;
    let x = track.left.saturating_add(i32::try_from(along).unwrap_or(0));
    Point::new(x.min(placed.bounds.right - 1), placed.visible().center().y)
}

fn track(bounds: Bounds) -> Bounds {
    let side = SLIDER_PADDING.min(bounds.width() / 2).max(0);
    Bounds { left: bounds.left + side, right: bounds.right - side, ..bounds }
}

/// Where the finger goes.
fn direction(from: Point, to: Point) -> Direction {
    let (dx, dy) = (to.x.saturating_sub(from.x), to.y.saturating_sub(from.y));
    match (dx.saturating_abs() > dy.saturating_abs(), dx > 0, dy > 0) {
        (true, true, _) => Direction::Right,
        (true, false, _) => Direction::Left,
        (false, _, true) => Direction::Down,
        (false, _, false) => Direction::Up,
    }
}
