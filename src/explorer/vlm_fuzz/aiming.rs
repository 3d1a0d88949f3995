//! Performing on this screen what was performed on an earlier one.

use crate::domain::{Action, ActionKey, Point, Widget, WidgetTarget};
use crate::explorer::Situation;
use crate::model::abstraction::unaimed;

/// What `key` stands for on the present screen; `before` is what it stood for earlier. `None` if its
/// widget is not there.
pub(super) fn by_key(
    situation: &Situation,
    key: &ActionKey,
    before: Option<&Action>,
) -> Option<Action> {
    if let Some(found) = situation.available.iter().find(|available| available.key == *key) {
        return Some(found.action.clone());
    }
    match before {
        Some(action) => at(situation, action),
        None => unaimed(key),
    }
}

/// `action` with its widget found on the present screen: by id and label, else by id if it is
/// the only one, else by class and label. Both halves of a pair are aimed.
pub(super) fn at(situation: &Situation, action: &Action) -> Option<Action> {
    action.each(|single| single_at(situation, single))
}

fn single_at(situation: &Situation, action: &Action) -> Option<Action> {
    let Some(target) = action.target() else { return Some(action.clone()) };
    let same = |widget: &&Widget| {
        widget.enabled
            && widget.tap.is_some()
            && widget.class == target.class
            && widget.resource_id == target.resource_id
            && widget.allows(action.kind()) | !is_offered(action)
    };
    let same: Vec<&Widget> = situation.screen.widgets.iter().filter(same).collect();
    let labelled = same.iter().find(|widget| widget.label == target.label);
    let by_id = same.first().filter(|_| same.len() == 1 && !target.resource_id.is_empty());
    Some(onto(action, labelled.or(by_id)?))
}

/// `action` as [`at`] aims it, else at the first widget of the same class and id: another row does
/// if the row itself has gone.
pub(super) fn like(situation: &Situation, action: &Action) -> Option<Action> {
    action.each(|single| single_like(situation, single))
}

fn single_like(situation: &Situation, action: &Action) -> Option<Action> {
    single_at(situation, action).or_else(|| {
        let target = action.target()?;
        let like = |widget: &&Widget| {
            widget.enabled
                && widget.tap.is_some()
                && widget.class == target.class
                && widget.resource_id == target.resource_id
                && !target.resource_id.is_empty()
        };
        situation.screen.widgets.iter().find(like).map(|widget| onto(action, widget))
    })
}

/// True for actions that a widget says it takes.
fn is_offered(action: &Action) -> bool {
    matches!(action, Action::Tap { .. } | Action::LongTap { .. } | Action::Type { .. })
}

/// `action` aimed at `widget`.
fn onto(action: &Action, widget: &Widget) -> Action {
    let aimed = WidgetTarget::of(widget);
    let mut action = action.clone();
    if let Action::Drag { target, to } = &mut action
        // A slider is moved to the same value wherever its knob is.
        && aimed.bounds != target.bounds
    {
        *to = Point::new(
            to.x.saturating_add(aimed.point.x.saturating_sub(target.point.x)),
            to.y.saturating_add(aimed.point.y.saturating_sub(target.point.y)),
        );
    }
    if let Some(target) = action.target_mut() {
        *target = aimed;
    }
    action
}
