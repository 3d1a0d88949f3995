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

/// A page with a button, then a dialog over it: what lies over the page before the dialog's button.
fn page_with_dialog(over: &str, dialog: &str) -> Hierarchy {
    let behind = node(
        r#"class="android.widget.Button" text="Behind" clickable="true" bounds="[100,200][500,300]""#,
        "",
    );
    let root = node(
        r#"class="android.view.View" bounds="[0,0][1080,2400]""#,
        &format!("{behind}{over}{dialog}"),
    );
    reading(&screen(&node(
        r#"class="android.webkit.WebView" text="Page" bounds="[0,0][1080,2400]""#,
        &root,
    )))
}

#[test]
fn what_lies_behind_the_backdrop_of_a_pages_dialog_cannot_be_touched() {
    let backdrop = node(r#"class="android.view.View" bounds="[0,0][1080,2400]""#, "");
    let answer = node(
        r#"class="android.widget.Button" text="OK" clickable="true" bounds="[300,1200][700,1300]""#,
        "",
    );
    let open = page_with_dialog(&backdrop, &answer);
    assert!(!by_label(&open, "Behind").acts());
    assert!(by_label(&open, "OK").acts());
    let closed = page_with_dialog(&backdrop, "");
    assert!(by_label(&closed, "Behind").acts(), "nothing is shown over the page");
    let small = node(r#"class="android.view.View" bounds="[0,0][1080,400]""#, "");
    assert!(by_label(&page_with_dialog(&small, &answer), "Behind").acts());
}
