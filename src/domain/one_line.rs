//! Text that others wrote, in one line.

/// `text` as words with single spaces between, without control characters, cut to `most` characters.
pub fn one_line(text: &str, most: usize) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn no_control_character_is_left() {
        assert_eq!(one_line(" a\u{1b}[2J\r\n\tb\u{7}  c ", 80), "a [2J b c");
        assert_eq!(one_line("äöü", 2), "äö");
    }
}
