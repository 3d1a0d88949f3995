//! Oracles for voice apps.
//!
//! The kinds of problem are those of Vitas and Elevate (unexpected exit, cannot be stopped, asks for
//! private data, another app answers, unavailable), and two of the platform's certification
//! checks: help is missing, and the app does not understand what it suggests itself.

use std::collections::VecDeque;
use std::fmt::Write as _;

use futures_util::future;

use super::{JudgedTurn, Judging, Oracle};
use crate::domain::{Action, DialogueTurn, Finding, FindingKind, Screen, speech};
use crate::llm::Asker;

/// Turns of the dialogue that a finding shows.
const SHOWN: usize = 8;

/// Words that ask a voice app to end.
const ENDING: &[&str] = &["stop", "cancel", "exit", "quit", "goodbye", "bye", "never mind"];

/// Finds what is wrong with a voice app, from what it is told and what it answers.
#[derive(Debug, Default)]
pub struct VoiceOracle {
    dialogue: VecDeque<(Option<String>, String)>,
}

/// A problem: its group, and what is wrong in one line.
type Problem = (&'static str, String);

impl Oracle for VoiceOracle {
    fn judge<'a>(&'a mut self, turn: &'a JudgedTurn, _asker: &'a mut Asker) -> Judging<'a> {
        Box::pin(future::ready(self.findings(turn)))
    }
}

impl VoiceOracle {
    fn findings(&mut self, turn: &JudgedTurn) -> Vec<Finding> {
        let screen = &turn.after.screen;
        let Some(after) = screen.dialogue() else { return Vec::new() };
        let said = match &turn.action {
            Some(Action::Say { words }) => Some(words.clone()),
            _ => None,
        };
        self.dialogue.push_back((said.clone(), after.text.clone()));
        if self.dialogue.len() > SHOWN {
            self.dialogue.pop_front();
        }
        if after.guessed {
            return Vec::new();
        }
        let earlier = turn.before.as_ref().map(|before| &*before.screen);
        let before = earlier.and_then(Screen::dialogue);
        let mut problems = Vec::new();
        match &said {
            Some(words) => answered(words, before, after, &mut problems),
            None => opened(after, &mut problems),
        }
        if let Some(other) = earlier.filter(|other| other.package != screen.package) {
            let title = format!("{:?} answers instead of {:?}", screen.package, other.package);
            problems.push(("another app answers", title));
        }
        if let Some(private) = speech::asks_for(&after.text) {
            problems.push(("asks for private data", format!("asks for the {}", private.word())));
        }
        problems.into_iter().map(|problem| self.finding(turn.step, problem, after)).collect()
    }

    fn finding(&self, step: u64, (kind, what): Problem, after: &DialogueTurn) -> Finding {
        let mut detail = String::new();
        for (said, answer) in &self.dialogue {
            // Writing to a string cannot fail.
            let _ = match said {
                Some(words) => writeln!(detail, "user: {words}"),
                None => writeln!(detail, "(opened)"),
            };
            let answer = if answer.is_empty() { "(nothing)" } else { answer };
            let _ = writeln!(detail, "app:  {answer}");
        }
        if !after.open {
            detail.push_str("(session ended)\n");
        }
        // The same problem after other words is another group; the same words again are not.
        let group = format!("voice/{kind}/{}", speech::normal(&what));
        let (title, category) = (format!("{kind}: {what}"), kind.to_owned());
        let kind = FindingKind::Bug;
        Finding { kind, title, group, step, detail, category, ..Finding::default() }
    }
}

fn opened(after: &DialogueTurn, problems: &mut Vec<Problem>) {
    if after.text.trim().is_empty() && !after.open {
        problems.push(("unavailable", "opening it is answered by nothing".into()));
    } else if !after.open && speech::is_platforms_apology(&after.text) {
        problems.push(("unavailable", format!("opening it is answered by {:?}", after.text)));
    }
}

fn answered(
    words: &str,
    before: Option<&DialogueTurn>,
    after: &DialogueTurn,
    problems: &mut Vec<Problem>,
) {
    let normal = speech::normal(words);
    let wants_to_end = ENDING.contains(&normal.as_str());
    let asks_for_help = normal == "help";
    let confused = speech::confused(&after.text);
    if wants_to_end && after.open {
        problems.push(("cannot be stopped", format!("goes on after {normal:?}")));
    }
    if asks_for_help && (confused || !after.open || after.text.trim().is_empty()) {
        let how = if after.open { "is not understood" } else { "ends the session" };
        problems.push(("help is missing", format!("{normal:?} {how}")));
    }
    let suggested = before.filter(|before| !before.guessed).is_some_and(|before| {
        speech::suggests(&before.text).iter().any(|phrase| speech::normal(phrase) == normal)
    });
    if suggested && confused && !asks_for_help {
        let title = format!("suggests {normal:?} and does not understand it");
        problems.push(("does not understand its own words", title));
    }
    let was_open = before.is_some_and(|before| before.open);
    if was_open && !after.open && !wants_to_end && !asks_for_help {
        unexpected(&normal, after, problems);
    }
}

/// The session ended though nobody asked for it. An app that says goodbye, or that gives a last
/// answer and asks nothing at its end, may end; one that breaks off, apologises, or asks and hangs
/// up may not. A question from which the app itself goes on is rhetorical.
fn unexpected(normal: &str, after: &DialogueTurn, problems: &mut Vec<Problem>) {
    if speech::breaks_off(&after.text) {
        problems.push(("unexpected exit", format!("breaks off after {normal:?}")));
    } else if speech::hangs_up(&after.text) {
        problems.push(("unexpected exit", format!("hangs up after {normal:?} while it asks")));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::domain::{StateId, StateIds, Surface};
    use crate::oracle::JudgedScreen;

    fn screen(text: &str, open: bool) -> Screen {
        Screen::of_speech(
            "quiz",
            DialogueTurn { text: text.into(), open, ..DialogueTurn::default() },
        )
    }

    fn judged(screen: Screen) -> JudgedScreen {
        let id = StateId(0);
        let state = StateIds { exact: id, structural: id };
        JudgedScreen { screen: Arc::new(screen), state, picture: None, png: None, progress_ms: 0 }
    }

    fn turn(action: Option<Action>, before: Option<Screen>, after: Screen) -> JudgedTurn {
        JudgedTurn {
            step: u64::from(action.is_some()),
            action,
            outcome: None,
            before: before.map(judged),
            after: judged(after),
            crashes: Vec::new(),
            properties: Arc::default(),
            history: Vec::new(),
        }
    }

    /// The titles of what is wrong if `before` is answered by `words` and `after` follows.
    fn titles(before: (&str, bool), words: &str, after: (&str, bool)) -> Vec<String> {
        let action = Action::Say { words: words.into() };
        let before = screen(before.0, before.1);
        let after = screen(after.0, after.1);
        let turn = turn(Some(action), Some(before), after);
        VoiceOracle::default().findings(&turn).into_iter().map(|finding| finding.title).collect()
    }

    const ASKS: (&str, bool) = ("Would you like to play again?", true);

    #[test]
    fn a_sound_dialogue_is_no_finding() {
        assert!(titles(ASKS, "yes", ("Here is question one. Is the sea blue?", true)).is_empty());
        assert!(titles(ASKS, "no", ("Thanks for playing. Goodbye!", false)).is_empty());
        assert!(titles(ASKS, "stop", ("", false)).is_empty());
        assert!(titles(ASKS, "help", ("You can say yes or no.", true)).is_empty());
        assert!(titles(ASKS, "yes", ("The sea covers most of the earth.", false)).is_empty());
        let rhetorical = "And who was it? It was the gull. Fair winds, captain!";
        assert!(titles(ASKS, "yes", (rhetorical, false)).is_empty());
        let statement = "You can row home or wait for the tide. Safe travels, captain!";
        assert!(titles(ASKS, "yes", (statement, false)).is_empty());
    }

    #[test]
    fn each_problem_is_told() {
        let reported = |before, words, after| titles(before, words, after).join("; ");
        assert!(reported(ASKS, "stop", ASKS).starts_with("cannot be stopped"));
        let help = reported(ASKS, "help", ("Sorry, I didn't understand that.", true));
        assert!(help.starts_with("help is missing"), "{help}");
        assert!(reported(ASKS, "yes", ("", false)).starts_with("unexpected exit: breaks off"));
        let asks = reported(ASKS, "yes", ("Would you like tea or coffee?", false));
        assert!(asks.starts_with("unexpected exit: hangs up"), "{asks}");
        let own = reported(
            ("You can say tell me a riddle.", true),
            "tell me a riddle",
            ("Sorry, I didn't get that.", true),
        );
        assert!(own.starts_with("does not understand its own words"), "{own}");
        let private = reported(ASKS, "yes", ("What is your phone number?", true));
        assert!(private.starts_with("asks for private data"), "{private}");
    }

    #[test]
    fn nothing_follows_from_a_guess() {
        let action = Action::Say { words: "stop".into() };
        let before = screen("You can say stop.", true);
        let mut after = screen("Sorry, I didn't get that.", true);
        for (guessed, problems) in [(false, 2), (true, 0)] {
            let turn_after = after.dialogue().cloned().unwrap();
            after.surface = Surface::Dialogue(DialogueTurn { guessed, ..turn_after });
            let turn = turn(Some(action.clone()), Some(before.clone()), after.clone());
            assert_eq!(VoiceOracle::default().findings(&turn).len(), problems);
        }
    }

    #[test]
    fn an_app_that_is_not_there_is_unavailable() {
        for text in ["", "There was a problem with the requested skill's response."] {
            let after = screen(text, false);
            let found = VoiceOracle::default().findings(&turn(None, None, after));
            assert!(found[0].title.starts_with("unavailable"), "{text}");
        }
    }

    #[test]
    fn the_dialogue_is_the_evidence() {
        let mut voice = VoiceOracle::default();
        let opening = screen("Yes or no?", true);
        voice.findings(&turn(None, None, opening.clone()));
        let action = Action::Say { words: "stop".into() };
        let found = voice.findings(&turn(Some(action), Some(opening.clone()), opening));
        assert_eq!(found[0].detail, "(opened)\napp:  Yes or no?\nuser: stop\napp:  Yes or no?\n");
    }
}
