//! Replacing what a field holds.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::WebDevice;
use super::calls::CallFailure;
use crate::domain::{DeviceKey, Point};

/// Gives a field the focus.
const FIELD: &str = include_str!("script/field.js");
/// Gives what it holds.
const HELD: &str = include_str!("script/held.js");

/// How long a field may take to appear where one was touched.
const FIELD_PAUSE: Duration = Duration::from_millis(300);

/// A field that has the focus, all of its content selected.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
struct ReadyField {
    /// There is one.
    found: bool,
    /// It takes no text.
    locked: bool,
    /// It holds the text already, such as a date.
    set: bool,
    /// It takes several lines.
    lines: bool,
    /// It holds nothing.
    empty: bool,
}

impl WebDevice {
    /// Fills `text` into the field at `point`; gives what the tester should know.
    pub(super) async fn fill_in(
        &mut self,
        point: Point,
        text: &str,
    ) -> Result<Vec<String>, CallFailure> {
        let mut field = self.ready_field(point, text).await?;
        if !field.found {
            // Some fields appear only once they were touched.
            self.touch(point).await?;
            self.listen(FIELD_PAUSE).await?;
            field = self.ready_field(point, text).await?;
        }
        if !field.found {
            return Ok(vec!["there is no field to type into".into()]);
        }
        if field.locked {
            return Ok(vec!["the field takes no text".into()]);
        }
        if field.set {
            return Ok(Vec::new());
        }
        if text.is_empty() {
            if !field.empty {
                self.press(DeviceKey::Delete).await?;
            }
        } else if field.lines {
            // Editors that draw their text keep a selection of their own.
            self.press(DeviceKey::SelectAll).await?;
            self.insert(text).await?;
        } else {
            for (at, line) in text.split('\n').enumerate() {
                if at > 0 {
                    self.press(DeviceKey::Enter).await?;
                }
                if !line.is_empty() {
                    self.insert(line).await?;
                }
            }
        }
        Ok(Vec::new())
    }

    async fn ready_field(&mut self, point: Point, text: &str) -> Result<ReadyField, CallFailure> {
        let found = self.call_at(point, FIELD, Some(&json!(text))).await?;
        Ok(ReadyField::deserialize(&found).unwrap_or_default())
    }

    /// What the field at `point` holds; `None` if it cannot be told or is secret.
    pub(super) async fn read_back(&mut self, point: Point) -> Result<Option<String>, CallFailure> {
        Ok(match self.call_at(point, HELD, None).await {
            Ok(Value::String(text)) => Some(text),
            Ok(_) | Err(CallFailure::Interrupted) => None,
            Err(other) => return Err(other),
        })
    }
}
