//! Who answers where a model is asked.

use std::sync::Arc;
use std::time::Duration;

use super::CliError;
use super::args::Model;
use crate::config::Folders;
use crate::device::demo::phone::Pace;
use crate::llm::ask::Setup;
use crate::llm::{Asker, Cassette, Chat, Ears, Prompts, Recorder};

/// The rest before each word of a cassette where somebody looks: about as fast as a quick model.
const WORD: Duration = Duration::from_millis(12);

/// What asks as `args` say, with the user's own prompts.
///
/// # Errors
/// As [`chat`].
pub fn asker(args: &Model, folders: &Folders, pace: Pace) -> Result<(Asker, Ears), CliError> {
    Ok(Asker::new(Setup {
        chat: chat(args, pace)?,
        prompts: Prompts::new(Some(folders.prompts())),
        cost_cap: None,
        pictures: true,
    }))
}

/// Who answers; `None` where the rules answer alone.
///
/// # Errors
/// Where a cassette cannot be played or recorded, or there is nothing to record.
pub fn chat(args: &Model, pace: Pace) -> Result<Option<Arc<dyn Chat>>, CliError> {
    if args.cassette.is_some() && args.cassette == args.record {
        return Err(CliError::new("a cassette cannot be played and recorded at once", 2)
            .hint("name another file with --record FILE"));
    }
    let mut chat: Option<Arc<dyn Chat>> = None;
    if let Some(path) = &args.cassette {
        let cassette = Cassette::open(path)?;
        chat = Some(match pace {
            Pace::Virtual => Arc::new(cassette),
            Pace::Real => Arc::new(cassette.paced(WORD)),
        });
    }
    match (&args.record, chat) {
        (Some(path), Some(chat)) => Ok(Some(Arc::new(Recorder::new(chat, path)?))),
        (Some(_), None) => Err(CliError::new("there is nothing to record: no model is asked", 2)
            .hint("name who answers beside --record FILE")),
        (None, chat) => Ok(chat),
    }
}
