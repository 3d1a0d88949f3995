//! What is asked: read from a request in OpenAI's chat format, as a server gets it.

use serde_json::Value;

/// A question.
pub struct Question {
    /// The names of the fields of the reply, as the schema lists them.
    pub fields: Vec<String>,
    /// The words of the last message.
    pub words: String,
}

impl Question {
    /// Reads the body of a request.
    pub fn read(body: &Value) -> Self {
        let messages = body["messages"].as_array().cloned().unwrap_or_default();
        let format = &body["response_format"];
        let schema = format.pointer("/json_schema/schema").or_else(|| format.get("schema"));
        let fields = schema.and_then(|schema| schema["properties"].as_object());
        Self {
            fields: fields.into_iter().flatten().map(|(name, _)| name.clone()).collect(),
            words: messages.last().map(words).unwrap_or_default(),
        }
    }

    /// True if the reply has this field.
    pub fn has(&self, field: &str) -> bool {
        self.fields.iter().any(|name| name == field)
    }

    /// The numbered lines of the question that follow its last line `heading`: number and text.
    pub fn numbered(&self, heading: &str) -> Vec<(u64, String)> {
        let after = self.words.rsplit_once(heading).map_or("", |(_, after)| after);
        let number = |line: &str| {
            let line = line.trim_start();
            let (number, text) = line.split_once(['.', ':', ' '])?;
            Some((number.parse().ok()?, text.trim().to_owned()))
        };
        after.lines().filter_map(number).collect()
    }
}

/// The words of a message, pictures left out.
fn words(message: &Value) -> String {
    match &message["content"] {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| part["text"].as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

/// The quoted parts of `text`, as they were before they were quoted.
pub fn quoted(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(quote) = rest.find('"').and_then(|at| rest.get(at..)) {
        let mut stream = serde_json::Deserializer::from_str(quote).into_iter::<String>();
        let read = stream.next();
        let is_read = matches!(read, Some(Ok(_)));
        parts.extend(read.and_then(Result::ok));
        rest = quote.get(if is_read { stream.byte_offset() } else { 1 }..).unwrap_or_default();
    }
    parts
}
