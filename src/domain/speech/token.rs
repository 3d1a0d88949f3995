//! The words and marks of a sentence.

/// The most characters a quoted phrase may have; a longer one is taken for a stray quotation mark.
const QUOTED_LIMIT: usize = 150;

/// The kinds of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A word or a number.
    Word,
    /// All that stands between two quotation marks, as one.
    Quoted,
    /// A comma or semicolon.
    Comma,
    /// A colon.
    Colon,
    /// A dash between words, a bracket.
    Dash,
    /// A full stop, question mark, exclamation mark or ellipsis.
    Stop,
}

/// A word or mark.
#[derive(Clone, Debug)]
pub(super) struct SpeechToken<'a> {
    /// As written; a quoted phrase without its marks.
    pub text: &'a str,
    /// In lower case.
    pub lower: String,
    /// What it is.
    pub kind: TokenKind,
}

impl SpeechToken<'_> {
    /// True for the plain word `word`.
    pub fn is(&self, word: &str) -> bool {
        self.kind == TokenKind::Word && self.lower == word
    }

    /// True for a plain word that is one of `words`.
    pub fn is_any(&self, words: &[&str]) -> bool {
        self.kind == TokenKind::Word && words.contains(&self.lower.as_str())
    }

    /// True for a plain word.
    pub fn is_word(&self) -> bool {
        self.kind == TokenKind::Word
    }

    /// True for a word or a quoted phrase.
    pub fn is_said(&self) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::Quoted)
    }

    /// True for a mark at which a clause can end.
    pub fn is_mark(&self) -> bool {
        !self.is_said()
    }

    /// True if it is written with a capital letter.
    pub fn is_capital(&self) -> bool {
        self.text.chars().next().is_some_and(char::is_uppercase)
    }
}

/// The tokens of `text`, which is tidy (see [`super::sentence::tidy`]). Linear in its length.
pub(super) fn tokens(text: &str) -> Vec<SpeechToken<'_>> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&(from, c)) = chars.get(at) {
        if let Some(close) = closing(&chars, at) {
            let inside = chars.get(at + 1).map_or(from, |next| next.0);
            let to = chars.get(close).map_or(text.len(), |end| end.0);
            push(&mut found, text.get(inside..to).unwrap_or_default(), TokenKind::Quoted);
            at = close + 1;
        } else if c.is_alphanumeric() {
            let end = word_end(&chars, at);
            let to = chars.get(end).map_or(text.len(), |end| end.0);
            push(&mut found, text.get(from..to).unwrap_or_default(), TokenKind::Word);
            at = end;
        } else {
            if let Some(kind) = mark(&chars, at) {
                let mark = text.get(from..from + c.len_utf8()).unwrap_or_default();
                push(&mut found, mark, kind);
            }
            at += 1;
        }
    }
    found
}

fn push<'a>(found: &mut Vec<SpeechToken<'a>>, text: &'a str, kind: TokenKind) {
    // "yes/no" names two options.
    let (lower, kind) =
        if text == "/" { ("or".to_owned(), TokenKind::Word) } else { (text.to_lowercase(), kind) };
    if !text.trim().is_empty() {
        found.push(SpeechToken { text: text.trim(), lower, kind });
    }
}

fn mark(chars: &[(usize, char)], at: usize) -> Option<TokenKind> {
    let spaced = |place: Option<usize>| {
        place.and_then(|place| chars.get(place)).is_none_or(|near| near.1.is_whitespace())
    };
    match chars.get(at)?.1 {
        ',' | ';' | '\n' => Some(TokenKind::Comma),
        ':' => Some(TokenKind::Colon),
        '.' | '!' | '?' | '…' => Some(TokenKind::Stop),
        '(' | ')' | '[' | ']' | '–' | '—' | '•' => Some(TokenKind::Dash),
        '-' if spaced(at.checked_sub(1)) && spaced(Some(at + 1)) => Some(TokenKind::Dash),
        '/' if !spaced(at.checked_sub(1)) => Some(TokenKind::Word),
        _ => None,
    }
}

/// The end of the word that begins at `at`: apostrophes, hyphens, and the points, colons and
/// commas of numbers belong to it.
fn word_end(chars: &[(usize, char)], at: usize) -> usize {
    let get = |place: usize| chars.get(place).map(|found| found.1);
    let letter = |place: usize| get(place).is_some_and(char::is_alphanumeric);
    let digit = |place: usize| get(place).is_some_and(|c| c.is_ascii_digit());
    let mut end = at;
    while let Some(c) = get(end) {
        let inner = match c {
            '\'' | '-' | '@' | '_' | '&' => letter(end + 1),
            '.' | ':' => {
                let initials = end == at + 1 || get(end.wrapping_sub(2)) == Some('.');
                letter(end + 1) && (digit(end - 1) && digit(end + 1) || c == '.' && initials)
            }
            ',' => {
                let three = (1..=3).all(|step| digit(end + step));
                digit(end - 1) && three && !digit(end + 4)
            }
            _ => c.is_alphanumeric(),
        };
        if !inner {
            break;
        }
        end += 1;
    }
    end
}

/// The index in `chars` of the mark that closes the quotation opened at `at`; `None` if none opens
/// there.
pub(super) fn closing(chars: &[(usize, char)], at: usize) -> Option<usize> {
    let get = |place: usize| chars.get(place).map(|found| found.1);
    let quote = get(at).filter(|c| matches!(c, '"' | '\'' | '“' | '‘'))?;
    let single = matches!(quote, '\'' | '‘');
    let before = at.checked_sub(1).and_then(get);
    let opens = get(at + 1).is_some_and(|c| if single { c.is_alphanumeric() } else { c != quote })
        && !(single && before.is_some_and(char::is_alphanumeric));
    if !opens {
        return None;
    }
    let closes = |place: &usize| {
        let after = get(place + 1);
        match get(*place) {
            Some('"' | '”') => !single,
            Some('\'' | '’') => single && !after.is_some_and(char::is_alphanumeric),
            _ => false,
        }
    };
    (at + 2..(at + QUOTED_LIMIT).min(chars.len())).find(closes)
}
