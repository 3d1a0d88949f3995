//! SSML to the words a listener hears (W3C SSML 1.1 and the platform's additions).
//!
//! Tags are read leniently: skills write ampersands, stray brackets and unclosed tags, and the
//! listener should still get the words. What was odd is told as a warning.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, escape};

/// The most characters of one turn that are kept; the platform itself takes 8,000.
const MOST_CHARACTERS: usize = 8_000;

/// The plain words of a text, and what was odd about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlainSpeech {
    /// The words.
    pub text: String,
    /// Oddities.
    pub warnings: Vec<String>,
}

/// The words of `ssml`.
pub fn plain(ssml: &str) -> PlainSpeech {
    let mut hearing = SsmlReader::default();
    let mut reader = Reader::from_str(ssml);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    loop {
        let before = reader.buffer_position();
        match reader.read_event() {
            Ok(Event::Start(tag)) => hearing.open(&tag),
            Ok(Event::Empty(tag)) => {
                hearing.open(&tag);
                hearing.close(tag.name().0);
            }
            Ok(Event::End(tag)) => hearing.close(tag.name().0),
            Ok(Event::Text(text)) => hearing.say(&text),
            Ok(Event::CData(text)) => hearing.say(&text),
            Ok(Event::GeneralRef(name)) => hearing.entity(&name),
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(error) => {
                hearing.warnings.push(format!("the SSML is broken: {error}"));
                // The rest is taken as it is, without what looks like tags.
                let from = usize::try_from(before).unwrap_or(usize::MAX);
                hearing.say(&untagged(ssml.get(from..).unwrap_or_default()));
                break;
            }
        }
    }
    hearing.finish()
}

/// `text` as one line of words: single spaces, no control characters, of bounded length.
pub fn tidy(text: &str) -> PlainSpeech {
    let mut hearing = SsmlReader::default();
    hearing.say(text);
    hearing.finish()
}

/// Spaces that tags left in front of punctuation.
const TIGHT: &[(&str, &str)] =
    &[(" .", "."), (" ,", ","), (" ?", "?"), (" !", "!"), (" ;", ";"), (" :", ":")];

#[derive(Default)]
struct SsmlReader {
    text: String,
    /// The open tags whose content is replaced by an alias.
    muted: Vec<String>,
    warnings: Vec<String>,
}

impl SsmlReader {
    fn say(&mut self, text: &str) {
        if self.muted.is_empty() {
            let kept = |sign: char| if sign.is_control() { ' ' } else { sign };
            self.text.extend(text.chars().map(kept));
        }
    }

    fn entity(&mut self, name: &str) {
        let said = match escape::resolve_predefined_entity(name) {
            Some(said) => said.to_owned(),
            None => number_entity(name).map_or_else(|| format!("&{name};"), String::from),
        };
        self.say(&said);
    }

    fn open(&mut self, tag: &BytesStart<'_>) {
        match tag.local_name().as_ref() {
            // What is read out is the alias, not the content.
            "sub" => {
                if let Some(alias) = attribute(tag, "alias") {
                    self.say(&alias);
                    self.muted.push("sub".to_owned());
                }
            }
            "audio" => self.say(" (sound) "),
            "break" => self.say(" "),
            "p" | "s" => self.end_sentence(),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        let local = name.rsplit(':').next().unwrap_or(name);
        if self.muted.last().is_some_and(|muted| muted == local) {
            self.muted.pop();
        } else if matches!(local, "p" | "s") {
            self.end_sentence();
        }
    }

    /// A paragraph or sentence ends with a point, so that what follows is a sentence of its own.
    fn end_sentence(&mut self) {
        let said = self.text.trim_end();
        let ended = said.is_empty()
            || said.ends_with(['.', '!', '?', ':', ';', ',', '…', '。', '！', '？', '"', '”', ')']);
        self.say(if ended { " " } else { ". " });
    }

    fn finish(mut self) -> PlainSpeech {
        let mut text = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        for (loose, tight) in TIGHT {
            text = text.replace(loose, tight);
        }
        if let Some((cut, _)) = text.char_indices().nth(MOST_CHARACTERS) {
            text.truncate(cut);
            self.warnings.push(format!(
                "more than {MOST_CHARACTERS} characters were said; the platform refuses so many"
            ));
        }
        PlainSpeech { text, warnings: self.warnings }
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.attributes().with_checks(false).flatten().find(|one| one.key.0 == name)?;
    let value = found.value.into_owned();
    Some(escape::unescape(&value).map_or_else(|_| value.clone(), std::borrow::Cow::into_owned))
}

fn number_entity(name: &str) -> Option<char> {
    let digits = name.strip_prefix('#')?;
    let number = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    number.ok().and_then(char::from_u32).filter(|sign| !sign.is_control())
}

/// `text` without anything between angle brackets.
fn untagged(text: &str) -> String {
    let mut kept = String::new();
    let mut inside = false;
    for sign in text.chars() {
        match sign {
            '<' => inside = true,
            '>' if inside => {
                inside = false;
                kept.push(' ');
            }
            sign if !inside => kept.push(sign),
            _ => {}
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn heard(ssml: &str) -> String {
        plain(ssml).text
    }

    #[test]
    fn ssml_becomes_words() {
        for (ssml, words) in [
            ("<speak>Hello world</speak>", "Hello world"),
            ("<speak>Wait<break time=\"1s\"/>there</speak>", "Wait there"),
            ("<speak><p>One</p><p>Two!</p></speak>", "One. Two!"),
            ("<speak><s>Ready?</s><s>Go</s></speak>", "Ready? Go."),
            ("<speak><sub alias=\"aluminum\">Al</sub> is light</speak>", "aluminum is light"),
            (
                "<speak>I say <phoneme alphabet=\"ipa\" ph=\"x\">pecan</phoneme>.</speak>",
                "I say pecan.",
            ),
            ("<speak><audio src=\"soundbank://x\"/> Hi</speak>", "(sound) Hi"),
            ("<speak><say-as interpret-as=\"interjection\">Boom</say-as> ! </speak>", "Boom!"),
            ("<speak><amazon:effect name=\"whispered\">psst</amazon:effect></speak>", "psst"),
            ("<speak>Salt &amp; pepper &#8211; &lt;now&gt;</speak>", "Salt & pepper – <now>"),
            ("no tags\n at all", "no tags at all"),
            ("<speak></speak>", ""),
            ("", ""),
        ] {
            assert_eq!(heard(ssml), words, "{ssml}");
        }
    }

    #[test]
    fn broken_ssml_keeps_its_words() {
        for (ssml, words) in [
            ("<speak>Salt & pepper</speak>", "Salt & pepper"),
            ("<speak>One <b>two</speak>", "One two"),
            ("<speak>One</b> two", "One two"),
            ("<speak>Less < more</speak>", "Less"),
            ("<speak>Cut <brea", "Cut"),
            ("<speak><sub alias='x'>never closed", "x"),
            ("<speak><sub>no alias</sub></speak>", "no alias"),
        ] {
            assert!(heard(ssml).starts_with(words), "{ssml}: {:?}", heard(ssml));
        }
        assert!(!plain("<speak>Cut <brea").warnings.is_empty());
    }

    #[test]
    fn very_long_speech_is_cut() {
        let long = plain(&"word ".repeat(5_000));
        assert_eq!(long.text.chars().count(), MOST_CHARACTERS);
        assert_eq!(long.warnings.len(), 1);
    }

    #[test]
    fn control_characters_are_not_said() {
        assert_eq!(tidy("a\u{1b}[31mb\tc\u{7}").text, "a [31mb c");
    }

    proptest! {
        #[test]
        fn no_ssml_panics(ssml in "(<speak>|</speak>|<p>|</s>|<sub alias='|'>|<break/>|&|&amp;|&#x;|<!--|]]>|<!\\[CDATA\\[|[a-z <>é\u{0}]{0,5}){0,12}") {
            let heard = plain(&ssml);
            prop_assert!(!heard.text.chars().any(char::is_control));
        }
    }
}
