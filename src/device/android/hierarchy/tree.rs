//! From XML to a flat list of nodes.

use quick_xml::Reader;
use quick_xml::events::attributes::Attributes;
use quick_xml::events::{BytesStart, Event};

use super::bounds;
use super::value::excerpt;
use crate::domain::Bounds;

/// A `<node>`; its strings are as written in the XML.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node<'a> {
    /// The index of the node it is in.
    pub parent: Option<usize>,
    /// One past the index of the last node inside it: nodes stand in document order.
    pub end: usize,
    /// Nodes above it.
    pub depth: u16,
    /// The index of its window.
    pub window: usize,
    /// Where it is, however odd; `None` where that is missing or unreadable.
    pub bounds: Option<Bounds>,
    /// When it is drawn among its siblings, where the dump tells (and not 0).
    pub drawing: Option<i32>,
    pub class: &'a str,
    pub text: &'a str,
    pub id: &'a str,
    pub desc: &'a str,
    pub hint: &'a str,
    pub package: &'a str,
    pub disabled: bool,
    pub clickable: bool,
    pub long_clickable: bool,
    pub checkable: bool,
    pub checked: bool,
    pub scrollable: bool,
    pub focusable: bool,
    pub focused: bool,
    pub selected: bool,
    pub password: bool,
    pub editable: bool,
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
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Window {
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
#[derive(Debug, Default)]
pub(super) struct Tree<'a> {
    pub nodes: Vec<Node<'a>>,
    pub windows: Vec<Window>,
    pub rotation: u8,
    pub warnings: Vec<String>,
    /// Where and why the XML could not be read further.
    pub broken: Option<(u64, String)>,
}

/// Reads all nodes, as far as the XML can be read.
pub(super) fn read(xml: &str) -> Tree<'_> {
    let mut reader = Reader::from_str(xml);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.allow_unmatched_ends = true;
    config.check_end_names = false;
    let mut builder = Builder::new(xml.len());
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag)) => {
                let end = reader.buffer_position() - 1;
                builder.open(Tag::of(xml, end, &tag));
            }
            Ok(Event::Empty(tag)) => {
                let end = reader.buffer_position() - 2;
                let tag = Tag::of(xml, end, &tag);
                builder.open(tag);
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
struct Tag<'a> {
    name: &'a str,
    /// Name and attributes.
    content: &'a str,
}

impl<'a> Tag<'a> {
    /// The tag whose content ends at `end` in `xml`.
    fn of(xml: &'a str, end: u64, tag: &BytesStart<'_>) -> Self {
        let end = usize::try_from(end).unwrap_or(usize::MAX);
        let content = xml.get(end.saturating_sub(tag.len())..end).unwrap_or_default();
        let name = content.get(..tag.name().0.len()).unwrap_or_default();
        Self { name, content }
    }

    /// Calls `each` with the attributes' names and raw values; returns how many are unreadable.
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

/// An element that is open, with what was current before it.
struct Open {
    kind: Kind,
    parent: Option<usize>,
    window: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Node = 0,
    Hierarchy = 1,
    Window = 2,
    Display = 3,
    Other = 4,
}

impl Kind {
    fn of(name: &str) -> Self {
        match name {
            "node" => Self::Node,
            "hierarchy" => Self::Hierarchy,
            "window" => Self::Window,
            "display" => Self::Display,
            _ => Self::Other,
        }
    }
}

struct Builder<'a> {
    tree: Tree<'a>,
    /// Elements not yet closed; a list rather than recursion, so depth costs no stack.
    open: Vec<Open>,
    /// How many of each kind are open.
    counts: [usize; 5],
    parent: Option<usize>,
    window: Option<usize>,
    display: i32,
    rotation: Option<u8>,
    unreadable: Unreadable,
}

#[derive(Default)]
struct Unreadable {
    attributes: usize,
    bounds: usize,
    ends: usize,
    dumps: usize,
}

impl<'a> Builder<'a> {
    fn new(length: usize) -> Self {
        Self {
            // A node takes some 400 bytes of XML.
            tree: Tree { nodes: Vec::with_capacity(length / 350 + 1), ..Tree::default() },
            open: Vec::with_capacity(48),
            counts: [0; 5],
            parent: None,
            window: None,
            display: 0,
            rotation: None,
            unreadable: Unreadable::default(),
        }
    }

    fn open(&mut self, tag: Tag<'a>) {
        let kind = Kind::of(tag.name);
        self.counts[kind as usize] += 1;
        self.open.push(Open { kind, parent: self.parent, window: self.window });
        match kind {
            Kind::Node => self.node(tag),
            Kind::Hierarchy => self.hierarchy(tag),
            Kind::Window => self.declare(tag),
            Kind::Display => {
                let mut display = 0;
                tag.attributes(|name, value| {
                    if name == "id" {
                        display = value.parse().unwrap_or_default();
                    }
                });
                self.display = display;
            }
            // Unknown elements are looked through: nodes inside belong to the node outside.
            Kind::Other => {}
        }
    }

    /// Closes the innermost open element of this name's kind, and what was left open inside it.
    fn close(&mut self, name: &str) {
        let kind = Kind::of(name);
        if self.counts[kind as usize] == 0 {
            self.unreadable.ends += 1;
            return;
        }
        while let Some(open) = self.open.pop() {
            self.leave(&open);
            if open.kind == kind {
                break;
            }
            self.unreadable.ends += 1;
        }
    }

    fn leave(&mut self, open: &Open) {
        self.counts[open.kind as usize] -= 1;
        if open.kind == Kind::Node
            && let Some(index) = self.parent
        {
            self.tree.nodes[index].end = self.tree.nodes.len();
        }
        self.parent = open.parent;
        self.window = open.window;
    }

    fn node(&mut self, tag: Tag<'a>) {
        let (mut node, unreadable) = read_node(tag, &mut self.unreadable.bounds);
        self.unreadable.attributes += unreadable;
        let index = self.tree.nodes.len();
        node.parent = self.parent;
        node.end = index + 1;
        if let Some(parent) = self.parent {
            let parent = &self.tree.nodes[parent];
            node.depth = parent.depth.saturating_add(1);
            node.window = parent.window;
        } else {
            node.window = self.window.unwrap_or_else(|| {
                self.tree.windows.push(Window { display: self.display, ..Window::default() });
                self.tree.windows.len() - 1
            });
        }
        self.tree.nodes.push(node);
        self.parent = Some(index);
    }

    fn hierarchy(&mut self, tag: Tag<'a>) {
        // One dump written behind another: the later one is what is on the display now.
        let whole = self.counts[Kind::Window as usize] + self.counts[Kind::Display as usize] == 0;
        let outermost = self.counts[Kind::Hierarchy as usize] == 1;
        if whole && outermost && !self.tree.nodes.is_empty() {
            self.unreadable.dumps += 1;
            self.tree.nodes.clear();
            self.tree.windows.clear();
            self.rotation = None;
        }
        self.parent = None;
        let rotation = &mut self.rotation;
        tag.attributes(|name, value| {
            if name == "rotation" && rotation.is_none() {
                *rotation = value.trim().parse().ok().filter(|turns| *turns < 4);
            }
        });
    }

    fn declare(&mut self, tag: Tag<'a>) {
        let mut window = Window { declared: true, display: self.display, ..Window::default() };
        self.unreadable.attributes += tag.attributes(|name, value| match name {
            "bounds" => window.bounds = bounds::parse(value),
            "layer" => window.layer = value.parse().ok(),
            "active" => window.active = value == "true",
            "focused" => window.focused = value == "true",
            "type" => {
                window.kind = match value {
                    "TYPE_APPLICATION" | "APPLICATION" | "1" => WindowKind::Application,
                    "TYPE_INPUT_METHOD" | "INPUT_METHOD" | "2" => WindowKind::Keyboard,
                    "" => WindowKind::Unknown,
                    _ => WindowKind::System,
                };
            }
            _ => {}
        });
        self.tree.windows.push(window);
        self.window = Some(self.tree.windows.len() - 1);
        self.parent = None;
    }

    fn finish(mut self) -> Tree<'a> {
        let torn = !self.open.is_empty();
        while let Some(open) = self.open.pop() {
            self.leave(&open);
        }
        let mut tree = self.tree;
        tree.rotation = self.rotation.unwrap_or_default();
        if let Some((at, why)) = &tree.broken {
            let why = excerpt(why, 100);
            tree.warnings.push(format!("the XML cannot be read beyond byte {at}: {why}"));
        } else if torn {
            tree.warnings.push("the XML ends too early; what was read up to there is used".into());
        }
        let unreadable = self.unreadable;
        for (count, what) in [
            (unreadable.attributes, "attributes that cannot be read"),
            (unreadable.bounds, "nodes without readable bounds"),
            (unreadable.ends, "end tags missing or too many"),
            (unreadable.dumps, "earlier dumps in front of the one that is used"),
        ] {
            if count > 0 {
                tree.warnings.push(format!("{what}: {count}"));
            }
        }
        tree
    }
}

fn read_node<'a>(tag: Tag<'a>, without_bounds: &mut usize) -> (Node<'a>, usize) {
    let mut node = Node::default();
    let unreadable = tag.attributes(|name, value| {
        let yes = value == "true";
        match name {
            "text" => node.text = value,
            "resource-id" => node.id = value,
            "class" => node.class = value,
            "package" => node.package = value,
            "content-desc" => node.desc = value,
            "hint" => node.hint = value,
            "checkable" => node.checkable = yes,
            "checked" => node.checked = yes,
            "clickable" => node.clickable = yes,
            "enabled" => node.disabled = value == "false",
            "focusable" => node.focusable = yes,
            "focused" => node.focused = yes,
            "scrollable" => node.scrollable = yes,
            "long-clickable" => node.long_clickable = yes,
            "password" => node.password = yes,
            "selected" => node.selected = yes,
            "editable" => node.editable = yes,
            "bounds" => node.bounds = bounds::parse(value),
            "drawing-order" => node.drawing = value.parse().ok().filter(|order| *order != 0),
            _ => {}
        }
    });
    *without_bounds += usize::from(node.bounds.is_none());
    (node, unreadable)
}
