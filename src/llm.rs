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
pub mod template;

pub use ask::{Answer, Asker, Ears, Told};
pub use cassette::{Cassette, CassetteError, Recorder};
pub use chat::{Chat, ChatError, ChatReply, ChatRequest, Message, Part, Progress, Role};
pub use client::Client;
pub use prompts::Prompts;
pub use query::{Judgement, Query};
pub use template::{Template, TemplateError};
