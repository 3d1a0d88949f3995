//! The area of the display in the terminal.

use ratatui::layout::Rect;

use super::UPRIGHT;
use crate::domain::{Bounds, DisplaySize};
use crate::tui::image::fit;

/// The cells that the display fills.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DisplayStage {
    /// The cells.
    pub area: Rect,
    size: DisplaySize,
}

impl DisplayStage {
    /// A display of `size` pixels in these cells.
    pub const fn new(area: Rect, size: DisplaySize) -> Self {
        Self { area, size }
    }

    /// The cells of `bounds`: at least one, none outside of the stage.
    pub fn cells(&self, bounds: Bounds) -> Rect {
        let across = span(bounds.left, bounds.right, self.size.width, self.area.width);
        let down = span(bounds.top, bounds.bottom, self.size.height, self.area.height);
        Rect::new(self.area.x + across.0, self.area.y + down.0, across.1, down.1)
    }

    /// The row of the middle of `bounds`.
    pub fn row_of_middle(&self, bounds: Bounds) -> u16 {
        let middle = bounds.center().y;
        let share = f64::from(middle) / f64::from(self.size.height.max(1));
        let row = (share * f64::from(self.area.height)).floor();
        let cells = self.cells(bounds);
        let row = row.clamp(0.0, f64::from(self.area.height)) as u16 + self.area.y;
        row.clamp(cells.top(), cells.bottom() - 1)
    }
}

/// First cell and count of cells of the pixels from `start` to `end` of `pixels`, on `cells`.
fn span(start: i32, end: i32, pixels: i32, cells: u16) -> (u16, u16) {
    let place = |pixel: i32| {
        let share = f64::from(pixel) / f64::from(pixels.max(1));
        (share * f64::from(cells)).round().clamp(0.0, f64::from(cells)) as u16
    };
    let first = place(start).min(cells.saturating_sub(1));
    (first, place(end).saturating_sub(first).max(1).min(cells))
}

/// Room for a screen drawn in letters: they need width, so its shape may be stretched.
pub fn wide(room: Rect, size: DisplaySize) -> Rect {
    let size = if size.bounds().is_empty() { UPRIGHT } else { size };
    let shape = fit(room, size.width.unsigned_abs(), size.height.unsigned_abs());
    let width = shape.width.saturating_mul(3).min(room.width);
    Rect { x: room.x + (room.width - width) / 2, width, ..shape }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_share_no_cells() {
        let stage = DisplayStage::new(Rect::new(2, 1, 30, 34), DisplaySize::new(720, 1600));
        let above = stage.cells(Bounds::new(0, 100, 720, 300));
        let below = stage.cells(Bounds::new(0, 300, 720, 500));
        assert_eq!(above.bottom(), below.top());
        assert_eq!((above.left(), above.right()), (2, 32));
    }

    #[test]
    fn odd_bounds_stay_on_the_stage() {
        let stage = DisplayStage::new(Rect::new(2, 1, 10, 10), DisplaySize::new(100, 100));
        for bounds in [
            Bounds::new(-50, -50, 500, 500),
            Bounds::new(100, 100, 100, 100),
            Bounds::new(99, 99, 20, 20),
            Bounds::new(i32::MIN, i32::MIN, i32::MAX, i32::MAX),
        ] {
            let cells = stage.cells(bounds);
            assert!(!cells.is_empty(), "{bounds:?}");
            assert_eq!(cells.intersection(stage.area), cells, "{bounds:?}");
        }
        DisplayStage::new(Rect::new(0, 0, 5, 5), DisplaySize::new(0, 0))
            .cells(Bounds::new(0, 0, 1, 1));
    }
}
