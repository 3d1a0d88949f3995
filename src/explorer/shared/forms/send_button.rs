//! Which widgets may be the button that sends a form, whatever their words.

use crate::domain::{Screen, Widget};
use crate::explorer::shared::labels;

/// The words in ids that name a heading.
const HEADINGS: &[&str] = &["title", "heading", "headline"];
/// What contains so many widgets that act is a part of the screen, not a button.
const ACTING_INSIDE: usize = 2;

/// True if `widget` may be the button that sends the form on `screen`, whatever its words: it is no
/// heading, and no container whose label was gathered from what it contains.
pub(in crate::explorer) fn may_send(screen: &Screen, widget: &Widget) -> bool {
    let id = labels::own_id(&widget.resource_id).to_lowercase();
    let last = id.rsplit(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    if HEADINGS.contains(&last) {
        return false;
    }
    let inside = screen.widgets.iter().filter(|other| {
        other.acts()
            && other.position.depth > widget.position.depth
            && widget.bounds.covers(other.bounds)
    });
    inside.count() < ACTING_INSIDE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Bounds;
    use crate::explorer::testing::{button, phone};

    #[test]
    fn neither_a_heading_nor_a_container_sends_a_form() {
        let mut page = button(1, "Open menu · Create user");
        page.bounds = Bounds::new(0, 0, 720, 1600);
        let inside = |number: usize, label: &str| {
            let top = 100 * i32::try_from(number).unwrap();
            let mut widget = button(number, label);
            widget.bounds = Bounds::new(10, top, 700, top + 90);
            widget.position.depth = page.position.depth + 1;
            widget
        };
        let (mut title, menu, save) =
            (inside(2, "Create user"), inside(3, "Open menu"), inside(4, "Create"));
        title.resource_id = "page-title".into();
        let screen = phone(vec![page, title, menu, save]);
        let may: Vec<bool> = screen.widgets.iter().map(|it| may_send(&screen, it)).collect();
        assert_eq!(may, [false, false, true, true]);
    }
}
