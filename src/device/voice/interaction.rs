//! The interaction model of a voice app: what can be said to it and what is meant by it.
//!
//! Read is the form in which skill projects keep it, `models/LOCALE.json` (Alexa Skills Kit,
//! "Interaction Model Schema"), with or without the outer `interactionModel`. Reading is lenient:
//! what is unknown is left out, what is odd is told as a warning.

mod file;

use std::collections::BTreeMap;

use thiserror::Error;

/// The largest file that is read, in bytes; the platform itself takes 1.5 MB.
pub const LARGEST_FILE: usize = 4 << 20;

/// Why there is no model.
#[derive(Debug, Error)]
pub enum ModelError {
    /// It is no JSON of this form.
    #[error("{0}")]
    NotRead(String),
    /// There are no intents in it.
    #[error("it has no intents; an interaction model has interactionModel.languageModel.intents")]
    NoIntents,
    /// It is larger than any real one.
    #[error("it is larger than {} MB", LARGEST_FILE >> 20)]
    TooLarge,
}

/// What can be said to a voice app.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InteractionModel {
    /// The name by which the app is opened.
    pub invocation: String,
    /// What users may want of it, in the file's order.
    pub intents: Vec<VoiceIntent>,
    /// Its own slot types, and additions to built-in ones.
    pub types: Vec<SlotType>,
    /// How slots are asked for, by intent.
    pub dialogs: BTreeMap<String, IntentDialog>,
    /// Wordings of prompts by their id.
    pub prompts: BTreeMap<String, Vec<String>>,
    /// Oddities met while reading.
    pub warnings: Vec<String>,
}

/// Something users may want.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VoiceIntent {
    /// Its name; built-in ones begin with `AMAZON.`.
    pub name: String,
    /// Ways to say it, slots in braces.
    pub samples: Vec<String>,
    /// What may vary in it.
    pub slots: Vec<IntentSlot>,
}

/// A part of an intent that varies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IntentSlot {
    /// Its name.
    pub name: String,
    /// The name of its type; empty if the model keeps the type elsewhere.
    pub kind: String,
    /// Ways to answer when it is asked for.
    pub samples: Vec<String>,
    /// True if it takes several values at once.
    pub several: bool,
}

/// A type of slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlotType {
    /// Its name.
    pub name: String,
    /// Its values.
    pub values: Vec<SlotValue>,
    /// True if values are kept elsewhere, in a catalogue.
    pub elsewhere: bool,
}

/// A value of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlotValue {
    /// Its id, if it has one.
    pub id: Option<String>,
    /// What it is called.
    pub name: String,
    /// What it may be called as well.
    pub synonyms: Vec<String>,
}

/// How the slots of one intent are asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IntentDialog {
    /// True if the platform asks for all by itself before the app hears of it.
    pub by_platform: bool,
    /// The prompt by which the whole is confirmed, if that is required.
    pub confirmation: Option<String>,
    /// Its slots in the order in which they are asked for.
    pub slots: Vec<DialogSlot>,
}

/// How one slot is asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DialogSlot {
    /// Its name.
    pub name: String,
    /// The prompt that asks for it, if it is required.
    pub elicitation: Option<String>,
    /// The prompt by which its value is confirmed, if that is required.
    pub confirmation: Option<String>,
    /// What its value must fulfil.
    pub validations: Vec<SlotValidation>,
}

/// A condition on a slot's value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlotValidation {
    /// The rule's name in the schema, such as `isInSet`.
    pub rule: String,
    /// What it compares with.
    pub values: Vec<String>,
    /// The prompt that asks again if it does not hold.
    pub prompt: String,
}

impl InteractionModel {
    /// Reads the bytes of a model file; a byte order mark in front is no harm.
    ///
    /// # Errors
    /// If it is no such JSON, has no intents, or is larger than [`LARGEST_FILE`].
    pub fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        if bytes.len() > LARGEST_FILE {
            return Err(ModelError::TooLarge);
        }
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        file::read(bytes)
    }

    /// The intent of this name.
    pub fn intent(&self, name: &str) -> Option<&VoiceIntent> {
        self.intents.iter().find(|intent| intent.name == name)
    }

    /// The slot `slot` of the intent `intent`.
    pub fn slot(&self, intent: &str, slot: &str) -> Option<&IntentSlot> {
        self.intent(intent)?.slots.iter().find(|candidate| candidate.name == slot)
    }
}

#[cfg(test)]
mod tests;
