//! Where a finger reaches a widget.

use crate::domain::{Bounds, Point};

/// Pieces of a widget that are looked at; enough for any real screen, a bound for hostile ones.
const PIECES: usize = 64;

/// Something that takes touches away from what is behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TouchCover {
    /// Where it does.
    pub area: Bounds,
    /// How far its window is from the eye.
    pub depth: usize,
    /// When it is drawn in its window; `None` for a whole window.
    pub drawn: Option<usize>,
    /// The index of its node.
    pub node: usize,
}

/// Whoever looks for a place to be touched.
#[derive(Clone, Copy, Debug)]
pub(super) struct TouchSearch {
    /// Its visible area.
    pub area: Bounds,
    /// How far its window is from the eye.
    pub depth: usize,
    /// When it is drawn in its window.
    pub drawn: usize,
    /// The index of its node.
    pub node: usize,
    /// One past the index of the last node inside it.
    pub end: usize,
    /// What is inside takes no touches away from it: a scrolling finger may begin on a button.
    pub through: bool,
}

impl TouchSearch {
    fn is_behind(&self, cover: &TouchCover) -> bool {
        if cover.depth != self.depth {
            return cover.depth < self.depth;
        }
        let inside = cover.node > self.node && cover.node < self.end;
        cover.drawn.is_some_and(|drawn| drawn > self.drawn) && !(self.through && inside)
    }

    /// A point that no cover takes: the middle if that is free, else the middle of the free piece
    /// with the most room on all sides, since a finger that lands next to a link takes the link
    /// (touch adjustment of web views). `None` if all is covered.
    pub(super) fn point(&self, covers: &[TouchCover]) -> Option<Point> {
        if self.area.is_empty() {
            return None;
        }
        let middle = self.area.center();
        if !covers.iter().any(|cover| cover.area.contains(middle) && self.is_behind(cover)) {
            return Some(middle);
        }
        let mut pieces = vec![self.area];
        for cover in covers {
            if !cover.area.intersect(self.area).is_empty() && self.is_behind(cover) {
                pieces = without(&pieces, cover.area);
            }
        }
        let room = |piece: &Bounds| (piece.width().min(piece.height()), piece.area());
        pieces.into_iter().max_by_key(room).map(Bounds::center)
    }
}

/// What of `pieces` lies outside of `hole`.
fn without(pieces: &[Bounds], hole: Bounds) -> Vec<Bounds> {
    let mut left = Vec::with_capacity(pieces.len() + 3);
    for &piece in pieces {
        let cut = piece.intersect(hole);
        if cut.is_empty() {
            left.push(piece);
            continue;
        }
        let around = [
            Bounds { bottom: cut.top, ..piece },
            Bounds { top: cut.bottom, ..piece },
            Bounds { right: cut.left, top: cut.top, bottom: cut.bottom, ..piece },
            Bounds { left: cut.right, top: cut.top, bottom: cut.bottom, ..piece },
        ];
        left.extend(around.into_iter().filter(|bounds| !bounds.is_empty()));
    }
    if left.len() > PIECES {
        left.sort_by_key(|piece| std::cmp::Reverse(piece.area()));
        left.truncate(PIECES);
    }
    left
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn touched(area: Bounds) -> TouchSearch {
        TouchSearch { area, depth: 1, drawn: 0, node: 0, end: 1, through: false }
    }

    fn later(area: Bounds) -> TouchCover {
        TouchCover { area, depth: 1, drawn: Some(1), node: 1 }
    }

    #[test]
    fn the_free_half_is_touched() {
        let point =
            touched(Bounds::new(0, 0, 100, 100)).point(&[later(Bounds::new(0, 40, 100, 100))]);
        assert_eq!(point, Some(Point::new(50, 20)));
    }

    /// A row of a table with a link in its middle: the strip below the link is the largest free
    /// piece, but a finger there takes the link.
    #[test]
    fn a_finger_keeps_away_from_a_link_in_the_middle_of_a_row() {
        let link = later(Bounds::new(197, 370, 227, 406));
        let point = touched(Bounds::new(8, 352, 412, 425)).point(&[link]);
        assert_eq!(point, Some(Point::new(102, 388)));
    }

    #[test]
    fn only_what_lies_above_covers() {
        let area = Bounds::new(0, 0, 10, 10);
        let widget = TouchSearch { drawn: 5, ..touched(area) };
        let middle = Some(area.center());
        assert_eq!(widget.point(&[later(area)]), middle);
        let (nearer, farther) =
            (TouchCover { depth: 0, ..later(area) }, TouchCover { depth: 2, ..later(area) });
        assert_eq!(widget.point(&[farther]), middle);
        assert_eq!(widget.point(&[nearer]), None);
        assert_eq!(widget.point(&[TouchCover { drawn: None, ..nearer }]), None);
    }

    #[test]
    fn a_scrolling_finger_may_begin_on_what_is_inside() {
        let area = Bounds::new(0, 0, 10, 10);
        let list = TouchSearch { end: 3, ..touched(area) };
        assert_eq!(list.point(&[later(area)]), None);
        assert_eq!(
            TouchSearch { through: true, ..list }.point(&[later(area)]),
            Some(area.center())
        );
    }

    fn rectangle() -> impl Strategy<Value = Bounds> {
        (0..60, 0..60, 1..40, 1..40).prop_map(|(x, y, w, h)| Bounds::new(x, y, x + w, y + h))
    }

    proptest! {
        #[test]
        fn a_point_is_inside_and_free_and_found_where_there_is_one(
            area in rectangle(),
            holes in proptest::collection::vec(rectangle(), 0..8),
        ) {
            let covers: Vec<TouchCover> = holes.iter().copied().map(later).collect();
            let free = |point: Point| !holes.iter().any(|hole| hole.contains(point));
            match touched(area).point(&covers) {
                Some(point) => prop_assert!(area.contains(point) && free(point)),
                None => for x in area.left..area.right {
                    for y in area.top..area.bottom {
                        prop_assert!(!free(Point::new(x, y)));
                    }
                }
            }
        }
    }
}
