//! Widgets: the parts of a screen that a user can perceive or act on.

use serde::{Deserialize, Serialize};

use super::action::{ActionKind, Direction, WidgetTarget};
use super::bounds::{Bounds, Point};

/// What stands between the texts that the label of a widget without words of its own is gathered from.
pub const GATHERED: &str = " · ";

/// One widget of a screen.
///
/// A node of the view hierarchy is a widget when some of it is visible and it acts (tap, long tap,
/// check, scroll, edit), says something (text, description, hint), is a list with rows, or is an
/// opaque region. Plain layout containers are not widgets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Widget {
    /// Its number on this screen, from 1, in document order. What the tester sees and types.
    pub number: usize,
    /// The class as dumped, such as `android.widget.Button`.
    pub class: String,
    /// What it is to a user, as the backend says; see [`Widget::role`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<WidgetRole>,
    /// The text as dumped; empty for a password field.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The id as dumped, such as `com.example:id/save`; may lack the package or be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub resource_id: String,
    /// The accessibility description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub content_desc: String,
    /// The hint of an empty field, if the dump has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// The words beside or above a field that say what it asks for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub caption: String,
    /// The package that drew it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub package: String,
    /// What people call it: its text, description or hint, else the texts inside, else its short id.
    /// A field is called by its description, hint or caption before what it holds.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Where it is, clipped to the display.
    pub bounds: Bounds,
    /// A point of it that a finger reaches: not covered by a later sibling or another window.
    /// `None` if all of it is covered.
    pub tap: Option<Point>,
    /// What can be done with it; inherited clickability counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<ActionKind>,
    /// The number of the widget it inherits its clickability from: acting on both is the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inherits: Option<usize>,
    /// Where it stands in the hierarchy.
    #[serde(default, alias = "place")]
    pub position: WidgetPosition,
    /// Greyed out if false.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub enabled: bool,
    /// On or off, for what can be checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// The current tab or choice.
    #[serde(default, skip_serializing_if = "is_no")]
    pub selected: bool,
    /// Has the input focus.
    #[serde(default, skip_serializing_if = "is_no")]
    pub focused: bool,
    /// Hides what is typed into it.
    #[serde(default, skip_serializing_if = "is_no")]
    pub password: bool,
    /// A region whose inside the hierarchy does not tell (web view, game surface, Flutter).
    #[serde(default, skip_serializing_if = "is_no")]
    pub opaque: bool,
    /// A field that answers to keys itself, such as to ENTER.
    #[serde(default, skip_serializing_if = "is_no")]
    pub hears_keys: bool,
    /// The form of the page that it belongs to, from 1; `None` if it belongs to none, and where nothing tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<u16>,
    /// Where it leads, for a link whose address tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<LinkPlace>,
    /// The gestures on it that nothing listens to, as far as the device knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unheard: Vec<ActionKind>,
    /// The directions in which it shows nothing more, as far as the device knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<Direction>,
    /// Names of controls in it that come into sight if it is moved down or to the right, as far as the device knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<String>,
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_yes(value: &bool) -> bool {
    *value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_no(value: &bool) -> bool {
    !*value
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkPlace {
    /// A part of the app, called as [`Screen::location`](super::Screen::location) calls it.
    Inside(String),
    /// Another app.
    Outside(String),
    /// Another part of the present page, which it scrolls to.
    Here,
}

/// Where a widget stands in the view hierarchy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WidgetPosition {
    /// The number of the nearest ancestor that is a widget too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// Ancestors above it in the hierarchy.
    #[serde(default)]
    pub depth: u16,
    /// The number of the innermost list that contains it (list, grid, recycler or pager).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<usize>,
    /// Its row in that list, from 0 for the first one dumped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<usize>,
    /// Which window it is in, from 0 for the one in front. Dumps without windows have only 0.
    #[serde(default)]
    pub window: u16,
    /// True inside a picker of a date, a time or a number: all that acts there changes the one value
    /// that the picker holds.
    #[serde(default, skip_serializing_if = "is_no")]
    pub in_picker: bool,
}

/// The role of a widget: what it is to a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WidgetRole {
    /// Something to press.
    Button,
    /// Something to type into.
    Field,
    /// A check box, switch, radio button or toggle.
    Toggle,
    /// A slider or rating bar.
    Slider,
    /// A drop-down or picker.
    Picker,
    /// A list, grid or other container that scrolls.
    List,
    /// A tab.
    Tab,
    /// A picture.
    Image,
    /// A progress indicator.
    Progress,
    /// Words.
    Text,
    /// A region whose inside is not told.
    Opaque,
    /// Any other container or custom view.
    View,
}

impl WidgetRole {
    /// True if the label of such a widget is what was typed or chosen.
    pub const fn shows_a_value(self) -> bool {
        matches!(self, Self::Field | Self::Slider | Self::Picker | Self::Progress)
    }

    /// The word shown to the tester.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Button => "button",
            Self::Field => "field",
            Self::Toggle => "toggle",
            Self::Slider => "slider",
            Self::Picker => "picker",
            Self::List => "list",
            Self::Tab => "tab",
            Self::Image => "image",
            Self::Progress => "progress",
            Self::Text => "text",
            Self::Opaque => "opaque",
            Self::View => "view",
        }
    }
}

impl Widget {
    /// The class without its package: `Button` for `android.widget.Button`.
    pub fn short_class(&self) -> &str {
        self.class.rsplit(['.', '$']).next().unwrap_or(&self.class)
    }

    /// The id without package and `id/`: `save` for `com.example:id/save`.
    pub fn short_id(&self) -> &str {
        self.resource_id.rsplit(['/', ':']).next().unwrap_or(&self.resource_id)
    }

    /// The first of the texts that the label was gathered from: what follows is mostly a value that is set there.
    /// The label itself if it is the widget's own.
    pub fn title(&self) -> &str {
        let is_gathered = self.text.is_empty() && self.content_desc.is_empty();
        let parts =
            self.label.split_once(GATHERED).filter(|(title, _)| is_gathered && !title.is_empty());
        parts.map_or(&self.label, |(title, _)| title)
    }

    /// What a field holds: its text, unless that is its hint, which Android reports as the text of
    /// an empty field.
    pub fn content(&self) -> &str {
        if self.text == self.hint { "" } else { &self.text }
    }

    /// True if the widget offers `kind`.
    pub fn allows(&self, kind: ActionKind) -> bool {
        self.actions.contains(&kind)
    }

    /// True if acting on it is an action of its own: it is enabled, reachable, and does not
    /// merely inherit what an ancestor does.
    pub fn acts(&self) -> bool {
        self.enabled && self.tap.is_some() && self.inherits.is_none() && !self.actions.is_empty()
    }

    /// True for a link of a web page.
    pub fn is_link(&self) -> bool {
        self.class == "a"
    }

    /// True for a button of which the page says that it sends the form it is in.
    pub fn submits(&self) -> bool {
        WidgetTarget::is_submitting(&self.class)
    }

    /// True for [`WidgetRole::Field`], without reading the class.
    pub fn is_field(&self) -> bool {
        !self.opaque && self.allows(ActionKind::Type)
    }

    /// True for a field of a web page that takes a text of several lines.
    pub fn is_text_area(&self) -> bool {
        self.is_field() && matches!(self.short_class(), "textarea" | "editable")
    }

    /// True for what a browser tells of the rest of the page while a menu or dialog is open: a press there closes
    /// it.
    pub fn is_backdrop(&self) -> bool {
        self.short_class() == "backdrop"
    }

    /// What it is to a user: its role, as the backend filled it in.
    pub fn role(&self) -> WidgetRole {
        self.role.unwrap_or_else(|| self.recorded_role())
    }

    /// The role in screens that were recorded before roles were stored. All of them came from Android,
    /// so it is read from the class. This rule does not change any more; the present one is in the
    /// Android backend.
    fn recorded_role(&self) -> WidgetRole {
        if self.opaque {
            return WidgetRole::Opaque;
        }
        if self.is_field() {
            return WidgetRole::Field;
        }
        let class = self.short_class();
        let has = |part: &str| class.contains(part);
        if has("Switch")
            || has("CheckBox")
            || has("CheckedTextView")
            || has("Radio")
            || has("Toggle")
        {
            WidgetRole::Toggle
        } else if has("SeekBar") || has("Slider") || has("RatingBar") {
            WidgetRole::Slider
        } else if has("ProgressBar") || has("ProgressIndicator") {
            WidgetRole::Progress
        } else if has("Spinner") || has("Picker") {
            WidgetRole::Picker
        } else if has("Tab") {
            WidgetRole::Tab
        } else if has("Button") || has("Chip") {
            WidgetRole::Button
        } else if self.allows(ActionKind::Scroll) || has("ListView") || has("RecyclerView") {
            WidgetRole::List
        } else if has("Image") {
            WidgetRole::Image
        } else if has("Text") {
            WidgetRole::Text
        } else {
            WidgetRole::View
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_cope_with_odd_ids() {
        let widget = |class: &str, id: &str| Widget {
            class: class.into(),
            resource_id: id.into(),
            ..Widget::default()
        };
        assert_eq!(widget("a.b$C", "p:id/save").short_class(), "C");
        assert_eq!(widget("", "p:id/save").short_id(), "save");
        assert_eq!(widget("", "save").short_id(), "save");
        assert_eq!(widget("", "").short_id(), "");
    }

    #[test]
    fn roles_that_were_not_recorded_come_from_class_and_actions() {
        let widget = |class: &str, actions: &[ActionKind]| Widget {
            class: class.into(),
            actions: actions.to_vec(),
            ..Widget::default()
        };
        assert_eq!(
            widget("android.widget.EditText", &[ActionKind::Type]).role(),
            WidgetRole::Field
        );
        assert_eq!(widget("android.widget.ImageButton", &[]).role(), WidgetRole::Button);
        assert_eq!(widget("x.RadioButton", &[]).role(), WidgetRole::Toggle);
        assert_eq!(widget("x.TextView", &[]).role(), WidgetRole::Text);
    }

    #[test]
    fn the_role_that_the_backend_says_comes_first() {
        let class = "android.widget.Button".to_owned();
        let widget = Widget { class, role: Some(WidgetRole::Tab), ..Widget::default() };
        assert_eq!(widget.role(), WidgetRole::Tab);
        let stored = serde_json::to_value(&widget).unwrap();
        assert_eq!(stored["role"], "tab");
        assert_eq!(serde_json::from_value::<Widget>(stored).unwrap(), widget);
    }
}
