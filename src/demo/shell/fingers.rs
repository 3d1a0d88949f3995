//! Raw touches: `getevent -pl` tells of the touch screen, `sendevent` moves fingers on it (Linux
//! multi-touch protocol B).
//!
//! No demo app listens to two fingers, so a pinch is taken and does nothing, as on any app that does
//! not zoom.

use std::collections::BTreeMap;

use super::Bench;
use super::reply::Reply;
use crate::domain::Point;

/// The touch screen's device file.
const DEVICE: &str = "/dev/input/event2";

const EV_SYN: u32 = 0;
const EV_ABS: u32 = 3;
const ABS_MT_SLOT: u32 = 0x2f;
const ABS_MT_POSITION_X: u32 = 0x35;
const ABS_MT_POSITION_Y: u32 = 0x36;
const ABS_MT_TRACKING_ID: u32 = 0x39;
/// A tracking id that lifts the finger, as an unsigned number.
const LIFTED: i64 = 0xffff_ffff;

/// One finger's way.
#[derive(Clone, Copy, Debug, Default)]
struct Track {
    from: Option<Point>,
    at: Point,
    down: bool,
}

/// The fingers on the screen.
#[derive(Debug, Default)]
pub struct Fingers {
    slot: i64,
    tracks: BTreeMap<i64, Track>,
    since: u64,
    pressed: Option<(Point, u64)>,
}

impl Fingers {
    /// A single finger touches.
    pub fn down(&mut self, at: Point, now: u64) {
        self.pressed = Some((at, now));
    }

    /// The single finger leaves; gives where and when it came.
    pub fn up(&mut self) -> Option<(Point, u64)> {
        self.pressed.take()
    }

    /// One event. Gives the stroke of a gesture that ends with it, if a single finger made it.
    fn event(&mut self, kind: u32, code: u32, value: i64, now: u64) -> Option<(Point, Point, u64)> {
        let number = i32::try_from(value).unwrap_or(0);
        match (kind, code) {
            (EV_ABS, ABS_MT_SLOT) => self.slot = value.clamp(0, 9),
            (EV_ABS, ABS_MT_TRACKING_ID) => {
                if self.tracks.values().all(|track| !track.down) {
                    self.since = now;
                }
                let down = value >= 0 && value != LIFTED;
                self.tracks.entry(self.slot).or_default().down = down;
            }
            (EV_ABS, ABS_MT_POSITION_X) => self.tracks.entry(self.slot).or_default().at.x = number,
            (EV_ABS, ABS_MT_POSITION_Y) => self.tracks.entry(self.slot).or_default().at.y = number,
            (EV_SYN, 0) => return self.report(now),
            _ => {}
        }
        None
    }

    fn report(&mut self, now: u64) -> Option<(Point, Point, u64)> {
        for track in self.tracks.values_mut().filter(|track| track.down) {
            track.from.get_or_insert(track.at);
        }
        if self.tracks.is_empty() || self.tracks.values().any(|track| track.down) {
            return None;
        }
        let tracks = std::mem::take(&mut self.tracks);
        match tracks.into_values().collect::<Vec<_>>().as_slice() {
            [Track { from: Some(from), at, .. }] => {
                Some((*from, *at, now.saturating_sub(self.since)))
            }
            _ => None,
        }
    }
}

pub fn getevent(bench: &mut Bench<'_>) -> Reply {
    let display = bench.phone.natural();
    let axis = |name: &str, max: i32| {
        format!("{name:<22}: value 0, min 0, max {max}, fuzz 0, flat 0, resolution 0")
    };
    Reply::lines([
        format!("add device 1: {DEVICE}"),
        "  name:     \"demo_touch\"".to_owned(),
        "  events:".to_owned(),
        "    KEY (0001): BTN_TOUCH".to_owned(),
        format!("    ABS (0003): {}", axis("ABS_MT_SLOT", 9)),
        format!("                {}", axis("ABS_MT_POSITION_X", display.width - 1)),
        format!("                {}", axis("ABS_MT_POSITION_Y", display.height - 1)),
        format!("                {}", axis("ABS_MT_TRACKING_ID", 65_535)),
        format!("                {}", axis("ABS_MT_PRESSURE", 255)),
        "  input props:".to_owned(),
        "    INPUT_PROP_DIRECT".to_owned(),
    ])
}

pub fn sendevent(bench: &mut Bench<'_>) -> Reply {
    let numbers: Option<Vec<i64>> = bench.rest(1).iter().map(|word| word.parse().ok()).collect();
    let (Some(device), Some([kind, code, value])) = (bench.arg(0), numbers.as_deref()) else {
        return Reply::fail(1, "use: sendevent device type code value");
    };
    if device != DEVICE {
        return Reply::fail(1, format!("could not open {device}, No such file or directory"));
    }
    let (Ok(kind), Ok(code)) = (u32::try_from(*kind), u32::try_from(*code)) else {
        return Reply::fail(1, "use: sendevent device type code value");
    };
    let now = bench.phone.now_ms();
    if let Some((from, to, ms)) = bench.desk.fingers.event(kind, code, *value, now) {
        let (phone, width) = (&bench.phone, bench.phone.natural().width);
        let turned = |at| if phone.landscape() { turned(at, width) } else { at };
        let (from, to) = (turned(from), turned(to));
        bench.phone.swipe(from, to, ms);
    }
    Reply::silent()
}

/// A point of the touch screen, which does not turn, on the display, which lies on its side;
/// `width` is the display's in its natural position.
fn turned(at: Point, width: i32) -> Point {
    Point::new(at.y, width - 1 - at.x)
}
