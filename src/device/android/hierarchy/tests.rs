//! Tests over whole dumps, on fixtures of our own.

mod caption;
mod damage;
mod rule;
mod windows;

use super::*;
use crate::domain::{ActionKind, Bounds, Point, Widget};

const DISPLAY: DisplaySize = DisplaySize::new(1080, 2400);

/// A node with these attributes and what is inside.
fn node(attributes: &str, inside: &str) -> String {
    format!("<node {attributes}>{inside}</node>")
}

/// A dump of a screen as large as the display, with these nodes on it.
fn screen(inside: &str) -> String {
    let root = node(
        r#"class="android.widget.FrameLayout" package="org.example" bounds="[0,0][1080,2400]""#,
        inside,
    );
    format!(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">{root}</hierarchy>"
    )
}

fn reading(dump: &str) -> Hierarchy {
    read(dump.as_bytes(), Some(DISPLAY)).unwrap()
}

fn labels(hierarchy: &Hierarchy) -> Vec<&str> {
    hierarchy.widgets.iter().map(|widget| widget.label.as_str()).collect()
}

fn by_label<'a>(hierarchy: &'a Hierarchy, label: &str) -> &'a Widget {
    hierarchy.widgets.iter().find(|widget| widget.label == label).unwrap()
}
