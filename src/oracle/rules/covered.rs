//! Widgets that others cover.
//!
//! Source: "widget occlusion" of VisionDroid's pilot study (12 % of the bugs); component occlusion and
//! text overlap of OwlEye (Liu et al., ASE 2020) and Nighthawk (TSE 2022), here from bounds.

use std::collections::HashMap;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, ActionKind, Direction, Screen, Widget, WidgetRole};
use crate::oracle::reading::{ancestors, is_inside, is_shape, shown_words};
use crate::protocol::ActionOutcome;

/// A widget of which others take such a share, in percent, is covered.
const COVERED_PERCENT: i64 = 40;

/// What takes such a share of the display, in percent, and says nothing, lies around a menu or a dialog to
/// close it: it covers what is behind it on purpose.
const BACKDROP_PERCENT: i64 = 50;

/// So many widgets of a screen are compared with each other.
const COMPARED: usize = 200;

/// Remembers what was covered at which step: a message that passes may cover anything once.
#[derive(Debug, Default)]
pub(super) struct CoveredWidget {
    seen: HashMap<String, u64>,
}

impl BugRule for CoveredWidget {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(after) = turn.after().filter(|after| !after.keyboard) else { return Vec::new() };
        let mut found = Vec::new();
        let scrolled = matches!(
            turn.action(),
            Some(Action::Scroll { direction: Direction::Down | Direction::Right, .. })
        );
        let at_end = scrolled && turn.outcome() == Some(ActionOutcome::None);
        for (widget, cover) in covered(after) {
            if opens_over(turn, widget, cover) {
                continue;
            }
            let subject = format!("{}|{}", page_key(after), name(widget));
            // What scrolling no further leaves covered was covered before it.
            let now = if at_end { turn.step().saturating_sub(1) } else { turn.step() };
            let first = *self.seen.entry(subject.clone()).or_insert(now);
            if first == turn.step() || (may_come_free(after, widget) && !at_end) {
                continue;
            }
            found.push(RuleViolation {
                subject,
                expected: format!("{:?} can be seen and reached.", name(widget)),
                actual: format!("{:?} covers {:?}.", name(cover), name(widget)),
                bounds: Some(widget.bounds),
                earlier: vec![(first, format!("{:?} covers it.", name(cover)))],
            });
        }
        found
    }
}

/// True if `widget` has just been pressed and `cover` has come by that: a menu often opens over its button.
fn opens_over(turn: &RuleTurn<'_>, widget: &Widget, cover: &Widget) -> bool {
    let is_pressed = turn.tapped().is_some_and(|target| target.label == widget.label);
    let was_there = |before: &Screen| {
        before.widgets.iter().any(|it| it.label == cover.label && it.class == cover.class)
    };
    is_pressed && turn.before().is_some_and(|before| !was_there(before))
}

/// What people call it.
fn name(widget: &Widget) -> &str {
    let words = shown_words(widget);
    if words.is_empty() { &widget.label } else { words }
}

/// The widgets of the front window that others cover, with what covers them.
fn covered(screen: &Screen) -> Vec<(&Widget, &Widget)> {
    let all = screen.widgets.iter().take(COMPARED);
    let candidates: Vec<&Widget> = all.filter(|it| can_be_covered(screen, it)).collect();
    let mut found = Vec::new();
    for (place, widget) in candidates.iter().enumerate() {
        let later = candidates.iter().skip(place + 1);
        let mut covers = later.filter(|cover| covers(screen, cover, widget));
        if let Some(cover) = covers.next() {
            found.push((*widget, *cover));
        }
    }
    found
}

/// True for what says or does something by itself, in the front window: in a list that goes on only
/// the buttons of rows.
fn can_be_covered(screen: &Screen, widget: &Widget) -> bool {
    let speaks = !shown_words(widget).is_empty();
    let acts = widget.allows(ActionKind::Tap) || widget.allows(ActionKind::Type);
    let is_button = widget.role() == WidgetRole::Button;
    widget.position.window == 0
        && widget.role() != WidgetRole::List
        && !widget.bounds.is_empty()
        && !is_shape(screen, widget)
        && (speaks || acts)
        && (widget.position.list.is_none() || is_button)
        && (is_button || !may_come_free(screen, widget))
}

/// True for what is in a list that goes on: it can be scrolled free, unless the end of the list is shown.
fn may_come_free(screen: &Screen, widget: &Widget) -> bool {
    ancestors(screen, widget).any(|outer| outer.allows(ActionKind::Scroll))
}

fn covers(screen: &Screen, cover: &Widget, widget: &Widget) -> bool {
    let common = cover.bounds.intersect(widget.bounds).area();
    let both_words = widget.role() == WidgetRole::Text && cover.role() == WidgetRole::Text;
    let acts = widget.allows(ActionKind::Tap);
    let unreachable = acts && widget.tap.is_none();
    (unreachable
        || (both_words && is_beside(screen, cover, widget))
        || (acts && cover.allows(ActionKind::Tap)))
        && common * 100 >= widget.bounds.area() * COVERED_PERCENT
        && !is_inside(screen, cover, widget)
        && !is_inside(screen, widget, cover)
        && !is_backdrop(screen, cover)
        && !is_label_in_field(widget, cover)
        && !is_face_of_toggle(screen, widget, cover)
        && cover.inherits.is_none()
        && widget.inherits.is_none()
}

/// How deep one text of a web page may lie in another part of the page than one that it covers.
const NEAR: u16 = 3;

/// True for texts that are laid out together. In a web page, alerts and lists of proposals lie over other texts on
/// purpose, at another depth.
fn is_beside(screen: &Screen, cover: &Widget, widget: &Widget) -> bool {
    !screen.is_in_browser() || cover.position.depth.abs_diff(widget.position.depth) <= NEAR
}

/// True for the words of a field or picker that lie within it: a press on them goes to it.
fn is_label_in_field(widget: &Widget, cover: &Widget) -> bool {
    let takes_values = cover.is_field() || cover.role() == WidgetRole::Picker;
    let is_plain = !matches!(widget.role(), WidgetRole::Button | WidgetRole::Toggle);
    takes_values && is_plain && !widget.is_field() && cover.bounds.covers(widget.bounds)
}

/// True for what a web page shows in place of a switch that it hides below it: a press on it switches.
fn is_face_of_toggle(screen: &Screen, widget: &Widget, cover: &Widget) -> bool {
    screen.is_in_browser()
        && widget.role() == WidgetRole::Toggle
        && cover.bounds.covers(widget.bounds)
}

fn is_backdrop(screen: &Screen, cover: &Widget) -> bool {
    let display = i64::from(screen.size.width) * i64::from(screen.size.height);
    // On a drawing that takes most of a web page, buttons are laid on purpose.
    let is_drawing = screen.is_in_browser() && matches!(cover.short_class(), "svg" | "canvas");
    (shown_words(cover).is_empty() || is_drawing)
        && cover.bounds.area() * 100 >= display * BACKDROP_PERCENT
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, page, text};
    use super::*;
    use crate::domain::{Bounds, WidgetPosition};

    /// Two texts at the same place, at these depths of a page at `location`.
    fn overlaid(location: &str, depths: [u16; 2]) -> usize {
        let screen = || {
            let texts = depths.map(|depth| Widget {
                bounds: Bounds::new(0, 400, 700, 500),
                position: WidgetPosition { depth, ..WidgetPosition::default() },
                ..text("", &format!("Text {depth}"))
            });
            Screen { location: location.into(), ..page("Home", texts.into()) }
        };
        MadeUpRun::open(screen()).back(screen()).found.len()
    }

    #[test]
    fn a_drawing_that_fills_a_web_page_covers_nothing() {
        let on = |class: &str, location: &str| {
            let screen = || {
                let drawing = Widget {
                    class: class.into(),
                    bounds: Bounds::new(0, 0, 720, 1600),
                    ..button("", "Drawing")
                };
                let page = page("Home", vec![button("", "Open"), drawing]);
                Screen { location: location.into(), ..page }
            };
            let found = MadeUpRun::open(screen()).back(screen()).found;
            found.iter().any(|(rule, _)| rule == "covered-widget")
        };
        assert_eq!(
            (on("svg", "/home"), on("div", "/home"), on("svg", ".Home")),
            (false, true, true)
        );
    }

    #[test]
    fn shapes_of_a_drawing_and_faces_of_switches_in_a_web_page_cover_nothing() {
        let pressed = |classes: [&str; 2], role: WidgetRole, location: &str| {
            let screen = || {
                let inner = Widget { role: Some(role), ..button("", "One") };
                let widgets = [(classes[0], inner), (classes[1], button("", "Two"))];
                let widgets = widgets.map(|(class, widget)| Widget {
                    class: class.into(),
                    bounds: Bounds::new(0, 400, 100, 500),
                    ..widget
                });
                Screen { location: location.into(), ..page("Home", widgets.into()) }
            };
            MadeUpRun::open(screen()).back(screen()).found.len()
        };
        let (button, toggle) = (WidgetRole::Button, WidgetRole::Toggle);
        assert_eq!(pressed(["button", "button"], button, "/home"), 1);
        assert_eq!(pressed(["g", "path"], button, "/home"), 0);
        assert_eq!(pressed(["g", "path"], button, ".Home"), 1);
        assert_eq!(pressed(["input", "div"], toggle, "/home"), 0);
        assert_eq!(pressed(["input", "div"], toggle, ".Home"), 1);
    }

    #[test]
    fn what_is_pressed_may_open_something_over_itself() {
        let screen = |extra: &[&str]| {
            let over = |label: &&str| Widget {
                bounds: Bounds::new(0, 400, 700, 500),
                ..button("", label)
            };
            page("Home", ["Menu"].iter().chain(extra).map(over).collect())
        };
        let run = MadeUpRun::open(screen(&[])).tap("Menu", screen(&["Copy"])).back(screen(&[]));
        assert_eq!(run.tap("Menu", screen(&["Copy"])).rules(), [""; 0]);
        let stays = MadeUpRun::open(screen(&["Copy"])).tap("Menu", screen(&["Copy"]));
        assert!(stays.rules().contains(&"covered-widget"));
    }

    #[test]
    fn texts_of_a_web_page_at_other_depths_lie_over_each_other_on_purpose() {
        assert_eq!((overlaid("/home", [4, 12]), overlaid("/home", [12, 13])), (0, 1));
        assert_eq!(overlaid(".HomeActivity", [4, 12]), 1);
    }
}
