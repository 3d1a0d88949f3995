//! What can be done on the present screen, as a question of the model's lead lists it.

use std::collections::HashSet;

use super::LeadInput;
use crate::domain::{Action, Widget, WidgetRole};
use crate::explorer::elevate::goals::names;
use crate::explorer::elevate::scene::{InputEvent, InputKind, KnownOutcome, PromptScene};
use crate::explorer::shared::output;

/// The most inputs that are listed.
const LISTED: usize = 40;
/// The most texts of the screen that are told, each of so many characters.
const TEXTS: usize = 24;
const TEXT: usize = 100;
/// The most characters of where an input led, and of what a field holds.
const NOTE: usize = 40;

/// The texts of the screen of `scene` that no input is called by, and its inputs: what is tapped, each field once, and what
/// every screen takes. Gestures are left out: a reply may name any.
pub fn listed(scene: &PromptScene<'_>) -> (Vec<String>, Vec<LeadInput>) {
    let screen = &scene.situation.screen;
    let mut fields = HashSet::new();
    let mut inputs: Vec<LeadInput> = Vec::new();
    let mut told: HashSet<String> = HashSet::new();
    for (input, name) in scene.inputs.iter().zip(names::of(scene)) {
        let widget = input.offer.action.target().and_then(|target| screen.widget(target.number));
        let field = match &input.offer.action {
            Action::Type { target, .. } if !fields.insert(target.number) => continue,
            Action::Type { .. } => widget.map(|widget| names::of_field(screen, widget)),
            Action::Tap { .. } if widget.is_some_and(Widget::is_field) => continue,
            Action::Swipe { .. } if widget.is_some_and(is_slider) => None,
            Action::LongTap { .. } | Action::DoubleTap { .. } | Action::Swipe { .. } => continue,
            _ => None,
        };
        if inputs.len() == LISTED {
            break;
        }
        told.extend(widget.map(|widget| widget.label.clone()));
        let name = match &field {
            Some(field) => format!("type into {field:?}"),
            None => name.whole(),
        };
        inputs.push(LeadInput {
            number: inputs.len() + 1,
            name,
            field,
            is_new: input.count == 0 && input.kind != InputKind::System,
            note: note(scene, input, widget),
        });
    }
    let mut texts: Vec<String> = Vec::new();
    for widget in screen.widgets.iter().filter(|widget| widget.inherits.is_none()) {
        let text = output::cut(&widget.label, TEXT);
        // Two figures may be the same.
        let is_known = || texts.contains(&text) && !has_digit(&text);
        let is_told = text.is_empty() || told.contains(&widget.label) || is_known();
        if !is_told && texts.len() < TEXTS {
            texts.push(text);
        }
    }
    (texts, inputs)
}

fn is_slider(widget: &Widget) -> bool {
    widget.role() == WidgetRole::Slider
}

/// True for a figure, which says something however often it was told.
pub fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

/// What is known of `input`.
fn note(scene: &PromptScene<'_>, input: &InputEvent, widget: Option<&Widget>) -> String {
    let types = matches!(input.offer.action, Action::Type { .. });
    let set = widget.and_then(|widget| match widget.checked {
        _ if types && widget.password => Some("hidden; filled by the program".to_owned()),
        _ if types && widget.content().is_empty() => Some("empty".to_owned()),
        _ if types => Some(format!("holds {:?}", output::cut(widget.content(), NOTE))),
        Some(true) => Some("on".to_owned()),
        Some(false) => Some("off".to_owned()),
        None if widget.selected => Some("selected".to_owned()),
        None => None,
    });
    let led = match input.leads {
        _ if types => None,
        KnownOutcome::Unknown | KnownOutcome::Here => None,
        KnownOutcome::Nothing => Some("did nothing".to_owned()),
        KnownOutcome::Error => Some("left the app or failed".to_owned()),
        KnownOutcome::To(state) => {
            let node = scene.situation.model.state(state);
            node.map(|node| format!("led to {:?}", output::cut(&node.label, NOTE)))
        }
    };
    set.into_iter().chain(led).collect::<Vec<_>>().join(", ")
}
