//! The house's import rule: a room may import only rooms below it.
//!
//! The table stands here in code and, the same, in `docs/architecture.md`. Imports are found as
//! `crate::ROOM` in the source, tests inside of `src` included, comments and strings left out.

#![expect(clippy::unwrap_used, clippy::string_slice, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each room with the rooms it may import. `sub/room` names a room inside a room, whose own
/// files are held to its own row.
const TABLE: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("config", &["domain"]),
    ("protocol", &["domain"]),
    ("model", &["domain", "protocol"]),
    ("device", &["domain"]),
    ("llm", &["domain", "config", "protocol"]),
    ("oracle", &["domain", "protocol", "llm"]),
    ("explorer", &["domain", "protocol", "model", "llm"]),
    ("store", &["domain", "protocol"]),
    ("session", &["domain", "protocol", "model", "store"]),
    ("report", &["domain", "protocol", "model", "device", "store", "session"]),
    ("engine", &["domain", "protocol", "model", "device", "llm", "oracle", "explorer", "store"]),
    ("tui", &["domain", "config", "protocol", "model", "session", "engine"]),
    ("demo", &["domain", "device"]),
    (
        "cli",
        &[
            "domain", "config", "protocol", "model", "device", "llm", "oracle", "explorer",
            "store", "session", "report", "engine", "demo", "tui",
        ],
    ),
];

/// The terminal libraries, and the only rooms that may know them.
const TERMINAL: (&[&str], &[&str]) =
    (&["ratatui", "crossterm", "viuer", "tui_textarea"], &["tui", "cli"]);

/// The room that any room's tests may use: a test bed is what it is for.
const TEST_BED: &str = "demo";

/// True for a file that holds nothing but tests.
fn is_test(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "tests") || path.ends_with("tests.rs")
}

/// A breach of the rule.
#[derive(Debug, PartialEq, Eq)]
struct Breach {
    room: String,
    imports: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every source file with its room; `main.rs` and `lib.rs` are of no room.
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
            let room = first.trim_end_matches(".rs").to_owned();
            (room != "main" && room != "lib").then_some((room, path))
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

/// The rooms that `source` names, as `crate::room` or inside `use crate::{…}`.
fn imports(source: &str) -> BTreeSet<String> {
    let code = code_only(source);
    let mut rooms = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let group = rest.strip_prefix('{').and_then(|group| group.split('}').next());
        let names: Vec<&str> = group.map_or_else(|| vec![rest], |group| group.split(',').collect());
        for name in names {
            let name: String =
                name.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !name.is_empty() {
                rooms.insert(name);
            }
        }
    }
    rooms
}

fn breaches(room: &str, source: &str, in_tests: bool) -> Vec<Breach> {
    let breach = |imports: &str| Breach { room: room.into(), imports: imports.into() };
    let Some((_, allowed)) = TABLE.iter().find(|(name, _)| *name == room) else {
        return vec![breach("(a room that is not in the table)")];
    };
    let mut found: Vec<Breach> = imports(source)
        .into_iter()
        .filter(|import| import != room && !allowed.contains(&import.as_str()))
        .filter(|import| !(in_tests && import == TEST_BED))
        .filter(|import| TABLE.iter().any(|(name, _)| name == import))
        .map(|import| breach(&import))
        .collect();
    let (libraries, knowing) = TERMINAL;
    if !knowing.contains(&room) {
        let code = code_only(source);
        let known = libraries.iter().filter(|library| code.contains(&format!("{library}::")));
        found.extend(known.map(|library| breach(library)));
    }
    found
}

#[test]
fn no_room_imports_one_above_it() {
    let breaches: Vec<String> = sources()
        .into_iter()
        .flat_map(|(room, path)| {
            let source = fs::read_to_string(&path).unwrap();
            breaches(&room, &source, is_test(&path))
                .into_iter()
                .map(move |breach| format!("{}: imports {}", path.display(), breach.imports))
        })
        .collect();
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn a_bad_import_is_noticed() {
    let bad = "use crate::engine::Handle;\nuse crate::{domain::Action, cli};\nuse ratatui::Frame;";
    let found: Vec<String> =
        breaches("explorer", bad, false).into_iter().map(|breach| breach.imports).collect();
    assert_eq!(found, ["cli", "engine", "ratatui"]);
    assert!(
        breaches("explorer", "use crate::model::BehaviourModel; // not crate::engine", false)
            .is_empty()
    );
    assert_eq!(breaches("attic", "", false).len(), 1, "an unknown room is a breach");
}

#[test]
fn the_table_allows_no_circle() {
    for (place, (_, allowed)) in TABLE.iter().enumerate() {
        for room in *allowed {
            let below = TABLE.iter().position(|(name, _)| name == room).unwrap();
            assert!(below < place, "{room} stands above a room that imports it");
        }
    }
}

#[test]
fn the_documentation_shows_the_same_table() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    for (room, allowed) in TABLE {
        let names = if allowed.is_empty() {
            "nothing".to_owned()
        } else {
            allowed.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        };
        let row = format!("| `{room}` | {names} |");
        assert!(page.contains(&row), "docs/architecture.md lacks the row {row}");
    }
}
