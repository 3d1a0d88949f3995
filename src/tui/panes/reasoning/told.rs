//! A moment as plain text, to be read in full and copied.

use std::fmt::Write as _;

use super::outcome;
use crate::protocol::{By, NoteKind, Verdict};
use crate::tui::kit;
use crate::tui::ride::{Moment, Weighed};
use crate::tui::view::View;

/// All that is known of the moment at this place.
pub(super) fn text(place: usize, view: &View<'_>) -> Option<String> {
    let moment = view.ride.moments.get(place)?;
    let state = view.ride.model.state(moment.observed.state.structural);
    let mut text = format!(
        "After step {} at {}: {}\nState {}, {}\n",
        moment.observed.step,
        kit::clock(moment.at_ms),
        state.map_or("a state nobody knows", |state| state.label.as_str()),
        moment.observed.state.structural,
        moment.observed.activity,
    );
    for weighed in &moment.proposals {
        proposal(&mut text, weighed);
    }
    aftermath(&mut text, moment, view);
    Some(text)
}

// Writing to a string cannot fail, so what `writeln!` gives is not looked at.

fn proposal(text: &mut String, weighed: &Weighed) {
    let proposal = &weighed.proposal;
    let _ = writeln!(text, "\nProposal {} by {}", proposal.id, proposal.explorer);
    let _ = writeln!(text, "  {}", proposal.action);
    let _ = writeln!(text, "  named {}", proposal.key);
    let _ = writeln!(text, "  {}", proposal.why);
    if let Some(guard) = &weighed.guard {
        let _ = writeln!(text, "  held by guard {:?}: {}", guard.rule, guard.why);
    }
    for alternative in &proposal.alternatives {
        let _ = writeln!(
            text,
            "  or {:>6.2}  {}: {}",
            alternative.score, alternative.action, alternative.why
        );
    }
    let Some(decided) = &weighed.decided else {
        let _ = writeln!(text, "  It waits for a decision.");
        return;
    };
    let by = match decided.decision.by {
        By::Tester => "the tester",
        By::Policy => "the mode",
    };
    let _ = match &decided.decision.verdict {
        Verdict::Override { action } => writeln!(text, "  Overridden by {by}: {action}"),
        Verdict::Reject { feedback } => writeln!(text, "  Rejected by {by}: {feedback}"),
        Verdict::Approve => writeln!(text, "  Approved by {by}"),
        Verdict::Skip => writeln!(text, "  Skipped by {by}"),
        Verdict::Stop => writeln!(text, "  Stopped by {by}"),
    };
}

fn aftermath(text: &mut String, moment: &Moment, view: &View<'_>) {
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
        let state = view.ride.model.state(learned.to);
        let to = state.map_or("a state nobody knows", |state| state.label.as_str());
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
