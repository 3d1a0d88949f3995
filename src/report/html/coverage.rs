//! How much was reached over time.

use super::curves::{CurveAxes, CurveMark, PageCurve, figure, nice};
use super::escape::HtmlPiece;
use super::words::share;
use crate::session::{FindingGroup, Timeline};

/// Writes the plots.
pub fn write(html: &mut HtmlPiece, timeline: &Timeline) {
    let steps = timeline.model.steps().max(1) as f64;
    html.el("section", &[("id", "coverage")], |html| {
        html.leaf("h2", &[], "Coverage");
        html.class("div", "plots", |html| {
            let mut points: Vec<(f64, f64)> = vec![(0.0, 0.0)];
            points.extend(timeline.model.curve().iter().map(|(step, n)| (*step as f64, *n as f64)));
            let found = timeline.model.states().len();
            points.push((steps, found as f64));
            let curve = PageCurve { name: "states", points };
            let axes = CurveAxes { right: steps, top: nice(found), decimals: 0 };
            figure(html, "States discovered over steps", &[curve], &marks(timeline), axes);
            let kinds = kinds(timeline, steps);
            if !kinds.is_empty() {
                let title = "Measured coverage over steps, in percent";
                let axes = CurveAxes { right: steps, top: 100.0, decimals: 0 };
                let marks = if kinds.len() == 1 { marks(timeline) } else { Vec::new() };
                figure(html, title, &kinds, &marks, axes);
            }
        });
        table(html, timeline);
    });
}

/// Where something was found.
fn marks(timeline: &Timeline) -> Vec<CurveMark> {
    let groups = timeline.facts.groups.iter().enumerate();
    let mark = |(place, group): (usize, &FindingGroup)| CurveMark {
        at: group.first.step as f64,
        anchor: format!("finding-{}", place + 1),
        title: group.first.title.clone(),
    };
    groups.map(mark).collect()
}

/// A curve for each kind that the target measures.
fn kinds<'a>(timeline: &'a Timeline, steps: f64) -> Vec<PageCurve<'a>> {
    let last = timeline.model.coverage().iter().filter(|(_, count)| count.total > 0);
    last.map(|(kind, count)| {
        let percent = |covered: u64, total: u64| covered as f64 * 100.0 / total.max(1) as f64;
        let mut points: Vec<(f64, f64)> = timeline
            .facts
            .measured
            .iter()
            .filter_map(|(step, coverage)| {
                let count = coverage.get(kind)?;
                Some((*step as f64, percent(count.covered, count.total)))
            })
            .collect();
        points.push((steps, percent(count.covered, count.total)));
        PageCurve { name: kind, points }
    })
    .collect()
}

/// The same figures as text.
fn table(html: &mut HtmlPiece, timeline: &Timeline) {
    if timeline.model.coverage().is_empty() {
        return;
    }
    html.el("table", &[], |html| {
        html.el("tr", &[], |html| {
            html.leaf("th", &[], "Kind");
            html.leaf("th", &[], "Reached");
        });
        for (kind, count) in timeline.model.coverage() {
            html.el("tr", &[], |html| {
                html.leaf("td", &[], kind);
                html.leaf("td", &[], &share(count.covered, count.total));
            });
        }
    });
}
