//! Copies of sessions to be shared: packed into one file, redacted.

use std::path::{Path, PathBuf};

use crate::cli::args::RedactionArgs;
use crate::cli::{CliError, output};
use crate::report::redact::{self, RedactError, RedactionResult, RedactionRules, RulesError};
use crate::store::{self, pack};

/// The rules that the command line asks for.
///
/// # Errors
/// If they cannot be read or make no sense.
pub fn rules(args: &RedactionArgs) -> Result<RedactionRules, CliError> {
    let file = match &args.rules {
        None => String::new(),
        Some(path) => std::fs::read_to_string(path).map_err(|error| {
            CliError::new(format!("cannot read {}: {error}", path.display()), 2)
        })?,
    };
    let mut rules = RedactionRules::read(&file)?;
    for pattern in &args.pattern {
        rules.add(pattern)?;
    }
    Ok(rules)
}

/// Packs `session` into `out`, beside the working folder by default; redacted if there are
/// `rules`.
///
/// # Errors
/// If it cannot be read or written.
pub fn pack(
    session: &Path,
    out: Option<PathBuf>,
    rules: Option<&RedactionRules>,
) -> Result<(), CliError> {
    let name = session.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let out = out.unwrap_or_else(|| PathBuf::from(format!("{name}.{}", pack::ENDING)));
    match rules {
        None => pack::pack(session, &out)?,
        Some(rules) => {
            let room = tempfile_beside(&out);
            let done = redact_into(session, &room, rules)
                .and_then(|reported| Ok(pack::pack(&room, &out).map(|()| tell(reported))?));
            // A partial copy is of no use.
            let _ = std::fs::remove_dir_all(&room);
            done?;
        }
    }
    output::say(&out.display().to_string())
}

/// A folder name beside `out` that nothing else uses.
fn tempfile_beside(out: &Path) -> PathBuf {
    out.with_extension(format!("redacting-{}", std::process::id()))
}

/// Unpacks `file` into the folder of sessions `among`.
///
/// # Errors
/// If it is no packed session or is there already.
pub fn unpack(file: &Path, among: &Path) -> Result<(), CliError> {
    let name = file.file_stem().unwrap_or_default();
    std::fs::create_dir_all(among)
        .map_err(|error| CliError::new(format!("cannot write {}: {error}", among.display()), 2))?;
    let folder = among.join(name);
    for repair in pack::unpack(file, &folder)? {
        output::tell(&format!("note: {repair}"));
    }
    output::say(&folder.display().to_string())
}

/// Writes a redacted copy of `session` into `out`, beside it by default.
///
/// # Errors
/// If it cannot be read or written.
pub fn redacted(
    session: &Path,
    out: Option<PathBuf>,
    rules: &RedactionRules,
) -> Result<(), CliError> {
    let mut name = session.file_name().unwrap_or_default().to_os_string();
    name.push("-redacted");
    let out = out.unwrap_or_else(|| session.with_file_name(name));
    tell(redact_into(session, &out, rules)?);
    output::say(&out.display().to_string())
}

fn redact_into(
    session: &Path,
    out: &Path,
    rules: &RedactionRules,
) -> Result<RedactionResult, CliError> {
    if out.exists() {
        return Err(CliError::new(format!("{} already exists", out.display()), 2)
            .hint("name another path with --out"));
    }
    let session = store::open(session)?;
    for repair in &session.repairs {
        output::tell(&format!("note: {repair}"));
    }
    redact::redact(&session, rules, out).map_err(|error| {
        // Half a copy is not known to be redacted.
        let _ = std::fs::remove_dir_all(out);
        error.into()
    })
}

fn tell(reported: RedactionResult) {
    let RedactionResult { texts, pictures, left_out } = reported;
    output::tell(&format!(
        "hidden: {texts} pieces of text, parts of {pictures} pictures; check the copy before you \
         share it"
    ));
    if left_out > 0 {
        output::tell(&format!("omitted: {left_out} pictures that belong to no known screen"));
    }
}

impl From<RulesError> for CliError {
    fn from(error: RulesError) -> Self {
        let known: Vec<_> = RedactionRules::known().collect();
        Self::new(error.to_string(), 2).hint(format!(
            "known patterns are {}; docs/sharing.md has an example",
            known.join(", ")
        ))
    }
}

impl From<RedactError> for CliError {
    fn from(error: RedactError) -> Self {
        match error {
            RedactError::Store(error) => error.into(),
            RedactError::Record { .. } => Self::new(error.to_string(), 2),
        }
    }
}

impl From<pack::PackError> for CliError {
    fn from(error: pack::PackError) -> Self {
        let hint = error.hint().map(str::to_owned);
        let reported = Self::new(error.to_string(), 2);
        match hint {
            Some(hint) => reported.hint(hint),
            None => reported,
        }
    }
}
