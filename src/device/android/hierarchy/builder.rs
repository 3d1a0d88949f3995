//! From tags to nodes.

use super::bounds;
use super::class::ViewClass;
use super::tree::{HierarchyNode, HierarchyTree, HierarchyWindow, WindowKind};
use super::value::excerpt;

/// Classes that are remembered: a hostile dump may name a new one in each node.
const MOST_VIEWS: usize = 32;

/// An element that is open, with what was current before it.
struct OpenElement {
    kind: ElementKind,
    parent: Option<usize>,
    window: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ElementKind {
    Node = 0,
    Hierarchy = 1,
    Window = 2,
    Display = 3,
    Other = 4,
}

impl ElementKind {
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

/// The attributes of a start tag, read at most once.
pub(super) trait TagAttributes<'a> {
    /// Calls `each` with the attributes' names and raw values; returns how many are unreadable.
    fn attributes(self, each: impl FnMut(&str, &'a str)) -> usize;
}

/// Puts the nodes of a document in order as its tags are read.
pub(super) struct TreeBuilder<'a> {
    pub tree: HierarchyTree<'a>,
    /// Elements not yet closed; a list rather than recursion, so depth costs no stack.
    open: Vec<OpenElement>,
    /// How many of each kind are open.
    counts: [usize; 5],
    parent: Option<usize>,
    window: Option<usize>,
    display: i32,
    rotation: Option<u8>,
    unreadable: UnreadableDump,
    /// What the classes met so far tell; a dump has a dozen.
    views: Vec<(&'a str, ViewClass)>,
}

#[derive(Default)]
struct UnreadableDump {
    attributes: usize,
    bounds: usize,
    ends: usize,
    dumps: usize,
}

impl<'a> TreeBuilder<'a> {
    pub(super) fn new(length: usize) -> Self {
        Self {
            // A node takes some 400 bytes of XML.
            tree: HierarchyTree {
                nodes: Vec::with_capacity(length / 350 + 1),
                ..HierarchyTree::default()
            },
            open: Vec::with_capacity(48),
            counts: [0; 5],
            parent: None,
            window: None,
            display: 0,
            rotation: None,
            unreadable: UnreadableDump::default(),
            views: Vec::with_capacity(16),
        }
    }

    pub(super) fn open(&mut self, name: &str, tag: impl TagAttributes<'a>) {
        let kind = ElementKind::of(name);
        self.counts[kind as usize] += 1;
        self.open.push(OpenElement { kind, parent: self.parent, window: self.window });
        match kind {
            ElementKind::Node => self.node(tag),
            ElementKind::Hierarchy => self.hierarchy(tag),
            ElementKind::Window => self.declare(tag),
            ElementKind::Display => {
                let mut display = 0;
                tag.attributes(|name, value| {
                    if name == "id" {
                        display = value.parse().unwrap_or_default();
                    }
                });
                self.display = display;
            }
            // Unknown elements are looked through: nodes inside belong to the node outside.
            ElementKind::Other => {}
        }
    }

    /// Closes the innermost open element of this name's kind, and what was left open inside it.
    pub(super) fn close(&mut self, name: &str) {
        let kind = ElementKind::of(name);
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

    fn leave(&mut self, open: &OpenElement) {
        self.counts[open.kind as usize] -= 1;
        if open.kind == ElementKind::Node
            && let Some(index) = self.parent
        {
            self.tree.nodes[index].end = self.tree.nodes.len();
        }
        self.parent = open.parent;
        self.window = open.window;
    }

    fn node(&mut self, tag: impl TagAttributes<'a>) {
        let (mut node, unreadable) = read_node(tag, &mut self.unreadable.bounds);
        node.view = self.view(node.class);
        self.tree.has_hints |= node.hint.is_some();
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
                self.tree
                    .windows
                    .push(HierarchyWindow { display: self.display, ..HierarchyWindow::default() });
                self.tree.windows.len() - 1
            });
        }
        self.tree.nodes.push(node);
        self.parent = Some(index);
    }

    /// What `class` tells; looked up, since telling takes a search for each of two dozen words.
    fn view(&mut self, class: &'a str) -> ViewClass {
        if let Some((_, view)) = self.views.iter().find(|(known, _)| *known == class) {
            return *view;
        }
        let view = ViewClass::of(class);
        if self.views.len() < MOST_VIEWS {
            self.views.push((class, view));
        }
        view
    }

    fn hierarchy(&mut self, tag: impl TagAttributes<'a>) {
        // One dump written behind another: the later one is what is on the display now.
        let whole = self.counts[ElementKind::Window as usize]
            + self.counts[ElementKind::Display as usize]
            == 0;
        let outermost = self.counts[ElementKind::Hierarchy as usize] == 1;
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

    fn declare(&mut self, tag: impl TagAttributes<'a>) {
        let mut window =
            HierarchyWindow { declared: true, display: self.display, ..HierarchyWindow::default() };
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

    pub(super) fn finish(mut self) -> HierarchyTree<'a> {
        let torn = !self.open.is_empty();
        while let Some(open) = self.open.pop() {
            self.leave(&open);
        }
        let mut tree = self.tree;
        tree.truncated = torn || tree.broken.is_some();
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

fn read_node<'a>(
    tag: impl TagAttributes<'a>,
    without_bounds: &mut usize,
) -> (HierarchyNode<'a>, usize) {
    let mut node = HierarchyNode::default();
    let unreadable = tag.attributes(|name, value| {
        let yes = || value == "true";
        // By their lengths first: each name is compared with three others at the most.
        match (name.len(), name) {
            (4, "text") => node.text = value,
            (4, "hint") => node.hint = Some(value),
            (5, "class") => node.class = value,
            (6, "bounds") => node.bounds = bounds::parse(value),
            (7, "package") => node.package = value,
            (7, "checked") => node.checked = yes(),
            (7, "enabled") => node.disabled = value == "false",
            (7, "focused") => node.focused = yes(),
            (8, "password") => node.password = yes(),
            (8, "selected") => node.selected = yes(),
            (8, "editable") => node.editable = yes(),
            (9, "checkable") => node.checkable = yes(),
            (9, "clickable") => node.clickable = yes(),
            (9, "focusable") => {
                (node.focusable, node.unfocusable) = (yes(), value == "false");
            }
            (10, "scrollable") => node.scrollable = yes(),
            (11, "resource-id") => node.id = value,
            (12, "content-desc") => node.desc = value,
            (13, "drawing-order") => {
                node.drawing = value.parse().ok().filter(|order| *order != 0);
            }
            (14, "long-clickable") => node.long_clickable = yes(),
            _ => {}
        }
    });
    *without_bounds += usize::from(node.bounds.is_none());
    (node, unreadable)
}
