use std::sync::Arc;

use futures_util::FutureExt as _;

use super::*;
use crate::domain::{ActionKey, DeviceCapabilities, Surface};
use crate::explorer::Refusal;
use crate::explorer::testing::{ScriptedTalk, heard, said};
use crate::llm::ask::{AskSetup, AskerEvents};
use crate::llm::script::ScriptedModel;
use crate::llm::{ChatModel, PromptLibrary};
use crate::protocol::Event;

fn asker(replies: &[&'static str]) -> (Asker, AskerEvents, Arc<ScriptedModel>) {
    let script = Arc::new(ScriptedModel::new(replies));
    let chat: Arc<dyn ChatModel> = script.clone();
    let prompts = PromptLibrary::default();
    let (asker, asker_events) =
        Asker::new(AskSetup { chat: Some(chat), prompts, cost_cap: None, pictures: false });
    (asker, asker_events, script)
}

fn propose(
    chatbot: &mut Chatbot,
    situation: &Situation,
    asker: &mut Asker,
) -> Option<ExplorerProposal> {
    chatbot.choose(situation, asker).now_or_never().unwrap()
}

fn warnings(asker_events: &mut AskerEvents) -> Vec<String> {
    let mut warnings = Vec::new();
    while let Ok(reported) = asker_events.logged.try_recv() {
        if let Event::Warned(warned) = reported.event {
            warnings.push(warned.what);
        }
    }
    warnings
}

#[test]
fn it_says_what_the_model_says_and_remembers() {
    let (mut asker, mut asker_events, script) =
        asker(&[r#"{"say": "green"}"#, "Hm.", r#"{"say": "with milk"}"#]);
    let mut chatbot = Chatbot::default();
    let mut talk = ScriptedTalk::default();
    let here = talk.look(said("Green or black?"), &[]);
    let first = propose(&mut chatbot, &here, &mut asker).unwrap();
    assert_eq!(first.action, Action::Say { words: "green".into() });
    assert_eq!(first.key, ActionKey::new("say \"green\""));
    // The tester said something else instead; that is what counts.
    let here = talk.step("black", heard("black", "Milk or sugar?"), &[]);
    chatbot.learn(here.last.as_ref().unwrap(), &here);
    let second = propose(&mut chatbot, &here, &mut asker).unwrap();
    assert_eq!(second.action, Action::Say { words: "with milk".into() });
    let asked = script.prompts();
    assert_eq!(asked.len(), 3, "one round of feedback");
    for words in ["App: \"Green or black?\"", "You: \"black\"", "App: \"Milk or sugar?\""] {
        assert!(asked[1].contains(words), "{}", asked[1]);
    }
    assert!(!asked[1].contains("You: \"green\""), "{}", asked[1]);
    assert!(asked[2].contains("There is no JSON object"), "{}", asked[2]);
    assert!(warnings(&mut asker_events).is_empty());
}

#[test]
fn what_was_refused_is_told() {
    let (mut asker, _ears, script) = asker(&[r#"{"say": "stop"}"#, r#"{"say": "go"}"#]);
    let mut chatbot = Chatbot::default();
    let mut here = ScriptedTalk::default().look(said("Stop or go?"), &[]);
    let first = propose(&mut chatbot, &here, &mut asker).unwrap();
    here.refused = vec![Refusal { key: first.key, feedback: "stay in".into() }];
    propose(&mut chatbot, &here, &mut asker).unwrap();
    let asked = script.prompts();
    assert!(asked[1].contains("say \"stop\" (stay in)"), "{}", asked[1]);
    assert_eq!(
        asked[1].matches("App: \"Stop or go?\"").count(),
        1,
        "no turn was made: {}",
        asked[1]
    );
}

#[test]
fn without_a_model_it_says_so_once_and_proposes_nothing() {
    let (mut asker, mut asker_events) = Asker::without_model();
    let mut chatbot = Chatbot::default();
    let here = ScriptedTalk::default().look(said("Green or black?"), &["green", "black"]);
    assert!(propose(&mut chatbot, &here, &mut asker).is_none());
    assert!(propose(&mut chatbot, &here, &mut asker).is_none());
    let warned = warnings(&mut asker_events);
    assert_eq!(warned, ["The chatbot has nothing to say: no model is configured."]);
}

#[test]
fn nonsense_replies_end_in_silence() {
    let (mut asker, mut asker_events, script) = asker(&["what?", "{}"]);
    let here = ScriptedTalk::default().look(said("Green or black?"), &["green"]);
    assert!(propose(&mut Chatbot::default(), &here, &mut asker).is_none());
    assert_eq!(script.asked.lock().unwrap().len(), 2);
    assert_eq!(warnings(&mut asker_events).len(), 1);
}

#[test]
fn an_ended_session_is_opened_again_without_asking() {
    let (mut asker, _ears, script) = asker(&[]);
    let ended = crate::domain::DialogueTurn { text: "Bye.".into(), ..Default::default() };
    let here = ScriptedTalk::default().look(ended, &[]);
    let back = propose(&mut Chatbot::default(), &here, &mut asker).unwrap();
    assert_eq!(back.action, Action::Restart);
    assert!(script.asked.lock().unwrap().is_empty());
}

#[test]
fn the_conversation_is_bounded() {
    let mut chatbot = Chatbot::default();
    let mut talk = ScriptedTalk::default();
    chatbot.listen(None, &talk.look(said("Start."), &[]));
    for _ in 0..2 * TURNS {
        let here = talk.step("more", heard("more", &"x".repeat(2 * TURN)), &[]);
        chatbot.listen(here.last.as_ref(), &here);
    }
    assert_eq!(chatbot.turns.len(), TURNS);
    assert!(chatbot.turns.iter().all(|turn| turn.app.len() <= TURN));
}

#[test]
fn a_phone_is_used_by_numbers() {
    let (mut asker, _ears, script) = asker(&[r#"{"number": 3}"#, r#"{"number": 1}"#]);
    let mut here = ScriptedTalk::default().look(said("x"), &["one", "two"]);
    let mut screen = (*here.screen).clone();
    screen.surface = Surface::Display;
    here.capabilities = DeviceCapabilities::PHONE;
    here.screen = Arc::new(screen);
    here.available = here.available.iter().take(2).cloned().collect();
    let mut chatbot = Chatbot::default();
    let chosen = propose(&mut chatbot, &here, &mut asker).unwrap();
    assert_eq!(
        chosen.action,
        Action::Key { key: DeviceKey::Back },
        "behind what the screen offers"
    );
    let asked = script.prompts()[0].clone();
    for listed in ["1. say \"one\"", "4. press menu", "5. rotate"] {
        assert!(asked.contains(listed), "{asked}");
    }
}

/// The transcript had "restart the app" as if it had been said.
#[test]
fn beginning_anew_is_not_said_to_a_voice_app() {
    let mut chatbot = Chatbot::default();
    let mut talk = ScriptedTalk::default();
    talk.look(said("Start."), &[]);
    let here = talk.step("more", said("Start."), &[]);
    let mut done = here.last.clone().unwrap();
    done.action = Action::Restart;
    chatbot.listen(Some(&done), &here);
    assert_eq!(chatbot.turns.back().unwrap().you, None);
}
