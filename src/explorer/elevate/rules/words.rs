//! What the words on a widget promise to Elevate's rules.

use crate::domain::{Action, ActionKey, Widget};
use crate::explorer::shared::labels::{self, LabelMeaning};

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

/// What `meaning` promises.
const fn promised(meaning: LabelMeaning) -> LabelSense {
    use LabelMeaning as Is;
    match meaning {
        Is::Back | Is::Quit | Is::Dismiss => LabelSense::Leaves,
        Is::Agree | Is::Accept | Is::Submit | Is::Send => LabelSense::Sends,
        Is::Navigate | Is::Add | Is::Export | Is::Open | Is::Share | Is::All => LabelSense::LeadsOn,
        Is::Change | Is::Reset | Is::Undo | Is::Pause => LabelSense::Changes,
        _ => LabelSense::Plain,
    }
}

/// True if the words of `action` say that it leaves the screen.
pub fn leaves(action: &Action) -> bool {
    sense(action) == LabelSense::Leaves
}

/// What the widget that `action` is aimed at promises, by its label and id.
pub fn sense(action: &Action) -> LabelSense {
    let Some(target) = action.target() else { return LabelSense::Plain };
    sense_of(&target.label, labels::own_id(&target.resource_id))
}

/// What `widget` promises.
pub fn sense_of_widget(widget: &Widget) -> LabelSense {
    sense_of(&widget.label, labels::own_id(&widget.resource_id))
}

/// What the name of an action promises, if its screen is not at hand: the id or label in it.
pub fn sense_of_key(key: &ActionKey) -> LabelSense {
    let text = key.as_str();
    let name = text.split_once(' ').map_or(text, |(_, name)| name);
    let (id, label) = name.split_once('"').unwrap_or((name, ""));
    let id = id.rsplit(['#', '/']).next().unwrap_or_default();
    sense_of(label.trim_end_matches('"'), id.trim())
}

fn sense_of(label: &str, id: &str) -> LabelSense {
    let label = label.to_lowercase();
    if let Some(LabelMeaning::No | LabelMeaning::NotNow | LabelMeaning::Deny) =
        labels::whole_meaning(&label)
    {
        return LabelSense::Leaves;
    }
    let promised = |word: &&str| labels::meaning(word).map(promised);
    let on_label = labels::command_words(&label);
    // Only a label says that it leaves: an id such as `back_up` is no promise to go back.
    if on_label.iter().filter_map(promised).any(|sense| sense == LabelSense::Leaves) {
        return LabelSense::Leaves;
    }
    let id = id.to_lowercase();
    let in_id = labels::words(&id);
    let senses = on_label.iter().chain(&in_id).filter_map(promised);
    // The senses are declared in the order in which they decide.
    senses.filter(|sense| *sense != LabelSense::Leaves).min().unwrap_or(LabelSense::Plain)
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
