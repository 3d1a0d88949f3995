//! The names an app gives its widgets: ids and labels, without what a framework or the user put there.

use std::borrow::Cow;

use super::LABEL_LIMIT;
use super::value_free::value_free;
use crate::domain::{GATHERED, Screen, Widget, WidgetRole};

/// So many digits in a row are a number that a program counts up.
const COUNTED_DIGITS: usize = 3;

/// A number that is counted up with letters for digits, as in `6u`, has at most so many characters.
const LETTERED_DIGITS: usize = 4;

/// So many hexadecimal digits with a decimal one among them are a random or counted number.
const HEX_DIGITS: usize = 8;

/// The id, if the app gave one, without what is generated anew with each page.
///
/// Ids of the platform (`android:id/button1`) name a place in a dialog, not a meaning. Web frameworks
/// generate ids for labels and the like: `:r1b:` and `_r_1b_` (React), `mui-1042`, `blockly-6u`, UUIDs.
pub(super) fn own_id(widget: &Widget) -> Option<Cow<'_, str>> {
    let id = widget.short_id();
    if id.is_empty() || widget.resource_id.starts_with("android:") {
        return None;
    }
    if !is_generated(id) {
        return Some(Cow::Borrowed(id));
    }
    let is_hex = |token: &str| token.chars().all(|character| character.is_ascii_hexdigit());
    if id.len() >= HEX_DIGITS && tokens(id).all(is_hex) {
        return None;
    }
    let stem = stem(id);
    stem.chars().any(char::is_alphabetic).then_some(Cow::Owned(stem))
}

fn is_generated(id: &str) -> bool {
    react_number(id).is_some() || tokens(id).any(is_number)
}

fn tokens(id: &str) -> impl Iterator<Item = &str> {
    id.split(|character: char| !character.is_alphanumeric())
}

fn is_number(token: &str) -> bool {
    let mut digits = 0;
    let counted = token.chars().any(|character| {
        digits = if character.is_ascii_digit() { digits + 1 } else { 0 };
        digits >= COUNTED_DIGITS
    });
    let lettered = token.len() <= LETTERED_DIGITS
        && token.starts_with(|character: char| character.is_ascii_digit())
        && token.ends_with(|character: char| character.is_ascii_alphabetic());
    let hex = token.len() >= HEX_DIGITS
        && token.chars().all(|character| character.is_ascii_hexdigit())
        && token.chars().any(|character| character.is_ascii_digit());
    counted || lettered || hex
}

/// The bytes of React's number for an element: `:r1b:`, `«r1b»` or `_r_1b_`.
fn react_number(id: &str) -> Option<(usize, usize)> {
    [(":r", ":"), ("«r", "»"), ("_r_", "_")].into_iter().find_map(|(before, after)| {
        let start = id.find(before)?;
        let number = id.get(start + before.len()..)?;
        let length = number.find(|character: char| !character.is_ascii_alphanumeric())?;
        let ends = length > 0 && number.get(length..).is_some_and(|rest| rest.starts_with(after));
        ends.then(|| (start, start + before.len() + length + after.len()))
    })
}

/// True for an id that React generated and nothing else: some pages label their fields with it.
fn is_react_id(label: &str) -> bool {
    react_number(label) == Some((0, label.len()))
}

/// The id without what is generated.
fn stem(id: &str) -> String {
    let id = match react_number(id) {
        Some((start, end)) => {
            [id.get(..start), id.get(end..)].into_iter().flatten().collect::<String>()
        }
        None => id.to_owned(),
    };
    let words: Vec<&str> =
        tokens(&id).filter(|token| !token.is_empty() && !is_number(token)).collect();
    words.join("-")
}

/// What the app calls `list`: its class and its id, without what is generated anew with each page.
pub(super) fn own_list_name(list: &Widget) -> String {
    let of_platform = || list.resource_id.starts_with("android:").then(|| list.short_id().into());
    let id = own_id(list).or_else(of_platform).unwrap_or_default();
    format!("{}#{id}", list.short_class())
}

/// What the app calls `widget`, without values: not what a field inside it holds, nor its id.
pub(super) fn own_label(screen: &Screen, widget: &Widget) -> String {
    // What a list is called was gathered from its rows.
    let is_id = widget.label == widget.short_id() || is_react_id(&widget.label);
    if is_id || widget.role() == WidgetRole::List {
        return String::new();
    }
    if widget.inherits.is_some() || widget.role().shows_a_value() {
        return short_label(&widget.label);
    }
    let held = || inside(screen, widget).filter(|inner| inner.role() == WidgetRole::Field);
    let is_held = |part: &str| held().any(|field| field.text == part || field.label == part);
    if widget.position.list.is_some() || !widget.label.split(GATHERED).any(is_held) {
        return short_label(&widget.label);
    }
    let parts: Vec<&str> = widget.label.split(GATHERED).filter(|part| !is_held(part)).collect();
    short_label(&parts.join(GATHERED))
}

/// The widgets inside `widget`.
fn inside<'a>(screen: &'a Screen, widget: &'a Widget) -> impl Iterator<Item = &'a Widget> {
    let after = screen.widgets.get(widget.number..).unwrap_or_default();
    after.iter().take_while(|inner| inner.position.depth > widget.position.depth)
}

/// `label` without values, at most [`LABEL_LIMIT`] characters of it.
pub(super) fn short_label(label: &str) -> String {
    let short: String = label.chars().take(LABEL_LIMIT).collect();
    value_free(&short)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::domain::DisplaySize;

    #[rstest]
    #[case("org.app:id/save", Some("save"))]
    #[case("org.app:id/button1", Some("button1"))]
    #[case("android:id/button1", None)]
    #[case("_r_2j_", None)]
    #[case(":r1b:", None)]
    #[case("_r_2j_-label", Some("label"))]
    #[case("headlessui-menu-«r1»", Some("headlessui-menu"))]
    #[case("mui-1042", Some("mui"))]
    #[case("blockly-6u", Some("blockly"))]
    #[case("step2", Some("step2"))]
    #[case("step-2", Some("step-2"))]
    #[case("6f9619ff-8b86-d011-b42d-00cf4fc964ff", None)]
    #[case("error_r_", Some("error_r_"))]
    fn generated_ids_do_not_count(#[case] id: &str, #[case] own: Option<&str>) {
        let widget = Widget { resource_id: id.into(), ..Widget::default() };
        assert_eq!(own_id(&widget).as_deref(), own);
    }

    #[rstest]
    #[case("_r_fm_", "")]
    #[case(":r1b:", "")]
    #[case("Name", "Name")]
    #[case("_r_fm_ Name", "_r_fm_ Name")]
    fn a_generated_id_is_no_label(#[case] label: &str, #[case] own: &str) {
        let widget = Widget { label: label.into(), ..Widget::default() };
        let screen = Screen::on_display("org.app", ".Main", DisplaySize::new(720, 1600));
        assert_eq!(own_label(&screen, &widget), own);
    }
}
