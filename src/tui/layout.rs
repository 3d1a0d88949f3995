//! The layout of the panes, by the size of the terminal.

use ratatui::layout::{Constraint, Layout, Rect};

use super::pane::PaneId;
use crate::domain::DisplaySize;

/// The smallest terminal anything sensible fits on.
pub const SMALLEST: (u16, u16) = (40, 12);

/// Where everything stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaneLayout {
    /// The line at the top: target, mode, phase.
    pub header: Rect,
    /// The panes that are visible, border included.
    pub panes: Vec<(PaneId, Rect)>,
    /// Tabs of the panes that share one place; height 0 if none do.
    pub tabs: Rect,
    /// The timeline.
    pub timeline: Rect,
    /// The keys that work now.
    pub hints: Rect,
}

impl PaneLayout {
    /// Where `pane` stands, if it is visible.
    pub fn pane(&self, pane: PaneId) -> Option<Rect> {
        self.panes.iter().find(|(id, _)| *id == pane).map(|(_, area)| *area)
    }
}

/// Places everything in `room`. `alone` is a pane that is to stand alone; `focus` decides which of
/// the panes that share a place is shown; `display` gives the picture its shape.
pub fn places(room: Rect, focus: PaneId, alone: bool, display: Option<DisplaySize>) -> PaneLayout {
    let [header, middle, timeline, hints] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(if room.height >= 20 { 2 } else { 1 }),
        Constraint::Length(1),
    ])
    .areas(room);
    let mut places = PaneLayout { header, timeline, hints, ..PaneLayout::default() };
    if alone {
        places.panes = vec![(focus, middle)];
    } else if room.width >= 100 && middle.height >= 18 {
        places.panes = side_by_side(middle, display);
    } else if room.width >= 64 {
        beside_screen(middle, focus, display, &mut places);
    } else {
        let [tabs, rest] =
            Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(middle);
        places.tabs = tabs;
        places.panes = vec![(focus, rest)];
    }
    places
}

/// Columns that the picture wants at this height: its shape, with cells twice as high as wide. A
/// conversation gets its share instead.
fn picture_width(area: Rect, display: Option<DisplaySize>) -> u16 {
    let display = display.unwrap_or(DisplaySize::new(720, 1600));
    if display == DisplaySize::default() {
        // Nothing has a shape there: what is said needs room to be read.
        return area.width * 2 / 5;
    }
    let rows = f64::from(area.height.saturating_sub(3));
    let shape = f64::from(display.width.max(1)) / f64::from(display.height.max(1));
    let columns = (rows * 2.0 * shape).ceil() + 2.0;
    let most = f64::from(area.width) * 0.45;
    columns.clamp(20.0, most.max(20.0)) as u16
}

fn side_by_side(middle: Rect, display: Option<DisplaySize>) -> Vec<(PaneId, Rect)> {
    let [screen, rest] = Layout::horizontal([
        Constraint::Length(picture_width(middle, display)),
        Constraint::Fill(1),
    ])
    .areas(middle);
    if rest.width >= 120 {
        let [left, model] =
            Layout::horizontal([Constraint::Percentage(48), Constraint::Fill(1)]).areas(rest);
        let [widgets, reasoning] =
            Layout::vertical([Constraint::Percentage(45), Constraint::Fill(1)]).areas(left);
        return vec![
            (PaneId::Screen, screen),
            (PaneId::Widgets, widgets),
            (PaneId::Model, model),
            (PaneId::Reasoning, reasoning),
        ];
    }
    let [top, reasoning] =
        Layout::vertical([Constraint::Percentage(58), Constraint::Fill(1)]).areas(rest);
    let [widgets, model] =
        Layout::horizontal([Constraint::Percentage(50), Constraint::Fill(1)]).areas(top);
    vec![
        (PaneId::Screen, screen),
        (PaneId::Widgets, widgets),
        (PaneId::Model, model),
        (PaneId::Reasoning, reasoning),
    ]
}

/// The screen and one of the others beside it, with tabs above that one.
fn beside_screen(
    middle: Rect,
    focus: PaneId,
    display: Option<DisplaySize>,
    places: &mut PaneLayout,
) {
    let [screen, rest] = Layout::horizontal([
        Constraint::Length(picture_width(middle, display)),
        Constraint::Fill(1),
    ])
    .areas(middle);
    let [tabs, rest] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(rest);
    let other = if focus == PaneId::Screen { PaneId::Reasoning } else { focus };
    places.tabs = tabs;
    places.panes = vec![(PaneId::Screen, screen), (other, rest)];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_never_overlap_and_stay_inside() {
        for width in (40..260).step_by(7) {
            for height in (12..80).step_by(5) {
                for focus in PaneId::ALL {
                    let room = Rect::new(0, 0, width, height);
                    let places = places(room, focus, false, None);
                    let areas: Vec<Rect> = places
                        .panes
                        .iter()
                        .map(|(_, area)| *area)
                        .chain([places.header, places.timeline, places.hints, places.tabs])
                        .collect();
                    for (place, area) in areas.iter().enumerate() {
                        assert_eq!(area.intersection(room), *area, "{width}x{height}");
                        for other in &areas[place + 1..] {
                            assert!(area.intersection(*other).is_empty(), "{width}x{height}");
                        }
                    }
                    assert!(places.pane(focus).is_some() || focus == PaneId::Screen);
                }
            }
        }
    }
}
