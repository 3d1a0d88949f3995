//! What an input is expected to yield by itself, before anything is known of what it does.
//!
//! Chances are rough orders, set by measuring on the demo apps: what matters is which input comes
//! before which. None of them knows an app.

use super::forms::{self, ActivityForms};
use super::words::{self, LabelSense};
use crate::domain::{
    Action, ActionKey, ActionKind, AvailableAction, DeviceKey, Direction, Rotation, WidgetRole,
};
use crate::explorer::Situation;
use crate::explorer::elevate::ElevateWeights;
use crate::explorer::elevate::scene::PromptScene;
use crate::explorer::shared::forms::own_fields;
use crate::explorer::shared::menu_key;
use crate::explorer::shared::unlisted::is_search;

/// What an input is expected to yield by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InputYield {
    /// How likely it is to show something new, 0 to 1.
    pub chance: f64,
    /// What the words on it say.
    pub sense: LabelSense,
    /// Why, as a clause.
    pub why: &'static str,
    /// True if it fills in an empty field: what that leads to shows once the form is sent.
    pub fills: bool,
}

/// What `offer` is expected to yield in `scene`.
pub fn of(
    forms: &ActivityForms,
    scene: &PromptScene<'_>,
    offer: &AvailableAction,
    weights: &ElevateWeights,
) -> InputYield {
    let situation = scene.situation;
    let sense = words::sense(&offer.action);
    let fills = fills(forms, scene, offer);
    let (chance, why) = match &offer.action {
        Action::Tap { .. } => tap(situation, offer, sense, weights),
        Action::LongTap { .. } => (weights.untried_long_tap, "holding sometimes opens a menu"),
        Action::Swipe { target, direction: Direction::Left }
        | Action::Scroll { target, direction: Direction::Down | Direction::Right }
            if situation
                .screen
                .widget(target.number)
                .is_some_and(|it| situation.screen.scrolls_a_page(it)) =>
        {
            (weights.untried_scroll_page, "the page goes on")
        }
        Action::Swipe { .. } => {
            (weights.untried_swipe, "a stroke sometimes moves or removes something")
        }
        Action::Drag { target, .. }
            if situation
                .screen
                .widget(target.number)
                .is_some_and(|it| it.allows(ActionKind::Drag)) =>
        {
            (weights.untried_carry, "what can be carried may change where it is let go")
        }
        Action::Scroll { direction: Direction::Down | Direction::Right, .. } => {
            (weights.untried_scroll_on, "there may be more further on")
        }
        Action::Scroll { .. } => (weights.untried_unlikely, "scrolling back shows what was seen"),
        Action::Type { .. } if fills => filling(forms, situation, weights),
        Action::Type { .. } => typing(forms, scene, offer, weights),
        Action::Key { key: DeviceKey::Menu } => menu(situation, weights),
        Action::Key { key: DeviceKey::Back } => {
            leaving(situation, weights.untried_unlikely, weights)
        }
        Action::Key { key: DeviceKey::Enter } => {
            (weights.untried_field, "ENTER may send what was typed")
        }
        Action::Rotate { rotation: Rotation::Portrait } => {
            (weights.untried_turn_back, "one look at the turned screen is enough")
        }
        Action::Rotate { .. } => {
            (weights.untried_turn, "a turned screen may show what the upright one has no room for")
        }
        Action::Wait { .. } => (weights.untried_leads_on, "what is going on here ends by itself"),
        Action::Restart => (0.0, "a restart shows what was seen"),
        _ => (weights.untried_other, "nobody did it yet"),
    };
    InputYield { chance, sense, why, fills }
}

/// The same for an action of a state that these rules did not see, by its name.
pub fn of_name(kind: ActionKind, key: &ActionKey, weights: &ElevateWeights) -> InputYield {
    let sense = words::sense_of_key(key);
    let (chance, why) = match kind {
        ActionKind::Tap => by_words(sense, weights),
        ActionKind::Type | ActionKind::LongTap | ActionKind::Swipe | ActionKind::Scroll => {
            (weights.untried_unseen, "nobody did it yet")
        }
        _ => (0.0, "it is possible everywhere"),
    };
    InputYield { chance, sense, why, fills: false }
}

fn tap(
    situation: &Situation,
    offer: &AvailableAction,
    sense: LabelSense,
    weights: &ElevateWeights,
) -> (f64, &'static str) {
    let widget = offer.action.target().and_then(|target| situation.screen.widget(target.number));
    let Some(widget) = widget else { return by_words(sense, weights) };
    if widget.selected {
        return (weights.untried_unlikely, "it is what is shown already");
    }
    match widget.role() {
        _ if widget.position.in_picker => {
            (weights.untried_toggle, "it changes the value that a picker holds")
        }
        WidgetRole::Toggle => (weights.untried_toggle, "a switch or choice rarely leads anywhere"),
        WidgetRole::Slider => (weights.untried_slider, "a slider only changes a value"),
        WidgetRole::Tab => (weights.untried_tab, "a tab shows another part"),
        _ if widget.position.list.is_some() && sense == LabelSense::Plain => {
            (weights.untried_plain, "a row of a list usually opens")
        }
        _ if sense == LabelSense::Leaves => leaving(situation, by_words(sense, weights).0, weights),
        _ => by_words(sense, weights),
    }
}

fn by_words(sense: LabelSense, weights: &ElevateWeights) -> (f64, &'static str) {
    match sense {
        LabelSense::LeadsOn => (weights.untried_leads_on, "its words lead on"),
        LabelSense::Plain => (weights.untried_plain, "nothing is known of it yet"),
        LabelSense::Sends => (weights.untried_sends, "it takes what is there further"),
        LabelSense::Changes => (weights.untried_changes, "it seems to change something in place"),
        LabelSense::Leaves => (weights.untried_leaves, "it leaves this screen"),
    }
}

/// Leaving shows nothing new, unless something was begun here.
fn leaving(situation: &Situation, otherwise: f64, weights: &ElevateWeights) -> (f64, &'static str) {
    if forms::is_begun(situation) {
        (weights.untried_leaves_begun, "leaving what was begun may ask whether to keep it")
    } else {
        (otherwise, "it leaves this screen")
    }
}

/// The MENU key is worth a try if no button for a menu is visible.
fn menu(situation: &Situation, weights: &ElevateWeights) -> (f64, &'static str) {
    let visible = situation.screen.dialog || menu_key::has_button(&situation.screen);
    let chance = if visible { weights.untried_unlikely } else { weights.untried_menu_key };
    (chance, "a menu may hide behind the MENU key")
}

/// True if `offer` is the first text for an empty field of a form that a button sends.
fn fills(forms: &ActivityForms, scene: &PromptScene<'_>, offer: &AvailableAction) -> bool {
    let Action::Type { target, .. } = &offer.action else { return false };
    let field = scene.situation.screen.widget(target.number);
    field.is_some_and(|field| forms.is_empty(field) && !is_search(field))
        && scene.is_first_text(offer)
        && forms::has_button(scene.situation)
}

/// The first text for an empty field brings its form further, the more the fewer are empty.
fn filling(
    forms: &ActivityForms,
    situation: &Situation,
    weights: &ElevateWeights,
) -> (f64, &'static str) {
    let empty = forms::empty(forms, situation).max(1) as f64;
    (
        weights.untried_field / (1.0 + (empty - 1.0) * weights.further_field),
        "this field is empty, and a filled form leads further",
    )
}

/// Any other text: one for a field that looks for something or has no button, or another one.
fn typing(
    forms: &ActivityForms,
    scene: &PromptScene<'_>,
    offer: &AvailableAction,
    weights: &ElevateWeights,
) -> (f64, &'static str) {
    let other_text =
        (weights.untried_other_text, "another text for this field may be answered otherwise");
    let situation = scene.situation;
    let field = offer.action.target().and_then(|target| situation.screen.widget(target.number));
    let Some(field) = field.filter(|field| forms.is_empty(field)) else { return other_text };
    if !scene.is_first_text(offer) {
        return other_text;
    }
    let is_own = || own_fields(&situation.screen).any(|own| own.number == field.number);
    if !is_search(field) {
        return (weights.untried_lone_field, "what is typed here may be taken at once");
    }
    if is_own() || !forms::has_button(situation) {
        (weights.untried_search, "what is looked for here is shown")
    } else {
        (weights.untried_other_text, "it narrows down a list of the form")
    }
}
