//! The busy model: a chat model that means well and knows nothing of the app. It does what such models did
//! when they cost steps: it fills a form with care, sends it, and sends it again with a value at a limit; where
//! no form is near it tours what was never invoked, with BACK in between. So it shows what plausible goals
//! without luck may cost.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::question::{Question, quoted};
use super::server::ScriptedModel;

/// So often each form is a goal.
const FORMS: u32 = 2;
/// The untried inputs of a tour.
const TOUR: usize = 4;

/// See the module.
#[derive(Default)]
pub struct BusyModel {
    /// How often each form was chosen, by the words of its screen and fields.
    forms: BTreeMap<String, u32>,
}

impl BusyModel {
    fn goal(&mut self, question: &Question) -> Value {
        let goals = question.numbered("Goals:");
        let last = goals.last().map_or(1, |(number, _)| *number);
        // The present screen is told in its table: a name stands first in quotes.
        let table = question.words.split("\n---\n").nth(1).unwrap_or_default();
        let listed = |of: &str| -> Vec<String> {
            let lines = table.lines().filter(|line| line.starts_with(of));
            lines.filter_map(|line| quoted(line).into_iter().next()).collect()
        };
        for (number, line) in &goals {
            let is_here = line.starts_with("This screen");
            let fields = if is_here { listed("field ") } else { part(line, "Fields: ") };
            let sends = part(line, "Sent by: ");
            if fields.is_empty() || sends.is_empty() {
                continue;
            }
            let times = self.forms.entry(fields.join("\n")).or_default();
            if *times >= FORMS {
                continue;
            }
            *times += 1;
            let odd = *times == FORMS;
            let types = fields.iter().map(|field| {
                let text = if odd { limit(field) } else { plausible(field) };
                format!("type {} into {}", json!(text), json!(field))
            });
            let begin: Vec<String> =
                types.take(8).chain([format!("tap {}", json!(sends[0]))]).collect();
            return json!({ "purpose": "an app", "why": "A form.", "goal": number, "begin": begin });
        }
        let tour = goals.iter().find_map(|(number, line)| {
            let is_here = line.starts_with("This screen");
            let untried = if is_here { listed("* ") } else { part(line, "Untried: ") };
            (!untried.is_empty()).then_some((*number, untried))
        });
        let (number, untried) = tour.unwrap_or((last, Vec::new()));
        let begin: Vec<String> = untried
            .iter()
            .take(TOUR)
            .flat_map(|label| [format!("tap {}", json!(label)), "press back".to_owned()])
            .collect();
        json!({ "purpose": "an app", "why": "A tour.", "goal": number, "begin": begin })
    }
}

/// The quoted names in `line` from `heading` to the end of its sentence.
fn part(line: &str, heading: &str) -> Vec<String> {
    let Some((_, rest)) = line.split_once(heading) else { return Vec::new() };
    let ends = ["\". Led on: ", "\". Fields: ", "\". Choices: ", "\". Sent by: "];
    let end = ends.iter().filter_map(|end| rest.find(end)).min();
    quoted(rest.get(..end.map_or(rest.len(), |at| at + 1)).unwrap_or(rest))
}

fn is_number(field: &str) -> bool {
    let field = field.to_lowercase();
    ["amount", "number", "weight", "count", "price", "pieces", "steps", "minutes", "ml", "kg"]
        .iter()
        .any(|word| field.contains(word))
}

/// The example that the field gives, or what such fields mostly take.
fn plausible(field: &str) -> String {
    let example = field.split_once("(e.g. ").and_then(|(_, after)| after.split(')').next());
    example.unwrap_or_else(|| if is_number(field) { "12" } else { "Two apples" }).to_owned()
}

fn limit(field: &str) -> String {
    if is_number(field) { "999999" } else { " " }.to_owned()
}

impl ScriptedModel for BusyModel {
    fn reply(&mut self, question: &Question) -> String {
        let reply = if question.has("goal") {
            self.goal(question)
        } else if question.has("do") {
            let inputs = question.numbered("never done here):");
            let new = inputs.iter().find(|(_, line)| line.starts_with("* tap"));
            let next =
                new.map_or_else(|| "press back".to_owned(), |(number, _)| number.to_string());
            json!({ "purpose": "an app", "why": "It is new.", "do": [next] })
        } else if question.has("state") {
            json!({ "thought": "It shows something else.", "state": "new" })
        } else if question.has("inputs") {
            json!({ "inputs": ["tell me more", "the first one", "two"] })
        } else if question.has("texts") {
            let texts = question.numbered("Fields:").into_iter().flat_map(|(number, line)| {
                let names = quoted(&line);
                let name = names.first().cloned().unwrap_or_default();
                // What the rules planned will do.
                let planned = line.split_once(", planned: ").map(|(_, planned)| quoted(planned));
                let planned = planned.and_then(|planned| planned.first().cloned());
                [planned.unwrap_or_else(|| plausible(&name)), limit(&name)]
                    .map(|text| json!({ "field": number, "text": text }))
            });
            json!({ "texts": texts.collect::<Vec<_>>() })
        } else if question.has("input") {
            let inputs = question.numbered("Inputs:");
            let untried = inputs.iter().find(|(_, line)| line.contains("never invoked"));
            let number = untried.map_or(1, |(number, _)| *number);
            json!({ "why": "It is new.", "reason": "untried", "input": number })
        } else {
            // A plan is left to the rules.
            json!({})
        };
        reply.to_string()
    }
}
