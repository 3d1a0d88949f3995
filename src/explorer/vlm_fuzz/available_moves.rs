//! What can be done on a screen, and in which order (VLM-Fuzz, section 3.3): forms first, then what
//! is neutral, positive, negative by its words; then a bottom bar; then scrolling, holding, keys.

use std::collections::HashMap;

use super::move_tags::{MoveTag, TagSubject};
use super::moves::{MoveId, MoveKind, ScreenMove};
use super::probes;
use super::weights::VlmFuzzWeights;
use super::words::{self, FuzzLabelSense};
use crate::domain::{
    Action, ActionKind, AvailableAction, DeviceKey, Direction, Screen, Widget, WidgetRole,
};
use crate::explorer::Situation;
use crate::explorer::shared::action_class::{ActionClass, ClassLead};
use crate::explorer::shared::actions::named;
use crate::explorer::shared::menu_key;
use crate::explorer::shared::settling::wait_for_progress;

/// What is the same for all moves of a screen.
struct ScreenContext<'a> {
    weights: &'a VlmFuzzWeights,
    screen: &'a Screen,
    /// The widgets of the bar at the bottom, by number.
    bar: Vec<usize>,
    /// Yield of a press that destroys something.
    destroying: f64,
    /// Yield of a press that destroys everything.
    wiping: f64,
}

/// The available actions of the screen, the keys of the device, and waiting. Forms, gestures and the
/// rest have files of their own. `page` is the location of the first page of the template of this one.
pub(super) fn of(situation: &Situation, page: &str, weights: &VlmFuzzWeights) -> Vec<ScreenMove> {
    let screen = &*situation.screen;
    let context = ScreenContext {
        weights,
        screen,
        bar: bottom_bar(screen, weights),
        destroying: if situation.is_late() { weights.destroy_late } else { weights.destroy_early },
        wiping: match situation.remaining.steps {
            Some(left) if left > situation.step / weights.last_part_divisor.max(1) => {
                weights.wipe_early
            }
            Some(_) => weights.destroy_late,
            None => weights.destroy_early,
        },
    };
    let mut items: Vec<ScreenMove> = situation
        .available
        .iter()
        .filter_map(|available| {
            let widget = screen.widget(available.action.target()?.number)?;
            let (base, why) = base_yield(&available.action, widget, &context)?;
            let mut item = plain((situation, page), available, base, why, weights);
            if is_choice(screen, widget) {
                let title = screen.title().map(str::to_owned);
                item.tag = TagSubject::Choice(page.to_owned(), title).into();
            } else if widget.role() == WidgetRole::Toggle {
                item.tag = item.tag.switch();
            }
            Some(item)
        })
        .collect();
    items.extend(keys(situation, weights));
    items
}

/// So many boxes below each other in a menu are choices, such as of a font.
const MANY_BOXES: usize = 6;

/// True for one choice of several, of which one is made: what one of them does the others do too.
fn is_choice(screen: &Screen, widget: &Widget) -> bool {
    let class = widget.short_class();
    let is_below = |other: &&Widget| {
        other.class == widget.class
            && other.bounds.left == widget.bounds.left
            && other.bounds.width() == widget.bounds.width()
    };
    match class {
        "CheckedTextView" | "option" => true,
        "menuitemcheckbox" => screen.widgets.iter().filter(is_below).count() >= MANY_BOXES,
        _ => class.to_lowercase().contains("radio"),
    }
}

/// The yield of an available action and the reason for it; `None` for fields and sliders, which are
/// filled in as forms.
fn base_yield(
    action: &Action,
    widget: &Widget,
    context: &ScreenContext<'_>,
) -> Option<(f64, &'static str)> {
    let target = action.target()?;
    let weights = context.weights;
    Some(match action.kind() {
        ActionKind::Type => return None,
        ActionKind::Swipe if widget.role() == WidgetRole::Slider => return None,
        ActionKind::Tap if widget.position.in_picker => {
            (weights.tap_in_picker, "it changes the value that a picker holds")
        }
        ActionKind::Tap if widget.selected => (weights.tap_selected, "it is what is shown already"),
        ActionKind::Tap if context.bar.contains(&widget.number) => {
            (weights.tap_bottom_bar, "a bar at the bottom comes after other buttons")
        }
        ActionKind::Tap => match (widget.role(), words::sense(target)) {
            (_, FuzzLabelSense::Destructive)
                if context.screen.dialog && widget.position.list.is_none() =>
            {
                let why = "it destroys something, which is what this dialog is for";
                (weights.tap_destructive_in_dialog, why)
            }
            (_, FuzzLabelSense::Destructive) if words::wipes(target) => {
                (context.wiping, "it leaves nothing to explore, so it comes at the end")
            }
            (_, FuzzLabelSense::Destructive) => {
                (context.destroying, "it destroys what may still be needed, so it waits")
            }
            (_, FuzzLabelSense::Negative) => {
                (weights.tap_negative, "its words are negative, so it comes late")
            }
            (WidgetRole::Toggle, _) => {
                (weights.tap_switch, "what can be switched is switched before buttons")
            }
            (WidgetRole::Picker, _) => {
                (weights.tap_picker, "a choice is made before buttons are pressed")
            }
            (WidgetRole::Tab, _) => (weights.tap_tab, "a tab shows another part"),
            (WidgetRole::Opaque, _) => (weights.tap_opaque, "what is inside is not known"),
            (_, FuzzLabelSense::Neutral) => (weights.tap_neutral, "neutral by its words"),
            (_, FuzzLabelSense::Positive) => (weights.tap_positive, "positive by its words"),
        },
        ActionKind::LongTap => (weights.long_tap, "it takes a long tap"),
        ActionKind::DoubleTap => (weights.listed_double_tap, "it listens for double taps"),
        ActionKind::Swipe | ActionKind::Scroll
            if context.screen.scrolls_a_page(widget) && goes_on(action) =>
        {
            (weights.scroll_page, "the page goes on")
        }
        ActionKind::Swipe => (weights.swipe, "it can be swiped"),
        ActionKind::Drag => (weights.carry, "it can be carried elsewhere"),
        ActionKind::Scroll if goes_on(action) => (weights.scroll_on, "more may be further on"),
        ActionKind::Scroll => (weights.scroll_back, "there may be more before"),
        _ => (weights.other_action, "it is available"),
    })
}

/// True for what moves on to the further parts of a container.
const fn goes_on(action: &Action) -> bool {
    matches!(
        action,
        Action::Scroll { direction: Direction::Down | Direction::Right, .. }
            | Action::Swipe { direction: Direction::Left, .. }
    )
}

/// Keys of the device, and waiting.
fn keys(situation: &Situation, weights: &VlmFuzzWeights) -> Vec<ScreenMove> {
    let screen = &*situation.screen;
    let menu = if menu_key::has_button(screen) || screen.dialog {
        weights.menu_key_unlikely
    } else {
        weights.menu_key
    };
    let running = probes::is_running(screen);
    let back = match () {
        // It only hides the keyboard.
        () if screen.keyboard => weights.back_over_keyboard,
        () if running => weights.back_while_running,
        () if screen.dialog => weights.back_in_dialog,
        () => weights.back,
    };
    let key = |action: &Action| named(situation, action.clone()).key;
    let here = situation.state.structural;
    let item = |id: MoveId, tag: TagSubject, action, base_yield, why| {
        let (tag, kind) = (MoveTag::from(tag), MoveKind::Perform(action));
        ScreenMove { id, tag, kind, base_yield, why, alike: None }
    };
    let press = Action::Key { key: DeviceKey::Menu };
    let menu_key = key(&press);
    let why = "a menu may hide behind the MENU key";
    let mut items =
        vec![item(MoveId::Action(menu_key.clone()), TagSubject::Key(menu_key), press, menu, why)];
    let press = Action::Key { key: DeviceKey::Back };
    let back_key = key(&press);
    let (id, tag) = if screen.keyboard {
        (MoveId::BackOverKeyboard, TagSubject::KeyIn(back_key, here))
    } else if screen.dialog {
        (MoveId::Action(back_key), TagSubject::BackInDialog(screen.location.clone()))
    } else {
        (MoveId::Action(back_key.clone()), TagSubject::KeyIn(back_key, here))
    };
    items.push(item(id, tag, press, back, "BACK may be answered here"));
    items.push(if let Some(wait) = wait_for_progress(screen, &weights.display) {
        let (id, tag) = (MoveId::Action(key(&wait)), TagSubject::KeyIn(key(&wait), here));
        item(id, tag, wait, weights.wait_for_progress, "something is going on that may end")
    } else {
        let wait = Action::Wait { ms: weights.wait_idle_ms };
        let (id, tag) = (MoveId::Action(key(&wait)), TagSubject::IdleWait);
        item(id, tag, wait, weights.wait_idle, "something may come by itself")
    });
    items
}

/// Typing into the fields, if forms are not filled in by variants.
pub(super) fn typing(
    situation: &Situation,
    page: &str,
    weights: &VlmFuzzWeights,
) -> Vec<ScreenMove> {
    let types =
        situation.available.iter().filter(|available| available.action.kind() == ActionKind::Type);
    types
        .map(|available| {
            plain((situation, page), available, weights.type_text, "fields come first", weights)
        })
        .collect()
}

/// The inputs that a voice app takes.
pub(super) fn inputs(situation: &Situation, weights: &VlmFuzzWeights) -> Vec<ScreenMove> {
    let inputs = situation.available.iter();
    inputs
        .map(|available| {
            let here = (situation, situation.screen.location.as_str());
            plain(here, available, weights.voice_input, "the voice app takes it", weights)
        })
        .collect()
}

fn plain(
    (situation, page): (&Situation, &str),
    available: &AvailableAction,
    base: f64,
    why: &'static str,
    weights: &VlmFuzzWeights,
) -> ScreenMove {
    let classes = &weights.display.breadth.look_alikes.classes;
    let class = ActionClass::of(&situation.screen, &available.action, page, classes);
    let (base_yield, why) = if class.leads == ClassLead::Away {
        let why = "it leads out of the app or puts it into other words, so it comes late";
        (base.min(weights.tap_away), why)
    } else {
        (base, why)
    };
    ScreenMove {
        id: MoveId::Action(available.key.clone()),
        tag: TagSubject::Class(page.to_owned(), class.name).into(),
        kind: MoveKind::Perform(available.action.clone()),
        base_yield,
        why,
        alike: None,
    }
}

/// The largest group of widgets that share the lowest lower edge, outside of lists: a bar of tabs.
fn bottom_bar(screen: &Screen, weights: &VlmFuzzWeights) -> Vec<usize> {
    let mut edges: HashMap<i32, Vec<usize>> = HashMap::new();
    for widget in screen.widgets.iter().filter(|widget| widget.acts()) {
        let low = f64::from(widget.bounds.bottom)
            > f64::from(screen.size.height) * weights.bottom_bar_from;
        if low && widget.position.list.is_none() {
            edges.entry(widget.bounds.bottom).or_default().push(widget.number);
        }
    }
    let largest = edges.into_iter().max_by_key(|(edge, group)| (group.len(), *edge));
    largest
        .map(|(_, group)| group)
        .filter(|group| group.len() >= weights.bottom_bar_widgets)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::{World, button, phone};

    /// The tags of boxes of this class in a menu of so many.
    fn tags(class: &str, count: usize) -> Vec<MoveTag> {
        let boxes = (1..=count).map(|number| {
            let mut widget = button(number, &format!("Font {number}"));
            widget.class = class.to_owned();
            widget.checked = Some(false);
            let letter = char::from(b'a' + u8::try_from(number).unwrap());
            widget.resource_id = letter.to_string().repeat(4);
            widget
        });
        let mut world = World::new(None);
        world.show(phone(boxes.collect()));
        let situation = world.situation();
        let moves = of(&situation, &situation.screen.location, &VlmFuzzWeights::default());
        let taps = moves.into_iter().filter(|item| item.begins_with(ActionKind::Tap));
        taps.map(|item| item.tag).collect()
    }

    /// Eighteen fonts were chosen one by one, as if each were a switch of its own.
    #[test]
    fn the_boxes_of_a_long_menu_are_choices_and_those_of_a_short_one_are_switches() {
        let is_one = |tags: &[MoveTag]| tags.iter().all(|tag| *tag == tags[0]);
        assert!(is_one(&tags("div.menuitemcheckbox", 9)));
        assert!(!is_one(&tags("div.menuitemcheckbox", 3)));
        assert!(is_one(&tags("div.menuitemradio", 3)));
        assert!(!is_one(&tags("android.widget.Switch", 9)));
    }

    /// On a page of others the languages of the app were gone through one by one: all of their words were new.
    #[test]
    fn languages_are_chosen_after_what_the_app_offers_otherwise() {
        let options = ["en-us", "de-de", "fr-fr", "es-es"].into_iter().zip(2..);
        let choice = |(label, number): (&str, usize)| {
            let mut option = button(number, label);
            option.class = "mat-option.option".into();
            option
        };
        let mut world = World::new(None);
        world.show(phone([button(1, "Leave")].into_iter().chain(options.map(choice)).collect()));
        let situation = world.situation();
        let moves = of(&situation, &situation.screen.location, &VlmFuzzWeights::default());
        let yields = moves.iter().filter(|item| item.begins_with(ActionKind::Tap));
        let yields: Vec<f64> = yields.map(|item| item.base_yield).collect();
        assert_eq!(yields.len(), 5);
        assert!(yields[1..].iter().all(|choice| *choice < yields[0]), "{yields:?}");
    }
}
