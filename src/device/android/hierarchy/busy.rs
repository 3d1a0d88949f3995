//! Whether a screen shows that something is going on.

use super::class::ViewClass;
use super::scene::NodeVisibility;
use super::tree::HierarchyTree;
use super::value::decode;
use super::windows::WindowStack;
use crate::domain::Bounds;

/// True if a progress indicator of the front window can be seen, unless it is told how far it
/// is: by its own words, or by a percentage right above, below or beside it. A bar in the row of a list is a figure
/// of that row: how much of a budget is spent.
pub(super) fn is_busy(
    tree: &HierarchyTree<'_>,
    stack: &WindowStack,
    sights: &[NodeVisibility],
) -> bool {
    tree.nodes.iter().zip(sights).enumerate().any(|(index, (node, sight))| {
        node.window == stack.front
            && !sight.area.is_empty()
            && match sight.class {
                ViewClass::Progress => {
                    !is_plain_value(&decode(node.text))
                        && !is_plain_value(&decode(node.desc))
                        && !is_told_beside(tree, sights, index)
                        && !is_figure_of_a_row(tree, sights, index)
                }
                _ => is_refreshing(tree, sights, index),
            }
    })
}

/// True if a text with a percentage stands within two of its heights of the node, or one such as `3/10` on the line
/// of a bar.
fn is_told_beside(tree: &HierarchyTree<'_>, sights: &[NodeVisibility], index: usize) -> bool {
    let bar = sights[index].area;
    tree.nodes.iter().zip(sights).any(|(node, sight)| {
        let reach = sight.area.height().saturating_mul(2);
        let around = Bounds::new(
            bar.left.saturating_sub(reach),
            bar.top.saturating_sub(reach),
            bar.right.saturating_add(reach),
            bar.bottom.saturating_add(reach),
        );
        let says = |told: fn(&str) -> bool| sight.says && told(&decode(node.text));
        let is_near = !sight.area.intersect(around).is_empty();
        let on_line = bar.is_bar() && sight.area.top < bar.bottom && bar.top < sight.area.bottom;
        node.window == tree.nodes[index].window
            && (is_near && says(has_percentage) || on_line && says(is_part_of_a_whole))
    })
}

/// True for a bar, no ring, in a list.
fn is_figure_of_a_row(tree: &HierarchyTree<'_>, sights: &[NodeVisibility], index: usize) -> bool {
    let mut around =
        std::iter::successors(tree.nodes[index].parent, |parent| tree.nodes[*parent].parent);
    sights[index].area.is_bar() && around.any(|parent| sights[parent].list)
}

fn has_percentage(text: &str) -> bool {
    text.split(['%', '٪'])
        .rev()
        .skip(1)
        .any(|before| before.trim_end().chars().next_back().is_some_and(char::is_numeric))
        || text
            .trim_start()
            .strip_prefix(['%', '٪'])
            .is_some_and(|after| after.chars().next().is_some_and(char::is_numeric))
}

/// True for `3/10`, and for no date.
fn is_part_of_a_whole(text: &str) -> bool {
    is_plain_value(text) && text.matches('/').count() == 1
}

/// True for a number, with or without a percent sign or a whole it is a part of.
fn is_plain_value(text: &str) -> bool {
    let text = text.trim();
    text.contains(|c: char| c.is_numeric())
        && text.chars().all(|c| c.is_numeric() || " .,/%٪\u{A0}\u{202F}".contains(c))
}

/// True for the turning arrow that a swipe-to-refresh container shows above its content while it
/// refreshes: a small nameless picture, its direct child.
fn is_refreshing(tree: &HierarchyTree<'_>, sights: &[NodeVisibility], index: usize) -> bool {
    let node = &tree.nodes[index];
    if node.end != index + 1 || !node.class.ends_with("ImageView") || !node.id.is_empty() {
        return false;
    }
    let Some(parent) = node.parent.map(|parent| (&tree.nodes[parent], &sights[parent])) else {
        return false;
    };
    let named = |name: &str| {
        let name = name.to_ascii_lowercase();
        name.contains("swiperefresh")
            || name.contains("swipe_refresh")
            || name.contains("pull_to_refresh")
    };
    let small = sights[index].area.width() * 4 < parent.1.area.width();
    small && !sights[index].says && (named(parent.0.class) || named(parent.0.id))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("45", true)]
    #[case(" 45.5 % ", true)]
    #[case("3/10", true)]
    #[case("٤٥٪", true)]
    #[case("", false)]
    #[case("%", false)]
    #[case("Loading 45 %", false)]
    fn plain_values(#[case] text: &str, #[case] expected: bool) {
        assert_eq!(is_plain_value(text), expected);
    }

    #[rstest]
    #[case("3/10", true)]
    #[case("0 / 12.50", true)]
    #[case("11/1/26", false)]
    #[case("12", false)]
    #[case("and/or", false)]
    fn parts_of_a_whole(#[case] text: &str, #[case] expected: bool) {
        assert_eq!(is_part_of_a_whole(text), expected);
    }

    #[rstest]
    #[case("Ready: 65% - fair", true)]
    #[case("65 %", true)]
    #[case("%65", true)]
    #[case("100 % organic", true)]
    #[case("% of all", false)]
    #[case("65", false)]
    fn percentages(#[case] text: &str, #[case] expected: bool) {
        assert_eq!(has_percentage(text), expected);
    }
}
