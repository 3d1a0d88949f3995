//! A session whose every text is the same, wherever a session has one.

use std::collections::BTreeMap;

use ridealong::domain::{
    Action, ActionKey, AvailableAction, BlobId, Bounds, CoverageCount, DisplaySize, Finding,
    FindingKind, InputText, ReadQuality, Screen, StateId, StateIds, Surface, Widget, WidgetTarget,
};
use ridealong::protocol::*;
use ridealong::store::{BlobFolder, RecordedSession};
use serde_json::json;
use tempfile::TempDir;

const FIRST: StateId = StateId(1);
const SECOND: StateId = StateId(2);

/// The session, and the folder that its blobs lie in. All happens around step `step`.
pub fn session(text: &str, step: u64) -> (TempDir, RecordedSession) {
    let folder = tempfile::tempdir().unwrap();
    let blobs = BlobFolder::of(folder.path());
    let put = |content: &[u8]| {
        let id = BlobId::of(content);
        blobs.put(&id, content).unwrap();
        id
    };
    let screen = put(&serde_json::to_vec(&screen(text)).unwrap());
    let messages =
        put(json!([{"role": text, "parts": [{"text": text}, {"picture": {"blob": screen}}]}])
            .to_string()
            .as_bytes());
    let reply = put(text.as_bytes());
    let events =
        [opening(text), asking(text, step, &messages, &reply), acting(text, step, &screen)];
    let records = events
        .concat()
        .into_iter()
        .zip(0..)
        .map(|(event, seq)| EventRecord { seq, at_ms: seq * 40, event })
        .collect();
    let repairs = vec![text.to_owned()];
    let session = RecordedSession { folder: folder.path().to_owned(), records, repairs, blobs };
    (folder, session)
}

fn screen(text: &str) -> Screen {
    let widget = Widget {
        number: 1,
        class: text.into(),
        text: text.into(),
        label: text.into(),
        bounds: Bounds::new(i32::MIN, 0, i32::MAX, i32::MAX),
        ..Widget::default()
    };
    Screen {
        package: text.into(),
        location: text.into(),
        size: DisplaySize::new(1080, 1920),
        rotation: 0,
        dialog: false,
        keyboard: false,
        busy: false,
        read_quality: ReadQuality::Failed(text.into()),
        widgets: vec![widget],
        title: None,
        surface: Surface::Display,
        unheard_keys: Vec::new(),
        answers_only: false,
        toasts: vec![text.into()],
        warnings: vec![text.into()],
    }
}

fn typing(text: &str) -> Action {
    let target = WidgetTarget {
        number: 1,
        class: text.into(),
        resource_id: text.into(),
        label: text.into(),
        ..WidgetTarget::default()
    };
    Action::Type { target, text: InputText::Plain(text.into()) }
}

fn key(text: &str) -> ActionKey {
    ActionKey::new(text)
}

fn offer(text: &str) -> AvailableAction {
    AvailableAction { action: typing(text), key: key(text), template: key(text) }
}

fn discovered(text: &str, state: StateId, step: u64) -> Event {
    Event::Discovered(StateDiscovered {
        step,
        state,
        label: text.into(),
        package: text.into(),
        location: text.into(),
        size: DisplaySize::new(1080, 1920),
        available: vec![offer(text), offer(&format!("{text} "))],
    })
}

fn observed(text: &str, state: StateId, step: u64, screen: &BlobId) -> Event {
    Event::Observed(ScreenObserved {
        step,
        state: StateIds { exact: state, structural: state },
        package: text.into(),
        location: text.into(),
        size: DisplaySize::new(1080, 1920),
        reading: ReadQuality::Failed(text.into()),
        busy: true,
        screen: screen.clone(),
        picture: (state == SECOND).then(|| BlobId::of(b"never stored")),
        hierarchy: None,
        said: None,
        guessed: false,
        progress_ms: 0,
        took_ms: u64::MAX,
    })
}

fn opening(text: &str) -> Vec<Event> {
    vec![
        Event::SessionStarted(SessionStarted {
            started: text.into(),
            version: text.into(),
            target: text.into(),
            app: Some(text.into()),
            device: text.into(),
            system: text.into(),
            size: DisplaySize::default(),
            explorer: text.into(),
            seed: u64::MAX,
            model: Some(text.into()),
            mode: RunMode::Approve,
            browser: None,
        }),
        Event::AppOpened(AppOpened {
            package: text.into(),
            version: Some(text.into()),
            activities: vec![text.into()],
            manifest: None,
            texts: Vec::new(),
        }),
        Event::CharterSet(CharterSet { text: text.into() }),
        discovered(text, FIRST, 0),
        Event::Covered(BTreeMap::from([(
            text.into(),
            CoverageCount { covered: u64::MAX, total: 3 },
        )])),
    ]
}

fn asking(text: &str, step: u64, messages: &BlobId, reply: &BlobId) -> Vec<Event> {
    let exchange = ExchangeId(1);
    let usage = ModelUsage {
        input_tokens: u64::MAX,
        output_tokens: u64::MAX,
        cost_usd: 1e300,
        estimated: true,
    };
    let complaint = CheckComplaint { check: text.into(), says: text.into() };
    vec![
        Event::Asked(PromptSent {
            exchange,
            step,
            query: text.into(),
            round: 1,
            form: PromptForm::Feedback,
            model: text.into(),
            template: text.into(),
            messages: messages.clone(),
            context: messages.clone(),
            again: Some(exchange),
        }),
        Event::Retried(RequestRetried { exchange, why: text.into(), wait_ms: u64::MAX }),
        Event::Answered(ReplyReceived {
            exchange,
            reply: reply.clone(),
            cut: true,
            usage,
            took_ms: u64::MAX,
        }),
        Event::Unanswered(ReplyMissing {
            exchange,
            why: text.into(),
            hint: Some(text.into()),
            cancelled: false,
        }),
        Event::Checked(ReplyChecked {
            exchange,
            answer: text.into(),
            thoughts: vec![(text.into(), text.into())],
            complaint: Some(complaint),
        }),
        Event::Ruled(RulesAnswered {
            step,
            query: text.into(),
            why: FallbackReason::Rounds,
            answer: text.into(),
        }),
    ]
}

fn proposed(text: &str, id: u64, step: u64) -> Event {
    let other =
        Alternative { action: typing(text), key: key(text), score: f64::MAX, why: text.into() };
    Event::Proposed(Proposal {
        id: ProposalId(id),
        step,
        action: typing(text),
        key: key(text),
        explorer: text.into(),
        why: text.into(),
        alternatives: vec![other],
        plan: Some(ActionPlan { id: 1, at: usize::MAX, steps: vec![text.into()] }),
        insight: Some(Box::new(NetworkInsight {
            values: vec![(usize::MAX, f32::MAX), (0, f32::MIN)],
            contributions: vec![(text.into(), f32::MAX)],
            random_share: f64::MAX,
            experiences: u64::MAX,
            distances: vec![-1.0, f32::MAX],
            labels: vec![(text.into(), f32::MIN)],
        })),
    })
}

fn decided(text: &str, id: u64, step: Option<u64>, verdict: Verdict) -> Event {
    let decision = Decision { proposal: ProposalId(id), by: DecidedBy::Tester, verdict };
    let action = step.map(|_| typing(text));
    Event::Decided(DecisionMade { decision, action, key: step.map(|_| key(text)), step })
}

fn acting(text: &str, step: u64, screen: &BlobId) -> Vec<Event> {
    let override_ = Verdict::Override { action: typing(text) };
    let finding = |first| Finding {
        kind: FindingKind::Crash,
        title: text.into(),
        group: text.into(),
        step,
        first,
        detail: text.into(),
        ..Finding::default()
    };
    vec![
        observed(text, FIRST, 0, screen),
        proposed(text, 1, step),
        Event::GuardHeld(GuardHeld {
            proposal: ProposalId(1),
            rule: text.into(),
            why: text.into(),
        }),
        decided(text, 1, None, Verdict::Reject { feedback: text.into() }),
        proposed(text, 2, step),
        decided(text, 2, Some(step), override_),
        Event::Performed(ActionPerformed {
            step,
            accepted: Some(text.into()),
            warnings: vec![text.into()],
            failed: Some(text.into()),
            took_ms: u64::MAX,
        }),
        Event::Found(finding(true)),
        Event::Found(finding(false)),
        discovered(text, SECOND, step),
        observed(text, SECOND, step, screen),
        Event::Learned(TransitionLearned {
            step,
            from: FIRST,
            key: key(text),
            template: key(text),
            to: SECOND,
            outcome: ActionOutcome::Crashed,
        }),
        Event::StatesMerged(StatesMerged { step, state: SECOND, into: FIRST }),
        Event::ActionsAdded(ActionsAdded { step, state: SECOND, actions: vec![offer(text)] }),
        Event::Noted(TesterNote { kind: NoteKind::Note, text: text.into(), step, picture: None }),
        Event::Noted(TesterNote { kind: NoteKind::Bug, text: text.into(), step, picture: None }),
        Event::ModeSet(ModeChanged { mode: RunMode::Step, why: Some(text.into()) }),
        Event::Warned(WarningRaised { what: text.into(), hint: Some(text.into()) }),
        Event::Ended(SessionEnded {
            reason: EndReason::DeviceLost { what: text.into() },
            steps: step,
        }),
        Event::Triaged(FindingTriaged {
            group: text.into(),
            step,
            confirmed: u32::MAX,
            runs: 3,
            steps: vec![MinimalStep { recorded: step, action: typing(text), label: text.into() }],
            privileged: true,
            replays: u32::MAX,
            why: text.into(),
        }),
    ]
}
