//! From DroidBot's events to actions.

use serde_json::Value;

use super::files::{DroidbotEvent, text_of};
use super::views::bounds;
use crate::domain::{
    Action, Bounds, DeviceKey, Direction, InputText, Intent, Point, Screen, Secret, Widget,
    WidgetTarget,
};

/// What is typed, in characters.
const LONGEST: usize = 10_000;

/// The action of an event on `screen`; `None` for what has no counterpart, such as the end of
/// the run. `app` is the package under test.
pub fn read(happened: &DroidbotEvent, screen: &Screen, app: &str) -> Option<Action> {
    let event = &happened.event;
    let target = || target(event, screen, &happened.says);
    Some(match text_of(event, "event_type")?.as_str() {
        "touch" | "click" | "select" | "unselect" => Action::Tap { target: target() },
        "long_touch" => Action::LongTap { target: target() },
        "scroll" => {
            let direction = direction(&text_of(event, "direction")?)?;
            Action::Scroll { target: target(), direction }
        }
        "swipe" => {
            let [x, y, to_x, to_y] = ["start_x", "start_y", "end_x", "end_y"]
                .map(|name| number(event, name).unwrap_or(0));
            let (dx, dy) = (to_x.saturating_sub(x), to_y.saturating_sub(y));
            let direction = match dx.saturating_abs() > dy.saturating_abs() {
                true if dx > 0 => Direction::Right,
                true => Direction::Left,
                false if dy > 0 => Direction::Down,
                false => Direction::Up,
            };
            let mut target = target();
            target.point = Point::new(x, y);
            Action::Swipe { target, direction }
        }
        "set_text" => {
            let text = text_of(event, "text").unwrap_or_default();
            let text = if is_secret(event) {
                InputText::Secret(Secret::new(text))
            } else {
                InputText::Plain(text.chars().take(LONGEST).collect())
            };
            Action::Type { target: target(), text }
        }
        "key" => Action::Key { key: key(&text_of(event, "name")?)? },
        "kill_app" => Action::Restart,
        "intent" => intent(&text_of(event, "intent")?, app),
        _ => return None,
    })
}

/// True if what was typed went into a password field.
pub fn is_secret(event: &Value) -> bool {
    let view = event.get("view").and_then(|view| view.get("is_password"));
    view.and_then(Value::as_bool) == Some(true)
}

fn number(event: &Value, name: &str) -> Option<i32> {
    let value = event.get(name)?;
    let whole = value.as_i64().or_else(|| value.as_f64().map(|number| number as i64))?;
    i32::try_from(whole).ok()
}

fn direction(word: &str) -> Option<Direction> {
    Some(match word.to_ascii_lowercase().as_str() {
        "up" => Direction::Up,
        "down" => Direction::Down,
        "left" => Direction::Left,
        "right" => Direction::Right,
        _ => return None,
    })
}

fn key(name: &str) -> Option<DeviceKey> {
    let name = name.to_ascii_uppercase();
    let code = format!("KEYCODE_{}", name.trim_start_matches("KEYCODE_"));
    DeviceKey::ALL.iter().copied().find(|key| key.code() == Some(code.as_str()))
}

/// `am start PACKAGE/ACTIVITY` or `am start -a ACTION ...`; more of an intent than that is rare.
fn intent(command: &str, app: &str) -> Action {
    let words: Vec<&str> = command.split_whitespace().skip(2).collect();
    let after = |flag: &str| {
        let at = words.iter().position(|word| *word == flag)?;
        words.get(at + 1).map(|word| word.trim_matches('\'').to_owned())
    };
    let component = words.iter().find(|word| word.contains('/') && !word.contains(':'));
    let intent = Intent {
        action: after("-a"),
        component: component.map(|word| (*word).to_owned()),
        data: after("-d"),
        ..Intent::default()
    };
    if command.starts_with("am broadcast") {
        return Action::Broadcast { intent };
    }
    match &intent.component {
        // DroidBot starts the app so and no other component of it.
        Some(component) if component.split('/').next() == Some(app) => Action::Restart,
        None if words == [app] => Action::Restart,
        _ => Action::Start { intent },
    }
}

/// The widget that the event's view is on the screen; else what the event tells of it.
fn target(event: &Value, screen: &Screen, says: &str) -> WidgetTarget {
    let view = event.get("view").filter(|view| view.is_object());
    let view = view.or_else(|| event.get("start_view").filter(|view| view.is_object()));
    let at = number(event, "x").zip(number(event, "y")).map(|(x, y)| Point::new(x, y));
    let Some(view) = view else {
        let point = at.unwrap_or_default();
        let bounds =
            Bounds::new(point.x, point.y, point.x.saturating_add(1), point.y.saturating_add(1));
        // TouchEvent(state=..., view=HASH(Activity/Class-text))
        let label = says.rsplit_once('-').map(|(_, text)| text.trim_end_matches(')').to_owned());
        return WidgetTarget {
            bounds,
            point,
            label: label.unwrap_or_default(),
            ..WidgetTarget::default()
        };
    };
    let class = text_of(view, "class").unwrap_or_default();
    let resource_id = text_of(view, "resource_id").unwrap_or_default();
    let bounds = bounds(view).map(Bounds::from).unwrap_or_default();
    let kin = |widget: &&Widget| widget.class == class && widget.resource_id == resource_id;
    // Widgets are clipped to the display, views are not.
    let place = bounds.intersect(screen.size.bounds());
    let widget =
        screen.widgets.iter().filter(kin).find(|widget| widget.bounds == place).or_else(|| {
            screen.widgets.iter().filter(kin).find(|widget| place.covers(widget.bounds))
        });
    let mut target = match widget {
        Some(widget) => WidgetTarget::of(widget),
        None => WidgetTarget {
            number: 0,
            class,
            resource_id,
            label: text_of(view, "text")
                .or(text_of(view, "content_description"))
                .unwrap_or_default(),
            bounds,
            point: bounds.center(),
        },
    };
    if let Some(point) = at {
        target.point = point;
    }
    target
}
