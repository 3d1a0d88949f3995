//! A session whose every text is the same, wherever a session has one.

use std::collections::BTreeMap;

use ridealong::domain::{
    Action, ActionKey, BlobId, Bounds, Count, Finding, FindingKind, Offer, Reading, Screen, Size,
    StateId, StateIds, Target, Text, Widget,
};
use ridealong::protocol::*;
use ridealong::store::{Blobs, Session};
use serde_json::json;
use tempfile::TempDir;

const FIRST: StateId = StateId(1);
const SECOND: StateId = StateId(2);

/// The session, and the folder that its blobs lie in. All happens around step `step`.
pub fn session(text: &str, step: u64) -> (TempDir, Session) {
    let folder = tempfile::tempdir().unwrap();
    let blobs = Blobs::of(folder.path());
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
        .map(|(event, seq)| Record { seq, at_ms: seq * 40, event })
        .collect();
    let repairs = vec![text.to_owned()];
    let session = Session { folder: folder.path().to_owned(), records, repairs, blobs };
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
        activity: text.into(),
        size: Size::new(1080, 1920),
        rotation: 0,
        dialog: false,
        keyboard: false,
        busy: false,
        reading: Reading::Failed(text.into()),
        widgets: vec![widget],
        spoken: None,
        warnings: vec![text.into()],
    }
}

fn typing(text: &str) -> Action {
    let target = Target {
        number: 1,
        class: text.into(),
        resource_id: text.into(),
        label: text.into(),
        ..Target::default()
    };
    Action::Type { target, text: Text::Plain(text.into()) }
}

fn key(text: &str) -> ActionKey {
    ActionKey::new(text)
}

fn offer(text: &str) -> Offer {
    Offer { action: typing(text), key: key(text), template: key(text) }
}

fn discovered(text: &str, state: StateId, step: u64) -> Event {
    Event::Discovered(Discovered {
        step,
        state,
        label: text.into(),
        package: text.into(),
        activity: text.into(),
        size: Size::new(1080, 1920),
        offers: vec![offer(text), offer(&format!("{text} "))],
    })
}

fn observed(text: &str, state: StateId, step: u64, screen: &BlobId) -> Event {
    Event::Observed(Observed {
        step,
        state: StateIds { exact: state, structural: state },
        package: text.into(),
        activity: text.into(),
        size: Size::new(1080, 1920),
        reading: Reading::Failed(text.into()),
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
            device: text.into(),
            system: text.into(),
            size: Size::default(),
            explorer: text.into(),
            seed: u64::MAX,
            model: Some(text.into()),
            mode: Mode::Approve,
        }),
        Event::AppOpened(AppOpened {
            package: text.into(),
            version: Some(text.into()),
            activities: vec![text.into()],
            manifest: None,
        }),
        Event::CharterSet(CharterSet { text: text.into() }),
        discovered(text, FIRST, 0),
        Event::Covered(BTreeMap::from([(text.into(), Count { covered: u64::MAX, total: 3 })])),
    ]
}

fn asking(text: &str, step: u64, messages: &BlobId, reply: &BlobId) -> Vec<Event> {
    let exchange = ExchangeId(1);
    let usage =
        Usage { input_tokens: u64::MAX, output_tokens: u64::MAX, cost_usd: 1e300, estimated: true };
    let complaint = Complaint { check: text.into(), says: text.into() };
    vec![
        Event::Asked(Asked {
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
        Event::Retried(Retried { exchange, why: text.into(), wait_ms: u64::MAX }),
        Event::Answered(Answered {
            exchange,
            reply: reply.clone(),
            cut: true,
            usage,
            took_ms: u64::MAX,
        }),
        Event::Unanswered(Unanswered {
            exchange,
            why: text.into(),
            hint: Some(text.into()),
            cancelled: false,
        }),
        Event::Checked(Checked {
            exchange,
            answer: text.into(),
            thoughts: vec![(text.into(), text.into())],
            complaint: Some(complaint),
        }),
        Event::Ruled(Ruled {
            step,
            query: text.into(),
            why: RuledWhy::Rounds,
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
        plan: Some(Plan { id: 1, at: usize::MAX, steps: vec![text.into()] }),
    })
}

fn decided(text: &str, id: u64, step: Option<u64>, verdict: Verdict) -> Event {
    let decision = Decision { proposal: ProposalId(id), by: By::Tester, verdict };
    let action = step.map(|_| typing(text));
    Event::Decided(Decided { decision, action, key: step.map(|_| key(text)), step })
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
        Event::Performed(Performed {
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
        Event::Learned(Learned {
            step,
            from: FIRST,
            key: key(text),
            template: key(text),
            to: SECOND,
            outcome: Outcome::Crashed,
        }),
        Event::Merged(Merged { step, state: SECOND, into: FIRST }),
        Event::Offered(Offered { step, state: SECOND, offers: vec![offer(text)] }),
        Event::Noted(Note { kind: NoteKind::Note, text: text.into(), step, picture: None }),
        Event::Noted(Note { kind: NoteKind::Bug, text: text.into(), step, picture: None }),
        Event::ModeSet(ModeSet { mode: Mode::Step, why: Some(text.into()) }),
        Event::Warned(Warned { what: text.into(), hint: Some(text.into()) }),
        Event::Ended(Ended { reason: EndReason::DeviceLost { what: text.into() }, steps: step }),
        Event::Triaged(Triaged {
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
