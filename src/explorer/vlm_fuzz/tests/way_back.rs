//! Going back to a screen that is not done.

use super::super::returning::without_restart;
use super::super::tactic::NextStep;
use super::expected_yield::tap;
use super::*;
use crate::domain::ActionKey;
use crate::model::path::PathStep;

/// Each button of the page of tools shows a dialog, which Close leaves.
fn tools(screen: &Screen, action: &Action) -> Screen {
    match action {
        Action::Restart => menu("Start", &["Tools"]),
        Action::Tap { target } => match target.label.as_str() {
            "Tools" | "Close" => menu("Tools", &["Echo", "Reverb"]),
            name @ ("Echo" | "Reverb") => {
                Screen { dialog: true, ..menu(&format!("About {name}"), &["Close"]) }
            }
            _ => screen.clone(),
        },
        _ => screen.clone(),
    }
}

/// A page of tools was left by a restart from each dialog that it opens: two steps for each of twenty.
#[test]
fn what_closed_one_dialog_closes_the_next_before_the_app_is_restarted() {
    let mut run = TestRun::of(menu("Start", &["Tools"]), tools, &["probes"]);
    let look = |run: &mut TestRun| {
        run.propose();
        run.situation().state.structural
    };
    let start = look(&mut run);
    let press = |run: &mut TestRun, label: &str| run.act(&tap(label, &run.world.screen));
    press(&mut run, "Tools");
    let page = look(&mut run);
    let chosen = |run: &mut TestRun, first: &ActionKey| {
        let here = look(run);
        let path = [
            PathStep { from: here, key: first.clone(), to: start },
            PathStep { from: start, key: ActionKey::new("tap Button \"Tools\""), to: page },
        ];
        match without_restart(&run.situation(), &run.explorer.shared, &path)? {
            NextStep::Begin(begun) => begun.chosen.action().cloned(),
            NextStep::Act(_) | NextStep::Interrupt(..) => None,
        }
    };
    let back = Action::Key { key: DeviceKey::Back };
    press(&mut run, "Echo");
    let restart = ActionKey::restart();
    assert_eq!(chosen(&mut run, &restart), Some(back), "no dialog was closed yet");
    press(&mut run, "Close");
    assert_eq!(chosen(&mut run, &restart), None, "this is no dialog");
    press(&mut run, "Reverb");
    let close = tap("Close", &run.world.screen);
    assert_eq!(chosen(&mut run, &restart), Some(close));
    assert_eq!(chosen(&mut run, &ActionKey::back()), None, "no restart was to come");
}
