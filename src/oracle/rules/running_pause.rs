//! What was paused and goes on.
//!
//! Source: "media response" of VisionDroid's pilot study (12 % of the bugs).

use super::rule_turn::page_key;
use super::still_player::{clocks, leaves_alone, words};
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, Screen, labels};

/// A page on which something was paused, and what its clock showed then.
#[derive(Debug)]
struct PausedClock {
    page: String,
    clock: String,
    step: u64,
}

/// Remembers what was paused last.
#[derive(Debug, Default)]
pub(super) struct RunningPause {
    paused: Option<PausedClock>,
}

impl BugRule for RunningPause {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some((before, after)) = turn.both().filter(|_| !turn.crashed()) else {
            self.paused = None;
            return Vec::new();
        };
        let page = page_key(after);
        let one = match &words(after)[..] {
            [clock] => Some(clock.clone()),
            _ => None,
        };
        let is_paused = !labels::plays(after) && resumes(after);
        if turn.tapped().is_some() && page_key(before) == page && labels::plays(before) && is_paused
        {
            let step = turn.step();
            self.paused = one.map(|clock| PausedClock { page, clock, step });
            return Vec::new();
        }
        if !leaves_alone(turn) || turn.action().is_some_and(Action::starts_anew) {
            self.paused = None;
        }
        let Some(known) = self.paused.take_if(|known| known.page == page) else {
            return Vec::new();
        };
        let Some(now) = one.filter(|_| is_paused) else { return Vec::new() };
        if now == known.clock {
            self.paused = Some(known);
            return Vec::new();
        }
        let clock = clocks(after).into_iter().next();
        vec![RuleViolation {
            subject: page,
            expected: format!("It still shows {:?}, where it was paused.", known.clock),
            actual: format!("It was paused at {:?} and shows {now:?}.", known.clock),
            bounds: clock.map(|clock| clock.bounds),
            earlier: vec![(known.step, format!("It was paused at {:?}.", known.clock))],
        }]
    }
}

/// True if something can go on.
fn resumes(screen: &Screen) -> bool {
    screen.widgets.iter().any(|widget| {
        let label = widget.label.to_lowercase();
        let first = labels::words(&label).first().copied();
        widget.acts() && matches!(first, Some("resume" | "play" | "continue"))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, page, text};
    use crate::domain::{Action, Screen};

    fn player(time: &str, control: &str) -> Screen {
        page("Player", vec![text("time", time), button("", control), button("", "Again")])
    }

    #[test]
    fn what_is_paused_stands_still() {
        let paused =
            || MadeUpRun::open(player("0:10", "Pause")).tap("Pause", player("0:11", "Resume"));
        let wait =
            |time: &str| paused().act(Action::Wait { ms: 1000 }, player(time, "Resume")).found;
        assert_eq!(wait("0:12"), [("running-pause".to_owned(), 2)]);
        assert_eq!(wait("0:11"), []);
        assert_eq!(paused().tap("Again", player("0:00", "Resume")).found, []);
    }
}
