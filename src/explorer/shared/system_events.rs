//! System events: turning the device, the MENU and HOME keys, conditions of the system. They cost
//! steps on every screen and rarely show anything, so they get a small share of a run, most of it
//! if state is at stake: entered text, an open dialog, something under way.

use std::collections::HashSet;

use super::actions::named;
use super::{forms, menu_key};
use crate::domain::{Action, ActionKind, DeviceKey, Rotation, Screen, StateId, Widget};
use crate::explorer::weights::weights;
use crate::explorer::{PerformedAction, Situation};
use crate::model::behaviour::ActionEdge;
use crate::protocol::ActionOutcome;

weights! {
    /// How large a part of a run system events may be.
    pub struct SystemEventWeights {
        /// Their share of all steps.
        share: f64 = 0.1,
        /// Their share of all steps if a dialog is open.
        share_in_dialogs: f64 = 0.1,
        /// Their share of all steps if nothing is at stake.
        share_without_stake: f64 = 0.04,
        /// So many steps are counted in addition, so that a first event is possible early; not more
        /// than a run has whose length is known.
        steps_in_advance: f64 = 12.0,
        /// In a run whose length is known, so many times the steps that were done are counted, but
        /// not more than it has: most of what is at stake is seen early.
        steps_ahead: f64 = 2.0,
        /// The part of these shares that other states of an activity may use in which the same
        /// event was performed before: dialogs and modes differ, most pseudo-states do not.
        part_for_other_states: f64 = 0.85,
        /// So many presses of the MENU key that opened nothing are possible at once, whatever their share.
        idle_menus: f64 = 2.0,
        /// The share of all steps that such presses may be beyond them.
        idle_menu_share: f64 = 0.02,
    }
}

/// What a system event may destroy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::explorer) enum EventStake {
    /// Nothing that a user would miss.
    Nothing,
    /// Text that was entered and not sent.
    Text,
    /// An open dialog.
    Dialog,
    /// Something that is under way.
    Progress,
}

impl EventStake {
    /// What is at stake on `screen`.
    pub(in crate::explorer) fn of(screen: &Screen) -> Self {
        if screen.shows_progress() {
            Self::Progress
        } else if forms::fields(screen).any(|field| !field.content().is_empty()) {
            Self::Text
        } else if screen.dialog && !lists_options(screen) {
            Self::Dialog
        } else {
            Self::Nothing
        }
    }
}

/// True if all that `screen` offers are the rows of one list, as a drop-down list and a menu do: nothing is lost if it
/// closes.
fn lists_options(screen: &Screen) -> bool {
    let list = |widget: &Widget| widget.position.row.and(widget.position.list);
    let mut offered =
        screen.widgets.iter().filter(|it| it.allows(ActionKind::Tap) && !it.is_backdrop());
    let first = offered.next().and_then(list);
    first.is_some() && offered.all(|other| list(other) == first)
}

/// The system events of a run.
#[derive(Debug, Default)]
pub(in crate::explorer) struct SystemEvents {
    weights: SystemEventWeights,
    steps: u64,
    events: u64,
    /// Presses of the MENU key that led to another state, and those that did not.
    menus: u64,
    idle_menus: u64,
    /// What was performed: the kind of event, the activity or dialog, and what was at stake.
    performed: HashSet<(String, String, EventStake)>,
    /// The same by state, and by what is selected there.
    performed_in: HashSet<(String, StateId, Vec<String>, EventStake)>,
}

impl SystemEvents {
    /// None so far.
    pub(in crate::explorer) fn new(weights: SystemEventWeights) -> Self {
        Self { weights, ..Self::default() }
    }

    /// True for a system event; a pair is one if its second half is.
    pub(in crate::explorer) fn is_event(action: &Action) -> bool {
        match action {
            Action::AtOnce(pair) => Self::is_event(pair.then()),
            Action::Key { key } => matches!(
                key,
                DeviceKey::Menu
                    | DeviceKey::Home
                    | DeviceKey::Recents
                    | DeviceKey::Power
                    | DeviceKey::VolumeUp
                    | DeviceKey::VolumeDown
            ),
            other => matches!(
                other.kind(),
                ActionKind::Rotate
                    | ActionKind::Broadcast
                    | ActionKind::Grant
                    | ActionKind::Set
                    | ActionKind::Restore
            ),
        }
    }

    /// Takes in what was performed, whoever chose it.
    pub(in crate::explorer) fn learn(&mut self, done: &PerformedAction) {
        self.steps = self.steps.max(done.step);
        if Self::is_event(&done.action) {
            let opened = done.outcome == ActionOutcome::Moved;
            match is_menu(&done.action) {
                true if opened => self.menus += 1,
                true => self.idle_menus += 1,
                false => self.events += 1,
            }
            let stake = EventStake::of(&done.before);
            self.performed.insert(entry(&done.action, &done.before, stake));
            let selected = selected(&done.before);
            self.performed_in.insert((done.action.to_string(), done.from, selected, stake));
        }
    }

    /// True if `action`, a system event, may be performed now: its share is not used up, and it was
    /// not performed in this state with the same at stake. If it was in another state of the same
    /// activity, a part of the share must be left. The MENU key is pressed once on each page of an activity;
    /// presses that open nothing have a share of their own, which is larger if others opened a menu. What changes a
    /// condition back is always allowed; so is what is no system event, and the MENU key where it is known to open a
    /// menu.
    pub(in crate::explorer) fn allows(&self, situation: &Situation, action: &Action) -> bool {
        self.is_in_share(situation, action, self.share(&situation.screen, false))
    }

    /// The same if something is at stake that the screen does not tell, such as a drawing.
    pub(in crate::explorer) fn allows_at_stake(
        &self,
        situation: &Situation,
        action: &Action,
    ) -> bool {
        self.is_in_share(situation, action, self.share(&situation.screen, true))
    }

    /// Their share on `screen`, on which something `is_at_stake` that it does not tell.
    fn share(&self, screen: &Screen, is_at_stake: bool) -> f64 {
        match EventStake::of(screen) {
            EventStake::Text | EventStake::Dialog if screen.dialog => self.weights.share_in_dialogs,
            EventStake::Nothing if !is_at_stake => self.weights.share_without_stake,
            _ => self.weights.share,
        }
    }

    /// How likely the MENU key is to open a menu, from 0 to 1, by what it did in this app; 1 if it was never pressed.
    pub(in crate::explorer) fn menu_odds(&self) -> f64 {
        (self.menus as f64 + 2.0) / ((self.menus + self.idle_menus) as f64 + 2.0)
    }

    fn is_in_share(&self, situation: &Situation, action: &Action, share: f64) -> bool {
        let changes_back = matches!(
            action,
            Action::Restore { .. } | Action::Rotate { rotation: Rotation::Portrait }
        );
        if changes_back || !Self::is_event(action) {
            return true;
        }
        let stake = EventStake::of(&situation.screen);
        if is_menu(action) {
            let is_new = stake == EventStake::Nothing
                && !self.performed.contains(&entry(action, &situation.screen, stake));
            let share = self.weights.idle_menu_share * self.steps as f64;
            let in_share =
                (self.idle_menus as f64) < self.weights.idle_menus + share + self.menus as f64;
            return leads_on(situation, action) || is_new && in_share;
        }
        // What is changed is changed back, which takes a step too.
        let allowed = share * self.counted_steps(situation);
        let used = self.events as f64 + 1.0;
        if !self.performed.contains(&entry(action, &situation.screen, stake)) {
            return used < allowed;
        }
        let selected = selected(&situation.screen);
        let in_state = (action.to_string(), situation.state.structural, selected, stake);
        used < allowed * self.weights.part_for_other_states
            && !self.performed_in.contains(&in_state)
    }

    /// The steps whose share may be used by now.
    fn counted_steps(&self, situation: &Situation) -> f64 {
        let done = self.steps as f64;
        let soon = done + self.weights.steps_in_advance;
        let Some(left) = situation.remaining.steps else { return soon };
        soon.max(done * self.weights.steps_ahead).min(done + left as f64)
    }
}

/// The ids of what is selected: the same screen with another tab or choice is built otherwise.
pub(in crate::explorer) fn selected(screen: &Screen) -> Vec<String> {
    let selected = screen.widgets.iter().filter(|widget| widget.selected);
    selected.map(|widget| widget.short_id().to_owned()).collect()
}

const fn is_menu(action: &Action) -> bool {
    matches!(action, Action::Key { key: DeviceKey::Menu })
}

/// True if `action` is known to lead from the present state to another.
fn leads_on(situation: &Situation, action: &Action) -> bool {
    let here = situation.state.structural;
    let edges = situation.model.state(here).map(|node| &node.edges);
    let edge = edges.and_then(|edges| edges.get(&named(situation, action.clone()).key));
    edge.and_then(ActionEdge::likeliest).is_some_and(|to| to != here)
}

/// Where and with what at stake `action` is performed: dialogs of one activity are told apart by
/// their titles.
fn entry(action: &Action, screen: &Screen, stake: EventStake) -> (String, String, EventStake) {
    let place = if is_menu(action) {
        menu_key::page(screen)
    } else {
        format!(
            "{} {}",
            screen.location,
            screen.title().filter(|_| screen.dialog).unwrap_or_default()
        )
    };
    (action.to_string(), place, stake)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Screen;
    use crate::explorer::testing::{World, field, menu, phone};

    const MENU: Action = Action::Key { key: DeviceKey::Menu };
    const TURN: Action = Action::Rotate { rotation: Rotation::Landscape };

    fn perform(world: &mut World, events: &mut SystemEvents, action: &Action, to: Screen) {
        world.act(action, to);
        events.learn(world.last.as_ref().unwrap());
    }

    /// Each drop-down list of a page was turned, two steps of 150 each time.
    #[test]
    fn a_list_of_options_has_nothing_at_stake() {
        let listed = |labels: &[&str], rows: usize| {
            let mut screen = Screen { dialog: true, ..menu("Choose", labels) };
            for (row, widget) in screen.widgets.iter_mut().skip(1).take(rows).enumerate() {
                (widget.position.list, widget.position.row) = (Some(1), Some(row));
            }
            screen
        };
        assert_eq!(EventStake::of(&listed(&["Teas", "Cups"], 2)), EventStake::Nothing);
        assert_eq!(EventStake::of(&listed(&["Teas", "Cups", "OK"], 2)), EventStake::Dialog);
        assert_eq!(EventStake::of(&listed(&["Delete", "Cancel"], 0)), EventStake::Dialog);
    }

    #[test]
    fn the_menu_key_is_pressed_once_on_a_page() {
        let mut world = World::new(None);
        let mut events = SystemEvents::default();
        world.show(menu("One", &["A", "B"]));
        assert!(events.allows(&world.situation(), &MENU));
        perform(&mut world, &mut events, &MENU, menu("One", &["A", "B"]));
        events.steps = 1000;
        world.show(menu("One", &["C"]));
        assert!(!events.allows(&world.situation(), &MENU), "a pseudo-state of it");
        let mut other = menu("Another activity", &["D"]);
        other.location = ".Other".into();
        world.show(other);
        assert!(events.allows(&world.situation(), &MENU));
    }

    #[test]
    fn a_menu_that_was_found_is_opened_again_and_looked_for_on_other_pages() {
        let mut world = World::new(None);
        let mut events = SystemEvents::default();
        let page = || menu("One", &["A", "B"]);
        world.show(page());
        let opened = Screen { dialog: true, ..menu("", &["Insert", "Preferences"]) };
        perform(&mut world, &mut events, &MENU, opened.clone());
        events.steps = 10;
        assert!(!events.allows(&world.situation(), &MENU), "not in the menu itself");
        world.show(page());
        assert!(events.allows(&world.situation(), &MENU), "more may be left in it");
        world.show(menu("Two", &["A", "B"]));
        assert!(events.allows(&world.situation(), &MENU));
        perform(&mut world, &mut events, &MENU, menu("Two", &["A", "B"]));
        assert!(!events.allows(&world.situation(), &MENU), "there is none on this page");
    }

    #[test]
    fn the_share_is_not_exceeded() {
        let mut world = World::new(None);
        let mut events = SystemEvents::default();
        let mut performed: u32 = 0;
        for step in 0..200 {
            let mut screen = menu("Screen", &["A"]);
            screen.location = format!(".Activity{step}");
            world.show(screen.clone());
            let action = if events.allows(&world.situation(), &TURN) {
                performed += 1;
                TURN
            } else {
                world.tapping("A")
            };
            perform(&mut world, &mut events, &action, screen);
        }
        assert!((2..=10).contains(&performed), "{performed}");
    }

    #[test]
    fn more_is_allowed_if_text_is_at_stake() {
        let mut world = World::new(None);
        let mut events = SystemEvents { steps: 50, events: 4, ..SystemEvents::default() };
        world.show(menu("Screen", &["A"]));
        assert!(!events.allows(&world.situation(), &TURN));
        let mut filled = field(1, "name", "Name");
        filled.text = "Ada".into();
        world.show(phone(vec![filled.clone()]));
        assert!(events.allows(&world.situation(), &TURN));
        perform(&mut world, &mut events, &TURN, phone(vec![filled]));
        events.steps = 1000;
        assert!(!events.allows(&world.situation(), &TURN), "the same was at stake before");
    }

    /// Seven dialogs of an app were turned in 150 steps, most of them with a field that held something.
    #[test]
    fn less_may_be_allowed_in_dialogs() {
        let mut world = World::new(None);
        let weights =
            SystemEventWeights { share_in_dialogs: 0.05, ..SystemEventWeights::default() };
        let events = SystemEvents { weights, steps: 100, events: 6, ..SystemEvents::default() };
        let mut filled = field(1, "name", "Name");
        filled.text = "Ada".into();
        let page = phone(vec![filled]);
        world.show(Screen { dialog: true, ..page.clone() });
        assert!(!events.allows(&world.situation(), &TURN));
        assert!(!events.allows_at_stake(&world.situation(), &TURN));
        world.show(page);
        assert!(events.allows(&world.situation(), &TURN));
    }

    #[test]
    fn dialogs_are_told_apart_by_their_titles() {
        let dialog = |title: &str| Screen { dialog: true, ..menu(title, &["OK"]) };
        let mut world = World::new(None);
        // Nothing of the share is left for what was done in this activity before.
        let weights =
            SystemEventWeights { part_for_other_states: 0.0, ..SystemEventWeights::default() };
        let mut events = SystemEvents { weights, steps: 200, ..SystemEvents::default() };
        world.show(dialog("Discard?"));
        perform(&mut world, &mut events, &TURN, dialog("Discard?"));
        assert!(!events.allows(&world.situation(), &TURN));
        world.show(dialog("Choose a colour"));
        assert!(events.allows(&world.situation(), &TURN));
    }

    #[test]
    fn another_tab_of_a_state_is_turned_if_a_part_of_the_share_is_left() {
        let tab = |selected: usize| {
            let mut screen = menu("Trends", &["Week", "Month"]);
            for (at, widget) in screen.widgets.iter_mut().enumerate() {
                widget.resource_id = format!("org.app:id/tab{at}");
                widget.selected = at == selected;
            }
            screen
        };
        let mut world = World::new(None);
        let mut events = SystemEvents { steps: 500, ..SystemEvents::default() };
        world.show(tab(0));
        perform(&mut world, &mut events, &TURN, tab(0));
        assert!(!events.allows(&world.situation(), &TURN), "it was turned");
        world.show(tab(1));
        assert!(events.allows(&world.situation(), &TURN));
        events.events = 19;
        assert!(!events.allows(&world.situation(), &TURN), "that part is used up");
        let mut other = tab(0);
        other.location = ".Other".into();
        world.show(other);
        assert!(events.allows(&world.situation(), &TURN), "an activity that was not turned");
    }

    #[test]
    fn a_run_of_known_length_uses_its_share_early() {
        let mut world = World::new(None);
        let events = SystemEvents { steps: 100, events: 6, ..SystemEvents::default() };
        world.show(menu("Screen", &["A"]));
        let mut situation = world.situation();
        assert!(!events.allows(&situation, &TURN), "6 of 112 steps");
        situation.remaining.steps = Some(300);
        assert!(events.allows(&situation, &TURN), "6 of 200 steps");
        situation.remaining.steps = Some(10);
        assert!(!events.allows(&situation, &TURN), "the run has 110 steps");
    }

    #[test]
    fn the_share_is_of_the_steps_that_the_run_has() {
        let mut world = World::new(None);
        let mut events = SystemEvents { steps: 139, events: 14, ..SystemEvents::default() };
        let mut filled = field(1, "name", "Name");
        filled.text = "Ada".into();
        world.show(phone(vec![filled]));
        let mut situation = world.situation();
        situation.remaining.steps = Some(11);
        assert!(!events.allows(&situation, &TURN), "turning there and back makes 16 of 150");
        events.events = 13;
        assert!(events.allows(&situation, &TURN));
    }

    #[test]
    fn turning_back_is_always_allowed() {
        let mut world = World::new(None);
        let events = SystemEvents { events: 1000, ..SystemEvents::default() };
        world.show(menu("Screen", &["A"]));
        let upright = Action::Rotate { rotation: Rotation::Portrait };
        assert!(events.allows(&world.situation(), &upright));
        assert!(events.allows(&world.situation(), &world.tapping("A")));
    }
}
