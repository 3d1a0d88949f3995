//! Which widgets may be the button that sends a form, whatever their words.

use crate::domain::{Screen, Widget, WidgetRole};
use crate::explorer::shared::labels::{self, LabelMeaning};
use crate::explorer::shared::unlisted::is_search;

/// The words in ids that name a heading.
const HEADINGS: &[&str] = &["title", "heading", "headline"];
/// "Next month" turns over a calendar, and "Next result" goes through what a search found.
pub(in crate::explorer) const GONE_THROUGH: &[&str] =
    &["decade", "year", "month", "week", "day", "result", "match", "occurrence"];
/// The first words of what opens a list to choose from: "Choose preview type".
const CHOOSING: &[&str] = &["choose", "pick", "select"];
/// What contains so many widgets that act is a part of the screen, not a button.
const ACTING_INSIDE: usize = 2;

/// True if `widget` may be the button that sends the form on `screen`, whatever its words: it is no
/// heading, no choice, and no container whose label was gathered from what it contains.
pub(in crate::explorer) fn may_send(screen: &Screen, widget: &Widget) -> bool {
    if widget.role() == WidgetRole::Picker || opens_a_search(screen, widget) {
        return false;
    }
    let id = labels::own_id(&widget.resource_id).to_lowercase();
    let last = id.rsplit(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    if HEADINGS.contains(&last) {
        return false;
    }
    // A link of a page leads somewhere, or is the present entry of a bar. Some without an address are made to
    // look like buttons, and are called like them.
    let leads_on =
        widget.link.is_some() || widget.selected || labels::words(&widget.label).len() > 1;
    if widget.is_link() && leads_on {
        return false;
    }
    let inside = screen.widgets.iter().filter(|other| {
        other.acts()
            && other.position.depth > widget.position.depth
            && widget.bounds.covers(other.bounds)
    });
    inside.count() < ACTING_INSIDE
}

/// True for a button that says that it searches and stands above all fields, of which none does: that of an app bar, whatever the
/// page below asks for.
fn opens_a_search(screen: &Screen, button: &Widget) -> bool {
    let mut fields = screen.widgets.iter().filter(|widget| widget.is_field()).peekable();
    is_search(button)
        && !button.submits()
        && fields.peek().is_some()
        && fields.all(|field| button.bounds.bottom <= field.bounds.top && !is_search(field))
}

/// True unless the page says that `field` belongs to another form than `button`.
pub(in crate::explorer) fn is_for(button: &Widget, field: &Widget) -> bool {
    button.form.is_none() || button.form == field.form
}

/// The words of a label and an id that say that a form is sent. An id says that something is added of each
/// button that adds a part to the form, so it counts only if there is no label.
pub(in crate::explorer) fn sending_words(label: &str, id: &str) -> Vec<String> {
    let label = label.to_lowercase();
    let id = id.to_lowercase().replace('_', " ");
    let on_label = labels::words(&label);
    if on_label.len() > 1 && CHOOSING.contains(&on_label[0]) {
        return Vec::new();
    }
    let adds = |word: &&str| labels::meaning(word) == Some(LabelMeaning::Add);
    let in_id = labels::words(&id).into_iter().filter(|word| on_label.is_empty() || !adds(word));
    let turns = GONE_THROUGH.iter().any(|one| on_label.contains(one));
    let sends = |word: &&str| {
        labels::meaning(word).is_some_and(LabelMeaning::is_sending) && !(turns && *word == "next")
    };
    let said = labels::command_words(&label).into_iter().chain(in_id);
    said.filter(sends).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Bounds, LinkPlace};
    use crate::explorer::testing::{button, field, phone};

    #[test]
    fn the_next_month_of_a_calendar_and_the_next_result_of_a_search_send_nothing() {
        assert_eq!(sending_words("Next", ""), ["next"]);
        assert!(sending_words("Next month", "").is_empty());
        assert!(sending_words("Next result (Enter)", "").is_empty());
    }

    /// An entry of a wiki was "sent" six times by what chooses how it is shown.
    #[test]
    fn what_is_chosen_from_sends_nothing() {
        assert!(sending_words("Choose preview type", "").is_empty());
        assert_eq!(sending_words("Preview", ""), ["preview"]);
    }

    /// Each of twelve pages was "sent" by the button of the bar above it, which opened a list of all pages.
    #[test]
    fn the_search_of_an_app_bar_sends_no_form_below_it() {
        let may = |top: i32, field_label: &str| {
            let mut search = button(1, "Search");
            search.bounds = Bounds::new(0, top, 100, top + 90);
            let mut text = field(2, "text", field_label);
            text.bounds = Bounds::new(0, 300, 700, 390);
            let screen = phone(vec![search, text]);
            may_send(&screen, &screen.widgets[0])
        };
        assert!(!may(0, "Text to hash"));
        assert!(may(500, "Where to"), "the button of a form");
        assert!(may(0, "Search"), "that of the field");
    }

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
        let link = |label: &str| Widget { class: "a".into(), ..button(1, label) };
        let may = |label| may_send(&phone(vec![link(label)]), &link(label));
        assert_eq!((may("Save"), may("Add another loan")), (true, false));
        let export = Some(LinkPlace::Inside("/export".into()));
        let export = Widget { link: export, ..link("Export") };
        assert!(!may_send(&phone(vec![export.clone()]), &export), "it leads elsewhere");
        let present = Widget { selected: true, ..link("Create") };
        assert!(!may_send(&phone(vec![present.clone()]), &present), "it is the present tab");
    }

    #[test]
    fn an_id_says_that_it_adds_only_if_there_is_no_label() {
        assert_eq!(sending_words("Choose all tags", "id_tags_add_all"), [""; 0]);
        assert_eq!(sending_words("", "add_tag"), ["add"]);
        assert_eq!(sending_words("Speichern", "btn_save"), ["save"]);
        assert_eq!(sending_words("Save and continue", ""), ["save", "continue"]);
    }
}
