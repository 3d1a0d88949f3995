//! Each rule on a small voice app.

use super::*;
use crate::explorer::testing::{ScriptedTalk, heard, said};

/// What the rules say to a voice app.
fn say(rules: &mut Rules, situation: &Situation) -> String {
    let scene = PromptScene::new(situation, None, &[], &ElevateWeights::default());
    let candidates = rules.candidates(&scene);
    let choice = rules.choose(&scene, &candidates).unwrap();
    scene.inputs[candidates[choice.place]].words.clone()
}

#[test]
fn a_voice_app_is_asked_for_help_once_then_answered_and_not_ended_early() {
    let mut rules = Rules::new(StdRng::seed_from_u64(1), ElevateWeights::default());
    let mut talk = ScriptedTalk::default();
    let asks = said("Tea or coffee?");
    let here = talk.look(asks.clone(), &["tea", "coffee"]);
    assert_eq!(say(&mut rules, &here), "help");
    let here = talk.step("help", heard("help", "Say tea or coffee."), &["tea", "coffee"]);
    let first = say(&mut rules, &here);
    assert!(["tea", "coffee"].contains(&first.as_str()), "{first}");
    let here = talk.step(&first, heard(&first, "Fine. Tea or coffee?"), &["tea", "coffee"]);
    let second = say(&mut rules, &here);
    assert!(["tea", "coffee"].contains(&second.as_str()), "{second}");
    assert_ne!(first, second, "what was said less comes first");
}

#[test]
fn voice_goes_on_over_what_leads_to_something_unsaid() {
    let mut rules = Rules::new(StdRng::seed_from_u64(1), ElevateWeights::default());
    let mut talk = ScriptedTalk::default();
    let start = said("Say begin.");
    talk.look(start.clone(), &["begin"]);
    talk.step("help", heard("help", "This is a game."), &[]);
    talk.step("repeat", start.clone(), &["begin"]);
    talk.step("begin", said("North or south?"), &["north", "south"]);
    let here = talk.step("repeat", start, &["begin"]);
    assert_eq!(say(&mut rules, &here), "begin", "north and south were never said");
}
