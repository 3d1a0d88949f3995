//! Which parts of a request a server takes, as far as that was found out.
//!
//! Servers of the OpenAI kind refuse different parts of a request. A refusal mostly names the part;
//! the next attempt leaves it out or writes it in another form. What an attempt found out is kept only when
//! that attempt was answered, so an error that had another cause changes nothing for long.

use super::refusal::AttemptFailure;
use crate::config::llm::{ModelProfile, SchemaUse};
use crate::llm::chat::{ChatRequest, MessagePart};

/// The form in which a schema is sent, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaForm {
    /// `json_schema`, by name: OpenAI, vLLM, Ollama, llama.cpp's own server.
    Named,
    /// `json_object` with a `schema` beside it: llama-cpp-python, older llama.cpp.
    Object,
    /// `json_object` alone.
    Plain,
    /// Not at all: only the prompt asks for JSON.
    None,
}

impl SchemaForm {
    const fn next(self) -> Option<Self> {
        match self {
            Self::Named => Some(Self::Object),
            Self::Object => Some(Self::Plain),
            Self::Plain => Some(Self::None),
            Self::None => None,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Named => "with a JSON schema",
            Self::Object => "with the schema in another form",
            Self::Plain => "with JSON but without a schema",
            Self::None => "without a schema",
        }
    }
}

/// What the limit of tokens is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitName {
    /// Everywhere but at OpenAI's newer models.
    MaxTokens,
    /// There.
    MaxCompletionTokens,
    /// It is not sent; a reply is cut off here.
    None,
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerFeatures {
    pub schema: SchemaForm,
    pub limit: LimitName,
    pub temperature: bool,
    pub stream: bool,
    pub stream_options: bool,
    pub pictures: bool,
    /// A request in these features was answered: what is refused without a word of why has another
    /// cause.
    proven: bool,
    /// The same, of one with a schema.
    schema_proven: bool,
    /// Everything was tried once and did not help.
    pub probed: bool,
}

/// A part of a request that servers refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RequestFeature {
    Schema,
    Limit,
    Temperature,
    StreamOptions,
    Stream,
    Pictures,
}

/// The words by which a refusal names a part. Among parts that could still be left out, the one
/// named first is meant: some servers repeat the whole request behind it.
const NAMES: &[(&str, RequestFeature)] = &[
    ("response_format", RequestFeature::Schema),
    ("json_schema", RequestFeature::Schema),
    ("json_object", RequestFeature::Schema),
    ("structured output", RequestFeature::Schema),
    ("grammar", RequestFeature::Schema),
    ("schema", RequestFeature::Schema),
    ("max_tokens", RequestFeature::Limit),
    ("max_completion_tokens", RequestFeature::Limit),
    ("temperature", RequestFeature::Temperature),
    ("stream_options", RequestFeature::StreamOptions),
    ("streaming", RequestFeature::Stream),
    ("stream", RequestFeature::Stream),
    ("image", RequestFeature::Pictures),
    ("vision", RequestFeature::Pictures),
    ("multimodal", RequestFeature::Pictures),
    ("content must be a string", RequestFeature::Pictures),
];

/// What is tried, in this order, if a refusal names nothing.
const BLIND: &[RequestFeature] = &[
    RequestFeature::Schema,
    RequestFeature::StreamOptions,
    RequestFeature::Limit,
    RequestFeature::Temperature,
];

impl ServerFeatures {
    /// Those to begin with: everything.
    pub fn first(profile: &ModelProfile) -> Self {
        Self {
            schema: match profile.schema {
                SchemaUse::Auto => SchemaForm::Named,
                SchemaUse::Off => SchemaForm::None,
            },
            limit: LimitName::MaxTokens,
            temperature: true,
            stream: true,
            stream_options: true,
            pictures: true,
            proven: false,
            schema_proven: false,
            probed: false,
        }
    }

    /// `request` was answered.
    pub fn proved(&mut self, request: &ChatRequest) {
        self.proven = true;
        self.schema_proven |= request.schema.is_some();
    }

    /// Changes what `failure` refuses and says so; `None` if nothing is left to change.
    pub fn adapt(&mut self, failure: &AttemptFailure, request: &ChatRequest) -> Option<String> {
        let named = failure.said().and_then(|said| self.named(said, request));
        let feature = match named {
            Some(feature) if failure.may_name() => feature,
            _ if failure.is_refusal() && !failure.is_too_long() && !self.probed => {
                let mut blind = BLIND.iter().copied();
                blind.find(|feature| {
                    !self.is_proven(*feature) && self.can_leave(*feature, request)
                })?
            }
            _ => return None,
        };
        let how = self.leave(feature);
        Some(format!("{}; asked again {how}", failure.error))
    }

    /// Before the last of several attempts on which the server failed (500) without a word of why:
    /// the schema is left out, since some servers fail on it in this way.
    pub fn last_resort(&mut self, failure: &AttemptFailure, request: &ChatRequest) {
        if failure.status() == Some(500) && !self.schema_proven && request.schema.is_some() {
            self.schema = SchemaForm::None;
        }
    }

    fn named(&self, said: &str, request: &ChatRequest) -> Option<RequestFeature> {
        let said = said.to_lowercase();
        let found = NAMES.iter().filter_map(|(word, feature)| {
            let at = said.find(word)?;
            self.can_leave(*feature, request).then_some((
                at,
                std::cmp::Reverse(word.len()),
                *feature,
            ))
        });
        found.min_by_key(|(at, length, _)| (*at, *length)).map(|(_, _, feature)| feature)
    }

    const fn is_proven(&self, feature: RequestFeature) -> bool {
        match feature {
            RequestFeature::Schema => self.schema_proven,
            _ => self.proven,
        }
    }

    fn can_leave(&self, feature: RequestFeature, request: &ChatRequest) -> bool {
        match feature {
            RequestFeature::Schema => request.schema.is_some() && self.schema.next().is_some(),
            RequestFeature::Limit => self.limit != LimitName::None,
            RequestFeature::Temperature => self.temperature,
            RequestFeature::StreamOptions => self.stream && self.stream_options,
            RequestFeature::Stream => self.stream,
            RequestFeature::Pictures => {
                let mut parts = request.messages.iter().flat_map(|message| &message.parts);
                self.pictures && parts.any(|part| matches!(part, MessagePart::Picture(_)))
            }
        }
    }

    fn leave(&mut self, feature: RequestFeature) -> &'static str {
        match feature {
            RequestFeature::Schema => {
                self.schema = self.schema.next().unwrap_or(SchemaForm::None);
                self.schema.words()
            }
            RequestFeature::Limit => {
                self.limit = match self.limit {
                    LimitName::MaxTokens => LimitName::MaxCompletionTokens,
                    _ => LimitName::None,
                };
                "with another limit of tokens"
            }
            RequestFeature::Temperature => {
                self.temperature = false;
                "without a temperature"
            }
            RequestFeature::StreamOptions => {
                self.stream_options = false;
                "without stream_options"
            }
            RequestFeature::Stream => {
                self.stream = false;
                "without streaming"
            }
            RequestFeature::Pictures => {
                self.pictures = false;
                "without the picture"
            }
        }
    }
}
