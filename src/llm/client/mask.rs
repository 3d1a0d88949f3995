//! Keeps secrets out of what a server says.

use secrecy::{ExposeSecret as _, SecretString};

/// What stands in the place of a secret.
const PLACEHOLDER: &str = "<key>";
/// A piece of a secret of this many bytes is hidden as well: servers like to echo a part.
const PIECE: usize = 8;
/// Shorter secrets are none; hiding them would hide half of every sentence.
const SHORTEST: usize = 4;

/// The secrets that are hidden.
pub struct SecretMask(Vec<SecretString>);

impl SecretMask {
    /// Hides `secrets`.
    pub fn new(secrets: Vec<SecretString>) -> Self {
        Self(
            secrets.into_iter().filter(|secret| secret.expose_secret().len() >= SHORTEST).collect(),
        )
    }

    /// `text` without the secrets and without long pieces of them.
    pub fn hide(&self, text: &str) -> String {
        let whole = self.hide_whole(text);
        self.0.iter().fold(whole, |text, secret| without_pieces(&text, secret.expose_secret()))
    }

    /// `text` without the secrets, pieces of them left: for replies, which may say anything.
    pub fn hide_whole(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, secret| {
            let secret = secret.expose_secret();
            if text.contains(secret) { text.replace(secret, PLACEHOLDER) } else { text }
        })
    }

    /// How many bytes at the end of `text` could be the beginning of a secret.
    pub fn begun(&self, text: &str) -> usize {
        let begun = |secret: &SecretString| begun(text, secret.expose_secret());
        self.0.iter().map(begun).max().unwrap_or(0)
    }
}

/// How many bytes at the end of `text` are the beginning of `word`, but not the whole of it.
pub fn begun(text: &str, word: &str) -> usize {
    let lengths = word.char_indices().map(|(at, _)| at).skip(1);
    lengths
        .filter(|length| word.get(..*length).is_some_and(|part| text.ends_with(part)))
        .max()
        .unwrap_or(0)
}

fn without_pieces(text: &str, secret: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let piece = longest_piece(rest, secret);
        if piece >= PIECE {
            out.push_str(PLACEHOLDER);
            rest = rest.get(piece..).unwrap_or_default();
        } else {
            out.push(first);
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
    }
    out
}

/// How many bytes at the beginning of `text` stand anywhere in `secret`.
fn longest_piece(text: &str, secret: &str) -> usize {
    let is_piece = |end: &usize| text.get(..*end).is_some_and(|piece| secret.contains(piece));
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    ends.take_while(is_piece).last().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn mask() -> SecretMask {
        SecretMask::new(vec![SecretString::from("sk-0123456789abcdef"), SecretString::from("ab")])
    }

    #[test]
    fn whole_secrets_and_long_pieces_are_hidden() {
        let reported = mask()
            .hide("Key sk-0123456789abcdef, sk-01234***cdef and 456789abc are bad, ab is not");
        assert_eq!(reported, "Key <key>, <key>***cdef and <key> are bad, ab is not");
    }

    #[test]
    fn nothing_shows_a_secret_in_its_debug_form() {
        let secret = SecretString::from("sk-0123456789abcdef");
        assert!(!format!("{secret:?}").contains("0123"));
    }

    proptest! {
        #[test]
        fn no_text_gets_a_secret_through(before in ".{0,20}", after in ".{0,20}") {
            let key = "sk-0123456789abcdef";
            let reported = mask().hide(&format!("{before}{key}{after}"));
            prop_assert!(!reported.contains("0123456789"), "{}", reported);
        }

        #[test]
        fn what_was_begun_is_noticed(at in 1_usize..19, before in "[a-z ]{0,9}") {
            let begun = format!("{before}{}", "sk-0123456789abcdef".get(..at).unwrap());
            prop_assert!(mask().begun(&begun) >= at);
        }
    }
}
