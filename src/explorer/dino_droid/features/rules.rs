//! What the rules know: the state of a form, what is at stake, and what an action promises.

use super::known::{ActionPromise, PageKnowledge};
use super::{FeatureRow, LEAST};
use crate::domain::AvailableAction;
use crate::explorer::shared::forms;
use crate::explorer::shared::system_events::EventStake;

/// All numbers of the group.
pub(super) const RULES: usize = 20;

/// The place of whether a form is sent that holds something new.
pub(super) const NEW_CONTENT: usize = OF_SITUATION + 1;
/// The place of what is promised by what was not tried.
pub(super) const PROMISED: usize = OF_SITUATION + 5;
/// What is known of the screen.
const OF_SITUATION: usize = 11;

/// What the rules know of the screen.
pub(super) fn of_situation(
    row: &mut FeatureRow,
    known: &PageKnowledge<'_>,
    of: Option<&AvailableAction>,
) {
    let situation = known.situation;
    let screen = &*situation.screen;
    let field = of.and_then(|available| available.action.target());
    let field = field.and_then(|target| screen.widget(target.number));
    row.flag(field.is_some_and(|field| field.is_field() && field.content().is_empty()));
    let (empty, fields) = (forms::empty_fields(screen).count(), forms::fields(screen).count());
    row.push(empty as f64 / fields.max(1) as f64);
    row.flag(fields > empty);
    let stake = match EventStake::of(screen) {
        EventStake::Nothing => 0,
        EventStake::Text => 1,
        EventStake::Dialog => 2,
        EventStake::Progress => 3,
    };
    row.one_of(Some(stake), 4);
    row.push(known.breadth.left_in(situation.state.structural));
    row.count(known.breadth.tarpits.steps_without_news() as f64);
    row.flag(screen.shows_progress());
    row.count(situation.step as f64);
}

/// What the rules expect of an action, also compared with the best of the page.
pub(super) fn promises(
    row: &mut FeatureRow,
    known: &PageKnowledge<'_>,
    promise: ActionPromise,
    is_refused: bool,
) {
    row.flag(is_refused);
    row.flag(promise.has_new_content);
    row.flag(promise.has_appeared);
    row.push(promise.own);
    row.push(promise.expected);
    row.push(promise.untried);
    let best = known.best_promise.max(promise.untried);
    row.push(promise.untried / best.max(LEAST));
    row.flag(promise.untried > 0.0 && promise.untried >= best);
    row.push(known.best_promise);
}
