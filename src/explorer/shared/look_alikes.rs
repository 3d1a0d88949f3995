//! Look-alikes: what widgets of one class did, wherever they were.
//!
//! The same button stands on many screens, and a screen that shows another number is another state.
//! So what an action is expected to yield is not only judged by this state:
//!
//! - An action whose class was tried nowhere is judged by its kind, and by what the widgets of its
//!   activity that look the same did, or are as high; a gesture that few widgets listen to, such as holding, and a tap
//!   of a switch also by what it did anywhere.
//! - One whose class was tried on other screens, by what its first try on each of them yielded. The
//!   very first one counts only if it showed no new screen: what a button leads to is new once.
//! - One whose class was tried on this screen, by what later tries of its class yielded: a button
//!   mostly leads to where it led before, a row of a list may lead to more. The first row that showed a new screen
//!   counts for part of a try.
//!
//! Pages that are made from one template are one page ([`page_templates`]).
//!
//! Classes of which three or more differ in nothing but a number of their id, on whatever screens, are
//! one from then on: an app that counts up what it makes has no new kind of button for each.
//!
//! What a try yielded is measured by what it showed: classes of actions that were seen nowhere
//! before count most, so a state that differs by a value alone counts for little ([`StepGain`]). A
//! try without any effect counts for more than one that changed something known. Where the target
//! counts the functions that ran, those that ran for the first time count as well: what a canvas, a
//! grid or a gesture does shows in no widget.
//! Sources: APE (an action is new if its name was tried nowhere), BADGE (an event is judged by its
//! own history and that of its group).
//!
//! All of it costs the same at each step, however many states are known.

mod expected;
mod idle_tries;
mod known_places;
mod known_screens;
mod news;
mod page_templates;
mod present;
pub(in crate::explorer) mod run_code;
mod tally;
mod weights;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use self::idle_tries::IdleTries;
use self::known_places::KnownPlaces;
use self::known_screens::{KnownScreens, SeenScreen};
pub(in crate::explorer) use self::news::AlikeNews;
use self::news::TriedAlike;
use self::page_templates::PageTemplates;
use self::present::PresentScreen;
use self::run_code::RunCode;
use self::tally::GroupTallies;
pub(in crate::explorer) use self::tally::YieldTally;
pub(in crate::explorer) use self::weights::LookAlikeWeights;
use super::action_class::{ActionClass, ClassLead, place_name};
use crate::domain::{Action, ActionKey, ActionKind, AvailableAction, Screen, StateId};
use crate::explorer::{PerformedAction, Situation};
use crate::protocol::ActionOutcome;

/// The number of a screen as a person would count them: states whose actions are mostly of the same
/// classes are one screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::explorer) struct ScreenNumber(usize);

impl ScreenNumber {
    /// The number of states that were never seen.
    const UNKNOWN: Self = Self(usize::MAX);

    /// The screen with this number.
    #[cfg(test)]
    pub const fn new(number: usize) -> Self {
        Self(number)
    }
}

/// An action as the index knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::explorer) struct LookAlike {
    /// The number of its class.
    pub class: usize,
    group: usize,
    family: usize,
    /// The screen it is on.
    pub screen: ScreenNumber,
    /// True for a row of a list, and for what is named by content.
    pub is_row: bool,
    leads: AlikeLead,
    /// See [`ActionClass::gesture`].
    gesture: Option<ActionKind>,
}

/// Where an action leads, as far as that is known before it is tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum AlikeLead {
    #[default]
    Untold,
    /// The number of a place.
    To(usize),
    /// The same for one of several rows that lead there.
    OneOf(usize),
    Away,
}

/// What a step showed that was not seen before.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::explorer) struct StepGain {
    /// Classes of actions that were seen nowhere before.
    pub classes: usize,
    /// True if the screen was never seen before, as a person would count them.
    pub screen: bool,
    /// True if the structural state was never seen before.
    pub state: bool,
    /// True if this content was never seen before.
    pub content: bool,
    /// True if an action of this class was never performed before.
    pub first_try: bool,
    /// Functions of the app that ran for the first time; 0 if the target does not count them.
    pub functions: u64,
    /// All of it in one number, from 0 to 1.
    pub reward: f64,
}

impl StepGain {
    /// True if the step showed or did something of a class that is new, or ran code that is.
    pub(in crate::explorer) const fn is_new(&self) -> bool {
        self.shows_news() || self.first_try || self.functions > 0
    }

    /// True if the step showed something of a class that is new.
    pub(in crate::explorer) const fn shows_news(&self) -> bool {
        self.classes > 0 || self.screen
    }
}

/// What is known of one class of actions.
#[derive(Debug, Default)]
struct ClassRecord {
    /// Its first try on each screen.
    first: YieldTally,
    /// Its later tries.
    later: YieldTally,
    /// The screens on which it was tried, with how often.
    screens: HashMap<ScreenNumber, u32>,
}

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct LookAlikes {
    weights: LookAlikeWeights,
    classes: HashMap<String, usize>,
    records: Vec<ClassRecord>,
    /// The classes that differ in nothing but the numbers of their ids, no more than matter.
    numbered: HashMap<String, HashSet<String>>,
    groups: GroupTallies,
    families: GroupTallies,
    /// What gestures yielded that few widgets listen to.
    gestures: HashMap<ActionKind, YieldTally>,
    idle: IdleTries,
    templates: PageTemplates,
    screens: KnownScreens,
    places: KnownPlaces,
    states: HashSet<StateId>,
    contents: HashSet<StateId>,
    /// Classes of which an action was refused.
    refused: HashSet<usize>,
    /// The screen that was taken in last.
    present: Option<PresentScreen>,
    code: RunCode,
    /// What was found out and not told yet.
    news: Vec<AlikeNews>,
}

impl LookAlikes {
    /// An empty index.
    pub(in crate::explorer) fn new(weights: LookAlikeWeights) -> Self {
        Self { weights, ..Self::default() }
    }

    /// Takes in the present screen; gives what of it was seen nowhere before. To be called for each
    /// observation, before [`Self::known`]; once more for the same one does no harm.
    pub(in crate::explorer) fn see(&mut self, situation: &Situation) -> StepGain {
        if self.present.as_ref().is_some_and(|present| present.is_of(situation)) {
            return StepGain::default();
        }
        self.code.begin(&situation.model);
        let page = self.page(situation);
        let before = self.records.len();
        let shown = situation.available.iter();
        let shown = shown.map(|available| self.class(&situation.screen, &available.action));
        let shown: Vec<ActionClass> = shown.collect();
        self.places.see(place_name(&situation.screen.package, &situation.screen.location));
        let state = self.states.insert(situation.state.structural);
        if state {
            let (ids, screen) = (situation.state, SeenScreen::of(situation, &page, &self.weights));
            self.news.push(AlikeNews::Seen { ids, screen, classes: shown.clone() });
        }
        let mut shown: Vec<LookAlike> = shown.into_iter().map(|class| self.number(class)).collect();
        let classes = self.records.len() - before;
        let content = self.contents.insert(situation.state.exact);
        let screen = state && {
            let numbers = shown.iter().map(|alike| alike.class).collect();
            let seen = SeenScreen::of(situation, &page, &self.weights);
            self.screens.see(situation.state.structural, seen, numbers, &self.weights)
        };
        let number = self.screens.of(situation.state.structural);
        shown.iter_mut().for_each(|alike| alike.screen = number);
        self.present = Some(PresentScreen::new(situation, shown));
        let mut gain = StepGain { classes, screen, state, content, ..StepGain::default() };
        gain.reward = self.reward(&gain);
        gain
    }

    /// Takes in what the last action did; gives what it yielded.
    pub(in crate::explorer) fn learn(
        &mut self,
        done: &PerformedAction,
        situation: &Situation,
    ) -> StepGain {
        let alike = self.alike((&done.before, done.from), &done.key, &done.action);
        let functions = self.code.ran(&situation.model);
        let mut gain = self.see(situation);
        let outside = matches!(done.outcome, ActionOutcome::LeftApp | ActionOutcome::Crashed);
        if outside || done.outcome == ActionOutcome::Failed {
            // What another app shows is not this app's.
            gain = StepGain::default();
        }
        gain.functions = functions;
        if gain.screen && gain.classes > 0 {
            self.code.explained(functions > 0);
        }
        gain.reward = gain.reward.max(self.weights.reward_of_code(functions));
        let without_effect = done.outcome == ActionOutcome::None && functions == 0;
        let shows_news = gain.shows_news() || functions > 0;
        let tried = TriedAlike { reward: gain.reward, without_effect, shows_news };
        let first_ever = !self.is_tried(alike);
        // What was walked again says nothing to others.
        if self.tries_here(alike) == 0 || gain.reward > 0.0 {
            let class = self.class(&done.before, &done.action);
            self.news.push(AlikeNews::Tried { state: done.from, class, tried });
        }
        self.count(alike, tried);
        gain.first_try = first_ever && !without_effect && done.outcome != ActionOutcome::Failed;
        gain
    }

    /// Counts a try of `alike`, by whomever.
    fn count(&mut self, alike: LookAlike, tried: TriedAlike) {
        let TriedAlike { reward, without_effect, shows_news } = tried;
        let counts = if without_effect { self.weights.without_effect } else { 1.0 };
        let record = &mut self.records[alike.class];
        let first_ever = record.screens.is_empty();
        let tries = record.screens.entry(alike.screen).or_insert(0);
        let tally = if *tries == 0 { &mut record.first } else { &mut record.later };
        *tries += 1;
        if !(first_ever && shows_news) {
            tally.add(reward, counts);
        } else if alike.is_row {
            // The next row may show another page, or such a page with other content.
            record.later.add(reward, self.weights.first_row);
        }
        self.idle.add(alike, without_effect);
        self.groups.add(alike.group, reward);
        self.families.add(alike.family, reward);
        if let Some(gesture) = alike.gesture {
            self.gestures.entry(gesture).or_default().add(reward, 1.0);
        }
    }

    /// What was found out since the last time.
    pub(in crate::explorer) fn take_news(&mut self) -> Vec<AlikeNews> {
        std::mem::take(&mut self.news)
    }

    /// Takes in what another explorer of the same app has found out.
    pub(in crate::explorer) fn hear(&mut self, news: &AlikeNews) {
        match news {
            AlikeNews::Seen { ids, screen, classes } => {
                self.places.see(screen.place.clone());
                self.states.insert(ids.structural);
                self.contents.insert(ids.exact);
                let numbers = classes.iter().map(|class| self.number(class.clone()).class);
                let numbers = numbers.collect();
                self.screens.see(ids.structural, screen.clone(), numbers, &self.weights);
            }
            AlikeNews::Tried { state, class, tried } => {
                let alike = self.told(*state, class);
                self.count(alike, *tried);
            }
            AlikeNews::Refused(class) => {
                let alike = self.number(class.clone());
                self.refused.insert(alike.class);
            }
        }
    }

    /// What an action of the class `class` in `state` is to the index, as another explorer tells it.
    pub(in crate::explorer) fn told(&mut self, state: StateId, class: &ActionClass) -> LookAlike {
        let screen = self.screens.of(state);
        LookAlike { screen, ..self.number(class.clone()) }
    }

    /// The classes of the actions of the present screen.
    pub(in crate::explorer) fn shown(&self) -> HashSet<usize> {
        let present = self.present.iter().flat_map(PresentScreen::all);
        present.map(|alike| alike.class).collect()
    }

    /// What `available` on the present screen is to the index.
    pub(in crate::explorer) fn known(
        &mut self,
        situation: &Situation,
        available: &AvailableAction,
    ) -> LookAlike {
        let shown = (&situation.screen, situation.state.structural);
        self.alike(shown, &available.key, &available.action)
    }

    /// What `action`, which is called `key`, is to the index on a screen that shows a state.
    pub(in crate::explorer) fn alike(
        &mut self,
        shown: (&Arc<Screen>, StateId),
        key: &ActionKey,
        action: &Action,
    ) -> LookAlike {
        let present = self.present.as_ref();
        if let Some(known) = present.and_then(|present| present.alike(shown, key, action)) {
            return known;
        }
        let screen = self.screens.of(shown.1);
        LookAlike { screen, ..self.class_of(shown.0, action) }
    }

    /// The class of `action` on `screen`.
    pub(in crate::explorer) fn class(&self, screen: &Screen, action: &Action) -> ActionClass {
        ActionClass::of(screen, action, self.templates.page(screen), &self.weights.classes)
    }

    /// The location of the first page that was made from the template of the present one, which may be its own.
    pub(in crate::explorer) fn page(&mut self, situation: &Situation) -> String {
        let (screen, weights) = (&*situation.screen, &self.weights.classes);
        let named = |available: &AvailableAction| {
            ActionClass::of(screen, &available.action, "", weights).name
        };
        self.templates.see(screen, || situation.available.iter().map(named).collect());
        self.templates.page(screen).to_owned()
    }

    /// The same, before it is known which screen that is.
    fn class_of(&mut self, screen: &Screen, action: &Action) -> LookAlike {
        self.number(self.class(screen, action))
    }

    fn number(&mut self, class: ActionClass) -> LookAlike {
        let ActionClass { name, unnumbered, group, family, is_row, leads, gesture } = class;
        let counted = unnumbered.filter(|stem| self.is_counted_up(stem, &name));
        let is_row = is_row || counted.is_some();
        let class = self.class_number(counted.unwrap_or(name));
        let (group, family) = (self.groups.number(group), self.families.number(family));
        let leads = match leads {
            ClassLead::Untold => AlikeLead::Untold,
            ClassLead::To(place) => AlikeLead::To(self.places.number(place)),
            ClassLead::OneOf(place) => AlikeLead::OneOf(self.places.number(place)),
            ClassLead::Away => AlikeLead::Away,
        };
        LookAlike { class, group, family, screen: ScreenNumber::UNKNOWN, is_row, leads, gesture }
    }

    /// True if it is known where `alike` leads, and that no other row of its list leads there.
    pub(in crate::explorer) const fn is_place_told(alike: LookAlike) -> bool {
        matches!(alike.leads, AlikeLead::To(_))
    }

    /// True if `alike` leads to a place that was seen; `None` if nothing tells where it leads.
    fn leads_to_seen(&self, alike: LookAlike) -> Option<bool> {
        match alike.leads {
            AlikeLead::To(place) | AlikeLead::OneOf(place) => Some(self.places.is_seen(place)),
            AlikeLead::Untold | AlikeLead::Away => None,
        }
    }

    /// True if the app counts up the ids of what is called `name`, and `stem` without its number: many
    /// numbers were seen, on whatever screens.
    fn is_counted_up(&mut self, stem: &str, name: &str) -> bool {
        let most = self.weights.classes.same_id_widgets;
        let names = match self.numbered.get_mut(stem) {
            Some(names) => names,
            None => self.numbered.entry(stem.to_owned()).or_default(),
        };
        if names.len() <= most && !names.contains(name) {
            names.insert(name.to_owned());
        }
        names.len() > most
    }

    fn class_number(&mut self, name: String) -> usize {
        let next = self.records.len();
        let number = *self.classes.entry(name).or_insert(next);
        if number == next {
            self.records.push(ClassRecord::default());
        }
        number
    }

    fn reward(&self, gain: &StepGain) -> f64 {
        let weights = &self.weights;
        if gain.classes > 0 {
            let full = weights.classes_of_a_screen.max(1.0);
            let share = (gain.classes as f64 / full).min(1.0);
            weights.reward_class + (1.0 - weights.reward_class) * share
        } else if gain.screen {
            weights.reward_screen
        } else if gain.state {
            weights.reward_state
        } else if gain.content {
            weights.reward_content
        } else {
            0.0
        }
    }

    /// The screen that `state` belongs to.
    pub(in crate::explorer) fn screen_of(&self, state: StateId) -> ScreenNumber {
        self.screens.of(state)
    }

    /// True if an action of this class was performed somewhere.
    pub(in crate::explorer) fn is_tried(&self, alike: LookAlike) -> bool {
        !self.records[alike.class].screens.is_empty()
    }

    /// How often an action of this class was performed on its screen.
    pub(in crate::explorer) fn tries_here(&self, alike: LookAlike) -> u32 {
        self.records[alike.class].screens.get(&alike.screen).copied().unwrap_or(0)
    }

    /// True if the target counts the functions that run: then a step that ran none for the first time
    /// is known to have done nothing new, whatever it showed. Not if much is new that ran none: what a
    /// server does is not counted.
    pub(in crate::explorer) fn counts_code(&self) -> bool {
        self.code.is_counted() && self.code.tells_news(self.weights.pages_by_server)
    }

    /// `own`, which is promised whatever the widget did before; less if the target counts the functions
    /// that run and its tries ran few that are new.
    pub(in crate::explorer) fn checked(&self, alike: LookAlike, own: f64) -> f64 {
        if !self.counts_code() {
            return own;
        }
        let record = &self.records[alike.class];
        record.first.and(record.later).mean(own, self.weights.checked_trust).min(own)
    }

    /// How many of the latest tries of this class had no effect, and how many of what looks the same.
    pub(in crate::explorer) fn idle_tries(&self, alike: LookAlike) -> (u32, u32) {
        self.idle.of(alike)
    }

    /// What the tries of this class yielded on the mean, on whatever screens; `prior` if there were none.
    pub(in crate::explorer) fn mean_yield(&self, alike: LookAlike, prior: f64) -> f64 {
        let record = &self.records[alike.class];
        record.first.and(record.later).mean(prior, self.weights.class_trust)
    }

    /// Takes in that an action was refused: a guard goes by words, so it would refuse look-alikes too.
    /// Rows are judged one by one.
    pub(in crate::explorer) fn refuse(&mut self, situation: &Situation, refused: &AvailableAction) {
        let alike = self.known(situation, refused);
        if !alike.is_row && self.refused.insert(alike.class) {
            let class = self.class(&situation.screen, &refused.action);
            self.news.push(AlikeNews::Refused(class));
        }
    }

    /// True if a look-alike was refused somewhere.
    pub(in crate::explorer) fn is_refused(&self, alike: LookAlike) -> bool {
        self.refused.contains(&alike.class)
    }
}

#[cfg(test)]
mod tests;
