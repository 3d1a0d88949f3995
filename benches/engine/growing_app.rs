//! A made-up app of millions of pages: lists, forms and pages of details, each of which leads to pages of
//! its own. The pages are a tree in which each has four children; bars, rows that lead to the same
//! page, Up and Cancel make loops of it.

use std::collections::HashMap;
use std::fmt::Write as _;

use ridealong::device::android::hierarchy;
use ridealong::domain::{Action, DeviceKey, Screen, WidgetTarget};

use super::dump::{APP, DISPLAY};

/// Pages below each page.
const CHILDREN: u64 = 4;
/// Rows of a list, of which the last two lead to the same page as the first.
const ROWS: u64 = 6;

/// The children of pages from this number on are pages at the top: an explorer that only ever goes
/// deeper comes back there.
const DEEPEST: u64 = CHILDREN.pow(12);

/// The app, with the page that it shows.
#[derive(Default)]
pub struct GrowingApp {
    /// The page, by its number; 0 is the first.
    pub page: u64,
    /// What the fields that were typed into hold, by page and field.
    fields: HashMap<(u64, String), String>,
    /// How often each switch was pressed.
    switches: HashMap<u64, u64>,
}

/// What a page is made of.
#[derive(Clone, Copy, PartialEq)]
enum PageLayout {
    List,
    Form,
    Details,
}

/// The page that `page` was opened from.
pub fn parent(page: u64) -> u64 {
    page.saturating_sub(1) / CHILDREN
}

fn child(page: u64, number: u64) -> u64 {
    if page < DEEPEST { page * CHILDREN + 1 + number } else { 1 + number }
}

fn layout(page: u64) -> PageLayout {
    match page % 7 {
        2 => PageLayout::Form,
        4 | 6 => PageLayout::Details,
        _ => PageLayout::List,
    }
}

/// The number in letters, since digits in headings do not tell states apart.
fn name(mut page: u64) -> String {
    let mut name = String::from("Page ");
    loop {
        name.push(char::from(b'a' + u8::try_from(page % 26).unwrap()));
        page /= 26;
        if page == 0 {
            return name;
        }
    }
}

impl GrowingApp {
    /// The app as it shows `page`, with nothing typed or pressed.
    pub fn at(page: u64) -> Self {
        Self { page, ..Self::default() }
    }

    /// What the display shows.
    pub fn screen(&self) -> Screen {
        let mut xml = String::from("<hierarchy rotation=\"0\">");
        open(&mut xml, "FrameLayout", "", "", "");
        leaf(&mut xml, "ImageButton", "up", "", "clickable");
        leaf(&mut xml, "TextView", "title", &name(self.page), "");
        for tab in ["Home", "Search", "Profile"] {
            leaf(&mut xml, "Button", &format!("tab_{}", tab.to_lowercase()), tab, "clickable");
        }
        match layout(self.page) {
            PageLayout::List => {
                open(&mut xml, "RecyclerView", "list", "", "scrollable");
                for row in 0..ROWS {
                    let text = format!("Entry {}", name(child(self.page, row)));
                    leaf(&mut xml, "Button", "row", &text, "clickable");
                }
                xml.push_str("</node>");
            }
            PageLayout::Form => {
                for field in ["name", "city"] {
                    let text = self.fields.get(&(self.page, field.to_owned()));
                    let text = text.map_or("", String::as_str);
                    leaf(&mut xml, "EditText", field, text, "clickable");
                }
                leaf(&mut xml, "Button", "save", "Save", "clickable");
                leaf(&mut xml, "Button", "cancel", "Cancel", "clickable");
            }
            PageLayout::Details => {
                let pressed = self.switches.get(&self.page).copied().unwrap_or(0);
                leaf(&mut xml, "TextView", "count", &format!("Liked {pressed} times"), "");
                leaf(&mut xml, "Button", "edit", "Edit", "clickable");
                leaf(&mut xml, "Button", "share", "Share", "clickable");
                leaf(&mut xml, "Button", "like", "Like", "clickable");
            }
        }
        xml.push_str("</node></hierarchy>");
        let mut screen =
            super::dump::screen(hierarchy::read(xml.as_bytes(), Some(DISPLAY)).unwrap());
        screen.location = match layout(self.page) {
            PageLayout::List => ".List",
            PageLayout::Form => ".Form",
            PageLayout::Details => ".Details",
        }
        .to_owned();
        screen
    }

    /// Does `action`.
    pub fn perform(&mut self, action: &Action) {
        match action {
            Action::Tap { target } => self.page = self.tapped(target),
            Action::Type { target, text } => {
                let letters = text.reveal().unwrap_or_default().chars().count();
                let shown = if letters == 0 { String::new() } else { format!("{letters} letters") };
                self.fields.insert((self.page, short(target).to_owned()), shown);
            }
            Action::Key { key: DeviceKey::Back } => self.page = parent(self.page),
            Action::Restart => self.page = 0,
            // Nothing else moves it.
            _ => {}
        }
    }

    fn tapped(&mut self, target: &WidgetTarget) -> u64 {
        let page = self.page;
        match short(target) {
            "up" | "cancel" => parent(page),
            "tab_home" => 0,
            "tab_search" => 1,
            "tab_profile" => 3,
            "save" | "edit" => child(page, 0),
            "share" => child(page, 1),
            "row" => {
                let row = (0..ROWS).find(|row| target.label.ends_with(&name(child(page, *row))));
                child(page, row.filter(|row| *row < CHILDREN).unwrap_or(0))
            }
            "like" => {
                *self.switches.entry(page).or_insert(0) += 1;
                page
            }
            _ => page,
        }
    }
}

fn short(target: &WidgetTarget) -> &str {
    target.resource_id.rsplit('/').next().unwrap_or_default()
}

fn leaf(xml: &mut String, class: &str, id: &str, text: &str, can: &str) {
    node(xml, class, id, text, can, "/");
}

fn open(xml: &mut String, class: &str, id: &str, text: &str, can: &str) {
    node(xml, class, id, text, can, "");
}

/// A node below those before it.
fn node(xml: &mut String, class: &str, id: &str, text: &str, can: &str, end: &str) {
    let id = if id.is_empty() { String::new() } else { format!("{APP}:id/{id}") };
    let nodes = xml.matches("<node ").count();
    let bounds = if end.is_empty() {
        "[0,0][1080,2400]".to_owned()
    } else {
        format!("[0,{}][1080,{}]", nodes * 100, nodes * 100 + 90)
    };
    let is = |what: &str| can == what;
    let _ = write!(
        xml,
        "<node index=\"{nodes}\" text=\"{text}\" resource-id=\"{id}\" \
         class=\"android.widget.{class}\" package=\"{APP}\" content-desc=\"\" checkable=\"false\" \
         checked=\"false\" clickable=\"{}\" enabled=\"true\" focusable=\"{}\" focused=\"false\" \
         scrollable=\"{}\" long-clickable=\"false\" password=\"false\" selected=\"false\" \
         bounds=\"{bounds}\" drawing-order=\"0\" hint=\"\"{end}>",
        is("clickable"),
        is("clickable"),
        is("scrollable"),
    );
}
