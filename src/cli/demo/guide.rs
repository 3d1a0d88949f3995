//! Leads an explorer to a form first, so that attacks are compared and not the paths there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use futures_util::future::BoxFuture;

use crate::demo::app::Do;
use crate::domain::{Action, DeviceKey, Screen, Widget, WidgetRole, WidgetTarget};
use crate::explorer::{Explorer, ExplorerProposal, PerformedAction, Situation};
use crate::llm::Asker;
use crate::model::abstraction::key_of;

/// What a guide tells of its steps.
#[derive(Debug, Default)]
pub struct GuideProgress {
    /// The form was reached.
    pub arrived: AtomicBool,
    /// Buttons pressed and ENTERs since then, on the form's screen.
    pub sent: AtomicUsize,
}

/// Does the steps of a path, then what another explorer proposes.
pub struct FormGuide {
    steps: &'static [Do],
    at: usize,
    inner: Box<dyn Explorer>,
    progress: Arc<GuideProgress>,
    /// Where the form is.
    location: String,
}

impl FormGuide {
    /// Leads `inner` along `steps` up to the form that its last steps fill in and send.
    pub fn new(
        steps: &'static [Do],
        inner: Box<dyn Explorer>,
        progress: Arc<GuideProgress>,
    ) -> Self {
        Self { steps: up_to_form(steps), at: 0, inner, progress, location: String::new() }
    }

    fn next(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let step = *self.steps.get(self.at)?;
        self.at += 1;
        let action = action(step, &situation.screen)?;
        let (key, _) = key_of(&situation.screen, &action);
        Some(ExplorerProposal::of(action, key, "The path to the form."))
    }
}

impl Explorer for FormGuide {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        let presses = match &done.action {
            Action::Tap { target } => {
                let widget = done.before.widget(target.number);
                widget.is_some_and(|widget| widget.role() == WidgetRole::Button)
            }
            Action::Key { key } => *key == DeviceKey::Enter,
            _ => false,
        };
        let on_form = done.before.location == self.location
            && done.before.widgets.iter().any(Widget::is_field);
        if presses && on_form {
            self.progress.sent.fetch_add(1, Ordering::Relaxed);
        }
        self.inner.learn(done, situation);
    }

    fn propose<'a>(
        &'a mut self,
        situation: &'a Situation,
        asker: &'a mut Asker,
    ) -> BoxFuture<'a, Option<ExplorerProposal>> {
        Box::pin(async move {
            if let Some(step) = self.next(situation) {
                return Some(step);
            }
            if !self.progress.arrived.swap(true, Ordering::Relaxed) {
                self.location.clone_from(&situation.screen.location);
            }
            self.inner.propose(situation, asker).await
        })
    }
}

/// The steps before it types into its last form.
fn up_to_form(steps: &'static [Do]) -> &'static [Do] {
    let typed = |step: &Do| matches!(step, Do::Type(..));
    let sends = steps.iter().rposition(|step| !typed(step)).unwrap_or_default();
    let before = steps[..sends].iter().rposition(|step| !typed(step)).map_or(0, |at| at + 1);
    &steps[..before]
}

/// What `step` does on `screen`; `None` if it cannot be done there.
fn action(step: Do, screen: &Screen) -> Option<Action> {
    match step {
        Do::Tap(what) => Some(Action::Tap { target: WidgetTarget::of(find(screen, what)?) }),
        Do::Type(what, text) => {
            let target = WidgetTarget::of(find(screen, what)?);
            let text = crate::domain::InputText::Plain(text.to_owned());
            Some(Action::Type { target, text })
        }
        Do::Menu => Some(Action::Key { key: DeviceKey::Menu }),
        Do::Back => Some(Action::Key { key: DeviceKey::Back }),
        _ => None,
    }
}

/// The widget that a selector means, as the paths of demo apps write it.
fn find<'a>(screen: &'a Screen, selector: &str) -> Option<&'a Widget> {
    let Some(id) = selector.strip_prefix('#') else {
        return screen.widgets.iter().find(|it| it.text == selector || it.content_desc == selector);
    };
    let (id, place) = id.split_once(':').unwrap_or((id, "0"));
    let place: usize = place.parse().ok()?;
    screen.widgets.iter().filter(|widget| widget.short_id() == id).nth(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guide_ends_where_the_last_form_is_filled_in() {
        const WAY: &[Do] = &[
            Do::Tap("#cart"),
            Do::Type("#name", "Ada"),
            Do::Tap("#next"),
            Do::Type("#card", "1"),
            Do::Type("#cvc", "2"),
            Do::Tap("#next"),
        ];
        assert_eq!(up_to_form(WAY), &WAY[..3]);
        assert_eq!(up_to_form(&WAY[1..3]), &[]);
    }
}
