//! What plays and cannot be paused.
//!
//! Source: "media no response" of VisionDroid's pilot study (12 % of the bugs).

use super::rule_turn::page_key;
use super::still_player::{clocks, words};
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, WidgetTarget, labels};

/// So many presses in a row without effect: the first may have come while the screen was read.
const PRESSES: usize = 2;

/// Remembers the presses in a row after which what plays went on.
#[derive(Debug, Default)]
pub(super) struct PauseIgnored {
    pressed: Option<(String, Vec<u64>)>,
}

impl BugRule for PauseIgnored {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        self.violation(turn).into_iter().collect()
    }
}

impl PauseIgnored {
    fn violation(&mut self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let known = self.pressed.take();
        let (before, after) = turn.both().filter(|_| !turn.crashed())?;
        let target = turn.tapped().filter(|target| pauses(target))?;
        let same_page = page_key(before) == page_key(after) && before.dialog == after.dialog;
        if !same_page || !goes_on(before, after, target) {
            return None;
        }
        let subject = format!("{}|{}", page_key(before), target.label);
        let mut steps =
            known.filter(|(about, _)| *about == subject).map(|(_, it)| it).unwrap_or_default();
        steps.push(turn.step());
        let found = (steps.len() >= PRESSES).then(|| {
            let earlier = steps.iter().filter(|step| **step != turn.step());
            RuleViolation {
                subject: subject.clone(),
                expected: format!("What plays stands still after {:?}.", target.label),
                actual: format!(
                    "What plays went on after {:?}, {} times in a row.",
                    target.label,
                    steps.len()
                ),
                bounds: clocks(after).first().map(|clock| clock.bounds),
                earlier: earlier.map(|step| (*step, "It went on.".to_owned())).collect(),
            }
        });
        self.pressed = Some((subject, steps));
        found
    }
}

/// True for what says that it pauses or stops, and nothing else: the same button may let it go on.
pub(in crate::oracle) fn pauses(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    let words = labels::words(&label);
    let begins = ["play", "resume", "start", "continue"];
    matches!(words[..], ["pause" | "stop"] | ["pause" | "stop", _])
        && !words.iter().any(|word| begins.contains(word))
}

/// True if something plays before and after, with the same control, and its time has changed.
fn goes_on(before: &Screen, after: &Screen, target: &WidgetTarget) -> bool {
    let (was, is) = (words(before), words(after));
    let stays = after.widgets.iter().any(|widget| widget.acts() && widget.label == target.label);
    labels::plays(before)
        && labels::plays(after)
        && stays
        && !was.is_empty()
        && was.len() == is.len()
        && was != is
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, page, text};
    use crate::domain::Screen;

    fn player(time: &str, control: &str) -> Screen {
        page("Player", vec![text("time", time), button("", control)])
    }

    #[test]
    fn what_plays_can_be_paused() {
        let twice = |control: &str, now: &str, last: &str| {
            let run = MadeUpRun::open(player("0:10", control)).tap(control, player(now, control));
            run.tap(control, player(last, control)).found
        };
        assert_eq!(twice("Pause", "0:11", "0:12"), [("pause-ignored".to_owned(), 2)]);
        assert_eq!(twice("Pause/Resume", "0:11", "0:12"), []);
        assert_eq!(twice("Pause", "0:11", "0:11"), [], "it stands still after the second press");
        let paused =
            MadeUpRun::open(player("0:10", "Pause")).tap("Pause", player("0:11", "Resume"));
        assert_eq!(paused.found, []);
    }
}
