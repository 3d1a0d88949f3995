//! Whatever a model replies: nothing unknown gets into the behaviour model.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::ElevateWorld;
use crate::domain::{Action, ActionKind, InputText, Screen};
use crate::explorer::testing::{button, field, menu, phone, spoken};
use crate::model::abstraction::key_of;
use crate::protocol::Event;

/// Any JSON at all, with the fields that are asked for among its names.
fn any_json() -> impl Strategy<Value = Value> {
    let name = prop_oneof![
        Just("state"),
        Just("input"),
        Just("inputs"),
        Just("texts"),
        Just("field"),
        Just("text"),
        Just("choice"),
        Just("thought"),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0_i64..12).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "S[0-9]{1,2}|new|yes|no|stop|[a-z ]{0,12}|.{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::vec((name.clone(), inner), 0..6).prop_map(|pairs| {
                pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
            }),
        ]
    })
}

/// Any reply: words, any JSON, and JSON of the right shape with any content.
fn any_reply() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,60}",
        any_json().prop_map(|json| json.to_string()),
        (any_json(), any_json(), any_json()).prop_map(|(a, b, c)| {
            json!({ "state": a, "input": b, "inputs": c, "texts": c, "choice": "x" }).to_string()
        }),
        ("S?[0-9]{1,2}|new", 0_u64..40, "[a-z ]{0,12}", 0_usize..6).prop_map(
            |(state, input, text, field)| {
                let texts = [json!({ "field": field, "text": text })];
                json!({ "state": state, "input": input, "inputs": [text], "texts": texts })
                    .to_string()
            }
        ),
    ]
}

fn screens() -> Vec<Screen> {
    let mut secret = field(3, "pin", "PIN");
    secret.password = true;
    vec![
        menu("One", &["Go", "Stay"]),
        menu("Two", &["Go", "Stay"]),
        phone(vec![button(1, "Go"), field(2, "name", "Name"), secret]),
        spoken("Do you want a fact about tea?"),
        spoken("Okay, would you like one more fact about tea?"),
        spoken("Red, green or blue?"),
    ]
}

/// Goes through some screens and holds everything that is told against the model.
fn holds(replies: &[String], walk: &[usize]) -> Result<(), TestCaseError> {
    let mut world = ElevateWorld::asking(&replies.iter().map(String::as_str).collect::<Vec<_>>());
    let screens = screens();
    world.show(screens[0].clone());
    // What a voice app named in one state may be said in another one.
    let mut named = Vec::new();
    for place in walk {
        let situation = world.situation();
        if situation.screen.surface.is_dialogue() {
            named.extend(situation.available.iter().map(|offer| offer.key.clone()));
        }
        let states = world.model.states().len();
        let (proposed, events) = world.propose();
        prop_assert_eq!(world.model.states().len(), states, "no state came out of a reply");
        let mut offered = Vec::new();
        for event in &events {
            match event {
                Event::StatesMerged(merged) => {
                    prop_assert_eq!(merged.state, situation.state.structural);
                    prop_assert!(world.model.state(merged.into).is_some());
                    prop_assert!(merged.into != merged.state);
                }
                Event::ActionsAdded(more) => {
                    prop_assert_eq!(more.state, situation.state.structural);
                    for offer in &more.actions {
                        let (key, _) = key_of(&situation.screen, &offer.action);
                        prop_assert_eq!(
                            &offer.key,
                            &key,
                            "its name is the model's, not the reply's"
                        );
                        match &offer.action {
                            Action::Say { .. } => {
                                prop_assert!(situation.screen.surface.is_dialogue());
                            }
                            Action::Type { target, .. } => {
                                let field = situation.screen.widget(target.number).unwrap();
                                prop_assert!(field.is_field() && !field.password);
                            }
                            other => prop_assert!(false, "{other} cannot be thought of"),
                        }
                        offered.push(offer.key.clone());
                    }
                }
                _ => {}
            }
        }
        if let Some(proposed) = proposed {
            // In an app that shows nothing new the rules type texts of their own.
            let typed_by_rules = match &proposed.action {
                Action::Type { target, text: InputText::Plain(text) } => {
                    let field = situation.screen.widget(target.number);
                    field.is_some_and(|field| field.is_field() && !field.password)
                        && !replies.iter().any(|reply| reply.contains(text.as_str()))
                }
                _ => false,
            };
            let ideas = world.elevate.memory.ideas(&situation);
            let listed = situation.available.iter().any(|offer| offer.key == proposed.key)
                || ideas.iter().any(|idea| idea.key == proposed.key)
                || offered.contains(&proposed.key)
                || situation.screen.surface.is_dialogue() && named.contains(&proposed.key)
                || typed_by_rules
                || world.elevate.memory.help.iter().any(|help| help.key == proposed.key)
                || matches!(
                    proposed.action.kind(),
                    ActionKind::Key | ActionKind::Rotate | ActionKind::Restart | ActionKind::Wait
                );
            prop_assert!(listed, "{} is not listed", proposed.key);
            world.act(&proposed.action, screens[*place].clone());
        } else {
            prop_assert!(false, "there is always something to do on these screens");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_reply_puts_anything_unknown_into_the_model(
        replies in proptest::collection::vec(any_reply(), 0..40),
        walk in proptest::collection::vec(0_usize..6, 1..8),
    ) {
        holds(&replies, &walk)?;
    }

    #[test]
    fn no_reply_panics_any_query(reply in any_reply(), context in any_json()) {
        for query in super::super::QUERIES {
            let _ = query.judge(&context, &reply);
            let _ = query.schema(&context);
            let judgement = query.judge(&query.sample(), &reply);
            prop_assert!(judgement.answer.is_some() || judgement.complaint.is_some());
        }
    }
}
