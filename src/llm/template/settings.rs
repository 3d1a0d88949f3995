//! The settings in front of a prompt.

use serde::Deserialize;

use super::Wrong;

/// More rounds only cost: what two rounds of feedback do not mend, ten do not either.
const MOST_ROUNDS: u32 = 10;
/// No model in use replies longer.
const MOST_TOKENS: u32 = 100_000;

/// Settings of a prompt.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PromptSettings {
    /// What it is for, for people.
    pub about: String,
    /// Of the question, 0 to 2.
    pub temperature: f32,
    /// The most tokens of the reply.
    pub max_tokens: u32,
    /// Of a feedback round, 0 to 2.
    pub feedback_temperature: f32,
    /// The most tokens of the reply in a feedback round.
    pub feedback_max_tokens: u32,
    /// Feedback rounds before the rules answer.
    pub rounds: u32,
    /// True if the picture of the screen is sent, if the profile takes pictures.
    pub picture: bool,
}

impl Default for PromptSettings {
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

/// Reads the settings; lines of `front` stand if they do in the file.
pub(super) fn read(front: &str) -> Result<PromptSettings, Wrong> {
    let settings: PromptSettings = toml::from_str(front).map_err(|error| {
        let before = error.span().and_then(|span| front.get(..span.start)).unwrap_or_default();
        let what = error.message().replace("unknown field", "unknown setting");
        Wrong::at(before.matches('\n').count() + 1, what)
    })?;
    let temperatures = [
        ("temperature", settings.temperature),
        ("feedback_temperature", settings.feedback_temperature),
    ];
    for (name, value) in temperatures {
        if !(0.0..=2.0).contains(&value) {
            return Err(Wrong::at(line_of(front, name), format!("{name} must be 0 to 2")));
        }
    }
    let counts = [
        ("max_tokens", settings.max_tokens, 1, MOST_TOKENS),
        ("feedback_max_tokens", settings.feedback_max_tokens, 1, MOST_TOKENS),
        ("rounds", settings.rounds, 0, MOST_ROUNDS),
    ];
    for (name, value, least, most) in counts {
        if !(least..=most).contains(&value) {
            let what = format!("{name} must be {least} to {most}");
            return Err(Wrong::at(line_of(front, name), what));
        }
    }
    Ok(settings)
}

/// The line in which the setting `name` is given.
fn line_of(front: &str, name: &str) -> usize {
    let gives = |line: &str| {
        let rest = line.trim_start().strip_prefix(name);
        rest.is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    front.lines().position(gives).unwrap_or(0) + 1
}
