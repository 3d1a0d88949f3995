//! Page sources of iOS, as XCUITest writes them, as a dump that the Android backend reads.
//!
//! Each element gets the name of the Android class that behaves most like it, in the package `ios`, so that
//! roles, lists, rows, tap points and captions come from the one reader of hierarchies. Elements that are not
//! visible, the status bar and the keys of the keyboard are left out; of an alert or sheet in front, all that
//! lies behind. Bounds are in points.

use std::fmt::Write as _;

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

use super::source::attribute;
use crate::domain::DisplaySize;

/// How each element's name begins.
const PREFIX: &str = "XCUIElementType";

/// A source, converted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct IosSource {
    /// The dump.
    pub(super) dump: String,
    /// The heading of the navigation bar or alert.
    pub(super) title: Option<String>,
    /// The display, in points.
    pub(super) size: Option<DisplaySize>,
    /// An alert or sheet is in front.
    pub(super) dialog: bool,
    /// The keyboard is up.
    pub(super) keyboard: bool,
}

/// What an element is on Android.
struct IosElement {
    /// Its name without the prefix.
    name: &'static str,
    /// The class.
    class: &'static str,
    /// Attributes that all of its kind have.
    attributes: &'static str,
}

const fn element(name: &'static str, class: &'static str, attributes: &'static str) -> IosElement {
    IosElement { name, class, attributes }
}

const TAPPED: &str = "clickable=\"true\"";
const SCROLLED: &str = "scrollable=\"true\"";
const CHECKED: &str = "clickable=\"true\" checkable=\"true\"";
const TYPED: &str = "clickable=\"true\" focusable=\"true\" editable=\"true\"";
const SECRET: &str = "clickable=\"true\" focusable=\"true\" editable=\"true\" password=\"true\"";

/// What is acted on or tells more than words. Everything else is a plain view.
const ELEMENTS: &[IosElement] = &[
    element("Button", "Button", TAPPED),
    element("Cell", "View", TAPPED),
    element("CheckBox", "CheckBox", CHECKED),
    element("CollectionView", "ListView", SCROLLED),
    element("DatePicker", "DatePicker", ""),
    element("Icon", "Button", TAPPED),
    element("ActivityIndicator", "ProgressBar", ""),
    element("Image", "ImageView", ""),
    element("Link", "Button", TAPPED),
    element("MenuItem", "Button", TAPPED),
    element("PageIndicator", "View", TAPPED),
    element("PickerWheel", "NumberPicker", SCROLLED),
    element("ProgressIndicator", "TextView", ""),
    element("RadioButton", "RadioButton", CHECKED),
    element("ScrollView", "ScrollView", SCROLLED),
    element("SearchField", "EditText", TYPED),
    element("SecureTextField", "EditText", SECRET),
    element("Slider", "SeekBar", ""),
    element("StaticText", "TextView", ""),
    element("Stepper", "View", ""),
    element("Switch", "Switch", CHECKED),
    element("Tab", "TabButton", TAPPED),
    element("Table", "ListView", SCROLLED),
    element("TextField", "EditText", TYPED),
    element("TextView", "EditText", TYPED),
    element("Toggle", "ToggleButton", CHECKED),
    element("WebView", "WebView", ""),
];

/// Plain views, some of which take touches by themselves.
const PLAIN: IosElement = element("", "View", "");
const TOUCHED: IosElement = element("", "View", TAPPED);
/// A button of a tab bar.
const TAB: IosElement = element("", "TabButton", TAPPED);

/// What hides all that is behind it.
const IN_FRONT: [&str; 3] = ["Alert", "Sheet", "Popover"];

/// What is left out with all that is inside.
const LEFT_OUT: [&str; 2] = ["StatusBar", "Keyboard"];

/// Converts a source, as far as it can be read.
pub(super) fn convert(source: &str) -> IosSource {
    let mut writer = SourceWriter::default();
    let mut reader = Reader::from_str(source);
    reader.config_mut().check_end_names = false;
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(tag) => writer.open(&tag),
            Event::Empty(tag) => {
                writer.open(&tag);
                writer.close();
            }
            Event::End(_) => writer.close(),
            Event::Eof => break,
            _ => {}
        }
    }
    writer.finish()
}

/// An element that is open.
#[derive(Clone, Debug)]
struct OpenIosElement {
    /// Its name without the prefix.
    name: String,
    /// A node was written for it, which has to be closed.
    written: bool,
    /// Where its part of the dump begins.
    from: usize,
}

#[derive(Debug, Default)]
struct SourceWriter {
    body: String,
    open: Vec<OpenIosElement>,
    /// Open elements that are left out, with what is inside.
    left_out: usize,
    bundle: String,
    /// The part of the dump that is in front of all else.
    front: Option<(usize, usize)>,
    found: IosSource,
}

impl SourceWriter {
    fn open(&mut self, tag: &BytesStart<'_>) {
        let name = tag.name();
        let name = name.0.strip_prefix(PREFIX).unwrap_or_default().to_owned();
        let from = self.body.len();
        let out = LEFT_OUT.contains(&name.as_str());
        if name == "Keyboard" {
            self.found.keyboard = is(tag, "visible");
        }
        if out || self.left_out > 0 {
            self.left_out += 1;
            self.open.push(OpenIosElement { name, written: false, from });
            return;
        }
        let bounds = Bounded::of(tag);
        if name == "Application" {
            self.bundle = attribute(tag, "bundleId").unwrap_or_default();
            self.found.size = bounds.as_ref().map(|it| DisplaySize::new(it.width, it.height));
        }
        let words = words(tag);
        if (name == "NavigationBar" || name == "Alert")
            && is(tag, "visible")
            && self.found.title.is_none()
        {
            self.found.title = Some(words.clone()).filter(|words| !words.is_empty());
        }
        let written = !name.is_empty() && is(tag, "visible") && bounds.is_some();
        if let Some(bounds) = bounds.filter(|_| written) {
            self.node(tag, &name, &words, &bounds);
        }
        self.open.push(OpenIosElement { name, written, from });
    }

    fn node(&mut self, tag: &BytesStart<'_>, name: &str, words: &str, bounds: &Bounded) {
        let known = ELEMENTS.iter().find(|element| element.name == name);
        let in_tab_bar = self.open.iter().any(|open| open.name == "TabBar");
        let accessible = is(tag, "accessible") && !matches!(name, "Window" | "Application");
        let element = match known {
            Some(_) if name == "Button" && in_tab_bar => &TAB,
            Some(known) => known,
            None if accessible => &TOUCHED,
            None => &PLAIN,
        };
        let value = attribute(tag, "value").unwrap_or_default();
        let hint = attribute(tag, "placeholderValue").unwrap_or_default();
        let types = element.attributes.contains("editable");
        // An empty field gives its placeholder as its value.
        let text = match (types, element.attributes.contains("password")) {
            (_, true) => "",
            (true, false) if value == hint => "",
            (true, false) => &value,
            // Plain containers repeat what is said inside of them.
            (false, _) if known.is_none() && !accessible => "",
            (false, _) => words,
        };
        let number = attribute(tag, "name").filter(|name| !name.is_empty());
        let id = number.filter(|id| id != words || types).unwrap_or_default();
        let description =
            if types { attribute(tag, "label").unwrap_or_default() } else { String::new() };
        let on = value == "1" || is(tag, "selected");
        let Bounded { left, top, width, height } = bounds;
        // Writing to a text does not fail.
        let _ = write!(
            self.body,
            "<node class=\"ios.{}\" package=\"{}\" text=\"{text}\" resource-id=\"{id}\" content-desc=\"{description}\" hint=\"{hint}\" bounds=\"[{left},{top}][{},{}]\" {} checked=\"{on}\" selected=\"{}\" enabled=\"{}\">",
            element.class,
            self.bundle,
            left + width,
            top + height,
            element.attributes,
            on && !element.attributes.contains("checkable"),
            attribute(tag, "enabled").as_deref() != Some("false"),
        );
    }

    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if self.left_out > 0 {
            self.left_out -= 1;
            return;
        }
        if open.written {
            self.body.push_str("</node>");
        }
        if open.written && IN_FRONT.contains(&open.name.as_str()) {
            self.front = Some((open.from, self.body.len()));
        }
    }

    fn finish(mut self) -> IosSource {
        while !self.open.is_empty() {
            self.close();
        }
        let front = self.front.and_then(|(from, end)| self.body.get(from..end));
        self.found.dialog = front.is_some();
        let nodes = front.unwrap_or(&self.body);
        self.found.dump = format!("<hierarchy rotation=\"0\">{nodes}</hierarchy>");
        self.found.title = self.found.title.map(|title| {
            unescape(&title).map_or_else(|_| title.clone(), std::borrow::Cow::into_owned)
        });
        self.found
    }
}

/// The bounds of an element.
struct Bounded {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
}

impl Bounded {
    fn of(tag: &BytesStart<'_>) -> Option<Self> {
        let number = |name: &str| attribute(tag, name)?.parse::<f64>().ok();
        let whole = |name: &str| number(name).map(|number| number.round() as i32);
        let (left, top) = (whole("x")?, whole("y")?);
        Some(Self { left, top, width: whole("width")?, height: whole("height")? })
    }
}

fn is(tag: &BytesStart<'_>, name: &str) -> bool {
    attribute(tag, name).is_some_and(|value| value == "true" || value == "1")
}

/// What an element says: its label, or else its name, still escaped.
fn words(tag: &BytesStart<'_>) -> String {
    let label = attribute(tag, "label").filter(|label| !label.is_empty());
    label.or_else(|| attribute(tag, "name")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::webdriver::source::{self, SourceDialect};
    use crate::domain::{ActionKind, Screen, WidgetRole};

    const FORM: &str = include_str!("fixtures/ios_form.xml");
    const ALERT: &str = include_str!("fixtures/ios_alert.xml");

    fn screen(xml: &str) -> Screen {
        let read = source::read(xml, SourceDialect::Ios, None).unwrap();
        read.hierarchy.into_screen("")
    }

    fn roles(screen: &Screen) -> Vec<(WidgetRole, String)> {
        let acting = screen.widgets.iter().filter(|widget| widget.acts());
        acting.map(|widget| (widget.role(), widget.label.clone())).collect()
    }

    #[test]
    fn a_form_has_its_fields_switch_rows_and_tabs() {
        let screen = screen(FORM);
        assert_eq!(screen.title(), Some("New trip"));
        assert_eq!(screen.size, DisplaySize::new(390, 844));
        let expected = [
            (WidgetRole::Button, "Cancel"),
            (WidgetRole::List, "form"),
            (WidgetRole::Field, "Where to?"),
            (WidgetRole::Field, "Passcode"),
            (WidgetRole::Toggle, "Window seat"),
            (WidgetRole::Slider, "Budget"),
            (WidgetRole::Tab, "Trips"),
            (WidgetRole::Tab, "Profile"),
        ];
        let expected = expected.map(|(role, label)| (role, label.to_owned()));
        assert_eq!(roles(&screen), expected);
        let field = screen.widgets.iter().find(|widget| widget.label == "Where to?").unwrap();
        assert_eq!((field.content(), field.hint.as_str()), ("", "Where to?"));
        let seat = screen.widgets.iter().find(|widget| widget.label == "Window seat").unwrap();
        assert_eq!(seat.checked, Some(true));
        let secret = screen.widgets.iter().find(|widget| widget.password).unwrap();
        assert!(secret.text.is_empty() && secret.allows(ActionKind::Type));
        assert!(screen.widgets.iter().any(|widget| widget.selected && widget.label == "Trips"));
    }

    #[test]
    fn what_is_not_visible_and_the_status_bar_are_left_out() {
        let screen = screen(FORM);
        let has = |words: &str| screen.widgets.iter().any(|widget| widget.label.contains(words));
        assert!(!has("Hidden hint") && !has("9:41") && has("Profile"));
    }

    #[test]
    fn an_alert_hides_what_is_behind_and_the_keyboard_is_told() {
        let converted = convert(ALERT);
        assert!(converted.dialog && converted.keyboard);
        let screen = screen(ALERT);
        assert!(screen.dialog);
        assert_eq!(screen.title(), Some("Delete \"Oslo\" & all of it?"));
        let expected = [(WidgetRole::Button, "Keep"), (WidgetRole::Button, "Delete")];
        assert_eq!(roles(&screen), expected.map(|(role, label)| (role, label.to_owned())));
    }

    #[test]
    fn a_source_that_was_cut_off_is_read_as_far_as_it_goes() {
        let (cut, _) = FORM.split_once("XCUIElementTypeSwitch").unwrap();
        let screen = screen(cut);
        assert!(screen.widgets.iter().any(|widget| widget.label == "Where to?"));
        assert!(source::read("<html/>", SourceDialect::Ios, None).is_err());
    }
}
