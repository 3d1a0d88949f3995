//! Doing one action, once.

use std::time::Duration;

use crate::device::{ActionReport, DeviceError};
use crate::domain::{
    Action, ActionPair, ComponentKind, DisplaySize, InputText, Intent, PinchZoom, Point, Rotation,
    Widget, WidgetTarget,
};

use super::commands::{self, ADB_KEYBOARD};
use super::conditions::PreviousValue;
use super::rotate::PreviousRotation;
use super::screen::DumpContext;
use super::terminal;
use super::text::{self, FieldBefore, TypingCommand};
use super::{AndroidDevice, rotate, touch};
use crate::device::gesture;

/// What is shown in place of a command that types a secret.
const TYPING: &str = "input text";

/// A command line that can be run at any moment now.
struct ReadyCommand {
    line: String,
    /// What follows it, if a text is long.
    more: Vec<String>,
    /// What the tester should know.
    warnings: Vec<String>,
    /// It holds what must not be seen.
    secret: bool,
}

/// The input methods of the device, as far as they matter for typing.
#[derive(Clone, Debug, Default)]
pub(super) struct InputMethods {
    /// The ADB keyboard is installed; `None` if it was not asked yet.
    has_adb: Option<bool>,
    /// The ADB keyboard is in use.
    adb: bool,
}

impl InputMethods {
    /// Another one is in use again.
    pub(super) fn forget(&mut self) {
        self.adb = false;
    }
}

impl AndroidDevice {
    /// Sends the command for `action`. It is sent once, whatever happens to it.
    pub(super) async fn perform_once(
        &mut self,
        action: &Action,
    ) -> Result<ActionReport, DeviceError> {
        match action {
            Action::Type { target, text } => self.type_text(target, text).await,
            Action::Drag { target, to } => self.drag(target, *to).await,
            Action::Pinch { target, zoom } => self.pinch(target, *zoom, self.display()).await,
            Action::Set { condition } => self.set(condition).await,
            Action::Restore { condition } => self.give_back(*condition).await,
            Action::AtOnce(pair) => self.at_once(pair).await,
            other => {
                let ReadyCommand { line, warnings, .. } = self.ready(other).await?;
                self.terminal.act(&line).await?;
                Ok(ActionReport { accepted: None, warnings })
            }
        }
    }

    /// Does both by one command line, so that the second comes as soon as the device is done with
    /// the first. What either needs to know or to note is seen to before.
    async fn at_once(&mut self, pair: &ActionPair) -> Result<ActionReport, DeviceError> {
        let first = self.ready(pair.first()).await?;
        let then = self.ready(pair.then()).await?;
        if !first.more.is_empty() || !then.more.is_empty() {
            return Err(unsupported("type so long a text at once with something else"));
        }
        let line = commands::at_once(&first.line, &then.line);
        if first.secret || then.secret {
            self.terminal.act_hidden(&line, TYPING).await?;
        } else {
            self.terminal.act(&line).await?;
        }
        let mut warnings = first.warnings;
        warnings.extend(then.warnings);
        if let Action::Set { condition } = pair.then() {
            warnings.extend(self.did_nothing(condition).await?);
        }
        Ok(ActionReport { accepted: None, warnings })
    }

    /// The command line for `action`, after all that has to come before it: nothing is looked at
    /// any more between this and running the line.
    async fn ready(&mut self, action: &Action) -> Result<ReadyCommand, DeviceError> {
        let display = self.display();
        let line = match action {
            Action::Type { target, text } => return self.ready_to_type(target, text).await,
            Action::Rotate { rotation } => return self.ready_to_rotate(*rotation).await,
            Action::Set { condition } => {
                let (line, warnings) = self.ready_to_set(condition).await?;
                return Ok(ReadyCommand { line, more: Vec::new(), warnings, secret: false });
            }
            Action::Restart => self.restart_command()?,
            Action::Clear => {
                let clear = commands::clear(&self.app.package);
                commands::at_once(&clear, &self.restart_command()?)
            }
            Action::Tap { target } => commands::tap(target.point),
            Action::LongTap { target } => {
                commands::swipe(target.point, target.point, gesture::HOLD)
            }
            Action::DoubleTap { target } => commands::double_tap(target.point),
            Action::Swipe { target, direction } => {
                one_finger(gesture::swipe(target, *direction, display))
            }
            Action::Scroll { target, direction } => {
                one_finger(gesture::scroll(target, *direction, display))
            }
            Action::Drag { target, to } => commands::drag(target.point, *to, gesture::CARRY),
            Action::Key { key } => commands::key(*key),
            Action::Start { intent } if self.is_service(intent) => commands::start_service(intent),
            Action::Start { intent } => commands::start(intent),
            Action::Broadcast { intent } => commands::broadcast(intent),
            Action::Grant { permission } => commands::grant(&self.app.package, permission),
            Action::Wait { ms } => commands::sleep(Duration::from_millis(u64::from(*ms))),
            Action::Say { .. } => {
                return Err(unsupported("be spoken to: that is for voice apps"));
            }
            Action::Hover { .. } => return Err(unsupported("rest a pointer on a widget")),
            Action::Pinch { .. } | Action::Restore { .. } | Action::AtOnce(_) => {
                return Err(unsupported(&format!("{action} at once with something else")));
            }
        };
        Ok(ReadyCommand { line, more: Vec::new(), warnings: Vec::new(), secret: false })
    }

    fn restart_command(&self) -> Result<String, DeviceError> {
        let launcher = self
            .launcher
            .as_ref()
            .ok_or_else(|| unsupported("restart an app that was not opened"))?;
        Ok(commands::restart(&self.app.package, &launcher.flat()))
    }

    async fn drag(&self, target: &WidgetTarget, to: Point) -> Result<ActionReport, DeviceError> {
        let command = commands::drag(target.point, to, gesture::CARRY);
        match self.terminal.act(&command).await {
            Err(DeviceError::Refused { said, .. }) if said.contains("nknown command") => {
                Err(unsupported("carry a widget (its `input` knows no draganddrop)"))
            }
            done => done.map(|_| ActionReport::default()),
        }
    }

    async fn pinch(
        &mut self,
        target: &WidgetTarget,
        zoom: PinchZoom,
        display: DisplaySize,
    ) -> Result<ActionReport, DeviceError> {
        if self.touch_screen.is_none() {
            let devices = self.terminal.look(commands::TOUCH_SCREENS).await?.text();
            self.touch_screen = Some(touch::find(&devices));
        }
        let Some(Some(screen)) = &self.touch_screen else {
            return Err(unsupported("pinch (no touch screen that takes several fingers)"));
        };
        let strokes = gesture::pinch(target, zoom == PinchZoom::In, display);
        let command = screen.command(strokes, self.info.size, self.seen.rotation);
        match self.terminal.act_as(&command, "sendevent").await {
            // The line ends at the first event that is not taken, so nothing was done.
            Err(DeviceError::Refused { said, .. }) => {
                self.touch_screen = Some(None);
                Err(unsupported(&format!("pinch (its touch screen takes no events: {said})")))
            }
            done => done.map(|_| ActionReport::default()),
        }
    }

    async fn ready_to_rotate(&mut self, rotation: Rotation) -> Result<ReadyCommand, DeviceError> {
        let now = self.terminal.look(commands::ROTATION_NOW).await?.text();
        let warning = self.remember(PreviousValue::Rotation(PreviousRotation::read(&now))).await?;
        let turns = rotate::quarter_turns(rotation, self.info.size);
        let line = commands::turn("0", turns);
        Ok(ReadyCommand {
            line,
            more: Vec::new(),
            warnings: warning.into_iter().collect(),
            secret: false,
        })
    }

    /// True if the intent is for a service of the app under test.
    fn is_service(&self, intent: &Intent) -> bool {
        let Some(manifest) = &self.app.manifest else { return false };
        let mut services = manifest.of_kind(ComponentKind::Service);
        services.any(|service| intent.component.as_ref() == Some(&service.flat(&manifest.package)))
    }

    async fn type_text(
        &mut self,
        target: &WidgetTarget,
        text: &InputText,
    ) -> Result<ActionReport, DeviceError> {
        let typing = self.ready_to_type(target, text).await?;
        for line in std::iter::once(&typing.line).chain(&typing.more) {
            if typing.secret {
                self.terminal.act_hidden(line, TYPING).await?;
            } else {
                self.terminal.act(line).await?;
            }
        }
        self.terminal.sleep(self.options.settle).await?;
        let before = text::find(target, &self.seen.widgets).cloned();
        let accepted =
            if typing.secret { None } else { self.read_back(target, before, text).await? };
        Ok(ActionReport { accepted, warnings: typing.warnings })
    }

    async fn ready_to_type(
        &mut self,
        target: &WidgetTarget,
        text: &InputText,
    ) -> Result<ReadyCommand, DeviceError> {
        let Some(wanted) = text.reveal() else {
            return Err(unsupported("type a secret that was not kept in the log"));
        };
        if self.seen.widgets.is_empty() {
            self.look(DumpContext::default()).await?;
        }
        if let Some(field) = text::find(target, &self.seen.widgets) {
            self.hints.typing(field, wanted);
        }
        let field = self.emptied(FieldBefore::of(target, &self.seen.widgets)).await?;
        let TypingCommand { line, more, warnings } = self.way_to_type(field, wanted).await?;
        Ok(ReadyCommand { line, more, warnings, secret: matches!(text, InputText::Secret(_)) })
    }

    /// Empties a field that holds a long text, if the device knows how (from Android 12 on); gives what
    /// it is then.
    async fn emptied(&mut self, field: FieldBefore) -> Result<FieldBefore, DeviceError> {
        if !text::holds_too_much(field) {
            return Ok(field);
        }
        for touch in text::focus(field) {
            self.terminal.act(&touch).await?;
        }
        let focused = FieldBefore { focused: true, ..field };
        let output = self.terminal.look(commands::ERASE_ALL).await?;
        let was_emptied = terminal::refusal(&output).is_none();
        Ok(if was_emptied { FieldBefore { length: Some(0), ..focused } } else { focused })
    }

    /// Chooses how to type, and makes the ADB keyboard the one in use if that is how.
    async fn way_to_type(
        &mut self,
        field: FieldBefore,
        wanted: &str,
    ) -> Result<TypingCommand, DeviceError> {
        if !text::needs_keyboard(wanted) || !self.has_adb_keyboard().await? {
            return Ok(text::by_keys(field, wanted));
        }
        if !self.keyboards.adb {
            let before = self.terminal.look(commands::KEYBOARD_IN_USE).await?.text();
            if before.contains('/') {
                let before = PreviousValue::Keyboard(before.trim().to_owned());
                let warning = self.remember(before).await?;
                self.changes.news.extend(warning);
            }
            self.terminal.act(&commands::use_keyboard(ADB_KEYBOARD)).await?;
            self.keyboards.adb = true;
        }
        Ok(text::by_adb_keyboard(field, wanted))
    }

    async fn has_adb_keyboard(&mut self) -> Result<bool, DeviceError> {
        if let Some(known) = self.keyboards.has_adb {
            return Ok(known);
        }
        let list = self.terminal.look(commands::KEYBOARDS).await?.text();
        let has = list.lines().any(|line| line.trim() == ADB_KEYBOARD);
        self.keyboards.has_adb = Some(has);
        Ok(has)
    }

    /// What the field holds now that `text` was typed into it; `None` if it cannot be told or must
    /// not be. It was `before` that.
    async fn read_back(
        &mut self,
        target: &WidgetTarget,
        before: Option<Widget>,
        text: &InputText,
    ) -> Result<Option<String>, DeviceError> {
        let mut look = self.look(DumpContext::default()).await?;
        let Ok(dump) = &mut look.dump else { return Ok(None) };
        let after = text::find_typed(target, &self.seen.widgets).filter(|field| !field.password);
        if let (Some(before), Some(after), Some(text)) = (before, after, text.reveal()) {
            self.hints.typed(&before, text, after);
            self.hints.mend(&mut dump.hierarchy);
        }
        let field = text::find_typed(target, &dump.hierarchy.widgets);
        Ok(field.filter(|field| !field.password).map(|field| field.content().to_owned()))
    }
}

fn one_finger(stroke: gesture::FingerStroke) -> String {
    commands::swipe(stroke.from, stroke.to, stroke.time)
}

fn unsupported(what: &str) -> DeviceError {
    DeviceError::Unsupported { what: what.to_owned() }
}
