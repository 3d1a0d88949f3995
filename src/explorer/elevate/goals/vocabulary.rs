//! The texts and words that the app's screens have shown.

use std::collections::HashSet;

use crate::domain::{Screen, speech, values};
use crate::explorer::shared::labels::singular;
use crate::explorer::shared::output;

/// A shorter word says nothing of what a text is about.
const WORD: usize = 3;
/// Words that say nothing of it either, in texts or in the names of a program.
const FILLERS: &[&str] = &[
    "and", "are", "by", "can", "data", "event", "for", "from", "get", "handle", "handler", "has",
    "html", "init", "item", "list", "name", "not", "object", "on", "render", "set", "string",
    "text", "the", "to", "type", "update", "value", "with",
];

/// See the module.
#[derive(Debug, Default)]
pub struct ShownVocabulary {
    texts: HashSet<String>,
    words: HashSet<String>,
}

impl ShownVocabulary {
    /// Takes in what `screen` shows.
    pub fn see(&mut self, screen: &Screen) {
        let texts = screen.widgets.iter().flat_map(|widget| [&widget.label, &widget.hint]);
        self.texts.extend(texts.map(|text| speech::normal(text)));
        self.words.extend(of_screen(screen));
    }

    /// True if a screen has shown `text` by itself, whatever its case and marks.
    pub fn has_shown(&self, text: &str) -> bool {
        self.texts.contains(&speech::normal(text))
    }

    /// True if a screen has `word`, one of [`words`].
    pub fn has_word(&self, word: &str) -> bool {
        self.words.contains(word)
    }
}

/// The words of `screen`, of the ids of its widgets as well.
pub fn of_screen(screen: &Screen) -> HashSet<String> {
    let texts = screen.widgets.iter().flat_map(|widget| {
        let own = [&widget.label, &widget.hint, &widget.caption].map(String::clone);
        own.into_iter().chain([values::words_of(widget.short_id())])
    });
    texts.flat_map(|text| words(&text)).collect()
}

/// The words of `text` that say what it is about, each for one thing.
pub fn words(text: &str) -> HashSet<String> {
    let words = output::tokens(text).into_iter();
    words.filter(|word| tells(word)).map(|word| singular(&word)).collect()
}

/// The first of them.
pub fn first_word(text: &str) -> Option<String> {
    let normal = speech::normal(text);
    normal.split(' ').find(|word| tells(word)).map(singular)
}

fn tells(word: &str) -> bool {
    word.len() >= WORD && !FILLERS.contains(&word)
}
