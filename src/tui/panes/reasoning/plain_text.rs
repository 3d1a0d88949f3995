//! A moment as plain text, to be read in full and copied.

use std::fmt::Write as _;

use super::{network_rows, outcome};
use crate::protocol::{ActionPlan, DecidedBy, NetworkInsight, NoteKind, Verdict};
use crate::session::{ModelQuestion, ThoughtKind};
use crate::session::{ReviewedProposal, SessionMoment};
use crate::tui::controls;
use crate::tui::overlays::used;
use crate::tui::view::ViewContext;

/// All that is known of this moment.
pub(super) fn text(place: usize, view: &ViewContext<'_>) -> Option<String> {
    let moment = view.session.moments.get(place)?;
    let state = view.session.model.state(moment.observed.state.structural);
    let mut text = format!(
        "After step {} at {}: {}\nState {}, {}\n",
        moment.observed.step,
        controls::clock(moment.at_ms),
        state.map_or("an unknown state", |state| state.label.as_str()),
        moment.observed.state.structural,
        moment.observed.location,
    );
    for (place, reviewed) in moment.proposals.iter().enumerate() {
        thoughts(&mut text, moment, place);
        proposal(&mut text, reviewed);
    }
    thoughts(&mut text, moment, moment.proposals.len());
    aftermath(&mut text, moment, view);
    Some(text)
}

// Writing to a string cannot fail, so the result of `writeln!` is ignored.

/// What was asked for the proposal at this place, and what came of it.
fn thoughts(text: &mut String, moment: &SessionMoment, before: usize) {
    for thought in moment.thoughts.iter().filter(|thought| thought.before == before) {
        match &thought.what {
            ThoughtKind::Question(question) => self::question(text, question),
            ThoughtKind::Merged(merged) => {
                let _ =
                    writeln!(text, "\nState {} means the same as {}", merged.state, merged.into);
            }
            ThoughtKind::Abstraction(changed) => text.push_str(&format!("{}\n", changed.what)),
            ThoughtKind::Goal(words) => text.push_str(&format!("{words}\n")),
            ThoughtKind::Added(offered) => {
                let _ = writeln!(text, "\nNew inputs of state {}", offered.state);
                for candidate in &offered.actions {
                    let _ = writeln!(text, "  {}", candidate.action);
                }
            }
        }
    }
}

fn question(text: &mut String, question: &ModelQuestion) {
    let _ = writeln!(text, "\n{} ({})", question.title(), question.query);
    for round in &question.rounds {
        let asked = &round.asked;
        let form = asked.form.word();
        let _ = writeln!(text, "  {} asked of {}, {form} prompt", asked.exchange, asked.model);
        for retried in &round.retried {
            let wait = controls::took(retried.wait_ms);
            let _ = writeln!(text, "    Failed: {}; asked again after {wait}", retried.why);
        }
        if let Some(unanswered) = &round.unanswered {
            let _ = writeln!(text, "    No reply: {}", unanswered.why);
        }
        if let Some(answered) = &round.answered {
            let (took, usage) = (controls::took(answered.took_ms), used(&answered.usage));
            let _ = writeln!(text, "    Replied after {took}, {usage}");
        }
        let Some(checked) = &round.checked else { continue };
        for (name, thought) in &checked.thoughts {
            let _ = writeln!(text, "    {name}: {thought}");
        }
        let _ = match &checked.complaint {
            None => writeln!(text, "    Accepted: {}", checked.answer),
            Some(complaint) => writeln!(text, "    {}: {}", complaint.check, complaint.says),
        };
    }
    if let Some(ruled) = &question.ruled {
        let _ = writeln!(text, "  The rules answered: {} ({})", ruled.answer, ruled.why.words());
    }
}

fn proposal(text: &mut String, reviewed: &ReviewedProposal) {
    let proposal = &reviewed.proposal;
    let _ = writeln!(text, "\nProposal {} by {}", proposal.id, proposal.explorer);
    let _ = writeln!(text, "  {}", proposal.action);
    let _ = writeln!(text, "  named {}", proposal.key);
    let _ = writeln!(text, "  {}", proposal.why);
    if let Some(plan) = &proposal.plan {
        let _ = writeln!(text, "  {}:", place_in(plan));
        for (at, step) in plan.steps.iter().enumerate() {
            let mark = if at == plan.at { "→" } else { " " };
            let _ = writeln!(text, "  {mark} {}. {step}", at + 1);
        }
    }
    if let Some(guard) = reviewed.guards.last() {
        let _ = writeln!(text, "  held by guard {:?}: {}", guard.rule, guard.why);
    }
    for alternative in &proposal.alternatives {
        let _ = writeln!(
            text,
            "  or {:>6.2}  {}: {}",
            alternative.score, alternative.action, alternative.why
        );
    }
    if let Some(insight) = &proposal.insight {
        network(text, insight);
    }
    let Some(decided) = &reviewed.decided else {
        let _ = writeln!(text, "  It waits for a decision.");
        return;
    };
    let by = match decided.decision.by {
        DecidedBy::Tester => "by the tester",
        DecidedBy::Policy => "automatically",
    };
    let _ = match &decided.decision.verdict {
        Verdict::Override { action } => writeln!(text, "  Overridden {by}: {action}"),
        Verdict::Reject { feedback } => writeln!(text, "  Rejected {by}: {feedback}"),
        Verdict::Approve => writeln!(text, "  Approved {by}"),
        Verdict::ApprovePlan => writeln!(text, "  Approved {by}, with the whole plan"),
        Verdict::Skip => writeln!(text, "  Skipped {by}"),
        Verdict::Stop => writeln!(text, "  Stopped {by}"),
    };
}

/// What the network tells that chose.
fn network(text: &mut String, insight: &NetworkInsight) {
    for (group, gained) in &insight.contributions {
        let _ = writeln!(text, "  {group} contributes {gained:+.2}");
    }
    let _ = writeln!(text, "  Network: {}", network_rows::learning(insight));
    for words in network_rows::label_lines(insight).iter().filter(|words| !words.is_empty()) {
        let _ = writeln!(text, "  labels: {words}");
    }
}

/// Where in `plan` its present step is.
pub(super) fn place_in(plan: &ActionPlan) -> String {
    format!("step {} of {} of a plan", plan.at + 1, plan.steps.len())
}

fn aftermath(text: &mut String, moment: &SessionMoment, view: &ViewContext<'_>) {
    if let Some(performed) = &moment.performed {
        let _ = writeln!(text, "\nStep {}, {} ms", performed.step, performed.took_ms);
        if let Some(failed) = &performed.failed {
            let _ = writeln!(text, "  Failed: {failed}");
        }
        if let Some(accepted) = &performed.accepted {
            let _ = writeln!(text, "  The field held {accepted:?} afterwards.");
        }
        for warning in &performed.warnings {
            let _ = writeln!(text, "  Warning: {warning}");
        }
    }
    if let Some(learned) = &moment.learned {
        let state = view.session.model.state(learned.to);
        let to = state.map_or("an unknown state", |state| state.label.as_str());
        let _ = writeln!(text, "  It {}.", sentence(&outcome(learned.outcome, to)));
    }
    for finding in &moment.findings {
        let _ = writeln!(text, "\n{}: {}\n{}", finding.kind.word(), finding.title, finding.detail);
    }
    for note in &moment.notes {
        let kind = if note.kind == NoteKind::Bug { "Bug" } else { "Note" };
        let _ = writeln!(text, "\n{kind}: {}", note.text);
    }
}

/// An outcome behind the word "It".
fn sentence(outcome: &str) -> String {
    match outcome {
        "nothing changed" => "changed nothing".into(),
        "the content changed" => "changed the content".into(),
        "the app crashed or hung" => "made the app crash or hang".into(),
        other => other.into(),
    }
}
