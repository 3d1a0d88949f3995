//! A screen: one observation of the app under test.

use serde::{Deserialize, Serialize};

use super::action::{Action, DeviceKey};
use super::bounds::DisplaySize;
use super::spoken::DialogueTurn;
use super::surface::Surface;
use super::widget::{Widget, WidgetRole};

/// How much of a screen could be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "is", content = "why")]
pub enum ReadQuality {
    /// The hierarchy tells the screen.
    Full,
    /// Most of the screen is one opaque region; only a picture tells more.
    Opaque,
    /// The hierarchy could not be read; what the device said instead. Its widgets, if there are any,
    /// are those that were read last at the same location, or parts of the picture.
    Failed(String),
}

/// One observation: what is on the display now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Screen {
    /// The package in front.
    pub package: String,
    /// Where in the app this is, as the backend says: on Android the activity in front, with the
    /// package cut off if they agree (`.MainActivity`); in a browser the path of the URL. Empty if the
    /// target has no such thing. Stored as `activity` in sessions recorded earlier.
    #[serde(alias = "activity")]
    pub location: String,
    /// The heading, as the backend says; see [`Screen::title`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The display in its present rotation.
    pub size: DisplaySize,
    /// Quarter turns from the natural position, 0 to 3.
    pub rotation: u8,
    /// True if the front window is smaller than the display: a dialog, menu or popup.
    pub dialog: bool,
    /// True while the on-screen keyboard is up.
    pub keyboard: bool,
    /// True if the screen still showed progress or changed when the wait for idleness ended.
    pub busy: bool,
    /// How much of it could be read.
    #[serde(alias = "reading")]
    pub read_quality: ReadQuality,
    /// The keys that do nothing at present, as far as the device knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unheard_keys: Vec<DeviceKey>,
    /// True if nothing is heard but an answer, as while a dialog of the browser itself is open: taps on its widgets and
    /// texts, BACK, Escape and Enter, waiting, and what begins the app anew.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub answers_only: bool,
    /// The widgets in document order; `widgets[i].number == i + 1`.
    pub widgets: Vec<Widget>,
    /// What it is made of. Stored as `spoken`, which is there for dialogues only.
    #[serde(rename = "spoken", default, skip_serializing_if = "Surface::is_display")]
    pub surface: Surface,
    /// What toasts say that are showing, where the system draws them: no widget has it, and it is no part of a state.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub toasts: Vec<String>,
    /// Oddities met while reading, for the tester.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Screen {
    /// True if it shows that something goes on that will end: a progress indicator, or that it still
    /// changed when the wait for idleness ended. A bar that was not waited for is a figure: how much of something
    /// is used.
    pub fn shows_progress(&self) -> bool {
        let waits =
            |widget: &Widget| widget.role() == WidgetRole::Progress && !widget.bounds.is_bar();
        self.busy || self.widgets.iter().any(waits)
    }

    /// True for a page that a browser shows: its location is the path of an address.
    pub fn is_in_browser(&self) -> bool {
        self.location.starts_with('/')
    }

    /// The web view that takes most of the display, if its page is told by the hierarchy: a page does not tell of all
    /// gestures that it listens to.
    pub fn web_view(&self) -> Option<&Widget> {
        let display = self.size.bounds().area();
        self.widgets.iter().find(|widget| {
            widget.short_class().ends_with("WebView")
                && !widget.opaque
                && widget.tap.is_some()
                && widget.bounds.area() * 2 > display
        })
    }

    /// True if `widget` scrolls a whole page, whose further parts differ as the rows of a list do not: the root of a web page,
    /// a view made for it, or an element of a web page without rows that takes at least half of the display.
    pub fn scrolls_a_page(&self, widget: &Widget) -> bool {
        let class = widget.short_class();
        if class == "html" || class.ends_with("ScrollView") {
            return true;
        }
        let is_element = !class.is_empty() && !class.contains(|c: char| c.is_ascii_uppercase());
        let is_large = widget.bounds.area() * 2 >= self.size.bounds().area();
        is_element
            && is_large
            && self.widgets.iter().all(|other| other.position.list != Some(widget.number))
    }

    /// False if the device knows that nothing listens to `action` at present. Of a pair the second half may be
    /// heard only after the first.
    pub fn may_hear(&self, action: &Action) -> bool {
        if self.answers_only && !may_answer(action) {
            return false;
        }
        match action {
            Action::Key { key } => !self.unheard_keys.contains(key),
            Action::AtOnce(pair) => self.may_hear(pair.first()),
            other => {
                let widget = other.target().and_then(|target| self.widget(target.number));
                // What a widget offers works without a listener, as a link or a checkbox does.
                let may = |widget: &Widget| {
                    widget.allows(other.kind()) || !widget.unheard.contains(&other.kind())
                };
                widget.is_none_or(may)
            }
        }
    }

    /// False if `action` moves a container in a direction in which it shows nothing more, as far as the device knows.
    pub fn shows_more(&self, action: &Action) -> bool {
        let Some(direction) = action.shows() else { return true };
        let widget = action.target().and_then(|target| self.widget(target.number));
        widget.is_none_or(|widget| !widget.ends.contains(&direction))
    }

    /// An empty display of `package`, upright and idle.
    pub fn on_display(package: &str, location: &str, size: DisplaySize) -> Self {
        Self {
            package: package.to_owned(),
            location: location.to_owned(),
            title: None,
            size,
            rotation: 0,
            dialog: false,
            keyboard: false,
            busy: false,
            read_quality: ReadQuality::Full,
            unheard_keys: Vec::new(),
            answers_only: false,
            widgets: Vec::new(),
            surface: Surface::Display,
            toasts: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// A screen that is a turn of the voice app `app`.
    pub fn of_speech(app: &str, turn: DialogueTurn) -> Self {
        let screen = Self::on_display(app, "", DisplaySize::default());
        Self { surface: Surface::Dialogue(turn), ..screen }
    }

    /// The voice app's turn; `None` on a display.
    pub const fn dialogue(&self) -> Option<&DialogueTurn> {
        self.surface.dialogue()
    }

    /// The widget with this number.
    pub fn widget(&self, number: usize) -> Option<&Widget> {
        self.widgets.get(number.checked_sub(1)?)
    }

    /// The location as people read it: `MainActivity` for an activity, the whole path or route of a URL.
    pub fn short_location(&self) -> &str {
        short_location(&self.location)
    }

    /// The heading, as the backend filled it in.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref().or_else(|| self.recorded_title())
    }

    /// The heading of screens that were recorded before headings were stored. All of them came from
    /// Android, so it is found by its id. This rule does not change any more; the present one is in
    /// the Android backend.
    fn recorded_title(&self) -> Option<&str> {
        self.widgets
            .iter()
            .find(|widget| widget.position.list.is_none() && is_title(widget))
            .map(|widget| widget.text.as_str())
    }
}

/// A location as people read it: an activity without its package, the whole path or route of a URL.
pub fn short_location(location: &str) -> &str {
    if location.starts_with(['/', '#']) {
        return location;
    }
    location.rsplit(['.', '/']).next().unwrap_or(location)
}

/// Packages whose dialogs belong to using any app: permission questions and the system's own
/// "isn't responding" dialog.
const SYSTEM_DIALOGS: &[&str] = &[
    "android",
    "com.android.permissioncontroller",
    "com.google.android.permissioncontroller",
    "com.android.packageinstaller",
];

/// True if a window of `package` belongs to using `app`.
pub fn belongs_to(package: &str, app: &str) -> bool {
    package == app || SYSTEM_DIALOGS.contains(&package)
}

/// True for what the platform's and the support libraries' tool bars and dialogs use as heading.
fn is_title(widget: &Widget) -> bool {
    let id = widget.short_id();
    // What acts is a row or tile whose words merely have the id of a heading.
    !widget.text.is_empty()
        && widget.actions.is_empty()
        && (id == "title"
            || id == "alertTitle"
            || id == "action_bar_title"
            || id.ends_with("toolbar_title"))
}

/// True for what a screen hears that only takes an answer.
fn may_answer(action: &Action) -> bool {
    match action {
        Action::Tap { .. } | Action::Type { .. } | Action::Wait { .. } => true,
        Action::Key { key } => {
            matches!(key, DeviceKey::Back | DeviceKey::Escape | DeviceKey::Enter)
        }
        Action::AtOnce(pair) => may_answer(pair.first()),
        other => other.starts_anew(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ActionKind, Rotation, WidgetTarget};

    #[test]
    fn a_screen_recorded_with_its_activity_has_it_as_location() {
        let mut screen = Screen::of_speech("app", DialogueTurn::default());
        screen.location = ".edit.NoteActivity".into();
        let mut stored = serde_json::to_value(&screen).unwrap();
        let location = stored["location"].take();
        stored.as_object_mut().unwrap().remove("location");
        stored["activity"] = location;
        assert_eq!(serde_json::from_value::<Screen>(stored).unwrap(), screen);
    }

    #[test]
    fn what_a_widget_offers_is_heard_without_a_listener() {
        let widget = Widget {
            number: 1,
            actions: vec![ActionKind::Tap],
            unheard: vec![ActionKind::Tap, ActionKind::Drag],
            ..Widget::default()
        };
        let target = WidgetTarget::of(&widget);
        let screen = Screen {
            widgets: vec![widget],
            unheard_keys: vec![DeviceKey::Back],
            ..Screen::on_display("org.app", "/", DisplaySize::new(412, 915))
        };
        assert!(screen.may_hear(&Action::Tap { target: target.clone() }), "a link, say");
        assert!(!screen.may_hear(&Action::Drag { to: target.point, target }));
        assert!(!screen.may_hear(&Action::Key { key: DeviceKey::Back }));
        assert!(screen.may_hear(&Action::Key { key: DeviceKey::Enter }));
    }

    #[test]
    fn a_dialog_that_waits_for_an_answer_hears_nothing_else() {
        let upright = Screen::on_display("org.app", "/", DisplaySize::new(412, 915));
        let screen = Screen { answers_only: true, ..upright.clone() };
        let turn = Action::Rotate { rotation: Rotation::Landscape };
        assert!(upright.may_hear(&turn) && !screen.may_hear(&turn));
        assert!(!screen.may_hear(&Action::Key { key: DeviceKey::Home }));
        for action in [Action::Key { key: DeviceKey::Back }, Action::Restart] {
            assert!(screen.may_hear(&action), "{action}");
        }
    }

    #[test]
    fn a_location_is_read_without_its_package_but_with_its_path() {
        assert_eq!(short_location(".edit.NoteActivity"), "NoteActivity");
        assert_eq!(short_location("com.example/.Main"), "Main");
        assert_eq!(short_location("/notes/index.html"), "/notes/index.html");
        assert_eq!(short_location("#/notes/:id"), "#/notes/:id");
        assert_eq!(short_location(""), "");
    }
}
