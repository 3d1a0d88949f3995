//! The meaning of the words on widgets: one table of words. Each explorer and oracle maps the
//! meanings to what they are to it.

mod acting;
mod resting;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use acting::{
    acts_each_time, adds, is_other_tab, leads_on_alone, names_a_view, plays, says_pause,
    stops_alone,
};
pub use resting::{has_ends, may_rest};

use super::action::WidgetTarget;

use LabelMeaning::{
    Accept, Add, Agree, All, Allow, Back, Change, Check, Decline, Delete, Deny, Dismiss,
    Everything, Export, Lap, Navigate, No, NotNow, Open, OptOut, Pause, Preview, Print, Quit,
    Reset, Run, Send, Share, Snooze, Stop, Submit, Undo, Wipe,
};

/// What a word on a widget means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelMeaning {
    /// It takes what the screen holds: "save", "ok", "next".
    Submit,
    /// It says yes to an offer: "accept", "finish".
    Accept,
    /// It sends something to somebody.
    Send,
    /// It adds something or looks for it, at once or on a screen of its own: "add", "search".
    Add,
    /// It writes content to a file.
    Export,
    /// It checks what was typed.
    Check,
    /// It shows how content will look.
    Preview,
    /// It allows or begins: "allow", "yes".
    Allow,
    /// It agrees to terms.
    Agree,
    /// It leaves the screen: "back", "cancel", "close".
    Back,
    /// It leaves something unfinished: "quit", "discard", "skip".
    Quit,
    /// It closes a message.
    Dismiss,
    /// It declines a call or an invitation.
    Decline,
    /// It refuses: "deny", "reject".
    Deny,
    /// It ends what runs: "stop", "abort".
    Stop,
    /// It pauses what runs.
    Pause,
    /// It takes a split time.
    Lap,
    /// It delays an alarm.
    Snooze,
    /// It undoes the last change.
    Undo,
    /// It removes something: "delete", "clear".
    Delete,
    /// It removes everything: "wipe", "erase".
    Wipe,
    /// It sets values back.
    Reset,
    /// It shows or takes all.
    All,
    /// It is about all content: "data", "everything".
    Everything,
    /// It opens something: "open", "view", "start".
    Open,
    /// It hands content to another app.
    Share,
    /// It begins a process: "run", "upload".
    Run,
    /// It makes something of what is written: "copy", "print".
    Print,
    /// It names another screen: "settings", "details".
    Navigate,
    /// It changes something in place: "mute", "less".
    Change,
    /// A whole label that says no or leaves: "no", "navigate up".
    No,
    /// A whole label that puts off or keeps things as they are: "not now", "keep".
    NotNow,
    /// A whole label that leaves a programme: "opt out".
    OptOut,
}

impl LabelMeaning {
    /// True for what sends what the screen holds, or says yes to it.
    pub const fn is_sending(self) -> bool {
        matches!(self, Submit | Accept | Send | Add | Export | Check | Preview | Allow)
    }
}

/// The words, in English. Those that send a form come first, the surest sender before the others.
const WORDS: &[(&str, LabelMeaning)] = &[
    ("save", Submit),
    ("done", Submit),
    ("submit", Submit),
    ("ok", Submit),
    ("okay", Submit),
    ("apply", Submit),
    ("confirm", Submit),
    ("finish", Accept),
    ("create", Submit),
    ("send", Send),
    ("login", Submit),
    ("sign", Add),
    ("register", Accept),
    ("pay", Submit),
    ("order", Submit),
    ("redeem", Submit),
    ("execute", Submit),
    ("calculate", Submit),
    ("compute", Submit),
    ("generate", Submit),
    ("continue", Submit),
    ("next", Submit),
    ("join", Submit),
    ("set", Submit),
    ("search", Add),
    ("export", Export),
    ("import", Add),
    ("check", Check),
    ("preview", Preview),
    ("begin", Allow),
    ("add", Add),
    ("yes", Allow),
    ("accept", Accept),
    ("allow", Allow),
    ("agree", Agree),
    ("back", Back),
    ("cancel", Back),
    ("close", Back),
    ("exit", Back),
    ("later", Back),
    ("discard", Quit),
    ("quit", Quit),
    ("skip", Quit),
    ("dismiss", Dismiss),
    ("decline", Decline),
    ("deny", Deny),
    ("leave", Deny),
    ("reject", Deny),
    ("abort", Stop),
    ("stop", Stop),
    ("pause", Pause),
    ("lap", Lap),
    ("snooze", Snooze),
    ("undo", Undo),
    ("clear", Delete),
    ("delete", Delete),
    ("logout", Delete),
    ("remove", Delete),
    ("erase", Wipe),
    ("uninstall", Wipe),
    ("wipe", Wipe),
    ("reset", Reset),
    ("all", All),
    ("data", Everything),
    ("everything", Everything),
    ("open", Open),
    ("start", Open),
    ("view", Open),
    ("share", Share),
    ("go", Run),
    ("run", Run),
    ("update", Run),
    ("upload", Run),
    ("copy", Print),
    ("pdf", Print),
    ("print", Print),
    ("publish", Print),
    ("about", Navigate),
    ("account", Navigate),
    ("accounts", Navigate),
    ("advanced", Navigate),
    ("browse", Navigate),
    ("calendar", Navigate),
    ("cart", Navigate),
    ("categories", Navigate),
    ("checkout", Navigate),
    ("compose", Navigate),
    ("contacts", Navigate),
    ("customise", Navigate),
    ("customize", Navigate),
    ("details", Navigate),
    ("edit", Navigate),
    ("explore", Navigate),
    ("favorites", Navigate),
    ("favourites", Navigate),
    ("filter", Navigate),
    ("help", Navigate),
    ("history", Navigate),
    ("home", Navigate),
    ("info", Navigate),
    ("information", Navigate),
    ("library", Navigate),
    ("licences", Navigate),
    ("licenses", Navigate),
    ("manage", Navigate),
    ("menu", Navigate),
    ("messages", Navigate),
    ("more", Navigate),
    ("new", Navigate),
    ("options", Navigate),
    ("orders", Navigate),
    ("preferences", Navigate),
    ("privacy", Navigate),
    ("profile", Navigate),
    ("rename", Navigate),
    ("reviews", Navigate),
    ("scan", Navigate),
    ("see", Navigate),
    ("settings", Navigate),
    ("show", Navigate),
    ("sort", Navigate),
    ("statistics", Navigate),
    ("storage", Navigate),
    ("trash", Navigate),
    ("decrease", Change),
    ("down", Change),
    ("favorite", Change),
    ("favourite", Change),
    ("heart", Change),
    ("increase", Change),
    ("less", Change),
    ("like", Change),
    ("minus", Change),
    ("mute", Change),
    ("pin", Change),
    ("play", Change),
    ("plus", Change),
    ("refresh", Change),
    ("star", Change),
    ("sync", Change),
    ("up", Change),
];

/// Labels that mean something as a whole.
const WHOLE_LABELS: &[(&str, LabelMeaning)] = &[
    ("navigate up", No),
    ("no", No),
    ("don't allow", No),
    // What lies around a popup of a web page.
    ("outside", No),
    ("not now", NotNow),
    ("no thanks", NotNow),
    ("go back", NotNow),
    ("keep", NotNow),
    ("deny", Deny),
    ("opt out", OptOut),
];

/// The words with their places in the table.
static BY_WORD: LazyLock<HashMap<&str, (usize, LabelMeaning)>> = LazyLock::new(|| {
    WORDS.iter().enumerate().map(|(place, (word, meaning))| (*word, (place, *meaning))).collect()
});

/// A label of more words is content, not a command.
const COMMAND_WORDS: usize = 4;

/// What `word`, in lower case, means.
pub fn meaning(word: &str) -> Option<LabelMeaning> {
    BY_WORD.get(word).map(|(_, meaning)| *meaning)
}

/// The place of `word` in the table: of two words that send a form, the surer one has the lower
/// place.
pub fn place(word: &str) -> Option<usize> {
    BY_WORD.get(word).map(|(place, _)| *place)
}

/// What `label`, in lower case, means as a whole.
pub fn whole_meaning(label: &str) -> Option<LabelMeaning> {
    let label = label.trim();
    WHOLE_LABELS.iter().find(|(whole, _)| *whole == label).map(|(_, meaning)| *meaning)
}

/// The words of `text`.
pub fn words(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'')
        .filter(|word| !word.is_empty())
        .collect()
}

/// `word`, in lower case, for one thing: "shelf" of "shelves", "city" of "cities".
pub fn singular(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("ves").filter(|stem| stem.len() > 1) {
        return format!("{stem}f");
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    let hisses = ["sses", "xes", "ches", "shes"];
    let without = if hisses.iter().any(|end| word.ends_with(end)) { "es" } else { "s" };
    let is_plural = word.len() > 3 && !word.ends_with("ss");
    word.strip_suffix(without).filter(|_| is_plural).unwrap_or(word).to_owned()
}

/// True if so many words can be a command.
pub const fn is_command(words: &[&str]) -> bool {
    words.len() <= COMMAND_WORDS
}

/// The words of `label`; none if it has too many for a command.
pub fn command_words(label: &str) -> Vec<&str> {
    let words = words(label);
    if is_command(&words) { words } else { Vec::new() }
}

/// The id without its package. Empty for ids of the platform: they name a position in a dialog, not
/// a meaning.
pub fn own_id(resource_id: &str) -> &str {
    if resource_id.starts_with("android:") {
        return "";
    }
    resource_id.rsplit(['/', ':']).next().unwrap_or_default()
}

/// True if the words of `target` say that pressing it sends what the screen holds, or says yes to it.
pub fn sends(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    let id = own_id(&target.resource_id).to_lowercase().replace('_', " ");
    let said = command_words(&label).into_iter().chain(words(&id));
    said.filter_map(meaning).any(LabelMeaning::is_sending)
}

/// Words of work that can be seen each time it is done.
const VISIBLE_WORK: &[&str] = &[
    "export", "scan", "test", "play", "resume", "start", "share", "download", "copy", "print",
    "record",
];

/// True if the label of `target` says that pressing it does work that can be seen each time.
pub fn works_visibly(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    command_words(&label).iter().any(|word| VISIBLE_WORK.contains(word))
}

/// First words of what keeps the values of a form. Others send them away, such as a message or an order.
const KEEPERS: &[&str] = &["save", "apply", "set", "update", "done", "ok", "change"];

/// True if the label of `target` says that pressing it keeps what a form holds.
pub fn keeps(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    command_words(&label).first().is_some_and(|word| KEEPERS.contains(word))
}

/// Words of what opens something of its own each time it is pressed.
const OPENERS: &[&str] = &[
    "about",
    "actions",
    "checkout",
    "choose",
    "compose",
    "create",
    "customise",
    "customize",
    "details",
    "edit",
    "filter",
    "help",
    "history",
    "info",
    "information",
    "licences",
    "licenses",
    "manage",
    "new",
    "options",
    "preferences",
    "privacy",
    "profile",
    "rename",
    "reviews",
    "settings",
    "sort",
    "statistics",
    "terms",
];

/// True if the label of `target` says that pressing it opens something: by its words, or because it ends with `…`. Of
/// an entry with a line below it, its heading counts.
pub fn opens(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    let heading = label.split(" · ").next().unwrap_or_default().trim();
    let words = command_words(heading);
    let asks_for_more = heading.ends_with('…') || heading.ends_with("...");
    !words.is_empty() && (asks_for_more || words.iter().any(|word| OPENERS.contains(word)))
}

/// Words of what goes one way, each with those of what goes back.
const OPPOSITES: &[(&str, &[&str])] = &[
    ("next", &["previous", "back"]),
    ("previous", &["next"]),
    ("later", &["earlier"]),
    ("earlier", &["later"]),
    ("more", &["less", "fewer"]),
    ("less", &["more"]),
    ("fewer", &["more"]),
    ("larger", &["smaller"]),
    ("bigger", &["smaller"]),
    ("smaller", &["larger", "bigger"]),
    ("increase", &["decrease"]),
    ("decrease", &["increase"]),
    ("plus", &["minus"]),
    ("minus", &["plus"]),
    ("+", &["-", "−", "–"]),
    ("-", &["+"]),
    ("−", &["+"]),
    ("–", &["+"]),
    ("in", &["out"]),
    ("out", &["in"]),
];

/// True if `one` goes the other way than `other`, of the same thing: "Zoom out" of "Zoom in", "-" of "+".
pub fn is_opposite(one: &str, other: &str) -> bool {
    let split = |label: &str| -> Vec<String> {
        label.to_lowercase().split_whitespace().map(str::to_owned).collect()
    };
    let (one, other) = (split(one), split(other));
    if one.len() != other.len() || !is_command(&one.iter().map(String::as_str).collect::<Vec<_>>())
    {
        return false;
    }
    let mut differing = one.iter().zip(&other).filter(|(a, b)| a != b);
    let (Some((a, b)), None) = (differing.next(), differing.next()) else { return false };
    OPPOSITES.iter().any(|(word, opposites)| word == a && opposites.contains(&b.as_str()))
}

/// True if the label of `target` is the one word of a button that closes the dialog it is in.
pub fn closes_a_dialog(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    matches!(words(&label)[..], ["cancel" | "close" | "back"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_stands_once_and_in_lower_case() {
        assert_eq!(BY_WORD.len(), WORDS.len());
        assert!(WORDS.iter().all(|(word, _)| word.to_lowercase() == *word));
    }

    #[test]
    fn opposites_are_about_the_same_thing() {
        for (one, other) in [("Zoom in", "Zoom out"), ("+", "−"), ("Less tea", "More tea")] {
            assert!(is_opposite(one, other) && is_opposite(other, one), "{one}, {other}");
        }
        for (one, other) in [("Zoom in", "Log out"), ("More", "More"), ("Next", "Save"), ("", "")] {
            assert!(!is_opposite(one, other), "{one}, {other}");
        }
    }

    #[test]
    fn what_opens_something_says_so() {
        let opens = |label: &str| {
            super::opens(&WidgetTarget { label: label.into(), ..WidgetTarget::default() })
        };
        assert!(opens("Edit") && opens("Sort notes") && opens("Choose…") && opens("Add a city..."));
        assert!(opens("Licences · What others have written"));
        assert!(!opens("Save") && !opens("…") && !opens("All there is to know about water"));
    }

    #[test]
    fn one_thing_is_named_without_its_plural() {
        for (many, one) in [
            ("shelves", "shelf"),
            ("cities", "city"),
            ("boxes", "box"),
            ("books", "book"),
            ("glass", "glass"),
            ("bus", "bus"),
            ("note", "note"),
        ] {
            assert_eq!(singular(many), one);
        }
    }

    #[test]
    fn long_labels_are_content() {
        assert_eq!(command_words("save it now"), ["save", "it", "now"]);
        assert!(command_words("how to save water at home").is_empty());
        assert_eq!(own_id("org.app:id/save"), "save");
        assert_eq!(own_id("android:id/button1"), "");
        assert_eq!(whole_meaning(" not now "), Some(NotNow));
    }
}
