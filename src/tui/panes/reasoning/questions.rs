//! What was asked before a proposal: question by question, with replies, checks and feedback.

use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use super::rows::ReasoningBlock;
use crate::protocol::{
    ActionsAdded, ExchangeId, PromptForm, ReplyChecked, RulesAnswered, StatesMerged,
};
use crate::session::SessionMoment;
use crate::session::{ExplorerThought, ModelExchange, ModelQuestion, QuestionStatus, ThoughtKind};
use crate::tui::controls;
use crate::tui::controls::reading::indented;
use crate::tui::theme::{ThemeColour, ThemeColours};
use crate::tui::view::ViewContext;

/// The most lines of one thought, of a complaint, and of a reply while it streams.
const LINES: usize = 4;
/// The most thoughts of one reply.
const THOUGHTS: usize = 12;
/// The latest failed attempts that are shown.
const RETRIES: usize = 3;
/// The most new inputs that are named.
const INPUTS: usize = 6;

/// How thoughts are shown.
#[derive(Clone, Copy)]
pub(super) struct ThoughtStyle {
    /// One line a question.
    pub folded: bool,
    /// The question that is selected.
    pub selected: Option<ExchangeId>,
    /// True if a reply may still come.
    pub open: bool,
}

/// The thoughts that led to the proposal at this place among those of `moment`.
pub(super) fn thoughts(
    block: &mut ReasoningBlock<'_>,
    moment: &SessionMoment,
    before: usize,
    manner: ThoughtStyle,
    view: &ViewContext<'_>,
) {
    let mine = || moment.thoughts.iter().filter(|thought| thought.before == before);
    let asked_now = |thought: &ExplorerThought| matches!(&thought.what, ThoughtKind::Question(question) if question.status() == QuestionStatus::Open);
    // While a question is asked it is what the tester follows: earlier ones are muted.
    let busy = manner.open && mine().any(asked_now);
    for thought in mine() {
        let folded = manner.folded || (busy && !asked_now(thought));
        match &thought.what {
            ThoughtKind::Question(question) => {
                block.about = question.exchange();
                whole(block, question, ThoughtStyle { folded, ..manner }, view);
                block.about = None;
            }
            ThoughtKind::Merged(merged) => self::merged(block, merged, view),
            ThoughtKind::Abstraction(changed) => {
                let style = block.theme.fg(block.theme.muted);
                block.add_most(2, "  ⇒ ", style, &changed.what, style);
            }
            ThoughtKind::Goal(words) => {
                let style = block.theme.fg(block.theme.muted);
                block.add_most(2, "  ◎ ", style, words, style);
            }
            ThoughtKind::Added(offered) => self::offered(block, offered, folded),
        }
    }
}

fn whole(
    block: &mut ReasoningBlock<'_>,
    question: &ModelQuestion,
    manner: ThoughtStyle,
    view: &ViewContext<'_>,
) {
    let first = block.rows.len();
    if manner.folded && !(manner.open && question.status() == QuestionStatus::Open) {
        one_line(block, question);
    } else {
        heading(block, question);
        for round in &question.rounds {
            self::round(block, round, manner, view);
        }
        if let Some(ruled) = &question.ruled {
            self::ruled(block, ruled);
        }
    }
    if let Some(row) = block.rows.get_mut(first) {
        row.heads = true;
        if manner.selected.is_some() && manner.selected == row.about {
            let line = std::mem::take(&mut row.line);
            let spans = line.spans.into_iter().map(|span| span.style(block.theme.selection()));
            row.line = Line::from_iter(spans);
        }
    }
}

/// The sign of a question's status.
fn sign(standing: QuestionStatus, theme: &ThemeColours) -> (&'static str, ThemeColour) {
    match standing {
        QuestionStatus::Open => ("… ", theme.proposed),
        QuestionStatus::Accepted => ("✓ ", theme.good),
        QuestionStatus::Refused => ("✗ ", theme.bad),
        QuestionStatus::Unanswered => ("! ", theme.warning),
        QuestionStatus::GivenUp => ("■ ", theme.muted),
        QuestionStatus::Ruled => ("⌂ ", theme.muted),
    }
}

/// A question in one line: its status, what it asks, its result.
fn one_line(block: &mut ReasoningBlock<'_>, question: &ModelQuestion) {
    let theme = block.theme;
    let (mark, paint) = sign(question.status(), theme);
    let title = question.title();
    let by = if question.ruled.is_some() && !question.rounds.is_empty() { "rules: " } else { "" };
    let answer = controls::clean(question.answer());
    let room = block.columns.saturating_sub(2);
    let title = controls::cut(&controls::clean(&title), room);
    let left = room.saturating_sub(title.width() + 1);
    let mut spans =
        vec![Span::styled(mark, theme.fg(paint)), Span::styled(title, theme.fg(theme.accent))];
    if left > 4 && !answer.is_empty() {
        let answer = controls::cut(&format!("{by}{answer}"), left);
        spans.push(Span::styled(format!(" {answer}"), theme.fg(theme.text)));
    }
    block.push(Line::from(spans));
}

/// `◆ What next?  llama3 · 2.3 s · 853 tokens`, in two lines if one is too narrow.
fn heading(block: &mut ReasoningBlock<'_>, question: &ModelQuestion) {
    let theme = block.theme;
    let title = controls::clean(&question.title());
    let message = facts(question);
    let style = theme.fg(theme.accent).add_modifier(Modifier::BOLD);
    let muted = theme.fg(theme.muted);
    if message.is_empty() || 2 + title.width() + 2 + message.width() <= block.columns {
        block.push(Line::from(vec![
            Span::styled("◆ ", style),
            Span::styled(title, style),
            Span::styled(
                if message.is_empty() { String::new() } else { format!("  {message}") },
                muted,
            ),
        ]));
    } else {
        block.add("◆ ", style, &title, style);
        block.add("  ", muted, &message, muted);
    }
}

/// The model, and what all rounds took.
fn facts(question: &ModelQuestion) -> String {
    let Some(first) = question.rounds.first() else { return String::new() };
    let answered = question.rounds.iter().any(|round| round.answered.is_some());
    let took = if answered { controls::took(question.took_ms()) } else { String::new() };
    let usage = if answered { used(question) } else { String::new() };
    controls::clean(&controls::joined([first.asked.model.as_str(), &took, &usage]))
}

fn used(question: &ModelQuestion) -> String {
    let usage = question.usage();
    let about = if usage.estimated { "~" } else { "" };
    let tokens = usage.input_tokens.saturating_add(usage.output_tokens);
    let tokens = format!("{about}{}", controls::counted(tokens, "token"));
    controls::joined([tokens.as_str(), &controls::dollars(usage.cost_usd)])
}

fn round(
    block: &mut ReasoningBlock<'_>,
    round: &ModelExchange,
    manner: ThoughtStyle,
    view: &ViewContext<'_>,
) {
    let theme = block.theme;
    if round.asked.form == PromptForm::Feedback {
        let took = round.answered.as_ref().map(|answered| controls::took(answered.took_ms));
        let took = took.map_or(String::new(), |took| format!(" ({took})"));
        let message = format!("feedback round: the complaint goes back to the model{took}");
        block.painted("  ↻ ", theme.accent, &message);
    }
    let skipped = round.retried.len().saturating_sub(RETRIES);
    if skipped > 0 {
        let times = if skipped == 1 { "once".into() } else { format!("{skipped} times") };
        block.painted("  ! ", theme.warning, &format!("it had failed {times} before"));
    }
    for retried in round.retried.iter().skip(skipped) {
        let wait = controls::took(retried.wait_ms);
        let style = theme.fg(theme.warning);
        let message = format!("{}; asked again after {wait}", retried.why);
        block.add_most(LINES, "  ! ", style, &message, style);
    }
    match round.status() {
        QuestionStatus::Open if manner.open => streaming(block, round, view),
        QuestionStatus::Open => block.muted("  ■ ", "no reply was recorded"),
        QuestionStatus::GivenUp => {
            block.muted("  ■ ", "cancelled by you before the reply came");
        }
        QuestionStatus::Unanswered => unanswered(block, round),
        QuestionStatus::Accepted | QuestionStatus::Refused | QuestionStatus::Ruled => {}
    }
    if round.answered.as_ref().is_some_and(|answered| answered.cut) {
        block.painted("  ! ", theme.warning, "the reply was cut off at the limit of tokens");
    }
    if let Some(checked) = &round.checked {
        thoughts_of(block, checked);
        check(block, checked);
    }
}

/// The reply that is awaited: its last lines so far.
fn streaming(block: &mut ReasoningBlock<'_>, round: &ModelExchange, view: &ViewContext<'_>) {
    let theme = block.theme;
    let coming = Some(round.asked.exchange) == view.streaming.exchange;
    let words = if coming { view.streaming.words.trim_end() } else { "" };
    if round.answered.is_some() {
        return block.muted("  … ", "the reply is being checked");
    }
    if words.is_empty() {
        let message = match round.retried.last() {
            Some(retried) => format!("retries in {}", controls::took(retried.wait_ms)),
            None => "waiting for the first word".into(),
        };
        return block.muted("  … ", &message);
    }
    let room = block.columns.saturating_sub(4).max(8);
    let tail = words.char_indices().rev().nth(room * LINES * 2);
    let tail = tail.and_then(|(start, _)| words.get(start..)).unwrap_or(words);
    let lines: Vec<String> = tail.split('\n').flat_map(|line| indented(line, room)).collect();
    let skipped = lines.len().saturating_sub(LINES);
    let last = lines.len().saturating_sub(1);
    for (place, line) in lines.into_iter().enumerate().skip(skipped) {
        let cursor = if place == last { "▌" } else { "" };
        block.push(Line::from(vec![
            Span::styled("  ┊ ", theme.fg(theme.proposed)),
            Span::styled(line, theme.fg(theme.text)),
            Span::styled(cursor, theme.fg(theme.proposed)),
        ]));
    }
}

fn unanswered(block: &mut ReasoningBlock<'_>, round: &ModelExchange) {
    let Some(unanswered) = &round.unanswered else { return };
    let style = block.theme.fg(block.theme.warning);
    block.add_most(LINES, "  ! ", style, &format!("no reply: {}", unanswered.why), style);
    if let Some(hint) = &unanswered.hint {
        let style = block.theme.fg(block.theme.muted);
        block.add_most(LINES, "    ", style, hint, style);
    }
}

/// What the reply gives as its thoughts: name and text.
fn thoughts_of(block: &mut ReasoningBlock<'_>, checked: &ReplyChecked) {
    let theme = block.theme;
    for (name, text) in checked.thoughts.iter().take(THOUGHTS) {
        let style = theme.fg(theme.text);
        let name = format!("{}:", controls::clean(name));
        let message = format!("{name} {text}").replace('\n', " ");
        let first = block.rows.len();
        block.add_most(LINES, "    ", style, &message, style);
        // The name is emphasised if it was not broken over lines.
        let span = block.rows.get_mut(first).and_then(|row| row.line.spans.pop());
        if let (Some(span), Some(row)) = (span, block.rows.get_mut(first)) {
            match span.content.strip_prefix(&name) {
                Some(rest) => {
                    let rest = Span::styled(rest.to_owned(), style);
                    row.line.spans.extend([Span::styled(name, theme.fg(theme.muted)), rest]);
                }
                None => row.line.spans.push(span),
            }
        }
    }
    let more = checked.thoughts.len().saturating_sub(THOUGHTS);
    if more > 0 {
        block.muted("    ", &format!("and {more} more"));
    }
}

fn check(block: &mut ReasoningBlock<'_>, checked: &ReplyChecked) {
    let theme = block.theme;
    match &checked.complaint {
        None => {
            let good = theme.fg(theme.good);
            let message = if checked.answer.is_empty() {
                "accepted".to_owned()
            } else {
                format!("accepted: {}", checked.answer)
            };
            block.add_most(LINES, "  ✓ ", good, &message, theme.fg(theme.text));
        }
        Some(complaint) => {
            let bad = theme.fg(theme.bad);
            let message = format!("{}: {}", complaint.check, complaint.says).replace('\n', " ");
            block.add_most(LINES, "  ✗ ", bad, &message, bad);
        }
    }
}

fn ruled(block: &mut ReasoningBlock<'_>, ruled: &RulesAnswered) {
    let theme = block.theme;
    let paint = if ruled.why.is_fallback() { theme.warning } else { theme.muted };
    let message = format!("The rules answered: {} ({})", ruled.answer, ruled.why.words());
    block.add_most(LINES, "  ⌂ ", theme.fg(paint), &message, theme.fg(theme.text));
}

fn merged(block: &mut ReasoningBlock<'_>, merged: &StatesMerged, view: &ViewContext<'_>) {
    if merged.state == merged.into {
        return;
    }
    let label = |id| view.session.model.state(id).map_or("", |state| state.label.as_str());
    let message = format!("{} means the same as {}", label(merged.state), label(merged.into));
    let style = block.theme.fg(block.theme.muted);
    block.add_most(2, "  ⇒ ", style, &message, style);
}

fn offered(block: &mut ReasoningBlock<'_>, offered: &ActionsAdded, folded: bool) {
    let style = block.theme.fg(block.theme.untried);
    let count = offered.actions.len();
    if count == 0 {
        return;
    }
    let mut names: Vec<String> =
        offered.actions.iter().take(INPUTS).map(|candidate| candidate.action.to_string()).collect();
    if count > INPUTS {
        names.push(format!("and {} more", count - INPUTS));
    }
    let inputs = controls::counted(count as u64, "new input");
    let most = if folded { 1 } else { 2 };
    block.add_most(most, "  + ", style, &format!("{inputs}: {}", names.join(", ")), style);
}
