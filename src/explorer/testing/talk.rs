//! Hand-made dialogues with a voice app.

use std::sync::Arc;

use crate::domain::{
    Action, ActionKey, AvailableAction, BlobId, DeviceCapabilities, DialogueTurn, Recognition,
    Screen, speech,
};
use crate::explorer::{PerformedAction, RemainingBudget, Situation};
use crate::model::{BehaviourModel, abstraction};
use crate::protocol::{ActionOutcome, Event, ScreenObserved, StateDiscovered, TransitionLearned};

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
        let state = abstraction::state_ids(&screen);
        let words = offers.iter().chain(speech::SYSTEM);
        let offers: Arc<[AvailableAction]> =
            words.filter(|_| open).map(|words| offer(words)).collect();
        let none = BlobId::of(b"");
        self.model.apply(&Event::Discovered(StateDiscovered {
            step: self.step,
            state: state.structural,
            label: abstraction::label(&screen),
            package: "app".into(),
            activity: String::new(),
            size: screen.size,
            available: offers.to_vec(),
        }));
        self.model.apply(&Event::Observed(ScreenObserved {
            step: self.step,
            state,
            package: "app".into(),
            activity: String::new(),
            size: screen.size,
            reading: screen.read_quality.clone(),
            busy: false,
            screen: none,
            picture: None,
            hierarchy: None,
            said: None,
            guessed: false,
            progress_ms: 0,
            took_ms: 0,
        }));
        let situation = Situation {
            step: self.step + 1,
            screen: Arc::new(screen),
            state,
            available: offers,
            capabilities: DeviceCapabilities::VOICE,
            model: Arc::new(self.model.clone()),
            refused: Vec::new(),
            refusals: Default::default(),
            charter: None,
            notes: Vec::new(),
            picture: None,
            last: None,
            remaining: RemainingBudget::default(),
        };
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
