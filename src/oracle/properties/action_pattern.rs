//! Which performed actions a step of a property means.

use super::pattern::TextPattern;
use super::selector::WidgetSelector;
use crate::domain::{Action, DeviceKey, InputText, Screen};

/// A step of a property: `tap #save`, `type * into Title`, `back`, `rotate`, `restart`, `wait`, `any`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionPattern {
    /// A tap on a widget.
    Tap(WidgetSelector),
    /// A long tap on a widget.
    LongTap(WidgetSelector),
    /// A text into a field.
    Type(TextPattern, WidgetSelector),
    /// The BACK key.
    Back,
    /// Turning the device.
    Rotate,
    /// Restarting the app.
    Restart,
    /// Waiting.
    Wait,
    /// Any action at all.
    Any,
}

impl ActionPattern {
    /// Reads a step.
    ///
    /// # Errors
    /// If it means no action; one sentence tells what was expected.
    pub fn read(written: &str) -> Result<Self, String> {
        let written = written.trim();
        let widget = WidgetSelector::read;
        if let Some(rest) = written.strip_prefix("long tap ") {
            return Ok(Self::LongTap(widget(rest)?));
        }
        if let Some(rest) = written.strip_prefix("tap ") {
            return Ok(Self::Tap(widget(rest)?));
        }
        if let Some(rest) = written.strip_prefix("type ") {
            let (text, field) = rest
                .rsplit_once(" into ")
                .ok_or_else(|| format!("{written:?} names no field: type TEXT into FIELD"))?;
            return Ok(Self::Type(TextPattern::new(text.trim()), widget(field)?));
        }
        match written {
            "back" => Ok(Self::Back),
            "rotate" => Ok(Self::Rotate),
            "restart" => Ok(Self::Restart),
            "wait" => Ok(Self::Wait),
            "any" => Ok(Self::Any),
            _ => Err(format!(
                "{written:?} is no action: use tap, long tap, type … into …, back, rotate, restart, \
                 wait or any"
            )),
        }
    }

    /// True if `action`, performed on `before`, is meant.
    pub fn matches(&self, action: &Action, before: &Screen) -> bool {
        let on = |which: &WidgetSelector| {
            let target = action.target();
            let widget = target.and_then(|target| before.widget(target.number));
            widget.is_some_and(|widget| which.matches(widget))
        };
        match (self, action) {
            (Self::Any, _)
            | (Self::Back, Action::Key { key: DeviceKey::Back })
            | (Self::Rotate, Action::Rotate { .. })
            | (Self::Restart, Action::Restart)
            | (Self::Wait, Action::Wait { .. }) => true,
            (Self::Tap(which), Action::Tap { .. })
            | (Self::LongTap(which), Action::LongTap { .. }) => on(which),
            (Self::Type(words, which), Action::Type { text, .. }) => {
                let typed = match text {
                    InputText::Plain(text) => words.matches(text),
                    InputText::Secret(_) => words.literal().is_none(),
                };
                typed && on(which)
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{DisplaySize, Widget, WidgetTarget};

    #[test]
    fn a_step_means_an_action_on_a_widget() {
        let save = Widget { number: 1, resource_id: "id/save".into(), ..Widget::default() };
        let target = WidgetTarget::of(&save);
        let mut screen = Screen::on_display("org.app", ".Main", DisplaySize::new(1, 1));
        screen.widgets.push(save);
        let tap = Action::Tap { target: target.clone() };
        let typing = Action::Type { target, text: InputText::Plain("Milk".into()) };
        let is = |step: &str, action: &Action| {
            ActionPattern::read(step).unwrap().matches(action, &screen)
        };
        assert!(is("tap #save", &tap) && is("any", &tap) && is("type M* into #save", &typing));
        assert!(!is("tap #other", &tap) && !is("long tap #save", &tap));
        assert!(!is("type Bread into #save", &typing) && is("restart", &Action::Restart));
        for wrong in ["", "press #save", "type Milk", "tap "] {
            assert!(ActionPattern::read(wrong).is_err(), "{wrong:?}");
        }
    }
}
