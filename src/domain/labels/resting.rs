//! Words of what may do nothing.

use super::words;

/// Words of what may have no effect because nothing new is there.
const RESTING: &[&str] = &[
    "refresh", "reload", "sync", "retry", "up", "back", "undo", "redo", "clear", "reset", "cancel",
    "close", "stop", "home", "top", "today", "now",
];

/// Words of what has ends at which it does nothing: steppers, pagers and zoom.
const WITH_ENDS: &[&str] = &[
    "next", "previous", "first", "last", "earlier", "later", "before", "after", "more", "less",
    "larger", "smaller", "bigger", "zoom", "increase", "decrease", "forward", "plus", "minus",
];

/// What opens a menu of further actions is called so.
const MENUS: &[&[&str]] = &[&["more", "options"], &["more", "actions"]];

/// Words of what brings all into a state in which they may be: "Select all".
const FOR_ALL: &[&str] =
    &["check", "collapse", "deselect", "expand", "mark", "select", "uncheck", "unselect"];

/// True if `label` has a word of what may have no effect because nothing new is there. "Scan now" does something each
/// time, "Now" does not.
pub fn may_rest(label: &str) -> bool {
    let lower = label.to_lowercase();
    let words = words(&lower);
    if matches!(words[..], [first, "all", ..] if FOR_ALL.contains(&first)) {
        return true;
    }
    let mut words = words.into_iter().enumerate();
    words.any(|(place, word)| RESTING.contains(&word) && (word != "now" || place == 0))
}

/// True if `label` has a word of what has ends at which it does nothing. "More options" opens a menu.
pub fn has_ends(label: &str) -> bool {
    let lower = label.to_lowercase();
    let words = words(&lower);
    !MENUS.contains(&&*words) && words.iter().any(|word| WITH_ENDS.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_words_say_that_there_may_be_nothing_to_do() {
        assert!(may_rest("Refresh now") && may_rest("Now") && !may_rest("Send"));
        assert!(!may_rest("Scan now"));
        assert!(may_rest("Select all") && !may_rest("Show all"));
        assert!(has_ends("Zoom in") && !has_ends("Refreshed"));
        assert!(has_ends("More") && !has_ends("More options"));
    }
}
