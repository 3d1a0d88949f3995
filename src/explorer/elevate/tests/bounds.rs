//! Prompts: every template renders, and none grows with the model.

use std::sync::Arc;

use super::super::QUERIES;
use super::ElevateWorld;
use crate::explorer::testing::{ScriptedModel, menu, spoken};
use crate::llm::{PromptLibrary, json};

#[test]
fn every_prompt_renders_in_all_its_parts() {
    for query in QUERIES {
        let template = PromptLibrary::default().get(query.name()).unwrap();
        let sample = query.sample();
        let complaint = query.judge(&sample, "{}").complaint.unwrap();
        assert_eq!(complaint.check, json::UNREADABLE, "{}: the sample fits", query.name());
        assert!(query.schema(&sample).is_some());
        let short = Some(&template.short).filter(|short| !short.is_empty());
        for part in [&template.system, &template.long].into_iter().chain(short) {
            let text = template.fill(part, &sample).unwrap();
            assert!(!text.is_empty() && !text.contains("\n\n\n"), "{}: {text}", query.name());
        }
        let mut with_complaint = sample.clone();
        with_complaint["complaint"] = "It is wrong.".into();
        for check in query.checks() {
            let part = template.feedback.get(*check);
            let part = part.unwrap_or_else(|| panic!("{}: {check} has a part", query.name()));
            assert!(template.fill(part, &with_complaint).unwrap().contains("It is wrong."));
        }
        assert_eq!(template.feedback.len(), query.checks().len(), "{}", query.name());
    }
}

/// What a voice app's or a phone's sample renders to, for the eye.
#[test]
fn prompts_read_well() {
    for query in QUERIES {
        let template = PromptLibrary::default().get(query.name()).unwrap();
        let part = if template.short.is_empty() { &template.long } else { &template.short };
        let text = template.fill(part, &query.sample()).unwrap();
        insta::assert_snapshot!(query.name().replace('/', "_"), text);
    }
}

/// The longest prompts of the first and of the last of a thousand states.
fn longest(screen: fn(u32) -> crate::domain::Screen) -> (usize, usize) {
    let script = ScriptedModel::saying(|request| {
        let system = request.messages[0].words();
        let states = system.contains("known state of an app");
        if states { r#"{"state": "new"}"# } else { r#"{"inputs": ["go on"], "input": 1}"# }.into()
    });
    let script = Arc::new(script);
    let mut world = ElevateWorld::new(Some(script.clone()), &[]);
    let mut windows = Vec::new();
    for at in 0..1_000 {
        world.show(screen(at));
        if !(60..960).contains(&at) {
            world.propose();
        } else {
            let situation = world.situation();
            world.elevate.memory.see(&situation);
        }
        world.step += 1;
        if at == 59 || at == 999 {
            windows.push(script.lengths().into_iter().max().unwrap());
            script.asked.lock().unwrap().clear();
        }
    }
    assert_eq!(world.model.states().len(), 1_000);
    (windows[0], windows[1])
}

/// A name without digits, as long for a large number as for a small one.
fn name(at: u32) -> String {
    let letter = |digit: u32| char::from_u32('a' as u32 + digit % 26).unwrap();
    [at / 676, at / 26, at].map(letter).iter().collect()
}

#[test]
fn prompts_stay_as_long_as_they_are_with_a_thousand_states() {
    let phone = longest(|at| menu(&format!("Place {}", name(at)), &["Go", "Stay"]));
    let voice = longest(|at| spoken(&format!("This is the room {}, and it is dark.", name(at))));
    for (first, last) in [phone, voice] {
        assert!(last <= first + first / 20, "{first} characters, then {last}");
    }
}
