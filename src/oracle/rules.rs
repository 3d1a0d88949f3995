//! The oracle by rules: functional bugs that can be told without a model.
//!
//! Each rule is one file with its source in the literature, judges each turn once, and keeps only what
//! it needs for the next ones. A rule compares what an app shows with what the app itself has shown
//! or promised before; it knows nothing of a particular app.

mod average_range;
mod back_elsewhere;
mod back_ignored;
mod blank;
mod cancel_acts;
mod chosen_other;
mod count_disagrees;
mod covered;
mod cut_short;
mod dead_control;
mod dead_entry;
mod dead_input;
mod dead_now;
mod dead_opposite;
mod delete_ignored;
mod edit_ignored;
mod error_page;
mod extremes;
mod figure_pairs;
mod form_answers;
mod form_forgets;
mod kept_choice;
mod kept_content;
mod letter_count;
mod list_figures;
mod list_journey;
mod loading;
mod named_total;
mod opposite_parts;
mod part_of_whole;
mod pause_ignored;
mod percentages;
mod placeholder;
mod plays_nothing;
mod registry;
mod restart_loses;
mod restored_differs;
mod rotation_loses;
mod row_page;
mod rule_entry;
mod rule_turn;
mod running_pause;
mod running_total;
mod same_action;
mod search_loses;
mod selection_count;
mod setting_loses;
mod shown_again;
mod sort_order;
mod stale_summary;
mod still_player;
mod stuck_toggle;
mod too_small;
mod trail;
mod undo_ignored;
mod uneven_step;
mod units;
mod views_disagree;
mod wrong_date;
mod wrong_difference;
mod wrong_discount;
mod wrong_duration;
mod wrong_link;
mod wrong_offset;
mod wrong_product;
mod wrong_sum;

use futures_util::future::{self, BoxFuture};

use super::{JudgedTurn, Oracle};
use crate::domain::{Action, Bounds, Finding, FindingEvidence, FindingKind};
use crate::llm::Asker;

pub use registry::RULES;
pub use rule_entry::RuleEntry;
pub(in crate::oracle) use rule_turn::RuleTurn;
pub(in crate::oracle) use trail::PageVisit;

/// A rule. It must be cheap: its memory is indexed by what it looks up, and no turn walks over all of
/// it.
pub(in crate::oracle) trait BugRule: Send {
    /// What `turn` violates. Each turn on a display is given once, in order.
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation>;
}

/// What a rule finds wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::oracle) struct RuleViolation {
    /// What it is about, to tell it from other violations of the same rule.
    pub subject: String,
    /// What should have happened, in one sentence.
    pub expected: String,
    /// What happened instead, in one sentence.
    pub actual: String,
    /// Where it can be seen on the screen after the turn.
    pub bounds: Option<Bounds>,
    /// Earlier steps that show it, with what can be seen there.
    pub earlier: Vec<(u64, String)>,
}

/// Judges by rules.
pub struct RulesOracle {
    /// Its name in the groups of findings.
    name: &'static str,
    rules: Vec<(&'static RuleEntry, Box<dyn BugRule>)>,
    /// The package of the app under test, known once it was seen.
    app: Option<String>,
    trail: trail::PageTrail,
    /// How the present page was reached.
    visit: PageVisit,
}

impl Default for RulesOracle {
    fn default() -> Self {
        Self::of("rules", |entry| !entry.is_doubtful())
    }
}

impl Oracle for RulesOracle {
    fn judge<'a>(
        &'a mut self,
        turn: &'a JudgedTurn,
        _asker: &'a mut Asker,
    ) -> BoxFuture<'a, Vec<Finding>> {
        Box::pin(future::ready(self.findings(turn)))
    }
}

impl RulesOracle {
    /// One of the rules that were wrong about as often as right where they were measured.
    pub fn doubtful() -> Self {
        Self::of("doubtful-rules", RuleEntry::is_doubtful)
    }

    fn of(name: &'static str, judges: fn(&RuleEntry) -> bool) -> Self {
        let rules = RULES.iter().filter(|entry| judges(entry)).map(|it| (it, (it.make)()));
        Self {
            name,
            rules: rules.collect(),
            app: None,
            trail: trail::PageTrail::default(),
            visit: PageVisit::default(),
        }
    }

    /// Forgets all that was shown.
    fn forget(&mut self) {
        for (entry, rule) in &mut self.rules {
            *rule = (entry.make)();
        }
        (self.trail, self.visit) = (trail::PageTrail::default(), PageVisit::default());
    }

    /// What is wrong with `turn`.
    pub fn findings(&mut self, turn: &JudgedTurn) -> Vec<Finding> {
        let screen = &turn.after.screen;
        if screen.surface.is_dialogue() {
            return Vec::new();
        }
        let app = self.app.get_or_insert_with(|| screen.package.clone()).clone();
        let turn = RuleTurn::new(turn, &app);
        if matches!(turn.action(), Some(Action::Clear)) {
            // What was shown before holds no more.
            self.forget();
            return Vec::new();
        }
        let visit = self.trail.follow(&turn);
        let left = std::mem::replace(&mut self.visit, visit);
        let turn = turn.between(&left, &self.visit);
        let mut findings = Vec::new();
        let name = self.name;
        for (entry, rule) in &mut self.rules {
            let violations = rule.judge(&turn);
            findings.extend(violations.into_iter().map(|it| finding(name, entry, it, &turn)));
        }
        findings
    }
}

fn finding(
    oracle: &str,
    entry: &RuleEntry,
    violation: RuleViolation,
    turn: &RuleTurn<'_>,
) -> Finding {
    let RuleViolation { subject, expected, actual, bounds, earlier } = violation;
    let step = turn.step();
    let now = FindingEvidence { step, what: actual.clone(), bounds };
    let then = earlier.into_iter().map(|(step, what)| FindingEvidence { step, what, bounds: None });
    let evidence: Vec<FindingEvidence> = [now].into_iter().chain(then).collect();
    Finding {
        kind: FindingKind::Bug,
        title: actual.clone(),
        group: format!("{oracle}/{}/{subject}", entry.name),
        step,
        detail: format!("Expected: {expected}\nActual: {actual}\nRule: {}\n", entry.help),
        category: entry.category.word().to_owned(),
        expected,
        actual,
        confidence: Some(entry.confidence),
        evidence,
        ..Finding::default()
    }
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
