//! From XML to a flat list of nodes.

use quick_xml::Reader;
use quick_xml::events::attributes::Attributes;
use quick_xml::events::{BytesStart, Event};

use super::builder::{TagAttributes, TreeBuilder};
use super::class::ViewClass;
use super::regular;
use crate::domain::Bounds;

/// A `<node>`; its strings are as written in the XML.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HierarchyNode<'a> {
    /// The index of the node it is in.
    pub parent: Option<usize>,
    /// One past the index of the last node inside it: nodes stand in document order.
    pub end: usize,
    /// Nodes above it.
    pub depth: u16,
    /// The index of its window.
    pub window: usize,
    /// Where it is, however odd; `None` if that is missing or unreadable.
    pub bounds: Option<Bounds>,
    /// When it is drawn among its siblings, if the dump tells (and not 0).
    pub drawing: Option<i32>,
    pub class: &'a str,
    /// What `class` tells.
    pub view: ViewClass,
    pub text: &'a str,
    pub id: &'a str,
    pub desc: &'a str,
    /// `None` if it has no attribute for it.
    pub hint: Option<&'a str>,
    pub package: &'a str,
    pub disabled: bool,
    pub clickable: bool,
    pub long_clickable: bool,
    pub checkable: bool,
    pub checked: bool,
    pub scrollable: bool,
    pub focusable: bool,
    /// The device says that it cannot be focused; one that says neither may.
    pub unfocusable: bool,
    pub focused: bool,
    pub selected: bool,
    pub password: bool,
    pub editable: bool,
}

impl<'a> HierarchyNode<'a> {
    /// Its hint as written; empty if there is none.
    pub(super) fn hint(&self) -> &'a str {
        self.hint.unwrap_or_default()
    }
}

/// What a `<window>` says it is; roots without one are windows of no kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum WindowKind {
    /// Not told.
    #[default]
    Unknown,
    /// `TYPE_APPLICATION`
    Application,
    /// `TYPE_INPUT_METHOD`
    Keyboard,
    /// `TYPE_SYSTEM` and whatever else lies around apps.
    System,
}

/// A window: a `<window>`, or a root node without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HierarchyWindow {
    /// True for a `<window>`.
    pub declared: bool,
    pub kind: WindowKind,
    pub bounds: Option<Bounds>,
    /// Higher is nearer to the eye.
    pub layer: Option<i32>,
    pub active: bool,
    pub focused: bool,
    /// The display it is on.
    pub display: i32,
}

/// A dump as read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct HierarchyTree<'a> {
    pub nodes: Vec<HierarchyNode<'a>>,
    pub windows: Vec<HierarchyWindow>,
    pub rotation: u8,
    /// The XML ends or breaks before its last element is closed.
    pub truncated: bool,
    /// A node has an attribute for hints.
    pub has_hints: bool,
    pub warnings: Vec<String>,
    /// Where and why the XML could not be read further.
    pub broken: Option<(u64, String)>,
}

/// Reads all nodes, as far as the XML can be read.
pub(super) fn read(xml: &str) -> HierarchyTree<'_> {
    regular::read(xml).unwrap_or_else(|| read_any(xml))
}

/// The same for XML of any form, however damaged.
pub(super) fn read_any(xml: &str) -> HierarchyTree<'_> {
    let mut reader = Reader::from_str(xml);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.allow_unmatched_ends = true;
    config.check_end_names = false;
    let mut builder = TreeBuilder::new(xml.len());
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag)) => {
                let end = reader.buffer_position() - 1;
                let tag = HierarchyTag::of(xml, end, &tag);
                builder.open(tag.name, tag);
            }
            Ok(Event::Empty(tag)) => {
                let end = reader.buffer_position() - 2;
                let tag = HierarchyTag::of(xml, end, &tag);
                builder.open(tag.name, tag);
                builder.close(tag.name);
            }
            Ok(Event::End(tag)) => builder.close(tag.name().0),
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(error) => {
                builder.tree.broken = Some((reader.error_position(), error.to_string()));
                break;
            }
        }
    }
    builder.finish()
}

/// A start tag, borrowed from the document rather than from the reader's event.
#[derive(Clone, Copy)]
struct HierarchyTag<'a> {
    name: &'a str,
    /// Name and attributes.
    content: &'a str,
}

impl<'a> HierarchyTag<'a> {
    /// The tag whose content ends at `end` in `xml`.
    fn of(xml: &'a str, end: u64, tag: &BytesStart<'_>) -> Self {
        let end = usize::try_from(end).unwrap_or(usize::MAX);
        let content = xml.get(end.saturating_sub(tag.len())..end).unwrap_or_default();
        let name = content.get(..tag.name().0.len()).unwrap_or_default();
        Self { name, content }
    }
}

impl<'a> TagAttributes<'a> for HierarchyTag<'a> {
    fn attributes(self, mut each: impl FnMut(&str, &'a str)) -> usize {
        let mut attributes = Attributes::new(self.content, self.name.len());
        let mut unreadable = 0;
        for attribute in attributes.with_checks(false) {
            match attribute {
                Ok(attribute) => {
                    if let std::borrow::Cow::Borrowed(value) = attribute.value {
                        each(attribute.key.0, value);
                    }
                }
                Err(_) => unreadable += 1,
            }
        }
        unreadable
    }
}
