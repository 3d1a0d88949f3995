//! From nodes to widgets.

use super::busy::is_busy;
use super::class::{ViewClass, is_value_picker};
use super::role::KnownRoles;
use super::rows;
use super::scene::{NodeVisibility, covers, look};
use super::tree::{HierarchyNode, HierarchyTree};
use super::value::{bound_label, decode, put_label, says};
use super::visible::TouchSearch;
use super::windows::WindowStack;
use crate::domain::{ActionKind, Bounds, GATHERED, Widget, WidgetPosition};

/// Nodes inside a widget that are looked at for its label.
const LABEL_NODES: usize = 200;

/// What is around a node, by numbers of widgets.
#[derive(Clone, Copy, Debug, Default)]
struct NodeSurroundings {
    /// The nearest widget.
    widget: Option<usize>,
    /// The widget that gets the taps on what does not take them itself.
    press: Option<usize>,
    /// The innermost list.
    list: Option<usize>,
    /// The row in it.
    row: usize,
    /// It is in a picker of the platform.
    picker: bool,
}

/// What was made of the nodes.
#[derive(Debug, Default)]
pub(super) struct BuiltWidgets {
    /// The widgets in document order.
    pub widgets: Vec<Widget>,
    /// Most of the front window is one region that is not told.
    pub opaque: bool,
    /// The front window shows that something is going on.
    pub busy: bool,
}

/// Makes the widgets of `tree`.
pub(super) fn make(tree: &HierarchyTree<'_>, stack: &WindowStack) -> BuiltWidgets {
    let mut sights = look(tree, stack);
    mark_silent_front(tree, stack, &mut sights);
    let covers = covers(tree, stack, &sights);
    let count = sights.iter().filter(|sight| sight.is_widget()).count();
    let mut widgets: Vec<Widget> = Vec::with_capacity(count);
    let mut inner: Vec<NodeSurroundings> = Vec::with_capacity(tree.nodes.len());
    let mut roles = KnownRoles::default();
    let mut rows = vec![0_usize; tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate() {
        let mut around = node.parent.map_or_else(NodeSurroundings::default, |parent| inner[parent]);
        if let Some(parent) = node.parent.filter(|&parent| sights[parent].list) {
            around.row = rows[parent];
            rows[parent] += 1;
        }
        around.picker |= is_value_picker(node.class);
        let sight = &sights[index];
        if sight.is_widget() {
            let mut widget = describe(tree, &sights, index);
            widget.number = widgets.len() + 1;
            act(&mut widget, node, sight, around, &widgets);
            widget.role = Some(roles.of(node.class, &widget));
            let window = stack.placed[node.window];
            widget.position = WidgetPosition {
                parent: around.widget,
                depth: node.depth,
                list: around.list,
                row: around.list.map(|_| around.row),
                window: window.number,
                in_picker: around.picker,
            };
            let touched = TouchSearch {
                area: sight.area,
                depth: window.depth,
                drawn: sight.drawn,
                node: index,
                end: node.end,
                through: widget.allows(ActionKind::Scroll)
                    || widget.actions.is_empty()
                    || widget.inherits.is_some(),
            };
            widget.tap = if window.blocked { None } else { touched.point(&covers) };
            around.widget = Some(widget.number);
            around.press = press(&widget, around.press);
            if sight.list {
                around.list = Some(widget.number);
            }
            widgets.push(widget);
        }
        inner.push(around);
    }
    rows::mark(&mut widgets);
    BuiltWidgets {
        opaque: is_mostly_opaque(tree, stack, &sights),
        busy: is_busy(tree, stack, &sights),
        widgets,
    }
}

/// Who gets the taps inside `widget` that nothing there takes.
fn press(widget: &Widget, around: Option<usize>) -> Option<usize> {
    let own = widget.inherits.is_none()
        && (widget.allows(ActionKind::Tap) || widget.allows(ActionKind::LongTap));
    if own {
        Some(widget.number)
    } else if widget.allows(ActionKind::Scroll) || widget.allows(ActionKind::Swipe) {
        // A view that scrolls keeps the touches on it.
        None
    } else {
        around
    }
}

/// Where nothing of the front window can be perceived, its largest root stands for it: a screen
/// is never empty.
fn mark_silent_front(tree: &HierarchyTree<'_>, stack: &WindowStack, sights: &mut [NodeVisibility]) {
    let in_front = |node: &HierarchyNode<'_>| node.window == stack.front;
    if tree.nodes.iter().zip(&*sights).any(|(node, sight)| in_front(node) && sight.is_widget()) {
        return;
    }
    let roots = tree.nodes.iter().enumerate();
    let roots = roots.filter(|(_, node)| node.parent.is_none() && in_front(node));
    let Some((root, _)) = roots.max_by_key(|&(index, _)| sights[index].area.area()) else {
        return;
    };
    let sight = &mut sights[root];
    sight.opaque = true;
    if sight.area.is_empty() {
        sight.area = stack.size.bounds();
    }
    if sight.area.is_empty() {
        // Not even the size of the display is known; one pixel there is.
        sight.area = Bounds::new(0, 0, 1, 1);
    }
}

/// The widget without its actions and place.
fn describe(tree: &HierarchyTree<'_>, sights: &[NodeVisibility], index: usize) -> Widget {
    let (node, sight) = (&tree.nodes[index], &sights[index]);
    Widget {
        class: decode(node.class).into_owned(),
        text: if node.password { String::new() } else { decode(node.text).into_owned() },
        resource_id: decode(node.id).into_owned(),
        content_desc: decode(node.desc).into_owned(),
        hint: decode(node.hint()).into_owned(),
        package: decode(node.package).into_owned(),
        label: label(tree, sights, index),
        bounds: sight.area,
        enabled: !node.disabled,
        checked: node.checkable.then_some(node.checked),
        selected: node.selected,
        focused: node.focused,
        password: node.password,
        opaque: sight.opaque,
        ..Widget::default()
    }
}

/// Tells what can be done with `widget`, by itself or by what it is in.
fn act(
    widget: &mut Widget,
    node: &HierarchyNode<'_>,
    sight: &NodeVisibility,
    around: NodeSurroundings,
    before: &[Widget],
) {
    let actions = &mut widget.actions;
    if node.clickable {
        actions.push(ActionKind::Tap);
    }
    if node.long_clickable {
        actions.push(ActionKind::LongTap);
    }
    if sight.field {
        actions.push(ActionKind::Type);
    }
    if sight.slider || (sight.class == ViewClass::Pager && node.scrollable) {
        actions.push(ActionKind::Swipe);
    }
    if node.scrollable && !sight.slider && sight.class != ViewClass::Spinner {
        actions.push(ActionKind::Scroll);
    }
    if !actions.is_empty() {
        return;
    }
    let holder = around.press.and_then(|number| before.get(number - 1));
    if let Some(holder) = holder {
        let touches = [ActionKind::Tap, ActionKind::LongTap];
        actions.extend(touches.into_iter().filter(|&touch| holder.allows(touch)));
        widget.inherits = Some(holder.number);
    } else if node.checkable || sight.opaque || node.scrollable {
        actions.push(ActionKind::Tap);
    }
}

/// What people call it: its own words, else those inside, else its id or that of a field inside.
fn label(tree: &HierarchyTree<'_>, sights: &[NodeVisibility], index: usize) -> String {
    let node = &tree.nodes[index];
    let mut label = String::new();
    let own = if node.password {
        [node.desc, node.hint(), ""]
    } else if node.class.ends_with("EditText") {
        // A field is called by what it asks for, not by what it holds.
        [node.desc, node.hint(), node.text]
    } else {
        [node.text, node.desc, node.hint()]
    };
    if let Some(own) = own.into_iter().find(|raw| says(raw)) {
        put_label(&mut label, &decode(own));
    } else if node.clickable || node.long_clickable || node.checkable {
        label_from_inside(&mut label, tree, sights, index);
    }
    if label.is_empty() {
        let inside = (index + 1..node.end).filter(|&inside| sights[inside].field);
        let ids = [index].into_iter().chain(inside.take(1)).map(|index| tree.nodes[index].id);
        let id = decode(ids.into_iter().find(|id| !id.is_empty()).unwrap_or_default());
        put_label(&mut label, id.rsplit(['/', ':']).next().unwrap_or_default());
    }
    bound_label(&mut label);
    label
}

/// Joins the first two texts inside; what can be tapped by itself speaks for itself, unless there
/// is nothing else.
fn label_from_inside(
    label: &mut String,
    tree: &HierarchyTree<'_>,
    sights: &[NodeVisibility],
    index: usize,
) {
    let nodes = &tree.nodes;
    let end = nodes[index].end.min(index + 1 + LABEL_NODES);
    for skipping in [true, false] {
        let mut found = 0;
        let mut inside = index + 1;
        while inside < end && found < 2 {
            let node = &nodes[inside];
            if skipping && node.clickable {
                inside = node.end;
                continue;
            }
            // What a field holds is no name for what is around it.
            let nameless = node.password || sights[inside].field;
            let raw = if nameless { [node.desc, node.hint()] } else { [node.text, node.desc] };
            if sights[inside].says
                && let Some(raw) = raw.into_iter().find(|raw| says(raw))
            {
                if found > 0 {
                    label.push_str(GATHERED);
                }
                put_label(label, &decode(raw));
                found += 1;
            }
            inside += 1;
        }
        if found > 0 {
            return;
        }
    }
}

fn is_mostly_opaque(
    tree: &HierarchyTree<'_>,
    stack: &WindowStack,
    sights: &[NodeVisibility],
) -> bool {
    let Some(front) = stack.placed.get(stack.front) else { return false };
    let whole = front.area.area();
    tree.nodes.iter().zip(sights).any(|(node, sight)| {
        node.window == stack.front && sight.opaque && sight.area.area() * 100 >= whole * 60
    })
}
