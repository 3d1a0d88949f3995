//! Whether a form must say something when it is sent, and whether it did.

use std::collections::HashSet;

use crate::domain::labels::LabelMeaning;
use crate::domain::{ActionKind, Screen, WidgetTarget, labels};

/// True for a form that must say something: nothing was said so far, and each field is filled in, or the whole form is
/// sent and nothing is further down. A browser says what is missing beside its page, where it is not seen.
pub(super) fn must_answer(
    screen: &Screen,
    target: &WidgetTarget,
    said_first: &HashSet<String>,
) -> bool {
    let is_full = screen.widgets.iter().all(|it| !it.is_field() || !it.content().is_empty());
    let label = target.label.to_lowercase();
    let meanings = labels::command_words(&label).into_iter().filter_map(labels::meaning);
    let in_browser = screen.is_in_browser();
    let is_whole = !in_browser
        && meanings.into_iter().any(|it| matches!(it, LabelMeaning::Submit | LabelMeaning::Send));
    (is_full || (is_whole && !scrolls(screen))) && !complains(screen, said_first)
}

/// True if something may be out of sight.
pub(super) fn scrolls(screen: &Screen) -> bool {
    screen.widgets.iter().any(|widget| widget.allows(ActionKind::Scroll))
}

/// True if a field is empty of a form that is to be kept or taken: it says at least what is missing. What sends a message
/// or adds an entry may wait for one.
pub(super) fn lacks_an_entry(screen: &Screen, target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    let submits = labels::command_words(&label)
        .into_iter()
        .any(|word| labels::meaning(word) == Some(LabelMeaning::Submit));
    submits && screen.widgets.iter().any(|it| it.is_field() && it.content().is_empty())
}

/// Words of what a form says of its fields.
const COMPLAINTS: &[&str] = &[
    "error", "enter", "fill", "must", "invalid", "required", "wrong", "missing", "cannot",
    "already", "please", "needs", "write", "not", "no", "at",
];

/// True if a text of the form, or its id, says that something is wrong, and did not from the beginning.
fn complains(screen: &Screen, said_first: &HashSet<String>) -> bool {
    said(screen).filter(|it| !said_first.contains(it)).any(|said| {
        labels::words(&said.to_lowercase()).iter().any(|word| COMPLAINTS.contains(word))
    })
}

/// The texts of a screen, with the ids of what shows them.
pub(super) fn said(screen: &Screen) -> impl Iterator<Item = String> {
    let texts = screen.widgets.iter().filter(|widget| !widget.is_field() && !widget.acts());
    texts.map(|it| format!("{} {}", it.short_id().replace('_', " "), it.text))
}
