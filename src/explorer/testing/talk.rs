//! Hand-made dialogues with a voice app.

use std::sync::Arc;

use super::situation::{shown, situation};
use crate::domain::{
    Action, ActionKey, AvailableAction, DeviceCapabilities, DialogueTurn, Recognition, Screen,
    speech,
};
use crate::explorer::{PerformedAction, Situation};
use crate::model::BehaviourModel;
use crate::protocol::{ActionOutcome, Event, TransitionLearned};

/// An app says this, unasked.
pub(in crate::explorer) fn said(text: &str) -> DialogueTurn {
    DialogueTurn { text: text.into(), open: true, ..DialogueTurn::default() }
}

/// An app says this to `words`.
pub(in crate::explorer) fn heard(words: &str, text: &str) -> DialogueTurn {
    let heard = Some(Recognition { words: words.into(), ..Recognition::default() });
    DialogueTurn { recognition: heard, ..said(text) }
}

/// The offer of saying `words`.
fn offer(words: &str) -> AvailableAction {
    let key = ActionKey::new(format!("say {:?}", speech::normal(words)));
    AvailableAction { action: Action::Say { words: words.into() }, key: key.clone(), template: key }
}

/// A conversation as the model learns it.
#[derive(Default)]
pub(in crate::explorer) struct ScriptedTalk {
    model: BehaviourModel,
    step: u64,
    here: Option<Situation>,
}

impl ScriptedTalk {
    /// The app says `spoken`, to which `offers` can be said besides the system's words.
    pub fn look(&mut self, spoken: DialogueTurn, offers: &[&str]) -> Situation {
        let open = spoken.open;
        let screen = Screen::of_speech("app", spoken);
        let words = offers.iter().chain(speech::SYSTEM);
        let offers: Vec<AvailableAction> =
            words.filter(|_| open).map(|words| offer(words)).collect();
        for event in shown(self.step, &screen, &offers) {
            self.model.apply(&event);
        }
        let model = Arc::new(self.model.clone());
        let situation = situation(self.step, screen, offers, DeviceCapabilities::VOICE, model);
        self.here = Some(situation.clone());
        situation
    }

    /// Says `words`, to which the app says `spoken`.
    pub fn step(&mut self, words: &str, spoken: DialogueTurn, offers: &[&str]) -> Situation {
        self.step += 1;
        let before = self.here.take().unwrap();
        let from = before.state.structural;
        self.look(spoken, offers);
        let to = self.here.as_ref().unwrap().state.structural;
        let AvailableAction { action, key, template } = offer(words);
        let outcome = if from == to { ActionOutcome::None } else { ActionOutcome::Moved };
        self.model.apply(&Event::Learned(TransitionLearned {
            step: self.step,
            from,
            key: key.clone(),
            template,
            to,
            outcome,
        }));
        let mut here = self.here.clone().unwrap();
        here.model = Arc::new(self.model.clone());
        here.last = Some(PerformedAction {
            step: self.step,
            from,
            exact: before.state.exact,
            before: before.screen,
            action,
            key,
            accepted: None,
            failed: false,
            outcome,
            progress_ms: 0,
        });
        self.here = Some(here.clone());
        here
    }
}
