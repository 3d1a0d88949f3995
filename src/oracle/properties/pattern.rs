//! Patterns of words: a text in which `*` stands for anything.

/// A text with `*` for any characters, compared without regard to case and spacing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPattern {
    written: String,
    /// What stands between the stars, in lower case.
    parts: Vec<String>,
}

impl TextPattern {
    /// The pattern that is written like this.
    pub fn new(written: &str) -> Self {
        let parts = plain(written).split('*').map(str::to_owned).collect();
        Self { written: written.to_owned(), parts }
    }

    /// As it was written.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// The text, if it has no star.
    pub fn literal(&self) -> Option<&str> {
        (self.parts.len() == 1).then_some(&self.written)
    }

    /// True if the whole of `text` is as the pattern says.
    pub fn matches(&self, text: &str) -> bool {
        let text = plain(text);
        let (Some(first), Some(last)) = (self.parts.first(), self.parts.last()) else {
            return text.is_empty();
        };
        if self.parts.len() == 1 {
            return text == *first;
        }
        let Some(mut rest) = text.strip_prefix(first.as_str()) else { return false };
        for part in &self.parts[1..self.parts.len() - 1] {
            let Some((_, after)) = rest.split_once(part.as_str()) else { return false };
            rest = after;
        }
        rest.ends_with(last.as_str())
    }
}

/// `text` in lower case, with single spaces.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("Saved", "saved", true)]
    #[case("Saved", "Saved!", false)]
    #[case("Saved*", "Saved at noon", true)]
    #[case("*left", "3 items  left", true)]
    #[case("Row * of *", "Row 3 of 5", true)]
    #[case("Row * of *", "Row 3", false)]
    #[case("*", "", true)]
    #[case("a*a", "a", false)]
    fn a_star_stands_for_anything(
        #[case] pattern: &str,
        #[case] text: &str,
        #[case] matches: bool,
    ) {
        assert_eq!(TextPattern::new(pattern).matches(text), matches);
    }

    proptest! {
        #[test]
        fn what_a_star_leaves_out_may_be_anything(
            [first, second, last] in ["[a-z]{0,6}", "[a-z]{0,6}", "[a-z]{0,6}"],
            [left, right] in ["[a-z0-9]{0,6}", "[a-z0-9]{0,6}"],
        ) {
            let pattern = TextPattern::new(&format!("{first}*{second}*{last}"));
            let text = format!("{first}{left}{second}{right}{last}");
            prop_assert!(pattern.matches(&text));
        }

        #[test]
        fn any_pattern_can_be_compared(pattern in ".{0,20}", text in ".{0,20}") {
            let _ = TextPattern::new(&pattern).matches(&text);
        }
    }
}
