//! From DroidBot's views to a screen, by way of the form that phones dump: one reader decides what
//! is a widget.

use std::fmt::Write as _;

use serde_json::Value;

use super::files::{DroidbotState, text_of};
use crate::device::android::hierarchy;
use crate::domain::{DisplaySize, ReadQuality, Screen};

/// The most views of one screen that are read.
const MOST: usize = 20_000;

/// The deepest nesting that is read.
const DEEPEST: usize = 200;

/// The screen of a state, and its hierarchy as a phone would have dumped it.
pub fn screen(state: &DroidbotState) -> (Screen, Option<String>) {
    let size = DisplaySize::new(state.size.0.clamp(0, 20_000), state.size.1.clamp(0, 20_000));
    let (package, activity) = state.front.split_once('/').unwrap_or((&state.front, ""));
    let activity =
        activity.strip_prefix(package).filter(|it| it.starts_with('.')).unwrap_or(activity);
    let mut screen = Screen {
        rotation: u8::from(size.width > size.height),
        read_quality: ReadQuality::Failed("DroidBot saved no views of it".into()),
        ..Screen::on_display(package, activity, size)
    };
    let Some(views) = state.views.as_ref().and_then(Value::as_array).filter(|it| !it.is_empty())
    else {
        return (screen, None);
    };
    let xml = written(views);
    let display = Some(size).filter(|size| size.width > 0 && size.height > 0);
    match hierarchy::read(xml.as_bytes(), display) {
        Ok(read) => {
            screen.read_quality = if read.opaque { ReadQuality::Opaque } else { ReadQuality::Full };
            screen.size = read.size;
            screen.dialog = read.dialog;
            screen.busy = read.busy;
            screen.widgets = read.widgets;
            screen.warnings = read.warnings;
            if !read.package.is_empty() {
                screen.package = read.package;
            }
            let hierarchy = hierarchy::redact(&xml).to_string();
            (screen, Some(hierarchy))
        }
        Err(error) => {
            screen.read_quality = ReadQuality::Failed(error.to_string());
            (screen, None)
        }
    }
}

/// The views of a state as a phone would have dumped them; `None` if it has none.
pub fn dump(state: &DroidbotState) -> Option<String> {
    let views = state.views.as_ref().and_then(Value::as_array).filter(|it| !it.is_empty())?;
    Some(written(views))
}

enum ViewTask {
    Open(usize, usize),
    Close,
}

/// The views as `uiautomator dump` writes them. Views that no other one holds are roots; what is
/// reached twice is written once, so that no circle leads astray.
fn written(views: &[Value]) -> String {
    let views = views.get(..MOST).unwrap_or(views);
    let children = |view: &Value| -> Vec<usize> {
        let list = view.get("children").and_then(Value::as_array);
        let numbers = list.into_iter().flatten().filter_map(Value::as_u64);
        numbers.filter_map(|it| usize::try_from(it).ok()).filter(|it| *it < views.len()).collect()
    };
    let is_root = |view: &Value| view.get("parent").and_then(Value::as_i64).is_none_or(|it| it < 0);
    let mut tasks: Vec<ViewTask> = views
        .iter()
        .enumerate()
        .filter(|(_, view)| is_root(view))
        .map(|(place, _)| ViewTask::Open(place, 0))
        .rev()
        .collect();
    let mut written = vec![false; views.len()];
    let mut xml = String::from("<hierarchy rotation=\"0\">");
    while let Some(task) = tasks.pop() {
        let (place, depth) = match task {
            ViewTask::Close => {
                xml.push_str("</node>");
                continue;
            }
            ViewTask::Open(place, depth) => (place, depth),
        };
        let hidden = views[place].get("visible").and_then(Value::as_bool) == Some(false);
        if written[place] || hidden {
            continue;
        }
        written[place] = true;
        open(&mut xml, &views[place]);
        tasks.push(ViewTask::Close);
        if depth < DEEPEST {
            let inner = children(&views[place]);
            tasks.extend(inner.into_iter().rev().map(|child| ViewTask::Open(child, depth + 1)));
        }
    }
    xml.push_str("</hierarchy>");
    xml
}

fn open(xml: &mut String, view: &Value) {
    xml.push_str("<node");
    for (name, theirs) in [
        ("text", "text"),
        ("resource-id", "resource_id"),
        ("class", "class"),
        ("package", "package"),
        ("content-desc", "content_description"),
    ] {
        let value = text_of(view, theirs).unwrap_or_default();
        let _ = write!(xml, " {name}=\"{}\"", escaped(&value));
    }
    for (name, theirs) in [
        ("checkable", "checkable"),
        ("checked", "checked"),
        ("clickable", "clickable"),
        ("enabled", "enabled"),
        ("focusable", "focusable"),
        ("focused", "focused"),
        ("scrollable", "scrollable"),
        ("long-clickable", "long_clickable"),
        ("password", "is_password"),
        ("selected", "selected"),
        ("editable", "editable"),
    ] {
        let value = view.get(theirs).and_then(Value::as_bool).unwrap_or(name == "enabled");
        let _ = write!(xml, " {name}=\"{value}\"");
    }
    if let Some([left, top, right, bottom]) = bounds(view) {
        let _ = write!(xml, " bounds=\"[{left},{top}][{right},{bottom}]\"");
    }
    xml.push('>');
}

/// `[[left, top], [right, bottom]]`.
pub fn bounds(view: &Value) -> Option<[i32; 4]> {
    let corners = view.get("bounds")?.as_array()?;
    let number =
        |corner: usize, at: usize| i32::try_from(corners.get(corner)?.get(at)?.as_i64()?).ok();
    Some([number(0, 0)?, number(0, 1)?, number(1, 0)?, number(1, 1)?])
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}
