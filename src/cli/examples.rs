//! `ridealong examples`: inputs that crashed apps, those built in and the user's own.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::process::ExitCode;

use super::args::{ExamplesArgs, ExamplesCommand};
use super::{CliError, output};
use crate::config::UserFolders;
use crate::domain::Finding;
use crate::explorer::input_blaster::InputExample;
use crate::protocol::{EventRecord, FindingTriaged};

/// Lists, imports or exports examples, as `args` say.
///
/// # Errors
/// If a file cannot be read or written.
pub fn examples(args: &ExamplesArgs) -> Result<ExitCode, CliError> {
    let folders = UserFolders::of_user();
    match &args.what {
        None => list(&folders)?,
        Some(ExamplesCommand::Import { file }) => {
            let added = keep(&folders, read(file)?)?;
            output::say(&format!("{added} examples added to {}", folders.examples().display()))?;
        }
        Some(ExamplesCommand::Export { file }) => {
            let own = own(&folders)?;
            fs::write(file, lines(&own)).map_err(|error| cannot("write", file, &error))?;
            output::say(&format!("{} examples written to {}", own.len(), file.display()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The examples that are built in and the user's own.
///
/// # Errors
/// If the user's own cannot be read.
pub fn all(folders: &UserFolders) -> Result<Vec<InputExample>, CliError> {
    let mut all = InputExample::built_in();
    all.extend(own(folders)?);
    Ok(all)
}

/// Keeps the inputs of `records`, a session with `app`, whose crashes were confirmed. How many are new.
///
/// # Errors
/// If they cannot be written.
pub fn keep_confirmed(
    app: &str,
    records: &[EventRecord],
    triaged: &[(Finding, FindingTriaged)],
) -> Result<usize, CliError> {
    let confirmed = triaged.iter().filter(|(_, reported)| reported.confirmed > 0);
    let steps: Vec<u64> = confirmed.map(|(finding, _)| finding.step).collect();
    let found = InputExample::of_crashes(app, records.iter().map(|record| &record.event), &steps);
    if found.is_empty() { Ok(0) } else { keep(&UserFolders::of_user(), found) }
}

fn list(folders: &UserFolders) -> Result<(), CliError> {
    let heading = ["app", "context", "rule", "texts"].map(str::to_owned).to_vec();
    let row = |example: &InputExample| {
        let texts = example.texts.iter().map(|(name, text)| format!("{name} = {text:?}"));
        let app = if example.app.is_empty() { "built in" } else { &example.app };
        let texts = texts.collect::<Vec<_>>().join(", ");
        let texts: String = texts.chars().take(60).collect();
        vec![app.to_owned(), example.context.clone(), example.rule.clone(), texts]
    };
    let all = all(folders)?;
    let rows: Vec<Vec<String>> = std::iter::once(heading).chain(all.iter().map(row)).collect();
    output::say(&output::plain(&output::table(&rows)))
}

fn own(folders: &UserFolders) -> Result<Vec<InputExample>, CliError> {
    let file = folders.examples();
    if file.exists() { read(&file) } else { Ok(Vec::new()) }
}

fn read(file: &Path) -> Result<Vec<InputExample>, CliError> {
    let text = fs::read_to_string(file).map_err(|error| cannot("read", file, &error))?;
    InputExample::read_all(&text).map_err(|error| {
        CliError::new(format!("{}: {error}", file.display()), 2)
            .hint("each line is a JSON object such as {\"context\": \"...\", \"rule\": \"...\", \"texts\": {\"Amount\": \"-1\"}}")
    })
}

fn lines(examples: &[InputExample]) -> String {
    // An example is plain data; it always has a JSON form.
    let line = |example: &InputExample| serde_json::to_string(example).unwrap_or_default() + "\n";
    examples.iter().map(line).collect()
}

/// Adds those of `examples` that the user does not have. How many they were.
fn keep(folders: &UserFolders, examples: Vec<InputExample>) -> Result<usize, CliError> {
    let file = folders.examples();
    let mut known = own(folders)?;
    let mut new = Vec::new();
    for example in examples {
        if !known.contains(&example) {
            known.push(example.clone());
            new.push(example);
        }
    }
    let write = || -> std::io::Result<()> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        OpenOptions::new().create(true).append(true).open(&file)?.write_all(lines(&new).as_bytes())
    };
    write().map_err(|error| cannot("write", &file, &error))?;
    Ok(new.len())
}

fn cannot(what: &str, file: &Path, error: &std::io::Error) -> CliError {
    let reported = CliError::new(format!("cannot {what} {}: {error}", file.display()), 2);
    if error.kind() == ErrorKind::NotFound {
        reported.hint("name a file that exists")
    } else {
        reported
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{AttackChange, Event, FormAttacked, InputResult, TriedInput, TypedField};

    fn crash(step: u64, text: Option<&str>) -> EventRecord {
        let typed = |name: &str, text: Option<&str>, changed: bool| TypedField {
            name: name.into(),
            id: String::new(),
            text: text.map(str::to_owned),
            changed,
            held: None,
        };
        let tried = TriedInput {
            attempt: 1,
            rule: "zero in \"Cups\"".into(),
            shortening: false,
            fields: vec![typed("Cups", text, true), typed("Name", Some("Ada"), false)],
            result: InputResult::Crashed,
            says: Vec::new(),
        };
        let change = AttackChange::Tried(tried);
        let attacked = FormAttacked { step, form: "Order".into(), change };
        EventRecord { seq: 0, at_ms: 0, event: Event::Attacked(attacked) }
    }

    #[test]
    fn what_was_confirmed_is_kept_once_and_read_with_what_is_built_in() {
        let place = tempfile::tempdir().unwrap();
        let folders = UserFolders {
            config: place.path().join("config"),
            sessions: place.path().join("sessions"),
        };
        let events = [crash(3, Some("0")), crash(5, Some("-1")), crash(7, None)];
        let events = || events.iter().map(|record| &record.event);
        let found = InputExample::of_crashes("org.tea", events(), &[3, 7]);
        assert_eq!(found.len(), 1, "{found:?}: step 5 was not confirmed, step 7 is a secret");
        assert_eq!(found[0].context, "Order: Cups, Name");
        assert_eq!(found[0].texts["Cups"], "0");
        assert_eq!(keep(&folders, found.clone()).unwrap(), 1);
        assert_eq!(keep(&folders, found.clone()).unwrap(), 0);
        let all = all(&folders).unwrap();
        assert_eq!(all.len(), InputExample::built_in().len() + 1);
        assert_eq!(all.last(), found.last());
    }

    #[test]
    fn a_broken_file_is_named_with_its_line() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("examples.jsonl");
        fs::write(&file, "{}\n").unwrap();
        let error = read(&file).unwrap_err().to_string();
        assert!(error.contains("examples.jsonl") && error.contains("line 1"), "{error}");
        assert!(read(&place.path().join("none")).is_err());
    }
}
