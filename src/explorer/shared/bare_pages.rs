//! Pages with hardly anything on them, such as an empty list: once something was made elsewhere, they may show it. So
//! the way to such a page is taken once more where it is offered.

use std::collections::{HashMap, HashSet};

use super::forms::begun::sureness;
use super::forms::led_on;
use super::labels::{self, LabelMeaning};
use crate::domain::{Action, ActionKey, AvailableAction, Screen, Widget, WidgetRole};
use crate::explorer::{PerformedAction, Situation};
use crate::protocol::ActionOutcome;

/// Why the way is taken again.
pub(in crate::explorer) const WHY: &str =
    "This led to a page with hardly anything on it, and something was made since.";

/// A bare page has at most so many buttons that the page before did not have, beside those that leave it,
const MOST_BUTTONS: usize = 1;
/// and at most so many words.
const MOST_WORDS: usize = 6;
/// So often in a run one way is taken again,
const MOST_AGAIN: u32 = 2;
/// and so often all of them are.
const MOST_OF_ALL: u32 = 8;

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct BarePages {
    /// The ways to bare pages, by the page on which they are offered.
    ways: HashMap<(PageName, ActionKey), WayThere>,
    /// The pages that something was done on.
    known: HashSet<PageName>,
    /// So often a way was taken again.
    again: u32,
}

/// What a page is called, whatever is on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct PageName {
    location: String,
    title: Option<String>,
}

#[derive(Debug)]
struct WayThere {
    to: PageName,
    /// Something was made since the page was seen.
    is_due: bool,
    again: u32,
}

impl PageName {
    fn of(screen: &Screen) -> Self {
        Self { location: screen.location.clone(), title: screen.title().map(str::to_owned) }
    }
}

impl BarePages {
    /// Takes in what `done` did.
    pub(in crate::explorer) fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        let (before, after) = (&*done.before, &*situation.screen);
        if done.outcome != ActionOutcome::Moved {
            return;
        }
        let (from, to) = (PageName::of(before), PageName::of(after));
        self.known.insert(from.clone());
        let is_bare = shows_little(before, after);
        let is_press = matches!(&done.action, Action::Tap { target }
            if !before.widget(target.number).is_some_and(Widget::is_field));
        let is_page = !before.dialog && !after.dialog && !self.known.contains(&to);
        if is_press && is_bare && is_page {
            let new = || WayThere { to: to.clone(), is_due: false, again: 0 };
            self.ways.entry((from, done.key.clone())).or_insert_with(new);
        }
        if !is_bare {
            // It is seen with something on it, however it was come by.
            self.ways.retain(|_, way| way.to != to);
        }
        if makes(before, &done.action, after) {
            self.ways.values_mut().for_each(|way| way.is_due = way.again < MOST_AGAIN);
        }
    }

    /// The way that is taken again from here; each is given once, whatever comes of it.
    pub(in crate::explorer) fn next(&mut self, situation: &Situation) -> Option<AvailableAction> {
        if self.again >= MOST_OF_ALL || self.ways.values().all(|way| !way.is_due) {
            return None;
        }
        let here = PageName::of(&situation.screen);
        for available in situation.available.iter() {
            let way = self.ways.get_mut(&(here.clone(), available.key.clone()));
            let way = way.filter(|way| way.is_due && !situation.is_refused(&available.key));
            if let Some(way) = way {
                (way.is_due, way.again) = (false, way.again + 1);
                self.again += 1;
                return Some(available.clone());
            }
        }
        None
    }
}

/// True if `after` has hardly anything that `before` did not have, and no row of a list.
fn shows_little(before: &Screen, after: &Screen) -> bool {
    let is_same = |one: &Widget, other: &Widget| {
        one.class == other.class && one.resource_id == other.resource_id && one.label == other.label
    };
    let own = after.widgets.iter().filter(|it| !before.widgets.iter().any(|old| is_same(old, it)));
    let (mut buttons, mut words) = (0, 0);
    for widget in own {
        if widget.is_field() || widget.position.list.is_some() {
            return false;
        }
        let acts = widget.acts() && widget.role() != WidgetRole::List;
        buttons += usize::from(acts && !leaves(widget));
        words += usize::from(!acts && !widget.label.is_empty());
    }
    buttons <= MOST_BUTTONS && words <= MOST_WORDS
}

fn leaves(widget: &Widget) -> bool {
    let label = widget.label.to_lowercase();
    labels::whole_meaning(&label) == Some(LabelMeaning::No)
        || labels::command_words(&label)
            .into_iter()
            .any(|word| labels::meaning(word) == Some(LabelMeaning::Back))
}

/// True if `action` sent what the form on `before` held, which led to `after`. Who signs in makes nothing.
fn makes(before: &Screen, action: &Action, after: &Screen) -> bool {
    let signs_in = before.widgets.iter().any(|widget| widget.password);
    !signs_in && sureness(before, action).is_some() && led_on(before, after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::{World, button, field, menu, phone};

    fn place(mut screen: Screen, location: &str) -> Screen {
        screen.location = location.into();
        screen
    }

    fn home() -> Screen {
        place(menu("Home", &["Load", "Create"]), ".Home")
    }

    fn form(name: &str) -> Screen {
        let name = Widget { text: name.into(), ..field(1, "name", "Name") };
        place(phone(vec![name, button(2, "Done"), button(3, "Cancel")]), ".Create")
    }

    /// A run that has seen the empty list behind "Load", and is on the form with this name in it.
    fn on_form(name: &str) -> (World, BarePages) {
        let (mut world, mut pages) = (World::new(None), BarePages::default());
        world.show(home());
        go(&mut world, &mut pages, "Load", place(menu("Load", &[]), ".Load"));
        assert_eq!(pages.next(&world.situation()), None);
        world.show(home());
        go(&mut world, &mut pages, "Create", form(name));
        (world, pages)
    }

    fn go(world: &mut World, pages: &mut BarePages, label: &str, to: Screen) {
        let tap = world.tapping(label);
        world.act(&tap, to);
        let situation = world.situation();
        pages.learn(situation.last.as_ref().unwrap(), &situation);
    }

    fn next(world: &World, pages: &mut BarePages) -> Option<String> {
        pages.next(&world.situation()).map(|next| next.key.as_str().to_owned())
    }

    /// The list of characters of an app was seen empty, and never again after one was made, so that most of the app
    /// stayed unseen.
    #[test]
    fn an_empty_list_is_looked_at_again_once_something_was_made() {
        let (mut world, mut pages) = on_form("Ada");
        go(&mut world, &mut pages, "Done", home());
        assert_eq!(next(&world, &mut pages).as_deref(), Some("tap Button \"Load\""));
        go(&mut world, &mut pages, "Load", place(menu("Load", &["Ada"]), ".Load"));
        world.show(home());
        assert_eq!(next(&world, &mut pages), None, "once");
    }

    /// A button of an app of others had no effect any more, and was pressed eighteen times in a row.
    #[test]
    fn a_way_that_leads_nowhere_is_taken_once() {
        let (mut world, mut pages) = on_form("Ada");
        go(&mut world, &mut pages, "Done", home());
        assert!(next(&world, &mut pages).is_some());
        assert_eq!(next(&world, &mut pages), None);
    }

    #[test]
    fn what_was_left_or_held_nothing_made_nothing() {
        let (mut world, mut pages) = on_form("Ada");
        go(&mut world, &mut pages, "Cancel", home());
        assert_eq!(next(&world, &mut pages), None);
        let (mut world, mut pages) = on_form("");
        go(&mut world, &mut pages, "Done", home());
        assert_eq!(next(&world, &mut pages), None);
    }

    #[test]
    fn who_signs_in_makes_nothing() {
        let (mut world, mut pages) = on_form("Ada");
        let mut secret = form("Ada");
        secret.widgets[0].password = true;
        world.show(secret);
        go(&mut world, &mut pages, "Done", home());
        assert_eq!(next(&world, &mut pages), None);
    }

    #[test]
    fn a_page_that_was_seen_with_more_is_not_looked_for() {
        let (mut world, mut pages) = on_form("Ada");
        let names = ["Ada", "Emma", "Hugo", "Karl", "Lola"];
        go(&mut world, &mut pages, "Done", place(menu("Load", &names), ".Load"));
        world.show(home());
        assert_eq!(next(&world, &mut pages), None);
    }
}
