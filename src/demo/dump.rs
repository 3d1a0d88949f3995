//! The view hierarchy as `uiautomator dump` tells it.

use std::fmt::Write as _;

use super::frame::{Face, Pane, PaneKind, Placed};
use super::phone::{ANDROID, Active};
use super::ui::{Input, Kind, TextStyle};
use crate::domain::{Bounds, DisplaySize};

/// What stands for each character of a password.
const DOT: &str = "•";

/// The short id that a view is dumped with, its own or the one that its place gives it.
pub fn short_id(face: &Face, pane: PaneKind) -> &str {
    match (face.kind, pane) {
        _ if !face.id.is_empty() => &face.id,
        (Kind::Text(TextStyle::Title), PaneKind::Dialog) => "alertTitle",
        (Kind::Text(TextStyle::Title), _) => "title",
        _ => "",
    }
}

/// The text that a view is dumped with: dots for a password.
pub fn shown_text(face: &Face) -> String {
    match face.kind {
        Kind::Field(Input::Password) => DOT.repeat(face.text.chars().count()),
        Kind::Progress | Kind::Image | Kind::IconButton | Kind::Fab | Kind::Slider | Kind::Web => {
            String::new()
        }
        _ => face.text.clone(),
    }
}

/// The hierarchy of the window with the focus.
pub fn xml(active: &Active, landscape: bool, display: DisplaySize) -> String {
    let mut out = String::with_capacity(64 * 1024);
    out.push_str("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>");
    let _ = write!(out, "<hierarchy rotation=\"{}\">", i32::from(landscape));
    let writer = Writer { active, display: display.bounds() };
    let frame = writer.frame_bounds();
    writer.layout(&mut out, "", frame);
    writer.layout(&mut out, "android:id/content", frame);
    writer.inside(&mut out, None);
    out.push_str("</node></node></hierarchy>");
    out
}

struct Writer<'a> {
    active: &'a Active,
    display: Bounds,
}

impl Writer<'_> {
    /// An activity's own window reaches over the whole display, a dialog's does not.
    fn frame_bounds(&self) -> Bounds {
        match self.active.pane.kind {
            PaneKind::Activity | PaneKind::Launcher => self.display,
            PaneKind::Dialog | PaneKind::Menu => self.active.pane.bounds.intersect(self.display),
        }
    }

    fn layout(&self, out: &mut String, id: &str, bounds: Bounds) {
        let _ = write!(
            out,
            "<node index=\"0\" text=\"\" resource-id=\"{id}\" class=\"android.widget.FrameLayout\" \
             package=\"{}\" content-desc=\"\" checkable=\"false\" checked=\"false\" \
             clickable=\"false\" enabled=\"true\" focusable=\"false\" focused=\"false\" \
             scrollable=\"false\" long-clickable=\"false\" password=\"false\" selected=\"false\" \
             bounds=\"{}\">",
            self.active.package,
            corners(bounds),
        );
    }

    /// The visible views directly inside of `parent`, numbered by their place in it.
    fn inside(&self, out: &mut String, parent: Option<usize>) {
        let pane: &Pane = &self.active.pane;
        let all = pane.placed.iter().enumerate();
        let children = all.filter(|(_, placed)| placed.parent == parent);
        for (place, (index, placed)) in children.enumerate() {
            let bounds = placed.visible().intersect(self.display);
            if bounds.is_empty() {
                continue;
            }
            self.node(out, place, placed, bounds);
            let length = out.len();
            out.push('>');
            self.inside(out, Some(index));
            if out.len() == length + 1 {
                out.truncate(length);
                out.push_str(" />");
            } else {
                out.push_str("</node>");
            }
        }
    }

    fn node(&self, out: &mut String, place: usize, placed: &Placed, bounds: Bounds) {
        let face = &placed.face;
        let field = matches!(face.kind, Kind::Field(_));
        let clickable = face.clickable || field;
        let focusable = clickable || face.scrollable || face.kind == Kind::Slider;
        let _ = write!(out, "<node index=\"{place}\" text=\"");
        let hinting = field && face.text.is_empty();
        escape(out, &if hinting { face.hint.clone() } else { shown_text(face) });
        out.push_str("\" resource-id=\"");
        escape(out, &self.resource_id(face));
        let _ = write!(out, "\" class=\"{}\" package=\"", class(face.kind, self.active.pane.kind));
        escape(out, self.active.package);
        out.push_str("\" content-desc=\"");
        escape(out, &face.desc);
        let _ = write!(
            out,
            "\" checkable=\"{}\" checked=\"{}\" clickable=\"{clickable}\" enabled=\"{}\" \
             focusable=\"{focusable}\" focused=\"{}\" scrollable=\"{}\" long-clickable=\"{}\" \
             password=\"{}\" selected=\"{}\"",
            face.checked.is_some(),
            face.checked == Some(true),
            face.enabled,
            face.focused,
            face.scrollable,
            face.long_clickable || field,
            face.kind == Kind::Field(Input::Password),
            face.selected,
        );
        if field {
            out.push_str(" hint=\"");
            escape(out, &face.hint);
            out.push('"');
        }
        let _ = write!(out, " bounds=\"{}\"", corners(bounds));
    }

    fn resource_id(&self, face: &Face) -> String {
        let short = short_id(face, self.active.pane.kind);
        let own = !face.id.is_empty() && self.active.package != ANDROID;
        match short {
            "" => String::new(),
            _ if own || short == "title" => format!("{}:id/{short}", self.active.package),
            _ => format!("android:id/{short}"),
        }
    }
}

/// The Android class of a view.
pub fn class(kind: Kind, pane: PaneKind) -> &'static str {
    match kind {
        Kind::Column | Kind::Row => "android.widget.LinearLayout",
        Kind::Card => "androidx.cardview.widget.CardView",
        Kind::Scroll => "android.widget.ScrollView",
        Kind::List if pane == PaneKind::Menu => "android.widget.ListView",
        Kind::List => "androidx.recyclerview.widget.RecyclerView",
        Kind::Toolbar => "androidx.appcompat.widget.Toolbar",
        Kind::BottomBar => "com.google.android.material.bottomnavigation.BottomNavigationView",
        Kind::Tab => "androidx.appcompat.app.ActionBar$Tab",
        Kind::Text(_) => "android.widget.TextView",
        Kind::Button(_) => "android.widget.Button",
        Kind::IconButton | Kind::Fab => "android.widget.ImageButton",
        Kind::Field(_) => "android.widget.EditText",
        Kind::CheckBox => "android.widget.CheckBox",
        Kind::Switch => "android.widget.Switch",
        Kind::Radio => "android.widget.RadioButton",
        Kind::Spinner => "android.widget.Spinner",
        Kind::Slider => "android.widget.SeekBar",
        Kind::Progress => "android.widget.ProgressBar",
        Kind::Image => "android.widget.ImageView",
        Kind::Divider => "android.view.View",
        Kind::Spacer => "android.widget.Space",
        Kind::Web => "android.webkit.WebView",
    }
}

fn corners(bounds: Bounds) -> String {
    format!("[{},{}][{},{}]", bounds.left, bounds.top, bounds.right, bounds.bottom)
}

/// Writes `text` so that it may stand in an attribute. Characters that XML cannot hold become
/// `?`, as in Android's own dumper.
fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\r' => out.push_str("&#13;"),
            c if c < ' ' || c == '\u{fffe}' || c == '\u{ffff}' => out.push('?'),
            c => out.push(c),
        }
    }
}
