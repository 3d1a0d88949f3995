//! `input`: touches, strokes, letters and keys.

use super::Bench;
use super::keys;
use super::reply::Reply;
use crate::demo::phone::{DemoPhone, PhoneKey};
use crate::demo::running::EditKey;
use crate::domain::Point;

/// How long a stroke takes when it is not told, in milliseconds.
const STROKE_MS: u64 = 300;

/// Sources that may stand before the command.
const SOURCES: [&str; 8] =
    ["touchscreen", "touchpad", "keyboard", "mouse", "dpad", "stylus", "gamepad", "trackball"];

pub fn input(bench: &mut Bench<'_>) -> Reply {
    let mut args: Vec<&str> = bench.args.iter().map(String::as_str).collect();
    if args.first().is_some_and(|first| SOURCES.contains(first)) {
        args.remove(0);
    }
    if args.first() == Some(&"-d") {
        args.drain(..args.len().min(2));
    }
    let Some((command, args)) = args.split_first() else {
        return Reply::fail(255, "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]");
    };
    match *command {
        "tap" => tap(bench.phone, args),
        "swipe" | "draganddrop" => stroke(bench.phone, command, args),
        "text" => text(bench.phone, args),
        "keyevent" => keyevent(bench.phone, args),
        "keycombination" => {
            let numbers: Vec<u32> = args.iter().map(|word| keys::number(word)).collect();
            bench.phone.key(keys::together(&numbers));
            Reply::silent()
        }
        "motionevent" => motion(bench, args),
        "press" | "roll" => Reply::silent(),
        other => Reply::fail(255, format!("Error: Unknown command: {other}")),
    }
}

fn bad(command: &str) -> Reply {
    Reply::fail(255, format!("Error: Invalid arguments for command: {command}"))
}

/// The point that two words tell; fractions are cut off.
fn point(words: &[&str]) -> Option<Point> {
    let [x, y] = words else { return None };
    Some(Point::new(coordinate(x)?, coordinate(y)?))
}

/// A coordinate, held within what a display can have.
fn coordinate(word: &str) -> Option<i32> {
    let number: f32 = word.parse().ok()?;
    #[expect(clippy::cast_possible_truncation, reason = "clamped, and fractions are cut off")]
    number.is_finite().then(|| number.clamp(-1e6, 1e6) as i32)
}

fn tap(phone: &mut DemoPhone, args: &[&str]) -> Reply {
    let Some(at) = point(args) else { return bad("tap") };
    phone.tap(at);
    Reply::silent()
}

fn stroke(phone: &mut DemoPhone, command: &str, args: &[&str]) -> Reply {
    let (points, ms) = match args.len() {
        4 => (args, Some(STROKE_MS)),
        5 => (args.get(..4).unwrap_or_default(), args.get(4).and_then(|ms| ms.parse().ok())),
        _ => return bad(command),
    };
    let (from, to) = points.split_at(2.min(points.len()));
    let (Some(from), Some(to), Some(ms)) = (point(from), point(to), ms) else {
        return bad(command);
    };
    phone.swipe(from, to, ms);
    Reply::silent()
}

/// `input text`: `%s` is a space; what the virtual keyboard has no key for makes the whole word fail
/// before anything is typed, as on real phones.
fn text(phone: &mut DemoPhone, args: &[&str]) -> Reply {
    let Some(word) = args.first() else { return bad("text") };
    let text = word.replace("%s", " ");
    if text.chars().any(|c| !c.is_ascii() || c.is_ascii_control() && c != '\n') {
        return Reply::fail(
            255,
            "\nException occurred while executing 'text':\n\
             java.lang.NullPointerException: Attempt to get length of null array\n\
             \tat com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:313)",
        );
    }
    for (place, line) in text.split('\n').enumerate() {
        if place > 0 {
            phone.key(PhoneKey::Edit(EditKey::Enter));
        }
        if !line.is_empty() {
            phone.type_text(line);
        }
    }
    Reply::silent()
}

fn keyevent(phone: &mut DemoPhone, args: &[&str]) -> Reply {
    let mut any = false;
    let mut args = args.iter();
    while let Some(word) = args.next() {
        match *word {
            "--longpress" | "--doubletap" | "--async" => {}
            "--delay" | "--duration" => drop(args.next()),
            word => {
                any = true;
                phone.key(keys::key(keys::number(word)));
            }
        }
    }
    if any { Reply::silent() } else { bad("keyevent") }
}

/// `input motionevent DOWN|MOVE|UP X Y`: one finger, step by step.
fn motion(bench: &mut Bench<'_>, args: &[&str]) -> Reply {
    let Some((what, at)) = args.split_first() else { return bad("motionevent") };
    let Some(at) = point(at) else { return bad("motionevent") };
    let now = bench.phone.now_ms();
    match *what {
        "DOWN" => bench.desk.fingers.down(at, now),
        "MOVE" => {}
        "UP" => {
            if let Some((from, since)) = bench.desk.fingers.up() {
                let ms = now.saturating_sub(since);
                bench.phone.swipe(from, at, ms);
            }
        }
        "CANCEL" => drop(bench.desk.fingers.up()),
        _ => return bad("motionevent"),
    }
    Reply::silent()
}
