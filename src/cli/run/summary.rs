//! The result of a run.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::output;
use crate::cli::triage;
use crate::domain::{Action, Finding, ReadQuality};
use crate::engine::SessionTotals;
use crate::engine::triage::can_confirm;
use crate::model::{BehaviourModel, FindingVerdicts};
use crate::protocol::{
    DecisionMade, EndReason, Event, EventRecord, FindingTriaged, ModelUsage, WarningRaised,
};
use crate::session::{AttackTotals, ModelTotals, SessionFacts};

/// The most steps that are printed before a finding.
const SHOWN_STEPS: usize = 30;

pub struct RunSummary {
    pub totals: SessionTotals,
    session: PathBuf,
    facts: SessionFacts,
    model: BehaviourModel,
    /// The first findings of their groups.
    findings: Vec<Arc<Finding>>,
    /// What was performed, for people, by step: all that is kept of a step, so that long runs need
    /// little memory.
    done: Vec<(u64, String)>,
    triaged: Vec<FindingTriaged>,
    /// Observations.
    observed: u64,
    /// Of them, those whose hierarchy could not be read.
    unread: u64,
    /// Why the latest of them could not.
    unread_why: String,
}

/// What was asked of `model`, for people.
fn model_text(asked: &ModelTotals, model: &str) -> String {
    if asked.requests == 0 {
        return format!("model {model}: was never asked");
    }
    if asked.never_answered() {
        return format!(
            "model {model}: never answered {}; it had no part in this run",
            counted(asked.requests, "request")
        );
    }
    let ModelUsage { input_tokens, output_tokens, cost_usd, estimated } = asked.usage;
    let about = if estimated { "about " } else { "" };
    format!(
        "model {model}: {} of {} answered, {about}{input_tokens} tokens sent and \
         {output_tokens} received, {about}${cost_usd:.4}, {}, the rules answered instead {}",
        asked.answered,
        counted(asked.requests, "request"),
        counted(asked.feedback_rounds, "feedback round"),
        counted(asked.fallbacks, "time"),
    )
}

/// What was asked of `model`; `None` if none was configured.
fn model_json(asked: &ModelTotals, model: Option<&str>) -> Value {
    let ModelUsage { input_tokens, output_tokens, cost_usd, estimated } = asked.usage;
    json!({
        "model": model,
        "requests": asked.requests,
        "answered": asked.answered,
        "input_tokens": input_tokens,
        "output_tokens": output_tokens,
        "estimated": estimated,
        "cost_usd": cost_usd,
        "feedback_rounds": asked.feedback_rounds,
        "fallbacks": asked.fallbacks,
    })
}

/// The attacks of forms; `None` if there were none.
fn attacks_json(attacks: &AttackTotals) -> Option<Value> {
    let (passed, sought) = attacks.passed();
    (attacks.forms() > 0).then(|| {
        json!({
            "forms": attacks.forms(),
            "inputs": attacks.inputs,
            "crashed": attacks.crashed,
            "refused": attacks.refused,
            "accepted": attacks.accepted,
            "shortened": attacks.shortened,
            "not_typed": attacks.not_typed,
            "valid": { "passed": passed, "of": sought },
            "a_minute": attacks.a_minute(),
        })
    })
}

/// `count` things called `what`.
fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

impl RunSummary {
    pub fn new(session: PathBuf) -> Self {
        Self {
            totals: SessionTotals::default(),
            session,
            facts: SessionFacts::default(),
            model: BehaviourModel::default(),
            findings: Vec::new(),
            done: Vec::new(),
            triaged: Vec::new(),
            observed: 0,
            unread: 0,
            unread_why: String::new(),
        }
    }

    pub fn apply(&mut self, record: &EventRecord) {
        self.model.apply(&record.event);
        self.facts.apply(record);
        match &record.event {
            Event::Observed(observed) => {
                self.observed += 1;
                if let ReadQuality::Failed(why) = &observed.reading {
                    self.unread += 1;
                    self.unread_why.clone_from(why);
                }
            }
            Event::Found(finding) if finding.first => {
                self.findings.extend(self.facts.findings.last().cloned());
            }
            Event::Decided(DecisionMade { action: Some(action), step: Some(step), .. }) => {
                self.done.push((*step, action.to_string()));
            }
            _ => {}
        }
    }

    /// Takes in what was found out about a finding after the run.
    pub fn triaged(&mut self, reported: FindingTriaged) {
        self.triaged.push(reported);
    }

    /// What was found out about `finding` after the run.
    pub fn triage(&self, finding: &Finding) -> Option<&FindingTriaged> {
        self.triaged.iter().find(|reported| reported.group == finding.group)
    }

    /// What was done up to `step`, from the last restart on, with the steps' numbers; of many only
    /// the last.
    pub fn before(&self, step: u64) -> &[(u64, String)] {
        let end = self.done.partition_point(|(number, _)| *number <= step);
        let done = self.done.get(..end).unwrap_or_default();
        let earlier = done.get(..end.saturating_sub(1)).unwrap_or_default();
        let anew = [Action::Restart, Action::Clear].map(|action| action.to_string());
        let start = earlier.iter().rposition(|(_, action)| anew.contains(action));
        let start = start.unwrap_or(0).max(end.saturating_sub(SHOWN_STEPS));
        done.get(start..).unwrap_or_default()
    }

    /// The session's folder.
    pub fn session(&self) -> &Path {
        &self.session
    }

    /// Who explored.
    pub fn explorer(&self) -> &str {
        self.facts.started.as_ref().map_or("", |started| started.explorer.as_str())
    }

    /// True if something was found that a triage can confirm; with `crashes_only` only a crash or ANR
    /// counts.
    pub fn can_confirm(&self, crashes_only: bool) -> bool {
        let by_model = self.model_name().is_some();
        let mut findings = self.findings.iter();
        findings.any(|finding| {
            finding.kind.is_crash() || (!crashes_only && can_confirm(finding, by_model))
        })
    }

    /// True if a model's suspicion did not happen again after a restart.
    pub fn is_refuted(&self, finding: &Finding) -> bool {
        finding.claim.is_some()
            && self.triage(finding).is_some_and(|it| it.runs > 0 && it.confirmed == 0)
    }

    /// What the tester said about findings.
    pub const fn verdicts(&self) -> &FindingVerdicts {
        &self.facts.verdicts
    }

    pub fn model(&self) -> &BehaviourModel {
        &self.model
    }

    /// The findings, one for each group.
    pub fn findings(&self) -> &[Arc<Finding>] {
        &self.findings
    }

    pub fn end(&self) -> Option<&EndReason> {
        self.facts.ended.as_ref().map(|ended| &ended.reason)
    }

    pub fn target(&self) -> &str {
        self.facts.started.as_ref().map_or("", |started| started.target.as_str())
    }

    /// The model's name, if one was configured.
    pub fn model_name(&self) -> Option<&str> {
        self.facts.started.as_ref()?.model.as_deref()
    }

    /// If a model was asked and never answered: what can be done about it.
    pub fn never_answered(&self) -> Option<&str> {
        let asked = &self.facts.asked;
        let hint = asked.hint.as_deref().unwrap_or("see `ridealong doctor`");
        asked.never_answered().then_some(hint)
    }

    /// One JSON object of the form that `docs/protocol.md` describes.
    pub fn json(&self) -> Value {
        let model = &self.model;
        let started = self.facts.started.as_ref();
        let declared = model.declared_activities().len();
        let findings: Vec<Value> = self
            .findings
            .iter()
            .map(|finding| {
                let mut reported = self.triage(finding).map_or_else(|| json!({}), triage::fields);
                reported["kind"] = json!(finding.kind);
                reported["title"] = json!(finding.title);
                reported["step"] = json!(finding.step);
                reported["steps"] = json!(finding.steps());
                if let Some(oracle) = finding.oracle_name() {
                    reported["oracle"] = json!(oracle);
                }
                if !finding.category.is_empty() {
                    reported["category"] = json!(finding.category);
                }
                if let Some(confidence) = finding.confidence {
                    reported["confidence"] = json!(confidence);
                }
                if let Some(verdict) = self.facts.verdicts.of(&finding.group) {
                    reported["verdict"] = json!(verdict);
                }
                reported
            })
            .collect();
        let SessionTotals { wall, device, model: asking } = self.totals;
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
            "unread_screens": self.unread,
            "warnings": self.warnings(),
            "attacks": attacks_json(&self.facts.attacks),
            "llm": model_json(&self.facts.asked, self.model_name()),
            "wall_ms": wall.as_millis(),
            "engine_ms": wall.saturating_sub(device + asking).as_millis(),
            "curve": model.curve(),
            "end": self.end(),
        })
    }

    /// What was warned of, each text once, with how often.
    fn warnings(&self) -> Vec<Value> {
        let mut counted: Vec<(&WarningRaised, u64)> = Vec::new();
        for (_, warned) in &self.facts.messages {
            match counted.iter_mut().find(|(known, _)| known.what == warned.what) {
                Some((_, count)) => *count += 1,
                None => counted.push((warned, 1)),
            }
        }
        let reported = |(warned, count): (&WarningRaised, u64)| json!({"what": warned.what, "hint": warned.hint, "count": count});
        counted.into_iter().map(reported).collect()
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
            lines.push(count.words(kind));
        }
        lines.extend(self.facts.attacks.words());
        if self.unread > 0 {
            lines.push(format!(
                "warning: {} of {} could not be read: {}",
                self.unread,
                counted(self.observed, "screen"),
                self.unread_why
            ));
        }
        lines.extend(self.model_name().map(|model| model_text(&self.facts.asked, model)));
        if self.findings.is_empty() {
            lines.push("no findings".into());
        }
        for finding in &self.findings {
            let text = match self.triage(finding) {
                Some(reported) => triage::text(finding, reported),
                None => {
                    format!("{} at step {}: {}", finding.kind.word(), finding.step, finding.title)
                }
            };
            let text = if self.is_refuted(finding) { format!("{text} (refuted)") } else { text };
            lines.push(match self.facts.verdicts.of(&finding.group) {
                Some(verdict) => format!("{text} ({})", verdict.words()),
                None => text,
            });
        }
        lines.push(format!("session: {}", self.session.display()));
        output::plain(&lines.join("\n"))
    }
}
