//! Curves as text: a sign for each curve, no colours, for any terminal and for notes.

use std::fmt::Write as _;

use super::{PlotCurve, PlotLabels};

/// One sign a curve.
const SIGNS: [char; 8] = ['●', '▲', '■', '◆', '○', '△', '□', '◇'];

/// The plot of `curves`, `columns` wide and `rows` high without its labels. Where two meet, the one
/// that comes first is in front.
pub fn terminal(
    labels: PlotLabels<'_>,
    curves: &[PlotCurve<'_>],
    columns: usize,
    rows: usize,
) -> String {
    let rounds = curves.iter().map(|curve| curve.mean.len()).max().unwrap_or(0).max(2) - 1;
    let (columns, rows) = (columns.max(10), rows.max(4));
    let highest = curves.iter().flat_map(|curve| curve.mean).copied().fold(0.0, f64::max);
    // The next full ten, so that flat curves use the whole height.
    let top = ((highest / 10.0).ceil() * 10.0).clamp(10.0, 100.0);
    let mut cells = vec![vec![' '; columns]; rows];
    for (place, curve) in curves.iter().enumerate().rev() {
        let sign = SIGNS[place % SIGNS.len()];
        for (column, round) in (0..columns).map(|column| (column, column * rounds / (columns - 1)))
        {
            let Some(mean) = curve.mean.get(round) else { continue };
            let share = mean.clamp(0.0, top) / top;
            let row = ((1.0 - share) * (rows - 1) as f64).round() as usize;
            cells[row.min(rows - 1)][column] = sign;
        }
    }
    let mut text = format!("{}\n", labels.title);
    for (row, line) in cells.iter().enumerate() {
        let percent = top * (1.0 - row as f64 / (rows - 1) as f64);
        let line: String = line.iter().collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{percent:>4.0} ┤{}", line.trim_end());
    }
    let end = rounds.to_string();
    let _ = writeln!(text, "     └{}", "─".repeat(columns));
    let _ = writeln!(text, "      0{end:>width$}  {}", labels.across, width = columns - 1);
    for (place, curve) in curves.iter().enumerate() {
        let last = curve.mean.last().copied().unwrap_or(0.0);
        let _ = writeln!(text, "      {} {} {last:.1} %", SIGNS[place % SIGNS.len()], curve.name);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_of_two_curves() {
        let rising: Vec<f64> = (0..=20).map(|round| 5.0 * f64::from(round)).collect();
        let flat = [40.0; 21];
        let curve = |name, mean| PlotCurve { name, mean, deviation: &[] };
        let labels = PlotLabels { title: "Coverage", across: "rounds", up: "%" };
        let curves = [curve("elevate", &rising), curve("vitas", &flat)];
        insta::assert_snapshot!(terminal(labels, &curves, 40, 9));
    }

    #[test]
    fn odd_sizes_do_no_harm() {
        for (columns, rows) in [(0, 0), (1, 1), (500, 2)] {
            let _ = terminal(PlotLabels { title: "", across: "", up: "" }, &[], columns, rows);
        }
    }
}
