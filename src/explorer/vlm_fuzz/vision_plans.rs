//! Carrying out what a model planned for a screen: a step a proposal, each aimed at the present
//! screen, the rest dropped if it no longer fits. What was done of a plan, and what was not, is told
//! with the next question about the same form.

use std::collections::HashSet;

use super::form_filling::form;
use super::tactic::propose;
use super::vision::{About, Planned, Vision, aimed};
use super::weights::VlmFuzzWeights;
use crate::domain::{Action, ActionKind, InputText, ReadQuality, Screen, StateId};
use crate::explorer::shared::output;
use crate::explorer::{ExplorerProposal, PerformedAction, Situation};
use crate::llm::Asker;
use crate::protocol::ActionPlan;

/// See the module.
pub(super) struct VisionPlans {
    vision: Vision,
    running: Option<RunningPlan>,
    /// What was planned and carried out, by state.
    done: HashSet<(StateId, Vec<String>)>,
    /// The state of the app at the last proposal.
    before: Option<StateId>,
    plans: u64,
}

/// A plan that is carried out.
struct RunningPlan {
    id: u64,
    at: usize,
    steps: Vec<Action>,
    words: Vec<String>,
    summary: String,
    /// The form that it was made for.
    form: String,
    /// The step that was proposed last, until it is known whether it was performed.
    proposed: Option<Action>,
    /// What was performed.
    did: Vec<String>,
    /// What was not, with why.
    dropped: Vec<String>,
}

impl VisionPlans {
    /// Nothing was planned yet.
    pub(super) fn new(weights: &VlmFuzzWeights) -> Self {
        Self {
            vision: Vision::new(weights),
            running: None,
            done: HashSet::new(),
            before: None,
            plans: 0,
        }
    }

    /// The next step of a plan, or the first of a new one; `None` if the rules must do.
    pub(super) async fn next(
        &mut self,
        situation: &Situation,
        asker: &mut Asker,
    ) -> Option<ExplorerProposal> {
        let here = situation.state.structural;
        let arrived = self.before.replace(here) != Some(here);
        if let Some(mut running) = self.running.take() {
            if let Some(other) = self.vision.another(situation, asker).await {
                let why = "The field did not take what was typed, so another value is tried.";
                self.running = Some(running);
                return propose(situation, other, why);
            }
            if let Some(step) = running.step(situation) {
                self.running = Some(running);
                return Some(step);
            }
            self.vision.report(running.form.clone(), &running.report());
        }
        let about = about(&situation.screen).filter(|_| arrived)?;
        let planned = self.vision.plan(situation, asker, about).await?;
        let words: Vec<String> = planned.steps.iter().map(Action::to_string).collect();
        if !self.done.insert((here, words.clone())) {
            return None;
        }
        self.plans += 1;
        let Planned { steps, summary, dropped } = planned;
        let mut running = RunningPlan {
            id: self.plans,
            at: 0,
            steps,
            words,
            summary,
            form: form(&situation.screen),
            proposed: None,
            did: Vec::new(),
            dropped,
        };
        let step = running.step(situation);
        self.running = step.is_some().then_some(running);
        step
    }

    /// What was planned no longer fits: something else came up.
    pub(super) fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            self.vision.report(running.form.clone(), &running.report());
        }
        self.before = None;
    }

    /// Takes in what the last action did.
    pub(super) fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        self.vision.learn(done, situation);
        if let Some(running) = &mut self.running {
            running.confirm(done);
        }
    }

    /// True if the plan that is carried out types into fields.
    pub(super) fn fills_a_form(&self) -> bool {
        let types = |step: &Action| step.kind() == ActionKind::Type;
        self.running.as_ref().is_some_and(|running| running.steps.iter().any(types))
    }
}

impl RunningPlan {
    /// The next step that is still possible here and changes something.
    fn step(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        loop {
            let planned = self.steps.get(self.at)?;
            let action = aimed(&situation.screen, planned)?;
            self.at += 1;
            if is_there(&situation.screen, &action) {
                self.drop_step(&action, "the field holds this text already");
                continue;
            }
            let why = format!("Planned for this screen: {}", self.summary);
            let Some(mut step) = propose(situation, action.clone(), why) else {
                self.at -= 1;
                return None;
            };
            let at = self.at - 1;
            step.plan = Some(ActionPlan { id: self.id, at, steps: self.words.clone() });
            self.proposed = Some(action);
            return Some(step);
        }
    }

    /// Takes in whether the step that was proposed last was performed.
    fn confirm(&mut self, last: &PerformedAction) {
        let Some(proposed) = self.proposed.take() else { return };
        if last.action != proposed {
            self.drop_step(&proposed, "something else was done");
        } else if last.failed {
            self.drop_step(&proposed, "it could not be performed");
        } else {
            self.did.push(called(&proposed));
        }
    }

    fn drop_step(&mut self, action: &Action, why: &str) {
        self.dropped.push(format!("{} ({why})", called(action)));
    }

    /// What was done and what was not, for the next plan.
    fn report(&self) -> String {
        let mut report = format!("{:?}", self.summary);
        if !self.did.is_empty() {
            report.push_str(&format!(" Done: {}.", self.did.join("; ")));
        }
        let rest = self.steps.iter().skip(self.at);
        let rest = rest.map(|step| format!("{} (it was no longer possible)", called(step)));
        // What was proposed last may have ended the plan before it was known what it did.
        let open = self.proposed.iter().map(|step| format!("{} (result unknown)", called(step)));
        let dropped: Vec<String> = self.dropped.iter().cloned().chain(open).chain(rest).collect();
        if !dropped.is_empty() {
            report.push_str(&format!(" Not done: {}.", dropped.join("; ")));
        }
        report
    }
}

fn called(action: &Action) -> String {
    output::called_action(action)
}

/// True for typing what the field on `screen` holds already.
fn is_there(screen: &Screen, action: &Action) -> bool {
    let Action::Type { target, text: InputText::Plain(text) } = action else { return false };
    screen.widget(target.number).is_some_and(|field| field.content() == text)
}

/// Why the screen is one to ask about, if it is.
fn about(screen: &Screen) -> Option<About> {
    if screen.read_quality != ReadQuality::Full {
        return Some(About::Unreadable);
    }
    screen.widgets.iter().any(|widget| widget.is_field() && widget.enabled).then_some(About::Fields)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use futures_util::FutureExt as _;

    use super::*;
    use crate::domain::Widget;
    use crate::explorer::testing::{ScriptedModel, World, button, field, phone};

    const PLAN: &str = r#"{"steps": [{"do": "input", "on": 1, "text": "Ada"},
        {"do": "input", "on": 2, "text": "Bern"}, {"do": "fly"}, {"do": "tap", "on": 3}],
        "summary": "Sends a person."}"#;

    fn form(name: &str, town: &str) -> Screen {
        let filled =
            |number, id: &str, text: &str| Widget { text: text.into(), ..field(number, id, id) };
        phone(vec![filled(1, "name", name), filled(2, "town", town), button(3, "Send")])
    }

    struct PlansFixture {
        plans: VisionPlans,
        world: World,
    }

    impl PlansFixture {
        fn next(&mut self) -> Option<ExplorerProposal> {
            let situation = self.world.situation();
            self.plans.next(&situation, &mut self.world.asker).now_or_never().unwrap()
        }

        /// Performs what comes next, which leads to `screen`.
        fn perform(&mut self, screen: Screen) -> String {
            let step = self.next().unwrap();
            self.world.act(&step.action, screen);
            let situation = self.world.situation();
            self.plans.learn(situation.last.as_ref().unwrap(), &situation);
            output::called_action(&step.action)
        }
    }

    /// Steps that could not be read vanished, and the next prompt said that the plan was done.
    #[test]
    fn the_next_plan_is_told_what_was_done_and_what_was_not() {
        let script = ScriptedModel::default();
        let same = r#"{"steps": [{"do": "tap", "on": 3}], "left_out": [{"field": 1, "why": "x"},
            {"field": 2, "why": "y"}], "summary": "Sends it empty."}"#;
        script.replies.lock().unwrap().extend([PLAN, "?", same].map(str::to_owned));
        let world = World::new(Some(Arc::new(script)));
        let plans = VisionPlans::new(&VlmFuzzWeights::default());
        let mut fixture = PlansFixture { plans, world };
        fixture.world.show(form("", "Bern"));
        assert_eq!(fixture.perform(form("Ada", "Bern")), "type \"Ada\" into \"name\"");
        assert_eq!(fixture.perform(phone(vec![button(1, "Done")])), "tap \"Send\"");
        assert!(fixture.next().is_none());
        let mut again = form("", "");
        again.widgets[2].text = "Send now".into();
        again.widgets[2].label = "Send now".into();
        fixture.world.show(again);
        assert!(fixture.next().is_some());
        let asked = fixture.world.questions().pop().unwrap();
        let reported =
            asked.lines().find(|line| line.starts_with("Done in this form before")).unwrap();
        assert!(reported.contains("Done: type \"Ada\" into \"name\"; tap \"Send\"."), "{reported}");
        assert!(
            reported.contains("Not done: step 2, since the field holds this text"),
            "{reported}"
        );
        assert!(reported.contains("step 3: {\"do\":\"fly\"}"), "{reported}");
    }
}
