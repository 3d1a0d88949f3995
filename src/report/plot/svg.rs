//! Curves as one self-contained SVG picture.

use crate::report::html::escaped;
use std::fmt::Write as _;

use super::{PlotCurve, PlotLabels};

/// From the left edge to the end of the curves; names stand to the right of it.
const WIDE: f64 = 570.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 52.0;

/// Okabe and Ito's colours, which people with any colour vision can tell apart
/// (jfly.uni-koeln.de/color, 2008), darkest first; curves beyond them are dashed.
const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444"];

/// With more curves their bands hide each other; the spread then stands with the name alone.
const BANDS: usize = 2;

/// The picture of `curves`, 0 to 100 percent over their rounds; a few have a band of one standard
/// deviation.
pub fn svg(labels: PlotLabels<'_>, curves: &[PlotCurve<'_>]) -> String {
    let rounds = curves.iter().map(|curve| curve.mean.len()).max().unwrap_or(0).max(2) - 1;
    let longest = curves.iter().map(|curve| curve.name.chars().count()).max().unwrap_or(0);
    // A letter of 13 pixels is about 8 wide; before it the sign, behind it the value.
    let width = WIDE + 170.0 + 8.0 * longest as f64;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\">\n\
         <rect width=\"{width}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n"
    );
    let at = AxisScale { rounds: rounds as f64 };
    frame(&mut text, labels, &at, rounds);
    for (place, curve) in curves.iter().enumerate().filter(|_| curves.len() <= BANDS) {
        band(&mut text, curve, &at, COLOURS[place % COLOURS.len()]);
    }
    for (place, curve) in curves.iter().enumerate() {
        stroke(&mut text, place, curve, &at);
    }
    text.push_str("</svg>\n");
    text
}

struct AxisScale {
    rounds: f64,
}

impl AxisScale {
    fn x(&self, round: usize) -> f64 {
        LEFT + (WIDE - LEFT) * round as f64 / self.rounds
    }

    fn y(percent: f64) -> f64 {
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * percent.clamp(0.0, 100.0) / 100.0
    }
}

// Writing to a string cannot fail, so what `write!` gives is not looked at.

fn frame(text: &mut String, labels: PlotLabels<'_>, at: &AxisScale, rounds: usize) {
    let PlotLabels { title, across, up } = labels;
    let _ = writeln!(
        text,
        "<text x=\"{LEFT}\" y=\"26\" font-size=\"16\" font-weight=\"600\">{}</text>",
        escaped(title)
    );
    let (left, right) = (at.x(0), at.x(rounds));
    for percent in [0, 20, 40, 60, 80, 100] {
        let y = AxisScale::y(f64::from(percent));
        let _ = writeln!(
            text,
            "<path d=\"M{left:.1} {y:.1}H{right:.1}\" stroke=\"#dddddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{percent}</text>",
            left - 8.0,
            y + 4.0
        );
    }
    let step = rounds.div_ceil(10).max(1);
    for round in (0..=rounds).step_by(step) {
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{round}</text>",
            at.x(round),
            HEIGHT - BOTTOM + 20.0
        );
    }
    let middle = (left + right) / 2.0;
    let _ = writeln!(
        text,
        "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
         <text transform=\"translate(18 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        HEIGHT - 12.0,
        escaped(across),
        (TOP + HEIGHT - BOTTOM) / 2.0,
        escaped(up)
    );
}

fn band(text: &mut String, curve: &PlotCurve<'_>, at: &AxisScale, colour: &str) {
    let mut path = String::new();
    let points = || curve.mean.iter().zip(curve.deviation).enumerate();
    for (round, (mean, deviation)) in points() {
        let sign = if round == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{sign}{:.1} {:.1}", at.x(round), AxisScale::y(mean + deviation));
    }
    for (round, (mean, deviation)) in points().collect::<Vec<_>>().into_iter().rev() {
        let _ = write!(path, "L{:.1} {:.1}", at.x(round), AxisScale::y(mean - deviation));
    }
    let _ = writeln!(text, "<path d=\"{path}Z\" fill=\"{colour}\" fill-opacity=\"0.08\"/>");
}

fn stroke(text: &mut String, place: usize, curve: &PlotCurve<'_>, at: &AxisScale) {
    let colour = COLOURS[place % COLOURS.len()];
    let dash = if place < COLOURS.len() { "" } else { " stroke-dasharray=\"6 4\"" };
    let mut path = String::new();
    for (round, mean) in curve.mean.iter().enumerate() {
        let sign = if round == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{sign}{:.1} {:.1}", at.x(round), AxisScale::y(*mean));
    }
    let last = curve.mean.last().copied().unwrap_or(0.0);
    let spread = curve.deviation.last().copied().unwrap_or(0.0);
    let y = TOP + 10.0 + 20.0 * place as f64;
    let x = WIDE + 16.0;
    let _ = writeln!(
        text,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>\
         <path d=\"M{x:.1} {:.1}h18\" stroke=\"{colour}\" stroke-width=\"3\"{dash}/>\
         <text x=\"{:.1}\" y=\"{y:.1}\">{} {last:.1} ± {spread:.1} %</text>",
        y - 4.0,
        x + 24.0,
        escaped(curve.name)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_place() {
        let curve = PlotCurve { name: "<script>&", mean: &[0.0, 50.0], deviation: &[0.0, 5.0] };
        let labels = PlotLabels { title: "a < b", across: "rounds", up: "%" };
        let text = svg(labels, &[curve]);
        assert!(!text.contains("<script>") && text.contains("&lt;script&gt;&amp; 50.0 ± 5.0 %"));
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
    }

    #[test]
    fn nothing_to_draw_is_an_empty_frame() {
        let text = svg(PlotLabels { title: "", across: "", up: "" }, &[]);
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}
