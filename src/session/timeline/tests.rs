use super::*;
use crate::domain::{
    Action, ActionKey, BlobId, DisplaySize, Finding, FindingKind, Screen, StateIds,
};
use crate::protocol::{
    DecidedBy, Decision, EndReason, ExchangeId, FallbackReason, FindingTriaged, PromptForm,
    PromptSent, RulesAnswered, RunMode, SessionEnded, SessionStarted, Verdict, WarningRaised,
};
use crate::session::StepThought;

fn timeline(events: impl IntoIterator<Item = Event>) -> Timeline {
    let records = events.into_iter().zip(0..).map(|(event, seq)| EventRecord {
        seq,
        at_ms: seq * 100,
        event,
    });
    Timeline::of(&records.collect::<Vec<_>>())
}

fn observed(step: u64) -> Event {
    let state = StateIds { exact: StateId(step), structural: StateId(step) };
    let screen = Screen::on_display("org.app", ".Main", DisplaySize::default());
    Event::Observed(ScreenObserved::of(step, state, &screen, BlobId::of(b"screen")))
}

fn proposed(id: u64, step: u64) -> Event {
    Event::Proposed(Proposal {
        id: ProposalId(id),
        step,
        action: Action::Restart,
        key: ActionKey::new("restart"),
        explorer: "monkey".into(),
        why: String::new(),
        alternatives: Vec::new(),
        plan: None,
        insight: None,
    })
}

fn decided(id: u64, step: Option<u64>, verdict: Verdict) -> Event {
    Event::Decided(DecisionMade {
        decision: Decision { proposal: ProposalId(id), by: DecidedBy::Tester, verdict },
        action: step.map(|_| Action::Restart),
        key: None,
        step,
    })
}

fn performed(step: u64) -> Event {
    let (accepted, warnings, failed) = (None, Vec::new(), None);
    Event::Performed(ActionPerformed { step, accepted, warnings, failed, took_ms: 1 })
}

fn asked(exchange: u64, step: u64, again: Option<u64>) -> Event {
    Event::Asked(PromptSent {
        exchange: ExchangeId(exchange),
        step,
        query: "elevate/states".into(),
        round: 0,
        form: PromptForm::Long,
        model: "model".into(),
        template: "built in".into(),
        messages: BlobId::of(b"messages"),
        context: BlobId::of(b"context"),
        again: again.map(ExchangeId),
    })
}

fn warned(what: &str) -> Event {
    Event::Warned(WarningRaised { what: what.into(), hint: None })
}

fn started() -> SessionStarted {
    SessionStarted {
        started: String::new(),
        version: String::new(),
        target: "demo:notes".into(),
        app: None,
        device: String::new(),
        system: String::new(),
        size: DisplaySize::new(1080, 1920),
        explorer: "monkey".into(),
        seed: 1,
        model: None,
        mode: RunMode::Approve,
        browser: None,
    }
}

#[test]
fn a_step_has_all_that_belongs_to_it() {
    let skip = || decided(1, None, Verdict::Skip);
    let timeline = timeline([
        observed(0),
        asked(1, 1, None),
        Event::Ruled(RulesAnswered {
            step: 1,
            query: "elevate/exploration".into(),
            why: FallbackReason::Plain,
            answer: "restart".into(),
        }),
        proposed(1, 1),
        skip(),
        proposed(2, 1),
        decided(2, Some(1), Verdict::Approve),
        performed(1),
        observed(1),
        warned("slow"),
        // The tester had the first question asked again while the second step was thought about.
        asked(2, 1, Some(1)),
    ]);
    let step = timeline.step(1).unwrap();
    assert_eq!(
        step.proposals().map(ReviewedProposal::word).collect::<Vec<_>>(),
        ["skipped", "approved"]
    );
    assert_eq!(step.chosen().unwrap().proposal.id, ProposalId(2));
    assert_eq!(step.decided_proposal().unwrap().proposal.id, ProposalId(2));
    assert_eq!((step.decided().unwrap().before, step.performed_ms()), (Some(0), 700));
    assert_eq!(step.observed().unwrap().state.exact, StateId(1));
    assert_eq!(step.warnings()[0].what, "slow");
    let thoughts = step.thoughts().map(|thought| match thought {
        StepThought::Exchange(exchange) => exchange.asked.exchange.0,
        StepThought::Ruled(_) => 0,
    });
    assert_eq!(thoughts.collect::<Vec<_>>(), [1, 0, 2]);
    assert_eq!(timeline.exchanges.order(), [ExchangeId(1)]);
    assert_eq!(timeline.all_exchanges().count(), 2);
}

#[test]
fn a_proposal_may_be_decided_after_another_observation() {
    let timeline = timeline([
        observed(0),
        proposed(1, 1),
        observed(0),
        decided(1, Some(1), Verdict::Approve),
        performed(1),
        observed(1),
    ]);
    assert_eq!(timeline.moments[0].proposals[0].word(), "approved");
    let step = timeline.step(1).unwrap();
    assert_eq!(step.decided().unwrap().before, Some(1));
    assert!(step.chosen().is_some());
}

#[test]
fn a_log_without_its_beginning_keeps_what_was_asked_and_performed() {
    let timeline = timeline([
        asked(1, 3, None),
        proposed(4, 3),
        decided(4, Some(3), Verdict::Approve),
        performed(3),
        observed(3),
    ]);
    assert_eq!(timeline.questions().count(), 1);
    assert_eq!(timeline.moment_of(ExchangeId(1)), None);
    let step = timeline.step(3).unwrap();
    assert_eq!((step.proposals().count(), step.thoughts().count()), (0, 1));
    assert!(step.performed().is_some() && step.observed().is_some());
    assert_eq!(step.decided().unwrap().before, None);
}

#[test]
fn what_asks_a_lost_exchange_again_is_kept_beside_the_run() {
    let timeline = timeline([observed(0), asked(1, 1, Some(1)), asked(2, 1, Some(99))]);
    assert_eq!(timeline.all_exchanges().count(), 2);
    assert_eq!(timeline.step(1).unwrap().thoughts().count(), 2);
    assert_eq!(timeline.questions().count(), 0);
    for id in [1, 2] {
        assert_eq!(timeline.moment_of(ExchangeId(id)), None);
    }
}

#[test]
fn absurd_numbers_cost_nothing() {
    let timeline = timeline([
        observed(u64::MAX),
        proposed(u64::MAX, u64::MAX),
        proposed(1, 0),
        decided(u64::MAX, Some(u64::MAX), Verdict::Approve),
        decided(u64::MAX, Some(u64::MAX), Verdict::Stop),
        performed(7),
        observed(0),
    ]);
    assert_eq!(timeline.steps().map(|step| step.number).collect::<Vec<_>>(), [0, 7, u64::MAX]);
    assert_eq!(timeline.steps_up_to(7).count(), 2);
    let first = &timeline.step(u64::MAX).unwrap().decided().unwrap().decided.decision.verdict;
    assert_eq!(*first, Verdict::Approve, "the first decision stands");
}

#[test]
fn a_resumed_session_has_not_ended() {
    let ended = || Event::Ended(SessionEnded { reason: EndReason::Tester, steps: 0 });
    let resumed = || Event::Resumed(SessionStarted { seed: 2, ..started() });
    let before = timeline([Event::SessionStarted(started()), ended()]);
    assert!(before.facts.ended.is_some());
    assert_eq!(before.facts.setup().unwrap().seed, 1);
    let after = timeline([Event::SessionStarted(started()), ended(), resumed()]);
    assert_eq!((after.facts.ended, after.phase), (None, EnginePhase::Opening));
    assert_eq!(after.facts.resumed.len(), 1);
}

#[test]
fn the_latest_triage_result_of_a_group_counts() {
    let found = |step, first| {
        let json = format!(
            r#"{{"kind":"crash","title":"NPE","detail":"","group":"g","step":{step},"first":{first}}}"#
        );
        Event::Found(serde_json::from_str(&json).unwrap())
    };
    let triaged = |group: &str, confirmed| {
        Event::Triaged(FindingTriaged {
            group: group.into(),
            step: 1,
            confirmed,
            runs: 3,
            steps: Vec::new(),
            privileged: false,
            replays: 5,
            why: "It happened.".into(),
        })
    };
    let timeline = timeline([
        observed(0),
        found(1, true),
        found(4, false),
        triaged("g", 0),
        triaged("g", 2),
        triaged("lost", 3),
    ]);
    let [group] = &*timeline.facts.groups else { panic!("{:?}", timeline.facts.groups) };
    assert_eq!((group.first.step, &*group.again), (1, &[4][..]));
    assert_eq!(group.triaged.as_ref().unwrap().confirmed, 2);
    assert_eq!((timeline.facts.findings.len(), timeline.facts.triaged.len()), (2, 3));
}

#[test]
fn a_triage_is_reported_with_the_kind_of_its_finding() {
    let triaged = |group: &str| {
        Event::Triaged(FindingTriaged {
            group: group.into(),
            step: 3,
            confirmed: 3,
            runs: 3,
            steps: Vec::new(),
            privileged: false,
            replays: 3,
            why: "It happens every time.".into(),
        })
    };
    for (kind, says) in [
        (FindingKind::Crash, "The crash of step 3: It happens every time."),
        (FindingKind::Anr, "The ANR of step 3: It happens every time."),
        (FindingKind::Bug, "The bug of step 3: It happens every time."),
    ] {
        let finding = Finding { kind, group: "g".into(), step: 3, ..Finding::default() };
        let timeline = timeline([Event::Found(finding), triaged("g")]);
        assert_eq!(timeline.facts.messages[0].1.what, says);
    }
    let lost = timeline([triaged("g")]);
    assert_eq!(lost.facts.messages[0].1.what, "The finding of step 3: It happens every time.");
}
