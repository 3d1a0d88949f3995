//! Small things said in many places of the page.

use super::escape::HtmlPiece;
use crate::domain::{Action, StateId, WidgetTarget};
use crate::protocol::{ActionOutcome, DecidedBy, EndReason, Verdict};
use crate::session::{ReviewedProposal, Timeline};

/// `count` things called `what`.
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// A time since the start, or how long something took.
pub fn clock(ms: u64) -> String {
    let seconds = ms / 1000;
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{rest:02}")
    } else {
        format!("{minutes}:{rest:02}.{}", ms % 1000 / 100)
    }
}

/// How many of how many, with the share.
pub fn share(covered: u64, total: u64) -> String {
    match covered.saturating_mul(100).checked_div(total) {
        Some(percent) => format!("{covered} of {total} ({percent} %)"),
        None => covered.to_string(),
    }
}

/// Why a session ended, as a sentence.
pub fn end(reason: &EndReason) -> String {
    match reason {
        EndReason::Steps => "The budget of steps was used up.".into(),
        EndReason::Minutes => "The budget of minutes was used up.".into(),
        EndReason::Tester => "The tester ended it.".into(),
        EndReason::DeviceLost { what } => format!("The device was lost: {what}"),
        EndReason::CannotOpen { what, .. } => format!("The app could not be opened: {what}"),
        EndReason::Stuck { what, .. } => format!("It could not go on: {what}"),
        EndReason::NothingLeft => "Nothing was left that the explorer may do.".into(),
    }
}

/// Who proposed it, and what was decided by whom.
pub fn decision(reviewed: &ReviewedProposal) -> String {
    let proposer = match reviewed.proposal.explorer.as_str() {
        "tester" => "The tester asked for it",
        explorer => &format!("Proposed by {explorer}"),
    };
    let Some(decided) = &reviewed.decided else { return format!("{proposer}; never decided") };
    let by = match decided.decision.by {
        DecidedBy::Tester => "the tester",
        DecidedBy::Policy => "the mode",
    };
    let verb = match &decided.decision.verdict {
        Verdict::Approve => "approved",
        Verdict::ApprovePlan => "approved with the rest of its plan",
        Verdict::Override { .. } => "overridden",
        Verdict::Reject { .. } => "rejected",
        Verdict::Skip => "skipped",
        Verdict::Stop => "not done: the session was ended",
    };
    format!("{proposer}; {verb} by {by}")
}

/// What the page is called: the app, else the target.
pub fn title(timeline: &Timeline) -> &str {
    let facts = &timeline.facts;
    let app = facts.app.as_ref().map(|app| app.package.as_str()).filter(|app| !app.is_empty());
    let target = || facts.started.as_ref().map(|started| started.target.as_str());
    app.or_else(target).unwrap_or("a session")
}

/// What an action did, in words that a state's name may follow.
pub const fn outcome(outcome: ActionOutcome) -> &'static str {
    match outcome {
        ActionOutcome::None => "nothing changed",
        ActionOutcome::Content => "content changed",
        ActionOutcome::Moved => "led to",
        ActionOutcome::LeftApp => "left the app",
        ActionOutcome::Crashed => "the app crashed or hung",
        ActionOutcome::Failed => "could not be performed",
    }
}

/// The number of a state for people and anchors, from 1.
pub fn state_number(timeline: &Timeline, id: StateId) -> Option<usize> {
    timeline.model.position(id).map(|place| place + 1)
}

/// A link to a state by its label.
pub fn state_link(html: &mut HtmlPiece, timeline: &Timeline, id: StateId) {
    match (state_number(timeline, id), timeline.model.state(id)) {
        (Some(number), Some(state)) => {
            // What a voice app said is there already.
            let label = if timeline.facts.is_spoken() { "" } else { &state.label };
            html.link_line(&format!("state-{number}"), &self::label(label, number));
        }
        _ => html.line(&format!("an unknown state {}", id.short())),
    }
}

/// A state's label, or its number if it has none.
pub fn label(label: &str, number: usize) -> String {
    if label.trim().is_empty() { format!("state {number}") } else { label.to_owned() }
}

/// An action as people would say it: what is said to an app quoted, widgets by name instead of by
/// their number on a screen that is not there.
pub fn action(html: &mut HtmlPiece, action: &Action) {
    if let Action::Say { words } = action {
        return html.el("q", &[], |html| html.line(words));
    }
    let singles: Vec<String> = action.singles().map(said).collect();
    html.line(&singles.join(", and at once "));
}

/// One action with its widget by name.
fn said(single: &Action) -> String {
    let reported = single.to_string();
    let parts = single.target().and_then(|target| {
        // The last one: what is typed stands before the field and may say anything.
        let (before, after) = reported.rsplit_once(&target.to_string())?;
        Some(format!("{before}{}{after}", name(target)))
    });
    parts.unwrap_or(reported)
}

/// What a widget is called.
fn name(target: &WidgetTarget) -> String {
    let last = |text: &str| text.rsplit(['/', ':', '.', '$']).next().unwrap_or(text).to_owned();
    if !target.label.is_empty() {
        format!("“{}”", target.label)
    } else if !target.resource_id.is_empty() {
        format!("#{}", last(&target.resource_id))
    } else if target.class.is_empty() {
        format!("widget {}", target.number)
    } else {
        format!("{} {}", last(&target.class), target.number)
    }
}

/// A link to a step.
pub fn step_link(html: &mut HtmlPiece, step: u64) {
    html.link_line(&format!("step-{step}"), &format!("step {step}"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::DeviceKey;

    #[test]
    fn both_halves_of_a_pair_are_told_by_name() {
        let target = |number, label: &str| WidgetTarget {
            number,
            label: label.into(),
            ..WidgetTarget::default()
        };
        let tap = |number, label| Action::Tap { target: target(number, label) };
        let reported = |action: &Action| {
            let mut html = HtmlPiece::default();
            super::action(&mut html, action);
            html.finish()
        };
        let pair = Action::at_once(tap(3, "Pay <now>"), tap(4, "Stop")).unwrap();
        assert_eq!(reported(&pair), "tap “Pay &lt;now&gt;”, and at once tap “Stop”");
        let back = Action::at_once(tap(3, "Pay"), Action::Key { key: DeviceKey::Back }).unwrap();
        assert_eq!(reported(&back), "tap “Pay”, and at once press back");
    }
}
