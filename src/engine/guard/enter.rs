//! What ENTER in a field comes to: most forms are sent by it as by their button, so it is held if that is.
//! Some devices press ENTER for each line break that is typed, too.

use crate::domain::{
    Action, ActionKind, DeviceKey, InputText, Screen, Widget, WidgetRole, WidgetTarget,
};

/// The taps that `action` may come to on `screen` by pressing ENTER in a field.
pub(super) fn pressed(action: &Action, screen: &Screen) -> Vec<Action> {
    let field = match action {
        Action::Key { key: DeviceKey::Enter } => {
            let focused = screen.widgets.iter().find(|widget| widget.focused);
            focused.or_else(|| screen.widgets.iter().rev().find(|widget| widget.is_field()))
        }
        Action::Type { target, text } if has_line_break(text) => screen.widget(target.number),
        _ => None,
    };
    let Some(field) = field.filter(|widget| widget.is_field()) else { return Vec::new() };
    let tap = |button: &Widget| Action::Tap { target: WidgetTarget::of(button) };
    buttons_of(field, screen).into_iter().map(tap).collect()
}

fn has_line_break(text: &InputText) -> bool {
    text.reveal().is_some_and(|text| text.contains('\n'))
}

/// The buttons of the form that `field` belongs to: the nearest row of them behind it, else all.
fn buttons_of<'a>(field: &Widget, screen: &'a Screen) -> Vec<&'a Widget> {
    let is_button = |widget: &&Widget| {
        let role = matches!(widget.role(), WidgetRole::Button | WidgetRole::Image);
        let outside = !field.bounds.covers(widget.bounds);
        widget.acts() && widget.allows(ActionKind::Tap) && role && outside
    };
    let all: Vec<&Widget> = screen.widgets.iter().filter(is_button).collect();
    let behind = all.iter().filter(|widget| widget.bounds.bottom > field.bounds.top);
    let Some(nearest) = behind.min_by_key(|widget| widget.bounds.top) else { return all };
    let end = nearest.bounds.bottom;
    let in_row =
        |widget: &&Widget| widget.bounds.bottom > field.bounds.top && widget.bounds.top < end;
    all.iter().copied().filter(in_row).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{DEFAULT_RULES, GuardRules};
    use super::*;
    use crate::domain::{Bounds, DisplaySize, Point, Secret};

    fn at(number: usize, role: WidgetRole, label: &str, (left, top): (i32, i32)) -> Widget {
        let mut actions = vec![ActionKind::Tap];
        actions.extend((role == WidgetRole::Field).then_some(ActionKind::Type));
        Widget {
            number,
            role: Some(role),
            label: label.into(),
            enabled: true,
            tap: Some(Point::new(left + 5, top + 5)),
            actions,
            bounds: Bounds::new(left, top, left + 200, top + 80),
            ..Widget::default()
        }
    }

    fn screen(widgets: Vec<Widget>) -> Screen {
        Screen { widgets, ..Screen::on_display("org.app", ".Main", DisplaySize::new(720, 1600)) }
    }

    /// A comment with two buttons behind it; another one stands above, a third far below.
    fn comment(label: &str) -> Screen {
        use WidgetRole::{Button, Field};
        screen(vec![
            at(1, Button, "Share", (400, 0)),
            at(2, Field, "Comment", (0, 300)),
            at(3, Button, "Cancel", (0, 400)),
            at(4, Button, label, (300, 400)),
            at(5, Button, "Delete account", (0, 900)),
        ])
    }

    fn held(action: &Action, screen: &Screen) -> Option<String> {
        let guard = GuardRules::read(DEFAULT_RULES).unwrap();
        guard.holding(action, screen).map(|rule| rule.name.clone())
    }

    fn typing(text: InputText) -> Action {
        Action::Type { target: WidgetTarget::of(&comment("Post").widgets[1]), text }
    }

    #[test]
    fn what_presses_a_held_button_is_held_as_it_is() {
        let enter = Action::Key { key: DeviceKey::Enter };
        let lines = || typing(InputText::Plain("a\nb".into()));
        let secret = typing(InputText::Secret(Secret::new("a\nb")));
        for action in [&enter, &lines(), &secret] {
            assert_eq!(held(action, &comment("Post")).as_deref(), Some("send"), "{action}");
            assert_eq!(held(action, &comment("Save")), None, "{action}");
        }
        let line = typing(InputText::Plain("a b".into()));
        assert_eq!(held(&line, &comment("Post")), None);
        let back = Action::Key { key: DeviceKey::Back };
        assert_eq!(held(&back, &comment("Post")), None);
    }

    #[test]
    fn a_form_whose_button_stands_above_is_held_too_and_a_screen_without_a_field_is_not() {
        let enter = Action::Key { key: DeviceKey::Enter };
        let post = at(1, WidgetRole::Button, "Post", (400, 0));
        let above = screen(vec![post.clone(), at(2, WidgetRole::Field, "", (0, 300))]);
        assert_eq!(held(&enter, &above).as_deref(), Some("send"));
        assert_eq!(held(&enter, &screen(vec![post])), None);
    }
}
