//! Asking a model, on the tape of the notes app.

use super::{EDITOR, LIST, NotebookTape, target};
use crate::domain::{Action, ActionKey, AvailableAction, BlobId, InputText, StateId};
use crate::protocol::{
    ActionOutcome, ActionsAdded, CheckComplaint, DecidedBy, Event, ExchangeId, FallbackReason,
    ModelUsage, PromptForm, PromptSent, ReplyChecked, ReplyMissing, ReplyReceived, RequestRetried,
    RulesAnswered, StatesMerged, Verdict,
};
use crate::session::Timeline;

/// The name of the blob that holds the reply of this exchange.
pub fn reply_of(exchange: u64) -> BlobId {
    BlobId::of(format!("reply {exchange}").as_bytes())
}

/// The name of the blob that holds its messages.
pub fn messages_of(exchange: u64) -> BlobId {
    BlobId::of(format!("messages {exchange}").as_bytes())
}

/// The name of the blob that holds what its prompt was made from.
pub fn context_of(exchange: u64) -> BlobId {
    BlobId::of(format!("context {exchange}").as_bytes())
}

impl NotebookTape {
    fn exchange(&mut self, query: &str, round: u32, form: PromptForm, again: Option<u64>) {
        self.exchanges += 1;
        let number = self.exchanges;
        self.event(Event::Asked(PromptSent {
            exchange: ExchangeId(number),
            step: self.steps + 1,
            query: query.into(),
            round,
            form,
            model: "llama3.1:8b".into(),
            template: if again.is_some() { "edited" } else { "built in" }.into(),
            messages: messages_of(number),
            context: context_of(number),
            again: again.map(ExchangeId),
        }));
    }

    /// The model is asked `query`.
    pub fn ask(&mut self, query: &str) -> &mut Self {
        self.exchange(query, 0, PromptForm::Long, None);
        self
    }

    /// The complaint about the latest reply goes back to the model, for to `query`.
    pub fn feedback(&mut self, query: &str, round: u32) -> &mut Self {
        self.exchange(query, round, PromptForm::Feedback, None);
        self
    }

    /// `query` is asked again in place of the exchange `of`.
    pub fn again(&mut self, query: &str, of: u64, round: u32) -> &mut Self {
        let form = if round == 0 { PromptForm::Long } else { PromptForm::Feedback };
        self.exchange(query, round, form, Some(of));
        self
    }

    /// The latest exchange.
    pub fn latest(&self) -> ExchangeId {
        ExchangeId(self.exchanges)
    }

    /// An attempt failed.
    pub fn retried(&mut self, why: &str, wait_ms: u64) -> &mut Self {
        let exchange = self.latest();
        self.event(Event::Retried(RequestRetried { exchange, why: why.into(), wait_ms }))
    }

    /// A reply came.
    pub fn answered(&mut self, tokens: (u64, u64), took_ms: u64) -> &mut Self {
        let (input_tokens, output_tokens) = tokens;
        let cost_usd = (input_tokens + 3 * output_tokens) as f64 / 1e6;
        let usage = ModelUsage { input_tokens, output_tokens, cost_usd, estimated: false };
        let exchange = self.latest();
        let reply = reply_of(self.exchanges);
        self.event(Event::Answered(ReplyReceived { exchange, reply, cut: false, usage, took_ms }))
    }

    /// The reply was accepted.
    pub fn accepted(&mut self, answer: &str, thoughts: &[(&str, &str)]) -> &mut Self {
        self.checked(answer, thoughts, None)
    }

    /// The reply was not accepted: the check and what it says.
    pub fn refused(&mut self, answer: &str, check: &str, says: &str) -> &mut Self {
        let complaint = CheckComplaint { check: check.into(), says: says.into() };
        self.checked(answer, &[], Some(complaint))
    }

    /// A reply was checked.
    pub fn checked(
        &mut self,
        answer: &str,
        thoughts: &[(&str, &str)],
        complaint: Option<CheckComplaint>,
    ) -> &mut Self {
        let thoughts =
            thoughts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        let exchange = self.latest();
        self.event(Event::Checked(ReplyChecked {
            exchange,
            answer: answer.into(),
            thoughts,
            complaint,
        }))
    }

    /// No reply came.
    pub fn unanswered(&mut self, why: &str, hint: Option<&str>, cancelled: bool) -> &mut Self {
        let exchange = self.latest();
        let hint = hint.map(str::to_owned);
        self.event(Event::Unanswered(ReplyMissing { exchange, why: why.into(), hint, cancelled }))
    }

    /// The rules answered.
    pub fn ruled(&mut self, query: &str, why: FallbackReason, answer: &str) -> &mut Self {
        let (query, answer) = (query.to_owned(), answer.to_owned());
        let step = self.steps + 1;
        self.event(Event::Ruled(RulesAnswered { step, query, why, answer }))
    }

    /// A state was taken for the same as another.
    pub fn merged(&mut self, state: StateId, into: StateId) -> &mut Self {
        let step = self.steps;
        self.event(Event::StatesMerged(StatesMerged { step, state, into }))
    }

    /// The explorer thought of texts for the filter.
    pub fn thought_of(&mut self, state: StateId, texts: &[&str]) -> &mut Self {
        let available = texts.iter().map(|text| {
            let key = ActionKey::new(format!("type #filter {text}"));
            let action =
                Action::Type { target: target(4), text: InputText::Plain((*text).to_owned()) };
            AvailableAction { action, template: key.clone(), key }
        });
        let available = available.collect();
        let step = self.steps;
        self.event(Event::ActionsAdded(ActionsAdded { step, state, actions: available }))
    }

    /// One step in which all three questions were answered at once, its proposal approved.
    pub fn thought_through(&mut self) -> &mut Self {
        let tap = Action::Tap { target: target(10) };
        self.observe(LIST, "MainActivity · Notes")
            .ask("elevate/states")
            .answered((812, 41), 2340)
            .accepted("new", &[("sees", "A list of notes with a tool bar and a field to filter.")])
            .ask("elevate/inputs")
            .answered((640, 33), 1810)
            .accepted("2 more inputs", &[])
            .thought_of(LIST, &["Milk", "no such note"])
            .ask("elevate/exploration")
            .answered((1204, 88), 4120)
            .accepted(
                "tap [10] Add",
                &[
                    ("state", "The list of notes; nothing was tried here so far."),
                    ("goal", "Find out whether notes get lost, so make one first."),
                    ("choice", "Add leads to where a note is written."),
                ],
            )
            .propose(tap, "Add leads to where a note is written.", Vec::new())
    }
}

/// A session in which a model is asked: one step thought through and done, then feedback, a retry
/// and the rules on the way to the proposal that waits.
pub fn session() -> Timeline {
    let mut tape = asking();
    tape.thought_through()
        .decide(DecidedBy::Tester, Verdict::Approve)
        .performed(|_| {})
        .observe(EDITOR, "EditActivity · New note")
        .learned(LIST, EDITOR, ActionOutcome::Moved);
    second_step(&mut tape);
    tape.session()
}

/// The second step of [`session`], up to its proposal.
pub fn second_step(tape: &mut NotebookTape) {
    tape.ask("elevate/states")
        .answered((120, 12), 640)
        .refused("state 9", "NO STATE ERROR", "There is no state 9. Choose one of: 1, 2, or new.")
        .feedback("elevate/states", 1)
        .answered((190, 9), 480)
        .accepted("new", &[])
        .ask("elevate/inputs")
        .retried("the server failed (503): overloaded", 2000)
        .unanswered(
            "http://localhost:11434 cannot be reached: connection refused",
            Some("start the server, or correct base_url in the profile"),
            false,
        )
        .ruled("elevate/inputs", FallbackReason::Unanswered, "the 9 actions of the screen")
        .ruled("elevate/exploration", FallbackReason::Unanswered, "tap [11] Save, never tried")
        .propose(Action::Tap { target: target(11) }, "Never tried here.", Vec::new());
}

/// A tape at the start of a session in which a model is asked.
pub fn asking() -> NotebookTape {
    let mut tape = NotebookTape::default();
    tape.start_asking(Some("llama3.1:8b"));
    tape
}
