//! The lines of one moment. Only those of moments in sight are ever built.

use std::cmp::Ordering;

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use super::questions::{self, ThoughtStyle};
use super::rows::{ReasoningBlock, ReasoningRow};
use super::{network_rows, outcome, plain_text};
use crate::protocol::{ActionOutcome, Alternative, DecidedBy, ExchangeId, NoteKind, Verdict};
use crate::session::{EnginePhase, ReviewedProposal, SessionMoment};
use crate::tui::command::UiCommand;
use crate::tui::controls;
use crate::tui::controls::bars;
use crate::tui::theme::{ThemeColour, ThemeColours};
use crate::tui::view::ViewContext;

/// Alternatives that are listed; the rest is counted.
const ALTERNATIVES: usize = 8;

/// The lines of the moment at this place, its heading first.
pub(super) fn rows(
    place: usize,
    columns: usize,
    folded: bool,
    selected: Option<ExchangeId>,
    view: &ViewContext<'_>,
) -> Vec<ReasoningRow> {
    let Some(moment) = view.session.moments.get(place) else { return Vec::new() };
    let mut block = ReasoningBlock::new(columns, view.theme);
    block.push(heading(place, moment, columns, view));
    findings(&mut block, moment);
    let newest = place + 1 == view.session.moments.len();
    let ended = matches!(view.session.phase, EnginePhase::Ended(_));
    let manner = ThoughtStyle { folded, selected, open: newest && view.running && !ended };
    if newest {
        now(&mut block, moment, view);
    }
    // What is thought about now, without a proposal yet.
    questions::thoughts(&mut block, moment, moment.proposals.len(), manner, view);
    // As with the moments, the newest comes first: what waits is visible however often the
    // tester refused before. What led to a proposal stands below it.
    for (number, reviewed) in moment.proposals.iter().enumerate().rev() {
        let latest = number + 1 == moment.proposals.len();
        proposal(&mut block, reviewed, folded, latest && place == view.shown.moment);
        if latest {
            aftermath(&mut block, moment, folded, view);
        }
        questions::thoughts(&mut block, moment, number, manner, view);
    }
    notes(&mut block, moment);
    block.rows
}

/// `── step 3 · Notes · 00:12 ─────`, marked if it is the shown moment.
fn heading(
    place: usize,
    moment: &SessionMoment,
    columns: usize,
    view: &ViewContext<'_>,
) -> Line<'static> {
    let theme = view.theme;
    let state = view.session.model.state(moment.observed.state.structural);
    let label = state.map_or("", |state| state.label.as_str());
    let new = if moment.new_state { " · new" } else { "" };
    let text = format!("step {} · {label}{new}", moment.observed.step);
    let time = controls::clock(moment.at_ms);
    let shown = place == view.shown.moment;
    let room = columns.saturating_sub(time.len() + 5);
    let text = controls::cut(&controls::clean(&text), room);
    let rule = "─".repeat(room.saturating_sub(text.width()));
    let style = if shown { theme.heading() } else { theme.fg(theme.muted) };
    let lines = if shown { style } else { theme.fg(theme.border) };
    let mark = if shown { "▸ " } else { "─ " };
    Line::from(vec![
        Span::styled(mark, lines),
        Span::styled(text, style.add_modifier(Modifier::BOLD)),
        Span::styled(format!(" {rule} "), lines),
        Span::styled(time, style),
    ])
}

/// The sign of what became of a proposal.
fn sign(reviewed: &ReviewedProposal, theme: &ThemeColours) -> (&'static str, ThemeColour) {
    match reviewed.decided.as_ref().map(|decided| &decided.decision.verdict) {
        None => ("▶ ", theme.proposed),
        Some(Verdict::Approve | Verdict::ApprovePlan) => ("✓ ", theme.good),
        Some(Verdict::Override { .. }) => ("↷ ", theme.accent),
        Some(Verdict::Reject { .. }) => ("✗ ", theme.bad),
        Some(Verdict::Skip) => ("» ", theme.muted),
        Some(Verdict::Stop) => ("■ ", theme.muted),
    }
}

/// What was proposed and why; `whole` adds what the network tells of itself.
fn proposal(
    block: &mut ReasoningBlock<'_>,
    reviewed: &ReviewedProposal,
    folded: bool,
    whole: bool,
) {
    let theme = block.theme;
    let proposal = &reviewed.proposal;
    let (mark, paint) = sign(reviewed, theme);
    let waits = reviewed.decided.is_none();
    let action = theme.fg(theme.action(proposal.action.kind()));
    let action = if waits { action.add_modifier(Modifier::BOLD) } else { action };
    block.add(mark, theme.fg(paint), &proposal.action.to_string(), action);
    if let Some(guard) = reviewed.guards.last() {
        block.painted(
            "  ! ",
            theme.warning,
            &format!("held by guard {:?}: {}", guard.rule, guard.why),
        );
    }
    if !folded {
        let why = format!("{}: {}", proposal.explorer, proposal.why);
        block.add("  ", Style::new(), &why, theme.fg(theme.text));
    }
    plan(block, reviewed, folded);
    verdict(block, reviewed);
    if !folded {
        alternatives(block, &proposal.alternatives);
        if let Some(insight) = &proposal.insight {
            network_rows::rows(block, insight, whole);
        }
    }
}

/// The plan it is a step of: all of it while it waits and if it began, else only if in it
/// this is.
fn plan(block: &mut ReasoningBlock<'_>, reviewed: &ReviewedProposal, folded: bool) {
    let Some(plan) = &reviewed.proposal.plan else { return };
    let theme = block.theme;
    let waits = reviewed.decided.is_none();
    block.muted("  ", &plain_text::place_in(plan));
    if folded || !(waits || plan.at == 0) {
        return;
    }
    let digits = plan.steps.len().to_string().len();
    for (at, step) in plan.steps.iter().enumerate() {
        let number = at + 1;
        let (mark, style) = match at.cmp(&plan.at) {
            Ordering::Less => ("✓", theme.fg(theme.muted)),
            Ordering::Equal if waits => ("▶", theme.fg(theme.proposed)),
            Ordering::Equal => ("✓", theme.fg(theme.text)),
            Ordering::Greater => (" ", theme.fg(theme.text)),
        };
        block.add(&format!("  {mark} {number:>digits$}. "), style, step, style);
    }
}

/// Who decided what.
fn verdict(block: &mut ReasoningBlock<'_>, reviewed: &ReviewedProposal) {
    let theme = block.theme;
    let Some(decided) = &reviewed.decided else { return };
    let by = match decided.decision.by {
        DecidedBy::Tester => "by you",
        DecidedBy::Policy => "automatically",
    };
    match &decided.decision.verdict {
        Verdict::Approve => block.muted("  ", &format!("approved {by}")),
        Verdict::ApprovePlan => {
            block.muted("  ", &format!("approved {by}, with the whole plan"));
        }
        Verdict::Override { action } => {
            block.muted("  ", &format!("overridden {by}:"));
            let paint = theme.action(action.kind());
            block.painted("  → ", paint, &action.to_string());
        }
        Verdict::Reject { feedback } => {
            block.painted("  ", theme.bad, &format!("rejected {by}: “{feedback}”"));
        }
        Verdict::Skip => block.muted("  ", &format!("skipped {by}")),
        Verdict::Stop => block.muted("  ", &format!("stopped {by}")),
    }
}

/// What else was considered, with bars that compare the scores if they differ.
fn alternatives(block: &mut ReasoningBlock<'_>, alternatives: &[Alternative]) {
    if alternatives.is_empty() {
        return;
    }
    let theme = block.theme;
    let (first, more) = (alternatives.first(), alternatives.len() > 1);
    let alike =
        |one: &Alternative| first.is_some_and(|first| one.score.total_cmp(&first.score).is_eq());
    let alike = more && alternatives.iter().all(alike);
    block.muted("  ", if alike { "alternatives, all with the same score" } else { "alternatives" });
    let columns = if block.columns < 44 { 4 } else { 8 };
    let scores = || alternatives.iter().map(|alternative| alternative.score);
    for alternative in alternatives.iter().take(ALTERNATIVES) {
        let front = if alike {
            "    ".to_owned()
        } else {
            let share = bars::share(alternative.score, scores());
            format!("  {} {:>6.2} ", bars::bar(share, columns), alternative.score)
        };
        let paint = theme.action(alternative.action.kind());
        let room = block.columns.saturating_sub(front.width());
        let action = controls::cut(&controls::clean(&alternative.action.to_string()), room);
        let left = room.saturating_sub(action.width());
        let mut spans = vec![
            Span::styled(front.clone(), theme.fg(theme.muted)),
            Span::styled(action, theme.fg(paint)),
        ];
        if left > 12 && !alternative.why.is_empty() {
            let why = controls::cut(&controls::clean(&alternative.why), left - 2);
            spans.push(Span::styled(format!("  {why}"), theme.fg(theme.muted)));
        }
        block.push(Line::from(spans));
    }
    let more = alternatives.len().saturating_sub(ALTERNATIVES);
    if more > 0 {
        block.muted("  ", &format!("and {more} more"));
    }
}

/// What was done and what it led to.
fn aftermath(
    block: &mut ReasoningBlock<'_>,
    moment: &SessionMoment,
    folded: bool,
    view: &ViewContext<'_>,
) {
    let theme = block.theme;
    if let Some(performed) = &moment.performed {
        if let Some(failed) = &performed.failed {
            block.painted("  x ", theme.bad, &format!("failed: {failed}"));
        }
        if let Some(accepted) = &performed.accepted {
            block.painted("  ≡ ", theme.typing, &format!("the field then held {accepted:?}"));
        }
        for warning in performed.warnings.iter().filter(|_| !folded) {
            block.painted("  ! ", theme.warning, warning);
        }
    }
    if let Some(learned) = &moment.learned {
        let state = view.session.model.state(learned.to);
        let to = state.map_or("an unknown state", |state| state.label.as_str());
        let took = moment.performed.as_ref().map_or(0, |performed| performed.took_ms);
        let text = format!("step {}: {}, {took} ms", learned.step, outcome(learned.outcome, to));
        let paint = match learned.outcome {
            ActionOutcome::None | ActionOutcome::LeftApp => theme.warning,
            ActionOutcome::Crashed | ActionOutcome::Failed => theme.bad,
            ActionOutcome::Content | ActionOutcome::Moved => theme.text,
        };
        block.painted("  = ", paint, &text);
    }
}

/// What was found in this observation.
fn findings(block: &mut ReasoningBlock<'_>, moment: &SessionMoment) {
    let theme = block.theme;
    for finding in &moment.findings {
        let again = if finding.first { "" } else { " (again)" };
        let text = format!("{}{again}: {}", finding.kind.word(), finding.title);
        block.painted("! ", theme.bad, &text);
    }
}

/// What the tester wrote down.
fn notes(block: &mut ReasoningBlock<'_>, moment: &SessionMoment) {
    let theme = block.theme;
    for note in &moment.notes {
        let (sign, paint) = match note.kind {
            NoteKind::Bug => ("b ", theme.bad),
            NoteKind::Note => ("n ", theme.accent),
        };
        block.painted(sign, paint, &note.text);
    }
}

/// What happens now, at the newest moment.
fn now(block: &mut ReasoningBlock<'_>, moment: &SessionMoment, view: &ViewContext<'_>) {
    let theme = block.theme;
    let key = |command| view.keymap.key(command).unwrap_or_default();
    match &view.session.phase {
        // While a model is asked, the question shows it.
        EnginePhase::Thinking if view.session.asking_now().is_some() => {}
        EnginePhase::Thinking => block.painted("● ", theme.good, "the explorer is thinking …"),
        EnginePhase::Acting => block.painted("● ", theme.good, "performing it …"),
        EnginePhase::Looking => block.painted("● ", theme.good, "observing the result …"),
        EnginePhase::Idle => {
            let text = format!(
                "idle: {} asks for a proposal, {} performs an action of your own",
                key(UiCommand::Step),
                key(UiCommand::DoElse)
            );
            block.muted("‖ ", &text);
        }
        EnginePhase::Ended(_) if moment.proposals.is_empty() => {
            block.muted("■ ", "the session ended here");
        }
        EnginePhase::Waiting | EnginePhase::Opening | EnginePhase::Ended(_) => {}
    }
}
