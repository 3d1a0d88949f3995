//! Drawing the transitions between the states of a chart.

use std::collections::HashMap;

use super::chart::GraphChart;
use super::lines::{LineCanvas, LineRole};
use super::place::{GraphRect, GraphZoom};

/// The transitions that stand out, as places in the model, with how.
pub type Marked = HashMap<(usize, usize), LineRole>;

/// The lines of `chart` in `window`: every transition to the next layer, and of the others those
/// in `marked`. The others are many and mostly lead back; states count them.
pub fn lines(chart: &GraphChart, window: GraphRect, marked: &Marked) -> LineCanvas {
    let mut lines = LineCanvas::new(window);
    let states = &chart.scope.states;
    for (place, ends) in chart.layered.forward.iter().enumerate() {
        let spot = chart.plan.spots[place];
        for &end in ends {
            let goal = chart.plan.spots[end];
            if goal.x < window.x || spot.right() > window.right() {
                continue;
            }
            let pens = [
                marked.get(&(states[place], states[end])).copied(),
                marked.get(&(states[end], states[place])).copied(),
            ];
            forward(
                &mut lines,
                chart,
                place,
                goal,
                pens[0].max(pens[1]).unwrap_or(LineRole::Plain),
            );
            let head = match pens {
                [None | Some(LineRole::Selected), None] if leads_back(chart, end) => '↔',
                [None, Some(_)] => '◂',
                [Some(_), Some(_)] => '↔',
                _ => '▸',
            };
            let pen = pens[0].max(pens[1]).unwrap_or(LineRole::Plain);
            lines.head(goal.x - 1, goal.middle(), head, pen);
        }
    }
    let mut others: Vec<(LineRole, usize, usize)> = marked
        .iter()
        .filter_map(|((from, to), pen)| {
            Some((*pen, chart.scope.place(*from)?, chart.scope.place(*to)?))
        })
        .filter(|(_, from, to)| !is_drawn(chart, *from, *to))
        .collect();
    others.sort_unstable();
    for (pen, from, to) in others {
        other(&mut lines, chart, from, to, pen);
    }
    lines
}

/// True if a line to the next layer tells of this transition, in either direction.
fn is_drawn(chart: &GraphChart, from: usize, to: usize) -> bool {
    chart.layered.forward[from].contains(&to) || chart.layered.forward[to].contains(&from)
}

/// True if all states with a line to `place` are led back to, so that the lines go both ways.
fn leads_back(chart: &GraphChart, place: usize) -> bool {
    let states = &chart.scope.states;
    chart.layered.backward[place]
        .iter()
        .all(|before| chart.atlas.leads(states[place], states[*before]))
}

/// Transitions from `place` to other states in scope that no line tells of.
pub fn untold(chart: &GraphChart, place: usize) -> usize {
    let ends = chart.atlas.out(chart.scope.states[place]).iter();
    ends.filter_map(|end| chart.scope.place(*end))
        .filter(|end| {
            let back = chart.layered.forward[*end].contains(&place) && leads_back(chart, place);
            !back && !chart.layered.forward[place].contains(end)
        })
        .count()
}

/// True if `place` has neighbours that were discovered by the shown moment and are not in scope.
pub fn goes_on(chart: &GraphChart, place: usize) -> bool {
    let state = chart.scope.states[place];
    chart.scope.is_partial()
        && chart
            .atlas
            .out(state)
            .iter()
            .chain(chart.atlas.back(state))
            .any(|end| *end < chart.scope.of && chart.scope.place(*end).is_none())
}

fn forward(
    lines: &mut LineCanvas,
    chart: &GraphChart,
    place: usize,
    goal: GraphRect,
    pen: LineRole,
) {
    let (start, end) = (start(chart, place), (goal.x, goal.middle()));
    match chart.plan.lanes[place] {
        Some(lane) => {
            lines.path(&[start, (lane, start.1), (lane, end.1), end], pen, false);
        }
        None => lines.path(&[start, end], pen, false),
    }
}

/// Where lines to the right start: below the words where there is no border, which are drawn over
/// them.
fn start(chart: &GraphChart, place: usize) -> (i32, i32) {
    let spot = chart.plan.spots[place];
    let is_bare = chart.zoom.is_some_and(GraphZoom::is_bare);
    (if is_bare { spot.x } else { spot.right() - 1 }, spot.middle())
}

/// A transition that does not go to the next layer: along the column right behind the states, and
/// over the top of the window where it skips layers.
fn other(lines: &mut LineCanvas, chart: &GraphChart, from: usize, to: usize, pen: LineRole) {
    let (spot, goal) = (chart.plan.spots[from], chart.plan.spots[to]);
    let (here, there) = (chart.layered.depth[from], chart.layered.depth[to]);
    let end = (goal.right() - 1, goal.middle());
    let rail = goal.right();
    if here == there + 1 {
        let start = (spot.x, spot.middle());
        lines.path(&[start, (rail, start.1), (rail, end.1), end], pen, true);
    } else {
        let start = start(chart, from);
        let own = spot.right();
        let top = lines.top().max(-1);
        if here == there {
            lines.path(&[start, (own, start.1), (own, end.1), end], pen, true);
        } else {
            let over = [start, (own, start.1), (own, top), (rail, top), (rail, end.1), end];
            lines.path(&over, pen, true);
        }
    }
    lines.head(rail, end.1, '◂', pen);
}
