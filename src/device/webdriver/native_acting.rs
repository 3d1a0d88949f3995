//! Doing one action in a native app, once.

use std::time::Duration;

use serde_json::json;

use super::acting::{BACKSPACE, ENTER, ESCAPE, TAB, revealed, unsupported, warned};
use super::browser::ignored;
use super::native_app::NativeApp;
use super::pointer::{self, PointerDevice};
use super::session::WebDriverSession;
use super::source::SourceDialect;
use crate::device::web::native;
use crate::device::{ActionReport, DeviceError, gesture};
use crate::domain::{Action, DeviceKey, InputText, Intent, PinchZoom, Rotation, WidgetTarget};

/// The longest a test waits on purpose.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

impl NativeApp {
    /// Does `action` once; `None` for a restart that the server has no command for.
    pub(super) async fn perform(
        &mut self,
        session: &WebDriverSession,
        action: &Action,
    ) -> Result<Option<ActionReport>, DeviceError> {
        let done = Some(ActionReport::default());
        if self.dialog.is_some() && !matches!(action, Action::Restart) {
            return self.answer(session, action).await.map(Some);
        }
        if let Some(report) = self.web_views.perform(session, action, self.dialect).await? {
            return Ok(Some(report));
        }
        let (display, touch) = (self.display(), PointerDevice::Touch);
        let moves = match action {
            Action::Tap { target } => pointer::tap(touch, target.point, 1),
            Action::DoubleTap { target } => pointer::tap(touch, target.point, 2),
            Action::LongTap { target } => pointer::hold(touch, target.point),
            Action::Swipe { target, direction } => {
                pointer::stroke(touch, gesture::swipe(target, *direction, display))
            }
            Action::Scroll { target, direction } => {
                pointer::stroke(touch, gesture::scroll(target, *direction, display))
            }
            Action::Drag { target, to } => pointer::drag(touch, target.point, *to),
            Action::Pinch { target, zoom } => {
                pointer::pinch(gesture::pinch(target, *zoom == PinchZoom::In, display))
            }
            Action::Type { target, text } => {
                return self.type_text(session, target, text).await.map(Some);
            }
            Action::Key { key } => {
                self.press(session, *key).await?;
                return Ok(done);
            }
            Action::Rotate { rotation } => {
                let word = if *rotation == Rotation::Landscape { "LANDSCAPE" } else { "PORTRAIT" };
                session.post("orientation", &json!({"orientation": word})).await?;
                self.landscape = *rotation == Rotation::Landscape;
                return Ok(done);
            }
            Action::Restart => return Ok(self.restart(session).await?.then(ActionReport::default)),
            Action::Start { intent } => {
                self.start(session, intent).await?;
                return Ok(done);
            }
            Action::Wait { ms } => {
                let time = Duration::from_millis(u64::from(*ms));
                tokio::time::sleep(time.min(LONGEST_WAIT)).await;
                return Ok(done);
            }
            Action::AtOnce(pair) => {
                let first = Box::pin(self.perform(session, pair.first())).await?;
                let then = Box::pin(self.perform(session, pair.then())).await?;
                let warnings = [first, then].into_iter().flatten().flat_map(|it| it.warnings);
                return Ok(Some(ActionReport { accepted: None, warnings: warnings.collect() }));
            }
            other => return Err(unsupported(&other.to_string())),
        };
        session.post("actions", &moves).await?;
        Ok(done)
    }

    async fn answer(
        &mut self,
        session: &WebDriverSession,
        action: &Action,
    ) -> Result<ActionReport, DeviceError> {
        let accepts = match action {
            Action::Tap { target } => target.resource_id == native::ACCEPT,
            Action::Key { key: DeviceKey::Enter } => true,
            Action::Key { .. } => false,
            Action::Wait { .. } => return Ok(ActionReport::default()),
            other => return Err(unsupported(&format!("{other} while a dialog is open"))),
        };
        let path = if accepts { "alert/accept" } else { "alert/dismiss" };
        ignored(session.post(path, &json!({})).await)?;
        self.dialog = None;
        Ok(ActionReport::default())
    }

    /// Replaces what the field at the target holds, and reads it back unless it is secret.
    async fn type_text(
        &mut self,
        session: &WebDriverSession,
        target: &WidgetTarget,
        text: &InputText,
    ) -> Result<ActionReport, DeviceError> {
        let wanted = revealed(text)?;
        session.post("actions", &pointer::tap(PointerDevice::Touch, target.point, 1)).await?;
        let active = session.get("element/active").await;
        let found = active
            .as_ref()
            .ok()
            .and_then(|it| it.as_object()?.values().next()?.as_str().map(str::to_owned));
        ignored(active)?;
        let Some(field) = found else {
            if wanted.is_empty() {
                return Ok(warned("the field did not take the focus".into()));
            }
            session.post("actions", &pointer::keys(wanted)).await?;
            return Ok(warned(
                "the field did not take the focus; keys were pressed instead".into(),
            ));
        };
        let path = |what: &str| format!("element/{field}/{what}");
        ignored(session.post(&path("clear"), &json!({})).await)?;
        if !wanted.is_empty() {
            session.post(&path("value"), &json!({"text": wanted})).await?;
        }
        if matches!(text, InputText::Secret(_)) {
            return Ok(ActionReport::default());
        }
        let held = session.get(&path("text")).await;
        let accepted = held.as_ref().ok().and_then(|held| held.as_str().map(str::to_owned));
        ignored(held)?;
        Ok(ActionReport { accepted, warnings: Vec::new() })
    }

    async fn press(
        &mut self,
        session: &WebDriverSession,
        key: DeviceKey,
    ) -> Result<(), DeviceError> {
        if key == DeviceKey::Back {
            session.post("back", &json!({})).await?;
            return Ok(());
        }
        if self.dialect == SourceDialect::Android {
            let Some(code) = key_code(key) else {
                return Err(unsupported(&format!("press {}", key.word())));
            };
            session.mobile("pressKey", &json!({"keycode": code})).await?;
            return Ok(());
        }
        let button = match key {
            DeviceKey::Home => "home",
            DeviceKey::VolumeUp => "volumeup",
            DeviceKey::VolumeDown => "volumedown",
            DeviceKey::Enter => return typed(session, ENTER).await,
            DeviceKey::Delete => return typed(session, BACKSPACE).await,
            DeviceKey::Tab => return typed(session, TAB).await,
            DeviceKey::Escape => return typed(session, ESCAPE).await,
            other => return Err(unsupported(&format!("press {}", other.word()))),
        };
        session.mobile("pressButton", &json!({"name": button})).await?;
        Ok(())
    }

    /// Follows a deep link, or starts a component of Android.
    async fn start(&self, session: &WebDriverSession, intent: &Intent) -> Result<(), DeviceError> {
        let package = &self.package;
        let (command, argument) = match (&intent.component, &intent.data) {
            (None, Some(url)) => {
                ("deepLink", json!({"url": url, "package": package, "bundleId": package}))
            }
            (Some(component), _) if self.dialect == SourceDialect::Android => (
                "startActivity",
                json!({"component": component, "action": intent.action, "uri": intent.data}),
            ),
            _ => return Err(unsupported(&format!("start {}", intent.name()))),
        };
        session.mobile(command, &argument).await?;
        Ok(())
    }
}

async fn typed(session: &WebDriverSession, key: &str) -> Result<(), DeviceError> {
    session.post("actions", &pointer::keys(key)).await?;
    Ok(())
}

/// The number of a key in `android.view.KeyEvent`, if it has one there.
const fn key_code(key: DeviceKey) -> Option<u32> {
    Some(match key {
        DeviceKey::Back => 4,
        DeviceKey::Home => 3,
        DeviceKey::Recents => 187,
        DeviceKey::Menu => 82,
        DeviceKey::Enter => 66,
        DeviceKey::Delete => 67,
        DeviceKey::Tab => 61,
        DeviceKey::Escape => 111,
        DeviceKey::VolumeUp => 24,
        DeviceKey::VolumeDown => 25,
        DeviceKey::Power => 26,
        DeviceKey::Up => 19,
        DeviceKey::Down => 20,
        DeviceKey::Left => 21,
        DeviceKey::Right => 22,
        DeviceKey::Forward => 125,
        DeviceKey::Reload => 285,
        DeviceKey::Cut => 277,
        DeviceKey::Copy => 278,
        DeviceKey::Paste => 279,
        DeviceKey::SelectAll | DeviceKey::Undo => return None,
    })
}
