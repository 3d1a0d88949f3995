//! The words of `docs/glossary.md`: documents, help and the terminal UI avoid the words that it
//! replaces.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use regex::Regex;

/// Each pattern with what to write instead. Only words that have no other use in these texts.
const REPLACED: &[(&str, &str)] = &[
    (r"(?i)\b(ride|rides|rider|riders|riding|ridden)\b", "session, tester, explore"),
    (r"(?i)\b(known|shortest) ways?\b", "path, sequence, steps"),
    (r"(?i)\bin vain\b", "without effect"),
    (r"(?i)\bstand-ins?\b", "simulated app"),
    (r"(?i)\bodd (value|text|number|date)s?\b", "boundary or invalid value"),
    (r"(?i)\bfresh starts?\b", "restart"),
    (r"(?i)\bheld against\b", "compared with"),
    (r"(?i)\blacking\b", "missing"),
    (r"(?i)\b(gone|goes|go) on with\b", "continue"),
    (r"(?i)\bhand(ed|s)? (it |them )?on\b", "share"),
];

/// What `text` should not say, one line each.
fn replaced_words(name: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (pattern, instead) in REPLACED {
        let pattern = Regex::new(pattern).unwrap();
        for (number, line) in text.lines().enumerate() {
            for word in pattern.find_iter(line) {
                let (word, number) = (word.as_str(), number + 1);
                found.push(format!("{name}:{number}: {word:?}; write: {instead}"));
            }
        }
    }
    found
}

/// The files below `folder` whose names end in `ending`.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            files.push(path);
        }
    }
    files
}

#[test]
fn documents_use_the_words_of_the_glossary() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut documents = files(&root.join("docs"), ".md");
    documents
        .extend(["README.md", "CONTRIBUTING.md", "prompts/README.md"].map(|name| root.join(name)));
    let found: Vec<String> = documents
        .iter()
        .flat_map(|path| {
            replaced_words(&path.display().to_string(), &fs::read_to_string(path).unwrap())
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Comments and texts of the program itself. The demo apps speak as the apps of others do, and the
/// lists of words that voice apps use are no text of ours; the stored form of pictures begins with a
/// word that cannot change.
#[test]
fn sources_use_the_words_of_the_glossary() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_ours = |path: &PathBuf| {
        let others = ["src/demo", "src/domain/speech", "src/store/picture.rs", "tests/words.rs"];
        !others.iter().any(|other| path.starts_with(root.join(other)))
    };
    let found: Vec<String> = ["src", "tests", "benches", "examples"]
        .iter()
        .flat_map(|folder| files(&root.join(folder), ".rs"))
        .filter(is_ours)
        .flat_map(|path| {
            replaced_words(&path.display().to_string(), &fs::read_to_string(path).unwrap())
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn help_uses_the_words_of_the_glossary() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ridealong"));
    command.arg("man").arg(folder.path()).assert().success();
    let pages = files(folder.path(), ".1");
    assert!(pages.len() > 20, "{pages:?}");
    let found: Vec<String> = pages
        .iter()
        .flat_map(|path| {
            replaced_words(&path.display().to_string(), &fs::read_to_string(path).unwrap())
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_replaced_word_is_found_and_its_neighbours_are_not() {
    assert_eq!(replaced_words("a", "Ridealong rides along").len(), 1);
    assert_eq!(replaced_words("a", "the shortest way there is").len(), 1);
    assert!(replaced_words("a", "override, provide, always, a way to do it").is_empty());
}
