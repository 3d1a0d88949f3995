//! What can be perceived of each node, before widgets are made of them.

use super::backdrop::backdrops;
use super::class::ViewClass;
use super::drawing;
use super::tree::{HierarchyNode, HierarchyTree};
use super::value::says;
use super::visible::TouchCover;
use super::windows::WindowStack;
use crate::domain::Bounds;

/// A region that is not told inside counts from this part of the display on (one in so many),
/// unless its class says that it draws itself.
const LARGE: i64 = 4;

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeVisibility {
    pub class: ViewClass,
    /// The visible part.
    pub area: Bounds,
    /// When it is drawn in its window.
    pub drawn: usize,
    /// Can be acted on.
    pub acts: bool,
    /// Has words of its own.
    pub says: bool,
    /// Text can be typed into it.
    pub field: bool,
    /// A handle can be moved along it.
    pub slider: bool,
    /// A list, grid or pager with rows.
    pub list: bool,
    /// A region that is not told inside.
    pub opaque: bool,
}

impl NodeVisibility {
    /// True if it is a widget.
    pub(super) fn is_widget(&self) -> bool {
        let tells = self.acts || self.says || self.opaque || self.list;
        !self.area.is_empty() && (tells || self.class == ViewClass::Progress)
    }

    /// True if it takes a touch that lands on it, so that nothing behind gets it.
    fn takes_touches(&self, node: &HierarchyNode<'_>) -> bool {
        node.clickable
            || node.long_clickable
            || node.scrollable
            || self.field
            || self.opaque
            || self.slider
    }
}

/// Looks at all nodes of `tree`.
pub(super) fn look(tree: &HierarchyTree<'_>, stack: &WindowStack) -> Vec<NodeVisibility> {
    let nodes = &tree.nodes;
    let drawn = drawing::order(nodes);
    let display = stack.size.bounds();
    let mut clips: Vec<Bounds> = Vec::with_capacity(nodes.len());
    let mut sights: Vec<NodeVisibility> = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        let here = stack.placed.get(node.window).is_some_and(|window| window.here);
        let clip = node.parent.map_or(display, |parent| clips[parent]);
        let (area, inner) = match node.bounds {
            Some(bounds) if here && !bounds.is_empty() => {
                let area = bounds.intersect(clip);
                (area, if clips_inside(node) { area } else { clip })
            }
            // What has no area of its own does not clip what it holds.
            _ => (Bounds::default(), clip),
        };
        clips.push(inner);
        let drawn = drawn.as_ref().map_or(index, |drawn| drawn[index]);
        sights.push(if area.is_empty() {
            NodeVisibility {
                class: ViewClass::Plain,
                area: Bounds::default(),
                drawn,
                acts: false,
                says: false,
                field: false,
                slider: false,
                list: false,
                opaque: false,
            }
        } else {
            sight(node, area, drawn)
        });
    }
    keep_lists_with_rows(nodes, &mut sights);
    mark_surfaces(nodes, &mut sights);
    mark_large_leaves(nodes, &mut sights, display);
    sights
}

/// True if what `node` holds is seen only inside its bounds: it scrolls, or it shows a page or a
/// surface. Plain layouts do not count: a web page's bar that stays in place is in the hierarchy
/// below a part of the page that has scrolled away.
fn clips_inside(node: &HierarchyNode<'_>) -> bool {
    match node.view {
        ViewClass::List | ViewClass::Pager | ViewClass::Scroller | ViewClass::Surface => true,
        // It says that it can be scrolled, but what it scrolls is in a window of its own.
        ViewClass::Spinner => false,
        _ => node.scrollable,
    }
}

fn sight(node: &HierarchyNode<'_>, area: Bounds, drawn: usize) -> NodeVisibility {
    let class = node.view;
    let field = node.editable
        || node.password
        // One that cannot be focused is only a picture of a field: a tap or the button beside it opens a picker, and
        // what is typed goes to another field.
        || (class == ViewClass::Field
            && (node.focusable || node.focused || !(node.clickable || node.unfocusable)));
    let slider = match class {
        ViewClass::Slider => true,
        ViewClass::Rating => node.focusable || node.clickable,
        _ => false,
    };
    NodeVisibility {
        class,
        area,
        drawn,
        acts: node.clickable
            || node.long_clickable
            || node.checkable
            || node.scrollable
            || field
            || slider,
        says: says(node.desc) || says(node.hint()) || (!node.password && says(node.text)),
        field,
        slider,
        list: match class {
            ViewClass::List | ViewClass::Pager => true,
            ViewClass::Plain => node.scrollable,
            _ => false,
        },
        opaque: false,
    }
}

/// A list without anything in it is just room.
fn keep_lists_with_rows(nodes: &[HierarchyNode<'_>], sights: &mut [NodeVisibility]) {
    for (index, node) in nodes.iter().enumerate() {
        sights[index].list &= node.end > index + 1;
    }
}

/// Marks web views and surfaces with nothing to perceive inside, the innermost of each.
fn mark_surfaces(nodes: &[HierarchyNode<'_>], sights: &mut [NodeVisibility]) {
    let mut inside = vec![false; nodes.len()];
    for index in (0..nodes.len()).rev() {
        let sight = &mut sights[index];
        let region = sight.class == ViewClass::Surface || draws_itself(nodes[index].class);
        sight.opaque = region && !sight.area.is_empty() && !inside[index];
        if (sight.is_widget() || inside[index])
            && let Some(parent) = nodes[index].parent
        {
            inside[parent] = true;
        }
    }
}

/// True for the classes of toolkits that draw whole screens, whatever the view is called.
fn draws_itself(class: &str) -> bool {
    class.starts_with("io.flutter.") || class.starts_with("com.unity3d.")
}

/// Marks large leaves that say nothing and over which nothing else is said: what is drawn there is
/// told nowhere. Of several above each other only the front one counts.
fn mark_large_leaves(nodes: &[HierarchyNode<'_>], sights: &mut [NodeVisibility], display: Bounds) {
    let mut leaves: Vec<usize> = (0..nodes.len())
        .filter(|&index| {
            let sight = &sights[index];
            nodes[index].end == index + 1
                && !sight.opaque
                && !sight.says
                && !sight.field
                && matches!(sight.class, ViewClass::Plain)
                && sight.area.area() * LARGE >= display.area().max(1)
        })
        .collect();
    leaves.sort_by_key(|&index| std::cmp::Reverse(sights[index].drawn));
    let mut regions: Vec<Bounds> = Vec::new();
    for leaf in leaves {
        let area = sights[leaf].area;
        let reported = nodes.iter().zip(sights.iter()).enumerate().any(|(index, (node, sight))| {
            let around = index <= leaf && leaf < node.end;
            node.window == nodes[leaf].window
                && if around {
                    index != leaf && sight.says
                } else {
                    sight.is_widget() && !sight.opaque && !sight.area.intersect(area).is_empty()
                }
        });
        if !reported && !regions.iter().any(|region| region.covers(area)) {
            regions.push(area);
            sights[leaf].opaque = true;
        }
    }
}

/// Everything that takes touches from what is behind it.
pub(super) fn covers(
    tree: &HierarchyTree<'_>,
    stack: &WindowStack,
    sights: &[NodeVisibility],
) -> Vec<TouchCover> {
    let windows = stack.placed.iter().filter(|window| window.solid && stack.placed.len() > 1);
    let windows = windows.map(|window| TouchCover {
        area: window.area,
        depth: window.depth,
        drawn: None,
        node: 0,
    });
    let backdrops = backdrops(&tree.nodes, sights);
    let nodes = tree.nodes.iter().zip(sights).enumerate();
    let nodes = nodes.filter(|(index, (node, sight))| {
        !sight.area.is_empty() && (sight.takes_touches(node) || backdrops.contains(index))
    });
    windows
        .chain(nodes.map(|(index, (node, sight))| TouchCover {
            area: sight.area,
            depth: stack.placed[node.window].depth,
            drawn: Some(sight.drawn),
            node: index,
        }))
        .collect()
}
