//! What the network that chose tells: what each group of features contributed to its choice, how well
//! it foresees what comes, and what it has learned of labels.

use ratatui::text::{Line, Span};

use super::rows::ReasoningBlock;
use crate::protocol::NetworkInsight;
use crate::tui::controls;
use crate::tui::controls::bars;

/// The lines of `insight`; `whole` adds what is told of the network beside this choice.
pub(super) fn rows(block: &mut ReasoningBlock<'_>, insight: &NetworkInsight, whole: bool) {
    contributions(block, insight);
    if !whole {
        return;
    }
    block.muted("  ", &learning(insight));
    let theme = block.theme;
    let room = block.columns.saturating_sub(4);
    if insight.distances.len() > 1 {
        let latest = &insight.distances[insight.distances.len().saturating_sub(room)..];
        let curve = Span::styled(bars::columns(latest), theme.fg(theme.accent));
        block.push(Line::from(vec![Span::raw("    "), curve]));
    }
    labels(block, insight);
}

fn contributions(block: &mut ReasoningBlock<'_>, insight: &NetworkInsight) {
    if insight.contributions.is_empty() {
        return;
    }
    let theme = block.theme;
    block.muted("  ", "groups of features contribute");
    let columns = if block.columns < 44 { 4 } else { 8 };
    let sizes = || insight.contributions.iter().map(|(_, gained)| f64::from(gained.abs()));
    for (group, gained) in &insight.contributions {
        let bar = bars::bar(bars::share(f64::from(gained.abs()), sizes()), columns);
        let paint = if *gained < 0.0 { theme.bad } else { theme.good };
        let group = controls::cut(&controls::clean(group), 8);
        block.push(Line::from(vec![
            Span::styled(format!("  {bar} {gained:>+6.2} "), theme.fg(paint)),
            Span::styled(group, theme.fg(theme.text)),
        ]));
    }
}

/// How much is left to chance, and what was learned from.
pub(super) fn learning(insight: &NetworkInsight) -> String {
    let random = (insight.random_share * 100.0).round();
    let learned = match insight.distances.last() {
        None => "nothing was learned in this run so far".to_owned(),
        Some(last) => format!(
            "learned from {}, values are off by {last:.2}",
            controls::counted(insight.experiences, "experience")
        ),
    };
    format!("{random}% of the choices are random; {learned}")
}

/// What its labels contribute, those that raise the value before those that lower it.
pub(super) fn label_lines(insight: &NetworkInsight) -> [String; 2] {
    let words = |raises: bool| {
        let some = insight.labels.iter().filter(|(_, gained)| (*gained >= 0.0) == raises);
        let words: Vec<String> =
            some.map(|(label, gained)| format!("{label:?} {gained:+.2}")).collect();
        words.join("  ")
    };
    [words(true), words(false)]
}

fn labels(block: &mut ReasoningBlock<'_>, insight: &NetworkInsight) {
    let theme = block.theme;
    if insight.labels.is_empty() {
        return;
    }
    block.muted("  ", "words of labels contribute");
    for (words, paint) in label_lines(insight).into_iter().zip([theme.good, theme.bad]) {
        if !words.is_empty() {
            block.painted("    ", paint, &words);
        }
    }
}
