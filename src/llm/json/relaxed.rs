//! Making strict JSON of what models write for JSON.
//!
//! Harmless slips are mended: comments, trailing commas, single quotes, keys without quotes, line
//! breaks in texts, and the constants as Python writes them. Nothing is guessed beyond that.

use std::iter::Peekable;
use std::str::CharIndices;

/// Values within values; serde_json reads no deeper.
const DEEPEST: usize = 120;

/// The JSON of one object.
#[derive(Debug, PartialEq, Eq)]
pub struct MendedObject {
    /// Strict JSON, unless the text is broken in other ways. Its lines are those of the original.
    pub json: String,
    /// Bytes of the original.
    pub length: usize,
}

/// True if `text`, which begins with a brace, looks as if an object were meant: `{S1, S2}` is a set.
pub fn is_object(text: &str) -> bool {
    let mut mender = ObjectMender::new(text);
    mender.chars.next();
    mender.skip_blanks();
    match mender.chars.peek() {
        Some((_, '"' | '\'' | '}')) => true,
        Some((_, c)) if is_of_word(*c) => {
            mender.word();
            mender.skip_blanks();
            matches!(mender.chars.peek(), Some((_, ':')))
        }
        _ => false,
    }
}

/// The object at the beginning of `text`; `None` if it does not end.
pub fn mended(text: &str) -> Option<MendedObject> {
    let mut mender = ObjectMender::new(text);
    let length = mender.object()?;
    Some(MendedObject { json: mender.json, length })
}

struct ObjectMender<'a> {
    chars: Peekable<CharIndices<'a>>,
    json: String,
    /// Where a comma stands that counts only if a value follows.
    comma: Option<usize>,
}

impl<'a> ObjectMender<'a> {
    fn new(text: &'a str) -> Self {
        Self { chars: text.char_indices().peekable(), json: String::new(), comma: None }
    }

    /// Gives the length of the object in the original.
    fn object(&mut self) -> Option<usize> {
        let mut depth = 0_usize;
        loop {
            self.skip_blanks();
            let (at, c) = *self.chars.peek()?;
            let comma = self.comma.take();
            if let Some(comma) = comma.filter(|_| matches!(c, ',' | '}' | ']')) {
                self.json.remove(comma);
            }
            if is_of_word(c) {
                let word = self.word();
                self.put_word(&word);
                continue;
            }
            self.chars.next();
            match c {
                '"' | '\'' => self.text(c)?,
                ',' => {
                    self.comma = Some(self.json.len());
                    self.json.push(',');
                }
                '{' | '[' => {
                    depth += 1;
                    self.json.push(c);
                    if depth > DEEPEST {
                        return None;
                    }
                }
                '}' | ']' => {
                    depth = depth.saturating_sub(1);
                    self.json.push(c);
                    if depth == 0 {
                        return Some(at + c.len_utf8());
                    }
                }
                other => self.json.push(other),
            }
        }
    }

    /// Skips blanks and comments; their line breaks stay.
    fn skip_blanks(&mut self) {
        while let Some((_, c)) = self.chars.peek().copied() {
            let next = self.chars.clone().nth(1).map(|(_, next)| next);
            match (c, next) {
                ('#', _) | ('/', Some('/')) => self.skip_line(),
                ('/', Some('*')) => self.skip_block(),
                _ if c.is_whitespace() => {
                    self.chars.next();
                    self.json.push(if c == '\n' { '\n' } else { ' ' });
                }
                _ => return,
            }
        }
    }

    fn skip_line(&mut self) {
        while self.chars.next_if(|(_, c)| *c != '\n').is_some() {}
    }

    fn skip_block(&mut self) {
        let mut last = ' ';
        // The two characters that open it.
        self.chars.nth(1);
        for (_, c) in self.chars.by_ref() {
            if c == '\n' {
                self.json.push('\n');
            }
            if (last, c) == ('*', '/') {
                return;
            }
            last = c;
        }
    }

    /// A text up to the quotation mark `mark`, the first one of which was read.
    fn text(&mut self, mark: char) -> Option<()> {
        self.json.push('"');
        loop {
            let (_, c) = self.chars.next()?;
            match c {
                '\\' => {
                    let (_, escaped) = self.chars.next()?;
                    if escaped != '\'' {
                        self.json.push('\\');
                    }
                    self.json.push(escaped);
                }
                c if c == mark => break,
                '"' => self.json.push_str("\\\""),
                '\n' => self.json.push_str("\\n"),
                '\t' => self.json.push_str("\\t"),
                c if c.is_control() => {}
                c => self.json.push(c),
            }
        }
        self.json.push('"');
        Some(())
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some((_, c)) = self.chars.next_if(|(_, c)| is_of_word(*c)) {
            word.push(c);
        }
        word
    }

    /// A constant, a number, or a key without quotes.
    fn put_word(&mut self, word: &str) {
        self.skip_blanks();
        let is_key = matches!(self.chars.peek(), Some((_, ':')));
        match word {
            _ if is_key => self.json.push_str(&format!("\"{word}\"")),
            "True" => self.json.push_str("true"),
            "False" => self.json.push_str("false"),
            "None" => self.json.push_str("null"),
            word => self.json.push_str(word),
        }
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.')
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::{Value, json};

    use super::*;

    #[rstest]
    #[case::strict(r#"{"a": [1, {"b": "c"}]} rest"#, json!({"a": [1, {"b": "c"}]}))]
    #[case::trailing_commas(r#"{"a": [1, 2,], "b": 3,}"#, json!({"a": [1, 2], "b": 3}))]
    #[case::line_comment("{\"a\": 1, // the \"best\" {one}\n\"b\": 2}", json!({"a": 1, "b": 2}))]
    #[case::hash_comment("{\"a\": 1, # first\n\"b\": \"#2\"}", json!({"a": 1, "b": "#2"}))]
    #[case::block_comment(r#"{/* {"a": 2} */ "a": 1}"#, json!({"a": 1}))]
    #[case::address(r#"{"a": "http://x/y"}"#, json!({"a": "http://x/y"}))]
    #[case::single_quotes(r#"{'a': 'say "hi"', 'b': 'it\'s'}"#, json!({"a": "say \"hi\"", "b": "it's"}))]
    #[case::bare_keys("{a: -1.5e3, b_2: true}", json!({"a": -1500.0, "b_2": true}))]
    #[case::python(r#"{"a": None, "b": [True, False]}"#, json!({"a": null, "b": [true, false]}))]
    #[case::line_break("{\"a\": \"two\nlines\"}", json!({"a": "two\nlines"}))]
    #[case::escapes(r#"{"a": "\\\"\u00fc"}"#, json!({"a": "\\\"ü"}))]
    fn slips_are_mended(#[case] text: &str, #[case] value: Value) {
        let mended = mended(text).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&mended.json).unwrap(), value, "{mended:?}");
        assert!(text.get(..mended.length).is_some_and(|read| read.ends_with('}')));
    }

    #[rstest]
    #[case::no_end(r#"{"a": [1"#)]
    #[case::open_text(r#"{"a": "b}"#)]
    #[case::open_comment(r#"{"a": 1 /* }"#)]
    fn what_does_not_end_is_no_object(#[case] text: &str) {
        assert_eq!(mended(text), None);
    }

    #[rstest]
    #[case(r#"{"a""#, true)]
    #[case("{ 'a': 1}", true)]
    #[case("{a : 1}", true)]
    #[case("{}", true)]
    #[case("{ // first\n \"a\"", true)]
    #[case("{S1, S2}", false)]
    #[case("{{ name }}", false)]
    #[case("{", false)]
    fn sets_and_templates_are_no_objects(#[case] text: &str, #[case] object: bool) {
        assert_eq!(is_object(text), object);
    }
}
