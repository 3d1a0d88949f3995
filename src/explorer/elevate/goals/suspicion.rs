//! What a model, asked for a goal, takes for a bug: reported at once, and told to it from then on.

use std::collections::BTreeSet;

use crate::domain::{Finding, FindingKind, FindingSteps, speech};
use crate::explorer::Situation;
use crate::explorer::shared::output;
use crate::llm::Asker;
use crate::oracle::vision_droid;
use crate::protocol::ExplorerNote;

/// Who reports it.
const REPORTER: &str = "elevate";
/// The most characters of its title.
const TITLE: usize = 120;
/// So many of the latest are told, each of so many characters.
const TOLD: usize = 6;
const TOLD_LENGTH: usize = 60;
/// Of two that share at least so many of ten words of the shorter one the second says the same.
const SAME_OF_TEN: usize = 7;

/// The suspicions of a session.
#[derive(Debug, Default)]
pub struct Suspicions {
    lines: Vec<String>,
}

impl Suspicions {
    /// The latest of them, in short.
    pub fn told(&self) -> Vec<String> {
        let surplus = self.lines.len().saturating_sub(TOLD);
        self.lines.iter().skip(surplus).map(|line| output::cut(line, TOLD_LENGTH)).collect()
    }

    /// Reports what `line`, a part of the reply to `query`, says of the present screen, or of what led there since the step `since`, unless it was said
    /// before.
    pub fn report(
        &mut self,
        (query, line): (&str, &str),
        since: u64,
        situation: &Situation,
        asker: &Asker,
    ) {
        let Some(done) = &situation.last else { return };
        let is_known = self.lines.iter().any(|known| says_the_same(known, line));
        // A crash or a hang is found by the device, with its stack.
        let is_crash =
            situation.model.findings() > 0 && words(line).iter().any(|word| tells_of_a_crash(word));
        if line.is_empty() || is_known {
            return;
        }
        self.lines.push(line.to_owned());
        if is_crash {
            return;
        }
        let words: Vec<String> = words(line).into_iter().collect();
        let claim = vision_droid::quoting(&done.action, &situation.screen, line);
        let finding = Finding {
            kind: FindingKind::Bug,
            title: output::cut(line, TITLE),
            group: format!("{REPORTER}/{}", words.join(" ")),
            step: done.step,
            detail: format!("{line}\n\nSaid by the model when it was asked {query}."),
            oracle: REPORTER.to_owned(),
            steps: Some(FindingSteps { from: since.clamp(1, done.step), to: done.step }),
            // What it says of another screen says nothing of this one.
            state: claim.has_words().then_some(done.from),
            claim: Some(Box::new(claim)),
            ..Finding::default()
        };
        asker.note(ExplorerNote::Suspected(Box::new(finding)));
    }
}

fn says_the_same(one: &str, other: &str) -> bool {
    let (one, other) = (words(one), words(other));
    let shared = one.intersection(&other).count();
    shared * 10 >= one.len().min(other.len()) * SAME_OF_TEN
}

fn tells_of_a_crash(word: &str) -> bool {
    ["crash", "hang", "hung", "freez"].iter().any(|part| word.starts_with(part))
}

/// The words and numbers of `line`.
fn words(line: &str) -> BTreeSet<String> {
    speech::normal(line).split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_in_other_words_is_the_same() {
        let wrong = r#"Trends shows "Average 20.7 kg" for 72.8 and 71.9"#;
        let again = r#"The average on Trends, "Average 20.7 kg", is not that of 72.8 and 71.9"#;
        assert!(says_the_same(wrong, again));
        assert!(!says_the_same(wrong, r#"An entry of yesterday is listed under "Today""#));
    }
}
