//! Fields that the app fills in itself, as a button that loads a sample does: what it gives fits, so it is sent like a
//! text that was typed, and not typed over.

use super::same_field;
use crate::domain::{Screen, Widget, WidgetTarget};
use crate::explorer::shared::unlisted::is_search;

/// A shorter text may be a value that a press turns up or down.
const SHORTEST: usize = 20;

/// The field of `after` into which a press on `before` put a text.
pub(super) fn by_press<'a>(before: &Screen, after: &'a Screen) -> Option<&'a Widget> {
    if before.dialog || after.dialog || before.location != after.location {
        return None;
    }
    let is_filled = |field: &&Widget| {
        let old = same_field(before, &WidgetTarget::of(field));
        field.is_field()
            && !field.password
            && !is_search(field)
            && field.content().chars().count() >= SHORTEST
            && old.is_some_and(|old| old.content() != field.content())
    };
    after.widgets.iter().find(is_filled)
}
