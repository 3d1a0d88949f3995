//! What is made of an utterance, given what was just asked.

use jiff::civil::Date;

use super::dialog::{Confirmation, PlatformQuestion, RequestedIntent};
use super::interaction::InteractionModel;
use super::phrases;
use super::resolve::{RankedCandidates, UtteranceCandidate, UtteranceResolver};
use super::words::normal;
use crate::domain::Recognition;

/// Something that is asked within a dialog.
#[derive(Clone, Debug, PartialEq)]
pub struct PendingQuestion {
    /// What is wanted so far.
    pub wanted: RequestedIntent,
    /// What was asked; `None` while the app has only kept the dialog open.
    pub asks: Option<PlatformQuestion>,
}

/// An utterance, understood or not.
#[derive(Clone, Debug, PartialEq)]
pub struct InterpretedUtterance {
    /// What is wanted; `None` if nothing fits.
    pub wanted: Option<RequestedIntent>,
    /// True if it continues the dialog.
    pub goes_on: bool,
    /// How it was understood, for the tester.
    pub heard: Recognition,
    /// True if the model was too large to be searched to its end.
    pub cut: bool,
}

/// Understands utterances of one app.
#[derive(Debug)]
pub struct UtteranceInterpreter {
    model: InteractionModel,
    resolver: UtteranceResolver,
    locale: String,
}

impl UtteranceInterpreter {
    /// An ear for what `model` describes, in the language of `locale`.
    pub fn new(model: InteractionModel, locale: &str) -> Self {
        let resolver = UtteranceResolver::new(&model, locale);
        Self { model, resolver, locale: locale.to_owned() }
    }

    /// The model.
    pub const fn model(&self) -> &InteractionModel {
        &self.model
    }

    /// What fills slots and ranks intents.
    pub const fn resolver(&self) -> &UtteranceResolver {
        &self.resolver
    }

    /// Understands `words`. What was asked is answered first; a command that is said word for word
    /// still goes before an answer that could be anything.
    pub fn hear(
        &self,
        words: &str,
        pending: Option<&PendingQuestion>,
        today: Date,
    ) -> InterpretedUtterance {
        let any = self.resolver.resolve(words, today);
        let answer = pending.and_then(|pending| match pending.asks.as_ref()? {
            PlatformQuestion::Slot(slot) => self.slot_answer(words, slot, pending, &any, today),
            PlatformQuestion::ConfirmSlot(slot) => {
                let yes = self.yes_or_no(words)?;
                let mut wanted = pending.wanted.clone();
                wanted.slot_mut(slot)?.confirmation = Confirmation::said(yes);
                Some(wanted)
            }
            PlatformQuestion::ConfirmAll => {
                let confirmation = Confirmation::said(self.yes_or_no(words)?);
                Some(RequestedIntent { confirmation, ..pending.wanted.clone() })
            }
        });
        let runner_up = |taken: &str| {
            let mut others = any.candidates.iter().filter(|candidate| candidate.worth_telling());
            others
                .find(|candidate| candidate.intent != taken)
                .map(|candidate| candidate.intent.clone())
        };
        let heard = |wanted: &RequestedIntent| Recognition {
            words: words.to_owned(),
            intent: wanted.intent.clone(),
            slots: wanted.reported(),
            runner_up: runner_up(&wanted.intent),
        };
        if let Some(wanted) = answer {
            return InterpretedUtterance {
                heard: heard(&wanted),
                wanted: Some(wanted),
                goes_on: true,
                cut: any.cut,
            };
        }
        let (wanted, goes_on) = match any.best() {
            Some(best) => self.taken(best, pending),
            None if self.resolver.has_fallback() => {
                (RequestedIntent::empty(&self.model, "AMAZON.FallbackIntent"), false)
            }
            None => {
                let runner_up = any.runner_up().map(|other| other.intent.clone());
                let heard =
                    Recognition { words: words.to_owned(), runner_up, ..Recognition::default() };
                return InterpretedUtterance { wanted: None, goes_on: false, heard, cut: any.cut };
            }
        };
        InterpretedUtterance { heard: heard(&wanted), wanted: Some(wanted), goes_on, cut: any.cut }
    }

    /// The best intent; the one that is being talked about keeps what is known of it.
    fn taken(
        &self,
        best: &UtteranceCandidate,
        pending: Option<&PendingQuestion>,
    ) -> (RequestedIntent, bool) {
        let same = pending.filter(|pending| pending.wanted.intent == best.intent);
        let mut wanted = match same {
            Some(pending) => pending.wanted.clone(),
            None => RequestedIntent::empty(&self.model, &best.intent),
        };
        fill(&mut wanted, best);
        (wanted, same.is_some())
    }

    fn slot_answer(
        &self,
        words: &str,
        slot: &str,
        pending: &PendingQuestion,
        any: &RankedCandidates,
        today: Date,
    ) -> Option<RequestedIntent> {
        let answers = self.resolver.answer(words, &pending.wanted.intent, slot, today);
        let best = answers.best()?;
        // A value that is known wins; else what is a sentence of another intent is meant as such.
        let other = any.best().is_some_and(|other| {
            let command = other.exact && other.slots.is_empty();
            command || (other.exact && other.firm && other.intent != pending.wanted.intent)
        });
        if other && !best.firm {
            return None;
        }
        let mut wanted = pending.wanted.clone();
        fill(&mut wanted, best);
        Some(wanted)
    }

    /// Whether `words` are a yes or a no.
    pub fn yes_or_no(&self, words: &str) -> Option<bool> {
        let words = normal(words);
        let table = phrases::built_in(&self.locale);
        let says = |intent: &str| {
            let own = self.model.intent(&format!("AMAZON.{intent}"));
            let own = own.into_iter().flat_map(|intent| &intent.samples).map(String::as_str);
            let usual = table.iter().filter(|(name, _)| *name == intent);
            let usual = usual.flat_map(|(_, phrases)| phrases.iter().copied());
            own.chain(usual).any(|phrase| normal(phrase) == words)
        };
        if says("YesIntent") { Some(true) } else { says("NoIntent").then_some(false) }
    }
}

fn fill(wanted: &mut RequestedIntent, candidate: &UtteranceCandidate) {
    for (slot, filled) in &candidate.slots {
        wanted.fill(slot, filled.clone());
    }
}
