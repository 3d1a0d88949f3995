//! Starting activities that were never seen directly, as any other app may: they are deep in the
//! app, behind data or a condition, or too many to be reached in one run.

use std::collections::HashSet;

use super::actions::named;
use super::returning::crashed_at_start;
use crate::domain::{
    Action, AppComponent, AvailableAction, ComponentKind, Intent, Manifest, short_location,
    starting,
};
use crate::explorer::weights::weights;
use crate::explorer::{ExplorerProposal, ExplorerSettings, PerformedAction, Situation};
use crate::model::behaviour::BehaviourModel;
use crate::protocol::ActionOutcome;

use super::look_alikes::StepGain;

/// The part of an explorer that starts activities directly, which can be disabled.
pub(in crate::explorer) const STARTS: &str = "starts";

weights! {
    /// How much of a run direct starts of activities may be.
    pub struct ActivityStartWeights {
        /// Their share of all steps.
        share: f64 = 0.3,
        /// Their share while each shows a screen of its own, in an app that has many activities: more
        /// screens than a run can reach by hand.
        share_while_new: f64 = 0.8,
        /// So many activities that any app may start are many.
        many: usize = 40,
        /// After so many starts it is judged whether they show screens of their own.
        judged_after: u64 = 4,
        /// They do if they yielded so much on the mean.
        new_from: f64 = 0.5,
        /// So many steps are counted in addition.
        steps_in_advance: f64 = 0.0,
        /// What a start is expected to yield before any was tried.
        expected: f64 = 0.35,
        /// Trust in that against what the starts yielded, in tries.
        trust: f64 = 3.0,
    }
}

impl ActivityStartWeights {
    /// These weights if `settings` allow starts of activities, else weights that choose none: a user
    /// cannot start an activity directly, and formats such as Maestro's flows cannot express it.
    pub(in crate::explorer) fn enabled(self, settings: &ExplorerSettings) -> Self {
        if settings.has(STARTS) {
            return self;
        }
        Self { share: 0.0, share_while_new: 0.0, steps_in_advance: 0.0, ..self }
    }

    /// False if no activity may be started directly.
    pub(in crate::explorer) const fn is_enabled(&self) -> bool {
        self.share > 0.0
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct ActivityStarts {
    weights: ActivityStartWeights,
    /// The activities that may be started, with the intents that do it; none before the manifest
    /// was read.
    starts: Option<Vec<(String, Intent)>>,
    started: HashSet<String>,
    steps: u64,
    count: u64,
    sum: f64,
}

impl ActivityStarts {
    /// None so far.
    pub(in crate::explorer) fn new(weights: ActivityStartWeights) -> Self {
        Self { weights, ..Self::default() }
    }

    /// Takes in what was performed, whoever chose it, and what it yielded.
    pub(in crate::explorer) fn learn(&mut self, done: &PerformedAction, gain: &StepGain) {
        self.steps = self.steps.max(done.step);
        let Action::Start { intent } = &done.action else { return };
        self.started.extend(intent.component.clone());
        self.count += 1;
        let bad = matches!(done.outcome, ActionOutcome::Crashed | ActionOutcome::LeftApp);
        self.sum += if bad { 0.0 } else { gain.reward };
    }

    /// The share of all steps that starts may take now.
    fn share(&self) -> f64 {
        let weights = &self.weights;
        let are_many = self.starts.as_ref().is_some_and(|starts| starts.len() >= weights.many);
        let are_new = are_many
            && self.count >= weights.judged_after.max(1)
            && self.sum >= weights.new_from * self.count as f64;
        if are_new { weights.share.max(weights.share_while_new) } else { weights.share }
    }

    /// The start of the next activity that was never seen, and what it is expected to yield.
    pub(in crate::explorer) fn next(
        &mut self,
        situation: &Situation,
    ) -> Option<(AvailableAction, f64)> {
        let model = &*situation.model;
        let weights = self.weights;
        if self.starts.is_none() {
            self.starts = Some(starts(model.manifest()?));
        }
        let allowed = self.share() * (self.steps as f64 + weights.steps_in_advance);
        if self.count as f64 + 1.0 > allowed {
            return None;
        }
        let starts = self.starts.as_ref()?;
        let next = starts.iter().find(|(class, intent)| {
            let component = intent.component.as_ref();
            component.is_some_and(|component| !self.started.contains(component))
                && !is_seen(model, class)
        })?;
        let available = named(situation, Action::Start { intent: next.1.clone() });
        if !situation.allows(&available.action) || situation.is_refused(&available.key) {
            return None;
        }
        let expected =
            (self.sum + weights.trust * weights.expected) / (self.count as f64 + weights.trust);
        Some((available, expected))
    }

    /// The start of an activity that was seen before, if the app crashes when it is started by itself: something
    /// that it has stored may be undone from there. The one that was started least so far.
    pub(in crate::explorer) fn around_a_crash(
        &self,
        situation: &Situation,
    ) -> Option<ExplorerProposal> {
        if !self.weights.is_enabled()
            || !crashed_at_start(situation)
            || situation.capabilities.may_clear
        {
            return None;
        }
        let edges = situation.model.state(situation.state.structural).map(|node| &node.edges);
        let tries = |start: &AvailableAction| {
            edges.and_then(|edges| edges.get(&start.key)).map_or(0, |edge| edge.tries.count)
        };
        let seen = situation.model.activities().keys();
        let starts = seen.filter_map(|activity| start_of(situation, activity));
        let start = starts.min_by_key(|start| (tries(start), start.key.clone()))?;
        let why = "The app crashes when it is started, so another of its activities is started.";
        Some(ExplorerProposal::new(start, why))
    }

    /// The start called `key`, if it was performed before: a step of a known path.
    pub(in crate::explorer) fn named(
        &self,
        situation: &Situation,
        key: &crate::domain::ActionKey,
    ) -> Option<AvailableAction> {
        let name = key.as_str().strip_prefix("start ")?;
        let starts = self.starts.as_ref()?.iter();
        let intent = starts.map(|(_, intent)| intent).find(|intent| intent.name() == name)?;
        Some(named(situation, Action::Start { intent: intent.clone() }))
    }
}

/// The start of the activity that is called as the location `location`, if any app may start it.
pub(in crate::explorer) fn start_of(
    situation: &Situation,
    location: &str,
) -> Option<AvailableAction> {
    let model = &*situation.model;
    let package = model.package();
    let starts = starts(model.manifest()?).into_iter();
    let mut own = starts.filter(|(class, _)| full(class, package) == full(location, package));
    let start = named(situation, Action::Start { intent: own.next()?.1 });
    situation.is_possible(&start).then_some(start)
}

/// One start for each activity that any app may start, except the launcher's, which is the first
/// that is seen.
fn starts(manifest: &Manifest) -> Vec<(String, Intent)> {
    let component = |place: usize| manifest.components.get(place);
    let is_meant = |own: &AppComponent| {
        own.kind == ComponentKind::Activity && !own.is_launcher() && own.alias_of.is_none()
    };
    let mut seen = HashSet::new();
    starting::starts(manifest)
        .into_iter()
        .filter(|start| !start.privileged && seen.insert(start.component))
        .filter_map(|start| Some((component(start.component)?, start.intent)))
        .filter(|(own, _)| is_meant(own))
        .map(|(own, intent)| (own.name.clone(), intent))
        .collect()
}

/// The classes of the activities that the manifest declares and that were never seen, in its order.
pub(in crate::explorer) fn never_seen(model: &BehaviourModel) -> impl Iterator<Item = &str> {
    let components = model.manifest().into_iter().flat_map(|manifest| &manifest.components);
    components
        .filter(|own| own.kind == ComponentKind::Activity && own.enabled && own.alias_of.is_none())
        .map(|own| own.name.as_str())
        .filter(|class| !is_seen(model, class))
}

/// The start of the activity, never seen, that `words` such as `start "AddressActivity"` name.
pub(in crate::explorer) fn start_by_words(situation: &Situation, words: &str) -> Option<Action> {
    let (verb, name) = words.trim().split_once(' ')?;
    let name = name.trim().trim_matches('"');
    let mut unseen = never_seen(&situation.model);
    let class = unseen.find(|class| short_location(class).eq_ignore_ascii_case(name))?;
    let start = start_of(situation, class).filter(|_| verb.eq_ignore_ascii_case("start"))?;
    Some(start.action)
}

/// True if the activity of this class was seen.
fn is_seen(model: &BehaviourModel, class: &str) -> bool {
    let package = model.package();
    model.activities().keys().any(|seen| full(seen, package) == full(class, package))
}

/// The class with its package.
fn full(class: &str, package: &str) -> String {
    if class.starts_with('.') { format!("{package}{class}") } else { class.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{DeviceCapabilities, IntentFilter, Screen};
    use crate::explorer::shared::returning::return_to_app;
    use crate::explorer::testing::{World, menu};
    use crate::protocol::{AppOpened, Event};

    fn activity(name: &str, exported: bool) -> AppComponent {
        let filter = IntentFilter { actions: vec!["org.app.VIEW".into()], ..Default::default() };
        let filters = vec![filter];
        AppComponent { filters, ..AppComponent::new(ComponentKind::Activity, name, exported) }
    }

    fn world() -> World {
        let manifest = Manifest {
            package: "org.app".into(),
            components: vec![
                activity(".Main", true),
                activity(".Private", false),
                activity(".Deep", true),
                activity("org.app.Deeper", true),
            ],
            ..Manifest::default()
        };
        let mut world = World::new(None);
        world.learn(&Event::AppOpened(AppOpened {
            package: "org.app".into(),
            manifest: Some(manifest),
            ..AppOpened::default()
        }));
        world.show(menu("Main", &["A"]));
        world
    }

    fn name(next: Option<(AvailableAction, f64)>) -> Option<String> {
        next.map(|(available, _)| available.key.to_string())
    }

    #[test]
    fn words_start_what_was_never_seen_and_may_be_started() {
        let mut world = world();
        world.act(&Action::Wait { ms: 1 }, screen(".Main"));
        let situation = world.situation();
        let start = |words: &str| match start_by_words(&situation, words)? {
            Action::Start { intent } => Some(intent.name().to_owned()),
            other => panic!("{other:?}"),
        };
        assert_eq!(start("start \"Deep\"").as_deref(), Some("org.app/.Deep"));
        assert_eq!(start("Start deeper").as_deref(), Some("org.app/org.app.Deeper"));
        for words in ["start \"Private\"", "tap \"Deep\"", "start \"Main\"", "start"] {
            assert_eq!(start(words), None, "{words}");
        }
    }

    fn screen(activity: &str) -> Screen {
        Screen { location: activity.into(), ..menu("Main", &["A"]) }
    }

    #[test]
    fn activities_that_were_never_seen_are_started_each_once() {
        let mut world = world();
        let weights =
            ActivityStartWeights { share: 1.0, steps_in_advance: 5.0, ..Default::default() };
        let mut starts = ActivityStarts::new(weights);
        let first = starts.next(&world.situation()).unwrap().0;
        assert_eq!(first.key.as_str(), "start org.app/.Deep", "others are seen or not exported");
        world.act(&first.action, screen(".Deep"));
        starts.learn(world.last.as_ref().unwrap(), &StepGain::default());
        let next = name(starts.next(&world.situation()));
        assert_eq!(next.as_deref(), Some("start org.app/org.app.Deeper"));
        let unseen: Vec<String> = never_seen(&world.situation().model).map(str::to_owned).collect();
        assert_eq!(unseen, [".Private", "org.app.Deeper"]);
        world.show(screen(".Deeper"));
        assert_eq!(name(starts.next(&world.situation())), None);
        assert!(starts.named(&world.situation(), &first.key).is_some());
    }

    #[test]
    fn an_app_that_crashes_at_its_start_is_entered_elsewhere_or_cleared() {
        let mut world = world();
        let starts = ActivityStarts::new(ActivityStartWeights::default());
        world.show(screen(".Deep"));
        world.show(screen(".Private"));
        let launcher = Screen { package: "com.launcher".into(), ..menu("Home", &["Apps"]) };
        world.show(launcher.clone());
        world.act(&Action::Restart, launcher);
        assert!(starts.around_a_crash(&world.situation()).is_none(), "it did not crash");
        world.last.as_mut().unwrap().outcome = ActionOutcome::Crashed;
        let start = starts.around_a_crash(&world.situation()).unwrap();
        assert_eq!(start.key.as_str(), "start org.app/.Deep", "the other one is not exported");
        assert_eq!(return_to_app(&world.situation()).unwrap().action, Action::Restart);
        world.capabilities =
            Some(DeviceCapabilities { may_clear: true, ..DeviceCapabilities::PHONE });
        assert!(starts.around_a_crash(&world.situation()).is_none());
        assert_eq!(return_to_app(&world.situation()).unwrap().action, Action::Clear);
    }

    #[test]
    fn starts_are_a_bounded_share_and_promise_less_if_they_yield_nothing() {
        let mut world = world();
        let mut starts = ActivityStarts::new(ActivityStartWeights::default());
        assert_eq!(name(starts.next(&world.situation())), None, "the run has only begun");
        starts.steps = 4;
        let (first, expected) = starts.next(&world.situation()).unwrap();
        world.act(&first.action, screen(".Main"));
        starts.learn(world.last.as_ref().unwrap(), &StepGain::default());
        assert_eq!(name(starts.next(&world.situation())), None, "the share is used up");
        starts.steps = 100;
        assert!(starts.next(&world.situation()).unwrap().1 < expected);
    }

    #[test]
    fn starts_may_be_more_while_each_shows_a_screen_of_its_own() {
        let world = world();
        let many = ActivityStartWeights { many: 2, ..ActivityStartWeights::default() };
        let mut starts = ActivityStarts::new(many);
        (starts.steps, starts.count) = (10, 4);
        for (sum, goes_on) in [(0.4, false), (3.5, true)] {
            starts.sum = sum;
            assert_eq!(starts.next(&world.situation()).is_some(), goes_on, "{sum}");
        }
        starts.weights = ActivityStartWeights { many: 4, ..many };
        assert!(starts.next(&world.situation()).is_none(), "too few to need it");
        let off = ExplorerSettings { disabled: [STARTS.to_owned()].into(), ..Default::default() };
        starts.weights = ActivityStartWeights::default().enabled(&off);
        assert!(starts.next(&world.situation()).is_none());
    }
}
