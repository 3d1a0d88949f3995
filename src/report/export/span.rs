//! Which steps of a session are exported: all, some, or those that lead to a finding.

use std::borrow::Cow;

use super::{ExportError, ExportSession, ExportStep};
use crate::domain::Finding;
use crate::protocol::FindingTriaged;

/// What of a session is exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExportSpan {
    /// All of it.
    #[default]
    Whole,
    /// The steps that lead to a finding, counted from 1 over the first ones of their groups.
    Finding(usize),
    /// These steps, both included.
    Steps(u64, u64),
}

impl ExportSession {
    /// The steps of `span`, in order. There may be none that lead to a finding: it was there when the app
    /// was opened.
    ///
    /// # Errors
    /// If there are none such.
    pub fn steps_of(&self, span: ExportSpan) -> Result<Vec<Cow<'_, ExportStep>>, ExportError> {
        let (from, to) = match span {
            ExportSpan::Whole if self.steps.is_empty() => return Err(ExportError::NoStep),
            ExportSpan::Whole => return Ok(self.steps.iter().map(Cow::Borrowed).collect()),
            ExportSpan::Finding(_) => {
                let count = self.findings.len();
                let finding = self.finding_of(span).ok_or(ExportError::NoFinding { count })?;
                return Ok(self.steps_to(finding));
            }
            ExportSpan::Steps(from, to) => (from, to),
        };
        let steps = self.between(from, to);
        let count = self.steps.last().map_or(0, |step| step.number);
        if steps.is_empty() { Err(ExportError::NoSteps { from, to, count }) } else { Ok(steps) }
    }

    /// The finding that `span` leads to.
    pub fn finding_of(&self, span: ExportSpan) -> Option<&Finding> {
        let ExportSpan::Finding(number) = span else { return None };
        self.findings.get(number.checked_sub(1)?)
    }

    /// The steps that lead to `finding`. The one place that decides how much of a session is needed
    /// to see a finding again.
    ///
    /// Where that was found out ([`Event::Triaged`](crate::protocol::Event::Triaged)), what is
    /// enough. Else, if the session began with a fresh app, all of them: what an app keeps over a
    /// restart (a cart, a coupon) need not show on its first screen. Elsewhere the beginning cannot
    /// be had again, so from the last start on after which the app looked exactly as when the
    /// session opened it.
    pub fn steps_to(&self, finding: &Finding) -> Vec<Cow<'_, ExportStep>> {
        if let Some((_, steps)) = self.confirmed(finding) {
            return steps;
        }
        if self.began_fresh {
            return self.between(1, finding.step);
        }
        let opening = self.observations.first().map(|observation| observation.observed.state.exact);
        let alike = |step: &&ExportStep| {
            step.number < finding.step
                && step.action.starts_anew()
                && opening.is_some()
                && self.observation(step.after).map(|observation| observation.observed.state.exact)
                    == opening
        };
        let from = self.steps.iter().rfind(alike).map_or(1, |step| step.number + 1);
        self.between(from, finding.step)
    }

    /// The shortest sequence that was performed again and led to `finding`, and what was found out
    /// with it. `None` if there is none, or the log lost some of its steps. A step does what the
    /// sequence needs of it: if half of a pair is enough, that half.
    pub fn confirmed(
        &self,
        finding: &Finding,
    ) -> Option<(&FindingTriaged, Vec<Cow<'_, ExportStep>>)> {
        let of_group = |triaged: &&FindingTriaged| triaged.group == finding.group;
        let triaged = self.triaged.iter().rfind(of_group).filter(|it| it.confirmed > 0)?;
        let steps = triaged.steps.iter().map(|needed| {
            let step = self.numbered(needed.recorded)?;
            let half = step.action != needed.action
                && step.action.singles().any(|single| *single == needed.action);
            Some(if half {
                Cow::Owned(ExportStep { action: needed.action.clone(), ..step.clone() })
            } else {
                Cow::Borrowed(step)
            })
        });
        Some((triaged, steps.collect::<Option<_>>()?))
    }

    /// What is known of the steps to `finding`, in a sentence for who performs them.
    pub fn assurance(&self, finding: &Finding) -> Option<String> {
        let (FindingTriaged { confirmed, runs, privileged, .. }, steps) =
            self.confirmed(finding)?;
        let recorded = self.between(1, finding.step).len();
        let mut said = format!(
            "The shortest sequence that was found, {} of {recorded} steps: from a restart it led \
             there {confirmed} of {runs} times.",
            steps.len()
        );
        if *privileged {
            said.push_str(" It starts a component that other apps may not start.");
        }
        Some(said)
    }

    fn numbered(&self, number: u64) -> Option<&ExportStep> {
        let place = self.steps.binary_search_by_key(&number, |step| step.number).ok()?;
        self.steps.get(place)
    }

    /// The steps with these numbers, both included.
    fn between(&self, from: u64, to: u64) -> Vec<Cow<'_, ExportStep>> {
        let begin = self.steps.partition_point(|step| step.number < from);
        let end = self.steps.partition_point(|step| step.number <= to);
        self.steps.get(begin..end).unwrap_or_default().iter().map(Cow::Borrowed).collect()
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::{maestro, script};
    use super::*;
    use crate::domain::{Action, FindingKind, WidgetTarget};
    use crate::protocol::MinimalStep;

    fn step(number: u64) -> ExportStep {
        let target =
            WidgetTarget { resource_id: format!("a:id/b{number}"), ..WidgetTarget::default() };
        ExportStep { number, ..ExportStep::of(Action::Tap { target }) }
    }

    fn triaged(confirmed: u32, numbers: &[u64]) -> FindingTriaged {
        let minimal = |number: &u64| MinimalStep {
            recorded: *number,
            action: step(*number).action,
            label: String::new(),
        };
        FindingTriaged {
            group: "group".into(),
            step: 8,
            confirmed,
            runs: 3,
            steps: numbers.iter().map(minimal).collect(),
            privileged: true,
            replays: 9,
            why: String::new(),
        }
    }

    /// Nine steps, the fourth of which is lost; the eighth found something.
    fn recorded(triaged: Vec<FindingTriaged>) -> ExportSession {
        let finding = Finding {
            kind: FindingKind::Crash,
            title: "it died".into(),
            group: "group".into(),
            step: 8,
            first: true,
            detail: String::new(),
            ..Finding::default()
        };
        let steps = (1..=9).filter(|number| *number != 4).map(step).collect();
        ExportSession { steps, findings: vec![finding], triaged, ..ExportSession::default() }
    }

    #[rstest]
    #[case::never_tried(vec![], &[1, 2, 3, 5, 6, 7, 8])]
    #[case::shortest(vec![triaged(3, &[2, 8])], &[2, 8])]
    #[case::at_once(vec![triaged(3, &[])], &[])]
    #[case::latest(vec![triaged(3, &[2, 8]), triaged(1, &[5])], &[5])]
    #[case::never_again(vec![triaged(0, &[2, 8])], &[1, 2, 3, 5, 6, 7, 8])]
    #[case::partly_lost(vec![triaged(3, &[4, 8])], &[1, 2, 3, 5, 6, 7, 8])]
    fn the_way_to_a_finding_is_the_shortest_that_is_confirmed(
        #[case] triaged: Vec<FindingTriaged>,
        #[case] way: &[u64],
    ) {
        let recorded = recorded(triaged);
        let steps = recorded.steps_of(ExportSpan::Finding(1)).unwrap();
        assert_eq!(steps.iter().map(|step| step.number).collect::<Vec<_>>(), way);
    }

    #[test]
    fn flows_and_scripts_do_its_steps_alone_and_say_so() {
        let recorded = recorded(vec![triaged(2, &[2, 8])]);
        let flow =
            maestro::export(&recorded, ExportSpan::Finding(1), maestro::MaestroOptions::default())
                .unwrap();
        let script = script::export(&recorded, ExportSpan::Finding(1)).unwrap();
        for exported in [flow, script] {
            let text = String::from_utf8(exported.files[0].content.clone()).unwrap();
            let numbered = |number: u64| text.contains(&format!("\n# {number}: "));
            assert_eq!((1..=9).filter(|number| numbered(*number)).collect::<Vec<_>>(), [2, 8]);
            let said = "# The shortest sequence that was found, 2 of 7 steps: from a restart it led \
                        there 2 of 3 times. It starts a component that other apps may not start.";
            assert!(text.contains(said), "{text}");
        }
    }
}
