//! What goals of the model may cost.
//!
//! A step of a goal is a step that the rules would have used. In the beginning they show something new in
//! every other one, so a form that is filled with care costs three screens; later it costs next to nothing. So
//! an account is kept, in states: each step of a goal costs what the rules showed a step of late, each
//! new state and finding that it shows is paid in. If the account is overdrawn, the rules choose, and the goal
//! waits. What was paid in or is owed fades with time.

use std::collections::VecDeque;

use super::lead::turn::{ModelLead, YieldWithoutLead};
use crate::explorer::Situation;
use crate::explorer::elevate::ElevateWeights;
use crate::explorer::elevate::rules;
use crate::explorer::shared::look_alikes::run_code::RunCode;

/// Who chose a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepChooser {
    /// The rules, by themselves.
    Rules,
    /// The rules, where a goal of the model led.
    After,
    /// A goal of the model.
    Goal,
    /// The model, while it leads.
    Lead,
}

/// See the module.
#[derive(Debug, Default)]
pub struct GoalAccount {
    /// Whether the rules showed something new, for their latest steps, each with its number.
    by_rules: VecDeque<(u64, bool)>,
    /// The same for the latest steps of goals.
    by_goals: VecDeque<(u64, bool)>,
    /// The same for the latest steps of either.
    without_lead: VecDeque<(u64, bool)>,
    balance: f64,
    /// What the present goal adds to the balance.
    by_goal: f64,
    /// What is left of the loan since goals did worse than the rules; `None` for all of it.
    trust: Option<f64>,
    /// The step that was seen last, and what was known then.
    step: u64,
    states: usize,
    findings: usize,
    forms: usize,
    code: RunCode,
    /// Who chose the latest step.
    chooser: Option<StepChooser>,
    /// True if the tester gave a task: goals are for that as well.
    has_task: bool,
    /// Who leads.
    lead: ModelLead,
}

impl GoalAccount {
    /// Takes in what the latest step did, and how many forms led on so far. To be called once a step or more often.
    ///
    /// With a task of the tester a form that led on for the first time is news as well: what is asked for is made by it. What decides
    /// who leads counts it in any run: a form that is sent may show nothing new, and runs more of the app than most screens. So
    /// it does with functions of the app that the lead runs for the first time, where they are counted.
    pub fn notice(&mut self, situation: &Situation, forms: usize, weights: &ElevateWeights) {
        self.has_task = situation.charter.is_some() || !situation.notes.is_empty();
        if situation.step == self.step {
            return;
        }
        let model = &*situation.model;
        let new = model.states().iter().skip(self.states);
        let states = new.filter(|node| !rules::is_error(situation, node.id)).count() as f64;
        let findings = model.findings().saturating_sub(self.findings) as f64;
        let sent = forms.saturating_sub(self.forms) as f64 * weights.goal_form_worth;
        let made = if self.has_task { sent } else { 0.0 };
        let found = findings * weights.goal_finding_worth;
        let gained = states + made + found;
        let for_lead = states + sent + found;
        let is_new = states + made > 0.0;
        let ran = self.code.ran(model) > 0;
        let code = if ran && for_lead == 0.0 { weights.lead_code_worth } else { 0.0 };
        self.balance *= weights.goal_fading;
        if self.chooser.is_some_and(|chooser| chooser != StepChooser::Lead) {
            remember(&mut self.without_lead, (situation.step, for_lead > 0.0), weights);
        }
        match self.chooser.take() {
            Some(StepChooser::Goal) => {
                self.add(gained - self.cost(weights));
                remember(&mut self.by_goals, (situation.step, is_new || findings > 0.0), weights);
            }
            Some(StepChooser::After) => {
                self.add(gained * weights.goal_share_after);
                remember(&mut self.by_rules, (situation.step, is_new), weights);
            }
            Some(StepChooser::Lead) => self.lead.showed(for_lead + code, weights),
            Some(StepChooser::Rules) => {
                remember(&mut self.by_rules, (situation.step, is_new), weights);
            }
            None => {}
        }
        (self.step, self.states, self.findings, self.forms) =
            (situation.step, model.states().len(), model.findings(), forms);
    }

    fn add(&mut self, gained: f64) {
        self.balance += gained;
        self.by_goal += gained;
    }

    /// Takes in that a goal is over: if it did worse than the rules, the next one may cost less.
    pub fn ended(&mut self, weights: &ElevateWeights) {
        let by_goal = std::mem::take(&mut self.by_goal);
        if by_goal == 0.0 {
            return;
        }
        let trust = self.trust.unwrap_or(1.0);
        let trust = if by_goal < 0.0 {
            trust * weights.goal_distrust
        } else {
            trust / weights.goal_distrust
        };
        self.trust = Some(trust.clamp(weights.goal_least_trust, 1.0));
    }

    /// Remembers who chooses the present step.
    pub const fn chose(&mut self, chooser: StepChooser) {
        self.chooser = Some(chooser);
    }

    /// What the rules showed a step of late, less what would have been shown meanwhile: the better an app is known, the
    /// less is left, whoever shows it. A half before anything is known.
    pub fn rate(&self, weights: &ElevateWeights) -> f64 {
        if self.by_rules.is_empty() {
            return weights.goal_first_rate;
        }
        self.shown(&self.by_rules, weights)
    }

    /// What a step of `steps` showed, each worth less the longer it is ago.
    fn shown(&self, steps: &VecDeque<(u64, bool)>, weights: &ElevateWeights) -> f64 {
        let shown = steps.iter().filter(|(_, new)| *new);
        let left = shown.map(|(step, _)| {
            // A run has fewer steps than that.
            let ago = i32::try_from(self.step.saturating_sub(*step)).unwrap_or(i32::MAX);
            weights.goal_rate_fading.powi(ago)
        });
        left.sum::<f64>() / steps.len().max(1) as f64
    }

    /// True if steps of goals showed at least as much of late as steps of the rules did: the next goal is asked for at once
    /// then, instead of leaving some steps to the rules.
    pub fn is_ahead(&self, weights: &ElevateWeights) -> bool {
        let by_goals = self.shown(&self.by_goals, weights);
        self.by_goals.len() >= weights.goal_ahead_least
            && by_goals > 0.0
            && by_goals >= weights.goal_ahead * self.rate(weights)
    }

    /// Decides who leads from the present step on: the model if true. With a task of the tester, goals do what it names.
    pub fn decide(&mut self, weights: &ElevateWeights) -> bool {
        let seen = counted(&self.without_lead);
        let shown = YieldWithoutLead { seen, rate: self.rate(weights) };
        !self.has_task && self.lead.is_on(self.step, &shown, weights)
    }

    /// True once the model has begun to lead. What it names then follows from all that was shown, so no goal is chosen from a
    /// list any more.
    pub const fn has_led(&self) -> bool {
        self.lead.has_begun()
    }

    /// What a step of a goal costs. With a task the model does most of the steps, so what the rules showed long ago
    /// says little of what they would show now.
    fn cost(&self, weights: &ElevateWeights) -> f64 {
        let rate = self.rate(weights);
        if self.has_task { rate.min(weights.goal_task_rate) } else { rate }
    }

    /// In how many of their latest steps the rules showed something new.
    pub fn by_rules(&self) -> (usize, usize) {
        counted(&self.by_rules)
    }

    /// How many steps of a goal that show nothing new may follow.
    pub fn allowed(&self, weights: &ElevateWeights) -> u32 {
        let loan = weights.goal_loan.max(weights.goal_share * self.states as f64);
        let task = if self.has_task { weights.goal_task_loan } else { 1.0 };
        let loan = loan * task * self.trust.unwrap_or(1.0);
        let rate = self.cost(weights).max(weights.goal_least_rate);
        // A number of steps is small and not negative.
        ((loan + self.balance) / rate).clamp(0.0, 99.0) as u32
    }
}

/// How many of `steps` showed something new, and how many there are.
fn counted(steps: &VecDeque<(u64, bool)>) -> (usize, usize) {
    (steps.iter().filter(|(_, new)| *new).count(), steps.len())
}

fn remember(steps: &mut VecDeque<(u64, bool)>, step: (u64, bool), weights: &ElevateWeights) {
    steps.push_back(step);
    while steps.len() > weights.goal_window {
        steps.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::coverage::FUNCTIONS;
    use crate::domain::{Coverage, CoverageCount};
    use crate::explorer::testing::{World, menu};
    use crate::protocol::Event;

    /// A run whose steps are chosen as told; each shows a new screen or the present one again.
    struct AccountRun {
        world: World,
        account: GoalAccount,
        weights: ElevateWeights,
        pages: usize,
    }

    impl AccountRun {
        fn new() -> Self {
            let mut world = World::new(None);
            world.show(menu("Page 0", &["On"]));
            let weights = ElevateWeights::default();
            let mut run = Self { world, account: GoalAccount::default(), weights, pages: 0 };
            run.account.notice(&run.world.situation(), 0, &run.weights);
            run
        }

        fn step(&mut self, chooser: StepChooser, is_new: bool) {
            self.account.chose(chooser);
            self.pages += usize::from(is_new);
            let mut screen = menu(&format!("Page {}", self.pages), &["On"]);
            screen.location = format!(".Page{}", self.pages);
            let tap = self.world.tapping("On");
            self.world.act(&tap, screen);
            self.account.notice(&self.world.situation(), 0, &self.weights);
        }

        fn steps(&mut self, chooser: StepChooser, new: &[bool]) {
            new.iter().for_each(|new| self.step(chooser, *new));
        }

        fn allowed(&self) -> u32 {
            self.account.allowed(&self.weights)
        }
    }

    /// A form that was filled with care took six steps, in which the rules would have shown four screens.
    #[test]
    fn a_goal_that_shows_nothing_waits_while_the_rules_show_much() {
        let mut run = AccountRun::new();
        run.steps(StepChooser::Rules, &[true, true, true, false]);
        let before = run.allowed();
        assert!((1..6).contains(&before), "{before}");
        run.steps(StepChooser::Goal, &[false, false, false]);
        assert_eq!(run.allowed(), 0);
    }

    #[test]
    fn a_goal_that_shows_as_much_as_the_rules_goes_on() {
        let mut run = AccountRun::new();
        run.steps(StepChooser::Rules, &[true, true, true, false]);
        run.steps(StepChooser::Goal, &[true, false, true, true, true, true]);
        assert!(run.allowed() > 0);
    }

    /// The rules had shown much in the first steps; ten steps of goals later that still decided what a goal costs.
    #[test]
    fn what_the_rules_showed_long_ago_counts_less() {
        let mut run = AccountRun::new();
        run.steps(StepChooser::Rules, &[true, true, true, false]);
        let first = run.account.rate(&run.weights);
        run.steps(StepChooser::Goal, &[true; 12]);
        let later = run.account.rate(&run.weights);
        assert!(later < 0.8 * first, "{first} {later}");
        assert_eq!(run.account.by_rules(), (3, 4), "what is told is what was seen");
    }

    #[test]
    fn once_the_rules_show_little_long_goals_are_carried_out() {
        let mut run = AccountRun::new();
        run.steps(StepChooser::Rules, &[true, true, false, false]);
        run.steps(StepChooser::Goal, &[false; 4]);
        assert_eq!(run.allowed(), 0);
        run.steps(StepChooser::Rules, &[false; 24]);
        assert!(run.allowed() >= 10, "{}", run.allowed());
    }

    /// A goal that made what the task asks for waited, since the page after it was known.
    #[test]
    fn with_a_task_a_form_that_led_on_is_paid_in() {
        let balance = |task: Option<&str>| {
            let mut run = AccountRun::new();
            run.steps(StepChooser::Rules, &[true, false]);
            run.account.chose(StepChooser::Goal);
            let tap = run.world.tapping("On");
            let same = (*run.world.situation().screen).clone();
            run.world.act(&tap, same);
            let charter = task.map(str::to_owned);
            let situation = crate::explorer::Situation { charter, ..run.world.situation() };
            run.account.notice(&situation, 1, &run.weights);
            run.account.balance
        };
        assert!(balance(Some("an order is made")) > 0.0);
        assert!(balance(None) < 0.0);
    }

    #[test]
    fn the_model_leads_once_the_rules_show_little_unless_there_is_a_task() {
        let leads = |new: bool, task: Option<&str>| {
            let mut run = AccountRun::new();
            run.steps(StepChooser::Rules, &[new; 40]);
            run.account.has_task = task.is_some();
            run.account.decide(&run.weights)
        };
        assert!(leads(false, None));
        assert!(!leads(true, None));
        assert!(!leads(false, Some("an order is made")));
    }

    /// On an app of others a lead that had spent eleven steps on a form ended soon after.
    #[test]
    fn a_model_whose_forms_lead_on_goes_on_leading() {
        let leads = |sends: bool| {
            let mut run = AccountRun::new();
            run.steps(StepChooser::Rules, &[false; 40]);
            (1..=24).all(|step: usize| {
                let leads = run.account.decide(&run.weights);
                run.account.chose(StepChooser::Lead);
                let tap = run.world.tapping("On");
                let same = (*run.world.situation().screen).clone();
                run.world.act(&tap, same);
                let forms = if sends { step / 6 } else { 0 };
                run.account.notice(&run.world.situation(), forms, &run.weights);
                leads
            })
        };
        assert!(leads(true) && !leads(false));
    }

    /// A lead on an app of others that had exported and imported all its data was over for eighteen steps.
    #[test]
    fn a_model_that_runs_new_code_goes_on_leading() {
        let leads = |runs: u64| {
            let mut run = AccountRun::new();
            run.steps(StepChooser::Rules, &[false; 40]);
            (1..=24_u64).all(|step| {
                let leads = run.account.decide(&run.weights);
                run.account.chose(StepChooser::Lead);
                let count = CoverageCount { covered: 10 + runs * (step / 3), total: 99 };
                run.world.learn(&Event::Covered(Coverage::from([(FUNCTIONS.to_owned(), count)])));
                let tap = run.world.tapping("On");
                let same = (*run.world.situation().screen).clone();
                run.world.act(&tap, same);
                run.account.notice(&run.world.situation(), 0, &run.weights);
                leads
            })
        };
        assert!(leads(1) && !leads(0));
    }

    /// The rules had shown much, and goals went on that showed little.
    #[test]
    fn the_model_leads_as_well_once_goals_show_little() {
        let leads = |by_goals: &[bool]| {
            let mut run = AccountRun::new();
            run.steps(StepChooser::Rules, &[true; 30]);
            by_goals.iter().for_each(|new| run.step(StepChooser::Goal, *new));
            run.account.decide(&run.weights)
        };
        assert!(leads(&[false, false, false, false, true, false, false, false, false, false]));
        assert!(!leads(&[true, false, true, false, true, false, true, false, true, false]));
    }

    #[test]
    fn goals_that_did_worse_than_the_rules_are_trusted_less() {
        let allowed = |new: bool| {
            let mut run = AccountRun::new();
            for _ in 0..3 {
                run.steps(StepChooser::Rules, &[true, false, true, false]);
                run.steps(StepChooser::Goal, &[new, new]);
                run.account.ended(&run.weights);
            }
            run.account.balance = 0.0;
            run.allowed()
        };
        assert!(allowed(false) < allowed(true));
    }

    /// After a goal that had shown a new screen in each step, the rules went on for five steps.
    #[test]
    fn goals_that_show_as_much_as_the_rules_are_ahead() {
        let is_ahead = |by_rules: &[bool], by_goals: &[bool]| {
            let mut run = AccountRun::new();
            run.steps(StepChooser::Rules, by_rules);
            run.steps(StepChooser::Goal, by_goals);
            run.account.is_ahead(&run.weights)
        };
        let half = [true, false, true, false];
        assert!(is_ahead(&half, &[true, true, false, true]));
        assert!(is_ahead(&[false; 8], &[false, false, true, false]));
        assert!(!is_ahead(&half, &[true, false, false, false]));
        assert!(!is_ahead(&half, &[true, true]), "two steps say little");
        assert!(!is_ahead(&[false; 8], &[false; 8]), "nothing is not ahead of nothing");
    }
}
