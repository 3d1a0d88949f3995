//! Hand-made screens.

use crate::domain::spoken::Recognition;
use crate::domain::{ActionKind, Bounds, DialogueTurn, DisplaySize, Point, Screen, Widget};

/// A widget of this class that takes no actions.
pub(in crate::explorer) fn widget(number: usize, class: &str, label: &str) -> Widget {
    Widget {
        number,
        class: class.into(),
        text: label.into(),
        label: label.into(),
        enabled: true,
        bounds: Bounds::new(0, 0, 100, 40),
        ..Widget::default()
    }
}

/// A button that can be tapped.
pub(in crate::explorer) fn button(number: usize, label: &str) -> Widget {
    let actions = vec![ActionKind::Tap];
    let tap = Some(Point::new(5, 5));
    Widget { actions, tap, ..widget(number, "android.widget.Button", label) }
}

/// A field that can be typed into.
pub(in crate::explorer) fn field(number: usize, id: &str, hint: &str) -> Widget {
    let actions = vec![ActionKind::Tap, ActionKind::Type];
    Widget {
        actions,
        tap: Some(Point::new(5, 5)),
        hint: hint.into(),
        resource_id: format!("org.app:id/{id}"),
        ..widget(number, "android.widget.EditText", hint)
    }
}

/// A screen of the app `org.app`.
pub(in crate::explorer) fn phone(widgets: Vec<Widget>) -> Screen {
    Screen { widgets, ..Screen::on_display("org.app", ".Main", DisplaySize::new(720, 1600)) }
}

/// A screen with a heading and buttons.
pub(in crate::explorer) fn menu(title: &str, buttons: &[&str]) -> Screen {
    let mut heading = widget(1, "android.widget.TextView", title);
    heading.resource_id = "org.app:id/title".into();
    let buttons = buttons.iter().enumerate().map(|(at, label)| button(at + 2, label));
    phone(std::iter::once(heading).chain(buttons).collect())
}

/// What a voice app says.
pub(in crate::explorer) fn spoken(text: &str) -> Screen {
    turn(text, None)
}

/// What a voice app says to `heard`.
pub(in crate::explorer) fn turn(text: &str, heard: Option<&str>) -> Screen {
    let heard = heard.map(|words| Recognition { words: words.into(), ..Recognition::default() });
    let spoken = DialogueTurn {
        text: text.into(),
        open: true,
        recognition: heard,
        ..DialogueTurn::default()
    };
    Screen::of_speech("org.app", spoken)
}
