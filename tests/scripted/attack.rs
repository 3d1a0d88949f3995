//! The oracle model for attacks of forms: it has read the demo apps' table of input faults. It names the
//! texts of all faults of the form that it is asked about, so it bounds what good test generators could
//! gain.

use std::sync::LazyLock;

use ridealong::demo::apps;
use serde_json::{Value, json};

use super::question::{Question, quoted};
use super::server::ScriptedModel;
use super::ways::{self, Way};

/// The ways to all input faults: walked once.
static WAYS: LazyLock<Vec<Way>> =
    LazyLock::new(|| apps::entries().iter().flat_map(ways::to_input_faults).collect());

/// See the module.
#[derive(Default)]
pub struct AttackOracle;

impl ScriptedModel for AttackOracle {
    fn reply(&mut self, question: &Question) -> String {
        let reply = if question.has("rule") {
            generator(&question.words)
        } else {
            // What is plausible is known by rule.
            json!({ "texts": [] })
        };
        reply.to_string()
    }
}

/// A field of the question.
struct AskedField {
    number: u64,
    name: String,
    valid: String,
}

fn fields(words: &str) -> Vec<AskedField> {
    let field = |line: &str| {
        let (number, rest) = line.strip_prefix("Field ")?.split_once(": ")?;
        let after = rest.split_once("; valid ").map_or("", |(_, after)| after);
        Some(AskedField {
            number: number.parse().ok()?,
            name: quoted(rest).first()?.clone(),
            valid: quoted(after).first().cloned().unwrap_or_default(),
        })
    };
    words.lines().filter_map(field).collect()
}

/// One generator with the texts of each fault whose fields the form has.
fn generator(words: &str) -> Value {
    let fields = fields(words);
    let mut inputs: Vec<Vec<String>> = Vec::new();
    for way in WAYS.iter() {
        let typed: Vec<(&str, &str)> =
            way.steps.iter().filter_map(|step| Some((step.label.as_str(), step.text()?))).collect();
        let has = |(label, _): &(&str, &str)| fields.iter().any(|field| field.name == *label);
        if typed.is_empty() || !typed.iter().all(has) {
            continue;
        }
        let text = |field: &AskedField| {
            let own = typed.iter().rfind(|(label, _)| *label == field.name);
            own.map_or_else(|| field.valid.clone(), |(_, text)| (*text).to_owned())
        };
        inputs.push(fields.iter().map(text).collect());
    }
    let series = |(at, field): (usize, &AskedField)| {
        let texts: Vec<&String> = inputs.iter().map(|input| &input[at]).collect();
        json!({ "field": field.number, "bases": texts, "operations": ["as-is"] })
    };
    let series: Vec<Value> = fields.iter().enumerate().map(series).collect();
    let tried = words.matches("\n- \"").count();
    json!({ "rule": format!("what the table says {tried}"), "data": { "fields": series } })
}
