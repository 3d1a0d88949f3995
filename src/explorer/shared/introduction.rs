//! The introduction that an app shows at its first start, in several pages with "Next" and "Skip". Until it is
//! finished, the app begins with it after each restart.

use std::collections::{HashMap, HashSet};

use super::labels;
use crate::domain::{Action, AvailableAction, Screen, Widget, WidgetTarget};
use crate::explorer::{PerformedAction, Situation};
use crate::protocol::ActionOutcome;

/// Why its buttons are pressed first.
pub(in crate::explorer) const WHY: &str =
    "The app begins with this introduction until it is finished.";

/// The first words of buttons that lead on, and of those that end it.
const ONWARD: &[&str] = &["next", "continue", "forward", "proceed"];
const ENDING: &[&str] =
    &["done", "finish", "start", "get", "got", "begin", "close", "ok", "okay", "let's"];
/// An introduction has no more pages.
const MOST_PAGES: usize = 12;
/// A screen with more widgets that act is more than an introduction.
const MOST_WIDGETS: usize = 8;

/// See the module. Introductions are told apart by where in the app they are.
#[derive(Debug, Default)]
pub(in crate::explorer) struct Introductions {
    /// How often a button of each was pressed, and which one last.
    pressed: HashMap<String, (usize, WidgetTarget)>,
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
        if !self.is_on(&done.before) || role(button).is_none() {
            return;
        }
        let times = self.pressed.get(&page).map_or(0, |(times, _)| *times);
        self.pressed.insert(page.clone(), (times + 1, target.clone()));
        if done.outcome == ActionOutcome::None {
            self.at_end.insert(page.clone());
        }
        if done.outcome == ActionOutcome::Moved && !self.is_on(&situation.screen) {
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
        let pressed = self.pressed.get(page).map_or(0, |(times, _)| *times);
        if pressed > MOST_PAGES || self.over.contains(page) || !self.is_on(screen) {
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

    /// True for a page of an introduction. The last one cannot be skipped any more, and ends it where the others lead
    /// on.
    fn is_on(&self, screen: &Screen) -> bool {
        let is_ending = |last: &WidgetTarget| {
            screen.widgets.iter().any(|widget| {
                let stays = widget.resource_id == last.resource_id && !last.resource_id.is_empty();
                let is_there = !widget.bounds.intersect(last.bounds).is_empty();
                role(widget) == Some(ButtonRole::Ending) && (stays || is_there)
            })
        };
        let last = self.pressed.get(&screen.location).map(|(_, last)| last);
        is_introduction(screen) || last.is_some_and(is_ending) && has_little(screen)
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
    has_little(screen)
        && roles().any(|role| role == ButtonRole::Skipping)
        && roles().any(|role| role != ButtonRole::Skipping)
}

/// True for a screen with few widgets that act, and no field.
fn has_little(screen: &Screen) -> bool {
    let acting = screen.widgets.iter().filter(|widget| widget.acts());
    !screen.dialog && !screen.widgets.iter().any(Widget::is_field) && acting.count() <= MOST_WIDGETS
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
        let last = page("Three", &["Got it"]);
        let home = Screen { location: ".Home".into(), ..menu("Notes", &["New", "Help"]) };
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
