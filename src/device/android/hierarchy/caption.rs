//! Which words beside or above a field say what it asks for.
//!
//! Dumps do not tell which label belongs to which field (`labelFor`, `<label for>`), so it is found
//! by where it stands: in the field (a floating label), left of it in its row, or above it in its
//! column, with nothing to act on between.

use crate::domain::{Bounds, Widget, WidgetRole};

/// The longest caption, in characters: what is longer is an explanation.
const LONGEST: usize = 60;

/// Fills in the captions of the fields of a screen `width` pixels wide, and labels those with them
/// that have neither a hint nor a description. The only field of a dialog (`is_dialog`) that nothing names is what the
/// dialog is about.
pub(super) fn fill_in(
    widgets: &mut [Widget],
    width: i32,
    (title, is_dialog): (Option<&str>, bool),
) {
    let fields = || widgets.iter().enumerate().filter(|(_, widget)| widget.is_field());
    let only = title.filter(|_| is_dialog && fields().count() == 1);
    let captions: Vec<(usize, String)> = fields()
        .filter_map(|(index, field)| {
            let about = || only.filter(|_| is_nameless(field)).map(str::to_owned);
            Some((index, of(field, widgets, width, title).or_else(about)?))
        })
        .collect();
    for (index, caption) in captions {
        let field = &mut widgets[index];
        if field.hint.is_empty() && field.content_desc.is_empty() {
            field.label.clone_from(&caption);
        }
        field.caption = caption;
    }
}

/// True if neither the app's id nor anything else names `field`.
fn is_nameless(field: &Widget) -> bool {
    let is_apps = !field.resource_id.is_empty() && !field.resource_id.starts_with("android:");
    !is_apps && field.hint.is_empty() && field.content_desc.is_empty()
}

fn of(field: &Widget, widgets: &[Widget], width: i32, title: Option<&str>) -> Option<String> {
    let words = widgets.iter().filter(|widget| {
        widget.position.window == field.position.window
            && is_caption(widget)
            && !shows_a_choice(widget, widgets)
            && Some(widget.text.as_str()) != title
    });
    let near = words.filter_map(|words| {
        let distance = distance(words.bounds, field.bounds, width)?;
        let between = hull(words.bounds, field.bounds);
        // What can be tapped around the field or around the words belongs to them.
        let apart = widgets.iter().any(|other| {
            !std::ptr::eq(other, field)
                && other.inherits.is_none()
                && words.inherits != Some(other.number)
                && !other.actions.is_empty()
                && !other.bounds.covers(field.bounds)
                && between.contains(other.bounds.center())
        });
        (!apart).then_some((distance, words))
    });
    let (_, words) = near.min_by_key(|(distance, _)| *distance)?;
    Some(words.text.trim().trim_end_matches([':', '*', ' ']).to_owned())
}

/// True for words that nothing can be done with.
fn is_caption(widget: &Widget) -> bool {
    let length = widget.text.trim().chars().count();
    (1..=LONGEST).contains(&length)
        && widget.text.chars().any(char::is_alphabetic)
        && !widget.is_field()
        && (widget.actions.is_empty() || widget.inherits.is_some())
}

/// True for words in what is chosen from or switched: they are what is set there.
fn shows_a_choice(words: &Widget, widgets: &[Widget]) -> bool {
    let holder = words.inherits.and_then(|number| widgets.iter().find(|it| it.number == number));
    holder.is_some_and(|it| {
        matches!(it.role(), WidgetRole::Picker | WidgetRole::Toggle | WidgetRole::Tab)
    })
}

/// How far `words` are from the `field` that they may name; `None` if they stand elsewhere.
fn distance(words: Bounds, field: Bounds, width: i32) -> Option<i32> {
    let middle = words.center();
    if field.contains(middle) {
        return Some(0);
    }
    let in_row = (field.top..field.bottom).contains(&middle.y);
    if in_row && words.right <= field.left + field.width() / 4 && words.left < field.left {
        let gap = (field.left - words.right).max(0);
        return (gap <= width / 3).then_some(gap);
    }
    let gap = field.top - words.bottom;
    let starts_with = words.left < field.right && words.right > field.left;
    // Lines of a form are closer to each other than a line and a half.
    let near = words.height() * 3 / 2;
    (starts_with && gap >= -words.height() && gap <= near && words.top < field.top)
        .then_some(gap.max(0))
}

fn hull(one: Bounds, other: Bounds) -> Bounds {
    Bounds {
        left: one.left.min(other.left),
        top: one.top.min(other.top),
        right: one.right.max(other.right),
        bottom: one.bottom.max(other.bottom),
    }
}
