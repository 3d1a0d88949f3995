//! A session folded for reading: what happened at each step, what was found and asked.

use std::collections::{BTreeMap, HashMap};

use crate::domain::{Action, Coverage, Finding};
use crate::model::BehaviourModel;
use crate::protocol::{
    ActionPerformed, AppOpened, DecidedBy, DecisionMade, Event, EventRecord, ExchangeId,
    FindingTriaged, GuardHeld, ModeChanged, PromptSent, Proposal, ProposalId, ReplyChecked,
    ReplyMissing, ReplyReceived, RequestRetried, RulesAnswered, ScreenObserved, SessionEnded,
    SessionStarted, TesterNote, TransitionLearned, Verdict, WarningRaised,
};
use crate::store::RecordedSession;

/// A session. Steps are found by their number, so that absurd numbers cost nothing.
#[derive(Debug, Default)]
pub struct SessionStory<'a> {
    /// How it began.
    pub started: Option<&'a SessionStarted>,
    /// The app.
    pub opened: Option<&'a AppOpened>,
    /// What it was about, in each wording.
    pub charters: Vec<&'a str>,
    /// The behaviour model at the end.
    pub model: BehaviourModel,
    /// What happened, by actions performed; 0 is the opening.
    pub steps: BTreeMap<u64, StoryStep<'a>>,
    /// What was found, one entry a group.
    pub findings: Vec<FindingGroup<'a>>,
    /// What the target measured of itself, by step.
    pub measured: Vec<(u64, &'a Coverage)>,
    /// All exchanges with a model in order.
    pub exchanges: Vec<StoryExchange<'a>>,
    /// Why it ended.
    pub ended: Option<&'a SessionEnded>,
    /// True where the app is spoken to.
    pub is_spoken: bool,
    /// When the last thing happened, in milliseconds since the start.
    pub last_ms: u64,
    numbers: HashMap<ExchangeId, usize>,
    now: u64,
}

/// What led to a step and what it led to.
#[derive(Debug, Default)]
pub struct StoryStep<'a> {
    /// When it was performed, in milliseconds since the start.
    pub at_ms: u64,
    /// What was proposed, in order.
    pub weighed: Vec<ReviewedProposal<'a>>,
    /// What was asked for it.
    pub thoughts: Vec<StoryThought<'a>>,
    /// How performing went.
    pub performed: Option<&'a ActionPerformed>,
    /// What it led to.
    pub learned: Option<&'a TransitionLearned>,
    /// The last look after it.
    pub seen: Option<&'a ScreenObserved>,
    /// What was found after it.
    pub findings: Vec<&'a Finding>,
    /// What the tester wrote down after it.
    pub notes: Vec<&'a TesterNote>,
    /// What was odd.
    pub warnings: Vec<&'a WarningRaised>,
    /// How the mode changed.
    pub modes: Vec<&'a ModeChanged>,
}

/// A proposal and what became of it.
#[derive(Debug)]
pub struct ReviewedProposal<'a> {
    /// What was proposed.
    pub proposal: &'a Proposal,
    /// What held it back.
    pub held: Vec<&'a GuardHeld>,
    /// What was decided.
    pub decided: Option<&'a DecisionMade>,
}

/// A step of thinking.
#[derive(Clone, Copy, Debug)]
pub enum StoryThought<'a> {
    /// The exchange at this place of [`SessionStory::exchanges`].
    Exchange(usize),
    /// The rules answered.
    Ruled(&'a RulesAnswered),
}

/// One prompt with its reply and checks.
#[derive(Debug)]
pub struct StoryExchange<'a> {
    /// What was asked.
    pub asked: &'a PromptSent,
    /// Attempts that failed.
    pub retried: Vec<&'a RequestRetried>,
    /// The reply.
    pub answered: Option<&'a ReplyReceived>,
    /// Why there is none.
    pub unanswered: Option<&'a ReplyMissing>,
    /// What it was found to say.
    pub checked: Option<&'a ReplyChecked>,
}

/// Findings of one group.
#[derive(Debug)]
pub struct FindingGroup<'a> {
    /// The first one.
    pub first: &'a Finding,
    /// The steps after which it was seen again.
    pub again: Vec<u64>,
    /// What was found out about it later.
    pub triaged: Option<&'a FindingTriaged>,
}

impl<'a> SessionStory<'a> {
    /// Folds `session`.
    pub fn of(session: &'a RecordedSession) -> Self {
        let mut story = Self::default();
        for record in &session.records {
            story.apply(record);
        }
        story
    }

    fn apply(&mut self, record: &'a EventRecord) {
        self.model.apply(&record.event);
        self.last_ms = self.last_ms.max(record.at_ms);
        match &record.event {
            Event::SessionStarted(started) => self.started = Some(started),
            Event::AppOpened(opened) => self.opened = Some(opened),
            Event::CharterSet(charter) => self.charters.push(&charter.text),
            Event::Observed(observed) => {
                self.now = observed.step;
                self.is_spoken |= observed.said.is_some();
                self.step(observed.step).seen = Some(observed);
            }
            Event::Covered(coverage) => self.measured.push((self.now, coverage)),
            Event::Proposed(proposal) => {
                let weighed = ReviewedProposal { proposal, held: Vec::new(), decided: None };
                self.step(proposal.step).weighed.push(weighed);
            }
            Event::GuardHeld(held) => {
                if let Some(weighed) = self.weighed(held.proposal) {
                    weighed.held.push(held);
                }
            }
            Event::Decided(decided) => {
                if let Some(weighed) = self.weighed(decided.decision.proposal) {
                    weighed.decided = Some(decided);
                }
            }
            Event::Performed(performed) => {
                self.now = performed.step;
                let step = self.step(performed.step);
                step.at_ms = record.at_ms;
                step.performed = Some(performed);
            }
            Event::Learned(learned) => self.step(learned.step).learned = Some(learned),
            Event::Found(finding) => self.found(finding),
            Event::Triaged(triaged) => self.triaged(triaged),
            Event::Noted(note) => self.step(note.step).notes.push(note),
            Event::ModeSet(mode) => self.step(self.now).modes.push(mode),
            Event::Warned(warned) => self.step(self.now).warnings.push(warned),
            Event::Ended(ended) => self.ended = Some(ended),
            other => self.asking(other),
        }
    }

    fn asking(&mut self, event: &'a Event) {
        match event {
            Event::Asked(asked) => {
                let place = self.exchanges.len();
                self.numbers.insert(asked.exchange, place);
                self.exchanges.push(StoryExchange {
                    asked,
                    retried: Vec::new(),
                    answered: None,
                    unanswered: None,
                    checked: None,
                });
                self.step(asked.step).thoughts.push(StoryThought::Exchange(place));
            }
            Event::Retried(retried) => {
                self.exchange(retried.exchange, |exchange| exchange.retried.push(retried));
            }
            Event::Answered(answered) => {
                self.exchange(answered.exchange, |exchange| exchange.answered = Some(answered));
            }
            Event::Unanswered(unanswered) => {
                self.exchange(unanswered.exchange, |exchange| {
                    exchange.unanswered = Some(unanswered);
                });
            }
            Event::Checked(checked) => {
                self.exchange(checked.exchange, |exchange| exchange.checked = Some(checked));
            }
            Event::Ruled(ruled) => self.step(ruled.step).thoughts.push(StoryThought::Ruled(ruled)),
            _ => {}
        }
    }

    fn found(&mut self, finding: &'a Finding) {
        self.step(finding.step).findings.push(finding);
        match self.findings.iter_mut().find(|group| group.first.group == finding.group) {
            Some(group) => group.again.push(finding.step),
            None => self.findings.push(FindingGroup {
                first: finding,
                again: Vec::new(),
                triaged: None,
            }),
        }
    }

    fn triaged(&mut self, triaged: &'a FindingTriaged) {
        let group = self.findings.iter_mut().find(|group| group.first.group == triaged.group);
        if let Some(group) = group {
            group.triaged = Some(triaged);
        }
    }

    fn step(&mut self, number: u64) -> &mut StoryStep<'a> {
        self.steps.entry(number).or_default()
    }

    /// The proposal with this number. It is among the latest, as only one waits at a time.
    fn weighed(&mut self, proposal: ProposalId) -> Option<&mut ReviewedProposal<'a>> {
        let latest = self.steps.values_mut().rev().take(3);
        latest
            .flat_map(|step| step.weighed.iter_mut().rev())
            .find(|weighed| weighed.proposal.id == proposal)
    }

    fn exchange(&mut self, number: ExchangeId, change: impl FnOnce(&mut StoryExchange<'a>)) {
        let place = self.numbers.get(&number);
        if let Some(exchange) = place.and_then(|place| self.exchanges.get_mut(*place)) {
            change(exchange);
        }
    }

    /// What the page is called: the app, else the target.
    pub fn title(&self) -> &str {
        let app = self.opened.map(|opened| opened.package.as_str()).filter(|app| !app.is_empty());
        app.or_else(|| self.started.map(|started| started.target.as_str())).unwrap_or("a session")
    }

    /// The notes and bug marks of the tester, with their step.
    pub fn notes(&self) -> impl Iterator<Item = &'a TesterNote> {
        self.steps.values().flat_map(|step| step.notes.iter().copied())
    }
}

impl<'a> StoryStep<'a> {
    /// The proposal that was carried out, or replaced by what was.
    pub fn chosen(&self) -> Option<&ReviewedProposal<'a>> {
        let done = |weighed: &&ReviewedProposal<'_>| weighed.action().is_some();
        self.weighed.iter().rev().find(done)
    }

    /// What was done.
    pub fn action(&self) -> Option<&'a Action> {
        self.chosen()?.action()
    }
}

impl<'a> ReviewedProposal<'a> {
    /// What was done because of it.
    pub fn action(&self) -> Option<&'a Action> {
        self.decided?.action.as_ref()
    }

    /// Who proposed it, and what became of it and through whom, in words.
    pub fn fate(&self) -> String {
        let proposer = match self.proposal.explorer.as_str() {
            "tester" => "The tester asked for it",
            explorer => &format!("Proposed by {explorer}"),
        };
        let Some(decided) = self.decided else { return format!("{proposer}; never decided") };
        let by = match decided.decision.by {
            DecidedBy::Tester => "the tester",
            DecidedBy::Policy => "the mode",
        };
        let verb = match &decided.decision.verdict {
            Verdict::Approve => "approved",
            Verdict::ApprovePlan => "approved with the rest of its plan",
            Verdict::Override { .. } => "overridden",
            Verdict::Reject { .. } => "rejected",
            Verdict::Skip => "skipped",
            Verdict::Stop => "not done: the session was ended",
        };
        format!("{proposer}; {verb} by {by}")
    }
}
