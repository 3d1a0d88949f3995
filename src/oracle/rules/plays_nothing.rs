//! What should play, after which the page says that nothing plays.
//!
//! Source: "media no response" of VisionDroid's pilot study (12 % of the bugs).

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, Widget, WidgetTarget, labels};
use crate::oracle::reading::shown_words;

/// Words of what plays something.
const PLAYS: &[&str] = &["play", "test", "listen", "resume", "unpause"];

/// What a page says while nothing plays.
const SILENT: &[&str] = &[
    "nothing is playing",
    "nothing playing",
    "nothing plays",
    "not playing",
    "no song is playing",
    "no sound is playing",
    "playback stopped",
    "silence",
];

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct PlaysNothing;

impl BugRule for PlaysNothing {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        violation(turn).into_iter().collect()
    }
}

fn violation(turn: &RuleTurn<'_>) -> Option<RuleViolation> {
    let (before, after) = turn.both().filter(|_| !turn.crashed())?;
    let target = turn.tapped().filter(|target| plays(target))?;
    let same_page = page_key(before) == page_key(after) && !after.dialog;
    let enabled = before.widget(target.number).is_some_and(|widget| widget.enabled);
    let said = silent(after).filter(|_| same_page && enabled && !stops(before, target))?;
    Some(RuleViolation {
        subject: format!("{}|{}", page_key(before), target.label),
        expected: format!("Something plays after {:?}.", target.label),
        actual: format!("After {:?} it says {:?}.", target.label, shown_words(said)),
        bounds: Some(said.bounds),
        ..RuleViolation::default()
    })
}

/// True for what begins to play, and does not stop it.
fn plays(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    let words = labels::command_words(&label);
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    has(PLAYS) && !has(&["pause", "stop"])
}

/// True if what plays may be what the button stands for, so that it stops it: it says nothing else, or its words are
/// those of a text that is not a button.
fn stops(screen: &Screen, target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    let about: Vec<&str> =
        labels::words(&label).into_iter().filter(|it| !PLAYS.contains(it)).collect();
    if silent(screen).is_some() {
        return false;
    }
    let texts = screen.widgets.iter().filter(|widget| !widget.acts());
    let mut playing = texts.map(|it| shown_words(it).to_lowercase());
    about.is_empty()
        || playing.any(|text| {
            let words = labels::words(&text);
            words.contains(&"playing") && about.iter().any(|word| words.contains(word))
        })
}

/// What says that nothing plays.
fn silent(screen: &Screen) -> Option<&Widget> {
    screen.widgets.iter().find(|widget| {
        let said = shown_words(widget).trim().trim_end_matches('.').to_lowercase();
        !widget.acts() && SILENT.contains(&said.as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, page, text};
    use crate::domain::Screen;

    fn sound(said: &str) -> Screen {
        page("Sound", vec![button("", "Test alarm"), button("", "Stop test"), text("note", said)])
    }

    #[test]
    fn what_plays_may_be_stopped_by_the_same_button() {
        let tapped = |was: &str, label: &str| {
            let screen = |said: &str| {
                let buttons = vec![button("", "Test alarm"), button("", "Play")];
                page("Sound", [buttons, vec![text("note", said)]].concat())
            };
            MadeUpRun::open(screen(was)).tap(label, screen("Nothing is playing")).found.len()
        };
        assert_eq!(tapped("Playing the ring tone", "Test alarm"), 1);
        assert_eq!(tapped("Playing the alarm", "Test alarm"), 0);
        assert_eq!(tapped("Playing the alarm", "Play"), 0);
    }

    #[test]
    fn something_plays_after_play() {
        let tapped = |label: &str, said: &str| {
            MadeUpRun::open(sound("♪ The ring tone")).tap(label, sound(said)).found
        };
        assert_eq!(tapped("Test alarm", "Nothing is playing"), [("plays-nothing".to_owned(), 1)]);
        assert_eq!(tapped("Test alarm", "♪ The alarm"), []);
        assert_eq!(tapped("Stop test", "Nothing is playing"), []);
    }
}
