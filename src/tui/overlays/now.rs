//! What can be done now, and why something else cannot.

use crate::tui::command::{Command, Context};
use crate::tui::pane::{Pane, PaneId};
use crate::tui::ride::Phase;
use crate::tui::view::View;

/// A command with what the tester has to know before asking for it.
pub struct Possible {
    /// The command.
    pub command: Command,
    /// Why it cannot be done now; `None` where it can.
    pub why_not: Option<&'static str>,
}

/// What nobody looks for in a list: it stands behind the rest.
const MOVES: [Command; 8] = [
    Command::Up,
    Command::Down,
    Command::Left,
    Command::Right,
    Command::PageUp,
    Command::PageDown,
    Command::Top,
    Command::Bottom,
];

/// All commands: first what the focused pane and the phase of the run offer, then what works at
/// any time, last what cannot be done now.
pub fn possible(view: &View<'_>, panes: &[Box<dyn Pane>]) -> Vec<Possible> {
    let pane = panes.iter().find(|pane| pane.id() == view.focus);
    let first = crate::tui::app::now(view)
        .into_iter()
        .chain(pane.map(|pane| pane.commands(view)).unwrap_or_default());
    let (moves, others): (Vec<Command>, Vec<Command>) =
        first.chain(Command::ALL.iter().copied()).partition(|command| MOVES.contains(command));
    let mut commands: Vec<Command> = Vec::with_capacity(Command::ALL.len());
    for command in others.into_iter().chain(moves) {
        if !commands.contains(&command) {
            commands.push(command);
        }
    }
    let (can, cannot): (Vec<Possible>, Vec<Possible>) = commands
        .into_iter()
        .map(|command| Possible { command, why_not: why_not(command, view) })
        .partition(|possible| possible.why_not.is_none());
    can.into_iter().chain(cannot).collect()
}

/// Why `command` cannot be done now.
fn why_not(command: Command, view: &View<'_>) -> Option<&'static str> {
    let ended = matches!(view.ride.phase, Phase::Ended(_));
    let past = !view.live;
    let last = view.whole().moments.len().saturating_sub(1);
    if view.replay.is_some() {
        return in_recording(command, view);
    }
    match command {
        Command::Approve | Command::Skip | Command::Reject | Command::Edit => {
            if past {
                Some("the past is shown")
            } else {
                view.ride.waiting().is_none().then_some("nothing waits")
            }
        }
        Command::Say if !view.ride.talks() => Some("only voice apps can be spoken to"),
        Command::DoElse | Command::Say if past => Some("the past is shown"),
        Command::DoElse
        | Command::Say
        | Command::Auto
        | Command::StepMode
        | Command::ApproveMode
        | Command::Look
        | Command::Note
        | Command::Bug
        | Command::Charter
        | Command::GoTo
        | Command::Step
        | Command::Pause
            if ended =>
        {
            Some("the session has ended")
        }
        Command::GoTo if view.ride.model.states().is_empty() => Some("no state is known yet"),
        Command::Exchanges if !asked_here(view) => Some("no model was asked in this step"),
        Command::Faster | Command::Slower => Some("this is no recording"),
        Command::Live if !past => Some("live already"),
        Command::Earlier | Command::First if view.shown.moment == 0 => Some("this is the first"),
        Command::Later if view.shown.moment >= last => Some("this is the latest"),
        _ => None,
    }
}

/// Why `command` cannot be done in the recording that is played.
fn in_recording(command: Command, view: &View<'_>) -> Option<&'static str> {
    let last = view.whole().moments.len().saturating_sub(1);
    match command {
        command if command.takes_part() => Some("this is a recording"),
        Command::Earlier | Command::First if view.shown.moment == 0 => Some("this is the first"),
        Command::Later | Command::Live if view.shown.moment >= last => Some("this is the latest"),
        Command::Exchanges if !asked_here(view) => Some("no model was asked in this step"),
        _ => None,
    }
}

/// True where a model was asked in the step that is shown.
fn asked_here(view: &View<'_>) -> bool {
    view.moment()
        .is_some_and(|moment| moment.questions().any(|question| question.exchange().is_some()))
}

/// The pane that `command` belongs to, where it belongs to one.
pub fn pane_of(command: Command) -> Option<PaneId> {
    let context = command.context();
    let of_pane = |pane: &PaneId| context != Context::Global && pane.context() == context;
    PaneId::ALL.into_iter().find(of_pane)
}
