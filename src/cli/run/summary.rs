//! The result of a run: a fold over its records.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::output;
use crate::domain::Finding;
use crate::engine::Ride;
use crate::model::BehaviourModel;
use crate::protocol::{EndReason, Event, Record, SessionStarted, Usage};

pub struct Summary {
    pub ride: Ride,
    session: PathBuf,
    started: Option<SessionStarted>,
    end: Option<EndReason>,
    model: BehaviourModel,
    findings: Vec<Finding>,
    asked: Asking,
}

/// What was asked of a model, and what came of it.
#[derive(Default)]
struct Asking {
    requests: u64,
    answered: u64,
    usage: Usage,
    feedback_rounds: u64,
    fallbacks: u64,
}

impl Asking {
    fn apply(&mut self, event: &Event) {
        match event {
            Event::Asked(asked) => {
                self.requests += 1;
                self.feedback_rounds += u64::from(asked.round > 0);
            }
            Event::Answered(answered) => {
                self.answered += 1;
                self.usage += answered.usage;
            }
            Event::Ruled(ruled) => self.fallbacks += u64::from(ruled.why.is_fallback()),
            _ => {}
        }
    }

    fn json(&self) -> Value {
        let Usage { input_tokens, output_tokens, cost_usd, .. } = self.usage;
        json!({
            "requests": self.requests,
            "answered": self.answered,
            "input_tokens": input_tokens,
            "output_tokens": output_tokens,
            "cost_usd": cost_usd,
            "feedback_rounds": self.feedback_rounds,
            "fallbacks": self.fallbacks,
        })
    }
}

impl Summary {
    pub fn new(session: PathBuf) -> Self {
        Self {
            ride: Ride::default(),
            session,
            started: None,
            end: None,
            model: BehaviourModel::default(),
            findings: Vec::new(),
            asked: Asking::default(),
        }
    }

    pub fn apply(&mut self, record: &Record) {
        self.model.apply(&record.event);
        self.asked.apply(&record.event);
        match &record.event {
            Event::SessionStarted(started) => self.started = Some(started.clone()),
            Event::Found(finding) if finding.first => self.findings.push(finding.clone()),
            Event::Ended(ended) => self.end = Some(ended.reason.clone()),
            _ => {}
        }
    }

    pub fn model(&self) -> &BehaviourModel {
        &self.model
    }

    /// The findings, one for each group.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    pub fn end(&self) -> Option<&EndReason> {
        self.end.as_ref()
    }

    pub fn target(&self) -> &str {
        self.started.as_ref().map_or("", |started| started.target.as_str())
    }

    /// One JSON object of the form that `docs/protocol.md` describes.
    pub fn json(&self) -> Value {
        let model = &self.model;
        let started = self.started.as_ref();
        let declared = model.declared_activities().len();
        let findings: Vec<Value> = self
            .findings
            .iter()
            .map(|finding| {
                json!({"kind": finding.kind, "title": finding.title, "step": finding.step})
            })
            .collect();
        let Ride { wall, device, model: asking } = self.ride;
        json!({
            "session": self.session,
            "target": self.target(),
            "explorer": started.map(|started| &started.explorer),
            "seed": started.map(|started| started.seed),
            "steps": model.steps(),
            "states": {"observed": model.states().len(), "semantic": model.semantic_states()},
            "transitions": model.transitions(),
            "activities": {
                "visited": model.activities().len(),
                "declared": (declared > 0).then_some(declared),
            },
            "coverage": model.coverage(),
            "findings": findings,
            "llm": self.asked.json(),
            "wall_ms": wall.as_millis(),
            "engine_ms": wall.saturating_sub(device + asking).as_millis(),
            "curve": model.curve(),
            "end": self.end,
        })
    }

    /// The result for people.
    pub fn text(&self) -> String {
        let model = &self.model;
        let mut lines = vec![format!(
            "{} steps on {}: {} states, {} transitions, {} activities",
            model.steps(),
            self.target(),
            model.states().len(),
            model.transitions(),
            model.activities().len(),
        )];
        for (kind, count) in model.coverage() {
            let share = (count.covered * 100).checked_div(count.total).unwrap_or(0);
            lines.push(format!(
                "coverage of {kind}: {} of {} ({share} %)",
                count.covered, count.total
            ));
        }
        if self.findings.is_empty() {
            lines.push("no findings".into());
        }
        for finding in &self.findings {
            lines.push(format!(
                "{} at step {}: {}",
                finding.kind.word(),
                finding.step,
                finding.title
            ));
        }
        lines.push(format!("session: {}", self.session.display()));
        output::plain(&lines.join("\n"))
    }
}
