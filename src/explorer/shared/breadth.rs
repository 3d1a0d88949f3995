//! What explorers of displays remember of a run to get on in breadth: look-alikes, tarpits, system
//! events, activities that were never seen, and random bursts, brought up to date together.

use std::sync::Arc;

use rand::rngs::StdRng;

use super::actions::named;
use super::activity_starts::{ActivityStartWeights, ActivityStarts};
use super::back_exits::BackExits;
use super::bare_pages::{self, BarePages};
use super::bursts::{BurstWeights, Bursts};
use super::forms::begun::BegunForm;
use super::gesture_trials::{GestureTrialWeights, GestureTrials};
use super::going_on::{self, GoingOn};
use super::held_search::{self, HeldSearch, HeldSearchWeights};
use super::introduction::{self, Introductions};
use super::just_appeared::{JustAppeared, JustAppearedWeights};
use super::known_links::KnownLinks;
use super::lasting_menu::{self, LastingMenus};
use super::look_alikes::{LookAlikeWeights, LookAlikes, StepGain};
use super::mode_strokes::{ModeStrokeWeights, ModeStrokes};
use super::returning::return_to_app;
use super::system_events::{SystemEventWeights, SystemEvents};
use super::tarpits::{TarpitSign, TarpitWeights, Tarpits};
use super::turned::{TurnedPageWeights, TurnedPages};
use super::unlisted::UnlistedWeights;
use crate::domain::{Action, AvailableAction, StateId};
use crate::explorer::weights::weights;
use crate::explorer::{ExplorerProposal, PerformedAction, Situation};
use crate::llm::Asker;
use crate::protocol::ActionOutcome;

weights! {
    /// The tuned numbers of [`BreadthMemory`].
    pub struct BreadthWeights {
        /// What is left of the yield in a tarpit.
        in_tarpit: f64 = 0.1,
        /// So many steps without effect in one state are borne before it counts as dead: something
        /// that cannot be seen may cover it.
        dead_steps: u32 = 2,
        /// What is left of the yield in a state for each further step without effect.
        dead_step: f64 = 0.6,
        /// The app is restarted after so many steps in a row without effect whose actions had led elsewhere from
        /// the same state before: something may hold it that cannot be seen.
        stuck_steps: u32 = 3,
        /// The same for steps in a row that ended with a crash and left the same screen: the app hangs.
        hanging_steps: u32 = 2,
        /// The same for steps in a row without effect on a screen that offers nothing, such as one that shows
        /// progress for ever.
        empty_steps: u32 = 3,
        /// So many steps without anything new are reported to the tester; then twice as many, and so on.
        reported_without_news: u64 = 30,
        /// How look-alikes are judged.
        look_alikes: LookAlikeWeights = LookAlikeWeights::default(),
        /// How much what has just appeared counts for.
        just_appeared: JustAppearedWeights = JustAppearedWeights::default(),
        /// When a part of an app counts as a tarpit.
        tarpits: TarpitWeights = TarpitWeights::default(),
        /// How large a part of a run system events may be.
        system_events: SystemEventWeights = SystemEventWeights::default(),
        /// How large a part of a run direct starts of activities may be.
        activity_starts: ActivityStartWeights = ActivityStartWeights::default(),
        /// Which areas take strokes.
        unlisted: UnlistedWeights = UnlistedWeights::default(),
        /// How often an area is used after a press that may have changed what it does.
        mode_strokes: ModeStrokeWeights = ModeStrokeWeights::default(),
        /// What random bursts are made of.
        bursts: BurstWeights = BurstWeights::default(),
        /// What keeps the display turned.
        turned: TurnedPageWeights = TurnedPageWeights::default(),
        /// How long a search is held.
        held_search: HeldSearchWeights = HeldSearchWeights::default(),
        /// How long gestures that no widget lists are tried.
        gesture_trials: GestureTrialWeights = GestureTrialWeights::default(),
    }
}

/// See the module.
#[derive(Debug)]
pub(in crate::explorer) struct BreadthMemory {
    weights: BreadthWeights,
    /// What look-alikes did elsewhere.
    pub index: LookAlikes,
    /// What has just appeared on the page.
    pub appeared: JustAppeared,
    /// The step and the exact state of the screen that was taken in last.
    seen_at: Option<(u64, StateId)>,
    /// Parts of the app in which steps are lost.
    pub tarpits: Tarpits,
    /// System events and their share.
    pub events: SystemEvents,
    /// Activities that were never seen.
    pub starts: ActivityStarts,
    /// Strokes that are due after a press.
    pub strokes: ModeStrokes,
    /// What is done if nothing promises anything.
    pub bursts: Bursts,
    /// Gestures that no widget lists.
    gestures: GestureTrials,
    /// What pages show only while the display is turned.
    pub turned: TurnedPages,
    /// Searches whose results hide or cover something.
    pub searches: HeldSearch,
    /// Where BACK leaves the app.
    pub exits: BackExits,
    /// The form that is being filled in.
    pub begun: BegunForm,
    /// The steps of a wizard.
    steps: GoingOn,
    /// Pages that may show more than when they were seen.
    bare: BarePages,
    /// Menus that stay open over the next page.
    menus: LastingMenus,
    /// The introductions that the app begins with.
    introductions: Introductions,
    /// Where links lead that were never pressed.
    pub links: Arc<KnownLinks>,
    /// The state in which the last steps had no effect, and how many they were.
    dead: Option<(StateId, u32)>,
    /// So many actions that had led elsewhere before had no effect, and none had any since.
    stuck: u32,
    /// So many actions in a row ended with a crash that left the same screen: the app hangs.
    hanging: u32,
    /// A tarpit that was noticed and not told yet.
    sign: Option<TarpitSign>,
    /// So many steps without anything new are reported next.
    next_report: u64,
}

impl Default for BreadthMemory {
    fn default() -> Self {
        Self::new(BreadthWeights::default())
    }
}

impl BreadthMemory {
    /// An empty one.
    pub(in crate::explorer) fn new(weights: BreadthWeights) -> Self {
        Self {
            weights,
            index: LookAlikes::new(weights.look_alikes),
            appeared: JustAppeared::new(weights.just_appeared),
            seen_at: None,
            tarpits: Tarpits::new(weights.tarpits),
            events: SystemEvents::new(weights.system_events),
            starts: ActivityStarts::new(weights.activity_starts),
            strokes: ModeStrokes::new(weights.mode_strokes, weights.unlisted),
            bursts: Bursts::new(weights.bursts, weights.unlisted),
            gestures: GestureTrials::new(weights.gesture_trials, weights.unlisted),
            turned: TurnedPages::new(weights.turned),
            searches: HeldSearch::new(weights.held_search),
            exits: BackExits::default(),
            begun: BegunForm::default(),
            steps: GoingOn::default(),
            bare: BarePages::default(),
            menus: LastingMenus::default(),
            introductions: Introductions::default(),
            links: Arc::default(),
            dead: None,
            stuck: 0,
            hanging: 0,
            sign: None,
            next_report: weights.reported_without_news,
        }
    }

    /// Takes in the present screen. To be called before each proposal; more often does no harm.
    pub(in crate::explorer) fn see(&mut self, situation: &Situation) {
        self.index.see(situation);
        let at = Some((situation.step, situation.state.exact));
        if self.seen_at != at {
            self.seen_at = at;
            self.appeared.see(&situation.screen.location, self.index.shown());
            Arc::make_mut(&mut self.links).see(situation);
            self.menus.see(&situation.screen);
            self.turned.see(situation, &mut self.index);
        }
        for refusal in &situation.refused {
            let mut available = situation.available.iter();
            if let Some(refused) = available.find(|available| available.key == refusal.key) {
                self.index.refuse(situation, refused);
            }
        }
    }

    /// What to do outside of the app, and what comes first inside.
    pub(in crate::explorer) fn return_to_app(
        &self,
        situation: &Situation,
    ) -> Option<ExplorerProposal> {
        let Some(back) = return_to_app(situation) else { return self.first(situation) };
        Some(self.starts.around_a_crash(situation).unwrap_or(back))
    }

    /// What comes before all else inside the app: a restart if nothing has an effect any more, closing a menu
    /// that has stayed open over a new page, and going through the introduction.
    pub(in crate::explorer) fn first(&self, situation: &Situation) -> Option<ExplorerProposal> {
        let close = || self.menus.close(situation);
        let closing = || Some(ExplorerProposal::new(close()?, lasting_menu::WHY));
        let introduction = || Some(self.introductions.next(situation)?.clone());
        let go_through = || Some(ExplorerProposal::new(introduction()?, introduction::WHY));
        self.free(situation).or_else(closing).or_else(go_through)
    }

    fn free(&self, situation: &Situation) -> Option<ExplorerProposal> {
        let restart = named(situation, Action::Restart);
        let is_empty = situation.available.is_empty() && !situation.screen.surface.is_dialogue();
        let why = if self.hanging >= self.weights.hanging_steps {
            format!("The app did not answer {} actions, so it is restarted.", self.hanging)
        } else if self.stuck >= self.weights.stuck_steps {
            format!(
                "{} actions that led elsewhere before have no effect any more, so the app is \
                 restarted.",
                self.stuck
            )
        } else if is_empty && self.dead_steps() >= self.weights.empty_steps {
            "This screen offers nothing and answers no key, so the app is restarted.".to_owned()
        } else {
            return None;
        };
        situation.is_possible(&restart).then(|| ExplorerProposal::new(restart, why))
    }

    /// So many steps in a row had no effect on the present screen.
    fn dead_steps(&self) -> u32 {
        self.dead.map_or(0, |(_, steps)| steps)
    }

    /// How often an action of the class of `available` was performed on the present screen.
    pub(in crate::explorer) fn tries_here(
        &mut self,
        situation: &Situation,
        available: &AvailableAction,
    ) -> u32 {
        let alike = self.index.known(situation, available);
        self.index.tries_here(alike)
    }

    /// True if `done`, which yielded `gain`, ran or showed something new; where the code that runs is not
    /// counted, if it had any effect.
    pub(in crate::explorer) fn was_useful(&self, done: &PerformedAction, gain: &StepGain) -> bool {
        if self.index.counts_code() {
            gain.functions > 0 || gain.shows_news()
        } else {
            done.outcome != ActionOutcome::None
        }
    }

    /// Takes in what `done` did; gives what it yielded. To be called once for each performed action,
    /// before [`Self::see`] is called with what it led to.
    pub(in crate::explorer) fn learn(
        &mut self,
        done: &PerformedAction,
        situation: &Situation,
    ) -> StepGain {
        let here = situation.state.structural;
        let gain = self.index.learn(done, situation);
        let screens = (self.index.screen_of(done.from), self.index.screen_of(here));
        self.tarpits.learn(done, screens, &gain);
        let without_effect = done.outcome == ActionOutcome::None && gain.functions == 0;
        // An app that crashes at its start is not helped by another one.
        let hangs = done.outcome == ActionOutcome::Crashed
            && done.from == here
            && !done.action.starts_anew();
        self.hanging = if hangs { self.hanging + 1 } else { 0 };
        let before = self.dead.take().filter(|(state, _)| *state == here);
        let is_dead = without_effect && !done.action.starts_anew();
        self.dead = is_dead.then(|| (here, before.map_or(0, |(_, steps)| steps).saturating_add(1)));
        if !without_effect || done.action.starts_anew() {
            self.stuck = 0;
        } else if led_elsewhere(done, situation) {
            self.stuck += 1;
        }
        self.events.learn(done);
        self.starts.learn(done, &gain);
        self.strokes.learn(done, situation, self.was_useful(done, &gain));
        self.bursts.learn(done.step, &gain);
        self.gestures.learn(done.step, done.outcome, &gain);
        self.exits.learn(done, situation);
        self.begun.learn(done, situation);
        self.searches.learn(done);
        self.steps.learn(done, situation, &gain);
        self.bare.learn(done, situation);
        self.introductions.learn(done, situation);
        Arc::make_mut(&mut self.links).learn(done, situation);
        if let Some(sign) = self.tarpits.notice() {
            self.sign = Some(sign);
        }
        gain
    }

    /// What is left of what `state` promises: less while it belongs to a tarpit, and the less the
    /// more of the last steps had no effect in it.
    pub(in crate::explorer) fn left_in(&self, state: StateId) -> f64 {
        let weights = &self.weights;
        let avoided = self.tarpits.avoids(self.index.screen_of(state));
        let dead = self.dead.filter(|(dead, _)| *dead == state).map_or(0, |(_, steps)| steps);
        let beyond = i32::try_from(dead.saturating_sub(weights.dead_steps)).unwrap_or(i32::MAX);
        let left = weights.dead_step.powi(beyond);
        if avoided { left * weights.in_tarpit } else { left }
    }

    /// `why`, and the tarpit that was noticed since the last proposal.
    pub(in crate::explorer) fn explained(&mut self, why: String) -> String {
        let Some(TarpitSign { steps, screens }) = self.sign.take() else { return why };
        let among = match screens {
            1 => "on 1 screen, which is".to_owned(),
            _ => format!("among {screens} screens, which are"),
        };
        format!("Nothing new in {steps} steps {among} avoided for a while. {why}")
    }

    /// What is expected if nothing that is known promises anything: of a random burst, or of a gesture
    /// that no widget lists.
    pub(in crate::explorer) fn expected_of_anything(&mut self, situation: &Situation) -> f64 {
        let burst = self.bursts.expected();
        self.gesture_expected(situation).unwrap_or(burst)
    }

    /// What is expected of a gesture that no widget lists, if that is more than of a random burst.
    pub(in crate::explorer) fn gesture_expected(&mut self, situation: &Situation) -> Option<f64> {
        self.gestures.expected_here(situation, &mut self.index, self.bursts.expected())
    }

    /// The button that leads to the next step, which looks like this one, the end of a search whose results
    /// were seen, or the way to a page that may show more by now, with the reason.
    pub(in crate::explorer) fn next_step(
        &mut self,
        situation: &Situation,
    ) -> Option<(AvailableAction, &'static str)> {
        if let Some(emptying) = self.searches.next(situation) {
            return Some((emptying, held_search::WHY));
        }
        if let Some(way) = self.bare.next(situation) {
            return Some((way, bare_pages::WHY));
        }
        Some((self.steps.next(situation, &mut self.index)?, going_on::WHY))
    }

    /// A gesture that no widget lists, with the reason, if it promises more than a random burst.
    pub(in crate::explorer) fn gesture(
        &mut self,
        situation: &Situation,
    ) -> Option<(AvailableAction, String)> {
        let least = self.bursts.expected();
        let next = self.gestures.next(situation, &mut self.index, least)?;
        let why = "Nothing known promises much, and nothing tells whether it listens to this.";
        Some((next, why.to_owned()))
    }

    /// The first action of a random burst, with the reason. Now and then it is a restart. A gesture
    /// that no widget lists comes before it if that promises more.
    pub(in crate::explorer) fn begin_burst(
        &mut self,
        situation: &Situation,
        random: &mut StdRng,
    ) -> Option<(AvailableAction, String)> {
        if let Some(gesture) = self.gesture(situation) {
            return Some(gesture);
        }
        let restart = named(situation, Action::Restart);
        if self.bursts.begin() && !situation.is_refused(&restart.key) {
            let why = "Nothing known promises much: a restart, then a random sequence.";
            return Some((restart, why.to_owned()));
        }
        let next = self.bursts.next(situation, &mut self.index, &self.exits, random)?;
        let steps = self.tarpits.steps_without_news();
        let why = format!(
            "Nothing known promises much, and nothing new came in {steps} steps: a random sequence \
             begins."
        );
        Some((next, why))
    }

    /// The next action of the burst, with the reason.
    pub(in crate::explorer) fn next_of_burst(
        &mut self,
        situation: &Situation,
        random: &mut StdRng,
    ) -> Option<(AvailableAction, String)> {
        let next = self.bursts.next(situation, &mut self.index, &self.exits, random)?;
        Some((next, "The random sequence goes on.".to_owned()))
    }

    /// Warns the tester if nothing new came for long.
    pub(in crate::explorer) fn tell(&mut self, asker: &Asker) {
        let steps = self.tarpits.steps_without_news();
        if steps < self.weights.reported_without_news {
            self.next_report = self.weights.reported_without_news;
        } else if steps >= self.next_report {
            self.next_report *= 2;
            let hint = "The app may be exhausted for this explorer. Other data in the app, or \
                        another explorer, may show more.";
            asker.warn(format!("Nothing new in {steps} steps."), Some(hint.to_owned()));
        }
    }
}

/// True if what was done had led to another state before, from the same one.
fn led_elsewhere(done: &PerformedAction, situation: &Situation) -> bool {
    let edge = situation.model.state(done.from).and_then(|state| state.edges.get(&done.key));
    edge.is_some_and(|edge| edge.to.iter().any(|(to, _)| *to != done.from))
}

#[cfg(test)]
mod tests;
