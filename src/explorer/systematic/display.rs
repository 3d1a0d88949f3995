//! Apps with a display: the next action is what yields most per step, by what is known of
//! look-alikes, of the work that is left elsewhere, and of the paths there.

use std::collections::HashSet;

use rand::SeedableRng as _;
use rand::rngs::StdRng;

use super::own_yield::{goes_back, is_answer, own_yield};
use super::weights::SystematicWeights;
use crate::domain::{Action, AvailableAction, DeviceKey, StateId};
use crate::explorer::shared::actions::named;
use crate::explorer::shared::breadth::BreadthMemory;
use crate::explorer::shared::forms::FormMemory;
use crate::explorer::shared::forms::filling::{self, FieldFilling};
use crate::explorer::shared::forms::sending as forms;
use crate::explorer::shared::mode_strokes;
use crate::explorer::shared::settling::wait_for_progress;
use crate::explorer::shared::unlisted::unlisted_actions;
use crate::explorer::shared::work_paths::{WorkGoal, WorkPaths, WorkSearch};
use crate::explorer::{
    ExplorerNews, ExplorerProposal, PerformedAction, SHOWN_ALTERNATIVES, Situation,
};
use crate::llm::Asker;
use crate::model::frontier::is_untried;
use crate::protocol::Alternative;

/// An action that may come next.
struct Candidate {
    available: AvailableAction,
    expected: f64,
    why: &'static str,
}

/// See the module.
pub(super) struct SystematicDisplay {
    weights: SystematicWeights,
    random: StdRng,
    breadth: BreadthMemory,
    paths: WorkPaths,
    forms: FormMemory<StateId>,
    filling: FieldFilling,
    /// The state that the last step was to bring nearer.
    pursued: Option<StateId>,
}

impl SystematicDisplay {
    pub(super) fn new(weights: SystematicWeights, seed: u64) -> Self {
        Self {
            weights,
            random: StdRng::seed_from_u64(seed),
            breadth: BreadthMemory::new(weights.display.breadth),
            paths: WorkPaths::new(weights.paths, weights.display),
            forms: FormMemory::new(weights.display.form_contents),
            filling: FieldFilling::new(weights.display.filling),
            pursued: None,
        }
    }

    /// Takes in the present screen.
    pub(super) fn see(&mut self, situation: &Situation) {
        self.breadth.see(situation);
        let (weights, screen) = (&self.weights, &situation.screen);
        self.paths
            .see(situation, &mut self.breadth, |available| own_yield(weights, screen, available));
    }

    /// Takes in what `done` did.
    pub(super) fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        self.breadth.learn(done, situation);
        self.paths.learn(done, situation);
    }

    /// What to do outside of the app.
    pub(super) fn return_to_app(&self, situation: &Situation) -> Option<ExplorerProposal> {
        self.breadth.return_to_app(situation)
    }

    /// True while a random burst is under way.
    pub(super) const fn is_in_burst(&self) -> bool {
        self.breadth.bursts.is_on()
    }

    /// What was found out since the last time.
    pub(super) fn take_news(&mut self) -> Vec<ExplorerNews> {
        let alike = self.breadth.index.take_news().into_iter().map(ExplorerNews::new);
        alike.chain(self.paths.take_news()).collect()
    }

    /// Takes in what another explorer has found out.
    pub(super) fn hear(&mut self, news: &ExplorerNews) {
        if let Some(news) = news.of() {
            self.breadth.index.hear(news);
        } else {
            self.paths.hear(news, &mut self.breadth.index);
        }
    }

    /// What is done next inside the app.
    pub(super) fn choose(
        &mut self,
        situation: &Situation,
        asker: &Asker,
    ) -> Option<ExplorerProposal> {
        self.filling.see(situation);
        self.breadth.tell(asker);
        let pursued = self.pursued.take();
        let mut proposal = self
            .breadth
            .turned
            .turn_back(situation)
            .or_else(|| self.go_on_with_burst(situation))
            .or_else(|| self.in_form(situation, pursued))
            .or_else(|| self.next_step(situation))
            .or_else(|| self.best(situation, pursued))
            .or_else(|| self.burst(situation))
            .or_else(|| self.start_again(situation))?;
        proposal.why = self.breadth.explained(proposal.why);
        Some(proposal)
    }

    /// What the form on screen asks for. If it lies on the path to `pursued`, the path goes on afterwards.
    fn in_form(
        &mut self,
        situation: &Situation,
        pursued: Option<StateId>,
    ) -> Option<ExplorerProposal> {
        let step = self
            .send_empty(situation)
            .or_else(|| self.fill(situation))
            .or_else(|| self.finish_form(situation))?;
        self.pursued = pursued;
        Some(step)
    }

    /// Sends an empty form once: the error message that it shows then is a state of its own.
    fn send_empty(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        // If it was sent in another state of this screen, what it says to that is known.
        // If its kind ran nothing new elsewhere, neither will it here.
        let least = self.weights.send_empty_from;
        let is_known = |button: &_| {
            let alike = self.breadth.index.known(situation, button);
            self.breadth.index.tries_here(alike) > 0
                || self.breadth.index.checked(alike, 1.0) < least
        };
        let button = forms::empty_to_send(&mut self.forms, situation, is_known)?;
        Some(ExplorerProposal::new(button, "Sent empty once, to see what the form says to that."))
    }

    /// Fills an empty field before anything else.
    fn fill(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let typing = self.filling.next(situation, &mut self.breadth)?;
        Some(ExplorerProposal::new(typing, filling::WHY))
    }

    /// Sends what was typed, wherever on the page the button is.
    fn finish_form(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let step = self.breadth.begun.next(situation)?;
        let why = step.why();
        let next = step.into_action();
        forms::sent(&mut self.forms, situation, &next.key);
        Some(ExplorerProposal::new(next, why))
    }

    /// Presses "Next" again on a step that looks like the one before.
    fn next_step(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let (next, why) = self.breadth.next_step(situation)?;
        Some(ExplorerProposal::new(next, why))
    }

    /// What yields most per step: an action here, the path to work elsewhere, or an activity that
    /// was never seen. `None` if a random burst promises more. `pursued` is the state that the last
    /// step was on the path to.
    fn best(
        &mut self,
        situation: &Situation,
        pursued: Option<StateId>,
    ) -> Option<ExplorerProposal> {
        let mut candidates = self.untried_here(situation);
        candidates.sort_by(|one, other| other.expected.total_cmp(&one.expected));
        let own = candidates.first().map_or(0.0, |best| best.expected);
        if let Some(stroke) = self.breadth.strokes.next(situation) {
            return Some(ExplorerProposal::new(stroke, mode_strokes::WHY));
        }
        let screen = &situation.screen;
        // What is left of a dialog that was gone to is worth little, but no more than all else.
        let is_goal = pursued == Some(situation.state.structural) && !candidates.is_empty();
        if screen.dialog && own < self.weights.in_dialog && !is_goal {
            if let Some(step) = self.go_on(situation, pursued, own) {
                return Some(step);
            }
            if let Some(answer) = self.answer(situation) {
                return Some(answer);
            }
        } else if screen.dialog {
            return self.perform(situation, candidates);
        }
        let anything = self.breadth.expected_of_anything(situation);
        let bar = (own * self.weights.leave_for).max(anything);
        let far = self.paths.far(situation, &self.breadth.index);
        let goal = self.search(situation).best(bar, &far);
        let start = self.breadth.starts.next(situation);
        let start = start.filter(|(_, expected)| {
            *expected > bar && goal.as_ref().is_none_or(|goal| *expected > goal.rate)
        });
        if let Some((start, _)) = start {
            let why = "This activity was never seen, and any app may start it.";
            return Some(ExplorerProposal::new(start, why));
        }
        if let Some(step) = goal.and_then(|goal| self.go(situation, &goal, own)) {
            return Some(step);
        }
        if own < anything {
            return None;
        }
        self.perform(situation, candidates)
    }

    /// The untried actions of this screen and those that are always possible.
    fn untried_here(&mut self, situation: &Situation) -> Vec<Candidate> {
        let here = situation.state.structural;
        let node = situation.model.state(here);
        let screen = &*situation.screen;
        let left = self.breadth.left_in(here);
        let mut candidates = Vec::new();
        for available in self.possible(situation) {
            let untried =
                node.is_none_or(|node| is_untried(node, &available.key, &available.template));
            let new_content = (untried || !has_just_opened(situation))
                && forms::has_new_content(&self.forms, situation, &available);
            if situation.is_refused(&available.key) || !(untried || new_content) {
                continue;
            }
            let alike = self.breadth.index.known(situation, &available);
            let promised = self.breadth.index.checked(alike, self.weights.new_content);
            let (expected, why) = if new_content && !untried {
                let why = "the form holds something that it was not sent with before";
                (promised, why)
            } else {
                let own = own_yield(&self.weights, screen, &available);
                let own = if new_content { own.max(promised) } else { own };
                let expected = self.breadth.index.expected(alike, own);
                // What BACK or "Cancel" closed elsewhere says nothing of this screen, which they may leave for good.
                let goes_back = goes_back(screen, &available.action);
                let expected = if goes_back { expected.min(own) } else { expected };
                let appeared = self.breadth.appeared.factor(alike.class);
                (expected * appeared, self.breadth.index.why(alike))
            };
            candidates.push(Candidate { available, expected: expected * left, why });
        }
        candidates
    }

    /// The actions of the screen and those that are always possible.
    fn possible(&self, situation: &Situation) -> Vec<AvailableAction> {
        let always = [
            Some(Action::Key { key: DeviceKey::Menu }),
            self.breadth.turned.other(situation),
            Some(Action::Key { key: DeviceKey::Back }),
            wait_for_progress(&situation.screen, &self.weights.display),
        ];
        let always = always
            .into_iter()
            .flatten()
            .filter(|action| situation.allows(action))
            .filter(|action| self.breadth.events.allows(situation, action))
            .map(|action| named(situation, action));
        situation
            .available
            .iter()
            .cloned()
            .chain(unlisted_actions(situation, &self.weights.display.breadth.unlisted))
            .chain(always)
            .collect()
    }

    /// Proposes the first of `candidates`.
    fn perform(
        &mut self,
        situation: &Situation,
        candidates: Vec<Candidate>,
    ) -> Option<ExplorerProposal> {
        let best = candidates.first()?;
        let why = format!("Untried here, {} such left: {}.", candidates.len(), best.why);
        forms::sent(&mut self.forms, situation, &best.available.key);
        let proposal = ExplorerProposal::new(best.available.clone(), why);
        Some(proposal.with_alternatives(shown(candidates)))
    }

    /// Answers an open dialog in which nothing else promises much, in another way than before.
    fn answer(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let here = situation.state.structural;
        let node = situation.model.state(here);
        let tries = |available: &AvailableAction| {
            let edge = node.and_then(|node| node.edges.get(&available.key));
            edge.map_or(0, |edge| edge.tries.count + 2 * edge.tries.no_effect)
        };
        let answers = situation.available.iter().filter(|available| {
            let edge = node.and_then(|node| node.edges.get(&available.key));
            // What did not close the dialog is no answer to it.
            let stays = edge.is_some_and(|edge| edge.likeliest() == Some(here));
            is_answer(&available.action) && !stays && !situation.is_refused(&available.key)
        });
        let least = answers.min_by_key(|available| tries(available))?.clone();
        // Answers that led round from one dialog to the other are no way out of them.
        let tarpits = &self.breadth.tarpits;
        let leads_round = tries(&least) >= self.weights.answers_without_news
            && tarpits.steps_without_news() >= self.weights.answers_without_news;
        if leads_round || tarpits.avoids(self.breadth.index.screen_of(here)) {
            return None;
        }
        forms::sent(&mut self.forms, situation, &least.key);
        let why = "The dialog is answered, in the way that was taken least so far.";
        Some(ExplorerProposal::new(least, why))
    }

    fn search<'a>(&'a self, situation: &'a Situation) -> WorkSearch<'a> {
        self.paths.search(situation, &self.breadth)
    }

    /// The next step to `pursued`, if the path there leads over this dialog. If it does not, it ends
    /// here: the dialog is answered.
    fn go_on(
        &mut self,
        situation: &Situation,
        pursued: Option<StateId>,
        own: f64,
    ) -> Option<ExplorerProposal> {
        let pursued = pursued?;
        let goal = self.search(situation).best(0.0, &[]).filter(|goal| goal.state == pursued);
        let step = goal.and_then(|goal| self.go(situation, &goal, own));
        if step.is_none() {
            self.paths.missed(pursued);
        }
        step
    }

    /// The first step of the path to `goal`.
    fn go(&mut self, situation: &Situation, goal: &WorkGoal, own: f64) -> Option<ExplorerProposal> {
        let step = self.paths.go(situation, &self.breadth, goal)?;
        self.pursued = Some(goal.state);
        if step.fills {
            let why = "The path leads through this form, which led on with this content before.";
            return Some(ExplorerProposal::new(step.available, why));
        }
        let label = situation.model.state(goal.state).map_or("", |node| node.label.as_str());
        let why = format!(
            "{label:?}, {} away, promises {:.2} a step, and what is left here {own:.2}.",
            if goal.steps == 1 { "1 step".to_owned() } else { format!("{} steps", goal.steps) },
            goal.rate
        );
        Some(ExplorerProposal::new(step.available, why).with_goal(goal.state))
    }

    fn go_on_with_burst(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        if self.breadth.bursts.is_on() {
            let untried = self.untried_here(situation).into_iter();
            let best = untried.map(|candidate| candidate.expected).fold(0.0, f64::max);
            self.breadth.bursts.end_for(best);
        }
        if !self.breadth.bursts.is_on() {
            return None;
        }
        let next = self.breadth.next_of_burst(situation, &mut self.random);
        self.of_burst(situation, next)
    }

    /// Waits in an app that offers nothing, and starts it again: it may have been opened before its server was
    /// ready.
    fn start_again(&self, situation: &Situation) -> Option<ExplorerProposal> {
        let restart = named(situation, Action::Restart);
        let node = situation.model.state(situation.state.structural);
        let tried = node.and_then(|node| node.edges.get(&restart.key));
        let tried = tried.map_or(0, |edge| edge.tries.count);
        let may = situation.available.is_empty()
            && tried < self.weights.restarts_without_offers
            && situation.is_possible(&restart);
        let wait = Action::Wait { ms: self.weights.display.progress_wait_ms };
        let wait = named(situation, wait);
        let has_waited = situation.last.as_ref().is_some_and(|last| last.key == wait.key);
        let (next, why) = if has_waited || !situation.is_possible(&wait) {
            (restart, "This screen offers nothing, so the app is started again.")
        } else {
            (wait, "This screen offers nothing; something may come by itself.")
        };
        may.then(|| ExplorerProposal::new(next, why))
    }

    /// Begins a random burst: nothing that is known promises as much.
    fn burst(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let first = self.breadth.begin_burst(situation, &mut self.random);
        self.of_burst(situation, first)
    }

    fn of_burst(
        &mut self,
        situation: &Situation,
        next: Option<(AvailableAction, String)>,
    ) -> Option<ExplorerProposal> {
        let (next, why) = next?;
        // A restart sends nothing.
        if next.action != Action::Restart {
            forms::sent(&mut self.forms, situation, &next.key);
        }
        Some(ExplorerProposal::new(next, why))
    }
}

fn shown(candidates: Vec<Candidate>) -> Vec<Alternative> {
    let mut keys = HashSet::new();
    candidates
        .into_iter()
        .skip(1)
        .filter(|candidate| keys.insert(candidate.available.key.clone()))
        .take(SHOWN_ALTERNATIVES)
        .map(|candidate| Alternative {
            action: candidate.available.action,
            key: candidate.available.key,
            score: candidate.expected,
            why: candidate.why.into(),
        })
        .collect()
}

/// True if the latest action led to this page: what its fields hold was not typed. A name with the time in it, that a page
/// gives a file, is another one each time.
fn has_just_opened(situation: &Situation) -> bool {
    situation.last.as_ref().is_some_and(|done| {
        !done.before.dialog && done.before.location != situation.screen.location
    })
}

#[cfg(test)]
mod tests;
