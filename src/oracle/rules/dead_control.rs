//! Buttons without any effect.
//!
//! Source: "feedback not showing" of VisionDroid's pilot study (7 % of the bugs); actions without
//! effect are told by comparing screens and pictures, not by asking a model.

use std::collections::{HashMap, HashSet};

use super::form_answers::{lacks_an_entry, must_answer, said, scrolls};
use super::rule_turn::{is_up, page_key, page_name};
use super::still_player::clocks;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, Screen, StateId, Widget, WidgetRole, WidgetTarget, labels};
use crate::oracle::reading::{is_surface, shown_words};
use crate::protocol::ActionOutcome;

/// A button that does nothing on so many different screens, or visits of its page, is dead. If it changes the number beside
/// it, so many different numbers count instead: one at the end of its range, such as "less" at 1, does
/// nothing on each screen that begins there.
const DEAD: usize = 3;
/// The same for one that sends what a form holds: it should say at least why it does not.
const DEAD_SENDER: usize = 2;

/// What tells the cases apart in which a button did nothing.
#[derive(Debug, PartialEq, Eq, Hash)]
enum EffectlessCase {
    /// The number that the button is beside.
    At(String),
    /// The exact state, the visit of its page, and its row, if it is beside none.
    In(StateId, u64, Option<usize>),
}

/// What is known of one button.
#[derive(Debug, Default)]
struct ButtonHistory {
    /// True once it did anything.
    works: bool,
    /// Where it did nothing.
    without_effect: HashSet<EffectlessCase>,
    /// The steps at which it did nothing.
    steps: Vec<u64>,
}

/// Remembers of each button where it did nothing.
#[derive(Debug, Default)]
pub(super) struct DeadControl {
    buttons: HashMap<String, ButtonHistory>,
    /// The pages on which a button with these words did something.
    working: HashMap<String, HashSet<String>>,
    /// True if something was typed since the last tap.
    typed: bool,
    /// How often another page was come to.
    visits: u64,
    /// What the present page said when it was come to: it complains of nothing yet.
    said_first: HashSet<String>,
}

impl BugRule for DeadControl {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let violation = self.violation(turn);
        let stays = turn.both().is_some_and(|(before, after)| page_key(before) == page_key(after));
        if !stays {
            self.visits += 1;
            self.said_first = turn.after().map(|after| said(after).collect()).unwrap_or_default();
        }
        match turn.action() {
            Some(Action::Type { .. }) => self.typed = true,
            // What had no effect has not taken what was typed.
            Some(Action::Tap { .. }) => self.typed &= turn.outcome() == Some(ActionOutcome::None),
            _ => {}
        }
        violation.into_iter().collect()
    }
}

impl DeadControl {
    fn violation(&mut self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let before = turn.before()?;
        let target = turn.tapped()?;
        let widget = before.widget(target.number)?;
        // Without pictures a message that passes could not be seen.
        if !turn.is_pictured() || widget.selected || widget.checked.is_some() {
            return None;
        }
        let is_button = is_button(before, widget);
        let number = number_beside(before, widget);
        let is_judged = is_button && widget.enabled && !widget.is_backdrop();
        let leaves = leaves(before, target);
        let may_rest = !leaves
            && !empties(before, target)
            && !is_lap(target)
            && !labels::leads_on_alone(before, target)
            && !labels::stops_alone(before, target)
            && may_do_nothing(target, number.as_ref());
        if !is_judged || edits_in_place(before) || may_rest || works_outside(before, target) {
            return None;
        }
        let sends = labels::sends(target);
        let is_form = before.widgets.iter().any(Widget::is_field);
        let (page, words) = (page_key(before), own_words(target));
        let subject = format!("{page}|{}|{words}", widget.short_id());
        let visit = self.visits;
        let history = self.buttons.entry(subject.clone()).or_default();
        let takes_time = turn.both().is_some_and(|it| only_time_goes_on(it, target));
        if turn.outcome() != Some(ActionOutcome::None) && !takes_time {
            history.works = true;
            if !words.is_empty() {
                self.working.entry(words).or_default().insert(page);
            }
            return None;
        }
        let is_asked = self.typed || lacks_an_entry(before, target);
        if sends && is_form && !(is_asked && must_answer(before, target, &self.said_first)) {
            return None;
        }
        let may_be_at_an_end = labels::has_ends(&target.label);
        history.without_effect.insert(match number {
            Some(number) => EffectlessCase::At(number),
            None => EffectlessCase::In(turn.exact_before()?, visit, widget.position.row),
        });
        history.steps.push(turn.step());
        let works_elsewhere =
            |pages: &HashSet<String>| !may_be_at_an_end && pages.iter().any(|it| *it != page);
        // Without fields there is but one screen to press it on.
        let each_time = self.working.get(&words).is_some_and(works_elsewhere)
            || labels::works_visibly(target)
            || labels::acts_each_time(before, widget, target)
            || (sends && !labels::leads_on_alone(before, target))
            || leaves
            || takes_time
            || empties(before, target)
            || opens(before, target);
        // What a form that goes on below says may be out of sight each time it is the same.
        let each_time = each_time && !(sends && is_form && scrolls(before));
        let times = if each_time { history.steps.len() } else { history.without_effect.len() };
        let dead = if each_time { DEAD_SENDER } else { DEAD };
        if history.works || times < dead {
            return None;
        }
        let steps = history.steps.iter().filter(|step| **step != turn.step());
        Some(RuleViolation {
            subject,
            expected: format!("{:?} does something, or says why it does not.", target.label),
            actual: format!(
                "{:?} had no effect at any of {} times.",
                target.label,
                history.steps.len()
            ),
            bounds: Some(target.bounds),
            earlier: steps.map(|step| (*step, "It had no effect.".to_owned())).collect(),
        })
    }
}

/// True for a button, and for a text or picture of an app that is pressed as one. In a web page many of these only
/// belong to something that is pressed, and a row that looks like a button may name what is shown already.
fn is_button(screen: &Screen, widget: &Widget) -> bool {
    let alone = widget.position.list.is_none() && widget.inherits.is_none();
    if screen.is_in_browser() && widget.position.row.is_some() && widget.short_class() != "button" {
        return false;
    }
    match widget.role() {
        WidgetRole::Button | WidgetRole::Picker => true,
        WidgetRole::Text | WidgetRole::Image => alone && widget.acts() && !screen.is_in_browser(),
        _ => false,
    }
}

/// True for what takes a split time, whose button is pressed while the time goes on.
fn is_lap(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    labels::command_words(&label).iter().any(|word| matches!(*word, "lap" | "split"))
}

/// True if a split time was to be taken, and nothing but the time is another one.
fn only_time_goes_on((before, after): (&Screen, &Screen), target: &WidgetTarget) -> bool {
    let clocks: HashSet<usize> = clocks(before).into_iter().map(|clock| clock.number).collect();
    let same = |(one, other): (&Widget, &Widget)| {
        clocks.contains(&one.number) || (one.text == other.text && one.checked == other.checked)
    };
    is_lap(target)
        && !clocks.is_empty()
        && before.widgets.len() == after.widgets.len()
        && before.widgets.iter().zip(&after.widgets).all(same)
}

/// True for what empties fields or sets a time to zero, if there is something in one, or some time.
fn empties(screen: &Screen, target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    let words = labels::command_words(&label);
    let holds = |widget: &Widget| widget.is_field() && !widget.content().is_empty();
    let runs = |clock: &&Widget| shown_words(clock).contains(|it: char| ('1'..='9').contains(&it));
    let clears = words.contains(&"clear") && screen.widgets.iter().any(holds);
    let resets = words.contains(&"reset") && clocks(screen).iter().any(runs);
    !screen.is_in_browser() && (clears || (resets && !labels::plays(screen)))
}

/// True for a page on which something is drawn or written in place: its tools act on what is selected
/// there, or choose what the next touch does.
pub(super) fn edits_in_place(screen: &Screen) -> bool {
    let is_edited = |widget: &Widget| {
        widget.opaque || matches!(widget.short_class(), "editable" | "canvas" | "svg")
    };
    screen.widgets.iter().any(|widget| {
        is_surface(screen, widget) || (widget.enabled && widget.tap.is_some() && is_edited(widget))
    })
}

/// The number nearest to `button` on the same line, if there is one: what a stepper's buttons change.
fn number_beside(screen: &Screen, button: &Widget) -> Option<String> {
    let line = button.bounds;
    let is_number = |widget: &&Widget| {
        let middle = widget.bounds.center().y;
        let text = widget.content().trim();
        let digits = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
        digits && (line.top..line.bottom).contains(&middle)
    };
    let distance = |widget: &&Widget| (widget.bounds.center().x - line.center().x).abs();
    let nearest = screen.widgets.iter().filter(is_number).min_by_key(distance)?;
    Some(nearest.content().trim().to_owned())
}

/// The label, unless it is content that differs from row to row.
fn own_words(target: &WidgetTarget) -> String {
    labels::command_words(&target.label.to_lowercase()).join(" ")
}

/// Words of work that a browser does or shows outside of its page.
const OUTSIDE: &[&str] = &["download", "export", "print", "copy", "share"];

/// True for work of a web page that is not seen in it.
fn works_outside(screen: &Screen, target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    screen.is_in_browser()
        && labels::command_words(&label).iter().any(|word| OUTSIDE.contains(word))
}

/// True for what closes the dialog that is shown, or leaves the page.
fn leaves(screen: &Screen, target: &WidgetTarget) -> bool {
    is_up(target) && !target.label.eq_ignore_ascii_case("close")
        || (screen.dialog && labels::closes_a_dialog(target))
}

/// True for what says that it opens something, and is not about the page that is shown. In a web page it may act on
/// what is selected there.
pub(super) fn opens(screen: &Screen, target: &WidgetTarget) -> bool {
    let (label, page) = (target.label.to_lowercase(), page_name(screen).to_lowercase());
    let names_page =
        labels::words(&page).iter().any(|word| labels::command_words(&label).contains(word));
    labels::opens(target) && !names_page && !screen.is_in_browser()
}

/// True for what may do nothing, at `number` if it is beside one.
pub(super) fn may_do_nothing(target: &WidgetTarget, number: Option<&String>) -> bool {
    labels::may_rest(&target.label) || (number.is_none() && labels::has_ends(&target.label))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, field, list, page, text};
    use crate::domain::{ActionKind, Bounds, Screen, Widget, WidgetPosition};

    const NOTHING: [&str; 0] = [];

    #[test]
    fn what_closes_a_dialog_or_leaves_a_page_is_dead_after_two_presses() {
        let question = || Screen { dialog: true, ..page("Delete?", vec![button("", "Cancel")]) };
        let run = MadeUpRun::open(question()).tap("Cancel", question());
        assert_eq!(run.rules(), NOTHING);
        assert_eq!(run.tap("Cancel", question()).rules(), ["dead-control"]);
        let plain = || page("Search", vec![button("", "Cancel")]);
        let run = MadeUpRun::open(plain()).tap("Cancel", plain()).tap("Cancel", plain());
        assert_eq!(run.rules(), NOTHING, "nothing may be there to cancel");
        let run = MadeUpRun::open(plain()).tap("Navigate up", plain()).tap("Navigate up", plain());
        assert_eq!(run.rules(), ["dead-control"]);
    }

    #[test]
    fn what_does_something_each_time_is_dead_after_two_presses() {
        let twice = |screen: Screen, label: &str| {
            let run = MadeUpRun::open(screen.clone()).tap(label, screen.clone());
            assert_eq!(run.rules(), NOTHING);
            run.tap(label, screen).rules().len()
        };
        let plain = |label: &str| page("Picture", vec![button("", label)]);
        let dialog = |label: &str| Screen { dialog: true, ..plain(label) };
        assert_eq!(
            (twice(dialog("Later today"), "Later today"), twice(dialog("Blue"), "Blue")),
            (0, 1)
        );
        assert_eq!(twice(dialog("12"), "12"), 0, "a value that may be chosen");
        assert_eq!((twice(plain("Favourite"), "Favourite"), twice(plain("Blue"), "Blue")), (1, 0));
        assert_eq!((twice(plain("Stop"), "Stop"), twice(plain("Skip"), "Skip")), (1, 1));
        let listed = || page("Pictures", [list(2, &["Sea"]), vec![button("", "Delete")]].concat());
        assert_eq!((twice(plain("Delete"), "Delete"), twice(listed(), "Delete")), (1, 0));
    }

    #[test]
    fn what_leads_on_where_nothing_leads_back_is_a_button_like_others() {
        let thrice = |beside: &str| {
            let screen = |note: &str| {
                page("Tour", vec![button("", "Next"), button("", beside), text("note", note)])
            };
            let run = MadeUpRun::open(screen("a")).tap("Next", screen("a"));
            let run = run.back(screen("b")).tap("Next", screen("b"));
            run.back(screen("c")).tap("Next", screen("c")).rules().len()
        };
        assert_eq!((thrice("Read it"), thrice("Previous")), (1, 0));
    }

    #[test]
    fn what_names_another_page_is_dead_after_two_presses() {
        let screen = |title: &str, location: &str| {
            let page = page(title, vec![button("", "Edit"), button("", "Blue")]);
            Screen { location: location.into(), ..page }
        };
        let pressed = |button: &str, title: &str, location: &str| {
            let run = MadeUpRun::open(screen(title, location));
            let run = run.tap(button, screen(title, location));
            run.tap(button, screen(title, location)).found.len()
        };
        assert_eq!(pressed("Edit", "Note", ".Note"), 1);
        assert_eq!(pressed("Blue", "Note", ".Note"), 0);
        assert_eq!(pressed("Edit", "Edit note", ".Note"), 0, "it names the page that is shown");
        assert_eq!(pressed("Edit", "Note", "/note"), 0, "something may have to be selected");
    }

    #[test]
    fn what_works_on_another_page_is_dead_after_two_presses() {
        let screen = |title: &str| page(title, vec![button("", "Blue")]);
        let pressed = |elsewhere: Screen| {
            let run = MadeUpRun::open(screen("Pen")).tap("Blue", elsewhere);
            let run = run.back(screen("Ink")).tap("Blue", screen("Ink"));
            run.tap("Blue", screen("Ink")).found.len()
        };
        assert_eq!(pressed(page("Pen", vec![button("", "Blue"), text("", "Blue now")])), 1);
        assert_eq!(pressed(screen("Pen")), 0);
        let amount = |title: &str, number: &str| {
            let line = |widget: Widget| Widget { bounds: Bounds::new(0, 200, 90, 290), ..widget };
            page(title, vec![line(button("", "Less")), line(text("n", number))])
        };
        let run = MadeUpRun::open(amount("Cart", "2")).tap("Less", amount("Cart", "1"));
        let run = run.back(amount("Mug", "1")).tap("Less", amount("Mug", "1"));
        assert_eq!(run.tap("Less", amount("Mug", "1")).rules(), NOTHING, "it is at its end");
    }

    #[test]
    fn what_is_there_can_be_cleared_and_taken() {
        let pressed = |label: &str, content: &str, times: [&str; 3]| {
            let screen = |time: &str| {
                let widgets = vec![button("", label), field("name", content), text("t", time)];
                page("Watch", widgets)
            };
            let run = MadeUpRun::open(screen(times[0])).tap(label, screen(times[1]));
            run.tap(label, screen(times[2])).found.len()
        };
        assert_eq!(pressed("Clear", "Ada", ["", "", ""]), 1);
        assert_eq!(pressed("Clear", "", ["", "", ""]), 0);
        assert_eq!(pressed("Reset", "", ["0:07", "0:07", "0:07"]), 1);
        assert_eq!(pressed("Reset", "", ["0:00", "0:00", "0:00"]), 0);
        assert_eq!(pressed("Lap", "", ["0:07", "0:08", "0:09"]), 1);
        assert_eq!(pressed("Add", "", ["0:07", "0:08", "0:09"]), 0);
    }

    #[test]
    fn a_browser_downloads_beside_its_page() {
        let screen = |location: &str| {
            let page = page("Home", vec![button("", "Download")]);
            Screen { location: location.into(), ..page }
        };
        let pressed = |location: &str| {
            let run = MadeUpRun::open(screen(location)).tap("Download", screen(location));
            run.tap("Download", screen(location)).found.len()
        };
        assert_eq!((pressed("/home"), pressed(".HomeActivity")), (0, 1));
    }

    #[test]
    fn a_row_of_a_web_page_may_be_the_one_that_is_shown() {
        let pressed = |class: &str| {
            let screen = |note: &str| {
                let position = WidgetPosition { row: Some(0), ..WidgetPosition::default() };
                let row = Widget { class: class.into(), position, ..button("", "Notes") };
                let page = page("Home", vec![row, text("note", note)]);
                Screen { location: "/home".into(), ..page }
            };
            let run = MadeUpRun::open(screen("a")).tap("Notes", screen("a"));
            let run = run.back(screen("b")).tap("Notes", screen("b"));
            let run = run.back(screen("c")).tap("Notes", screen("c"));
            run.rules().contains(&"dead-control")
        };
        assert!(pressed("button") && !pressed("div.treeitem"));
    }

    #[test]
    fn tools_beside_a_large_part_that_is_drawn_on_may_do_nothing_at_once() {
        let pressed = |actions: &[ActionKind]| {
            let screen = |note: &str| {
                let surface = Widget {
                    actions: actions.to_vec(),
                    bounds: Bounds::new(0, 600, 720, 1600),
                    ..button("", "")
                };
                let page = page("Plan", vec![button("", "Lock"), text("note", note), surface]);
                Screen { location: "/plan".into(), ..page }
            };
            let run = MadeUpRun::open(screen("a")).tap("Lock", screen("a"));
            let run = run.back(screen("b")).tap("Lock", screen("b"));
            run.back(screen("c")).tap("Lock", screen("c")).found.len()
        };
        assert_eq!(pressed(&[ActionKind::Tap]), 1);
        assert_eq!(pressed(&[ActionKind::Tap, ActionKind::Swipe]), 0);
    }

    #[test]
    fn a_form_that_is_sent_must_do_or_say_something() {
        let form = |name: &str, said: &str| {
            let fields = vec![field("name", name), field("phone", ""), button("save", "Save")];
            page("Profile", [fields, vec![text("note", said)]].concat())
        };
        let sent = |first: &str, said: &str| {
            let run = MadeUpRun::open(form("", first)).write("name", "Ada", form("Ada", said));
            run.tap("Save", form("Ada", said)).tap("Save", form("Ada", said)).found.len()
        };
        let complaint = "Enter your phone number";
        assert_eq!((sent("", "Your name"), sent("", complaint)), (1, 0));
        assert_eq!(sent(complaint, complaint), 1, "it said so before anything was sent");
        let untouched = |label: &str, name: &str| {
            let form = || page("Profile", vec![field("name", name), button("save", label)]);
            MadeUpRun::open(form()).tap(label, form()).tap(label, form()).found.len()
        };
        assert_eq!((untouched("Save", ""), untouched("Save", "Ada")), (1, 0));
        assert_eq!(untouched("Send", ""), 0, "there is nothing to send");
        let complete = |said: &str| {
            let saying = |said: &str| {
                page("Card", vec![field("code", "12"), text("note", said), button("add", "Add")])
            };
            let form = || saying(said);
            let run = MadeUpRun::open(saying("")).write("code", "13", form());
            run.tap("Add", form()).tap("Add", form()).found.iter().any(|it| it.0 == "dead-control")
        };
        assert!(complete("Your card") && !complete("Enter another code"));
        // A form that goes on below is told after three presses of different contents.
        let long = |name: &str| {
            let scrolls = Widget { actions: vec![ActionKind::Scroll], ..text("form", "") };
            page("Card", vec![scrolls, field("name", name), button("add", "Add")])
        };
        let mut run = MadeUpRun::open(long(""));
        for (name, rules) in [("A", 0), ("B", 0), ("C", 2)] {
            run = run.write("name", name, long(name)).tap("Add", long(name)).tap("Add", long(name));
            assert_eq!(
                run.found.iter().filter(|it| it.0 == "dead-control").count(),
                rules,
                "{name}"
            );
        }
        // An item without words is not added.
        let list = || {
            page("List", vec![field("title", "Ada"), field("item", ""), button("add", "Add item")])
        };
        let run = MadeUpRun::open(list()).write("title", "Ada", list());
        assert_eq!(run.tap("Add item", list()).tap("Add item", list()).rules(), NOTHING);
    }
}
