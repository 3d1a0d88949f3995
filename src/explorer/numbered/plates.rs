//! Where the numbers stand: near their widgets, and not on each other.
//!
//! Each plate tries the places at its widget's edges, outside and inside, and takes the one that
//! hides least: other plates count most, then small widgets under it, then the middle of its own.
//! Where each of these hides another plate, it moves away in rings until it finds a free place, and
//! a thin line leads back to its widget.

use super::{Ink, Mark, draw, nearest};
use crate::domain::{Bounds, Point};

/// So many rings are tried around a widget.
const RINGS: i32 = 8;

/// A number and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NumberPlate {
    pub number: usize,
    pub ink: Ink,
    pub bounds: Bounds,
    /// From the plate to its widget, if it does not stand at it.
    pub leader: Option<(Point, Point)>,
}

/// A plate for each of `marks` within `room`, small widgets first: they have the fewest places.
pub(super) fn placed(marks: &[Mark], room: Bounds) -> Vec<NumberPlate> {
    let mut order: Vec<&Mark> = marks.iter().collect();
    order.sort_by_key(|mark| (mark.bounds.area(), mark.number));
    let mut plates: Vec<NumberPlate> = Vec::with_capacity(marks.len());
    for mark in order {
        let plate = place(mark, marks, &plates, room);
        plates.push(plate);
    }
    plates
}

fn place(mark: &Mark, marks: &[Mark], plates: &[NumberPlate], room: Bounds) -> NumberPlate {
    let (width, height) = draw::plate_size(mark.number);
    let at = |left: i32, top: i32| {
        // Pushed back onto the picture if it would hang over its edge.
        let left = left.min(room.right - width).max(room.left);
        let top = top.min(room.bottom - height).max(room.top);
        Bounds::new(left, top, left + width, top + height)
    };
    let covered = |bounds: Bounds| -> i64 {
        plates.iter().map(|plate| plate.bounds.intersect(bounds).area()).sum()
    };
    let Bounds { left, top, right, bottom } = mark.bounds;
    let (across, down) = (right - width, bottom - height);
    let near = [
        at(left, top),
        at(across, top),
        at(left, top - height),
        at(left - width, top),
        at(right, top),
        at(across, down),
        at(left, down),
        at(left, bottom),
        at(across, top - height),
    ];
    // On a cell nothing is known: its number stands in its corner.
    let near = if mark.ink == Ink::Cell { &near[..1] } else { &near[..] };
    let free = near.iter().copied().filter(|bounds| covered(*bounds) == 0);
    let best = free.min_by_key(|bounds| hides(*bounds, mark, marks));
    if let Some(bounds) = best {
        return NumberPlate { number: mark.number, ink: mark.ink, bounds, leader: None };
    }
    let bounds = ring(mark.bounds, (width, height), room)
        .into_iter()
        .find(|bounds| covered(*bounds) == 0)
        .or_else(|| near.iter().copied().min_by_key(|bounds| covered(*bounds)))
        .unwrap_or_else(|| at(left, top));
    let middle = bounds.center();
    let leader = Some((middle, nearest(mark.bounds, middle)));
    NumberPlate { number: mark.number, ink: mark.ink, bounds, leader }
}

/// How much of what matters a plate at `bounds` hides, in pixels.
fn hides(bounds: Bounds, mark: &Mark, marks: &[Mark]) -> i64 {
    let small = 8 * bounds.area();
    let others = marks.iter().filter(|other| other.number != mark.number);
    let others: i64 = others
        .filter(|other| other.bounds.area() <= small)
        .map(|other| 2 * other.bounds.intersect(bounds).area())
        .sum();
    let own = mark.bounds;
    let (wide, high) = (own.width() / 4, own.height() / 4);
    let heart = Bounds::new(own.left + wide, own.top + high, own.right - wide, own.bottom - high);
    others + 3 * heart.intersect(bounds).area()
}

/// Places around `bounds`, the nearest ring first.
fn ring(bounds: Bounds, (width, height): (i32, i32), room: Bounds) -> Vec<Bounds> {
    let middle = bounds.center();
    let mut places = Vec::new();
    for ring in 1..=RINGS {
        for row in -ring..=ring {
            for column in -ring..=ring {
                if row.abs().max(column.abs()) == ring {
                    let left = middle.x - width / 2 + column * (width + 1);
                    let top = middle.y - height / 2 + row * (height + 1);
                    places.push(Bounds::new(left, top, left + width, top + height));
                }
            }
        }
    }
    places.retain(|place| room.covers(*place));
    places
}
