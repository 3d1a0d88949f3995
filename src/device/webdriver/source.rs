//! Page sources of native apps, as Appium's drivers write them, to the dump that the Android backend reads.
//!
//! A source of Android has an element for each view, named by its class, with the attributes of `uiautomator
//! dump`. One of iOS has elements named `XCUIElementType...` ([`super::ios`]). Any other source with bounds is
//! read as one of Android: so drivers for other systems are read as far as they use these attributes.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::ios;
use crate::device::android::hierarchy::{self, Hierarchy, HierarchyError};
use crate::domain::DisplaySize;

/// How a driver writes its page source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SourceDialect {
    /// As Android does.
    Android,
    /// As XCUITest does.
    Ios,
}

impl SourceDialect {
    /// The dialect of a session whose platform is `platform`.
    pub(super) fn of_platform(platform: &str) -> Self {
        if ["ios", "tvos", "mac"].iter().any(|it| platform.eq_ignore_ascii_case(it)) {
            Self::Ios
        } else {
            Self::Android
        }
    }
}

/// A page source, read.
#[derive(Clone, Debug)]
pub(super) struct PageSource {
    /// The hierarchy.
    pub(super) hierarchy: Hierarchy,
    /// The dump that it was read from.
    pub(super) dump: String,
    /// Where in the app it is, if the source says so.
    pub(super) location: Option<String>,
    /// The on-screen keyboard is up, if the source says so.
    pub(super) keyboard: bool,
}

/// Reads a page source; `display` is the size of the display in its present rotation, if it is known.
///
/// # Errors
/// If there is no view in it.
pub(super) fn read(
    source: &str,
    dialect: SourceDialect,
    display: Option<DisplaySize>,
) -> Result<PageSource, HierarchyError> {
    match dialect {
        SourceDialect::Android => {
            let dump = android(source);
            let hierarchy = hierarchy::read(dump.as_bytes(), display)?;
            Ok(PageSource { hierarchy, dump, location: None, keyboard: false })
        }
        SourceDialect::Ios => {
            let ios::IosSource { dump, title, size, dialog, keyboard } = ios::convert(source);
            let mut hierarchy = hierarchy::read(dump.as_bytes(), size.or(display))?;
            hierarchy.dialog |= dialog;
            hierarchy.title = title.clone().or(hierarchy.title);
            Ok(PageSource { hierarchy, dump, location: title, keyboard })
        }
    }
}

/// The source with each element as a `<node>` of its class. What cannot be read ends it, as a dump that was
/// cut off.
fn android(source: &str) -> String {
    let mut dump = String::with_capacity(source.len() + 256);
    let mut reader = Reader::from_str(source);
    reader.config_mut().check_end_names = false;
    dump.push_str("<hierarchy");
    let mut body = String::with_capacity(source.len());
    let mut rotation = None;
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(tag) if is_frame(&tag) => {
                rotation = rotation.or_else(|| attribute(&tag, "rotation"));
            }
            Event::Start(tag) => node(&mut body, &tag, ">"),
            Event::Empty(tag) if !is_frame(&tag) => node(&mut body, &tag, "/>"),
            Event::End(tag) if !is_frame_name(tag.name().0) => body.push_str("</node>"),
            Event::Eof => break,
            _ => {}
        }
    }
    if let Some(rotation) = rotation {
        dump.push_str(&format!(" rotation=\"{rotation}\""));
    }
    dump.push('>');
    dump.push_str(&body);
    dump.push_str("</hierarchy>");
    dump
}

fn node(body: &mut String, tag: &BytesStart<'_>, end: &str) {
    let name = tag.name();
    body.push_str("<node");
    if attribute(tag, "class").is_none() && name.0 != "node" {
        body.push_str(&format!(" class=\"{}\"", name.0));
    }
    body.push_str(tag.attributes_raw());
    body.push_str(end);
}

/// What stands around the views.
fn is_frame(tag: &BytesStart<'_>) -> bool {
    is_frame_name(tag.name().0)
}

fn is_frame_name(name: &str) -> bool {
    matches!(name, "hierarchy" | "AppiumAUT" | "app")
}

/// The raw value of an attribute.
pub(super) fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = tag.attributes();
    attributes.with_checks(false);
    let found = attributes.flatten().find(|attribute| attribute.key.0 == name)?;
    Some(found.value.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::android::hierarchy::redact;
    use crate::domain::WidgetRole;

    const ANDROID: &str = include_str!("fixtures/android.xml");

    #[test]
    fn a_source_of_android_reads_as_its_dump_would() {
        let read = read(ANDROID, SourceDialect::Android, None).unwrap();
        let hierarchy = &read.hierarchy;
        assert_eq!((hierarchy.rotation, hierarchy.package.as_str()), (1, "org.example.tea"));
        assert_eq!(hierarchy.size, DisplaySize::new(1600, 720));
        let roles: Vec<_> =
            hierarchy.widgets.iter().map(|it| (it.role(), it.text.as_str())).collect();
        let expected =
            [(WidgetRole::Field, "a & b"), (WidgetRole::Field, ""), (WidgetRole::Button, "Brew")];
        assert_eq!(roles, expected);
        assert_eq!(hierarchy.widgets[2].class, "org.example.tea.BrewButton");
    }

    #[test]
    fn what_is_kept_of_a_source_has_no_passwords() {
        let read = read(ANDROID, SourceDialect::Android, None).unwrap();
        assert!(read.dump.contains("hunter2") && !redact(&read.dump).contains("hunter2"));
    }

    #[test]
    fn a_frame_of_the_driver_around_the_views_is_looked_through() {
        let views = r#"<AppiumAUT><app><Button text="Go" clickable="true" bounds="[0,0][90,50]"/></app></AppiumAUT>"#;
        let read = read(views, SourceDialect::Android, Some(DisplaySize::new(90, 160))).unwrap();
        assert_eq!((read.hierarchy.nodes, read.hierarchy.widgets.len()), (1, 1));
    }

    #[test]
    fn the_dialect_follows_from_the_platform() {
        assert_eq!(SourceDialect::of_platform("iOS"), SourceDialect::Ios);
        assert_eq!(SourceDialect::of_platform("Android"), SourceDialect::Android);
    }
}
