//! The question about the form on a display: which texts fit its fields and each other, and which may
//! the app handle badly? One question for all fields, with the constraints between them.
//!
//! The first texts of the fields must fit each other ([`UNFIT`]); from each constraint a text that
//! breaks it is derived.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::constraints::{self, FormConstraint, UNFIT};
use super::own_fields;
use crate::domain::{Action, InputText};
use crate::explorer::Situation;
use crate::explorer::shared::output;
use crate::llm::{ModelQuery, ReplyJudgement, json};
use crate::protocol::CheckComplaint;

#[cfg(test)]
mod tests;

/// The reply gives nothing.
pub const EMPTY: &str = "EMPTY ERROR";
/// The reply names a field that is not there.
pub const NO_FIELD: &str = "NO FIELD ERROR";

/// The most texts that are kept.
const TEXTS: usize = 12;
/// The most for one field.
const PER_FIELD: usize = 3;
/// The most fields of a screen that are asked about.
const FIELDS: usize = 8;
/// The most characters of a text.
const TEXT: usize = 200;

/// The question.
pub struct FormQuery;

/// What it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FormContext {
    /// The screen, its widgets numbered.
    pub output: String,
    /// The fields that can be typed into. What a hidden field holds is nobody's business: those
    /// are left to the rules.
    pub fields: Vec<FormField>,
    /// What the session is about, in the tester's words.
    pub charter: Option<String>,
    /// The tester's latest notes.
    pub notes: Vec<String>,
    /// What fields of the screen made of texts.
    #[serde(default)]
    pub lessons: Vec<String>,
    /// What the app is for, in one line, if that is known.
    #[serde(default)]
    pub purpose: Option<String>,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormField {
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

impl FormField {
    /// What names the field whatever it holds: a field without a description is labelled by its
    /// content.
    pub fn label_or_hint(&self) -> &str {
        if self.label == self.holds { &self.hint } else { &self.label }
    }
}

/// A text for a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldText {
    /// The field's number.
    #[serde(deserialize_with = "json::number")]
    pub field: usize,
    /// What is typed.
    pub text: String,
}

/// The answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormAnswer {
    /// The texts: of each field first the one that fits the others.
    pub texts: Vec<FieldText>,
    /// What holds between the fields.
    #[serde(default)]
    pub constraints: Vec<FormConstraint>,
}

#[derive(Deserialize)]
struct FormReply {
    texts: Vec<FieldText>,
    #[serde(default)]
    constraints: Option<Vec<Value>>,
}

impl ModelQuery for FormQuery {
    fn name(&self) -> &'static str {
        "forms/texts"
    }

    fn schema(&self, context: &Value) -> Option<Value> {
        let context: FormContext = json::context(context).ok()?;
        let numbers: Vec<usize> = context.fields.iter().map(|field| field.number).collect();
        let mut schema = json!({
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
        });
        if numbers.len() > 1 {
            schema["properties"]["constraints"] = constraints::schema(&numbers);
            schema["required"] = json!(["texts", "constraints"]);
        }
        Some(schema)
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        json::judged(context, reply, judged)
    }

    fn checks(&self) -> &'static [&'static str] {
        &[EMPTY, NO_FIELD, UNFIT, json::UNREADABLE]
    }

    fn sample(&self) -> Value {
        json!({
            "output": "screen Order \"New order\"\n1 field \"Cups\" hint \"1 to 9\" (empty)\n2 button \"Order\"",
            "fields": [
                { "number": 1, "label": "Cups", "hint": "1 to 9", "holds": "", "planned": ["12"] },
            ],
            "charter": "ordering",
            "notes": ["the prices look odd"],
            "purpose": "ordering tea",
        })
    }
}

fn judged(context: &FormContext, reply: &FormReply) -> ReplyJudgement {
    let mut kept: Vec<FieldText> = Vec::new();
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
        let idea = FieldText { field: idea.field, text };
        let room = of_field < PER_FIELD && kept.len() < TEXTS;
        if room && !idea.text.trim().is_empty() && !kept.contains(&idea) {
            kept.push(idea);
        }
    }
    unknown.dedup();
    let is_known = |field| context.fields.iter().any(|known| known.number == field);
    let constraints = constraints::read(reply.constraints.as_deref(), is_known);
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
        let says = constraints::complaint(&constraints, |field| first(&kept, field));
        says.map(|says| CheckComplaint { check: UNFIT.into(), says })
    };
    if complaint.is_none() {
        add_breaking(&mut kept, &constraints);
    }
    let reported: Vec<String> =
        kept.iter().map(|idea| format!("[{}] {:?}", idea.field, idea.text)).collect();
    let answer = json!(FormAnswer { texts: kept.clone(), constraints });
    let otherwise = (complaint.is_some() && !kept.is_empty()).then(|| answer.clone());
    ReplyJudgement {
        answer: Some(answer),
        reported: output::cut(&reported.join(", "), 200),
        thoughts: Vec::new(),
        complaint,
        otherwise,
        ..ReplyJudgement::default()
    }
}

/// The first of `texts` for `field`.
fn first(texts: &[FieldText], field: usize) -> Option<&str> {
    texts.iter().find(|one| one.field == field).map(|one| one.text.as_str())
}

/// Adds the texts that break `constraints`, after those of the reply.
fn add_breaking(texts: &mut Vec<FieldText>, constraints: &[FormConstraint]) {
    for constraint in constraints {
        let broken = constraint.breaking(|field| first(texts, field));
        let broken = broken.map(|(field, text)| FieldText { field, text });
        if let Some(broken) = broken.filter(|text| !texts.contains(text)) {
            texts.push(broken);
        }
    }
}

/// The fields of the present screen that can be asked about, at most [`FIELDS`], each with what is planned
/// for it. What hidden fields hold is nobody's business, and what narrows down a list of the form is told by the rules.
pub fn fields(situation: &Situation) -> Vec<FormField> {
    let open = own_fields(&situation.screen).filter(|widget| widget.acts());
    let planned = |number: usize| {
        let offers = situation.available.iter();
        let texts = offers.filter_map(move |offer| match &offer.action {
            Action::Type { target, text: InputText::Plain(text) } if target.number == number => {
                Some(output::cut(text, 40))
            }
            _ => None,
        });
        texts.take(2).collect()
    };
    open.filter(|widget| !widget.password)
        .take(FIELDS)
        .map(|widget| FormField {
            number: widget.number,
            label: output::cut(&widget.label, 60),
            hint: output::cut(&widget.hint, 60),
            holds: output::cut(widget.content(), 60),
            planned: planned(widget.number),
        })
        .collect()
}
