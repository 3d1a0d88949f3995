//! The question for a test generator: InputBlaster's module 2, after its section 3.2.
//!
//! One reply names a mutation rule and gives what makes a batch of inputs by it. In this order: the
//! rule is there ([`NO_RULE`]) and new ([`REPEATED`]), there is a generator ([`NO_GENERATOR`]) whose
//! fields ([`NO_FIELD`]) and operations ([`NO_OPERATION`]) exist. A program is not run here: what it
//! does wrong is told with the next question.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::sandbox::LARGEST_PROGRAM;
use super::{AS_IS, DataGenerator, TestGenerator};
use crate::explorer::input_blaster::operations;
use crate::explorer::shared::output;
use crate::llm::{ModelQuery, ReplyJudgement, json};
use crate::protocol::CheckComplaint;

/// The reply names no mutation rule.
pub const NO_RULE: &str = "NO RULE ERROR";
/// The rule was used before.
pub const REPEATED: &str = "REPEATED RULE ERROR";
/// The reply gives neither a program nor data.
pub const NO_GENERATOR: &str = "NO GENERATOR ERROR";
/// The data names a field that is not there.
pub const NO_FIELD: &str = "NO FIELD ERROR";
/// The data names an operation that the catalogue does not have.
pub const NO_OPERATION: &str = "NO OPERATION ERROR";

/// The most characters of a rule.
const RULE: usize = 100;

/// The question.
pub struct GeneratorQuery;

/// What it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GeneratorContext {
    /// The app.
    pub app: String,
    /// The page.
    pub page: String,
    /// Its fields, from 1.
    pub fields: Vec<GeneratorField>,
    /// What must hold between fields.
    pub relations: Vec<String>,
    /// The rules that were tried, with what came of them.
    pub tried: Vec<TriedRule>,
    /// Why the last generator gave nothing.
    #[serde(default)]
    pub failure: Option<String>,
    /// Inputs that crashed other apps in a similar context.
    #[serde(default)]
    pub examples: Vec<ShownExample>,
    /// The names of the operations.
    pub operations: Vec<String>,
    /// What the session is about, in the tester's words.
    #[serde(default)]
    pub charter: Option<String>,
    /// True if programs can be run.
    pub programs: bool,
}

/// A field, as it is told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GeneratorField {
    /// Its number, from 1.
    pub number: usize,
    /// What people call it.
    pub name: String,
    /// What stands beside it.
    pub nearby: Vec<String>,
    /// What it seems to demand.
    pub demands: Vec<String>,
    /// A text that it takes; `None` for a hidden one.
    pub valid: Option<String>,
    /// What the app said to wrong texts.
    pub hints: Vec<ShownHint>,
}

/// What the app said to a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownHint {
    /// The text.
    pub input: String,
    /// What newly appeared.
    pub says: String,
}

/// A mutation rule that was tried.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TriedRule {
    /// The rule.
    pub rule: String,
    /// What came of it.
    pub record: String,
}

/// An example of the store.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownExample {
    /// Where it was.
    pub context: String,
    /// The mutation rule.
    pub rule: String,
    /// What crashed.
    pub input: String,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GeneratorAnswer {
    /// The mutation rule, in a few words.
    pub rule: String,
    /// What makes inputs by it.
    pub generator: TestGenerator,
}

#[derive(Deserialize)]
struct GeneratorReply {
    #[serde(default)]
    rule: String,
    #[serde(default)]
    program: Option<String>,
    #[serde(default)]
    data: Option<DataGenerator>,
}

impl ModelQuery for GeneratorQuery {
    fn name(&self) -> &'static str {
        "input_blaster/generator"
    }

    fn schema(&self, context: &Value) -> Option<Value> {
        let context: GeneratorContext = json::context(context).ok()?;
        let numbers: Vec<usize> = context.fields.iter().map(|field| field.number).collect();
        let operations = context.operations.iter().map(String::as_str);
        let operations: Vec<&str> = operations.chain([AS_IS]).collect();
        let texts = json!({ "type": "array", "items": { "type": "string" }, "maxItems": 30 });
        let series = json!({
            "type": "object",
            "properties": {
                "field": { "type": "integer", "enum": numbers },
                "bases": texts,
                "operations": { "type": "array", "items": { "enum": operations } },
                "count": { "type": "integer" },
            },
            "required": ["field", "bases"],
            "additionalProperties": false,
        });
        let mut properties = json!({
            "rule": { "type": "string", "maxLength": RULE },
            "data": {
                "type": "object",
                "properties": {
                    "fields": { "type": "array", "items": series },
                    "seed": { "type": "integer" },
                },
                "required": ["fields"],
                "additionalProperties": false,
            },
        });
        if context.programs {
            properties["program"] = json!({ "type": "string", "maxLength": LARGEST_PROGRAM });
        }
        Some(json!({
            "type": "object",
            "properties": properties,
            "required": ["rule"],
            "additionalProperties": false,
        }))
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        json::judged(context, reply, judged)
    }

    fn checks(&self) -> &'static [&'static str] {
        &[NO_RULE, REPEATED, NO_GENERATOR, NO_FIELD, NO_OPERATION, json::UNREADABLE]
    }

    fn sample(&self) -> Value {
        let field = |number: usize, name: &str, valid: &str| GeneratorField {
            number,
            name: name.into(),
            demands: vec!["a whole number".into()],
            valid: Some(valid.into()),
            ..GeneratorField::default()
        };
        let mut least = field(1, "Fewest guests", "2");
        least.nearby = vec!["1 to 40".into()];
        least.hints = vec![ShownHint { input: "0".into(), says: "At least one guest".into() }];
        json!(GeneratorContext {
            app: "table booking".into(),
            page: "Booking".into(),
            fields: vec![least, field(2, "Most guests", "6")],
            relations: vec!["\"Fewest guests\" and \"Most guests\": numbers in order".into()],
            tried: vec![TriedRule { rule: "swapped bounds".into(), record: "refused 2".into() }],
            failure: Some("the program failed: valid is not defined".into()),
            examples: vec![ShownExample {
                context: "expenses, field Amount".into(),
                rule: "an amount with a separator of thousands".into(),
                input: "1,000".into(),
            }],
            operations: vec!["above-maximum".into(), "leading-zeros".into()],
            charter: Some("bookings".into()),
            programs: true,
        })
    }
}

fn judged(context: &GeneratorContext, reply: &GeneratorReply) -> ReplyJudgement {
    let rule: String = reply.rule.chars().filter(|sign| !sign.is_control()).take(RULE).collect();
    let rule = rule.trim().to_owned();
    let program = reply.program.as_ref().filter(|program| !program.trim().is_empty());
    let program = program.filter(|_| context.programs);
    let generator = match (program, &reply.data) {
        (Some(program), _) => Some(TestGenerator::Program(program.clone())),
        (None, Some(data)) if !data.fields.is_empty() => Some(TestGenerator::Data(data.clone())),
        _ => None,
    };
    let reported = match &generator {
        Some(TestGenerator::Program(program)) => {
            format!("{rule}: a program of {} lines", program.lines().count())
        }
        Some(TestGenerator::Data(data)) => format!("{rule}: data for {} fields", data.fields.len()),
        None => rule.clone(),
    };
    let complaint = complaint(context, &rule, generator.as_ref());
    let complaint = complaint.map(|(check, says)| CheckComplaint { check: check.into(), says });
    let answer = generator.map(|generator| json!(GeneratorAnswer { rule, generator }));
    ReplyJudgement {
        answer,
        reported: output::cut(&reported, 200),
        complaint,
        ..ReplyJudgement::default()
    }
}

fn complaint(
    context: &GeneratorContext,
    rule: &str,
    generator: Option<&TestGenerator>,
) -> Option<(&'static str, String)> {
    if rule.is_empty() {
        return Some((NO_RULE, "The reply names no mutation rule.".into()));
    }
    if context.tried.iter().any(|tried| tried.rule.eq_ignore_ascii_case(rule)) {
        return Some((REPEATED, format!("The rule {rule:?} was tried already.")));
    }
    let data = match generator {
        None => {
            let says = "The reply gives no test generator: neither a program nor data with fields.";
            return Some((NO_GENERATOR, says.into()));
        }
        Some(TestGenerator::Program(program)) if program.len() > LARGEST_PROGRAM => {
            let says = format!("The program has more than {LARGEST_PROGRAM} bytes.");
            return Some((NO_GENERATOR, says));
        }
        Some(TestGenerator::Program(_)) => return None,
        Some(TestGenerator::Data(data)) => data,
    };
    let fields = data.fields.iter().map(|series| series.field);
    let missing = fields.into_iter().find(|field| {
        let known = |known: &GeneratorField| known.number == *field;
        !context.fields.iter().any(known)
    });
    if let Some(field) = missing {
        let says = format!("There is no field {field}; there are {}.", context.fields.len());
        return Some((NO_FIELD, says));
    }
    let mut named = data.fields.iter().flat_map(|series| &series.operations);
    let unknown = named.find(|name| *name != AS_IS && operations::find(name).is_none())?;
    let says = format!("There is no operation {:?}.", output::cut(unknown, 40));
    Some((NO_OPERATION, says))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn judge(reply: &Value) -> ReplyJudgement {
        GeneratorQuery.judge(&GeneratorQuery.sample(), &reply.to_string())
    }

    fn check(reply: &Value) -> Option<String> {
        judge(reply).complaint.map(|complaint| complaint.check)
    }

    #[test]
    fn a_reply_gives_a_rule_with_a_program_or_data() {
        let program = json!({ "rule": "one guest too many", "program": "function generate() {}" });
        let answer: GeneratorAnswer =
            serde_json::from_value(judge(&program).answer.unwrap()).unwrap();
        assert_eq!(answer.rule, "one guest too many");
        assert!(matches!(answer.generator, TestGenerator::Program(_)));
        let data = json!({
            "rule": "beyond the bounds",
            "data": { "fields": [
                { "field": 1, "bases": ["2"], "operations": ["above-maximum", "as-is"] },
                { "field": "2", "bases": ["6"] },
            ] },
        });
        assert_eq!(check(&data), None);
        assert_eq!(judge(&data).reported, "beyond the bounds: data for 2 fields");
    }

    #[test]
    fn each_check_complains_of_its_own() {
        let data = |field: usize, operation: &str| json!({ "fields": [{ "field": field, "bases": ["2"], "operations": [operation] }] });
        for (reply, expected) in [
            (json!({ "program": "x" }), NO_RULE),
            (json!({ "rule": "Swapped bounds", "program": "x" }), REPEATED),
            (json!({ "rule": "new" }), NO_GENERATOR),
            (json!({ "rule": "new", "program": " " }), NO_GENERATOR),
            (json!({ "rule": "new", "data": { "fields": [] } }), NO_GENERATOR),
            (json!({ "rule": "new", "program": "x".repeat(LARGEST_PROGRAM + 1) }), NO_GENERATOR),
            (json!({ "rule": "new", "data": data(3, "as-is") }), NO_FIELD),
            (json!({ "rule": "new", "data": data(1, "explode") }), NO_OPERATION),
            (json!({ "rule": 5 }), json::UNREADABLE),
        ] {
            assert_eq!(check(&reply).as_deref(), Some(expected), "{reply}");
        }
    }

    #[test]
    fn programs_are_refused_if_none_can_be_run() {
        let mut context = GeneratorQuery.sample();
        context["programs"] = json!(false);
        let reply = json!({ "rule": "new", "program": "function generate() {}" }).to_string();
        let complaint = GeneratorQuery.judge(&context, &reply).complaint.unwrap();
        assert_eq!(complaint.check, NO_GENERATOR);
        let schema = GeneratorQuery.schema(&context).unwrap();
        assert!(schema.pointer("/properties/program").is_none());
    }

    proptest! {
        #[test]
        fn no_reply_makes_it_panic(reply in "\\PC{0,80}", rule in any::<String>(), field in any::<usize>()) {
            let _ = GeneratorQuery.judge(&GeneratorQuery.sample(), &reply);
            let data = json!({ "fields": [{ "field": field, "bases": [rule.clone()] }] });
            let _ = judge(&json!({ "rule": rule, "data": data }));
        }
    }
}
