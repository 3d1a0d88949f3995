//! The line at the bottom: the keys that work now.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::session::EnginePhase;
use crate::tui::command::UiCommand;
use crate::tui::pane::{OverlayLayer, Pane};
use crate::tui::view::ViewContext;

/// The keys that work now, as they are bound. Help is always among them.
pub fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    panes: &[Box<dyn Pane>],
    layer: Option<&dyn OverlayLayer>,
    view: &ViewContext<'_>,
) {
    let theme = view.theme;
    let key = |key: String, what: &str| {
        Line::from(vec![
            Span::styled(format!(" {key} "), theme.heading()),
            Span::styled(format!("{what} "), theme.fg(theme.muted)),
        ])
    };
    let command = |command| Some(key(view.keymap.key(command)?, short(command, view)));
    let help = command(UiCommand::Help).filter(|_| layer.is_none()).unwrap_or_default();
    let room = usize::from(area.width).saturating_sub(help.width());
    let mut line = Line::default();
    let mut add = |pair: Line<'static>| {
        if line.width() + pair.width() <= room {
            line.spans.extend(pair.spans);
        }
    };
    if let Some(layer) = layer {
        layer.hints().into_iter().for_each(|(keys, what)| add(key(keys.into(), what)));
    } else {
        let pane = panes.iter().find(|pane| pane.id() == view.focus);
        let commands =
            now(view).into_iter().chain(pane.map(|pane| pane.commands(view)).unwrap_or_default());
        let always = [UiCommand::Palette, UiCommand::Quit];
        // What explains itself takes room from the others, not the other way round; and who has joined must
        // know how to leave.
        let leads = |one: &UiCommand| {
            let leaves = *one == UiCommand::Quit && view.worker.is_some();
            leaves || view.used_keys.explanation(*one).is_some()
        };
        let (mut first, others): (Vec<_>, Vec<_>) = commands.chain(always).partition(leads);
        first.sort_by_key(|one| *one != UiCommand::Quit);
        first.into_iter().chain(others).filter_map(command).for_each(add);
    }
    line.spans.extend(help.spans);
    frame.render_widget(line, area);
}

/// What the tester can decide now.
pub fn now(view: &ViewContext<'_>) -> Vec<UiCommand> {
    if view.replay.is_some() {
        return vec![
            UiCommand::Step,
            UiCommand::Earlier,
            UiCommand::Later,
            UiCommand::Slower,
            UiCommand::Faster,
        ];
    }
    if !view.live {
        return vec![UiCommand::Live, UiCommand::Earlier, UiCommand::Later];
    }
    let own = if view.surface.is_dialogue() { UiCommand::Say } else { UiCommand::DoElse };
    match view.session.phase {
        EnginePhase::Waiting => {
            let mut commands = vec![
                UiCommand::Approve,
                UiCommand::Skip,
                UiCommand::Reject,
                UiCommand::Edit,
                own,
                UiCommand::Auto,
            ];
            let plan = view.session.waiting().and_then(|reviewed| reviewed.proposal.plan.as_ref());
            // With its last step there is no more of it to approve.
            if plan.is_some_and(|plan| plan.at + 1 < plan.steps.len()) {
                commands.insert(1, UiCommand::ApprovePlan);
            }
            commands
        }
        EnginePhase::Idle => vec![UiCommand::Step, UiCommand::Auto, own],
        EnginePhase::Ended(_) => vec![UiCommand::Earlier],
        _ => vec![UiCommand::Pause],
    }
}

/// The short title of `command`.
fn short(command: UiCommand, view: &ViewContext<'_>) -> &'static str {
    match (command, view.replay) {
        (UiCommand::Step, Some(replay)) => return if replay.plays() { "Pause" } else { "Play" },
        (UiCommand::Earlier, Some(_)) => return "Back",
        (UiCommand::Later, Some(_)) => return "On",
        (UiCommand::Slower, Some(_)) => return "Slower",
        (UiCommand::Faster, Some(_)) => return "Faster",
        _ => {}
    }
    if let Some(explanation) = view.used_keys.explanation(command) {
        return explanation;
    }
    view.title(command).split([':', ',']).next().unwrap_or_default()
}
