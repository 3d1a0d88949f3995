//! The request as JSON.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use super::features::{LimitName, SchemaForm, ServerFeatures};
use crate::config::llm::ModelProfile;
use crate::llm::chat::{ChatMessage, ChatRequest, MessagePart};

/// What a schema is called; servers want a name and make no use of it.
const SCHEMA_NAME: &str = "reply";

/// The body of `request`, as `features` say it.
pub fn of(request: &ChatRequest, profile: &ModelProfile, features: &ServerFeatures) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), profile.model.as_str().into());
    let messages = request.messages.iter().map(|said| message(said, features.pictures));
    body.insert("messages".into(), messages.collect());
    if features.temperature {
        // Through text: 0.1 shall not become 0.10000000149.
        let temperature = request.temperature.to_string().parse::<f64>().unwrap_or_default();
        body.insert("temperature".into(), temperature.into());
    }
    let limit = request.max_tokens.saturating_add(profile.thinking_tokens);
    match features.limit {
        LimitName::MaxTokens => body.insert("max_tokens".into(), limit.into()),
        LimitName::MaxCompletionTokens => body.insert("max_completion_tokens".into(), limit.into()),
        LimitName::None => None,
    };
    if features.stream {
        body.insert("stream".into(), true.into());
        if features.stream_options {
            body.insert("stream_options".into(), json!({"include_usage": true}));
        }
    }
    let format =
        request.schema.as_ref().and_then(|schema| response_format(schema, features.schema));
    if let Some(format) = format {
        body.insert("response_format".into(), format);
    }
    Value::Object(body)
}

fn response_format(schema: &Value, form: SchemaForm) -> Option<Value> {
    match form {
        SchemaForm::Named => Some(json!({
            "type": "json_schema",
            "json_schema": {"name": SCHEMA_NAME, "strict": is_strict(schema), "schema": schema},
        })),
        SchemaForm::Object => Some(json!({"type": "json_object", "schema": schema})),
        SchemaForm::Plain => Some(json!({"type": "json_object"})),
        SchemaForm::None => None,
    }
}

/// True if `schema` keeps to what OpenAI's strict mode takes ("Structured model outputs",
/// supported schemas): every object closed, all its properties required, no lengths of strings.
fn is_strict(schema: &Value) -> bool {
    let Value::Object(fields) = schema else { return true };
    if fields.contains_key("maxLength") || fields.contains_key("minLength") {
        return false;
    }
    if let Some(Value::Object(properties)) = fields.get("properties") {
        let required = fields.get("required").and_then(Value::as_array);
        let is_required = |name: &String| {
            required.is_some_and(|required| required.iter().any(|other| other == name.as_str()))
        };
        let closed = fields.get("additionalProperties") == Some(&Value::Bool(false));
        if !closed || !properties.keys().all(is_required) || !properties.values().all(is_strict) {
            return false;
        }
    } else if fields.get("type").is_some_and(|kind| kind == "object") {
        return false;
    }
    let lists =
        ["anyOf", "prefixItems"].into_iter().filter_map(|name| fields.get(name)?.as_array());
    fields.get("items").is_none_or(is_strict) && lists.flatten().all(is_strict)
}

fn message(message: &ChatMessage, pictures: bool) -> Value {
    let has_picture = message.parts.iter().any(|part| matches!(part, MessagePart::Picture(_)));
    if !has_picture || !pictures {
        // The plain form, which every server takes.
        return json!({"role": message.role.word(), "content": message.words()});
    }
    let parts = message.parts.iter().map(|part| match part {
        MessagePart::Text(text) => json!({"type": "text", "text": text}),
        MessagePart::Picture(picture) => {
            let url = format!("data:image/png;base64,{}", STANDARD.encode(&picture.png));
            json!({"type": "image_url", "image_url": {"url": url}})
        }
    });
    json!({"role": message.role.word(), "content": parts.collect::<Vec<_>>()})
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(json!({"type": "string"}), true)]
    #[case(json!({"type": "string", "maxLength": 9}), false)]
    #[case(json!({"type": "object"}), false)]
    #[case(json!({"properties": {"a": {}}, "required": ["a"], "additionalProperties": false}), true)]
    #[case(json!({"properties": {"a": {}}, "required": ["a"]}), false)]
    #[case(json!({"properties": {"a": {}}, "required": [], "additionalProperties": false}), false)]
    #[case(json!({"type": "array", "items": {"type": "object"}}), false)]
    #[case(json!({"anyOf": [{"type": "null"}, {"type": "object"}]}), false)]
    fn strict_where_the_strict_mode_takes_it(#[case] schema: Value, #[case] strict: bool) {
        assert_eq!(is_strict(&schema), strict);
    }
}
