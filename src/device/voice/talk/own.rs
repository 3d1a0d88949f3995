//! What the platform says itself: where nothing fits, nothing is said, or the app fails.

use super::{NOT_UNDERSTOOD, PROBLEM, Talk, Turned};
use crate::device::voice::dialog::Asks;
use crate::device::voice::endpoint::EndpointError;
use crate::device::voice::request::EndReason;
use crate::domain::{Heard, Spoken};

impl Talk {
    /// The platform says that it does not understand, and what the app asked again. Nothing is
    /// sent.
    pub(super) fn not_understood(&self, heard: Heard) -> Turned {
        let again = self.reprompt.0.as_deref().unwrap_or_default();
        let text = format!("{NOT_UNDERSTOOD} {again}").trim().to_owned();
        let elicits = self.pending.as_ref().and_then(|pending| match &pending.asks {
            Some(Asks::Slot(slot) | Asks::ConfirmSlot(slot)) => Some(slot.clone()),
            _ => None,
        });
        let spoken = Spoken {
            text,
            reprompt: self.reprompt.0.clone(),
            elicits,
            open: true,
            heard: Some(heard),
            ..Spoken::default()
        };
        Turned { spoken, warnings: Vec::new() }
    }

    /// Nothing was said: the reprompt is played once, then the session ends.
    pub(super) async fn silence(&mut self, words: &str) -> Turned {
        if let (Some(again), false) = &self.reprompt {
            let mut turned = own_words(again, words, true);
            turned.spoken.reprompt = Some(again.clone());
            self.reprompt.1 = true;
            return turned;
        }
        self.end(&EndReason::Silence).await;
        own_words("", words, false)
    }

    /// The user leaves without the app being asked.
    pub(super) async fn leave(&mut self, words: &str) -> Turned {
        self.end(&EndReason::User).await;
        let mut turned = own_words("", words, false);
        if let Some(heard) = &mut turned.spoken.heard {
            heard.intent = "SessionEndedRequest".into();
        }
        turned
    }

    /// What the platform says in place of an app that failed: the session is over.
    pub async fn problem(&mut self, error: &EndpointError, words: Option<&str>) -> Turned {
        let told = matches!(
            error,
            EndpointError::Status { .. }
                | EndpointError::NotJson { .. }
                | EndpointError::Malformed { .. }
                | EndpointError::TooLarge { .. }
        );
        if told {
            self.end(&EndReason::Error(error.kind(), error.to_string())).await;
        } else {
            self.lose();
        }
        let mut turned = own_words(PROBLEM, words.unwrap_or_default(), false);
        if words.is_none() {
            turned.spoken.heard = None;
        }
        turned.warnings.push(format!("The app failed: {error}."));
        turned
    }
}

/// Words of the platform itself.
pub(super) fn own_words(text: &str, words: &str, open: bool) -> Turned {
    let heard = Heard { words: words.to_owned(), ..Heard::default() };
    let spoken = Spoken { text: text.to_owned(), open, heard: Some(heard), ..Spoken::default() };
    Turned { spoken, warnings: Vec::new() }
}
