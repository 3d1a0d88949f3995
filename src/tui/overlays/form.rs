//! A small form for an action: to edit the proposed one, or to do something else.

mod draft;
mod intent;
mod keys;
mod paint;

use crate::domain::{Action, ActionKind, DeviceKey, Point, Rotation, Widget};
use crate::tui::controls;
use crate::tui::controls::picker::ListPicker;
use crate::tui::pane::UiAct;
use crate::tui::view::ViewContext;

use draft::{ActionArgument, ActionDraft};

/// The rows of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ActionFormRow {
    /// Actions without details, one key away.
    Quick,
    Kind,
    Target,
    Argument,
    /// What is done at once after it.
    Then,
}

/// A form for one action.
pub struct ActionForm {
    /// What was proposed, if that is edited.
    proposed: Option<Action>,
    draft: ActionDraft,
    row: ActionFormRow,
    quick: usize,
    picker: ListPicker,
    /// The moment whose widgets are listed.
    moment: usize,
    /// True once the tester has chosen a kind; until then it follows the target.
    kind_chosen: bool,
    problem: Option<String>,
}

impl ActionForm {
    /// Edits the proposal that waits.
    ///
    /// # Errors
    /// If nothing waits, or the past is shown.
    pub fn edit(view: &ViewContext<'_>) -> Result<Self, String> {
        refuse_in_the_past(view)?;
        let waiting = view.session.waiting().ok_or("no proposal waits for a decision now")?;
        let action = waiting.proposal.action.clone();
        let mut form = Self::new(ActionDraft::of(&action), ActionFormRow::Kind, view);
        form.kind_chosen = true;
        if let Some(number) = action.target().map(|target| target.number) {
            form.choose(number, view);
            form.row = ActionFormRow::Target;
        }
        form.proposed = Some(action);
        Ok(form)
    }

    /// Begins with nothing but the selected widget.
    ///
    /// # Errors
    /// If the past is shown.
    pub fn do_else(view: &ViewContext<'_>) -> Result<Self, String> {
        refuse_in_the_past(view)?;
        let mut form = Self::new(ActionDraft::empty(), ActionFormRow::Quick, view);
        if let Some(number) = view.selected {
            form.choose(number, view);
        }
        Ok(form)
    }

    fn new(draft: ActionDraft, row: ActionFormRow, view: &ViewContext<'_>) -> Self {
        let mut form = Self {
            proposed: None,
            draft,
            row,
            quick: 0,
            picker: ListPicker::default(),
            moment: view.shown.moment,
            kind_chosen: false,
            problem: None,
        };
        form.refresh(view);
        form
    }

    /// The rows that the kind has.
    fn rows(&mut self) -> Vec<ActionFormRow> {
        let mut rows = Vec::with_capacity(5);
        if self.proposed.is_none() {
            rows.push(ActionFormRow::Quick);
        }
        rows.push(ActionFormRow::Kind);
        if self.draft.needs_target() {
            rows.push(ActionFormRow::Target);
        }
        if !matches!(self.draft.argument(), ActionArgument::None) {
            rows.push(ActionFormRow::Argument);
        }
        if self.draft.may_be_followed() {
            rows.push(ActionFormRow::Then);
        }
        rows
    }

    fn refresh(&mut self, view: &ViewContext<'_>) {
        if self.moment != view.shown.moment {
            // Numbers name other widgets on another screen.
            self.moment = view.shown.moment;
            self.draft.lose_targets();
            self.picker = ListPicker::default();
            self.problem = Some("The screen has changed: choose the widget again.".into());
        }
        let widgets = acting(view);
        self.picker.refresh(widgets.len(), |item| {
            widgets.get(item).map_or(String::new(), |widget| found_by(widget))
        });
    }

    /// Aims at the widget with this number.
    fn choose(&mut self, number: usize, view: &ViewContext<'_>) {
        let place = acting(view).iter().position(|widget| widget.number == number);
        if let Some(place) = place {
            self.picker.choose(place);
        }
        if let Some(widget) = view.screen().and_then(|screen| screen.widget(number)) {
            self.aim(widget);
        }
    }

    fn aim(&mut self, widget: &Widget) {
        self.draft.aim(widget);
        if !self.kind_chosen {
            let typing = widget.allows(ActionKind::Type).then_some(ActionKind::Type);
            self.draft.kind = typing.or(widget.actions.first().copied()).unwrap_or(ActionKind::Tap);
        }
    }

    /// Aims at what the list or a typed number names.
    fn aim_at_chosen(&mut self, view: &ViewContext<'_>) {
        let typed = self.picker.filter.text();
        let by_number = typed.trim().parse().ok().and_then(|number| view.screen()?.widget(number));
        let listed = || self.picker.chosen().and_then(|item| acting(view).get(item).copied());
        match by_number.or_else(listed) {
            Some(widget) => self.aim(widget),
            None => self.draft.target = None,
        }
    }

    fn quick_actions(view: &ViewContext<'_>) -> Vec<(&'static str, Action)> {
        if view.surface.is_dialogue() {
            return vec![("restart", Action::Restart), ("wait", Action::Wait { ms: 1000 })];
        }
        let upright = view.screen().is_none_or(|screen| screen.rotation % 2 == 0);
        let rotation = if upright { Rotation::Landscape } else { Rotation::Portrait };
        vec![
            ("back", Action::Key { key: DeviceKey::Back }),
            ("menu", Action::Key { key: DeviceKey::Menu }),
            ("home", Action::Key { key: DeviceKey::Home }),
            ("rotate", Action::Rotate { rotation }),
            ("restart", Action::Restart),
            ("wait", Action::Wait { ms: 1000 }),
        ]
    }

    /// What Enter does.
    fn result(&self, view: &ViewContext<'_>) -> Result<Action, String> {
        if self.row == ActionFormRow::Quick {
            let quick = Self::quick_actions(view).into_iter().nth(self.quick);
            return Ok(quick.map_or(Action::Restart, |(_, action)| action));
        }
        let place = |number: usize| -> Option<Point> {
            let widget = view.screen()?.widget(number)?;
            Some(widget.tap.unwrap_or_else(|| widget.bounds.center()))
        };
        self.draft.action(place)
    }

    /// A doubt about the action, which may be performed all the same.
    fn doubt(&self, view: &ViewContext<'_>) -> Option<String> {
        if self.row == ActionFormRow::Quick || !self.draft.needs_target() {
            return None;
        }
        let number = self.draft.target.as_ref()?.number;
        let widget = view.screen()?.widget(number)?;
        if !widget.enabled {
            Some(format!("[{number}] is disabled."))
        } else if widget.tap.is_none() {
            Some(format!("[{number}] is covered by something else."))
        } else if !widget.allows(self.draft.kind) {
            let word = self.draft.kind.word().replace('_', " ");
            Some(format!("[{number}] does not list {word} among its actions."))
        } else {
            None
        }
    }

    fn perform(&mut self, view: &ViewContext<'_>) -> Vec<UiAct> {
        match self.result(view) {
            Ok(action) => vec![UiAct::Pop, UiAct::Perform(action)],
            Err(problem) => {
                self.problem = Some(problem);
                Vec::new()
            }
        }
    }
}

pub(super) fn refuse_in_the_past(view: &ViewContext<'_>) -> Result<(), String> {
    if view.live {
        return Ok(());
    }
    let key = view.keymap.key(crate::tui::command::UiCommand::Live).unwrap_or_default();
    Err(format!("an earlier step is shown; {key} goes back to live"))
}

/// The widgets that can be acted on.
fn acting<'a>(view: &ViewContext<'a>) -> Vec<&'a Widget> {
    let widgets = view.screen().map_or(&[][..], |screen| &screen.widgets);
    widgets.iter().filter(|widget| widget.acts()).collect()
}

/// What a widget is found by.
fn found_by(widget: &Widget) -> String {
    format!("{} {} {} {}", widget.number, widget.label, widget.short_class(), widget.short_id())
}

/// The action in words that can be shown.
fn described(action: &Action) -> String {
    controls::clean(&action.to_string())
}

#[cfg(test)]
mod tests;
