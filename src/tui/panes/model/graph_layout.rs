//! The layout of the states in scope, made anew only when something changed.

use super::neighbours::StateNeighbours;
use super::placement::{GraphPlacement, GraphRect, GraphZoom};
use super::scope::{self, GraphScope};
use crate::model::layering::LayeredGraph;
use crate::tui::view::ViewContext;

use unicode_width::UnicodeWidthStr as _;

/// What a scope is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GraphSurvey {
    states: usize,
    links: usize,
    centre: usize,
    near: bool,
}

/// What a plan is made from, beside the scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LayoutRequest {
    zoom: Option<GraphZoom>,
    width: i32,
    height: i32,
}

/// Names, scope, layers and places of what is drawn.
#[derive(Default)]
pub struct GraphLayout {
    /// Names and neighbours of all states.
    pub neighbours: StateNeighbours,
    /// The states in scope.
    pub scope: GraphScope,
    /// Their layers.
    pub layered: LayeredGraph,
    /// Their places.
    pub plan: GraphPlacement,
    /// The size in which they are drawn.
    pub zoom: Option<GraphZoom>,
    surveyed: Option<GraphSurvey>,
    planned: Option<LayoutRequest>,
}

/// The states that were known at the shown moment; they are the first ones of the model.
pub fn known(view: &ViewContext<'_>) -> usize {
    let states = view.session.model.states();
    match view.moment() {
        Some(moment) if !view.live => {
            states.partition_point(|state| state.first_step <= moment.observed.step)
        }
        _ => states.len(),
    }
}

impl GraphLayout {
    /// Brings the scope up to date. `focus` is what must lie well inside of it; `near` whether only
    /// the neighbourhood is wanted, left to the number of states by default.
    pub fn survey(&mut self, view: &ViewContext<'_>, focus: Option<usize>, near: Option<bool>) {
        self.neighbours.update(view.session);
        let states = known(view);
        let near = near.unwrap_or(states > scope::MANY);
        let was_near = self.surveyed.is_some_and(|survey| survey.near);
        let centre = match focus {
            Some(focus) if near != was_near || !self.scope.is_inside(focus) => focus,
            _ => self.scope.centre,
        };
        let survey = GraphSurvey { states, links: self.neighbours.links(), centre, near };
        if self.surveyed == Some(survey) {
            return;
        }
        self.scope = GraphScope::choose(&self.neighbours, states, centre, near);
        self.layered = LayeredGraph::new(&self.edges());
        self.surveyed = Some(survey);
        // The old places are those of other states.
        self.plan = GraphPlacement::default();
        self.planned = None;
    }

    /// The edges between the states in scope, as places in it.
    fn edges(&self) -> Vec<Vec<usize>> {
        let ends = |state: &usize| {
            let ends = self.neighbours.out(*state).iter();
            ends.filter_map(|end| self.scope.place(*end)).collect()
        };
        self.scope.states.iter().map(ends).collect()
    }

    /// Brings the places up to date for an area of this size; true if they changed. Without a
    /// wish for a size, boxes are drawn while all of them fit.
    pub fn arrange(&mut self, zoom: Option<GraphZoom>, width: i32, height: i32) -> bool {
        let wish = LayoutRequest { zoom, width, height };
        if self.planned == Some(wish) {
            return false;
        }
        self.planned = Some(wish);
        let names: Vec<i32> = self
            .scope
            .states
            .iter()
            .map(|state| i32::try_from(self.neighbours.name(*state).width()).unwrap_or(i32::MAX))
            .collect();
        let place = |zoom| GraphPlacement::new(&self.layered, &names, zoom);
        let boxes = place(GraphZoom::Box);
        let fits = boxes.width <= width && boxes.height <= height && !self.scope.is_partial();
        (self.zoom, self.plan) = match zoom {
            Some(GraphZoom::Box) => (zoom, boxes),
            Some(wanted) => (zoom, place(wanted)),
            None if fits => (Some(GraphZoom::Box), boxes),
            None => (Some(GraphZoom::Line), place(GraphZoom::Line)),
        };
        true
    }

    /// Where `state` stands, if it is in scope.
    pub fn spot(&self, state: usize) -> Option<GraphRect> {
        self.plan.spots.get(self.scope.place(state)?).copied()
    }

    /// The state that stands at this cell of the drawing.
    pub fn at(&self, x: i32, y: i32) -> Option<usize> {
        let place = self.plan.spots.iter().position(|spot| spot.contains(x, y))?;
        self.scope.states.get(place).copied()
    }

    /// The state to go to from `state` in this direction: a neighbour by an edge if there is
    /// one, else whatever stands nearest there.
    pub fn beside(&self, state: usize, columns: i32, rows: i32) -> Option<usize> {
        let place = self.scope.place(state)?;
        let (layer, spot) = (self.layered.depth[place], *self.plan.spots.get(place)?);
        let nearest = |among: &[usize]| {
            let distance = |node: &&usize| (self.plan.spots[**node].middle() - spot.middle()).abs();
            among.iter().min_by_key(distance).copied()
        };
        let found = if rows != 0 {
            let column = &self.layered.layers[layer];
            let own = column.iter().position(|node| *node == place)?;
            let next = own.checked_add_signed(rows.signum() as isize)?;
            column.get(next).copied()
        } else if columns > 0 {
            nearest(&self.layered.forward[place])
                .or_else(|| nearest(self.layered.layers.get(layer + 1)?))
        } else {
            nearest(&self.layered.backward[place])
                .or_else(|| nearest(self.layered.layers.get(layer.checked_sub(1)?)?))
        };
        self.scope.states.get(found?).copied()
    }
}
