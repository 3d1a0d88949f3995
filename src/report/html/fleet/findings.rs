//! What was found, each fault once, with all workers that saw it.

use crate::domain::FindingConfirmation;
use crate::protocol::FindingTriaged;
use crate::report::fleet::{FindingSighting, MergedFinding, MergedFleet, MergedPath};
use crate::report::html::escape::HtmlPiece;
use crate::report::html::findings::{
    MOST_STEPS, STEPS_CLASS, comparison, evidence, place, shot, sureness,
};
use crate::report::html::screens::ShownScreens;
use crate::report::html::words::{self, counted};

/// The most workers of which each sighting is told.
const MOST_SIGHTINGS: usize = 40;

/// Writes all findings.
pub fn write(html: &mut HtmlPiece, fleet: &MergedFleet, screens: &ShownScreens) {
    html.el("section", &[("id", "findings")], |html| {
        html.leaf("h2", &[], "Findings");
        if fleet.findings.is_empty() {
            html.leaf("p", &[("class", "quiet")], "Nothing was found.");
        }
        for (at, finding) in fleet.findings.iter().enumerate() {
            one(html, fleet, screens, (at + 1, finding));
        }
    });
}

fn one(
    html: &mut HtmlPiece,
    fleet: &MergedFleet,
    screens: &ShownScreens,
    (number, finding): (usize, &MergedFinding),
) {
    let first = &finding.first;
    let id = format!("finding-{number}");
    html.el("article", &[("class", "finding"), ("id", &id)], |html| {
        html.el("h3", &[], |html| {
            html.leaf("span", &[("class", "badge bad")], first.kind.word());
            html.line(" ");
            html.link_line(&id, &first.title);
            html.line(" ");
            let seen = format!("seen by {}", counted(finding.sightings.len(), "worker"));
            html.leaf("span", &[("class", "badge")], &seen);
            if !matches!(finding.confirmation, FindingConfirmation::Waiting) {
                html.line(" ");
                html.leaf("span", &[("class", "badge")], finding.confirmation.word());
            }
            if let Some(triaged) = best_triage(finding) {
                html.line(" ");
                sureness(html, triaged);
            }
            if let Some(verdict) = finding.sightings.iter().find_map(|it| it.verdict.as_ref()) {
                html.line(" ");
                html.leaf("span", &[("class", "badge")], verdict.word());
            }
        });
        comparison(html, first);
        html.class("div", "pair", |html| {
            shots(html, screens, &finding.path);
            html.el("div", &[], |html| {
                sightings(html, fleet, finding);
                html.leaf(
                    "p",
                    &[],
                    &format!("On another device: {}.", finding.confirmation.words()),
                );
                steps(html, fleet, &finding.path);
                evidence(html, first);
            });
        });
    });
}

/// What became of it where it was tried again, best of all workers.
fn best_triage(finding: &MergedFinding) -> Option<&FindingTriaged> {
    let tried = finding.sightings.iter().filter_map(|it| it.triaged.as_ref());
    tried.max_by_key(|triaged| triaged.confirmed)
}

/// The screens before and after the last step.
fn shots(html: &mut HtmlPiece, screens: &ShownScreens, path: &MergedPath) {
    let acted = path.steps.last().filter(|(number, _)| *number == path.finding.step);
    let acted = acted.and_then(|(_, action)| Some(action.target()?.bounds));
    let marks = [acted, place(&path.finding)];
    for ((seen, bounds), what) in path.screens.iter().zip(marks).zip(["before", "after"]) {
        // A voice app has nothing to look at.
        let Some(seen) = seen.as_ref().filter(|seen| seen.said.is_none()) else { continue };
        let label = format!("The screen {what} step {}", path.finding.step);
        shot(html, screens, (seen, &label), bounds);
    }
}

/// A link to the worker at this place.
pub(super) fn worker_link(html: &mut HtmlPiece, fleet: &MergedFleet, place: usize) {
    if let Some(worker) = fleet.workers.get(place) {
        let number = worker.number;
        html.link_line(&format!("worker-{number}"), &format!("worker {number}"));
    }
}

/// Who saw it, in the order in which they did.
fn sightings(html: &mut HtmlPiece, fleet: &MergedFleet, finding: &MergedFinding) {
    html.el("p", &[], |html| {
        for (at, sighting) in finding.sightings.iter().take(MOST_SIGHTINGS).enumerate() {
            html.line(match at {
                0 => "Seen first by ",
                1 => "; then by ",
                _ => ", ",
            });
            let FindingSighting { worker, step, again, .. } = sighting;
            worker_link(html, fleet, *worker);
            html.line(&format!(" at step {step}"));
            if *again > 0 {
                html.line(&format!(" and {} more", counted(*again, "time")));
            }
        }
        let left = finding.sightings.len().saturating_sub(MOST_SIGHTINGS);
        html.line(&if left > 0 { format!(", and by {left} more.") } else { ".".into() });
    });
}

/// How to see it again.
fn steps(html: &mut HtmlPiece, fleet: &MergedFleet, path: &MergedPath) {
    let left_out = path.steps.len().saturating_sub(MOST_STEPS);
    html.details(
        STEPS_CLASS,
        |html| html.line(&format!("Steps to reproduce ({})", path.steps.len())),
        |html| {
            html.el("p", &[("class", "quiet")], |html| {
                html.line("As performed by ");
                worker_link(html, fleet, path.worker);
                html.line(&format!(". {}", path.begin));
            });
            if left_out > 0 {
                let left = format!("… {left_out} more steps before these, in its session");
                html.leaf("p", &[("class", "quiet")], &left);
            }
            html.el("ol", &[], |html| {
                for (number, action) in path.steps.iter().skip(left_out) {
                    let value = number.to_string();
                    html.el("li", &[("class", "done"), ("value", &value)], |html| {
                        words::action(html, action);
                    });
                }
            });
        },
    );
}
