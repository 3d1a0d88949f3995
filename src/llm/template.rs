//! A prompt as a file: settings in front, then its parts as Jinja templates.
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

use std::collections::BTreeMap;

use minijinja::Environment;
use minijinja::syntax::SyntaxConfig;
use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

/// A prompt that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name}, line {line}: {what}")]
pub struct TemplateError {
    /// The prompt's name.
    pub name: String,
    /// Where, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// Settings of a prompt.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// What it is for, for people.
    pub about: String,
    /// Of the question.
    pub temperature: f32,
    /// The most tokens of the reply.
    pub max_tokens: u32,
    /// Of a feedback round.
    pub feedback_temperature: f32,
    /// The most tokens of the reply in a feedback round.
    pub feedback_max_tokens: u32,
    /// Feedback rounds before the rules answer.
    pub rounds: u32,
    /// True where the picture of the screen is sent, if the profile takes pictures.
    pub picture: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            about: String::new(),
            temperature: 0.0,
            max_tokens: 400,
            feedback_temperature: 0.0,
            feedback_max_tokens: 450,
            rounds: 1,
            picture: false,
        }
    }
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
    pub settings: Settings,
    /// The frame of the conversation.
    pub system: String,
    /// Few-shots: what is asked and what is answered.
    pub examples: Vec<(String, String)>,
    /// The first question of its kind.
    pub long: String,
    /// Later ones.
    pub short: String,
    /// Feedback by check.
    pub feedback: BTreeMap<String, String>,
}

impl Template {
    /// One that says nothing.
    pub(super) fn empty(name: &str) -> Self {
        Self {
            name: name.into(),
            origin: String::new(),
            source: String::new(),
            settings: Settings::default(),
            system: String::new(),
            examples: Vec::new(),
            long: String::new(),
            short: String::new(),
            feedback: BTreeMap::new(),
        }
    }

    /// Reads `source`.
    ///
    /// # Errors
    /// Where it is no prompt: a setting or part that is unknown, missing or no template.
    pub fn read(name: &str, origin: &str, source: &str) -> Result<Self, TemplateError> {
        let wrong = |line: usize, what: String| TemplateError { name: name.into(), line, what };
        let mut lines = source.lines().enumerate().peekable();
        let mut front = String::new();
        if lines.next_if(|(_, line)| line.trim() == "+++").is_some() {
            for (_, line) in lines.by_ref().take_while(|(_, line)| line.trim() != "+++") {
                front.push_str(line);
                front.push('\n');
            }
        }
        let settings =
            toml::from_str(&front).map_err(|error| wrong(2, error.message().to_owned()))?;
        let mut template =
            Self { origin: origin.into(), source: source.into(), settings, ..Self::empty(name) };
        let mut part: Option<&mut String> = None;
        for (number, line) in lines {
            let Some(heading) = line.strip_prefix("# ") else {
                if let Some(part) = &mut part {
                    part.push_str(line);
                    part.push('\n');
                } else if !line.trim().is_empty() {
                    return Err(wrong(number + 1, "text before the first part".into()));
                }
                continue;
            };
            part = Some(match heading.trim() {
                "system" => &mut template.system,
                "long" => &mut template.long,
                "short" => &mut template.short,
                "example" => {
                    template.examples.push(Default::default());
                    &mut template.examples.last_mut().ok_or_else(|| wrong(0, String::new()))?.0
                }
                "reply" => match template.examples.last_mut() {
                    Some(example) => &mut example.1,
                    None => return Err(wrong(number + 1, "a reply without an example".into())),
                },
                other => match other.strip_prefix("feedback ") {
                    Some(check) => template.feedback.entry(check.trim().into()).or_default(),
                    None => return Err(wrong(number + 1, format!("unknown part {other:?}"))),
                },
            });
        }
        if template.long.trim().is_empty() {
            return Err(wrong(1, "the part \"long\" is missing".into()));
        }
        Ok(template)
    }

    /// `part` filled in from `context`.
    ///
    /// # Errors
    /// Where it is no template, or names what the context lacks.
    pub fn fill(&self, part: &str, context: &Value) -> Result<String, TemplateError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(minijinja::UndefinedBehavior::Strict);
        let wrong = |error: minijinja::Error| TemplateError {
            name: self.name.clone(),
            line: error.line().unwrap_or(0),
            what: error.to_string(),
        };
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        environment.set_syntax(syntax.map_err(wrong)?);
        let context = minijinja::value::Serde(context);
        environment.render_str(part.trim(), context).map_err(wrong)
    }
}
