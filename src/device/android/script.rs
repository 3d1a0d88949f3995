//! Command lines for a phone that nobody looks at in between: what [`super::AndroidDevice`] would
//! send, put together from what was seen when the action was done.

use std::time::Duration;

use super::quote::word;
use super::text::{Field, by_keys};
use super::{commands, gesture, rotate};
use crate::domain::{Action, Pair, Screen, Size, Text, Widget};

/// What surrounds an action.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// The app's package.
    pub package: &'a str,
    /// The screen it was done on.
    pub screen: Option<&'a Screen>,
    /// The display in its natural position.
    pub natural: Size,
}

/// What a script does for an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Runs this line by the device's `sh`.
    Run(String),
    /// Stops the app and starts it anew.
    Restart,
    /// Runs this line, which makes a secret field ready, and types the secret.
    Secret(String),
    /// Nothing; why.
    Nothing(String),
}

/// The line for `action`.
pub fn line(action: &Action, around: Around<'_>) -> Line {
    let Around { package, screen, natural } = around;
    let display = screen.map_or(natural, |screen| screen.size);
    let finger = |stroke: gesture::Stroke| commands::swipe(stroke.from, stroke.to, stroke.time);
    Line::Run(match action {
        Action::Tap { target } => commands::tap(target.point),
        Action::LongTap { target } => commands::swipe(target.point, target.point, gesture::HOLD),
        Action::DoubleTap { target } => commands::double_tap(target.point),
        Action::Type { target, text } => {
            let seen: &[Widget] = screen.map(|screen| &*screen.widgets).unwrap_or_default();
            let field = Field::of(target, seen);
            match text {
                Text::Plain(text) => by_keys(field, text).line,
                Text::Secret(_) => return Line::Secret(by_keys(field, "").line),
            }
        }
        Action::Swipe { target, direction } => finger(gesture::swipe(target, *direction, display)),
        Action::Scroll { target, direction } => {
            finger(gesture::scroll(target, *direction, display))
        }
        Action::Drag { target, to } => commands::drag(target.point, *to, gesture::CARRY),
        Action::Key { key } => commands::key(*key),
        Action::Rotate { rotation } => {
            commands::turn("0", rotate::quarter_turns(*rotation, natural))
        }
        Action::Restart => return Line::Restart,
        Action::Start { intent } => commands::start(intent),
        Action::Broadcast { intent } => commands::broadcast(intent),
        Action::Grant { permission } => commands::grant(package, permission),
        Action::Wait { ms } => commands::sleep(Duration::from_millis(u64::from(*ms))),
        Action::Pinch { .. } => return nothing("two fingers need the touch screen's own events"),
        Action::Say { .. } => return nothing("a phone cannot be talked to so"),
        Action::Set { .. } | Action::Restore { .. } => {
            return nothing("system conditions are changed by several commands");
        }
        Action::AtOnce(pair) => return at_once(pair, around),
    })
}

/// Both halves as one line, so that nothing comes between them.
fn at_once(pair: &Pair, around: Around<'_>) -> Line {
    match (line(pair.first(), around), line(pair.then(), around)) {
        (Line::Run(first), Line::Run(then)) => Line::Run(commands::at_once(&first, &then)),
        (Line::Nothing(why), _) | (_, Line::Nothing(why)) => Line::Nothing(why),
        (Line::Restart | Line::Secret(_), _) | (_, Line::Restart | Line::Secret(_)) => {
            nothing("a secret is typed by a line of its own, so nothing is done at once with it")
        }
    }
}

fn nothing(why: &str) -> Line {
    Line::Nothing(why.to_owned())
}

/// The lines that stop `package`, and, where `fresh`, delete all that it has stored.
pub fn stop(package: &str, fresh: bool) -> String {
    if fresh { commands::clear(package) } else { commands::stop(package) }
}

/// The line that tells which of the package's activities a launcher starts.
pub fn launcher(package: &str) -> String {
    commands::launcher(package)
}

/// `text` as one word of a `sh` command line, whichever shell reads it.
pub fn quoted(text: &str) -> String {
    word(text).into_owned()
}
