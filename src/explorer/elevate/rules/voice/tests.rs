//! The rules of voice apps, held by short dialogues.

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rstest::rstest;

use super::super::Rules;
use super::simplest;
use crate::domain::DialogueTurn;
use crate::explorer::Situation;
use crate::explorer::elevate::ElevateWeights;
use crate::explorer::elevate::scene::PromptScene;
use crate::explorer::testing::{ScriptedTalk, heard, said};

fn rules() -> Rules {
    Rules::new(StdRng::seed_from_u64(1), ElevateWeights::default())
}

/// What the rules choose: words, or the name of another action.
fn choose(rules: &mut Rules, situation: &Situation) -> String {
    let scene = PromptScene::new(situation, None, &[], &ElevateWeights::default());
    rules.notice(&scene);
    let ideas = rules.ideas(&scene);
    let scene = scene.with(ideas);
    let candidates = rules.candidates(&scene);
    let choice = rules.choose(&scene, &candidates).unwrap();
    scene.inputs[candidates[choice.place]].words.clone()
}

#[test]
fn what_was_not_understood_leaves_the_question_open_and_is_not_said_again() {
    let (mut rules, mut talk) = (rules(), ScriptedTalk::default());
    let here = talk.look(said("Tea or coffee?"), &["tea", "coffee"]);
    assert_eq!(choose(&mut rules, &here), "help");
    let here = talk.step("help", heard("help", "Choose what to drink."), &["tea", "coffee"]);
    assert_eq!(choose(&mut rules, &here), "tea", "the likeliest reply comes first");
    let sorry = |words| heard(words, "Sorry, I didn't understand that.");
    let here = talk.step("tea", sorry("tea"), &[]);
    assert_eq!(choose(&mut rules, &here), "coffee", "the question before is still open");
    let here = talk.step("coffee", sorry("coffee"), &[]);
    let next = choose(&mut rules, &here);
    assert!(!["tea", "coffee", "help"].contains(&next.as_str()), "{next}");
}

#[test]
fn where_states_are_kept_apart_a_confusion_is_a_state_of_its_own() {
    let (mut rules, mut talk) = (rules().apart(true), ScriptedTalk::default());
    let here = talk.look(said("Say begin."), &["begin"]);
    choose(&mut rules, &here);
    let here = talk.step("help", heard("help", "Say north or south."), &["north", "south"]);
    choose(&mut rules, &here);
    let here = talk.step("north", heard("north", "Sorry, I didn't get that."), &[]);
    let scene = PromptScene::new(&here, None, &[], &ElevateWeights::default());
    rules.notice(&scene);
    assert_eq!(rules.dialogue.at, Some(here.state.structural));
}

#[test]
fn what_was_heard_elsewhere_is_said_before_what_every_app_takes() {
    let (mut rules, mut talk) = (rules(), ScriptedTalk::default());
    let here = talk.look(said("You can say tell me a fact."), &["tell me a fact"]);
    choose(&mut rules, &here);
    let here = talk.step("help", heard("help", "This is about tea."), &[]);
    assert_eq!(choose(&mut rules, &here), "tell me a fact");
}

#[test]
fn the_options_of_a_question_are_said_only_where_it_is_asked() {
    let (mut rules, mut talk) = (rules(), ScriptedTalk::default());
    let here = talk.look(said("Do you take the boat or the bridge?"), &["boat", "bridge"]);
    choose(&mut rules, &here);
    let options = &["boat", "bridge"];
    let here = talk.step("help", heard("help", "Do you take the boat or the bridge?"), options);
    choose(&mut rules, &here);
    let here = talk.step("boat", heard("boat", "You are at sea. Say row."), &["row"]);
    let scene = PromptScene::new(&here, None, &[], &ElevateWeights::default());
    rules.notice(&scene);
    let ideas = rules.ideas(&scene);
    let named =
        |words: &str| ideas.iter().any(|(offer, _)| offer.key.as_str() == format!("say {words:?}"));
    assert!(!named("bridge"), "{ideas:?}");
    let here = talk.step("row", heard("row", "You are on an island."), &[]);
    let scene = PromptScene::new(&here, None, &[], &ElevateWeights::default());
    rules.notice(&scene);
    let ideas = rules.ideas(&scene);
    assert!(ideas.iter().any(|(offer, _)| offer.key.as_str() == "say \"row\""), "{ideas:?}");
}

#[test]
fn repeat_is_said_once_to_a_question_and_cancel_once_before_a_restart() {
    let (mut rules, mut talk) = (rules(), ScriptedTalk::default());
    let asks = said("Do you like roses?");
    choose(&mut rules, &talk.look(asks.clone(), &["yes", "no"]));
    let help = heard("help", &asks.text);
    choose(&mut rules, &talk.step("help", help, &["yes", "no"]));
    let here = talk.step("yes", heard("yes", "The garden is full of them."), &[]);
    assert_eq!(choose(&mut rules, &here), "cancel", "before the restart that leads to \"no\"");
    let over = DialogueTurn { open: false, ..heard("cancel", "Goodbye.") };
    let ended = talk.step("cancel", over, &[]);
    rules.notice(&PromptScene::new(&ended, None, &[], &ElevateWeights::default()));
    let here = talk.step("restart", asks.clone(), &["yes", "no"]);
    assert_eq!(choose(&mut rules, &here), "no");
    choose(&mut rules, &talk.step("no", heard("no", "That is sad."), &[]));
    let here = talk.step("restart", asks.clone(), &["yes", "no"]);
    assert_eq!(choose(&mut rules, &here), "repeat", "everything that it asks for was said");
    let here = talk.step("repeat", heard("repeat", &asks.text), &["yes", "no"]);
    assert!(!["repeat", "cancel"].contains(&choose(&mut rules, &here).as_str()));
}

#[test]
fn the_mark_of_an_answer_stays_worth_saying_though_it_was_said_before() {
    let (mut rules, mut talk) = (rules(), ScriptedTalk::default());
    let question = |number: usize| format!("Question {number} of the sea. 1. A gull. 2. A tern.");
    let replies = &["1", "2", "a gull", "a tern"];
    choose(&mut rules, &talk.look(said(&question(1)), replies));
    choose(&mut rules, &talk.step("help", heard("help", "Say 1 or 2."), &["1", "2"]));
    let words = ["One", "Two", "Three"];
    for word in words {
        let here = talk.step("1", heard("1", &format!("{word}! Which bird?")), replies);
        choose(&mut rules, &here);
    }
    let here = talk.step("a gull", heard("a gull", "Sorry, I didn't get that."), replies);
    assert_eq!(choose(&mut rules, &here), "1");
}

#[test]
fn words_that_differ_in_numbers_alone_fail_together() {
    let (mut rules, mut talk) = (rules(), ScriptedTalk::default());
    let steps = ["step 1", "step 2", "step 3", "step 4", "next"];
    let here = talk.look(said("Say a step, or next."), &steps);
    choose(&mut rules, &here);
    let mut here = talk.step("help", heard("help", "Say step 1 to 4, or next."), &steps);
    let mut tried = Vec::new();
    while tried.len() < 4 {
        let words = choose(&mut rules, &here);
        tried.push(words.clone());
        if words == "next" {
            break;
        }
        here = talk.step(&words, heard(&words, "Sorry, I didn't get that."), &[]);
    }
    assert_eq!(tried.last().map(String::as_str), Some("next"), "{tried:?}");
    assert!(tried.len() <= 2, "{tried:?}");
}

#[test]
fn what_ends_the_session_is_said_once_when_little_else_is_left() {
    let (mut rules, mut talk) = (rules(), ScriptedTalk::default());
    let here = talk.look(said("This is all."), &[]);
    assert_eq!(choose(&mut rules, &here), "help");
    let mut here = talk.step("help", heard("help", "There is no more to it."), &[]);
    let mut order = Vec::new();
    for _ in 0..5 {
        let words = choose(&mut rules, &here);
        order.push(words.clone());
        here = talk.step(&words, heard(&words, "Sorry, I don't understand."), &[]);
    }
    let place = |words: &str| order.iter().position(|said| said == words);
    assert!(place("stop") < place("exit") && place("stop") < place("cancel"), "{order:?}");
    assert!(place("cancel") < place("what's the time"), "that may leave the app: {order:?}");
    order.sort();
    assert_eq!(order, ["cancel", "exit", "resume", "stop", "what's the time"], "each once");
    let next = choose(&mut rules, &here);
    assert!(!["pause", "repeat"].contains(&next.as_str()), "a restart shows more: {next}");
}

#[test]
fn what_ended_the_session_needs_no_other_words_but_cancel_once() {
    for (open, others) in [(false, 1), (true, 2)] {
        let (mut rules, mut talk) = (rules(), ScriptedTalk::default());
        let here = talk.look(said("This is all."), &[]);
        choose(&mut rules, &here);
        let over = DialogueTurn { open, ..heard("stop", "Goodbye.") };
        let here = talk.step("stop", over, &[]);
        rules.notice(&PromptScene::new(&here, None, &[], &ElevateWeights::default()));
        let here = talk.step("restart", said("This is all."), &[]);
        let scene = PromptScene::new(&here, None, &[], &ElevateWeights::default());
        rules.notice(&scene);
        assert_eq!(rules.ideas(&scene).len(), others, "open: {open}");
    }
}

#[test]
fn a_state_that_listens_to_little_is_asked_less() {
    let (mut rules, mut talk) = (rules(), ScriptedTalk::default());
    let here = talk.look(said("Say begin."), &["begin"]);
    choose(&mut rules, &here);
    let mut here = talk.step("help", heard("help", "This is a game. Say begin."), &["begin"]);
    for (words, deafness) in [("begin", 1.0), ("repeat", 2.0), ("pause", 3.0)] {
        choose(&mut rules, &here);
        here = talk.step(words, heard(words, "Sorry, I didn't get that."), &[]);
        choose(&mut rules, &here);
        let at = rules.dialogue.at.unwrap();
        assert!((rules.dialogue.deafness(at) - deafness).abs() < 1e-9, "after {words:?}");
    }
}

#[test]
fn the_last_turns_begin_no_way_that_they_do_not_finish() {
    let sorry = |words| heard(words, "Sorry, I didn't get that.");
    let (asks, tells) = (said("Do you like roses?"), "The garden is full of them.");
    for (left, goes) in [(None, true), (Some(2), true), (Some(1), false)] {
        let (mut rules, mut talk) = (rules(), ScriptedTalk::default());
        choose(&mut rules, &talk.look(asks.clone(), &["yes", "no"]));
        let help = heard("help", &asks.text);
        choose(&mut rules, &talk.step("help", help, &["yes", "no"]));
        choose(&mut rules, &talk.step("yes", heard("yes", tells), &[]));
        let again = heard("repeat", &asks.text);
        choose(&mut rules, &talk.step("repeat", again, &["yes", "no"]));
        let mut here = talk.step("yes", heard("yes", tells), &[]);
        for words in ["stop", "exit", "cancel", "resume"] {
            choose(&mut rules, &here);
            here = talk.step(words, sorry(words), &[]);
        }
        here.remaining.steps = left;
        let next = choose(&mut rules, &here);
        assert_eq!(next == "repeat", goes, "{left:?}: {next}");
    }
}

#[test]
fn the_last_turn_ends_the_session_rather_than_what_may_leave_it() {
    for (left, last) in [(None, "resume"), (Some(2), "resume"), (Some(1), "stop")] {
        let (mut rules, mut talk) = (rules(), ScriptedTalk::default());
        let here = talk.look(said("This is all."), &[]);
        choose(&mut rules, &here);
        let mut here = talk.step("help", heard("help", "There is no more to it."), &[]);
        here.remaining.steps = left;
        assert_eq!(choose(&mut rules, &here), last, "{left:?}");
    }
}

#[test]
fn what_leads_to_something_else_each_time_is_said_again() {
    let (mut rules, mut talk) = (rules(), ScriptedTalk::default());
    let mut here = talk.look(said("Ready for a joke?"), &["joke"]);
    choose(&mut rules, &here);
    here = talk.step("help", heard("help", "Ready for a joke?"), &["joke"]);
    for joke in ["A hen crosses.", "A horse walks in.", "Two fish in a tank."] {
        choose(&mut rules, &here);
        here = talk.step("joke", heard("joke", joke), &[]);
        choose(&mut rules, &here);
        here = talk.step("repeat", heard("repeat", "Ready for a joke?"), &["joke"]);
    }
    assert_eq!(choose(&mut rules, &here), "joke");
    let at = rules.dialogue.at.unwrap();
    let novelty = rules.dialogue.said(at, "joke").unwrap().novelty();
    assert!(novelty.is_some_and(|novelty| novelty > 0.5), "{novelty:?}");
}

#[rstest]
#[case("Do you want tea?", &["yes", "no"])]
#[case("Here is tea. Say more to go on.", &["more"])]
#[case("Do you want tea, coffee or milk?", &[])]
#[case("What is your name?", &[])]
fn the_simplest_replies(#[case] text: &str, #[case] replies: &[&str]) {
    assert_eq!(simplest(text), replies);
}
