//! Replacing what a field holds.
//!
//! All of it is one command line: touch the field unless it has the focus, empty it, type. Only a long
//! text takes several, since a request to adb has a greatest length and a device's patience an end.
//! Nothing of it is repeated when the connection breaks. What is long or beyond ASCII takes the ADB
//! keyboard if it is installed; elsewhere only the ASCII part is typed, and what was left out is named.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::domain::{ActionKind, Point, Widget, WidgetTarget};

use super::commands::{self, ADB_KEYBOARD};
use super::quote::strokes;

/// Time for a field to take the focus after it was touched.
const FOCUS: Duration = Duration::from_millis(300);

/// Keystrokes for emptying a field whose content is not known, such as a password.
const BLIND: usize = 64;

/// The most keystrokes for emptying a field.
const MOST: usize = 1000;

/// From so many bytes on, a text is typed faster by the ADB keyboard.
const LONG: usize = 2_000;

/// The most bytes of one command line that types.
const LINE: usize = 4_000;

/// The most bytes that the ADB keyboard gets at once: a request to adb takes 65 535, and Base64 makes
/// four of three.
const PIECE: usize = 24_000;

/// A field before it is typed into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FieldBefore {
    /// Where to touch it.
    pub(super) point: Point,
    /// It has the focus.
    pub(super) focused: bool,
    /// Characters in it, if known.
    pub(super) length: Option<usize>,
}

impl FieldBefore {
    /// The field `target` as it was `seen` last.
    pub(super) fn of(target: &WidgetTarget, seen: &[Widget]) -> Self {
        let widget = find(target, seen);
        Self {
            point: target.point,
            focused: widget.is_some_and(|widget| widget.focused),
            length: widget
                .filter(|widget| !widget.password)
                .map(|widget| widget.text.chars().count()),
        }
    }
}

/// The widget that `target` was, on the same or a later screen; fields may have moved for the
/// keyboard.
pub(super) fn find<'a>(target: &WidgetTarget, seen: &'a [Widget]) -> Option<&'a Widget> {
    let same_kind =
        |widget: &&Widget| widget.class == target.class && widget.resource_id == target.resource_id;
    let in_place = |widget: &&Widget| widget.bounds == target.bounds;
    let mut alike = seen.iter().filter(same_kind);
    let only = alike.next().filter(|_| alike.next().is_none());
    seen.iter()
        .find(|widget| same_kind(widget) && in_place(widget))
        .or_else(|| only.filter(|_| !target.resource_id.is_empty()))
        .or_else(|| seen.iter().find(|widget| same_kind(widget) && widget.focused))
        .or(only)
}

/// The field that has the focus and that `target` can be, after typing into it.
pub(super) fn find_typed<'a>(target: &WidgetTarget, seen: &'a [Widget]) -> Option<&'a Widget> {
    let fits = |widget: &&Widget| {
        widget.focused
            && widget.allows(ActionKind::Type)
            && widget.class == target.class
            && widget.resource_id == target.resource_id
    };
    seen.iter().find(fits).or_else(|| find(target, seen)).filter(|it| it.allows(ActionKind::Type))
}

/// A command line for typing, and what the tester should know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TypingCommand {
    /// The command line.
    pub(super) line: String,
    /// What follows it, if the text is long.
    pub(super) more: Vec<String>,
    /// Warnings.
    pub(super) warnings: Vec<String>,
}

/// Types with `input text`.
pub(super) fn by_keys(field: FieldBefore, text: &str) -> TypingCommand {
    let (strokes, left_out) = strokes(text);
    let mut parts = focus(field);
    let count = field.length.unwrap_or(BLIND);
    if count > 0 {
        parts.push(commands::erase(count.min(MOST)));
    }
    parts.extend(strokes.iter().map(commands::stroke));
    let mut warnings = Vec::new();
    if count > MOST {
        warnings.push(format!("only {MOST} of the field's {count} characters were deleted"));
    }
    if !left_out.is_empty() {
        warnings.push(format!(
            "this device types ASCII only; left out: {} (install ADBKeyBoard, {ADB_KEYBOARD}, to type them)",
            left_out.iter().map(|c| named(*c)).collect::<Vec<_>>().join(" ")
        ));
    }
    TypingCommand::of(parts, warnings)
}

impl TypingCommand {
    /// Of `parts`, as many in a line as fit.
    fn of(parts: Vec<String>, warnings: Vec<String>) -> Self {
        let mut lines: Vec<String> = Vec::new();
        for part in parts {
            match lines.last_mut().filter(|line| line.len() + part.len() <= LINE) {
                Some(line) => *line = commands::at_once(line, &part),
                None => lines.push(part),
            }
        }
        let mut lines = lines.into_iter();
        // Nothing to touch, to delete or to type.
        let line = lines.next().unwrap_or_else(|| "true".to_owned());
        Self { line, more: lines.collect(), warnings }
    }
}

/// Types through the ADB keyboard, which must be in use.
pub(super) fn by_adb_keyboard(field: FieldBefore, text: &str) -> TypingCommand {
    let mut parts = focus(field);
    parts.push(commands::keyboard_clear());
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(rest.floor_char_boundary(PIECE));
        parts.push(commands::keyboard_type(&BASE64_STANDARD.encode(piece)));
        rest = after;
    }
    TypingCommand::of(parts, Vec::new())
}

/// True for text that `input text` cannot type whole, or only slowly.
pub(super) fn needs_keyboard(text: &str) -> bool {
    text.len() > LONG || !strokes(text).1.is_empty()
}

/// True if what `field` holds takes more keystrokes to delete than are pressed.
pub(super) fn holds_too_much(field: FieldBefore) -> bool {
    field.length.is_some_and(|length| length > MOST)
}

/// What gives the field the focus.
pub(super) fn focus(field: FieldBefore) -> Vec<String> {
    if field.focused {
        return Vec::new();
    }
    vec![commands::tap(field.point), commands::sleep(FOCUS)]
}

fn named(c: char) -> String {
    if c.is_control() { c.escape_default().to_string() } else { c.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELD: FieldBefore =
        FieldBefore { point: Point::new(10, 20), focused: false, length: Some(2) };

    #[test]
    fn a_field_is_touched_emptied_and_typed_into_in_one_line() {
        assert_eq!(
            by_keys(FIELD, "it's 5").line,
            r"input tap 10 20 && sleep 0.3 && input keyevent KEYCODE_MOVE_END KEYCODE_DEL KEYCODE_DEL KEYCODE_FORWARD_DEL KEYCODE_FORWARD_DEL && input text 'it'\''s%s5'"
        );
        let ready = FieldBefore { focused: true, length: Some(0), ..FIELD };
        assert_eq!(by_keys(ready, "a").line, "input text a");
        assert_eq!(by_keys(ready, "").line, "true");
    }

    #[test]
    fn what_a_password_field_holds_is_deleted_blindly() {
        let blind = FieldBefore { length: None, ..FIELD };
        assert_eq!(by_keys(blind, "a").line.matches(" KEYCODE_DEL").count(), BLIND);
    }

    #[test]
    fn what_cannot_be_typed_is_named_once_each() {
        let typing = by_keys(FIELD, "naïve ï\t☕");
        assert!(typing.line.ends_with("input text nave%s"), "{}", typing.line);
        assert_eq!(typing.warnings.len(), 1);
        assert!(typing.warnings[0].contains(r"left out: ï \t ☕ ("), "{}", typing.warnings[0]);
        assert!(needs_keyboard("ï") && !needs_keyboard("i\n"));
    }

    #[test]
    fn a_long_text_takes_several_lines_that_give_it_whole() {
        let long = "a line of %s words\n".repeat(4_000);
        let typing = by_keys(FIELD, &long);
        let lines: Vec<&String> = std::iter::once(&typing.line).chain(&typing.more).collect();
        assert!(lines.iter().all(|line| line.len() <= LINE + 200), "one stroke more than fits");
        let enters = lines.iter().map(|line| line.matches("KEYCODE_ENTER").count());
        assert_eq!(enters.sum::<usize>(), 4_000);
        let plain = by_keys(FIELD, &"b".repeat(65_536));
        let typed = std::iter::once(&plain.line).chain(&plain.more);
        assert_eq!(typed.map(|line| line.matches('b').count()).sum::<usize>(), 65_536);
        let wide = "שלום 👩 ".repeat(6_000);
        let pasted = by_adb_keyboard(FIELD, &wide);
        let sent = |line: &str| {
            let word = line.rsplit(' ').next().unwrap().to_owned();
            String::from_utf8(BASE64_STANDARD.decode(word).unwrap()).unwrap()
        };
        assert_eq!(pasted.more.iter().map(|line| sent(line)).collect::<String>(), wide);
        assert!(pasted.more.iter().all(|line| line.len() < 60_000));
    }

    #[test]
    fn the_adb_keyboard_gets_base64() {
        let line = by_adb_keyboard(FIELD, "ï").line;
        assert!(
            line.ends_with(
                "am broadcast -a ADB_CLEAR_TEXT && am broadcast -a ADB_INPUT_B64 --es msg w68="
            ),
            "{line}"
        );
    }

    #[test]
    fn a_field_is_found_again_after_it_moved() {
        let widget = |id: &str, top: i32, focused: bool| Widget {
            class: "android.widget.EditText".into(),
            resource_id: id.into(),
            bounds: crate::domain::Bounds::new(0, top, 100, top + 50),
            actions: vec![ActionKind::Type],
            focused,
            ..Widget::default()
        };
        let (name, mail) = (widget("a:id/name", 0, false), widget("a:id/mail", 100, false));
        let moved = [widget("a:id/name", 300, true), widget("a:id/mail", 400, false)];
        assert_eq!(find_typed(&WidgetTarget::of(&name), &moved), Some(&moved[0]));
        assert_eq!(find_typed(&WidgetTarget::of(&mail), &moved), Some(&moved[1]));
        let twins = [widget("", 300, false), widget("", 400, true)];
        assert_eq!(find_typed(&WidgetTarget::of(&widget("", 0, false)), &twins), Some(&twins[1]));
        assert_eq!(find(&WidgetTarget::of(&name), &[]), None);
    }
}
