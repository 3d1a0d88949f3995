//! Old and new, side by side or one below the other, what differs marked.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use crate::protocol::PromptForm;
use crate::session::{ModelExchange, ModelQuestion, QuestionStatus};
use crate::tui::controls;
use crate::tui::controls::reading::indented;
use crate::tui::controls::scroll::ScrollOffset;
use crate::tui::exchange_texts::{TextLookup, TextSource};
use crate::tui::overlays::exchange::used;
use crate::tui::theme::{ThemeColour, ThemeColours};
use crate::tui::view::ViewContext;

/// What is compared.
pub struct ComparedSides<'a> {
    /// What was asked in the run.
    pub old: &'a ModelQuestion,
    /// The attempt; `None` if it was not begun yet.
    pub new: Option<&'a ModelQuestion>,
    /// Why it will not begin.
    pub missing: Option<&'a str>,
    /// Attempts there are.
    pub count: usize,
}

/// Something that is compared between both sides in a word or a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedFact {
    /// What it is.
    pub name: &'static str,
    /// What it is here.
    pub value: String,
    /// True if it is part of the verdict, so that a difference matters.
    pub verdict: bool,
}

/// How `question` ended and what it took.
pub fn facts(question: &ModelQuestion) -> Vec<ComparedFact> {
    let fact = |name, value: String, verdict| ComparedFact { name, value, verdict };
    let last = question.rounds.last();
    let verdict = match question.status() {
        QuestionStatus::Open => "… the reply is awaited".into(),
        QuestionStatus::Accepted => "✓ accepted".into(),
        QuestionStatus::Refused => last
            .and_then(ModelExchange::complaint)
            .map_or_else(|| "✗ refused".into(), |complaint| format!("✗ {}", complaint.check)),
        QuestionStatus::Unanswered => "! no reply came".into(),
        QuestionStatus::GivenUp => "■ given up".into(),
        QuestionStatus::Ruled => "⌂ no model was asked".into(),
    };
    let read = question.rounds.iter().rev().find_map(|round| round.checked.as_ref());
    let answer = read.map_or("", |checked| checked.answer.as_str());
    let answered = question.rounds.iter().any(|round| round.answered.is_some());
    let answer = match answer {
        "" if read.is_some() => "nothing could be read",
        "" => "–",
        answer => answer,
    };
    let known = |value: String| if answered { value } else { "–".to_owned() };
    let ruled = question.ruled.as_ref().map_or("–", |ruled| ruled.answer.as_str());
    let feedback = question.feedback_rounds();
    let rounds = controls::counted(question.rounds.len() as u64, "round");
    let rounds =
        if feedback == 0 { rounds } else { format!("{rounds}, {feedback} of them feedback") };
    let prompt = question.rounds.first().map_or(String::new(), |round| {
        format!("{}, {}", round.asked.template, round.asked.form.word())
    });
    vec![
        fact("verdict", verdict, true),
        fact("answer", answer.into(), true),
        fact("rounds", rounds, true),
        fact("rules", ruled.into(), false),
        fact("used", known(used(&question.usage())), false),
        fact("time", known(controls::took(question.took_ms())), false),
        fact("prompt", prompt, false),
    ]
}

/// The same in fewer lines: what is no verdict stands in one.
fn short(facts: Vec<ComparedFact>) -> Vec<ComparedFact> {
    let (mut verdicts, others): (Vec<ComparedFact>, Vec<ComparedFact>) =
        facts.into_iter().partition(|fact| fact.verdict);
    let others = others.iter().filter(|fact| fact.value != "–").map(|fact| match fact.name {
        "rules" => format!("the rules said {}", fact.value),
        _ => fact.value.clone(),
    });
    let others = others.collect::<Vec<_>>().join(" · ");
    verdicts.push(ComparedFact { name: "also", value: others, verdict: false });
    verdicts
}

/// True for each fact of `one` whose verdict is another one in `other`.
pub fn differing(one: &[ComparedFact], other: &[ComparedFact]) -> Vec<bool> {
    one.iter().zip(other).map(|(one, other)| one.verdict && one.value != other.value).collect()
}

/// Side by side: the facts row by row, then all rounds in two columns.
pub fn beside(
    frame: &mut Frame<'_>,
    area: Rect,
    sides: &ComparedSides<'_>,
    place: usize,
    scroll: &mut ScrollOffset,
    view: &ViewContext<'_>,
) {
    let [left, gap, right] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(3), Constraint::Fill(1)])
            .areas(area);
    let (old, new) = both(sides, usize::from(left.width), usize::from(right.width), true, view);
    let rows = area.height.saturating_sub(1);
    column(frame, left, &old_title(sides), None, view);
    column(frame, right, &new_title(sides, place), Some(()), view);
    scroll.fit(old.len().max(new.len()), rows);
    for (lines, side) in [(old, left), (new, right)] {
        paint(frame, side, lines, scroll.top);
    }
    let theme = view.theme;
    for y in gap.y..gap.bottom() {
        let row = Rect { y, height: 1, ..gap };
        frame.render_widget(Line::styled(" │ ", theme.fg(theme.border)), row);
    }
}

/// One below the other, each in its half.
pub fn below(
    frame: &mut Frame<'_>,
    area: Rect,
    sides: &ComparedSides<'_>,
    place: usize,
    scroll: &mut ScrollOffset,
    view: &ViewContext<'_>,
) {
    let [above, under] =
        Layout::vertical([Constraint::Percentage(50), Constraint::Fill(1)]).areas(area);
    let columns = usize::from(area.width);
    let (old, new) = both(sides, columns, columns, false, view);
    column(frame, above, &old_title(sides), None, view);
    column(frame, under, &new_title(sides, place), Some(()), view);
    let rows = under.height.max(above.height).saturating_sub(1);
    scroll.fit(old.len().max(new.len()), rows);
    paint(frame, above, old, scroll.top);
    paint(frame, under, new, scroll.top);
}

fn old_title(sides: &ComparedSides<'_>) -> String {
    let exchange = sides.old.exchange().map_or(String::new(), |exchange| exchange.to_string());
    let model = sides.old.rounds.first().map_or("", |round| round.asked.model.as_str());
    controls::clean(&controls::joined([format!("In the run {exchange}").as_str(), model]))
}

fn new_title(sides: &ComparedSides<'_>, place: usize) -> String {
    let exchange = sides.new.and_then(ModelQuestion::exchange);
    let exchange = exchange.map_or(String::new(), |exchange| format!(" {exchange}"));
    format!("Attempt {} of {}{exchange}", place + 1, sides.count.max(place + 1))
}

/// The title over a column, the newer one in the accent colour.
fn column(frame: &mut Frame<'_>, area: Rect, title: &str, new: Option<()>, view: &ViewContext<'_>) {
    let theme = view.theme;
    let paint = if new.is_some() { theme.accent } else { theme.text };
    let style = theme.fg(paint).add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
    let row = Rect { height: area.height.min(1), ..area };
    let title = controls::cut(title, usize::from(area.width));
    let rest = usize::from(area.width).saturating_sub(title.width());
    frame.render_widget(Line::styled(format!("{title}{}", " ".repeat(rest)), style), row);
}

fn paint(frame: &mut Frame<'_>, area: Rect, lines: Vec<Line<'static>>, top: usize) {
    let rows = (area.y + 1).min(area.bottom())..area.bottom();
    for (line, y) in lines.into_iter().skip(top).zip(rows) {
        frame.render_widget(line, Rect { y, height: 1, ..area });
    }
}

/// The lines of both sides; the facts of equal height if they are `aligned`.
fn both(
    sides: &ComparedSides<'_>,
    left: usize,
    right: usize,
    aligned: bool,
    view: &ViewContext<'_>,
) -> (Vec<Line<'static>>, Vec<Line<'static>>) {
    let theme = view.theme;
    let facts = |question| if aligned { facts(question) } else { short(facts(question)) };
    let old_facts = facts(sides.old);
    let Some(new) = sides.new else {
        let message = match sides.missing {
            Some(why) => format!("It could not be asked. {why}"),
            None => "It is being sent …".into(),
        };
        let paint = if sides.missing.is_some() { theme.warning } else { theme.muted };
        let message = controls::wrapped(&controls::clean(&message), right);
        let message = message.into_iter().map(|line| Line::styled(line, theme.fg(paint))).collect();
        let mut old: Vec<_> =
            old_facts.iter().flat_map(|fact| cell(fact, false, left, theme)).collect();
        old.extend(rounds(sides.old, left, view));
        return (old, message);
    };
    let new_facts = facts(new);
    let differ = differing(&old_facts, &new_facts);
    // Nothing differs while the reply is still to come.
    let settled = new.status() != QuestionStatus::Open;
    let (mut old_lines, mut new_lines) = (Vec::new(), Vec::new());
    for ((old, new), differ) in old_facts.iter().zip(&new_facts).zip(differ) {
        let mut one = cell(old, differ && settled, left, theme);
        let mut other = cell(new, differ && settled, right, theme);
        if aligned {
            let rows = one.len().max(other.len());
            one.resize(rows, Line::default());
            other.resize(rows, Line::default());
        }
        old_lines.append(&mut one);
        new_lines.append(&mut other);
    }
    old_lines.extend(rounds(sides.old, left, view));
    new_lines.extend(rounds(new, right, view));
    (old_lines, new_lines)
}

/// A fact in at most three lines, marked if it differs.
fn cell(
    fact: &ComparedFact,
    differs: bool,
    columns: usize,
    theme: &ThemeColours,
) -> Vec<Line<'static>> {
    let mark = if differs { "≠ " } else { "  " };
    let front = format!("{mark}{:<8}", fact.name);
    let indent = front.width();
    let paint = match fact.value.chars().next() {
        Some('✓') if fact.verdict => theme.good,
        Some('✗') if fact.verdict => theme.bad,
        Some('!') if fact.verdict => theme.warning,
        _ => theme.text,
    };
    let mut style = theme.fg(paint);
    if differs {
        style = style.add_modifier(Modifier::BOLD);
    }
    let lines =
        controls::wrapped(&controls::clean(&fact.value), columns.saturating_sub(indent).max(8));
    let front_style = if differs { theme.fg(theme.warning) } else { theme.fg(theme.muted) };
    let lines = lines.into_iter().take(3).enumerate().map(|(place, line)| {
        let front = if place == 0 { front.clone() } else { " ".repeat(indent) };
        Line::from(vec![Span::styled(front, front_style), Span::styled(line, style)])
    });
    lines.collect()
}

/// All rounds of a question: what was replied, and what was said about it.
fn rounds(question: &ModelQuestion, columns: usize, view: &ViewContext<'_>) -> Vec<Line<'static>> {
    let theme = view.theme;
    let mut lines = Vec::new();
    for round in &question.rounds {
        lines.push(Line::default());
        let name = match round.asked.form {
            PromptForm::Feedback => format!("── after feedback, {}", round.asked.exchange),
            _ => format!("── reply to {}", round.asked.exchange),
        };
        let took = round.answered.as_ref().map(|answered| controls::took(answered.took_ms));
        let name = controls::joined([name.as_str(), took.as_deref().unwrap_or_default()]);
        lines.push(Line::styled(controls::cut(&name, columns), theme.fg(theme.accent)));
        let mut add = |text: &str, style: Style| {
            let rows = text.split('\n').flat_map(|line| indented(line, columns));
            lines.extend(rows.map(|row| Line::styled(row, style)));
        };
        add(&reply(round, view), theme.fg(theme.text));
        let (message, paint) = verdict(round, theme);
        if !message.is_empty() {
            add(&message, theme.fg(paint));
        }
    }
    lines
}

/// What came back, as far as it is known.
fn reply(round: &ModelExchange, view: &ViewContext<'_>) -> String {
    if let Some(answered) = &round.answered {
        return match view.texts.text(&TextSource::Words(answered.reply.clone())) {
            TextLookup::There(text) => {
                text.passages.iter().map(|part| part.words.as_str()).collect()
            }
            TextLookup::Coming => "Reading it …".into(),
            TextLookup::Missing => "The reply's file is missing or damaged.".into(),
        };
    }
    if view.streaming.exchange == Some(round.asked.exchange) {
        return format!("{}▌", view.streaming.words);
    }
    match (&round.unanswered, round.retried.last()) {
        (None, Some(retried)) => {
            format!("{}; asked again after {}", retried.why, controls::took(retried.wait_ms))
        }
        (None, None) => "waiting for the first word …".into(),
        (Some(_), _) => String::new(),
    }
}

fn verdict(round: &ModelExchange, theme: &ThemeColours) -> (String, ThemeColour) {
    if let Some(unanswered) = &round.unanswered {
        return (format!("! no reply: {}", unanswered.why), theme.warning);
    }
    match round.checked.as_ref().map(|checked| &checked.complaint) {
        None => (String::new(), theme.text),
        Some(None) => ("✓ accepted".into(), theme.good),
        Some(Some(complaint)) => (format!("✗ {}: {}", complaint.check, complaint.says), theme.bad),
    }
}
