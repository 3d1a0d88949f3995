//! State that is lost when the device is turned.
//!
//! Source: the data loss of iFixDataloss (Guo et al., ISSTA 2022) and of Riganelli et al. (data loss
//! detector, ICSE 2020); Genie's comparison of what should not depend on each other (Su et al.,
//! OOPSLA 2021).

use std::collections::HashSet;

use super::kept_content::{SurroundingChange, changed_value, lost_for_good, missing_words};
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, ActionKind, Screen, Widget, WidgetRole};
use crate::oracle::reading::shown_words;

/// What is shown in the one rotation before the device was turned, as long as nothing else was done.
#[derive(Debug)]
struct Upright {
    screen: Screen,
    step: u64,
}

/// Remembers the screen before the device was turned, until something else is done.
#[derive(Debug, Default)]
pub(super) struct RotationLoses {
    first: Option<Upright>,
}

impl BugRule for RotationLoses {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let turned = matches!(turn.action(), Some(Action::Rotate { .. }));
        let closes = |before: &Screen| {
            lists_options(before)
                || (is_menu(before) && turn.after().is_some_and(|after| !after.dialog))
        };
        let may_lose = turned && !turn.crashed() && !turn.before().is_some_and(closes);
        let Some((before, after)) = turn.both().filter(|_| may_lose) else {
            self.first = None;
            return Vec::new();
        };
        let step = turn.step();
        let found = lost(before, after, step.saturating_sub(1));
        let back = self.first.as_ref().filter(|first| first.screen.rotation == after.rotation);
        let back = back.filter(|first| !(is_web_page(after) && lies_below(&first.screen, after)));
        let back =
            back.and_then(|first| lost_for_good(&first.screen, after, first.step, &turning()));
        if self.first.is_none() {
            let first = Upright { screen: before.clone(), step: step.saturating_sub(1) };
            self.first = Some(first);
        }
        found.or(back).into_iter().collect()
    }
}

/// What is missing right after turning: a value, or words of a page that cannot scroll.
fn lost(before: &Screen, after: &Screen, step: u64) -> Option<RuleViolation> {
    if page_key(before) != page_key(after) {
        return None;
    }
    if let Some(violation) = changed_value(before, after, step, &turning()) {
        return Some(violation);
    }
    if after.keyboard || before.keyboard || is_web_page(after) {
        return None;
    }
    let scrolls = after.widgets.iter().any(|widget| widget.allows(ActionKind::Scroll));
    missing_words(before, after, step, &turning(), scrolls)
}

/// True for a page in a browser. Many are laid out by their width, and say more, less or the same otherwise
/// sideways: their words are compared when the device is turned back.
fn is_web_page(screen: &Screen) -> bool {
    screen.is_in_browser()
}

/// True if most of what `before` said is not shown any more: a menu that is part of the wide page lies over it.
fn lies_below(before: &Screen, after: &Screen) -> bool {
    let shown: HashSet<&str> = after.widgets.iter().map(shown_words).collect();
    let words = || before.widgets.iter().map(shown_words).filter(|words| !words.is_empty());
    words().filter(|words| !shown.contains(words)).count() * 2 > words().count()
}

/// True for the options of a drop-down list that the browser shows: it closes the list when it is turned.
fn lists_options(screen: &Screen) -> bool {
    screen.dialog && screen.widgets.iter().any(|widget| widget.class == "dialog.option")
}

/// True for a menu without a heading: the system closes menus when it is turned.
fn is_menu(screen: &Screen) -> bool {
    let in_list =
        |widget: &Widget| widget.role() == WidgetRole::List || widget.position.list.is_some();
    screen.dialog && screen.title().is_none() && screen.widgets.iter().all(in_list)
}

fn turning() -> SurroundingChange {
    SurroundingChange {
        when: "when the device is turned".into(),
        after: "after the device was turned".into(),
        there_and_back: "after turning the device there and back".into(),
        figures_change: false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, list, page, text};
    use crate::domain::{Screen, Widget, WidgetPosition};

    #[test]
    fn words_in_other_capitals_are_still_shown() {
        let note = |save: &str| page("Note", vec![button("", save)]);
        let turned = |save: &str| MadeUpRun::open(note("Save")).rotate(note(save)).found.len();
        assert_eq!((turned("SAVE"), turned("Keep")), (0, 1));
    }

    #[test]
    fn the_system_closes_menus_when_it_is_turned_but_no_dialogs() {
        let tasks = || Screen { title: None, ..page("Tasks", vec![button("", "Add")]) };
        let turned = |title: Option<&str>| {
            let mut menu = page("Tasks", list(1, &["Edit", "Delete"]));
            menu.widgets.remove(0);
            let menu = Screen { title: title.map(str::to_owned), dialog: true, ..menu };
            MadeUpRun::open(tasks()).tap("Add", menu).rotate(tasks()).rotate(tasks()).found.len()
        };
        assert_eq!((turned(None), turned(Some("Choose one"))), (0, 1));
    }

    /// Turns a page of a browser there, which shows no more of it, and back, which shows `after`.
    fn turned_in_browser(before: Vec<Widget>, after: Vec<Widget>) -> usize {
        let shown = |widgets: Vec<Widget>| {
            let plain = [text("", "Plan"), text("", "Friday"), text("", "Hall")];
            let page = page("Trip", plain.into_iter().chain(widgets).collect());
            Screen { location: "/trip".into(), ..page }
        };
        let run = MadeUpRun::open(shown(before.clone())).rotate(shown(before));
        run.rotate(shown(after)).found.len()
    }

    #[test]
    fn a_message_that_can_be_closed_passes() {
        let message = |close: &str| {
            let row = |parent: Option<usize>, widget: Widget| {
                let position = WidgetPosition { parent, ..WidgetPosition::default() };
                Widget { position, ..widget }
            };
            let inside = [text("", "Saved"), button("", close)];
            let inside = inside.map(|widget| row(Some(5), widget));
            [row(None, text("", ""))].into_iter().chain(inside).collect::<Vec<_>>()
        };
        assert_eq!(turned_in_browser(message("Dismiss"), Vec::new()), 0);
        assert_eq!(turned_in_browser(message("Edit"), Vec::new()), 1);
    }

    #[test]
    fn a_drawing_may_tell_what_is_written_in_it() {
        let drawn = |words: &str| vec![Widget { text: String::new(), ..text("", words) }];
        let described = |words: &str| {
            let mut drawn = drawn(words);
            drawn[0].content_desc = words.into();
            drawn
        };
        assert_eq!(turned_in_browser(described("Axis"), vec![text("", "8:15")]), 0);
        assert_eq!(turned_in_browser(vec![text("", "Axis")], vec![text("", "8:15")]), 1);
        assert_eq!(turned_in_browser(described("Axis"), Vec::new()), 1);
    }

    #[test]
    fn a_heading_may_be_a_time_that_goes_on() {
        let game = |title: &str| {
            let widgets = vec![text("", title), text("", "Level 2")];
            Screen { title: Some(title.into()), ..page("Game", widgets) }
        };
        let turned = |first: &str, later: &str| {
            let run = MadeUpRun::open(game(first)).rotate(game(first));
            run.rotate(game(later)).found.len()
        };
        assert_eq!((turned("00:04", "00:06"), turned("Easy", "Hard")), (0, 1));
    }
}
