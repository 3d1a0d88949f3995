//! A prompt as a file: settings in front, then its parts.
//!
//! ```text
//! +++
//! temperature = 0.1
//! max_tokens = 200
//! +++
//! # system
//! …
//! # example
//! …
//! # reply
//! …
//! # long
//! …
//! # short
//! …
//! # feedback NO STATE ERROR
//! …
//! ```
//!
//! `system`, `long`, `short` and the feedbacks are Jinja templates, filled in from the question's
//! context. Examples and their replies are sent as they are written: they never change, so a server
//! can keep them, and braces in them need no escaping. What a context holds is data: it is put in
//! as it is and never read as a template. `prompts/README.md` is the guide for people.

mod fill;
mod parts;
mod settings;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde_json::Value;
use thiserror::Error;

pub use settings::PromptSettings;

/// Where a prompt comes from that is part of the program.
pub const BUILT_IN: &str = "built in";

/// No honest prompt is larger, in bytes.
pub const LARGEST: usize = 256 * 1024;

/// A prompt that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} ({origin}){}: {what}", .line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct TemplateError {
    /// The prompt's name.
    pub name: String,
    /// Where its text came from: `built in`, or a file's path.
    pub origin: String,
    /// Where in it, from 1; `None` if it is about the whole.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
}

/// What is wrong, and where, before it is known whose fault it is.
#[derive(Debug, PartialEq, Eq)]
struct Wrong {
    line: Option<usize>,
    what: String,
}

impl Wrong {
    fn at(line: usize, what: impl Into<String>) -> Self {
        Self { line: Some(line), what: what.into() }
    }
}

/// A part of a prompt that is filled in, and where it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The template, without blank lines around it.
    pub text: String,
    /// The line it begins in, from 1.
    pub line: usize,
}

impl Section {
    /// True if it says nothing.
    pub const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

/// A few-shot, sent as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Example {
    /// What is asked.
    pub question: String,
    /// What is answered.
    pub reply: String,
}

/// A prompt.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// Its name: `elevate/states`.
    pub name: String,
    /// Where it came from: `built in`, or a file's path.
    pub origin: String,
    /// Its text as it stands in the file.
    pub source: String,
    /// Its settings.
    pub settings: PromptSettings,
    /// The frame of the conversation.
    pub system: Section,
    /// Few-shots.
    pub examples: Vec<Example>,
    /// The first question of its kind.
    pub long: Section,
    /// Later ones.
    pub short: Section,
    /// Feedback by check.
    pub feedback: BTreeMap<String, Section>,
}

impl Template {
    /// One that says nothing.
    pub(super) fn empty(name: &str) -> Self {
        Self {
            name: name.into(),
            origin: String::new(),
            source: String::new(),
            settings: PromptSettings::default(),
            system: Section::default(),
            examples: Vec::new(),
            long: Section::default(),
            short: Section::default(),
            feedback: BTreeMap::new(),
        }
    }

    /// Reads `source`.
    ///
    /// # Errors
    /// If it is no prompt: a setting or part that is unknown, missing, twice or no template.
    pub fn read(name: &str, origin: &str, source: &str) -> Result<Self, TemplateError> {
        let mut template =
            Self { origin: origin.into(), source: source.into(), ..Self::empty(name) };
        match template.take(source) {
            Ok(()) => Ok(template),
            Err(wrong) => Err(template.error(wrong)),
        }
    }

    fn take(&mut self, source: &str) -> Result<(), Wrong> {
        if source.len() > LARGEST {
            let what = format!("it is larger than {} KiB", LARGEST / 1024);
            return Err(Wrong { line: None, what });
        }
        let parts::PromptHalves { front, parts } = parts::split(source)?;
        self.settings = settings::read(&front)?;
        let mut unanswered = None;
        for part in parts {
            if part.heading != "reply"
                && let Some(line) = unanswered
            {
                return Err(Wrong::at(line, "an example without a reply"));
            }
            match part.heading.as_str() {
                "system" => part.only(&mut self.system)?,
                "long" => part.only(&mut self.long)?,
                "short" => part.only(&mut self.short)?,
                "example" => {
                    unanswered = Some(part.line);
                    self.examples
                        .push(Example { question: part.section()?.text, reply: String::new() });
                }
                "reply" => match (unanswered.take(), self.examples.last_mut()) {
                    (Some(_), Some(example)) => example.reply = part.section()?.text,
                    _ => return Err(Wrong::at(part.line, "a reply without an example")),
                },
                heading => match heading.split_once(char::is_whitespace) {
                    Some(("feedback", check)) => {
                        let check = check.trim().to_owned();
                        part.only(self.feedback.entry(check).or_default())?;
                    }
                    _ => return Err(part.unknown()),
                },
            }
        }
        if let Some(line) = unanswered {
            return Err(Wrong::at(line, "an example without a reply"));
        }
        if self.long.is_empty() {
            return Err(Wrong { line: None, what: "the part \"# long\" is missing".into() });
        }
        self.sections().try_for_each(fill::check)
    }

    /// All parts that are filled in.
    fn sections(&self) -> impl Iterator<Item = &Section> {
        [&self.system, &self.long, &self.short].into_iter().chain(self.feedback.values())
    }

    /// `section` filled in from `context`, in bounded time and size.
    ///
    /// # Errors
    /// If it names what the context lacks, does not end, or comes out too long.
    pub fn fill(&self, section: &Section, context: &Value) -> Result<String, TemplateError> {
        fill::fill(section, context).map_err(|wrong| self.error(wrong))
    }

    /// How many characters of `section`, filled in from `context`, come from the context: the live
    /// text of a prompt, as opposed to what is the same in each question.
    ///
    /// # Errors
    /// As [`Template::fill`].
    pub fn live_characters(
        &self,
        section: &Section,
        context: &Value,
    ) -> Result<usize, TemplateError> {
        fill::live_characters(section, context).map_err(|wrong| self.error(wrong))
    }

    /// True if it is part of the program.
    pub fn is_built_in(&self) -> bool {
        self.origin == BUILT_IN
    }

    /// About how many tokens its long form takes as it is written, before it is filled in: a
    /// quarter of the characters.
    pub fn long_tokens(&self) -> u64 {
        let examples = self.examples.iter().flat_map(|example| [&example.question, &example.reply]);
        let texts = [&self.system.text, &self.long.text].into_iter().chain(examples);
        texts.map(|text| tokens(text)).sum()
    }

    /// The same of the part `short`; 0 if it has none.
    pub fn short_tokens(&self) -> u64 {
        tokens(&self.short.text)
    }

    fn error(&self, Wrong { line, what }: Wrong) -> TemplateError {
        TemplateError { name: self.name.clone(), origin: self.origin.clone(), line, what }
    }
}

/// About how many tokens `text` has: a quarter of its characters.
fn tokens(text: &str) -> u64 {
    u64::try_from(text.chars().count().div_ceil(4)).unwrap_or(u64::MAX)
}
