//! Which lines ran, as LCOV (the format of `geninfo`), from the parts of scripts that ran.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::coverage::ScriptRecord;
use super::source_map::SourceMap;

/// One script with what is needed to tell its lines.
pub(super) struct CoveredScript<'a> {
    /// Its address.
    pub(super) url: &'a str,
    /// What ran of it.
    pub(super) record: &'a ScriptRecord,
    /// Its text.
    pub(super) text: &'a str,
    /// Where its lines come from, if it is a bundle.
    pub(super) map: Option<&'a SourceMap>,
}

/// What is known of one file: by line from 1, whether it ran; and its functions.
#[derive(Default)]
struct FileLines {
    lines: BTreeMap<usize, bool>,
    functions: BTreeMap<(usize, String), bool>,
}

/// The report of `scripts`: a record for each file. Lines without code are left out.
pub(super) fn lcov(scripts: &[CoveredScript<'_>]) -> String {
    let mut files: BTreeMap<String, FileLines> = BTreeMap::new();
    for script in scripts {
        let text = ScriptText::new(script.text);
        match script.map.filter(|map| !map.mappings.is_empty()) {
            Some(map) => mapped(script, map, &text, &mut files),
            None => plain(script, &text, files.entry(script.url.to_owned()).or_default()),
        }
    }
    let mut out = String::new();
    for (name, file) in &files {
        record(&mut out, name, file);
    }
    out
}

/// The lines of a script as they are.
fn plain(script: &CoveredScript<'_>, text: &ScriptText, file: &mut FileLines) {
    for (number, line) in script.text.split('\n').enumerate() {
        let Some(start) = text.starts.get(number) else { break };
        let code = line.trim_start();
        if code.trim_end().is_empty() || code.starts_with("//") {
            continue;
        }
        let indent = line.encode_utf16().count() - code.encode_utf16().count();
        let ran = script.record.ran_at(start + indent);
        *file.lines.entry(number + 1).or_default() |= ran;
    }
    for ((start, _), function) in &script.record.functions {
        if !function.name.is_empty() {
            let line = text.line_of(*start) + 1;
            *file.functions.entry((line, function.name.clone())).or_default() |= function.ran;
        }
    }
}

/// The lines that a bundle is made of.
fn mapped(
    script: &CoveredScript<'_>,
    map: &SourceMap,
    text: &ScriptText,
    files: &mut BTreeMap<String, FileLines>,
) {
    for mapping in &map.mappings {
        let Some(start) = text.starts.get(mapping.line) else { break };
        let ran = script.record.ran_at(start + mapping.column);
        let file = files.entry(map.sources[mapping.source].clone()).or_default();
        *file.lines.entry(mapping.source_line + 1).or_default() |= ran;
    }
}

fn record(out: &mut String, name: &str, file: &FileLines) {
    let safe: String = name.chars().filter(|c| !c.is_control()).collect();
    let _ = writeln!(out, "TN:\nSF:{safe}");
    for (line, name) in file.functions.keys() {
        let _ = writeln!(out, "FN:{line},{name}");
    }
    for ((_, name), ran) in &file.functions {
        let _ = writeln!(out, "FNDA:{},{name}", u8::from(*ran));
    }
    let hit = file.functions.values().filter(|ran| **ran).count();
    let _ = writeln!(out, "FNF:{}\nFNH:{hit}", file.functions.len());
    for (line, ran) in &file.lines {
        let _ = writeln!(out, "DA:{line},{}", u8::from(*ran));
    }
    let hit = file.lines.values().filter(|ran| **ran).count();
    let _ = writeln!(out, "LF:{}\nLH:{hit}\nend_of_record", file.lines.len());
}

/// Where the lines of a script begin, in UTF-16 units: those that offsets of coverage count.
struct ScriptText {
    starts: Vec<usize>,
}

impl ScriptText {
    fn new(text: &str) -> Self {
        let mut starts = vec![0];
        let mut at = 0;
        for c in text.chars() {
            at += c.len_utf16();
            if c == '\n' {
                starts.push(at);
            }
        }
        Self { starts }
    }

    /// The line, from 0, that holds the offset.
    fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::coverage::CoverageLedger;
    use super::*;

    const TEXT: &str =
        "function a() {\n  one();\n}\n\nfunction b() {\n  if (x) {\n    two();\n  }\n}\na();\n";

    fn ledger() -> CoverageLedger {
        let at = |words: &str| TEXT.find(words).unwrap();
        let end = TEXT.len();
        let range =
            |start, end, count| json!({"startOffset": start, "endOffset": end, "count": count});
        let function =
            |name: &str, ranges: serde_json::Value| json!({"functionName": name, "ranges": ranges});
        let mut ledger = CoverageLedger::new(true);
        ledger.add(&json!({"result": [{"url": "http://h/app.js", "functions": [
            function("", json!([range(0, end, 1)])),
            function("a", json!([range(0, at("\n\nfunction b"), 1)])),
            function("b", json!([range(at("function b"), at("\na();"), 1), range(at("{\n    two"), at("}\n}\na") + 1, 0)])),
        ]}]}));
        ledger
    }

    #[test]
    fn lines_of_blocks_that_did_not_run_are_told() {
        let ledger = ledger();
        let (url, record) = ledger.scripts().next().unwrap();
        let report = lcov(&[CoveredScript { url, record, text: TEXT, map: None }]);
        insta::assert_snapshot!(report);
    }

    #[test]
    fn lines_of_a_bundle_are_those_of_its_files() {
        let ledger = ledger();
        let (url, record) = ledger.scripts().next().unwrap();
        // Line 1 comes from line 1 of a.ts, line 7 from line 3 of b.ts.
        let map = r#"{"sources":["src/a.ts","src/b.ts"],"mappings":"AAAA;;;;;;ICEA"}"#;
        let map = SourceMap::read(map).unwrap();
        let report = lcov(&[CoveredScript { url, record, text: TEXT, map: Some(&map) }]);
        assert!(report.contains("SF:src/a.ts\nFNF:0\nFNH:0\nDA:1,1\n"), "{report}");
        assert!(report.contains("SF:src/b.ts\nFNF:0\nFNH:0\nDA:3,0\n"), "{report}");
    }
}
