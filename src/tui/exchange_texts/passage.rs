//! Reading what a [`TextSource`] names: in the background, bounded, and valid for any bytes.

use serde_json::Value;

use super::{ReadPrompt, TextSource, json_lines};
use crate::engine::handle::BlobSource;
use crate::tui::controls::highlight;
use crate::tui::controls::reading::{PassageForm, TextPassage};

/// The most characters of a text that are shown.
const SHOWN: usize = 200_000;

/// A message of more lines is shown by its sections.
const LONG_MESSAGE: usize = 24;

/// The longest heading of a section, in bytes.
const LONGEST_HEADING: usize = 80;

/// A text in passages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassageText {
    /// Its passages, in order.
    pub passages: Vec<TextPassage>,
    /// All of it, as it is copied and edited.
    pub whole: String,
}

impl PassageText {
    /// `words` without any heading.
    pub fn words(words: &str) -> Self {
        Self { passages: vec![TextPassage::plain(shortened(words))], whole: words.to_owned() }
    }

    /// What a model replied: JSON in it is laid out.
    fn reply(words: &str) -> Self {
        let Some((before, json, after)) = highlight::laid_out(words) else {
            return Self::words(words);
        };
        let around = |words: String| {
            Some(words)
                .filter(|words| !words.is_empty())
                .map(|words| TextPassage::plain(shortened(&words)))
        };
        let json = TextPassage::plain(shortened(&json)).formed(PassageForm::Json);
        let passages = around(before).into_iter().chain([json]).chain(around(after));
        Self { passages: passages.collect(), whole: words.to_owned() }
    }

    fn headed(passages: Vec<TextPassage>) -> Self {
        let as_text = |passage: &TextPassage| {
            let heading = passage.heading.as_deref().unwrap_or_default();
            format!("[{heading}]\n{}\n", passage.words)
        };
        Self { whole: passages.iter().map(as_text).collect::<Vec<_>>().join("\n"), passages }
    }
}

/// What `source` names; `None` if it is missing. May read from the disk.
pub fn read(source: &TextSource, blobs: &BlobSource, prompts: &ReadPrompt) -> Option<PassageText> {
    match source {
        TextSource::Prompt(name) => prompts(name).map(|prompt| PassageText::words(&prompt)),
        TextSource::Words(id) => {
            Some(PassageText::reply(&String::from_utf8_lossy(&blobs.get(id)?)))
        }
        TextSource::Variables(id) => Some(variables(&blobs.get(id)?)),
        TextSource::Messages(id) => Some(messages(&blobs.get(id)?)),
    }
}

/// JSON in plain lines; what is no JSON, as it is.
fn variables(bytes: &[u8]) -> PassageText {
    match serde_json::from_slice::<Value>(bytes) {
        Ok(value) => {
            let whole = json_lines::plain(&value);
            let passage = TextPassage::plain(shortened(&whole)).formed(PassageForm::Named);
            PassageText { passages: vec![passage], whole }
        }
        Err(_) => PassageText::words(&String::from_utf8_lossy(bytes)),
    }
}

/// The messages of a conversation, a passage each; what has another form, as it is.
fn messages(bytes: &[u8]) -> PassageText {
    let value = serde_json::from_slice::<Value>(bytes).ok();
    match value.as_ref().and_then(Value::as_array) {
        Some(messages) => {
            let PassageText { passages, whole } =
                PassageText::headed(messages.iter().map(message).collect());
            PassageText { passages: passages.into_iter().flat_map(sections).collect(), whole }
        }
        None => PassageText::words(&String::from_utf8_lossy(bytes)),
    }
}

/// The sections of a long message, which can be folded: a line that ends with a colon begins one.
fn sections(message: TextPassage) -> Vec<TextPassage> {
    let begins = |line: &str| {
        line.ends_with(':') && line.len() <= LONGEST_HEADING && !line.starts_with([' ', '-'])
    };
    if message.words.lines().count() <= LONG_MESSAGE {
        return vec![message];
    }
    let mut sections = vec![TextPassage { words: String::new(), ..message.clone() }.folding()];
    for line in message.words.lines() {
        if begins(line) {
            sections.push(TextPassage::new(line, "").folding());
        } else if let Some(section) = sections.last_mut() {
            let words = &mut section.words;
            words.push_str(if words.is_empty() { "" } else { "\n" });
            words.push_str(line);
        }
    }
    sections
}

fn message(message: &Value) -> TextPassage {
    let role = match message.get("role").and_then(Value::as_str) {
        Some("system") => "frame (system)",
        Some("user") => "we ask (user)",
        Some("assistant") => "the model says (assistant)",
        other => other.unwrap_or("a message"),
    };
    let parts = message.get("parts").and_then(Value::as_array);
    let words: Vec<String> = parts.into_iter().flatten().map(part).collect();
    TextPassage::new(role, shortened(&words.join("\n")))
}

fn part(part: &Value) -> String {
    if let Some(text) = part.get("text").and_then(Value::as_str) {
        return text.to_owned();
    }
    let blob = part.get("picture").and_then(|picture| picture.get("blob"));
    match blob.and_then(Value::as_str) {
        Some(blob) => {
            let short: String = blob.chars().take(12).collect();
            format!("[picture {short}: the screen as PNG]")
        }
        None => part.to_string(),
    }
}

/// `words` cut to what is shown, saying so.
fn shortened(words: &str) -> String {
    match words.char_indices().nth(SHOWN) {
        None => words.to_owned(),
        Some((end, _)) => {
            let more = words.get(end..).map_or(0, |rest| rest.chars().count());
            format!("{}\n… and {more} more characters", words.get(..end).unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::domain::BlobId;

    #[test]
    fn messages_are_told_by_who_says_them() {
        let json = br#"[{"role":"system","parts":[{"text":"You test apps."}]},
            {"role":"user","parts":[{"text":"What next?"},{"picture":{"blob":"0123456789abcdef"}}]},
            {"role":"odd"}, 7]"#;
        insta::assert_snapshot!(messages(json).whole, @r"
        [frame (system)]
        You test apps.

        [we ask (user)]
        What next?
        [picture 0123456789ab: the screen as PNG]

        [odd]


        [a message]
        ");
    }

    #[test]
    fn a_long_message_is_shown_by_its_sections() {
        let rows = "- a row\n".repeat(20);
        let text = format!("Test it.\nThe last steps:\n{rows}What is here:\n{rows}");
        let json = serde_json::json!([{"role": "user", "parts": [{"text": text}]}]);
        let reported = messages(json.to_string().as_bytes());
        let headings: Vec<_> =
            reported.passages.iter().filter_map(|passage| passage.heading.as_deref()).collect();
        assert_eq!(headings, ["we ask (user)", "The last steps:", "What is here:"]);
        assert!(reported.passages.iter().all(|passage| passage.folds));
        assert!(reported.whole.contains("Test it.\nThe last steps:\n- a row"), "as it was sent");
    }

    #[test]
    fn a_reply_with_json_is_laid_out_and_copied_as_it_was() {
        let reported = PassageText::reply("Sure: {\"goal\": 1}");
        assert_eq!(reported.passages[1].words, "{\n  \"goal\": 1\n}");
        assert_eq!(reported.whole, "Sure: {\"goal\": 1}");
    }

    #[test]
    fn whatever_the_bytes_are_there_is_a_text() {
        for bytes in [&b""[..], b"{", b"\xff\xfe", b"{\"a\":[1]}", b"[]", b"null", b"7"] {
            messages(bytes);
            variables(bytes);
        }
        let long = PassageText::words(&"x".repeat(300_000));
        assert_eq!(long.whole.len(), 300_000);
        assert!(long.passages[0].words.ends_with("and 100000 more characters"));
    }

    #[test]
    fn what_is_not_there_is_told() {
        let nowhere = BlobSource::of_session(Path::new("nowhere"));
        let prompts: ReadPrompt = Arc::new(|name| (name == "mine").then(|| "words".to_owned()));
        let there = |source| read(&source, &nowhere, &prompts).map(|text| text.whole);
        assert_eq!(there(TextSource::Words(BlobId::of_digest([0; 32]))), None);
        assert_eq!(there(TextSource::Prompt("other".into())), None);
        assert_eq!(there(TextSource::Prompt("mine".into())).as_deref(), Some("words"));
    }
}
