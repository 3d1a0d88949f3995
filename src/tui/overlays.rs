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

use super::command::Command;
use super::pane::{Layer, Pane};
use super::ride::Phase;
use super::view::View;

pub use again::Again;
pub use confirm::Confirm;
pub use exchange::{Exchange, used};
pub use reader::Reader;

/// Opens the layer that `command` asks for; `None` where it asks for none, and the reason where it
/// cannot be opened now. [`sessions::Sessions`] is opened by the application, which has the
/// catalogue.
///
/// # Errors
/// Where there is nothing to open it on, such as nothing to reject; the text is for the tester.
pub fn open(
    command: Command,
    view: &View<'_>,
    panes: &[Box<dyn Pane>],
) -> Result<Option<Box<dyn Layer>>, String> {
    let ended = matches!(view.ride.phase, Phase::Ended(_));
    let running = || if ended { Err("the session has ended".to_owned()) } else { Ok(()) };
    Ok(Some(match command {
        Command::Reject => {
            form::refuse_in_the_past(view)?;
            Box::new(entry::Entry::reject(view)?)
        }
        Command::Note | Command::Bug | Command::Charter => {
            running()?;
            Box::new(match command {
                Command::Note => entry::Entry::note(),
                Command::Bug => entry::Entry::bug(),
                _ => entry::Entry::charter(view),
            })
        }
        Command::Edit if say::edits(view) => Box::new(say::Say::edit(view)?),
        Command::Edit => Box::new(form::Form::edit(view)?),
        Command::Say => {
            running()?;
            Box::new(say::Say::new(view)?)
        }
        Command::DoElse => {
            running()?;
            Box::new(form::Form::do_else(view)?)
        }
        Command::Auto => {
            running()?;
            Box::new(auto::Auto::new(view))
        }
        Command::GoTo => {
            running()?;
            Box::new(go_to::GoTo::new(view)?)
        }
        Command::Exchanges => Box::new(Exchange::of_moment(view)?),
        Command::Search => Box::new(search::Search::new(view)),
        Command::Palette => Box::new(palette::Palette::new(view, panes)),
        Command::Help => Box::new(help::Help::new(view, panes)),
        Command::Log => Box::new(log::Log::new(view)),
        _ => return Ok(None),
    }))
}
