//! The layers: what lies over the panes until it is done.

mod again;
mod auto;
mod confirm;
mod entry;
mod exchange;
mod form;
mod go_to;
mod help;
mod log;
mod now;
mod palette;
mod reader;
mod say;
mod search;
pub mod sessions;

use super::command::UiCommand;
use super::pane::{OverlayLayer, Pane};
use super::view::ViewContext;
use crate::session::EnginePhase;

pub use again::AskAgainOverlay;
pub use confirm::ConfirmOverlay;
pub use exchange::{ExchangeOverlay, used};
pub use reader::ReaderOverlay;

/// Opens the layer that `command` asks for; `None` if it asks for none, and the reason where it
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
    let ended = matches!(view.ride.phase, EnginePhase::Ended(_));
    let running = || if ended { Err("the session has ended".to_owned()) } else { Ok(()) };
    Ok(Some(match command {
        UiCommand::Reject => {
            form::refuse_in_the_past(view)?;
            Box::new(entry::TextEntry::reject(view)?)
        }
        UiCommand::Note | UiCommand::Bug | UiCommand::Charter => {
            running()?;
            Box::new(match command {
                UiCommand::Note => entry::TextEntry::note(),
                UiCommand::Bug => entry::TextEntry::bug(),
                _ => entry::TextEntry::charter(view),
            })
        }
        UiCommand::Edit if say::edits(view) => Box::new(say::SayOverlay::edit(view)?),
        UiCommand::Edit => Box::new(form::ActionForm::edit(view)?),
        UiCommand::Say => {
            running()?;
            Box::new(say::SayOverlay::new(view)?)
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
        UiCommand::Exchanges => Box::new(ExchangeOverlay::of_moment(view)?),
        UiCommand::Search => Box::new(search::SearchOverlay::new(view)),
        UiCommand::Palette => Box::new(palette::CommandPalette::new(view, panes)),
        UiCommand::Help => Box::new(help::HelpOverlay::new(view, panes)),
        UiCommand::Log => Box::new(log::LogOverlay::new(view)),
        _ => return Ok(None),
    }))
}
