//! Sessions that are written by hand, state by state.

use super::fixtures::{self, SIZE, blob};
use super::stage::TestStage;
use crate::domain::{
    Action, ActionKey, AvailableAction, DeviceKey, Finding, FindingKind, Screen, StateId, StateIds,
};
use crate::protocol::{
    ActionOutcome, ActionPerformed, AppOpened, DecidedBy, Decision, DecisionMade, Event,
    EventRecord, PathPlanned, Proposal, ProposalId, RunMode, ScreenObserved, SessionStarted,
    StateDiscovered, TransitionLearned, Verdict,
};
use crate::session::Timeline;

/// A session that is written by hand, state by state.
pub struct ScriptedTape {
    session: Timeline,
    seq: u64,
    step: u64,
    current: u64,
    available: Vec<&'static str>,
    records: Vec<EventRecord>,
}

impl ScriptedTape {
    /// A session on an open app that was not looked at yet.
    pub fn new() -> Self {
        let available = vec!["tap #add", "tap #search", "tap #menu", "long_tap #row"];
        let mut tape = Self {
            session: Timeline::default(),
            seq: 0,
            step: 0,
            current: 0,
            available,
            records: Vec::new(),
        };
        tape.tell(Event::SessionStarted(SessionStarted {
            started: "2026-01-15T10:00:00+01:00[Europe/Berlin]".into(),
            version: "0.1.0".into(),
            target: "demo:notes".into(),
            app: None,
            device: "Phone One".into(),
            system: "Android 15".into(),
            size: SIZE,
            explorer: "systematic".into(),
            seed: 1,
            model: None,
            mode: RunMode::Approve,
            browser: None,
        }));
        tape.tell(Event::AppOpened(AppOpened {
            package: "org.app".into(),
            version: Some("1.0".into()),
            activities: vec![".MainActivity".into(), ".EditActivity".into()],
            manifest: None,
            texts: Vec::new(),
        }));
        tape
    }

    /// Continues a session whose present state is `state`.
    pub fn from_session(session: Timeline, state: u64) -> Self {
        let step = session.model.steps();
        let seq = session.facts.at_ms / 100 + 1;
        Self {
            session,
            seq,
            step,
            current: state,
            available: vec!["tap #add"],
            records: Vec::new(),
        }
    }

    /// Takes one event in, a tenth of a second after the one before.
    pub fn tell(&mut self, event: Event) -> &mut Self {
        let record = EventRecord { seq: self.seq, at_ms: self.seq * 100, event };
        self.session.apply(&record);
        self.records.push(record);
        self.seq += 1;
        self
    }

    /// All records.
    pub fn records(&self) -> &[EventRecord] {
        &self.records
    }

    /// The available actions of states that are discovered from now on.
    pub fn with_actions(&mut self, available: &[&'static str]) -> &mut Self {
        self.available = available.to_vec();
        self
    }

    /// Looks at the device and sees `state`, which is called `label` if it is new.
    pub fn observe(&mut self, state: u64, label: &str) -> &mut Self {
        self.current = state;
        let id = StateId(state);
        let screen = Screen::on_display("org.app", ".MainActivity", SIZE);
        if self.session.model.state(id).is_none() {
            let available = self.available.iter().map(|key| candidate(key)).collect();
            self.tell(Event::Discovered(StateDiscovered::of(
                self.step,
                id,
                label.into(),
                &screen,
                available,
            )));
        }
        let state = StateIds { exact: StateId(state + 1_000_000), structural: id };
        self.tell(Event::Observed(ScreenObserved {
            took_ms: 12,
            ..ScreenObserved::of(self.step, state, &screen, blob(0))
        }))
    }

    /// Proposes what is called `key`; it waits.
    pub fn propose(&mut self, key: &str) -> &mut Self {
        let AvailableAction { action, key, .. } = candidate(key);
        self.tell(Event::Proposed(Proposal {
            id: ProposalId(self.step + 1),
            step: self.step + 1,
            action,
            key,
            explorer: "systematic".into(),
            why: "Never tried in this state.".into(),
            alternatives: Vec::new(),
            plan: None,
            insight: None,
        }))
    }

    /// Proposes, approves and performs `key`, and sees `to`.
    pub fn act(&mut self, key: &str, to: u64, label: &str) -> &mut Self {
        let from = self.current;
        self.propose(key);
        self.step += 1;
        let step = self.step;
        let AvailableAction { action, key, template } = candidate(key);
        self.tell(Event::Decided(DecisionMade {
            decision: Decision {
                proposal: ProposalId(step),
                by: DecidedBy::Tester,
                verdict: Verdict::Approve,
            },
            action: Some(action),
            key: Some(key.clone()),
            step: Some(step),
        }));
        self.tell(Event::Performed(ActionPerformed {
            step,
            accepted: None,
            warnings: Vec::new(),
            failed: None,
            took_ms: 40,
        }));
        self.observe(to, label);
        let outcome = if from == to { ActionOutcome::None } else { ActionOutcome::Moved };
        let (from, to) = (StateId(from), StateId(to));
        self.tell(Event::Learned(TransitionLearned { step, from, key, template, to, outcome }))
    }

    /// Records a crash that the latest action caused.
    pub fn crash(&mut self, title: &str) -> &mut Self {
        self.tell(Event::Found(Finding {
            kind: FindingKind::Crash,
            title: title.into(),
            group: title.into(),
            step: self.step,
            first: true,
            detail: "at org.app.Main.onClick(Main.kt:12)".into(),
            ..Finding::default()
        }))
    }

    /// Records the path to `to` over actions of these names.
    pub fn path(&mut self, to: u64, keys: &[&str]) -> &mut Self {
        let path = Some(keys.iter().map(ActionKey::new).collect());
        self.tell(Event::PathPlanned(PathPlanned { to: StateId(to), path }))
    }

    /// The session so far.
    pub fn session(&self) -> &Timeline {
        &self.session
    }

    /// The session, to keep.
    pub fn done(&mut self) -> Timeline {
        std::mem::take(&mut self.session)
    }
}

fn candidate(key: &str) -> AvailableAction {
    let key = ActionKey::new(key);
    AvailableAction { action: Action::Key { key: DeviceKey::Back }, template: key.clone(), key }
}

/// A short session with a notes app: eight states, a crash, a proposal that waits.
pub fn notes() -> Timeline {
    ScriptedTape::new()
        .with_actions(&["tap #add", "tap #search", "tap #menu", "tap #row \"Buy milk\""])
        .observe(1, "MainActivity · Notes")
        .with_actions(&["type #title", "type #body", "tap #save"])
        .act("tap #add", 2, "EditActivity · New note")
        .with_actions(&["tap #discard", "tap #keep"])
        .act("press back", 3, "EditActivity · Discard changes? (dialog)")
        .act("tap #discard", 1, "")
        .with_actions(&["tap #settings", "tap #trash", "tap #about"])
        .act("tap #menu", 4, "MainActivity · Menu")
        .with_actions(&["tap #theme", "tap #import", "tap #sound", "tap #up"])
        .act("tap #settings", 5, "SettingsActivity · Settings")
        .with_actions(&["tap #dark", "tap #light"])
        .act("tap #theme", 6, "SettingsActivity · Theme (dialog)")
        .act("press back", 5, "")
        .act("tap #sound", 5, "")
        .with_actions(&["tap #start"])
        .act("tap #import", 7, "ImportActivity · Import notes")
        .act("tap #start", 7, "")
        .crash("java.lang.NullPointerException: no file")
        .act("press back", 5, "")
        .act("press back", 1, "")
        .with_actions(&["type #query", "tap #up"])
        .act("tap #search", 8, "MainActivity · Search")
        .propose("type #query")
        .done()
}

/// `session` at its newest moment. Screens and pictures are not fetched.
pub fn stand(session: Timeline) -> TestStage {
    let mut stand = fixtures::empty();
    stand.shown.moment = session.moments.len().saturating_sub(1);
    stand.session = session;
    stand
}
