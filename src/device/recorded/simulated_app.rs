//! A voice app as its dialogues show it.

use std::collections::{BTreeSet, HashMap};

use futures_util::FutureExt as _;

use super::folder::AppDialogues;
use super::learned::{ConfusionReply, LearnedMachine, MachineAnswer, Place};
use super::words;
use crate::device::{
    ActionReport, AppInfo, Device, DeviceError, DeviceFuture, DeviceInfo, Observation,
};
use crate::domain::{
    Action, ActionKind, Coverage, CoverageCount, DeviceCapabilities, DialogueTurn, DisplaySize,
    Recognition, Screen,
};

/// What is said if the app was never heard saying that it does not understand.
const NOT_RECORDED: &str = "This is a simulated app: no such turn was recorded.";

/// Coverage: semantic states.
pub const STATES: &str = "states";
/// Coverage: sentences, punctuation and case aside.
pub const SENTENCES: &str = "sentences";
/// Coverage: turns that were answered as recorded in the same state, of all turns.
pub const FROM_RECORD: &str = "turns answered from the record";
/// Coverage: turns that were answered as recorded in other states (that mean the same, or with words
/// that are always answered alike), of all turns.
pub const FROM_ELSEWHERE: &str = "turns answered as elsewhere";

/// A simulated app, made from recorded dialogues of it.
///
/// Its truth is the union of all that the app was recorded saying: `sentences` counts every
/// sentence, `states` the semantic ones (digits folded, all ends one). Only answers out of the
/// record cover anything: to be told that a turn was never recorded shows nothing of the app.
pub struct SimulatedApp {
    info: DeviceInfo,
    learned: LearnedMachine,
    seed: u64,
    /// The state of the app; `None` outside of a session.
    at: Option<Place>,
    /// Its own words for not understanding, said without leaving the state.
    confused: Option<Place>,
    spoken: DialogueTurn,
    /// How often words were said in a state.
    times: HashMap<(Option<Place>, String), u32>,
    opened: u32,
    covered: BTreeSet<Place>,
    turns: u64,
    from_record: u64,
    from_elsewhere: u64,
    /// What was left out of the recording; told with the first look.
    notices: Vec<String>,
}

impl SimulatedApp {
    /// The simulated app of `dialogues`, called `target` by the user. Where the same words
    /// led to several answers, they are drawn from `seed`.
    pub fn new(target: &str, dialogues: &AppDialogues, seed: u64) -> Self {
        let learned = LearnedMachine::new(dialogues);
        let sessions = dialogues.sessions.len();
        let info = DeviceInfo {
            target: target.to_owned(),
            model: "recorded dialogues".into(),
            system: format!(
                "{} states out of {sessions} sessions in {} files",
                learned.states().len(),
                dialogues.files
            ),
            size: DisplaySize::default(),
        };
        Self {
            info,
            learned,
            seed,
            at: None,
            confused: None,
            spoken: DialogueTurn::default(),
            times: HashMap::new(),
            opened: 0,
            covered: BTreeSet::new(),
            turns: 0,
            from_record: 0,
            from_elsewhere: 0,
            notices: dialogues.notices.clone(),
        }
    }

    /// What was learned of the app.
    pub const fn learned(&self) -> &LearnedMachine {
        &self.learned
    }

    /// Opens the app as it was recorded.
    fn reopen(&mut self) {
        let opening = self.learned.open(self.seed, self.opened);
        self.opened += 1;
        match opening {
            Some(place) => self.go(place, None),
            // Cannot be: dialogues always begin somewhere. Then nobody is there to talk to.
            None => self.spoken = DialogueTurn::default(),
        }
    }

    fn go(&mut self, place: Place, heard: Option<Recognition>) {
        self.covered.insert(place);
        self.confused = None;
        let Some(said) = self.learned.states().get(place) else { return };
        self.at = (!said.ended).then_some(place);
        let text = said.text.clone();
        self.spoken =
            DialogueTurn { text, open: !said.ended, recognition: heard, ..DialogueTurn::default() };
    }

    /// Says `words`. Gives what the tester should know of the answer.
    fn hear(&mut self, words: &str) -> Option<String> {
        let heard = Recognition { words: words.to_owned(), ..Recognition::default() };
        let times = self.times.entry((self.at, words::key(words))).or_insert(0);
        let nth = *times;
        *times += 1;
        self.turns += 1;
        match self.learned.answer(self.at, self.confused, words, self.seed, nth) {
            MachineAnswer::Recorded(place) => {
                self.from_record += 1;
                self.go(place, Some(heard));
                None
            }
            MachineAnswer::Alike(place) => {
                self.from_elsewhere += 1;
                self.go(place, Some(heard));
                self.spoken.guessed = true;
                Some(format!(
                    "{words:?} was never said in this state; it is answered as in one that means \
                     the same."
                ))
            }
            MachineAnswer::Elsewhere(place) => {
                self.from_elsewhere += 1;
                self.go(place, Some(heard));
                self.spoken.guessed = true;
                Some(format!(
                    "{words:?} was never said in this state; it is answered as everywhere else."
                ))
            }
            MachineAnswer::Unknown(_) if self.at.is_none() => {
                self.spoken.recognition = Some(heard);
                self.spoken.guessed = true;
                Some(format!(
                    "{words:?} is said outside of a session: only opening the app again is heard."
                ))
            }
            MachineAnswer::Unknown(confusion) => {
                // What was recorded behind words of another state holds there, not here.
                self.confused = confusion.filter(|confusion| confusion.own).map(|own| own.place);
                let sorry = confusion.and_then(|ConfusionReply { place, own }| {
                    let text = &self.learned.states().get(place)?.text;
                    Some(if own { text.clone() } else { words::confusion(text).to_owned() })
                });
                let text = sorry.unwrap_or_else(|| NOT_RECORDED.to_owned());
                let reprompt = self.at.and_then(|at| self.learned.states().get(at));
                let reprompt = reprompt.map(|said| said.text.clone());
                self.spoken = DialogueTurn {
                    text,
                    reprompt,
                    open: true,
                    guessed: true,
                    recognition: Some(heard),
                    ..DialogueTurn::default()
                };
                Some(format!("{words:?} was never said in this state; the app stays in it."))
            }
        }
    }

    fn covered(&self) -> Coverage {
        let states = self.learned.states();
        let meanings: BTreeSet<usize> = self
            .covered
            .iter()
            .filter_map(|place| states.get(*place))
            .map(|said| said.meaning)
            .collect();
        let count = |covered: usize, total: usize| CoverageCount {
            covered: covered as u64,
            total: total as u64,
        };
        let turns = |covered: u64| CoverageCount { covered, total: self.turns };
        Coverage::from([
            (STATES.to_owned(), count(meanings.len(), self.learned.meanings())),
            (SENTENCES.to_owned(), count(self.covered.len(), states.len())),
            (FROM_RECORD.to_owned(), turns(self.from_record)),
            (FROM_ELSEWHERE.to_owned(), turns(self.from_elsewhere)),
        ])
    }

    fn act(&mut self, action: &Action) -> Result<ActionReport, DeviceError> {
        let mut performed = ActionReport::default();
        match action {
            Action::Say { words } => performed.warnings.extend(self.hear(words)),
            Action::Restart => self.reopen(),
            Action::Wait { .. } => {}
            other => {
                let what = format!("{other}: it can only be talked to");
                return Err(DeviceError::Unsupported { what });
            }
        }
        Ok(performed)
    }
}

impl Device for SimulatedApp {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn capabilities(&self) -> DeviceCapabilities {
        DeviceCapabilities {
            actions: &[ActionKind::Say, ActionKind::Restart, ActionKind::Wait],
            coverage: &[STATES, SENTENCES, FROM_RECORD, FROM_ELSEWHERE],
            ..DeviceCapabilities::VOICE
        }
    }

    fn open(&mut self) -> DeviceFuture<'_, AppInfo> {
        self.reopen();
        let app = AppInfo { package: self.learned.app.clone(), ..AppInfo::default() };
        async { Ok(app) }.boxed()
    }

    fn observe(&mut self) -> DeviceFuture<'_, Observation> {
        let screen = Screen::of_speech(&self.learned.app, self.spoken.clone());
        let news = std::mem::take(&mut self.notices);
        async { Ok(Observation { notices: news, ..Observation::of(screen) }) }.boxed()
    }

    fn perform<'a>(&'a mut self, action: &'a Action) -> DeviceFuture<'a, ActionReport> {
        let performed = self.act(action);
        async { performed }.boxed()
    }

    fn coverage(&mut self) -> DeviceFuture<'_, Coverage> {
        let covered = self.covered();
        async { Ok(covered) }.boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::super::transcript;
    use super::*;

    const TEA: &str = "round 1:\nopen tea\nGreen or black?\ngreen\nGood choice.\nstop\n\
        <--skill exit-->Bye.\n";

    fn opened(text: &str) -> SimulatedApp {
        let sessions = transcript::read(text).unwrap().sessions;
        let dialogues = AppDialogues { app: "tea".into(), sessions, files: 1, notices: Vec::new() };
        let mut simulated_app = SimulatedApp::new("recorded:tea", &dialogues, 1);
        simulated_app.open().now_or_never().unwrap().unwrap();
        simulated_app
    }

    fn say(simulated_app: &mut SimulatedApp, words: &str) -> (String, bool, usize) {
        let action = Action::Say { words: words.into() };
        let performed = simulated_app.perform(&action).now_or_never().unwrap().unwrap();
        let screen = simulated_app.observe().now_or_never().unwrap().unwrap().screen;
        let spoken = screen.dialogue().cloned().unwrap();
        assert_eq!(spoken.recognition.unwrap().words, words);
        assert_eq!(spoken.guessed, !performed.warnings.is_empty(), "{words}");
        (spoken.text, spoken.open, performed.warnings.len())
    }

    #[test]
    fn a_dialogue_runs_and_is_counted() {
        let mut tea = opened(TEA);
        let count = |tea: &SimulatedApp, kind: &str| {
            let CoverageCount { covered, total } = tea.covered()[kind];
            (covered, total)
        };
        assert_eq!(count(&tea, STATES), (1, 3));
        assert_eq!(say(&mut tea, "the green"), ("Good choice.".into(), true, 0));
        assert_eq!(say(&mut tea, "blue"), (NOT_RECORDED.into(), true, 1));
        assert_eq!(count(&tea, STATES), (2, 3), "not understanding covers nothing");
        assert_eq!(count(&tea, FROM_RECORD), (1, 2));
        assert_eq!(say(&mut tea, "stop"), ("Bye.".into(), false, 0), "it stayed in its state");
        assert_eq!(say(&mut tea, "help"), ("Bye.".into(), false, 1), "the session is over");
        tea.act(&Action::Restart).unwrap();
        assert_eq!(say(&mut tea, "stop"), ("Bye.".into(), false, 1), "as elsewhere");
        assert_eq!((count(&tea, STATES), count(&tea, FROM_ELSEWHERE)), ((3, 3), (1, 5)));
    }

    #[test]
    fn its_own_words_for_not_understanding() {
        let text = "open tea\nGreen or black?\nblue\nSorry, I didn't get that. Green or black?\n\
            green\nGood choice.\n";
        let mut tea = opened(text);
        let sorry = "Sorry, I didn't get that. Green or black?";
        assert_eq!(say(&mut tea, "red"), (sorry.into(), true, 1));
        assert_eq!(tea.spoken.reprompt.as_deref(), Some("Green or black?"));
        assert_eq!(tea.covered()[SENTENCES].covered, 1);
        assert_eq!(say(&mut tea, "green"), ("Good choice.".into(), true, 0), "asked again, heard");
        // Elsewhere only the sentence that says so: what stood beside it asks for something else,
        // and what was answered to that was not answered here.
        assert_eq!(say(&mut tea, "more"), ("Sorry, I didn't get that.".into(), true, 1));
        assert_eq!(say(&mut tea, "green").0, "Sorry, I didn't get that.");
    }

    #[test]
    fn it_can_only_be_talked_to() {
        let mut tea = opened(TEA);
        let key = Action::Key { key: crate::domain::DeviceKey::Back };
        let error = tea.act(&key).unwrap_err();
        assert!(error.to_string().contains("only be talked to"), "{error}");
        let pair = Action::at_once(key.clone(), key).unwrap();
        assert_eq!(
            tea.act(&pair).unwrap_err().to_string(),
            "this device cannot press back, and at once press back: it can only be talked to"
        );
    }
}
