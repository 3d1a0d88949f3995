//! Drawing the transitions between the states of a layout.

use std::collections::HashMap;

use super::graph_layout::GraphLayout;
use super::line_canvas::{LineCanvas, LineRole};
use super::placement::{GraphRect, GraphZoom};

/// The highlighted transitions, as positions in the model, with their role.
pub type Marked = HashMap<(usize, usize), LineRole>;

/// The lines of `layout` in `window`: every transition to the next layer, and of the others those
/// in `marked`. The others are many and mostly lead back; states count them.
pub fn lines(layout: &GraphLayout, window: GraphRect, marked: &Marked) -> LineCanvas {
    let mut lines = LineCanvas::new(window);
    let states = &layout.scope.states;
    for (place, ends) in layout.layered.forward.iter().enumerate() {
        let spot = layout.plan.spots[place];
        for &end in ends {
            let goal = layout.plan.spots[end];
            if goal.x < window.x || spot.right() > window.right() {
                continue;
            }
            let pens = [
                marked.get(&(states[place], states[end])).copied(),
                marked.get(&(states[end], states[place])).copied(),
            ];
            forward(
                &mut lines,
                layout,
                place,
                goal,
                pens[0].max(pens[1]).unwrap_or(LineRole::Plain),
            );
            let head = match pens {
                [None | Some(LineRole::Selected), None] if leads_back(layout, end) => '↔',
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
            Some((*pen, layout.scope.place(*from)?, layout.scope.place(*to)?))
        })
        .filter(|(_, from, to)| !is_drawn(layout, *from, *to))
        .collect();
    others.sort_unstable();
    for (pen, from, to) in others {
        other(&mut lines, layout, from, to, pen);
    }
    lines
}

/// True if a line to the next layer shows this transition, in either direction.
fn is_drawn(layout: &GraphLayout, from: usize, to: usize) -> bool {
    layout.layered.forward[from].contains(&to) || layout.layered.forward[to].contains(&from)
}

/// True if all states with a line to `place` are led back to, so that the lines go both ways.
fn leads_back(layout: &GraphLayout, place: usize) -> bool {
    let states = &layout.scope.states;
    layout.layered.backward[place]
        .iter()
        .all(|before| layout.neighbours.leads(states[place], states[*before]))
}

/// Transitions from `place` to other states in scope that no line shows.
pub fn untold(layout: &GraphLayout, place: usize) -> usize {
    let ends = layout.neighbours.out(layout.scope.states[place]).iter();
    ends.filter_map(|end| layout.scope.place(*end))
        .filter(|end| {
            let back = layout.layered.forward[*end].contains(&place) && leads_back(layout, place);
            !back && !layout.layered.forward[place].contains(end)
        })
        .count()
}

/// True if `place` has neighbours that were discovered by the shown moment and are not in scope.
pub fn goes_on(layout: &GraphLayout, place: usize) -> bool {
    let state = layout.scope.states[place];
    layout.scope.is_partial()
        && layout
            .neighbours
            .out(state)
            .iter()
            .chain(layout.neighbours.back(state))
            .any(|end| *end < layout.scope.of && layout.scope.place(*end).is_none())
}

fn forward(
    lines: &mut LineCanvas,
    layout: &GraphLayout,
    place: usize,
    goal: GraphRect,
    pen: LineRole,
) {
    let (start, end) = (start(layout, place), (goal.x, goal.middle()));
    match layout.plan.lanes[place] {
        Some(lane) => {
            lines.path(&[start, (lane, start.1), (lane, end.1), end], pen, false);
        }
        None => lines.path(&[start, end], pen, false),
    }
}

/// Where lines to the right start: below the words if there is no border, which are drawn over
/// them.
fn start(layout: &GraphLayout, place: usize) -> (i32, i32) {
    let spot = layout.plan.spots[place];
    let is_bare = layout.zoom.is_some_and(GraphZoom::is_bare);
    (if is_bare { spot.x } else { spot.right() - 1 }, spot.middle())
}

/// A transition that does not go to the next layer: along the column right behind the states, and
/// over the top of the window if it skips layers.
fn other(lines: &mut LineCanvas, layout: &GraphLayout, from: usize, to: usize, pen: LineRole) {
    let (spot, goal) = (layout.plan.spots[from], layout.plan.spots[to]);
    let (here, there) = (layout.layered.depth[from], layout.layered.depth[to]);
    let end = (goal.right() - 1, goal.middle());
    let rail = goal.right();
    if here == there + 1 {
        let start = (spot.x, spot.middle());
        lines.path(&[start, (rail, start.1), (rail, end.1), end], pen, true);
    } else {
        let start = start(layout, from);
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
