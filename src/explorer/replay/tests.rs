use std::collections::HashMap;

use super::*;
use crate::domain::{
    Bounds, DisplaySize, InputText, Point, Screen, Secret, StateId, Widget, WidgetTarget,
};
use crate::explorer::testing::{World, heard, said};
use crate::model::abstraction::{self, key_of};
use crate::protocol::SessionBranched;

fn screen(labels: &[&str]) -> Screen {
    let widgets = labels.iter().enumerate().map(|(at, label)| Widget {
        number: at + 1,
        class: "android.widget.Button".into(),
        label: (*label).into(),
        text: (*label).into(),
        bounds: Bounds::new(0, 0, 10, 10),
        tap: Some(Point::new(5, 5)),
        actions: vec![ActionKind::Tap],
        enabled: true,
        ..Widget::default()
    });
    Screen {
        widgets: widgets.collect(),
        ..Screen::on_display("org.app", ".Main", DisplaySize::new(100, 200))
    }
}

fn compared(then: &Screen, now: &Screen) -> (StepMatch, f64) {
    let of = |screen: &Screen| abstraction::state_ids(screen).structural;
    compare((of(then), then), (of(now), now))
}

#[test]
fn screens_are_same_near_or_different() {
    let then = screen(&["Save", "Share", "Delete", "Print"]);
    assert_eq!(compared(&then, &then), (StepMatch::Same, 1.0));
    let (near, alike) = compared(&then, &screen(&["Save", "Share", "Delete"]));
    assert_eq!(near, StepMatch::Near);
    assert!((alike - 6.0 / 7.0).abs() < 1e-9);
    assert_eq!(compared(&then, &screen(&["Sign in", "Save"])).0, StepMatch::Different);
    let elsewhere = Screen { location: ".Other".into(), ..then.clone() };
    assert_eq!(compared(&then, &elsewhere).0, StepMatch::Different);
}

#[test]
fn what_was_said_is_compared_by_its_words() {
    let says = |text: &str| Screen::of_speech("app", said(text));
    let then = says("Welcome back. Would you like a quiz or a story?");
    assert_eq!(
        compared(&then, &says("Welcome! Would you like a quiz or a story?")).0,
        StepMatch::Near
    );
    assert_eq!(compared(&then, &says("Goodbye.")).0, StepMatch::Different);
    let closed =
        Screen::of_speech("app", crate::domain::DialogueTurn { open: false, ..heard("x", "") });
    assert_eq!(compared(&then, &closed).0, StepMatch::Different);
}

fn step(number: u64, action: Action, labels: &[&str]) -> TapedAction {
    let before = screen(labels);
    TapedAction {
        number,
        key: key_of(&before, &action).0,
        action,
        from: abstraction::state_ids(&before),
        before: Arc::new(before),
        after: None,
    }
}

#[test]
fn a_run_begins_behind_the_last_restart() {
    let wait = |number| step(number, Action::Wait { ms: 1 }, &[]);
    let steps = vec![wait(1), step(2, Action::Restart, &[]), wait(3), wait(4)];
    let tape = ActionTape { steps, ..ActionTape::default() };
    let since: Vec<usize> = (0..5).map(|place| tape.since_restart(place)).collect();
    assert_eq!(since, [0, 0, 2, 2, 2]);
    assert_eq!((tape.place(3), tape.place(9)), (Some(2), None));
}

#[test]
fn an_unknown_screen_is_recognised_by_its_likeness() {
    let tap = |labels: &[&str]| Action::Tap {
        target: WidgetTarget::of(screen(labels).widget(1).unwrap()),
    };
    let labels = ["Save", "Share", "Delete", "Print", "Copy", "Move", "Rename"];
    let steps = vec![step(1, tap(&labels), &labels), step(2, tap(&["Yes"]), &["Yes", "No"])];
    let tape = ActionTape { steps, ..ActionTape::default() };
    let like = screen(&["Save", "Share", "Delete", "Print", "Copy", "Move"]);
    let found = tape.recognise(StateId(1), &like);
    assert_eq!(found, Some(tape.steps[0].from.structural));
    assert_eq!(tape.recognise(StateId(1), &screen(&["Sign in"])), None);
}

#[test]
fn a_lost_secret_is_taken_from_the_environment_else_made_up() {
    let field = Widget {
        number: 1,
        resource_id: "org.app:id/pin-code".into(),
        password: true,
        ..Widget::default()
    };
    let shown = Screen { widgets: vec![field.clone()], ..screen(&[]) };
    let lost: Secret = serde_json::from_str("\"<secret>\"").unwrap();
    let typing = |text| Action::Type { target: WidgetTarget::of(&field), text };
    let filled = |secrets: &ReplaySecrets, text: InputText| {
        let mut action = typing(text);
        let reported = secrets.fill(&mut action, &shown);
        let Action::Type { text, .. } = action else { panic!("another action") };
        (text.reveal().map(str::to_owned), reported.is_some())
    };
    let secrets =
        |name: &str| ReplaySecrets(HashMap::from([(name.to_owned(), Secret::new("1234"))]));
    for known in [secrets("PIN_CODE"), secrets("")] {
        assert_eq!(filled(&known, InputText::Secret(lost.clone())), (Some("1234".into()), true));
    }
    let (made_up, reported) = filled(&secrets("OTHER"), InputText::Secret(lost));
    assert!(made_up.is_some_and(|text| !text.is_empty() && text != "1234") && reported);
    let plain = InputText::Plain("tea".into());
    assert_eq!(filled(&secrets(""), plain), (Some("tea".into()), false));
}

#[test]
fn a_lost_secret_in_a_pair_is_given_back() {
    let number = 1;
    let field = Widget {
        number,
        resource_id: "org.app:id/pin".into(),
        password: true,
        ..Widget::default()
    };
    let lost: Secret = serde_json::from_str("\"<secret>\"").unwrap();
    let typing = Action::Type { target: WidgetTarget::of(&field), text: InputText::Secret(lost) };
    let back = Action::Key { key: crate::domain::DeviceKey::Back };
    let now = Screen { widgets: vec![field], ..screen(&[]) };
    let secrets = ReplaySecrets(HashMap::from([("PIN".to_owned(), Secret::new("1234"))]));
    let mut pair = Action::at_once(typing, back.clone()).unwrap();
    let reported = secrets.give(&mut pair, &now);
    assert_eq!(reported, Some("the secret was taken from the environment"));
    let first = pair.singles().next();
    let Some(Action::Type { text, .. }) = first else { panic!("{pair}") };
    assert_eq!(text.reveal(), Some("1234"));
    let mut key = back.clone();
    assert_eq!(secrets.give(&mut key, &now), None);
    assert_eq!(key, back);
}

#[test]
fn what_is_different_is_told() {
    let other = compare::difference(&screen(&["A"]), &screen(&["B"]));
    assert_eq!(other, "other widgets on the same screen");
    let launcher = Screen { package: "launcher".into(), location: ".Home".into(), ..screen(&[]) };
    let other = compare::difference(&screen(&["A"]), &launcher);
    assert_eq!(other, "launcher is in front instead of org.app");
}

/// An explorer that proposes BACK, and says which steps it learned.
struct StepList(Vec<u64>);

impl Explorer for StepList {
    fn name(&self) -> &'static str {
        "list"
    }

    fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        assert_eq!(situation.last.as_ref(), Some(done));
        self.0.push(done.step);
    }

    fn propose<'a>(
        &'a mut self,
        _situation: &'a Situation,
        _asker: &'a mut Asker,
    ) -> Proposing<'a> {
        let proposal = ExplorerProposal::of(
            Action::Key { key: crate::domain::DeviceKey::Back },
            ActionKey::new("key back"),
            format!("learned {:?}", self.0),
        );
        Box::pin(std::future::ready(Some(proposal)))
    }
}

#[test]
fn the_explorer_after_a_branch_has_learned_each_replayed_step_once() {
    let screens = [&["Save", "Share"][..], &["Name"], &["Done", "Undo", "Redo"]];
    let tap = |labels: &[&str]| Action::Tap {
        target: WidgetTarget::of(screen(labels).widget(1).unwrap()),
    };
    let steps = (1..).zip(screens).map(|(number, labels)| step(number, tap(labels), labels));
    let tape = ActionTape { steps: steps.collect(), ..ActionTape::default() };
    let origin = SessionBranched { session: "earlier".into(), step: 2 };
    let then = Box::new(StepList(Vec::new()));
    let mut branch = BranchExplorer::new(&tape, origin, ReplaySecrets(HashMap::new()), then);

    let mut world = World::new(None);
    world.show(screen(screens[0]));
    for next in [screens[1], screens[2]] {
        let proposal = world.ask(&mut branch).0.unwrap();
        assert!(matches!(proposal.action, Action::Tap { .. }), "{}", proposal.why);
        world.act(&proposal.action, screen(next));
        world.teach(&mut branch);
    }
    let proposal = world.ask(&mut branch).0.unwrap();
    assert_eq!(proposal.why, "learned [1, 2]", "the third step is not replayed");
}
