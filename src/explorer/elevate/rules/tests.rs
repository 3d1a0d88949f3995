//! Each rule on a small hand-made app.

mod forms;
mod paths;
mod voice;

use std::sync::Arc;

use rand::SeedableRng as _;
use rstest::rstest;

use super::*;
use crate::domain::{
    ActionKey, ActionKind, Bounds, DeviceCapabilities, Point, Screen, Widget,
    widget::WidgetPosition as Spot,
};
use crate::explorer::PerformedAction;
use crate::explorer::testing::{phone, shown, situation};
use crate::model::{BehaviourModel, abstraction};
use crate::protocol::{ActionOutcome, AppOpened, Event, TransitionLearned};

const APP: &str = "org.app";

/// A widget that takes a tap.
fn button(id: &str, label: &str) -> Widget {
    Widget {
        class: "android.widget.Button".into(),
        resource_id: format!("{APP}:id/{id}"),
        label: label.into(),
        text: label.into(),
        actions: vec![ActionKind::Tap],
        tap: Some(Point::new(1, 1)),
        enabled: true,
        ..Widget::default()
    }
}

fn of_class(class: &str, widget: Widget) -> Widget {
    Widget { class: class.into(), ..widget }
}

fn field(id: &str, content: &str) -> Widget {
    let actions = vec![ActionKind::Tap, ActionKind::Type];
    Widget { actions, ..of_class("android.widget.EditText", button(id, content)) }
}

fn password(id: &str) -> Widget {
    Widget { password: true, ..field(id, "") }
}

/// A row of the list that is the screen's first widget.
fn row(label: &str) -> Widget {
    let place = Spot { list: Some(1), ..Spot::default() };
    Widget { position: place, ..of_class("android.widget.LinearLayout", button("row", label)) }
}

fn list() -> Widget {
    let bounds = Bounds::new(0, 0, 700, 1400);
    Widget { actions: Vec::new(), bounds, ..of_class("x.RecyclerView", button("rows", "")) }
}

/// An app under exploration by the rules.
struct Stage {
    model: BehaviourModel,
    step: u64,
    here: Option<Situation>,
    rules: Rules,
}

impl Stage {
    fn new() -> Self {
        let mut model = BehaviourModel::default();
        let opened = AppOpened { package: APP.into(), ..AppOpened::default() };
        model.apply(&Event::AppOpened(opened));
        Self {
            model,
            step: 0,
            here: None,
            rules: Rules::new(StdRng::seed_from_u64(1), ElevateWeights::default()),
        }
    }

    /// The app shows `widgets` in `activity`.
    fn look(&mut self, activity: &str, widgets: Vec<Widget>) {
        let numbered =
            widgets.into_iter().zip(1..).map(|(widget, number)| Widget { number, ..widget });
        let screen = Screen {
            location: activity.into(),
            dialog: activity.ends_with("dialog"),
            ..phone(numbered.collect())
        };
        let offers = abstraction::available_actions(&screen);
        for event in shown(self.step, &screen, &offers) {
            self.model.apply(&event);
        }
        let model = Arc::new(self.model.clone());
        let here = situation(self.step, screen, offers, DeviceCapabilities::PHONE, model);
        self.here = Some(here);
    }

    /// Somebody does `key`, and the app shows `widgets` in `activity`.
    fn does(&mut self, key: &str, activity: &str, widgets: Vec<Widget>) {
        let before = self.here.clone().unwrap();
        self.rules.notice(&PromptScene::new(&before, None, &[], &ElevateWeights::default()));
        self.step += 1;
        self.look(activity, widgets);
        let (from, to) = (before.state, self.here.as_ref().unwrap().state);
        let outcome = match (from.exact == to.exact, from.structural == to.structural) {
            (true, _) => ActionOutcome::None,
            (_, true) => ActionOutcome::Content,
            _ => ActionOutcome::Moved,
        };
        let offers = before.available.iter();
        let template = offers.clone().find(|offer| offer.key.as_str() == key);
        self.model.apply(&Event::Learned(TransitionLearned {
            step: self.step,
            from: from.structural,
            key: ActionKey::new(key),
            template: template.map_or(ActionKey::new(key), |offer| offer.template.clone()),
            to: to.structural,
            outcome,
        }));
        let here = self.here.as_mut().unwrap();
        here.model = Arc::new(self.model.clone());
        let key = ActionKey::new(key);
        let offered = before.available.iter().find(|offer| offer.key == key);
        let action = offered.map(|offer| offer.action.clone());
        here.last = Some(PerformedAction {
            step: before.step,
            from: from.structural,
            exact: from.exact,
            before: before.screen.clone(),
            action: action.or_else(|| abstraction::unaimed(&key)).unwrap(),
            key,
            accepted: None,
            failed: false,
            progress_ms: 0,
            outcome,
        });
    }

    /// What the rules choose now, and why.
    fn choose(&mut self) -> (String, String) {
        let situation = self.here.clone().unwrap();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        self.rules.notice(&scene);
        let candidates = self.rules.candidates(&scene);
        let choice = self.rules.choose(&scene, &candidates).unwrap();
        assert_eq!(choice.scores.len(), candidates.len());
        assert!(choice.why.ends_with('.'), "{}", choice.why);
        let proposed = choice.proposed(&scene, &candidates);
        (proposed.key.to_string(), proposed.why)
    }

    /// The inputs that may be chosen now.
    fn candidates(&self) -> Vec<String> {
        let situation = self.here.clone().unwrap();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        let places = self.rules.candidates(&scene);
        places.into_iter().map(|place| scene.inputs[place].offer.key.to_string()).collect()
    }

    /// The score of `key` now.
    fn score(&mut self, key: &str) -> f64 {
        let situation = self.here.clone().unwrap();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        let all: Vec<usize> = (0..scene.inputs.len()).collect();
        let at = scene.inputs.iter().position(|input| input.offer.key.as_str() == key).unwrap();
        self.rules.choose(&scene, &all).unwrap().scores[at]
    }
}

/// A stage on which the app shows `widgets`.
fn on(widgets: Vec<Widget>) -> Stage {
    let mut stage = Stage::new();
    stage.look(".Main", widgets);
    stage
}

fn plain() -> Widget {
    button("thing", "Thing")
}

#[rstest]
#[case::words_that_lead_on(button("a", "Settings"), plain())]
#[case::before_words_that_leave(plain(), button("a", "Cancel"))]
#[case::before_words_that_change(plain(), button("a", "Less"))]
#[case::before_switches(plain(), of_class("android.widget.Switch", button("a", "Wi-Fi")))]
#[case::before_sliders(plain(), of_class("android.widget.SeekBar", button("a", "Volume")))]
#[case::before_what_is_shown(plain(), Widget { selected: true, ..button("a", "Settings") })]
#[case::tabs(of_class("x.TabView", button("a", "Two")), plain())]
fn what_promises_more_comes_first(#[case] first: Widget, #[case] second: Widget) {
    let id = first.short_id().to_owned();
    let mut stage = on(vec![second, first]);
    assert_eq!(stage.choose().0, format!("tap #{id}"));
}

#[test]
fn taps_come_before_long_taps_scrolling_and_what_is_always_possible() {
    let actions = vec![ActionKind::Tap, ActionKind::LongTap, ActionKind::Scroll];
    let mut stage = on(vec![Widget { actions, bounds: Bounds::new(0, 0, 9, 90), ..plain() }]);
    let order = [
        "tap #thing",
        "scroll #thing down",
        "rotate to landscape",
        "long_tap #thing",
        "key back",
        "restart the app",
    ];
    let scores: Vec<f64> = order.iter().map(|key| stage.score(key)).collect();
    assert!(scores.is_sorted_by(|one, other| one > other), "{scores:?}");
}

#[test]
fn the_menu_key_is_tried_early_only_where_no_menu_is_to_be_seen() {
    let without = on(vec![plain()]).score("key menu");
    let with = on(vec![plain(), button("more", "More options")]).score("key menu");
    assert!(without > with, "{without} {with}");
}

#[test]
fn what_did_nothing_is_taken_away_as_long_as_anything_is_left() {
    let mut stage = on(vec![plain()]);
    stage.does("tap #thing", ".Main", vec![plain()]);
    assert!(!stage.candidates().contains(&"tap #thing".to_owned()));
    for key in ["key back", "key menu", "rotate to landscape", "restart the app"] {
        stage.does(key, ".Main", vec![plain()]);
    }
    assert_eq!(stage.candidates().len(), 5, "nothing else is left");
}

#[test]
fn what_did_nothing_elsewhere_comes_later() {
    let mut stage = on(vec![plain(), button("go", "Go")]);
    stage.does("tap #thing", ".Main", vec![plain(), button("go", "Go")]);
    stage.does("tap #go", ".Other", vec![plain(), button("unknown", "Unknown")]);
    assert_eq!(stage.choose().0, "tap #unknown");
    assert!(stage.score("tap #thing") > 0.0, "but it is not given up");
}

#[test]
fn rows_count_as_alike_once_two_led_to_the_same_place() {
    let rows = || vec![list(), row("One"), row("Two"), row("Three"), plain()];
    let detail = || vec![button("up", "Navigate up")];
    let mut stage = on(rows());
    let before = stage.score("tap #rows/#row \"Three\"");
    for name in ["One", "Two"] {
        stage.does(&format!("tap #rows/#row {name:?}"), ".Detail", detail());
        stage.does("tap #up", ".Main", rows());
    }
    let after = stage.score("tap #rows/#row \"Three\"");
    assert!(after < before / 10.0, "{before} {after}");
    assert_eq!(stage.choose().0, "tap #thing");
}

#[test]
fn rows_that_lead_to_different_places_are_gone_through() {
    let rows = || vec![list(), row("One"), row("Two"), row("Three")];
    let mut stage = on(rows());
    for (name, there) in [("One", ".First"), ("Two", ".Second")] {
        stage.does(&format!("tap #rows/#row {name:?}"), there, vec![button("up", "Navigate up")]);
        stage.does("tap #up", ".Main", rows());
    }
    let (key, why) = stage.choose();
    assert_eq!(key, "tap #rows/#row \"Three\"");
    assert!(why.contains("different places"), "{why}");
}

#[test]
fn the_commands_of_a_menu_that_close_it_are_not_alike() {
    // What is left of the chance of the last row after the first two led back to where the list was
    // opened.
    let left_of_the_last = |names: [&str; 4]| {
        let [first, second, _, last] = names.map(|name| format!("tap #rows/LinearLayout {name:?}"));
        let item = |name| Widget { resource_id: String::new(), ..row(name) };
        let menu = || std::iter::once(list()).chain(names.map(item)).collect::<Vec<_>>();
        let main = || vec![button("more", "More options")];
        let mut stage = on(main());
        stage.does("tap #more", ".Menu dialog", menu());
        let before = stage.score(&last);
        for row in [first, second] {
            stage.does(&row, ".Main", main());
            stage.does("tap #more", ".Menu dialog", menu());
        }
        stage.score(&last) / before
    };
    let rows = left_of_the_last(["Item 1", "Item 2", "Item 3", "Item 4"]);
    let commands = left_of_the_last(["Rename", "Move", "Share", "Print"]);
    assert!(rows < 0.2, "{rows}");
    assert!(commands > 0.5, "{commands}");
}

#[test]
fn a_command_says_nothing_of_another_one_with_its_id() {
    // What is left of the chance of the second one after the first led elsewhere, and was left again.
    let left = |names: [&str; 2]| {
        let tools = || names.map(|name| button("tool", name)).to_vec();
        let mut stage = on(tools());
        let before = stage.score("tap #tool (2)");
        stage.does("tap #tool", ".Embed", vec![button("up", "Navigate up")]);
        stage.does("tap #up", ".Main", tools());
        stage.score("tap #tool (2)") / before
    };
    let (rows, commands) = (left(["Tool", "Tool"]), left(["Embed", "Convert"]));
    assert!(rows < 0.5 && commands > 0.8, "{rows} {commands}");
}

#[test]
fn a_bar_that_is_everywhere_is_tried_once() {
    let bar = |more: Widget| vec![button("home", "Home"), button("news", "News"), more];
    let mut stage = on(bar(button("first", "First")));
    stage.does("tap #news", ".News", bar(button("second", "Second")));
    stage.does("tap #home", ".Main", bar(button("first", "First")));
    stage.does("tap #first", ".Third", bar(button("third", "Third")));
    let (bar, other) = (stage.score("tap #news"), stage.score("tap #third"));
    assert!(bar < other, "{bar} {other}");
    assert_eq!(stage.choose().0, "tap #third");
}

#[test]
fn what_led_to_much_elsewhere_is_taken_there_from_a_screen_on_which_it_was_not_tried() {
    let more = || button("more", "More");
    let entries =
        |names: &[&str]| names.iter().map(|name| button(&name.to_lowercase(), name)).collect();
    let names = ["Alpha", "Beta", "Gamma"];
    let mut stage = on(vec![more()]);
    stage.does("tap #more", ".Menu", entries(&names));
    stage.does("tap #alpha", ".Second", vec![more()]);
    stage.does("tap #more", ".Menu", entries(&names));
    stage.does("tap #beta", ".Third", vec![more()]);
    stage.does("key back", ".Third", vec![more()]);
    let (key, why) = stage.choose();
    assert_eq!(key, "tap #more", "{why}");
    assert!(why.contains("Menu"), "{why}");
}

#[test]
fn a_selected_tab_is_not_expected_to_lead_where_it_led_before_it_was_selected() {
    let more = |selected| vec![Widget { selected, ..button("more", "More") }];
    let entries =
        |names: &[&str]| names.iter().map(|name| button(&name.to_lowercase(), name)).collect();
    let mut stage = on(more(false));
    stage.does("tap #more", ".Menu", entries(&["Alpha", "Beta", "Gamma"]));
    stage.does("tap #alpha", ".Second", more(true));
    let (key, why) = stage.choose();
    assert_ne!(key, "tap #more", "{why}");
    assert!(stage.score("tap #more") < stage.score(&key));
}

#[test]
fn a_tab_that_was_selected_before_comes_after_what_is_unknown() {
    let tab = |id: &str, selected| Widget {
        class: "android.widget.TabWidget$Tab".into(),
        selected,
        ..button(id, "")
    };
    let bar = |here: &str| ["one", "two", "six"].map(|id| tab(id, id == here)).to_vec();
    let mut stage = on(bar("one"));
    let (first, _) = stage.choose();
    let opened = first.trim_start_matches("tap #").to_owned();
    stage.does(&first, ".Main", bar(&opened));
    let other = if opened == "two" { "six" } else { "two" };
    let (key, why) = stage.choose();
    assert_eq!(key, format!("tap #{other}"), "{why}");
    assert!(stage.score("tap #one") < stage.score(&key) / 4.0);
}

#[test]
fn a_search_comes_before_long_taps_and_without_a_button() {
    let search = Widget { hint: "Search".into(), ..field("query", "") };
    let note = Widget { hint: "Note".into(), ..field("note", "") };
    let mut stage = on(vec![search, note]);
    let key = stage.choose().0;
    assert!(key.starts_with("type #query"), "{key}");
}

#[test]
fn a_search_that_was_used_is_not_used_again_and_again() {
    let start = |content: &str| {
        let search = Widget { hint: "Search".into(), ..field("query", content) };
        vec![search, button("thing", "Thing")]
    };
    let mut stage = on(start(""));
    let key = stage.choose().0;
    stage.does(&key, ".Main", start("a"));
    stage.does("restart the app", ".Main", start(""));
    assert!(stage.score(&key) < stage.score("tap #thing") / 10.0);
}

#[test]
fn progress_is_waited_for() {
    let bar = of_class("android.widget.ProgressBar", Widget { actions: Vec::new(), ..plain() });
    assert_eq!(on(vec![bar, button("b", "Cancel")]).choose().0, "wait");
    let plain = on(vec![plain()]);
    assert!(!plain.candidates().contains(&"wait".to_owned()));
}

#[test]
fn refused_inputs_are_not_chosen_and_equals_follow_from_the_seed() {
    let widgets = || (0..6).map(|n| button(&format!("b{n}"), "Thing")).collect::<Vec<_>>();
    let chosen = |seed| {
        let mut stage = on(widgets());
        stage.rules = Rules::new(StdRng::seed_from_u64(seed), ElevateWeights::default());
        stage.choose().0
    };
    assert_eq!(chosen(3), chosen(3));
    let different: std::collections::BTreeSet<String> = (0..20).map(chosen).collect();
    assert!(different.len() > 2, "{different:?}");
    let mut stage = on(vec![plain()]);
    let refusal =
        crate::explorer::Refusal { key: ActionKey::new("tap #thing"), feedback: "not this".into() };
    stage.here.as_mut().unwrap().refused.push(refusal);
    assert_ne!(stage.choose().0, "tap #thing");
}
