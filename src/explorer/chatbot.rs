//! The chatbot: a model is simply spoken to, nothing else.
//!
//! The baseline that Elevate's paper measures a language model by: the model is told what the app
//! says and says something back. No behaviour model, no rules, no memory but the conversation so
//! far (bounded), and one check: that there is an answer at all. On a phone it is told what can be
//! done and gives a number.
//!
//! Without a model it has nothing to say, and says so.

mod reply;

use std::collections::VecDeque;

use self::reply::{ChatContext, ChatQuery, ChatTurn, RefusedUtterance};
use super::shared::actions::{named, other_rotation};
use super::shared::returning::return_to_app;
use super::{Explorer, ExplorerProposal, PerformedAction, Proposing, Situation};
use crate::domain::{Action, AvailableAction, DeviceKey, Screen};
use crate::llm::{Asker, ModelQuery, QueryAnswer};
use crate::model::abstraction;
use crate::protocol::FallbackReason;

/// The questions it asks.
pub const QUERIES: &[&dyn ModelQuery] = &[&ChatQuery];

/// Turns of the conversation that are told, the present one included.
const TURNS: usize = 16;
/// The most characters of one turn that are told.
const TURN: usize = 1_200;
/// The most actions of a phone that are listed.
const ACTIONS: usize = 60;

/// See the module.
#[derive(Default)]
pub struct Chatbot {
    turns: VecDeque<ChatTurn>,
    /// True once it was told that nobody answers.
    reported: bool,
}

impl Chatbot {
    async fn choose(
        &mut self,
        situation: &Situation,
        asker: &mut Asker,
    ) -> Option<ExplorerProposal> {
        if self.turns.is_empty() {
            self.listen(None, situation);
        }
        if let Some(back) = return_to_app(situation) {
            return Some(back);
        }
        let offers = possible(situation);
        let context = self.context(situation, &offers);
        // Plain data; it always has a JSON form.
        let context = serde_json::to_value(&context).unwrap_or_default();
        let answer =
            asker.ask(&ChatQuery, situation.step, &context, situation.picture.clone()).await;
        let judged = match answer {
            QueryAnswer::Model(judged) => judged.answer,
            QueryAnswer::Rules { why, .. } => return self.speechless(why, asker),
        };
        let offer = match reply::ChatAnswer::read(judged.as_ref())? {
            reply::ChatAnswer::Say(words) => named(situation, Action::Say { words }),
            reply::ChatAnswer::Number(number) => offers.get(number.checked_sub(1)?)?.clone(),
        };
        let said = words(&offer.action);
        let voice = situation.screen.surface.is_dialogue();
        let verb = if voice { "says" } else { "chose" };
        Some(ExplorerProposal::new(offer, format!("The model {verb}: {said}")))
    }

    /// Takes in what the app says now, after `done`.
    fn listen(&mut self, done: Option<&PerformedAction>, situation: &Situation) {
        // What the app understood counts; a phone does not say.
        let heard = situation.screen.dialogue().and_then(|spoken| spoken.recognition.as_ref());
        let you = heard.map(|heard| heard.words.clone());
        // Beginning anew is not said to a voice app.
        let spoken = situation.screen.surface.is_dialogue();
        let done = done.filter(|done| !spoken || matches!(done.action, Action::Say { .. }));
        let you = you.or_else(|| done.map(|done| words(&done.action)));
        let app = cut(&shown(&situation.screen));
        self.turns.push_back(ChatTurn { you: you.map(|you| cut(&you)), app });
        if self.turns.len() > TURNS {
            self.turns.pop_front();
        }
    }

    fn context(&self, situation: &Situation, offers: &[AvailableAction]) -> ChatContext {
        let refused = situation.refused.iter().map(|refusal| RefusedUtterance {
            what: refusal.key.to_string(),
            why: refusal.feedback.clone(),
        });
        ChatContext {
            voice: situation.screen.surface.is_dialogue(),
            turns: self.turns.iter().cloned().collect(),
            actions: offers.iter().map(|offer| cut(&offer.action.to_string())).collect(),
            charter: situation.charter.clone(),
            refused: refused.collect(),
        }
    }

    /// Nobody answers: that is told once, and nothing is proposed in place of an answer.
    fn speechless(&mut self, why: FallbackReason, asker: &Asker) -> Option<ExplorerProposal> {
        if !self.reported {
            self.reported = true;
            let what = format!("The chatbot has nothing to say: {}.", why.words());
            let hint = "choose a model with --llm, or another explorer with --explorer";
            asker.warn(what, Some(hint.to_owned()));
        }
        None
    }
}

impl Explorer for Chatbot {
    fn name(&self) -> &'static str {
        "chatbot"
    }

    fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        self.listen(Some(done), situation);
    }

    fn propose<'a>(&'a mut self, situation: &'a Situation, asker: &'a mut Asker) -> Proposing<'a> {
        Box::pin(self.choose(situation, asker))
    }
}

/// What can be done on a phone, what was refused left out; a voice app can be told anything.
fn possible(situation: &Situation) -> Vec<AvailableAction> {
    if situation.screen.surface.is_dialogue() {
        return Vec::new();
    }
    let always: Vec<AvailableAction> = [
        Action::Key { key: DeviceKey::Back },
        Action::Key { key: DeviceKey::Menu },
        Action::Rotate { rotation: other_rotation(situation) },
    ]
    .into_iter()
    .map(|action| named(situation, action))
    .filter(|offer| situation.is_possible(offer))
    .collect();
    let offers = situation.available.iter().filter(|offer| !situation.is_refused(&offer.key));
    let room = ACTIONS.saturating_sub(always.len());
    offers.take(room).cloned().chain(always).collect()
}

fn words(action: &Action) -> String {
    match action {
        Action::Say { words } => words.clone(),
        other => other.to_string(),
    }
}

/// What the app says: its words, or what can be read on its screen.
fn shown(screen: &Screen) -> String {
    if let Some(spoken) = screen.dialogue() {
        let silent = if spoken.open { "(silence)" } else { "(the session ended)" };
        return if spoken.text.is_empty() { silent.to_owned() } else { spoken.text.clone() };
    }
    let texts = screen.widgets.iter().map(|widget| widget.text.as_str());
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    format!("[{}] {}", abstraction::label(screen), texts.join(" | "))
}

/// `text` on one line, cut to [`TURN`].
fn cut(text: &str) -> String {
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
    plain.chars().take(TURN).collect()
}

#[cfg(test)]
mod tests;
