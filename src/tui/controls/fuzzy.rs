//! How well a text answers what was typed to find it.

/// How texts are matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchMode {
    /// The letters of each word in order, with gaps; best match first. For short names.
    #[default]
    Fuzzy,
    /// Each word somewhere as it is; the order of the texts is kept. For sentences.
    Words,
}

/// How well `text` answers `typed`, higher is better; `None` if it does not. Nothing typed
/// matches everything alike. Capitals do not matter.
pub fn score(how: MatchMode, typed: &str, text: &str) -> Option<i32> {
    let text: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
    typed
        .split_whitespace()
        .map(|word| {
            let word: Vec<char> = word.chars().flat_map(char::to_lowercase).collect();
            match how {
                MatchMode::Fuzzy => letters(&word, &text),
                MatchMode::Words => {
                    text.windows(word.len()).any(|part| part == word.as_slice()).then_some(0)
                }
            }
        })
        .sum()
}

/// The best score of `word`'s letters in order in `text`.
fn letters(word: &[char], text: &[char]) -> Option<i32> {
    let first = word.first()?;
    text.iter()
        .enumerate()
        .filter(|(_, letter)| *letter == first)
        .filter_map(|(start, _)| from(word, text, start))
        .max()
}

/// The score of the match that begins at `start` and takes each next letter as early as possible:
/// neighbours and beginnings of words are worth more, gaps cost.
fn from(word: &[char], text: &[char], start: usize) -> Option<i32> {
    let mut total = 0;
    let mut next = start;
    for (place, letter) in word.iter().enumerate() {
        let found = next + text.get(next..)?.iter().position(|other| other == letter)?;
        let begins = found == 0 || !text[found - 1].is_alphanumeric();
        let gap = i32::try_from(found - next).unwrap_or(i32::MAX).min(8);
        total += 4 + if begins { 6 } else { 0 };
        total += if place > 0 && gap == 0 { 5 } else { 0 };
        total -= if place > 0 { gap } else { 0 };
        next = found + 1;
    }
    // A word that is matched whole stands above the beginning of a longer one.
    let ends = text.get(next).is_none_or(|letter| !letter.is_alphanumeric());
    Some(total + i32::from(ends))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_and_beginnings_win() {
        let score = |text: &str| score(MatchMode::Fuzzy, "not", text).unwrap();
        assert!(score("Notes") > score("Cannot"));
        assert!(score("Cannot") > score("sunroot"));
        assert!(score("a not") > score("a note"));
    }

    #[test]
    fn every_word_has_to_match() {
        assert!(score(MatchMode::Fuzzy, "ed no", "Note editor").is_some());
        assert!(score(MatchMode::Fuzzy, "ed xy", "Note editor").is_none());
        assert!(score(MatchMode::Words, "edit NOTE", "note Editor").is_some());
        assert!(score(MatchMode::Words, "nte", "note").is_none());
    }

    #[test]
    fn nothing_typed_matches_everything() {
        assert_eq!(score(MatchMode::Fuzzy, " ", ""), Some(0));
        assert_eq!(score(MatchMode::Words, "a", ""), None);
    }
}
