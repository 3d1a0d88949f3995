//! Which commands are possible now, and why the others are not.

use crate::session::EnginePhase;
use crate::tui::command::{KeyContext, UiCommand};
use crate::tui::pane::{Pane, PaneId};
use crate::tui::view::ViewContext;

/// A command with what the tester has to know before asking for it.
pub struct PossibleCommand {
    /// The command.
    pub command: UiCommand,
    /// Why it cannot be done now; `None` if it can.
    pub why_not: Option<&'static str>,
}

/// Rarely looked for in a list: they come after the rest.
const MOVES: [UiCommand; 8] = [
    UiCommand::Up,
    UiCommand::Down,
    UiCommand::Left,
    UiCommand::Right,
    UiCommand::PageUp,
    UiCommand::PageDown,
    UiCommand::Top,
    UiCommand::Bottom,
];

/// All commands: first those of the focused pane and the phase of the session, then what works at
/// any time, last what cannot be done now.
pub fn possible(view: &ViewContext<'_>, panes: &[Box<dyn Pane>]) -> Vec<PossibleCommand> {
    let pane = panes.iter().find(|pane| pane.id() == view.focus);
    let first = crate::tui::app::now(view)
        .into_iter()
        .chain(pane.map(|pane| pane.commands(view)).unwrap_or_default());
    let (moves, others): (Vec<UiCommand>, Vec<UiCommand>) =
        first.chain(UiCommand::all()).partition(|command| MOVES.contains(command));
    let mut commands: Vec<UiCommand> = Vec::new();
    for command in others.into_iter().chain(moves) {
        if !commands.contains(&command) {
            commands.push(command);
        }
    }
    let (can, cannot): (Vec<PossibleCommand>, Vec<PossibleCommand>) = commands
        .into_iter()
        .map(|command| PossibleCommand { command, why_not: why_not(command, view) })
        .partition(|possible| possible.why_not.is_none());
    can.into_iter().chain(cannot).collect()
}

/// Why `command` cannot be done now.
fn why_not(command: UiCommand, view: &ViewContext<'_>) -> Option<&'static str> {
    let ended = matches!(view.session.phase, EnginePhase::Ended(_));
    let past = !view.live;
    let last = view.whole().moments.len().saturating_sub(1);
    if view.replay.is_some() {
        return in_recording(command, view);
    }
    match command {
        UiCommand::Sessions if view.worker.is_some() => Some("go back to the fleet first"),
        UiCommand::Approve | UiCommand::Skip | UiCommand::Reject | UiCommand::Edit => {
            if past {
                Some("an earlier step is shown")
            } else {
                view.session.waiting().is_none().then_some("no proposal waits")
            }
        }
        UiCommand::Say if !view.surface.is_dialogue() => Some("only voice apps can be spoken to"),
        UiCommand::Goals if view.surface.is_dialogue() => Some("goals are for apps with a display"),
        UiCommand::AttackForm if view.surface.is_dialogue() => Some("only forms can be attacked"),
        UiCommand::DoElse | UiCommand::Say | UiCommand::AttackForm if past => {
            Some("an earlier step is shown")
        }
        UiCommand::DoElse
        | UiCommand::Say
        | UiCommand::Auto
        | UiCommand::StepMode
        | UiCommand::ApproveMode
        | UiCommand::Observe
        | UiCommand::Note
        | UiCommand::Bug
        | UiCommand::Charter
        | UiCommand::AttackForm
        | UiCommand::GoTo
        | UiCommand::Step
        | UiCommand::Pause
            if ended =>
        {
            Some("the session has ended")
        }
        UiCommand::GoTo if view.session.model.states().is_empty() => Some("no state is known yet"),
        UiCommand::Exchanges if !asked_here(view) => Some("no model was asked in this step"),
        UiCommand::Faster | UiCommand::Slower => Some("only for recordings"),
        UiCommand::Live if !past => Some("the latest step is shown"),
        UiCommand::Earlier | UiCommand::First if view.shown.moment == 0 => {
            Some("the first step is shown")
        }
        UiCommand::Later if view.shown.moment >= last => Some("the latest step is shown"),
        _ => None,
    }
}

/// Why `command` cannot be done in the recording that is played.
fn in_recording(command: UiCommand, view: &ViewContext<'_>) -> Option<&'static str> {
    let last = view.whole().moments.len().saturating_sub(1);
    match command {
        command if command.takes_part() => Some("this is a recording"),
        UiCommand::Earlier | UiCommand::First if view.shown.moment == 0 => {
            Some("the first step is shown")
        }
        UiCommand::Later | UiCommand::Live if view.shown.moment >= last => {
            Some("the latest step is shown")
        }
        UiCommand::Exchanges if !asked_here(view) => Some("no model was asked in this step"),
        _ => None,
    }
}

/// True if a model was asked in the step that is shown.
fn asked_here(view: &ViewContext<'_>) -> bool {
    view.moment()
        .is_some_and(|moment| moment.questions().any(|question| question.exchange().is_some()))
}

/// The pane that `command` belongs to, if it belongs to one.
pub const fn pane_of(command: UiCommand) -> Option<PaneId> {
    match command.context() {
        KeyContext::Pane(pane) => Some(pane),
        KeyContext::Global => None,
    }
}
