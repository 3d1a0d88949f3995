//! How much was reached over time, as inline pictures that follow the page's colours.

use std::fmt::Write as _;

use super::escape::HtmlPiece;
use super::words::share;
use crate::session::Timeline;

const WIDE: f64 = 640.0;
const HIGH: f64 = 240.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 34.0;
/// The most points of one curve: more than there are pixels show nothing.
const MOST: usize = 600;

/// A line over steps.
struct CoverageCurve<'a> {
    name: &'a str,
    /// Steps and values, in order.
    points: Vec<(f64, f64)>,
}

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
            let curve = CoverageCurve { name: "states", points };
            figure(html, timeline, "States discovered over steps", &[curve], (steps, nice(found)));
            let kinds = kinds(timeline, steps);
            if !kinds.is_empty() {
                let title = "Measured coverage over steps, in percent";
                figure(html, timeline, title, &kinds, (steps, 100.0));
            }
        });
        table(html, timeline);
    });
}

/// A curve for each kind that the target measures.
fn kinds<'a>(timeline: &'a Timeline, steps: f64) -> Vec<CoverageCurve<'a>> {
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
        CoverageCurve { name: kind, points }
    })
    .collect()
}

/// The end of an axis that reaches `most`.
fn nice(most: usize) -> f64 {
    let most = most.max(4) as f64;
    let unit = 10_f64.powf(most.log10().floor());
    [1.0, 2.0, 4.0, 6.0, 8.0, 10.0]
        .iter()
        .map(|factor| factor * unit)
        .find(|end| *end >= most)
        .unwrap_or(most)
}

fn figure(
    html: &mut HtmlPiece,
    timeline: &Timeline,
    title: &str,
    curves: &[CoverageCurve<'_>],
    (steps, top): (f64, f64),
) {
    let x = |step: f64| LEFT + (WIDE - LEFT - RIGHT) * (step / steps).clamp(0.0, 1.0);
    let y = |value: f64| HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * (value / top).clamp(0.0, 1.0);
    html.el("figure", &[], |html| {
        html.el("figcaption", &[], |html| {
            html.line(title);
            for (place, curve) in curves.iter().enumerate().filter(|_| curves.len() > 1) {
                html.leaf("span", &[("class", &format!("key k{}", place % 6))], curve.name);
            }
        });
        let with = [("viewBox", "0 0 640 240"), ("class", "plot"), ("role", "img")];
        html.el("svg", &[with[0], with[1], with[2], ("aria-label", title)], |html| {
            for part in 0..=4 {
                let value = top * f64::from(part) / 4.0;
                line(html, "grid", &format!("M{LEFT} {:.1}H{:.1}", y(value), WIDE - RIGHT));
                label(html, "end", (LEFT - 6.0, y(value) + 4.0), &format!("{value:.0}"));
                let step = steps * f64::from(part) / 4.0;
                label(html, "middle", (x(step), HIGH - 14.0), &format!("{step:.0}"));
            }
            for (place, curve) in curves.iter().enumerate() {
                let path = stairs(curve, &x, &y);
                line(html, &format!("curve k{}", place % 6), &path);
            }
            let on = curves.first().filter(|_| curves.len() == 1);
            for (place, group) in timeline.facts.groups.iter().enumerate() {
                let Some(curve) = on else { break };
                let step = group.first.step as f64;
                let reached = curve.points.iter().rev().find(|point| point.0 <= step);
                let at = (x(step), y(reached.map_or(0.0, |point| point.1)));
                html.link(&format!("finding-{}", place + 1), &[], |html| {
                    let (cx, cy) = (format!("{:.1}", at.0), format!("{:.1}", at.1));
                    let with = [("class", "mark"), ("cx", &cx), ("cy", &cy), ("r", "5")];
                    html.el("circle", &with, |html| html.leaf("title", &[], &group.first.title));
                });
            }
        });
    });
}

fn line(html: &mut HtmlPiece, class: &str, path: &str) {
    html.el("path", &[("class", class), ("d", path)], |_| {});
}

fn label(html: &mut HtmlPiece, anchor: &str, (x, y): (f64, f64), text: &str) {
    let (x, y) = (format!("{x:.1}"), format!("{y:.1}"));
    html.leaf("text", &[("text-anchor", anchor), ("x", &x), ("y", &y)], text);
}

/// The curve as a path: it stays at a value until the next one.
fn stairs(curve: &CoverageCurve<'_>, x: &impl Fn(f64) -> f64, y: &impl Fn(f64) -> f64) -> String {
    let stride = curve.points.len().div_ceil(MOST).max(1);
    let last = curve.points.len().saturating_sub(1);
    let mut path = String::new();
    for (place, (step, value)) in curve.points.iter().enumerate() {
        if place % stride != 0 && place != last {
            continue;
        }
        let _ = if path.is_empty() {
            write!(path, "M{:.1} {:.1}", x(*step), y(*value))
        } else {
            write!(path, "H{:.1}V{:.1}", x(*step), y(*value))
        };
    }
    path
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
