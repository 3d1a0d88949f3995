//! Command lines for a phone that nobody looks at in between: what [`super::AndroidDevice`] would
//! send, put together from what was seen when the action was done.

use std::time::Duration;

use super::quote::word;
use super::text::{FieldBefore, by_adb_keyboard, by_keys, needs_keyboard};
use super::{commands, rotate};
use crate::device::gesture;
use crate::domain::{Action, ActionPair, DisplaySize, InputText, Screen, Widget, WidgetTarget};

/// What surrounds an action.
#[derive(Clone, Copy, Debug)]
pub struct ActionContext<'a> {
    /// The app's package.
    pub package: &'a str,
    /// The screen it was done on.
    pub screen: Option<&'a Screen>,
    /// The display in its natural position.
    pub natural: DisplaySize,
}

/// What a script does for an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptLine {
    /// Runs this line by the device's `sh`.
    Run(String),
    /// Runs these lines, one after the other: a long text takes several.
    Several(Vec<String>),
    /// Stops the app and starts it anew.
    Restart,
    /// Runs this line, which deletes what the app has stored and stops it, and starts it anew.
    Clear(String),
    /// Runs this line, which makes a secret field ready, and types the secret.
    Secret(String),
    /// Nothing; why.
    Nothing(String),
}

/// The line for `action`.
pub fn line(action: &Action, around: ActionContext<'_>) -> ScriptLine {
    let ActionContext { package, screen, natural } = around;
    let display = screen.map_or(natural, |screen| screen.size);
    let finger =
        |stroke: gesture::FingerStroke| commands::swipe(stroke.from, stroke.to, stroke.time);
    ScriptLine::Run(match action {
        Action::Tap { target } => commands::tap(target.point),
        Action::LongTap { target } => commands::swipe(target.point, target.point, gesture::HOLD),
        Action::DoubleTap { target } => commands::double_tap(target.point),
        Action::Type { target, text } => {
            let seen: &[Widget] = screen.map(|screen| &*screen.widgets).unwrap_or_default();
            let field = FieldBefore::of(target, seen);
            match text {
                InputText::Plain(text) => {
                    let typing = by_keys(field, text);
                    if !typing.more.is_empty() {
                        let lines = std::iter::once(typing.line).chain(typing.more);
                        return ScriptLine::Several(lines.collect());
                    }
                    typing.line
                }
                InputText::Secret(_) => return ScriptLine::Secret(by_keys(field, "").line),
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
        Action::Restart => return ScriptLine::Restart,
        Action::Clear => return ScriptLine::Clear(commands::clear(package)),
        Action::Hover { .. } => return nothing("a touch screen has no pointer"),
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
fn at_once(pair: &ActionPair, around: ActionContext<'_>) -> ScriptLine {
    match (line(pair.first(), around), line(pair.then(), around)) {
        (ScriptLine::Run(first), ScriptLine::Run(then)) => {
            ScriptLine::Run(commands::at_once(&first, &then))
        }
        (ScriptLine::Nothing(why), _) | (_, ScriptLine::Nothing(why)) => ScriptLine::Nothing(why),
        _ => nothing(
            "a secret and a long text are typed by lines of their own, so nothing is done at once \
             with them",
        ),
    }
}

/// The lines that type `text` into `target` as it was on `screen`, and whether they need the ADB keyboard.
pub fn typing(target: &WidgetTarget, screen: Option<&Screen>, text: &str) -> (Vec<String>, bool) {
    let seen: &[Widget] = screen.map(|screen| &*screen.widgets).unwrap_or_default();
    let field = FieldBefore::of(target, seen);
    let by_keyboard = needs_keyboard(text);
    let typed = if by_keyboard { by_adb_keyboard(field, text) } else { by_keys(field, text) };
    (std::iter::once(typed.line).chain(typed.more).collect(), by_keyboard)
}

fn nothing(why: &str) -> ScriptLine {
    ScriptLine::Nothing(why.to_owned())
}

/// The lines that stop `package`, and, if `fresh`, delete all that it has stored.
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
