//! The heading of a screen.

use crate::domain::Widget;

/// The first text outside of lists that stands in what the platform's and the support libraries' tool
/// bars and dialogs use as heading.
pub(super) fn of(widgets: &[Widget]) -> Option<String> {
    let heading = widgets.iter().find(|widget| widget.position.list.is_none() && is_title(widget));
    heading.map(|widget| widget.text.clone())
}

fn is_title(widget: &Widget) -> bool {
    let id = widget.short_id();
    // What acts is a row or tile whose words merely have the id of a heading.
    !widget.text.is_empty()
        && widget.actions.is_empty()
        && (id == "title"
            || id == "alertTitle"
            || id == "action_bar_title"
            || id.ends_with("toolbar_title"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ActionKind, WidgetPosition};

    #[test]
    fn a_heading_is_a_text_that_does_not_act_outside_of_lists() {
        let text = |id: &str, text: &str| Widget {
            resource_id: format!("org.app:id/{id}"),
            text: text.into(),
            ..Widget::default()
        };
        let in_list = WidgetPosition { list: Some(1), ..WidgetPosition::default() };
        let row = Widget { position: in_list, ..text("title", "Row") };
        let tile = Widget { actions: vec![ActionKind::Tap], ..text("title", "Tile") };
        let widgets = [row, tile, text("name", "Name"), text("main_toolbar_title", "Notes")];
        assert_eq!(of(&widgets).as_deref(), Some("Notes"));
        assert_eq!(of(&widgets[..3]), None);
    }
}
