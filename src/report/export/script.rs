//! A plain shell script that does the steps again with adb: for teams that have nothing else.
//!
//! Two shells read it: the computer's reads the script, the phone's reads the line that adb hands
//! over. What others wrote is quoted for the second inside of the line, and the line for the first.

mod inputs;

use std::borrow::Cow;
use std::fmt::Write as _;

pub(super) use self::inputs::of_form;

use super::{ExportError, ExportFile, ExportResult, ExportSession, ExportSpan, ExportStep};
use crate::device::android::script::{self, ActionContext, ScriptLine, quoted};

/// What every script begins with, behind its own remarks.
const HEAD: &str = r#"set -eu

ADB="${ADB:-adb}"

# One line for the phone's own shell. SERIAL chooses among several phones.
phone() {
    "$ADB" ${SERIAL:+-s "$SERIAL"} shell "$1" </dev/null
}

# Waits until the screen looks the same twice, at most about 20 times a second apart. A screen that
# cannot be read (some animate for ever) ends the waiting as well.
settle() {
    last=""
    tries=0
    while [ "$tries" -lt 20 ]; do
        now="$(phone 'uiautomator dump /dev/tty' 2>/dev/null || true)"
        if [ -n "$last" ] && [ "$now" = "$last" ]; then return 0; fi
        last="$now"
        tries=$((tries + 1))
        sleep 1
    done
    echo "the screen did not come to rest; going on" >&2
}

# Types what the variable holds, quoted for the phone's shell.
secret() {
    phone "input text '$(printf %s "$1" | sed "s/'/'\\\\''/g; s/ /%s/g")'"
}
"#;

/// The script of `span`.
///
/// # Errors
/// If there are no such steps, or the session was a dialogue.
pub fn export(recorded: &ExportSession, span: ExportSpan) -> Result<ExportResult, ExportError> {
    if recorded.is_spoken() {
        return Err(ExportError::Spoken("adb"));
    }
    let steps = recorded.steps_of(span)?;
    let mut text = String::from("#!/bin/sh\n");
    head(&mut text, recorded, span, &steps);
    let mut left_out = 0;
    for step in &steps {
        left_out += usize::from(!put(&mut text, recorded, step));
    }
    let mut notes = vec![format!("{} steps as shell commands", steps.len() - left_out)];
    if left_out > 0 {
        notes.push(format!("{left_out} steps are left out; the script says why"));
    }
    Ok(ExportResult { files: vec![ExportFile::text("session.sh", text)], notes })
}

fn head(
    text: &mut String,
    recorded: &ExportSession,
    span: ExportSpan,
    steps: &[Cow<'_, ExportStep>],
) {
    if let Some(started) = &recorded.started {
        let (target, time) = (&started.target, &started.started);
        remark(text, &format!("Written by Ridealong {}", started.version));
        remark(text, &format!("recorded on {target} ({}), {time}", started.device));
    }
    if let Some(finding) = recorded.finding_of(span) {
        remark(text, &format!("{}: {}", finding.kind.word(), finding.title));
        if let Some(said) = recorded.assurance(finding) {
            remark(text, &said);
        }
    } else if let (Some(first), Some(last)) = (steps.first(), steps.last()) {
        remark(text, &format!("steps {} to {}", first.number, last.number));
    }
    text.push_str(&prelude(recorded));
    text.push_str("\nphone \"$STOP\"\nstart\n");
}

/// What scripts of this session define before their first step.
fn prelude(recorded: &ExportSession) -> String {
    let mut text = String::new();
    let size = recorded.size();
    remark(&mut text, "It touches places: the display must have the size it was recorded on.");
    text.push_str(HEAD);
    let package = &recorded.app.package;
    let stop = quoted(&script::stop(package, recorded.began_fresh));
    let again = quoted(&script::stop(package, false));
    let ask = quoted(&script::launcher(package));
    let _ = write!(
        text,
        r#"
start() {{
    # Its last line names the activity that a launcher starts.
    component="$(phone {ask} | tr -d '\r' | tail -n 1)"
    phone "am start -W -n '$component'"
    settle
}}

restart() {{
    phone {again}
    start
}}

case "$(phone 'wm size')" in
*{}x{}*) ;;
*) echo "this phone's display is not {}x{}: touches will miss" >&2 ;;
esac

# Stops the app, and deletes what it has stored if it began with nothing.
STOP={stop}
"#,
        size.width, size.height, size.width, size.height,
    );
    text
}

/// Adds one step; false if it is left out.
fn put(text: &mut String, recorded: &ExportSession, step: &ExportStep) -> bool {
    text.push('\n');
    remark(text, &format!("{}: {}", step.number, step.action));
    if let Some(why) = step.failed() {
        remark(text, &format!("left out, it could not be done then: {why}"));
        return false;
    }
    let around = ActionContext {
        package: &recorded.app.package,
        screen: recorded.screen_before(step),
        natural: recorded.size(),
    };
    let line = match script::line(&step.action, around) {
        ScriptLine::Run(line) => format!("phone {}", quoted(&line)),
        ScriptLine::Several(lines) => {
            let lines = lines.iter().map(|line| format!("phone {}", quoted(line)));
            lines.collect::<Vec<_>>().join("\n")
        }
        ScriptLine::Restart => {
            text.push_str("restart\n");
            return true;
        }
        ScriptLine::Clear(line) => format!("phone {}\nstart", quoted(&line)),
        ScriptLine::Secret(line) => {
            let name = step.secret().unwrap_or_default();
            let hint = "is not set: what is to be typed";
            format!("phone {}\nsecret \"${{{name}:?{hint}}}\"", quoted(&line))
        }
        ScriptLine::Nothing(why) => {
            remark(text, &format!("left out: {why}"));
            return false;
        }
    };
    let _ = writeln!(text, "{line}\nsettle");
    true
}

fn remark(text: &mut String, words: &str) {
    let line: String = words.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = writeln!(text, "# {line}");
}

#[cfg(test)]
mod tests;
