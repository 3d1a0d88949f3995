//! What a view is to a user, by its class and what can be done with it.

use crate::domain::{ActionKind, Widget, WidgetRole};

/// Parts of class names of views that are acted on. The first part that fits counts.
const CONTROLS: &[(&str, WidgetRole)] = &[
    ("Switch", WidgetRole::Toggle),
    ("CheckBox", WidgetRole::Toggle),
    ("CheckedTextView", WidgetRole::Toggle),
    ("Radio", WidgetRole::Toggle),
    ("Toggle", WidgetRole::Toggle),
    ("SeekBar", WidgetRole::Slider),
    ("Slider", WidgetRole::Slider),
    ("RatingBar", WidgetRole::Slider),
    ("ProgressBar", WidgetRole::Progress),
    ("ProgressIndicator", WidgetRole::Progress),
    ("Spinner", WidgetRole::Picker),
    ("Picker", WidgetRole::Picker),
    ("Tab", WidgetRole::Tab),
    ("Button", WidgetRole::Button),
    ("Chip", WidgetRole::Button),
];

/// The same of views that mostly show something. What scrolls is a list before these count.
const CONTENT: &[(&str, WidgetRole)] = &[
    ("ListView", WidgetRole::List),
    ("RecyclerView", WidgetRole::List),
    ("Image", WidgetRole::Image),
    ("Text", WidgetRole::Text),
];

/// Classes that are remembered: a hostile dump may name a new one in each node.
const MOST_CLASSES: usize = 32;

/// What a class alone tells: the role if it is a control, and if it mostly shows something.
#[derive(Clone, Copy, Debug)]
struct ClassRole {
    control: Option<WidgetRole>,
    content: Option<WidgetRole>,
}

impl ClassRole {
    fn of(class: &str) -> Self {
        let among = |table: &[(&str, WidgetRole)]| {
            table.iter().find(|(part, _)| class.contains(part)).map(|(_, role)| *role)
        };
        Self { control: among(CONTROLS), content: among(CONTENT) }
    }
}

/// Roles by class: a dump has many widgets of a few classes, and telling what a class says takes a
/// search for each of the words above.
#[derive(Debug, Default)]
pub(super) struct KnownRoles<'a> {
    classes: Vec<(&'a str, ClassRole)>,
}

impl<'a> KnownRoles<'a> {
    /// The role of `widget`, whose class and actions are known; `class` is its class as dumped.
    pub(super) fn of(&mut self, class: &'a str, widget: &Widget) -> WidgetRole {
        if widget.opaque {
            return WidgetRole::Opaque;
        }
        if widget.is_field() {
            return WidgetRole::Field;
        }
        let known = self.classes.iter().find(|(known, _)| *known == class).map(|(_, role)| *role);
        let role = known.unwrap_or_else(|| {
            let role = ClassRole::of(widget.short_class());
            if self.classes.len() < MOST_CLASSES {
                self.classes.push((class, role));
            }
            role
        });
        let scrolls = widget.allows(ActionKind::Scroll).then_some(WidgetRole::List);
        role.control.or(scrolls).or(role.content).unwrap_or(WidgetRole::View)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("android.widget.ImageButton", &[ActionKind::Tap], WidgetRole::Button)]
    #[case("com.google.android.material.chip.Chip", &[], WidgetRole::Button)]
    #[case("android.widget.RadioButton", &[], WidgetRole::Toggle)]
    #[case("android.widget.NumberPicker", &[ActionKind::Scroll], WidgetRole::Picker)]
    #[case("android.widget.ScrollView", &[ActionKind::Scroll], WidgetRole::List)]
    #[case("androidx.recyclerview.widget.RecyclerView", &[], WidgetRole::List)]
    #[case("android.widget.EditText", &[ActionKind::Type], WidgetRole::Field)]
    #[case("android.widget.TextView", &[], WidgetRole::Text)]
    #[case("android.widget.ImageView", &[], WidgetRole::Image)]
    #[case("android.view.View", &[ActionKind::Tap], WidgetRole::View)]
    fn roles_come_from_class_and_actions(
        #[case] class: &str,
        #[case] actions: &[ActionKind],
        #[case] role: WidgetRole,
    ) {
        let widget = Widget { class: class.into(), actions: actions.to_vec(), ..Widget::default() };
        assert_eq!(KnownRoles::default().of(class, &widget), role);
        assert_eq!(widget.role(), role, "as for screens recorded before roles were stored");
    }
}
