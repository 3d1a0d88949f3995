//! A blank page: an action leads to a page on which there is nothing but its heading.
//!
//! Source: "page loading failure" and "content missing" of VisionDroid's pilot study; the missing
//! content of Nighthawk (Liu et al., TSE 2022, section 2).

use super::rule_turn::{page_key, page_name};
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{ActionKind, Screen, Widget, WidgetRole, WidgetTarget, labels};
use crate::oracle::reading::{is_surface, shown_words};
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
            || is_empty_list(after)
            || says_nothing_is_there(after)
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
    screen.is_in_browser() && RAW.iter().any(|end| screen.location.ends_with(end))
}

/// True if the heading says that there is nothing, such as "No puzzles" or "Inbox (0)".
fn says_nothing_is_there(screen: &Screen) -> bool {
    let title = screen.title().unwrap_or_default().to_lowercase();
    labels::words(&title).iter().any(|word| matches!(*word, "no" | "none" | "empty" | "0"))
}

/// True for a list without rows to which something can be added: that says that there is nothing.
fn is_empty_list(screen: &Screen) -> bool {
    let adds = |widget: &Widget| {
        let target = WidgetTarget::of(widget);
        let label = target.label.to_lowercase();
        let mut words = labels::command_words(&label).into_iter();
        widget.acts() && words.any(|word| matches!(word, "add" | "new" | "create"))
    };
    screen.widgets.iter().any(|widget| widget.role() == WidgetRole::List)
        && screen.widgets.iter().any(adds)
}

/// True for what a page is opened for: anything but the heading, and the bars at its edges. What does
/// nothing in a list is content wherever it stands.
fn is_content(screen: &Screen, widget: &Widget) -> bool {
    if is_surface(screen, widget) {
        return true;
    }
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
            let is_text = screen.is_in_browser() && widget.role() != WidgetRole::Button;
            !words.is_empty() && !is_title && (below_bar || is_row || is_text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, list, page};
    use crate::domain::{ActionKind, Bounds, Screen, Widget};

    #[test]
    fn a_list_without_rows_to_which_something_can_be_added_is_not_blank() {
        let emptied = |bar: &str, widgets: Vec<Widget>| {
            let start = page("Start", vec![button("", "Return")]);
            let bar = Widget { bounds: Bounds::new(500, 10, 600, 100), ..button("", bar) };
            let after = page("Lent", [vec![bar], widgets].concat());
            MadeUpRun::open(start).tap("Return", after).rules().contains(&"blank-page")
        };
        assert!(!emptied("Add new", list(3, &[])));
        assert!(emptied("Sort", list(3, &[])));
        assert!(emptied("Add new", Vec::new()));
    }

    #[test]
    fn a_heading_may_say_that_there_is_nothing() {
        let opened = |title: &str| {
            let start = page("Start", vec![button("", "Folder")]);
            let folder = Screen { title: Some(title.into()), ..page("Folder", Vec::new()) };
            MadeUpRun::open(start).tap("Folder", folder).rules().contains(&"blank-page")
        };
        assert!(!opened("Easy - No puzzles") && !opened("Inbox (0)"));
        assert!(opened("Easy - 12 puzzles"));
    }

    #[test]
    fn a_web_page_to_draw_on_is_not_blank() {
        let opened = |location: &str, actions: &[ActionKind]| {
            let start = page("Start", vec![button("", "New drawing")]);
            let surface = Widget {
                actions: actions.to_vec(),
                bounds: Bounds::new(0, 200, 720, 1600),
                ..button("", "")
            };
            let drawing = Screen { location: location.into(), ..page("Drawing", vec![surface]) };
            MadeUpRun::open(start).tap("New drawing", drawing).rules().contains(&"blank-page")
        };
        assert!(opened("/draw", &[ActionKind::Tap]));
        assert!(!opened("/draw", &[ActionKind::Tap, ActionKind::Swipe]));
        assert!(opened(".DrawActivity", &[ActionKind::Tap, ActionKind::Swipe]));
    }
}
