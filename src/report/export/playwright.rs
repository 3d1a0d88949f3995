//! Tests for Playwright (playwright.dev): what a web tester puts beside the app's own tests.
//!
//! Elements are told by what they are called. A test of a finding fails as long as the finding is
//! there: it expects that no page reports an error.

mod locator;
mod script;
mod statements;

use std::borrow::Cow;

use super::{ExportError, ExportFile, ExportResult, ExportSession, ExportSpan, ExportStep};
use crate::device::web::{DIALOG_ACCEPT, DIALOG_ANSWER, DIALOG_DISMISS, DIALOG_OPTION};
use crate::domain::{Action, DeviceKey, Finding, FindingKind, Screen, WidgetTarget};
use script::{quoted, remark};
use statements::PlaywrightStep;

/// The test of `span`: for the whole session one of it all and one for each finding.
///
/// # Errors
/// If there are no such steps, or the session was none of a web app.
pub fn export(recorded: &ExportSession, span: ExportSpan) -> Result<ExportResult, ExportError> {
    let Some(address) = &recorded.web_address else {
        return Err(ExportError::NoWebApp);
    };
    let mut exported = ExportResult::default();
    let mut add = |name: String, span: ExportSpan| {
        let steps = recorded.steps_of(span)?;
        let finding = recorded.finding_of(span);
        let test = TestWriter::of(recorded, address, &steps, finding);
        exported.notes.push(test.counts(&name));
        exported.files.push(ExportFile::text(name, test.text));
        Ok::<(), ExportError>(())
    };
    match span {
        ExportSpan::Whole => {
            add("session.spec.ts".to_owned(), span)?;
            for (place, finding) in recorded.findings.iter().enumerate() {
                let name = format!("finding-{}-{}.spec.ts", place + 1, finding.kind.word());
                add(name, ExportSpan::Finding(place + 1))?;
            }
        }
        ExportSpan::Finding(number) => add(format!("finding-{number}.spec.ts"), span)?,
        ExportSpan::Steps(from, to) => add(format!("steps-{from}-{to}.spec.ts"), span)?,
    }
    Ok(exported)
}

/// One test while it is written.
struct TestWriter<'a> {
    recorded: &'a ExportSession,
    text: String,
    steps: usize,
    /// Steps told by their places.
    by_place: usize,
    /// Steps that Playwright has nothing for.
    left_out: Vec<u64>,
    /// The drop-down list that was opened last, and the screen it is on.
    list: Option<(usize, WidgetTarget)>,
}

impl<'a> TestWriter<'a> {
    fn of(
        recorded: &'a ExportSession,
        address: &str,
        steps: &[Cow<'_, ExportStep>],
        finding: Option<&Finding>,
    ) -> Self {
        let (text, left_out) = (String::new(), Vec::new());
        let mut test = Self { recorded, text, steps: 0, by_place: 0, left_out, list: None };
        test.head(address, steps, finding);
        for (at, step) in steps.iter().enumerate() {
            test.step(step, &steps[at + 1..]);
        }
        if let Some(finding) = finding {
            test.put(&remark(&format!(
                "Here it happened: {}: {}",
                finding.kind.word(),
                finding.title
            )));
            if !watch(finding).is_empty() {
                test.put("expect(errors).toEqual([]);");
            }
        }
        test.text.push_str("});\n");
        test
    }

    /// A line of the test's body.
    fn put(&mut self, line: &str) {
        self.text.push_str("  ");
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn head(&mut self, address: &str, steps: &[Cow<'_, ExportStep>], finding: Option<&Finding>) {
        let what = match (finding, steps.first(), steps.last()) {
            (Some(finding), ..) => format!("{}: {}", finding.kind.word(), finding.title),
            (None, Some(first), Some(last)) => format!("steps {} to {}", first.number, last.number),
            _ => "no step".to_owned(),
        };
        let mut lines = Vec::new();
        if let Some(started) = &self.recorded.started {
            lines.push(remark(&format!("Written by Ridealong {}.", started.version)));
            let (target, time) = (&started.target, &started.started);
            lines.push(remark(&format!("Recorded on {target} ({}), {time}.", started.device)));
        }
        if let Some(said) = finding.and_then(|finding| self.recorded.assurance(finding)) {
            lines.push(remark(&said));
        }
        let mut secrets: Vec<String> = steps.iter().filter_map(|step| step.secret()).collect();
        secrets.sort();
        secrets.dedup();
        lines.extend(secrets.iter().map(|name| remark(&format!("Needs a secret: {name}=..."))));
        let size = self.recorded.size();
        lines.push("import { expect, test } from '@playwright/test';".into());
        lines.push(String::new());
        lines.push(format!("const app = process.env.APP_URL ?? {};", quoted(address)));
        lines.push(format!(
            "test.use({{ viewport: {{ width: {}, height: {} }} }});",
            size.width, size.height
        ));
        lines.push(String::new());
        lines.push(format!("test({}, async ({{ page }}) => {{", quoted(&what)));
        self.text = lines.join("\n");
        self.text.push('\n');
        if let Some(finding) = finding {
            watch(finding).iter().for_each(|line| self.put(line));
        }
        self.put("await page.goto(app);");
    }

    fn step(&mut self, step: &ExportStep, following: &[Cow<'_, ExportStep>]) {
        self.put(&remark(&format!("{}: {}", step.number, step.action)));
        if let Some(why) = step.failed() {
            self.put(&remark(&format!("It could not be done then: {why}")));
            return;
        }
        self.steps += 1;
        let screen = self.recorded.screen_before(step);
        if screen.is_some_and(answers_dialog) {
            // What opened the dialog has said how it is answered.
            return;
        }
        if self.opens_dialog(step) {
            self.put(&self.answer(following));
        }
        let done = if let (Action::Tap { target }, Some(true)) =
            (&step.action, screen.map(|screen| has_class(screen, DIALOG_OPTION)))
        {
            let Some((before, list)) = self.list.take() else { return };
            let screen = self.recorded.observation(Some(before));
            let screen = screen.and_then(|observation| observation.screen.as_deref());
            statements::choice(screen, &list, &target.label)
        } else if let Some(list) = self.opens_list(step) {
            self.list = Some(list);
            return;
        } else {
            let secret = step.secret();
            statements::of(&step.action, screen, secret.as_deref(), self.recorded.size())
        };
        match done {
            PlaywrightStep::Statements(lines) => lines.iter().for_each(|line| self.put(line)),
            PlaywrightStep::ByPlace(lines) => {
                self.by_place += 1;
                lines.iter().for_each(|line| self.put(line));
            }
            PlaywrightStep::Nothing(why) => {
                self.left_out.push(step.number);
                self.put(&remark(&format!("left out: {why}")));
            }
        }
    }

    fn screen_after(&self, step: &ExportStep) -> Option<&Screen> {
        self.recorded.observation(step.after)?.screen.as_deref()
    }

    /// True if a native dialog is open after `step`, and was not before.
    fn opens_dialog(&self, step: &ExportStep) -> bool {
        self.screen_after(step).is_some_and(answers_dialog)
    }

    /// The drop-down list that `step` opens.
    fn opens_list(&self, step: &ExportStep) -> Option<(usize, WidgetTarget)> {
        let Action::Tap { target } = &step.action else { return None };
        let opened = self.screen_after(step).is_some_and(|it| has_class(it, DIALOG_OPTION));
        Some((step.before.filter(|_| opened)?, target.clone()))
    }

    /// What answers the dialog as the `following` steps did. Playwright answers while the action that
    /// opens it is still performed.
    fn answer(&self, following: &[Cow<'_, ExportStep>]) -> String {
        let mut said = String::new();
        let inside = following
            .iter()
            .take_while(|step| self.recorded.screen_before(step).is_some_and(answers_dialog));
        for step in inside {
            match &step.action {
                Action::Type { target, text } if target.resource_id == DIALOG_ANSWER => {
                    said = text.reveal().map(quoted).unwrap_or_default();
                }
                Action::Tap { target } if target.resource_id == DIALOG_ACCEPT => {
                    return format!("page.once('dialog', (dialog) => dialog.accept({said}));");
                }
                Action::Key { key: DeviceKey::Enter } => {
                    return format!("page.once('dialog', (dialog) => dialog.accept({said}));");
                }
                _ => {}
            }
        }
        "page.once('dialog', (dialog) => dialog.dismiss());".to_owned()
    }

    fn counts(&self, name: &str) -> String {
        let mut reported = format!("{name}: {} steps", self.steps);
        if self.by_place > 0 {
            reported.push_str(&format!(", {} by place", self.by_place));
        }
        if !self.left_out.is_empty() {
            reported.push_str(&format!(
                ", {} left out that Playwright has nothing for",
                self.left_out.len()
            ));
        }
        reported
    }
}

/// The lines that collect what `finding` is about in `errors`; none if the browser does not report it.
fn watch(finding: &Finding) -> &'static [&'static str] {
    match finding.kind {
        FindingKind::Crash | FindingKind::Anr | FindingKind::Script => &[
            "const errors: Error[] = [];",
            "page.on('pageerror', (error) => errors.push(error));",
            "page.on('crash', () => errors.push(new Error('the page crashed')));",
        ],
        FindingKind::Bug if finding.title.contains("HTTP 5") => &[
            "const errors: string[] = [];",
            "page.on('response', (reply) => {",
            "  if (reply.status() >= 500) errors.push(reply.url());",
            "});",
        ],
        _ => &[],
    }
}

/// True for the screen of a native dialog.
fn answers_dialog(screen: &Screen) -> bool {
    let is_button = |id: &str| id == DIALOG_ACCEPT || id == DIALOG_DISMISS;
    screen.widgets.iter().any(|widget| is_button(&widget.resource_id))
}

fn has_class(screen: &Screen, class: &str) -> bool {
    screen.widgets.iter().any(|widget| widget.class == class)
}

#[cfg(test)]
mod tests;
