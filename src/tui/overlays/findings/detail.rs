//! All about one finding, as text.

use crate::domain::Finding;
use crate::protocol::FindingVerdict;
use crate::session::{FindingGroup, SessionFacts};
use crate::tui::controls;
use crate::tui::controls::reading::TextPassage;

/// What is known about the findings of `group`: its title with what kind it is, the verdict, the
/// steps, the evidence, and the result of triage.
pub fn passages(facts: &SessionFacts, group: &FindingGroup) -> Vec<TextPassage> {
    let finding = &group.first;
    let mut about = vec![reported(group), seen(group)];
    about.extend(verdict(facts, finding));
    let mut passages = vec![TextPassage::new(&finding.title, about.join("\n"))];
    let evidence: Vec<String> = finding
        .evidence
        .iter()
        .map(|evidence| format!("Step {}: {}", evidence.step, evidence.what))
        .chain([finding.detail.trim_end().to_owned()])
        .filter(|text| !text.is_empty())
        .collect();
    if !evidence.is_empty() {
        passages.push(TextPassage::new("Evidence", evidence.join("\n")));
    }
    if let Some(triaged) = &group.triaged {
        passages.push(TextPassage::new("Triage", &triaged.why));
    }
    passages
}

/// The kind and category, who reports it, and what became of a suspicion.
fn reported(group: &FindingGroup) -> String {
    let finding = &group.first;
    let oracle = finding.oracle_name().map(|name| format!("reported by {name}"));
    let sure = finding.confidence.map(|percent| format!("{percent} % sure"));
    controls::joined([
        finding.kind.word(),
        &finding.category,
        &oracle.unwrap_or_default(),
        &sure.unwrap_or_default(),
        group.standing().unwrap_or_default(),
    ])
}

/// The steps after which it was seen, and those that it is about.
fn seen(group: &FindingGroup) -> String {
    let finding = &group.first;
    let mut text = format!("Seen after step {}", finding.step);
    if !group.again.is_empty() {
        let steps: Vec<String> = group.again.iter().map(u64::to_string).collect();
        text.push_str(&format!(", again after {}", steps.join(", ")));
    }
    let steps = finding.steps();
    if steps.from != steps.to {
        text.push_str(&format!("; it is about steps {} to {}", steps.from, steps.to));
    }
    text.push('.');
    text
}

/// The tester's verdict. A finding that this one is a duplicate of is named as the list names it.
fn verdict(facts: &SessionFacts, finding: &Finding) -> Option<String> {
    let verdict = facts.verdicts.of(&finding.group)?;
    let other = match verdict {
        FindingVerdict::Duplicate { of } => {
            facts.groups.iter().position(|group| group.first.group == *of)
        }
        _ => None,
    };
    let words = match other.and_then(|place| Some((place + 1, facts.groups.get(place)?))) {
        Some((number, other)) => format!("duplicate of {number}, {}", other.first.title),
        None => verdict.words(),
    };
    Some(format!("Your verdict: {words}"))
}
