//! A blank page: an action leads to a page on which there is nothing but its heading.
//!
//! Source: "page loading failure" and "content missing" of VisionDroid's pilot study; the missing
//! content of Nighthawk (Liu et al., TSE 2022, section 2).

use super::rule_turn::{page_key, page_name};
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{ActionKind, Screen, Widget, WidgetRole};
use crate::oracle::reading::{is_in_browser, shown_words};
use crate::protocol::ActionOutcome;

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct BlankPage;

impl BugRule for BlankPage {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(after) = turn.after() else { return Vec::new() };
        let moved = turn.outcome() == Some(ActionOutcome::Moved);
        let scrolls = after.widgets.iter().any(|widget| widget.allows(ActionKind::Scroll));
        if !moved
            || is_raw(after)
            || scrolls
            || after.dialog
            || after.widgets.iter().any(|widget| is_content(after, widget))
        {
            return Vec::new();
        }
        let page = page_name(after);
        vec![RuleViolation {
            subject: page_key(after),
            expected: format!("{page:?} shows something, or says that there is nothing."),
            actual: format!("{page:?} is blank."),
            ..RuleViolation::default()
        }]
    }
}

/// True for a file that a browser shows in its own way.
fn is_raw(screen: &Screen) -> bool {
    const RAW: &[&str] = &[".json", ".txt", ".xml", ".csv", ".md", ".pdf", ".svg", ".png", ".jpg"];
    is_in_browser(screen) && RAW.iter().any(|end| screen.location.ends_with(end))
}

/// True for what a page is opened for: anything but the heading, and the bars at its edges. What does
/// nothing in a list is content wherever it stands.
fn is_content(screen: &Screen, widget: &Widget) -> bool {
    match widget.role() {
        WidgetRole::Tab => false,
        WidgetRole::Field
        | WidgetRole::Toggle
        | WidgetRole::Slider
        | WidgetRole::Picker
        | WidgetRole::Opaque
        | WidgetRole::Progress => true,
        _ => {
            let words = shown_words(widget);
            let is_title = screen.title().is_some_and(|title| title == words);
            let below_bar = widget.bounds.center().y > screen.size.height / 10;
            let is_row = widget.position.list.is_some() && !widget.acts();
            // A page in a browser begins at the top of the display.
            let is_text = is_in_browser(screen) && widget.role() != WidgetRole::Button;
            !words.is_empty() && !is_title && (below_bar || is_row || is_text)
        }
    }
}
