//! The drawing: what part of the layout is seen, and how.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;

use super::camera::GraphCamera;
use super::edges::{self, Marked};
use super::graph_layout::GraphLayout;
use super::line_canvas::LineRole;
use super::placement::{GraphRect, GraphZoom};
use super::window::GraphWindow;
use super::{nodes, paths};
use crate::tui::controls;
use crate::tui::view::ViewContext;

/// The meaning of the signs.
const LEGEND: &str = "▶ here  +n never tried  ! finding  ↔ both ways  ←n leads elsewhere";

/// The part of the drawing that is seen.
#[derive(Default)]
pub struct GraphView {
    /// The size the tester asked for.
    pub zoom: Option<GraphZoom>,
    camera: GraphCamera,
    /// A state that is to be seen, once.
    wanted: Option<usize>,
    /// The state in the middle, and where it stood: it stays there when the layout changes.
    held: Option<(usize, GraphRect)>,
    area: Rect,
}

impl GraphView {
    /// Makes sure that `state` is seen in the next frame.
    pub fn reveal(&mut self, state: usize) {
        self.wanted = Some(state);
    }

    /// The state that is to be seen, for the list that replaces the drawing.
    pub const fn take_wanted(&mut self) -> Option<usize> {
        self.wanted.take()
    }

    /// Moves what is seen by so many cells.
    pub fn pan(&mut self, columns: i32, rows: i32) {
        self.wanted = None;
        self.camera.pan(columns, rows);
    }

    /// The state that was drawn at `at`.
    pub fn at(&self, layout: &GraphLayout, at: Position) -> Option<usize> {
        if !self.area.contains(at) {
            return None;
        }
        let window = self.window();
        let (x, y) = (at.x - self.area.x, at.y - self.area.y);
        layout.at(window.x + i32::from(x), window.y + i32::from(y))
    }

    fn window(&self) -> GraphRect {
        self.camera.window(i32::from(self.area.width), i32::from(self.area.height))
    }

    /// Draws what is seen of `layout`.
    pub fn draw(
        &mut self,
        buffer: &mut Buffer,
        area: Rect,
        view: &ViewContext<'_>,
        layout: &mut GraphLayout,
        [here, selected]: [Option<usize>; 2],
        follows: bool,
    ) {
        let legend = u16::from(area.height >= 10 && area.width >= 60);
        self.area = Rect { height: area.height - legend, ..area };
        self.aim(layout, here.filter(|_| follows));
        let marked = marked(view, layout, selected);
        let window = self.window();
        let lines = edges::lines(layout, window, &marked);
        let theme = view.theme;
        let mut window = GraphWindow { buffer, area: self.area, window };
        for (x, y, sign, pen) in lines.signs() {
            let style = match pen {
                LineRole::Plain => theme.fg(theme.muted),
                LineRole::Selected => theme.fg(theme.accent),
                LineRole::Taken => theme.fg(theme.path),
                LineRole::Planned => theme.fg(theme.path).add_modifier(Modifier::BOLD),
            };
            window.put(x, y, sign.encode_utf8(&mut [0; 4]), style);
        }
        nodes::draw(&mut window, layout, view, here, selected);
        if legend > 0 {
            let words = controls::cut(LEGEND, usize::from(area.width));
            buffer.set_string(area.x, area.bottom() - 1, words, theme.fg(theme.muted));
        }
    }

    /// Lays out if needed and points the camera: at what is wanted, else at `followed`, else
    /// where it was.
    fn aim(&mut self, layout: &mut GraphLayout, followed: Option<usize>) {
        let (width, height) = (i32::from(self.area.width), i32::from(self.area.height));
        let anew = layout.arrange(self.zoom, width, height);
        if let Some((state, before)) = self.held
            && anew
            && let Some(after) = layout.spot(state)
        {
            self.camera.hold(before, after);
        }
        let target = self.wanted.take().or(followed);
        if let Some(spot) = target.and_then(|state| layout.spot(state)) {
            if self.held.is_none() {
                self.camera.centre(spot, width, height);
            }
            self.camera.reveal(spot, width, height);
        }
        self.camera.settle(&layout.plan, width, height);
        self.held = target.or_else(|| self.in_the_middle(layout)).and_then(|state| {
            let spot = layout.spot(state)?;
            Some((state, spot))
        });
    }

    /// The state nearest to the middle of what is seen.
    fn in_the_middle(&self, layout: &GraphLayout) -> Option<usize> {
        let window = self.window();
        let (x, y) = (window.x + window.width / 2, window.y + window.height / 2);
        let distance =
            |spot: &GraphRect| (spot.x + spot.width / 2 - x).abs() + 2 * (spot.middle() - y).abs();
        let nearest = layout.plan.spots.iter().enumerate().min_by_key(|(_, spot)| distance(spot));
        layout.scope.states.get(nearest?.0).copied()
    }
}

/// The highlighted transitions: the path asked for, the path taken, those of the selected state.
fn marked(view: &ViewContext<'_>, layout: &GraphLayout, selected: Option<usize>) -> Marked {
    let mut marked = Marked::new();
    if let Some(state) = selected {
        let ends =
            layout.neighbours.out(state).iter().filter(|end| layout.scope.place(**end).is_some());
        marked.extend(ends.map(|end| ((state, *end), LineRole::Selected)));
    }
    marked.extend(paths::taken(view).into_iter().map(|edge| (edge, LineRole::Taken)));
    if view.live {
        marked
            .extend(paths::planned(view.session).into_iter().map(|edge| (edge, LineRole::Planned)));
    }
    marked
}
