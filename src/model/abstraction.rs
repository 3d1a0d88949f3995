//! From a screen to the state it is, and to the actions that state offers.
//!
//! # Three levels
//!
//! - **Exact**: everything that can be read: every widget's class, id, texts, checks and place.
//! - **Structural**: what the screen is made of, with lists and values folded. This is the level
//!   the behaviour model works on.
//! - **Semantic**: what the screen means. Explorers may merge structural states; the behaviour model
//!   knows which ([`crate::model::BehaviourModel::meaning`]).
//!
//! # The structural rule
//!
//! [`state_ids`] is a function of one screen. [`AdaptiveAbstraction`] begins with the same parts, takes
//! screens that hardly differ for one state, and changes what counts while an app is explored.
//!
//! A structural state is the package, the location, whether a dialog is in front, the heading, the
//! selected tab, the labels in a menu or dialog, and the *set* of its widgets' signatures:
//!
//! - A widget that acts: short class, short id and its kinds of action. A widget without an id of the
//!   app's own also brings its label without values, at most 32 characters of it, because nothing else
//!   tells two such buttons apart; fields, sliders and drop-downs never do, since their label is a value,
//!   nor do toggles, which are often choices among data.
//! - Of ids that differ in nothing but numbers, from three of them on a screen on, the numbers do not
//!   count; those of fields never do.
//! - A widget that only says something: its class and id; if it has no id only its class.
//! - All inside a picker of a date, a time or a number is one signature, whatever it shows: a month, a
//!   list of years, a clock or fields.
//! - Inside a list: only widgets that act, by class and id, prefixed by the list. So rows of one
//!   kind are one signature however many there are, and a scrolling feed stays one state.
//! - Containers that merely scroll bring nothing: whether a list scrolls depends on its length.
//!
//! Sources: folding list rows and dropping text follows DroidBot's structure hash
//! (`DeviceState.structure_str`, github.com/honeynet/droidbot) and Fastbot2's mask of class, id and
//! kinds of action (Lv et al., ASE 2022, section 3.2). Keeping the heading and the labels of
//! buttons without ids is ours: in the droidbot recordings of 92 market apps 69 % of the clickable
//! views have no id.

mod adaptive;
mod available;
mod carrying;
mod containers;
mod heading;
mod likeness;
mod numbered;
mod outline;
mod own_words;
mod spoken;
mod value_free;

use std::fmt::Write as _;

use xxhash_rust::xxh3::xxh3_64;

use self::outline::ScreenOutline;
use self::own_words::{own_label, own_list_name};
use crate::domain::{ActionKind, ReadQuality, Screen, StateId, StateIds, Widget, WidgetRole};

pub use adaptive::{AbstractionChange, AdaptiveAbstraction, ReachedBy};
pub use available::{
    available_actions, key_among, key_of, scrolls_sideways, unaimed, without_text,
};
pub use containers::tapped_through;
pub use likeness::likeness;
use numbered::NumberedIds;

/// The most characters of a label or heading that count.
const LABEL_LIMIT: usize = 32;

/// The state `screen` is, at all levels.
pub fn state_ids(screen: &Screen) -> StateIds {
    if let Some(spoken) = screen.dialogue() {
        return spoken::state_ids(spoken);
    }
    let outline = ScreenOutline::of(screen, &NumberedIds::of(screen));
    StateIds { exact: exact_id(screen), structural: id_of(&outline) }
}

/// The id of everything that can be read on `screen`.
fn exact_id(screen: &Screen) -> StateId {
    StateId(xxh3_64(content(screen).as_bytes()))
}

/// The structural id of the first screen of this structure.
fn id_of(outline: &ScreenOutline) -> StateId {
    StateId(xxh3_64(outline.structure().as_bytes()))
}

/// What people call the state: its location and heading.
pub fn label(screen: &Screen) -> String {
    if let Some(spoken) = screen.dialogue() {
        return spoken::label(spoken);
    }
    let mut label = screen.short_location().to_owned();
    if let Some(title) = heading::of(screen) {
        let _ = write!(label, " · {}", title.chars().take(LABEL_LIMIT).collect::<String>());
    }
    if screen.dialog {
        label.push_str(" (dialog)");
    }
    label
}

/// Package, location, dialog, and why the screen could not be read, if it could not.
fn place(screen: &Screen) -> String {
    let mut text = format!("{}|{}", screen.package, screen.location);
    if screen.dialog {
        text.push_str("|dialog");
    }
    match &screen.read_quality {
        ReadQuality::Full => {}
        ReadQuality::Opaque => text.push_str("|opaque"),
        ReadQuality::Failed(_) => text.push_str("|unreadable"),
    }
    text
}

/// The text whose hash is the exact id.
fn content(screen: &Screen) -> String {
    let mut text = place(screen);
    for widget in &screen.widgets {
        let Widget { class, resource_id, text: words, content_desc, hint, bounds, .. } = widget;
        let _ = write!(
            text,
            "\n{class}\t{resource_id}\t{words}\t{content_desc}\t{hint}\t{bounds:?}\t{:?}\t{}{}",
            widget.checked, widget.enabled, widget.selected
        );
    }
    text
}

/// The signature of one widget, or `None` for one that brings nothing.
fn signature(screen: &Screen, widget: &Widget, numbered: &NumberedIds) -> Option<String> {
    if widget.position.in_picker {
        return Some("picker".into());
    }
    let acts = widget.inherits.is_none() && widget.actions.iter().any(|kind| !is_scroll(*kind));
    let merely_scrolls = !acts && !widget.actions.is_empty() && widget.inherits.is_none();
    let role = widget.role();
    if merely_scrolls || (role == WidgetRole::List && !acts) {
        return None;
    }
    let mut text = String::with_capacity(48);
    if let Some(list) = widget.position.list.and_then(|number| screen.widget(number)) {
        if !acts {
            return None;
        }
        let _ = write!(text, "{}/", own_list_name(list));
    }
    text.push_str(widget.short_class());
    let own_id = numbered.id(widget);
    if let Some(id) = &own_id {
        text.push('#');
        text.push_str(id);
    }
    if !acts {
        return Some(text);
    }
    text.push('(');
    for kind in widget.actions.iter().filter(|kind| !is_scroll(**kind)) {
        text.push_str(kind.word());
        text.push(' ');
    }
    text.push(')');
    let is_labelled = !role.shows_a_value() && role != WidgetRole::Toggle;
    if own_id.is_none() && widget.position.list.is_none() && is_labelled {
        let _ = write!(text, " {}", own_label(screen, widget));
    }
    Some(text)
}

const fn is_scroll(kind: ActionKind) -> bool {
    matches!(kind, ActionKind::Scroll)
}

/// `text` with each run of digits folded to one `#`.
pub fn folded_digits(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut in_digits = false;
    for character in text.chars() {
        let digit = character.is_ascii_digit();
        if digit && !in_digits {
            folded.push('#');
        } else if !digit {
            folded.push(character);
        }
        in_digits = digit;
    }
    folded
}

#[cfg(test)]
mod tests;
