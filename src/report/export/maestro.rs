//! Maestro flows (docs.maestro.dev, and the reader in github.com/mobile-dev-inc/maestro).
//!
//! Widgets are told by what they are called, not by where they are; what Maestro cannot do stands
//! as a remark and is counted.

mod commands;
mod inputs;
mod selector;
mod words;
mod yaml;

use std::borrow::Cow;

pub(super) use self::inputs::of_form;
use super::{ExportError, ExportFile, ExportResult, ExportSession, ExportSpan, ExportStep};
use crate::domain::{Action, Finding};
use crate::protocol::ActionOutcome;
use commands::MaestroCommand;
use selector::MaestroSelector;
use yaml::{FlowItem, YamlValue};

/// What the user can choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaestroOptions {
    /// Check the heading of each screen that a step led to.
    pub assertions: bool,
}

/// The flows of `span`: for the whole session one of it all and one for each finding.
///
/// # Errors
/// If there are no such steps, or the session was a dialogue.
pub fn export(
    recorded: &ExportSession,
    span: ExportSpan,
    choices: MaestroOptions,
) -> Result<ExportResult, ExportError> {
    if recorded.is_spoken() {
        return Err(ExportError::Spoken("Maestro"));
    }
    let mut exported = ExportResult::default();
    let mut add = |name: String, span: ExportSpan| {
        let steps = recorded.steps_of(span)?;
        let flow = FlowWriter::of(recorded, &steps, recorded.finding_of(span), choices);
        exported.notes.push(flow.counts(&name));
        exported.files.push(ExportFile::text(name, flow.text));
        Ok::<(), ExportError>(())
    };
    match span {
        ExportSpan::Whole => {
            add("session.yaml".to_owned(), span)?;
            for (place, finding) in recorded.findings.iter().enumerate() {
                let name = format!("finding-{}-{}.yaml", place + 1, finding.kind.word());
                add(name, ExportSpan::Finding(place + 1))?;
            }
        }
        ExportSpan::Finding(number) => add(format!("finding-{number}.yaml"), span)?,
        ExportSpan::Steps(from, to) => add(format!("steps-{from}-{to}.yaml"), span)?,
    }
    Ok(exported)
}

/// One flow while it is written.
struct FlowWriter<'a> {
    recorded: &'a ExportSession,
    choices: MaestroOptions,
    text: String,
    steps: usize,
    /// Steps told by their places.
    by_place: usize,
    /// Steps that Maestro has nothing for.
    left_out: Vec<u64>,
}

impl<'a> FlowWriter<'a> {
    const fn new(recorded: &'a ExportSession, choices: MaestroOptions) -> Self {
        let text = String::new();
        Self { recorded, choices, text, steps: 0, by_place: 0, left_out: Vec::new() }
    }

    fn of(
        recorded: &'a ExportSession,
        steps: &[Cow<'_, ExportStep>],
        finding: Option<&Finding>,
        choices: MaestroOptions,
    ) -> Self {
        let mut flow = Self::new(recorded, choices);
        let what = match (finding, steps.first(), steps.last()) {
            (Some(finding), ..) => format!("{}: {}", finding.kind.word(), finding.title),
            (None, Some(first), Some(last)) => format!("steps {} to {}", first.number, last.number),
            _ => "no step".to_owned(),
        };
        flow.head(&what, steps, finding);
        // The first start of the app; steps from the middle begin where the app begins as well.
        flow.put(&commands::start(recorded.began_fresh));
        for step in steps {
            flow.step(step);
        }
        if let Some(finding) = finding {
            flow.remark(&format!("Here it happened: {}: {}", finding.kind.word(), finding.title));
        }
        flow
    }

    fn put(&mut self, item: &FlowItem) {
        yaml::put(&mut self.text, item);
    }

    fn remark(&mut self, text: &str) {
        self.put(&FlowItem::Remark(text.to_owned()));
    }

    fn head(&mut self, what: &str, steps: &[Cow<'_, ExportStep>], finding: Option<&Finding>) {
        if let Some(started) = &self.recorded.started {
            let (target, time) = (&started.target, &started.started);
            let line = format!("Written by Ridealong {}: {what}", started.version);
            let from = format!("recorded on {target} ({}), {time}", started.device);
            self.remark(&line);
            self.remark(&from);
        }
        if let Some(said) = finding.and_then(|finding| self.recorded.assurance(finding)) {
            self.remark(&said);
        }
        if !self.recorded.began_fresh {
            self.remark("The session began with whatever data the app had; so does this flow.");
        }
        for variable in secrets(steps) {
            self.remark(&format!("Needs a secret: maestro test -e {variable}=... THIS_FILE"));
        }
        let turns = |single: &Action| matches!(single, Action::Rotate { .. });
        if steps.iter().any(|step| step.action.singles().any(turns)) {
            self.remark("setOrientation came after Maestro 1.39.");
        }
        let app = yaml::quoted(&self.recorded.app.package);
        let name = yaml::quoted(what);
        self.text.push_str(&format!("appId: {app}\nname: {name}\n---\n"));
    }

    fn step(&mut self, step: &ExportStep) {
        let done = match &step.parameter {
            Some(parameter) => format!("{}: type {parameter}", step.number),
            None => format!("{}: {}", step.number, step.action),
        };
        self.remark(&done);
        if let Some(why) = step.failed() {
            self.remark(&format!("It could not be done then: {why}"));
            return;
        }
        self.steps += 1;
        let screen = self.recorded.screen_before(step);
        let items = match commands::of(step, screen, self.recorded.size()) {
            MaestroCommand::Commands(items) => items,
            MaestroCommand::ByPlace(items) => {
                self.by_place += 1;
                items
            }
            MaestroCommand::Nothing(why) => {
                self.left_out.push(step.number);
                self.remark(&format!("left out: {why}"));
                return;
            }
        };
        items.iter().for_each(|item| self.put(item));
        if self.choices.assertions {
            self.check(step);
        }
    }

    /// Checks the heading of the screen that `step` led to.
    fn check(&mut self, step: &ExportStep) {
        let moved = matches!(step.outcome(), Some(ActionOutcome::Moved));
        let after = self.recorded.observation(step.after).filter(|_| moved);
        let screen = after.and_then(|observation| observation.screen.as_ref());
        if let Some(title) = screen.and_then(|screen| screen.title()) {
            let entries = MaestroSelector::saying(title).entries();
            self.put(&FlowItem::Command("assertVisible", YamlValue::Map(entries)));
        }
    }

    fn counts(&self, name: &str) -> String {
        let mut reported = format!("{name}: {} steps", self.steps);
        if self.by_place > 0 {
            reported.push_str(&format!(", {} by place", self.by_place));
        }
        if !self.left_out.is_empty() {
            let numbers: Vec<String> = self.left_out.iter().take(8).map(u64::to_string).collect();
            let more = if self.left_out.len() > 8 { ", ..." } else { "" };
            let (count, numbers) = (self.left_out.len(), numbers.join(", "));
            reported.push_str(&format!(
                ", {count} left out that Maestro has nothing for (step {numbers}{more})"
            ));
        }
        reported
    }
}

/// The variables that stand for what was typed into secret fields, each once.
fn secrets(steps: &[Cow<'_, ExportStep>]) -> Vec<String> {
    let mut names: Vec<String> = steps.iter().filter_map(|step| step.secret()).collect();
    names.sort();
    names.dedup();
    names
}
