//! The states of the model as text: where each one was seen, what was done there and what was not.

use super::escape::{HtmlPiece, cut};
use super::screens::ShownScreens;
use super::words::{counted, label, state_link, step_link};
use crate::domain::StateId;
use crate::model::{ActionEdge, StateNode};
use crate::protocol::ScreenObserved;
use crate::session::Timeline;

/// The most actions that are listed of one state.
pub(super) const MOST_ACTIONS: usize = 150;

/// What each state looked like when it was first seen, in the model's order.
pub fn first_observations(timeline: &Timeline) -> Vec<Option<&ScreenObserved>> {
    let mut observations = vec![None; timeline.model.states().len()];
    for seen in timeline.steps().filter_map(crate::session::step::TimelineStep::observed) {
        if let Some(place) = timeline.model.position(seen.state.structural)
            && let Some(observation) = observations.get_mut(place)
            && observation.is_none()
        {
            *observation = Some(seen);
        }
    }
    observations
}

/// Writes all states.
pub fn write(
    html: &mut HtmlPiece,
    timeline: &Timeline,
    screens: &ShownScreens,
    observations: &[Option<&ScreenObserved>],
) {
    html.el("div", &[("id", "states")], |html| {
        for (place, state) in timeline.model.states().iter().enumerate() {
            one(
                html,
                timeline,
                screens,
                (place + 1, state, observations.get(place).copied().flatten()),
            );
        }
    });
}

fn one(
    html: &mut HtmlPiece,
    timeline: &Timeline,
    screens: &ShownScreens,
    (number, state, observation): (usize, &StateNode, Option<&ScreenObserved>),
) {
    let id = format!("state-{number}");
    html.el("details", &[("class", "state"), ("id", &id)], |html| {
        html.el("summary", &[], |html| heading(html, number, state));
        html.class("div", "pair", |html| {
            html.class("div", "shot", |html| match (&state.picture, observation) {
                (Some(picture), _) => screens.pictures().show(html, picture, &state.label),
                (None, Some(seen)) => screens.show(html, seen, &state.label),
                (None, None) => {}
            });
            html.el("div", &[], |html| about(html, timeline, state));
        });
    });
}

/// What is said of the state before it is opened.
pub(super) fn heading(html: &mut HtmlPiece, number: usize, state: &StateNode) {
    html.leaf("span", &[("class", "number")], &number.to_string());
    html.leaf("b", &[], &label(&state.label, number));
    html.line(" ");
    html.leaf("span", &[("class", "quiet")], &state.location);
    if !state.findings.is_empty() {
        let found = counted(state.findings.len(), "finding");
        html.leaf("span", &[("class", "badge bad")], &found);
    }
    if state.untried > 0 {
        html.leaf("span", &[("class", "badge")], &format!("{} untried", state.untried));
    }
}

fn about(html: &mut HtmlPiece, timeline: &Timeline, state: &StateNode) {
    html.el("p", &[], |html| {
        html.line("First seen after ");
        step_link(html, state.first_step);
        html.line(&format!("; seen {} in all.", counted_u64(state.visits, "time")));
        let alike: Vec<StateId> = timeline
            .model
            .alike(state.id)
            .map(|other| other.id)
            .filter(|other| *other != state.id)
            .collect();
        for (place, other) in alike.iter().take(20).enumerate() {
            html.line(if place == 0 { " The same in meaning as " } else { ", " });
            state_link(html, timeline, *other);
        }
    });
    findings(html, timeline, state);
    if !state.edges.is_empty() {
        html.leaf("h4", &[], "Done here");
        html.el("ul", &[], |html| {
            for (key, edge) in state.edges.iter().take(MOST_ACTIONS) {
                html.el("li", &[], |html| tried(html, timeline, state, key.as_str(), edge));
            }
            more(html, state.edges.len());
        });
    }
    untried(html, state);
}

/// What could be done in the state and was not.
pub(super) fn untried(html: &mut HtmlPiece, state: &StateNode) {
    let untried = state.available.iter().filter(|offer| !state.edges.contains_key(&offer.key));
    let untried: Vec<&str> = untried.map(|offer| offer.key.as_str()).collect();
    if untried.is_empty() {
        return;
    }
    html.class("div", "untried", |html| {
        html.leaf("h4", &[], "Offered and never tried");
        html.el("ul", &[], |html| {
            untried.iter().take(MOST_ACTIONS).for_each(|key| html.leaf("li", &[], &cut(key, 120)));
            more(html, untried.len());
        });
    });
}

/// Says how many of `count` entries are left out.
pub(super) fn more(html: &mut HtmlPiece, count: usize) {
    if count > MOST_ACTIONS {
        html.leaf("li", &[], &format!("… {} more", count - MOST_ACTIONS));
    }
}

fn counted_u64(count: u64, what: &str) -> String {
    counted(usize::try_from(count).unwrap_or(usize::MAX), what)
}

/// What was found by an action that was done here.
fn findings(html: &mut HtmlPiece, timeline: &Timeline, state: &StateNode) {
    for (place, group) in timeline.facts.groups.iter().enumerate() {
        let step = timeline.step(group.first.step);
        if step
            .and_then(crate::session::step::TimelineStep::learned)
            .is_some_and(|learned| learned.from == state.id)
        {
            html.class("p", "found", |html| {
                html.leaf("span", &[("class", "badge bad")], group.first.kind.word());
                html.line(" ");
                html.link_line(&format!("finding-{}", place + 1), &group.first.title);
            });
        }
    }
}

/// An action that was tried, and where it led.
fn tried(
    html: &mut HtmlPiece,
    timeline: &Timeline,
    state: &StateNode,
    key: &str,
    edge: &ActionEdge,
) {
    html.leaf("code", &[], &cut(key, 120));
    for (place, (to, count)) in edge.to.iter().rev().enumerate() {
        html.line(if place == 0 { " → " } else { ", " });
        if *to == state.id {
            html.line("stays here");
        } else {
            state_link(html, timeline, *to);
        }
        if *count > 1 {
            html.line(&format!(" ({count}×)"));
        }
    }
    if edge.to.is_empty() {
        html.line(" → could not be performed");
    }
}
