//! Results as a JUnit file, the form that CI servers read.

use std::fmt::Write as _;
use std::io::Cursor;
use std::path::Path;

use quick_xml::Writer;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};

use super::summary::RunSummary;
use crate::cli::CliError;
use crate::domain::Finding;
use crate::protocol::FindingVerdict;

/// A suite: what was found, or one passed case if that is nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct JunitSuite {
    /// What was tested.
    pub class: String,
    /// How long it took.
    pub seconds: f64,
    /// A case for each finding.
    pub cases: Vec<JunitCase>,
}

/// A case of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JunitCase {
    /// A finding.
    Failed {
        /// Its title.
        name: String,
        /// What kind of finding it is.
        kind: &'static str,
        /// Where it was found, in a few words.
        message: String,
        /// All that is known of it.
        evidence: String,
    },
    /// A finding that the tester dismissed or called a duplicate, or that did not happen again.
    Skipped {
        /// Its title.
        name: String,
        /// What the tester said, or the triage.
        why: String,
    },
}

/// Writes `suite` to the file `path`.
///
/// # Errors
/// If the file cannot be written.
pub fn write_file(path: &Path, suite: &JunitSuite) -> Result<(), CliError> {
    std::fs::write(path, render(suite))
        .map_err(|error| CliError::new(format!("cannot write {}: {error}", path.display()), 2))
}

/// The suite of a run.
pub fn of_run(summary: &RunSummary) -> JunitSuite {
    let case = |finding: &Finding| {
        let name = finding.title.clone();
        let verdict = summary.verdicts().of(&finding.group).filter(|verdict| !verdict.counts());
        let refuted = summary.triage(finding).filter(|_| summary.is_refuted(finding));
        let skipped = verdict.map(FindingVerdict::words);
        match skipped.or_else(|| refuted.map(|triaged| triaged.why.clone())) {
            Some(why) => JunitCase::Skipped { name, why },
            None => JunitCase::Failed {
                name,
                kind: finding.kind.word(),
                message: format!("at step {}", finding.step),
                evidence: evidence(summary, finding),
            },
        }
    };
    JunitSuite {
        class: summary.target().to_owned(),
        seconds: summary.totals.wall.as_secs_f64(),
        cases: summary.findings().iter().map(|finding| case(finding)).collect(),
    }
}

/// The file of `suite`.
fn render(suite: &JunitSuite) -> String {
    let mut writer = Writer::new_with_indent(Cursor::new(Vec::new()), b' ', 2);
    // Writing into memory cannot fail.
    let _ = write(&mut writer, suite);
    let body = String::from_utf8(writer.into_inner().into_inner()).unwrap_or_default();
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{body}\n")
}

fn write(writer: &mut Writer<Cursor<Vec<u8>>>, suite: &JunitSuite) -> std::io::Result<()> {
    let JunitSuite { class, seconds, cases } = suite;
    let skipped = cases.iter().filter(|case| matches!(case, JunitCase::Skipped { .. })).count();
    let mut head = BytesStart::new("testsuite");
    head.push_attribute(("name", format!("ridealong {class}").as_str()));
    head.push_attribute(("tests", cases.len().max(1).to_string().as_str()));
    head.push_attribute(("failures", (cases.len() - skipped).to_string().as_str()));
    if skipped > 0 {
        head.push_attribute(("skipped", skipped.to_string().as_str()));
    }
    head.push_attribute(("time", format!("{seconds:.3}").as_str()));
    writer.write_event(Event::Start(head))?;
    if cases.is_empty() {
        let mut case = BytesStart::new("testcase");
        case.push_attribute(("name", "no findings"));
        case.push_attribute(("classname", class.as_str()));
        writer.write_event(Event::Empty(case))?;
    }
    for case in cases {
        write_case(writer, class, case)?;
    }
    writer.write_event(Event::End(BytesEnd::new("testsuite")))
}

fn write_case(
    writer: &mut Writer<Cursor<Vec<u8>>>,
    class: &str,
    case: &JunitCase,
) -> std::io::Result<()> {
    let (JunitCase::Failed { name, .. } | JunitCase::Skipped { name, .. }) = case;
    let mut start = BytesStart::new("testcase");
    start.push_attribute(("name", allowed(name).as_str()));
    start.push_attribute(("classname", class));
    writer.write_event(Event::Start(start))?;
    match case {
        JunitCase::Skipped { why, .. } => {
            let mut skipped = BytesStart::new("skipped");
            skipped.push_attribute(("message", allowed(why).as_str()));
            writer.write_event(Event::Empty(skipped))?;
        }
        JunitCase::Failed { kind, message, evidence, .. } => {
            let mut failure = BytesStart::new("failure");
            failure.push_attribute(("type", *kind));
            failure.push_attribute(("message", message.as_str()));
            writer.write_event(Event::Start(failure))?;
            writer.write_event(Event::Text(BytesText::new(&allowed(evidence))))?;
            writer.write_event(Event::End(BytesEnd::new("failure")))?;
        }
    }
    writer.write_event(Event::End(BytesEnd::new("testcase")))
}

/// The shortest known sequence, the recorded steps, and the device's output.
fn evidence(summary: &RunSummary, finding: &Finding) -> String {
    let mut text = String::new();
    if let Some(reported) = summary.triage(finding) {
        let _ = writeln!(text, "{}", reported.why);
        for (place, step) in reported.steps.iter().enumerate() {
            let _ = writeln!(text, "{}. {}", place + 1, step.label);
        }
        text.push('\n');
    }
    let before = summary.before(finding.step);
    if !before.is_empty() {
        text.push_str("Steps of the run:\n");
    }
    for (number, action) in before {
        let _ = writeln!(text, "step {number}: {action}");
    }
    let _ = write!(text, "\n{}", finding.detail);
    text
}

/// `text` without the characters that XML 1.0 cannot hold even as references.
fn allowed(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}
