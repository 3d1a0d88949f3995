//! The model as DOT and JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::behaviour::BehaviourModel;

/// The model in Graphviz's DOT language: states as boxes, one arrow for each pair of states with
/// the actions that lead from one to the other. Self-loops are left out: they say that something
/// was tried, not that it led anywhere.
pub fn dot(model: &BehaviourModel) -> String {
    let mut text =
        String::from("digraph model {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n");
    for state in model.states() {
        let current = model.current().is_some_and(|current| current.id == state.id);
        let _ = writeln!(
            text,
            "  \"{}\" [label={}{}{}];",
            state.id,
            quoted(&format!("{}\n{} visits", state.label, state.visits)),
            if state.findings.is_empty() { "" } else { ", color=red" },
            if current { ", penwidth=3" } else { "" },
        );
    }
    for state in model.states() {
        let mut arrows: std::collections::BTreeMap<_, Vec<&str>> =
            std::collections::BTreeMap::new();
        for (key, edge) in &state.edges {
            for (to, _) in edge.to.iter().filter(|(to, _)| *to != state.id) {
                arrows.entry(*to).or_default().push(key.as_str());
            }
        }
        for (to, keys) in arrows {
            let label = match keys.as_slice() {
                [first, second, third, rest @ ..] if !rest.is_empty() => {
                    format!("{first}\n{second}\n{third}\n… {} more", rest.len())
                }
                few => few.join("\n"),
            };
            let _ = writeln!(text, "  \"{}\" -> \"{to}\" [label={}];", state.id, quoted(&label));
        }
    }
    text.push_str("}\n");
    text
}

/// A DOT string: quotes and backslashes escaped, lines broken with `\n`, control characters gone.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(character);
            }
            '\n' => quoted.push_str("\\n"),
            control if control.is_control() => quoted.push(' '),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// The model as one JSON object: `states` with their offers and edges, counts, and the curve.
pub fn json(model: &BehaviourModel) -> Value {
    json!({
        "package": model.package(),
        "steps": model.steps(),
        "transitions": model.transitions(),
        "current": model.current().map(|state| state.id),
        "activities": model.activities(),
        "coverage": model.coverage(),
        "curve": model.curve(),
        "states": model.states(),
    })
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn hostile_labels_stay_inside_their_string() {
        assert_eq!(quoted("a\"]; b\\"), r#""a\"]; b\\""#);
        assert_eq!(quoted("a\nb\u{1b}c"), "\"a\\nb c\"");
    }
}
