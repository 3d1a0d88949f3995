//! What is known of the fields of a form: the six kinds of information of InputBlaster's prompts
//! (section 3.1, table 1), read from the screen.

use crate::domain::{Screen, Widget, WidgetRole};
use crate::explorer::shared::forms::field_name::field_name;
use crate::explorer::shared::labels;

/// The most nearby widgets of a field.
const NEARBY: usize = 6;
/// What a field without a name of its own is called.
const NAMELESS: &str = "field";

/// What the app newly said after an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DynamicHint {
    /// What the field held.
    pub(super) input: String,
    /// What newly appeared.
    pub(super) says: String,
}

/// A field that is attacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AttackedField {
    /// Its id and its place among those of the same id.
    pub(super) key: String,
    /// What people call it.
    pub(super) label: String,
    pub(super) hint: String,
    /// The words beside or above it.
    pub(super) caption: String,
    pub(super) password: bool,
    /// What stands on the same line, inside or around it.
    pub(super) nearby: Vec<String>,
    /// What the app said to wrong inputs.
    pub(super) dynamic_hints: Vec<DynamicHint>,
}

impl AttackedField {
    /// True if it looks for something, by its own words.
    pub(super) fn is_search(&self) -> bool {
        let words = [&self.key, &self.label, &self.hint, &self.caption].map(|it| it.to_lowercase());
        words.iter().any(|it| ["search", "query", "filter"].iter().any(|word| it.contains(word)))
    }

    fn of(screen: &Screen, widget: &Widget) -> Self {
        Self {
            key: field_key(screen, widget),
            label: if widget.content() == widget.label {
                String::new()
            } else {
                widget.label.clone()
            },
            hint: widget.hint.clone(),
            caption: widget.caption.clone(),
            password: widget.password,
            nearby: nearby(screen, widget),
            dynamic_hints: Vec::new(),
        }
    }

    /// What people call it, or else its id.
    pub(super) fn name(&self) -> &str {
        let names = [&self.label, &self.hint, &self.caption];
        let named = names.into_iter().find(|name| !name.is_empty());
        named.map_or_else(|| self.key.split(':').next().unwrap_or_default(), String::as_str)
    }

    /// The texts that say what it demands.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        [&self.hint, &self.caption, &self.label].into_iter().map(String::as_str)
    }

    /// The words that name it, in lower case, without what its hint gives as an example.
    pub(super) fn own_words(&self) -> Vec<String> {
        let hint = self.hint.split('(').next().unwrap_or_default();
        let label = self.label.split('(').next().unwrap_or_default();
        let said = format!("{hint} {} {label} {}", self.caption, self.key.replace(['_', '-'], " "));
        labels::words(&said.to_lowercase()).into_iter().map(str::to_owned).collect()
    }
}

/// The fields on `screen` that can be typed into.
pub(super) fn on_screen(screen: &Screen) -> Vec<AttackedField> {
    open_fields(screen).map(|widget| AttackedField::of(screen, widget)).collect()
}

/// The widgets of the fields on `screen` that can be typed into, in its front window.
pub(super) fn open_fields(screen: &Screen) -> impl Iterator<Item = &Widget> {
    screen.widgets.iter().filter(|widget| {
        widget.is_field() && widget.acts() && (!screen.dialog || widget.position.window == 0)
    })
}

/// The widget of the field called `key`.
pub(super) fn widget<'a>(screen: &'a Screen, key: &str) -> Option<&'a Widget> {
    open_fields(screen).find(|widget| field_key(screen, widget) == key)
}

/// What a field is called over all visits: its name and its place among those of the same name.
fn field_key(screen: &Screen, widget: &Widget) -> String {
    let name = field_name(widget);
    let same = open_fields(screen).filter(|other| field_name(other) == name);
    let place = same.take_while(|other| other.number != widget.number).count();
    format!("{}:{place}", if name.is_empty() { NAMELESS } else { name })
}

/// The name of the form on `screen`, whatever it holds; `None` if it has no field.
pub(super) fn form_name(screen: &Screen) -> Option<String> {
    let keys = field_keys(screen);
    (!keys.is_empty()).then(|| format!("{}|{}|{keys}", screen.location, screen.dialog))
}

/// What the fields on `screen` are called, as one text.
pub(super) fn field_keys(screen: &Screen) -> String {
    let keys: Vec<String> = open_fields(screen).map(|widget| field_key(screen, widget)).collect();
    keys.join("|")
}

/// The words of the widgets on the same line as `widget`, and of what contains it.
fn nearby(screen: &Screen, widget: &Widget) -> Vec<String> {
    let middle = widget.bounds.center();
    let says = |other: &&Widget| {
        let line = other.bounds.top <= middle.y && middle.y <= other.bounds.bottom;
        let column = other.bounds.left <= middle.x && middle.x <= other.bounds.right;
        let is_words = matches!(other.role(), WidgetRole::Text | WidgetRole::Button);
        other.number != widget.number && is_words && (line || column) && !other.label.is_empty()
    };
    let words = screen.widgets.iter().filter(says).map(|other| other.label.clone());
    words.take(NEARBY).collect()
}

/// The words on `screen` that nobody typed.
pub(super) fn words_on(screen: &Screen) -> Vec<String> {
    let says = screen.widgets.iter().filter(|widget| !widget.is_field());
    says.filter(|widget| !widget.text.is_empty()).map(|widget| widget.text.clone()).collect()
}

/// The words on `screen` that were not among those of `before`.
pub(super) fn words_since(screen: &Screen, before: &[String]) -> Vec<String> {
    words_on(screen).into_iter().filter(|words| !before.contains(words)).collect()
}
