//! What is drawn around the panes: header, borders, timeline, short messages.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};

use crate::protocol::{ActionOutcome, NoteKind, RunMode};
use crate::session::{EnginePhase, MomentGist};
use crate::tui::controls;
use crate::tui::layout::SMALLEST;
use crate::tui::pane::{MessageTone, Pane};
use crate::tui::replay::ReplayPlayer;
use crate::tui::theme::ThemeColours;
use crate::tui::view::ViewContext;

/// What is said on a terminal that is too small for anything.
pub fn too_small(frame: &mut Frame<'_>, room: Rect, theme: &ThemeColours) {
    let (width, height) = SMALLEST;
    let text = format!(
        "Please make the terminal at least {width} by {height}; it is {} by {}.",
        room.width, room.height
    );
    frame.render_widget(Paragraph::new(text).style(theme.base()).wrap(Wrap { trim: true }), room);
}

/// The line at the top: what is tested, how, and how far it is.
pub fn header(frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
    let width = usize::from(area.width);
    let whole = heading(view, true);
    // How far it is matters more than how it was set up.
    let line = if whole.width() <= width { whole } else { heading(view, false) };
    let left = width.saturating_sub(line.width() + 1);
    frame.render_widget(line, area);
    if let Some(counts) = counts(left, view) {
        // A line's style is that of all its area, and the heading has its own.
        let width = u16::try_from(counts.width()).unwrap_or(area.width).min(area.width);
        frame.render_widget(counts, Rect { x: area.right() - width, width, ..area });
    }
}

/// What is tested and what happens, and if `setup` by which explorer and in which mode.
fn heading(view: &ViewContext<'_>, setup: bool) -> Line<'static> {
    let (theme, session) = (view.theme, view.session);
    let mut spans = vec![Span::styled(" Ridealong ", theme.selection())];
    if let Some(worker) = view.worker {
        spans.push(Span::styled(format!(" {worker} ·"), theme.fg(theme.accent)));
    }
    if let Some(started) = &session.facts.started {
        let app = session.facts.app.as_ref().filter(|_| view.surface.is_dialogue());
        let name = app.map_or(&started.target, |app| &app.package);
        spans.push(Span::styled(format!(" {} ", controls::clean(name)), theme.fg(theme.text)));
        let explorer = if setup { format!("· {} ", started.explorer) } else { String::new() };
        spans.push(Span::styled(explorer, theme.fg(theme.muted)));
    }
    let mode = session.facts.mode.as_ref().filter(|_| setup).map_or("", RunMode::word);
    let mode = if mode.is_empty() { "· ".into() } else { format!("· {mode} · ") };
    spans.push(Span::styled(mode, theme.fg(theme.muted)));
    let (sign, paint) = match &session.phase {
        EnginePhase::Waiting => ("▶ ", theme.proposed),
        EnginePhase::Ended(_) => ("■ ", theme.muted),
        EnginePhase::Idle => ("‖ ", theme.muted),
        _ => ("● ", theme.good),
    };
    spans.push(Span::styled(format!("{sign}{} ", doing(view)), theme.fg(paint)));
    if let Some(replay) = view.replay {
        spans.push(Span::styled(recording(replay, view), theme.fg(theme.accent)));
    }
    if !view.live {
        spans.push(Span::styled(
            format!(" PAST: step {} ", view.moment().map_or(0, |moment| moment.observed.step)),
            theme.fg(theme.warning).add_modifier(Modifier::REVERSED),
        ));
    }
    Line::from(spans)
}

/// How the recording is played, and how far it is.
fn recording(replay: &ReplayPlayer, view: &ViewContext<'_>) -> String {
    let sign = if replay.plays() { "▶" } else { "‖" };
    let step = view.moment().map_or(0, |moment| moment.observed.step);
    let all = replay.whole().model.steps();
    format!("{sign} recording {} · {step} of {all} ", replay.speed())
}

/// What the engine does now; while a model is asked, which question, or how long it waits before
/// the next attempt.
fn doing(view: &ViewContext<'_>) -> String {
    let session = view.session;
    let asking = session.asking_now().filter(|_| session.phase == EnginePhase::Thinking);
    let Some(question) = asking else { return session.phase.word().into() };
    let title = controls::clean(&question.title());
    let round = question.rounds.last();
    let streams = round.map(|round| round.asked.exchange) == view.streaming.exchange;
    match round.and_then(|round| round.retried.last()).filter(|_| !streams) {
        Some(retried) => format!("retries in {}: {title}", controls::took(retried.wait_ms)),
        None => format!("asking: {title}"),
    }
}

/// Steps, states, findings and what asking used: as much of it as fits into so many columns.
fn counts(room: usize, view: &ViewContext<'_>) -> Option<Line<'static>> {
    let (theme, session) = (view.theme, view.session);
    let first = session.facts.findings.iter().filter(|finding| finding.first).count() as u64;
    let states = controls::counted(session.model.states().len() as u64, "state");
    let steps = format!("step {} · {states}", session.model.steps());
    let muted = theme.fg(theme.muted);
    let found = if first > 0 { theme.fg(theme.bad) } else { muted };
    let found = Span::styled(format!(" · {}", controls::counted(first, "finding")), found);
    let reported = |decides: String, size: &str| {
        let decides = if decides.is_empty() { decides } else { format!(" · {decides}") };
        let ends = [Span::styled(format!("{decides}{size}"), muted), Span::raw(" ")];
        Line::from_iter([Span::styled(steps.clone(), muted), found.clone()].into_iter().chain(ends))
    };
    let line = |decides: String| reported(decides, "");
    let size = match view.recorded_bytes {
        // What is smaller needs no attention.
        0..1_000_000 => String::new(),
        bytes => format!(" · {:.0} MB", bytes as f64 / 1e6),
    };
    let cost = controls::dollars(session.facts.asked.usage.cost_usd);
    let words = |text: String| Line::styled(format!("{text} "), muted);
    let alone = [words(view.decides(false)), words(cost.clone())];
    let per_step = view.used_per_step();
    let whole = controls::joined([view.decides(true).as_str(), &per_step]);
    // What a step costs says more than the sum; the number of the step stands in the panes as well.
    let without_step = [Span::styled(states, muted), found.clone()].into_iter();
    let ends = [Span::styled(format!(" · {per_step}"), muted), Span::raw(" ")];
    let without_step = Line::from_iter(without_step.chain(ends));
    let forms = [reported(whole.clone(), &size), line(whole)];
    let asked = &session.facts.asked;
    let says_all = !per_step.is_empty() && !asked.paused && !asked.never_answered();
    let with_cost = controls::joined([per_step.as_str(), &cost]);
    let brief = [line(with_cost), without_step].into_iter().filter(|_| says_all);
    let forms = forms.into_iter().chain(brief).chain([
        reported(view.decides(true), &size),
        line(view.decides(true)),
        line(view.decides(false)),
        line(cost),
        line(String::new()),
    ]);
    forms.chain(alone).find(|line| line.width() <= room)
}

/// A pane's border; gives the area inside.
pub fn pane_border(
    frame: &mut Frame<'_>,
    area: Rect,
    pane: &dyn Pane,
    view: &ViewContext<'_>,
) -> Rect {
    let focused = pane.id() == view.focus;
    let style = view.theme.border(focused);
    let number = pane.id().row().key;
    let mark = if focused { "▸" } else { " " };
    let mut title = vec![Span::styled(
        format!("{mark}{number} {} ", pane.id().title(view.surface)),
        view.theme.title(focused),
    )];
    let subtitle = pane.subtitle(view);
    if !subtitle.is_empty() {
        title.push(Span::styled(format!("{subtitle} "), view.theme.fg(view.theme.muted)));
    }
    let block = Block::bordered()
        .border_type(if focused { BorderType::Thick } else { BorderType::Rounded })
        .border_style(style)
        .title(Line::from(title));
    let inside = block.inner(area);
    frame.render_widget(block, area);
    inside
}

/// An empty layer in its border; gives the area inside.
pub fn layer_border(frame: &mut Frame<'_>, area: Rect, title: &str, theme: &ThemeColours) -> Rect {
    let block = Block::bordered()
        .border_type(BorderType::Double)
        .border_style(theme.heading())
        .title(format!(" {title} "));
    let inside = block.inner(area);
    frame.render_widget(Clear, area);
    frame.buffer_mut().set_style(area, theme.base());
    frame.render_widget(block, area);
    inside
}

/// What the signs of the timeline mean, in the order in which one wins over the other.
pub const LEGEND: [(char, &str); 9] = [
    ('!', "a finding"),
    ('b', "a bug you marked"),
    ('n', "a note of yours"),
    ('+', "a state that was new then"),
    ('=', "the action changed nothing"),
    ('x', "the action could not be performed"),
    ('^', "the action left the app"),
    ('·', "anything else"),
    ('_', "underlined: every other function of the app"),
];

/// The sign of a moment, see [`LEGEND`]: what its action did or brought.
fn sign(moment: &MomentGist, theme: &ThemeColours) -> (char, crate::tui::theme::ThemeColour) {
    if moment.found {
        return ('!', theme.bad);
    }
    match moment.noted {
        Some(NoteKind::Bug) => return ('b', theme.bad),
        Some(_) => return ('n', theme.accent),
        None => {}
    }
    if moment.new_state {
        return ('+', theme.untried);
    }
    match moment.learned.map(|(_, _, outcome)| outcome) {
        Some(ActionOutcome::None) => ('=', theme.warning),
        Some(ActionOutcome::Failed) => ('x', theme.bad),
        Some(ActionOutcome::LeftApp) => ('^', theme.warning),
        _ => ('·', theme.muted),
    }
}

/// The first moment that the timeline shows, so that the shown one is on it.
fn first_on_timeline(width: u16, view: &ViewContext<'_>) -> usize {
    let width = usize::from(width.max(1));
    let all = view.whole().moments.len();
    let latest = all.saturating_sub(width);
    latest.min(view.shown.moment.saturating_sub(width / 2))
}

/// The timeline: a sign for each moment, and in the second row what the shown one was.
pub fn timeline(frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
    let theme = view.theme;
    let first = first_on_timeline(area.width, view);
    let moments = &view.whole().moments;
    let shown = first..moments.len().min(first + usize::from(area.width));
    let signs = shown.filter_map(|place| {
        let gist = moments.gist(place)?;
        let (sign, paint) = sign(&gist, theme);
        let mut style =
            if place == view.shown.moment { theme.selection() } else { theme.fg(paint) };
        let function = view.whole().facts.functions.of_step(gist.step);
        if function.is_some_and(|(place, _)| place % 2 == 0) {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        Some(Span::styled(sign.to_string(), style))
    });
    let line = Line::from_iter(signs);
    let row = Rect { height: area.height.min(1), ..area };
    if view.whole().moments.is_empty() {
        frame.render_widget(Line::styled(" no steps yet", theme.fg(theme.muted)), row);
    } else {
        frame.render_widget(line, row);
    }
    if area.height > 1 {
        let row = Rect { y: area.y + 1, height: 1, ..area };
        frame.render_widget(moment_line(view), row);
    }
}

/// The function of the app that the shown moment belongs to, and whether it does what it should.
fn function_of_moment(view: &ViewContext<'_>) -> Option<Span<'static>> {
    let step = view.moment()?.observed.step;
    let (_, function) = view.whole().facts.functions.of_step(step)?;
    let (reported, paint) = match function.sound {
        Some(true) => (": as it should", view.theme.good),
        Some(false) => (": suspected", view.theme.bad),
        None => ("", view.theme.accent),
    };
    let name = controls::clean(&function.name);
    Some(Span::styled(format!(" · {name}{reported}"), view.theme.fg(paint)))
}

/// What the shown moment was, in one line.
fn moment_line(view: &ViewContext<'_>) -> Line<'static> {
    let Some(moment) = view.moment() else { return Line::default() };
    let step = moment.observed.step;
    let time = controls::clock(moment.at_ms);
    let label = view.state().map_or("", |state| state.label.as_str());
    let action = moment.proposals.last().map(|reviewed| {
        let action = reviewed
            .decided
            .as_ref()
            .and_then(|decided| decided.action.as_ref())
            .unwrap_or(&reviewed.proposal.action);
        format!(" · {}: {action}", reviewed.word())
    });
    let text = |text: String| Span::styled(controls::clean(&text), view.theme.fg(view.theme.text));
    // The function before what may be long.
    Line::from_iter(
        std::iter::once(text(format!(" {time} · step {step}")))
            .chain(function_of_moment(view))
            .chain([text(format!(" · {label}{}", action.unwrap_or_default()))]),
    )
}

/// The moment under `at` on the timeline.
pub fn moment_at(area: Rect, at: Position, view: &ViewContext<'_>) -> Option<usize> {
    let place = first_on_timeline(area.width, view) + usize::from(at.x.saturating_sub(area.x));
    (place < view.whole().moments.len()).then_some(place)
}

/// The most rows one short message takes.
pub const TOAST_ROWS: u16 = 6;

/// Columns of a short message.
pub fn toast_width(room: Rect) -> u16 {
    room.width.saturating_sub(4).clamp(10, 60)
}

/// A short message at the upper right; gives the rows it takes.
pub fn toast(
    frame: &mut Frame<'_>,
    room: Rect,
    top: u16,
    tone: MessageTone,
    text: &str,
    theme: &ThemeColours,
) -> u16 {
    let (sign, paint) = match tone {
        MessageTone::Good => ("✓", theme.good),
        MessageTone::Warning => ("!", theme.warning),
        MessageTone::Bad => ("✗", theme.bad),
    };
    let text = controls::clean(&format!("{sign} {text}"));
    let width = toast_width(room);
    let lines = controls::wrapped(&text, usize::from(width) - 4);
    let height = u16::try_from(lines.len()).unwrap_or(1).min(TOAST_ROWS - 2) + 2;
    if top + height > room.height {
        return 0;
    }
    let area = Rect::new(room.right().saturating_sub(width + 1), room.y + top, width, height);
    frame.render_widget(Clear, area);
    let block = Block::bordered().border_type(BorderType::Rounded).border_style(theme.fg(paint));
    let text: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(text).style(theme.base()).block(block), area);
    height
}
