//! Plots of curves: as SVG, and as text for a terminal.

mod svg;
mod terminal;

pub use svg::svg;
pub use terminal::terminal;

/// A curve with its spread, in percent over rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotCurve<'a> {
    /// Its name.
    pub name: &'a str,
    /// One value a round, from round 0.
    pub mean: &'a [f64],
    /// The spread around it, likewise.
    pub deviation: &'a [f64],
}

/// What a plot says around its curves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlotLabels<'a> {
    /// Above.
    pub title: &'a str,
    /// Below.
    pub across: &'a str,
    /// At the side.
    pub up: &'a str,
}
