//! Reading the view hierarchy of a screen from the output of `uiautomator dump`.
//!
//! # What is read
//!
//! `uiautomator dump` writes `<hierarchy rotation="0">` with a `<node>` for each view that is
//! visible to the user, or, with `--windows`, `<displays><display><window><hierarchy>` for each
//! window (source: `AccessibilityNodeInfoDumper` in Android's `cmds/uiautomator`). The attributes
//! of a node are those of `android.view.accessibility.AccessibilityNodeInfo`. What arrives is often
//! damaged: messages are glued to it, line ends are doubled, files were re-encoded. All that is
//! read past, oddities are told as warnings, and what holds no node at all is a typed error.
//!
//! # Which nodes are widgets
//!
//! A node is a widget when its **visible area** is not empty and it
//!
//! - **acts**: is clickable, long-clickable, checkable, scrollable, a field (an `EditText` or kin
//!   that can be focused, `password`, `editable`) or a slider (a rating bar only if it can be
//!   focused or clicked); or
//! - **says** something: its text, description or hint has a character that can be seen (the text
//!   of password fields never counts); or
//! - is a **list**: a list, grid, recycler or pager by its class, or a scrollable view of no known
//!   class, with at least one node inside (rows are told by it, so it needs a number); or
//! - is a **progress indicator** by its class: it tells that something is going on; or
//! - is an **opaque region**: a web view or surface (by class) with no widget inside, or any other
//!   leaf at least a quarter of the display large that says nothing, if no ancestor says
//!   anything and no other widget of its window overlaps it.
//!
//! The visible area is the part of the node's bounds inside the display and inside of those of its
//! ancestors that scroll, or that show a page or a surface (by class). Plain layouts do not clip,
//! nor does an ancestor whose own bounds are missing, empty or inverted. Nodes on other displays
//! than the first have none. If no node of the front window is a widget, its
//! largest root becomes an opaque one.
//!
//! # What can be done with them
//!
//! `Tap`, `LongTap` if the node is clickable, long-clickable; `Type` on fields; `Scroll` if
//! it is scrollable (not on a `Spinner`, which says so but does not); `Swipe` on sliders and on
//! pagers that can be scrolled. A widget with none of these takes over `Tap` and `LongTap` from the nearest ancestor
//! that has them, unless a scrolling view or a slider lies between (those keep the touches on
//! them); otherwise a checkable one or an opaque region offers `Tap`.
//!
//! The **tap point** is where a finger reaches the widget: its middle, or the middle of the largest
//! piece of it, that nothing in front takes. What takes a touch is a view drawn later in the same
//! window (siblings in the order of `drawing-order`, else of the document, but see
//! `drawing::lies_over` for siblings in the same place; and what is inside the widget itself) that is clickable, long-clickable, scrollable, a field, a slider or opaque; and
//! windows nearer to the eye. Plain pictures and layouts let touches through, as Android does.
//! For a widget that scrolls, what is inside does not count: scrolling may begin on a button.
//! Behind a dialog nothing can be tapped.
//!
//! # Busy
//!
//! The screen is busy while the front window shows a progress bar or indicator (by class), or the
//! arrow of a swipe-to-refresh container. A bar whose text or description is a plain number or
//! percentage, or that has a percentage beside it, shows how far something is, which may be for
//! ever; it does not count (and while it moves, the hierarchy changes).

mod backdrop;
mod bounds;
mod builder;
mod busy;
mod caption;
mod class;
mod clean;
mod drawing;
mod redact;
mod regular;
mod role;
mod rows;
mod scene;
mod title;
mod tree;
mod value;
mod visible;
mod widgets;
mod windows;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use thiserror::Error;

use crate::domain::{DisplaySize, ReadQuality, Screen, Widget};

pub(in crate::device) use bounds::parse as bounds_of;
pub use redact::redact;

/// A view hierarchy, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hierarchy {
    /// Quarter turns from the natural position, 0 to 3; 0 if the dump does not tell.
    pub rotation: u8,
    /// How many `<node>` elements there are.
    pub nodes: usize,
    /// The heading, if there is one.
    pub title: Option<String>,
    /// What can be perceived or acted on, in document order, numbered from 1.
    pub widgets: Vec<Widget>,
    /// The display in its present rotation: as given, else as large as the roots reach.
    pub size: DisplaySize,
    /// True if the front window is smaller than the display: a dialog, menu or popup.
    pub dialog: bool,
    /// The package of the front window; empty if the dump does not tell.
    pub package: String,
    /// True if most of the front window is one opaque region.
    pub opaque: bool,
    /// True while the front window shows that something is going on.
    pub busy: bool,
    /// True if the dump ends or breaks too early, so that widgets may be missing.
    pub truncated: bool,
    /// True if a node has an attribute for hints: then the texts of fields are content.
    pub has_hints: bool,
    /// Oddities met while reading, for the tester.
    pub warnings: Vec<String>,
}

impl Hierarchy {
    /// The screen at `location`, as far as the hierarchy says: without the keyboard.
    pub fn into_screen(self, location: &str) -> Screen {
        let read_quality = if self.opaque { ReadQuality::Opaque } else { ReadQuality::Full };
        Screen {
            title: self.title,
            rotation: self.rotation,
            dialog: self.dialog,
            busy: self.busy,
            read_quality,
            widgets: self.widgets,
            warnings: self.warnings,
            ..Screen::on_display(&self.package, location, self.size)
        }
    }
}

/// Why there is no hierarchy: what was seen instead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HierarchyError {
    /// Nothing at all.
    #[error("the dump is empty: the device gave no output")]
    Empty,
    /// `ERROR: could not get idle state.`
    #[error("the screen never came to rest, so the device could not dump it (not idle)")]
    NotIdle,
    /// `ERROR: null root node returned by UiTestAutomationBridge.`
    #[error("the device has no window to dump (null root node)")]
    NullRoot,
    /// `Killed`
    #[error("the device killed the dump before it was done")]
    Killed,
    /// Some other message, shortened.
    #[error("the device gave no hierarchy but said: {0}")]
    Said(String),
    /// A hierarchy without a single node.
    #[error("the hierarchy has no nodes")]
    NoNodes,
    /// XML that breaks before its first node.
    #[error("the hierarchy is broken before its first node, at byte {at}: {what}")]
    Malformed {
        /// Where in the XML, in bytes from its first element.
        at: u64,
        /// What is wrong there.
        what: String,
    },
}

/// The text of a dump, whichever way it was encoded; for storing, [`redact()`] it.
pub fn text(dump: &[u8]) -> Cow<'_, str> {
    clean::decode(dump, &mut Vec::new())
}

/// Reads a dump.
///
/// `display` is the display in its present rotation; a size that the windows reach out of but fit
/// when it is turned is turned. Without it the size is taken from the roots.
///
/// # Errors
/// If there is no node in it. Whatever else is wrong is told in [`Hierarchy::warnings`].
pub fn read(dump: &[u8], display: Option<DisplaySize>) -> Result<Hierarchy, HierarchyError> {
    let mut warnings = Vec::new();
    let text = clean::decode(dump, &mut warnings);
    let Some(cut) = clean::cut(&text) else {
        return Err(clean::failure(&text));
    };
    let mut tree = tree::read(cut.xml);
    let glued = [clean::glued(cut.before), clean::glued(cut.after)];
    if tree.nodes.is_empty() {
        let said = glued.into_iter().flatten().next().map(|said| clean::failure(&said));
        let broken = tree.broken.map(|(at, what)| HierarchyError::Malformed { at, what });
        return Err(said.or(broken).unwrap_or(HierarchyError::NoNodes));
    }
    let around = glued.into_iter().flatten();
    warnings.extend(around.map(|said| format!("text around the hierarchy: {said}")));
    warnings.append(&mut tree.warnings);
    let stack = windows::WindowStack::of(&tree, display);
    if stack.elsewhere > 0 {
        warnings.push(format!("windows on other displays left out: {}", stack.elsewhere));
    }
    let mut made = widgets::make(&tree, &stack);
    let title = title::of(&made.widgets);
    caption::fill_in(&mut made.widgets, stack.size.width, (title.as_deref(), stack.is_dialog()));
    Ok(Hierarchy {
        rotation: tree.rotation,
        nodes: tree.nodes.len(),
        title,
        size: stack.size,
        dialog: stack.is_dialog(),
        package: package(&tree, stack.front),
        opaque: made.opaque,
        busy: made.busy,
        truncated: tree.truncated,
        has_hints: tree.has_hints,
        widgets: made.widgets,
        warnings,
    })
}

/// The first package that a node of `window` names.
fn package(tree: &tree::HierarchyTree<'_>, window: usize) -> String {
    let mut nodes = tree.nodes.iter().filter(|node| node.window == window);
    let raw = nodes.find(|node| !node.package.is_empty()).map_or("", |node| node.package);
    value::decode(raw).into_owned()
}
