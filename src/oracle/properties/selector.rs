//! Which widget is meant: by id, or by role and words.

use super::pattern::TextPattern;
use crate::domain::{Screen, Widget, WidgetRole};

/// Names widgets: `#id`, words with `*`, or a role with words, such as `button Save*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WidgetSelector {
    written: String,
    /// The id without package.
    id: Option<String>,
    role: Option<WidgetRole>,
    words: Option<TextPattern>,
}

/// The roles that a selector may name first.
const ROLES: [WidgetRole; 10] = [
    WidgetRole::Button,
    WidgetRole::Field,
    WidgetRole::Toggle,
    WidgetRole::Slider,
    WidgetRole::Picker,
    WidgetRole::List,
    WidgetRole::Tab,
    WidgetRole::Image,
    WidgetRole::Progress,
    WidgetRole::Text,
];

impl WidgetSelector {
    /// Reads a selector.
    ///
    /// # Errors
    /// If nothing is named.
    pub fn read(written: &str) -> Result<Self, String> {
        let written = written.trim();
        let mut selector = Self { written: written.to_owned(), id: None, role: None, words: None };
        if let Some(id) = written.strip_prefix('#') {
            if id.is_empty() || id.contains(char::is_whitespace) {
                return Err(format!("{written:?} names no widget: an id has no spaces"));
            }
            selector.id = Some(id.to_owned());
            return Ok(selector);
        }
        if written.is_empty() {
            return Err("no widget is named: give #id, or its words".to_owned());
        }
        let (first, rest) = written.split_once(' ').unwrap_or((written, ""));
        selector.role = ROLES.into_iter().find(|role| role.word() == first);
        let words = if selector.role.is_some() { rest.trim() } else { written };
        selector.words = (!words.is_empty()).then(|| TextPattern::new(words));
        Ok(selector)
    }

    /// One that means widgets with these words, whatever they look like.
    pub fn of_words(words: TextPattern) -> Self {
        Self { written: words.written().to_owned(), id: None, role: None, words: Some(words) }
    }

    /// As it was written.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// True if `widget` is meant.
    pub fn matches(&self, widget: &Widget) -> bool {
        let words = |pattern: &TextPattern| {
            [widget.content(), &widget.content_desc, &widget.label]
                .into_iter()
                .any(|text| !text.is_empty() && pattern.matches(text))
        };
        self.id.as_ref().is_none_or(|id| widget.short_id() == id)
            && self.role.is_none_or(|role| widget.role() == role)
            && self.words.as_ref().is_none_or(words)
    }

    /// The widgets of `screen` that are meant, in document order.
    pub fn all<'a>(&'a self, screen: &'a Screen) -> impl Iterator<Item = &'a Widget> {
        screen.widgets.iter().filter(|widget| self.matches(widget))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widgets_are_named_by_id_role_and_words() {
        let save = Widget {
            resource_id: "org.app:id/save".into(),
            label: "Save note".into(),
            role: Some(WidgetRole::Button),
            ..Widget::default()
        };
        let is = |selector: &str| WidgetSelector::read(selector).unwrap().matches(&save);
        assert!(is("#save") && is("Save*") && is("button save note") && is("button"));
        assert!(!is("#saved") && !is("Save") && !is("field Save*"));
        assert!(WidgetSelector::read(" ").is_err() && WidgetSelector::read("#").is_err());
    }
}
