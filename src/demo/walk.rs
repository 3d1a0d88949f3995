//! Walking the paths that the apps' tables list, on a phone of its own.

use crate::domain::Pace;
use thiserror::Error;

use super::app::{About, Do, FaultKind};
use super::apps::Entry;
use super::dump::short_id;
use super::enabled::EnabledFaults;
use super::frame::Placed;
use super::layout::slider_point;
use super::phone::{DemoPhone, Life, PhoneKey};
use super::running::EditKey;
use crate::domain::{CrashKind, Direction, Point};

/// How long a stroke takes, in milliseconds.
const STROKE_MS: u64 = 200;

/// A step of a path that could not be done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("step {number} ({step:?}) could not be done: {why}")]
pub struct Stuck {
    /// Its place in the path, from 1.
    pub number: usize,
    /// The step.
    pub step: Do,
    /// Why.
    pub why: String,
}

/// Does the steps with the app in front.
///
/// # Errors
/// If a step could not be done, such as a widget that is not visible.
pub fn walk(phone: &mut DemoPhone, steps: &[Do]) -> Result<(), Stuck> {
    for (place, step) in steps.iter().enumerate() {
        let stuck = |why| Stuck { number: place + 1, step: *step, why };
        carry_out(phone, *step).map_err(stuck)?;
    }
    Ok(())
}

fn carry_out(phone: &mut DemoPhone, step: Do) -> Result<(), String> {
    match step {
        Do::Tap(what) => phone.tap(point(&find(phone, what)?)),
        Do::Long(what) => phone.hold(point(&find(phone, what)?)),
        Do::Type(what, text) => {
            phone.tap(point(&find(phone, what)?));
            if !phone.clear_text() {
                return Err("it did not take the focus".into());
            }
            phone.type_text(text);
        }
        Do::Swipe(what, direction) => {
            let (from, to) = swipe(&find(phone, what)?, direction);
            phone.swipe(from, to, STROKE_MS);
        }
        Do::Scroll(what, direction) => {
            let (from, to) = scroll(&find(phone, what)?, direction);
            phone.swipe(from, to, STROKE_MS);
        }
        Do::Slide(what, value) => {
            let slider = find(phone, what)?;
            phone.tap(slider_point(&slider, value));
        }
        Do::Back => phone.key(PhoneKey::Back),
        Do::Menu => phone.key(PhoneKey::Menu),
        Do::Enter => phone.key(PhoneKey::Edit(EditKey::Enter)),
        Do::Rotate => phone.rotate(!phone.landscape()),
        Do::Wait(seconds) => phone.pass(u64::from(seconds) * 1000),
        Do::Allow => phone.tap(point(&find(phone, "#permission_allow_button")?)),
        Do::Deny => phone.tap(point(&find(phone, "#permission_deny_button")?)),
        Do::Broadcast(action) => {
            if phone.broadcast(action, None) == 0 {
                return Err("no app listens to it".into());
            }
        }
        Do::Open(activity) => {
            let package = current(phone)?.package;
            if phone.start(package, activity) == super::phone::Started::NoSuchActivity {
                return Err("there is no such activity".into());
            }
        }
        Do::HomeAndReturn => {
            let package = current(phone)?.package;
            phone.key(PhoneKey::Home);
            phone.open(package);
        }
        Do::Restart => {
            let package = current(phone)?.package;
            phone.stop(package);
            phone.open(package);
        }
    }
    Ok(())
}

fn current(phone: &DemoPhone) -> Result<&'static About, String> {
    phone.current().ok_or_else(|| "there is no app on this phone".into())
}

/// The widget that `selector` means in the window with the focus; only what can be seen counts.
///
/// # Errors
/// If there is none; says what there is instead.
pub fn find(phone: &DemoPhone, selector: &str) -> Result<Placed, String> {
    let active = phone.active().ok_or("nothing is on the display")?;
    let kind = active.pane.kind;
    let visible = || active.pane.placed.iter().filter(|placed| !placed.visible().is_empty());
    let found = match selector.strip_prefix('#') {
        Some(id) => {
            let (id, nth) = match id.rsplit_once(':') {
                Some((id, nth)) => (id, nth.parse().map_err(|_| "a bad number after `:`")?),
                None => (id, 0),
            };
            visible().filter(|placed| short_id(&placed.face, kind) == id).nth(nth)
        }
        None => {
            visible().find(|placed| placed.face.text == selector || placed.face.desc == selector)
        }
    };
    found.cloned().ok_or_else(|| {
        let names = visible().map(|placed| match short_id(&placed.face, kind) {
            "" => placed.face.text.as_str(),
            id => id,
        });
        let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
        format!("it is not among what {} shows: {}", active.component, names.join(", "))
    })
}

fn point(placed: &Placed) -> Point {
    placed.visible().center()
}

/// A quick stroke that begins on the widget.
fn swipe(placed: &Placed, direction: Direction) -> (Point, Point) {
    let from = point(placed);
    let by = 240;
    let to = match direction {
        Direction::Left => Point::new(from.x - by, from.y),
        Direction::Right => Point::new(from.x + by, from.y),
        Direction::Up => Point::new(from.x, from.y - by),
        Direction::Down => Point::new(from.x, from.y + by),
    };
    (from, to)
}

/// A stroke over most of a container that shows what is further in `direction`.
fn scroll(placed: &Placed, direction: Direction) -> (Point, Point) {
    let seen = placed.visible();
    let middle = seen.center();
    let (high, wide) = (seen.height() * 2 / 5, seen.width() * 2 / 5);
    let up = Point::new(middle.x, middle.y - high);
    let down = Point::new(middle.x, middle.y + high);
    let left = Point::new(middle.x - wide, middle.y);
    let right = Point::new(middle.x + wide, middle.y);
    match direction {
        Direction::Down => (down, up),
        Direction::Up => (up, down),
        Direction::Right => (right, left),
        Direction::Left => (left, right),
    }
}

/// A phone with this app alone, just opened, with all its seeded faults.
pub fn opened(entry: &Entry) -> DemoPhone {
    opened_with(entry, EnabledFaults::All)
}

/// A phone with this app alone, just opened, with only these seeded faults.
pub fn opened_with(entry: &Entry, faults: EnabledFaults) -> DemoPhone {
    let phone = DemoPhone::with(std::slice::from_ref(entry), 1, Pace::Virtual);
    let mut phone = phone.with_faults(faults);
    phone.open(entry.about.package);
    phone
}

/// Walks every path that the tables of a registered app list. Gives what is wrong with them, one
/// sentence each.
pub fn check(about: &About) -> Vec<String> {
    match super::apps::entry(about.name) {
        Some(entry) => check_entry(entry),
        None => vec![format!("{} is not in the registry of apps", about.name)],
    }
}

/// Walks every path that the app's tables list, as [`check`] does.
pub fn check_entry(entry: &Entry) -> Vec<String> {
    let about = entry.about;
    let mut wrong = doubles(about);
    for state in about.states {
        let mut phone = opened(entry);
        let end = walk(&mut phone, state.steps);
        let truth = phone.truth().cloned().unwrap_or_default();
        match end {
            Err(stuck) => wrong.push(format!("state {}: {stuck}", state.name)),
            Ok(()) if !phone.is_front(about.package) => {
                wrong.push(format!("state {}: its path leaves the app", state.name));
            }
            Ok(()) if truth.state != Some(state.name) => {
                let end = truth.state.unwrap_or("nothing");
                wrong.push(format!("state {}: its path ends in {end}", state.name));
            }
            Ok(()) => {}
        }
        wrong.extend(truth.strange.into_iter().map(|what| format!("state {}: {what}", state.name)));
    }
    for fault in about.faults {
        wrong.extend(wrong_fault(opened(entry), about, (fault.id, fault.kind), fault.steps));
    }
    for fault in about.view_faults.iter().map(|fault| &fault.spec) {
        let phone = opened_with(entry, EnabledFaults::Only(vec![fault.id]));
        wrong.extend(wrong_fault(phone, about, (fault.id, fault.kind), fault.steps));
    }
    for fault in about.input_faults {
        let phone = opened_with(entry, EnabledFaults::Only(vec![fault.id]));
        let kind = FaultKind::Crash(fault.kind);
        wrong.extend(wrong_fault(phone, about, (fault.id, kind), fault.steps));
    }
    wrong.sort();
    wrong.dedup();
    wrong
}

/// What is wrong with the path to a fault.
fn wrong_fault(
    mut phone: DemoPhone,
    about: &About,
    (id, kind): (&str, FaultKind),
    steps: &[Do],
) -> Vec<String> {
    let end = walk(&mut phone, steps);
    let mut faults: Vec<String> = end.err().map(|stuck| stuck.to_string()).into_iter().collect();
    let truth = phone.truth().cloned().unwrap_or_default();
    if !truth.faults.contains(id) {
        faults.push("its path does not show it".into());
    }
    faults.extend(aftermath(&phone, about, kind));
    faults.extend(truth.strange);
    faults.into_iter().map(|what| format!("fault {id}: {what}")).collect()
}

/// Names that should be unique and are not, and fault ids that do not name their app.
fn doubles(about: &About) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    names.extend(about.states.iter().map(|state| format!("state {}", state.name)));
    names.extend(about.points.iter().map(|point| format!("point {point}")));
    names.extend(about.fault_kinds().map(|(id, _)| format!("fault {id}")));
    names.extend(about.activities.iter().map(|activity| format!("activity {activity}")));
    names.sort();
    let pairs = names.iter().zip(names.iter().skip(1));
    let mut wrong: Vec<String> = pairs
        .filter(|(one, other)| one == other)
        .map(|(one, _)| format!("{one} is listed twice"))
        .collect();
    let prefix = format!("{}-", about.name);
    let strangers = about.fault_kinds().filter(|(id, _)| !id.starts_with(&prefix));
    wrong.extend(strangers.map(|(id, _)| format!("fault {id} should begin with {prefix}")));
    wrong
}

/// What is wrong with the app's process and the log after a fault of this kind.
fn aftermath(phone: &DemoPhone, about: &About, kind: FaultKind) -> Option<String> {
    let logged = |text: &str| phone.log().iter().any(|line| line.text.contains(text));
    let dead = phone.life(about.package) == Some(Life::Dead);
    let expected = match kind {
        FaultKind::Crash(CrashKind::Java) => {
            logged("FATAL EXCEPTION") && logged(&format!("Process: {}", about.package)) && dead
        }
        FaultKind::Crash(CrashKind::Native) => {
            logged("Fatal signal") && logged(&format!(">>> {} <<<", about.package)) && dead
        }
        FaultKind::Crash(CrashKind::Anr) => logged(&format!("ANR in {}", about.package)),
        _ => return dead.then(|| "its path ends in a dead process".into()),
    };
    (!expected).then(|| format!("its path ends in no {}", kind.word()))
}

#[cfg(test)]
mod tests;
