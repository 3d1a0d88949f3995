//! A plain explorer that lets a vision model plan each screen with fields once, and explores
//! systematically besides.

use ridealong::domain::{Action, Screen, StateId, Widget};
use ridealong::explorer::vlm_fuzz::vision::{About, Vision, aimed};
use ridealong::explorer::{
    self, Explorer, ExplorerProposal, PerformedAction, Proposing, Situation,
};
use ridealong::llm::Asker;
use ridealong::model::abstraction::key_of;
use ridealong::protocol::ActionPlan;
use std::collections::HashSet;

pub struct Planner {
    vision: Vision,
    rest: Box<dyn Explorer>,
    planned: HashSet<StateId>,
    plans: u64,
    running: Option<Running>,
}

/// A plan that is being gone through.
struct Running {
    steps: Vec<Action>,
    summary: String,
    at: usize,
    /// The step at which `at` was proposed.
    since: u64,
}

impl Planner {
    pub fn new() -> Self {
        let settings = explorer::ExplorerSettings { seed: 1, ..Default::default() };
        let rest = (explorer::find("systematic").unwrap().make)(&settings).unwrap();
        let vision = Vision::default();
        Self { vision, rest, planned: HashSet::new(), plans: 0, running: None }
    }

    async fn choose(
        &mut self,
        situation: &Situation,
        asker: &mut Asker,
    ) -> Option<ExplorerProposal> {
        self.vision.notice(situation);
        if let Some(running) = &mut self.running {
            if situation.step > running.since {
                running.since = situation.step;
                if let Some(other) = self.vision.another(situation, asker).await {
                    return self.step_of_plan(situation, other);
                }
                running.at += 1;
            } else {
                // It was turned down.
                self.running = None;
            }
        }
        let fields = |screen: &Screen| screen.widgets.iter().any(Widget::is_field);
        let place = situation.state.structural;
        if self.running.is_none() && fields(&situation.screen) && self.planned.insert(place) {
            let planned = self.vision.plan(situation, asker, About::Fields).await;
            self.plans += 1;
            self.running = planned.map(|planned| Running {
                steps: planned.steps,
                summary: planned.summary,
                at: 0,
                since: situation.step,
            });
        }
        let next = self.running.as_ref().and_then(|running| running.steps.get(running.at));
        match next.and_then(|step| aimed(&situation.screen, step)) {
            Some(step) => self.step_of_plan(situation, step),
            None => {
                self.running = None;
                self.rest.propose(situation, asker).await
            }
        }
    }

    fn step_of_plan(&self, situation: &Situation, action: Action) -> Option<ExplorerProposal> {
        let running = self.running.as_ref()?;
        let steps = running.steps.iter().map(ToString::to_string).collect();
        let (key, _) = key_of(&situation.screen, &action);
        let plan = ActionPlan { id: self.plans, at: running.at, steps };
        Some(ExplorerProposal::of(action, key, running.summary.clone()).with_plan(plan))
    }
}

impl Explorer for Planner {
    fn name(&self) -> &'static str {
        "planner"
    }

    fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        self.rest.learn(done, situation);
    }

    fn propose<'a>(&'a mut self, situation: &'a Situation, asker: &'a mut Asker) -> Proposing<'a> {
        Box::pin(self.choose(situation, asker))
    }
}
