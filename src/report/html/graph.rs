//! The model as a drawing: states in layers from left to right, in the places that the terminal UI
//! would give them too. The places are worked out here; the script only moves the drawing about.

use std::collections::BTreeMap;

use serde_json::json;

use super::escape::{HtmlPiece, StyleSheet, cut};
use super::screens::ShownScreens;
use super::words::label;
use crate::model::layering::{LayeredGraph, rows};
use crate::model::{BehaviourModel, StateNode};
use crate::protocol::ScreenObserved;

/// A node's size and the distance to the next one, in pixels.
const WIDE: i32 = 150;
const HIGH: i32 = 220;
const ACROSS: i32 = 270;
const DOWN: i32 = 248;
/// Between the columns of one layer.
const BESIDE: i32 = 40;
/// Room around everything.
const MARGIN: i32 = 40;
/// Kinds of colour for activities.
const COLOURS: usize = 8;

/// Where everything stands.
pub struct GraphLayout {
    /// The upper left corner of each state.
    spots: Vec<(i32, i32)>,
    /// From, to, and how many actions lead there.
    edges: Vec<(usize, usize, usize)>,
    width: i32,
    height: i32,
}

impl GraphLayout {
    /// Lays out `model`.
    pub fn of(model: &BehaviourModel) -> Self {
        let states = model.states();
        let mut arrows: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for (from, state) in states.iter().enumerate() {
            for (to, _) in state.edges.values().flat_map(|edge| &edge.to) {
                if let Some(to) = model.position(*to).filter(|to| *to != from) {
                    *arrows.entry((from, to)).or_default() += 1;
                }
            }
        }
        let mut out = vec![Vec::new(); states.len()];
        for (from, to) in arrows.keys() {
            if let Some(targets) = out.get_mut(*from) {
                targets.push(*to);
            }
        }
        let layered = LayeredGraph::new(&out);
        let spots = spots(&layered);
        let edges = arrows.into_iter().map(|((from, to), count)| (from, to, count)).collect();
        let width = spots.iter().map(|spot| spot.0).max().unwrap_or(0) + WIDE + MARGIN;
        let height = spots.iter().map(|spot| spot.1).max().unwrap_or(0) + HIGH + MARGIN;
        Self { spots, edges, width, height }
    }

    /// Adds the places to `sheet`, so that the drawing stands without the script too.
    pub fn sheet(&self, sheet: &mut StyleSheet) {
        for (place, (x, y)) in self.spots.iter().enumerate() {
            sheet.place("n", place + 1, *x, *y);
        }
    }

    /// Writes the drawing and what the script needs to move it about.
    pub fn write(
        &self,
        html: &mut HtmlPiece,
        model: &BehaviourModel,
        screens: &ShownScreens,
        observations: &[Option<&ScreenObserved>],
    ) {
        let activities: BTreeMap<&str, usize> = activities(model);
        controls(html, &activities);
        html.class("div", "drawing", |html| {
            let with = [
                ("id", "graph"),
                ("tabindex", "0"),
                ("role", "group"),
                ("aria-label", "The model as a drawing; arrow keys move it, plus and minus zoom"),
            ];
            html.el("div", &with, |html| {
                html.el("div", &[("id", "plane")], |html| {
                    self.arrows(html);
                    for (place, state) in model.states().iter().enumerate() {
                        let observation = observations.get(place).copied().flatten();
                        let colour = activities.get(state.location.as_str()).copied().unwrap_or(0);
                        node(html, screens, (place + 1, state, observation), colour);
                    }
                });
            });
            html.el("aside", &[("id", "panel"), ("hidden", "")], |_| {});
        });
        html.data(
            "graph-data",
            &json!({"spots": self.spots, "edges": self.edges, "size": [WIDE, HIGH]}),
        );
    }

    fn arrows(&self, html: &mut HtmlPiece) {
        let (width, height) = (self.width.to_string(), self.height.to_string());
        let with = [
            ("id", "arrows"),
            ("width", width.as_str()),
            ("height", height.as_str()),
            ("aria-hidden", "true"),
        ];
        html.el("svg", &with, |html| {
            for (from, to, _) in &self.edges {
                let (Some(from), Some(to)) = (self.spots.get(*from), self.spots.get(*to)) else {
                    continue;
                };
                let class = if to.0 > from.0 { "arrow" } else { "arrow back" };
                html.el("path", &[("class", class), ("d", &arrow(*from, *to))], |_| {});
            }
        });
    }
}

/// The upper left corner of each state. Layers stand side by side; if one is too high to be seen
/// whole, it is broken into several columns.
fn spots(layered: &LayeredGraph) -> Vec<(i32, i32)> {
    let count = layered.depth.len();
    let most = count.isqrt().max(6);
    let fits = layered.layers.iter().all(|layer| layer.len() <= most);
    let wished = if fits { rows(layered, DOWN) } else { Vec::new() };
    let mut spots = vec![(MARGIN, MARGIN); count];
    let mut x = MARGIN;
    for layer in &layered.layers {
        let columns = layer.len().div_ceil(most).max(1);
        let height = layer.len().div_ceil(columns).max(1);
        for (place, node) in layer.iter().enumerate() {
            let row = wished
                .get(*node)
                .copied()
                .unwrap_or_else(|| pixels(most - height, DOWN) / 2 + pixels(place % height, DOWN));
            if let Some(spot) = spots.get_mut(*node) {
                *spot = (x + pixels(place / height, WIDE + BESIDE), MARGIN + row);
            }
        }
        x = x.saturating_add(pixels(columns - 1, WIDE + BESIDE)).saturating_add(ACROSS);
    }
    spots
}

/// `count` times `each`.
fn pixels(count: usize, each: i32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX).saturating_mul(each)
}

/// From one state to the other with a head: rightwards between the sides that face each other,
/// leftwards a little lower, within one column around the right side. The script draws the same way
/// where it moves states.
fn arrow(from: (i32, i32), to: (i32, i32)) -> String {
    let (right, left) = (to.0 > from.0, to.0 < from.0);
    let level = HIGH / 2 + if right { -14 } else { 14 };
    let (sx, sy) = (from.0 + if left { 0 } else { WIDE }, from.1 + level);
    let (ex, ey) = (to.0 + if right { 0 } else { WIDE }, to.1 + level);
    let pull = if right || left { (ex - sx) / 2 } else { 70 };
    let (enter, head) = if right { (ex - pull, ex - 9) } else { (ex + pull.abs(), ex + 9) };
    format!(
        "M{sx} {sy}C{} {sy} {enter} {ey} {ex} {ey}M{head} {}L{ex} {ey}L{head} {}",
        sx + pull,
        ey - 5,
        ey + 5
    )
}

/// The activities with a number each, in order of their name.
fn activities(model: &BehaviourModel) -> BTreeMap<&str, usize> {
    let mut activities: BTreeMap<&str, usize> =
        model.states().iter().map(|state| (state.location.as_str(), 0)).collect();
    for (place, number) in activities.values_mut().enumerate() {
        *number = place;
    }
    activities
}

fn controls(html: &mut HtmlPiece, activities: &BTreeMap<&str, usize>) {
    html.el("div", &[("class", "controls script"), ("id", "graph-controls")], |html| {
        html.el(
            "input",
            &[
                ("type", "search"),
                ("id", "graph-text"),
                ("placeholder", "Find a state…"),
                ("aria-label", "Find a state by its text"),
            ],
            |_| {},
        );
        if activities.len() > 1 {
            let with = [("id", "graph-activity"), ("aria-label", "Only this activity")];
            html.el("select", &with, |html| {
                html.leaf("option", &[("value", "")], "All activities");
                for (activity, number) in activities {
                    let name = if activity.is_empty() { "(none)" } else { activity };
                    html.leaf("option", &[("value", &number.to_string())], name);
                }
            });
        }
        for (id, what) in [
            ("graph-findings", "with findings"),
            ("graph-untried", "with untried"),
            ("graph-near", "only around the chosen"),
        ] {
            html.el("label", &[], |html| {
                html.void("input", &[("type", "checkbox"), ("id", id)]);
                html.line(what);
            });
        }
        for (id, what, name) in [
            ("graph-out", "−", "Smaller"),
            ("graph-in", "+", "Larger"),
            ("graph-fit", "All", "Show all"),
        ] {
            html.leaf("button", &[("type", "button"), ("id", id), ("aria-label", name)], what);
        }
        html.el("output", &[("id", "graph-count"), ("aria-live", "polite")], |_| {});
    });
}

fn node(
    html: &mut HtmlPiece,
    screens: &ShownScreens,
    (number, state, observation): (usize, &StateNode, Option<&ScreenObserved>),
    activity: usize,
) {
    let id = format!("n{number}");
    let mut class = format!("node a{}", activity % COLOURS);
    if !state.findings.is_empty() {
        class.push_str(" bad");
    }
    let (activity, untried) = (activity.to_string(), state.untried.to_string());
    let found = state.findings.len().to_string();
    let with = [
        ("class", class.as_str()),
        ("id", &id),
        ("data-activity", &activity),
        ("data-untried", &untried),
        ("data-findings", &found),
    ];
    let name = label(&state.label, number);
    html.link(&format!("state-{number}"), &with, |html| {
        match (&state.picture, observation) {
            (Some(picture), _) if screens.pictures().has(picture) => {
                screens.pictures().show(html, picture, "");
            }
            (_, Some(seen)) => screens.show(html, seen, ""),
            _ => {}
        }
        html.leaf("b", &[], &cut(&name, 80));
        html.class("span", "marks", |html| {
            html.line(&format!("{number} · {}×", state.visits));
            if state.untried > 0 {
                html.line(&format!(" · {untried} untried"));
            }
            if !state.findings.is_empty() {
                html.leaf("span", &[("class", "badge bad")], &format!("{found} found"));
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_of_a_wide_and_a_deep_model_stand_apart() {
        for count in [1, 2, 7, 60, 1_200] {
            let star: Vec<Vec<usize>> =
                (0..count).map(|n| if n == 0 { (1..count).collect() } else { vec![] }).collect();
            let chain: Vec<Vec<usize>> =
                (0..count).map(|n| if n + 1 < count { vec![n + 1] } else { vec![] }).collect();
            for out in [star, chain] {
                let spots = spots(&LayeredGraph::new(&out));
                for (place, one) in spots.iter().enumerate() {
                    for other in spots.iter().skip(place + 1) {
                        let (across, down) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
                        assert!(across >= WIDE as u32 || down >= HIGH as u32, "{one:?} {other:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_wide_model_is_not_drawn_as_one_tower() {
        let out: Vec<Vec<usize>> =
            (0..1_000).map(|n| if n == 0 { (1..1_000).collect() } else { vec![] }).collect();
        let spots = spots(&LayeredGraph::new(&out));
        let height = spots.iter().map(|spot| spot.1).max().unwrap();
        assert!(height < 40 * DOWN, "{height}");
    }
}
