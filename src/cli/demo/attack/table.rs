//! The figures of attacks as a table, after tables 2 to 5 of InputBlaster's paper.

use serde_json::{Value, json};

use super::{ATTEMPTS, MINUTES};
use crate::demo::input_faults::is_set_aside;

/// What came of one fault with one seed.
#[derive(Clone, Debug, Default)]
pub(super) struct AttackFigures {
    pub(super) fault: &'static str,
    pub(super) seed: u64,
    /// How often the form was sent.
    pub(super) attempts: usize,
    /// The phone's minutes.
    pub(super) minutes: f64,
    pub(super) found: bool,
    /// The app took an input that was meant to be valid.
    pub(super) valid: bool,
    /// The crashing input was minimised to the border of its class; `None` if that was not judged.
    pub(super) at_border: Option<bool>,
    /// The inputs that were sent to minimise it, if it was.
    pub(super) shortening: Option<usize>,
}

impl AttackFigures {
    pub(super) fn in_attempts(&self) -> bool {
        self.found && self.attempts <= ATTEMPTS
    }

    fn in_minutes(&self) -> bool {
        self.found && self.minutes <= MINUTES
    }
}

/// What the columns are called; the last ones only if minutes are counted.
pub(super) fn heading(minutes: bool) -> Vec<String> {
    let names = [
        "",
        "30 attempts: tuned",
        "set aside",
        "all",
        "attempts",
        "valid",
        "a minute",
        "30 minutes: tuned",
        "set aside",
        "all",
        "minutes",
    ];
    let shown = if minutes { names.len() } else { names.len() - 4 };
    names[..shown].iter().map(|name| (*name).to_owned()).collect()
}

/// Shares of both halves and of all, means in which what was not found counts as the limit, the share
/// of runs in which the app took an input that was meant to be valid, and attempts a minute.
pub(super) fn row(name: &str, figures: &[AttackFigures], in_minutes: bool) -> Vec<String> {
    let attempts =
        |it: &AttackFigures| if it.in_attempts() { it.attempts as f64 } else { ATTEMPTS as f64 };
    let minutes = |it: &AttackFigures| if it.in_minutes() { it.minutes } else { MINUTES };
    let mean = |sum: f64| format!("{:.1}", sum / figures.len().max(1) as f64);
    let sent: usize = figures.iter().map(|it| it.attempts).sum();
    let spent: f64 = figures.iter().map(|it| it.minutes).sum();
    let mut cells = vec![name.to_owned()];
    cells.extend(shares(figures, AttackFigures::in_attempts));
    cells.push(mean(figures.iter().map(attempts).sum()));
    cells.push(percent(figures.iter().filter(|it| it.valid).count(), figures.len()));
    cells.push(format!("{:.1}", if spent > 0.0 { sent as f64 / spent } else { 0.0 }));
    if in_minutes {
        cells.extend(shares(figures, AttackFigures::in_minutes));
        cells.push(mean(figures.iter().map(minutes).sum()));
    }
    cells
}

/// The shares of the tuned half, of the half that was set aside, and of all.
fn shares(figures: &[AttackFigures], found: fn(&AttackFigures) -> bool) -> [String; 3] {
    [Some(false), Some(true), None].map(|aside| {
        let of_half =
            |it: &&AttackFigures| aside.is_none_or(|aside| is_set_aside(it.fault) == aside);
        let half: Vec<&AttackFigures> = figures.iter().filter(of_half).collect();
        let count = half.iter().filter(|it| found(it)).count();
        format!("{} ({count}/{})", percent(count, half.len()), half.len())
    })
}

fn percent(count: usize, of: usize) -> String {
    format!("{:.0} %", 100.0 * count as f64 / of.max(1) as f64)
}

/// Which faults were missed, with some seed: only those of the half that rules may be tuned on.
pub(super) fn missed(name: &str, figures: &[AttackFigures]) -> String {
    let missed = figures.iter().filter(|it| !it.in_attempts() && !is_set_aside(it.fault));
    let mut missed: Vec<&str> = missed.map(|it| it.fault).collect();
    missed.sort_unstable();
    missed.dedup();
    format!("{name} missed of the tuned half: {}", missed.join(", "))
}

/// How many crashing inputs were minimised to the border of their class, and what that cost. Those that
/// were not are named, but only of the half that rules may be tuned on.
pub(super) fn minimised(name: &str, figures: &[AttackFigures]) -> String {
    let spent: Vec<usize> = figures.iter().filter_map(|it| it.shortening).collect();
    let judged: Vec<bool> = figures.iter().filter_map(|it| it.at_border).collect();
    let border = judged.iter().filter(|is_at_border| **is_at_border).count();
    let beyond = figures.iter().filter(|it| it.at_border == Some(false) && !is_set_aside(it.fault));
    let beyond: Vec<&str> = beyond.map(|it| it.fault).collect();
    format!(
        "{name}: {} of {} crashing inputs that can be judged ({} were found) are at the border of their \
         class, for {:.1} inputs each; not of the tuned half: {}",
        border,
        judged.len(),
        spent.len(),
        spent.iter().sum::<usize>() as f64 / spent.len().max(1) as f64,
        beyond.join(", ")
    )
}

/// All figures of a contender.
pub(super) fn json(name: &str, figures: &[AttackFigures]) -> Value {
    let runs = figures.iter().map(|it| {
        json!({
            "fault": it.fault,
            "seed": it.seed,
            "set_aside": is_set_aside(it.fault),
            "found": it.found,
            "attempts": it.attempts,
            "minutes": it.minutes,
            "valid": it.valid,
            "at_border": it.at_border,
            "shortening": it.shortening,
        })
    });
    json!({ "name": name, "runs": runs.collect::<Vec<_>>() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_found_counts_as_the_limit() {
        let run = |fault, attempts, minutes, found| AttackFigures {
            fault,
            seed: 1,
            attempts,
            minutes,
            found,
            valid: found,
            ..AttackFigures::default()
        };
        let aside = ["a", "b", "c", "d", "e"].into_iter().find(|id| is_set_aside(id)).unwrap();
        let tuned = ["a", "b", "c", "d", "e"].into_iter().find(|id| !is_set_aside(id)).unwrap();
        let figures = [
            run(tuned, 10, 6.0, true),
            run(tuned, 60, 20.0, true),
            run(aside, 30, 31.0, true),
            run(aside, 30, 4.0, false),
        ];
        let row = row("x", &figures, true);
        assert_eq!(
            row,
            [
                "x",
                "50 % (1/2)",
                "50 % (1/2)",
                "50 % (2/4)",
                "25.0",
                "75 %",
                "2.1",
                "100 % (2/2)",
                "0 % (0/2)",
                "50 % (2/4)",
                "21.5"
            ]
        );
        assert_eq!(row.len(), heading(true).len());
        assert_eq!(super::row("x", &figures, false).len(), heading(false).len());
        assert_eq!(missed("x", &figures), format!("x missed of the tuned half: {tuned}"));
    }

    #[test]
    fn what_was_minimised_is_counted_and_what_was_set_aside_is_not_named() {
        let ids = ["a", "b", "c", "d", "e"];
        let run = |fault: &'static str, at_border: Option<bool>, shortening: Option<usize>| {
            AttackFigures { fault, at_border, shortening, ..AttackFigures::default() }
        };
        let aside = ids.into_iter().find(|id| is_set_aside(id)).unwrap();
        let tuned = ids.into_iter().find(|id| !is_set_aside(id)).unwrap();
        let figures = [
            run(tuned, Some(false), Some(12)),
            run(aside, Some(false), Some(2)),
            run(aside, Some(true), Some(4)),
            run(aside, None, Some(2)),
            run(aside, None, None),
        ];
        let says = minimised("x", &figures);
        assert!(says.contains("1 of 3") && says.contains("4 were found"), "{says}");
        assert!(says.contains("5.0 inputs") && says.ends_with(&format!("half: {tuned}")), "{says}");
    }
}
