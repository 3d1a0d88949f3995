//! Writing YAML (1.1 and 1.2 alike): the one place where text becomes part of it.

use std::fmt::Write as _;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum YamlValue {
    /// Any text; it is quoted.
    Text(String),
    /// A number, or a word of the format.
    Word(String),
    /// Named values in order.
    Map(Vec<(&'static str, Self)>),
    /// Variables with their texts; their names are ours.
    Variables(Vec<(String, String)>),
}

/// One line of a flow, or several that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlowItem {
    /// A remark.
    Remark(String),
    /// A command without arguments.
    Bare(&'static str),
    /// A command.
    Command(&'static str, YamlValue),
}

impl YamlValue {
    /// A number or a word of the format; never text of others.
    pub fn word(word: impl std::fmt::Display) -> Self {
        Self::Word(format!("{word}"))
    }
}

/// Adds `item` to `out`.
pub fn put(out: &mut String, item: &FlowItem) {
    match item {
        FlowItem::Remark(text) => {
            let _ = writeln!(out, "# {}", remark(text));
        }
        FlowItem::Bare(name) => {
            let _ = writeln!(out, "- {name}");
        }
        FlowItem::Command(name, value) => {
            let _ = write!(out, "- {name}:");
            put_value(out, value, 4);
        }
    }
}

/// What follows `name:`.
fn put_value(out: &mut String, value: &YamlValue, indent: usize) {
    match value {
        YamlValue::Text(text) => {
            let _ = writeln!(out, " {}", quoted(text));
        }
        YamlValue::Word(word) => {
            let _ = writeln!(out, " {word}");
        }
        YamlValue::Map(entries) if entries.is_empty() => out.push_str(" {}\n"),
        YamlValue::Variables(variables) => {
            out.push('\n');
            for (name, text) in variables {
                let _ = writeln!(out, "{:indent$}{name}: {}", "", quoted(text));
            }
        }
        YamlValue::Map(entries) => {
            out.push('\n');
            for (name, value) in entries {
                let _ = write!(out, "{:indent$}{name}:", "");
                put_value(out, value, indent + 2);
            }
        }
    }
}

/// `text` as a double-quoted scalar. What is no letter, digit, sign or blank of any script is
/// written as an escape, so that no reader takes it for a line end or refuses it (YAML 1.2.2,
/// sections 5.1 and 7.3.1).
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_plain(c) => out.push(c),
            c if u32::from(c) <= 0xFF => {
                let _ = write!(out, "\\x{:02X}", u32::from(c));
            }
            c if u32::from(c) <= 0xFFFF => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => {
                let _ = write!(out, "\\U{:08X}", u32::from(c));
            }
        }
    }
    out.push('"');
    out
}

/// True for what may stand in a file as it is.
fn is_plain(c: char) -> bool {
    !c.is_control()
        && !matches!(
            c,
            '\u{a0}' | '\u{ad}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}'..='\u{ffff}'
                | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{10000}'..
        )
}

/// `text` on one line, for a remark.
pub fn remark(text: &str) -> String {
    text.chars().map(|c| if is_plain(c) { c } else { ' ' }).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use yaml_rust2::YamlLoader;

    use super::*;

    fn read(text: &str) -> yaml_rust2::Yaml {
        let mut documents = YamlLoader::load_from_str(text).unwrap();
        assert_eq!(documents.len(), 1, "{text}");
        documents.remove(0)
    }

    #[test]
    fn commands_are_read_as_they_are_meant() {
        let selector = vec![
            ("id", YamlValue::Text("save".into())),
            ("below", YamlValue::Map(vec![("text", YamlValue::Text("Name: \"x\"".into()))])),
            ("index", YamlValue::word(3)),
        ];
        let mut out = String::new();
        put(&mut out, &FlowItem::Remark("one\ntwo".into()));
        put(&mut out, &FlowItem::Bare("back"));
        put(&mut out, &FlowItem::Command("tapOn", YamlValue::Map(selector)));
        put(&mut out, &FlowItem::Command("permissions", YamlValue::Map(Vec::new())));
        let flow = read(&out);
        assert_eq!(flow[0].as_str(), Some("back"));
        let tap = &flow[1]["tapOn"];
        assert_eq!(tap["id"].as_str(), Some("save"));
        assert_eq!(tap["below"]["text"].as_str(), Some("Name: \"x\""));
        assert_eq!(tap["index"].as_i64(), Some(3));
        assert_eq!(flow[2]["permissions"].as_hash().map(yaml_rust2::yaml::Hash::len), Some(0));
    }

    proptest! {
        #[test]
        fn any_text_comes_back(text in any::<String>()) {
            let mut out = String::new();
            put(&mut out, &FlowItem::Remark(text.clone()));
            put(&mut out, &FlowItem::Command("inputText", YamlValue::Text(text.clone())));
            let flow = read(&out);
            prop_assert_eq!(flow[0]["inputText"].as_str(), Some(&*text));
        }
    }
}
