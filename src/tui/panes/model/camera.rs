//! Which part of the drawing is seen.

use super::placement::{GraphPlacement, GraphRect};

/// The upper left corner of what is seen, in cells of the drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphCamera {
    x: i32,
    y: i32,
}

impl GraphCamera {
    /// What is seen on `width` columns and `height` rows.
    pub const fn window(self, width: i32, height: i32) -> GraphRect {
        GraphRect { x: self.x, y: self.y, width, height }
    }

    /// Moves by so many cells.
    pub fn pan(&mut self, columns: i32, rows: i32) {
        self.x = self.x.saturating_add(columns);
        self.y = self.y.saturating_add(rows);
    }

    /// Moves along when something went from `before` to `after`, so that it is seen where it was.
    pub fn hold(&mut self, before: GraphRect, after: GraphRect) {
        self.pan(after.x - before.x, after.middle() - before.middle());
    }

    /// Moves as little as needed to see `spot` whole, with some room around it; to its middle if
    /// it was far off.
    pub fn reveal(&mut self, spot: GraphRect, width: i32, height: i32) {
        self.x = shifted(self.x, spot.x, spot.width, width, width / 6);
        self.y = shifted(self.y, spot.y, spot.height, height, height / 4);
    }

    /// Moves `spot` to the middle.
    pub const fn centre(&mut self, spot: GraphRect, width: i32, height: i32) {
        self.x = spot.x + spot.width / 2 - width / 2;
        self.y = spot.middle() - height / 2;
    }

    /// Puts a drawing that fits into the middle, and keeps a larger one from getting lost.
    pub fn settle(&mut self, plan: &GraphPlacement, width: i32, height: i32) {
        self.x = settled(self.x, plan.width, width);
        self.y = settled(self.y, plan.height, height);
    }
}

fn shifted(at: i32, start: i32, length: i32, room: i32, margin: i32) -> i32 {
    let margin = margin.min((room - length) / 2).max(0);
    let (least, most) = (start + length + margin - room, start - margin);
    if at >= least && at <= most {
        at
    } else if at < least - room || at > most + room || least > most {
        start + length / 2 - room / 2
    } else {
        at.clamp(least, most)
    }
}

fn settled(at: i32, length: i32, room: i32) -> i32 {
    // One cell of frame on either side, in which lines may go round.
    if length + 2 <= room { -((room - length) / 2) } else { at.clamp(-1, length + 1 - room) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(x: i32, y: i32) -> GraphRect {
        GraphRect { x, y, width: 10, height: 1 }
    }

    #[test]
    fn what_is_seen_stays_where_it_is() {
        let mut camera = GraphCamera { x: 10, y: 5 };
        camera.reveal(spot(30, 10), 60, 20);
        assert_eq!(camera, GraphCamera { x: 10, y: 5 });
    }

    #[test]
    fn what_is_near_is_scrolled_to_and_what_is_far_is_put_into_the_middle() {
        let mut camera = GraphCamera::default();
        camera.reveal(spot(60, 0), 60, 20);
        assert_eq!(camera.x, 20);
        camera.reveal(spot(600, 0), 60, 20);
        assert_eq!(camera.x, 575);
    }

    #[test]
    fn a_drawing_never_gets_lost() {
        let plan = GraphPlacement { width: 100, height: 10, ..GraphPlacement::default() };
        let mut camera = GraphCamera { x: i32::MAX, y: i32::MIN };
        camera.pan(5, -5);
        camera.settle(&plan, 60, 20);
        assert_eq!(camera, GraphCamera { x: 41, y: -5 });
    }

    #[test]
    fn room_smaller_than_what_is_to_be_seen_does_no_harm() {
        let mut camera = GraphCamera::default();
        camera.reveal(spot(3, 0), 4, 0);
        camera.settle(&GraphPlacement { width: 10, height: 3, ..GraphPlacement::default() }, 0, 0);
    }
}
