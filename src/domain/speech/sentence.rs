//! The sentences of what an app says.

use super::lexicon::{AUXILIARIES, PRONOUNS, WH, has};
use super::token::closing;

/// The most characters of a text that are considered: its last ones, because an app asks at the
/// end of its turn. Alexa itself speaks at most 8 000.
pub(super) const LIMIT: usize = 4_000;

/// The most characters of a marker such as `<Short audio>`.
const MARKER_LIMIT: usize = 40;

/// Words whose full stop ends no sentence.
const TITLES: &[&str] = &[
    "approx", "capt", "dr", "e.g", "eg", "fig", "gen", "gov", "i.e", "ie", "mr", "mrs", "ms", "mt",
    "no", "prof", "rev", "sen", "sgt", "st", "vs",
];

/// Words whose full stop ends a sentence only before a capital letter.
const SHORTENED: &[&str] =
    &["a.m", "co", "corp", "etc", "inc", "jr", "ltd", "p.m", "sr", "u.k", "u.s"];

/// Words before which a capitalised question word is a part of the sentence: "say What is new".
const LEADING_ON: &[&str] = &[
    "a", "about", "and", "ask", "asking", "called", "hear", "is", "know", "like", "me", "named",
    "of", "or", "say", "saying", "tell", "the", "to", "with", "word",
];

/// The sentences of `text`, in order, trimmed; every letter and digit of it stands in one of them.
///
/// Full stops of abbreviations ("Mr."), numbers (3.5) and list marks ("1.", "A.") end none, nor
/// does what stands in quotation marks; an ellipsis only before a capital letter. A new line
/// before a capital letter, and a question's opening in the middle ("… by Ada Would you like
/// another"), begin a new one without any mark. Linear in the length of `text`.
pub fn sentences(text: &str) -> Vec<&str> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut found = Vec::new();
    let mut from = 0;
    let mut at = 0;
    while at < chars.len() {
        let quoted = chars[at].1 != '\'' && chars[at].1 != '‘';
        if let Some(close) = closing(&chars, at).filter(|_| quoted) {
            at = close + 1;
            let ended = chars.get(close - 1).is_some_and(|last| is_end(last.1));
            if ended && next_said(&chars, at).is_some_and(|(c, gap)| gap && c.is_uppercase()) {
                cut(text, &chars, &mut from, at, &mut found);
            }
        } else if is_end(chars[at].1) {
            let run = (at..chars.len()).take_while(|place| is_end(chars[*place].1)).count();
            let mut end = at + run;
            while chars.get(end).is_some_and(|c| matches!(c.1, '"' | '”' | '\'' | ')' | '>')) {
                end += 1;
            }
            if ends(&chars, from, at, run, end) {
                cut(text, &chars, &mut from, end, &mut found);
            }
            at = end;
        } else {
            if begins(&chars, at) {
                cut(text, &chars, &mut from, at, &mut found);
            }
            at += 1;
        }
    }
    cut(text, &chars, &mut from, chars.len(), &mut found);
    found
}

fn is_end(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…')
}

fn cut<'a>(
    text: &'a str,
    chars: &[(usize, char)],
    from: &mut usize,
    to: usize,
    found: &mut Vec<&'a str>,
) {
    let byte = |place: usize| chars.get(place).map_or(text.len(), |c| c.0);
    let sentence = text.get(byte(*from)..byte(to)).unwrap_or_default();
    if sentence.chars().any(char::is_alphanumeric) {
        found.push(sentence.trim());
    }
    *from = to;
}

/// The next character that is no space, and whether spaces stand before it.
fn next_said(chars: &[(usize, char)], at: usize) -> Option<(char, bool)> {
    let rest = chars.get(at..)?;
    let gap = rest.iter().take_while(|c| c.1.is_whitespace()).count();
    Some((rest.get(gap)?.1, gap > 0))
}

/// The word, lower case, that begins at or after `at`; letters, apostrophes and inner points only.
fn word_from(chars: &[(usize, char)], at: usize) -> String {
    let rest = chars.get(at..).unwrap_or_default().iter().map(|c| c.1);
    let word = rest.skip_while(|c| c.is_whitespace()).take(20);
    word.take_while(|c| c.is_alphanumeric() || matches!(c, '\'' | '’'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// The word, lower case, that ends before `at`, and the position at which it begins.
fn word_before(chars: &[(usize, char)], at: usize) -> (String, usize) {
    let said = |c: &&(usize, char)| c.1.is_alphanumeric() || matches!(c.1, '\'' | '.' | '’');
    let length = chars.get(..at).unwrap_or_default().iter().rev().take(20).take_while(said).count();
    let word = chars.get(at - length..at).unwrap_or_default();
    (word.iter().flat_map(|c| c.1.to_lowercase()).collect(), at - length)
}

/// True if the `run` of marks at `at` ends the sentence that began at `from`; `end` is behind
/// the marks and the quotation marks and brackets that close after them.
fn ends(chars: &[(usize, char)], from: usize, at: usize, run: usize, end: usize) -> bool {
    let Some((next, gap)) = next_said(chars, end) else { return true };
    let marks = chars.get(at..at + run).unwrap_or_default();
    let asks = marks.iter().any(|c| matches!(c.1, '?' | '!'));
    let ellipsis = !asks && (run > 1 || marks.iter().any(|c| c.1 == '…'));
    if !gap {
        let before = at.checked_sub(1).and_then(|place| chars.get(place));
        let after_word = before.is_none_or(|c| !c.1.is_uppercase());
        let spelled = chars.get(end + 1).is_none_or(|c| c.1 != '.');
        return next.is_uppercase() && (asks || after_word && spelled);
    }
    let following = word_from(chars, end);
    if next.is_lowercase() && ["and", "or", "to", "nor"].contains(&following.as_str()) {
        return false;
    }
    if ellipsis {
        return next.is_uppercase();
    }
    if asks {
        return true;
    }
    let (word, begin) = word_before(chars, at);
    let opening = chars.get(from..begin).unwrap_or_default();
    let first = opening.len() < 8 && opening.iter().all(|c| !c.1.is_alphanumeric());
    let colon = chars.get(..begin).is_some_and(|before| {
        before.iter().rev().find(|c| !c.1.is_whitespace()).is_some_and(|c| c.1 == ':')
    });
    let number = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit()) && word.len() < 3;
    let letter = word.chars().count() == 1 && chars.get(begin).is_some_and(|c| c.1.is_uppercase());
    let marker = number && (first || colon) || letter && word != "i";
    if marker {
        return false;
    }
    if word == "no" {
        return !next.is_ascii_digit();
    }
    if SHORTENED.contains(&word.as_str()) {
        return next.is_uppercase();
    }
    !TITLES.contains(&word.as_str())
}

/// True if a sentence begins at `at` although no mark ends the previous one.
fn begins(chars: &[(usize, char)], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|place| chars.get(place)) else { return false };
    let c = chars[at].1;
    if !before.1.is_whitespace() {
        return false;
    }
    if before.1 == '\n' {
        return c.is_uppercase() || c.is_ascii_digit() || matches!(c, '-' | '*' | '•' | '\n');
    }
    if !c.is_uppercase() {
        return false;
    }
    let word = word_from(chars, at);
    let gap = chars[at..].iter().take_while(|c| !c.1.is_whitespace()).count();
    let small = chars.get(at + gap + 1).is_some_and(|c| c.1.is_lowercase() || c.1 == 'I');
    let next = word_from(chars, at + gap);
    let asks = small
        && (has(AUXILIARIES, &word) && (has(PRONOUNS, &next) || next == "the")
            || (has(WH, &word) || word == "what's") && has(AUXILIARIES, &next));
    if !asks {
        return false;
    }
    let gap = chars[..at].iter().rev().take_while(|c| c.1.is_whitespace()).count();
    let end = at - gap;
    let (leading, begin) = word_before(chars, end);
    let last = end.checked_sub(1).and_then(|place| chars.get(place));
    let marked = last.is_some_and(|c| !c.1.is_alphanumeric());
    begin < end && !marked && !LEADING_ON.contains(&leading.as_str())
}

/// The last [`LIMIT`] characters of `text` with plain quotation marks, without the marks that
/// stand for sounds (`<Short audio>`) and other control characters.
pub(super) fn tidy(text: &str) -> String {
    let count = text.char_indices().rev().nth(LIMIT - 1);
    let tail = count.and_then(|(from, _)| text.get(from..)).unwrap_or(text);
    let mut plain = String::with_capacity(tail.len());
    let mut rest = tail;
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        match c {
            '<' => {
                let end = rest.char_indices().take(MARKER_LIMIT).find(|(_, c)| *c == '>');
                length = end.map_or(length, |(at, _)| at + 1);
                plain.push('\n');
            }
            '’' | '‘' | '`' | '´' => plain.push('\''),
            '“' | '”' | '„' | '«' | '»' => plain.push('"'),
            '\t' | '\r' => plain.push(' '),
            c if c.is_control() && c != '\n' => plain.push(' '),
            c => plain.push(c),
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    plain
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_text_is_cut_where_its_sentences_end() {
        let table: &[(&str, &[&str])] = &[
            ("", &[]),
            (" . ! ?", &[]),
            ("One", &["One"]),
            ("One. Two! Three? Four", &["One.", "Two!", "Three?", "Four"]),
            ("It costs 3.5 dollars. Buy it?", &["It costs 3.5 dollars.", "Buy it?"]),
            ("Mr. Fox met Dr. Owl. They ran.", &["Mr. Fox met Dr. Owl.", "They ran."]),
            ("Meet at 5 p.m. and bring tea.", &["Meet at 5 p.m. and bring tea."]),
            ("We close at 5 p.m. Come early.", &["We close at 5 p.m.", "Come early."]),
            (
                "See No. 5 of the list. No. I did not.",
                &["See No. 5 of the list.", "No.", "I did not."],
            ),
            ("Well... that was odd... Do go on.", &["Well... that was odd...", "Do go on."]),
            ("Two… one… go!", &["Two… one… go!"]),
            ("Hello there.Welcome back.", &["Hello there.", "Welcome back."]),
            ("Is it you?Then speak!Now.", &["Is it you?", "Then speak!", "Now."]),
            ("Open www.example.com today.", &["Open www.example.com today."]),
            (
                "Ask \"Who is it?\" or \"Where am I?\". Ready?",
                &["Ask \"Who is it?\" or \"Where am I?\".", "Ready?"],
            ),
            ("He said \"Stop!\" Then he left.", &["He said \"Stop!\"", "Then he left."]),
            ("Which one: A. Rome B. Bonn C. Oslo", &["Which one: A. Rome B. Bonn C. Oslo"]),
            ("Choose: 1. The lamp 2. The rope", &["Choose: 1. The lamp 2.", "The rope"]),
            ("You scored 5. Play on?", &["You scored 5.", "Play on?"]),
            ("First line\nSecond line\nthird part", &["First line", "Second line\nthird part"]),
            ("Pick a fruit:\n- an apple\n- a pear", &["Pick a fruit:", "- an apple", "- a pear"]),
            (
                "A proverb by Ada Stone Would you like another?",
                &["A proverb by Ada Stone", "Would you like another?"],
            ),
            (
                "Welcome to the inn What is your order",
                &["Welcome to the inn", "What is your order"],
            ),
            ("You can say What is new", &["You can say What is new"]),
            (
                "The rain fell. and it rose again. do you want more",
                &["The rain fell. and it rose again.", "do you want more"],
            ),
            ("Grüße. Ünlü geldi. Ça va ?", &["Grüße.", "Ünlü geldi.", "Ça va ?"]),
        ];
        for (text, expected) in table {
            assert_eq!(&sentences(text), expected, "{text}");
        }
    }

    #[test]
    fn a_text_is_tidied() {
        for (text, expected) in [
            ("It’s “new”", "It's \"new\""),
            ("One.<Short audio>.Two", "One.\n.Two"),
            ("a < b", "a \n b"),
            ("tab\tand\u{7}bell", "tab and bell"),
        ] {
            assert_eq!(tidy(text), expected);
        }
        let long = format!("{}end", "word ".repeat(2_000));
        assert_eq!(tidy(&long).chars().count(), LIMIT);
        assert!(tidy(&long).ends_with("end"));
    }

    proptest! {
        #[test]
        fn no_letter_is_lost(text in ".{0,200}") {
            let said = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
            let found = sentences(&text);
            prop_assert_eq!(said(&found.concat()), said(&text));
            prop_assert!(found.iter().all(|sentence| sentence.trim() == *sentence && !sentence.is_empty()));
        }
    }
}
