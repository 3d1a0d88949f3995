//! A comparison as tables for people.

use std::fmt::Display;

use super::compare::{AnswerCounts, OutcomePair, OutcomeTotals, PromptComparison};
use crate::cli::output;

/// The longest answer that is shown whole.
const LONGEST: usize = 48;

/// `comparison` as text.
pub fn text(comparison: &PromptComparison) -> String {
    let mut rows = vec![
        ["exchange", "step", "first reply", "rounds", "tokens sent", "received", "answer"]
            .map(str::to_owned)
            .to_vec(),
    ];
    rows.extend(comparison.pairs.iter().map(row));
    let (before, after) = (comparison.before(), comparison.after());
    let AnswerCounts { same, different, unknown } = comparison.answers();
    let mut parts = vec![
        output::table(&rows),
        output::table(&sums(&before, &after)),
        format!("answers: {same} the same, {different} different, {unknown} not to be compared"),
    ];
    parts.extend(choices(&before, &after));
    if before.usage.estimated || after.usage.estimated {
        parts.push("Some counts of tokens are estimates: the server told none.".to_owned());
    }
    let short = comparison.short();
    if short > 0 {
        parts.push(format!(
            "{short} of {} were asked in the short form then and in the long one now, so the \
             tokens sent are not alike.",
            comparison.pairs.len()
        ));
    }
    let asked = comparison.pairs.len();
    if asked < comparison.questions {
        parts.push(format!("{asked} of {} questions were asked again.", comparison.questions));
    }
    output::plain(&parts.join("\n\n"))
}

/// How the choices agree with the rules, and what they lead to, as far as that is known.
fn choices(before: &OutcomeTotals, after: &OutcomeTotals) -> Vec<String> {
    let line = |what: &str, before: (u64, u64), after: (u64, u64)| {
        let (is, of) =
            (before.1 + after.1 > 0, |(part, all): (u64, u64)| format!("{part} of {all}"));
        is.then(|| format!("{what}: {} before, {} after", of(before), of(after)))
    };
    let agreed = |sum: &OutcomeTotals| (sum.agreed, sum.ranked);
    let new = |sum: &OutcomeTotals| (sum.led_to_new, sum.known_effects);
    let lines = [
        line("answers that the rules judge best", agreed(before), agreed(after)),
        line("chosen inputs that led to a new state, if known", new(before), new(after)),
    ];
    lines.into_iter().flatten().collect()
}

fn row(pair: &OutcomePair) -> Vec<String> {
    let OutcomePair { before, after, .. } = pair;
    let answer = match before.same(after) {
        Some(true) => format!("same: {}", cut(&after.words())),
        Some(false) => format!("{} → {}", cut(&before.words()), cut(&after.words())),
        None => {
            let (before, after) = (cut(&before.words()), cut(&after.words()));
            if before == after { after } else { format!("{before} → {after}") }
        }
    };
    vec![
        pair.exchange.to_string(),
        pair.step.to_string(),
        change(&before.first(), &after.first()),
        change(&before.rounds(), &after.rounds()),
        change(&before.usage.input_tokens, &after.usage.input_tokens),
        change(&before.usage.output_tokens, &after.usage.output_tokens),
        answer,
    ]
}

/// Both values if they differ.
fn change<T: Display + PartialEq>(before: &T, after: &T) -> String {
    if before == after { after.to_string() } else { format!("{before} → {after}") }
}

fn cut(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST - 1).collect();
    format!("{}…", start.trim_end())
}

fn sums(before: &OutcomeTotals, after: &OutcomeTotals) -> Vec<Vec<String>> {
    let heading =
        ["", "first accepted", "accepted", "feedback rounds", "tokens sent", "received", "US$"];
    let counts = |sum: &OutcomeTotals| {
        let usage = sum.usage;
        [
            sum.first_accepted,
            sum.accepted,
            sum.feedback_rounds,
            usage.input_tokens,
            usage.output_tokens,
        ]
    };
    let line = |name: &str, sum: &OutcomeTotals| {
        let counts = counts(sum).map(|count| count.to_string());
        let [first, accepted, rest @ ..] = counts;
        let of = |count: String| format!("{count} of {}", sum.questions);
        let mut line = vec![name.to_owned(), of(first), of(accepted)];
        line.extend(rest);
        line.push(format!("{:.4}", sum.usage.cost_usd));
        line
    };
    let mut difference = vec!["difference".to_owned()];
    difference.extend(counts(before).into_iter().zip(counts(after)).map(|(before, after)| {
        let difference = i128::from(after) - i128::from(before);
        if difference == 0 { "0".to_owned() } else { format!("{difference:+}") }
    }));
    difference.push(format!("{:+.4}", after.usage.cost_usd - before.usage.cost_usd));
    vec![
        heading.map(str::to_owned).to_vec(),
        line("before", before),
        line("after", after),
        difference,
    ]
}
