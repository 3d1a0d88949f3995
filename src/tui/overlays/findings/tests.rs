use super::*;
use crate::domain::{Finding, FindingEvidence, FindingKind, FindingSteps};
use crate::protocol::{EndReason, Event, EventRecord, FindingTriaged, SessionEnded, VerdictGiven};
use crate::session::SessionRecording;
use crate::tui::replay::ReplayPlayer;
use crate::tui::testing::stage::{TestStage, described};

/// The group of the crash in [`TestStage::typical`], which is finding 1.
const CRASH: &str = "IllegalStateException at Editor.save";

fn bug(group: &str, title: &str) -> Event {
    Event::Found(Finding {
        kind: FindingKind::Bug,
        title: title.into(),
        group: group.into(),
        step: 3,
        first: true,
        oracle: "voice".into(),
        category: "contradiction".into(),
        confidence: Some(80),
        evidence: vec![
            FindingEvidence {
                step: 1,
                what: "It says that the list is empty.".into(),
                bounds: None,
            },
            FindingEvidence { step: 3, what: "It reads one note aloud.".into(), bounds: None },
        ],
        steps: Some(FindingSteps { from: 1, to: 3 }),
        ..Finding::default()
    })
}

fn tell(stage: &mut TestStage, event: Event) {
    stage.session.apply(&EventRecord { seq: 99, at_ms: 99_000, event });
}

fn judge(stage: &mut TestStage, group: &str, verdict: FindingVerdict) {
    tell(stage, Event::VerdictGiven(VerdictGiven { group: group.into(), verdict }));
}

/// A crash and two bugs, no verdict yet.
fn stage() -> TestStage {
    let mut stage = TestStage::typical();
    tell(&mut stage, bug("count", "The number of notes is wrong"));
    tell(&mut stage, bug("title", "The title of a note with a very long name is cut in the list"));
    stage
}

fn press(stage: &TestStage, findings: &mut FindingsOverlay, code: KeyCode) -> Vec<String> {
    described(&stage.press(findings, code))
}

fn letter(stage: &TestStage, findings: &mut FindingsOverlay, letter: char) -> Vec<String> {
    press(stage, findings, KeyCode::Char(letter))
}

fn op(group: &str, verdict: &str) -> String {
    format!(r#"{{"op":"give_verdict","group":"{group}","verdict":{verdict}}}"#)
}

#[test]
fn it_looks_right() {
    let mut stage = stage();
    judge(&mut stage, CRASH, FindingVerdict::Confirmed);
    judge(&mut stage, "count", FindingVerdict::Dismissed { reason: "It counts drafts.".into() });
    judge(&mut stage, "title", FindingVerdict::Duplicate { of: "count".into() });
    let mut findings = FindingsOverlay::new(&stage.view());
    insta::assert_snapshot!("crash", stage.render_layer(80, 24, &mut findings));
    stage.press(&mut findings, KeyCode::Down);
    stage.press(&mut findings, KeyCode::Down);
    insta::assert_snapshot!("duplicate", stage.render_layer(80, 24, &mut findings));
    insta::assert_snapshot!("wide", stage.render_layer(120, 40, &mut findings));
    insta::assert_snapshot!("narrow", stage.render_layer(40, 12, &mut findings));
}

#[test]
fn a_pending_verdict_looks_right() {
    let stage = stage();
    let mut findings = FindingsOverlay::new(&stage.view());
    letter(&stage, &mut findings, 'd');
    stage.type_in(&mut findings, "cannot be done");
    insta::assert_snapshot!("dismissing", stage.render_layer(80, 24, &mut findings));
    stage.press(&mut findings, KeyCode::Esc);
    letter(&stage, &mut findings, 'u');
    insta::assert_snapshot!("choosing", stage.render_layer(80, 24, &mut findings));
}

#[test]
fn without_findings_it_says_so() {
    let stage = TestStage::empty();
    let mut findings = FindingsOverlay::new(&stage.view());
    insta::assert_snapshot!("empty", stage.render_layer(80, 24, &mut findings));
    insta::assert_snapshot!("empty_wide", stage.render_layer(120, 40, &mut findings));
    for key in ['c', 'd', 'u'] {
        assert!(letter(&stage, &mut findings, key).is_empty());
    }
    assert!(press(&stage, &mut findings, KeyCode::Enter).is_empty());
    assert_eq!(press(&stage, &mut findings, KeyCode::Esc), ["pop"]);
}

#[test]
fn c_confirms_the_selected_one() {
    let stage = stage();
    let mut findings = FindingsOverlay::new(&stage.view());
    let confirmed = r#"{"is":"confirmed"}"#;
    assert_eq!(letter(&stage, &mut findings, 'c'), [op(CRASH, confirmed)]);
    press(&stage, &mut findings, KeyCode::Down);
    assert_eq!(letter(&stage, &mut findings, 'c'), [op("count", confirmed)]);
}

#[test]
fn d_dismisses_with_a_reason() {
    let stage = stage();
    let mut findings = FindingsOverlay::new(&stage.view());
    assert!(letter(&stage, &mut findings, 'd').is_empty());
    assert!(press(&stage, &mut findings, KeyCode::Enter).is_empty());
    assert!(stage.render_layer(80, 24, &mut findings).contains("! Say why it is no fault."));
    stage.type_in(&mut findings, "cud");
    findings.paste(" by\ndesign", &stage.view());
    let dismissed = op(CRASH, r#"{"is":"dismissed","reason":"cud by design"}"#);
    assert_eq!(press(&stage, &mut findings, KeyCode::Enter), [dismissed]);
    assert_eq!(press(&stage, &mut findings, KeyCode::Esc), ["pop"], "nothing is pending any more");
}

#[test]
fn u_names_another_finding_from_the_list() {
    let stage = stage();
    let mut findings = FindingsOverlay::new(&stage.view());
    assert!(letter(&stage, &mut findings, 'u').is_empty());
    assert!(press(&stage, &mut findings, KeyCode::Enter).is_empty(), "not of itself");
    assert!(stage.render_layer(80, 24, &mut findings).contains("! Choose another finding."));
    press(&stage, &mut findings, KeyCode::Down);
    press(&stage, &mut findings, KeyCode::Down);
    let duplicate = op(CRASH, r#"{"is":"duplicate","of":"title"}"#);
    assert_eq!(press(&stage, &mut findings, KeyCode::Enter), [duplicate]);
    assert_eq!(findings.picker.chosen(), Some(0), "the judged one is selected again");
}

#[test]
fn a_duplicate_has_no_duplicates() {
    let mut stage = stage();
    judge(&mut stage, "count", FindingVerdict::Duplicate { of: CRASH.into() });
    let mut findings = FindingsOverlay::new(&stage.view());
    letter(&stage, &mut findings, 'u');
    press(&stage, &mut findings, KeyCode::Down);
    assert!(press(&stage, &mut findings, KeyCode::Enter).is_empty());
    assert!(stage.render_layer(80, 24, &mut findings).contains("! That one is a duplicate itself"));
    let lone = TestStage::typical();
    let mut findings = FindingsOverlay::new(&lone.view());
    assert_eq!(letter(&lone, &mut findings, 'u'), ["toast there is no other finding"]);
}

#[test]
fn esc_gives_the_pending_verdict_up() {
    let stage = stage();
    let mut findings = FindingsOverlay::new(&stage.view());
    letter(&stage, &mut findings, 'u');
    press(&stage, &mut findings, KeyCode::Down);
    assert!(press(&stage, &mut findings, KeyCode::Esc).is_empty());
    assert_eq!(findings.picker.chosen(), Some(0));
    assert_eq!(press(&stage, &mut findings, KeyCode::Enter), ["pop", "show Some(3)"]);
}

#[test]
fn findings_and_verdicts_join_while_it_is_open() {
    let mut stage = TestStage::empty();
    let mut findings = FindingsOverlay::new(&stage.view());
    tell(&mut stage, bug("count", "The number of notes is wrong"));
    assert!(stage.render_layer(80, 24, &mut findings).contains("The number of notes is wrong"));
    judge(&mut stage, "count", FindingVerdict::Confirmed);
    assert!(stage.render_layer(80, 24, &mut findings).contains("Your verdict: confirmed"));
    let triaged = FindingTriaged {
        group: "count".into(),
        step: 3,
        confirmed: 2,
        runs: 3,
        steps: Vec::new(),
        privileged: false,
        replays: 3,
        why: "It was seen in 2 of 3 runs.".into(),
    };
    tell(&mut stage, Event::Triaged(triaged));
    assert!(stage.render_layer(80, 24, &mut findings).contains("It was seen in 2 of 3 runs."));
}

#[test]
fn a_recording_takes_no_verdicts() {
    let stage = stage();
    let events = [bug("count", "The number of notes is wrong")];
    let records = (0..).zip(events).map(|(seq, event)| EventRecord { seq, at_ms: seq, event });
    let recording = SessionRecording::of_records(&records.collect::<Vec<_>>());
    let replay = ReplayPlayer::new(recording);
    let mut view = stage.view();
    view.replay = Some(&replay);
    let mut findings = FindingsOverlay::new(&view);
    for key in ['c', 'd', 'u'] {
        let acts = findings.key(KeyCode::Char(key).into(), &view);
        let why = "toast this is a recording: verdicts are given while a session runs";
        assert_eq!(described(&acts), [why]);
        assert!(findings.pending.is_none());
    }
    let show = findings.key(KeyCode::Enter.into(), &view);
    assert_eq!(described(&show), ["toast the screen of that step is not in the log"]);
    assert!(findings.hints().iter().all(|(key, _)| !["c", "d", "u"].contains(key)));
    let shown = crate::tui::testing::render(80, 24, &view, |frame, room, view| {
        findings.draw(frame, room, view);
    });
    assert!(shown.contains("This is a recording: verdicts are given while a session runs."));
}

#[test]
fn an_ended_session_takes_no_verdicts() {
    let mut stage = stage();
    let mut findings = FindingsOverlay::new(&stage.view());
    letter(&stage, &mut findings, 'd');
    tell(&mut stage, Event::Ended(SessionEnded { reason: EndReason::Tester, steps: 3 }));
    let why = "toast the session has ended: verdicts are given while it runs";
    assert_eq!(letter(&stage, &mut findings, 'c'), [why]);
}
