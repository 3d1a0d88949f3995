//! The positions of states, in cells: columns from left to right, one for each layer.

use super::lanes::{self, LaneEdges};
use crate::model::layering::{LayeredGraph, rows};

/// How large states are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GraphZoom {
    /// One sign.
    Dots,
    /// One line with the start of the name.
    Short,
    /// One line with name and marks.
    Line,
    /// A box with name and marks.
    Box,
    /// A box that also shows activity, visits and tries.
    Card,
}

impl GraphZoom {
    const ALL: [Self; 5] = [Self::Dots, Self::Short, Self::Line, Self::Box, Self::Card];

    /// One size up.
    pub fn larger(self) -> Option<Self> {
        Self::ALL.into_iter().find(|zoom| *zoom > self)
    }

    /// One size down.
    pub fn smaller(self) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|zoom| *zoom < self)
    }

    /// Rows of a state.
    pub const fn height(self) -> i32 {
        match self {
            Self::Dots | Self::Short | Self::Line => 1,
            Self::Box => 3,
            Self::Card => 5,
        }
    }

    /// True if a state has no border, so that lines can start right behind its words.
    pub const fn is_bare(self) -> bool {
        matches!(self, Self::Short | Self::Line)
    }

    /// Rows from one state to the one below it.
    const fn pitch(self) -> i32 {
        match self {
            Self::Dots | Self::Short => 1,
            Self::Line => 2,
            Self::Box => 3,
            Self::Card => 6,
        }
    }

    /// Columns of a state whose name takes `name` columns: sign, name, marks, borders.
    fn width(self, name: i32) -> i32 {
        match self {
            Self::Dots => 1,
            Self::Short => 4 + name.clamp(2, 10),
            Self::Line => 8 + name.clamp(4, 18),
            Self::Box => 10 + name.clamp(4, 20),
            Self::Card => 5 + name.clamp(16, 28),
        }
    }
}

/// A rectangle in cells of the drawing, which has no edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphRect {
    /// Column of its left side.
    pub x: i32,
    /// Row of its top.
    pub y: i32,
    /// Columns.
    pub width: i32,
    /// Rows.
    pub height: i32,
}

impl GraphRect {
    /// The row in which edges come and go.
    pub const fn middle(self) -> i32 {
        self.y + self.height / 2
    }

    /// The first column right of it.
    pub const fn right(self) -> i32 {
        self.x + self.width
    }

    /// The first row below it.
    pub const fn bottom(self) -> i32 {
        self.y + self.height
    }

    /// True if the cell lies in it.
    pub const fn contains(self, x: i32, y: i32) -> bool {
        x >= self.x && x < self.right() && y >= self.y && y < self.bottom()
    }
}

/// Everything's place.
#[derive(Clone, Debug, Default)]
pub struct GraphPlacement {
    /// The position of each node.
    pub spots: Vec<GraphRect>,
    /// The column in which each node's edges to the next layer turn; `None` for a straight line.
    pub lanes: Vec<Option<i32>>,
    /// Columns in all.
    pub width: i32,
    /// Rows in all.
    pub height: i32,
}

impl GraphPlacement {
    /// Places `layered`, in which node `n` has a name of `names[n]` columns.
    pub fn new(layered: &LayeredGraph, names: &[i32], zoom: GraphZoom) -> Self {
        let rows = rows(layered, zoom.pitch());
        let mut plan = Self {
            spots: vec![GraphRect::default(); names.len()],
            lanes: vec![None; names.len()],
            ..Self::default()
        };
        let mut x = 0;
        for layer in &layered.layers {
            let longest = layer.iter().map(|node| names[*node]).max().unwrap_or(0);
            let (width, height) = (zoom.width(longest), zoom.height());
            for node in layer {
                plan.spots[*node] = GraphRect { x, y: rows[*node], width, height };
            }
            plan.height = layer.iter().map(|node| rows[*node] + height).fold(plan.height, i32::max);
            x += width;
            plan.width = x;
            // One column for lines that go elsewhere than to the next layer, then the lanes, then
            // a line's end and its head.
            x += 1 + plan.assign_lanes(layered, layer, &rows, x + 1) + 2;
        }
        plan
    }

    /// Gives each node of `layer` its lane, the first one in column `first`; tells how many.
    fn assign_lanes(
        &mut self,
        layered: &LayeredGraph,
        layer: &[usize],
        rows: &[i32],
        first: i32,
    ) -> i32 {
        let net = |node: &usize| LaneEdges {
            row: rows[*node],
            ends: layered.forward[*node].iter().map(|end| rows[*end]).collect(),
        };
        let nets: Vec<LaneEdges> = layer.iter().map(net).collect();
        let mut count = 0;
        for (node, lane) in layer.iter().zip(lanes::assign(&nets)) {
            let lane = lane.and_then(|lane| i32::try_from(lane).ok());
            self.lanes[*node] = lane.map(|lane| first + lane);
            count = count.max(lane.map_or(0, |lane| lane + 1));
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_state_stands_beside_the_middle_of_where_it_leads() {
        let layered = LayeredGraph::new(&[vec![1, 2, 3], vec![], vec![], vec![]]);
        let plan = GraphPlacement::new(&layered, &[5; 4], GraphZoom::Line);
        let rows: Vec<i32> = plan.spots.iter().map(|spot| spot.y).collect();
        assert_eq!(rows, [2, 0, 2, 4]);
    }

    #[test]
    fn sizes_go_up_and_down_and_end() {
        assert_eq!(GraphZoom::Line.larger(), Some(GraphZoom::Box));
        assert_eq!(GraphZoom::Line.smaller(), Some(GraphZoom::Short));
        assert_eq!((GraphZoom::Dots.smaller(), GraphZoom::Card.larger()), (None, None));
    }

    proptest! {
        #[test]
        fn states_never_overlap(
            edges in prop::collection::vec((0_usize..30, 0_usize..30), 0..90)
        ) {
            let mut out = vec![Vec::new(); 30];
            for (from, to) in edges {
                if from != to && !out[from].contains(&to) {
                    out[from].push(to);
                }
            }
            for zoom in GraphZoom::ALL {
                let plan = GraphPlacement::new(&LayeredGraph::new(&out), &[9; 30], zoom);
                for (place, spot) in plan.spots.iter().enumerate() {
                    prop_assert!(spot.x >= 0 && spot.right() <= plan.width);
                    prop_assert!(spot.y >= 0 && spot.bottom() <= plan.height);
                    for other in &plan.spots[place + 1..] {
                        let apart = spot.right() <= other.x || other.right() <= spot.x
                            || spot.bottom() <= other.y || other.bottom() <= spot.y;
                        prop_assert!(apart, "{spot:?} {other:?}");
                    }
                }
            }
        }
    }
}
