//! What a view is to a user, by its class and what can be done with it.

use crate::domain::{ActionKind, Widget, WidgetKind};

/// Parts of class names of views that are acted on. The first part that fits counts.
const CONTROLS: &[(&str, WidgetKind)] = &[
    ("Switch", WidgetKind::Toggle),
    ("CheckBox", WidgetKind::Toggle),
    ("CheckedTextView", WidgetKind::Toggle),
    ("Radio", WidgetKind::Toggle),
    ("Toggle", WidgetKind::Toggle),
    ("SeekBar", WidgetKind::Slider),
    ("Slider", WidgetKind::Slider),
    ("RatingBar", WidgetKind::Slider),
    ("ProgressBar", WidgetKind::Progress),
    ("ProgressIndicator", WidgetKind::Progress),
    ("Spinner", WidgetKind::Picker),
    ("Picker", WidgetKind::Picker),
    ("Tab", WidgetKind::Tab),
    ("Button", WidgetKind::Button),
    ("Chip", WidgetKind::Button),
];

/// The same of views that mostly show something. What scrolls is a list before these count.
const CONTENT: &[(&str, WidgetKind)] = &[
    ("ListView", WidgetKind::List),
    ("RecyclerView", WidgetKind::List),
    ("Image", WidgetKind::Image),
    ("Text", WidgetKind::Text),
];

/// The role of `widget`, whose class and actions are known.
pub(super) fn of(widget: &Widget) -> WidgetKind {
    if widget.opaque {
        return WidgetKind::Opaque;
    }
    if widget.is_field() {
        return WidgetKind::Field;
    }
    let class = widget.short_class();
    let among = |table: &[(&str, WidgetKind)]| {
        table.iter().find(|(part, _)| class.contains(part)).map(|(_, role)| *role)
    };
    let scrolls = widget.allows(ActionKind::Scroll).then_some(WidgetKind::List);
    among(CONTROLS).or(scrolls).or_else(|| among(CONTENT)).unwrap_or(WidgetKind::View)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("android.widget.ImageButton", &[ActionKind::Tap], WidgetKind::Button)]
    #[case("com.google.android.material.chip.Chip", &[], WidgetKind::Button)]
    #[case("android.widget.RadioButton", &[], WidgetKind::Toggle)]
    #[case("android.widget.NumberPicker", &[ActionKind::Scroll], WidgetKind::Picker)]
    #[case("android.widget.ScrollView", &[ActionKind::Scroll], WidgetKind::List)]
    #[case("androidx.recyclerview.widget.RecyclerView", &[], WidgetKind::List)]
    #[case("android.widget.EditText", &[ActionKind::Type], WidgetKind::Field)]
    #[case("android.widget.TextView", &[], WidgetKind::Text)]
    #[case("android.widget.ImageView", &[], WidgetKind::Image)]
    #[case("android.view.View", &[ActionKind::Tap], WidgetKind::View)]
    fn roles_come_from_class_and_actions(
        #[case] class: &str,
        #[case] actions: &[ActionKind],
        #[case] role: WidgetKind,
    ) {
        let widget = Widget { class: class.into(), actions: actions.to_vec(), ..Widget::default() };
        assert_eq!(of(&widget), role);
        assert_eq!(widget.kind(), role, "as for screens recorded before roles were stored");
    }
}
