//! Two fingers at once: writing multi-touch events to the touch screen itself.
//!
//! `input` knows one finger only. Where the shell may write to the touch screen's device, events
//! of the kernel's multi-touch protocol B (`Documentation/input/multi-touch-protocol.rst`) do it.

use crate::domain::{DisplaySize, Point};

use super::quote::word;

/// Steps of a finger's stroke.
const STEPS: i32 = 8;

// Event types and codes of `linux/input-event-codes.h`.
const SYN: u16 = 0;
const KEY: u16 = 1;
const ABS: u16 = 3;
const BTN_TOUCH: u16 = 330;
const SLOT: u16 = 47;
const TOUCH_MAJOR: u16 = 48;
const POSITION_X: u16 = 53;
const POSITION_Y: u16 = 54;
const TRACKING_ID: u16 = 57;
const PRESSURE: u16 = 58;

/// A touch screen that follows several fingers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TouchScreen {
    path: String,
    x: Option<AxisRange>,
    y: Option<AxisRange>,
    slots: bool,
    ids: bool,
    button: bool,
    pressure: Option<AxisRange>,
    major: Option<AxisRange>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AxisRange {
    min: i64,
    max: i64,
}

/// The first touch screen with protocol B in what `getevent -pl` prints.
pub(super) fn find(devices: &str) -> Option<TouchScreen> {
    let mut present = TouchScreen::default();
    for line in devices.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix("add device ") {
            if present.is_complete() {
                break;
            }
            let path = rest.split_once(": ").map_or("", |(_, path)| path.trim());
            present = TouchScreen { path: path.to_owned(), ..TouchScreen::default() };
            continue;
        }
        present.slots |= line.contains("ABS_MT_SLOT");
        present.ids |= line.contains("ABS_MT_TRACKING_ID");
        present.button |= line.contains("BTN_TOUCH");
        let axes = [
            ("ABS_MT_POSITION_X", &mut present.x),
            ("ABS_MT_POSITION_Y", &mut present.y),
            ("ABS_MT_PRESSURE", &mut present.pressure),
            ("ABS_MT_TOUCH_MAJOR", &mut present.major),
        ];
        for (name, axis) in axes {
            if line.contains(name) {
                *axis = range(line);
            }
        }
    }
    present.is_complete().then_some(present)
}

fn range(line: &str) -> Option<AxisRange> {
    let number = |name: &str| {
        let (_, rest) = line.split_once(name)?;
        rest.split(',').next()?.trim().parse::<i64>().ok()
    };
    let (min, max) = (number(" min ")?, number(" max ")?);
    (max > min).then_some(AxisRange { min, max })
}

impl TouchScreen {
    const fn is_complete(&self) -> bool {
        self.slots && self.ids && self.x.is_some() && self.y.is_some()
    }

    /// The command line that moves two fingers along `strokes`. It stops at the first event that the
    /// device does not take.
    pub(super) fn command(
        &self,
        strokes: [(Point, Point); 2],
        natural: DisplaySize,
        rotation: u8,
    ) -> String {
        let mut events = Vec::new();
        for step in 0..=STEPS {
            for (slot, (from, to)) in (0..).zip(strokes) {
                events.push((ABS, SLOT, slot));
                if step == 0 {
                    events.push((ABS, TRACKING_ID, 900 + slot));
                    let middle = |range: AxisRange| i64::midpoint(range.min, range.max);
                    events.extend(self.pressure.map(|range| (ABS, PRESSURE, middle(range))));
                    events
                        .extend(self.major.map(|range| (ABS, TOUCH_MAJOR, middle(range) / 8 + 1)));
                }
                let at = Point::new(between(from.x, to.x, step), between(from.y, to.y, step));
                let (x, y) = self.scaled(upright(at, natural, rotation), natural);
                events.extend([(ABS, POSITION_X, x), (ABS, POSITION_Y, y)]);
            }
            if step == 0 && self.button {
                events.push((KEY, BTN_TOUCH, 1));
            }
            events.push((SYN, 0, 0));
        }
        for slot in 0..2 {
            events.extend([(ABS, SLOT, slot), (ABS, TRACKING_ID, -1)]);
        }
        if self.button {
            events.push((KEY, BTN_TOUCH, 0));
        }
        events.push((SYN, 0, 0));
        let path = word(&self.path);
        let lines = events
            .into_iter()
            .map(|(kind, code, value)| format!("sendevent {path} {kind} {code} {value}"));
        lines.collect::<Vec<_>>().join(" && ")
    }

    fn scaled(&self, point: Point, natural: DisplaySize) -> (i64, i64) {
        let scale = |value: i32, extent: i32, range: Option<AxisRange>| {
            let Some(AxisRange { min, max }) = range else { return 0 };
            let last = i64::from(extent - 1).max(1);
            min + i64::from(value).clamp(0, last) * (max - min) / last
        };
        (scale(point.x, natural.width, self.x), scale(point.y, natural.height, self.y))
    }
}

fn between(from: i32, to: i32, step: i32) -> i32 {
    from + (to - from) * step / STEPS
}

/// Where a point of the turned display lies on the panel, which does not turn.
fn upright(point: Point, natural: DisplaySize, rotation: u8) -> Point {
    let Point { x, y } = point;
    let (last_x, last_y) = (natural.width - 1, natural.height - 1);
    match rotation {
        1 => Point::new(last_x - y, x),
        2 => Point::new(last_x - x, last_y - y),
        3 => Point::new(y, last_y - x),
        _ => point,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEVICES: &str = r#"add device 1: /dev/input/event0
  name:     "gpio-keys"
  events:
    KEY (0001): KEY_VOLUMEDOWN        KEY_POWER
add device 2: /dev/input/event3
  name:     "panel"
  events:
    KEY (0001): BTN_TOUCH
    ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                ABS_MT_POSITION_X     : value 0, min 0, max 1439, fuzz 0, flat 0, resolution 0
                ABS_MT_POSITION_Y     : value 0, min 0, max 3199, fuzz 0, flat 0, resolution 0
                ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
  input props:
    INPUT_PROP_DIRECT
add device 3: /dev/input/event4
  name:     "other"
"#;
    const NATURAL: DisplaySize = DisplaySize::new(720, 1600);

    #[test]
    fn the_touch_screen_is_found_among_other_devices() {
        let screen = find(DEVICES).unwrap();
        assert_eq!(screen.path, "/dev/input/event3");
        assert!(screen.button);
        assert_eq!(
            find(&DEVICES.replace("ABS_MT_SLOT", "ABS_X")),
            None,
            "protocol A is not spoken"
        );
        assert_eq!(find(""), None);
    }

    #[test]
    fn a_pinch_sets_two_fingers_moves_and_lifts_them() {
        let screen = find(DEVICES).unwrap();
        let strokes = [
            (Point::new(300, 800), Point::new(100, 800)),
            (Point::new(400, 800), Point::new(600, 800)),
        ];
        let command = screen.command(strokes, NATURAL, 0);
        let lines: Vec<_> = command.split(" && ").collect();
        assert!(lines.iter().all(|line| line.starts_with("sendevent /dev/input/event3 ")));
        assert_eq!(lines.iter().filter(|line| line.ends_with(" 3 57 -1")).count(), 2);
        assert_eq!(lines.iter().filter(|line| line.ends_with(" 0 0 0")).count(), 10);
        assert_eq!(
            lines[2], "sendevent /dev/input/event3 3 53 600",
            "twice as fine as the display"
        );
        assert!(lines.contains(&"sendevent /dev/input/event3 3 53 200"));
    }

    #[test]
    fn corners_of_a_turned_display_lie_on_the_panels_corners() {
        assert_eq!(upright(Point::new(0, 0), NATURAL, 1), Point::new(719, 0));
        assert_eq!(upright(Point::new(1599, 719), NATURAL, 1), Point::new(0, 1599));
        assert_eq!(upright(Point::new(0, 0), NATURAL, 2), Point::new(719, 1599));
        assert_eq!(upright(Point::new(0, 0), NATURAL, 3), Point::new(0, 1599));
    }
}
