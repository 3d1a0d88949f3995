//! A confirmed deletion that changes nothing: the page of what was deleted is shown again as it was.
//!
//! Source: the delete property of PBFDroid (Sun et al., ASE 2023).

use std::collections::HashSet;

use super::rule_turn::{page_key, page_name};
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, StateId, WidgetTarget, labels};

/// Words that ask for one thing to be deleted.
const DELETES: &[&str] = &["delete", "remove"];

/// The screen over which a question was opened.
#[derive(Debug)]
struct AskedOver {
    exact: StateId,
    page: String,
    /// What it said, and the label of what opened the question, if it lists nothing: it is about one thing.
    one_thing: Option<(HashSet<String>, String)>,
    step: u64,
}

/// Remembers what was shown before a question.
#[derive(Debug, Default)]
pub(super) struct DeleteIgnored {
    over: Option<AskedOver>,
}

impl BugRule for DeleteIgnored {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let violation = self.violation(turn);
        let asks = turn.both().filter(|(before, after)| !before.dialog && after.dialog);
        if let Some((before, _)) = asks {
            let exact = turn.exact_before();
            let asked = |exact| AskedOver {
                exact,
                page: page_key(before),
                one_thing: turn.tapped().and_then(|target| one_thing(before, target)),
                step: turn.step(),
            };
            self.over = exact.map(asked);
        } else if turn.after().is_none_or(|after| !after.dialog) {
            self.over = None;
        }
        violation.into_iter().collect()
    }
}

impl DeleteIgnored {
    fn violation(&self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let (before, after) = turn.both()?;
        let target = turn.tapped().filter(|target| before.dialog && deletes(target))?;
        let asked =
            labels::words(&page_name(before).to_lowercase()).iter().any(|it| DELETES.contains(it));
        let over = self.over.as_ref().filter(|_| asked && !after.dialog && !turn.crashed())?;
        let is_same = over.exact == turn.exact_after() || still_shows(over, after);
        if over.page != page_key(after) || !is_same {
            return None;
        }
        let question = page_name(before);
        Some(RuleViolation {
            subject: format!("{}|{question}", over.page),
            expected: format!("{:?} deletes what {question:?} asks about.", target.label),
            actual: format!(
                "After {:?}, {:?} is shown just as before.",
                target.label,
                page_name(after)
            ),
            bounds: None,
            earlier: vec![(over.step, format!("{question:?} was opened."))],
        })
    }
}

/// What a page without lists says, and the label of what asks there for a deletion.
fn one_thing(screen: &Screen, target: &WidgetTarget) -> Option<(HashSet<String>, String)> {
    let lists_some = screen.widgets.iter().any(|widget| widget.position.row.is_some());
    (!lists_some && deletes(target)).then(|| (texts(screen), target.label.clone()))
}

/// True if the page still says nothing else, and asks for the same deletion, though it may say less.
fn still_shows(over: &AskedOver, after: &Screen) -> bool {
    let Some((said, asks)) = &over.one_thing else { return false };
    after.widgets.iter().any(|widget| widget.acts() && widget.label == *asks)
        && texts(after).is_subset(said)
}

/// What a screen says, and what its fields hold.
fn texts(screen: &Screen) -> HashSet<String> {
    let texts = screen.widgets.iter().map(|widget| widget.content().trim().to_owned());
    texts.filter(|text| !text.is_empty()).collect()
}

/// True for what says that it deletes, and not everything.
fn deletes(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    let words = labels::command_words(&label);
    words.iter().any(|word| DELETES.contains(word)) && !words.contains(&"all")
}
