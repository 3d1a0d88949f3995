//! What the network is told of an available action.
//!
//! Features come in groups, each of which can be disabled, to see what it contributes:
//!
//! - *always*: the kind of the action, the role and position of its widget, the screen's mode.
//! - **FCR**: how often the action ran in this state, actions like it on similar pages and anywhere.
//! - **FCD**: its children over three generations, by executions, and what is left to do where it
//!   leads.
//! - **TXC**: its words ([`super::text`]), and what they mean.
//! - **rules**: what the rules know: guards, the state of a form, what is at stake, what the action
//!   promises by its kind and by what look-alikes yielded.

mod action_kinds;
mod descendants;
mod known;
mod rules;

use std::sync::Arc;

use self::known::ActionPromise;
pub(super) use self::known::PageKnowledge;
use super::candidates::Candidate;
use super::text;
use crate::domain::{Action, AvailableAction, Widget, WidgetRole};
use crate::explorer::Situation;
use crate::explorer::shared::labels::{self, LabelMeaning};
use crate::explorer::shared::look_alikes::LookAlike;
use crate::explorer::shared::work_paths::WorkGoal;
use action_kinds::{ACTION_KINDS, BURST, SYSTEM_EVENTS, WALK, kind_number};
use descendants::{FCD, ONWARD_RATE, children, generations, onward};
use rules::{NEW_CONTENT, PROMISED, RULES, of_situation, promises};

/// Roles of widgets, and none.
const ROLES: usize = 13;
const ALWAYS: usize = ACTION_KINDS + ROLES + 12;
const FCR: usize = 24;
/// Meanings of words.
const TXC: usize = 7;

/// Numbers for each action.
pub(super) const FEATURE_COUNT: usize = ALWAYS + FCR + FCD + TXC + RULES;

/// Nothing is divided by less.
const LEAST: f64 = 1e-3;

/// A group of features that can be disabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FeatureGroup {
    /// Executions of the action and of similar ones.
    Fcr,
    /// Executions of its children.
    Fcd,
    /// Its words.
    Txc,
    /// What the rules know.
    Rules,
}

impl FeatureGroup {
    /// All of them.
    pub(super) const ALL: [Self; 4] = [Self::Fcr, Self::Fcd, Self::Txc, Self::Rules];

    /// Its name, by which it is disabled.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Fcr => "fcr",
            Self::Fcd => "fcd",
            Self::Txc => "txc",
            Self::Rules => "rules",
        }
    }

    /// Its places among the numbers of an action.
    const fn places(self) -> std::ops::Range<usize> {
        match self {
            Self::Fcr => ALWAYS..ALWAYS + FCR,
            Self::Fcd => ALWAYS + FCR..ALWAYS + FCR + FCD,
            Self::Txc => ALWAYS + FCR + FCD..ALWAYS + FCR + FCD + TXC,
            Self::Rules => ALWAYS + FCR + FCD + TXC..FEATURE_COUNT,
        }
    }
}

/// The features of one available action.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ActionFeatures {
    /// [`FEATURE_COUNT`] numbers, mostly from 0 to 1.
    pub values: Box<[f32]>,
    /// The buckets of its n-grams.
    pub grams: Arc<[u32]>,
}

impl ActionFeatures {
    /// The features of `candidate` on the present screen.
    pub(super) fn of(known: &mut PageKnowledge<'_>, candidate: &Candidate) -> Self {
        match candidate {
            Candidate::Single(available) => Self::of_action(known, available),
            Candidate::Burst => Self::of_burst(known),
            Candidate::Walk(goal) => Self::of_walk(known, goal),
        }
    }

    fn of_action(known: &mut PageKnowledge<'_>, available: &AvailableAction) -> Self {
        let (situation, action) = (known.situation, &available.action);
        let screen = &*situation.screen;
        let widget = action.target().and_then(|it| screen.widget(it.number));
        let mut row = FeatureRow(Vec::with_capacity(FEATURE_COUNT));
        always(&mut row, situation, kind_number(screen, action), widget);
        let alike = known.breadth.index.known(situation, available);
        let promise = known.promise(available, alike);
        executions(&mut row, known, available, alike, promise);
        children(&mut row, known, &available.key, alike);
        row.one_of(meaning_number(action, widget), TXC);
        of_situation(&mut row, known, Some(available));
        let is_refused = known.breadth.index.is_refused(alike);
        promises(&mut row, known, promise, is_refused);
        Self { values: row.0.into(), grams: text::grams(screen, action) }
    }

    /// A burst is no event of the page; all that is known is when it is begun.
    fn of_burst(known: &PageKnowledge<'_>) -> Self {
        let mut row = FeatureRow(Vec::with_capacity(FEATURE_COUNT));
        always(&mut row, known.situation, BURST, None);
        row.0.resize(ALWAYS + FCR + FCD + TXC, 0.0);
        of_situation(&mut row, known, None);
        let expected = known.breadth.bursts.expected();
        let promise = ActionPromise { expected, untried: expected, ..ActionPromise::default() };
        promises(&mut row, known, promise, false);
        Self { values: row.0.into(), grams: text::of_text("burst") }
    }

    /// A walk is judged by what is behind it.
    fn of_walk(known: &mut PageKnowledge<'_>, goal: &WorkGoal) -> Self {
        let mut row = FeatureRow(Vec::with_capacity(FEATURE_COUNT));
        always(&mut row, known.situation, WALK, None);
        row.0.resize(ALWAYS + FCR, 0.0);
        let (here, to) = (known.situation.state.structural, goal.state);
        let pages = [to, here].map(|state| known.breadth.index.screen_of(state));
        generations(&mut row, known, Some(pages[0]), pages[0] == pages[1]);
        onward(&mut row, known, Some((goal.state, goal.steps)));
        row.0.resize(ALWAYS + FCR + FCD + TXC, 0.0);
        of_situation(&mut row, known, None);
        promises(&mut row, known, ActionPromise::default(), false);
        Self { values: row.0.into(), grams: text::of_text("walk") }
    }

    /// What the rules promise of it: of a walk what is behind it, of everything else what it does by
    /// itself. What was done here before and leads on is a walk.
    pub(super) fn promised(&self) -> f32 {
        if self.values[WALK] > 0.5 {
            self.values[FeatureGroup::Fcd.places()][ONWARD_RATE]
        } else {
            self.values[FeatureGroup::Rules.places()][PROMISED]
        }
    }

    /// The same without the features of `group`.
    pub(super) fn without(mut self, group: FeatureGroup) -> Self {
        self.values[group.places()].fill(0.0);
        if group == FeatureGroup::Txc {
            self.grams = Arc::default();
        }
        self
    }

    /// What of it is expected to decide, as the paper checks it. To be asked before a group is
    /// disabled.
    pub(super) fn expected(&self) -> ExpectedTraits {
        let fcd = &self.values[FeatureGroup::Fcd.places()];
        let meanings = FeatureGroup::Txc.places().start;
        let is_set = |place: usize| self.values[place] > 0.5;
        let is_action = !is_set(BURST) && !is_set(WALK);
        let sends_news = is_set(FeatureGroup::Rules.places().start + NEW_CONTENT);
        ExpectedTraits {
            // A burst is neither, nor is a walk: they have no executions at all.
            is_executed: is_action && !is_set(ALWAYS) && !sends_news,
            is_fresh: is_set(ALWAYS),
            is_of_system: SYSTEM_EVENTS.iter().any(|kind| is_set(*kind)),
            has_work_behind: fcd[ONWARD_RATE] > 0.0,
            leads: fcd[0] > 0.5,
            // The novel events of each generation. As in the paper, the children of what stays on the page are
            // those of the page.
            leads_to_unexplored: fcd[3..6].iter().any(|flag| *flag > 0.5),
            means_progress: self.values[meanings] > 0.5,
            means_leaving: self.values[meanings + 1] > 0.5,
        }
    }
}

/// What decides, as the paper checks it, which action should come first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ExpectedTraits {
    /// It was performed in this state, and the form that it sends, if it sends one, holds nothing new.
    pub is_executed: bool,
    /// It was not performed in this state.
    pub is_fresh: bool,
    /// It is an event of the system, which the paper draws at random instead of valuing it.
    pub is_of_system: bool,
    /// Something is left to do in the state where it leads.
    pub has_work_behind: bool,
    /// It is known where it leads.
    pub leads: bool,
    /// It leads to events that were performed nowhere.
    pub leads_to_unexplored: bool,
    /// Its label means progress: it sends what the screen holds.
    pub means_progress: bool,
    /// Its label means leaving the screen.
    pub means_leaving: bool,
}

/// The numbers of an action so far.
struct FeatureRow(Vec<f32>);

impl FeatureRow {
    fn push(&mut self, value: f64) {
        self.0.push(if value.is_finite() { value as f32 } else { 0.0 });
    }

    fn flag(&mut self, is_set: bool) {
        self.0.push(if is_set { 1.0 } else { 0.0 });
    }

    /// One of `of` numbers is 1, or none.
    fn one_of(&mut self, number: Option<usize>, of: usize) {
        (0..of).for_each(|place| self.flag(number == Some(place)));
    }

    /// A count, so that large ones differ less.
    fn count(&mut self, count: f64) {
        self.push(count.ln_1p() / 3.0);
    }
}

fn always(row: &mut FeatureRow, situation: &Situation, kind: usize, widget: Option<&Widget>) {
    let screen = &*situation.screen;
    row.one_of(Some(kind), ACTION_KINDS);
    row.one_of(Some(widget.map_or(ROLES - 1, |widget| role_number(widget.role()))), ROLES);
    let (width, height) = (f64::from(screen.size.width), f64::from(screen.size.height));
    let center = widget.map(|widget| widget.bounds.center());
    row.push(center.map_or(0.0, |center| f64::from(center.x) / width.max(1.0)));
    row.push(center.map_or(0.0, |center| f64::from(center.y) / height.max(1.0)));
    let area = widget.map_or(0.0, |widget| widget.bounds.area() as f64);
    row.push((area / (width * height).max(1.0)).sqrt());
    let position = widget.map(|widget| widget.position).unwrap_or_default();
    row.flag(position.list.is_some());
    row.push(position.row.map_or(0.0, |at| at.min(10) as f64 / 10.0));
    row.flag(screen.dialog);
    row.flag(screen.keyboard);
    row.flag(widget.is_some_and(|widget| widget.selected));
    row.flag(widget.is_some_and(|widget| widget.checked == Some(true)));
    row.flag(widget.is_some_and(|widget| widget.checked == Some(false)));
    row.count(situation.available.len() as f64);
    row.flag(screen.widgets.iter().any(|widget| widget.role() == WidgetRole::Opaque));
}

const fn role_number(role: WidgetRole) -> usize {
    match role {
        WidgetRole::Button => 0,
        WidgetRole::Field => 1,
        WidgetRole::Toggle => 2,
        WidgetRole::Slider => 3,
        WidgetRole::Picker => 4,
        WidgetRole::List => 5,
        WidgetRole::Tab => 6,
        WidgetRole::Image => 7,
        WidgetRole::Progress => 8,
        WidgetRole::Text => 9,
        WidgetRole::Opaque => 10,
        WidgetRole::View => 11,
    }
}

/// FCR.
fn executions(
    row: &mut FeatureRow,
    known: &PageKnowledge<'_>,
    available: &AvailableAction,
    alike: LookAlike,
    promise: ActionPromise,
) {
    let AvailableAction { key, template, .. } = available;
    let node = known.situation.model.state(known.situation.state.structural);
    let tries =
        node.and_then(|node| node.edges.get(key)).map(|edge| edge.tries).unwrap_or_default();
    let here = usize::try_from(tries.count).unwrap_or(usize::MAX);
    row.one_of(Some(here.min(3)), 4);
    row.count(here as f64);
    let event = known.graph.event(alike.screen, alike.class);
    let page = match event.executions {
        few @ 0..=2 => few as usize,
        3..=5 => 3,
        _ => 4,
    };
    row.one_of(Some(page), 5);
    row.count(f64::from(event.executions));
    let anywhere = known.graph.executions(alike.class);
    let group = match anywhere {
        0 => 0,
        1 => 1,
        2 | 3 => 2,
        _ => 3,
    };
    row.one_of(Some(group), 4);
    row.count(f64::from(anywhere));
    let rows = node.and_then(|node| node.templates.get(template)).map_or(0, |tries| tries.count);
    row.count(rows as f64);
    row.push(tries.no_effect as f64 / tries.count.max(1) as f64);
    row.push(f64::from(event.without_effect) / f64::from(event.executions.max(1)));
    row.push(tries.moved as f64 / tries.count.max(1) as f64);
    row.count(f64::from(known.graph.visits(alike.screen)));
    row.count(node.map_or(0.0, |node| node.visits as f64));
    row.flag(alike.is_row);
    row.flag(promise.is_untried);
}

/// The meaning of the words of a tap's target, `widget`; `None` if none is known.
fn meaning_number(action: &Action, widget: Option<&Widget>) -> Option<usize> {
    use LabelMeaning as Is;
    let Action::Tap { target } = action else { return None };
    // To back something up is not to go back.
    let label = target.label.to_lowercase().replace("back up", "backup");
    // What is set in place sends nothing: "Set time by network".
    let is_set_in_place = widget.is_some_and(|it| it.role() == WidgetRole::Toggle);
    let meanings = labels::whole_meaning(&label)
        .into_iter()
        .chain(labels::command_words(&label).into_iter().filter_map(labels::meaning));
    let numbers = meanings.map(|meaning| match meaning {
        Is::Back | Is::Dismiss | Is::No | Is::NotNow | Is::Quit => 1,
        sending if sending.is_sending() && !is_set_in_place => 0,
        Is::Delete | Is::Wipe | Is::Reset | Is::Undo => 2,
        Is::Navigate | Is::Open => 3,
        Is::Change | Is::Pause | Is::Lap | Is::Snooze => 4,
        Is::Decline | Is::Deny | Is::Stop | Is::OptOut => 5,
        _ => 6,
    });
    // The first word mostly is the command.
    numbers.into_iter().next()
}

/// The names of the groups, by which they are disabled.
pub(super) const GROUP_NAMES: [&str; 4] = ["fcr", "fcd", "txc", "rules"];

#[cfg(test)]
mod tests;
