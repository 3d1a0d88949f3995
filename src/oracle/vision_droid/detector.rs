//! The Detector's question: does a function do what it should?

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::course::{LINES, ToldStep};
use super::examples::BugExample;
use crate::domain::BugCategory;
use crate::llm::{ModelQuery, ReplyJudgement, json as reply_json};
use crate::protocol::CheckComplaint;

/// The reply names a step that the function does not have.
const NO_STEP: &str = "NO STEP ERROR";
/// The reply names a category that there is none of.
const NO_CATEGORY: &str = "NO CATEGORY ERROR";
/// A bug is told without what was expected and what happened.
const UNFOUNDED: &str = "UNFOUNDED BUG ERROR";
/// The reply quotes words that the screen of the step does not show.
const NO_WORDS: &str = "NO WORDS ERROR";

/// The most characters of a sentence, bugs, and hints.
const SENTENCE: usize = 240;
const BUGS: usize = 3;
const HINTS: usize = 3;

/// The question.
pub(super) struct DetectorQuery;

/// What it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct DetectorContext {
    /// The function, as the Monitor names it; empty if the steps are divided into none.
    pub function: String,
    /// True if there is a picture of the last steps.
    pub pictured: bool,
    /// True if it is explained.
    #[serde(default = "yes")]
    pub legend: bool,
    /// True if it goes in three steps: purpose, expected course, actual course.
    #[serde(default = "yes")]
    pub reasons: bool,
    /// Its important steps.
    pub course: Vec<ToldStep>,
    /// Bugs of other apps in similar functions.
    pub examples: Vec<BugExample>,
}

/// Sessions recorded without [`DetectorContext::reasons`] and [`DetectorContext::legend`] had both.
const fn yes() -> bool {
    true
}

/// What the Detector says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DetectorVerdict {
    /// What the function is for.
    #[serde(default)]
    pub purpose: String,
    /// What should happen, step by step.
    #[serde(default)]
    pub expected_course: Vec<String>,
    /// What did.
    #[serde(default)]
    pub actual_course: Vec<String>,
    /// What is wrong.
    #[serde(default)]
    pub bugs: Vec<DetectedBug>,
    /// What should be tried, to see more of the function.
    #[serde(default)]
    pub hints: Vec<String>,
    /// Steps that missed what was meant.
    #[serde(default)]
    pub wrong_steps: Vec<u64>,
}

/// A suspicion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DetectedBug {
    /// The step after which it can be seen.
    pub step: u64,
    /// The label or id of the widget; empty if it is none.
    #[serde(default)]
    pub widget: String,
    /// One of the nine categories.
    pub category: String,
    /// In percent.
    pub confidence: u8,
    /// What should have happened, in one sentence.
    pub expected: String,
    /// What did, in one sentence.
    pub actual: String,
    /// What on the screens shows it, in one sentence.
    #[serde(default)]
    pub evidence: String,
    /// Words on the screen after the step that are wrong; empty if something is missing.
    #[serde(default)]
    pub shows: String,
    /// Words that should be there and are not; may be empty.
    #[serde(default)]
    pub lacks: String,
}

impl ModelQuery for DetectorQuery {
    fn name(&self) -> &'static str {
        "vision_droid/detector"
    }

    fn schema(&self, context: &Value) -> Option<Value> {
        let context = reply_json::context::<DetectorContext>(context).ok()?;
        let text = json!({ "type": "string", "maxLength": SENTENCE });
        let texts = json!({ "type": "array", "items": text });
        let bug = json!({
            "type": "object",
            "properties": {
                "step": { "type": "integer" },
                "widget": text,
                "category": { "enum": BugCategory::ALL.map(BugCategory::word) },
                "confidence": { "type": "integer", "minimum": 0, "maximum": 100 },
                "expected": text,
                "actual": text,
                "evidence": text,
                "shows": text,
                "lacks": text,
            },
            "required": [
                "step", "widget", "category", "confidence", "expected", "actual", "evidence", "shows", "lacks"
            ],
            "additionalProperties": false,
        });
        let mut schema = json!({
            "type": "object",
            "properties": {
                "bugs": { "type": "array", "items": bug, "maxItems": BUGS },
                "hints": { "type": "array", "items": text, "maxItems": HINTS },
                "wrong_steps": { "type": "array", "items": { "type": "integer" } },
            },
            "required": ["bugs", "hints", "wrong_steps"],
            "additionalProperties": false,
        });
        if context.reasons {
            schema["properties"]["purpose"] = text;
            schema["properties"]["expected_course"] = texts.clone();
            schema["properties"]["actual_course"] = texts;
            schema["required"] = json!([
                "purpose",
                "expected_course",
                "actual_course",
                "bugs",
                "hints",
                "wrong_steps"
            ]);
        }
        Some(schema)
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        reply_json::judged(context, reply, judged)
    }

    fn checks(&self) -> &'static [&'static str] {
        &[NO_STEP, NO_CATEGORY, UNFOUNDED, NO_WORDS, reply_json::UNREADABLE]
    }

    fn sample(&self) -> Value {
        let step = ToldStep {
            step: 9,
            page: "Remove this task?".into(),
            action: "tap [2] \"Remove\"".into(),
            effect: "another screen".into(),
            now: "Tasks".into(),
            shows: vec!["text: Milk".into(), "text: 1 task".into()],
        };
        let example = BugExample {
            category: "data operation".into(),
            app: String::new(),
            function: "deleting a note".into(),
            course: "open a note, choose delete, confirm".into(),
            deviation: "the note is still listed".into(),
            ..BugExample::default()
        };
        let context = DetectorContext {
            function: "removing a task".into(),
            pictured: false,
            legend: true,
            reasons: true,
            course: vec![step],
            examples: vec![example],
        };
        // Plain data; it always has a JSON form.
        serde_json::to_value(context).unwrap_or_default()
    }
}

fn judged(context: &DetectorContext, reply: &DetectorVerdict) -> ReplyJudgement {
    let complaint = reply.bugs.iter().find_map(|bug| wrong_with(context, bug)).or_else(|| {
        let known = |step: &&u64| context.course.iter().any(|known| known.step == **step);
        let unknown = reply.wrong_steps.iter().find(|step| !known(step))?;
        Some((NO_STEP, format!("Step {unknown} is none of the steps given.")))
    });
    let complaint = complaint.map(|(check, says)| CheckComplaint { check: check.into(), says });
    let verdict = cleaned(reply);
    let reported = match verdict.bugs.as_slice() {
        [] => "as expected".to_owned(),
        bugs => {
            let reported = bugs.iter().map(|bug| format!("{}: {}", bug.category, bug.actual));
            reported.collect::<Vec<_>>().join("; ")
        }
    };
    let thought = |name: &str, text: String| (!text.is_empty()).then(|| (name.to_owned(), text));
    let thoughts = [
        thought("Purpose", verdict.purpose.clone()),
        thought("Expected", verdict.expected_course.join("; ")),
        thought("Actual", verdict.actual_course.join("; ")),
    ];
    let answer = complaint.is_none().then(|| serde_json::to_value(verdict).unwrap_or_default());
    let thoughts = thoughts.into_iter().flatten().collect();
    ReplyJudgement { reported, answer, thoughts, complaint, ..ReplyJudgement::default() }
}

/// What is wrong with the form of `bug`: the check and what it says.
fn wrong_with(context: &DetectorContext, bug: &DetectedBug) -> Option<(&'static str, String)> {
    let Some(at) = context.course.iter().find(|known| known.step == bug.step) else {
        return Some((NO_STEP, format!("Step {} is none of the steps given.", bug.step)));
    };
    if BugCategory::of_word(&bug.category).is_none() {
        let says = format!("{:?} is none of the categories.", bug.category);
        return Some((NO_CATEGORY, says));
    }
    if bug.expected.trim().is_empty() || bug.actual.trim().is_empty() || bug.confidence > 100 {
        let says = "A bug needs what was expected, what happened, and a confidence up to 100.";
        return Some((UNFOUNDED, says.to_owned()));
    }
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let quoted = plain(&bug.shows);
    let shown = at.shows.iter().chain([&at.now]).any(|line| plain(line).contains(&quoted));
    // What the question left out of a screen may be in the picture; it is compared with the screen later.
    let is_whole = !at.shows.is_empty() && at.shows.len() < LINES;
    if !quoted.is_empty() && is_whole && !shown {
        let says = format!("The screen after step {} does not show {:?}.", bug.step, bug.shows);
        return Some((NO_WORDS, says));
    }
    None
}

/// The verdict without control characters, cut to its limits.
fn cleaned(reply: &DetectorVerdict) -> DetectorVerdict {
    let clean = |text: &String| {
        text.trim().chars().filter(|c| !c.is_control()).take(SENTENCE).collect::<String>()
    };
    let bug = |bug: &DetectedBug| DetectedBug {
        step: bug.step,
        widget: clean(&bug.widget),
        category: BugCategory::of_word(&bug.category)
            .map_or_else(String::new, |category| category.word().to_owned()),
        confidence: bug.confidence,
        expected: clean(&bug.expected),
        actual: clean(&bug.actual),
        evidence: clean(&bug.evidence),
        shows: clean(&bug.shows),
        lacks: clean(&bug.lacks),
    };
    DetectorVerdict {
        purpose: clean(&reply.purpose),
        expected_course: reply.expected_course.iter().map(clean).collect(),
        actual_course: reply.actual_course.iter().map(clean).collect(),
        bugs: reply.bugs.iter().take(BUGS).map(bug).collect(),
        hints: reply.hints.iter().take(HINTS).map(clean).collect(),
        wrong_steps: reply.wrong_steps.clone(),
    }
}
