//! What code can tell of a claim: are the words there, and are they missing, as is said?

use futures_util::future;

use super::course::{self, CourseStep};
use super::detector::DetectedBug;
use crate::domain::{Action, Finding, FindingClaim, Screen, Widget};
use crate::llm::Asker;
use crate::oracle::{JudgedTurn, Judging, Oracle};

/// A figure of fewer characters is on many screens.
const TELLING: usize = 3;

/// True if the words that the claim quotes are on the screen after the step, and those that it misses
/// are not. A claim without words cannot be refuted by code.
pub(super) fn is_visible(bug: &DetectedBug, at: &CourseStep) -> bool {
    holds(&at.after, &bug.shows, &bug.lacks)
}

fn holds(screen: &Screen, shows: &str, lacks: &str) -> bool {
    (shows.trim().is_empty() || has_words(screen, shows))
        && (lacks.trim().is_empty() || !has_words(screen, lacks))
}

/// True if `words` are a part of what `screen` shows, whatever their case and spacing.
fn has_words(screen: &Screen, words: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let words = plain(words);
    let says = |widget: &Widget| {
        let texts = [widget.content(), &widget.content_desc, &widget.label];
        texts.into_iter().any(|text| plain(text).contains(&words))
    };
    plain(course::page(screen)).contains(&words) || screen.widgets.iter().any(says)
}

/// The widget that the claim names, on the screen after, or else before.
pub(super) fn widget<'a>(bug: &DetectedBug, at: &'a CourseStep) -> Option<&'a Widget> {
    let name = bug.widget.trim().trim_start_matches('#').to_lowercase();
    if name.is_empty() {
        return None;
    }
    let is = |widget: &&Widget| {
        widget.short_id().to_lowercase() == name || widget.label.trim().to_lowercase() == name
    };
    at.after.widgets.iter().find(is).or_else(|| at.before.widgets.iter().find(is))
}

/// What code can see of `line`, which says what is wrong on `screen` after `action`: of the words in quotes that the screen
/// shows those with a figure, which a label beside it does not have, or else the longest.
pub fn quoting(action: &Action, screen: &Screen, line: &str) -> FindingClaim {
    let quoted = line.split(['"', '“', '”', '„']).skip(1).step_by(2).map(str::trim);
    let shown = quoted.filter(|words| !words.is_empty() && has_words(screen, words));
    let telling = |words: &&str| {
        let length = words.chars().count();
        (length >= TELLING && words.contains(|c: char| c.is_ascii_digit()), length)
    };
    let shown = shown.max_by_key(telling);
    FindingClaim {
        action: action.clone(),
        page: course::page(screen).to_owned(),
        function: String::new(),
        shows: shown.unwrap_or_default().to_owned(),
        lacks: String::new(),
    }
}

/// Sees whether a claim holds again, without a model: after the same action on a page of the same name.
pub struct ClaimOracle {
    finding: Finding,
}

impl ClaimOracle {
    /// One for what `finding` claims; `None` if it claims nothing that code can see.
    pub fn of(finding: &Finding) -> Option<Self> {
        finding
            .claim
            .as_ref()
            .is_some_and(|claim| claim.has_words())
            .then(|| Self { finding: finding.clone() })
    }

    fn findings(&self, turn: &JudgedTurn) -> Vec<Finding> {
        let Some(claim) = &self.finding.claim else { return Vec::new() };
        let FindingClaim { shows, lacks, .. } = &**claim;
        let seen = is_there_again(claim, turn) && holds(&turn.after.screen, shows, lacks);
        let finding = Finding { step: turn.step, ..self.finding.clone() };
        seen.then_some(finding).into_iter().collect()
    }
}

impl Oracle for ClaimOracle {
    fn judge<'a>(&'a mut self, turn: &'a JudgedTurn, _asker: &'a mut Asker) -> Judging<'a> {
        Box::pin(future::ready(self.findings(turn)))
    }
}

/// True if `turn` did what `claim` is about, and led to a page of the same name.
pub(super) fn is_there_again(claim: &FindingClaim, turn: &JudgedTurn) -> bool {
    turn.action.as_ref().is_some_and(|action| is_same(action, &claim.action))
        && course::page(&turn.after.screen) == claim.page
}

/// True if both actions are of the same kind, on widgets of the same id and class.
fn is_same(one: &Action, other: &Action) -> bool {
    let target = |action: &Action| {
        let target = action.target()?;
        Some((target.resource_id.clone(), target.class.clone()))
    };
    one.kind() == other.kind() && target(one) == target(other)
}
