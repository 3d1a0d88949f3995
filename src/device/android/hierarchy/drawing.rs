//! Which views are drawn over which.

use super::tree::HierarchyNode;

/// The order in which nodes are drawn, if it is not that of the document: what is drawn later
/// lies in front. Only siblings are reordered, each with all that is inside.
pub(super) fn order(nodes: &[HierarchyNode<'_>]) -> Option<Vec<usize>> {
    let mut before: Vec<Option<usize>> = vec![None; nodes.len()];
    let mut sorted = true;
    for (index, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            sorted &= before[parent].replace(index).is_none_or(|before| {
                nodes[before].drawing.unwrap_or_default() <= node.drawing.unwrap_or_default()
                    && !lies_over(nodes, before, index)
            });
        }
    }
    if sorted {
        return None;
    }
    let mut drawn = vec![0; nodes.len()];
    let mut next = 0;
    let mut waiting: Vec<usize> = Vec::new();
    let mut begin = 0;
    while begin < nodes.len() {
        waiting.push(begin);
        while let Some(index) = waiting.pop() {
            drawn[index] = next;
            next += 1;
            let siblings = in_drawing_order(nodes, index);
            waiting.extend(siblings.into_iter().rev());
        }
        begin = nodes[begin].end;
    }
    Some(drawn)
}

/// The children of the node at `index`, what is drawn first in front.
fn in_drawing_order(nodes: &[HierarchyNode<'_>], index: usize) -> Vec<usize> {
    let mut siblings: Vec<(i32, bool, usize)> = Vec::new();
    let mut child = index + 1;
    while child < nodes[index].end {
        let node = &nodes[child];
        if let Some((_, over, before)) = siblings.last_mut() {
            *over = lies_over(nodes, *before, child);
        }
        siblings.push((node.drawing.unwrap_or_default(), false, child));
        child = node.end;
    }
    siblings.sort_by_key(|&(order, over, _)| (order, over));
    siblings.into_iter().map(|(_, _, child)| child).collect()
}

/// True if `before` lies over its next sibling, although it is dumped before it.
///
/// Views are dumped in reading order: from the top, from the left, the larger one first. That tells
/// nothing of siblings in exactly the same place. There, one that takes every touch on it and has
/// something inside is a sheet over the other, which takes none itself; below it, it would be dead.
fn lies_over(nodes: &[HierarchyNode<'_>], before: usize, index: usize) -> bool {
    let holds = nodes[before].end > before + 1;
    let (before, node) = (&nodes[before], &nodes[index]);
    let takes = |node: &HierarchyNode<'_>| node.clickable || node.long_clickable || node.scrollable;
    before.clickable
        && before.bounds.is_some()
        && before.bounds == node.bounds
        && before.drawing.is_none()
        && node.drawing.is_none()
        && holds
        && !takes(node)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Bounds;

    fn node(
        parent: Option<usize>,
        end: usize,
        drawing: Option<i32>,
        left: i32,
    ) -> HierarchyNode<'static> {
        let bounds = Some(Bounds::new(left, 0, left + 10, 10));
        HierarchyNode { parent, end, drawing, bounds, ..HierarchyNode::default() }
    }

    #[test]
    fn without_an_order_the_document_counts() {
        let nodes = [node(None, 3, None, 0), node(Some(0), 2, None, 0), node(Some(0), 3, None, 5)];
        assert_eq!(order(&nodes), None);
    }

    #[test]
    fn siblings_move_with_all_that_is_inside() {
        let nodes = [
            node(None, 4, None, 0),
            node(Some(0), 3, Some(2), 0),
            node(Some(1), 3, Some(1), 0),
            node(Some(0), 4, Some(1), 5),
        ];
        assert_eq!(order(&nodes), Some(vec![0, 2, 3, 1]));
    }

    #[test]
    fn a_sheet_lies_over_what_is_in_the_same_place() {
        let mut nodes = [
            node(None, 5, None, 0),
            node(Some(0), 3, None, 0),
            node(Some(1), 3, None, 0),
            node(Some(0), 5, None, 0),
            node(Some(3), 5, None, 0),
        ];
        assert_eq!(order(&nodes), None);
        nodes[1].clickable = true;
        assert_eq!(order(&nodes), Some(vec![0, 3, 4, 1, 2]));
        nodes[3].clickable = true;
        assert_eq!(order(&nodes), None);
    }
}
