//! What the browser itself shows in front of a page, as screens: native dialogs, the options of a
//! drop-down list, and the page that stands for a dead one. None of it can be read from the page.

use serde::Deserialize;

use super::events::DialogOpened;
use crate::domain::{
    ActionKind, Bounds, DisplaySize, Point, Screen, Widget, WidgetPosition, WidgetRole,
    WidgetTarget, one_line,
};

/// What answers a dialog with yes.
pub const ACCEPT: &str = "dialog/accept";
/// What answers a dialog with no.
pub const DISMISS: &str = "dialog/dismiss";
/// The field of a prompt.
pub const ANSWER: &str = "dialog/answer";
/// The class of an option of a drop-down list.
pub const OPTION: &str = "dialog.option";
/// What loads a dead page anew.
pub(in crate::device) const RELOAD: &str = "browser/reload";

/// The package of what is not the app's.
pub(in crate::device) const BROWSER: &str = "browser";

/// The height of a line.
const LINE: i32 = 48;
/// The distance of a dialog from the sides.
const MARGIN: i32 = 24;
/// The longest text of a dialog, in characters.
const TEXT: usize = 1_000;

/// A native dialog that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::device) struct NativeDialog {
    /// As the browser reports it.
    opened: DialogOpened,
    /// What is answered to a prompt.
    pub(in crate::device) answer: String,
}

/// The options of a drop-down list, shown to be chosen from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::device) struct ChoiceList {
    /// Where the list was touched.
    pub(in crate::device) point: Point,
    /// The options.
    pub(in crate::device) options: Vec<ChoiceOption>,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(in crate::device) struct ChoiceOption {
    /// Its words.
    pub(in crate::device) text: String,
    /// It is chosen now.
    pub(in crate::device) chosen: bool,
    /// It can be chosen.
    pub(in crate::device) enabled: bool,
}

/// Of which screen something native is in front.
#[derive(Clone, Copy, Debug)]
pub(in crate::device) struct ScreenBehind<'a> {
    /// The app.
    pub(in crate::device) package: &'a str,
    /// The part of it.
    pub(in crate::device) location: &'a str,
    /// The viewport.
    pub(in crate::device) size: DisplaySize,
    /// Quarter turns.
    pub(in crate::device) rotation: u8,
}

impl ScreenBehind<'_> {
    fn screen(&self, title: &str, widgets: Vec<Widget>) -> Screen {
        Screen {
            title: Some(title.to_owned()),
            rotation: self.rotation,
            dialog: true,
            widgets,
            ..Screen::on_display(self.package, self.location, self.size)
        }
    }

    /// A widget in the given line of a dialog.
    fn line(&self, number: usize, line: i32, class: &str, text: &str) -> Widget {
        let top = self.size.height / 4 + line * LINE;
        let bounds = Bounds::new(MARGIN, top, self.size.width - MARGIN, top + LINE);
        Widget {
            number,
            class: class.to_owned(),
            role: Some(WidgetRole::Text),
            text: text.to_owned(),
            label: text.to_owned(),
            package: self.package.to_owned(),
            bounds,
            tap: Some(bounds.center()),
            enabled: true,
            position: WidgetPosition { depth: 1, ..WidgetPosition::default() },
            ..Widget::default()
        }
    }
}

impl NativeDialog {
    pub(in crate::device) fn new(opened: DialogOpened) -> Self {
        Self { answer: opened.default_prompt.clone(), opened }
    }

    /// The screen of the dialog.
    pub(in crate::device) fn screen(&self, behind: ScreenBehind<'_>) -> Screen {
        let (title, message) = match self.opened.kind.as_str() {
            "beforeunload" => ("Leave this page?", "Changes that were made may not be saved."),
            "confirm" => ("The page asks", self.opened.message.as_str()),
            "prompt" => ("The page asks for an answer", self.opened.message.as_str()),
            _ => ("The page says", self.opened.message.as_str()),
        };
        let message = one_line(message, TEXT);
        let mut widgets = vec![behind.line(1, 0, "dialog", &message)];
        if self.opened.kind == "prompt" {
            let answer = one_line(&self.answer, TEXT);
            widgets.push(Widget {
                role: Some(WidgetRole::Field),
                resource_id: ANSWER.into(),
                caption: message.clone(),
                label: message,
                actions: vec![ActionKind::Type],
                focused: true,
                ..behind.line(2, 1, "dialog.input", &answer)
            });
        }
        let (yes, no) = match self.opened.kind.as_str() {
            "beforeunload" => ("Leave", Some("Stay")),
            "alert" => ("OK", None),
            _ => ("OK", Some("Cancel")),
        };
        for (id, text) in [(ACCEPT, Some(yes)), (DISMISS, no)] {
            if let Some(text) = text {
                let number = widgets.len() + 1;
                let line = i32::try_from(number).unwrap_or_default();
                widgets.push(button(behind.line(number, line, "dialog.button", text), id));
            }
        }
        Screen { answers_only: true, ..behind.screen(title, widgets) }
    }
}

impl ChoiceList {
    /// The screen of the options.
    pub(in crate::device) fn screen(&self, behind: ScreenBehind<'_>) -> Screen {
        let mut widgets = vec![Widget {
            role: Some(WidgetRole::List),
            text: String::new(),
            tap: None,
            bounds: behind.size.bounds(),
            ..behind.line(1, 0, "dialog.options", "")
        }];
        let count = i32::try_from(self.options.len()).unwrap_or(i32::MAX).max(1);
        let height = ((behind.size.height - 2 * MARGIN) / count).clamp(4, LINE);
        for (row, option) in self.options.iter().enumerate() {
            let number = row + 2;
            let words = if option.text.is_empty() { "(empty)" } else { &option.text };
            let mut widget = button(behind.line(number, 0, OPTION, words), "");
            let top = MARGIN + height * i32::try_from(row).unwrap_or_default();
            widget.bounds = Bounds { top, bottom: top + height, ..widget.bounds };
            widget.tap = Some(widget.bounds.center());
            widget.selected = option.chosen;
            widget.enabled = option.enabled;
            widget.position.parent = Some(1);
            widget.position.depth = 2;
            widget.position.list = Some(1);
            widget.position.row = Some(row);
            widgets.push(widget);
        }
        behind.screen("Choose an option", widgets)
    }

    /// The place of the option that `target` is.
    pub(in crate::device) fn chosen(&self, target: &WidgetTarget) -> Option<usize> {
        let by_number = target.number.checked_sub(2).filter(|at| *at < self.options.len());
        let is_named = |at: &usize| self.options[*at].text == target.label;
        by_number.filter(is_named).or_else(|| (0..self.options.len()).find(is_named)).or(by_number)
    }
}

/// The screen that stands for a page that crashed or hangs.
pub(in crate::device) fn dead_page(why: &str, size: DisplaySize, rotation: u8) -> Screen {
    let behind = ScreenBehind { package: BROWSER, location: "/dead", size, rotation };
    let reload = button(behind.line(2, 2, "browser.button", "Reload"), RELOAD);
    let screen = behind.screen(why, vec![behind.line(1, 0, "browser.text", why), reload]);
    Screen { dialog: false, answers_only: true, ..screen }
}

fn button(line: Widget, id: &str) -> Widget {
    Widget {
        role: Some(WidgetRole::Button),
        resource_id: id.to_owned(),
        actions: vec![ActionKind::Tap],
        ..line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEHIND: ScreenBehind<'static> = ScreenBehind {
        package: "h:1",
        location: "/a",
        size: DisplaySize::new(412, 915),
        rotation: 0,
    };

    fn dialog(kind: &str) -> Screen {
        let opened = DialogOpened {
            kind: kind.into(),
            message: "Sure?\u{1b}[2J\n\nReally".into(),
            default_prompt: "Ada".into(),
        };
        NativeDialog::new(opened).screen(BEHIND)
    }

    #[test]
    fn each_dialog_can_be_answered() {
        let ids = |kind: &str| -> Vec<String> {
            let screen = dialog(kind);
            screen.widgets.iter().filter(|it| it.acts()).map(|it| it.resource_id.clone()).collect()
        };
        assert_eq!(ids("alert"), [ACCEPT]);
        assert_eq!(ids("confirm"), [ACCEPT, DISMISS]);
        assert_eq!(ids("prompt"), [ANSWER, ACCEPT, DISMISS]);
        assert_eq!(ids("beforeunload"), [ACCEPT, DISMISS]);
        assert!(dialog("confirm").answers_only);
        assert_eq!(dialog("confirm").widgets[0].text, "Sure? [2J Really");
        assert_eq!(dialog("prompt").widgets[1].text, "Ada");
    }

    #[test]
    fn options_are_rows_and_are_found_by_their_words() {
        let option = |text: &str| ChoiceOption { text: text.into(), chosen: false, enabled: true };
        let options = (0..40).map(|at| option(&format!("Option {at}"))).collect();
        let list = ChoiceList { point: Point::new(1, 2), options };
        let screen = list.screen(BEHIND);
        assert!(!screen.answers_only, "turning the display closes the list");
        assert_eq!(screen.widgets.len(), 41);
        assert!(screen.widgets.iter().enumerate().all(|(at, widget)| widget.number == at + 1));
        for (at, widget) in screen.widgets.iter().skip(1).enumerate() {
            assert_eq!(list.chosen(&WidgetTarget::of(widget)), Some(at));
        }
        let elsewhere =
            WidgetTarget { number: 9, label: "Option 3".into(), ..WidgetTarget::default() };
        assert_eq!(list.chosen(&elsewhere), Some(3));
        let unknown = WidgetTarget { number: 99, label: "x".into(), ..WidgetTarget::default() };
        assert_eq!(list.chosen(&unknown), None);
    }
}
