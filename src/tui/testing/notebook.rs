//! A session with an app for notes, made by hand: every kind of decision and outcome once.

pub mod chat;

use crate::domain::{
    Action, ActionKey, ActionKind, BlobId, Bounds, DeviceKey, DisplaySize, Finding, FindingKind,
    InputText, Screen, StateId, StateIds, Widget, WidgetPosition, WidgetTarget,
};
use crate::model::abstraction;
use crate::protocol::{
    ActionOutcome, ActionPerformed, ActionPlan, Alternative, AppOpened, CharterSet, DecidedBy,
    Decision, DecisionMade, Event, EventRecord, GuardHeld, NetworkInsight, NoteKind, Proposal,
    ProposalId, RunMode, ScreenObserved, SessionStarted, StateDiscovered, TesterNote,
    TransitionLearned, Verdict, WarningRaised,
};
use crate::session::Timeline;

/// The list of notes.
pub const LIST: StateId = StateId(0xa1a1_a1a1_a1a1_a1a1);
/// The editor.
pub const EDITOR: StateId = StateId(0xb2b2_b2b2_b2b2_b2b2);

/// A widget with its number, class, id, label, place and what it takes.
fn widget(
    number: usize,
    class: &str,
    id: &str,
    label: &str,
    bounds: [i32; 4],
    actions: &[ActionKind],
) -> Widget {
    let bounds = Bounds::from(bounds);
    Widget {
        number,
        class: format!("android.widget.{class}"),
        resource_id: if id.is_empty() { String::new() } else { format!("org.notes:id/{id}") },
        text: label.into(),
        label: label.into(),
        package: "org.notes".into(),
        bounds,
        tap: Some(bounds.center()),
        actions: actions.to_vec(),
        enabled: true,
        ..Widget::default()
    }
}

/// A screen with a tool bar, a list of three rows, two fields (one for a password) and buttons.
pub fn screen() -> Screen {
    use ActionKind::{LongTap, Scroll, Tap, Type};
    let mut widgets = vec![
        widget(1, "TextView", "title", "Notes", [0, 63, 500, 210], &[]),
        widget(2, "ImageButton", "search", "Search", [780, 63, 930, 210], &[Tap]),
        widget(3, "ImageButton", "more", "More options", [930, 63, 1080, 210], &[Tap]),
        widget(4, "EditText", "filter", "", [0, 210, 1080, 360], &[Type, Tap]),
        widget(5, "EditText", "pin", "", [0, 360, 1080, 510], &[Type, Tap]),
        widget(6, "ListView", "notes", "", [0, 510, 1080, 1500], &[Scroll]),
        widget(7, "TextView", "row", "Milk", [0, 510, 1080, 840], &[Tap, LongTap]),
        widget(8, "TextView", "row", "日本語のメモ", [0, 840, 1080, 1170], &[Tap, LongTap]),
        widget(9, "TextView", "row", "Delete me", [0, 1170, 1080, 1500], &[Tap, LongTap]),
        widget(10, "Button", "add", "Add", [40, 1600, 500, 1750], &[Tap]),
        widget(11, "Button", "save", "Save", [580, 1600, 1040, 1750], &[Tap]),
    ];
    widgets[3].hint = "Filter notes".into();
    widgets[3].label = "Filter notes".into();
    widgets[4].hint = "PIN".into();
    widgets[4].label = "PIN".into();
    widgets[4].password = true;
    widgets[10].enabled = false;
    for (row, number) in [7, 8, 9].into_iter().enumerate() {
        widgets[number - 1].position = WidgetPosition {
            list: Some(6),
            row: Some(row),
            parent: Some(6),
            ..WidgetPosition::default()
        };
    }
    Screen {
        widgets,
        ..Screen::on_display("org.notes", "org.notes.MainActivity", DisplaySize::new(1080, 1920))
    }
}

/// The widget with this number on [`screen`], as a target.
pub fn target(number: usize) -> WidgetTarget {
    WidgetTarget::of(screen().widget(number).unwrap())
}

/// Records in order, a second apart.
#[derive(Default)]
pub struct NotebookTape {
    session: Timeline,
    seq: u64,
    proposals: u64,
    steps: u64,
    exchanges: u64,
}

impl NotebookTape {
    /// Adds `event` a second after the one before.
    pub fn event(&mut self, event: Event) -> &mut Self {
        self.session.apply(&EventRecord { seq: self.seq, at_ms: self.seq * 1000, event });
        self.seq += 1;
        self
    }

    /// The session's beginning: `demo:notes`, explored systematically.
    pub fn start(&mut self) -> &mut Self {
        self.start_asking(None)
    }

    /// The same with Elevate, if there is a model to ask.
    pub fn start_asking(&mut self, model: Option<&str>) -> &mut Self {
        let explorer = if model.is_some() { "elevate" } else { "systematic" };
        self.event(Event::SessionStarted(SessionStarted {
            started: "2026-01-15T10:00:00+01:00[Europe/Berlin]".into(),
            version: "0.1.0".into(),
            target: "demo:notes".into(),
            app: None,
            device: "Demo".into(),
            system: "Android 14".into(),
            size: DisplaySize::new(1080, 1920),
            explorer: explorer.into(),
            seed: 1,
            model: model.map(str::to_owned),
            mode: RunMode::Approve,
            browser: None,
        }))
        .event(Event::AppOpened(AppOpened {
            package: "org.notes".into(),
            version: Some("1.2".into()),
            activities: vec!["org.notes.MainActivity".into()],
            manifest: None,
            texts: Vec::new(),
        }))
    }

    /// An observation of `state`, which is discovered if it is new.
    pub fn observe(&mut self, state: StateId, label: &str) -> &mut Self {
        let size = DisplaySize::new(1080, 1920);
        let seen = Screen::on_display("org.notes", "org.notes.MainActivity", size);
        let ids = StateIds { exact: state, structural: state };
        if self.session.model.state(state).is_none() {
            self.event(Event::Discovered(StateDiscovered::of(
                self.steps,
                state,
                label.into(),
                &seen,
                abstraction::available_actions(&screen()),
            )));
        }
        self.event(Event::Observed(ScreenObserved {
            took_ms: 120,
            ..ScreenObserved::of(self.steps, ids, &seen, BlobId::of_digest([0; 32]))
        }))
    }

    /// A proposal with alternatives of these scores.
    pub fn propose(
        &mut self,
        action: Action,
        why: &str,
        alternatives: Vec<(Action, f64, &str)>,
    ) -> &mut Self {
        let alternative = |(action, score, why): (Action, f64, &str)| Alternative {
            key: abstraction::key_of(&screen(), &action).0,
            action,
            score,
            why: why.into(),
        };
        let alternatives = alternatives.into_iter().map(alternative).collect();
        let proposal = self.proposal(action, why);
        self.event(Event::Proposed(Proposal { alternatives, ..proposal }))
    }

    /// A proposal of a network that tells `insight`.
    pub fn propose_by_network(&mut self, action: Action, insight: NetworkInsight) -> &mut Self {
        let proposal = self.proposal(action, "The network values it at 2.1, the most of 9.");
        let (explorer, insight) = ("dino-droid".into(), Some(Box::new(insight)));
        self.event(Event::Proposed(Proposal { explorer, insight, ..proposal }))
    }

    /// A proposal that is the step `at` of a plan.
    pub fn propose_of_plan(&mut self, at: usize, steps: &[Action]) -> &mut Self {
        let proposal = self.proposal(steps[at].clone(), "Saves a note with a title.");
        let steps = steps.iter().map(ToString::to_string).collect();
        let plan = Some(ActionPlan { id: 1, at, steps });
        self.event(Event::Proposed(Proposal { plan, ..proposal }))
    }

    /// The next proposal, of the session's explorer.
    fn proposal(&mut self, action: Action, why: &str) -> Proposal {
        self.proposals += 1;
        let explorer = self.session.facts.started.as_ref().map(|started| started.explorer.clone());
        Proposal {
            id: ProposalId(self.proposals),
            step: self.steps + 1,
            key: abstraction::key_of(&screen(), &action).0,
            action,
            explorer: explorer.unwrap_or_default(),
            why: why.into(),
            plan: None,
            insight: None,
            alternatives: Vec::new(),
        }
    }

    /// The guard holds the latest proposal.
    pub fn held(&mut self, rule: &str, why: &str) -> &mut Self {
        let proposal = ProposalId(self.proposals);
        self.event(Event::GuardHeld(GuardHeld { proposal, rule: rule.into(), why: why.into() }))
    }

    /// The latest proposal is decided.
    pub fn decide(&mut self, by: DecidedBy, verdict: Verdict) -> &mut Self {
        let proposal =
            self.session.moments.last().unwrap().proposals.last().unwrap().proposal.clone();
        let action = match &verdict {
            Verdict::Approve | Verdict::ApprovePlan => Some(proposal.action),
            Verdict::Override { action } => Some(action.clone()),
            _ => None,
        };
        self.steps += u64::from(action.is_some());
        let step = action.is_some().then_some(self.steps);
        let key = action.as_ref().map(|action| abstraction::key_of(&screen(), action).0);
        let decision = Decision { proposal: proposal.id, by, verdict };
        self.event(Event::Decided(DecisionMade { decision, action, key, step }))
    }

    /// What was decided is done.
    pub fn performed(&mut self, change: impl FnOnce(&mut ActionPerformed)) -> &mut Self {
        let mut performed = ActionPerformed {
            step: self.steps,
            accepted: None,
            warnings: Vec::new(),
            failed: None,
            took_ms: 340,
        };
        change(&mut performed);
        self.event(Event::Performed(performed))
    }

    /// It led from `from` to `to`. To be called after the look.
    pub fn learned(&mut self, from: StateId, to: StateId, outcome: ActionOutcome) -> &mut Self {
        let key = ActionKey::new(format!("tap #{}", self.steps));
        let step = self.steps;
        self.event(Event::Learned(TransitionLearned {
            step,
            from,
            template: key.clone(),
            key,
            to,
            outcome,
        }))
    }

    /// The session that was taped.
    pub fn session(&mut self) -> Timeline {
        std::mem::take(&mut self.session)
    }
}

/// A session with every kind of decision and outcome, whose latest proposal waits.
pub fn session() -> Timeline {
    let tap = |number| Action::Tap { target: target(number) };
    let mut tape = NotebookTape::default();
    tape.start()
        .event(Event::CharterSet(CharterSet { text: "Find out whether notes get lost.".into() }))
        .observe(LIST, "MainActivity · Notes")
        .propose(tap(10), "Never tried here.", Vec::new())
        .decide(DecidedBy::Tester, Verdict::Approve)
        .performed(|_| {})
        .observe(EDITOR, "EditActivity · New note")
        .learned(LIST, EDITOR, ActionOutcome::Moved)
        .propose(
            Action::Type { target: target(4), text: InputText::Plain("Plan the week".into()) },
            "A field that was never filled in.",
            Vec::new(),
        )
        .decide(DecidedBy::Tester, Verdict::Reject { feedback: "Try a title with an emoji.".into() })
        .propose(tap(2), "The next action that was never tried here.", Vec::new())
        .decide(
            DecidedBy::Tester,
            Verdict::Override {
                action: Action::Type { target: target(4), text: InputText::Plain("Tea 🍵".into()) },
            },
        )
        .performed(|performed| {
            performed.accepted = Some("Tea ".into());
            performed.warnings = vec!["The field did not take everything.".into()];
        })
        .observe(EDITOR, "EditActivity · New note")
        .learned(EDITOR, EDITOR, ActionOutcome::Content)
        .event(Event::Noted(TesterNote {
            kind: NoteKind::Note,
            text: "The emoji is gone without a word.".into(),
            step: 2,
            picture: None,
        }))
        .propose(tap(9), "Never tried here.", Vec::new())
        .held("delete", "It takes something away for good.")
        .decide(DecidedBy::Tester, Verdict::Skip)
        .propose(
            Action::Key { key: DeviceKey::Back },
            "Everything here was tried; back to where something is left.",
            Vec::new(),
        )
        .decide(DecidedBy::Policy, Verdict::Approve)
        .performed(|performed| performed.failed = Some("the device did not answer".into()))
        .observe(LIST, "MainActivity · Notes")
        .learned(EDITOR, LIST, ActionOutcome::Failed)
        .event(Event::Found(Finding {
            kind: FindingKind::Crash,
            title: "IllegalStateException: the note has no title".into(),
            group: "IllegalStateException at Editor.save".into(),
            step: 3,
            first: true,
            detail: "java.lang.IllegalStateException: the note has no title\n\tat org.notes.Editor.save(Editor.kt:42)\n\tat org.notes.Main.back(Main.kt:7)".into(),
            ..Finding::default()
        }))
        .event(Event::Warned(WarningRaised {
            what: "The device answered late.".into(),
            hint: Some("look at it again".into()),
        }))
        .propose(
            tap(7),
            "Rows of this list were opened once; this one leads on to 4 actions that were never tried.",
            vec![
                (tap(3), 0.82, "a menu that was never opened"),
                (
                    Action::Scroll {
                        target: target(6),
                        direction: crate::domain::action::Direction::Down,
                    },
                    0.4,
                    "more rows may come",
                ),
                (tap(2), 0.05, "tried twice, changed nothing"),
            ],
        );
    tape.session()
}
