//! Texts that records only name, loaded in the background, and the prompts that the tester edited.
//!
//! Looking a text up requests it: what draws it asks in each frame, and gets it once it is loaded.

mod json_lines;
mod passage;

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

use crate::domain::BlobId;
use crate::protocol::{AskAgain, ExchangeId};

pub use passage::{PassageText, read};

/// Gives the present text of the prompt with this name; `None` if there is none.
pub type ReadPrompt = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// Keeps a text as the user's own prompt of this name; gives its file, or a sentence why not.
pub type SavePrompt = Arc<dyn Fn(&str, &str) -> Result<PathBuf, String> + Send + Sync>;

/// Texts that are kept; the oldest goes first.
const KEPT: usize = 64;

/// Edited prompts that are kept.
const DRAFTS: usize = 100;

/// Where a text comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TextSource {
    /// The messages of an exchange.
    Messages(BlobId),
    /// What a prompt was made from.
    Variables(BlobId),
    /// Plain words: a reply.
    Words(BlobId),
    /// The prompt of this name as it is now.
    Prompt(String),
}

/// The result of looking a text up.
#[derive(Clone, Debug)]
pub enum TextLookup {
    /// It is being fetched.
    Coming,
    /// It cannot be had.
    Missing,
    /// Here it is.
    There(Arc<PassageText>),
}

/// A prompt that was sent to be asked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptDraft {
    /// The first exchange of the question.
    pub first: ExchangeId,
    /// How often that was asked again before.
    pub before: usize,
    /// How many warnings there were before: a newer one says why it cannot be asked.
    pub warnings: usize,
    /// The prompt.
    pub prompt: String,
}

/// See the module.
#[derive(Default)]
pub struct ExchangeTexts {
    texts: RefCell<LoadedTexts>,
    drafts: VecDeque<PromptDraft>,
}

#[derive(Default)]
struct LoadedTexts {
    found: HashMap<TextSource, TextLookup>,
    order: VecDeque<TextSource>,
    wanted: Vec<TextSource>,
}

impl ExchangeTexts {
    /// The text from `source`; if it is not there yet, it is fetched.
    pub fn text(&self, source: &TextSource) -> TextLookup {
        let mut texts = self.texts.borrow_mut();
        if let Some(found) = texts.found.get(source) {
            return found.clone();
        }
        texts.put(source.clone(), TextLookup::Coming);
        texts.wanted.push(source.clone());
        TextLookup::Coming
    }

    /// Reads the prompt called `name` again when it is looked up the next time: its file may have
    /// changed.
    pub fn forget_prompt(&self, name: &str) {
        self.texts.borrow_mut().found.remove(&TextSource::Prompt(name.to_owned()));
    }

    /// What is to be fetched.
    pub fn take_wanted(&mut self) -> Vec<TextSource> {
        std::mem::take(&mut self.texts.get_mut().wanted)
    }

    /// What was fetched.
    pub fn fetched(&mut self, source: TextSource, text: Option<PassageText>) {
        let found = text.map_or(TextLookup::Missing, |text| TextLookup::There(Arc::new(text)));
        self.texts.get_mut().put(source, found);
    }

    /// Remembers the prompt with which something is asked again.
    pub fn sent(&mut self, again: &AskAgain, before: usize, warnings: usize) {
        if self.drafts.len() >= DRAFTS {
            self.drafts.pop_front();
        }
        let (first, prompt) = (again.exchange, again.prompt.clone());
        self.drafts.push_back(PromptDraft { first, before, warnings, prompt });
    }

    /// The prompt that was sent last in place of the question that begins with `first`.
    pub fn latest(&self, first: ExchangeId) -> Option<&PromptDraft> {
        self.drafts.iter().rfind(|draft| draft.first == first)
    }

    /// The prompt of this attempt, counted from 0.
    pub fn draft(&self, first: ExchangeId, attempt: usize) -> Option<&PromptDraft> {
        // One that could not be asked has the same place as the next one, which came later.
        self.drafts.iter().rfind(|draft| draft.first == first && draft.before == attempt)
    }
}

impl LoadedTexts {
    fn put(&mut self, source: TextSource, found: TextLookup) {
        if self.found.insert(source.clone(), found).is_some() {
            return;
        }
        self.order.retain(|other| *other != source);
        self.order.push_back(source);
        if self.order.len() > KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.found.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests;
