//! Doing one action in a browser, once.

use std::time::Duration;

use serde_json::json;

use super::browser::{BrowserApp, DIALOG, NO_WINDOW, ignored};
use super::page_field::{self, QUESTION_LIMIT};
use super::pointer::{self, PointerDevice};
use super::session::WebDriverSession;
use crate::device::web::conditions;
use crate::device::web::native::{self, ChoiceList, ChoiceOption};
use crate::device::{ActionReport, DeviceError, gesture};
use crate::domain::{Action, DeviceKey, InputText, PinchZoom, Point, Rotation, SystemCondition};

/// The scripts of the web backend for drop-down lists.
const CHOICE: &str = include_str!("../web/script/choice.js");
const CHOOSE: &str = include_str!("../web/script/choose.js");

/// The longest a test waits on purpose.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Keys as the specification writes them.
pub(super) const ENTER: &str = "\u{e007}";
pub(super) const BACKSPACE: &str = "\u{e003}";
pub(super) const TAB: &str = "\u{e004}";
pub(super) const ESCAPE: &str = "\u{e00c}";
const ARROW_LEFT: &str = "\u{e012}";
const ARROW_UP: &str = "\u{e013}";
const ARROW_RIGHT: &str = "\u{e014}";
const ARROW_DOWN: &str = "\u{e015}";

impl BrowserApp {
    /// Performs `action`. What comes in front meanwhile is no error: the next observation shows it.
    pub(super) async fn perform(
        &mut self,
        session: &WebDriverSession,
        action: &Action,
    ) -> Result<ActionReport, DeviceError> {
        match Box::pin(self.perform_once(session, action)).await {
            Err(DeviceError::WebDriver(error))
                if error.has_code(&DIALOG) || error.has_code(&NO_WINDOW) =>
            {
                Ok(ActionReport::default())
            }
            // The next observation finds out whether the page hangs.
            Err(DeviceError::WebDriver(error))
                if !error.is_lost() && !matches!(action, Action::Restart) =>
            {
                Ok(warned(error.to_string()))
            }
            other => other,
        }
    }

    async fn perform_once(
        &mut self,
        session: &WebDriverSession,
        action: &Action,
    ) -> Result<ActionReport, DeviceError> {
        match action {
            Action::Restart => {
                self.open_anew(session).await?;
                return Ok(ActionReport::default());
            }
            Action::AtOnce(pair) => {
                let first = self.perform(session, pair.first()).await?;
                let then = self.perform(session, pair.then()).await?;
                let warnings = [first.warnings, then.warnings].concat();
                return Ok(ActionReport { accepted: None, warnings });
            }
            Action::Wait { ms } => {
                let time = Duration::from_millis(u64::from(*ms));
                tokio::time::sleep(time.min(LONGEST_WAIT)).await;
                return Ok(ActionReport::default());
            }
            _ => {}
        }
        if self.dialog.is_some() {
            return self.act_on_dialog(session, action).await;
        }
        if self.choice.is_some() {
            return self.act_on_choice(session, action).await;
        }
        self.act_on_page(session, action).await
    }

    async fn act_on_page(
        &mut self,
        session: &WebDriverSession,
        action: &Action,
    ) -> Result<ActionReport, DeviceError> {
        let display = self.viewport();
        let device = self.pointing();
        let moves = match action {
            Action::Tap { target } => return self.tap(session, target.point).await,
            Action::Type { target, text } => {
                let touch = pointer::on_page(pointer::tap(device, target.point, 1), self.scale);
                return page_field::type_text(session, target.point, text, &touch).await;
            }
            Action::Key { key } => return self.press(session, *key).await,
            Action::LongTap { target } => pointer::hold(PointerDevice::Mouse, target.point),
            Action::DoubleTap { target } => pointer::tap(PointerDevice::Mouse, target.point, 2),
            Action::Hover { target } => pointer::hover(target.point),
            Action::Swipe { target, direction } => {
                pointer::stroke(device, gesture::swipe(target, *direction, display))
            }
            Action::Scroll { target, direction } => pointer::wheel(target, *direction),
            Action::Drag { target, to } => pointer::drag(PointerDevice::Mouse, target.point, *to),
            Action::Pinch { target, zoom } => {
                pointer::pinch(gesture::pinch(target, *zoom == PinchZoom::In, display))
            }
            Action::Rotate { rotation } => {
                self.landscape = *rotation == Rotation::Landscape;
                self.turn(session).await?;
                return Ok(ActionReport::default());
            }
            Action::Set { condition } => return self.set(session, condition).await,
            Action::Restore { condition } => {
                if let Some((method, params)) = conditions::restore(*condition)
                    && self.conditions.remove(method).is_some()
                {
                    self.devtool(session, method, &params).await?;
                }
                return Ok(ActionReport::default());
            }
            other => return Err(unsupported(&format!("{other}: the app runs in a browser"))),
        };
        session.post("actions", &pointer::on_page(moves, self.scale)).await?;
        Ok(ActionReport::default())
    }

    pub(super) const fn pointing(&self) -> PointerDevice {
        if self.settings.has_touch() && self.devtools.is_some() {
            PointerDevice::Touch
        } else {
            PointerDevice::Mouse
        }
    }

    /// A touch. On a drop-down list it shows the options, which the page does not draw itself.
    async fn tap(
        &mut self,
        session: &WebDriverSession,
        point: Point,
    ) -> Result<ActionReport, DeviceError> {
        let options = page_field::call_at(session, point, CHOICE, &json!([])).await?;
        if let Ok(options) = serde_json::from_value::<Vec<ChoiceOption>>(options)
            && !options.is_empty()
        {
            self.choice = Some(ChoiceList { point, options });
        } else {
            let touch = pointer::tap(self.pointing(), point, 1);
            session.post("actions", &pointer::on_page(touch, self.scale)).await?;
        }
        Ok(ActionReport::default())
    }

    async fn press(
        &mut self,
        session: &WebDriverSession,
        key: DeviceKey,
    ) -> Result<ActionReport, DeviceError> {
        let shown =
            "return Boolean(document.querySelector('dialog:modal, [popover]:popover-open'))";
        let value = match key {
            DeviceKey::Enter => ENTER,
            DeviceKey::Delete => BACKSPACE,
            DeviceKey::Tab => TAB,
            DeviceKey::Escape => ESCAPE,
            DeviceKey::Left => ARROW_LEFT,
            DeviceKey::Up => ARROW_UP,
            DeviceKey::Right => ARROW_RIGHT,
            DeviceKey::Down => ARROW_DOWN,
            DeviceKey::Forward | DeviceKey::Reload => {
                let command = if key == DeviceKey::Reload { "refresh" } else { "forward" };
                session.post(command, &json!({})).await?;
                return Ok(ActionReport::default());
            }
            DeviceKey::Back => {
                if session.execute(shown, &json!([]), QUESTION_LIMIT).await? != true {
                    let first =
                        "this is the first page of the app, so there is nothing to go back to";
                    let went = self.back(session).await?;
                    return Ok(if went { ActionReport::default() } else { warned(first.into()) });
                }
                ESCAPE
            }
            other => {
                let Some(letter) = other.with_control() else {
                    let word = other.word();
                    return Err(unsupported(&format!("press {word}: a browser has none")));
                };
                session.post("actions", &pointer::with_control(letter)).await?;
                return Ok(ActionReport::default());
            }
        };
        session.post("actions", &pointer::keys(value)).await?;
        Ok(ActionReport::default())
    }

    async fn set(
        &mut self,
        session: &WebDriverSession,
        condition: &SystemCondition,
    ) -> Result<ActionReport, DeviceError> {
        let Some((method, params)) = conditions::set(condition) else {
            let word = condition.kind().word();
            return Err(unsupported(&format!("set {word}: a browser has none")));
        };
        self.devtool(session, method, &params).await?;
        self.conditions.insert(method, params);
        Ok(ActionReport::default())
    }

    async fn act_on_dialog(
        &mut self,
        session: &WebDriverSession,
        action: &Action,
    ) -> Result<ActionReport, DeviceError> {
        let accepts = match action {
            Action::Tap { target } => target.resource_id == native::ACCEPT,
            Action::Key { key: DeviceKey::Enter } => true,
            Action::Key { key: DeviceKey::Back | DeviceKey::Escape } => false,
            Action::Type { text, .. } => {
                let text = revealed(text)?;
                session.post("alert/text", &json!({"text": text})).await?;
                if let Some(dialog) = &mut self.dialog {
                    text.clone_into(&mut dialog.answer);
                }
                return Ok(ActionReport { accepted: Some(text.to_owned()), warnings: Vec::new() });
            }
            other => return Err(unsupported(&format!("{other} while a dialog is open"))),
        };
        self.dialog = None;
        let answer = if accepts { "alert/accept" } else { "alert/dismiss" };
        // It may be gone already.
        ignored(session.post(answer, &json!({})).await)?;
        Ok(ActionReport::default())
    }

    async fn act_on_choice(
        &mut self,
        session: &WebDriverSession,
        action: &Action,
    ) -> Result<ActionReport, DeviceError> {
        let Some(choice) = self.choice.take() else { return Ok(ActionReport::default()) };
        match action {
            Action::Tap { target } => {
                let Some(index) = choice.chosen(target) else {
                    return Ok(warned("the list has no such option".into()));
                };
                let chosen =
                    page_field::call_at(session, choice.point, CHOOSE, &json!([index])).await?;
                let warning = (chosen != true).then(|| "the list is not there any more".to_owned());
                Ok(ActionReport { accepted: None, warnings: warning.into_iter().collect() })
            }
            // Going back does no more than to close the list.
            Action::Key { key: DeviceKey::Back | DeviceKey::Escape } => Ok(ActionReport::default()),
            other => self.act_on_page(session, other).await,
        }
    }
}

/// The text to type.
pub(super) fn revealed(text: &InputText) -> Result<&str, DeviceError> {
    text.reveal().ok_or_else(|| unsupported("type a secret that was not kept in the log"))
}

/// The error of an action that this device does not have.
pub(super) fn unsupported(what: &str) -> DeviceError {
    DeviceError::Unsupported { what: what.to_owned() }
}

/// A report of nothing but a warning.
pub(super) fn warned(what: String) -> ActionReport {
    ActionReport { accepted: None, warnings: vec![what] }
}
