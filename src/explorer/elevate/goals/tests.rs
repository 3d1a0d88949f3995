mod leading;
mod naming;
mod options_told;
mod present_told;
mod pursuing;
mod reaching;

use serde_json::json;

use super::screens::SeenScreens;
use super::*;
use crate::domain::{Action, DeviceKey};
use crate::explorer::ExplorerSettings;
use crate::explorer::Situation;
use crate::explorer::elevate::scene::PromptScene;
use crate::explorer::elevate::{Elevate, ElevateWeights};
use crate::explorer::testing::{ScriptedModel, World, button, field, menu, phone};
use crate::model::path::PathRules as _;
use crate::protocol::{
    Event, ExplorationGoal, FallbackReason, GoalAuthor, GoalChange, GoalChanged, GoalId,
    GoalOutcome,
};
use std::sync::Arc;

fn context() -> Value {
    GoalsQuery.sample()
}

#[test]
fn a_listed_goal_is_accepted_with_its_texts() {
    let reply = json!({
        "why": "Ordering is the task.", "goal": 2, "begin": ["tap \"Order\""],
        "texts": [{ "field": "Cups", "text": "10" }, { "field": "", "text": "x" }],
    });
    let judgement = GoalsQuery.judge(&context(), &reply.to_string());
    assert_eq!(judgement.complaint, None);
    let choice: GoalChoice = serde_json::from_value(judgement.answer.unwrap()).unwrap();
    assert_eq!((choice.goal, choice.texts.len()), (2, 1));
    let reported = r#"2. "10" into "Cups", tap "Order", in "OrderActivity: New order""#;
    assert_eq!(judgement.reported, reported);
}

#[test]
fn a_goal_that_is_not_listed_is_a_complaint() {
    let judgement = GoalsQuery.judge(&context(), r#"{"goal": 9}"#);
    let complaint = judgement.complaint.unwrap();
    assert_eq!(complaint.check, NO_GOAL);
    assert!(complaint.says.contains("1 to 5"), "{}", complaint.says);
    assert_eq!(judgement.answer, None);
}

/// A list of notes with an editor behind "New" and settings behind "Settings".
struct Notes {
    world: World,
    elevate: Elevate,
}

impl Notes {
    fn new(replies: &[&str]) -> Self {
        let script = ScriptedModel::new(replies);
        let mut world = World::new(Some(Arc::new(script)));
        world.show(Self::list());
        // A goal is asked for at once, and may cost what it likes.
        let weights = json!({ "goal_first": 2, "goal_first_with_task": 2, "goal_loan": 50.0 });
        let weights = serde_json::from_value(weights).unwrap();
        let settings = ExplorerSettings { weights, ..ExplorerSettings::default() };
        Self { world, elevate: Elevate::new(&settings).unwrap() }
    }

    fn list() -> crate::domain::Screen {
        menu("Notes", &["New", "Settings", "Trash"])
    }

    fn editor() -> crate::domain::Screen {
        let mut editor =
            phone(vec![field(1, "title", "Title"), button(2, "Save"), button(3, "Share")]);
        editor.location = ".Editor".into();
        editor
    }

    fn settings() -> crate::domain::Screen {
        menu("Settings", &["Theme", "Backup", "Language"])
    }

    /// Asks for a proposal on `screen`, which what was proposed before led to.
    fn next(&mut self, screen: Option<crate::domain::Screen>) -> (String, Vec<Event>) {
        let (proposed, events) = self.world.ask(&mut self.elevate);
        let proposed = proposed.unwrap();
        if let Some(screen) = screen {
            self.world.act(&proposed.action, screen);
            self.world.teach(&mut self.elevate);
        }
        (proposed.why, events)
    }

    /// What the model says next.
    fn reply(&self, reply: String) {
        let script = self.world.chat.as_ref().unwrap();
        script.replies.lock().unwrap().push_back(reply);
    }

    fn change(&mut self, change: GoalChange) {
        let step = self.world.step;
        self.world.learn(&Event::GoalChanged(GoalChanged { step, change }));
    }
}

fn goals(events: &[Event]) -> Vec<GoalChange> {
    let changes = events.iter().filter_map(|event| match event {
        Event::GoalChanged(changed) => Some(changed.change.clone()),
        _ => None,
    });
    changes.collect()
}

fn testers(text: &str) -> GoalChange {
    GoalChange::Added(ExplorationGoal {
        id: GoalId(3),
        author: GoalAuthor::Tester,
        text: text.into(),
        why: String::new(),
        state: None,
        begin: Vec::new(),
        texts: Vec::new(),
    })
}

#[test]
fn a_testers_goal_is_pursued_by_its_words_without_a_model() {
    let mut notes = Notes::new(&[]);
    notes.world = World::new(None);
    notes.world.show(Notes::list());
    notes.change(testers("the trash"));
    let (why, _) = notes.next(Some(menu("Trash", &["Empty", "Restore"])));
    assert!(why.starts_with("Goal of the tester: the trash."), "{why}");
    assert_eq!(notes.world.last.as_ref().unwrap().action, {
        let list = World::new(None);
        let mut list = list;
        list.show(Notes::list());
        list.tapping("Trash")
    });
}

#[test]
fn a_dropped_goal_is_no_longer_pursued() {
    let mut notes = Notes::new(&[]);
    notes.change(testers("the trash"));
    notes.change(GoalChange::Dropped { id: GoalId(3) });
    let (why, _) = notes.next(None);
    assert!(!why.contains("Goal of"), "{why}");
}

#[test]
fn a_goal_that_no_path_leads_to_ends() {
    let mut notes = Notes::new(&[]);
    let state = crate::model::state_ids(&Notes::settings()).structural;
    let GoalChange::Added(goal) = testers("settings") else { panic!("none was added") };
    notes.change(GoalChange::Added(ExplorationGoal { state: Some(state), ..goal }));
    let (_, events) = notes.next(None);
    let ended = GoalChange::Ended { id: GoalId(3), outcome: GoalOutcome::Unreachable };
    assert_eq!(goals(&events), [ended]);
}

/// The settings, after the editor was opened and left, and the tap that led there.
fn at_settings() -> (Notes, Action) {
    let mut notes = Notes::new(&[]);
    // Without a question: too little is known in the first step.
    let new = notes.world.tapping("New");
    notes.world.act(&new, Notes::editor());
    notes.world.teach(&mut notes.elevate);
    notes.reply(r#"{"texts": [{"field": 1, "text": "Plan"}]}"#.into());
    let (_, events) = notes.next(Some(Notes::list()));
    assert_eq!(goals(&events), [], "one screen is nothing to choose from");
    let settings = notes.world.tapping("Settings");
    notes.world.act(&settings, Notes::settings());
    notes.world.teach(&mut notes.elevate);
    (notes, settings)
}

#[test]
fn the_model_chooses_a_goal_and_the_rules_walk_there_and_do_what_it_says() {
    let (mut notes, _) = at_settings();
    let reply = json!({
        "why": "The editor was left.", "goal": 2, "begin": ["Save"],
        "texts": [{ "field": "Title", "text": "Plan" }],
    });
    notes.reply(reply.to_string());
    let (why, events) = notes.next(None);
    let added = goals(&events);
    assert!(matches!(&added[..], [GoalChange::Added(_)]), "{added:?} {why}");
    assert!(why.starts_with("Goal of the model:"), "{why}");
}

/// A wrong average was seen by a model that could choose goals alone, and nothing came of it.
#[test]
fn what_a_reply_takes_for_a_bug_is_a_finding() {
    let (mut notes, settings) = at_settings();
    let bug = r#"Settings: "Theme" stands twice, and "Size" is gone"#;
    let reply = json!({ "goal": 2, "begin": ["tap \"Share\""], "bug": bug }).to_string();
    notes.reply(reply);
    let (_, events) = notes.next(None);
    let found = events.iter().find_map(|event| match event {
        Event::Found(finding) => Some(finding.clone()),
        _ => None,
    });
    let found = found.unwrap();
    assert_eq!((found.title.as_str(), found.oracle.as_str()), (bug, "elevate"));
    let claim = found.claim.unwrap();
    assert_eq!((claim.shows.as_str(), claim.action), ("Theme", settings), "what code can see");
}

#[test]
fn after_two_wrong_replies_the_rules_choose() {
    let mut notes = Notes::new(&[]);
    for (label, screen) in [("New", Notes::editor()), ("Settings", Notes::settings())] {
        notes.world.show(Notes::list());
        let tap = notes.world.tapping(label);
        notes.world.act(&tap, screen);
        notes.world.teach(&mut notes.elevate);
        notes.next(None);
    }
    let script = notes.world.chat.clone().unwrap();
    script.replies.lock().unwrap().extend(["No.".to_owned(), r#"{"goal": 77}"#.to_owned()]);
    for _ in 0..6 {
        notes.world.step += 1;
        let (why, events) = notes.next(None);
        let ruled = events.iter().find_map(|event| match event {
            Event::Ruled(ruled) if ruled.query == "elevate/goals" => Some(ruled.why),
            _ => None,
        });
        if let Some(ruled) = ruled {
            assert_eq!(ruled, FallbackReason::Rounds);
            assert!(!why.contains("Goal of"), "{why}");
            return;
        }
    }
    panic!("no goal was asked for");
}

#[test]
fn an_option_about_the_task_brings_its_own_inputs() {
    let option = GoalOption {
        number: 1,
        screen: "Notes".into(),
        task: vec!["tap \"Trash\"".into()],
        ..GoalOption::default()
    };
    assert_eq!(option.reported(&[], &[]), "tap \"Trash\", in \"Notes\"");
    let named = ["tap \"New\"".to_owned()];
    assert_eq!(option.reported(&named, &[]), "tap \"New\", in \"Notes\"");
}

#[test]
fn the_purpose_is_asked_for_until_it_is_known() {
    let mut known = context();
    assert!(GoalsQuery.schema(&known).unwrap()["properties"].get("purpose").is_none());
    known["purpose"] = Value::Null;
    let schema = GoalsQuery.schema(&known).unwrap();
    assert!(schema["properties"].get("purpose").is_some());
    let reply = json!({ "goal": 1, "purpose": "ordering\ntea" }).to_string();
    let answer = GoalsQuery.judge(&known, &reply).answer.unwrap();
    assert_eq!(answer["purpose"], "orderingtea");
    assert!(GoalsQuery.judge(&known, r#"{"goal": 1}"#).complaint.is_none(), "it is not required");
}

#[test]
fn a_goal_types_and_holds_what_it_names_and_leaves_the_rest_if_an_input_is_missing() {
    let mut notes = Notes::new(&[]);
    let state = crate::model::state_ids(&Notes::list()).structural;
    let begin =
        ["tap \"New\"", "type \"Plan\" into \"Title\"", "long tap \"Save\"", "tap \"Gone\""];
    let GoalChange::Added(goal) = testers("a note") else { panic!("none was added") };
    let begin = begin.map(str::to_owned).to_vec();
    notes.change(GoalChange::Added(ExplorationGoal { state: Some(state), begin, ..goal }));
    let mut did = Vec::new();
    for _ in 0..3 {
        let (why, events) = notes.next(Some(Notes::editor()));
        assert!(why.contains("What it begins with"), "{why} {:?}", goals(&events));
        did.push(output::called_action(&notes.world.last.as_ref().unwrap().action));
    }
    assert_eq!(did, ["tap \"New\"", "type \"Plan\" into \"Title\"", "long tap \"Save\""]);
    let (why, _) = notes.next(None);
    assert!(why.contains("By rule"), "the editor is new, so the rules go on there: {why}");
}

/// The inputs of `screen` as they were seen, and those of them that were never invoked.
fn seen(screen: crate::domain::Screen, task: &str) -> (Vec<String>, Vec<String>) {
    let mut world = World::new(None);
    world.show(screen);
    let situation = world.situation();
    let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
    let mut screens = SeenScreens::default();
    screens.see(&scene);
    let state = situation.state.structural;
    let (node, seen) = (situation.model.state(state).unwrap(), screens.of(state).unwrap());
    (options::untried(node, seen, |_| true), resolve::fitting(node, &screens, task, |_| true))
}

/// A list of alarms, each with a switch, and the button for a new one below it.
fn alarms() -> crate::domain::Screen {
    let mut widgets = Vec::new();
    for row in 0..4 {
        for (at, label) in [(1, format!("0{row}:30 · Alarm")), (2, "Alarm on".to_owned())] {
            let mut widget = button(2 * row + at, &label);
            (widget.position.list, widget.position.row) = (Some(1), Some(row));
            widget.resource_id = format!("org.app:id/part{at}");
            widgets.push(widget);
        }
    }
    widgets.extend([button(9, "Delete everything"), button(10, "Set an alarm")]);
    phone(widgets)
}

/// Eight rows and switches were named, several by the same name, and the button for a new alarm was not.
#[test]
fn rows_of_a_list_do_not_crowd_out_a_button_and_each_name_is_listed_once() {
    let (untried, _) = seen(alarms(), "");
    let first = &untried[..4];
    for name in ["tap \"Set an alarm\"", "tap \"Delete everything\"", "tap \"Alarm on\""] {
        assert!(first.iter().any(|words| words.starts_with(name)), "{name} in {untried:?}");
        assert_eq!(
            untried.iter().filter(|words| words.starts_with(name)).count(),
            1,
            "{untried:?}"
        );
    }
}

/// "Set an alarm, and turn it on" fitted each switch that has an "on", and the wanted button came last.
#[test]
fn what_shares_most_words_with_the_task_comes_first() {
    let (_, fits) = seen(alarms(), "Set an alarm for some days and turn it on");
    assert_eq!(fits[0], "tap \"Set an alarm\"", "{fits:?}");
    assert!(!fits.iter().any(|words| words.contains("Delete")), "{fits:?}");
    let (_, fits) = seen(alarms(), "Whatever is on");
    assert!(fits.is_empty(), "a short word alone says nothing: {fits:?}");
}

/// A field was called "Bells", after the ringtone above it, though its hint is "Label".
#[test]
fn a_field_is_called_by_its_hint_before_what_stands_beside_it() {
    let mut label = field(1, "label", "Label");
    label.caption = "Bells".into();
    assert_eq!(screens::field_label(&label), "Label");
    label.text = "Work".into();
    label.label = "Work".into();
    assert_eq!(screens::field_label(&label), "Label", "whatever it holds");
    label.hint.clear();
    assert_eq!(screens::field_label(&label), "Bells");
}

/// An app opened as it was left, with covers, not with the list it showed at first: the path over a restart
/// was begun three times.
#[test]
fn a_path_over_a_restart_begins_where_the_latest_restart_led() {
    let mut world = World::new(None);
    world.show(Notes::list());
    let covers = menu("Covers", &["List", "New"]);
    world.act(&Action::Restart, covers.clone());
    let here = world.situation();
    let weights = ElevateWeights::default();
    let jumps = |situation: &Situation, opens| {
        let mut screens = SeenScreens::default();
        screens.opens = opens;
        let paths = options::WithRestart::new(situation, &screens, &weights);
        paths.jumps().iter().map(|jump| jump.to).collect::<Vec<_>>()
    };
    let first = here.model.states()[0].id;
    assert_eq!(jumps(&here, None), [first]);
    let opens = Some(here.state.structural);
    assert!(jumps(&here, opens).is_empty(), "the app is where a restart leads");
    world.act(&Action::Key { key: DeviceKey::Menu }, Notes::settings());
    assert_eq!(jumps(&world.situation(), opens), opens.map(|state| vec![state]).unwrap());
}

/// A goal of the present screen that names these inputs.
fn beginning_with(situation: &Situation, begin: &[&str]) -> ExplorationGoal {
    let GoalChange::Added(goal) = testers("a note") else { panic!("none was added") };
    let begin = begin.iter().map(|input| (*input).to_owned()).collect();
    ExplorationGoal { state: Some(situation.state.structural), begin, ..goal }
}

/// A goal named "Place order", but the button said "Buy now", and the next question said that all was done.
#[test]
fn inputs_of_a_goal_that_were_not_there_are_told_as_left_out() {
    let mut world = World::new(None);
    world.show(Notes::list());
    let situation = world.situation();
    let weights = ElevateWeights::default();
    let scene = PromptScene::new(&situation, None, &[], &weights);
    let goal = beginning_with(&situation, &["tap \"New\"", "tap \"Place order\""]);
    let mut screens = SeenScreens::default();
    screens.see(&scene);
    let mut pursuit = pursuit::Pursuit::new(&scene, &goal);
    assert!(pursuit.left().is_empty(), "nothing was begun");
    let step = pursuit.step(&scene, &goal, (&screens, &weights), pursuit::GoalLeave::ALL);
    assert!(matches!(step, pursuit::PursuitStep::Input(..)));
    let step = pursuit.step(&scene, &goal, (&screens, &weights), pursuit::GoalLeave::ALL);
    let over = pursuit::PursuitStep::Over(GoalOutcome::NothingNew);
    assert_eq!(std::mem::discriminant(&step), std::mem::discriminant(&over));
    assert_eq!(pursuit.left(), ["tap \"Place order\""]);
}

/// Of a screen only what was never invoked was named, so a reply could not name the steps of a function that
/// lead over it.
#[test]
fn what_leads_on_is_named_and_what_leaves_is_not() {
    let mut world = World::new(None);
    world.show(menu("Notes", &["New", "Cancel", "Trash"]));
    let state = world.situation().state.structural;
    let mut screens = SeenScreens::default();
    for (label, there) in [("New", Notes::editor()), ("Cancel", Notes::settings())] {
        world.show(menu("Notes", &["New", "Cancel", "Trash"]));
        let situation = world.situation();
        screens.see(&PromptScene::new(&situation, None, &[], &ElevateWeights::default()));
        let tap = world.tapping(label);
        world.act(&tap, there);
    }
    let situation = world.situation();
    let (node, seen) = (situation.model.state(state).unwrap(), screens.of(state).unwrap());
    assert_eq!(options::led_on(node, seen), ["tap \"New\""]);
    assert_eq!(options::untried(node, seen, |_| true), ["tap \"Trash\""]);
}

/// "Hold" was named of each row of a list, which took a third of the question.
#[test]
fn what_else_can_be_done_to_rows_is_named_of_one() {
    let mut screen = menu("Notes", &["Ideas", "Shopping", "Travel"]);
    for (row, widget) in screen.widgets.iter_mut().filter(|widget| widget.acts()).enumerate() {
        (widget.position.list, widget.position.row) = (Some(1), Some(row));
        widget.resource_id = "org.app:id/row".into();
        widget.actions.push(crate::domain::ActionKind::LongTap);
    }
    let (untried, _) = seen(screen, "");
    let of = |does: &str| untried.iter().filter(|words| words.starts_with(does)).count();
    assert_eq!((of("tap"), of("long tap")), (3, 1), "{untried:?}");
}

/// Line breaks were deleted from values, so fields of several lines were never tested with them.
#[test]
fn a_goal_keeps_line_breaks_in_its_texts() {
    let reply = json!({
        "why": "Two lines.", "goal": 2, "begin": ["type \"a\nb\" into \"Cups\""],
        "texts": [{ "field": "Cups", "text": "c\nd" }],
    });
    let answer = GoalsQuery.judge(&context(), &reply.to_string()).answer.unwrap();
    let choice: GoalChoice = serde_json::from_value(answer).unwrap();
    assert_eq!(choice.texts[0].text, "c\nd");
    assert_eq!(resolve::named_text(&choice.begin[0]).unwrap().text, "a\nb");
}

/// A form kept what was typed before, so a goal that named it again lost all that came after it.
#[test]
fn a_text_that_a_field_holds_already_counts_as_typed() {
    let mut editor = Notes::editor();
    let widget = editor.widgets.iter_mut().find(|widget| widget.is_field()).unwrap();
    widget.text = "Plan".into();
    let mut world = World::new(None);
    world.show(editor);
    let situation = world.situation();
    let weights = ElevateWeights::default();
    let scene = PromptScene::new(&situation, None, &[], &weights);
    let GoalChange::Added(goal) = testers("a note") else { panic!("none was added") };
    let begin = ["tap \"Share\"", "type \"Plan\" into \"Title\"", "tap \"Save\""];
    let begin = begin.map(str::to_owned).to_vec();
    let goal = ExplorationGoal { state: Some(situation.state.structural), begin, ..goal };
    let mut screens = SeenScreens::default();
    screens.see(&scene);
    let mut pursuit = pursuit::Pursuit::new(&scene, &goal);
    for _ in 0..2 {
        let step = pursuit.step(&scene, &goal, (&screens, &weights), pursuit::GoalLeave::ALL);
        assert!(matches!(step, pursuit::PursuitStep::Input(..)));
    }
    assert!(pursuit.left().is_empty() && pursuit.did_all());
}

/// In its first steps nearly all that the rules do shows something new.
#[test]
fn the_first_goal_is_asked_for_once_something_is_known() {
    let mut notes = Notes::new(&["{}", "{}", "{}", "{}", "{}", "{}", "{}", "{}"]);
    notes.elevate = Elevate::new(&ExplorerSettings::default()).unwrap();
    // With a task goals may go further: here the rules show something new in each step.
    notes.world.charter = Some("Bread is bought".into());
    let mut asked_at = None;
    for (at, page) in ["Bread", "Fruit", "Milk", "Pasta", "Rice", "Tea", "Wine"].iter().enumerate()
    {
        let mut screen = menu(page, &["On", "Back", page]);
        screen.location = format!(".{page}");
        notes.next(Some(screen));
        let asked = notes.world.questions().iter().any(|question| question.contains("Goals:"));
        asked_at = asked_at.or(asked.then_some(at + 1));
    }
    assert!(asked_at.is_some_and(|step| step >= 5), "{asked_at:?}");
}
