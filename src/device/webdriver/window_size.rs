//! The size of a browser's window where the server cannot set that of its page.

use serde_json::{Value, json};

use super::browser::{QUESTION_LIMIT, ignored};
use super::error::WebDriverError;
use super::session::WebDriverSession;
use crate::domain::DisplaySize;

/// So often a window is given another size, until its page has the right one.
const FITTINGS: usize = 2;

/// The largest page that is believed, across and down.
const LARGEST: i32 = 10_000;

/// Gives the window the size with which its page has the size `wanted`, or as near as the browser does that: windows
/// have bars, and some are not as narrow as phones. Gives the page's size, if it can be asked.
pub(super) async fn fit(
    session: &WebDriverSession,
    wanted: DisplaySize,
) -> Result<Option<DisplaySize>, WebDriverError> {
    let (mut outer, mut measured) = (wanted, None);
    for _ in 0..FITTINGS {
        let size = json!({"width": outer.width, "height": outer.height});
        ignored(session.post("window/rect", &size).await)?;
        let question = "return [innerWidth, innerHeight]";
        let inner = match session.execute(question, &json!([]), QUESTION_LIMIT).await {
            Err(error) if error.is_lost() => return Err(error),
            // A dialog is in front, say.
            Err(_) => return Ok(measured),
            Ok(inner) => page_size(&inner),
        };
        let Some(inner) = inner else { return Ok(measured) };
        measured = Some(inner);
        if inner == wanted {
            break;
        }
        outer = window_for(wanted, outer, inner);
    }
    Ok(measured)
}

/// What a page says of its size, unless it says nonsense.
fn page_size(said: &Value) -> Option<DisplaySize> {
    let size: DisplaySize = serde_json::from_value(said.clone()).ok()?;
    let is_one = |length: i32| (1..=LARGEST).contains(&length);
    (is_one(size.width) && is_one(size.height)).then_some(size)
}

/// The size of a window whose page is to have the size `wanted`, if a window of the size `outer` has one of `inner`.
const fn window_for(wanted: DisplaySize, outer: DisplaySize, inner: DisplaySize) -> DisplaySize {
    DisplaySize {
        width: wanted.width + outer.width - inner.width,
        height: wanted.height + outer.height - inner.height,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_of_a_window_are_added_to_its_page() {
        let (wanted, inner) = (DisplaySize::new(412, 915), DisplaySize::new(500, 829));
        assert_eq!(window_for(wanted, wanted, inner), DisplaySize::new(324, 1001));
    }

    #[test]
    fn a_page_that_says_nonsense_of_its_size_is_not_believed() {
        assert_eq!(page_size(&json!([412, 829])), Some(DisplaySize::new(412, 829)));
        for said in [json!([0, 9]), json!([9, 2_000_000_000]), json!(["a", 1]), json!(null)] {
            assert_eq!(page_size(&said), None, "{said}");
        }
    }
}
