//! What a field is called over all visits, whatever it holds.

use crate::domain::{Widget, WidgetTarget};
use crate::explorer::shared::action_class::lasting_id;

/// The field's id, if it has one that lasts, else its caption, hint or description; empty if it has
/// none of them.
pub(in crate::explorer) fn field_name(widget: &Widget) -> &str {
    let id = lasting_id(&widget.resource_id);
    let id = id.rsplit(['/', ':']).next().unwrap_or(id);
    let names = [id, widget.caption.as_str(), widget.hint.as_str(), widget.content_desc.as_str()];
    names.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}

/// What the field that `target` names is called over all visits: its class, and its id if it has one
/// that lasts, else its label. Without a hint, the label is what the field holds.
pub(in crate::explorer) fn target_name(target: &WidgetTarget) -> String {
    let id = lasting_id(&target.resource_id);
    format!("{}|{}", target.class, if id.is_empty() { &target.label } else { id })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("org.app:id/town", "Town", "", "town")]
    #[case(":r2i:", "Name", "", "Name")]
    #[case(":r2i:", "", "Your name", "Your name")]
    #[case("", "", "", "")]
    fn an_id_that_is_made_anew_is_no_name(
        #[case] id: &str,
        #[case] caption: &str,
        #[case] hint: &str,
        #[case] expected: &str,
    ) {
        let field = Widget {
            resource_id: id.into(),
            caption: caption.into(),
            hint: hint.into(),
            ..Widget::default()
        };
        assert_eq!(field_name(&field), expected);
    }
}
