//! Language models: asking one, and holding it to what it was asked.
//!
//! [`chat`] says what a chat endpoint is, [`client`] is one over HTTP; [`ask`] is the one mechanism every system uses: prompt,
//! reply, check, feedback, and what to do when no acceptable reply comes. Prompts are files
//! ([`prompts`]). Exchanges can be recorded and played back without a network ([`cassette`]). Nothing here evaluates a reply: replies are parsed.

pub mod ask;
pub mod cassette;
pub mod chat;
pub mod client;
pub mod json;
pub mod prompts;
pub mod query;
#[cfg(test)]
pub(crate) mod script;
pub mod template;

pub use ask::{Asker, AskerEvents, LoggedEvent, QueryAnswer};
pub use cassette::{Cassette, CassetteError, CassetteRecorder};
pub use chat::{
    ChatError, ChatMessage, ChatModel, ChatProgress, ChatReply, ChatRequest, ChatRole, Embedding,
    MessagePart, ProgressSink, Replying,
};
pub use client::ChatClient;
pub use prompts::PromptLibrary;
pub use query::{ModelQuery, ReplyJudgement};
pub use template::{Template, TemplateError};
