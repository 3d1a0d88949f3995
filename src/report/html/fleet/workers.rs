//! The workers as a table.

use super::FleetPace;
use crate::report::fleet::{FleetShare, MergedFleet};
use crate::report::html::escape::HtmlPiece;
use crate::report::html::words;

/// Writes the table.
pub fn write(html: &mut HtmlPiece, fleet: &MergedFleet, pace: &FleetPace) {
    html.el("section", &[("id", "workers")], |html| {
        html.leaf("h2", &[], "Workers");
        html.class("div", "wide", |html| {
            html.el("table", &[], |html| {
                html.el("tr", &[], |html| {
                    for name in ["Worker", "Target", "Explorer", "Seed"] {
                        html.leaf("th", &[], name);
                    }
                    for name in ["Steps", "States", "Seen first", "Findings", "Resumed"] {
                        html.leaf("th", &[("class", "n")], name);
                    }
                    html.leaf("th", &[], "How it ended, and its session");
                });
                fleet.workers.iter().for_each(|worker| row(html, worker));
            });
        });
        let all = fleet.workers.len();
        let mean = fleet.performed.len() as f64 / all.max(1) as f64;
        let told = format!(
            "{mean:.0} steps a worker and {:.2} a second on the mean. Seen first: states that no other worker \
             had seen before.",
            pace.steps_a_second() / all.max(1) as f64
        );
        html.leaf("p", &[("class", "quiet")], &told);
    });
}

fn row(html: &mut HtmlPiece, worker: &FleetShare) {
    let facts = &worker.facts;
    let anchor = format!("worker-{}", worker.number);
    html.el("tr", &[("id", &anchor)], |html| {
        html.leaf("td", &[], &worker.number.to_string());
        let (target, explorer, seed) = facts.started.as_ref().map_or_else(
            || ("unknown: its beginning could not be read".into(), String::new(), String::new()),
            |it| {
                (format!("{} ({})", it.target, it.device), it.explorer.clone(), it.seed.to_string())
            },
        );
        for text in [target, explorer, seed] {
            html.leaf("td", &[], &text);
        }
        let figures = [
            facts.step,
            worker.states as u64,
            worker.first as u64,
            facts.groups.len() as u64,
            facts.resumed.len() as u64,
        ];
        for figure in figures {
            html.leaf("td", &[("class", "n")], &figure.to_string());
        }
        html.el("td", &[], |html| {
            let ended = facts.ended.as_ref();
            let ended = ended.map_or_else(
                || "It was cut off, or still runs.".to_owned(),
                |ended| words::end(&ended.reason),
            );
            html.line(&ended);
            let name = worker.session.file_name().unwrap_or_default().to_string_lossy();
            html.el("div", &[("class", "quiet")], |html| html.leaf("code", &[], &name));
        });
    });
}
