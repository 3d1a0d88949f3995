//! Progress on standard error: one live line on a terminal, a line now and then elsewhere.

use std::time::{Duration, Instant};

use super::output;
use crate::model::BehaviourModel;
use crate::protocol::{Event, EventRecord};

/// Between two rewrites of the live line.
const LIVE: Duration = Duration::from_millis(100);
/// The time between two lines if standard error is no terminal.
const LINES: Duration = Duration::from_secs(5);

pub struct RunProgress {
    steps: Option<u64>,
    quiet: bool,
    started: Instant,
    reported: Instant,
}

impl RunProgress {
    pub fn new(steps: Option<u64>, quiet: bool) -> Self {
        let now = Instant::now();
        Self { steps, quiet, started: now, reported: now }
    }

    pub fn apply(&mut self, record: &EventRecord, model: &BehaviourModel) {
        if self.quiet {
            return;
        }
        match &record.event {
            Event::Found(finding) if finding.first => {
                self.line(&format!(
                    "{} at step {}: {}",
                    finding.kind.word(),
                    finding.step,
                    finding.title
                ));
            }
            Event::Warned(warned) => {
                self.line(&format!("warning: {}", warned.what));
                if let Some(hint) = &warned.hint {
                    self.line(&format!("hint: {hint}"));
                }
            }
            _ => {}
        }
        let every = if output::is_live() { LIVE } else { LINES };
        if self.reported.elapsed() >= every {
            self.reported = Instant::now();
            let text = self.text(model);
            if output::is_live() {
                output::status(&text);
            } else {
                output::tell(&text);
            }
        }
    }

    pub fn end(&self) {
        if !self.quiet {
            output::end_status();
        }
    }

    fn line(&self, text: &str) {
        output::end_status();
        output::tell(text);
    }

    fn text(&self, model: &BehaviourModel) -> String {
        let of = self.steps.map(|steps| format!("/{steps}")).unwrap_or_default();
        format!(
            "step {}{of} · {} states · {} transitions · {} findings · {} s",
            model.steps(),
            model.states().len(),
            model.transitions(),
            model.findings(),
            self.started.elapsed().as_secs(),
        )
    }
}
