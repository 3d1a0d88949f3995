//! VisionDroid's Monitor and Detector: functional bugs that need understanding.
//!
//! The Monitor divides what is done into functions of the app and keeps the important steps of each. A
//! function that is finished goes to the Detector, which says what it is for, what should have happened
//! and what did. What it suspects is looked at a second time before anybody is told: code compares the
//! claim with the screens, and the model is asked once more with nothing but the evidence. Performing the
//! steps again (`--confirm`) then shows it once more or refutes it.
//!
//! Source: VisionDroid (IEEE 11181197), sections 3.2 to 3.4. The second look and the strict form of the
//! answers are ours, and so are all prompts and examples.

mod again;
mod board;
mod claims;
mod course;
mod detector;
mod examples;
mod monitor;
mod second_look;

use std::sync::Arc;

use serde_json::Value;

use super::{JudgedTurn, Judging, Oracle, OracleSettings};
use crate::domain::{Finding, FindingClaim, FindingEvidence, FindingKind, FindingSteps};
use crate::llm::{Asker, ModelQuery, QueryAnswer};
use crate::protocol::{ExplorerNote, FunctionTested};

pub use again::AgainOracle;
pub use board::{FunctionBoard, FunctionRecord};
pub use claims::{ClaimOracle, quoting};
pub use examples::{BugExample, ExampleStore};

use course::{CourseStep, FunctionCourse};
use detector::{DetectedBug, DetectorContext, DetectorQuery, DetectorVerdict};
use monitor::{MonitorContext, MonitorQuery, MonitorVerdict};
use second_look::{SecondLookContext, SecondLookQuery, SecondLookVerdict};

/// The questions asked here.
pub const QUERIES: &[&dyn ModelQuery] = &[&MonitorQuery, &DetectorQuery, &SecondLookQuery];

/// The parts that can be disabled: the explanation of the picture that the Detector is given, the texts of the
/// screens, the division into functions by the Monitor, the examples, and the reasoning in three steps.
pub const PARTS: &[&str] = &["legend", "alignment", "functions", "examples", "reasoning"];

/// Examples that are given to the Detector (VisionDroid's k).
const EXAMPLES: usize = 4;

/// See the module.
pub struct VisionDroidOracle {
    board: FunctionBoard,
    detector: Detector,
    /// True if the Monitor divides the steps into functions.
    functions: bool,
    course: FunctionCourse,
    /// The step with which the present function begins.
    from: u64,
    /// True once it was said that there is no model.
    said_off: bool,
}

impl VisionDroidOracle {
    /// One that writes down functions on the board of `settings`, for the Explorer, and knows what testers
    /// said of earlier findings.
    pub fn new(settings: &OracleSettings) -> Self {
        Self {
            board: settings.board.clone(),
            detector: Detector::new(settings),
            functions: settings.has("functions"),
            course: FunctionCourse::default(),
            from: 0,
            said_off: false,
        }
    }

    async fn findings(&mut self, turn: &JudgedTurn, asker: &mut Asker) -> Vec<Finding> {
        if turn.after.screen.surface.is_dialogue() {
            return Vec::new();
        }
        if asker.model().is_none() {
            if !self.said_off {
                self.said_off = true;
                let hint = "choose a model with --llm, or leave the oracle out with --oracle";
                asker.warn(
                    "The oracle vision-droid is off: it needs a model.".to_owned(),
                    Some(hint.to_owned()),
                );
            }
            return Vec::new();
        }
        self.course.take(turn);
        if !self.course.is_due() {
            return Vec::new();
        }
        let finished = if self.functions {
            self.monitor(turn.step, asker).await
        } else {
            self.course.undivided().map(|(from, steps)| FinishedFunction {
                name: String::new(),
                from,
                steps,
            })
        };
        let Some(finished) = finished else { return Vec::new() };
        self.detect(turn.step, finished, asker).await
    }

    /// Has the Monitor say what the latest steps belong to. Gives the function that they finish.
    async fn monitor(&mut self, step: u64, asker: &mut Asker) -> Option<FinishedFunction> {
        let context = MonitorContext {
            function: self.course.function().to_owned(),
            steps: self.course.latest().iter().map(CourseStep::reported).collect(),
        };
        let answer = ask(&MonitorQuery, step, &context, None, asker).await;
        let Some(verdict) =
            answer.and_then(|answer| serde_json::from_value::<MonitorVerdict>(answer).ok())
        else {
            // Without an answer the steps stay together.
            self.course.keep_all();
            return None;
        };
        let from = self.from;
        let is_first = self.course.function().is_empty();
        let first = self.course.latest().first().filter(|_| is_first).map(|step| step.step);
        if let Some(begins) = first.or(verdict.new_from) {
            self.from = begins;
            tell(asker, &verdict.function, begins, None);
        }
        let finished = self.course.divide(&verdict.function, verdict.new_from, &verdict.important);
        self.board.begin(&verdict.function);
        finished.map(|(name, steps)| FinishedFunction { name, from, steps })
    }

    /// Has the Detector judge a finished function, and looks at what it suspects a second time.
    async fn detect(
        &mut self,
        step: u64,
        function: FinishedFunction,
        asker: &mut Asker,
    ) -> Vec<Finding> {
        let app = self.course.app();
        let verdict = self.detector.verdict(step, &function.name, &function.steps, app, asker);
        let Some(verdict) = verdict.await else {
            self.board.finish(&function.name, None);
            return Vec::new();
        };
        self.board.advise(&verdict.hints, &verdict.wrong_steps);
        let mut findings = Vec::new();
        for bug in &verdict.bugs {
            let at = function.steps.iter().find(|known| known.step == bug.step);
            let Some(at) = at.filter(|at| claims::is_visible(bug, at)) else { continue };
            if self.stands(step, bug, at, asker).await {
                findings.push(finding(&function, bug, at, &verdict.purpose));
            }
        }
        self.board.finish(&function.name, Some(findings.is_empty()));
        tell(asker, &function.name, function.from, Some(findings.is_empty()));
        findings
    }

    /// Asks once more with nothing but the evidence. Without an answer the suspicion stays.
    async fn stands(
        &self,
        step: u64,
        bug: &DetectedBug,
        at: &CourseStep,
        asker: &mut Asker,
    ) -> bool {
        let context = SecondLookContext {
            expected: bug.expected.clone(),
            actual: bug.actual.clone(),
            evidence: bug.evidence.clone(),
            step: at.reported(),
            shown_before: course::shown(&at.before),
        };
        let answer = ask(&SecondLookQuery, step, &context, at.png.clone(), asker).await;
        let verdict =
            answer.and_then(|answer| serde_json::from_value::<SecondLookVerdict>(answer).ok());
        verdict.is_none_or(|verdict| verdict.stands)
    }
}

/// What the Detector is asked with.
struct Detector {
    examples: ExampleStore,
    /// So many of them are given to it.
    example_count: usize,
    /// True if it says purpose, expected and actual course before it judges.
    reasons: bool,
    /// True if its picture is explained.
    legend: bool,
    /// True if it is told the texts of the screens and of what was acted on.
    alignment: bool,
}

impl Detector {
    fn new(settings: &OracleSettings) -> Self {
        Self {
            examples: ExampleStore::with(&settings.examples),
            example_count: if settings.has("examples") { EXAMPLES } else { 0 },
            reasons: settings.has("reasoning"),
            legend: settings.has("legend"),
            alignment: settings.has("alignment"),
        }
    }

    /// What it says of a function of `app` with these `steps`.
    async fn verdict(
        &self,
        step: u64,
        function: &str,
        steps: &[CourseStep],
        app: &str,
        asker: &mut Asker,
    ) -> Option<DetectorVerdict> {
        let course: Vec<_> = steps.iter().map(CourseStep::reported).collect();
        let words: Vec<&str> = course.iter().map(|step| step.action.as_str()).collect();
        let examples = self.examples.similar(function, &words, app, self.example_count);
        let course = if self.alignment {
            course
        } else {
            steps.iter().map(CourseStep::reported_without_texts).collect()
        };
        let picture = asker.takes_pictures().then(|| course::strip(steps)).flatten();
        let context = DetectorContext {
            function: function.to_owned(),
            pictured: picture.is_some(),
            legend: self.legend,
            reasons: self.reasons,
            course,
            examples: examples.into_iter().cloned().collect(),
        };
        let answer = ask(&DetectorQuery, step, &context, picture, asker).await?;
        serde_json::from_value::<DetectorVerdict>(answer).ok()
    }
}

/// A function whose last step was done.
struct FinishedFunction {
    name: String,
    /// The step with which it begins.
    from: u64,
    steps: Vec<CourseStep>,
}

/// Logs that the function `name` begins with step `from`, or what was judged of it.
fn tell(asker: &Asker, name: &str, from: u64, sound: Option<bool>) {
    asker.note(ExplorerNote::FunctionTested(FunctionTested { name: name.to_owned(), from, sound }));
}

/// What the model answered to `query`, if it passed the checks.
async fn ask(
    query: &dyn ModelQuery,
    step: u64,
    context: &impl serde::Serialize,
    picture: Option<Arc<[u8]>>,
    asker: &mut Asker,
) -> Option<Value> {
    // Plain data; it always has a JSON form.
    let context = serde_json::to_value(context).unwrap_or_default();
    match asker.ask(query, step, &context, picture).await {
        QueryAnswer::Model(judged) => judged.answer,
        QueryAnswer::Rules { .. } => None,
    }
}

fn finding(
    function: &FinishedFunction,
    bug: &DetectedBug,
    at: &CourseStep,
    purpose: &str,
) -> Finding {
    let (expected, actual) = (bug.expected.clone(), bug.actual.clone());
    let (from, to) = (function.steps.first(), function.steps.last());
    let steps = from.zip(to).map(|(from, to)| FindingSteps { from: from.step, to: to.step });
    let bounds = claims::widget(bug, at).map(|widget| widget.bounds);
    let what = if bug.evidence.is_empty() { actual.clone() } else { bug.evidence.clone() };
    Finding {
        kind: FindingKind::Bug,
        title: actual.clone(),
        group: format!("vision-droid/{}/{}/{}", bug.category, at.page, at.action_name()),
        step: bug.step,
        detail: format!(
            "Function: {}\nPurpose: {purpose}\nExpected: {expected}\nActual: {actual}\n",
            function.name
        ),
        category: bug.category.clone(),
        expected,
        actual,
        confidence: Some(bug.confidence),
        evidence: vec![FindingEvidence { step: bug.step, what, bounds }],
        steps,
        claim: Some(Box::new(FindingClaim {
            action: at.action.clone(),
            page: course::page(&at.after).to_owned(),
            function: function.name.clone(),
            shows: bug.shows.clone(),
            lacks: bug.lacks.clone(),
        })),
        ..Finding::default()
    }
}

impl Oracle for VisionDroidOracle {
    fn judge<'a>(&'a mut self, turn: &'a JudgedTurn, asker: &'a mut Asker) -> Judging<'a> {
        Box::pin(self.findings(turn, asker))
    }

    fn can_confirm(&self, finding: &Finding) -> bool {
        finding.claim.is_some()
    }
}

#[cfg(test)]
mod tests;
