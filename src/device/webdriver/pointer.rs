//! Fingers, mouse, wheel and keys as the actions of W3C WebDriver:
//! <https://www.w3.org/TR/webdriver2/#actions>. Points are of the viewport, times in milliseconds.

use std::time::Duration;

use serde_json::{Value, json};

use crate::device::gesture::{self, FingerStroke};
use crate::domain::{Direction, Point, WidgetTarget};

/// The control key.
const CONTROL: &str = "\u{e009}";

/// How long a finger rests for a tap.
const TAP: Duration = Duration::from_millis(30);

/// Between two taps of a double tap.
const BETWEEN_TAPS: Duration = Duration::from_millis(60);

/// How long the fingers of a pinch take.
const PINCH: Duration = Duration::from_millis(300);

/// A wheel turns by this part of what is scrolled, in percent.
const SCROLL_PERCENT: i32 = 70;

/// What points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PointerDevice {
    /// A finger.
    Touch,
    /// A mouse.
    Mouse,
}

impl PointerDevice {
    const fn word(self) -> &'static str {
        match self {
            Self::Touch => "touch",
            Self::Mouse => "mouse",
        }
    }
}

/// Touches and lets go, `count` times.
pub(super) fn tap(device: PointerDevice, point: Point, count: usize) -> Value {
    let mut actions = vec![moved(point, Duration::ZERO)];
    for tap in 0..count {
        if tap > 0 {
            actions.push(pause(BETWEEN_TAPS));
        }
        actions.extend([down(0), pause(TAP), up(0)]);
    }
    sources(&[pointer(device, 1, &actions)])
}

/// Touches and holds, or clicks with the right button of the mouse.
pub(super) fn hold(device: PointerDevice, point: Point) -> Value {
    let (button, time) = match device {
        PointerDevice::Touch => (0, gesture::HOLD),
        PointerDevice::Mouse => (2, TAP),
    };
    let actions = vec![moved(point, Duration::ZERO), down(button), pause(time), up(button)];
    sources(&[pointer(device, 1, &actions)])
}

/// Rests a mouse at `point`.
pub(super) fn hover(point: Point) -> Value {
    sources(&[pointer(PointerDevice::Mouse, 1, &[moved(point, Duration::ZERO)])])
}

/// One finger along a line.
pub(super) fn stroke(device: PointerDevice, stroke: FingerStroke) -> Value {
    let FingerStroke { from, to, time } = stroke;
    let actions = vec![moved(from, Duration::ZERO), down(0), moved(to, time), up(0)];
    sources(&[pointer(device, 1, &actions)])
}

/// Carries what is at `from`; a finger holds it first.
pub(super) fn drag(device: PointerDevice, from: Point, to: Point) -> Value {
    let held = if device == PointerDevice::Touch { gesture::CARRY } else { TAP };
    let way = Duration::from_millis(400);
    let actions = vec![moved(from, Duration::ZERO), down(0), pause(held), moved(to, way), up(0)];
    sources(&[pointer(device, 1, &actions)])
}

/// Two fingers along a line each.
pub(super) fn pinch(fingers: [(Point, Point); 2]) -> Value {
    let finger = |(number, (from, to)): (usize, (Point, Point))| {
        let actions = vec![moved(from, Duration::ZERO), down(0), moved(to, PINCH), up(0)];
        pointer(PointerDevice::Touch, number + 1, &actions)
    };
    let fingers: Vec<Value> = fingers.into_iter().enumerate().map(finger).collect();
    sources(&fingers)
}

/// Turns the wheel over `target`, so that what lies in `direction` comes into view.
pub(super) fn wheel(target: &WidgetTarget, direction: Direction) -> Value {
    let part = |length: i32| (length.clamp(40, 4000) * SCROLL_PERCENT / 100).max(40);
    let (across, along) = (part(target.bounds.width()), part(target.bounds.height()));
    let (x, y) = match direction {
        Direction::Up => (0, -along),
        Direction::Down => (0, along),
        Direction::Left => (-across, 0),
        Direction::Right => (across, 0),
    };
    let Point { x: left, y: top } = target.point;
    let turn = json!({
        "type": "scroll", "x": left, "y": top, "deltaX": x, "deltaY": y, "duration": 0,
        "origin": "viewport",
    });
    sources(&[json!({"type": "wheel", "id": "wheel", "actions": [turn]})])
}

/// Presses the keys one after the other: characters, or the code points that WebDriver gives keys.
pub(super) fn keys(text: &str) -> Value {
    let presses = text.chars().flat_map(|key| {
        let key = key.to_string();
        [json!({"type": "keyDown", "value": key}), json!({"type": "keyUp", "value": key})]
    });
    let actions: Vec<Value> = presses.collect();
    sources(&[json!({"type": "key", "id": "keyboard", "actions": actions})])
}

/// Presses `letter` while the control key is held.
pub(super) fn with_control(letter: char) -> Value {
    let key = |kind: &str, value: &str| json!({"type": kind, "value": value});
    let letter = letter.to_string();
    let actions = [
        key("keyDown", CONTROL),
        key("keyDown", &letter),
        key("keyUp", &letter),
        key("keyUp", CONTROL),
    ];
    sources(&[json!({"type": "key", "id": "keyboard", "actions": actions})])
}

/// `moves` on a page that is shown `scale` times as large as it is laid out: servers want to be told of places on the
/// page.
pub(super) fn on_page(mut moves: Value, scale: f64) -> Value {
    let sources = moves["actions"].as_array_mut().into_iter().flatten();
    let steps = sources.flat_map(|source| source["actions"].as_array_mut().into_iter().flatten());
    for step in steps {
        for name in ["x", "y", "deltaX", "deltaY"] {
            if let Some(length) = step[name].as_f64() {
                step[name] = json!((length / scale).round() as i64);
            }
        }
    }
    moves
}

fn sources(sources: &[Value]) -> Value {
    json!({"actions": sources})
}

fn pointer(device: PointerDevice, number: usize, actions: &[Value]) -> Value {
    json!({
        "type": "pointer", "id": format!("{}{number}", device.word()),
        "parameters": {"pointerType": device.word()}, "actions": actions,
    })
}

fn moved(point: Point, time: Duration) -> Value {
    json!({
        "type": "pointerMove", "x": point.x, "y": point.y, "duration": millis(time),
        "origin": "viewport",
    })
}

fn down(button: u8) -> Value {
    json!({"type": "pointerDown", "button": button})
}

fn up(button: u8) -> Value {
    json!({"type": "pointerUp", "button": button})
}

fn pause(time: Duration) -> Value {
    json!({"type": "pause", "duration": millis(time)})
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(actions: &Value, source: usize) -> Vec<String> {
        let actions = actions["actions"][source]["actions"].as_array().unwrap();
        actions.iter().map(|it| it["type"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn a_double_tap_is_down_and_up_twice_without_a_way_between() {
        let actions = tap(PointerDevice::Touch, Point::new(3, 4), 2);
        let expected = [
            "pointerMove",
            "pointerDown",
            "pause",
            "pointerUp",
            "pause",
            "pointerDown",
            "pause",
            "pointerUp",
        ];
        assert_eq!(kinds(&actions, 0), expected);
        assert_eq!(actions["actions"][0]["actions"][0]["y"], 4);
    }

    #[test]
    fn a_pinch_has_two_fingers_that_move_at_the_same_time() {
        let (left, right) = (Point::new(0, 0), Point::new(90, 0));
        let actions = pinch([(left, right), (right, left)]);
        assert_eq!(kinds(&actions, 0), kinds(&actions, 1));
        assert_ne!(actions["actions"][0]["id"], actions["actions"][1]["id"]);
    }

    #[test]
    fn a_page_that_is_shown_smaller_is_touched_where_it_is_laid_out() {
        let moves = on_page(tap(PointerDevice::Touch, Point::new(21, 42), 1), 0.42);
        let moved = &moves["actions"][0]["actions"][0];
        assert_eq!((&moved["x"], &moved["y"]), (&json!(50), &json!(100)));
        assert_eq!(kinds(&moves, 0), ["pointerMove", "pointerDown", "pause", "pointerUp"]);
        assert_eq!(on_page(keys("a"), 0.42), keys("a"));
    }

    #[test]
    fn each_character_is_one_key_also_outside_of_ascii() {
        let actions = keys("aß\u{1f600}");
        assert_eq!(kinds(&actions, 0).len(), 6);
        assert_eq!(actions["actions"][0]["actions"][4]["value"], "\u{1f600}");
    }
}
