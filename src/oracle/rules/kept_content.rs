//! What a change around the app, such as a rotation, must keep: the page, values that were set, words.

use std::collections::HashSet;

use super::RuleViolation;
use super::rule_turn::{page_key, page_name};
use crate::domain::{ActionKind, Screen, Widget, WidgetRole};
use crate::oracle::reading::{ancestors, same_widget, shown_words};

/// A message is at most so small a part of the display, by its height.
const LOW: i32 = 10;

/// The words for a change around the app.
pub(super) struct SurroundingChange {
    /// Such as "when the device is turned".
    pub(super) when: String,
    /// Such as "after the device was turned".
    pub(super) after: String,
    /// Such as "after turning the device there and back".
    pub(super) there_and_back: String,
    /// True if what the page counts may have changed meanwhile.
    pub(super) figures_change: bool,
}

/// What is missing in `after`, once the change is undone, of what `before` showed at `step`.
pub(super) fn lost_for_good(
    before: &Screen,
    after: &Screen,
    step: u64,
    change: &SurroundingChange,
) -> Option<RuleViolation> {
    let (was, is) = (page_key(before), page_key(after));
    if was != is && !(before.location == after.location && tell_the_time(before, after)) {
        // A ringing alarm or a call comes by itself.
        return (before.location == after.location).then(|| RuleViolation {
            subject: format!("{was}|{is}"),
            expected: format!("{:?} is still shown {}.", page_name(before), change.there_and_back),
            actual: format!("{:?} is shown {}.", page_name(after), change.there_and_back),
            earlier: vec![(step, format!("{:?} was shown.", page_name(before)))],
            ..RuleViolation::default()
        });
    }
    let value = changed_value(before, after, step, change);
    if before.keyboard || after.keyboard {
        return value;
    }
    value.or_else(|| missing_words(before, after, step, change, false))
}

/// True if both headings are times, such as that of a game: it goes on.
fn tell_the_time(before: &Screen, after: &Screen) -> bool {
    let is_time = |screen: &Screen| {
        let title = screen.title().unwrap_or_default();
        title.contains(':') && title.chars().all(|it| it.is_ascii_digit() || it == ':')
    };
    is_time(before) && is_time(after)
}

/// A field or switch that has another value.
pub(super) fn changed_value(
    before: &Screen,
    after: &Screen,
    step: u64,
    change: &SurroundingChange,
) -> Option<RuleViolation> {
    before.widgets.iter().find_map(|widget| changed(before, after, widget, step, change))
}

/// The same of switches alone: what a field begins with may be the time.
pub(super) fn changed_switch(
    before: &Screen,
    after: &Screen,
    step: u64,
    change: &SurroundingChange,
) -> Option<RuleViolation> {
    let mut switches = before.widgets.iter().filter(|it| it.role() == WidgetRole::Toggle);
    switches.find_map(|widget| changed(before, after, widget, step, change))
}

fn changed(
    before: &Screen,
    after: &Screen,
    widget: &Widget,
    step: u64,
    change: &SurroundingChange,
) -> Option<RuleViolation> {
    // Another one of the same name may be out of sight now.
    same_value_widget(before, widget).filter(|it| it.number == widget.number)?;
    let now = same_value_widget(after, widget)?;
    let (was, is) = (value(widget)?, value(now)?);
    let name =
        if widget.is_field() && !widget.hint.is_empty() { &widget.hint } else { &widget.label };
    (was != is).then(|| RuleViolation {
        subject: format!("{}|{}", page_key(before), widget.short_id()),
        expected: format!("{name:?} keeps {was:?} {}.", change.when),
        actual: format!("{name:?} is {is:?} {}, it was {was:?}.", change.after),
        bounds: Some(now.bounds),
        earlier: vec![(step, format!("It was {was:?}."))],
    })
}

fn same_value_widget<'a>(screen: &'a Screen, widget: &Widget) -> Option<&'a Widget> {
    if widget.is_field() && !widget.resource_id.is_empty() {
        let mut same = screen
            .widgets
            .iter()
            .filter(|it| it.is_field() && it.resource_id == widget.resource_id);
        let first = same.next()?;
        return same.next().is_none().then_some(first);
    }
    same_widget(screen, &widget.resource_id, &widget.label)
}

/// What a user has set.
fn value(widget: &Widget) -> Option<String> {
    if widget.is_field() && !widget.password {
        return Some(widget.content().to_owned());
    }
    let checked = widget.checked.filter(|_| widget.role() == WidgetRole::Toggle)?;
    Some(if checked { "on" } else { "off" }.to_owned())
}

/// Words that were shown before and are not shown any more; if the page `scrolls`, of those in front of
/// something that is still shown.
pub(super) fn missing_words(
    before: &Screen,
    after: &Screen,
    step: u64,
    change: &SurroundingChange,
    scrolls: bool,
) -> Option<RuleViolation> {
    // What plays ends by itself, and its controls with it.
    if before.widgets.iter().any(|widget| shown_words(widget).contains('♪')) {
        return None;
    }
    // Where there is less room, the system writes the entries of a bar in other capitals.
    let shown: HashSet<String> =
        after.widgets.iter().map(|widget| shown_words(widget).to_lowercase()).collect();
    let is_shown = |words: &str| shown.contains(&words.to_lowercase());
    let has_ended = |widget: &Widget| is_under_way(widget) && !is_shown(shown_words(widget));
    if before.widgets.iter().any(has_ended) {
        return None;
    }
    let within = if scrolls { last_in_sight(before, after) } else { before.widgets.len() };
    let missing = before.widgets.iter().take(within).find(|widget| {
        let words = shown_words(widget);
        widget.position.window == 0
            && (!scrolls || widget.position.list.is_none())
            && !words.is_empty()
            && !goes_on(words)
            && !is_shown(words)
            && !is_drawn_there(after, widget)
            && !is_message(before, widget)
            && !(change.figures_change && has_other_figures(after, words))
    })?;
    let words = shown_words(missing);
    Some(RuleViolation {
        subject: format!("{}|{}", page_key(before), missing.short_id()),
        expected: format!("{words:?} is still shown {}.", change.when),
        actual: format!("{words:?} is not shown {}.", change.after),
        bounds: None,
        earlier: vec![(step, format!("{words:?} was shown."))],
    })
}

/// True for a drawing, whose words are a description alone, if there still is one in its place: a browser may tell what is
/// written in it instead.
fn is_drawn_there(screen: &Screen, widget: &Widget) -> bool {
    let same = |it: &Widget| it.bounds == widget.bounds && it.class == widget.class;
    widget.text.is_empty() && !widget.is_field() && screen.widgets.iter().any(same)
}

/// True for a message of a web page, which passes: something beside it, in a box of its own, closes it.
fn is_message(screen: &Screen, widget: &Widget) -> bool {
    let closes = |it: &Widget| {
        it.acts() && matches!(it.label.trim().to_lowercase().as_str(), "dismiss" | "close" | "×")
    };
    let is_low =
        |it: &Widget| it.bounds.height() * LOW <= screen.size.height.max(screen.size.width);
    let within = |outer: &Widget| {
        is_low(outer)
            && screen.widgets.iter().any(|it| {
                closes(it) && ancestors(screen, it).any(|other| other.number == outer.number)
            })
    };
    screen.is_in_browser() && (within(widget) || ancestors(screen, widget).any(within))
}

/// True if `words` have figures and are shown with others.
fn has_other_figures(screen: &Screen, words: &str) -> bool {
    let letters =
        |words: &str| -> String { words.chars().filter(|it| it.is_alphabetic()).collect() };
    let own = letters(words);
    !own.is_empty()
        && words.contains(|letter: char| letter.is_ascii_digit())
        && screen.widgets.iter().any(|widget| letters(shown_words(widget)) == own)
}

/// The place of the last widget of `before` that `after` shows in what scrolls. What comes before it is not
/// merely scrolled out of sight. Words that occur more than once say nothing.
fn last_in_sight(before: &Screen, after: &Screen) -> usize {
    let times = |words: &str| before.widgets.iter().filter(|it| shown_words(it) == words).count();
    let in_sight = |widget: &Widget| {
        let words = shown_words(widget);
        let now = after.widgets.iter().find(|now| shown_words(now) == words);
        let scrolls =
            |now: &Widget| ancestors(after, now).any(|outer| outer.allows(ActionKind::Scroll));
        !words.is_empty() && times(words) == 1 && now.is_some_and(scrolls)
    };
    before.widgets.iter().rposition(in_sight).unwrap_or(0)
}

/// True for what tells that something is being done, which ends by itself, and with it what belongs to it.
fn is_under_way(widget: &Widget) -> bool {
    let words = shown_words(widget);
    !widget.acts() && (words.ends_with('…') || words.ends_with("..."))
}

/// True for what may change by itself: times and counters.
fn goes_on(words: &str) -> bool {
    words.contains(|letter: char| letter.is_ascii_digit())
        && (words.contains(':')
            || words.contains('%')
            || words.contains(" s")
            || words.contains("sec"))
}
