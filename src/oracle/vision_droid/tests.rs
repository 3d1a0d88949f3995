//! Monitor, Detector and second look with a scripted model.

use std::sync::Arc;

use futures_util::FutureExt as _;
use proptest::prelude::*;

use super::*;
use crate::domain::{
    Action, ActionKind, DisplaySize, Point, Screen, StateId, StateIds, Widget, WidgetRole,
    WidgetTarget,
};
use crate::llm::ask::AskSetup;
use crate::llm::script::ScriptedModel;
use crate::llm::{AskerEvents, PromptLibrary};
use crate::oracle::{JudgedScreen, OracleSettings, registry};
use crate::protocol::{ActionOutcome, Event};

fn page(title: &str, texts: &[&str]) -> JudgedScreen {
    let widget = |(number, text): (usize, &&str)| Widget {
        number: number + 1,
        resource_id: format!("id/{}", text.to_lowercase().replace(' ', "_")),
        text: (*text).into(),
        label: (*text).into(),
        role: Some(WidgetRole::Button),
        actions: vec![ActionKind::Tap],
        tap: Some(Point::default()),
        enabled: true,
        ..Widget::default()
    };
    let mut screen = Screen::on_display("org.tasks", ".Main", DisplaySize::new(100, 200));
    screen.title = Some(title.into());
    screen.widgets = texts.iter().enumerate().map(widget).collect();
    let state = StateIds { exact: StateId(1), structural: StateId(1) };
    JudgedScreen { screen: Arc::new(screen), state, picture: None, png: None, progress_ms: 0 }
}

#[test]
fn words_with_a_figure_tell_more_than_a_label() {
    let at = page("Trends", &["Average of the week", "20.7 kg", "72.8"]);
    let shows = |line: &str| quoting(&Action::Restart, &at.screen, line).shows;
    assert_eq!(shows(r#""Average of the week" is "20.7 kg", not "72.6 kg""#), "20.7 kg");
    assert_eq!(shows(r#""Average of the week" is wrong"#), "Average of the week");
    assert_eq!(shows("The average is wrong"), "");
}

/// A session in which something is removed from a list, and what is asked about it.
struct JudgedSession {
    oracle: VisionDroidOracle,
    asker: Asker,
    asker_events: AskerEvents,
    at: JudgedScreen,
    step: u64,
    findings: Vec<Finding>,
}

impl JudgedSession {
    fn new(chat: Option<Arc<ScriptedModel>>, settings: &OracleSettings) -> Self {
        let chat = chat.map(|chat| chat as Arc<dyn crate::llm::ChatModel>);
        let prompts = PromptLibrary::default();
        let (asker, asker_events) =
            Asker::new(AskSetup { chat, prompts, cost_cap: None, pictures: false });
        let oracle = VisionDroidOracle::new(settings);
        Self { oracle, asker, asker_events, at: tasks(), step: 0, findings: Vec::new() }
    }

    /// Taps the widget with this number; `after` follows.
    fn tap(&mut self, number: usize, after: JudgedScreen) {
        let turn = self.turn(number, after);
        let found = self.oracle.judge(&turn, &mut self.asker).now_or_never().unwrap();
        self.findings.extend(found);
    }

    /// The turn in which the widget with this number is tapped, and `after` follows.
    fn turn(&mut self, number: usize, after: JudgedScreen) -> JudgedTurn {
        let before = std::mem::replace(&mut self.at, after.clone());
        let target = WidgetTarget::of(before.screen.widget(number).unwrap());
        self.step += 1;
        JudgedTurn {
            step: self.step,
            action: Some(Action::Tap { target }),
            outcome: Some(ActionOutcome::Moved),
            before: Some(before),
            after,
            crashes: Vec::new(),
            properties: Arc::default(),
            history: Vec::new(),
        }
    }

    /// Removes Milk, which stays listed, and goes to the settings.
    fn remove(mut self) -> Self {
        self.tap(1, page("Milk", &["Remove", "Up"]));
        self.tap(1, page("Remove?", &["Yes", "No"]));
        self.tap(1, tasks());
        self.tap(2, page("Settings", &["Dark", "Language", "About"]));
        self.tap(1, page("Settings", &["Dark on", "Language", "About"]));
        self.tap(2, page("Language", &["English", "Up"]));
        self.tap(1, page("Restart?", &["Now", "Later"]));
        self
    }
}

fn tasks() -> JudgedScreen {
    page("Tasks", &["Milk", "Settings"])
}

const REMOVING: &str =
    r#"{"function": "removing a task", "new_from": null, "important": [1, 2, 3]}"#;
const SETTING: &str = r#"{"function": "changing settings", "new_from": 5, "important": []}"#;
const SOUND: &str = r#"{"purpose": "p", "bugs": [], "hints": ["Remove two."], "wrong_steps": [1]}"#;

fn bug(shows: &str, lacks: &str) -> String {
    format!(
        r#"{{"purpose": "removes a task", "expected_course": ["it is gone"],
        "actual_course": ["it stays"], "bugs": [{{"step": 3, "widget": "Milk",
        "category": "data operation", "confidence": 90, "expected": "Milk is no longer listed.",
        "actual": "Milk is still listed.", "evidence": "The list shows Milk.",
        "shows": "{shows}", "lacks": "{lacks}"}}], "hints": [], "wrong_steps": []}}"#
    )
}

fn session(replies: &[&str]) -> (JudgedSession, Arc<ScriptedModel>) {
    let chat = Arc::new(ScriptedModel::new(replies));
    (JudgedSession::new(Some(chat.clone()), &OracleSettings::default()).remove(), chat)
}

#[test]
fn without_examples_and_reasoning_only_the_bugs_are_asked_for() {
    let chat = Arc::new(ScriptedModel::new(&[REMOVING, SETTING, r#"{"bugs": [], "hints": []}"#]));
    let session =
        JudgedSession::new(Some(chat.clone()), &without(&["examples", "reasoning"])).remove();
    let question = &chat.prompts()[2];
    assert!(
        !question.contains("Bugs of other apps") && !question.contains("purpose"),
        "{question}"
    );
    assert_eq!(session.oracle.board.finished()[0].sound, Some(true));
}

/// The settings with these parts disabled.
fn without(parts: &[&str]) -> OracleSettings {
    let disabled = parts.iter().map(|part| (*part).to_owned()).collect();
    OracleSettings { disabled, ..OracleSettings::default() }
}

#[test]
fn without_alignment_no_text_of_the_screens_is_told() {
    let chat = Arc::new(ScriptedModel::new(&[REMOVING, SETTING, &bug("Milk", ""), STANDS]));
    let session = JudgedSession::new(Some(chat.clone()), &without(&["alignment"])).remove();
    let question = &chat.questions()[2];
    assert!(question.contains("\"tap [1]\"; another screen"), "{question}");
    assert!(!question.contains("The screen shows"), "{question}");
    assert_eq!(session.findings.len(), 1, "code still compares the words with the screen");
}

#[test]
fn without_functions_the_monitor_is_not_asked_and_all_steps_are_judged() {
    let chat = Arc::new(ScriptedModel::new(&[SOUND]));
    let mut session = JudgedSession::new(Some(chat.clone()), &without(&["functions"])).remove();
    assert_eq!(chat.questions().len(), 0);
    session.tap(1, page("Restart?", &["Now", "Later"]));
    session.tap(1, tasks());
    let questions = chat.questions();
    assert_eq!(questions.len(), 1);
    assert!(!questions[0].contains("The function:"), "{}", questions[0]);
    assert!(questions[0].contains("Step 1.") && questions[0].contains("Step 8."));
}

const STANDS: &str = r#"{"why": "Milk is there.", "stands": true}"#;

#[test]
fn a_function_that_is_finished_is_judged_and_looked_at_again() {
    let (session, chat) = session(&[REMOVING, SETTING, &bug("Milk", ""), STANDS]);
    let [finding] = session.findings.as_slice() else { panic!("{:?}", session.findings) };
    assert_eq!((finding.step, finding.category.as_str()), (3, "data operation"));
    assert_eq!(finding.actual, "Milk is still listed.");
    assert_eq!(finding.steps, Some(FindingSteps { from: 1, to: 3 }));
    assert_eq!(finding.confidence, Some(90));
    let questions = chat.questions();
    assert_eq!(questions.len(), 4);
    assert!(questions[2].contains("Bugs of other apps"), "{}", questions[2]);
    assert!(!questions[2].contains("Language"), "only the function: {}", questions[2]);
    assert!(questions[3].contains("Claimed: \"Milk is still listed.\""), "{}", questions[3]);
    let board = session.oracle.board;
    assert_eq!(
        board.finished(),
        [FunctionRecord { name: "removing a task".into(), sound: Some(false) }]
    );
    assert_eq!(board.current(), "changing settings");
}

/// A button without effect was left out as a step without effect, so that no missing feedback was ever seen.
#[test]
fn what_was_pressed_without_effect_is_kept_once_though_the_monitor_leaves_it_out() {
    let mut session = JudgedSession::new(None, &OracleSettings::default());
    let mut course = FunctionCourse::default();
    let idle = |session: &mut JudgedSession, outcome| {
        let after = session.at.clone();
        JudgedTurn { outcome: Some(outcome), ..session.turn(2, after) }
    };
    for outcome in [ActionOutcome::None, ActionOutcome::None, ActionOutcome::Content] {
        course.take(&idle(&mut session, outcome));
    }
    course.take(&session.turn(1, page("Milk", &["Remove", "Up"])));
    assert!(course.divide("opening a task", None, &[4]).is_none());
    course.take(&session.turn(1, tasks()));
    let (_, steps) = course.divide("removing a task", Some(5), &[]).unwrap();
    assert_eq!(steps.iter().map(|step| step.step).collect::<Vec<_>>(), [1, 4]);
}

#[test]
fn the_log_tells_which_steps_belong_to_which_function() {
    let (mut session, _) = session(&[REMOVING, SETTING, &bug("Milk", ""), STANDS]);
    let mut reported = Vec::new();
    while let Ok(logged) = session.asker_events.logged.try_recv() {
        if let Event::FunctionTested(FunctionTested { name, from, sound }) = logged.event {
            reported.push((name, from, sound));
        }
    }
    let removing = || "removing a task".to_owned();
    let setting = "changing settings".to_owned();
    assert_eq!(reported, [(removing(), 1, None), (setting, 5, None), (removing(), 1, Some(false))]);
}

#[test]
fn what_is_expected_is_no_finding_and_hints_go_to_the_explorer() {
    let (session, _) = session(&[REMOVING, SETTING, SOUND]);
    assert_eq!(session.findings, []);
    let board = session.oracle.board;
    assert_eq!((board.hints(), board.wrong_steps()), (vec!["Remove two.".to_owned()], vec![1]));
}

#[test]
fn a_suspicion_that_does_not_stand_is_not_told() {
    let no = r#"{"why": "It is another task.", "stands": false}"#;
    let (session, _) = session(&[REMOVING, SETTING, &bug("Milk", ""), no]);
    assert_eq!(session.findings, []);
}

#[test]
fn code_refutes_that_something_is_missing_which_is_there() {
    let (session, chat) = session(&[REMOVING, SETTING, &bug("", "milk")]);
    assert_eq!(session.findings, []);
    assert_eq!(chat.questions().len(), 3, "nobody is asked about it");
}

#[test]
fn words_that_are_not_on_the_screen_are_complained_of() {
    let (session, chat) = session(&[REMOVING, SETTING, &bug("Bread", ""), SOUND]);
    assert_eq!(session.findings, []);
    let complaint = chat.questions().pop().unwrap();
    assert!(complaint.contains("does not show \"Bread\""), "{complaint}");
}

/// "Average 20.7 kg" stood below the lines that the question told, and was refused though the picture showed it.
#[test]
fn words_below_the_lines_that_are_told_may_be_quoted() {
    let reply = bug("Average 20.7 kg", "");
    let refused = |lines: usize| {
        let mut context = DetectorQuery.sample();
        context["course"][0]["step"] = 3.into();
        context["course"][0]["shows"] = vec!["text: Tue"; lines].into();
        DetectorQuery.judge(&context, &reply).complaint.is_some()
    };
    assert!(refused(23));
    assert!(!refused(24));
}

/// A snackbar is what tells that a function worked; the Detector's text of the screen has it.
#[test]
fn messages_over_the_screen_are_told_to_the_detector() {
    let mut screen = (*page("Cart", &["Look at the goods"]).screen).clone();
    let label = "Mug removed".to_owned();
    let role = Some(WidgetRole::Text);
    screen.widgets.push(Widget { text: label.clone(), label, role, ..Widget::default() });
    let told = super::course::shown(&screen);
    assert!(told.iter().any(|line| line == "text: Mug removed"), "{told:?}");
}

#[test]
fn without_a_model_it_is_off_and_says_so_once() {
    let mut session = JudgedSession::new(None, &OracleSettings::default()).remove();
    assert_eq!(session.findings, []);
    let mut warnings = 0;
    while let Ok(reported) = session.asker_events.logged.try_recv() {
        warnings += u32::from(matches!(reported.event, Event::Warned(_)));
    }
    assert_eq!(warnings, 1);
}

#[test]
fn a_claim_is_seen_again_by_code_or_not() {
    let (session, _) = session(&[REMOVING, SETTING, &bug("Milk", ""), STANDS]);
    let finding = Finding { oracle: "vision-droid".into(), ..session.findings[0].clone() };
    let again = |after: JudgedScreen| {
        let mut oracle = registry::confirming(&finding, &OracleSettings::default(), false).unwrap();
        let before = page("Remove?", &["Yes", "No"]);
        let target = WidgetTarget::of(before.screen.widget(1).unwrap());
        let turn = JudgedTurn {
            step: 2,
            action: Some(Action::Tap { target }),
            outcome: Some(ActionOutcome::Moved),
            before: Some(before),
            after,
            crashes: Vec::new(),
            properties: Arc::default(),
            history: Vec::new(),
        };
        let (mut asker, _) = Asker::without_model();
        let found = oracle.judge(&turn, &mut asker).now_or_never().unwrap();
        found.iter().any(|found| oracle.same(found, &finding))
    };
    assert!(again(tasks()));
    assert!(!again(page("Tasks", &["Settings"])));
}

/// A claim without words is judged again by the model, which is told nothing of it.
#[test]
fn a_claim_without_words_is_judged_again_by_the_model() {
    let (suspected, _) = session(&[REMOVING, SETTING, &bug("", ""), STANDS]);
    let finding = Finding { oracle: "vision-droid".into(), ..suspected.findings[0].clone() };
    let settings = OracleSettings::default();
    assert!(registry::confirming(&finding, &settings, false).is_none());
    let again_over = |first: JudgedScreen, reply: &str, after: JudgedScreen| {
        let chat = Arc::new(ScriptedModel::new(&[reply]));
        let mut replayed = JudgedSession::new(Some(chat.clone()), &settings);
        let mut oracle = registry::confirming(&finding, &settings, true).unwrap();
        let mut found = Vec::new();
        for (number, after) in [(1, first), (1, page("Remove?", &["Yes", "No"])), (1, after)] {
            let turn = replayed.turn(number, after);
            found.extend(oracle.judge(&turn, &mut replayed.asker).now_or_never().unwrap());
        }
        (found.iter().any(|found| oracle.same(found, &finding)), chat.questions().len())
    };
    let milk = || page("Milk", &["Remove", "Up"]);
    let again = |reply: &str, after: JudgedScreen| again_over(milk(), reply, after);
    assert_eq!(again(&bug("", ""), tasks()), (true, 1));
    assert_eq!(again(SOUND, tasks()), (false, 1));
    let other = bug("", "").replace("data operation", "navigation");
    assert_eq!(again(&other, tasks()), (false, 1));
    let earlier = |step: u64| bug("", "").replace("\"step\": 3", &format!("\"step\": {step}"));
    assert_eq!(again(&earlier(1), tasks()), (false, 1), "seen on another page");
    let list = page("Tasks", &["Remove Milk"]);
    assert_eq!(again_over(list, &earlier(1), tasks()), (true, 1), "seen before on the same page");
    assert_eq!(again(&bug("", ""), page("Start", &["Go"])), (false, 0), "another page");
}

proptest! {
    #[test]
    fn no_reply_makes_a_query_panic(reply in ".{0,60}", field in "[a-z_]{1,10}", inner in ".{0,20}") {
        for query in QUERIES {
            let sample = query.sample();
            let _ = query.judge(&sample, &reply);
            let object = serde_json::json!({ field.as_str(): inner }).to_string();
            let _ = query.judge(&sample, &object);
        }
    }
}
