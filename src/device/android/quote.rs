//! The one place where text becomes part of a command line.
//!
//! Names of packages, extras of intents and what is typed come from apps, models and testers. No
//! string may end its argument: everything goes through [`word`], which a property test holds
//! against a real shell.

use std::borrow::Cow;

/// `text` as one word of a `sh` command line. A NUL cannot be part of an argument and is dropped.
pub(super) fn word(text: &str) -> Cow<'_, str> {
    let harmless = |byte: u8| byte.is_ascii_alphanumeric() || b"_@%+=:,./-".contains(&byte);
    if !text.is_empty() && text.bytes().all(harmless) {
        return Cow::Borrowed(text);
    }
    let inside = text.replace('\0', "").replace('\'', r"'\''");
    Cow::Owned(format!("'{inside}'"))
}

/// One thing to do when typing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TypingStroke {
    /// An argument of `input text`, encoded as it wants it but not yet quoted.
    Text(String),
    /// The Enter key.
    Enter,
}

/// The most bytes of one stroke: a program that types more takes longer than a command may.
const LONGEST: usize = 1_000;

/// What `input text` can type of `text`, and which characters it cannot, in order, each once.
///
/// The program takes `%s` for a blank and has no way to write `%s` itself, so that is cut in two.
/// It types what the virtual keyboard has: ASCII. A line feed is the Enter key.
pub(super) fn strokes(text: &str) -> (Vec<TypingStroke>, Vec<char>) {
    let (mut strokes, mut left_out) = (Vec::new(), Vec::new());
    let mut line = String::new();
    let finish = |line: &mut String, strokes: &mut Vec<TypingStroke>| {
        if !line.is_empty() {
            strokes.push(TypingStroke::Text(std::mem::take(line)));
        }
    };
    for c in text.replace("\r\n", "\n").chars() {
        match c {
            ' ' => line.push_str("%s"),
            '\n' => {
                finish(&mut line, &mut strokes);
                strokes.push(TypingStroke::Enter);
            }
            's' if line.ends_with('%') => {
                finish(&mut line, &mut strokes);
                line.push('s');
            }
            c if c.is_ascii_graphic() => {
                if line.len() >= LONGEST {
                    finish(&mut line, &mut strokes);
                }
                line.push(c);
            }
            c if left_out.contains(&c) => {}
            c => left_out.push(c),
        }
    }
    finish(&mut line, &mut strokes);
    (strokes, left_out)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use proptest::prelude::*;

    use super::*;

    /// What a POSIX shell makes of `word(text)`.
    fn through_sh(text: &str) -> String {
        let script = format!("printf %s {}", word(text));
        let output = Command::new("sh").arg("-c").arg(script).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    }

    /// What the device's `input text` types for one argument.
    fn typed(argument: &str) -> String {
        argument.replace("%s", " ")
    }

    #[test]
    fn words_of_the_hostile_arrive_whole() {
        for text in [
            "",
            " ",
            "'",
            "''",
            "\\",
            "\"$(id)`id`\"",
            "a; rm -rf /",
            "a\nb",
            "-n",
            "~",
            "*",
            "%s",
            "é 🎈",
            "!!",
            "#",
            "a=b",
        ] {
            assert_eq!(through_sh(text), text);
        }
        assert_eq!(word("org.app/.Main"), "org.app/.Main", "what is harmless stays readable");
    }

    #[test]
    fn the_blank_sign_itself_is_cut_in_two() {
        let text = |text: &str| TypingStroke::Text(text.to_owned());
        assert_eq!(strokes("a b").0, [text("a%sb")]);
        assert_eq!(strokes("%s").0, [text("%"), text("s")]);
        assert_eq!(strokes("% s").0, [text("%%ss")]);
        assert_eq!(strokes("a\r\nb").0, [text("a"), TypingStroke::Enter, text("b")]);
        assert_eq!(strokes("é\té").1, ['é', '\t']);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn no_string_ends_its_argument(text in any::<String>()) {
            let text = text.replace('\0', "");
            prop_assert_eq!(through_sh(&text), text);
        }
    }

    proptest! {
        #[test]
        fn ascii_is_typed_as_it_is(text in "[ -~\n]{0,40}") {
            let (strokes, left_out) = strokes(&text);
            prop_assert!(left_out.is_empty());
            let back: String = strokes
                .iter()
                .map(|stroke| match stroke {
                    TypingStroke::Text(argument) => typed(argument),
                    TypingStroke::Enter => "\n".to_owned(),
                })
                .collect();
            prop_assert_eq!(back, text);
        }

        #[test]
        fn what_cannot_be_typed_is_named(text in "\\PC{0,20}") {
            let (strokes, left_out) = strokes(&text);
            for stroke in &strokes {
                if let TypingStroke::Text(argument) = stroke {
                    prop_assert!(argument.is_ascii());
                }
            }
            prop_assert_eq!(left_out.is_empty(), text.is_ascii());
        }
    }
}
