//! Requests and responses as the demo apps see them.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use xxhash_rust::xxh3::xxh3_64;

/// A request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ask {
    /// Its type: `LaunchRequest`, `IntentRequest` or `SessionEndedRequest`.
    pub kind: String,
    /// The intent, if there is one.
    pub intent: String,
    /// Values of the slots by name, the listed name if the value is one.
    pub slots: BTreeMap<String, String>,
    /// Whether the intent is confirmed.
    pub confirmation: String,
    /// Where the dialog stands.
    pub dialog: String,
    /// What the app knew after its last turn.
    pub attributes: Map<String, Value>,
    /// A number that belongs to the session.
    pub session: u64,
}

impl Ask {
    /// Reads a request; what is missing stays empty.
    pub fn read(envelope: &Value) -> Self {
        let text =
            |at: &str| envelope.pointer(at).and_then(Value::as_str).unwrap_or_default().to_owned();
        let slots = envelope.pointer("/request/intent/slots").and_then(Value::as_object);
        let slots = slots.into_iter().flatten().filter_map(|(name, slot)| {
            let listed = "/resolutions/resolutionsPerAuthority/0/values/0/value/name";
            let value = slot.pointer(listed).or_else(|| slot.get("value"))?.as_str()?;
            Some((name.clone(), value.to_owned()))
        });
        Self {
            kind: text("/request/type"),
            intent: text("/request/intent/name"),
            slots: slots.collect(),
            confirmation: text("/request/intent/confirmationStatus"),
            dialog: text("/request/dialogState"),
            attributes: envelope
                .pointer("/session/attributes")
                .and_then(Value::as_object)
                .cloned()
                .unwrap_or_default(),
            session: xxh3_64(text("/session/sessionId").as_bytes()),
        }
    }

    /// The value of a slot.
    pub fn slot(&self, name: &str) -> Option<&str> {
        self.slots.get(name).map(String::as_str)
    }

    /// An attribute as text.
    pub fn text(&self, name: &str) -> &str {
        self.attributes.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// An attribute as a number.
    pub fn number(&self, name: &str) -> u64 {
        self.attributes.get(name).and_then(Value::as_u64).unwrap_or_default()
    }
}

/// A response.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    /// The state the app is in now; empty if it says nothing.
    pub state: &'static str,
    text: String,
    reprompt: Option<String>,
    ends: bool,
    directives: Vec<Value>,
    attributes: Map<String, Value>,
}

impl Said {
    /// Says `text` in `state` and waits for an answer. What the app knew, it still knows.
    pub fn new(ask: &Ask, state: &'static str, text: impl Into<String>) -> Self {
        let text = text.into();
        let attributes = ask.attributes.clone();
        Self { state, reprompt: Some(text.clone()), text, attributes, ..Self::default() }
    }

    /// Nothing: the session is over.
    pub fn nothing() -> Self {
        Self { ends: true, ..Self::default() }
    }

    /// The same in another state.
    #[must_use]
    pub fn state(mut self, state: &'static str) -> Self {
        self.state = state;
        self
    }

    /// With another reprompt.
    #[must_use]
    pub fn reprompt(mut self, text: impl Into<String>) -> Self {
        self.reprompt = Some(text.into());
        self
    }

    /// Ends the session.
    #[must_use]
    pub fn end(mut self) -> Self {
        self.ends = true;
        self.reprompt = None;
        self
    }

    /// Remembers `value` under `name`.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.to_owned(), value.into());
        self
    }

    /// Adds a directive.
    #[must_use]
    pub fn directive(mut self, directive: Value) -> Self {
        self.directives.push(directive);
        self
    }

    /// As the platform takes it.
    pub fn into_response(self) -> Value {
        let speech = |text: &str| {
            let text = quick_xml::escape::escape(text);
            json!({"type": "SSML", "ssml": format!("<speak>{text}</speak>")})
        };
        let mut response = Map::new();
        if !self.text.is_empty() {
            response.insert("outputSpeech".into(), speech(&self.text));
        }
        if let Some(again) = self.reprompt.filter(|again| !again.is_empty()) {
            response.insert("reprompt".into(), json!({"outputSpeech": speech(&again)}));
        }
        if !self.directives.is_empty() {
            response.insert("directives".into(), Value::Array(self.directives));
        }
        response.insert("shouldEndSession".into(), json!(self.ends));
        json!({
            "version": "1.0",
            "sessionAttributes": self.attributes,
            "response": response,
        })
    }
}
