//! What an input is expected to yield by itself, before anything is known of what it does.
//!
//! Chances are rough orders, set by measuring on the demo apps: what matters is which input comes
//! before which. None of them knows an app.

use super::forms::{self, SentForms};
use super::words::{self, LabelSense};
use crate::domain::{
    Action, ActionKey, ActionKind, AvailableAction, DeviceKey, Direction, Rotation, WidgetKind,
};
use crate::explorer::Situation;

/// The chance of what is on screen already, or was.
pub const HARDLY: f64 = 0.02;
/// The chance of another text for a field.
pub const OTHER_TEXT: f64 = 0.08;
/// Chance that one field brings a form further, before the number of empty ones counts.
const FILL: f64 = 0.6;
/// What is most likely to lead on: a little more than a button of which nothing is known.
const LEADS_ON: f64 = 0.7;

/// What an input is expected to yield by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InputYield {
    /// How likely it is to show something new, 0 to 1.
    pub chance: f64,
    /// What the words on it say.
    pub sense: LabelSense,
    /// Why, as a clause.
    pub why: &'static str,
}

/// What `offer` is expected to yield on the screen of `situation`.
pub fn of(forms: &SentForms, situation: &Situation, offer: &AvailableAction) -> InputYield {
    let sense = words::sense(&offer.action);
    let (chance, why) = match &offer.action {
        Action::Tap { .. } => tap(situation, offer, sense),
        Action::LongTap { .. } => (0.12, "holding sometimes opens a menu"),
        Action::Swipe { .. } => (0.1, "a stroke sometimes moves or removes something"),
        Action::Scroll { direction: Direction::Down | Direction::Right, .. } => {
            (0.2, "there may be more further on")
        }
        Action::Scroll { .. } => (HARDLY, "scrolling back shows what was seen"),
        Action::Type { .. } => typing(forms, situation, offer),
        Action::Key { key: DeviceKey::Enter } => (FILL, "ENTER may send what was typed"),
        Action::Key { key: DeviceKey::Menu } => menu(situation),
        Action::Key { key: DeviceKey::Back } => leaving(situation, HARDLY),
        Action::Rotate { rotation: Rotation::Portrait } => {
            (0.9, "one look at the turned screen is enough")
        }
        Action::Rotate { .. } => (HARDLY, "a turned screen rarely shows more"),
        Action::Wait { .. } => (LEADS_ON, "what is going on here ends by itself"),
        Action::Restart => (0.0, "a restart shows what was seen"),
        _ => (0.3, "nobody did it yet"),
    };
    InputYield { chance, sense, why }
}

/// The same for an action of a state that these rules did not see, by its name.
pub fn of_name(kind: ActionKind, key: &ActionKey) -> InputYield {
    let sense = words::sense_of_key(key);
    let (chance, why) = match kind {
        ActionKind::Tap => by_words(sense),
        ActionKind::Type | ActionKind::LongTap | ActionKind::Swipe | ActionKind::Scroll => {
            (0.1, "nobody did it yet")
        }
        _ => (0.0, "it is possible everywhere"),
    };
    InputYield { chance, sense, why }
}

fn tap(situation: &Situation, offer: &AvailableAction, sense: LabelSense) -> (f64, &'static str) {
    let widget = offer.action.target().and_then(|target| situation.screen.widget(target.number));
    let Some(widget) = widget else { return by_words(sense) };
    if widget.selected {
        return (HARDLY, "it is what is shown already");
    }
    match widget.kind() {
        WidgetKind::Toggle => (0.12, "a switch or choice rarely leads anywhere"),
        WidgetKind::Slider => (0.04, "a slider only changes a value"),
        WidgetKind::Tab => (0.6, "a tab shows another part"),
        _ if widget.position.list.is_some() && sense == LabelSense::Plain => {
            (0.5, "a row of a list usually opens")
        }
        _ if sense == LabelSense::Leaves => leaving(situation, by_words(sense).0),
        _ => by_words(sense),
    }
}

fn by_words(sense: LabelSense) -> (f64, &'static str) {
    match sense {
        LabelSense::LeadsOn => (LEADS_ON, "its words lead on"),
        LabelSense::Plain => (0.5, "nothing is known of it yet"),
        LabelSense::Sends => (0.45, "it takes what is there further"),
        LabelSense::Changes => (0.25, "it seems to change something in place"),
        LabelSense::Leaves => (0.06, "it leaves this screen"),
    }
}

/// Leaving shows nothing new, unless something was begun here.
fn leaving(situation: &Situation, otherwise: f64) -> (f64, &'static str) {
    if forms::is_begun(situation) {
        (0.2, "leaving what was begun may ask whether to keep it")
    } else {
        (otherwise, "it leaves this screen")
    }
}

/// The MENU key is worth a try if no button for a menu is visible.
fn menu(situation: &Situation) -> (f64, &'static str) {
    let is_menu = |offer: &AvailableAction| {
        let name = offer.key.as_str().to_lowercase();
        ["more", "overflow", "menu"].iter().any(|word| name.contains(word))
    };
    let visible = situation.screen.dialog || situation.available.iter().any(is_menu);
    let chance = if visible { HARDLY } else { 0.15 };
    (chance, "a menu may hide behind the MENU key")
}

/// The first text for an empty field brings its form further, the more the fewer are empty.
fn typing(
    forms: &SentForms,
    situation: &Situation,
    offer: &AvailableAction,
) -> (f64, &'static str) {
    let other_text = (OTHER_TEXT, "another text for this field may be answered otherwise");
    let Some(target) = offer.action.target() else { return other_text };
    let is_empty =
        situation.screen.widget(target.number).is_some_and(|field| forms.is_empty(field));
    let first = situation.available.iter().find(|other| {
        matches!(other.action, Action::Type { .. })
            && other.action.target().is_some_and(|other| other.number == target.number)
    });
    if !is_empty || first.is_some_and(|first| first.key != offer.key) {
        return other_text;
    }
    if !forms::has_button(situation) {
        return (0.35, "what is typed here may be taken at once");
    }
    let empty = forms.empty(situation).max(1) as f64;
    (FILL / (1.0 + empty / 2.0), "this field is empty, and a filled form leads further")
}
