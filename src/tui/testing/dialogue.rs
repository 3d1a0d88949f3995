//! A session with a voice app, made by hand.

use std::sync::Arc;

use super::fixtures::{self, blob};
use super::stage::TestStage;
use crate::domain::{
    Action, ActionKey, AvailableAction, DialogueTurn, DisplaySize, Finding, FindingKind,
    Recognition, Screen, StateId,
};
use crate::model::abstraction;
use crate::protocol::{
    ActionOutcome, ActionPerformed, ActionsAdded, Alternative, AppOpened, DecidedBy, Decision,
    DecisionMade, Event, EventRecord, Proposal, ProposalId, RunMode, ScreenObserved,
    SessionStarted, StateDiscovered, TransitionLearned, Verdict,
};
use crate::session::Timeline;
use crate::tui::view::ShownMoment;

/// An app says this and listens.
pub fn says(text: &str) -> DialogueTurn {
    DialogueTurn { text: text.into(), open: true, ..DialogueTurn::default() }
}

/// An app says this and ends the session.
pub fn ends(text: &str) -> DialogueTurn {
    DialogueTurn { open: false, ..says(text) }
}

/// Saying `words`.
pub fn say(words: &str) -> Action {
    Action::Say { words: words.into() }
}

/// Records in order, half a second apart.
pub struct DialogueTape {
    session: Timeline,
    seq: u64,
    step: u64,
    proposals: u64,
    screen: Screen,
}

impl DialogueTape {
    /// A session that has just begun, with an app called `tea shop`.
    pub fn new() -> Self {
        let screen = Screen::of_speech("tea shop", DialogueTurn::default());
        let mut talk = Self { session: Timeline::default(), seq: 0, step: 0, proposals: 0, screen };
        talk.tell(Event::SessionStarted(SessionStarted {
            started: "2026-01-15T10:00:00+01:00".into(),
            version: "0.1.0".into(),
            target: "recorded:somewhere/tea".into(),
            app: None,
            device: "recorded dialogues".into(),
            system: "5 states".into(),
            size: DisplaySize::default(),
            explorer: "elevate".into(),
            seed: 1,
            model: None,
            mode: RunMode::Approve,
            browser: None,
        }));
        talk
    }

    /// Takes one event in.
    pub fn tell(&mut self, event: Event) -> &mut Self {
        self.session.apply(&EventRecord { seq: self.seq, at_ms: self.seq * 500, event });
        self.seq += 1;
        self
    }

    /// The app is opened.
    pub fn open(&mut self, spoken: DialogueTurn) -> &mut Self {
        let package = "tea shop".into();
        self.tell(Event::AppOpened(AppOpened { package, ..AppOpened::default() }));
        self.observe(spoken)
    }

    /// The app is listened to.
    pub fn observe(&mut self, spoken: DialogueTurn) -> &mut Self {
        self.screen = Screen::of_speech("tea shop", spoken);
        let state = abstraction::state_ids(&self.screen);
        let step = self.step;
        if self.session.model.state(state.structural).is_none() {
            self.tell(Event::Discovered(StateDiscovered::of(
                step,
                state.structural,
                abstraction::label(&self.screen),
                &self.screen,
                abstraction::available_actions(&self.screen),
            )));
        }
        self.tell(Event::Observed(ScreenObserved {
            took_ms: 3,
            ..ScreenObserved::of(step, state, &self.screen, blob(1))
        }))
    }

    fn here(&self) -> StateId {
        abstraction::state_ids(&self.screen).structural
    }

    /// The explorer thinks of more to say.
    pub fn thinks_of(&mut self, words: &[&str]) -> &mut Self {
        let (step, state) = (self.step, self.here());
        let candidate = |words: &&str| {
            let (key, template) = abstraction::key_of(&self.screen, &say(words));
            AvailableAction { action: say(words), key, template }
        };
        let available = words.iter().map(candidate).collect();
        self.tell(Event::ActionsAdded(ActionsAdded { step, state, actions: available }))
    }

    /// Elevate, or the tester, proposes.
    pub fn propose_by(&mut self, explorer: &str, action: Action) -> &mut Self {
        self.proposals += 1;
        let (key, _) = abstraction::key_of(&self.screen, &action);
        self.tell(Event::Proposed(Proposal {
            id: ProposalId(self.proposals),
            step: self.step + 1,
            action,
            key,
            explorer: explorer.into(),
            why: "It was never said here.".into(),
            alternatives: Vec::<Alternative>::new(),
            plan: None,
            insight: None,
        }))
    }

    /// Elevate proposes.
    pub fn propose(&mut self, action: Action) -> &mut Self {
        self.propose_by("elevate", action)
    }

    /// The proposal is decided; `done` is performed, the app says `spoken`.
    pub fn decide(&mut self, by: DecidedBy, verdict: Verdict, done: Option<Action>) -> &mut Self {
        let proposal = ProposalId(self.proposals);
        let step = done.is_some().then(|| {
            self.step += 1;
            self.step
        });
        let key = done.as_ref().map(|action| abstraction::key_of(&self.screen, action).0);
        let decision = Decision { proposal, by, verdict };
        self.tell(Event::Decided(DecisionMade { decision, action: done, key, step }))
    }

    /// It is performed, with these warnings, and the app says `spoken`.
    pub fn hear(&mut self, warnings: &[&str], spoken: DialogueTurn) -> &mut Self {
        let (from, step) = (self.here(), self.step);
        let decided =
            self.session.latest().and_then(|moment| moment.proposals.last()?.decided.clone());
        let key =
            decided.and_then(|decided| decided.key.clone()).unwrap_or_else(|| ActionKey::new(""));
        self.tell(Event::Performed(ActionPerformed {
            step,
            accepted: None,
            warnings: warnings.iter().map(|warning| (*warning).to_owned()).collect(),
            failed: None,
            took_ms: 2,
        }));
        self.observe(spoken);
        let to = self.here();
        let outcome = if from == to { ActionOutcome::None } else { ActionOutcome::Moved };
        self.tell(Event::Learned(TransitionLearned {
            step,
            from,
            key: key.clone(),
            template: key,
            to,
            outcome,
        }))
    }

    /// Elevate proposes to say `words`, the tester approves, the app says `spoken`.
    pub fn approve(&mut self, words: &str, spoken: DialogueTurn) -> &mut Self {
        self.propose(say(words));
        self.decide(DecidedBy::Tester, Verdict::Approve, Some(say(words)));
        let heard = Some(Recognition { words: words.into(), ..Recognition::default() });
        self.hear(&[], DialogueTurn { recognition: heard, ..spoken })
    }

    /// An oracle finds fault with what was said last.
    pub fn find(&mut self, title: &str) -> &mut Self {
        self.tell(Event::Found(Finding {
            kind: FindingKind::Bug,
            title: title.into(),
            group: title.into(),
            step: self.step,
            first: true,
            detail: String::new(),
            ..Finding::default()
        }))
    }

    /// The newest moment, with its screen.
    pub fn stand(&mut self) -> TestStage {
        let mut stand = fixtures::empty();
        stand.session = std::mem::take(&mut self.session);
        stand.shown = ShownMoment {
            moment: stand.session.moments.len().saturating_sub(1),
            available: abstraction::available_actions(&self.screen).into(),
            screen: Some(Arc::new(self.screen.clone())),
            ..ShownMoment::default()
        };
        stand
    }
}

/// A dialogue with everything in it: approved, overridden, auto, not understood, a finding, the end
/// and a new session, in which something waits.
pub fn talk() -> DialogueTape {
    let mut talk = DialogueTape::new();
    let welcome = says("Welcome to the tea shop. Would you like green or black tea?");
    talk.open(welcome.clone());
    talk.approve("green", says("Green tea it is. Would you like it with lemon?"));
    talk.propose(say("yes"));
    let own = say("what does it cost");
    talk.decide(DecidedBy::Tester, Verdict::Override { action: own.clone() }, Some(own));
    talk.hear(
        &["\"what does it cost\" was never said in this state; the app stays in it."],
        says("Sorry, I didn't get that. Would you like it with lemon?"),
    );
    talk.propose(say("stop"));
    talk.decide(DecidedBy::Policy, Verdict::Approve, Some(say("stop")));
    talk.hear(&[], ends("Goodbye."));
    talk.find("it ended the session though an order was open");
    talk.propose(Action::Restart);
    talk.decide(DecidedBy::Tester, Verdict::Approve, Some(Action::Restart));
    talk.hear(&[], welcome);
    talk.thinks_of(&["both, please", "surprise me"]);
    talk.propose(say("help"));
    let feedback = "help was tried often enough".into();
    talk.decide(DecidedBy::Tester, Verdict::Reject { feedback }, None);
    talk.propose(say("both, please"));
    talk
}
