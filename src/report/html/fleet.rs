//! The sessions of a fleet as one page: who worked, what they know together, and each fault once.

mod findings;
mod pace;
mod states;
mod workers;

use std::collections::BTreeMap;

use super::curves::{CurveAxes, CurveMark, PageCurve, figure, nice};
use super::escape::{HtmlPiece, StyleSheet};
use super::graph::GraphLayout;
use super::page::framed;
use super::screens::ShownScreens;
use super::words::{clock, counted};
use crate::protocol::ScreenObserved;
use crate::report::fleet::{MergedApp, MergedFleet};
use crate::store::BlobFolder;
use pace::FleetPace;

/// The report of a fleet as HTML. `progress` is told of how many workers the pictures are made, of how many.
pub fn fleet_page(fleet: &MergedFleet, progress: &dyn Fn(usize, usize)) -> String {
    let screens = screens(fleet, progress);
    // With several apps there would be several drawings, which the page's script does not know.
    let only = fleet.apps.values().next().filter(|_| fleet.apps.len() == 1);
    let graph = only.map(|app| (app, GraphLayout::of(&app.model)));
    let mut made = StyleSheet::default();
    if let Some((_, graph)) = &graph {
        graph.sheet(&mut made);
    }
    screens.sheet(&mut made);
    framed(&fleet.name, &made, |html| {
        screens.drawings(html);
        head(html, fleet);
        html.el("main", &[], |html| {
            let pace = FleetPace::of(fleet);
            summary(html, fleet, &pace);
            findings::write(html, fleet, &screens);
            curves(html, fleet, &pace);
            workers::write(html, fleet, &pace);
            model(html, fleet, &screens, graph.as_ref());
        });
    })
}

/// Everything the page shows, read from the folders of the sessions that saw it first.
fn screens(fleet: &MergedFleet, progress: &dyn Fn(usize, usize)) -> ShownScreens {
    let mut wanted: BTreeMap<usize, Vec<&ScreenObserved>> = BTreeMap::new();
    for path in fleet.findings.iter().map(|it| &it.path) {
        wanted.entry(path.worker).or_default().extend(path.screens.iter().flatten());
    }
    for seen in fleet.apps.values().flat_map(|app| app.seen.values()) {
        wanted.entry(seen.first).or_default().push(&seen.looked);
    }
    let mut screens = ShownScreens::default();
    for (done, (worker, seen)) in wanted.iter().enumerate() {
        if let Some(worker) = fleet.workers.get(*worker) {
            screens.add(&BlobFolder::of(&worker.session), seen);
        }
        progress(done + 1, wanted.len());
    }
    screens
}

fn head(html: &mut HtmlPiece, fleet: &MergedFleet) {
    html.el("header", &[], |html| {
        html.leaf("h1", &[], &fleet.name);
        html.el("nav", &[("aria-label", "Parts of the report")], |html| {
            for (anchor, name) in [
                ("findings", "Findings"),
                ("coverage", "Coverage"),
                ("workers", "Workers"),
                ("model", "Model"),
            ] {
                html.link_line(anchor, name);
            }
        });
    });
}

fn summary(html: &mut HtmlPiece, fleet: &MergedFleet, pace: &FleetPace) {
    html.el("section", &[("id", "summary")], |html| {
        html.class("div", "tiles", |html| {
            let found = fleet.findings.len();
            let class = if found > 0 { "tile bad" } else { "tile good" };
            let word = if found == 1 { "finding" } else { "findings" };
            let speed = format!("{:.1}", pace.steps_a_second());
            for (class, anchor, figure, what) in [
                (class, "findings", found.to_string(), word),
                ("tile", "coverage", fleet.performed.len().to_string(), "steps"),
                ("tile", "coverage", speed, "steps a second"),
                ("tile", "model", fleet.states().to_string(), "states"),
                ("tile", "model", fleet.transitions().to_string(), "transitions"),
                ("tile", "workers", fleet.workers.len().to_string(), "workers"),
            ] {
                html.link(anchor, &[("class", class)], |html| {
                    html.leaf("b", &[], &figure);
                    html.leaf("span", &[], what);
                });
            }
        });
        let apps: Vec<&str> = fleet.apps.keys().map(String::as_str).collect();
        if !apps.is_empty() {
            html.leaf("p", &[], &format!("Explored: {}.", apps.join(", ")));
        }
        for (package, app) in &fleet.apps {
            for (kind, count) in app.covered.coverage() {
                html.leaf("p", &[], &format!("{package}, {}.", count.words(&kind)));
            }
        }
        html.leaf("p", &[], &format!("Worked for {}.", clock(pace.worked_ms())));
        if pace.pauses > 0 {
            let pauses = counted(pace.pauses, "pause");
            let told = format!("{pauses} of more than ten minutes without any step left out.");
            html.leaf("p", &[("class", "quiet")], &told);
        }
        if !fleet.troubles.is_empty() {
            html.details(
                "troubles",
                |html| html.line(&format!("What could not be read: {}", fleet.troubles.len())),
                |html| {
                    html.el("ul", &[], |html| {
                        fleet.troubles.iter().for_each(|what| html.leaf("li", &[], what));
                    });
                },
            );
        }
    });
}

/// What they came to know together over time, and how fast they worked.
fn curves(html: &mut HtmlPiece, fleet: &MergedFleet, pace: &FleetPace) {
    html.el("section", &[("id", "coverage")], |html| {
        html.leaf("h2", &[], "Coverage");
        let (unit, per) = pace.unit();
        let right = (pace.worked_ms() as f64 / per).max(1.0);
        html.class("div", "plots", |html| {
            let seen = fleet.apps.values().flat_map(|app| app.seen.values());
            let mut times: Vec<f64> = seen.map(|it| pace.at(it.at_ms) as f64 / per).collect();
            times.sort_by(f64::total_cmp);
            let top = nice(times.len());
            let known = |(place, at): (usize, f64)| (at, (place + 1) as f64);
            let mut points: Vec<(f64, f64)> = vec![(0.0, 0.0)];
            points.extend(times.into_iter().enumerate().map(known));
            points.push((right, fleet.states() as f64));
            let title = format!("States known together over {unit}");
            let curve = PageCurve { name: "states", points };
            let marks = marks(fleet, pace, per);
            figure(html, &title, &[curve], &marks, CurveAxes { right, top, decimals: 0 });
            let points = pace.speeds(right, per);
            let most = points.iter().fold(0.0_f64, |most, point| most.max(point.1));
            let top = if most > 4.0 { nice(most.ceil() as usize) } else { most.max(0.1) };
            let decimals = if most > 4.0 { 0 } else { 2 };
            let title = format!("Steps a second of all workers over {unit}");
            let curve = PageCurve { name: "steps a second", points };
            figure(html, &title, &[curve], &[], CurveAxes { right, top, decimals });
        });
    });
}

fn marks(fleet: &MergedFleet, pace: &FleetPace, per: f64) -> Vec<CurveMark> {
    let marks = fleet.findings.iter().enumerate().map(|(place, finding)| CurveMark {
        at: pace.at(finding.first_at_ms()) as f64 / per,
        anchor: format!("finding-{}", place + 1),
        title: finding.first.title.clone(),
    });
    marks.collect()
}

fn model(
    html: &mut HtmlPiece,
    fleet: &MergedFleet,
    screens: &ShownScreens,
    graph: Option<&(&MergedApp, GraphLayout)>,
) {
    html.el("section", &[("id", "model")], |html| {
        html.leaf("h2", &[], "Model");
        if fleet.states() == 0 {
            html.leaf("p", &[("class", "quiet")], "No state was seen.");
            return;
        }
        if let Some((app, graph)) = graph {
            let looked: Vec<Option<&ScreenObserved>> = app
                .model
                .states()
                .iter()
                .map(|state| app.seen.get(&state.id).map(|seen| &seen.looked))
                .collect();
            graph.write(html, &app.model, screens, &looked);
        }
        states::write(html, fleet, screens);
    });
}
