//! Tested on a small app made of screens.

mod draining;
mod expected_yield;
mod fleet_news;
mod interruptions;
mod passing;
mod text_uses;
mod way_back;

use std::sync::Arc;

use futures_util::FutureExt as _;
use proptest::prelude::*;

use super::*;
use crate::domain::{
    ActionKind, Bounds, DeviceKey, DisplaySize, ReadQuality, Screen, Widget, WidgetRole,
    WidgetTarget,
};
use crate::explorer::testing::{World, button, field, menu, phone};
use crate::explorer::{PerformedAction, Refusal, RemainingBudget};
use crate::model::abstraction::{key_of, state_ids};
use crate::protocol::ActionOutcome;

/// An app that answers, and what explores it.
struct TestRun {
    world: World,
    explorer: VlmFuzz,
    last: Option<PerformedAction>,
    app: fn(&Screen, &Action) -> Screen,
    /// True for what makes the app show progress.
    slow: fn(&Action) -> bool,
}

impl TestRun {
    fn of(start: Screen, app: fn(&Screen, &Action) -> Screen, without: &[&str]) -> Self {
        let mut world = World::new(None);
        world.show(start);
        let without = without.iter().map(|part| (*part).to_owned()).collect();
        let explorer =
            VlmFuzz::new(&ExplorerSettings { seed: 7, disabled: without, ..Default::default() })
                .unwrap();
        Self { world, explorer, last: None, app, slow: |_| false }
    }

    fn situation(&self) -> Situation {
        let left = RemainingBudget { steps: Some(50), ms: None };
        Situation { last: self.last.clone(), remaining: left, ..self.world.situation() }
    }

    fn propose(&mut self) -> Option<ExplorerProposal> {
        let situation = self.situation();
        self.explorer.propose(&situation, &mut self.world.asker).now_or_never().flatten()
    }

    /// Performs `action`, whoever chose it.
    fn act(&mut self, action: &Action) {
        let before = self.world.screen.clone();
        let after = (self.app)(&before, action);
        let (from, to) = (state_ids(&before), state_ids(&after));
        let left = before.package == "org.app" && after.package != before.package;
        self.world.act(action, after);
        let outcome = match () {
            () if left => ActionOutcome::LeftApp,
            () if from.exact == to.exact => ActionOutcome::None,
            () if from.structural == to.structural => ActionOutcome::Content,
            () => ActionOutcome::Moved,
        };
        let key = key_of(&before, action).0;
        self.last = Some(PerformedAction {
            step: self.world.step,
            from: from.structural,
            exact: from.exact,
            before: Arc::new(before),
            action: action.clone(),
            key,
            accepted: None,
            failed: false,
            outcome,
            progress_ms: if (self.slow)(action) { 2700 } else { 0 },
        });
        let situation = self.situation();
        if let Some(done) = &situation.last {
            self.explorer.learn(done, &situation);
        }
    }

    /// So many steps; what was done, by name.
    fn go(&mut self, steps: usize) -> Vec<String> {
        let mut done = Vec::new();
        for _ in 0..steps {
            let Some(proposed) = self.propose() else { break };
            assert_there(&self.world.screen, &proposed);
            done.push(proposed.key.as_str().to_owned());
            self.act(&proposed.action);
        }
        done
    }
}

/// What is proposed is aimed at something that is on screen and can be touched.
fn assert_there(screen: &Screen, proposed: &ExplorerProposal) {
    if let Some(target) = proposed.action.target() {
        let widget = screen.widget(target.number).expect("a widget of that number");
        assert_eq!(widget.class, target.class, "{}", proposed.action);
        assert!(widget.tap.is_some() && widget.enabled, "{}", proposed.action);
    }
    assert_eq!(proposed.key, key_of(screen, &proposed.action).0);
}

fn form() -> Screen {
    let mut screen =
        phone(vec![field(1, "title", "Title"), button(2, "Save"), button(3, "Cancel")]);
    screen.location = ".Edit".into();
    screen
}

/// A start page with a form and a page behind it.
fn app(screen: &Screen, action: &Action) -> Screen {
    let start = || menu("Start", &["Form", "Page", "Delete"]);
    let label = action.target().map_or("", |target| target.label.as_str());
    match action {
        Action::Restart => start(),
        Action::Tap { .. } => match label {
            "Form" => form(),
            "Page" => menu("Page", &["One", "Two"]),
            "Save" if screen.widgets[0].content().is_empty() => screen.clone(),
            "Save" | "Cancel" => start(),
            _ => screen.clone(),
        },
        Action::Type { target, text } => {
            let mut screen = screen.clone();
            let text = text.reveal().unwrap_or_default();
            screen.widgets[target.number - 1].text = text.into();
            screen
        }
        Action::Key { key: DeviceKey::Back } if screen.title() != Some("Start") => start(),
        Action::Rotate { .. } => {
            let DisplaySize { width, height } = screen.size;
            Screen { size: DisplaySize::new(height, width), ..screen.clone() }
        }
        _ => screen.clone(),
    }
}

fn run() -> TestRun {
    TestRun::of(menu("Start", &["Form", "Page", "Delete"]), app, &[])
}

#[test]
fn forms_are_sent_complete_first_then_with_something_missing_or_invalid() {
    let mut run = TestRun::of(form(), app, &["probes", "gestures"]);
    let done = run.go(2);
    assert_eq!(done, ["type #title = \"Plan the week\"", "tap Button \"Save\""]);
    let later = run.go(60);
    assert!(later.iter().any(|key| key == "tap Button \"Save\""), "{later:?}");
    assert!(later.iter().any(|key| key == "type #title = \"  \""), "{later:?}");
}

#[test]
fn neutral_comes_before_positive_before_negative() {
    let start = menu("Start", &["Close", "Open", "Lamps"]);
    let mut run = TestRun::of(start, |screen, _| screen.clone(), &["probes"]);
    let done = run.go(4);
    let taps: Vec<&str> =
        done.iter().map(String::as_str).filter(|key| key.starts_with("tap")).collect();
    assert_eq!(taps, ["tap Button \"Lamps\"", "tap Button \"Open\"", "tap Button \"Close\""]);
}

#[test]
fn what_leads_down_is_explored_before_its_neighbours() {
    let mut run = TestRun::of(menu("Start", &["Page", "Lamps"]), app, &["probes"]);
    let done = run.go(4);
    assert!(done[0].contains("Page") || done[1].contains("Page"), "{done:?}");
    let page = done.iter().position(|key| key.contains("Page")).unwrap_or_default();
    let mut down = done[page + 1..page + 3].to_vec();
    // Equals come in an order of the seed.
    down.sort();
    assert_eq!(down, ["tap Button \"One\"", "tap Button \"Two\""], "{done:?}");
}

/// An app that begins with an empty screen, until it is restarted.
fn empty_at_first(screen: &Screen, action: &Action) -> Screen {
    if *action == Action::Restart { menu("Main", &["A"]) } else { screen.clone() }
}

#[test]
fn an_empty_screen_is_left_by_a_restart() {
    let done = TestRun::of(phone(Vec::new()), empty_at_first, &[]).go(40);
    assert!(done.iter().any(|key| key == "restart the app"), "{done:?}");
}

/// An alarm that rings over the screen it is set on.
fn alarm(screen: &Screen, action: &Action) -> Screen {
    match action {
        Action::Tap { target } if target.label == "Ring" => menu("Ringing", &["Snooze"]),
        Action::Tap { target } if target.label == "Delete" => {
            Screen { dialog: true, ..menu("Sure?", &["No", "Delete it"]) }
        }
        Action::Key { key: DeviceKey::Back } if screen.title() == Some("Ringing") => {
            menu("Alarm", &["Ring", "Delete"])
        }
        _ => screen.clone(),
    }
}

#[test]
fn what_an_alert_is_about_is_destroyed_behind_it() {
    let mut run = TestRun::of(menu("Alarm", &["Ring", "Delete"]), alarm, &[]);
    let done = run.go(10);
    let row =
        ["tap Button \"Ring\"", "key back", "tap Button \"Delete\"", "tap Button \"Delete it\""];
    assert!(done.windows(row.len()).any(|part| part == row), "{done:?}");
}

#[test]
fn an_unfinished_screen_is_come_back_to() {
    let done = run().go(80);
    for wanted in ["Form", "Page", "Delete", "One", "Two", "Cancel"] {
        assert!(done.iter().any(|key| key.contains(wanted)), "{wanted}: {done:?}");
    }
}

#[test]
fn turned_screens_are_turned_back() {
    let done = run().go(80);
    let turned = done.iter().position(|key| key == "rotate to landscape").expect("it was turned");
    assert_eq!(done[turned + 1], "rotate to portrait");
}

#[test]
fn the_same_seed_does_the_same() {
    assert_eq!(run().go(120), run().go(120));
}

#[test]
fn what_was_refused_is_not_proposed_again() {
    let mut run = run();
    for _ in 0..12 {
        let Some(proposed) = run.propose() else { break };
        assert!(run.world.refused.iter().all(|refusal| refusal.key != proposed.key));
        run.world.refused.push(Refusal { key: proposed.key, feedback: String::new() });
    }
}

#[test]
fn a_permission_is_refused_before_it_is_allowed() {
    let mut question = phone(vec![button(1, "While using the app"), button(2, "Don't allow")]);
    question.package = "com.android.permissioncontroller".into();
    let mut run = TestRun::of(question, |screen, _| screen.clone(), &[]);
    let done = run.go(3);
    let deny = "tap Button \"Don't allow\"".to_owned();
    assert_eq!(done, [deny.clone(), deny, "tap Button \"While using the app\"".to_owned()]);
}

#[test]
fn an_app_that_hangs_is_closed() {
    let mut dialog = phone(vec![button(1, "Wait"), button(2, "Close app")]);
    dialog.package = "android".into();
    let mut run = TestRun::of(dialog, |screen, _| screen.clone(), &[]);
    assert_eq!(run.go(1), ["tap Button \"Close app\""]);
}

#[test]
fn a_region_that_tells_nothing_gets_a_burst() {
    let mut canvas = button(1, "");
    canvas.opaque = true;
    canvas.bounds = Bounds::new(0, 0, 720, 1600);
    let mut screen = phone(vec![canvas]);
    screen.read_quality = ReadQuality::Opaque;
    let mut run = TestRun::of(screen, |screen, _| screen.clone(), &["probes"]);
    let mut points = std::collections::HashSet::new();
    for _ in 0..16 {
        let proposed = run.propose().unwrap();
        if let Some(WidgetTarget { point, .. }) = proposed.action.target() {
            points.insert((point.x, point.y));
        }
        run.act(&proposed.action);
    }
    assert!(points.len() > 6, "{points:?}");
}

#[test]
fn a_burst_on_a_region_that_does_not_react_ends_early() {
    let mut canvas = button(1, "");
    canvas.opaque = true;
    canvas.bounds = Bounds::new(0, 200, 720, 1600);
    let screen = phone(vec![canvas, button(2, "Other")]);
    let mut run = TestRun::of(screen, |screen, _| screen.clone(), &["probes"]);
    let (mut touches, mut most) = (0, 0);
    for _ in 0..30 {
        let proposed = run.propose().unwrap();
        touches = if proposed.why.contains("A burst of touches") { touches + 1 } else { 0 };
        most = most.max(touches);
        run.act(&proposed.action);
    }
    assert!((1..=3).contains(&most), "{most}");
}

fn any_widget() -> impl Strategy<Value = Widget> {
    let class = prop_oneof![
        Just("android.widget.Button"),
        Just("android.widget.EditText"),
        Just("android.widget.SeekBar"),
        Just("android.widget.ProgressBar"),
        Just("android.widget.RadioButton"),
        Just("android.view.View"),
        Just(""),
    ];
    let kinds = prop_oneof![
        Just(ActionKind::Tap),
        Just(ActionKind::Type),
        Just(ActionKind::LongTap),
        Just(ActionKind::Swipe),
        Just(ActionKind::Scroll),
    ];
    let label = prop_oneof![Just("Save".to_owned()), Just("Total".to_owned()), ".{0,6}"];
    let bits = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let edges = (-50_i32..2000, -50_i32..2000, -50_i32..2000, -50_i32..2000);
    let kinds = proptest::collection::vec(kinds, 0..4);
    (class, label, kinds, bits, edges, proptest::option::of(0_usize..9)).prop_map(
        |(class, label, actions, (enabled, there, opaque, password, selected), edges, list)| {
            let (left, top, right, bottom) = edges;
            let bounds = Bounds::new(left, top, right, bottom);
            let mut widget = button(1, &label);
            widget.class = class.into();
            widget.tap = there.then(|| bounds.center());
            (widget.position.list, widget.position.row) = (list, list);
            Widget { actions, enabled, opaque, password, selected, bounds, ..widget }
        },
    )
}

fn any_screen() -> impl Strategy<Value = Screen> {
    let package = prop_oneof![
        Just("org.app"),
        Just("org.app"),
        Just("android"),
        Just("com.android.permissioncontroller"),
        Just("com.launcher"),
        Just(""),
    ];
    let widgets = proptest::collection::vec(any_widget(), 0..9);
    (package, widgets, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(package, widgets, dialog, busy, lying)| {
            let number = |(at, widget)| Widget { number: at + 1, ..widget };
            let screen = phone(widgets.into_iter().enumerate().map(number).collect());
            let size = if lying { DisplaySize::new(1600, 720) } else { screen.size };
            Screen { package: package.into(), dialog, busy, size, ..screen }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn odd_screens_do_no_harm(screens in proptest::collection::vec(any_screen(), 2..14)) {
        let mut run = TestRun::of(screens[0].clone(), |screen, _| screen.clone(), &[]);
        for screen in screens.iter().cycle().take(40) {
            if let Some(proposed) = run.propose() {
                assert_there(&run.world.screen, &proposed);
                run.act(&proposed.action);
            }
            run.world.show(screen.clone());
        }
    }
}

#[test]
fn odd_passwords_are_no_secrets() {
    let mut start = form();
    start.widgets[0] = Widget { password: true, ..field(1, "password", "Password") };
    let valid = crate::domain::values::plausible(&start.widgets[0], 0);
    let mut run = TestRun::of(start, app, &["gestures", "probes"]);
    let (mut secrets, mut plain) = (0, 0);
    for _ in 0..60 {
        let Some(proposed) = run.propose() else { break };
        if let Action::Type { text, .. } = &proposed.action {
            let is_valid = text.reveal() == Some(valid.as_str());
            let is_secret = matches!(text, crate::domain::InputText::Secret(_));
            assert_eq!(is_secret, is_valid, "{}", proposed.action);
            *(if is_secret { &mut secrets } else { &mut plain }) += 1;
        }
        run.act(&proposed.action);
    }
    assert!(secrets > 0 && plain > 0, "{secrets} and {plain}");
}
