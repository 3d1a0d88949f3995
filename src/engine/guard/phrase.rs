//! Phrases of guard rules: what a widget says as a whole.
//!
//! A word anywhere in a label says little: "Post number 5" is a title, "Allow the app to send you
//! messages?" a question. What an action does is said by the whole label of a button, and it begins
//! with a verb: "Post", "Send message". So a phrase is compared with the whole label, and only an
//! entry that ends with `*` may go on, by a few words and on what looks like a command.

use serde::Deserialize;

use crate::domain::{GATHERED, Screen, Widget, WidgetRole, WidgetTarget};

/// The most words of a command on a button or picture: "Delete my old account".
const WORDS_ON_BUTTON: usize = 4;

/// The most words of a command on anything else that can be tapped; longer ones are sentences.
const WORDS_ELSEWHERE: usize = 3;

/// The fewest words of a phrase that may go on in a row of a list. "Delete ..." may be the title of
/// what somebody noted; "Erase all ..." is an entry of the settings.
const SPECIFIC: usize = 2;

/// Words around an id or a description that say what the widget is, not what it does.
const WIDGET_WORDS: &[&str] =
    &["btn", "button", "icon", "ic", "img", "image", "iv", "fab", "action", "menu", "item"];

/// What stands for one or more numbers in a phrase.
const NUMBER: &str = "#";

/// One entry of `phrases` in a rule.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "String")]
pub struct GuardPhrase {
    words: Vec<String>,
    /// True if the label may go on after the words.
    goes_on: bool,
}

impl From<String> for GuardPhrase {
    fn from(text: String) -> Self {
        let text = text.trim().to_lowercase();
        let goes_on = text.ends_with('*');
        let words = text.trim_end_matches('*').split_whitespace().map(str::to_owned).collect();
        Self { words, goes_on }
    }
}

impl GuardPhrase {
    /// True if `label` says this.
    pub fn matches(&self, label: &SpokenLabel) -> bool {
        let (own, said) = (&*self.words, &*label.words);
        if own.is_empty() {
            return false;
        }
        // An id names its object first: `note_delete`, `btn_send`.
        if self.goes_on && !label.in_row && label.id.ends_with(own) {
            return true;
        }
        // "Buy 3 eggs" may be a note.
        let named = own.iter().filter(|word| *word != NUMBER).count();
        let may_go_on = !label.in_row || named >= SPECIFIC;
        let goes_on = self.goes_on && may_go_on && said.len() <= label.most_words;
        own == said || goes_on && said.starts_with(own)
    }
}

/// A button whose label is one of these does what it says: its id does not count.
const SAYS_WHAT_IT_DOES: &[&str] = &["back", "cancel", "close", "edit", "save", "update"];

/// What a widget says, in words that can be compared with a phrase.
#[derive(Debug, Default)]
pub struct SpokenLabel {
    words: Vec<String>,
    /// The most words that a command may have here.
    most_words: usize,
    /// True for a row of a list that is not a menu.
    in_row: bool,
    /// The words of the widget's id.
    id: Vec<String>,
}

impl SpokenLabel {
    /// What `target` says on `screen`; `None` if a touch on it cannot be a command, as on a field.
    /// A target that is not on the screen is taken for a button.
    pub fn of(target: &WidgetTarget, screen: &Screen) -> Option<Self> {
        let same =
            |widget: &&Widget| widget.number == target.number && widget.label == target.label;
        let widget = screen.widgets.iter().find(same);
        let most_words = match widget {
            Some(widget) if !is_command(widget) => return None,
            Some(widget) if !matches!(widget.role(), WidgetRole::Button | WidgetRole::Image) => {
                WORDS_ELSEWHERE
            }
            _ => WORDS_ON_BUTTON,
        };
        let in_row = widget.is_some_and(|widget| is_content_row(widget, screen));
        let is_id = widget.is_some_and(|widget| {
            widget.text.is_empty() && widget.content_desc.is_empty() && is_id(&widget.label)
        });
        let words = trimmed(first_words(&target.label, is_id), is_id);
        let short_id = target.resource_id.rsplit(['/', ':']).next().unwrap_or_default();
        let mut id = trimmed(first_words(if is_id { &target.label } else { short_id }, true), true);
        if !is_id && matches!(&words[..], [only] if SAYS_WHAT_IT_DOES.contains(&only.as_str())) {
            id.clear();
        }
        Some(Self { words, most_words, in_row, id })
    }
}

/// `words` without those at the end, and of an id also at the beginning, that say what the widget is.
fn trimmed(mut words: Vec<String>, is_id: bool) -> Vec<String> {
    let is_widget_word = |word: &String| WIDGET_WORDS.contains(&word.as_str());
    while words.len() > 1 && words.last().is_some_and(is_widget_word) {
        words.pop();
    }
    if is_id {
        let before = words.iter().take_while(|word| is_widget_word(word)).count();
        words.drain(..before.min(words.len().saturating_sub(1)));
    }
    words
}

/// True if a touch on `widget` may do something at once: fields take the focus, toggles and sliders
/// hold a value, tabs and lists show something.
fn is_command(widget: &Widget) -> bool {
    use WidgetRole::{Field, List, Progress, Slider, Tab, Toggle};
    !matches!(widget.role(), Field | List | Progress | Slider | Tab | Toggle)
}

/// True for a row of a list and its texts. A button in it is a command, and the rows of a dialog are
/// those of a menu.
fn is_content_row(widget: &Widget, screen: &Screen) -> bool {
    widget.position.row.is_some() && widget.role() != WidgetRole::Button && !screen.dialog
}

/// True if `label` is written as ids are.
fn is_id(label: &str) -> bool {
    !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The words of the first text in `label` that has any. Numbers become [`NUMBER`], one after the
/// other only one.
fn first_words(label: &str, is_id: bool) -> Vec<String> {
    let mut texts = label.split(GATHERED);
    let Some(text) = texts.find(|text| text.contains(char::is_alphanumeric)) else {
        return Vec::new();
    };
    let text = if is_id { apart(text) } else { text.to_owned() };
    let mut words: Vec<String> = Vec::new();
    for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric() && c != '\'') {
        if word.is_empty() {
            continue;
        }
        if !word.chars().all(char::is_numeric) {
            words.push(word.to_owned());
        } else if words.last().is_none_or(|last| last != NUMBER) {
            words.push(NUMBER.to_owned());
        }
    }
    words
}

/// `deleteNote` as `delete Note`.
fn apart(id: &str) -> String {
    let mut text = String::with_capacity(id.len() + 4);
    let mut lower = false;
    for c in id.chars() {
        if c.is_uppercase() && lower {
            text.push(' ');
        }
        lower = c.is_lowercase();
        text.push(c);
    }
    text
}

#[cfg(test)]
mod tests;
