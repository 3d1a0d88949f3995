//! What may be expected of a widget: the words with which a property begins.

use super::relation::number;
use super::{ActionPattern, TextPattern, WidgetSelector};
use crate::domain::{Action, DeviceKey, InputText, Screen, Widget, WidgetTarget};

/// The name of `widget` on `screen`: its id if only it has that, else its role and words, else what it
/// has of both. `None` if it has neither.
pub fn selector(widget: &Widget, screen: &Screen) -> Option<WidgetSelector> {
    let by_id = Some(widget.short_id()).filter(|id| !id.is_empty());
    let by_id = by_id.and_then(|id| WidgetSelector::read(&format!("#{id}")).ok());
    let by_words = shown_words(widget).and_then(|words| {
        // Not each role can be named in a selector.
        let named = [format!("{} {words}", widget.role().word()), words];
        let mut named = named.iter().filter_map(|written| WidgetSelector::read(written).ok());
        named.find(|selector| selector.matches(widget))
    });
    let alone = |selector: &&WidgetSelector| selector.all(screen).count() == 1;
    let found = [&by_id, &by_words].into_iter().flatten().find(alone);
    found.or(by_words.as_ref()).or(by_id.as_ref()).cloned()
}

/// The words that `widget` shows, on one line; `None` if it shows none, or may not show them.
pub fn shown_words(widget: &Widget) -> Option<String> {
    let own = [widget.content(), &widget.content_desc];
    let words = own.into_iter().find(|text| !text.trim().is_empty())?;
    (!widget.password).then(|| words.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// That `widget` shows the number that it shows now, as a relation; `None` if it shows none.
pub fn value(widget: &Widget, screen: &Screen) -> Option<String> {
    let number = number(widget)?;
    let id = widget.short_id();
    let named = WidgetSelector::read(&format!("#{id}")).ok().filter(|_| !id.is_empty());
    if named.is_some_and(|named| named.all(screen).count() == 1) {
        return Some(format!("#{id} = {number}"));
    }
    let words = shown_words(widget)?.replace('"', "*");
    let digits = |letter: char| letter.is_ascii_digit();
    let (first, last) = (words.find(digits)?, words.rfind(digits)?);
    let (before, after) = (words.get(..first)?, words.get(last + 1..)?);
    Some(format!("\"{before}*{after}\" = {number}"))
}

/// That `screen` has as many widgets like `widget` as it has now, as a relation; `None` if they have no
/// name in common.
pub fn count(widget: &Widget, screen: &Screen) -> Option<String> {
    let selector = WidgetSelector::read(&format!("#{}", widget.short_id())).ok()?;
    Some(format!("count({}) = {}", selector.written(), selector.all(screen).count()))
}

/// `action` as a step of a property; `None` if properties have no such action.
pub fn action(action: &Action) -> Option<ActionPattern> {
    Some(match action {
        Action::Tap { target } => ActionPattern::Tap(aimed_at(target)?),
        Action::LongTap { target } => ActionPattern::LongTap(aimed_at(target)?),
        Action::Type { target, text } => {
            let words = match text {
                InputText::Plain(text) if !text.contains('\n') => text.as_str(),
                InputText::Plain(_) | InputText::Secret(_) => "*",
            };
            ActionPattern::Type(TextPattern::new(words), aimed_at(target)?)
        }
        Action::Key { key: DeviceKey::Back } => ActionPattern::Back,
        Action::Rotate { .. } => ActionPattern::Rotate,
        Action::Restart => ActionPattern::Restart,
        Action::Wait { .. } => ActionPattern::Wait,
        _ => return None,
    })
}

fn aimed_at(target: &WidgetTarget) -> Option<WidgetSelector> {
    let id = target.resource_id.rsplit(['/', ':']).next().unwrap_or_default();
    let by_id = WidgetSelector::read(&format!("#{id}")).ok();
    by_id.or_else(|| WidgetSelector::read(&target.label).ok())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::domain::{DisplaySize, WidgetRole};
    use crate::oracle::properties::ValueRelation;

    /// Two rows with one id, a total, a sum without id, and a picture without a name.
    fn cart() -> Screen {
        let widgets = [
            ("row", "Kettle", WidgetRole::Text),
            ("row", "Lamp", WidgetRole::Text),
            ("total", "Total: 12.50 €", WidgetRole::Text),
            ("", "Shipping 4.20 (land)", WidgetRole::Text),
            ("", "", WidgetRole::Image),
        ];
        let widget = |(place, (id, text, role)): (usize, &(&str, &str, WidgetRole))| Widget {
            number: place + 1,
            resource_id: (*id).into(),
            text: (*text).into(),
            label: (*text).into(),
            role: Some(*role),
            ..Widget::default()
        };
        let widgets = widgets.iter().enumerate().map(widget).collect();
        Screen { widgets, ..Screen::on_display("org.shop", ".Cart", DisplaySize::new(9, 9)) }
    }

    #[rstest]
    #[case(1, Some("text Kettle"), None, Some("count(#row) = 2"))]
    #[case(3, Some("#total"), Some("#total = 12.5"), Some("count(#total) = 1"))]
    #[case(4, Some("text Shipping 4.20 (land)"), Some("\"Shipping * (land)\" = 4.2"), None)]
    #[case(5, None, None, None)]
    fn a_widget_is_named_by_what_only_it_has(
        #[case] number: usize,
        #[case] named: Option<&str>,
        #[case] shows: Option<&str>,
        #[case] counts: Option<&str>,
    ) {
        let screen = cart();
        let widget = screen.widget(number).unwrap();
        let selector = selector(widget, &screen);
        assert_eq!(selector.as_ref().map(WidgetSelector::written), named);
        assert!(selector.is_none_or(|selector| selector.matches(widget)));
        assert_eq!(value(widget, &screen).as_deref(), shows);
        assert_eq!(count(widget, &screen).as_deref(), counts);
        for relation in [shows, counts].into_iter().flatten() {
            let relation = ValueRelation::read(relation).unwrap();
            assert!(relation.compare(&screen, None).unwrap().holds, "{relation:?}");
        }
    }

    #[test]
    fn a_password_is_never_repeated() {
        let mut screen = cart();
        screen.widgets[0].password = true;
        assert_eq!(shown_words(&screen.widgets[0]), None);
        let target = WidgetTarget::of(&screen.widgets[2]);
        let text = InputText::Secret(crate::domain::Secret::new("hush"));
        let typed = action(&Action::Type { target: target.clone(), text }).unwrap();
        assert_eq!(typed.to_string(), "type * into #total");
        assert_eq!(action(&Action::Tap { target }).unwrap().to_string(), "tap #total");
        assert_eq!(action(&Action::Key { key: DeviceKey::Home }), None);
    }
}
