//! What is at a point of a page: asking the element there, and typing into it.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::acting::{BACKSPACE, ENTER, revealed, warned};
use super::error::WebDriverError;
use super::pointer;
use super::session::WebDriverSession;
use crate::device::{ActionReport, DeviceError};
use crate::domain::{InputText, Point};

/// The scripts of the web backend: the element at a point, a field made ready to type into, and what it holds.
const POINT: &str = include_str!("../web/script/point.js");
const FIELD: &str = include_str!("../web/script/field.js");
const HELD: &str = include_str!("../web/script/held.js");

/// How long a page may take to say what is at a point.
pub(super) const QUESTION_LIMIT: Duration = Duration::from_secs(12);

/// A field that has the focus, all of its content selected.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
struct FocusedField {
    /// There is one.
    found: bool,
    /// It takes no text.
    locked: bool,
    /// It holds the text already, such as a date.
    set: bool,
    /// It holds nothing.
    empty: bool,
}

/// Calls a function of ours on the element at `point`; null if there is none.
pub(super) async fn call_at(
    session: &WebDriverSession,
    point: Point,
    function: &str,
    arguments: &Value,
) -> Result<Value, WebDriverError> {
    let (x, y) = (point.x, point.y);
    let body = format!(
        "const element =\n{POINT}({x}, {y});\nconst called =\n{function};\nreturn element ? called.apply(element, arguments) : null;"
    );
    session.execute(&body, arguments, QUESTION_LIMIT).await
}

/// Replaces what the field at `point` holds; what it holds then is read back, unless it is secret. `touch` touches it.
pub(super) async fn type_text(
    session: &WebDriverSession,
    point: Point,
    text: &InputText,
    touch: &Value,
) -> Result<ActionReport, DeviceError> {
    let wanted = revealed(text)?;
    let arguments = json!([wanted]);
    let mut found = call_at(session, point, FIELD, &arguments).await?;
    if found["found"] != true {
        // Some fields appear only once they were touched.
        session.post("actions", touch).await?;
        found = call_at(session, point, FIELD, &arguments).await?;
    }
    let field = FocusedField::deserialize(&found).unwrap_or_default();
    if !field.found {
        return Ok(warned("there is no field to type into".into()));
    }
    if field.locked {
        return Ok(warned("the field takes no text".into()));
    }
    if !field.set {
        let typed = if wanted.is_empty() && !field.empty { BACKSPACE } else { wanted };
        let typed = typed.replace('\n', ENTER);
        if !typed.is_empty() {
            session.post("actions", &pointer::keys(&typed)).await?;
        }
    }
    if matches!(text, InputText::Secret(_)) {
        return Ok(ActionReport::default());
    }
    let held = call_at(session, point, HELD, &json!([])).await;
    let accepted = held.ok().and_then(|held| held.as_str().map(str::to_owned));
    Ok(ActionReport { accepted, warnings: Vec::new() })
}
