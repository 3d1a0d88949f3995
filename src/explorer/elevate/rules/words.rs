//! Label semantics: what the words on a widget promise.

use crate::domain::{Action, ActionKey, Widget};

/// What the words on a widget promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LabelSense {
    /// It leaves this screen: "back", "cancel", "close".
    Leaves,
    /// It sends what the screen holds, or says yes to it: "save", "next", "ok".
    Sends,
    /// It leads on: "settings", "new", "more", "details".
    LeadsOn,
    /// It changes something in place: "mute", "less".
    Changes,
    /// Nothing of the kind.
    Plain,
}

/// Whole labels that leave.
const LEAVING_LABELS: &[&str] =
    &["navigate up", "no", "not now", "don't allow", "deny", "no thanks", "go back", "keep"];
/// Words that leave.
const LEAVING: &[&str] =
    &["back", "cancel", "close", "discard", "dismiss", "exit", "later", "quit", "skip"];
/// Words that send a form, or say yes to a question.
const SENDING: &[&str] = &[
    "accept", "agree", "apply", "confirm", "continue", "create", "done", "finish", "join", "login",
    "next", "ok", "order", "pay", "redeem", "register", "save", "send", "set", "submit",
];
/// Words that lead on.
const LEADING: &[&str] = &[
    "about",
    "account",
    "accounts",
    "add",
    "advanced",
    "all",
    "browse",
    "calendar",
    "cart",
    "categories",
    "checkout",
    "compose",
    "contacts",
    "customise",
    "customize",
    "details",
    "edit",
    "explore",
    "export",
    "favorites",
    "favourites",
    "filter",
    "help",
    "history",
    "home",
    "import",
    "info",
    "information",
    "library",
    "licences",
    "licenses",
    "manage",
    "menu",
    "messages",
    "more",
    "new",
    "open",
    "options",
    "orders",
    "preferences",
    "privacy",
    "profile",
    "rename",
    "reviews",
    "scan",
    "search",
    "see",
    "settings",
    "share",
    "show",
    "sign",
    "sort",
    "start",
    "statistics",
    "storage",
    "trash",
    "view",
];
/// Words that change something in place.
const CHANGING: &[&str] = &[
    "decrease",
    "down",
    "favorite",
    "favourite",
    "heart",
    "increase",
    "less",
    "like",
    "minus",
    "mute",
    "pause",
    "pin",
    "play",
    "plus",
    "refresh",
    "reset",
    "star",
    "sync",
    "undo",
    "up",
];

/// Labels of more words than this are content, not commands.
const COMMAND_WORDS: usize = 4;

/// What the widget that `action` is aimed at promises, by its label and id.
pub fn sense(action: &Action) -> LabelSense {
    let Some(target) = action.target() else { return LabelSense::Plain };
    sense_of(&target.label, own_id(&target.resource_id))
}

/// What `widget` promises.
pub fn sense_of_widget(widget: &Widget) -> LabelSense {
    sense_of(&widget.label, own_id(&widget.resource_id))
}

/// What the name of an action promises, if its screen is not at hand: the id or label in it.
pub fn sense_of_key(key: &ActionKey) -> LabelSense {
    let text = key.as_str();
    let name = text.split_once(' ').map_or(text, |(_, name)| name);
    let (id, label) = name.split_once('"').unwrap_or((name, ""));
    let id = id.rsplit(['#', '/']).next().unwrap_or_default();
    sense_of(label.trim_end_matches('"'), id.trim())
}

/// Ids of the platform name a place in a dialog, not a meaning.
fn own_id(resource_id: &str) -> &str {
    if resource_id.starts_with("android:") {
        return "";
    }
    resource_id.rsplit(['/', ':']).next().unwrap_or_default()
}

fn sense_of(label: &str, id: &str) -> LabelSense {
    let label = label.to_lowercase();
    if LEAVING_LABELS.contains(&label.trim()) {
        return LabelSense::Leaves;
    }
    let mut said = words(&label);
    if said.len() > COMMAND_WORDS {
        said.clear();
    }
    let id = id.to_lowercase();
    let named = words(&id);
    let any = |list: &[&str]| said.iter().chain(&named).any(|word| list.contains(word));
    // What leaves says so in its label: an id such as `back_up` is no promise to go back.
    if said.iter().any(|word| LEAVING.contains(word)) {
        LabelSense::Leaves
    } else if any(SENDING) {
        LabelSense::Sends
    } else if any(LEADING) {
        LabelSense::LeadsOn
    } else if any(CHANGING) {
        LabelSense::Changes
    } else {
        LabelSense::Plain
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'')
        .filter(|word| !word.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("Navigate up", "", LabelSense::Leaves)]
    #[case("Cancel", "button2", LabelSense::Leaves)]
    #[case("Back up now", "back_up", LabelSense::Leaves)]
    #[case("Rooms", "back_office", LabelSense::Plain)]
    #[case("Save", "", LabelSense::Sends)]
    #[case("", "submit_form", LabelSense::Sends)]
    #[case("Settings", "", LabelSense::LeadsOn)]
    #[case("⋮", "more", LabelSense::LeadsOn)]
    #[case("Less", "", LabelSense::Changes)]
    #[case("Ceramic mug", "product", LabelSense::Plain)]
    #[case("Please remember to cancel the old order", "", LabelSense::Plain)]
    fn words_promise(#[case] label: &str, #[case] id: &str, #[case] promised: LabelSense) {
        assert_eq!(sense_of(label, id), promised);
    }

    #[rstest]
    #[case(r#"tap ImageButton "Navigate up""#, LabelSense::Leaves)]
    #[case("tap #menu_settings", LabelSense::LeadsOn)]
    #[case("tap #save", LabelSense::Sends)]
    #[case("tap #results/#result", LabelSense::Plain)]
    #[case("", LabelSense::Plain)]
    fn names_promise_too(#[case] key: &str, #[case] promised: LabelSense) {
        assert_eq!(sense_of_key(&ActionKey::new(key)), promised);
    }
}
