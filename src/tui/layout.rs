//! The layout of the panes, by the size of the terminal.

use ratatui::layout::{Constraint, Layout, Rect};

use super::panes::{PaneArea, PaneId};
use crate::domain::DisplaySize;

/// The smallest terminal anything sensible fits on.
pub const SMALLEST: (u16, u16) = (40, 12);

/// The areas of everything on the terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaneLayout {
    /// The line at the top: target, mode, phase.
    pub header: Rect,
    /// The panes that are visible, border included.
    pub panes: Vec<(PaneId, Rect)>,
    /// Tabs of the panes that share one area; height 0 if none do.
    pub tabs: Rect,
    /// The timeline.
    pub timeline: Rect,
    /// The keys that work now.
    pub hints: Rect,
}

impl PaneLayout {
    /// The area of `pane`, if it is visible.
    pub fn pane(&self, pane: PaneId) -> Option<Rect> {
        self.panes.iter().find(|(id, _)| *id == pane).map(|(_, area)| *area)
    }
}

/// Places everything in `room`. `alone` is true if the focused pane stands alone; `focus` decides
/// which of the panes that share an area is shown; `display` gives the picture its shape.
pub fn arrange(room: Rect, focus: PaneId, alone: bool, display: Option<DisplaySize>) -> PaneLayout {
    let [header, middle, timeline, hints] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(if room.height >= 20 { 2 } else { 1 }),
        Constraint::Length(1),
    ])
    .areas(room);
    let mut layout = PaneLayout { header, timeline, hints, ..PaneLayout::default() };
    if alone {
        layout.panes = vec![(focus, middle)];
    } else if fits_side_by_side(middle) {
        layout.panes = side_by_side(middle, focus, display);
    } else if fits_beside_picture(middle) {
        beside_picture(middle, focus, display, &mut layout);
    } else {
        let [tabs, rest] =
            Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(middle);
        layout.tabs = tabs;
        layout.panes = vec![(focus, rest)];
    }
    layout
}

/// The panes that take this area.
fn panes_of(area: PaneArea) -> impl Iterator<Item = PaneId> {
    PaneId::ALL.iter().copied().filter(move |pane| pane.row().area == area)
}

/// The columns and rows that the panes of `area` need: those of the largest one, for they share it.
fn minimum(area: PaneArea) -> (u16, u16) {
    let sizes = panes_of(area).map(|pane| pane.row().minimum);
    sizes.fold((0, 0), |most, size| (most.0.max(size.0), most.1.max(size.1)))
}

/// True if the picture, the list, the graph and the text fit into `middle` at once.
fn fits_side_by_side(middle: Rect) -> bool {
    let [picture, list, graph, text] =
        [PaneArea::Picture, PaneArea::List, PaneArea::Graph, PaneArea::Text].map(minimum);
    let height = picture.1.max(list.1.max(graph.1) + text.1);
    middle.width >= picture.0 + list.0 + graph.0 && middle.height >= height
}

/// True if the picture and one other pane fit into `middle`.
fn fits_beside_picture(middle: Rect) -> bool {
    let others = [PaneArea::List, PaneArea::Graph, PaneArea::Text].map(|area| minimum(area).0);
    let widest = others.into_iter().max().unwrap_or(0);
    middle.width >= minimum(PaneArea::Picture).0 + widest
}

/// Columns that the picture needs at this height: its shape, with cells twice as high as wide. A
/// conversation gets its share instead.
fn picture_width(area: Rect, display: Option<DisplaySize>) -> u16 {
    let display = display.unwrap_or(DisplaySize::new(720, 1600));
    if display == DisplaySize::default() {
        // A dialogue has no shape: text needs room to be read.
        return area.width * 2 / 5;
    }
    let rows = f64::from(area.height.saturating_sub(3));
    let shape = f64::from(display.width.max(1)) / f64::from(display.height.max(1));
    let columns = (rows * 2.0 * shape).ceil() + 2.0;
    let most = f64::from(area.width) * 0.45;
    columns.clamp(20.0, most.max(20.0)) as u16
}

/// The column of the picture, and the rest.
fn beside(middle: Rect, display: Option<DisplaySize>) -> [Rect; 2] {
    let width = picture_width(middle, display);
    Layout::horizontal([Constraint::Length(width), Constraint::Fill(1)]).areas(middle)
}

/// The list above the text; the graph right of both, or of the list if the room is narrow.
fn side_by_side(middle: Rect, focus: PaneId, display: Option<DisplaySize>) -> Vec<(PaneId, Rect)> {
    let [picture, rest] = beside(middle, display);
    let (list, graph, text) = if rest.width >= 120 {
        let [left, graph] =
            Layout::horizontal([Constraint::Percentage(48), Constraint::Fill(1)]).areas(rest);
        let [list, text] =
            Layout::vertical([Constraint::Percentage(45), Constraint::Fill(1)]).areas(left);
        (list, graph, text)
    } else {
        let [top, text] =
            Layout::vertical([Constraint::Percentage(58), Constraint::Fill(1)]).areas(rest);
        let [list, graph] =
            Layout::horizontal([Constraint::Percentage(50), Constraint::Fill(1)]).areas(top);
        (list, graph, text)
    };
    let areas = [
        (PaneArea::Picture, picture),
        (PaneArea::List, list),
        (PaneArea::Graph, graph),
        (PaneArea::Text, text),
    ];
    areas.into_iter().flat_map(|(area, room)| shared(area, room, focus)).collect()
}

/// The panes of `area` in `room`: the focused one alone if it is not always drawn; else one below the other if each has its minimum, else the focused
/// one, or the first.
fn shared(area: PaneArea, room: Rect, focus: PaneId) -> Vec<(PaneId, Rect)> {
    let panes: Vec<PaneId> = panes_of(area).collect();
    if panes.contains(&focus) && !focus.row().always {
        return vec![(focus, room)];
    }
    let panes: Vec<PaneId> = panes.into_iter().filter(|pane| pane.row().always).collect();
    let rows: u16 = panes.iter().map(|pane| pane.row().minimum.1).sum();
    if panes.len() > 1 && room.height < rows {
        let shown = panes.iter().copied().find(|pane| *pane == focus).unwrap_or(panes[0]);
        return vec![(shown, room)];
    }
    let rows = Layout::vertical(panes.iter().map(|_| Constraint::Fill(1))).split(room);
    panes.into_iter().zip(rows.iter().copied()).collect()
}

/// The picture, and one of the others beside it with tabs above: the focused one, else the last of
/// those that are always drawn.
fn beside_picture(
    middle: Rect,
    focus: PaneId,
    display: Option<DisplaySize>,
    layout: &mut PaneLayout,
) {
    let [picture, rest] = beside(middle, display);
    let [tabs, rest] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(rest);
    layout.tabs = tabs;
    layout.panes = shared(PaneArea::Picture, picture, focus);
    let is_other = |pane: &&PaneId| {
        let row = pane.row();
        row.area != PaneArea::Picture && row.always
    };
    let mut others = PaneId::ALL.iter().rev().filter(is_other);
    let is_other = focus.row().area != PaneArea::Picture;
    let other = if is_other { Some(focus) } else { others.next().copied() };
    layout.panes.extend(other.map(|other| (other, rest)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_never_overlap_and_stay_inside() {
        for width in (40..260).step_by(7) {
            for height in (12..80).step_by(5) {
                for focus in PaneId::ALL.iter().copied() {
                    let room = Rect::new(0, 0, width, height);
                    let layout = arrange(room, focus, false, None);
                    let areas: Vec<Rect> = layout
                        .panes
                        .iter()
                        .map(|(_, area)| *area)
                        .chain([layout.header, layout.timeline, layout.hints, layout.tabs])
                        .collect();
                    for (place, area) in areas.iter().enumerate() {
                        assert_eq!(area.intersection(room), *area, "{width}x{height}");
                        for other in &areas[place + 1..] {
                            assert!(area.intersection(*other).is_empty(), "{width}x{height}");
                        }
                    }
                    assert!(layout.pane(focus).is_some(), "{width}x{height}: {focus:?}");
                }
            }
        }
    }
}
