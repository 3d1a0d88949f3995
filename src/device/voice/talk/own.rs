//! What the platform says itself: if nothing fits, nothing is said, or the app fails.

use super::{CompletedTurn, NOT_UNDERSTOOD, PROBLEM, VoiceConversation};
use crate::device::voice::dialog::PlatformQuestion;
use crate::device::voice::endpoint::EndpointError;
use crate::device::voice::request::SessionEndReason;
use crate::domain::{DialogueTurn, Recognition};

impl VoiceConversation {
    /// The platform says that it does not understand, and what the app asked again. Nothing is
    /// sent.
    pub(super) fn not_understood(&self, heard: Recognition) -> CompletedTurn {
        let again = self.reprompt.0.as_deref().unwrap_or_default();
        let text = format!("{NOT_UNDERSTOOD} {again}").trim().to_owned();
        let elicits = self.pending.as_ref().and_then(|pending| match &pending.asks {
            Some(PlatformQuestion::Slot(slot) | PlatformQuestion::ConfirmSlot(slot)) => {
                Some(slot.clone())
            }
            _ => None,
        });
        let spoken = DialogueTurn {
            text,
            reprompt: self.reprompt.0.clone(),
            elicits,
            open: true,
            recognition: Some(heard),
            ..DialogueTurn::default()
        };
        CompletedTurn { spoken, warnings: Vec::new() }
    }

    /// Nothing was said: the reprompt is played once, then the session ends.
    pub(super) async fn silence(&mut self, words: &str) -> CompletedTurn {
        if let (Some(again), false) = &self.reprompt {
            let mut turned = own_words(again, words, true);
            turned.spoken.reprompt = Some(again.clone());
            self.reprompt.1 = true;
            return turned;
        }
        self.end(&SessionEndReason::Silence).await;
        own_words("", words, false)
    }

    /// The user leaves without the app being asked.
    pub(super) async fn leave(&mut self, words: &str) -> CompletedTurn {
        self.end(&SessionEndReason::User).await;
        let mut turned = own_words("", words, false);
        if let Some(heard) = &mut turned.spoken.recognition {
            heard.intent = "SessionEndedRequest".into();
        }
        turned
    }

    /// What the platform says in place of an app that failed: the session is over.
    pub async fn problem(&mut self, error: &EndpointError, words: Option<&str>) -> CompletedTurn {
        let reported = matches!(
            error,
            EndpointError::Status { .. }
                | EndpointError::NotJson { .. }
                | EndpointError::Malformed { .. }
                | EndpointError::TooLarge { .. }
        );
        if reported {
            self.end(&SessionEndReason::Error(error.kind(), error.to_string())).await;
        } else {
            self.lose();
        }
        let mut turned = own_words(PROBLEM, words.unwrap_or_default(), false);
        if words.is_none() {
            turned.spoken.recognition = None;
        }
        turned.warnings.push(format!("The app failed: {error}."));
        turned
    }
}

/// Words of the platform itself.
pub(super) fn own_words(text: &str, words: &str, open: bool) -> CompletedTurn {
    let heard = Recognition { words: words.to_owned(), ..Recognition::default() };
    let spoken = DialogueTurn {
        text: text.to_owned(),
        open,
        recognition: Some(heard),
        ..DialogueTurn::default()
    };
    CompletedTurn { spoken, warnings: Vec::new() }
}
