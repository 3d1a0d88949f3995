//! JSON as people read it: names and values, one below the other, without brackets.

use serde_json::Value;

/// `value` in lines, each level indented by two.
pub fn plain(value: &Value) -> String {
    let mut text = String::new();
    put(&mut text, value, 0);
    text.trim_start_matches('\n').trim_end().to_owned()
}

/// Appends `value` to the line; on new lines if it has parts.
fn put(text: &mut String, value: &Value, depth: usize) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            for (name, value) in map {
                line(text, depth);
                text.push_str(name);
                text.push(':');
                put(text, value, depth + 1);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                line(text, depth);
                text.push('-');
                // The first name of an item follows its dash, the others are below it.
                let mut part = String::new();
                put(&mut part, item, depth + 1);
                text.push(' ');
                text.push_str(part.trim_start());
            }
        }
        Value::String(words) if words.trim().contains('\n') => {
            for words in words.lines() {
                line(text, depth);
                text.push_str(words);
            }
        }
        Value::String(words) if words.is_empty() => text.push_str(" (empty)"),
        Value::String(words) => {
            text.push(' ');
            text.push_str(words.trim_end());
        }
        Value::Object(_) | Value::Array(_) => text.push_str(" (none)"),
        Value::Null => text.push_str(" (nothing)"),
        Value::Bool(true) => text.push_str(" yes"),
        Value::Bool(false) => text.push_str(" no"),
        Value::Number(number) => {
            text.push(' ');
            text.push_str(&number.to_string());
        }
    }
}

fn line(text: &mut String, depth: usize) {
    text.push('\n');
    for _ in 0..depth {
        text.push_str("  ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn it_reads_like_a_list() {
        let value = json!({
            "output": "first line\nsecond line",
            "states": [{"id": 1, "name": "List", "inputs": ["tap a", "tap b"]}, {"id": 2}],
            "none": [], "nothing": null, "empty": "", "yes": true, "n": 1.5,
        });
        insta::assert_snapshot!(plain(&value), @r"
        output:
          first line
          second line
        states:
          - id: 1
            name: List
            inputs:
              - tap a
              - tap b
          - id: 2
        none: (none)
        nothing: (nothing)
        empty: (empty)
        yes: yes
        n: 1.5
        ");
        assert_eq!(plain(&json!("alone")), " alone");
    }
}
