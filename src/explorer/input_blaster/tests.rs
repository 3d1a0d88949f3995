mod fleet;
mod supervised;
mod unhelpful;

use std::sync::Arc;

use super::*;
use crate::domain::{Action, InputText, Screen};
use crate::explorer::testing::{ScriptedModel, World, button, field, menu, phone, spoken};
use crate::protocol::{
    AttackPlan, AttackRequest, Event, GeneratorWritten, InputResult, TriedInput,
};

/// A form whose fields hold these texts, with what it says.
fn form(texts: [&str; 2], says: Option<&str>) -> Screen {
    let mut low = field(1, "minimum", "Minimum (e.g. 20)");
    let mut high = field(2, "maximum", "Maximum (e.g. 80)");
    low.text = texts[0].into();
    high.text = texts[1].into();
    let mut widgets = vec![low, high, button(3, "Save")];
    widgets.extend(
        says.map(|says| crate::explorer::testing::widget(4, "android.widget.TextView", says)),
    );
    Screen { location: ".Range".into(), ..phone(widgets) }
}

/// An app with one form that is refused unless the minimum is below the maximum.
struct RangeApp {
    world: World,
    explorer: InputBlaster,
    texts: [String; 2],
    /// What it says instead of leaving the form, whatever was sent.
    says: Option<&'static str>,
    reported: Vec<Event>,
}

impl RangeApp {
    fn new() -> Self {
        Self::with(None)
    }

    /// The app, explored with the help of `model`.
    fn with(model: Option<Arc<ScriptedModel>>) -> Self {
        Self::sharing(1.0, model)
    }

    /// The same if attacks may take this share of the steps.
    fn sharing(share: f64, model: Option<Arc<ScriptedModel>>) -> Self {
        let mut settings = ExplorerSettings::default();
        settings.weights.insert("share".into(), serde_json::json!(share));
        let explorer = InputBlaster::new(&settings).unwrap();
        let mut world = World::new(model);
        world.show(form(["", ""], None));
        Self { world, explorer, texts: Default::default(), says: None, reported: Vec::new() }
    }

    /// One step of the explorer; gives what was done.
    fn step(&mut self) -> Action {
        let (proposed, events) = self.world.ask(&mut self.explorer);
        self.reported.extend(events);
        let action = proposed.unwrap().action;
        let next = match &action {
            Action::Type { target, text: InputText::Plain(text) } => {
                self.texts[target.number - 1].clone_from(text);
                self.shown(None)
            }
            Action::Tap { target } if target.label == "Save" && self.says.is_some() => {
                self.shown(self.says)
            }
            Action::Tap { target } if target.label == "Save" => {
                let number = |at: usize| self.texts[at].parse::<f64>().ok();
                match (number(0), number(1)) {
                    (Some(low), Some(high)) if low < high => {
                        self.texts = Default::default();
                        menu("Saved", &["Edit"])
                    }
                    _ => self.shown(Some("The minimum must be below the maximum")),
                }
            }
            _ => self.shown(None),
        };
        self.world.act(&action, next);
        self.world.teach(&mut self.explorer);
        action
    }

    fn shown(&self, says: Option<&str>) -> Screen {
        form([&self.texts[0], &self.texts[1]], says)
    }

    /// The inputs that were sent.
    fn sent(&self) -> impl Iterator<Item = &TriedInput> {
        self.reported.iter().filter_map(|event| match event {
            Event::Attacked(FormAttacked { change: AttackChange::Tried(tried), .. }) => Some(tried),
            _ => None,
        })
    }

    fn tried(&self) -> Vec<(String, InputResult)> {
        self.sent().map(|tried| (tried.rule.clone(), tried.result)).collect()
    }

    /// The texts that were sent by rules that begin so.
    fn typed(&self, rule: &str) -> Vec<Vec<String>> {
        let texts =
            |tried: &TriedInput| tried.fields.iter().filter_map(|it| it.text.clone()).collect();
        self.sent().filter(|tried| tried.rule.starts_with(rule)).map(texts).collect()
    }
}

#[test]
fn a_valid_input_comes_first_and_then_one_rule_after_another() {
    let mut app = RangeApp::new();
    let first: Vec<Action> = (0..3).map(|_| app.step()).collect();
    let typed = |action: &Action| match action {
        Action::Type { text: InputText::Plain(text), .. } => Some(text.clone()),
        _ => None,
    };
    assert_eq!(typed(&first[0]).as_deref(), Some("20"));
    assert_eq!(typed(&first[1]).as_deref(), Some("80"));
    assert!(matches!(&first[2], Action::Tap { target } if target.label == "Save"));
    for _ in 0..60 {
        app.step();
    }
    let tried = app.tried();
    assert_eq!(tried[0], ("valid".into(), InputResult::Accepted));
    assert!(tried.iter().any(|(rule, _)| rule.starts_with("equal")), "{tried:?}");
    assert!(tried.iter().any(|(_, result)| *result == InputResult::Refused), "{tried:?}");
}

#[test]
fn attacks_leave_steps_for_exploring_and_go_on_later() {
    let mut app = RangeApp::sharing(0.4, None);
    for _ in 0..200 {
        app.step();
    }
    let count = |is: fn(&AttackChange) -> bool| {
        let is = |event: &&Event| matches!(event, Event::Attacked(it) if is(&it.change));
        app.reported.iter().filter(is).count()
    };
    let begun = count(|change| matches!(change, AttackChange::Begun { .. }));
    let later = |change: &AttackChange| matches!(change, AttackChange::Ended { why, .. } if why.ends_with("later."));
    assert!(count(later) > 0 && begun > 1, "{begun} times begun");
    let valid = app.tried().iter().filter(|(rule, _)| rule == "valid").count();
    assert_eq!(valid, 1, "what was found out is not forgotten");
}

/// The form can be opened again once what it set is removed. Exploring finds that, and the attack goes on
/// from there.
#[test]
fn a_lost_form_is_gone_back_to_once_a_path_is_known() {
    let mut explorer = InputBlaster::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    let opened = || menu("Home", &["Edit"]);
    world.show(opened());
    let (mut texts, mut is_set, mut done) = ([String::new(), String::new()], false, Vec::new());
    for _ in 0..40 {
        let (proposed, _) = world.ask(&mut explorer);
        let proposed = proposed.unwrap();
        let is_open = world.screen.location == ".Range";
        let next = match &proposed.action {
            Action::Type { target, text: InputText::Plain(text) } => {
                texts[target.number - 1].clone_from(text);
                form([&texts[0], &texts[1]], None)
            }
            Action::Tap { target } if target.label == "Save" => {
                is_set = true;
                menu("Set", &["Remove"])
            }
            Action::Tap { target } if target.label == "Remove" => {
                is_set = false;
                opened()
            }
            Action::Tap { target } if target.label == "Edit" => form(["", ""], None),
            Action::Restart | Action::Key { .. } if is_set => menu("Set", &["Remove"]),
            Action::Restart | Action::Key { .. } => opened(),
            _ if is_open => form([&texts[0], &texts[1]], None),
            _ => world.screen.clone(),
        };
        done.push((proposed.action.clone(), proposed.why));
        world.act(&proposed.action, next);
        world.teach(&mut explorer);
    }
    let is_tap =
        |action: &Action, on: &str| matches!(action, Action::Tap { target } if target.label == on);
    let removed = done.iter().position(|(action, _)| is_tap(action, "Remove")).unwrap();
    let (action, why) = &done[removed + 1];
    assert!(is_tap(action, "Edit") && why.contains("leads back"), "{action:?} {why}");
}

#[test]
fn a_form_that_empties_its_fields_has_taken_the_input() {
    let mut explorer = InputBlaster::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    let list = |text: &str| {
        let mut what = field(1, "what", "What needs to be done?");
        what.text = text.into();
        Screen { location: ".List".into(), ..phone(vec![what, button(2, "Add")]) }
    };
    world.show(list(""));
    let mut reported = Vec::new();
    for _ in 0..4 {
        let (proposed, events) = world.ask(&mut explorer);
        reported.extend(events);
        let action = proposed.unwrap().action;
        let text = match &action {
            Action::Type { text: InputText::Plain(text), .. } => text.clone(),
            _ => String::new(),
        };
        world.act(&action, list(&text));
        world.teach(&mut explorer);
    }
    let first = reported.iter().find_map(|event| match event {
        Event::Attacked(FormAttacked { change: AttackChange::Tried(tried), .. }) => {
            Some(tried.result)
        }
        _ => None,
    });
    assert_eq!(first, Some(InputResult::Accepted));
}

#[test]
fn an_attack_ends_after_its_attempts_and_says_so() {
    let mut app = RangeApp::new();
    let ended = |app: &RangeApp| {
        app.reported.iter().find_map(|event| match event {
            Event::Attacked(FormAttacked {
                change: AttackChange::Ended { attempts, .. }, ..
            }) => Some(*attempts),
            _ => None,
        })
    };
    for _ in 0..300 {
        app.step();
        if ended(&app).is_some() {
            break;
        }
    }
    assert_eq!(ended(&app), Some(InputBlasterWeights::default().attempts));
}

/// A model that has texts for the form, and one generator.
fn model() -> Arc<ScriptedModel> {
    Arc::new(ScriptedModel::saying(|request| {
        let question = request.messages.last().unwrap().words();
        let is_form = question.contains("Fields:");
        let reply = if is_form {
            serde_json::json!({
                "texts": [
                    { "field": 1, "text": "5" },
                    { "field": 2, "text": "9" },
                    { "field": 2, "text": "90210" },
                ],
                "constraints": [{ "rule": "ascending", "fields": [1, 2] }],
            })
        } else {
            let series = |field: usize, bases: &[&str]| serde_json::json!({ "field": field, "bases": bases, "operations": ["as-is"] });
            let fields = [series(1, &["7", "8"]), series(2, &["7", "8.5"])];
            serde_json::json!({ "rule": "no width", "data": { "fields": fields } })
        };
        reply.to_string()
    }))
}

#[test]
fn a_model_gives_valid_texts_for_the_whole_form_and_then_generators() {
    let chat = model();
    let mut app = RangeApp::with(Some(chat.clone()));
    let typed: Vec<Action> = (0..2).map(|_| app.step()).collect();
    let texts = typed.iter().map(|action| match action {
        Action::Type { text: InputText::Plain(text), .. } => text.as_str(),
        _ => "",
    });
    assert_eq!(texts.collect::<Vec<_>>(), ["5", "9"]);
    for _ in 0..60 {
        app.step();
    }
    let written: Vec<GeneratorWritten> = app
        .reported
        .iter()
        .filter_map(|event| match event {
            Event::Attacked(FormAttacked {
                change: AttackChange::GeneratorWritten(written),
                ..
            }) => Some(written.clone()),
            _ => None,
        })
        .collect();
    assert_eq!((written[0].rule.as_str(), written[0].inputs), ("no width", 2));
    assert!(written[0].source.contains("8.5"), "{}", written[0].source);
    let tried = app.tried();
    let of_rule = |rule: &str| tried.iter().filter(|(tried, _)| tried.starts_with(rule)).count();
    assert_eq!(of_rule("no width"), 2, "{tried:?}");
    // It comes once with each answer to the form question, which is asked again after a refusal.
    // What the model added, and what the form question made of its constraint: a maximum below the minimum.
    assert_eq!(app.typed("the model's idea"), [["5", "90210"], ["5", "4"]]);
    let mut sent = app.typed("");
    let inputs = sent.len();
    sent.sort();
    sent.dedup();
    assert_eq!(sent.len(), inputs, "no input was sent twice");
    let questions = chat.questions();
    assert!(questions.len() > 2, "{questions:?}");
    let reported = |question: &String| {
        question.contains("no width") && question.contains("refused 1, accepted 1")
    };
    assert!(questions.iter().any(reported), "{questions:?}");
}

#[test]
fn a_model_without_answers_leaves_the_attack_to_the_rules() {
    let silent = Arc::new(ScriptedModel::default());
    let mut app = RangeApp::with(Some(silent));
    for _ in 0..60 {
        app.step();
    }
    let tried = app.tried();
    assert_eq!(tried[0], ("valid".into(), InputResult::Accepted));
    assert!(tried.len() > 5, "{tried:?}");
    let ruled = app.reported.iter().filter(|event| matches!(event, Event::Ruled(_))).count();
    assert_eq!(ruled, 1, "it is not asked again in this attack");
}

#[test]
fn what_is_typed_into_a_password_field_is_told_nowhere() {
    let mut secret = field(2, "password", "Password");
    secret.password = true;
    let widgets = vec![field(1, "name", "Name"), secret, button(3, "Sign up")];
    let screen = Screen { location: ".SignUp".into(), ..phone(widgets) };
    let mut explorer = InputBlaster::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    world.show(screen.clone());
    let mut secrets = 0;
    let mut tried = 0;
    for _ in 0..120 {
        let (proposed, events) = world.ask(&mut explorer);
        for event in &events {
            if let Event::Attacked(FormAttacked { change: AttackChange::Tried(input), .. }) = event
            {
                tried += 1;
                assert_eq!(input.fields[1].text, None, "{input:?}");
            }
        }
        let action = proposed.unwrap().action;
        if let Action::Type { target, text } = &action
            && target.number == 2
        {
            assert!(matches!(text, InputText::Secret(_)), "{action}");
            secrets += 1;
        }
        world.act(&action, screen.clone());
        world.teach(&mut explorer);
    }
    assert!(secrets > 5 && tried > 5, "{secrets} secrets in {tried} inputs");
}

impl RangeApp {
    /// The app, explored by another explorer, while a tester watches.
    fn attended() -> Self {
        let settings = ExplorerSettings { attended: true, ..ExplorerSettings::default() };
        let other = Box::new(crate::explorer::Monkey::new(&settings).unwrap());
        Self { explorer: InputBlaster::beside(other, &settings), ..Self::new() }
    }

    fn wants(&mut self, request: AttackRequest) {
        self.world.attack_requests.push(request);
    }

    /// What was told last of what comes.
    fn plan(&self) -> AttackPlan {
        let mut plans = self.reported.iter().filter_map(|event| match event {
            Event::Attacked(FormAttacked { change: AttackChange::Planned(plan), .. }) => Some(plan),
            _ => None,
        });
        plans.next_back().cloned().unwrap_or_default()
    }

    /// Steps until so many inputs were sent.
    fn sends(&mut self, inputs: usize) {
        for _ in 0..100 {
            if self.tried().len() >= inputs {
                return;
            }
            self.step();
        }
        panic!("only {} inputs were sent", self.tried().len());
    }
}

#[test]
fn the_form_is_attacked_if_the_tester_asks_for_it_under_any_explorer() {
    let mut app = RangeApp::attended();
    assert_eq!(app.explorer.name(), "monkey");
    for _ in 0..5 {
        app.step();
    }
    assert!(app.tried().is_empty(), "nobody asked");
    app.world.show(form(["", ""], None));
    app.wants(AttackRequest::Begin);
    app.sends(2);
    let plan = app.plan();
    assert_eq!(plan.relations, ["1 < 2"]);
    assert_eq!(plan.fields[0].demands, "a whole number");
    assert!(plan.coming.len() > 3, "{plan:?}");
    app.wants(AttackRequest::End);
    app.step();
    let sent = app.tried().len();
    for _ in 0..5 {
        app.step();
    }
    assert_eq!(app.tried().len(), sent, "the other explorer goes on");
}

#[test]
fn the_tester_chooses_what_comes_and_says_what_is_demanded() {
    let mut app = RangeApp::attended();
    app.wants(AttackRequest::Begin);
    app.sends(1);
    let plan = app.plan();
    let (skipped, next) = (plan.coming[0].id, plan.coming[3].clone());
    app.wants(AttackRequest::Skip { input: skipped });
    app.wants(AttackRequest::SendNext { input: next.id });
    let text = InputText::Plain("17".into());
    app.wants(AttackRequest::Type { field: 0, text, with: None });
    app.wants(AttackRequest::Demand { field: 1, demands: "a whole number; at most 50".into() });
    app.sends(4);
    let tried = app.tried();
    let place = |rule: &str| tried.iter().position(|(tried, _)| tried.starts_with(rule));
    let (chosen, own) = (place(&next.rule), place("the tester's text"));
    assert!(chosen.is_some() && chosen < own, "{tried:?} and not {next:?}");
    let plan = app.plan();
    assert!(plan.coming.iter().all(|input| input.id != skipped), "{plan:?}");
    assert_eq!(plan.fields[1].demands, "a whole number; at most 50");
    assert!(plan.fields[1].corrected && !plan.fields[0].corrected);
    app.wants(AttackRequest::Relate { relations: Vec::new() });
    app.sends(5);
    assert!(app.plan().relations.is_empty());
}

#[test]
fn what_a_voice_app_asks_for_is_said_otherwise_too() {
    let mut explorer = InputBlaster::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    let asks = || spoken("How many pizzas would you like, two or three?");
    world.show(asks());
    let mut said = Vec::new();
    let mut reported = Vec::new();
    for _ in 0..12 {
        let (proposed, events) = world.ask(&mut explorer);
        reported.extend(events);
        let action = proposed.unwrap().action;
        let Action::Say { words } = &action else { panic!("{action}") };
        let reply = match words.as_str() {
            "zero" => spoken("Sorry, I did not understand that."),
            "minus three" => spoken("Three pizzas it is. Is that all?"),
            "three billion" => {
                spoken("I bake up to ten. How many pizzas would you like, two or three?")
            }
            _ => asks(),
        };
        said.push(words.clone());
        world.act(&action, reply);
        world.teach(&mut explorer);
    }
    for words in ["zero", "minus three", "two and a half", "three billion"] {
        assert_eq!(said.iter().filter(|it| *it == words).count(), 1, "{words}: {said:?}");
    }
    let tried = reported.iter().filter_map(|event| match event {
        Event::Attacked(FormAttacked { change: AttackChange::Tried(tried), .. }) => Some(tried),
        _ => None,
    });
    let results: Vec<(&str, InputResult)> =
        tried.map(|tried| (tried.rule.as_str(), tried.result)).collect();
    assert!(results.contains(&("zero", InputResult::Refused)), "{results:?}");
    assert!(results.contains(&("negative", InputResult::Accepted)), "{results:?}");
    assert!(
        results.contains(&("above-32-bits", InputResult::Refused)),
        "it asks again: {results:?}"
    );
}

#[test]
fn a_form_that_says_saved_and_keeps_its_texts_took_them() {
    for (says, result) in [
        ("Your range was saved", InputResult::Accepted),
        ("The range was not saved", InputResult::Refused),
        ("Please check what you entered", InputResult::Refused),
    ] {
        let mut app = RangeApp::new();
        app.says = Some(says);
        // What came of an input is told with the next proposal.
        for _ in 0..4 {
            app.step();
        }
        assert_eq!(app.tried()[0], ("valid".into(), result), "{says}");
    }
}
