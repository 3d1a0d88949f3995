//! Utterances, samples and slot values as words that can be compared.

use std::ops::Range;

/// The most words of an utterance that are looked at; people say fewer in one breath.
pub const MOST_WORDS: usize = 48;

/// A word and where it stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpokenWord {
    /// In lower case, without punctuation.
    pub text: String,
    /// Its bytes in the text it was cut from.
    pub at: Range<usize>,
}

/// Cuts `text` into at most `limit` words: lower case, split at everything but letters, digits and
/// apostrophes; a possessive `'s` is a word of its own (samples write `{name}'s`), a point or colon
/// between digits stays, and each sign of scripts without spaces is one word.
pub fn words(text: &str, limit: usize) -> Vec<SpokenWord> {
    let mut cutter = WordCutter::new(limit);
    let mut signs = text.char_indices().peekable();
    let mut before = ' ';
    while let Some((at, sign)) = signs.next() {
        if cutter.words.len() >= limit {
            break;
        }
        let next = signs.peek().map_or(' ', |&(_, next)| next);
        let end = at + sign.len_utf8();
        if is_unspaced(sign) {
            cutter.finish(at);
            cutter.push(sign, at);
            cutter.finish(end);
        } else if sign.is_alphanumeric() {
            cutter.push(sign, at);
        } else if is_apostrophe(sign) && before.is_alphanumeric() && next.is_alphabetic() {
            cutter.apostrophe = at;
            cutter.push('\'', at);
        } else if matches!(sign, '.' | ':' | ',')
            && before.is_ascii_digit()
            && next.is_ascii_digit()
        {
            // A comma between digits groups them: 1,000.
            if sign != ',' {
                cutter.push(sign, at);
            }
        } else if is_mark(sign) && !cutter.current.is_empty() {
            cutter.push(sign, at);
        } else {
            cutter.finish(at);
        }
        before = sign;
    }
    cutter.finish(text.len());
    cutter.words.truncate(limit);
    cutter.words
}

/// `text` in the normal form by which values and phrases are compared.
pub fn normal(text: &str) -> String {
    let words = words(text, MOST_WORDS);
    words.into_iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}

struct WordCutter {
    words: Vec<SpokenWord>,
    limit: usize,
    current: String,
    start: usize,
    /// Where the latest apostrophe stands.
    apostrophe: usize,
}

impl WordCutter {
    const fn new(limit: usize) -> Self {
        Self { words: Vec::new(), limit, current: String::new(), start: 0, apostrophe: 0 }
    }

    fn push(&mut self, sign: char, at: usize) {
        if self.current.is_empty() {
            self.start = at;
        }
        self.current.extend(sign.to_lowercase());
    }

    fn finish(&mut self, end: usize) {
        if self.current.is_empty() || self.words.len() >= self.limit {
            self.current.clear();
            return;
        }
        let text = std::mem::take(&mut self.current);
        match text.strip_suffix("'s") {
            Some(owner) if !owner.is_empty() => {
                let cut = self.apostrophe;
                self.words.push(SpokenWord { text: owner.to_owned(), at: self.start..cut });
                self.words.push(SpokenWord { text: "'s".into(), at: cut..end });
            }
            _ => self.words.push(SpokenWord { text, at: self.start..end }),
        }
    }
}

const fn is_apostrophe(sign: char) -> bool {
    matches!(sign, '\'' | '\u{2019}' | '\u{2018}' | '\u{02BC}')
}

/// Kana, Han and their extensions: written without spaces between words.
const fn is_unspaced(sign: char) -> bool {
    matches!(sign, '\u{3041}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FF9D}' | '\u{20000}'..='\u{2FA1F}')
}

/// Combining marks, which Indic vowels are as well.
const fn is_mark(sign: char) -> bool {
    matches!(sign, '\u{0300}'..='\u{036F}' | '\u{0900}'..='\u{0903}' | '\u{093A}'..='\u{094F}'
        | '\u{0962}'..='\u{0963}' | '\u{3099}'..='\u{309A}')
}

/// The words `range` of an utterance as they were said, in lower case.
pub fn said(utterance: &str, words: &[SpokenWord], range: &Range<usize>) -> String {
    let Some(part) = words.get(range.clone()) else { return String::new() };
    let (Some(first), Some(last)) = (part.first(), part.last()) else { return String::new() };
    let text = utterance.get(first.at.start..last.at.end).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cut(text: &str) -> Vec<String> {
        words(text, MOST_WORDS).into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn text_becomes_words() {
        for (text, expected) in [
            ("What's the CAPITAL, of Ohio?", &["what", "'s", "the", "capital", "of", "ohio"][..]),
            ("Tom\u{2019}s dog", &["tom", "'s", "dog"]),
            ("I don't know", &["i", "don't", "know"]),
            ("1,000 at 7:30 or 3.5.", &["1000", "at", "7:30", "or", "3.5"]),
            ("rock 'n' roll", &["rock", "n", "roll"]),
            ("Über-groß", &["über", "groß"]),
            ("時計 ok", &["時", "計", "ok"]),
            ("नमस्ते", &["नमस्ते"]),
            ("…", &[]),
        ] {
            assert_eq!(cut(text), expected, "{text}");
        }
    }

    #[test]
    fn what_was_said_is_found_again() {
        let text = "Fly to  New York, please";
        let cut = words(text, MOST_WORDS);
        assert_eq!(said(text, &cut, &(2..4)), "new york");
        assert_eq!(said(text, &cut, &(4..4)), "");
        assert_eq!(said(text, &cut, &(4..9)), "");
        let text = "Tom\u{2019}s dog";
        let cut = words(text, MOST_WORDS);
        assert_eq!(said(text, &cut, &(0..1)), "tom");
        assert_eq!(said(text, &cut, &(0..2)), "tom\u{2019}s");
    }

    proptest! {
        #[test]
        fn any_text_can_be_cut(text in "\\PC{0,80}") {
            let cut = words(&text, 8);
            prop_assert!(cut.len() <= 8);
            for word in &cut {
                prop_assert!(!word.text.is_empty());
                prop_assert!(word.at.start <= word.at.end && word.at.end <= text.len());
            }
        }
    }
}
