//! The rows of the Attack pane.

use ratatui::text::{Line, Span};

use crate::protocol::{ComingInput, DemandedField, InputId, InputResult, TriedInput, TypedField};
use crate::session::SessionAttack;
use crate::tui::controls;
use crate::tui::theme::{ThemeColour, ThemeColours};

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowSubject {
    /// A field, from 0.
    Field(usize),
    /// A relation, by its place.
    Relation(usize),
    /// A coming input.
    Coming(InputId),
    /// A generator, by its place.
    Generator(usize),
    /// An input that was sent, by its place.
    Tried(usize),
}

/// How a row is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowTone {
    Heading,
    Plain,
    Muted,
    Good,
    Warning,
    Bad,
}

/// A row.
pub(super) struct AttackRow {
    /// What can be done with it; `None` for a heading or a remark.
    pub(super) subject: Option<RowSubject>,
    /// What it says first.
    head: String,
    /// What follows, muted.
    tail: String,
    tone: RowTone,
    /// Title and text, to be read in full.
    pub(super) reading: Option<(String, String)>,
}

impl AttackRow {
    fn new(subject: Option<RowSubject>, head: String, tail: String, tone: RowTone) -> Self {
        Self { subject, head, tail, tone, reading: None }
    }

    fn heading(words: String) -> Self {
        Self::new(None, words, String::new(), RowTone::Heading)
    }

    fn read_as(self, title: &str, text: String) -> Self {
        Self { reading: Some((title.to_owned(), text)), ..self }
    }

    /// The row in so many columns.
    pub(super) fn line(
        &self,
        columns: usize,
        is_selected: bool,
        theme: &ThemeColours,
    ) -> Line<'static> {
        let indent = if self.tone == RowTone::Heading { "" } else { "  " };
        // A long rule leaves room for what it typed.
        let is_input = matches!(self.subject, Some(RowSubject::Coming(_) | RowSubject::Tried(_)));
        let room = if self.tail.trim().is_empty() || !is_input { columns } else { columns * 3 / 5 };
        let head = controls::cut(&format!("{indent}{}", controls::clean(&self.head)), room);
        let left = columns.saturating_sub(head.chars().count() + 2);
        let tail = if self.tail.is_empty() || left < 4 {
            String::new()
        } else {
            format!("  {}", controls::cut(&controls::clean(&self.tail), left))
        };
        if is_selected {
            return Line::styled(format!("{head}{tail}"), theme.selection());
        }
        let style = match self.tone {
            RowTone::Heading => theme.heading(),
            tone => theme.fg(tone.colour(theme)),
        };
        Line::from(vec![Span::styled(head, style), Span::styled(tail, theme.fg(theme.muted))])
    }
}

impl RowTone {
    const fn of(result: InputResult) -> Self {
        match result {
            InputResult::Crashed => Self::Bad,
            InputResult::Refused => Self::Warning,
            InputResult::Accepted => Self::Good,
            InputResult::NotTyped => Self::Muted,
        }
    }

    const fn colour(self, theme: &ThemeColours) -> ThemeColour {
        match self {
            Self::Heading | Self::Plain => theme.text,
            Self::Muted => theme.muted,
            Self::Good => theme.good,
            Self::Warning => theme.warning,
            Self::Bad => theme.bad,
        }
    }
}

/// All rows of `attack`.
pub(super) fn rows(attack: &SessionAttack) -> Vec<AttackRow> {
    let mut rows = Vec::new();
    if let Some(why) = &attack.ended {
        rows.push(AttackRow::new(None, format!("Ended: {why}"), String::new(), RowTone::Muted));
    }
    for (rule, class) in &attack.classes {
        let words = format!("crashes: {class}");
        rows.push(AttackRow::new(None, words, rule.clone(), RowTone::Bad));
    }
    rows.push(AttackRow::heading("Fields".into()));
    rows.extend(attack.plan.fields.iter().enumerate().map(field));
    let relation = |(at, words): (usize, &String)| {
        let words = format!("between fields: {words}");
        AttackRow::new(Some(RowSubject::Relation(at)), words, String::new(), RowTone::Plain)
    };
    rows.extend(attack.plan.relations.iter().enumerate().map(relation));
    if attack.plan.relations.is_empty() && attack.plan.fields.len() > 1 && attack.ended.is_none() {
        let words = "between fields: nothing known".to_owned();
        let subject = Some(RowSubject::Relation(0));
        rows.push(AttackRow::new(subject, words, "Enter adds a relation".into(), RowTone::Muted));
    }
    if attack.ended.is_none() {
        rows.push(AttackRow::heading("Coming".into()));
        rows.extend(attack.plan.coming.iter().map(|input| coming(input, &attack.plan.fields)));
    }
    rows.push(AttackRow::heading("Sent, the latest first".into()));
    rows.extend(attack.tried.iter().enumerate().rev().map(tried));
    if !attack.generators.is_empty() {
        rows.push(AttackRow::heading("Generators".into()));
        rows.extend((0..attack.generators.len()).map(|at| generator(attack, at)));
    }
    if !attack.plan.rules.is_empty() {
        rows.push(AttackRow::heading("Rules".into()));
        let rule = |tally: &crate::protocol::RuleTally| {
            AttackRow::new(None, tally.rule.clone(), tally.record.clone(), RowTone::Plain)
        };
        rows.extend(attack.plan.rules.iter().map(rule));
    }
    rows
}

fn field((at, field): (usize, &DemandedField)) -> AttackRow {
    let by = if field.corrected { " (yours)" } else { "" };
    let head = format!("{} {}: {}{by}", at + 1, field.name, field.demands);
    let valid = match &field.valid {
        Some(text) => format!("valid {text:?}"),
        None => "a secret".to_owned(),
    };
    AttackRow::new(Some(RowSubject::Field(at)), head, valid, RowTone::Plain)
}

/// A text with the number of its field.
fn typed(field: usize, text: Option<&str>) -> String {
    match text {
        Some(text) => format!("{}={text:?}", field + 1),
        None => format!("{}=(secret)", field + 1),
    }
}

fn coming(input: &ComingInput, fields: &[DemandedField]) -> AttackRow {
    let texts = input.texts.iter().filter(|(field, _)| *field < fields.len());
    let texts: Vec<String> = texts.map(|(field, text)| typed(*field, text.as_deref())).collect();
    let subject = Some(RowSubject::Coming(input.id));
    // The rule first: a long text would leave no room for it.
    let row = AttackRow::new(subject, input.rule.clone(), texts.join(" "), RowTone::Plain);
    row.read_as(&input.rule, texts.join("\n"))
}

fn generator(attack: &SessionAttack, at: usize) -> AttackRow {
    let written = &attack.generators[at];
    let (tail, tone) = match &written.failure {
        Some(failure) => (failure.clone(), RowTone::Warning),
        None => (controls::counted(written.inputs as u64, "input"), RowTone::Plain),
    };
    let row = AttackRow::new(Some(RowSubject::Generator(at)), written.rule.clone(), tail, tone);
    row.read_as(&written.rule, written.source.clone())
}

fn tried((at, tried): (usize, &TriedInput)) -> AttackRow {
    // A valid input changes nothing: all of it is told.
    let shown = |field: &TypedField| field.changed || tried.is_valid();
    let changed = tried.fields.iter().enumerate().filter(|(_, field)| shown(field));
    let text = |(field, it): (usize, &TypedField)| {
        let held = it.held.map(|held| format!(" (held {held} characters)")).unwrap_or_default();
        format!("{}{held}", typed(field, it.text.as_deref()))
    };
    let texts: Vec<String> = changed.map(text).collect();
    let says = tried.says.join(" / ");
    let shorter = if tried.shortening { " (shorter)" } else { "" };
    let head = format!("{} {}{shorter}: {}", tried.attempt, tried.result.word(), tried.rule);
    let tail = [texts.join(" "), says.clone()].join(" ");
    let all = tried
        .fields
        .iter()
        .map(|field| format!("{}: {}", field.name, field.text.as_deref().unwrap_or("(a secret)")));
    let text = format!("{}\n\n{says}", all.collect::<Vec<_>>().join("\n"));
    let row = AttackRow::new(Some(RowSubject::Tried(at)), head, tail, RowTone::of(tried.result));
    row.read_as(&tried.rule, text)
}
