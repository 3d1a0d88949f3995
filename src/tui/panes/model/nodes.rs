//! Drawing the states of a layout.

use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr as _;

use super::edges;
use super::graph_layout::GraphLayout;
use super::placement::{GraphRect, GraphZoom};
use super::window::GraphWindow;
use crate::domain::short_location;
use crate::model::StateNode;
use crate::tui::controls;
use crate::tui::controls::counted;
use crate::tui::theme::{ThemeColour, ThemeColours};
use crate::tui::view::ViewContext;

/// The sign of the shown state.
pub const HERE: &str = "▶";

/// Available actions of `state` that were never tried there.
pub fn untried(state: &StateNode) -> usize {
    state.available.iter().filter(|candidate| !state.edges.contains_key(&candidate.key)).count()
}

/// A state with all that is shown of it in the drawing.
struct GraphNode<'a> {
    state: &'a StateNode,
    name: &'a str,
    spot: GraphRect,
    untried: usize,
    is_here: bool,
    is_selected: bool,
    marks: Vec<(String, ThemeColour)>,
}

/// Draws the states that are seen. `here` is the shown state, `selected` the selected one.
pub fn draw(
    window: &mut GraphWindow<'_>,
    layout: &GraphLayout,
    view: &ViewContext<'_>,
    here: Option<usize>,
    selected: Option<usize>,
) {
    let Some(zoom) = layout.zoom else { return };
    for (place, state) in layout.scope.states.iter().enumerate() {
        let spot = layout.plan.spots[place];
        let Some(node) = view.session.model.states().get(*state).filter(|_| window.shows(spot))
        else {
            continue;
        };
        let untried = untried(node);
        let mut marks = marks(layout, place, node, untried, view.theme);
        if zoom == GraphZoom::Short {
            marks.truncate(1);
            marks.iter_mut().for_each(|(mark, _)| *mark = mark.chars().take(1).collect());
        }
        let node = GraphNode {
            state: node,
            name: layout.neighbours.name(*state),
            spot,
            untried,
            is_here: here == Some(*state),
            is_selected: selected == Some(*state),
            marks,
        };
        match zoom {
            GraphZoom::Dots => node.dot(window, view.theme),
            GraphZoom::Short | GraphZoom::Line => {
                node.line(window, view.theme, spot.x, spot.y, spot.width);
            }
            GraphZoom::Box | GraphZoom::Card => node.boxed(window, view.theme, zoom),
        }
    }
}

/// What follows the name: untried actions, findings, transitions without a line, more behind.
fn marks(
    layout: &GraphLayout,
    place: usize,
    node: &StateNode,
    untried: usize,
    theme: &ThemeColours,
) -> Vec<(String, ThemeColour)> {
    let mut marks = Vec::new();
    match node.findings.len() {
        0 => {}
        1 => marks.push(("!".into(), theme.bad)),
        count => marks.push((format!("!{count}"), theme.bad)),
    }
    if untried > 0 {
        marks.push((format!("+{untried}"), theme.untried));
    }
    let untold = edges::untold(layout, place);
    if untold > 0 {
        marks.push((format!("←{untold}"), theme.muted));
    }
    if edges::goes_on(layout, place) {
        marks.push(("…".into(), theme.muted));
    }
    marks
}

impl GraphNode<'_> {
    fn style(&self, theme: &ThemeColours) -> Style {
        let style = if self.is_selected {
            theme.selection()
        } else if self.is_here {
            theme.fg(theme.current)
        } else {
            theme.fg(theme.text)
        };
        if self.is_here { style.add_modifier(Modifier::BOLD) } else { style }
    }

    fn dot(&self, window: &mut GraphWindow<'_>, theme: &ThemeColours) {
        let (sign, paint) = match () {
            () if self.is_here => ("◉", theme.current),
            () if !self.state.findings.is_empty() => ("!", theme.bad),
            () if self.untried > 0 => ("○", theme.untried),
            () => ("●", theme.text),
        };
        let style = if self.is_selected { theme.selection() } else { theme.fg(paint) };
        window.put(self.spot.x, self.spot.y, sign, style);
    }

    /// Sign, name and marks in one row of `width` columns. Marks go before the end of the name.
    fn line(&self, window: &mut GraphWindow<'_>, theme: &ThemeColours, x: i32, y: i32, width: i32) {
        let style = self.style(theme);
        let room = usize::try_from(width - 2).unwrap_or(0);
        let mut marks: Vec<&(String, ThemeColour)> = self.marks.iter().collect();
        let taken = |marks: &[&(String, ThemeColour)]| -> usize {
            marks.iter().map(|(mark, _)| mark.width() + 1).sum()
        };
        while taken(&marks) + 3 > room && !marks.is_empty() {
            marks.pop();
        }
        let name = controls::cut(self.name, room - taken(&marks).min(room));
        let sign = if self.is_here { HERE } else { " " };
        let end = window.put(x, y, &format!("{sign} {name}"), style);
        let mut behind = end;
        for (mark, paint) in marks {
            behind = window.put(behind, y, " ", style);
            let style = if self.is_selected { style } else { theme.fg(*paint) };
            behind = window.put(behind, y, mark, style);
        }
        if behind < x + width {
            window.put(behind, y, " ", style);
        }
    }

    fn boxed(&self, window: &mut GraphWindow<'_>, theme: &ThemeColours, zoom: GraphZoom) {
        let GraphRect { x, y, width, height } = self.spot;
        let border = if self.is_selected {
            theme.heading()
        } else if self.is_here {
            theme.fg(theme.current).add_modifier(Modifier::BOLD)
        } else {
            theme.fg(theme.border)
        };
        let [left_top, across, right_top, along, left_bottom, right_bottom] = if self.is_here {
            ['┏', '━', '┓', '┃', '┗', '┛']
        } else {
            ['╭', '─', '╮', '│', '╰', '╯']
        };
        let inner = usize::try_from(width - 2).unwrap_or(0);
        let edge = across.to_string().repeat(inner);
        window.put(x, y, &format!("{left_top}{edge}{right_top}"), border);
        for row in y + 1..y + height - 1 {
            window.put(x, row, &along.to_string(), border);
            window.put(x + width - 1, row, &along.to_string(), border);
        }
        let bottom = format!("{left_bottom}{edge}{right_bottom}");
        window.put(x, y + height - 1, &bottom, border);
        self.line(window, theme, x + 1, y + 1, width - 2);
        if zoom == GraphZoom::Card {
            for (row, words) in (y + 2..).zip(self.details()) {
                let words = controls::cut(&words, inner);
                let padded = format!("{words}{}", " ".repeat(inner - words.width().min(inner)));
                window.put(x + 1, row, &padded, theme.fg(theme.muted));
            }
        }
    }

    /// The rows below the name of the largest boxes.
    fn details(&self) -> [String; 2] {
        let available = self.state.available.len();
        let visits = counted(self.state.visits, "visit");
        let location = short_location(&self.state.location);
        [
            format!("  {}", controls::clean(location)),
            format!("  {visits}, {}/{available} tried", available - self.untried),
        ]
    }
}
