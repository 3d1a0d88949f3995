//! Lists that a button floats over: whether what it covers can be scrolled free is only seen at their end.

use std::collections::BTreeMap;

use crate::domain::{
    Action, ActionKind, AvailableAction, Direction, Screen, Widget, WidgetRole, WidgetTarget,
};
use crate::explorer::shared::actions::named;
use crate::explorer::{PerformedAction, Situation};
use crate::protocol::ActionOutcome;

/// A list whose end is not reached after so many scrolls is left.
const SCROLLS: u32 = 4;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct OverlaidLists {
    /// How often the list of each page was scrolled, by page and rotation.
    scrolled: BTreeMap<(String, u8), u32>,
}

impl OverlaidLists {
    /// The scroll towards the end of the list of `page`, which is the screen of `situation`, if a button floats over a
    /// button of it.
    pub(super) fn next(&mut self, situation: &Situation, page: &str) -> Option<AvailableAction> {
        let screen = &situation.screen;
        let list = overlaid(screen)?;
        // A low and wide list is offered to be scrolled sideways, its rows are below each other nevertheless.
        let target = WidgetTarget::of(screen.widget(list)?);
        let scroll = named(situation, Action::Scroll { target, direction: Direction::Down });
        let scrolled = self.scrolled.entry((page.to_owned(), screen.rotation)).or_default();
        if *scrolled >= SCROLLS {
            return None;
        }
        *scrolled += 1;
        Some(scroll)
    }

    /// Takes in what `done` did on `page`.
    pub(super) fn learn(&mut self, done: &PerformedAction, page: &str) {
        let is_down = matches!(done.action, Action::Scroll { direction: Direction::Down, .. });
        if is_down && done.outcome == ActionOutcome::None {
            // This is the end.
            self.scrolled.insert((page.to_owned(), done.before.rotation), SCROLLS);
        }
    }
}

/// The number of the list that scrolls while a button outside of it lies over a button inside.
fn overlaid(screen: &Screen) -> Option<usize> {
    if screen.dialog || screen.keyboard {
        return None;
    }
    let is_button = |widget: &&Widget| widget.acts() && widget.role() == WidgetRole::Button;
    let floating = screen.widgets.iter().filter(is_button).filter(|it| it.position.list.is_none());
    let inner = screen.widgets.iter().filter(|widget| widget.role() == WidgetRole::Button);
    let inner: Vec<&Widget> = inner.filter(|widget| widget.position.list.is_some()).collect();
    let over = floating.flat_map(|button| {
        inner.iter().filter(|it| !it.bounds.intersect(button.bounds).is_empty())
    });
    let mut lists = over.filter_map(|widget| widget.position.list);
    lists.find(|list| screen.widget(*list).is_some_and(|it| it.allows(ActionKind::Scroll)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Bounds, WidgetPosition};
    use crate::explorer::testing::{World, menu};

    /// A list that scrolls, with a button in its row at the right, and a button that floats at `left`.
    fn page(left: i32, note: &str) -> Screen {
        let mut screen = menu("Wi-Fi", &["Options", "Scan", note]);
        let list = screen.widgets.len() + 1;
        let at = |left: i32| Bounds::new(left, 600, left + 100, 700);
        for widget in &mut screen.widgets {
            widget.bounds = match widget.label.as_str() {
                "Options" => at(600),
                "Scan" => at(left),
                _ => widget.bounds,
            };
            if widget.label == "Options" {
                let (list, row) = (Some(list), Some(0));
                widget.position = WidgetPosition { list, row, ..WidgetPosition::default() };
            }
        }
        screen.widgets.push(Widget {
            number: list,
            class: "androidx.recyclerview.widget.RecyclerView".into(),
            role: Some(WidgetRole::List),
            actions: vec![ActionKind::Scroll],
            enabled: true,
            bounds: Bounds::new(0, 200, 720, 800),
            tap: Some(Bounds::new(0, 200, 720, 800).center()),
            ..Widget::default()
        });
        screen
    }

    /// How often the list is scrolled, if the first scroll moves it and the second does not.
    fn scrolls(left: i32) -> usize {
        let (mut lists, mut world) = (OverlaidLists::default(), World::new(None));
        world.show(page(left, "top"));
        let mut scrolls = 0;
        while let Some(scroll) = lists.next(&world.situation(), "Wi-Fi") {
            scrolls += 1;
            world.act(&scroll.action, page(left, "end"));
            lists.learn(world.last.as_ref().unwrap(), "Wi-Fi");
        }
        scrolls
    }

    #[test]
    fn a_list_is_scrolled_to_its_end_if_a_button_floats_over_one_of_it() {
        assert_eq!((scrolls(600), scrolls(100)), (2, 0));
    }
}
