//! Which of many texts are most like another one, by the words that they share: the cosine of the sets
//! of their words, each word weighing the more the fewer texts have it.

use std::collections::{BTreeMap, BTreeSet};

/// The words of a text, each once, without their commonest endings.
pub type WordSet = BTreeSet<String>;

/// Texts with the weights of their words.
#[derive(Clone, Debug, Default)]
pub struct SharedWords {
    texts: Vec<WordSet>,
    /// In how many texts each word is.
    spread: BTreeMap<String, usize>,
}

impl SharedWords {
    /// An index of texts with these words.
    pub fn new(texts: Vec<WordSet>) -> Self {
        let mut spread = BTreeMap::new();
        for word in texts.iter().flatten() {
            *spread.entry(word.clone()).or_default() += 1;
        }
        Self { texts, spread }
    }

    /// How like `words` each text is, from 0 (no common word) to 1, in the order of the texts.
    pub fn likeness(&self, words: &WordSet) -> Vec<f64> {
        self.texts.iter().map(|text| self.cosine(words, text)).collect()
    }

    fn cosine(&self, one: &WordSet, other: &WordSet) -> f64 {
        let square = |word: &String| self.weight(word).powi(2);
        let common: f64 = one.intersection(other).map(square).sum();
        let length = |words: &WordSet| words.iter().map(square).sum::<f64>().sqrt();
        let lengths = length(one) * length(other);
        if lengths > 0.0 { common / lengths } else { 0.0 }
    }

    /// The fewer texts have a word, the more it says.
    fn weight(&self, word: &str) -> f64 {
        let spread = self.spread.get(word).copied().unwrap_or_default();
        (self.texts.len() as f64 / (spread + 1) as f64).ln_1p()
    }
}

/// The words of `text` in lower case without their commonest endings; neither numbers nor words of one
/// or two letters.
pub fn word_set(text: &str) -> WordSet {
    let split = text.split(|letter: char| !letter.is_alphanumeric());
    let plain = split.filter(|word| word.len() > 2 && !word.chars().all(|c| c.is_ascii_digit()));
    plain.map(|word| stem(&word.to_lowercase())).collect()
}

fn stem(word: &str) -> String {
    let stem = ["ing", "ed", "es", "s"].iter().find_map(|ending| word.strip_suffix(ending));
    stem.filter(|stem| stem.len() > 2).unwrap_or(word).trim_end_matches('e').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rare_word_says_more_than_a_common_one() {
        let texts = ["new note title", "new price", "new date of birth", "edited notes"];
        let index = SharedWords::new(texts.map(word_set).to_vec());
        let likeness = index.likeness(&word_set("A new note"));
        assert!(likeness[0] > likeness[3] && likeness[3] > likeness[1], "{likeness:?}");
        assert!(likeness[1] > likeness[2] && likeness[2] > 0.0, "the longer text shares less");
        assert_eq!(index.likeness(&word_set("42 of it")), [0.0; 4]);
        let own = index.likeness(&word_set("price: new"))[1];
        assert!((own - 1.0).abs() < 1e-9, "{own}");
    }
}
