//! The question about a phone's fields: which texts are worth typing?

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{EMPTY, NO_FIELD};
use crate::explorer::shared::output;
use crate::llm::{ModelQuery, ReplyJudgement, json};
use crate::protocol::CheckComplaint;

/// The most texts that are kept.
const TEXTS: usize = 12;
/// The most for one field.
const PER_FIELD: usize = 3;
/// The most characters of a text.
const TEXT: usize = 200;

/// The question.
pub struct TextsQuery;

/// What it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TextsContext {
    /// The screen, its widgets numbered.
    pub output: String,
    /// The fields that can be typed into. What a hidden field holds is nobody's business: those
    /// are left to the rules.
    pub fields: Vec<PromptField>,
    /// What the session is about, in the tester's words.
    pub charter: Option<String>,
    /// The tester's latest notes.
    pub notes: Vec<String>,
    /// What fields of the screen made of texts.
    #[serde(default)]
    pub lessons: Vec<String>,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptField {
    /// Its number on the screen.
    pub number: usize,
    /// What people call it.
    pub label: String,
    /// Its hint; may be empty.
    pub hint: String,
    /// What it holds; may be empty.
    pub holds: String,
    /// The texts that are planned anyway.
    pub planned: Vec<String>,
}

/// A text for a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextIdea {
    /// The field's number.
    #[serde(deserialize_with = "json::number")]
    pub field: usize,
    /// What is typed.
    pub text: String,
}

#[derive(Deserialize)]
struct TextsReply {
    texts: Vec<TextIdea>,
}

impl ModelQuery for TextsQuery {
    fn name(&self) -> &'static str {
        "elevate/texts"
    }

    fn schema(&self, context: &Value) -> Option<Value> {
        let context: TextsContext = json::context(context).ok()?;
        let numbers: Vec<usize> = context.fields.iter().map(|field| field.number).collect();
        Some(json!({
            "type": "object",
            "properties": {
                "texts": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "field": { "type": "integer", "enum": numbers },
                            "text": { "type": "string", "maxLength": TEXT },
                        },
                        "required": ["field", "text"],
                        "additionalProperties": false,
                    },
                    "maxItems": TEXTS,
                },
            },
            "required": ["texts"],
            "additionalProperties": false,
        }))
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        json::judged(context, reply, judged)
    }

    fn checks(&self) -> &'static [&'static str] {
        &[EMPTY, NO_FIELD, json::UNREADABLE]
    }

    fn sample(&self) -> Value {
        json!({
            "output": "screen Order \"New order\"\n1 field \"Cups\" hint \"1 to 9\" (empty)\n2 button \"Order\"",
            "fields": [
                { "number": 1, "label": "Cups", "hint": "1 to 9", "holds": "", "planned": ["12"] },
            ],
            "charter": "ordering",
            "notes": ["the prices look odd"],
        })
    }
}

fn judged(context: &TextsContext, reply: &TextsReply) -> ReplyJudgement {
    let mut kept: Vec<TextIdea> = Vec::new();
    let mut unknown: Vec<String> = Vec::new();
    for idea in &reply.texts {
        // A line break is typed: fields of several lines take it.
        let plain = |c: &char| !c.is_control() || *c == '\n';
        let text: String = idea.text.chars().filter(plain).take(TEXT).collect();
        if !context.fields.iter().any(|field| field.number == idea.field) {
            unknown.push(idea.field.to_string());
            continue;
        }
        let of_field = kept.iter().filter(|other| other.field == idea.field).count();
        let idea = TextIdea { field: idea.field, text };
        let room = of_field < PER_FIELD && kept.len() < TEXTS;
        if room && !idea.text.trim().is_empty() && !kept.contains(&idea) {
            kept.push(idea);
        }
    }
    unknown.dedup();
    let numbers: Vec<String> =
        context.fields.iter().map(|field| field.number.to_string()).collect();
    let numbers = numbers.join(", ");
    let complaint = if kept.is_empty() && !unknown.is_empty() {
        let says = format!(
            "There is no field with the number {}. The fields are: {numbers}.",
            output::cut(&unknown.join(", "), 80)
        );
        Some(CheckComplaint { check: NO_FIELD.into(), says })
    } else if kept.is_empty() {
        let says = format!("The reply gives no text to type. The fields are: {numbers}.");
        Some(CheckComplaint { check: EMPTY.into(), says })
    } else {
        None
    };
    let told: Vec<String> =
        kept.iter().map(|idea| format!("[{}] {:?}", idea.field, idea.text)).collect();
    let otherwise = (complaint.is_some() && !kept.is_empty()).then(|| json!(kept));
    ReplyJudgement {
        answer: Some(json!(kept)),
        told: output::cut(&told.join(", "), 200),
        thoughts: Vec::new(),
        complaint,
        otherwise,
        ..ReplyJudgement::default()
    }
}
