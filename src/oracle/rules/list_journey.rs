//! From a list through what opens from it and back: what was added, changed or deleted on the way.
//!
//! Source: the data manipulations of PBFDroid (Sun et al., ASE 2023: property-based fuzzing of create,
//! read, update, delete and search), with the app's own list as the oracle.

mod added;
mod deleted;
mod edited;

pub(super) use added::AddedNotListed;
pub(super) use deleted::DeletedStays;
pub(super) use edited::EditChangesOthers;

use super::RuleTurn;
use super::rule_turn::page_key;
use crate::domain::labels::{self, LabelMeaning};
use crate::domain::{Action, InputText, Screen, Widget, WidgetRole, WidgetTarget};
use crate::oracle::reading::{ListReading, lists};

/// A journey that takes more steps was about something else.
const LONGEST: usize = 14;

/// What the journey began with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum JourneyStart {
    /// Something that adds an entry was tapped.
    Add,
    /// A row with these words.
    Row(String),
    /// Something that deletes, in the row with these words if it was in one.
    Delete(Option<String>),
    /// Anything else.
    Other,
}

/// A list as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListSnapshot {
    /// Its id.
    pub id: String,
    /// The words of its rows.
    pub rows: Vec<String>,
    /// The names of its rows.
    pub names: Vec<String>,
}

/// What a field held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EnteredText {
    /// The words that say what it is for, in lower case.
    pub name: String,
    /// What was in it.
    pub text: String,
}

/// A journey that came back to its list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListJourney {
    /// The page of the list.
    pub page: String,
    /// What it began with.
    pub start: JourneyStart,
    /// The step it began with.
    pub step: u64,
    /// True if only a part of the entries is listed, as some choice beside the list says.
    pub filtered: bool,
    /// The list before.
    pub before: ListSnapshot,
    /// The list now.
    pub after: ListSnapshot,
    /// What was typed on the way.
    pub typed: Vec<String>,
    /// What the fields held when the form was sent.
    pub entered: Vec<EnteredText>,
    /// The last thing that was tapped on the way that sends a form or confirms, with its step.
    pub sent: Option<(String, u64)>,
    /// True if that was the last action.
    pub sent_now: bool,
    /// The row that was on the page that deleted, if it is known.
    pub deleted: Option<(Option<String>, u64)>,
    /// True if the last action cancelled or went back.
    pub left: bool,
}

/// A journey that has not come back yet.
#[derive(Debug)]
struct OpenJourney {
    journey: ListJourney,
    steps: usize,
    /// The row that was opened: what is deleted on its page.
    row: Option<String>,
}

/// Follows journeys.
#[derive(Debug, Default)]
pub(super) struct JourneyWatch {
    open: Option<OpenJourney>,
}

impl JourneyWatch {
    /// The journey that comes back with this turn.
    pub(super) fn returned(&mut self, turn: &RuleTurn<'_>) -> Option<ListJourney> {
        if turn.crashed() || turn.action().is_some_and(Action::starts_anew) {
            self.open = None;
            return None;
        }
        self.begin(turn);
        let open = self.open.as_mut()?;
        open.steps += 1;
        note(open, turn);
        let after = turn.after()?;
        if open.steps > LONGEST {
            self.open = None;
            return None;
        }
        if page_key(after) != open.journey.page || after.dialog || after.keyboard {
            return None;
        }
        let journey = self.open.take()?.journey;
        let list = snapshot(after, Some(&journey.before.id))?;
        Some(ListJourney { after: list, ..journey })
    }

    /// Begins a journey if the turn leaves a list, or acts on it.
    fn begin(&mut self, turn: &RuleTurn<'_>) {
        let Some(before) = turn.before().filter(|before| !before.dialog) else { return };
        let page = page_key(before);
        if self.open.as_ref().is_some_and(|open| open.journey.page != page && !is_new_list(before))
        {
            return;
        }
        let Some(list) = snapshot(before, None) else { return };
        let Some(target) = turn.action().and_then(Action::target) else {
            self.open = None;
            return;
        };
        let row = row_of(before, target);
        let start = if deletes_entry(target, &page, &list.id) {
            JourneyStart::Delete(row.clone())
        } else if let Some(row) = row.clone() {
            JourneyStart::Row(row)
        } else if adds_entry(target, &page, &list.id) {
            JourneyStart::Add
        } else {
            JourneyStart::Other
        };
        let journey = ListJourney {
            page,
            start,
            step: turn.step(),
            filtered: is_filtered(before),
            after: list.clone(),
            before: list,
            typed: Vec::new(),
            entered: Vec::new(),
            sent: None,
            sent_now: false,
            deleted: None,
            left: false,
        };
        self.open = Some(OpenJourney { journey, steps: 0, row });
    }
}

/// Takes in what the turn did on the way.
fn note(open: &mut OpenJourney, turn: &RuleTurn<'_>) {
    let journey = &mut open.journey;
    journey.left = turn.goes_back();
    if journey.left {
        // What was begun is given up.
        (journey.sent, journey.deleted) = (None, None);
    }
    journey.sent_now = false;
    let here = turn.before().map(page_key).unwrap_or_default();
    let about = format!("{} {here}", journey.page);
    match turn.action() {
        Some(Action::Type { text: InputText::Plain(text), .. }) => journey.typed.push(text.clone()),
        Some(Action::Tap { target }) => {
            if leaves(target) {
                (journey.left, journey.sent, journey.deleted) = (true, None, None);
            } else if deletes_entry(target, &about, &journey.before.id) {
                journey.deleted = Some((open.row.clone(), turn.step()));
            } else if labels::sends(target) {
                journey.sent = Some((target.label.clone(), turn.step()));
                journey.entered = turn.before().map(entered).unwrap_or_default();
                journey.sent_now = true;
            }
        }
        _ => {}
    }
}

/// What the fields of `screen` hold.
fn entered(screen: &Screen) -> Vec<EnteredText> {
    let fields = screen.widgets.iter().filter(|it| it.is_field() && !it.password);
    let read = fields.map(|field| {
        let id = labels::own_id(&field.resource_id).replace('_', " ");
        let name = format!("{} {} {id}", field.hint, field.content_desc).to_lowercase();
        EnteredText { name, text: field.content().trim().to_owned() }
    });
    read.collect()
}

/// True if something beside the list is chosen that is not the first of its kind: a filter.
fn is_filtered(screen: &Screen) -> bool {
    screen.widgets.iter().any(|widget| {
        let said = format!("{} {}", widget.short_id(), widget.label).to_lowercase();
        let says_so = widget.role() == WidgetRole::Text && said.contains("filter");
        says_so
            || said.contains("show all")
            || (widget.is_field() && !widget.content().is_empty())
            || is_later_choice(screen, widget)
    })
}

/// True for a tab or chip above a list that is chosen and not the first one of its line.
fn is_later_choice(screen: &Screen, widget: &Widget) -> bool {
    let chosen = widget.selected && widget.position.row.is_none();
    let above = widget.bounds.bottom < screen.size.height / 2;
    let mut earlier = screen.widgets.iter().take_while(|it| it.number < widget.number);
    chosen
        && above
        && earlier.any(|it| it.role() == widget.role() && it.bounds.top == widget.bounds.top)
}

/// True for a page whose own list can begin a journey of its own.
fn is_new_list(screen: &Screen) -> bool {
    lists(screen).iter().any(|list| list.whole && !list.rows.is_empty())
}

/// The one list of `screen` that can be seen as a whole, with `id` if it must have one.
fn snapshot(screen: &Screen, id: Option<&str>) -> Option<ListSnapshot> {
    let mut found = lists(screen).into_iter().filter(|list| id.is_none_or(|id| list.id == id));
    let list = found.next();
    if found.next().is_some() {
        return None;
    }
    match list {
        Some(list) if list.whole => Some(ListSnapshot::of(&list)),
        Some(_) => None,
        // An app may show other words in the place of an empty list.
        None => {
            id.map(|id| ListSnapshot { id: id.to_owned(), rows: Vec::new(), names: Vec::new() })
        }
    }
}

impl ListSnapshot {
    fn of(list: &ListReading<'_>) -> Self {
        Self {
            id: list.id.to_owned(),
            rows: list.rows.iter().map(crate::oracle::reading::RowReading::words).collect(),
            names: list.rows.iter().map(|row| row.name().to_owned()).collect(),
        }
    }

    /// The rows that `other` does not have, as often as it does not have them.
    pub(super) fn without(&self, other: &Self) -> Vec<&str> {
        let mut left: Vec<&String> = other.rows.iter().collect();
        let mut gone = Vec::new();
        for row in &self.rows {
            match left.iter().position(|it| *it == row) {
                Some(place) => {
                    left.swap_remove(place);
                }
                None => gone.push(row.as_str()),
            }
        }
        gone
    }
}

/// The words of the row that `target` is in.
fn row_of(screen: &Screen, target: &WidgetTarget) -> Option<String> {
    let widget = screen.widget(target.number)?;
    let (list, row) = (widget.position.list?, widget.position.row?);
    let reading = lists(screen).into_iter().find(|reading| reading.number == list)?;
    // Rows are numbered from the first one dumped.
    reading.rows.get(row).map(crate::oracle::reading::RowReading::words)
}

/// True if a word of the label or the id has this meaning.
fn is_meant(target: &WidgetTarget, meaning: LabelMeaning) -> bool {
    let label = target.label.to_lowercase();
    let id = labels::own_id(&target.resource_id).to_lowercase().replace('_', " ");
    let said = labels::command_words(&label).into_iter().chain(labels::words(&id));
    said.filter_map(labels::meaning).any(|found| found == meaning)
}

/// True for what gives up or goes back.
fn leaves(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    labels::whole_meaning(&label).is_some()
        || is_meant(target, LabelMeaning::Back)
        || is_meant(target, LabelMeaning::Quit)
}

/// Words of commands that add an entry, and the small words between them.
const ADDS: &[&str] = &["add", "new", "create", "a", "an", "the", "entry", "item"];

/// Words beside those of a command that deletes an entry, but for what it is called.
const BESIDE_DELETES: &[&str] =
    &["this", "the", "it", "entry", "item", "from", "list", "my", "your", "now", "permanently"];

/// True for what deletes an entry of the list: its words name nothing else than the entry, the page or the list. What
/// only belongs to the entry, such as its reminder, leaves it where it is.
fn deletes_entry(target: &WidgetTarget, page: &str, list: &str) -> bool {
    if !is_meant(target, LabelMeaning::Delete) && !is_meant(target, LabelMeaning::Wipe) {
        return false;
    }
    let label = target.label.to_lowercase();
    let deletes = |word: &str| {
        matches!(labels::meaning(word), Some(LabelMeaning::Delete | LabelMeaning::Wipe))
    };
    let about = format!("{page} {list}").to_lowercase();
    let known: Vec<String> = labels::words(&about).into_iter().map(labels::singular).collect();
    labels::command_words(&label).iter().all(|word| {
        deletes(word) || BESIDE_DELETES.contains(word) || known.contains(&labels::singular(word))
    })
}

/// True for what adds an entry to the list: its words name nothing else than the page or the list.
pub(super) fn adds_entry(target: &WidgetTarget, page: &str, list: &str) -> bool {
    let label = target.label.to_lowercase();
    let id = labels::own_id(&target.resource_id).to_lowercase().replace('_', " ");
    let words = labels::command_words(&label);
    let words = if words.is_empty() { labels::words(&id) } else { words };
    let about = format!("{page} {list}").to_lowercase();
    let about_one: Vec<String> = labels::words(&about).into_iter().map(labels::singular).collect();
    let names_the_list = |word: &&str| {
        let stem = labels::singular(word);
        ADDS.contains(word)
            || (stem.len() > 2 && (about.contains(&stem) || about_one.contains(&stem)))
    };
    let adds = words.iter().any(|word| matches!(*word, "add" | "new" | "create"));
    label == "+" || (adds && words.iter().all(names_the_list))
}
