//! The result as a JUnit file, the form that CI servers read.

use std::fmt::Write as _;
use std::io::Cursor;

use quick_xml::Writer;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};

use super::summary::RunSummary;
use crate::domain::Finding;

/// One suite: a failed case for each finding, a skipped one for each that the tester dismissed or
/// called a duplicate, or one passed case if there are none.
pub fn render(summary: &RunSummary) -> String {
    let mut writer = Writer::new_with_indent(Cursor::new(Vec::new()), b' ', 2);
    // Writing into memory cannot fail.
    let _ = write(&mut writer, summary);
    let body = String::from_utf8(writer.into_inner().into_inner()).unwrap_or_default();
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{body}\n")
}

fn write(writer: &mut Writer<Cursor<Vec<u8>>>, summary: &RunSummary) -> std::io::Result<()> {
    let findings = summary.findings();
    let seconds = format!("{:.3}", summary.ride.wall.as_secs_f64());
    let mut suite = BytesStart::new("testsuite");
    suite.push_attribute(("name", format!("ridealong {}", summary.target()).as_str()));
    suite.push_attribute(("tests", findings.len().max(1).to_string().as_str()));
    let failures = findings.iter().filter(|finding| summary.verdicts().count(&finding.group));
    let failures = failures.count();
    suite.push_attribute(("failures", failures.to_string().as_str()));
    if failures < findings.len() {
        suite.push_attribute(("skipped", (findings.len() - failures).to_string().as_str()));
    }
    suite.push_attribute(("time", seconds.as_str()));
    writer.write_event(Event::Start(suite))?;
    if findings.is_empty() {
        let mut case = BytesStart::new("testcase");
        case.push_attribute(("name", "no findings"));
        case.push_attribute(("classname", summary.target()));
        writer.write_event(Event::Empty(case))?;
    }
    for finding in findings {
        let mut case = BytesStart::new("testcase");
        case.push_attribute(("name", allowed(&finding.title).as_str()));
        case.push_attribute(("classname", summary.target()));
        writer.write_event(Event::Start(case))?;
        let verdict = summary.verdicts().of(&finding.group);
        if let Some(verdict) = verdict.filter(|verdict| !verdict.counts()) {
            let mut skipped = BytesStart::new("skipped");
            skipped.push_attribute(("message", allowed(&verdict.words()).as_str()));
            writer.write_event(Event::Empty(skipped))?;
            writer.write_event(Event::End(BytesEnd::new("testcase")))?;
            continue;
        }
        let mut failure = BytesStart::new("failure");
        failure.push_attribute(("type", finding.kind.word()));
        failure.push_attribute(("message", format!("at step {}", finding.step).as_str()));
        writer.write_event(Event::Start(failure))?;
        writer.write_event(Event::Text(BytesText::new(&allowed(&evidence(summary, finding)))))?;
        writer.write_event(Event::End(BytesEnd::new("failure")))?;
        writer.write_event(Event::End(BytesEnd::new("testcase")))?;
    }
    writer.write_event(Event::End(BytesEnd::new("testsuite")))
}

/// The shortest known sequence, the recorded steps, and the device's output.
fn evidence(summary: &RunSummary, finding: &Finding) -> String {
    let mut text = String::new();
    if let Some(told) = summary.triage(finding) {
        let _ = writeln!(text, "{}", told.why);
        for (place, step) in told.steps.iter().enumerate() {
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
