//! The oracle model for attacks of forms: it has read the demo apps' table of input faults. It names the
//! texts of all faults of the form that it is asked about, so it bounds what good test generators could
//! gain.

use std::sync::LazyLock;

use ridealong::demo::apps;
use serde_json::{Value, json};

use super::paths::{self, KnownPath};
use super::question::{Question, quoted};
use super::server::ScriptedModel;

/// The paths to all input faults: walked once.
static WAYS: LazyLock<Vec<KnownPath>> =
    LazyLock::new(|| apps::entries().iter().flat_map(paths::to_input_faults).collect());

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
}

fn fields(words: &str) -> Vec<AskedField> {
    let field = |line: &str| {
        let (number, rest) = line.strip_prefix("Field ")?.split_once(": ")?;
        Some(AskedField { number: number.parse().ok()?, name: quoted(rest).first()?.clone() })
    };
    words.lines().filter_map(field).collect()
}

/// One program with the texts of each fault whose fields the form has. Fields that a path leaves alone stay
/// valid.
fn generator(words: &str) -> Value {
    let fields = fields(words);
    let mut inputs: Vec<Value> = Vec::new();
    for path in WAYS.iter() {
        let typed: Vec<(&str, &str)> = path
            .steps
            .iter()
            .filter_map(|step| Some((step.label.as_str(), step.text()?)))
            .collect();
        let number = |(label, text): &(&str, &str)| {
            let field = fields.iter().find(|field| field.name == *label)?;
            Some((field.number.to_string(), json!(text)))
        };
        let input: Option<serde_json::Map<String, Value>> = typed.iter().map(number).collect();
        inputs.extend(input.filter(|input| !input.is_empty()).map(Value::Object));
    }
    let tried = words.matches("\n- \"").count();
    let program = format!("function generate(valid) {{ return {}; }}", json!(inputs));
    json!({ "rule": format!("what the table says {tried}"), "program": program })
}
