//! The layers: what lies over the panes until it is done.

mod ask_again;
mod auto;
mod confirm;
mod exchange;
mod expectation;
mod expectations;
mod filtered;
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

/// One overlay: the command that opens it, and its constructor.
struct OverlayEntry {
    command: UiCommand,
    /// True if it is of no use after the session has ended.
    while_running: bool,
    /// The overlay, or why it cannot be opened now.
    open: OpenOverlay,
}

/// Opens an overlay over the panes that are shown; the error is a sentence.
type OpenOverlay = fn(&ViewContext<'_>, &[Box<dyn Pane>]) -> Result<Box<dyn OverlayLayer>, String>;

/// All overlays that a command opens. [`sessions::SessionsOverlay`] is opened by the application, which
/// has the catalogue.
const OVERLAYS: &[OverlayEntry] = &[
    OverlayEntry {
        command: UiCommand::Reject,
        while_running: false,
        open: |view, _| {
            form::refuse_in_the_past(view)?;
            Ok(Box::new(text_entry::TextEntry::reject(view)?))
        },
    },
    OverlayEntry {
        command: UiCommand::Note,
        while_running: true,
        open: |_, _| Ok(Box::new(text_entry::TextEntry::note())),
    },
    OverlayEntry {
        command: UiCommand::Bug,
        while_running: true,
        open: |_, _| Ok(Box::new(text_entry::TextEntry::bug())),
    },
    OverlayEntry {
        command: UiCommand::Charter,
        while_running: true,
        open: |view, _| Ok(Box::new(text_entry::TextEntry::charter(view))),
    },
    OverlayEntry {
        command: UiCommand::Edit,
        while_running: false,
        open: |view, _| {
            if voice_input::edits(view) {
                return Ok(Box::new(voice_input::VoiceInputOverlay::edit(view)?));
            }
            Ok(Box::new(form::ActionForm::edit(view)?))
        },
    },
    OverlayEntry {
        command: UiCommand::Say,
        while_running: true,
        open: |view, _| Ok(Box::new(voice_input::VoiceInputOverlay::new(view)?)),
    },
    OverlayEntry {
        command: UiCommand::DoElse,
        while_running: true,
        open: |view, _| Ok(Box::new(form::ActionForm::do_else(view)?)),
    },
    OverlayEntry {
        command: UiCommand::Auto,
        while_running: true,
        open: |view, _| Ok(Box::new(auto::AutoOverlay::new(view))),
    },
    OverlayEntry {
        command: UiCommand::GoTo,
        while_running: true,
        open: |view, _| Ok(Box::new(go_to::GoToOverlay::new(view)?)),
    },
    OverlayEntry {
        command: UiCommand::Goals,
        while_running: false,
        open: |view, _| Ok(Box::new(goals::GoalsOverlay::new(view))),
    },
    OverlayEntry {
        command: UiCommand::Expect,
        while_running: true,
        open: |view, _| Ok(Box::new(expectation::ExpectationForm::mark(view)?)),
    },
    OverlayEntry {
        command: UiCommand::Expectations,
        while_running: false,
        open: |view, _| Ok(Box::new(expectations::ExpectationsOverlay::new(view))),
    },
    OverlayEntry {
        command: UiCommand::Exchanges,
        while_running: false,
        open: |view, _| Ok(Box::new(ExchangeOverlay::of_moment(view)?)),
    },
    OverlayEntry {
        command: UiCommand::Search,
        while_running: false,
        open: |view, _| Ok(Box::new(search::SearchOverlay::new(view))),
    },
    OverlayEntry {
        command: UiCommand::Palette,
        while_running: false,
        open: |view, panes| Ok(Box::new(palette::CommandPalette::new(view, panes))),
    },
    OverlayEntry {
        command: UiCommand::Help,
        while_running: false,
        open: |view, panes| Ok(Box::new(help::HelpOverlay::new(view, panes))),
    },
    OverlayEntry {
        command: UiCommand::Log,
        while_running: false,
        open: |_, _| Ok(Box::new(log::LogOverlay::new())),
    },
    OverlayEntry {
        command: UiCommand::Findings,
        while_running: false,
        open: |view, _| Ok(Box::new(findings::FindingsOverlay::new(view))),
    },
];

/// Opens the overlay of `command`; `None` if it has none.
///
/// # Errors
/// If there is nothing to open it on, such as nothing to reject; the text is for the tester.
pub fn open(
    command: UiCommand,
    view: &ViewContext<'_>,
    panes: &[Box<dyn Pane>],
) -> Result<Option<Box<dyn OverlayLayer>>, String> {
    let Some(entry) = OVERLAYS.iter().find(|entry| entry.command == command) else {
        return Ok(None);
    };
    if entry.while_running && matches!(view.session.phase, EnginePhase::Ended(_)) {
        return Err("the session has ended".to_owned());
    }
    (entry.open)(view, panes).map(Some)
}
