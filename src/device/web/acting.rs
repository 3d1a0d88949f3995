//! Doing one action, once.

use std::time::Duration;

use serde_json::{Value, json};

use super::calls::CallFailure;
use super::error::WebError;
use super::native::{self, ChoiceList, ChoiceOption};
use super::{WebDevice, conditions};
use crate::device::{ActionReport, DeviceError, gesture};
use crate::domain::{
    Action, ActionPair, DeviceKey, InputText, PinchZoom, Point, Rotation, WidgetTarget,
};

/// Gives the element at a point.
pub(super) const POINT: &str = include_str!("script/point.js");
/// Gives the options of a drop-down list.
const CHOICE: &str = include_str!("script/choice.js");
/// Chooses one.
const CHOOSE: &str = include_str!("script/choose.js");

/// How long a page may take to say what is at a point.
pub(super) const QUESTION_LIMIT: Duration = Duration::from_secs(8);

/// A page that does not answer so many inputs in a row is given up.
const UNANSWERED: u32 = 2;

/// The longest a test waits on purpose.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

impl WebDevice {
    /// Performs `action`. What comes in front meanwhile is no error: the next observation shows it.
    pub(super) async fn act(&mut self, action: &Action) -> Result<ActionReport, DeviceError> {
        self.take_events();
        let performed = self.perform_once(action).await;
        if performed.is_ok() {
            self.unanswered = 0;
        }
        match performed {
            Ok(report) => Ok(report),
            Err(ActFailure::Call(CallFailure::Interrupted)) => Ok(ActionReport::default()),
            Err(ActFailure::Call(CallFailure::Failed(error @ WebError::NoAnswer { .. }))) => {
                // The next observation finds out whether it hangs.
                self.notice_no_answer();
                Ok(warned(error.to_string()))
            }
            Err(ActFailure::Call(CallFailure::Failed(error))) => Err(error.into()),
            Err(ActFailure::Device(error)) => Err(error),
        }
    }

    /// Gives up a page that answers no input, though it may answer all else: the browser may show a window of
    /// its own in front of it.
    fn notice_no_answer(&mut self) {
        self.unanswered += 1;
        let gives_up = self.unanswered >= UNANSWERED;
        if let Some(tab) = self.tabs.last_mut().filter(|_| gives_up) {
            self.unanswered = 0;
            tab.dead = Some("The page takes no input any more".into());
        }
    }

    async fn perform_once(&mut self, action: &Action) -> Result<ActionReport, ActFailure> {
        if matches!(action, Action::Clear) {
            self.clear_storage().await?;
            self.sign_in().await?;
        }
        if action.starts_anew() {
            self.open_anew().await?;
            return Ok(ActionReport::default());
        }
        if let Action::AtOnce(pair) = action {
            return self.at_once(pair).await;
        }
        if self.tabs.last().is_none_or(|tab| tab.dead.is_some()) {
            return self.act_on_dead_page(action).await;
        }
        if self.dialog.is_some() {
            return self.act_on_dialog(action).await;
        }
        if self.choice.is_some() {
            return self.act_on_choice(action).await;
        }
        self.act_on_page(action).await
    }

    /// The second follows at once; nothing is observed between.
    async fn at_once(&mut self, pair: &ActionPair) -> Result<ActionReport, ActFailure> {
        let first = Box::pin(self.act(pair.first())).await?;
        let then = Box::pin(self.act(pair.then())).await?;
        let mut warnings = first.warnings;
        warnings.extend(then.warnings);
        Ok(ActionReport { accepted: None, warnings })
    }

    async fn act_on_page(&mut self, action: &Action) -> Result<ActionReport, ActFailure> {
        let display = self.viewport();
        match action {
            Action::Tap { target } => self.tap(target.point).await?,
            Action::LongTap { target } => self.hold(target.point).await?,
            Action::DoubleTap { target } => self.double_click(target.point).await?,
            Action::Hover { target } => self.hover(target.point).await?,
            Action::Type { target, text } => return self.type_text(target, text).await,
            Action::Swipe { target, direction } => {
                self.stroke(gesture::swipe(target, *direction, display)).await?;
            }
            Action::Scroll { target, direction } => self.wheel(target, *direction).await?,
            Action::Drag { target, to } => self.drag(target.point, *to).await?,
            Action::Pinch { target, zoom } => {
                let fingers = gesture::pinch(target, *zoom == PinchZoom::In, display);
                self.pinch(fingers).await?;
            }
            Action::Key { key: DeviceKey::Back } => return Ok(self.press_back().await?),
            Action::Key { key: DeviceKey::Forward } => {
                let last = "this is the last page of the history, so there is nothing to go on to";
                let went = self.forward().await?;
                return Ok(if went { ActionReport::default() } else { warned(last.into()) });
            }
            Action::Key { key: DeviceKey::Reload } => {
                self.ask_page("Page.reload", &json!({}), QUESTION_LIMIT).await?;
            }
            Action::Key { key } => self.press(*key).await?,
            Action::Rotate { rotation } => {
                self.landscape = *rotation == Rotation::Landscape;
                let metrics = self.metrics();
                let method = "Emulation.setDeviceMetricsOverride";
                self.ask_page(method, &metrics, QUESTION_LIMIT).await?;
            }
            Action::Wait { ms } => {
                let time = Duration::from_millis(u64::from(*ms)).min(LONGEST_WAIT);
                self.listen(time).await?;
            }
            Action::Set { condition } => {
                let Some((method, params)) = conditions::set(condition) else {
                    let word = condition.kind().word();
                    return Err(unsupported(&format!("set {word}: a browser has none")));
                };
                self.ask_page(method, &params, QUESTION_LIMIT).await?;
                self.conditions.insert(method, params);
            }
            Action::Restore { condition } => {
                if let Some((method, params)) = conditions::restore(*condition)
                    && self.conditions.remove(method).is_some()
                {
                    self.ask_page(method, &params, QUESTION_LIMIT).await?;
                }
            }
            other => return Err(unsupported(&format!("{other}: the app runs in a browser"))),
        }
        Ok(ActionReport::default())
    }

    /// A touch. On a drop-down list it shows the options, which the page does not draw itself.
    async fn tap(&mut self, point: Point) -> Result<(), CallFailure> {
        let options = self.call_at(point, CHOICE, None).await?;
        if let Ok(options) = serde_json::from_value::<Vec<ChoiceOption>>(options)
            && !options.is_empty()
        {
            self.choice = Some(ChoiceList { point, options });
            return Ok(());
        }
        self.touch(point).await
    }

    /// Calls a function of ours on the element at `point`.
    pub(super) async fn call_at(
        &mut self,
        point: Point,
        function: &str,
        argument: Option<&Value>,
    ) -> Result<Value, CallFailure> {
        let argument = argument.map(|argument| format!(", {argument}")).unwrap_or_default();
        let expression = format!(
            "(() => {{ const element = {POINT}({}, {}); return element ? {function}.call(element{argument}) : null; }})()",
            point.x, point.y
        );
        self.evaluate(&expression, QUESTION_LIMIT).await
    }

    /// One step back; a dialog of the page itself is closed first. Never out of the app.
    async fn press_back(&mut self) -> Result<ActionReport, CallFailure> {
        let shown = "Boolean(document.querySelector('dialog:modal, [popover]:popover-open'))";
        if self.evaluate(shown, QUESTION_LIMIT).await? == true {
            self.press(DeviceKey::Escape).await?;
            return Ok(ActionReport::default());
        }
        let went = self.back().await?;
        let first = "this is the first page of the app, so there is nothing to go back to";
        Ok(if went { ActionReport::default() } else { warned(first.into()) })
    }

    async fn act_on_dead_page(&mut self, action: &Action) -> Result<ActionReport, ActFailure> {
        let back = matches!(action, Action::Key { key: DeviceKey::Back });
        if back && self.tabs.len() > 1 {
            self.close_front().await?;
            return Ok(ActionReport::default());
        }
        match action {
            Action::Tap { target } if target.resource_id == native::RELOAD => {
                self.open_anew().await?;
                Ok(ActionReport::default())
            }
            Action::Wait { .. } => Ok(ActionReport::default()),
            other => Err(unsupported(&format!("{other}: the page is dead"))),
        }
    }

    async fn act_on_dialog(&mut self, action: &Action) -> Result<ActionReport, ActFailure> {
        match action {
            Action::Tap { target } => {
                self.answer_dialog(target.resource_id == native::ACCEPT).await?;
            }
            Action::Type { text, .. } => {
                let Some(text) = text.reveal() else {
                    return Err(unsupported("type a secret that was not kept in the log"));
                };
                if let Some(dialog) = &mut self.dialog {
                    text.clone_into(&mut dialog.answer);
                }
                return Ok(ActionReport { accepted: Some(text.to_owned()), warnings: Vec::new() });
            }
            Action::Key { key: DeviceKey::Back | DeviceKey::Escape } => {
                self.answer_dialog(false).await?;
            }
            Action::Key { key: DeviceKey::Enter } => self.answer_dialog(true).await?,
            Action::Wait { .. } => {}
            other => return Err(unsupported(&format!("{other} while a dialog is open"))),
        }
        Ok(ActionReport::default())
    }

    async fn answer_dialog(&mut self, accept: bool) -> Result<(), WebError> {
        let Some(dialog) = self.dialog.take() else { return Ok(()) };
        let Some(tab) = self.tabs.last() else { return Ok(()) };
        let cdp = self.cdp()?;
        let params = json!({"accept": accept, "promptText": dialog.answer});
        let reply = cdp.send(Some(&tab.session), "Page.handleJavaScriptDialog", &params);
        // The next dialog may hold back the reply; the events say so.
        let _ = tokio::time::timeout(Duration::from_secs(2), reply).await;
        Ok(())
    }

    async fn act_on_choice(&mut self, action: &Action) -> Result<ActionReport, ActFailure> {
        let Some(choice) = self.choice.clone() else { return Ok(ActionReport::default()) };
        match action {
            Action::Tap { target } => {
                self.choice = None;
                let Some(index) = choice.chosen(target) else {
                    return Ok(warned("the list has no such option".into()));
                };
                let chosen = self.call_at(choice.point, CHOOSE, Some(&json!(index))).await?;
                if chosen != true {
                    return Ok(warned("the list is not there any more".into()));
                }
            }
            Action::Wait { .. } => {}
            // Whatever else is done closes the list; going back does no more than that.
            Action::Key { key: DeviceKey::Back | DeviceKey::Escape } => self.choice = None,
            other => {
                self.choice = None;
                return self.act_on_page(other).await;
            }
        }
        Ok(ActionReport::default())
    }

    /// Types into `target`; what it holds then is read back, unless it is secret.
    async fn type_text(
        &mut self,
        target: &WidgetTarget,
        text: &InputText,
    ) -> Result<ActionReport, ActFailure> {
        let Some(wanted) = text.reveal() else {
            return Err(unsupported("type a secret that was not kept in the log"));
        };
        let warnings = self.fill_in(target.point, wanted).await?;
        let secret = matches!(text, InputText::Secret(_));
        let accepted = if secret { None } else { self.read_back(target.point).await? };
        Ok(ActionReport { accepted, warnings })
    }
}

/// Why an action was not done.
pub(super) enum ActFailure {
    Call(CallFailure),
    Device(DeviceError),
}

impl From<CallFailure> for ActFailure {
    fn from(failure: CallFailure) -> Self {
        Self::Call(failure)
    }
}

impl From<WebError> for ActFailure {
    fn from(error: WebError) -> Self {
        Self::Call(error.into())
    }
}

impl From<DeviceError> for ActFailure {
    fn from(error: DeviceError) -> Self {
        Self::Device(error)
    }
}

fn unsupported(what: &str) -> ActFailure {
    ActFailure::Device(DeviceError::Unsupported { what: what.to_owned() })
}

fn warned(what: String) -> ActionReport {
    ActionReport { accepted: None, warnings: vec![what] }
}
