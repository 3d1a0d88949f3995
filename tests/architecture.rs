//! The import rule: a module may import only modules below it.
//!
//! The table stands here in code and, the same, in `docs/architecture.md`. Imports are found as
//! `crate::ROOM` in the source, tests inside of `src` included, comments and strings left out.

#![expect(clippy::unwrap_used, clippy::string_slice, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module with the modules it may import. `sub/module` names a module inside a module, whose own
/// files are held to its own row.
const TABLE: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("config", &["domain"]),
    ("protocol", &["domain"]),
    ("model", &["domain", "protocol"]),
    ("device", &["domain"]),
    ("llm", &["domain", "config", "protocol"]),
    ("oracle", &["domain", "protocol", "llm"]),
    ("explorer", &["domain", "protocol", "model", "llm", "oracle"]),
    ("store", &["domain", "protocol"]),
    ("session", &["domain", "protocol", "model", "store"]),
    ("report", &["domain", "protocol", "model", "device", "store", "session"]),
    ("engine", &["domain", "protocol", "model", "device", "llm", "oracle", "explorer", "store"]),
    ("tui", &["domain", "config", "protocol", "model", "oracle", "session", "engine"]),
    ("demo", &["domain", "device"]),
    (
        "cli",
        &[
            "domain", "config", "protocol", "model", "device", "llm", "oracle", "explorer",
            "store", "session", "report", "engine", "demo", "tui",
        ],
    ),
];

/// The terminal libraries, and the only modules that may know them.
const TERMINAL: (&[&str], &[&str]) =
    (&["ratatui", "crossterm", "viuer", "tui_textarea"], &["tui", "cli"]);

/// The module that any module's tests may use: a test bed is what it is for.
const TEST_BED: &str = "demo";

/// True for a file that holds nothing but tests.
fn is_test(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "tests") || path.ends_with("tests.rs")
}

/// A violation of the rule.
#[derive(Debug, PartialEq, Eq)]
struct Violation {
    module: String,
    imports: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every source file with its module; `main.rs` and `lib.rs` are of no module.
fn sources() -> Vec<(String, PathBuf)> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    let src = root().join("src");
    let mut files = Vec::new();
    walk(&src, &mut files);
    files
        .into_iter()
        .filter_map(|path| {
            let inside = path.strip_prefix(&src).unwrap();
            let first = inside.components().next().unwrap().as_os_str().to_str().unwrap();
            let module = first.trim_end_matches(".rs").to_owned();
            (module != "main" && module != "lib").then_some((module, path))
        })
        .collect()
}

/// `source` without comments and without the content of string literals.
fn code_only(source: &str) -> String {
    let mut code = String::new();
    for line in source.lines() {
        let line = line.split("//").next().unwrap_or_default();
        let mut outside = true;
        for part in line.split('"') {
            if outside {
                code.push_str(part);
            }
            outside = !outside;
        }
        code.push('\n');
    }
    code
}

/// The modules that `source` names, as `crate::module` or inside `use crate::{…}`.
fn imports(source: &str) -> BTreeSet<String> {
    let code = code_only(source);
    let mut modules = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let group = rest.strip_prefix('{').and_then(|group| group.split('}').next());
        let names: Vec<&str> = group.map_or_else(|| vec![rest], |group| group.split(',').collect());
        for name in names {
            let name: String =
                name.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !name.is_empty() {
                modules.insert(name);
            }
        }
    }
    modules
}

fn violations(module: &str, source: &str, in_tests: bool) -> Vec<Violation> {
    let violation = |imports: &str| Violation { module: module.into(), imports: imports.into() };
    let Some((_, allowed)) = TABLE.iter().find(|(name, _)| *name == module) else {
        return vec![violation("(a module that is not in the table)")];
    };
    let mut found: Vec<Violation> = imports(source)
        .into_iter()
        .filter(|import| import != module && !allowed.contains(&import.as_str()))
        .filter(|import| !(in_tests && import == TEST_BED))
        .filter(|import| TABLE.iter().any(|(name, _)| name == import))
        .map(|import| violation(&import))
        .collect();
    let (libraries, knowing) = TERMINAL;
    if !knowing.contains(&module) {
        let code = code_only(source);
        let known = libraries.iter().filter(|library| code.contains(&format!("{library}::")));
        found.extend(known.map(|library| violation(library)));
    }
    found
}

#[test]
fn no_room_imports_one_above_it() {
    let violations: Vec<String> = sources()
        .into_iter()
        .flat_map(|(module, path)| {
            let source = fs::read_to_string(&path).unwrap();
            violations(&module, &source, is_test(&path))
                .into_iter()
                .map(move |violation| format!("{}: imports {}", path.display(), violation.imports))
        })
        .collect();
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn a_bad_import_is_noticed() {
    let bad = "use crate::engine::Handle;\nuse crate::{domain::Action, cli};\nuse ratatui::Frame;";
    let found: Vec<String> =
        violations("explorer", bad, false).into_iter().map(|violation| violation.imports).collect();
    assert_eq!(found, ["cli", "engine", "ratatui"]);
    assert!(
        violations("explorer", "use crate::model::BehaviourModel; // not crate::engine", false)
            .is_empty()
    );
    assert_eq!(violations("attic", "", false).len(), 1, "an unknown module is a violation");
}

#[test]
fn the_table_allows_no_circle() {
    for (place, (_, allowed)) in TABLE.iter().enumerate() {
        for module in *allowed {
            let below = TABLE.iter().position(|(name, _)| name == module).unwrap();
            assert!(below < place, "{module} stands above a module that imports it");
        }
    }
}

#[test]
fn the_documentation_shows_the_same_table() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    for (module, allowed) in TABLE {
        let names = if allowed.is_empty() {
            "nothing".to_owned()
        } else {
            allowed.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        };
        let row = format!("| `{module}` | {names} |");
        assert!(page.contains(&row), "docs/architecture.md lacks the row {row}");
    }
}
