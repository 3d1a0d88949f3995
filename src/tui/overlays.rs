//! The layers: what lies over the panes until it is done.

mod ask_again;
mod auto;
mod confirm;
mod exchange;
mod findings;
mod form;
mod go_to;
mod goals;
mod help;
mod log;
mod palette;
mod possible;
mod reader;
mod search;
pub mod sessions;
mod text_entry;
mod voice_input;

use super::command::UiCommand;
use super::pane::{OverlayLayer, Pane};
use super::view::ViewContext;
use crate::session::EnginePhase;

pub use ask_again::AskAgainOverlay;
pub use confirm::ConfirmOverlay;
pub use exchange::{ExchangeOverlay, used};
pub use reader::ReaderOverlay;

/// Opens the layer that `command` asks for; `None` if it asks for none, and the reason if it
/// cannot be opened now. [`sessions::SessionsOverlay`] is opened by the application, which has the
/// catalogue.
///
/// # Errors
/// If there is nothing to open it on, such as nothing to reject; the text is for the tester.
pub fn open(
    command: UiCommand,
    view: &ViewContext<'_>,
    panes: &[Box<dyn Pane>],
) -> Result<Option<Box<dyn OverlayLayer>>, String> {
    let ended = matches!(view.session.phase, EnginePhase::Ended(_));
    let running = || if ended { Err("the session has ended".to_owned()) } else { Ok(()) };
    Ok(Some(match command {
        UiCommand::Reject => {
            form::refuse_in_the_past(view)?;
            Box::new(text_entry::TextEntry::reject(view)?)
        }
        UiCommand::Note | UiCommand::Bug | UiCommand::Charter => {
            running()?;
            Box::new(match command {
                UiCommand::Note => text_entry::TextEntry::note(),
                UiCommand::Bug => text_entry::TextEntry::bug(),
                _ => text_entry::TextEntry::charter(view),
            })
        }
        UiCommand::Edit if voice_input::edits(view) => {
            Box::new(voice_input::VoiceInputOverlay::edit(view)?)
        }
        UiCommand::Edit => Box::new(form::ActionForm::edit(view)?),
        UiCommand::Say => {
            running()?;
            Box::new(voice_input::VoiceInputOverlay::new(view)?)
        }
        UiCommand::DoElse => {
            running()?;
            Box::new(form::ActionForm::do_else(view)?)
        }
        UiCommand::Auto => {
            running()?;
            Box::new(auto::AutoOverlay::new(view))
        }
        UiCommand::GoTo => {
            running()?;
            Box::new(go_to::GoToOverlay::new(view)?)
        }
        UiCommand::Goals => Box::new(goals::GoalsOverlay::new(view)),
        UiCommand::Exchanges => Box::new(ExchangeOverlay::of_moment(view)?),
        UiCommand::Search => Box::new(search::SearchOverlay::new(view)),
        UiCommand::Palette => Box::new(palette::CommandPalette::new(view, panes)),
        UiCommand::Help => Box::new(help::HelpOverlay::new(view, panes)),
        UiCommand::Log => Box::new(log::LogOverlay::new(view)),
        UiCommand::Findings => Box::new(findings::FindingsOverlay::new(view)),
        _ => return Ok(None),
    }))
}
