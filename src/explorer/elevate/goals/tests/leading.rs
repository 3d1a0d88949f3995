//! What the model is told while it leads.

use serde_json::json;

use super::*;
use crate::domain::{InputText, Rotation, WidgetTarget};

/// Leads as soon as it may.
fn leading() -> Elevate {
    let weights = json!({ "lead_first": 1, "lead_below": 2.0, "goal_window": 1, "goal_first": 99 });
    let weights = serde_json::from_value(weights).unwrap();
    Elevate::new(&ExplorerSettings {
        weights,
        disabled: vec!["states".into()],
        ..ExplorerSettings::default()
    })
    .unwrap()
}

/// A form with `rows` entries under it.
fn form(rows: &[&str]) -> crate::domain::Screen {
    let mut widgets = vec![field(1, "title", "Title"), button(2, "Save"), button(3, "Share")];
    widgets.extend(rows.iter().zip(4..).map(|(row, number)| button(number, row)));
    let mut form = phone(widgets);
    form.location = ".Editor".into();
    form
}

/// A form that was just opened, where `script` leads.
fn led_to_a_form(script: ScriptedModel) -> (World, Elevate) {
    let mut world = World::new(Some(Arc::new(script)));
    let mut elevate = leading();
    world.show(Notes::list());
    world.ask(&mut elevate);
    let new = world.tapping("New");
    world.act(&new, form(&[]));
    world.teach(&mut elevate);
    (world, elevate)
}

/// A field was told as never done, though it was filled in before an entry was added to its screen.
#[test]
fn what_was_done_in_another_state_of_a_screen_is_not_told_as_never_done() {
    let reply = json!({ "why": "It is new.", "do": ["tap \"Trash\""] }).to_string();
    let script = ScriptedModel::saying(move |_| reply.clone());
    let mut world = World::new(Some(Arc::new(script)));
    let mut elevate = leading();
    let mut perform = |action: &Action, screen: crate::domain::Screen, world: &mut World| {
        world.ask(&mut elevate);
        world.act(action, screen);
        world.teach(&mut elevate);
    };
    world.show(Notes::list());
    let new = world.tapping("New");
    perform(&new, form(&[]), &mut world);
    let title = world.screen.widgets.iter().find(|widget| widget.is_field()).unwrap();
    let (target, text) = (WidgetTarget::of(title), InputText::Plain("Plan".into()));
    perform(&Action::Type { target, text }, form(&[]), &mut world);
    let save = world.tapping("Save");
    perform(&save, form(&["Plan"]), &mut world);
    perform(&Action::Key { key: DeviceKey::Back }, Notes::list(), &mut world);
    world.ask(&mut elevate);
    let question = world.questions().pop().unwrap();
    let (_, elsewhere) = question.split_once("Never done elsewhere:").unwrap_or((&question, ""));
    assert!(question.contains("Of the last answer not done, not there: \"Trash\"."), "{question}");
    assert!(elsewhere.contains("\"Share\"") && !elsewhere.contains("Title"), "{question}");
}

/// A session stayed on its side for fifty steps after one turn; a dialog that was filled in was lost by turning it back.
#[test]
fn a_display_that_a_goal_has_turned_is_turned_back_after_some_steps() {
    let steps_until_turned_back = |dialog: bool| {
        let script = ScriptedModel::saying(|request| {
            let question = request.messages.last().unwrap().words();
            let is_turned = question.contains("rotate to portrait");
            let input = if is_turned { "tap \"Share\"" } else { "rotate to landscape" };
            json!({ "why": "It is new.", "do": [input] }).to_string()
        });
        let (mut world, mut elevate) = led_to_a_form(script);
        let turned = world.ask(&mut elevate).0.unwrap();
        assert_eq!(turned.action, Action::Rotate { rotation: Rotation::Landscape });
        let mut aside = crate::domain::Screen { dialog, ..form(&[]) };
        (aside.size.width, aside.size.height) = (aside.size.height, aside.size.width);
        world.act(&turned.action, aside);
        world.teach(&mut elevate);
        let upright = Action::Rotate { rotation: Rotation::Portrait };
        for step in 1..40 {
            let asked = world.questions().len();
            let next = world.ask(&mut elevate).0.unwrap();
            if next.action == upright {
                assert_eq!(world.questions().len(), asked, "no question is spent on it");
                world.act(&upright, form(&[]));
                world.teach(&mut elevate);
                for _ in 0..3 {
                    let next = world.ask(&mut elevate).0.unwrap();
                    world.act(&next.action, form(&[]));
                    world.teach(&mut elevate);
                }
                let told = "rotate to portrait, not asked for";
                let questions = world.questions();
                return (step, questions.iter().any(|asked| asked.contains(told)));
            }
            let same = world.screen.clone();
            world.act(&next.action, same);
            world.teach(&mut elevate);
        }
        panic!("it was never turned back");
    };
    let (page, is_told) = steps_until_turned_back(false);
    assert!((8..20).contains(&page), "{page}");
    assert!(is_told);
    let (dialog, _) = steps_until_turned_back(true);
    assert!(dialog > page, "{page} and {dialog}");
}

/// The answer to a second question of a step was put off to the next step, after one of the rules: its goal had the number
/// of the one that was refused.
#[test]
fn what_is_said_to_a_refusal_is_done_in_the_same_step() {
    let script = ScriptedModel::saying(|request| {
        let question = request.messages.last().unwrap().words();
        let is_refused = question.contains("Refused here");
        let input = if is_refused { "tap \"Share\"" } else { "tap \"Save\"" };
        json!({ "why": "It is new.", "do": [input] }).to_string()
    });
    let (mut world, mut elevate) = led_to_a_form(script);
    let save = world.ask(&mut elevate).0.unwrap();
    assert_eq!(output::called_action(&save.action), "tap \"Save\"");
    world.refused = vec![crate::explorer::Refusal { key: save.key, feedback: "no".into() }];
    let share = world.ask(&mut elevate).0.unwrap();
    assert_eq!(output::called_action(&share.action), "tap \"Share\"");
}

/// A letter restarted an app, which lost what was made and not saved, and nothing had said that it would.
#[test]
fn a_screen_that_a_restart_leads_to_says_so() {
    let told = |back: bool| {
        let reply = json!({ "why": "It is new.", "do": ["tap \"Share\""] }).to_string();
        let script = ScriptedModel::saying(move |_| reply.clone());
        let (mut world, mut elevate) = led_to_a_form(script);
        if back {
            world.act(&Action::Key { key: DeviceKey::Back }, Notes::list());
            world.teach(&mut elevate);
            let new = world.tapping("New");
            world.act(&new, form(&[]));
            world.teach(&mut elevate);
        }
        world.ask(&mut elevate);
        let question = world.questions().pop().unwrap();
        let (_, elsewhere) = question.split_once("Never done elsewhere:").unwrap();
        elsewhere.lines().nth(1).unwrap_or_default().to_owned()
    };
    let (restarted, walked) = (told(false), told(true));
    assert!(restarted.contains("away by a restart:"), "{restarted}");
    assert!(walked.contains("1 step away:"), "{walked}");
}
