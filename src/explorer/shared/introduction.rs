//! The introduction that an app shows at its first start, in several pages with "Next" and "Skip". Until it is
//! finished, the app begins with it after each restart.

use std::collections::{HashMap, HashSet};

use super::labels;
use crate::domain::{Action, AvailableAction, Screen, Widget};
use crate::explorer::{PerformedAction, Situation};
use crate::protocol::ActionOutcome;

/// Why its buttons are pressed first.
pub(in crate::explorer) const WHY: &str =
    "The app begins with this introduction until it is finished.";

/// The first words of buttons that lead on, and of those that end it.
const ONWARD: &[&str] = &["next", "continue", "forward", "proceed"];
const ENDING: &[&str] = &["done", "finish", "start", "get", "got", "begin", "close"];
/// An introduction has no more pages.
const MOST_PAGES: usize = 12;
/// A screen with more widgets that act is more than an introduction.
const MOST_WIDGETS: usize = 8;

/// See the module. Introductions are told apart by where in the app they are.
#[derive(Debug, Default)]
pub(in crate::explorer) struct Introductions {
    /// How often a button of each was pressed.
    pressed: HashMap<String, usize>,
    /// Those with a button that leads on no more.
    at_end: HashSet<String>,
    /// Those that were left.
    over: HashSet<String>,
}

impl Introductions {
    /// Takes in what `done` did.
    pub(in crate::explorer) fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        let Action::Tap { target } = &done.action else { return };
        let page = done.before.location.clone();
        let Some(button) = done.before.widget(target.number) else { return };
        if !is_introduction(&done.before) || role(button).is_none() {
            return;
        }
        *self.pressed.entry(page.clone()).or_default() += 1;
        if done.outcome == ActionOutcome::None {
            self.at_end.insert(page.clone());
        }
        if done.outcome == ActionOutcome::Moved && !is_introduction(&situation.screen) {
            self.over.insert(page);
        }
    }

    /// The button of the introduction on screen that comes next.
    pub(in crate::explorer) fn next<'a>(
        &self,
        situation: &'a Situation,
    ) -> Option<&'a AvailableAction> {
        let screen = &*situation.screen;
        let page = &screen.location;
        let pressed = self.pressed.get(page).copied().unwrap_or_default();
        if pressed > MOST_PAGES || self.over.contains(page) || !is_introduction(screen) {
            return None;
        }
        let is_at_end = pressed == MOST_PAGES || self.at_end.contains(page);
        let buttons = situation.available.iter().filter_map(|tap| {
            let Action::Tap { target } = &tap.action else { return None };
            let role = role(screen.widget(target.number)?)?;
            let suits = role != ButtonRole::Onward || !is_at_end;
            (suits && !situation.is_refused(&tap.key)).then_some((role, tap))
        });
        buttons.min_by_key(|(role, _)| *role).map(|(_, tap)| tap)
    }
}

/// What a button of an introduction does; the one that is pressed first comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ButtonRole {
    Onward,
    Ending,
    Skipping,
}

/// True for a screen that can be skipped and has little else.
fn is_introduction(screen: &Screen) -> bool {
    let roles = || screen.widgets.iter().filter_map(role);
    let acting = screen.widgets.iter().filter(|widget| widget.acts());
    !screen.dialog
        && roles().any(|role| role == ButtonRole::Skipping)
        && roles().any(|role| role != ButtonRole::Skipping)
        && !screen.widgets.iter().any(Widget::is_field)
        && acting.count() <= MOST_WIDGETS
}

fn role(widget: &Widget) -> Option<ButtonRole> {
    if !widget.acts() || widget.is_link() {
        return None;
    }
    let label = widget.label.to_lowercase();
    let words = labels::command_words(&label);
    let first = *words.first()?;
    if first == "skip" {
        // "Skip to the content" is a link of a web page.
        return (words.get(1) != Some(&"to")).then_some(ButtonRole::Skipping);
    }
    let is_among = |list: &[&str]| list.contains(&first);
    if is_among(ONWARD) {
        Some(ButtonRole::Onward)
    } else {
        is_among(ENDING).then_some(ButtonRole::Ending)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::{World, button, field, menu, phone};

    /// A page of an introduction: a text, and these buttons.
    fn page(text: &str, buttons: &[&str]) -> Screen {
        menu(text, buttons)
    }

    fn next(introductions: &Introductions, world: &World) -> Option<String> {
        let situation = world.situation();
        let next = introductions.next(&situation)?;
        next.action.target().map(|target| target.label.clone())
    }

    #[test]
    fn it_is_gone_through_to_its_end_and_once() {
        let mut world = World::new(None);
        let mut introductions = Introductions::default();
        let pages = ["One", "Two"].map(|text| page(text, &["Next", "Skip"]));
        let last = page("Three", &["Got it", "Skip"]);
        let home = menu("Notes", &["New", "Help"]);
        world.show(pages[0].clone());
        let ahead = [pages[1].clone(), last, home, pages[0].clone()];
        let mut pressed = Vec::new();
        for to in ahead {
            let label = next(&introductions, &world);
            let tap = world.tapping(label.as_deref().unwrap_or("Help"));
            world.act(&tap, to);
            let situation = world.situation();
            introductions.learn(situation.last.as_ref().unwrap(), &situation);
            pressed.push(label.unwrap_or_else(|| "-".into()));
        }
        assert_eq!(pressed, ["Next", "Next", "Got it", "-"]);
        assert_eq!(next(&introductions, &world), None, "it was left once");
    }

    #[test]
    fn what_leads_on_no_more_is_skipped() {
        let mut world = World::new(None);
        let mut introductions = Introductions::default();
        world.show(page("One", &["Next", "Skip"]));
        world.act(&world.tapping("Next"), page("One", &["Next", "Skip"]));
        let situation = world.situation();
        introductions.learn(situation.last.as_ref().unwrap(), &situation);
        assert_eq!(next(&introductions, &world).as_deref(), Some("Skip"));
    }

    #[test]
    fn what_can_be_skipped_and_has_more_is_none() {
        let all = |count: usize| (1..=count).map(|at| button(at + 2, &format!("B {at}")));
        let with = |more: Vec<Widget>| {
            let skip = [button(1, "Skip"), button(2, "Next")];
            is_introduction(&phone(skip.into_iter().chain(more).collect()))
        };
        assert!(with(vec![]));
        assert!(!with(all(9).collect()), "it has many buttons");
        assert!(!with(vec![field(3, "name", "Name")]), "it is a form");
        let skip_to = phone(vec![button(1, "Skip to content"), button(2, "Next")]);
        assert!(!is_introduction(&skip_to));
    }
}
