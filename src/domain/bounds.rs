//! Points, sizes and rectangles in device pixels, origin at the top left of the display.

use serde::{Deserialize, Serialize};

/// A point in device pixels.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(from = "[i32; 2]", into = "[i32; 2]")]
pub struct Point {
    /// Pixels from the left edge.
    pub x: i32,
    /// Pixels from the top edge.
    pub y: i32,
}

impl Point {
    /// The point at `x`, `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }
}

impl From<[i32; 2]> for Point {
    fn from([x, y]: [i32; 2]) -> Self {
        Self { x, y }
    }
}

impl From<Point> for [i32; 2] {
    fn from(point: Point) -> Self {
        [point.x, point.y]
    }
}

/// Width and height in device pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "[i32; 2]", into = "[i32; 2]")]
pub struct DisplaySize {
    /// Pixels across.
    pub width: i32,
    /// Pixels down.
    pub height: i32,
}

impl DisplaySize {
    /// The size `width` by `height`.
    pub const fn new(width: i32, height: i32) -> Self {
        Self { width, height }
    }

    /// The rectangle of this size at the origin.
    pub const fn bounds(self) -> Bounds {
        Bounds::new(0, 0, self.width, self.height)
    }
}

impl From<[i32; 2]> for DisplaySize {
    fn from([width, height]: [i32; 2]) -> Self {
        Self { width, height }
    }
}

impl From<DisplaySize> for [i32; 2] {
    fn from(size: DisplaySize) -> Self {
        [size.width, size.height]
    }
}

/// A rectangle in device pixels; `right` and `bottom` lie just outside of it.
///
/// Written as `[left, top, right, bottom]`, the order of `uiautomator dump`'s
/// `bounds="[left,top][right,bottom]"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "[i32; 4]", into = "[i32; 4]")]
pub struct Bounds {
    /// First column inside.
    pub left: i32,
    /// First row inside.
    pub top: i32,
    /// First column outside.
    pub right: i32,
    /// First row outside.
    pub bottom: i32,
}

impl Bounds {
    /// The rectangle between two corners.
    pub const fn new(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        Self { left, top, right, bottom }
    }

    /// Pixels across; zero or negative if the rectangle is inverted.
    pub const fn width(self) -> i32 {
        self.right.saturating_sub(self.left)
    }

    /// Pixels down; zero or negative if the rectangle is inverted.
    pub const fn height(self) -> i32 {
        self.bottom.saturating_sub(self.top)
    }

    /// True if it is at least four times as wide as high, as bars are and rings are not.
    pub const fn is_bar(self) -> bool {
        !self.is_empty() && self.width() >= self.height().saturating_mul(4)
    }

    /// True if no pixel lies inside.
    pub const fn is_empty(self) -> bool {
        self.right <= self.left || self.bottom <= self.top
    }

    /// Pixels inside; zero if empty.
    pub const fn area(self) -> i64 {
        if self.is_empty() { 0 } else { self.width() as i64 * self.height() as i64 }
    }

    /// The pixel in the middle.
    pub const fn center(self) -> Point {
        Point::new(
            self.left.saturating_add(self.width() / 2),
            self.top.saturating_add(self.height() / 2),
        )
    }

    /// True if `point` lies inside.
    pub const fn contains(self, point: Point) -> bool {
        point.x >= self.left && point.x < self.right && point.y >= self.top && point.y < self.bottom
    }

    /// True if every pixel of a non-empty `other` lies inside.
    pub const fn covers(self, other: Self) -> bool {
        other.left >= self.left
            && other.top >= self.top
            && other.right <= self.right
            && other.bottom <= self.bottom
    }

    /// The pixels in both; empty if they do not touch.
    #[must_use]
    pub fn intersect(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }
}

impl From<[i32; 4]> for Bounds {
    fn from([left, top, right, bottom]: [i32; 4]) -> Self {
        Self::new(left, top, right, bottom)
    }
}

impl From<Bounds> for [i32; 4] {
    fn from(bounds: Bounds) -> Self {
        [bounds.left, bounds.top, bounds.right, bounds.bottom]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverted_rectangles_are_empty() {
        let inverted = Bounds::new(10, 10, 5, 20);
        assert!(inverted.is_empty());
        assert_eq!(inverted.area(), 0);
    }

    #[test]
    fn intersection_of_strangers_is_empty() {
        let left = Bounds::new(0, 0, 10, 10);
        let right = Bounds::new(10, 0, 20, 10);
        assert!(left.intersect(right).is_empty());
    }

    #[test]
    fn extreme_bounds_do_not_overflow() {
        let extreme = Bounds::new(i32::MIN, i32::MIN, i32::MAX, i32::MAX);
        assert!(extreme.width() > 0);
        assert!(extreme.covers(Bounds::new(0, 0, 1, 1)));
    }
}
