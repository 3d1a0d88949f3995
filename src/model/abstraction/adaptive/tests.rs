use proptest::prelude::*;

use super::*;
use crate::domain::{ActionKind, Widget};
use crate::model::abstraction::tests::{feed, screen, widget};

const TAP: &[ActionKind] = &[ActionKind::Tap];

/// A session: the abstraction, and where it is.
#[derive(Default)]
struct Walk {
    abstraction: AdaptiveAbstraction,
    here: Option<StateId>,
    log: Vec<(Screen, ReachedBy, StateIds, Option<TransitionLearned>)>,
}

impl Walk {
    fn see(&mut self, screen: &Screen) -> StateId {
        let ids = self.abstraction.assign(screen, ReachedBy::Other);
        self.log.push((screen.clone(), ReachedBy::Other, ids, None));
        self.here = Some(ids.structural);
        ids.structural
    }

    /// Performs the action called `key`, which leads to `screen`.
    fn act(&mut self, key: &str, template: &str, screen: &Screen, reached: ReachedBy) -> StateId {
        let from = self.here.unwrap();
        let ids = self.abstraction.assign(screen, reached);
        let to = ids.structural;
        let outcome = if from == to { ActionOutcome::Content } else { ActionOutcome::Moved };
        let (key, template) = (ActionKey::new(key), ActionKey::new(template));
        let learned = TransitionLearned { step: 1, from, key, template, to, outcome };
        self.abstraction.learn(&learned);
        self.log.push((screen.clone(), reached, ids, Some(learned)));
        self.here = Some(to);
        to
    }

    fn tap(&mut self, key: &str, screen: &Screen) -> StateId {
        let key = format!("tap {key}");
        self.act(&key, &key, screen, ReachedBy::Other)
    }
}

fn button(label: &str) -> Widget {
    widget("Button", "", label, TAP)
}

/// A page with six buttons and `more`.
fn page(more: Vec<Widget>) -> Screen {
    let names = ["Menu", "Search", "Filter", "Create", "Export", "Refresh"];
    screen(names.iter().map(|name| button(name)).chain(more).collect())
}

fn titled(heading: &str, mut page: Screen) -> Screen {
    page.title = Some(heading.into());
    page
}

fn of_activity(activity: &str, mut page: Screen) -> Screen {
    page.location = activity.into();
    page
}

#[test]
fn badges_sort_orders_and_checks_make_no_states() {
    let mut walk = Walk::default();
    let list = walk.see(&page(vec![button("Sort by id ascending"), button("Cart (1)")]));
    assert_eq!(walk.see(&page(vec![button("Sort by id descending"), button("Cart (12)")])), list);
    let badge = widget("TextView", "badge", "3", &[]);
    let sorted = vec![button("Sort by id ascending"), button("Cart (1)"), badge];
    assert_eq!(walk.see(&page(sorted)), list);
    let cleared = vec![button("Sort by id ascending"), button("Cart"), button("Clear")];
    assert_ne!(walk.see(&page(cleared)), list, "two actions differ");
    let mut off = page(vec![button("Sort by id ascending"), button("Cart (1)")]);
    off.widgets[2].enabled = false;
    assert_eq!(walk.see(&off), list);
}

#[test]
fn a_small_screen_differs_by_one_action() {
    let mut walk = Walk::default();
    let one = walk.see(&screen(vec![button("Yes"), button("No")]));
    assert_ne!(walk.see(&screen(vec![button("Yes"), button("Cancel")])), one);
}

#[test]
fn an_item_that_takes_the_place_of_the_one_before_is_no_new_state() {
    // Removing an item and adding the next one gives it the next number.
    let with_item = |number: usize| {
        let parts = ["edit", "copy", "remove", "up"];
        let part = |part: &&str| widget("Button", &format!("item-{number}-{part}"), part, TAP);
        screen(parts.iter().map(part).chain([button("Add")]).collect())
    };
    let mut walk = Walk::default();
    let states: Vec<StateId> = (1..10).map(|number| walk.see(&with_item(number))).collect();
    let kinds: BTreeSet<StateId> = states[2..].iter().copied().collect();
    assert_eq!(kinds.len(), 1, "{states:?}");
}

#[test]
fn menus_and_tabs_of_one_activity_are_states_of_their_own() {
    let menu = |labels: &[&str]| {
        let rows = labels.iter().map(|label| widget("LinearLayout", "row", label, TAP));
        Screen { dialog: true, ..screen(rows.collect()) }
    };
    let mut walk = Walk::default();
    let context = walk.see(&menu(&["Copy", "Delete"]));
    assert_ne!(walk.see(&menu(&["Sort by name", "Sort by date"])), context);
    assert_eq!(walk.see(&menu(&["Delete", "Copy"])), context);
    let tabs = |chosen: usize| {
        let mut page = page(vec![]);
        page.widgets[chosen].selected = true;
        page
    };
    assert_ne!(walk.see(&tabs(0)), walk.see(&tabs(1)));
}

#[test]
fn a_mode_that_changes_what_a_button_does_becomes_a_state() {
    let with = |on: bool| {
        let check = widget("CheckBox", "expert", "Expert", TAP);
        page(vec![Widget { checked: Some(on), ..check }])
    };
    let (simple, expert) =
        (of_activity(".Simple", page(vec![])), of_activity(".Expert", page(vec![])));
    let mut walk = Walk::default();
    let first = walk.see(&with(false));
    walk.tap("Create", &simple);
    assert_eq!(walk.see(&with(false)), first);
    assert_eq!(walk.tap("#expert", &with(true)), first);
    walk.tap("Create", &expert);
    let changes = walk.abstraction.take_changes();
    assert_eq!(changes.len(), 1);
    assert!(changes[0].what.contains("expert checked"), "{}", changes[0].what);
    let mode = walk.see(&with(true));
    assert_ne!(mode, first);
    assert_eq!(walk.see(&with(false)), first, "the first value keeps the state");
    assert_eq!(walk.see(&with(true)), mode);
}

#[test]
fn outcomes_that_nothing_on_the_screen_separates_split_nothing() {
    let home = page(vec![]);
    let mut walk = Walk::default();
    let first = walk.see(&home);
    for activity in [".One", ".Other", ".One", ".Third"] {
        walk.tap("Create", &of_activity(activity, page(vec![])));
        assert_eq!(walk.see(&home), first);
    }
    assert!(walk.abstraction.take_changes().is_empty());
}

#[test]
fn what_fields_hold_splits_nothing() {
    let form = |name: &str, error: bool| {
        let field = widget("EditText", "name", name, &[ActionKind::Type]);
        let error = error.then(|| widget("TextView", "error", "Too short", &[]));
        page([field].into_iter().chain(error).collect())
    };
    let done = of_activity(".Done", page(vec![]));
    let mut walk = Walk::default();
    let first = walk.see(&form("", false));
    assert_eq!(walk.tap("Create", &form("", true)), first, "it says what is wrong");
    assert_eq!(walk.see(&form("Ada", true)), first);
    walk.tap("Create", &done);
    assert_eq!(walk.see(&form("Ada", true)), first);
    assert!(walk.abstraction.take_changes().is_empty());
}

/// Opens the detail page of each of `names`, edits there, and goes back to the list.
fn details(walk: &mut Walk, names: &[&str]) -> Vec<StateId> {
    let list = of_activity(".List", page(vec![]));
    let edit = of_activity(".Edit", page(vec![]));
    let open = |name: &&str| {
        walk.see(&list);
        let detail = walk.tap(name, &titled(name, of_activity(".Detail", page(vec![]))));
        walk.tap("Create", &edit);
        detail
    };
    names.iter().map(open).collect()
}

#[test]
fn look_alike_pages_become_one_state() {
    let mut walk = Walk::default();
    let states = details(&mut walk, &["Bread", "Milk", "Salt"]);
    assert_eq!(states.iter().collect::<BTreeSet<_>>().len(), 3);
    let changes = walk.abstraction.take_changes();
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!(changes[0].into, Some(states[0]));
    assert_eq!(changes[0].merged, &states[1..]);
    let later = details(&mut walk, &["Rice", "Milk"]);
    assert_eq!(later, [states[0], states[0]]);
}

#[test]
fn pages_on_which_the_same_action_leads_elsewhere_stay_apart() {
    let mut walk = Walk::default();
    let mut states = BTreeSet::new();
    for name in ["Network", "Display", "Sound", "Battery"] {
        walk.see(&of_activity(".Main", page(vec![])));
        states.insert(walk.tap(name, &titled(name, page(vec![]))));
        walk.tap("Create", &of_activity(&format!(".{name}"), page(vec![])));
    }
    assert_eq!(states.len(), 4);
    assert!(walk.abstraction.take_changes().is_empty());
}

/// A list in which each row is called after `menu`.
fn menu_of(menu: &str) -> Screen {
    let mut list = feed(0..8, true);
    let rows = list.widgets.iter_mut().filter(|widget| widget.position.list.is_some());
    for (row, name) in rows.zip(["a", "b", "c", "d", "e", "f", "g", "h"]) {
        row.label = format!("{menu} {name}");
    }
    list
}

#[test]
fn a_row_that_leads_to_other_rows_shows_another_menu() {
    let mut walk = Walk::default();
    let row = |walk: &mut Walk, menu: &str| {
        let key = format!("tap row {menu:?}");
        walk.act(&key, "tap row", &menu_of(menu), ReachedBy::Row)
    };
    let root = walk.see(&menu_of("Root"));
    let views = row(&mut walk, "Views");
    assert_ne!(views, root);
    assert_ne!(row(&mut walk, "Lists"), views);
    assert_eq!(walk.see(&menu_of("Views")), views);
    assert_eq!(walk.see(&menu_of("Root")), root);
    let scrolled = walk.act("scroll down", "scroll down", &menu_of("Further"), ReachedBy::Scroll);
    assert_eq!(scrolled, root, "scrolling leads to no other menu");
}

#[test]
fn a_split_that_makes_many_states_and_nothing_new_is_taken_back() {
    let mut walk = Walk::default();
    let root = walk.see(&menu_of("Root"));
    for folder in 0..12_u8 {
        let name = char::from(b'A' + folder).to_string();
        let key = format!("tap row {name:?}");
        walk.act(&key, "tap row", &menu_of(&name), ReachedBy::Row);
    }
    assert_eq!(walk.here, Some(root), "the folders are one state again");
    let merged: usize =
        walk.abstraction.take_changes().iter().map(|change| change.merged.len()).sum();
    assert_eq!(merged, MOST_REFINED);
}

#[test]
fn a_session_that_goes_on_tells_states_apart_as_before() {
    let mut walk = Walk::default();
    details(&mut walk, &["Bread", "Milk", "Salt"]);
    let mut resumed = AdaptiveAbstraction::default();
    for (screen, reached, ids, learned) in &walk.log {
        resumed.restore(screen, *reached, *ids);
        if let Some(learned) = learned {
            resumed.learn(learned);
        }
    }
    let rice = titled("Rice", of_activity(".Detail", page(vec![])));
    let ids = walk.abstraction.assign(&rice, ReachedBy::Other);
    assert_eq!(resumed.assign(&rice, ReachedBy::Other), ids);
}

#[test]
fn what_was_recorded_counts_if_the_rule_was_another_one() {
    let mut resumed = AdaptiveAbstraction::default();
    let old = StateIds { exact: StateId(1), structural: StateId(2) };
    resumed.restore(&page(vec![]), ReachedBy::Other, old);
    let ids = resumed.assign(&page(vec![]), ReachedBy::Other);
    assert_eq!(ids.structural, old.structural);
}

proptest! {
    #[test]
    fn the_same_screens_give_the_same_states(
        steps in proptest::collection::vec((0..6_usize, 0..4_usize, any::<bool>()), 1..40)
    ) {
        let screens: Vec<Screen> = steps
            .iter()
            .map(|(buttons, heading, dialog)| {
                let names = ["Copy", "Move", "Paste", "Share", "Print", "Undo"];
                let more = names.iter().take(*buttons).map(|name| button(name)).collect();
                let page = titled(["", "A", "B", "C"][*heading], page(more));
                Screen { dialog: *dialog, ..page }
            })
            .collect();
        let walk = |screens: &[Screen]| -> Vec<StateId> {
            let mut walk = Walk::default();
            walk.see(&screens[0]);
            screens.iter().map(|screen| walk.tap("Menu", screen)).collect()
        };
        prop_assert_eq!(walk(&screens), walk(&screens));
        let mut seen = Walk::default();
        for screen in &screens {
            let state = seen.see(screen);
            prop_assert_eq!(seen.see(screen), state);
        }
    }
}
