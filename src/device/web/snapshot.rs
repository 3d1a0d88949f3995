//! What the scripts in `script/observe` give, and the screen that is made of it.

use serde::Deserialize;

use super::location;
use crate::domain::{
    ActionKind, Bounds, DeviceKey, Direction, DisplaySize, GATHERED, Point, ReadQuality, Screen,
    Widget, WidgetPosition, WidgetRole,
};

/// Reads a page: an expression that gives what [`PageSnapshot`] tells.
pub(in crate::device) const OBSERVE: &str = concat!(
    "(() => {\n'use strict';\n",
    include_str!("script/observe/reading.js"),
    include_str!("script/observe/places.js"),
    include_str!("script/observe/shadow.js"),
    include_str!("script/observe/controls.js"),
    include_str!("script/observe/glyphs.js"),
    include_str!("script/observe/reach.js"),
    include_str!("script/observe/walk.js"),
    include_str!("script/observe/page.js"),
    "})()"
);

/// The longest label, in characters.
const LABEL: usize = 120;

/// The most names of what a container shows further on.
const FURTHER: usize = 12;

/// Texts inside of a container that name it.
const TEXTS: usize = 2;

/// An opaque region of this part of the display hides most of the screen, in percent.
const MOSTLY: i64 = 60;

/// What a page says while something goes on.
const LOADING_WORDS: &[&str] =
    &["loading", "please wait", "may take", "a moment", "setting up", "starting up", "preparing"];

/// The keys that the page itself hears; the others are those of the browser.
const PAGE_KEYS: &[DeviceKey] = &[
    DeviceKey::Enter,
    DeviceKey::Delete,
    DeviceKey::Tab,
    DeviceKey::Escape,
    DeviceKey::Up,
    DeviceKey::Down,
    DeviceKey::Left,
    DeviceKey::Right,
    DeviceKey::SelectAll,
    DeviceKey::Copy,
    DeviceKey::Cut,
    DeviceKey::Paste,
    DeviceKey::Undo,
];

/// What pages ask the user to allow: a bit, and what becomes of it.
const ASKED: [(u32, &str); 10] = [
    (1, "the page asked for the location"),
    (2, "the page asked for leave to show notifications"),
    (4, "the page asked for the camera or the microphone"),
    (8, "the page asked to print, which was not done"),
    (16, "the page asked to record the screen, which was not done"),
    (32, "the page asked for a device, and was given none"),
    (64, "the page asked for a file or folder to write to, and was given none"),
    (128, "the page asked for a payment, which was not done"),
    (256, "the page asked for a colour of the screen, and was given none"),
    (512, "the page asked to share something, which was not done"),
];

/// One observation of a page. Lengths are in CSS pixels.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub(in crate::device) struct PageSnapshot {
    /// Its address.
    pub(in crate::device) url: String,
    /// The title of the document.
    pub(in crate::device) title: String,
    /// Its largest visible heading.
    pub(in crate::device) heading: Option<String>,
    /// Width of the viewport.
    pub(in crate::device) width: i32,
    /// Height of the viewport.
    pub(in crate::device) height: i32,
    /// A dialog, menu or layer is in front of the rest.
    pub(in crate::device) modal: bool,
    /// So many animations run that will end.
    pub(in crate::device) moving: u32,
    /// So many short timers and frames are waited for that an input of the user has asked for: what it
    /// does comes then.
    #[serde(default)]
    pub(in crate::device) timers: u32,
    /// There was more than is read.
    pub(in crate::device) truncated: bool,
    /// The addresses of visible pictures that could not be loaded.
    #[serde(default)]
    pub(in crate::device) broken: Vec<String>,
    /// What the page has asked the user to allow, as bits of [`ASKED`].
    #[serde(default)]
    pub(in crate::device) asked: u32,
    /// It is wider than the viewport by a quarter and more.
    #[serde(default)]
    pub(in crate::device) wide: bool,
    /// The document is still being read.
    pub(in crate::device) loading: bool,
    /// How much larger the page is shown than it is laid out: less than 1 if it is wider than the viewport.
    #[serde(default)]
    pub(in crate::device) scale: Option<f64>,
    /// BACK closes a dialog or popover of the page.
    #[serde(default)]
    pub(in crate::device) closable: bool,
    /// Nothing listens to keys, and no field has the focus.
    #[serde(default, rename = "deafToKeys")]
    pub(in crate::device) deaf_to_keys: bool,
    /// What can be perceived and acted on, in document order.
    pub(in crate::device) widgets: Vec<PageWidget>,
    /// Why the page could not be read; the script does not give this.
    #[serde(skip)]
    pub(in crate::device) unreadable: Option<String>,
}

impl PageSnapshot {
    /// What the page has asked the user to allow.
    pub(in crate::device) fn asked(&self) -> impl Iterator<Item = &'static str> {
        ASKED.into_iter().filter(|(bit, _)| self.asked & bit != 0).map(|(_, what)| what)
    }

    /// How much larger the page is shown than it is laid out. Browsers want to be told of places on the page.
    pub(in crate::device) fn scale(&self) -> f64 {
        self.scale.filter(|scale| scale.is_finite() && *scale > 0.0).unwrap_or(1.0)
    }
}

/// A widget, as the script gives it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(in crate::device) struct PageWidget {
    /// Its element and type, such as `input.email`.
    #[serde(rename = "c")]
    pub(in crate::device) class: String,
    /// Its role; `None` for containers.
    #[serde(rename = "k")]
    pub(in crate::device) role: Option<WidgetRole>,
    /// Its words, or what it holds.
    #[serde(rename = "t")]
    pub(in crate::device) text: String,
    /// The id that the app gave it.
    #[serde(rename = "i")]
    pub(in crate::device) id: String,
    /// Its description for screen readers.
    #[serde(rename = "d")]
    pub(in crate::device) description: String,
    /// The placeholder of a field.
    #[serde(rename = "h")]
    pub(in crate::device) hint: String,
    /// The label of a field.
    #[serde(rename = "p")]
    pub(in crate::device) caption: String,
    /// Words elsewhere that name it.
    #[serde(rename = "w")]
    pub(in crate::device) labelled_by: String,
    /// Left, top, right, bottom.
    #[serde(rename = "b")]
    pub(in crate::device) bounds: [i32; 4],
    /// Where a finger reaches it.
    #[serde(rename = "x")]
    pub(in crate::device) tap: Option<[i32; 2]>,
    /// What can be done with it.
    #[serde(rename = "a")]
    pub(in crate::device) actions: Vec<ActionKind>,
    /// The number of the widget whose taps it takes over.
    #[serde(rename = "n")]
    pub(in crate::device) inherits: Option<usize>,
    /// The number of the nearest widget around it; 0 for none.
    #[serde(rename = "up")]
    pub(in crate::device) parent: usize,
    /// Elements around it.
    #[serde(rename = "z")]
    pub(in crate::device) depth: u16,
    /// The number of its list.
    #[serde(rename = "li")]
    pub(in crate::device) list: Option<usize>,
    /// The row in it.
    #[serde(rename = "ro")]
    pub(in crate::device) row: Option<usize>,
    /// Greyed out.
    #[serde(rename = "dis")]
    pub(in crate::device) disabled: bool,
    /// On or off.
    #[serde(rename = "chk")]
    pub(in crate::device) checked: Option<bool>,
    /// The current choice.
    #[serde(rename = "sel")]
    pub(in crate::device) selected: bool,
    /// Has the focus.
    #[serde(rename = "foc")]
    pub(in crate::device) focused: bool,
    /// Hides what is typed.
    #[serde(rename = "pw")]
    pub(in crate::device) password: bool,
    /// Its inside is not told.
    #[serde(rename = "o")]
    pub(in crate::device) opaque: bool,
    /// A field that listens for keys itself.
    #[serde(rename = "ek")]
    pub(in crate::device) hears_keys: bool,
    /// The form that it belongs to, from 1; 0 for none.
    #[serde(rename = "f")]
    pub(in crate::device) form: u16,
    /// The address that it leads to.
    #[serde(rename = "l")]
    pub(in crate::device) link: String,
    /// The gestures on it that nothing listens to.
    #[serde(rename = "u")]
    pub(in crate::device) unheard: Vec<ActionKind>,
    /// The directions in which it shows nothing more.
    #[serde(rename = "e")]
    pub(in crate::device) ends: Vec<Direction>,
    /// Names of controls in it that lie further down or to the right than it shows.
    #[serde(rename = "m")]
    pub(in crate::device) further: Vec<String>,
}

impl PageSnapshot {
    /// True for a page that may have been opened a moment ago and be empty at first.
    pub(in crate::device) fn is_unopened(&self) -> bool {
        self.url == "about:blank" && self.widgets.is_empty()
    }

    /// True if a web page shows nothing at all.
    pub(in crate::device) fn is_blank(&self) -> bool {
        let is_page = ["http:", "https:", "file:"].iter().any(|it| self.url.starts_with(it));
        is_page && self.widgets.is_empty() && !self.loading && self.unreadable.is_none()
    }

    /// True if a progress indicator is shown, or only words of something that goes on.
    pub(in crate::device) fn shows_progress(&self) -> bool {
        self.widgets.iter().any(|widget| widget.role == Some(WidgetRole::Progress))
            || self.only_tells_of_loading()
    }

    /// True if words of the page say that something goes on, and nothing can be done on it.
    pub(in crate::device) fn only_tells_of_loading(&self) -> bool {
        let tells = |widget: &PageWidget| {
            let said = format!("{} {}", widget.text, widget.description).to_lowercase();
            LOADING_WORDS.iter().any(|words| said.contains(words))
        };
        let acts = |widget: &PageWidget| widget.actions.iter().any(|it| *it != ActionKind::Scroll);
        self.widgets.iter().any(tells) && !self.widgets.iter().any(acts)
    }

    /// The screen of the app that shows it; `package_of` says which app shows an address.
    pub(in crate::device) fn screen(
        &self,
        package_of: impl Fn(&str) -> String,
        rotation: u8,
        busy: bool,
    ) -> Screen {
        let package = package_of(&self.url);
        let widget = |(index, widget): (usize, &PageWidget)| Widget {
            link: location::led_to(&self.url, &widget.link, &package_of),
            ..widget.widget(index + 1, &package)
        };
        let mut widgets: Vec<Widget> = self.widgets.iter().enumerate().map(widget).collect();
        for index in 0..widgets.len() {
            if widgets[index].label.is_empty() {
                widgets[index].label = inner_label(&widgets, index);
            }
        }
        leave_to_what_is_inside(&mut widgets);
        let size = DisplaySize::new(self.width, self.height);
        let whole = size.bounds().area();
        let hides = |widget: &Widget| widget.opaque && widget.bounds.area() * 100 >= whole * MOSTLY;
        let read_quality = match &self.unreadable {
            Some(why) => ReadQuality::Failed(why.clone()),
            None if widgets.iter().any(hides) => ReadQuality::Opaque,
            None => ReadQuality::Full,
        };
        let warnings = self.truncated.then(|| "the page has more than is read of it".to_owned());
        Screen {
            title: self.heading.clone(),
            rotation,
            dialog: self.modal,
            busy,
            read_quality,
            unheard_keys: if self.deaf_to_keys { PAGE_KEYS.to_vec() } else { Vec::new() },
            widgets,
            warnings: warnings.into_iter().collect(),
            ..Screen::on_display(&package, &location::folded_path(&self.url), size)
        }
    }
}

impl PageWidget {
    fn widget(&self, number: usize, package: &str) -> Widget {
        // Numbers from a page are not trusted: what is around something comes before it.
        let before = |other: &usize| (1..number).contains(other);
        let is_field = self.actions.contains(&ActionKind::Type);
        let names = if is_field {
            [&self.description, &self.hint, &self.caption, &self.id]
        } else {
            [&self.text, &self.description, &self.labelled_by, &self.caption]
        };
        let name = names.into_iter().find(|name| !name.is_empty());
        let [left, top, right, bottom] = self.bounds;
        Widget {
            number,
            class: self.class.clone(),
            role: Some(self.role.unwrap_or(WidgetRole::View)),
            text: if self.password { String::new() } else { self.text.clone() },
            resource_id: self.id.clone(),
            content_desc: self.description.clone(),
            hint: self.hint.clone(),
            caption: self.caption.clone(),
            package: package.to_owned(),
            label: name.map(|name| cut(name)).unwrap_or_default(),
            bounds: Bounds::new(left, top, right, bottom),
            tap: self.tap.map(|[x, y]| Point::new(x, y)),
            actions: self.actions.clone(),
            inherits: self.inherits.filter(before),
            position: WidgetPosition {
                parent: Some(self.parent).filter(before),
                depth: self.depth,
                list: self.list.filter(before),
                row: self.row.filter(|_| self.list.as_ref().is_some_and(before)),
                window: 0,
                in_picker: false,
            },
            enabled: !self.disabled,
            checked: self.checked,
            selected: self.selected,
            focused: self.focused,
            password: self.password,
            opaque: self.opaque,
            hears_keys: self.hears_keys,
            form: Some(self.form).filter(|form| *form > 0),
            link: None,
            unheard: self.unheard.clone(),
            ends: self.ends.clone(),
            further: self.further.iter().take(FURTHER).map(|name| cut(name)).collect(),
        }
    }
}

/// What is pressed alike, and called like the one thing inside that is pressed, is left to that: a cell of a
/// toolbar around its button. A description of its own says that it does something else: a bar that opens a menu,
/// with the name of the app in it.
fn leave_to_what_is_inside(widgets: &mut [Widget]) {
    let mut inside: Vec<Vec<usize>> = vec![Vec::new(); widgets.len()];
    for (index, widget) in widgets.iter().enumerate() {
        let mut around = widget.position.parent.filter(|_| widget.acts());
        while let Some(outer) = around {
            inside[outer - 1].push(index);
            around = widgets[outer - 1].position.parent;
        }
    }
    for (index, inside) in inside.iter().enumerate() {
        let outer = &widgets[index];
        let [only] = inside[..] else { continue };
        let is_cell = outer.actions == [ActionKind::Tap]
            && outer.checked.is_none()
            && !outer.label.is_empty()
            && outer.label == widgets[only].label
            && (outer.content_desc.is_empty() || outer.content_desc == widgets[only].content_desc)
            && widgets[only].allows(ActionKind::Tap);
        if is_cell {
            widgets[index].actions.clear();
        }
    }
}

/// The first texts inside of the widget, or else its id. A field has nothing inside, whatever comes after it.
fn inner_label(widgets: &[Widget], index: usize) -> String {
    let own = &widgets[index];
    if own.is_field() {
        return own.short_id().to_owned();
    }
    let inside = widgets[index + 1..]
        .iter()
        .take_while(|widget| widget.position.depth > own.position.depth)
        .filter(|widget| !widget.is_field() && !widget.label.is_empty());
    let acts = !own.actions.is_empty();
    let texts: Vec<&str> =
        inside.filter(|_| acts).take(TEXTS).map(|widget| widget.label.as_str()).collect();
    if texts.is_empty() { own.short_id().to_owned() } else { cut(&texts.join(GATHERED)) }
}

fn cut(text: &str) -> String {
    text.chars().filter(|character| !character.is_control()).take(LABEL).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::LinkPlace;

    fn part(label: &str, parent: usize) -> PageWidget {
        PageWidget {
            text: label.into(),
            parent,
            tap: Some([10, 10]),
            actions: vec![ActionKind::Tap],
            ..PageWidget::default()
        }
    }

    #[test]
    fn a_cell_around_one_button_is_left_to_the_button() {
        let acts = |widgets: Vec<PageWidget>| -> Vec<bool> {
            let page = PageSnapshot { widgets, ..PageSnapshot::default() };
            let screen = page.screen(location::package, 0, false);
            screen.widgets.iter().map(Widget::acts).collect()
        };
        assert_eq!(acts(vec![part("New", 0), part("New", 1)]), [false, true]);
        assert_eq!(acts(vec![part("Row", 0), part("Open", 1)]), [true, true], "called otherwise");
        let named = PageWidget { description: "Menu".into(), ..part("Notes", 0) };
        assert_eq!(acts(vec![named, part("Notes", 1)]), [true, true], "it has a name of its own");
        let two = vec![part("New", 0), part("New", 1), part("Old", 1)];
        assert_eq!(acts(two), [true, true, true]);
    }

    /// The title of a draft was called by the tags that stand after it, so that it was another field with each tag.
    #[test]
    fn a_field_is_not_called_by_what_comes_after_it() {
        let deeper = |label: &str| PageWidget { depth: 2, ..part(label, 0) };
        let name_of = |action: ActionKind| {
            let actions = vec![action];
            let own = PageWidget { actions, id: "own".into(), depth: 1, ..part("", 0) };
            let widgets = vec![own, deeper("Trips"), deeper("Remove")];
            let page = PageSnapshot { widgets, ..PageSnapshot::default() };
            page.screen(location::package, 0, false).widgets[0].label.clone()
        };
        assert_eq!(name_of(ActionKind::Type), "own");
        assert_eq!(name_of(ActionKind::Tap), format!("Trips{GATHERED}Remove"));
    }

    #[test]
    fn links_and_forms_are_told() {
        let link = PageWidget { link: "https://x.org/lists/7".into(), ..part("List", 0) };
        let field = PageWidget { form: 2, ..part("Name", 0) };
        let url = "https://x.org/".to_owned();
        let page = PageSnapshot { url, widgets: vec![link, field], ..PageSnapshot::default() };
        let screen = page.screen(location::package, 0, false);
        assert_eq!(screen.widgets[0].link, Some(LinkPlace::Inside("/lists/:id".into())));
        assert_eq!(screen.widgets.iter().map(|it| it.form).collect::<Vec<_>>(), [None, Some(2)]);
    }
}
