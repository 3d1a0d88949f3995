//! Curves as inline pictures that follow the page's colours.

use std::fmt::Write as _;

use super::escape::HtmlPiece;

const WIDE: f64 = 640.0;
const HIGH: f64 = 240.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 34.0;
/// The most points of one curve: more than there are pixels show nothing.
const MOST: usize = 600;

/// A line that stays at a value until the next one.
pub struct PageCurve<'a> {
    /// What it shows.
    pub name: &'a str,
    /// Where and how much, in order.
    pub points: Vec<(f64, f64)>,
}

/// Something that happened, marked on the first curve.
pub struct CurveMark {
    /// Where.
    pub at: f64,
    /// The place of the page that tells of it.
    pub anchor: String,
    /// What it is called.
    pub title: String,
}

/// How far the axes reach from 0.
#[derive(Clone, Copy)]
pub struct CurveAxes {
    /// To the right.
    pub right: f64,
    /// Upwards.
    pub top: f64,
    /// Decimals of the figures at the side.
    pub decimals: usize,
}

/// The end of an axis that reaches `most`.
pub fn nice(most: usize) -> f64 {
    let most = most.max(4) as f64;
    let unit = 10_f64.powf(most.log10().floor());
    [1.0, 2.0, 4.0, 6.0, 8.0, 10.0]
        .iter()
        .map(|factor| factor * unit)
        .find(|end| *end >= most)
        .unwrap_or(most)
}

/// Writes the curves with the marks on the first of them.
pub fn figure(
    html: &mut HtmlPiece,
    title: &str,
    curves: &[PageCurve<'_>],
    marks: &[CurveMark],
    CurveAxes { right, top, decimals }: CurveAxes,
) {
    let x = |at: f64| LEFT + (WIDE - LEFT - RIGHT) * (at / right).clamp(0.0, 1.0);
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
                label(html, "end", (LEFT - 6.0, y(value) + 4.0), &format!("{value:.decimals$}"));
                let at = right * f64::from(part) / 4.0;
                // A quarter of a short axis is no whole number.
                let places = usize::from(right < 20.0 && right % 4.0 > 0.0);
                label(html, "middle", (x(at), HIGH - 14.0), &format!("{at:.places$}"));
            }
            for (place, curve) in curves.iter().enumerate() {
                let path = stairs(curve, &x, &y);
                line(html, &format!("curve k{}", place % 6), &path);
            }
            for mark in marks {
                let points = curves.first().map_or(&[][..], |curve| curve.points.as_slice());
                let reached = points.iter().rev().find(|point| point.0 <= mark.at);
                let at = (x(mark.at), y(reached.map_or(0.0, |point| point.1)));
                html.link(&mark.anchor, &[], |html| {
                    let (cx, cy) = (format!("{:.1}", at.0), format!("{:.1}", at.1));
                    let with = [("class", "mark"), ("cx", &cx), ("cy", &cy), ("r", "5")];
                    html.el("circle", &with, |html| html.leaf("title", &[], &mark.title));
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
fn stairs(curve: &PageCurve<'_>, x: &impl Fn(f64) -> f64, y: &impl Fn(f64) -> f64) -> String {
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
