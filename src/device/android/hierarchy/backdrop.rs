//! Backdrops: what a page lays over all of itself before it shows a dialog.
//!
//! In a page every element takes the touches on it, whether anything listens or not. So what lies
//! behind a backdrop cannot be touched, although nothing in the dump says so. An element that covers
//! the page counts as one only if something that can be acted on is drawn after it: pages also have
//! such elements that let touches through.

use super::class::ViewClass;
use super::scene::NodeVisibility;
use super::tree::HierarchyNode;
use crate::domain::Bounds;

/// A backdrop covers at least this part of its web view, in percent.
const COVERED_PERCENT: i64 = 95;

/// The indices of the backdrops among `nodes`.
pub(super) fn backdrops(nodes: &[HierarchyNode<'_>], sights: &[NodeVisibility]) -> Vec<usize> {
    let pages = pages(nodes, sights);
    let is_backdrop = |index: usize| {
        let (node, sight) = (&nodes[index], &sights[index]);
        let Some(page) = pages[index] else { return false };
        let is_empty = node.end == index + 1 && !sight.acts && !sight.says;
        let covered = sight.area.intersect(page).area() * 100 >= page.area() * COVERED_PERCENT;
        is_empty && covered && is_between(nodes, sights, index)
    };
    (0..nodes.len()).filter(|index| is_backdrop(*index)).collect()
}

/// True if something that can be acted on is drawn before the node at `index`, and something after it.
fn is_between(nodes: &[HierarchyNode<'_>], sights: &[NodeVisibility], index: usize) -> bool {
    let backdrop = &sights[index];
    let acting = nodes.iter().zip(sights).enumerate().filter(|(other, (node, sight))| {
        let is_around = *other < index && index < node.end;
        node.window == nodes[index].window && sight.acts && !sight.area.is_empty() && !is_around
    });
    let (mut before, mut after) = (false, false);
    for (_, (_, sight)) in acting {
        before |= sight.drawn < backdrop.drawn;
        after |= sight.drawn > backdrop.drawn;
    }
    before && after
}

/// The area of the web view that each node is in, if it is in one.
fn pages(nodes: &[HierarchyNode<'_>], sights: &[NodeVisibility]) -> Vec<Option<Bounds>> {
    let mut pages: Vec<Option<Bounds>> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let page = node.parent.and_then(|parent| {
            let is_page = nodes[parent].view == ViewClass::Surface;
            if is_page { Some(sights[parent].area) } else { pages[parent] }
        });
        pages.push(page.filter(|page| !page.is_empty()));
    }
    pages
}
