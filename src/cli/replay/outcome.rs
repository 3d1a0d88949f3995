//! The result of performing a recording again, once or several times.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::cli::output;
use crate::domain::Finding;
use crate::explorer::replay::{ActionTape, TapedAction};
use crate::model::score::ReplayScore;
use crate::protocol::{EndReason, EventRecord, StepMatch};
use crate::session::SessionFacts;

/// Rows of steps that are shown to people; all are in the JSON form.
const SHOWN: usize = 40;

/// One time.
pub struct ReplayRun {
    /// Its session.
    pub session: PathBuf,
    /// How its steps went.
    pub score: ReplayScore,
    /// The tester ended it.
    pub interrupted: bool,
    facts: SessionFacts,
}

impl ReplayRun {
    pub fn new(session: PathBuf) -> Self {
        Self {
            session,
            score: ReplayScore::default(),
            facts: SessionFacts::default(),
            interrupted: false,
        }
    }

    pub fn apply(&mut self, record: &EventRecord) {
        self.score.apply(&record.event);
        self.facts.apply(record);
    }

    /// Why it ended.
    pub fn end(&self) -> Option<&EndReason> {
        self.facts.ended.as_ref().map(|ended| &ended.reason)
    }

    /// True if a finding of this group was seen.
    fn has_seen(&self, group: &str) -> bool {
        self.facts.group(group).is_some()
    }

    /// True if the step led to the recorded state, or was not needed.
    fn went_well(&self, step: &TapedAction) -> bool {
        let reported = self.score.steps.get(&step.number).map(|compared| compared.sameness);
        matches!(reported, Some(StepMatch::Same | StepMatch::Near | StepMatch::Skipped))
    }
}

/// All times.
pub struct ReplayOutcome {
    session: PathBuf,
    on: String,
    tape: Arc<ActionTape>,
    tolerance: f64,
    /// The times so far.
    pub runs: Vec<ReplayRun>,
}

impl ReplayOutcome {
    pub fn new(session: PathBuf, on: String, tape: Arc<ActionTape>, tolerance: f64) -> Self {
        Self { session, on, tape, tolerance, runs: Vec::new() }
    }

    /// The recorded findings, one for each group.
    fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.tape.findings.iter().filter(|finding| finding.first)
    }

    fn seen(&self, finding: &Finding) -> usize {
        self.runs.iter().filter(|run| run.has_seen(&finding.group)).count()
    }

    /// True if every time every finding was seen again and no more steps than allowed led
    /// elsewhere.
    pub fn reproduced(&self) -> bool {
        let least = 1.0 - self.tolerance / 100.0;
        let total = self.tape.steps.len();
        let steps = self.runs.iter().all(|run| run.score.share(total) >= least - 1e-9);
        let all = self.runs.len();
        steps && self.findings().all(|finding| self.seen(finding) == all)
    }

    /// `firm`, `flaky` or `failing`, by how often something went well.
    fn verdict(&self, times: usize) -> &'static str {
        match times {
            0 => "failing",
            _ if times == self.runs.len() => "firm",
            _ => "flaky",
        }
    }

    fn well(&self, step: &TapedAction) -> usize {
        self.runs.iter().filter(|run| run.went_well(step)).count()
    }

    pub fn json(&self) -> Value {
        let total = self.tape.steps.len();
        let runs: Vec<Value> = self
            .runs
            .iter()
            .map(|run| {
                json!({
                    "session": run.session,
                    "score": rounded(run.score.share(total)),
                    "compared": run.score,
                    "performed": run.facts.step,
                    "findings_seen": self.findings()
                        .filter(|finding| run.has_seen(&finding.group)).count(),
                    "end": run.end(),
                })
            })
            .collect();
        let findings: Vec<Value> = self
            .findings()
            .map(|finding| {
                let seen = self.seen(finding);
                json!({
                    "kind": finding.kind,
                    "title": finding.title,
                    "group": finding.group,
                    "step": finding.step,
                    "seen": seen,
                    "of": self.runs.len(),
                    "verdict": self.verdict(seen),
                })
            })
            .collect();
        let steps: Vec<Value> = self
            .tape
            .steps
            .iter()
            .map(|step| {
                let well = self.well(step);
                let reported = self.reported(step);
                json!({
                    "step": step.number,
                    "action": step.action.to_string(),
                    "well": well,
                    "of": self.runs.len(),
                    "verdict": self.verdict(well),
                    "what": reported,
                })
            })
            .collect();
        json!({
            "session": self.session,
            "on": self.on,
            "steps": steps,
            "findings": findings,
            "runs": runs,
            "reproduced": self.reproduced(),
        })
    }

    /// The message about `step` from the first run in which it differed, else from the last run.
    fn reported(&self, step: &TapedAction) -> Option<&str> {
        let wrong = self.runs.iter().find(|run| !run.went_well(step));
        let what = &wrong.or(self.runs.last())?.score.steps.get(&step.number)?.what;
        Some(what.as_str()).filter(|what| !what.is_empty())
    }

    /// The outcome for people.
    pub fn text(&self) -> String {
        let total = self.tape.steps.len();
        let mut lines = Vec::new();
        for (number, run) in self.runs.iter().enumerate() {
            let ReplayScore { same, near, different, skipped, given_up, .. } = run.score;
            let never = total.saturating_sub(same + near + different + skipped + given_up);
            let never = if never > 0 { format!(", {never} never come to") } else { String::new() };
            lines.push(format!(
                "time {}: {:.0} % of {total} steps: {same} same, {near} near, {different} \
                 different, {skipped} not needed, {given_up} given up{never}; session: {}",
                number + 1,
                100.0 * run.score.share(total),
                run.session.display(),
            ));
        }
        let troubled: Vec<&TapedAction> =
            self.tape.steps.iter().filter(|step| self.well(step) < self.runs.len()).collect();
        if !troubled.is_empty() {
            let mut rows = vec![["step", "action", "well", "", "what"].map(str::to_owned).to_vec()];
            rows.extend(troubled.iter().take(SHOWN).map(|step| {
                let well = self.well(step);
                vec![
                    step.number.to_string(),
                    step.action.to_string().chars().take(40).collect(),
                    format!("{well}/{}", self.runs.len()),
                    self.verdict(well).to_owned(),
                    self.reported(step).unwrap_or_default().chars().take(80).collect(),
                ]
            }));
            lines.push(output::table(&rows));
            if troubled.len() > SHOWN {
                lines.push(format!("and {} more; --json has all", troubled.len() - SHOWN));
            }
        }
        for finding in self.findings() {
            let seen = self.seen(finding);
            lines.push(format!(
                "{} of step {} seen again {seen} of {} times ({}): {}",
                finding.kind.word(),
                finding.step,
                self.runs.len(),
                self.verdict(seen),
                finding.title
            ));
        }
        lines.push(if self.reproduced() { "reproduced" } else { "not reproduced" }.to_owned());
        output::plain(&lines.join("\n"))
    }
}

fn rounded(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}
