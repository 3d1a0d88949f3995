//! The drawing: what part of the chart is seen, and how.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;

use super::camera::GraphCamera;
use super::chart::GraphChart;
use super::edges::{self, Marked};
use super::lines::LineRole;
use super::place::{GraphRect, GraphZoom};
use super::sheet::GraphWindow;
use super::{nodes, ways};
use crate::tui::kit;
use crate::tui::view::ViewContext;

/// What the signs mean, for whoever sees the drawing for the first time.
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

    /// The state that is to be seen, for the list that stands in for the drawing.
    pub const fn take_wanted(&mut self) -> Option<usize> {
        self.wanted.take()
    }

    /// Moves what is seen by so many cells.
    pub fn pan(&mut self, columns: i32, rows: i32) {
        self.wanted = None;
        self.camera.pan(columns, rows);
    }

    /// The state that was drawn at `at`.
    pub fn at(&self, chart: &GraphChart, at: Position) -> Option<usize> {
        if !self.area.contains(at) {
            return None;
        }
        let window = self.window();
        let (x, y) = (at.x - self.area.x, at.y - self.area.y);
        chart.at(window.x + i32::from(x), window.y + i32::from(y))
    }

    fn window(&self) -> GraphRect {
        self.camera.window(i32::from(self.area.width), i32::from(self.area.height))
    }

    /// Draws what is seen of `chart`.
    pub fn draw(
        &mut self,
        buffer: &mut Buffer,
        area: Rect,
        view: &ViewContext<'_>,
        chart: &mut GraphChart,
        [here, selected]: [Option<usize>; 2],
        follows: bool,
    ) {
        let legend = u16::from(area.height >= 10 && area.width >= 60);
        self.area = Rect { height: area.height - legend, ..area };
        self.aim(chart, here.filter(|_| follows));
        let marked = marked(view, chart, selected);
        let window = self.window();
        let lines = edges::lines(chart, window, &marked);
        let theme = view.theme;
        let mut sheet = GraphWindow { buffer, area: self.area, window };
        for (x, y, sign, pen) in lines.signs() {
            let style = match pen {
                LineRole::Plain => theme.fg(theme.muted),
                LineRole::Selected => theme.fg(theme.accent),
                LineRole::Taken => theme.fg(theme.way),
                LineRole::Planned => theme.fg(theme.way).add_modifier(Modifier::BOLD),
            };
            sheet.put(x, y, sign.encode_utf8(&mut [0; 4]), style);
        }
        nodes::draw(&mut sheet, chart, view, here, selected);
        if legend > 0 {
            let words = kit::cut(LEGEND, usize::from(area.width));
            buffer.set_string(area.x, area.bottom() - 1, words, theme.fg(theme.muted));
        }
    }

    /// Lays out where needed and points the camera: at what is wanted, else at `followed`, else
    /// where it was.
    fn aim(&mut self, chart: &mut GraphChart, followed: Option<usize>) {
        let (width, height) = (i32::from(self.area.width), i32::from(self.area.height));
        let anew = chart.arrange(self.zoom, width, height);
        if let Some((state, before)) = self.held
            && anew
            && let Some(after) = chart.spot(state)
        {
            self.camera.hold(before, after);
        }
        let target = self.wanted.take().or(followed);
        if let Some(spot) = target.and_then(|state| chart.spot(state)) {
            if self.held.is_none() {
                self.camera.centre(spot, width, height);
            }
            self.camera.reveal(spot, width, height);
        }
        self.camera.settle(&chart.plan, width, height);
        self.held = target.or_else(|| self.in_the_middle(chart)).and_then(|state| {
            let spot = chart.spot(state)?;
            Some((state, spot))
        });
    }

    /// The state nearest to the middle of what is seen.
    fn in_the_middle(&self, chart: &GraphChart) -> Option<usize> {
        let window = self.window();
        let (x, y) = (window.x + window.width / 2, window.y + window.height / 2);
        let distance =
            |spot: &GraphRect| (spot.x + spot.width / 2 - x).abs() + 2 * (spot.middle() - y).abs();
        let nearest = chart.plan.spots.iter().enumerate().min_by_key(|(_, spot)| distance(spot));
        chart.scope.states.get(nearest?.0).copied()
    }
}

/// The transitions that stand out: the way asked for, the way taken, those of the selected state.
fn marked(view: &ViewContext<'_>, chart: &GraphChart, selected: Option<usize>) -> Marked {
    let mut marked = Marked::new();
    if let Some(state) = selected {
        let ends = chart.atlas.out(state).iter().filter(|end| chart.scope.place(**end).is_some());
        marked.extend(ends.map(|end| ((state, *end), LineRole::Selected)));
    }
    marked.extend(ways::taken(view).into_iter().map(|edge| (edge, LineRole::Taken)));
    if view.live {
        marked.extend(ways::planned(view.ride).into_iter().map(|edge| (edge, LineRole::Planned)));
    }
    marked
}
