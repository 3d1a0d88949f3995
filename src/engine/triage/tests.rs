use std::sync::Arc;

use futures_util::FutureExt as _;

use super::*;
use crate::device::{ActionReport, AppInfo, DeviceInfo, Observation};
use crate::domain::{
    ActionKey, AppComponent, AppCrash, CrashKind, DeviceCapabilities, DeviceKey, DialogueTurn,
    DisplaySize, FindingKind, Intent, Screen, StateId, StateIds,
};
use crate::explorer::replay::TapedAction;

/// An app that crashes once `needs` were said one after the other, whatever else is said between;
/// every `flaky`th device never does.
#[derive(Clone)]
struct App {
    needs: Vec<&'static str>,
    flaky: Option<u32>,
}

struct Line {
    info: DeviceInfo,
    left: Vec<&'static str>,
    deaf: bool,
    reported: bool,
}

fn talk() -> Screen {
    Screen::of_speech("app", DialogueTurn { open: true, ..DialogueTurn::default() })
}

impl Device for Line {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn capabilities(&self) -> DeviceCapabilities {
        DeviceCapabilities::VOICE
    }

    fn open(&mut self) -> DeviceFuture<'_, AppInfo> {
        async { Ok(AppInfo::default()) }.boxed()
    }

    fn observe(&mut self) -> DeviceFuture<'_, Observation> {
        async { Ok(Observation::of(talk())) }.boxed()
    }

    fn perform<'a>(&'a mut self, action: &'a Action) -> DeviceFuture<'a, ActionReport> {
        // Keys stand for words: only they can be done at once.
        for single in action.singles() {
            let said = match single {
                Action::Say { words } => words.as_str(),
                Action::Key { key } => key.word(),
                _ => "",
            };
            if self.left.first() == Some(&said) {
                self.left.remove(0);
            }
        }
        async { Ok(ActionReport::default()) }.boxed()
    }

    fn crashes(&mut self) -> DeviceFuture<'_, Vec<AppCrash>> {
        let dead =
            self.left.is_empty() && !self.deaf && !std::mem::replace(&mut self.reported, true);
        let crash = AppCrash::new(CrashKind::Java, "app", "E");
        let crash = AppCrash { group: "E at x".into(), ..crash };
        async move { Ok(dead.then_some(crash).into_iter().collect()) }.boxed()
    }
}

struct Stable {
    app: App,
    given: u32,
}

impl TriageDevices for Stable {
    fn fresh(&mut self) -> DeviceFuture<'_, Box<dyn Device>> {
        self.given += 1;
        let deaf = self.app.flaky.is_some_and(|every| self.given.is_multiple_of(every));
        let left = self.app.needs.clone();
        let info = DeviceInfo {
            target: "app".into(),
            model: String::new(),
            system: String::new(),
            size: DisplaySize::default(),
        };
        async move {
            let device: Box<dyn Device> = Box::new(Line { info, left, deaf, reported: false });
            Ok(device)
        }
        .boxed()
    }
}

/// A recording of these words, each said in a state of its own; the last showed the crash.
fn tape(said: &[&str]) -> ActionTape {
    let steps = (1_u64..).zip(said).map(|(number, words)| TapedAction {
        number,
        action: Action::Say { words: (*words).into() },
        key: ActionKey::new(words),
        from: StateIds { exact: StateId(number), structural: StateId(number) },
        before: Arc::new(talk()),
        after: None,
    });
    let finding = Finding {
        kind: FindingKind::Crash,
        title: "E".into(),
        group: "E at x".into(),
        step: said.len() as u64,
        first: true,
        detail: String::new(),
        ..Finding::default()
    };
    ActionTape { steps: steps.collect(), findings: vec![finding], ..ActionTape::default() }
}

async fn triaged(tape: &ActionTape, app: App, guard: &GuardRules) -> FindingTriaged {
    let secrets = ReplaySecrets::default();
    let limits = TriageLimits::default();
    let oracles = &OracleSettings::default();
    let triage = TriageRequest { tape, manifest: None, guard, secrets: &secrets, oracles, limits };
    let mut bench = Stable { app, given: 0 };
    triage.of(groups(tape, false)[0], &mut bench).await.unwrap()
}

#[tokio::test]
async fn a_finding_that_happens_again_is_told_with_the_steps_that_were_enough() {
    let again = async |needs: Vec<&'static str>| {
        let (tape, guard) = (tape(&SAID), GuardRules::default());
        let (secrets, oracles) = (ReplaySecrets::default(), OracleSettings::default());
        let triage = TriageRequest {
            tape: &tape,
            manifest: None,
            guard: &guard,
            secrets: &secrets,
            oracles: &oracles,
            limits: TriageLimits {
                times: 1,
                replays: 12,
                time: Duration::from_secs(60),
                ..TriageLimits::default()
            },
        };
        let mut bench = Stable { app: App { needs, flaky: None }, given: 0 };
        triage.happens_again(groups(&tape, false)[0], &mut bench).await.unwrap()
    };
    let shown = again(vec!["a", "b", "c"]).await;
    assert!(shown.steps.is_some_and(|steps| (3..=9).contains(&steps)), "{shown:?}");
    let never = again(vec!["never"]).await;
    assert_eq!(never.steps, None);
    assert!((1..=12).contains(&never.tries), "{never:?}");
}

fn labels(reported: &FindingTriaged) -> Vec<u64> {
    reported.steps.iter().map(|step| step.recorded).collect()
}

const SAID: [&str; 9] = ["hi", "a", "help", "b", "again", "help", "hi", "stop", "c"];

#[tokio::test]
async fn only_what_is_needed_is_told_and_confirmed() {
    let app = App { needs: vec!["a", "b", "c"], flaky: None };
    let reported = triaged(&tape(&SAID), app, &GuardRules::default()).await;
    assert_eq!(labels(&reported), [2, 4, 9]);
    assert_eq!((reported.confirmed, reported.runs, reported.privileged), (3, 3, false));
    assert_eq!(reported.why, "It happens every time: 3 steps are enough of 9.");
}

#[tokio::test]
async fn a_pair_is_told_by_the_half_that_is_enough() {
    let [home, back] = [DeviceKey::Home, DeviceKey::Back].map(|key| Action::Key { key });
    let recorded = || {
        let mut tape = tape(&SAID);
        tape.steps[8].action = Action::at_once(home.clone(), back.clone()).unwrap();
        tape
    };
    for (last, needed) in [
        (vec!["home"], home.clone()),
        (vec!["back"], back.clone()),
        (vec!["home", "back"], Action::at_once(home.clone(), back.clone()).unwrap()),
    ] {
        let needs = [vec!["a"], last].concat();
        let app = App { needs, flaky: None };
        let reported = triaged(&recorded(), app, &GuardRules::default()).await;
        assert_eq!(labels(&reported), [2, 9]);
        assert_eq!(reported.confirmed, 3, "what is told is what was confirmed");
        assert_eq!(reported.steps[1].action, needed);
        assert_eq!(reported.steps[1].label, needed.to_string());
    }
}

#[tokio::test]
async fn what_does_not_happen_again_is_told() {
    let app = App { needs: vec!["never"], flaky: None };
    let reported = triaged(&tape(&SAID), app, &GuardRules::default()).await;
    assert_eq!((reported.confirmed, reported.runs), (0, 3));
    assert_eq!(labels(&reported).len(), 9, "what was recorded is told");
    assert_eq!(reported.why, "It did not happen again after a restart.");
}

#[tokio::test]
async fn what_happens_now_and_then_is_told_as_that() {
    let app = App { needs: vec!["c"], flaky: Some(2) };
    let reported = triaged(&tape(&SAID), app, &GuardRules::default()).await;
    // A try without success keeps a step that is not needed; the last always is.
    assert_eq!(labels(&reported).last(), Some(&9));
    assert!((1..3).contains(&reported.confirmed), "{reported:?}");
    assert!(
        reported.why.starts_with("It happens 1 of 3")
            || reported.why.starts_with("It happens 2 of 3")
    );
}

#[tokio::test]
async fn a_guard_holds_in_repeats_too() {
    let rule = "[[rule]]\nname = \"mute\"\nwhy = \"no talking\"\nactions = [\"say\"]\n";
    let app = App { needs: vec!["c"], flaky: None };
    let reported = triaged(&tape(&SAID), app, &GuardRules::read(rule).unwrap()).await;
    assert_eq!(reported.confirmed, 0);
    assert!(reported.why.contains("The guard \"mute\" held steps back."), "{}", reported.why);
}

#[test]
fn a_start_of_what_is_not_exported_is_privileged() {
    let component = |name, exported| AppComponent::new(ComponentKind::Activity, name, exported);
    let components = vec![component(".Open", true), component(".Secret", false)];
    let manifest = Manifest { package: "org.app".into(), components, ..Manifest::default() };
    let start = |component: &str| {
        let intent = Intent { component: Some(component.into()), ..Intent::default() };
        closed(&Action::Start { intent }, &manifest)
    };
    assert_eq!(start("org.app/.Open"), None);
    assert_eq!(start("org.app/.Secret"), Some(".Secret".into()));
    assert_eq!(start("org.app/org.app.Secret"), Some(".Secret".into()));
    assert_eq!(start("com.other/.Secret"), None);
    assert_eq!(start("org.app/.Unknown"), None);
    assert_eq!(closed(&Action::Restart, &manifest), None);
}

#[test]
fn guesses_grow_from_the_last_restart() {
    let mut tape = tape(&SAID);
    tape.steps[4].action = Action::Restart;
    let guesses = guess::guesses(&tape, 8);
    assert_eq!(guesses, [(5..=8).collect::<Vec<_>>(), (0..=8).collect()]);
}

#[test]
fn detours_that_come_back_to_the_same_screen_are_left_out() {
    let mut tape = tape(&SAID);
    for (place, exact) in [(0, 1), (1, 2), (2, 3), (3, 2), (4, 4), (5, 1), (6, 5), (7, 5), (8, 6)] {
        tape.steps[place].from.exact = StateId(exact);
    }
    let all: Vec<usize> = (0..9).collect();
    let straight = guess::without_detours(&tape, &all);
    assert_eq!(straight[0], [5, 7, 8], "all of them");
    assert_eq!(straight.last().unwrap(), &[0, 1, 2, 3, 4, 5, 7, 8], "only what changed nothing");
    assert!(straight.contains(&vec![0, 3, 4, 5, 7, 8]));
}

#[test]
fn a_shorter_way_may_have_been_gone_only_after_the_crash() {
    let mut tape = tape(&["on", "on", "crash", "there"]);
    let ids = |id: u64| StateIds { exact: StateId(id), structural: StateId(id) };
    tape.opening = Some((ids(1), Arc::new(talk())));
    for (step, (from, to)) in tape.steps.iter_mut().zip([(1, 2), (2, 3), (3, 4), (1, 3)]) {
        step.from = ids(from);
        step.after = Some((ids(to), Arc::new(talk())));
    }
    assert_eq!(guess::guesses(&tape, 2)[0], [3, 2], "the shortest path, then the last step");
    assert_eq!(guess::shortcuts(&tape, &[0, 1, 2])[0], [3, 2]);
    assert!(guess::shortcuts(&tape, &[3, 2]).is_empty(), "nothing is shorter");
    tape.steps[3].action = Action::Restart;
    assert!(guess::shortcuts(&tape, &[0, 1, 2]).is_empty(), "a restart is no path");
}

#[test]
fn a_row_that_is_not_there_when_the_app_is_fresh_is_no_shortcut_of_its_own() {
    let row =
        |label: &str| crate::domain::WidgetTarget { label: label.into(), ..Default::default() };
    let mut tape = tape(&["on", "on", "crash", "old row", "new row"]);
    let ids = |id: u64| StateIds { exact: StateId(id), structural: StateId(id) };
    let widget = crate::domain::Widget { label: "old".into(), ..Default::default() };
    let opening = Screen { widgets: vec![widget], ..talk() };
    tape.opening = Some((ids(1), Arc::new(opening)));
    let legs = [(1, 2), (2, 3), (3, 4), (1, 3), (1, 3)];
    for (step, (from, to)) in tape.steps.iter_mut().zip(legs) {
        step.from = ids(from);
        step.after = Some((ids(to), Arc::new(talk())));
    }
    tape.steps[3].action = Action::Tap { target: row("new") };
    tape.steps[4].action = Action::Tap { target: row("old") };
    let shortcuts = guess::shortcuts(&tape, &[0, 1, 2]);
    assert_eq!(shortcuts, [[4, 2], [3, 2]], "what is surely there comes first");
}

/// A device that never answers.
struct Hanging;

impl TriageDevices for Hanging {
    fn fresh(&mut self) -> DeviceFuture<'_, Box<dyn Device>> {
        std::future::pending().boxed()
    }
}

#[tokio::test]
async fn a_device_that_hangs_is_given_up() {
    let (tape, guard, secrets) = (tape(&SAID), GuardRules::default(), ReplaySecrets::default());
    let oracles = &OracleSettings::default();
    let (time, hangs_after) = (Duration::from_secs(1), Duration::ZERO);
    let limits = TriageLimits { time, hangs_after, ..TriageLimits::default() };
    let (guard, secrets) = (&guard, &secrets);
    let triage = TriageRequest { tape: &tape, manifest: None, guard, secrets, oracles, limits };
    let reported = triage.of(groups(&tape, false)[0], &mut Hanging).await.unwrap();
    assert_eq!((reported.confirmed, reported.runs, reported.replays), (0, 0, 1));
    assert!(reported.why.starts_with("The device hangs"), "{}", reported.why);
}
