//! Properties on made-up screens.

use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::domain::{Action, DeviceKey, DisplaySize, Widget, WidgetTarget};

fn screen(title: &str, texts: &[(&str, &str)]) -> Arc<Screen> {
    let widget = |(number, (id, text)): (usize, &(&str, &str))| Widget {
        number: number + 1,
        resource_id: (*id).into(),
        text: (*text).into(),
        label: (*text).into(),
        ..Widget::default()
    };
    let widgets = texts.iter().enumerate().map(widget).collect();
    let screen = Screen::on_display("org.shop", ".Main", DisplaySize::new(100, 200));
    Arc::new(Screen { title: Some(title.into()), widgets, ..screen })
}

fn tap(screen: &Screen, number: usize) -> Action {
    Action::Tap { target: WidgetTarget::of(screen.widget(number).unwrap()) }
}

/// A session that follows properties.
struct FollowedRun {
    tracker: PropertyTracker,
    at: Arc<Screen>,
    step: u64,
}

impl FollowedRun {
    fn open(file: &str, screen: Arc<Screen>) -> (Self, Vec<PropertyCheck>) {
        let set = PropertySet::read(file).unwrap();
        let mut tracker = PropertyTracker::default();
        tracker.adopt(&Arc::new(set));
        let turn =
            PropertyTurn { step: 0, action: None, before: None, after: &screen, waited_ms: 0 };
        let checks = tracker.follow(&turn);
        (Self { tracker, at: screen, step: 0 }, checks)
    }

    /// Does `action`; `screen` follows. Gives each check's expectation that was broken, or `None`.
    fn act(&mut self, action: &Action, screen: Arc<Screen>) -> Vec<Option<String>> {
        self.step += 1;
        let before = std::mem::replace(&mut self.at, screen);
        let checks = self.tracker.follow(&PropertyTurn {
            step: self.step,
            action: Some(action),
            before: Some(&before),
            after: &self.at,
            waited_ms: 0,
        });
        checks.into_iter().map(|check| check.broken.map(|broken| broken.expected)).collect()
    }
}

const ADDING: &str = r##"
[[property]]
name = "adding counts"
category = "data operation"
when = { screen = "Product*", text = "In stock" }
after = ["tap #add"]
must = [{ relation = "#badge = before #badge + 1" }]
must_never = [{ text = "Sold out" }]
"##;

fn product(badge: &str) -> Arc<Screen> {
    screen("Product 1", &[("add", "Add"), ("stock", "In stock"), ("badge", badge)])
}

#[test]
fn a_property_is_checked_after_its_action() {
    let (mut run, opening) = FollowedRun::open(ADDING, product("1"));
    assert_eq!(opening, []);
    let add = tap(&run.at, 1);
    assert_eq!(run.act(&add, product("2")), [None], "it holds");
    let expected = "#badge = before #badge + 1 must hold.".to_owned();
    assert_eq!(run.act(&add, product("2")), [Some(expected)]);
    assert_eq!(run.act(&Action::Restart, product("2")), [], "another action");
    let sold = screen("Product 1", &[("badge", "3"), ("a", "Sold out")]);
    assert_eq!(run.act(&add, sold), [Some("The screen must never show \"Sold out\".".into())]);
    assert_eq!(run.tracker.checks(0), 3);
}

#[test]
fn a_property_is_not_checked_if_its_precondition_does_not_hold() {
    let other = || screen("Product 1", &[("add", "Add"), ("badge", "1")]);
    let (mut run, _) = FollowedRun::open(ADDING, other());
    let add = tap(&run.at, 1);
    assert_eq!(run.act(&add, other()), []);
}

#[test]
fn whenever_is_each_time_such_a_screen_is_seen() {
    let file = "[[property]]\nname = 'p'\nwhen = { screen = 'Cart' }\nmust = [{ text = 'Total*' }]";
    let (mut run, opening) = FollowedRun::open(file, screen("Cart", &[("t", "Total 3")]));
    assert_eq!(opening.len(), 1);
    let back = Action::Key { key: DeviceKey::Back };
    assert_eq!(run.act(&back, screen("Home", &[])), []);
    let expected = "The screen must show \"Total*\".".to_owned();
    assert_eq!(run.act(&back, screen("Cart", &[])), [Some(expected)]);
}

#[test]
fn what_is_on_a_screen_that_scrolls_may_be_further_down() {
    let file = "[[property]]\nname = 'p'\nmust = [{ text = 'Total*' }]";
    let mut long = (*screen("Cart", &[("list", "")])).clone();
    long.widgets[0].actions.push(crate::domain::ActionKind::Scroll);
    let (_, opening) = FollowedRun::open(file, Arc::new(long));
    assert_eq!(opening, [], "it cannot be told");
}

#[test]
fn several_actions_must_follow_each_other() {
    let file =
        "[[property]]\nname = 'p'\nafter = ['tap #a', 'any', 'back']\nmust = [{ text = 'x' }]";
    let at = || screen("Home", &[("a", "A")]);
    let (mut run, _) = FollowedRun::open(file, at());
    let (first, back) = (tap(&run.at, 1), Action::Key { key: DeviceKey::Back });
    // The second tap is any action of the first sequence, and begins another one.
    let actions = [&first, &first, &back, &back, &back];
    let checked: Vec<usize> = actions.map(|action| run.act(action, at()).len()).to_vec();
    assert_eq!(checked, [0, 0, 1, 1, 0]);
}

#[test]
fn what_must_hold_within_seconds_is_waited_for() {
    let file = "[[property]]\nname = 'p'\nafter = ['tap #a']\nwithin = 5\nmust = [{ text = 'x' }]";
    let at = || screen("Home", &[("a", "A")]);
    let (mut run, _) = FollowedRun::open(file, at());
    let first = tap(&run.at, 1);
    assert_eq!(run.act(&first, at()), []);
    assert_eq!(run.tracker.to_wait_ms(), Some(5000));
    assert_eq!(run.act(&Action::Wait { ms: 3000 }, at()), []);
    assert_eq!(run.tracker.to_wait_ms(), Some(2000));
    assert_eq!(run.act(&Action::Wait { ms: 2000 }, at()).len(), 1);
    assert_eq!(run.act(&first, screen("Home", &[("b", "x")])), [None], "at once");
    assert_eq!(run.tracker.to_wait_ms(), None);
}

#[rstest]
#[case("[[property]]\nmust = [{ text = 'x' }]", 1, "missing field `name`")]
#[case("[[property]]\nname = 'p'", 2, "demands nothing")]
#[case("[[property]]\nname = ''\nmust = [{ text = 'x' }]", 2, "needs a name")]
#[case("[[property]]\nname = 'p'\nafter = ['press x']\nmust = [{ text = 'x' }]", 3, "no action")]
#[case("[[property]]\nname = 'p'\n\nmust = [{ relation = '#a' }]", 4, "compares nothing")]
#[case("[[property]]\nname = 'p'\nmust = [{ text = 'x', screen = 'y' }]", 3, "exactly one")]
#[case("[[property]]\nname = 'p'\nwithin = 3\nmust = [{ text = 'x' }]", 3, "needs `after`")]
#[case("[[property]]\nname = 'p'\ncategory = 'odd'\nmust = [{ text = 'x' }]", 3, "no category")]
#[case("[[property]]\nname = 'p'\nmay = 1", 3, "unknown field `may`")]
#[case("[[property]]\nname = 'p'\nwhen = { widget = '#' }\nmust = [{ text = 'x' }]", 3, "an id")]
fn a_file_that_cannot_be_used_is_told_with_its_line(
    #[case] file: &str,
    #[case] line: usize,
    #[case] reported: &str,
) {
    let error = PropertySet::read(file).unwrap_err();
    assert!(error.what.contains(reported), "{error}");
    assert_eq!(error.line, line, "{error}");
}

proptest::proptest! {
    #[test]
    fn any_text_can_be_read(text in "(\\[\\[property\\]\\]\n)?[ -~\n]{0,80}") {
        let _ = PropertySet::read(&text);
    }
}
