//! A recorded session, explored without the device it was made on.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use futures_util::FutureExt as _;

use super::learned::choose;
use crate::device::{
    ActionReport, AppInfo, Device, DeviceError, DeviceFuture, DeviceInfo, Observation,
};
use crate::domain::{
    Action, ActionKey, AppCrash, BlobId, Coverage, CoverageCount, DeviceCapabilities, Screen,
    StateId, StateIds,
};

/// Coverage: structural states of the recording.
const STATES: &str = "states";
/// Coverage: transitions of the recording.
const TRANSITIONS: &str = "transitions";
/// Coverage: actions that were answered from the record, of all actions.
const FROM_RECORD: &str = "actions answered from the record";

/// One recorded look.
#[derive(Clone, Debug)]
pub struct RecordedObservation {
    /// What was on the display.
    pub screen: Arc<Screen>,
    /// The state it was recorded as.
    pub state: StateIds,
    /// The picture.
    pub picture: Option<BlobId>,
    /// The hierarchy as the device told it.
    pub hierarchy: Option<BlobId>,
    /// How long progress was waited for then.
    pub progress_ms: u64,
}

/// One recorded action.
#[derive(Clone, Debug)]
pub struct RecordedAction {
    /// The structural state it was performed in.
    pub from: StateId,
    /// The exact one, if the look before it could be read.
    pub exact: Option<StateId>,
    /// Its name there.
    pub key: ActionKey,
    /// The look it led to, by its place in [`RecordedRun::looks`].
    pub to: usize,
    /// What a field held afterwards.
    pub accepted: Option<String>,
    /// Why it could not be done, if it could not.
    pub failed: Option<String>,
    /// What crashed or hung.
    pub crashes: Vec<AppCrash>,
}

/// Gets the content of a picture or hierarchy; `None` if it is missing or damaged.
pub type Fetch = Arc<dyn Fn(&BlobId) -> Option<Arc<[u8]>> + Send + Sync>;

/// A recorded session as a device can hold it.
#[derive(Clone)]
pub struct RecordedRun {
    /// The device it was recorded on, with the target that stands for it now.
    pub info: DeviceInfo,
    /// The app under test.
    pub app: AppInfo,
    /// All looks in order; the first is the app freshly opened.
    pub looks: Vec<RecordedObservation>,
    /// All actions in order.
    pub moves: Vec<RecordedAction>,
    /// How actions are named on a screen: the rule by which they were recorded.
    pub name: fn(&Screen, &Action) -> ActionKey,
    /// Pictures and hierarchies, which are too large to be held all at once.
    pub fetch: Fetch,
    /// What was left out, one sentence each.
    pub notices: Vec<String>,
}

/// A recorded session as a device.
///
/// An action that was performed in the present structural state leads to the look that was recorded
/// next: what it led to from the same content, if that was recorded, else from any content of
/// that state. Several outcomes are drawn by how often each was recorded, from the seed. An action that was never performed there changes nothing,
/// and a warning says so. A restart that was not recorded in this state leads to the first look.
pub struct RecordedDevice {
    recording: RecordedRun,
    seed: u64,
    /// Moves by where and what: their places, each once.
    index: HashMap<(StateId, ActionKey), Vec<(usize, u32)>>,
    at: usize,
    /// How often an action was performed in a state.
    times: HashMap<(StateId, ActionKey), u32>,
    crashes: Vec<AppCrash>,
    states: BTreeSet<StateId>,
    seen: BTreeSet<StateId>,
    gone: BTreeSet<(StateId, ActionKey, StateId)>,
    transitions: BTreeSet<(StateId, ActionKey, StateId)>,
    actions: u64,
    from_record: u64,
    notices: Vec<String>,
}

impl RecordedDevice {
    /// A device that shows `recording`; `None` if it holds no look. Moves that lead nowhere are
    /// left out.
    pub fn new(mut recording: RecordedRun, seed: u64) -> Option<Self> {
        let first = recording.looks.first()?.state.structural;
        let looks = recording.looks.len();
        recording.moves.retain(|recorded| recorded.to < looks);
        let mut index: HashMap<_, Vec<(usize, u32)>> = HashMap::new();
        for (place, recorded) in recording.moves.iter().enumerate() {
            let name = (recorded.from, recorded.key.clone());
            index.entry(name).or_default().push((place, 1));
        }
        let states = recording.looks.iter().map(|look| look.state.structural).collect();
        let notices = recording.notices.clone();
        let mut replay = Self {
            recording,
            seed,
            index,
            at: 0,
            times: HashMap::new(),
            crashes: Vec::new(),
            states,
            seen: BTreeSet::from([first]),
            gone: BTreeSet::new(),
            transitions: BTreeSet::new(),
            actions: 0,
            from_record: 0,
            notices,
        };
        replay.transitions =
            replay.recording.moves.iter().map(|recorded| replay.transition(recorded)).collect();
        Some(replay)
    }

    fn transition(&self, recorded: &RecordedAction) -> (StateId, ActionKey, StateId) {
        (recorded.from, recorded.key.clone(), self.recording.looks[recorded.to].state.structural)
    }

    fn look(&self) -> &RecordedObservation {
        &self.recording.looks[self.at]
    }

    fn act(&mut self, action: &Action) -> Result<ActionReport, DeviceError> {
        self.actions += 1;
        let StateIds { structural: state, exact, .. } = self.look().state;
        let key = (self.recording.name)(&self.look().screen, action);
        let times = self.times.entry((state, key.clone())).or_insert(0);
        let nth = *times;
        *times += 1;
        let outcomes = self.index.get(&(state, key.clone())).cloned().unwrap_or_default();
        let same = |(place, _): &&(usize, u32)| self.recording.moves[*place].exact == Some(exact);
        let same: Vec<(usize, u32)> = outcomes.iter().filter(same).copied().collect();
        let outcomes = if same.is_empty() { outcomes } else { same };
        let place = choose(&outcomes, self.seed, &state.to_string(), key.as_str(), nth);
        let Some(recorded) = place.and_then(|place| self.recording.moves.get(place)) else {
            return Ok(self.never_recorded(action));
        };
        let recorded = recorded.clone();
        self.from_record += 1;
        let transition = self.transition(&recorded);
        self.gone.insert(transition);
        self.show(recorded.to);
        self.crashes.extend(recorded.crashes);
        match recorded.failed {
            None => Ok(ActionReport { accepted: recorded.accepted, warnings: Vec::new() }),
            Some(said) => Err(DeviceError::Refused { command: action.to_string(), said }),
        }
    }

    fn never_recorded(&mut self, action: &Action) -> ActionReport {
        let what = if *action == Action::Restart {
            self.show(0);
            "no restart was recorded in this state: this is the first look again".to_owned()
        } else {
            format!("{action} was never performed in this state of the recording: nothing changes")
        };
        ActionReport { accepted: None, warnings: vec![what] }
    }

    fn show(&mut self, place: usize) {
        self.at = place;
        let state = self.look().state.structural;
        self.seen.insert(state);
    }

    fn covered(&self) -> Coverage {
        let count = |covered: usize, total: usize| CoverageCount {
            covered: covered as u64,
            total: total as u64,
        };
        Coverage::from([
            (STATES.to_owned(), count(self.seen.len(), self.states.len())),
            (TRANSITIONS.to_owned(), count(self.gone.len(), self.transitions.len())),
            (
                FROM_RECORD.to_owned(),
                CoverageCount { covered: self.from_record, total: self.actions },
            ),
        ])
    }

    fn observed(&mut self) -> Observation {
        let look = self.look();
        let fetch = |id: &Option<BlobId>| id.as_ref().and_then(|id| (self.recording.fetch)(id));
        let picture = fetch(&look.picture);
        let hierarchy = fetch(&look.hierarchy);
        let hierarchy = hierarchy.and_then(|text| std::str::from_utf8(&text).ok().map(Arc::from));
        let screen = Screen::clone(&look.screen);
        let progress_ms = look.progress_ms;
        let news = std::mem::take(&mut self.notices);
        Observation { picture, hierarchy, notices: news, progress_ms, ..Observation::of(screen) }
    }
}

impl Device for RecordedDevice {
    fn info(&self) -> &DeviceInfo {
        &self.recording.info
    }

    /// Those of the device that was recorded, as far as its screens show it. What was never recorded
    /// is refused when it is performed.
    fn capabilities(&self) -> DeviceCapabilities {
        let coverage = &[STATES, TRANSITIONS, FROM_RECORD];
        if self.recording.looks.iter().any(|look| look.screen.surface.is_dialogue()) {
            DeviceCapabilities { coverage, crashes: true, ..DeviceCapabilities::VOICE }
        } else {
            DeviceCapabilities { coverage, ..DeviceCapabilities::PHONE }
        }
    }

    fn open(&mut self) -> DeviceFuture<'_, AppInfo> {
        self.show(0);
        let app = self.recording.app.clone();
        async { Ok(app) }.boxed()
    }

    fn observe(&mut self) -> DeviceFuture<'_, Observation> {
        let observed = self.observed();
        async { Ok(observed) }.boxed()
    }

    fn perform<'a>(&'a mut self, action: &'a Action) -> DeviceFuture<'a, ActionReport> {
        let performed = self.act(action);
        async { performed }.boxed()
    }

    fn crashes(&mut self) -> DeviceFuture<'_, Vec<AppCrash>> {
        let crashes = std::mem::take(&mut self.crashes);
        async { Ok(crashes) }.boxed()
    }

    fn coverage(&mut self) -> DeviceFuture<'_, Coverage> {
        let covered = self.covered();
        async { Ok(covered) }.boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{CrashKind, DialogueTurn, DisplaySize};

    fn ids(structural: u64, exact: u64) -> StateIds {
        let structural = StateId(structural);
        StateIds { exact: StateId(exact), structural }
    }

    /// Looks that say `a`, `b`, …; their states are their places.
    fn recording(looks: &str, moves: &[(u64, &str, usize)]) -> RecordedRun {
        let look = |(place, letter): (usize, char)| {
            let spoken =
                DialogueTurn { text: letter.into(), open: true, ..DialogueTurn::default() };
            RecordedObservation {
                screen: Arc::new(Screen::of_speech("app", spoken)),
                state: ids(place as u64, place as u64),
                picture: Some(BlobId::of(letter.to_string().as_bytes())),
                hierarchy: None,
                progress_ms: 0,
            }
        };
        let step = |(from, words, to): &(u64, &str, usize)| RecordedAction {
            from: StateId(*from),
            exact: None,
            key: ActionKey::new(words),
            to: *to,
            accepted: None,
            failed: None,
            crashes: Vec::new(),
        };
        RecordedRun {
            info: DeviceInfo {
                target: "recorded:x".into(),
                model: String::new(),
                system: String::new(),
                size: DisplaySize::default(),
            },
            app: AppInfo::default(),
            looks: looks.chars().enumerate().map(look).collect(),
            moves: moves.iter().map(step).collect(),
            name: |_, action| match action {
                Action::Say { words } => ActionKey::new(words),
                other => ActionKey::new(other.to_string()),
            },
            fetch: Arc::new(|id| (*id == BlobId::of(b"a")).then(|| Arc::from(&b"png"[..]))),
            notices: vec!["one line was left out".into()],
        }
    }

    fn say(replay: &mut RecordedDevice, words: &str) -> (String, Vec<String>) {
        let performed = replay.act(&Action::Say { words: words.into() }).unwrap();
        (replay.observed().screen.dialogue().cloned().unwrap().text, performed.warnings)
    }

    #[test]
    fn recorded_actions_lead_where_they_led() {
        let mut replay =
            RecordedDevice::new(recording("abc", &[(0, "x", 1), (1, "y", 2)]), 1).unwrap();
        let first = replay.observed();
        assert_eq!(first.picture.as_deref(), Some(&b"png"[..]));
        assert_eq!(first.notices, ["one line was left out"]);
        assert_eq!(say(&mut replay, "x"), ("b".into(), vec![]));
        assert!(replay.observed().picture.is_none(), "a lost picture is no reason to stop");
        let (text, warnings) = say(&mut replay, "x");
        assert_eq!((text.as_str(), warnings.len()), ("b", 1));
        assert!(warnings[0].contains("never performed in this state"), "{warnings:?}");
        assert_eq!(replay.covered()[FROM_RECORD], CoverageCount { covered: 1, total: 2 });
        assert_eq!(replay.covered()[TRANSITIONS], CoverageCount { covered: 1, total: 2 });
        assert_eq!(replay.act(&Action::Restart).unwrap().warnings.len(), 1);
        assert_eq!(replay.at, 0);
    }

    #[test]
    fn several_outcomes_are_drawn() {
        let moves = [(0, "x", 1), (0, "x", 2), (1, "home", 0), (2, "home", 0)];
        let mut replay = RecordedDevice::new(recording("abc", &moves), 3).unwrap();
        let mut texts = BTreeSet::new();
        for _ in 0..20 {
            texts.insert(say(&mut replay, "x").0);
            say(&mut replay, "home");
        }
        assert_eq!(texts.len(), 2, "{texts:?}");
        assert_eq!(replay.covered()[STATES], CoverageCount { covered: 3, total: 3 });
    }

    #[test]
    fn the_same_content_leads_where_it_led() {
        // a and b are one structural state; x leads to c from the first, to d from the second.
        let mut recorded = recording("abcd", &[(0, "x", 2), (0, "y", 1), (0, "x", 3)]);
        recorded.looks[1].state = ids(0, 1);
        for (place, exact) in [(0, 0), (1, 0), (2, 1)] {
            recorded.moves[place].exact = Some(StateId(exact));
        }
        for seed in 0..8 {
            let mut replay = RecordedDevice::new(recorded.clone(), seed).unwrap();
            assert_eq!(say(&mut replay, "x").0, "c");
            replay.act(&Action::Restart).unwrap();
            assert_eq!(say(&mut replay, "y").0, "b");
            assert_eq!(say(&mut replay, "x").0, "d");
        }
    }

    #[test]
    fn failures_and_crashes_come_again() {
        let mut recorded = recording("ab", &[(0, "x", 1), (1, "y", 1), (1, "z", 7)]);
        recorded.moves[0].crashes.push(AppCrash::new(CrashKind::Java, "app", "E"));
        recorded.moves[1].failed = Some("no".into());
        let mut replay = RecordedDevice::new(recorded, 1).unwrap();
        say(&mut replay, "x");
        assert_eq!(replay.crashes().now_or_never().unwrap().unwrap().len(), 1);
        assert!(replay.crashes().now_or_never().unwrap().unwrap().is_empty());
        let failed = replay.act(&Action::Say { words: "y".into() }).unwrap_err();
        assert!(failed.to_string().contains("no"), "{failed}");
        assert_eq!(say(&mut replay, "z").1.len(), 1, "a move to nowhere is no move");
    }

    #[test]
    fn nothing_recorded_is_no_device() {
        assert!(RecordedDevice::new(recording("", &[]), 1).is_none());
    }
}
