//! The heading of a screen, if its backend did not find one.

use super::own_words::short_label;
use crate::domain::{Screen, Widget};

/// A heading ends in the topmost part of the display, one in so many of its longer side.
const TOP: i32 = 8;

/// The most characters of a heading.
const LONGEST: usize = 40;

/// The heading: as the backend says, or else the topmost text that stands in what is usually an app
/// bar and cannot be acted on.
pub(super) fn of(screen: &Screen) -> Option<&str> {
    screen.title().or_else(|| {
        let long = screen.size.width.max(screen.size.height);
        let texts = screen.widgets.iter().filter(|widget| {
            !screen.dialog
                && widget.position.list.is_none()
                && widget.bounds.bottom * TOP <= long
                && is_words(screen, widget)
        });
        let topmost = texts.min_by_key(|widget| (widget.bounds.top, widget.bounds.left));
        topmost.map(|widget| widget.label.as_str())
    })
}

/// `heading` without values: without what stands in brackets, which says what is shown at present, such
/// as a range of dates, a count or a unit.
pub(super) fn lasting(heading: &str) -> String {
    let mut kept = String::with_capacity(heading.len());
    let mut rest = heading;
    while let Some((before, inside)) = rest.split_once('(') {
        let Some((_, after)) = inside.split_once(')') else { break };
        kept.push_str(before);
        rest = after;
    }
    kept.push_str(rest);
    short_label(if kept.trim().is_empty() { heading } else { &kept })
}

/// True for words that have no id of their own and do nothing.
fn is_words(screen: &Screen, widget: &Widget) -> bool {
    let length = widget.text.chars().count();
    let own = widget.resource_id.is_empty() || widget.resource_id.starts_with("android:");
    let large = || {
        let holder = widget.inherits.and_then(|number| screen.widget(number));
        let display = screen.size.bounds().area();
        holder.is_some_and(|holder| !holder.enabled || holder.bounds.area() * 2 >= display)
    };
    let acts = widget.inherits.is_none() && !widget.actions.is_empty();
    (1..=LONGEST).contains(&length) && own && !acts && (widget.inherits.is_none() || large())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ActionKind, Bounds};
    use crate::model::abstraction::tests::{screen, widget};

    fn text(words: &str, top: i32) -> Widget {
        let bounds = Bounds::new(140, top, 380, top + 50);
        Widget { bounds, ..widget("TextView", "", words, &[]) }
    }

    #[test]
    fn what_stands_in_brackets_in_a_heading_is_a_value() {
        assert_eq!(lasting("Hours (This week) 00:15"), lasting("Hours (Today) 02:40"));
        assert_ne!(lasting("Hours (Today)"), lasting("Days (Today)"));
        assert_eq!(lasting("(Draft)"), "(Draft)", "nothing else is said");
        assert_eq!(lasting("Notes (of Ada"), "Notes (of Ada");
    }

    #[test]
    fn the_topmost_words_that_do_nothing_are_the_heading() {
        let up = Widget {
            bounds: Bounds::new(0, 0, 100, 100),
            ..widget("ImageButton", "", "Navigate up", &[ActionKind::Tap])
        };
        let page = screen(vec![text("Name", 300), up, text("New member", 30)]);
        assert_eq!(of(&page), Some("New member"));
        assert_eq!(of(&Screen { title: Some("Club".into()), ..page }), Some("Club"));
        assert_eq!(of(&screen(vec![text("Name", 300)])), None, "too far down");
    }
}
