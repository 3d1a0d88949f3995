//! Seeded input faults: texts that crash a form.
//!
//! They are a set of their own: they act only if they are asked for (`demo:APP?faults=input`, or by
//! id), so that the other faults and what was measured with them stay as they are. Each says for
//! which contents of its form the app dies. Most forms are read after their own checks, so the other
//! fields must be valid.

use super::app::{Do, System, has_odd_hash};
use crate::domain::{ConstraintClass, CrashKind};

/// What the ids of all input faults have after the app's name.
const MARK: &str = "-input-";

/// A form that crashes its app if its fields hold certain texts.
#[derive(Clone, Copy, Debug)]
pub struct InputFault {
    /// Its id: `APP-input-WORDS`.
    pub id: &'static str,
    /// The class of the constraint that the app does not check.
    pub class: ConstraintClass,
    /// How the app ends.
    pub kind: CrashKind,
    /// What goes wrong, in one line.
    pub title: &'static str,
    /// The form, as the app names it when it is sent.
    pub form: &'static str,
    /// The class of crashing inputs, in words.
    pub inputs: &'static str,
    /// True for what the fields hold, in the form's order, if that crashes.
    pub crashes: fn(&[&str]) -> bool,
    /// An exception as `class: message`, a signal, or why the main thread hangs.
    pub thrown: &'static str,
    /// The frames of the stack, topmost first.
    pub frames: &'static [&'static str],
    /// The shortest path to see it from a restart.
    pub steps: &'static [Do],
}

/// True for the id of an input fault.
pub fn is_input_fault(id: &str) -> bool {
    id.contains(MARK)
}

/// True for the half of the input faults on which no rule is tuned: those for which the first byte
/// of the SHA-256 of the id is even. Decided by the id, before any rule was written.
pub fn is_set_aside(id: &str) -> bool {
    !has_odd_hash(id)
}

/// The form `form` was sent with `texts`. True if the app has crashed of one of `faults`.
pub fn sent(faults: &[InputFault], form: &str, texts: &[&str], sys: &mut System) -> bool {
    let acting = |fault: &&InputFault| {
        fault.form == form && sys.is_seeded(fault.id) && (fault.crashes)(texts)
    };
    let Some(fault) = faults.iter().find(acting) else { return false };
    sys.fault(fault.id);
    match fault.kind {
        CrashKind::Anr => sys.freeze(fault.thrown),
        CrashKind::Native => sys.signal(fault.thrown, fault.frames),
        _ => {
            let (class, message) = fault.thrown.split_once(": ").unwrap_or((fault.thrown, ""));
            sys.throw(class, message, fault.frames);
        }
    }
    true
}

/// The number in `text`, if it is one.
pub fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// The minutes since midnight of a time such as `07:30`.
pub fn minutes(text: &str) -> Option<i32> {
    let (hours, minutes) = text.trim().split_once(':')?;
    Some(hours.parse::<i32>().ok()? * 60 + minutes.parse::<i32>().ok()?)
}

/// Year, month and day of a date such as `2026-01-31`.
pub fn date(text: &str) -> Option<(i32, i32, i32)> {
    let mut parts = text.trim().splitn(3, '-').map(|part| part.parse::<i32>().ok());
    Some((parts.next()??, parts.next()??, parts.next()??))
}

#[cfg(test)]
mod tests;
