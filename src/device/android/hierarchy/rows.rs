//! Rows of lists that do not scroll: tables, and cards in a plain layout.

use std::collections::HashMap;

use crate::domain::{ActionKind, Widget};

/// So many widgets of one shape beside each other are rows.
const ROWS: usize = 3;

/// A row holds so many widgets that say or do something. Fewer make a button.
const PARTS: usize = 2;

/// What rows of one list have in common: parent, depth, class and what can be done with them.
type RowShape<'a> = (usize, u16, &'a str, &'a [ActionKind]);

/// Marks rows of the same parent as rows of a list, if no scrolling list contains them.
pub(super) fn mark(widgets: &mut [Widget]) {
    let rows: Vec<Vec<usize>> = {
        let mut shapes: HashMap<RowShape<'_>, Vec<usize>> = HashMap::new();
        for (index, widget) in widgets.iter().enumerate() {
            let position = &widget.position;
            let may_be = position.list.is_none() && widget.inherits.is_none();
            let acts = widget.allows(ActionKind::Tap) && !widget.allows(ActionKind::Type);
            if let Some(parent) = position.parent.filter(|_| may_be && acts)
                && inside(widgets, index).len() >= PARTS
            {
                let shape = (parent, position.depth, widget.class.as_str(), &*widget.actions);
                shapes.entry(shape).or_default().push(index);
            }
        }
        shapes.into_values().filter(|rows| rows.len() >= ROWS).collect()
    };
    for rows in rows {
        for (row, index) in rows.into_iter().enumerate() {
            let list = widgets[index].position.parent;
            let inside = inside(widgets, index);
            for widget in std::iter::once(index).chain(inside) {
                // Rows inside rows belong to the innermost list.
                let position = &mut widgets[widget].position;
                if position.list.is_none_or(|known| Some(known) < list) {
                    (position.list, position.row) = (list, Some(row));
                }
            }
        }
    }
}

/// The places of the widgets inside the one at `index`.
fn inside(widgets: &[Widget], index: usize) -> std::ops::Range<usize> {
    let Widget { number, position, .. } = &widgets[index];
    let (own, depth, window) = (*number, position.depth, position.window);
    let is_inside = |inner: &&Widget| {
        inner.position.depth > depth
            && inner.position.window == window
            && inner.position.parent.is_some_and(|parent| parent >= own)
    };
    index + 1..index + 1 + widgets[index + 1..].iter().take_while(is_inside).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::WidgetPosition;

    fn widgets(rows: usize, parts: usize) -> Vec<Widget> {
        let mut widgets = vec![Widget { number: 1, ..Widget::default() }];
        let mut add = |parent: usize, depth: u16, actions: &[ActionKind]| {
            let number = widgets.len() + 1;
            let position = WidgetPosition { parent: Some(parent), depth, ..Default::default() };
            let actions = actions.to_vec();
            widgets.push(Widget { number, position, actions, ..Widget::default() });
            number
        };
        for _ in 0..rows {
            let row = add(1, 2, &[ActionKind::Tap]);
            (0..parts).for_each(|_| {
                add(row, 3, &[]);
            });
        }
        widgets
    }

    fn lists(mut widgets: Vec<Widget>) -> Vec<Option<usize>> {
        mark(&mut widgets);
        widgets.iter().map(|widget| widget.position.list).collect()
    }

    #[test]
    fn alike_neighbours_with_several_parts_are_rows() {
        let mut marked = widgets(3, 2);
        mark(&mut marked);
        let row = |widget: &Widget| (widget.position.list, widget.position.row);
        assert_eq!(row(&marked[0]), (None, None));
        assert!(marked[1..4].iter().all(|widget| row(widget) == (Some(1), Some(0))));
        assert!(marked[7..].iter().all(|widget| row(widget) == (Some(1), Some(2))));
    }

    #[test]
    fn buttons_and_pairs_are_no_rows() {
        assert!(lists(widgets(5, 1)).iter().all(Option::is_none), "icon buttons with a label");
        assert!(lists(widgets(2, 2)).iter().all(Option::is_none));
    }

    #[test]
    fn rows_of_a_list_stay_its_rows() {
        let mut widgets = widgets(3, 2);
        widgets.iter_mut().for_each(|widget| widget.position.list = Some(9));
        assert!(lists(widgets).iter().all(|list| *list == Some(9)));
    }
}
