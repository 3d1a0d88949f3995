//! The states that the workers know together.

use super::findings::worker_link;
use crate::model::{BehaviourModel, StateNode};
use crate::report::fleet::{MergedFleet, StateSighting};
use crate::report::html::escape::{HtmlPiece, cut};
use crate::report::html::screens::ShownScreens;
use crate::report::html::states::{MOST_ACTIONS, heading, more, untried};
use crate::report::html::words::{counted, label};

/// Writes all states, app by app. Their numbers continue from one app to the next.
pub fn write(html: &mut HtmlPiece, fleet: &MergedFleet, screens: &ShownScreens) {
    let mut before = 0;
    html.el("div", &[("id", "states")], |html| {
        for (package, app) in &fleet.apps {
            let title = match fleet.apps.len() {
                1 => "All states".to_owned(),
                _ => format!("All states of {package}"),
            };
            html.leaf("h3", &[], &title);
            for (place, state) in app.model.states().iter().enumerate() {
                let at = ShownState { model: &app.model, before, number: before + place + 1 };
                at.write(html, fleet, screens, (state, app.seen.get(&state.id)));
            }
            before += app.model.states().len();
        }
    });
}

/// Where on the page a state is.
struct ShownState<'a> {
    model: &'a BehaviourModel,
    /// States of the apps before.
    before: usize,
    number: usize,
}

impl ShownState<'_> {
    fn write(
        &self,
        html: &mut HtmlPiece,
        fleet: &MergedFleet,
        screens: &ShownScreens,
        (state, seen): (&StateNode, Option<&StateSighting>),
    ) {
        let id = format!("state-{}", self.number);
        html.el("details", &[("class", "state"), ("id", &id)], |html| {
            html.el("summary", &[], |html| heading(html, self.number, state));
            html.class("div", "pair", |html| {
                html.class("div", "shot", |html| {
                    if let Some(seen) = seen {
                        screens.show(html, &seen.looked, &state.label);
                    }
                });
                html.el("div", &[], |html| {
                    if let Some(seen) = seen {
                        first_seen(html, fleet, seen);
                    }
                    self.done(html, state);
                    untried(html, state);
                });
            });
        });
    }

    /// What was done in the state, and where that led.
    fn done(&self, html: &mut HtmlPiece, state: &StateNode) {
        if state.edges.is_empty() {
            return;
        }
        html.leaf("h4", &[], "Done here");
        html.el("ul", &[], |html| {
            for (key, edge) in state.edges.iter().take(MOST_ACTIONS) {
                html.el("li", &[], |html| {
                    html.leaf("code", &[], &cut(key.as_str(), 120));
                    for (at, (to, _)) in edge.to.iter().rev().enumerate() {
                        html.line(if at == 0 { " → " } else { ", " });
                        match (self.model.position(*to), self.model.state(*to)) {
                            _ if *to == state.id => html.line("stays here"),
                            (Some(place), Some(led)) => {
                                let number = self.before + place + 1;
                                let name = label(&led.label, number);
                                html.link_line(&format!("state-{number}"), &name);
                            }
                            _ => html.line("an unknown state"),
                        }
                    }
                });
            }
            more(html, state.edges.len());
        });
    }
}

fn first_seen(html: &mut HtmlPiece, fleet: &MergedFleet, seen: &StateSighting) {
    html.el("p", &[], |html| {
        html.line("Seen first by ");
        worker_link(html, fleet, seen.first);
        let others = seen.workers.len().saturating_sub(1);
        let others = match others {
            0 => "no other worker".to_owned(),
            _ => counted(others, "other"),
        };
        html.line(&format!(" after step {}; by {others} later.", seen.looked.step));
    });
}
