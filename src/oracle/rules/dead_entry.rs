//! Rows, tabs and pictures that do nothing, though others beside them do something, or they did so before.
//!
//! Source: "feedback not showing" of VisionDroid's pilot study (7 % of the bugs).

use std::collections::{HashMap, HashSet};

use super::dead_control::{edits_in_place, may_do_nothing, opens};
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, StateId, Widget, WidgetRole, labels};
use crate::protocol::ActionOutcome;

/// So many others of the same kind must have done something.
const OTHERS: usize = 2;

/// One that never did anything is dead after so many different screens, or visits of its page, unless its words say
/// that it opens something.
const NEVER: usize = 3;

/// One that led to another page before is dead after so many presses in a row.
const NO_MORE: usize = 2;

/// So many entries are remembered at most; then it begins anew.
const REMEMBERED: usize = 2_000;

/// What is known of one entry.
#[derive(Debug, Default)]
struct EntryHistory {
    /// The step at which it led to another page.
    led: Option<u64>,
    /// True once it changed its own page, so that it may have nothing more to change.
    changes: bool,
    /// Where it did nothing, and at which steps, since it did something.
    idle: HashSet<(StateId, u64)>,
    steps: Vec<u64>,
}

/// Remembers what entries did, by their kind.
#[derive(Debug, Default)]
pub(super) struct DeadEntry {
    kinds: HashMap<String, HashMap<String, EntryHistory>>,
    entries: usize,
    visits: u64,
}

impl BugRule for DeadEntry {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let violation = self.violation(turn);
        let stays = turn.both().is_some_and(|(before, after)| page_key(before) == page_key(after));
        self.visits += u64::from(!stays);
        violation.into_iter().collect()
    }
}

impl DeadEntry {
    fn violation(&mut self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let (before, after) = turn.both()?;
        let target = turn.tapped()?;
        let widget = before.widget(target.number).filter(|widget| is_entry(before, widget))?;
        if !turn.is_pictured() || turn.crashed() || may_do_nothing(target, None) {
            return None;
        }
        if self.entries >= REMEMBERED {
            (self.kinds, self.entries) = (HashMap::new(), 0);
        }
        let case = (turn.exact_before()?, self.visits);
        let kind = self.kinds.entry(kind_of(before, widget)).or_default();
        if !kind.contains_key(&target.label) {
            self.entries += 1;
        }
        let entry = kind.entry(target.label.clone()).or_default();
        if turn.outcome() != Some(ActionOutcome::None) {
            let closes = before.dialog && !after.dialog;
            let moved = page_key(before) != page_key(after) || closes;
            entry.changes |= !moved;
            entry.led = Some(turn.step()).filter(|_| moved).or(entry.led);
            (entry.idle, entry.steps) = (HashSet::new(), Vec::new());
            return None;
        }
        entry.idle.insert(case);
        entry.steps.push(turn.step());
        let is_tab = labels::is_other_tab(before, widget);
        let must_act = opens(before, target) || labels::acts_each_time(before, widget, target);
        let enough = entry.idle.len() >= NEVER || (must_act && entry.steps.len() >= NO_MORE);
        // A text or picture by itself is pressed as a button.
        let alone = matches!(widget.role(), WidgetRole::Text | WidgetRole::Image)
            && widget.position.list.is_none();
        let never = entry.led.is_none() && enough && !alone;
        let no_more = entry.led.is_some() && entry.steps.len() >= NO_MORE;
        if entry.changes || !(never || no_more) {
            return None;
        }
        let (led, steps) = (entry.led, entry.steps.clone());
        let works = |it: &&EntryHistory| it.led.is_some() || (is_tab && it.changes);
        let working = kind.values().filter(works).filter(|it| it.idle.is_empty()).count();
        // Where one tab is shown as chosen, another one can be chosen.
        let others = if is_tab { 1 } else { OTHERS };
        let is_row = widget.position.list.is_some();
        if (is_row && kind.values().any(|it| it.changes)) || (led.is_none() && working < others) {
            return None;
        }
        let earlier = steps.iter().filter(|step| **step != turn.step());
        let earlier = earlier.map(|step| (*step, "It had no effect.".to_owned()));
        let expected = if led.is_some() {
            format!("{:?} leads to another page, as before, or says why it does not.", target.label)
        } else {
            format!("{:?} does something, as those beside it do.", target.label)
        };
        Some(RuleViolation {
            subject: format!("{}|{}", kind_of(before, widget), target.label),
            expected,
            actual: format!("{:?} had no effect at any of {} times.", target.label, steps.len()),
            bounds: Some(target.bounds),
            earlier: earlier
                .chain(led.map(|step| (step, "It led to another page.".into())))
                .collect(),
        })
    }
}

/// What tells entries of a kind from others. Outside of lists each may have an id of its own, and so may those of a menu.
fn kind_of(screen: &Screen, widget: &Widget) -> String {
    let in_list = widget.position.list.is_some();
    let is_other = |other: &&Widget| {
        other.acts()
            && other.position.list == widget.position.list
            && other.position.row != widget.position.row
    };
    let mut others = screen.widgets.iter().filter(is_other).map(Widget::short_id).peekable();
    let differ = others.peek().is_some() && others.all(|id| id != widget.short_id());
    let id = if in_list && !differ { widget.short_id() } else { "" };
    format!("{}|{id}|{}|{in_list}", page_key(screen), widget.short_class())
}

/// True for a row, tab or picture that is to be pressed, unless it is chosen, or names the page that is shown.
fn is_entry(screen: &Screen, widget: &Widget) -> bool {
    let of_kind = matches!(
        widget.role(),
        WidgetRole::View | WidgetRole::Text | WidgetRole::Image | WidgetRole::Tab
    );
    let label = widget.label.trim().to_lowercase();
    let title = screen.title().unwrap_or_default().trim().to_lowercase();
    of_kind
        && widget.acts()
        && !widget.selected
        && widget.checked.is_none()
        && !label.is_empty()
        && (title.is_empty() || !(label.contains(&title) || title.contains(&label)))
        && !screen.keyboard
        && !edits_in_place(screen)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, list, page, text};
    use crate::domain::{Screen, Widget, WidgetRole};

    const NOTHING: [&str; 0] = [];

    fn cities(note: &str) -> Screen {
        page("Cities", [list(2, &["Cairo", "Lima", "Oslo"]), vec![text("note", note)]].concat())
    }

    fn clock() -> Screen {
        page("Clock", vec![text("now", "As it is")])
    }

    /// Opens these rows and comes back.
    fn opened(rows: &[&str]) -> MadeUpRun {
        let run = MadeUpRun::open(cities(""));
        rows.iter().fold(run, |run, row| run.tap(row, clock()).back(cities("")))
    }

    #[test]
    fn a_row_that_led_somewhere_must_not_do_nothing() {
        let once = opened(&["Cairo"]).tap("Cairo", cities(""));
        assert_eq!(once.rules(), NOTHING);
        assert_eq!(once.tap("Cairo", cities("")).rules(), ["dead-entry"]);
        let said = opened(&["Cairo"]).tap("Cairo", cities("It is there already"));
        assert_eq!(said.tap("Cairo", cities("It is there already")).rules(), NOTHING);
    }

    #[test]
    fn a_row_that_never_does_anything_is_dead_if_others_are_not() {
        let pressed = |rows: &[&str]| {
            let visit =
                |run: MadeUpRun, _| run.tap("Oslo", cities("")).back(clock()).back(cities(""));
            (0..3).fold(opened(rows), visit)
        };
        assert_eq!(pressed(&["Cairo", "Lima"]).rules(), ["dead-entry"]);
        assert_eq!(pressed(&["Cairo"]).rules(), NOTHING);
    }

    #[test]
    fn a_tab_that_is_not_chosen_can_be_if_others_can() {
        let home = |chosen: &str, marked: bool| {
            let tab = |label: &str| Widget {
                role: Some(WidgetRole::Tab),
                selected: marked && label == chosen,
                ..button("", label)
            };
            let tabs = ["Day", "Week", "Year"].map(tab).to_vec();
            page("Trends", [tabs, vec![text("chart", chosen)]].concat())
        };
        let run = MadeUpRun::open(home("Day", true)).tap("Week", home("Week", true));
        let run = run.tap("Year", home("Week", true));
        assert_eq!(run.rules(), NOTHING);
        assert_eq!(run.tap("Year", home("Week", true)).rules(), ["dead-entry"]);
        let run = MadeUpRun::open(home("Day", false)).tap("Week", home("Week", false));
        let run = run.tap("Week", home("Week", false)).tap("Week", home("Week", false));
        assert_eq!(run.rules(), NOTHING, "it may be the one that is shown");
    }

    #[test]
    fn entries_of_a_menu_are_of_one_kind_though_each_has_an_id() {
        let menu = |ids: [&str; 3], note: &str| {
            let mut rows = list(2, &["Sort", "Import", "Licences"]);
            for (row, id) in rows.iter_mut().skip(1).zip(ids) {
                row.resource_id = id.into();
            }
            page("Menu", [rows, vec![text("note", note)]].concat())
        };
        let told = |ids: [&str; 3]| {
            let led = |run: MadeUpRun, label: &str, note: &str| {
                let other = page(label, vec![text("", "It is another page")]);
                run.tap(label, other).back(menu(ids, note))
            };
            let run = led(MadeUpRun::open(menu(ids, "a")), "Import", "b");
            let run = led(run, "Licences", "c");
            let run = run.tap("Sort", menu(ids, "c")).back(menu(ids, "d"));
            let run = run.tap("Sort", menu(ids, "d")).back(menu(ids, "e"));
            run.tap("Sort", menu(ids, "e")).rules().contains(&"dead-entry")
        };
        assert!(told(["sort", "import", "licences"]) && told(["title"; 3]));
    }
}
