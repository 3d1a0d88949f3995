//! Buttons that did nothing: where, and where they are to be pressed again.

use std::collections::{BTreeMap, BTreeSet};

use super::page;
use crate::domain::{Action, ActionKey, StateId, WidgetRole, WidgetTarget, labels};
use crate::explorer::{PerformedAction, Situation};
use crate::protocol::ActionOutcome;

/// A button is pressed so often without effect, each time on another screen or visit of its page.
const CASES: usize = 3;
/// How often a button that sends something or does visible work is pressed again on the same screen.
const PRESSES: usize = 2;

/// A button of a page. One of another page that is called alike is another one.
type PageButton = (String, ActionKey);

/// See the module.
#[derive(Debug, Default)]
pub(super) struct IdleButtons {
    /// Where each button did nothing: the exact state and the visit of the page.
    cases: BTreeMap<PageButton, BTreeSet<(StateId, u64)>>,
    /// Those that did something once.
    working: BTreeSet<PageButton>,
    /// Those that led to another page or dialog.
    led: BTreeSet<PageButton>,
    /// Those whose words say that there may be nothing to do: pressing them again tells nothing.
    resting: BTreeSet<PageButton>,
    /// Those that must act and did nothing: they are pressed again, at once or when they are seen next.
    owed: BTreeSet<PageButton>,
    /// The buttons that were pressed again for that, once for each time.
    pressed: Vec<PageButton>,
    /// How often another page was come to.
    visit: u64,
}

impl IdleButtons {
    /// Takes in what `done` did; `moved` if the page is another one.
    pub(super) fn learn(&mut self, done: &PerformedAction, situation: &Situation, moved: bool) {
        if is_button(done) {
            let button = pressed(done);
            if done.outcome == ActionOutcome::None {
                let case = (situation.state.exact, self.visit);
                self.cases.entry(button.clone()).or_default().insert(case);
                if may_rest(done) {
                    self.resting.insert(button.clone());
                }
                if must_act(done) {
                    self.owed.insert(button);
                }
            } else {
                if moved || done.before.dialog != situation.screen.dialog {
                    self.led.insert(button.clone());
                }
                self.working.insert(button);
            }
        }
        self.visit += u64::from(moved);
    }

    /// The button to be pressed again: the one that was pressed last, if it must act or should have paused, else one
    /// of the present screen that did nothing on others.
    pub(super) fn next(&mut self, situation: &Situation) -> Option<ActionKey> {
        if let Some(last) = situation.last.as_ref().filter(|last| {
            must_act(last) || self.acted(last) || self.led(last) || goes_on(last, situation)
        }) && self.times(&pressed(last)) < PRESSES
        {
            self.pressed.push(pressed(last));
            return Some(last.key.clone());
        }
        let is_owed = |button: &PageButton| {
            self.owed.contains(button) && !self.working.contains(button) && self.times(button) == 0
        };
        if let Some(button) = buttons(situation).find(is_owed) {
            self.pressed.push(button.clone());
            return Some(button.1);
        }
        if let Some(key) = situation.last.as_ref().and_then(|last| self.opposite(last, situation)) {
            return Some(key);
        }
        let mut open = buttons(situation)
            .filter(|button| self.is_open(button) && !self.did_nothing(button, situation));
        open.next().map(|(_, key)| key)
    }

    /// What goes the other way than the button that was pressed last, such as "less" of "more": if that did nothing it
    /// may be at its end, and must do something once the other one has.
    fn opposite(&mut self, last: &PerformedAction, situation: &Situation) -> Option<ActionKey> {
        let label_of = |action: &Action| match action {
            Action::Tap { target } => Some(target.label.clone()),
            _ => None,
        };
        let label = label_of(&last.action).filter(|_| is_button(last))?;
        let mut others = situation.available.iter().filter(|available| {
            label_of(&available.action).is_some_and(|other| labels::is_opposite(&other, &label))
        });
        let (page, key) = pressed(last);
        let other = (page.clone(), others.next().map(|available| available.key.clone())?);
        let idle =
            |button: &PageButton| self.cases.contains_key(button) && !self.working.contains(button);
        let (last_is_idle, other_is_idle) = (idle(&pressed(last)), idle(&other));
        let is_due = match last.outcome {
            ActionOutcome::None => last_is_idle,
            ActionOutcome::Content => other_is_idle,
            _ => false,
        };
        // If neither did anything each is pressed once more.
        let most = if last_is_idle && other_is_idle { 1 } else { PRESSES };
        let pair = ActionKey::new(format!("{} after {}", other.1.as_str(), key.as_str()));
        let pair = (page, pair);
        if !is_due || self.times(&pair) >= most {
            return None;
        }
        self.pressed.push(pair);
        Some(other.1)
    }

    /// How often a button was pressed again.
    fn times(&self, button: &PageButton) -> usize {
        self.pressed.iter().filter(|known| *known == button).count()
    }

    /// True if a button of the present screen did nothing here, and is to be pressed on another visit.
    pub(super) fn wants_visit(&self, situation: &Situation) -> bool {
        buttons(situation)
            .any(|button| self.is_open(&button) && self.did_nothing(&button, situation))
    }

    /// True for a button that did nothing so far, and not often enough.
    fn is_open(&self, button: &PageButton) -> bool {
        let cases = self.cases.get(button).filter(|cases| cases.len() < CASES);
        cases.is_some() && !self.working.contains(button) && !self.resting.contains(button)
    }

    /// True if the button did nothing on the present screen, at the present visit.
    fn did_nothing(&self, button: &PageButton, situation: &Situation) -> bool {
        let here = (situation.state.exact, self.visit);
        self.cases.get(button).is_some_and(|cases| cases.contains(&here))
    }

    /// True if `last` pressed without effect what led on from the same page before.
    fn led(&self, last: &PerformedAction) -> bool {
        last.outcome == ActionOutcome::None && !may_rest(last) && self.led.contains(&pressed(last))
    }

    /// True if `last` pressed without effect what had one before.
    fn acted(&self, last: &PerformedAction) -> bool {
        let is_row = |number: usize| {
            last.before.widget(number).is_some_and(|it| it.role() != WidgetRole::Button)
        };
        let pressed_row = matches!(&last.action, Action::Tap { target } if is_row(target.number));
        pressed_row
            && is_button(last)
            && last.outcome == ActionOutcome::None
            && self.working.contains(&pressed(last))
    }
}

/// What `done` pressed.
fn pressed(done: &PerformedAction) -> PageButton {
    (page(&done.before), done.key.clone())
}

/// What can be done on the present page.
fn buttons(situation: &Situation) -> impl Iterator<Item = PageButton> {
    let page = page(&situation.screen);
    situation.available.iter().map(move |available| (page.clone(), available.key.clone()))
}

/// True for a tap on a button, or on a row or picture that is pressed as one.
fn is_button(done: &PerformedAction) -> bool {
    let Action::Tap { target } = &done.action else { return false };
    done.before.widget(target.number).is_some_and(|widget| {
        let plain = widget.enabled && !widget.selected && widget.checked.is_none();
        let role = widget.role();
        let pressed = [
            WidgetRole::Button,
            WidgetRole::Picker,
            WidgetRole::Tab,
            WidgetRole::View,
            WidgetRole::Image,
        ];
        plain && (pressed.contains(&role) || (role == WidgetRole::Text && widget.acts()))
    })
}

/// True if `done` pressed what may have nothing to do, or may be at its end.
fn may_rest(done: &PerformedAction) -> bool {
    let Action::Tap { target } = &done.action else { return false };
    if labels::stops_alone(&done.before, target) {
        return false;
    }
    labels::may_rest(&target.label)
        || (labels::has_ends(&target.label) && !labels::leads_on_alone(&done.before, target))
}

/// True if `last` pressed what pauses, and it can still be pressed.
fn goes_on(last: &PerformedAction, situation: &Situation) -> bool {
    let Action::Tap { target } = &last.action else { return false };
    labels::says_pause(&target.label)
        && last.outcome == ActionOutcome::Content
        && situation.available.iter().any(|available| available.key == last.key)
}

/// True for what closes a dialog or leaves a page.
fn leaves(last: &PerformedAction, target: &WidgetTarget) -> bool {
    target.label.eq_ignore_ascii_case("navigate up")
        || (last.before.dialog && labels::closes_a_dialog(target))
}

/// True if `last` pressed a button without effect that sends something, works visibly or opens something. Anything
/// else may have nothing to do at the moment.
fn must_act(last: &PerformedAction) -> bool {
    let Action::Tap { target } = &last.action else { return false };
    let works = labels::sends(target) || labels::works_visibly(target) || labels::opens(target);
    let each_time = |widget| labels::acts_each_time(&last.before, widget, target);
    let works = works || last.before.widget(target.number).is_some_and(each_time);
    let acts = leaves(last, target) || (works && !may_rest(last));
    acts && is_button(last) && last.outcome == ActionOutcome::None
}

#[cfg(test)]
mod tests {
    use crate::domain::Screen;
    use crate::explorer::probing::ProbingExplorer;
    use crate::explorer::testing::{World, menu};
    use crate::explorer::{Explorer, ExplorerSettings, find};

    /// Presses the buttons, each with the page that follows, and then proposes.
    fn proposed_after(presses: &[(&str, &Screen)], first: &Screen) -> (bool, String) {
        let inner = (find("systematic").unwrap().make)(&ExplorerSettings::default()).unwrap();
        let mut explorer: Box<dyn Explorer> = ProbingExplorer::around(inner);
        let mut world = World::new(None);
        world.step = 100;
        world.show(first.clone());
        for (label, screen) in presses {
            let tap = world.tapping(label);
            world.act(&tap, (*screen).clone());
            world.teach(&mut *explorer);
        }
        let proposed = world.ask(&mut *explorer).0.unwrap();
        (proposed.why.contains("the button did nothing"), proposed.action.to_string())
    }

    #[test]
    fn what_led_on_from_the_same_screen_is_pressed_again_if_it_does_nothing() {
        let (home, other) = (menu("Home", &["Blue"]), menu("Blue", &["Home"]));
        let there_and_back = [("Blue", &other), ("Home", &home), ("Blue", &home)];
        let (again, action) = proposed_after(&there_and_back, &home);
        assert!(again && action.contains("Blue"), "{action}");
        assert!(!proposed_after(&[("Blue", &home)], &home).0);
    }

    #[test]
    fn if_neither_of_two_opposite_buttons_did_anything_the_first_is_pressed_again() {
        let room = menu("Room", &["Increase", "Decrease"]);
        let (again, action) = proposed_after(&[("Increase", &room)], &room);
        assert!(again && action.contains("Decrease"), "{action}");
        let both = [("Increase", &room), ("Decrease", &room)];
        let (again, action) = proposed_after(&both, &room);
        assert!(again && action.contains("Increase"), "{action}");
    }
}
