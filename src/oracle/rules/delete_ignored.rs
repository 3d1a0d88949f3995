//! A confirmed deletion that changes nothing: the page of what was deleted is shown again as it was.
//!
//! Source: the delete property of PBFDroid (Sun et al., ASE 2023).

use super::rule_turn::{page_key, page_name};
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{StateId, WidgetTarget, labels};

/// Words that ask for one thing to be deleted.
const DELETES: &[&str] = &["delete", "remove"];

/// The screen over which a question was opened.
#[derive(Debug)]
struct AskedOver {
    exact: StateId,
    page: String,
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
            let asked = |exact| AskedOver { exact, page: page_key(before), step: turn.step() };
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
        if over.page != page_key(after) || over.exact != turn.exact_after() {
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

/// True for what says that it deletes, and not everything.
fn deletes(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    let words = labels::command_words(&label);
    words.iter().any(|word| DELETES.contains(word)) && !words.contains(&"all")
}
