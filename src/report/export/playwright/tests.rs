use std::sync::Arc;

use super::*;
use crate::domain::{
    ActionKey, ActionKind, BlobId, Bounds, DisplaySize, InputText, Secret, StateId, StateIds,
    Widget, WidgetRole,
};
use crate::protocol::{DecidedBy, RunMode, ScreenObserved, SessionStarted};
use crate::report::export::ExportObservation;

const SIZE: DisplaySize = DisplaySize::new(412, 915);

fn widget(number: usize, class: &str, role: WidgetRole, text: &str) -> Widget {
    let bounds = Bounds::new(0, 50 * i32::try_from(number).unwrap(), 400, 0);
    let bounds = Bounds { bottom: bounds.top + 40, ..bounds };
    Widget {
        number,
        class: class.into(),
        role: Some(role),
        text: text.into(),
        label: text.into(),
        bounds,
        tap: Some(bounds.center()),
        actions: vec![ActionKind::Tap],
        ..Widget::default()
    }
}

fn page() -> Screen {
    let field = Widget {
        caption: "Name".into(),
        actions: vec![ActionKind::Type],
        ..widget(2, "input", WidgetRole::Field, "")
    };
    let widgets = vec![
        widget(1, "button", WidgetRole::Button, "Delete"),
        field,
        Widget { resource_id: "size".into(), ..widget(3, "select", WidgetRole::Picker, "Small") },
        widget(4, "div", WidgetRole::View, ""),
    ];
    Screen { widgets, ..Screen::on_display("h:1", "/", SIZE) }
}

fn with(widgets: Vec<Widget>) -> Screen {
    Screen { dialog: true, widgets, ..page() }
}

fn question() -> Screen {
    let answer = |number, id: &str| Widget {
        resource_id: id.into(),
        ..widget(number, "dialog.button", WidgetRole::Button, "OK")
    };
    with(vec![answer(1, DIALOG_ACCEPT), answer(2, DIALOG_DISMISS)])
}

fn options() -> Screen {
    with(vec![widget(1, DIALOG_OPTION, WidgetRole::Button, "It's large")])
}

fn started() -> SessionStarted {
    SessionStarted {
        started: "2026-01-02T03:04:05Z".into(),
        version: "0.0.0".into(),
        target: "web:http://localhost:3000/".into(),
        app: None,
        device: "Chrome".into(),
        system: String::new(),
        size: SIZE,
        explorer: "monkey".into(),
        seed: 1,
        model: None,
        mode: RunMode::Approve,
        browser: None,
    }
}

fn observed(screen: &Screen) -> ScreenObserved {
    let id = StateId(1);
    ScreenObserved {
        step: 0,
        state: StateIds { exact: id, structural: id },
        package: screen.package.clone(),
        location: screen.location.clone(),
        size: screen.size,
        reading: screen.read_quality.clone(),
        busy: false,
        screen: BlobId::of(b""),
        picture: None,
        hierarchy: None,
        said: None,
        guessed: false,
        progress_ms: 0,
        took_ms: 0,
    }
}

/// A session that did `steps`, each on a screen.
fn session(steps: Vec<(Screen, Action)>) -> ExportSession {
    let mut recorded = ExportSession {
        started: Some(started()),
        web_address: Some("http://localhost:3000/".into()),
        ..ExportSession::default()
    };
    for (at, (screen, action)) in steps.into_iter().enumerate() {
        recorded.observations.push(ExportObservation {
            at_ms: 0,
            observed: observed(&screen),
            screen: Some(Arc::new(screen)),
        });
        recorded.steps.push(ExportStep {
            number: at as u64 + 1,
            at_ms: 0,
            key: ActionKey::new(action.to_string()),
            action,
            by: DecidedBy::Policy,
            proposal: None,
            before: Some(at),
            after: Some(at + 1),
            performed: None,
            parameter: None,
            learned: None,
        });
    }
    recorded
}

fn tap(screen: &Screen, number: usize) -> (Screen, Action) {
    let target = WidgetTarget::of(screen.widget(number).unwrap());
    (screen.clone(), Action::Tap { target })
}

fn text(recorded: &ExportSession) -> String {
    let exported = export(recorded, ExportSpan::Whole).unwrap();
    String::from_utf8(exported.files[0].content.clone()).unwrap()
}

#[test]
fn a_session_becomes_a_test() {
    let field = WidgetTarget::of(page().widget(2).unwrap());
    let typed = |text: InputText| (page(), Action::Type { target: field.clone(), text });
    let recorded = session(vec![
        typed(InputText::Plain("Ada's\nname".into())),
        typed(InputText::Secret(Secret::new("hunter2"))),
        tap(&page(), 3),
        tap(&options(), 1),
        tap(&page(), 1),
        tap(&question(), 1),
        tap(&page(), 4),
        (page(), Action::Key { key: DeviceKey::Back }),
        (page(), Action::Key { key: DeviceKey::Menu }),
    ]);
    insta::assert_snapshot!(text(&recorded));
}

#[test]
fn what_an_app_says_is_never_run() {
    let hostile = "'); await evil(); ('\u{2028}\n*/";
    let mut screen = page();
    screen.widgets[0].text = hostile.into();
    let mut recorded = session(vec![tap(&screen, 1)]);
    recorded.web_address = Some(hostile.into());
    let text = text(&recorded);
    let calls = text.lines().filter(|line| line.contains("evil"));
    for line in calls {
        let inside = line.contains(r"\'); await evil(); (\'") || line.trim().starts_with("//");
        assert!(inside, "{line}");
    }
}

#[test]
fn other_targets_have_no_such_test() {
    let recorded = ExportSession { web_address: None, ..session(vec![tap(&page(), 1)]) };
    assert_eq!(export(&recorded, ExportSpan::Whole), Err(ExportError::NoWebApp));
}
