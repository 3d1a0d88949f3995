//! Hiding what stands in texts, JSON and view hierarchies.

use std::collections::HashMap;

use aho_corasick::{AhoCorasick, MatchKind};
use quick_xml::Reader;
use quick_xml::Writer;
use quick_xml::events::{BytesStart, Event};
use serde_json::Value;

use super::rules::RedactionRules;
use crate::domain::BlobId;

/// What stands in place of a hidden widget's words.
const HIDDEN: &str = "[hidden]";

/// The fields in which state ids stand; they are hashes and no text.
const IDS: &[&str] = &["state", "from", "to", "into", "structural", "exact"];

/// The fields of a widget, or of an action's target, in which its words stand.
const WORDS: &[&str] = &["text", "content_desc", "hint", "label"];

/// The attributes of a node in a view hierarchy in which its words stand.
const ATTRIBUTES: &[&str] = &["text", "content-desc", "hint"];

/// Hides what the rules name, and counts.
pub(super) struct TextRedactor<'a> {
    rules: &'a RedactionRules,
    /// What hidden widgets said anywhere in the session; it may stand in prompts and names too.
    words: Option<AhoCorasick>,
    replaced: usize,
}

impl<'a> TextRedactor<'a> {
    /// Hides what `rules` name, and `words` wherever they stand.
    pub(super) fn new(rules: &'a RedactionRules, words: &[String]) -> Self {
        let words = (!words.is_empty())
            .then(|| AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(words));
        Self { rules, words: words.and_then(Result::ok), replaced: 0 }
    }

    /// How many pieces of text were replaced.
    pub(super) const fn replaced(&self) -> usize {
        self.replaced
    }

    /// `text` with everything hidden that a pattern finds.
    pub(super) fn text(&mut self, text: &str) -> String {
        let mut text = text.to_owned();
        if let Some(words) = &self.words {
            let mut shown = String::new();
            words.replace_all_with(&text, &mut shown, |_, found, shown| {
                self.replaced += 1;
                // A quoted word stays quoted: names of actions and JSON in texts keep their form.
                let quoted = found.starts_with('"') && found.ends_with('"');
                shown.push_str(&if quoted { format!("\"{HIDDEN}\"") } else { HIDDEN.to_owned() });
                true
            });
            text = shown;
        }
        self.rules.patterns.iter().fold(text, |text, pattern| {
            let (text, count) = pattern.replace(&text);
            self.replaced += count;
            text
        })
    }

    /// Hides what stands in the texts of `value`; names of blobs become those of the copy.
    pub(super) fn value(&mut self, value: &mut Value, names: &HashMap<BlobId, Option<BlobId>>) {
        match value {
            Value::String(text) => *text = self.string(text, names),
            Value::Array(items) => items.iter_mut().for_each(|item| self.value(item, names)),
            Value::Object(fields) => {
                let hidden = fields
                    .get("resource_id")
                    .and_then(Value::as_str)
                    .is_some_and(|id| self.rules.hides(id));
                let target_hidden = fields
                    .get("target")
                    .and_then(|target| target.get("resource_id"))
                    .and_then(Value::as_str)
                    .is_some_and(|id| self.rules.hides(id));
                for (name, field) in fields.iter_mut() {
                    if IDS.contains(&name.as_str()) && is_state_id(field) {
                        continue;
                    }
                    let words =
                        hidden && WORDS.contains(&name.as_str()) || target_hidden && name == "text";
                    if words { self.hide(field) } else { self.value(field, names) }
                }
            }
            _ => {}
        }
    }

    fn string(&mut self, text: &str, names: &HashMap<BlobId, Option<BlobId>>) -> String {
        match BlobId::try_from(text.to_owned()).ok().and_then(|id| names.get(&id)) {
            Some(Some(name)) => name.as_str().to_owned(),
            // Left out: it keeps a name under which nothing lies.
            Some(None) => BlobId::of(b"left out").as_str().to_owned(),
            None => self.text(text),
        }
    }

    /// Hides every text in `value`, whatever it says.
    fn hide(&mut self, value: &mut Value) {
        match value {
            Value::String(text) if !text.is_empty() => {
                self.replaced += 1;
                *text = HIDDEN.to_owned();
            }
            Value::Object(fields) => fields.values_mut().for_each(|field| self.hide(field)),
            _ => {}
        }
    }

    /// A view hierarchy with everything hidden. One that cannot be read as XML is treated as text,
    /// which loses no rule but those by widget: if there are any, it is hidden whole.
    pub(super) fn hierarchy(&mut self, xml: &str) -> String {
        match self.nodes(xml) {
            Some(xml) => xml,
            None if self.rules.widgets.is_empty() => self.text(xml),
            None => HIDDEN.to_owned(),
        }
    }

    fn nodes(&mut self, xml: &str) -> Option<String> {
        let mut reader = Reader::from_str(xml);
        let mut writer = Writer::new(Vec::new());
        loop {
            let event = match reader.read_event().ok()? {
                Event::Eof => break,
                Event::Start(node) => Event::Start(self.node(&node)?),
                Event::Empty(node) => Event::Empty(self.node(&node)?),
                Event::Text(text) => {
                    let text = self.text(&text);
                    Event::Text(quick_xml::events::BytesText::from_escaped(text))
                }
                other => other,
            };
            writer.write_event(event).ok()?;
        }
        String::from_utf8(writer.into_inner()).ok()
    }

    fn node(&mut self, node: &BytesStart<'_>) -> Option<BytesStart<'static>> {
        let name = node.name().as_ref().to_owned();
        let mut attributes = Vec::new();
        for attribute in node.attributes() {
            let attribute = attribute.ok()?;
            let key = attribute.key.as_ref().to_owned();
            let value =
                attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0).ok()?.into_owned();
            attributes.push((key, value));
        }
        let hidden =
            attributes.iter().any(|(key, id)| key == "resource-id" && self.rules.hides(id));
        let mut redacted = BytesStart::new(name);
        for (key, value) in attributes {
            let value = if hidden && ATTRIBUTES.contains(&key.as_str()) && !value.is_empty() {
                self.replaced += 1;
                HIDDEN.to_owned()
            } else {
                self.text(&value)
            };
            redacted.push_attribute((key.as_str(), value.as_str()));
        }
        Some(redacted)
    }
}

fn is_state_id(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.len() == 16 && u64::from_str_radix(text, 16).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> RedactionRules {
        RedactionRules::read("patterns = ['email']\nwidgets = ['balance']").unwrap()
    }

    #[test]
    fn hierarchies_stay_xml() {
        let rules = rules();
        let mut redactor = TextRedactor::new(&rules, &[]);
        let xml = r#"<?xml version="1.0"?><hierarchy><node text="a@b.org &amp; &quot;you&quot;" resource-id=""><node text="12 &lt; 13" content-desc="balance" resource-id="x:id/balance" /></node></hierarchy>"#;
        let reported = redactor.hierarchy(xml);
        assert!(reported.contains("[email] &amp; &quot;you&quot;"), "{reported}");
        assert!(
            !reported.contains("12 &lt;") && reported.contains(r#"text="[hidden]""#),
            "{reported}"
        );
        assert_eq!(redactor.replaced(), 3);
        assert_eq!(redactor.hierarchy("<node text='a@b.org' <"), "[hidden]");
    }

    #[test]
    fn json_is_hidden_by_pattern_and_by_widget() {
        let rules = rules();
        let mut redactor = TextRedactor::new(&rules, &[]);
        let mut value = serde_json::json!({
            "state": "4111111111111111",
            "say": "write to a@b.org",
            "widgets": [{"resource_id": "x:id/balance", "text": "12", "class": "TextView"}],
            "action": {"kind": "type", "target": {"resource_id": "balance", "label": "12"},
                       "text": {"plain": "99"}},
        });
        redactor.value(&mut value, &HashMap::new());
        let wanted = serde_json::json!({
            "state": "4111111111111111",
            "say": "write to [email]",
            "widgets": [{"resource_id": "x:id/balance", "text": "[hidden]", "class": "TextView"}],
            "action": {"kind": "type", "target": {"resource_id": "balance", "label": "[hidden]"},
                       "text": {"plain": "[hidden]"}},
        });
        assert_eq!(value, wanted);
    }
}
