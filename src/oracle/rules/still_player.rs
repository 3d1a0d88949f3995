//! A player that says it plays while nothing goes on.
//!
//! Source: "media no response" of VisionDroid's pilot study (12 % of the bugs).

use std::sync::LazyLock;

use regex::Regex;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, Screen, Widget, WidgetRole, labels};
use crate::oracle::reading::shown_words;

/// A clock that is the same on so many screens in a row stands still. One that goes on changes while it
/// is looked at, so that its screen never comes to rest and is not judged.
const STANDS: u32 = 4;

static CLOCK: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\d{1,2}:\d{2}(:\d{2})?([.,]\d)?").ok());

/// So many steps after it was seen first, a clock that goes on has changed.
const LONG_AGO: u64 = 10;

/// The clocks of a page on which something plays, with the step at which they were seen first.
#[derive(Debug)]
struct RunningClocks {
    page: String,
    clocks: Vec<String>,
    since: u64,
}

/// The clocks of a page before and after something was paused there.
#[derive(Debug)]
struct PausedClocks {
    page: String,
    playing: Vec<String>,
    paused: Vec<String>,
    step: u64,
}

/// Remembers for how many screens the clock of a player has not changed, and what it showed last on a page that
/// was left or where it was paused.
#[derive(Debug, Default)]
pub(super) struct StillPlayer {
    screens: u32,
    running: Option<RunningClocks>,
    paused: Option<PausedClocks>,
}

impl BugRule for StillPlayer {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        if turn.crashed() || turn.action().is_some_and(Action::starts_anew) {
            *self = Self::default();
            return Vec::new();
        }
        let returned = self.still_after_return(turn);
        let resumed = self.back_after_pause(turn);
        let in_sight = self.still_in_sight(turn);
        in_sight.or(returned).or(resumed).into_iter().collect()
    }
}

impl StillPlayer {
    fn still_in_sight(&mut self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let Some((page, clock)) = still(turn) else {
            self.screens = 0;
            return None;
        };
        self.screens += 1;
        (self.screens + 1 >= STANDS).then(|| violation(&page, clock, Vec::new()))
    }

    /// The page of a player shows the same time when it is come back to, though nothing was done to what plays.
    fn still_after_return(&mut self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let after = turn.after()?;
        let page = page_key(after);
        let known = self.running.take_if(|known| known.page == page);
        let first = clocks(after).into_iter().next().filter(|_| labels::plays(after))?;
        let shown = words(after);
        let stays = known.filter(|known| known.clocks == shown && leaves_alone(turn));
        let since = stays.as_ref().map_or_else(|| turn.step(), |known| known.since);
        self.running = Some(RunningClocks { page: page.clone(), clocks: shown, since });
        let came_back = turn.before().is_some_and(|before| page_key(before) != page);
        let is_late = turn.step() >= since + LONG_AGO && came_back;
        is_late.then(|| violation(&page, first, vec![(since, "It was shown there.".into())]))
    }

    /// What was paused shows what it showed before the pause once it goes on, not what it was paused at.
    fn back_after_pause(&mut self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let (before, after) = turn.both()?;
        let page = page_key(after);
        let known = self.paused.take();
        let tapped = turn.tapped().is_some() && page_key(before) == page;
        let (was, is) = (words(before), words(after));
        if !tapped || was.is_empty() || was.len() != is.len() {
            return None;
        }
        if labels::plays(before) && !labels::plays(after) && was != is {
            let step = turn.step();
            self.paused = Some(PausedClocks { page, playing: was, paused: is, step });
            return None;
        }
        let known = known.filter(|known| known.page == page && known.paused == was)?;
        let goes_back = !labels::plays(before) && labels::plays(after) && known.playing == is;
        let clock = clocks(after).into_iter().next().filter(|_| goes_back)?;
        let (paused, playing) = (known.paused.join(" "), known.playing.join(" "));
        Some(RuleViolation {
            subject: format!("{page}|{}|pause", clock.short_id()),
            expected: format!("It goes on from {paused:?}, where it was paused."),
            actual: format!("It shows {playing:?} again, as before it was paused at {paused:?}."),
            bounds: Some(clock.bounds),
            earlier: vec![(known.step, format!("It was paused at {paused:?}."))],
        })
    }
}

/// True if a step does nothing to what plays on the page that it leads to or stays on: it goes back, changes tabs,
/// or waits.
pub(super) fn leaves_alone(turn: &RuleTurn<'_>) -> bool {
    match turn.action() {
        Some(Action::Tap { target }) => {
            let role = turn.before().and_then(|before| before.widget(target.number));
            turn.goes_back() || role.is_some_and(|widget| widget.role() == WidgetRole::Tab)
        }
        Some(Action::Key { .. } | Action::Wait { .. } | Action::Rotate { .. }) => true,
        _ => false,
    }
}

/// What the clocks of a screen show.
pub(super) fn words(screen: &Screen) -> Vec<String> {
    clocks(screen).into_iter().map(|clock| shown_words(clock).to_owned()).collect()
}

fn violation(page: &str, clock: &Widget, earlier: Vec<(u64, String)>) -> RuleViolation {
    RuleViolation {
        subject: format!("{page}|{}", clock.short_id()),
        expected: "The time goes on while it plays.".into(),
        actual: format!("It says that it plays, and {:?} does not change.", shown_words(clock)),
        bounds: Some(clock.bounds),
        earlier,
    }
}

/// The page and the clock, if something plays and no clock has changed.
fn still<'a>(turn: &RuleTurn<'a>) -> Option<(String, &'a Widget)> {
    let (before, after) = turn.both()?;
    let page = page_key(after);
    if page_key(before) != page || !labels::plays(before) || !labels::plays(after) {
        return None;
    }
    let (was, is) = (clocks(before), clocks(after));
    let clock = is.first().filter(|_| was.len() == is.len())?;
    let same = was.iter().zip(&is).all(|(one, other)| shown_words(one) == shown_words(other));
    same.then_some((page, *clock))
}

/// The widgets that show a time.
pub(super) fn clocks(screen: &Screen) -> Vec<&Widget> {
    let Some(pattern) = CLOCK.as_ref() else { return Vec::new() };
    screen.widgets.iter().filter(|widget| pattern.is_match(shown_words(widget))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, page, text};
    use crate::domain::{Action, Screen, Widget, WidgetRole};

    const NOTHING: [&str; 0] = [];

    fn tab(label: &str) -> Widget {
        Widget { role: Some(WidgetRole::Tab), ..button("", label) }
    }

    fn player(time: &str, control: &str) -> Screen {
        page("Player", vec![text("time", time), button("", control), tab("Home"), tab("Play")])
    }

    fn home() -> Screen {
        page("Home", vec![tab("Home"), tab("Play"), button("", "Song")])
    }

    /// Leaves a player, waits so often, and comes back with the widget of this label.
    fn away(waits: usize, by: &str, time: &str) -> MadeUpRun {
        let wait = |run: MadeUpRun| run.act(Action::Wait { ms: 1000 }, home());
        let run = MadeUpRun::open(player("0:10", "Pause")).tap("Home", home());
        (0..waits).fold(run, |run, _| wait(run)).tap(by, player(time, "Pause"))
    }

    #[test]
    fn what_plays_goes_on_while_another_page_is_shown() {
        assert_eq!(away(9, "Play", "0:10").rules(), ["still-player"]);
        assert_eq!(away(9, "Play", "0:15").rules(), NOTHING);
        assert_eq!(away(5, "Play", "0:10").rules(), NOTHING, "too soon");
        assert_eq!(away(9, "Song", "0:10").rules(), NOTHING, "it may have begun anew");
    }

    #[test]
    fn what_was_paused_goes_on_from_there() {
        let run = |resumed: &str| {
            let run = MadeUpRun::open(player("5:00", "Pause"));
            let run = run.tap("Pause", player("4:58", "Resume"));
            run.tap("Resume", player(resumed, "Pause"))
        };
        assert_eq!(run("4:58").rules(), NOTHING);
        assert_eq!(run("4:57").rules(), NOTHING);
        assert_eq!(run("5:00").rules(), ["still-player"]);
    }
}
