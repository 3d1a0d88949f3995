//! Filling a part in, bounded in time and size.
//!
//! The template is the user's own; what is filled in comes from the app under test and is data
//! only. There is nothing to include, and filters that could ask for memory without end are
//! bounded or not there. What a template computes for itself before it is put out is bounded by
//! its steps alone.

use std::fmt::Write as _;
use std::io;
use std::ops::Range;
use std::sync::OnceLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, value};
use serde_json::Value;

use super::{Section, Wrong};

/// Steps of the template engine; a thousand states with ten things told of each take a tenth.
const FUEL: u64 = 1_000_000;
/// The longest a part may come out, in bytes: far more than a model reads.
const LONGEST: usize = 1024 * 1024;
/// Calls within calls; macros that call themselves end here.
const DEEPEST: usize = 60;
/// The widest that the filter `indent` indents.
const WIDEST: usize = 80;

/// True templates only: an error if `section` is none.
pub(super) fn check(section: &Section) -> Result<(), Wrong> {
    let compiled = environment().template_from_str(&section.text);
    compiled.map(drop).map_err(|error| wrong(section, &error))
}

/// `section` filled in from `context`.
pub(super) fn fill(section: &Section, context: &Value) -> Result<String, Wrong> {
    filled(environment(), section, context)
}

fn filled(
    environment: &Environment<'_>,
    section: &Section,
    context: &Value,
) -> Result<String, Wrong> {
    let template =
        environment.template_from_str(&section.text).map_err(|error| wrong(section, &error))?;
    let mut out = BoundedOutput(Vec::new());
    template
        .render_captured_to(value::Serde(context), &mut out)
        .map_err(|error| wrong(section, &error))?;
    // Only whole pieces of text are written, so nothing is lost here.
    Ok(String::from_utf8_lossy(&out.0).into_owned())
}

/// How many characters of `section`, filled in from `context`, come from the context.
pub(super) fn live_characters(section: &Section, context: &Value) -> Result<usize, Wrong> {
    static MARKING: OnceLock<Environment<'static>> = OnceLock::new();
    let environment = MARKING.get_or_init(|| {
        let mut environment = configured();
        environment.set_formatter(|out, state, value| {
            out.write_char(VALUE_BEGINS)?;
            minijinja::escape_formatter(out, state, value)?;
            Ok(out.write_char(VALUE_ENDS)?)
        });
        environment
    });
    let marked = filled(environment, section, context)?;
    let mut depth = 0_usize;
    let live = marked.chars().filter(|c| match *c {
        VALUE_BEGINS => {
            depth += 1;
            false
        }
        VALUE_ENDS => {
            depth = depth.saturating_sub(1);
            false
        }
        _ => depth > 0,
    });
    Ok(live.count())
}

/// Characters of private use, around values while live text is counted.
const VALUE_BEGINS: char = '\u{f0000}';
const VALUE_ENDS: char = '\u{f0001}';

fn environment() -> &'static Environment<'static> {
    static ENVIRONMENT: OnceLock<Environment<'static>> = OnceLock::new();
    ENVIRONMENT.get_or_init(configured)
}

fn configured() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    environment.set_fuel(Some(FUEL));
    environment.set_recursion_limit(DEEPEST);
    // For the places of errors.
    environment.set_debug(true);
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    // Without other delimiters there is nothing that could be wrong with it.
    environment.set_syntax(syntax.unwrap_or_default());
    environment.add_filter("tojson", json);
    environment.add_filter("indent", indent);
    for name in ["format", "batch", "slice", "urlencode", "safe", "escape", "e", "pprint"] {
        environment.remove_filter(name);
    }
    environment.remove_global("debug");
    environment
}

/// JSON as a model reads it best: on one line, and without the escapes that a web page needs.
fn json(value: &value::Value) -> Result<String, Error> {
    serde_json::to_string(value)
        .map_err(|error| Error::new(ErrorKind::BadSerialization, error.to_string()))
}

/// All lines but the first moved to the right.
fn indent(text: &str, width: Option<usize>) -> Result<String, Error> {
    let width = width.unwrap_or(4);
    if width > WIDEST {
        let what = format!("indents by more than {WIDEST}");
        return Err(Error::new(ErrorKind::InvalidOperation, what));
    }
    Ok(text.replace('\n', &format!("\n{}", " ".repeat(width))))
}

/// Takes so much and no more.
struct BoundedOutput(Vec<u8>);

impl io::Write for BoundedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The name that stands at `range`, from its first part: the engine points at the last ones.
fn named(text: &str, range: Range<usize>) -> Option<&str> {
    let mut start = range.start;
    if text.get(range.clone())?.starts_with(['.', '[']) {
        let before = text.get(..start)?;
        let of_name = |c: char| c.is_alphanumeric() || "_.[]".contains(c);
        start = before.trim_end_matches(of_name).len();
    }
    text.get(start..range.end)
}

/// What `error` means to who wrote the prompt.
fn wrong(section: &Section, error: &Error) -> Wrong {
    let line = error.line().map(|line| section.line + line.saturating_sub(1));
    let said = || error.detail().unwrap_or_default().to_owned();
    let what = match error.kind() {
        ErrorKind::SyntaxError => format!("no template: {}", said()),
        ErrorKind::UndefinedError => {
            match error.range().and_then(|range| named(&section.text, range)) {
                Some(named) => format!("there is no {named:?} to fill in"),
                None => format!("something is named that is not there to fill in: {}", said()),
            }
        }
        ErrorKind::OutOfFuel => "it takes too long to fill in; does a loop not end?".to_owned(),
        ErrorKind::WriteFailure => format!("it comes out longer than {} KiB", LONGEST / 1024),
        kind => match error.detail() {
            Some(detail) => format!("{kind}: {detail}"),
            None => kind.to_string(),
        },
    };
    Wrong { line: line.or(Some(section.line)), what }
}
