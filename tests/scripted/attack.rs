//! The oracle model for attacks of forms: it has read the demo apps' table of input faults. It names the
//! texts of all faults of the form that it is asked about, so it bounds what good test generators could
//! gain.

use std::sync::LazyLock;

use ridealong::demo::apps;
use serde_json::{Value, json};

use super::paths::{self, KnownPath};
use super::question::{Question, quoted};
use super::server::ScriptedModel;

/// The paths to all input faults, walked once.
static WAYS: LazyLock<Vec<KnownPath>> =
    LazyLock::new(|| apps::entries().iter().flat_map(paths::to_input_faults).collect());

/// See the module.
#[derive(Default)]
pub struct AttackOracle;

impl ScriptedModel for AttackOracle {
    fn reply(&mut self, question: &Question) -> String {
        let reply = if question.has("rule") { generator(&question.words) } else { texts(question) };
        reply.to_string()
    }
}

/// What each field gives as an example, such as the time in "From (e.g. 22:00)". What else is plausible is
/// known by rule.
fn texts(question: &Question) -> Value {
    let example = |(number, line): (u64, String)| {
        let names = quoted(&line);
        let (_, after) = names.iter().find_map(|name| name.split_once("(e.g. "))?;
        let text = after.split(')').next()?;
        Some(json!({ "field": number, "text": text }))
    };
    let texts: Vec<Value> = question.numbered("Fields:").into_iter().filter_map(example).collect();
    json!({ "texts": texts })
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

/// One program with the texts of each fault whose fields the form has. Fields that a path leaves alone get
/// what they held on it.
fn generator(words: &str) -> Value {
    let fields = fields(words);
    let mut inputs: Vec<Value> = Vec::new();
    for path in WAYS.iter() {
        let number = |label: &str| {
            let field = fields.iter().find(|field| field.name == label)?;
            Some(field.number.to_string())
        };
        let typed: Vec<(&str, &str)> = path
            .steps
            .iter()
            .filter_map(|step| Some((step.label.as_str(), step.text()?)))
            .collect();
        let input = typed.iter().map(|(label, text)| Some((number(label)?, json!(text))));
        let input: Option<serde_json::Map<String, Value>> = input.collect();
        let Some(mut input) = input.filter(|input| !input.is_empty()) else { continue };
        for (label, held) in &path.form {
            let is_typed = typed.iter().any(|(own, _)| own == label);
            if let Some(number) = number(label).filter(|_| !is_typed) {
                input.insert(number, json!(held));
            }
        }
        inputs.push(Value::Object(input));
    }
    let tried = words.matches("\n- \"").count();
    let program = format!("function generate(valid) {{ return {}; }}", json!(inputs));
    json!({ "rule": format!("what the table says {tried}"), "program": program })
}
