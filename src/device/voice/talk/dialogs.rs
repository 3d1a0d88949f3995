//! Dialogs: what an app's directives ask for, and what the platform asks in the app's place.

use super::{CompletedTurn, VoiceConversation};
use crate::device::voice::dialog::{self, PlatformQuestion, RequestedIntent};
use crate::device::voice::interpreter::PendingQuestion;
use crate::device::voice::response::{DialogDirective, UpdatedIntent};
use crate::device::voice::ssml;
use crate::domain::{DialogueTurn, Recognition};

impl VoiceConversation {
    /// Does as a dialog directive says; gives what is wanted if nothing is left to ask.
    pub(super) fn dialog_turn(
        &mut self,
        turn: DialogDirective,
        current: Option<&RequestedIntent>,
        spoken: &mut DialogueTurn,
        warnings: &mut Vec<String>,
    ) -> Option<RequestedIntent> {
        let wanted = match turn.updated {
            Some(updated) => Some(self.updated(updated, current)),
            None => current.cloned(),
        };
        let Some(mut wanted) = wanted else {
            warnings.push("a dialog directive names no intent, and none is talked about".into());
            return None;
        };
        if self.ear.model().intent(&wanted.intent).is_none() {
            warnings.push(format!(
                "a dialog directive names {:?}, which the interaction model does not have",
                wanted.intent
            ));
        }
        let asks = match turn.asks {
            Some(asks) => asks,
            None => {
                let Some(dialog) = self.ear.model().dialogs.get(&wanted.intent) else {
                    warnings.push(format!(
                        "{} is delegated, but the interaction model has no dialog for it",
                        wanted.intent
                    ));
                    return None;
                };
                let Some((asks, prompt)) = dialog::next(dialog, &mut wanted) else {
                    return Some(wanted);
                };
                let words = self.prompt(&prompt, &asks, &wanted);
                spoken.text = format!("{} {words}", spoken.text).trim().to_owned();
                spoken.reprompt = Some(words);
                asks
            }
        };
        if let PlatformQuestion::Slot(slot) | PlatformQuestion::ConfirmSlot(slot) = &asks {
            if wanted.slot_mut(slot).is_none() {
                warnings.push(format!(
                    "a dialog directive asks for slot {slot:?}, which {} does not have",
                    wanted.intent
                ));
            }
            spoken.elicits = Some(slot.clone());
        }
        self.pending = Some(PendingQuestion { wanted, asks: Some(asks) });
        None
    }

    /// The intent as an app has changed it; values that are as before keep what is known of them.
    pub(super) fn updated(
        &self,
        updated: UpdatedIntent,
        current: Option<&RequestedIntent>,
    ) -> RequestedIntent {
        let today = jiff::Zoned::now().date();
        let mut wanted = RequestedIntent::empty(self.ear.model(), &updated.intent);
        wanted.confirmation = updated.confirmation;
        for (name, value, confirmation) in updated.slots {
            let Some(slot) = wanted.slot_mut(&name) else { continue };
            let before = current
                .filter(|current| current.intent == updated.intent)
                .and_then(|current| current.slots.iter().find(|slot| slot.name == name))
                .and_then(|slot| slot.filled.clone());
            slot.filled = value.map(|value| match before {
                Some(before) if before.value == value => before,
                _ => self.ear.resolver().fill(&value, &updated.intent, &name, today),
            });
            slot.confirmation = confirmation;
        }
        wanted
    }

    pub(super) fn prompt(
        &mut self,
        id: &str,
        asks: &PlatformQuestion,
        wanted: &RequestedIntent,
    ) -> String {
        let requests = &mut self.requests;
        let words =
            dialog::prompt(self.ear.model(), id, asks, wanted, |count| requests.pick(count));
        ssml::plain(&words).text
    }

    /// A turn in which the platform asks in the app's place.
    pub(super) fn asking(
        &mut self,
        wanted: RequestedIntent,
        asks: PlatformQuestion,
        words: String,
        heard: Option<Recognition>,
    ) -> CompletedTurn {
        let elicits = match &asks {
            PlatformQuestion::Slot(slot) | PlatformQuestion::ConfirmSlot(slot) => {
                Some(slot.clone())
            }
            PlatformQuestion::ConfirmAll => None,
        };
        self.covered.insert(wanted.intent.clone());
        self.pending = Some(PendingQuestion { wanted, asks: Some(asks) });
        self.reprompt = (Some(words.clone()), false);
        let reprompt = Some(words.clone());
        let spoken = DialogueTurn {
            text: words,
            reprompt,
            elicits,
            open: true,
            recognition: heard,
            ..DialogueTurn::default()
        };
        CompletedTurn { spoken, warnings: Vec::new() }
    }
}
