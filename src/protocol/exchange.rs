//! Exchanges: prompts, replies and the checks on them; and what the rules answered instead.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::domain::{AvailableAction, BlobId, StateId};

/// The number of an exchange in its session, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ExchangeId(pub u64);

impl fmt::Display for ExchangeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// What of the reply in flight has come so far. Not recorded: the whole reply is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartialReply {
    /// The exchange; `None` while none is in flight.
    pub exchange: Option<ExchangeId>,
    /// The words so far.
    pub words: String,
}

/// Which form of a prompt was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PromptForm {
    /// The whole instruction with its examples: the first of its kind in a session, and after a
    /// question of its kind whose replies were refused.
    Long,
    /// The instruction without examples, and what is new: after an accepted reply.
    Short,
    /// A check's complaint about the reply before.
    Feedback,
}

impl PromptForm {
    /// The word shown to the tester.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Long => "long",
            Self::Short => "short",
            Self::Feedback => "feedback",
        }
    }
}

/// See [`super::Event::Asked`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PromptSent {
    /// Its number.
    pub exchange: ExchangeId,
    /// The step it was asked for: one more than the actions performed so far.
    pub step: u64,
    /// The question's name, which is its prompt's path too: `elevate/states`.
    pub query: String,
    /// 0 for the question, then one more for each round of feedback.
    pub round: u32,
    /// Which form of the prompt this is.
    pub form: PromptForm,
    /// The model that is asked.
    pub model: String,
    /// Where the prompt's text came from: `built in`, or a file's path.
    pub template: String,
    /// The messages as JSON: an array of role and parts, pictures by their blob's name.
    pub messages: BlobId,
    /// What the prompt was made from, and what the checks know, as JSON.
    pub context: BlobId,
    /// The exchange this asks again with another prompt, beside the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<ExchangeId>,
}

/// What an exchange used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelUsage {
    /// Tokens sent.
    pub input_tokens: u64,
    /// Tokens received.
    pub output_tokens: u64,
    /// What they cost, in US dollars; 0 if the profile names no prices.
    #[serde(default)]
    pub cost_usd: f64,
    /// True if the server told no counts and they are a quarter of the characters.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
}

impl std::ops::AddAssign for ModelUsage {
    fn add_assign(&mut self, other: Self) {
        // Counts may come from a log that was made up.
        self.input_tokens = self.input_tokens.saturating_add(other.input_tokens);
        self.output_tokens = self.output_tokens.saturating_add(other.output_tokens);
        self.cost_usd += other.cost_usd;
        self.estimated |= other.estimated;
    }
}

/// See [`super::Event::Answered`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplyReceived {
    /// The exchange.
    pub exchange: ExchangeId,
    /// The reply as text.
    pub reply: BlobId,
    /// True if the reply was cut off at the limit of tokens.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// What it used.
    pub usage: ModelUsage,
    /// From the first attempt to the last word, in milliseconds.
    pub took_ms: u64,
}

/// See [`super::Event::Retried`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RequestRetried {
    /// The exchange.
    pub exchange: ExchangeId,
    /// What went wrong.
    pub why: String,
    /// How long is waited before the next attempt, in milliseconds.
    pub wait_ms: u64,
}

/// See [`super::Event::Unanswered`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplyMissing {
    /// The exchange.
    pub exchange: ExchangeId,
    /// Why no reply came.
    pub why: String,
    /// What can be done about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// True if the tester gave it up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cancelled: bool,
}

/// What a check says against a reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckComplaint {
    /// The check, such as `NO STATE ERROR`.
    pub check: String,
    /// What is wrong, as it is told to the model.
    pub says: String,
}

/// See [`super::Event::Checked`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplyChecked {
    /// The exchange.
    pub exchange: ExchangeId,
    /// What was read from the reply, in one line; empty if nothing could be.
    pub answer: String,
    /// The thoughts the reply gives, as name and text, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<(String, String)>,
    /// What is wrong with it; `None` if it was accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complaint: Option<CheckComplaint>,
}

/// Why the rules answered a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FallbackReason {
    /// No model is configured.
    NoModel,
    /// This part is switched off (`--without`).
    Without,
    /// The model's replies did not pass the checks in the rounds allowed.
    Rounds,
    /// The model could not be asked.
    Unanswered,
    /// The model's last replies did not pass the checks: it is not asked for a while.
    Paused,
    /// The cap on cost is reached.
    Cap,
    /// There was only one possible answer.
    Plain,
    /// The limit on questions a step is reached.
    Budget,
}

impl FallbackReason {
    /// Why, in words for the tester.
    pub const fn words(self) -> &'static str {
        match self {
            Self::NoModel => "no model is configured",
            Self::Without => "this phase is switched off",
            Self::Rounds => "the replies did not pass the checks",
            Self::Unanswered => "the model did not answer",
            Self::Paused => "the model is paused after replies of no use",
            Self::Cap => "the cap on cost is reached",
            Self::Plain => "there was nothing to choose",
            Self::Budget => "the limit on questions is reached",
        }
    }

    /// True if a model was to answer and did not.
    pub const fn is_fallback(self) -> bool {
        matches!(self, Self::Rounds | Self::Unanswered | Self::Paused | Self::Cap)
    }
}

/// See [`super::Event::Ruled`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesAnswered {
    /// The step it was answered for.
    pub step: u64,
    /// The question's name.
    pub query: String,
    /// Why the rules answered.
    pub why: FallbackReason,
    /// What they answered, in one line.
    pub answer: String,
}

/// See [`super::Event::StatesMerged`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatesMerged {
    /// Actions performed so far.
    pub step: u64,
    /// The structural state.
    pub state: StateId,
    /// The semantic state it belongs to: the structural id of that group's first member.
    pub into: StateId,
}

/// See [`super::Event::ActionsAdded`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionsAdded {
    /// Actions performed so far.
    pub step: u64,
    /// The structural state.
    pub state: StateId,
    /// What it offers besides what was known.
    #[serde(alias = "offers")]
    pub actions: Vec<AvailableAction>,
}
