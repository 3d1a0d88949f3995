//! What can be done on a screen, and in which order (VLM-Fuzz, section 3.3): forms first, then what
//! is neutral, positive, negative by its words; a bottom bar last; then scrolling, holding, keys.

use std::collections::HashMap;

use super::move_tags::{MoveTag, TagSubject};
use super::moves::{MoveId, MoveKind, ScreenMove};
use super::words::{self, FuzzLabelSense};
use super::{gestures, probes};
use crate::domain::{
    Action, ActionKind, AvailableAction, DeviceKey, Direction, Screen, Widget, WidgetKind,
};
use crate::explorer::Situation;
use crate::explorer::monkey::unaimed;

/// How long a screen that shows progress is waited for, in milliseconds.
const PATIENCE_MS: u32 = 30_000;
/// How long any other screen is waited on, once: offers pass, and what was asked for comes.
const A_WHILE_MS: u32 = 15_000;
/// So many widgets with one lower edge make a bar.
const BAR: usize = 3;

/// What a press is worth that leaves nothing, until the end of a run.
const WIPING_EARLY: f64 = 0.03;
/// The end of a run is where no more than this part of the steps done is left.
const LAST_PART: u64 = 2;

/// What a press is worth that destroys something, while more of the run is left than is over.
const DESTROYING_EARLY: f64 = 0.13;
/// The same later, and if a run has no limit.
const DESTROYING: f64 = 0.26;

/// Which parts are switched on.
#[derive(Clone, Copy, Debug)]
pub(super) struct EnabledParts {
    pub gestures: bool,
    pub probes: bool,
}

/// What is the same for everything on a screen.
struct ScreenContext {
    /// The widgets of the bar at the bottom, by number.
    bar: Vec<usize>,
    dialog: bool,
    /// What a press is worth that destroys something.
    destroying: f64,
    /// What one is worth that leaves nothing.
    wiping: f64,
}

/// All that can be done on the screen, apart from filling in its fields.
pub(super) fn of(situation: &Situation, parts: EnabledParts) -> Vec<ScreenMove> {
    let screen = &*situation.screen;
    let place = ScreenContext {
        bar: bottom_bar(screen),
        dialog: screen.dialog,
        destroying: if situation.is_late() { DESTROYING } else { DESTROYING_EARLY },
        wiping: match situation.remaining.steps {
            Some(left) if left > situation.step / LAST_PART => WIPING_EARLY,
            Some(_) => DESTROYING,
            None => DESTROYING_EARLY,
        },
    };
    let mut items: Vec<ScreenMove> = situation
        .available
        .iter()
        .filter_map(|offer| {
            let widget = screen.widget(offer.action.target()?.number)?;
            let (base, why) = worth(&offer.action, widget, &place)?;
            let mut item = plain(situation, offer, base, why);
            if widget.short_class().contains("Radio") {
                let title = screen.title().map(str::to_owned);
                item.tag = TagSubject::Choice(screen.activity.clone(), title).into();
            } else if widget.kind() == WidgetKind::Toggle {
                item.tag = item.tag.switch();
            }
            Some(item)
        })
        .collect();
    items.extend(keys(situation));
    if parts.gestures {
        items.extend(gestures::of(situation));
    }
    if parts.probes {
        items.extend(probes::of(situation));
    }
    items
}

/// What an offered action is worth; `None` for what is done otherwise: fields and sliders.
fn worth(action: &Action, widget: &Widget, place: &ScreenContext) -> Option<(f64, &'static str)> {
    let target = action.target()?;
    Some(match action.kind() {
        ActionKind::Type => return None,
        ActionKind::Swipe if widget.kind() == WidgetKind::Slider => return None,
        ActionKind::Tap if widget.selected => (0.02, "it is what is shown already"),
        ActionKind::Tap if place.bar.contains(&widget.number) => {
            (0.21, "a bar at the bottom comes last")
        }
        ActionKind::Tap => match (widget.kind(), words::sense(target)) {
            (_, FuzzLabelSense::Destructive) if place.dialog && widget.position.list.is_none() => {
                (0.3, "it destroys something, which is what this dialog is for")
            }
            (_, FuzzLabelSense::Destructive) if words::wipes(target) => {
                (place.wiping, "it leaves nothing to explore, so it comes at the end")
            }
            (_, FuzzLabelSense::Destructive) => {
                (place.destroying, "it destroys what may still be needed, so it waits")
            }
            (_, FuzzLabelSense::Negative) => (0.24, "its words are negative, so it comes late"),
            (WidgetKind::Toggle, _) => (0.56, "what can be switched is switched before buttons"),
            (WidgetKind::Picker, _) => (0.54, "a choice is made before buttons"),
            (WidgetKind::Opaque, _) => (0.3, "nothing tells what is inside"),
            (_, FuzzLabelSense::Neutral) => (0.5, "neutral by its words"),
            (_, FuzzLabelSense::Positive) => (0.45, "positive by its words"),
        },
        ActionKind::LongTap => (0.2, "it can be held"),
        ActionKind::Swipe => (0.25, "it can be swiped"),
        ActionKind::Scroll => match action {
            Action::Scroll { direction: Direction::Down | Direction::Right, .. } => {
                (0.205, "more may be further on")
            }
            _ => (0.02, "there may be more before"),
        },
        _ => (0.05, "it is offered"),
    })
}

/// Keys of the device, and waiting where something is going on.
fn keys(situation: &Situation) -> Vec<ScreenMove> {
    let screen = &*situation.screen;
    let menu = situation.available.iter().any(|offer| {
        let name = offer.key.as_str().to_lowercase();
        ["more", "overflow", "menu"].iter().any(|word| name.contains(word))
    });
    let menu = if menu || screen.dialog { 0.01 } else { 0.24 };
    let running = probes::is_running(screen);
    let back = match () {
        // It only hides the keyboard.
        () if screen.keyboard => 0.01,
        () if running => 0.24,
        () if screen.dialog => 0.23,
        () => 0.11,
    };
    let key = |action: &Action| unaimed(situation, action.clone()).key;
    let here = situation.state.structural;
    let item = |id: MoveId, tag: TagSubject, action, base_yield, why| {
        let (tag, kind) = (MoveTag::from(tag), MoveKind::Perform(action));
        ScreenMove { id, tag, kind, base_yield, why }
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
        (MoveId::Action(back_key), TagSubject::BackInDialog(screen.activity.clone()))
    } else {
        (MoveId::Action(back_key.clone()), TagSubject::KeyIn(back_key, here))
    };
    items.push(item(id, tag, press, back, "going back may be answered here"));
    let (ms, tag, wait, why) = if screen.shows_progress() {
        let tag = |key| TagSubject::KeyIn(key, here);
        (PATIENCE_MS, Some(tag), 0.57, "something is going on that may end")
    } else {
        (A_WHILE_MS, None, 0.15, "something may come by itself")
    };
    let action = Action::Wait { ms };
    let wait_key = key(&action);
    let tag = tag.map_or(TagSubject::IdleWait, |tag| tag(wait_key.clone()));
    items.push(item(MoveId::Action(wait_key), tag, action, wait, why));
    items
}

/// Typing into the fields, where forms are not filled in by rounds.
pub(super) fn typing(situation: &Situation) -> Vec<ScreenMove> {
    let types = situation.available.iter().filter(|offer| offer.action.kind() == ActionKind::Type);
    types.map(|offer| plain(situation, offer, 0.6, "fields come first")).collect()
}

/// What can be said to a voice app.
pub(super) fn said(situation: &Situation) -> Vec<ScreenMove> {
    let offers = situation.available.iter();
    offers.map(|offer| plain(situation, offer, 0.5, "it can be said")).collect()
}

fn plain(
    situation: &Situation,
    offer: &AvailableAction,
    base: f64,
    why: &'static str,
) -> ScreenMove {
    let activity = situation.screen.activity.clone();
    ScreenMove {
        id: MoveId::Action(offer.key.clone()),
        tag: TagSubject::Template(activity, offer.template.clone()).into(),
        kind: MoveKind::Perform(offer.action.clone()),
        base_yield: base,
        why,
    }
}

/// The largest group of widgets that share the lowest lower edge, outside of lists: a bar of tabs.
fn bottom_bar(screen: &Screen) -> Vec<usize> {
    let mut edges: HashMap<i32, Vec<usize>> = HashMap::new();
    for widget in screen.widgets.iter().filter(|widget| widget.acts()) {
        let low = widget.bounds.bottom > screen.size.height / 5 * 4;
        if low && widget.position.list.is_none() {
            edges.entry(widget.bounds.bottom).or_default().push(widget.number);
        }
    }
    let largest = edges.into_iter().max_by_key(|(edge, group)| (group.len(), *edge));
    largest.map(|(_, group)| group).filter(|group| group.len() >= BAR).unwrap_or_default()
}
