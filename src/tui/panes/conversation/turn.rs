//! The lines of one turn: what was said to the app, who decided that, and what the app answered.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use crate::domain::{Action, DialogueTurn, Recognition};
use crate::protocol::{DecidedBy, NoteKind, Verdict};
use crate::session::{EnginePhase, ReviewedProposal, SessionMoment};
use crate::tui::command::UiCommand;
use crate::tui::controls;
use crate::tui::dialogue::{self, TurnCause};
use crate::tui::theme::ThemeColours;
use crate::tui::view::ViewContext;

/// From so many columns on, the user and the app have their own sides.
const SIDES: usize = 40;
/// The most characters that are shown of what is said in one turn.
const LONGEST: usize = 4_000;

/// The lines being built.
struct TurnLines<'a> {
    lines: Vec<Line<'static>>,
    columns: usize,
    theme: &'a ThemeColours,
}

impl TurnLines<'_> {
    /// The app's side: `text` behind `sign`, as far indented in the lines that follow.
    fn app(&mut self, sign: &str, sign_style: Style, text: &str, style: Style) {
        let indent = sign.width();
        let columns = if self.columns < SIDES { self.columns } else { self.columns * 5 / 6 };
        let room = columns.saturating_sub(indent).max(8);
        for (place, line) in controls::wrapped(&shortened(text), room).into_iter().enumerate() {
            let front = if place == 0 { sign.to_owned() } else { " ".repeat(indent) };
            let spans = vec![Span::styled(front, sign_style), Span::styled(line, style)];
            self.lines.push(Line::from(spans));
        }
    }

    /// The user's side: at the right if there is room for sides, else behind `sign`.
    fn user(&mut self, sign: &str, text: &str, style: Style) {
        if self.columns < SIDES {
            self.app(sign, style, text, style);
            return;
        }
        let margin = sign.width() + 1;
        let room = (self.columns * 5 / 6).saturating_sub(margin);
        let lines = controls::wrapped(&shortened(text), room);
        let widest = lines.iter().map(|line| line.width()).max().unwrap_or(0);
        let indent = self.columns.saturating_sub(widest + margin);
        for (place, line) in lines.into_iter().enumerate() {
            let front = if place == 0 { sign } else { "" };
            let text = format!("{}{front:margin$}{line}", " ".repeat(indent), margin = margin - 1);
            self.lines.push(Line::styled(text, style));
        }
    }

    /// Across the pane: `── text ─────`.
    fn rule(&mut self, text: &str, style: Style) {
        let text = controls::clean(text);
        if text.width() + 4 > self.columns {
            return self.app("── ", style, &text, style);
        }
        let rest = "─".repeat(self.columns.saturating_sub(text.width() + 4));
        self.lines.push(Line::styled(format!("── {text} {rest}"), style));
    }

    fn note(&mut self, text: &str) {
        let muted = self.theme.fg(self.theme.muted);
        self.app("  ", muted, text, muted);
    }
}

/// `text` as it can be shown.
fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(LONGEST) else { return controls::clean(text) };
    let (shown, rest) = text.split_at(end);
    format!("{} … ({} more characters)", controls::clean(shown), rest.chars().count())
}

/// The lines of the turn that the moment at this place is.
pub fn lines(place: usize, columns: usize, view: &ViewContext<'_>) -> Vec<Line<'static>> {
    let Some(moment) = view.session.moments.get(place) else { return Vec::new() };
    let is_shown = place == view.shown.moment;
    let spoken = view.screen().and_then(|screen| screen.dialogue()).filter(|_| is_shown);
    let mut turn = TurnLines { lines: Vec::new(), columns, theme: view.theme };
    cause(&mut turn, place, is_shown, view);
    if let Some(heard) = spoken.and_then(|spoken| spoken.recognition.as_ref()) {
        understood(&mut turn, heard);
    }
    said(&mut turn, moment, is_shown);
    if let Some(spoken) = spoken {
        besides(&mut turn, spoken);
    }
    marks(&mut turn, moment);
    let over =
        spoken.map_or_else(|| dialogue::is_over(view.session, moment), |spoken| !spoken.open);
    if over {
        let text = if is_shown {
            "the session has ended: restart opens it again"
        } else {
            "the session has ended"
        };
        let style = turn.theme.fg(turn.theme.warning);
        turn.rule(text, style);
    }
    if is_shown {
        next(&mut turn, moment, view);
    }
    turn.lines
}

/// What made the app speak.
fn cause(turn: &mut TurnLines<'_>, place: usize, is_shown: bool, view: &ViewContext<'_>) {
    let theme = view.theme;
    let muted = theme.fg(theme.muted);
    let (before, reviewed, action) = match dialogue::cause(view.session, place) {
        TurnCause::Opening => return turn.rule("the session is opened", muted),
        TurnCause::Nothing => return turn.note("(observed again)"),
        TurnCause::Done(before, reviewed, action) => (before, reviewed, action),
    };
    let step = reviewed.decided.as_ref().and_then(|decided| decided.step).unwrap_or_default();
    let decision = decided(reviewed);
    match action {
        Action::Say { words } => {
            turn.user(&format!("{step} "), &decision, muted);
            let style = theme.fg(theme.typing).add_modifier(Modifier::BOLD);
            turn.user("◇ ", words, style);
        }
        Action::Restart => turn.rule(&format!("{step} opened again · {decision}"), muted),
        other => {
            turn.user(&format!("{step} "), &decision, muted);
            turn.user("◇ ", &format!("({other})"), muted);
        }
    }
    let Some(performed) = &before.performed else { return };
    if let Some(failed) = &performed.failed {
        turn.user("x ", &format!("failed: {failed}"), theme.fg(theme.bad));
    }
    for warning in performed.warnings.iter().filter(|_| is_shown) {
        turn.user("! ", warning, theme.fg(theme.warning));
    }
}

/// Who said it, and by which decision.
fn decided(reviewed: &ReviewedProposal) -> String {
    let explorer = &reviewed.proposal.explorer;
    let Some(decided) = &reviewed.decided else { return explorer.clone() };
    match (&decided.decision.verdict, decided.decision.by) {
        _ if explorer == "tester" => "↷ you".into(),
        (Verdict::Override { .. }, by) => {
            let who = if by == DecidedBy::Tester { "you" } else { "automatic" };
            let instead = match dialogue::words(&reviewed.proposal.action) {
                Some(words) => format!("“{}”", controls::cut(&controls::clean(words), 24)),
                None => controls::clean(&reviewed.proposal.action.to_string()),
            };
            format!("↷ {who}, instead of {instead}")
        }
        (_, DecidedBy::Tester) => format!("✓ {explorer}, approved by you"),
        (_, DecidedBy::Policy) => format!("✓ {explorer}, auto"),
    }
}

/// How the shown turn's words were understood.
fn understood(turn: &mut TurnLines<'_>, heard: &Recognition) {
    let mut parts = Vec::new();
    if !heard.intent.is_empty() {
        parts.push(format!("understood as {}", heard.intent));
    }
    parts.extend(heard.slots.iter().map(|(name, value)| format!("{name} = {value:?}")));
    parts.extend(heard.runner_up.iter().map(|other| format!("or {other}")));
    if !parts.is_empty() {
        let style = turn.theme.fg(turn.theme.muted);
        turn.user("≈ ", &parts.join(" · "), style);
    }
}

/// What the app said.
fn said(turn: &mut TurnLines<'_>, moment: &SessionMoment, is_shown: bool) {
    let theme = turn.theme;
    let sign = if is_shown { "▸ " } else { "◆ " };
    let style = if is_shown { theme.heading() } else { theme.fg(theme.accent) };
    match moment.observed.said.as_deref().filter(|text| !text.trim().is_empty()) {
        Some(text) => turn.app(sign, style, text, theme.fg(theme.text)),
        None => turn.app(sign, style, "(no output)", theme.fg(theme.muted)),
    }
}

/// What came with the shown turn.
fn besides(turn: &mut TurnLines<'_>, spoken: &DialogueTurn) {
    if let Some(elicits) = &spoken.elicits {
        turn.note(&format!("asks for the slot {elicits}"));
    }
    if let Some(reprompt) = &spoken.reprompt {
        turn.note(&format!("reprompt: {reprompt}"));
    }
    if let Some(card) = &spoken.card {
        turn.note(&format!("card: {card}"));
    }
}

/// What is wrong with the turn, and what the tester wrote down.
fn marks(turn: &mut TurnLines<'_>, moment: &SessionMoment) {
    let theme = turn.theme;
    for finding in &moment.findings {
        let again = if finding.first { "" } else { " (again)" };
        let text = format!("{}{again}: {}", finding.kind.word(), finding.title);
        let style = theme.fg(theme.bad);
        turn.app("! ", style.add_modifier(Modifier::BOLD), &text, style);
    }
    for note in &moment.notes {
        let (sign, paint) = match note.kind {
            NoteKind::Bug => ("b ", theme.bad),
            NoteKind::Note => ("n ", theme.accent),
        };
        turn.app(sign, theme.fg(paint), &note.text, theme.fg(paint));
    }
}

/// What is proposed next, or what happens now.
fn next(turn: &mut TurnLines<'_>, moment: &SessionMoment, view: &ViewContext<'_>) {
    let theme = turn.theme;
    let is_latest = view.shown.moment + 1 == view.session.moments.len();
    if let Some(reviewed) = moment.proposals.last().filter(|_| !is_latest || waits(view)) {
        let explorer = &reviewed.proposal.explorer;
        let action = reviewed.decided.as_ref().and_then(|decided| decided.action.as_ref());
        let text = match action {
            None => format!("{explorer} would {}", does(&reviewed.proposal.action)),
            Some(action) => {
                format!("next: {} ({})", does(action), reviewed.word())
            }
        };
        let style = if waits(view) && is_latest { theme.proposed } else { theme.muted };
        turn.user("▶ ", &text, theme.fg(style).add_modifier(Modifier::ITALIC));
        if let Some(guard) = reviewed.guards.last() {
            let text = format!("held by guard {:?}: {}", guard.rule, guard.why);
            turn.user("! ", &text, theme.fg(theme.warning));
        }
        return;
    }
    let key = |command| view.keymap.key(command).unwrap_or_default();
    let (sign, text) = match &view.session.phase {
        _ if !is_latest => return,
        EnginePhase::Thinking => ("● ", "the explorer is thinking …".to_owned()),
        EnginePhase::Acting => ("● ", "saying it …".to_owned()),
        EnginePhase::Looking => ("● ", "listening …".to_owned()),
        EnginePhase::Idle => (
            "‖ ",
            format!(
                "{} asks for a proposal, {} says something",
                key(UiCommand::Step),
                key(UiCommand::Say)
            ),
        ),
        EnginePhase::Waiting | EnginePhase::Opening | EnginePhase::Ended(_) => return,
    };
    turn.user(sign, &text, theme.fg(theme.muted));
}

fn waits(view: &ViewContext<'_>) -> bool {
    view.session.waiting().is_some()
}

/// `action` as what somebody would do.
fn does(action: &Action) -> String {
    match action {
        Action::Say { words } => format!("say: “{words}”"),
        Action::Restart => "open it again".into(),
        other => other.to_string(),
    }
}
