//! A made-up app for the tests of rules.

use std::sync::Arc;

use super::RulesOracle;
use crate::domain::{
    Action, ActionKind, BlobId, Bounds, DeviceKey, DisplaySize, InputText, Rotation, Screen,
    StateId, StateIds, Widget, WidgetPosition, WidgetRole, WidgetTarget,
};
use crate::oracle::{JudgedScreen, JudgedTurn};
use crate::protocol::ActionOutcome;

/// A page of the app with this heading and these widgets below each other.
pub fn page(title: &str, widgets: Vec<Widget>) -> Screen {
    let size = DisplaySize::new(720, 1600);
    let mut screen = Screen::on_display("org.app", &format!(".{title}Activity"), size);
    screen.title = Some(title.to_owned());
    let up = Widget { content_desc: "Navigate up".into(), ..button("", "Navigate up") };
    for (place, widget) in [up].into_iter().chain(widgets).enumerate() {
        let top = i32::try_from(place).unwrap() * 150 + 40;
        let bounds = if widget.bounds.is_empty() {
            Bounds::new(0, top, 720, top + 100)
        } else {
            widget.bounds
        };
        let tap = widget.tap.or(Some(bounds.center()));
        screen.widgets.push(Widget { number: place + 1, bounds, tap, ..widget });
    }
    screen
}

/// A text.
pub fn text(id: &str, words: &str) -> Widget {
    let role = Some(WidgetRole::Text);
    let (resource_id, text, label) = (id.to_owned(), words.to_owned(), words.to_owned());
    Widget { class: "TextView".into(), resource_id, text, label, role, ..Widget::default() }
}

/// A button.
pub fn button(id: &str, label: &str) -> Widget {
    let (role, actions) = (Some(WidgetRole::Button), vec![ActionKind::Tap]);
    Widget { class: "Button".into(), role, actions, enabled: true, ..text(id, label) }
}

/// A field that holds `content`.
pub fn field(id: &str, content: &str) -> Widget {
    let (role, actions) = (Some(WidgetRole::Field), vec![ActionKind::Tap, ActionKind::Type]);
    Widget { role, actions, enabled: true, ..text(id, content) }
}

/// A switch.
pub fn toggle(id: &str, label: &str, on: bool) -> Widget {
    Widget { role: Some(WidgetRole::Toggle), checked: Some(on), ..button(id, label) }
}

/// A list that is the `number`th widget of its page, counted from 2, with rows of one text each.
pub fn list(number: usize, rows: &[&str]) -> Vec<Widget> {
    let list = Widget { role: Some(WidgetRole::List), ..text("entries", "") };
    let row = |(row, words): (usize, &&str)| {
        let (list, row) = (Some(number), Some(row));
        let position = WidgetPosition { parent: list, list, row, ..WidgetPosition::default() };
        Widget { position, role: Some(WidgetRole::View), ..button("row", words) }
    };
    [list].into_iter().chain(rows.iter().enumerate().map(row)).collect()
}

/// A session on the made-up app.
pub struct MadeUpRun {
    oracle: RulesOracle,
    at: JudgedScreen,
    step: u64,
    /// The rules that found something, with the step.
    pub found: Vec<(String, u64)>,
}

impl MadeUpRun {
    /// The app opens with `screen`.
    pub fn open(screen: Screen) -> Self {
        let at = judged(screen);
        let mut run =
            Self { oracle: RulesOracle::of("rules", |_| true), at, step: 0, found: Vec::new() };
        run.judge(None, None, run.at.clone());
        run
    }

    /// Taps what has this label; `screen` follows.
    pub fn tap(self, label: &str, screen: Screen) -> Self {
        let widgets = &self.at.screen.widgets;
        let widget = widgets.iter().find(|widget| widget.label == label).unwrap();
        let target = WidgetTarget::of(widget);
        self.act(Action::Tap { target }, screen)
    }

    /// Types `words` into the field with this id.
    pub fn write(self, id: &str, words: &str, screen: Screen) -> Self {
        let widgets = &self.at.screen.widgets;
        let widget = widgets.iter().find(|widget| widget.resource_id == id).unwrap();
        let (target, text) = (WidgetTarget::of(widget), InputText::Plain(words.to_owned()));
        self.act(Action::Type { target, text }, screen)
    }

    /// Presses back.
    pub fn back(self, screen: Screen) -> Self {
        self.act(Action::Key { key: DeviceKey::Back }, screen)
    }

    /// Turns the device.
    pub fn rotate(self, screen: Screen) -> Self {
        let rotation = 1 - self.at.screen.rotation;
        let upright = if rotation == 0 { Rotation::Portrait } else { Rotation::Landscape };
        self.act(Action::Rotate { rotation: upright }, Screen { rotation, ..screen })
    }

    /// Does `action`; `screen` follows.
    pub fn act(mut self, action: Action, screen: Screen) -> Self {
        let after = judged(screen);
        let before = std::mem::replace(&mut self.at, after.clone());
        let outcome = if before.state == after.state && before.screen == after.screen {
            ActionOutcome::None
        } else if before.screen.title == after.screen.title {
            ActionOutcome::Content
        } else {
            ActionOutcome::Moved
        };
        self.step += 1;
        self.judge(Some((action, outcome)), Some(before), after);
        self
    }

    /// The same after so long a wait for progress.
    pub fn busy(mut self, progress_ms: u64) -> Self {
        let screen = Screen { busy: true, ..(*self.at.screen).clone() };
        let after = JudgedScreen { progress_ms, ..judged(screen) };
        self.step += 1;
        let act = (Action::Wait { ms: 1000 }, ActionOutcome::None);
        self.judge(Some(act), Some(self.at.clone()), after);
        self
    }

    /// The names of the rules that found something.
    pub fn rules(&self) -> Vec<&str> {
        self.found.iter().map(|(rule, _)| rule.as_str()).collect()
    }

    fn judge(
        &mut self,
        act: Option<(Action, ActionOutcome)>,
        before: Option<JudgedScreen>,
        after: JudgedScreen,
    ) {
        let (action, outcome) = act.unzip();
        let (crashes, history, step) = (Vec::new(), Vec::new(), self.step);
        let properties = Arc::default();
        let turn =
            JudgedTurn { step, action, outcome, before, after, crashes, properties, history };
        for finding in self.oracle.findings(&turn) {
            let rule = finding.group.split('/').nth(1).unwrap().to_owned();
            self.found.push((rule, finding.step));
        }
    }
}

fn judged(screen: Screen) -> JudgedScreen {
    let words: Vec<u8> = serde_json::to_vec(&screen).unwrap();
    let hash = words.iter().fold(7_u64, |hash, byte| hash.wrapping_mul(31) + u64::from(*byte));
    let state = StateIds { exact: StateId(hash), structural: StateId(hash) };
    let picture = Some(BlobId::of(&words));
    JudgedScreen { screen: Arc::new(screen), state, picture, png: None, progress_ms: 0 }
}
