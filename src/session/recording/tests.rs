use std::io::Write as _;

use proptest::prelude::*;

use super::*;
use crate::domain::{Action, ActionKey, BlobId, DisplaySize, Finding, Screen, StateId, StateIds};
use crate::protocol::goal::{ExplorationGoal, GoalAuthor, GoalChange, GoalChanged, GoalId};
use crate::protocol::{
    ActionOutcome, ActionPerformed, CheckComplaint, DecidedBy, Decision, DecisionMade, ExchangeId,
    NoteKind, PromptForm, PromptSent, Proposal, ProposalId, ReplyChecked, RequestRetried,
    ScreenObserved, StateDiscovered, TesterNote, TransitionLearned, Verdict,
};
use crate::store;

/// Between two keyframes of short recordings.
const EVERY: usize = 9;

/// Makes the records of a session from drawn numbers, in an order in which an engine could report them
/// or a damaged log tell them.
#[derive(Default)]
struct DrawnSession {
    records: Vec<EventRecord>,
    step: u64,
    proposals: u64,
    exchanges: u64,
}

impl DrawnSession {
    fn of(drawn: &[(u8, u64)]) -> Vec<EventRecord> {
        let mut session = Self::default();
        drawn.iter().for_each(|(what, number)| session.draw(*what, *number));
        session.records
    }

    fn tell(&mut self, event: Event) {
        let seq = self.records.len() as u64;
        self.records.push(EventRecord { seq, at_ms: seq * 10, event });
    }

    fn draw(&mut self, what: u8, number: u64) {
        match what {
            0..=7 => self.step_to(number % 12),
            8 | 9 => self.observe(number % 12),
            10 | 11 => self.propose(),
            12 => self.decide(self.proposals.saturating_sub(number % 6)),
            13..=15 => self.ask(number),
            16 | 17 => self.reply(self.exchanges.saturating_sub(number % 9), number),
            18 => self.note(number),
            19 => self.find(number),
            _ => self.change_goals(number % 4),
        }
    }

    fn observe(&mut self, state: u64) {
        let screen = Screen::on_display("org.app", ".Main", DisplaySize::new(1080, 1920));
        let id = StateId(state);
        let (step, label) = (self.step, format!("State {state}"));
        self.tell(Event::Discovered(StateDiscovered::of(step, id, label, &screen, Vec::new())));
        let state = StateIds { exact: StateId(1_000 + self.step % 7), structural: id };
        let blob = BlobId::of(b"screen");
        self.tell(Event::Observed(ScreenObserved::of(self.step, state, &screen, blob)));
    }

    fn propose(&mut self) {
        self.proposals += 1;
        self.tell(Event::Proposed(Proposal {
            id: ProposalId(self.proposals),
            step: self.step + 1,
            action: Action::Restart,
            key: ActionKey::new("restart"),
            explorer: "monkey".into(),
            why: format!("Proposal {}.", self.proposals),
            alternatives: Vec::new(),
            plan: None,
            insight: None,
        }));
    }

    fn decide(&mut self, proposal: u64) {
        let (proposal, by) = (ProposalId(proposal), DecidedBy::Tester);
        let decision = Decision { proposal, by, verdict: Verdict::Approve };
        let (action, step) = (Some(Action::Restart), Some(self.step + 1));
        self.tell(Event::Decided(DecisionMade { decision, action, key: None, step }));
    }

    fn step_to(&mut self, state: u64) {
        self.propose();
        self.decide(self.proposals);
        let from = StateId(self.step % 12);
        self.step += 1;
        let (step, warnings) = (self.step, Vec::new());
        let (accepted, failed, took_ms) = (None, None, 1);
        self.tell(Event::Performed(ActionPerformed { step, accepted, warnings, failed, took_ms }));
        self.observe(state);
        let key = ActionKey::new(format!("tap #{}", state % 3));
        let (to, outcome, template) = (StateId(state), ActionOutcome::Content, key.clone());
        self.tell(Event::Learned(TransitionLearned { step, from, key, template, to, outcome }));
    }

    /// Some repeat a number, and some ask again.
    fn ask(&mut self, number: u64) {
        self.exchanges += u64::from(!number.is_multiple_of(7));
        let again = number.is_multiple_of(5).then_some(ExchangeId(self.exchanges / 2));
        self.tell(Event::Asked(PromptSent {
            exchange: ExchangeId(self.exchanges),
            step: self.step + 1,
            query: format!("elevate/{}", number % 2),
            round: (number % 2) as u32,
            form: PromptForm::Long,
            model: "model".into(),
            template: "built in".into(),
            messages: BlobId::of(b"messages"),
            context: BlobId::of(b"context"),
            again,
        }));
    }

    fn reply(&mut self, exchange: u64, number: u64) {
        let exchange = ExchangeId(exchange);
        if number.is_multiple_of(3) {
            let why = format!("attempt {number}");
            self.tell(Event::Retried(RequestRetried { exchange, why, wait_ms: 5 }));
        } else {
            let complaint = CheckComplaint { check: "known".into(), says: "no".into() };
            let complaint = number.is_multiple_of(2).then_some(complaint);
            let (answer, thoughts) = (number.to_string(), Vec::new());
            let checked = ReplyChecked { exchange, answer, thoughts, complaint };
            self.tell(Event::Checked(checked));
        }
    }

    fn note(&mut self, number: u64) {
        let kind = if number.is_multiple_of(2) { NoteKind::Bug } else { NoteKind::Note };
        let (text, step) = (format!("note {number}"), self.step);
        self.tell(Event::Noted(TesterNote { kind, text, step, picture: None }));
    }

    fn find(&mut self, number: u64) {
        let (group, title) = (format!("g{}", number % 3), "wrong".into());
        let step = self.step;
        self.tell(Event::Found(Finding { group, title, step, ..Finding::default() }));
    }

    fn change_goals(&mut self, number: u64) {
        let id = GoalId(number);
        let goal = ExplorationGoal {
            id,
            author: GoalAuthor::Model,
            text: format!("goal {number} of step {}", self.step),
            why: String::new(),
            state: None,
            begin: Vec::new(),
            texts: Vec::new(),
        };
        let known = self.step.is_multiple_of(2);
        let change = if known { GoalChange::Dropped { id } } else { GoalChange::Added(goal) };
        self.tell(Event::GoalChanged(GoalChanged { step: self.step, change }));
    }
}

/// What tells two folds apart, in text.
fn reported(timeline: &Timeline) -> Vec<String> {
    let model = &timeline.model;
    let mut reported: Vec<String> = timeline.moments.iter().map(|one| format!("{one:?}")).collect();
    reported.extend(timeline.moments.gists().map(|gist| format!("{gist:?}")));
    reported.extend(timeline.all_exchanges().map(|exchange| {
        let id = exchange.asked.exchange;
        let (origin, moment) = (timeline.origin(id), timeline.moment_of(id));
        format!("{exchange:?} {origin:?} {moment:?} {:?}", timeline.attempts(id))
    }));
    reported.extend(model.states().iter().map(|state| {
        let counts = (state.visits, state.untried, model.depth(state.id));
        format!("{:?} {counts:?} {:?} {:?}", state.id, state.edges, state.findings)
    }));
    let facts = &timeline.facts;
    reported.push(format!("{:?} {:?} {:?}", timeline.phase, timeline.waiting(), model.goals()));
    reported.push(format!("{:?} {} {}", model.curve(), model.exact_states(), model.steps()));
    reported.push(format!("{:?} {:?} {:?}", facts.findings, facts.groups, facts.notes));
    reported.push(format!("{:?} {} {}", facts.asked, facts.at_ms, facts.step));
    reported
}

fn opened(records: &[EventRecord], every: usize) -> SessionRecording {
    let folder = SessionRecording::written(records);
    SessionRecording::with_keyframes(folder.path(), every).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn after_a_seek_everything_is_as_after_playing_from_the_start(
        drawn in prop::collection::vec((0_u8..22, 0_u64..1_000), 1..120),
        places in prop::collection::vec(any::<prop::sample::Index>(), 4),
    ) {
        let records = DrawnSession::of(&drawn);
        let mut recording = opened(&records, EVERY);
        prop_assert_eq!(recording.len(), records.len());
        prop_assert_eq!(reported(recording.whole()), reported(&Timeline::of(&records)));
        recording.forget_looked_at();
        let mut places: Vec<usize> =
            places.iter().map(|place| place.index(records.len() + 1)).collect();
        for place in &places {
            prop_assert_eq!(reported(&recording.at(*place)), reported(&Timeline::of(&records[..*place])));
        }
        // On from one place to the next, record by record.
        places.sort_unstable();
        let mut played = recording.at(places[0]);
        for pair in places.windows(2) {
            recording.play(&mut played, pair[0]..pair[1]);
            prop_assert_eq!(reported(&played), reported(&Timeline::of(&records[..pair[1]])));
        }
    }
}

/// A session of so many steps, of which each has a proposal, a decision and an observation.
fn steps(count: u64) -> Vec<EventRecord> {
    DrawnSession::of(&(0..count).map(|step| (0, step * 5 % 12)).collect::<Vec<_>>())
}

#[test]
fn moments_end_where_the_next_one_begins() {
    let records = steps(40);
    let recording = opened(&records, EVERY);
    for moment in 0..40 {
        let there = recording.at(recording.end_of(moment));
        assert_eq!(there.moments.len(), moment + 1);
        assert!(there.moments.last().is_some_and(|last| last.observed.step == moment as u64 + 1));
    }
    assert_eq!(recording.end_of(usize::MAX), records.len());
}

#[test]
fn only_what_is_looked_at_lies_in_memory() {
    let records = steps(600);
    let mut recording = opened(&records, 500);
    let mut there = recording.at(records.len() - 3);
    assert_eq!((there.moments.len(), there.moments.in_memory()), (599, UNSETTLED));
    assert_eq!(there.moments.get(17).map(|moment| moment.observed.step), Some(18));
    assert_eq!(there.moments.in_memory(), UNSETTLED + PAGE);
    let mut seen = 0;
    there.moments.for_each(|place, moment| {
        assert_eq!(moment.observed.step, place as u64 + 1);
        seen += 1;
    });
    assert_eq!((seen, there.moments.in_memory()), (599, UNSETTLED + PAGE));
    recording.play(&mut there, records.len() - 3..records.len());
    assert_eq!((there.moments.len(), there.moments.in_memory()), (600, UNSETTLED));
    assert_eq!(recording.whole().moments.iter().count(), 600);
    recording.forget_looked_at();
    assert_eq!(recording.whole().moments.in_memory(), UNSETTLED);
}

#[test]
fn keyframes_stay_few_however_long_the_session() {
    let records = steps(200);
    let recording = opened(&records, 5);
    assert!((KEYFRAMES / 2..=KEYFRAMES).contains(&recording.keyframes.len()));
    let gaps = recording.keyframes.windows(2).map(|pair| pair[1].0 - pair[0].0);
    assert!(gaps.max().unwrap() <= records.len() / (KEYFRAMES / 2));
}

#[test]
fn damaged_lines_are_left_out_and_what_is_appended_later_is_not_played() {
    let records = steps(60);
    let folder = SessionRecording::written(&records);
    let log = folder.path().join(store::writer::LOG);
    let mut lines: Vec<String> =
        std::fs::read_to_string(&log).unwrap().lines().map(str::to_owned).collect();
    lines.insert(31, "nonsense".into());
    lines.insert(90, r#"{"seq":1,"at":0,"type":"teleported","data":{}}"#.into());
    std::fs::write(&log, lines.join("\n") + "\n{\"seq\":9,\"at\"").unwrap();
    let session = store::open(folder.path()).unwrap();
    let recording = SessionRecording::with_keyframes(folder.path(), EVERY).unwrap();
    assert_eq!((recording.moments.log.repairs.len(), session.repairs.len()), (3, 3));
    assert_eq!(session.records, records);
    let whole = Timeline::of(&records);
    let mut more = std::fs::OpenOptions::new().append(true).open(&log).unwrap();
    writeln!(more, ":4}}\n{}", lines.last().unwrap()).unwrap();
    assert_eq!(reported(&recording.at(usize::MAX)), reported(&whole));
    assert_eq!(reported(recording.whole()), reported(&whole));
    // Somebody empties the file: what was known stays, what is read again is gone.
    std::fs::write(&log, "").unwrap();
    assert_eq!(recording.record(3), None);
    assert!(recording.at(100).moments.iter().count() <= recording.whole().moments.len());
}

#[test]
fn a_session_without_anything_can_be_opened() {
    let recording = opened(&[], EVERY);
    assert!(recording.is_empty() && recording.whole().moments.is_empty());
    assert!(recording.at(5).moments.is_empty() && recording.record(0).is_none());
    assert_eq!(recording.end_of(5), 0);
}
