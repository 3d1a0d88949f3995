//! Saying which widget is meant, in Maestro's words.
//!
//! How Maestro looks (`Filters` and `Orchestra.buildFilter` of github.com/mobile-dev-inc/maestro):
//! `text` and `id` are regular expressions that must match whole, letter case aside; `text` is held
//! against text, hint and description, `id` against the id and what stands behind its last `/`. Of
//! nested elements that match the innermost counts. `below` keeps what begins lower than another
//! element, `index` counts from the top left.

use super::yaml::YamlValue;
use crate::domain::{Screen, Widget};

/// Which widget.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MaestroSelector {
    /// Its short id.
    id: Option<String>,
    /// Its text, description or hint.
    text: Option<String>,
    /// Below what says this.
    below: Option<String>,
    /// Which of those that match, from the top left, from 0.
    index: Option<usize>,
}

/// The longest text that is looked for: longer ones are rarely the same twice.
const LONGEST: usize = 120;

impl MaestroSelector {
    /// The best way to say that `widget` of `screen` is meant: by what it is called, alone if
    /// that is enough. `None` if only its place identifies it, or if its middle, which
    /// Maestro touches, is not its own.
    pub fn of(screen: &Screen, widget: &Widget) -> Option<Self> {
        let reached = |widget: &Widget| widget.tap == Some(widget.bounds.center());
        if !reached(widget) {
            return None;
        }
        let id = Some(widget.short_id().to_owned()).filter(|id| !id.is_empty());
        let text = name(widget);
        let by_id = id.clone().map(|id| Self { id: Some(id), ..Self::default() });
        let by_text = text.clone().map(|text| Self { text: Some(text), ..Self::default() });
        let by_both =
            by_id.clone().zip(text).map(|(by_id, text)| Self { text: Some(text), ..by_id });
        let mut plain = vec![by_id.clone(), by_text.clone(), by_both.clone()];
        let mut inner: Vec<_> = inner_texts(screen, widget)
            .map(|text| Self { text: Some(text), ..Self::default() })
            .collect();
        // A row that is alone by chance is still named by its text.
        if widget.position.row.is_some() {
            let alone = plain.remove(0);
            inner.extend(alone);
        }
        let below = by_id.clone().zip(heading_of(screen, widget)).map(|(by_id, text)| Self {
            below: Some(text),
            index: Some(0),
            ..by_id
        });
        let counted = [by_both, by_text, by_id].into_iter().flatten().filter_map(|selector| {
            let alike = selector.find(screen);
            let index = alike.iter().position(|other| other.number == widget.number)?;
            Some(Self { index: Some(index), ..selector })
        });
        let means = |selector: &Self| {
            let found = selector.find(screen);
            let one = found.first().filter(|_| found.len() == 1);
            one.is_some_and(|one| {
                one.number == widget.number || one.inherits == Some(widget.number) && reached(one)
            })
        };
        plain.into_iter().flatten().chain(inner).chain(below).chain(counted).find(means)
    }

    /// What says `text` on the screen.
    pub fn saying(text: &str) -> Self {
        Self { text: Some(text.to_owned()), ..Self::default() }
    }

    /// The widgets of `screen` that Maestro would take it for.
    fn find<'a>(&self, screen: &'a Screen) -> Vec<&'a Widget> {
        let by_id =
            self.id.as_deref().map(|id| innermost(screen, |widget| same(widget.short_id(), id)));
        let by_text =
            self.text.as_deref().map(|text| innermost(screen, |widget| says(widget, text)));
        let mut found = match (by_id, by_text) {
            (Some(by_id), Some(by_text)) => by_id
                .into_iter()
                .filter(|one| by_text.iter().any(|two| two.number == one.number))
                .collect(),
            (one, two) => one.or(two).unwrap_or_default(),
        };
        if let Some(below) = &self.below {
            let others = innermost(screen, |widget| says(widget, below));
            found.retain(|it| others.iter().any(|other| it.bounds.top > other.bounds.top));
        }
        found.sort_by_key(|widget| (widget.bounds.top, widget.bounds.left));
        match self.index {
            Some(index) => found.get(index).copied().into_iter().collect(),
            None => found,
        }
    }

    /// Its entries in a flow.
    pub fn entries(&self) -> Vec<(&'static str, YamlValue)> {
        let Self { id, text, below, index } = self;
        let pattern = |text: &String| YamlValue::Text(pattern(text));
        let below = below.as_ref().map(|text| YamlValue::Map(vec![("text", pattern(text))]));
        [
            ("id", id.as_ref().map(pattern)),
            ("text", text.as_ref().map(pattern)),
            ("below", below),
            ("index", index.map(YamlValue::word)),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
    }
}

/// What a widget is called by itself. What a field holds is no name.
fn name(widget: &Widget) -> Option<String> {
    let text = if widget.is_field() || widget.password { "" } else { &widget.text };
    [text, &widget.content_desc, &widget.hint]
        .into_iter()
        .find(|text| !text.trim().is_empty() && text.chars().count() <= LONGEST)
        .map(str::to_owned)
}

/// The names of what lies in `widget` and does nothing by itself.
fn inner_texts<'a>(screen: &'a Screen, widget: &'a Widget) -> impl Iterator<Item = String> + 'a {
    screen.widgets.iter().filter(|inner| inner.inherits == Some(widget.number)).filter_map(name)
}

/// The words above `widget` that are nearest to it, if neither is part of a list.
fn heading_of(screen: &Screen, widget: &Widget) -> Option<String> {
    let above = |other: &&Widget| {
        other.bounds.top < widget.bounds.top
            && other.position.list.is_none()
            && other.position.window == widget.position.window
            && other.actions.is_empty()
    };
    let texts = screen.widgets.iter().filter(above).filter(|other| name(other).is_some());
    let nearest =
        texts.max_by_key(|other| other.bounds.top).filter(|_| widget.position.list.is_none());
    nearest.and_then(name)
}

/// The widgets that `is_it`, less those with such a one inside.
fn innermost(screen: &Screen, is_it: impl Fn(&Widget) -> bool) -> Vec<&Widget> {
    let found: Vec<&Widget> = screen.widgets.iter().filter(|widget| is_it(widget)).collect();
    let mut outer = std::collections::HashSet::new();
    for widget in &found {
        let mut above = widget.position.parent;
        while let Some(parent) = above {
            // Only upwards: a damaged screen must not lead in circles.
            if !outer.insert(parent) {
                break;
            }
            above =
                screen.widget(parent).and_then(|it| it.position.parent).filter(|it| *it < parent);
        }
    }
    found.into_iter().filter(|widget| !outer.contains(&widget.number)).collect()
}

fn says(widget: &Widget, text: &str) -> bool {
    [&widget.text, &widget.content_desc, &widget.hint].into_iter().any(|said| same(said, text))
}

fn same(one: &str, other: &str) -> bool {
    !one.is_empty() && one.to_lowercase() == other.to_lowercase()
}

/// A regular expression that matches `text` alone.
pub fn pattern(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for c in text.chars() {
        if r"\.[]{}()*+-?^$|".contains(c) {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ActionKind, Bounds, WidgetPosition};

    fn widget(number: usize, id: &str, text: &str, top: i32) -> Widget {
        let bounds = Bounds::new(0, top, 100, top + 40);
        Widget {
            number,
            class: "android.widget.Button".into(),
            resource_id: if id.is_empty() { String::new() } else { format!("a.b:id/{id}") },
            text: text.into(),
            bounds,
            tap: Some(bounds.center()),
            actions: vec![ActionKind::Tap],
            ..Widget::default()
        }
    }

    fn screen(widgets: Vec<Widget>) -> Screen {
        Screen {
            widgets,
            ..Screen::on_display("a.b", ".Main", crate::domain::DisplaySize::new(720, 1600))
        }
    }

    fn chosen(screen: &Screen, number: usize) -> Option<MaestroSelector> {
        MaestroSelector::of(screen, screen.widget(number).unwrap())
    }

    #[test]
    fn an_id_of_its_own_is_enough() {
        let screen = screen(vec![widget(1, "save", "Save", 0), widget(2, "stop", "Save", 50)]);
        assert_eq!(chosen(&screen, 1).unwrap().entries(), [("id", YamlValue::Text("save".into()))]);
    }

    #[test]
    fn rows_are_told_apart_by_what_they_say_or_by_their_order() {
        let screen = screen(vec![
            widget(1, "row", "Milk (1.5 l)", 0),
            widget(2, "row", "Eggs", 50),
            widget(3, "row", "Eggs", 100),
        ]);
        let text = |text: &str| ("text", YamlValue::Text(text.into()));
        assert_eq!(chosen(&screen, 1).unwrap().entries(), [text(r"Milk \(1\.5 l\)")]);
        let id = ("id", YamlValue::Text("row".into()));
        let third = chosen(&screen, 3).unwrap().entries();
        assert_eq!(third, [id, text("Eggs"), ("index", YamlValue::word(1))]);
    }

    #[test]
    fn a_row_is_meant_by_the_words_inside_of_it() {
        let mut words = widget(2, "title", "Milk", 10);
        words.actions.clear();
        words.inherits = Some(1);
        words.position = WidgetPosition { parent: Some(1), ..WidgetPosition::default() };
        let mut other = words.clone();
        (other.number, other.inherits, other.text) = (4, Some(3), "Eggs".into());
        other.position.parent = Some(3);
        let screen = screen(vec![widget(1, "", "", 0), words, widget(3, "", "", 100), other]);
        assert_eq!(
            chosen(&screen, 3).unwrap().entries(),
            [("text", YamlValue::Text("Eggs".into()))]
        );
    }

    #[test]
    fn a_row_that_is_alone_is_told_by_what_it_says() {
        let mut row = widget(1, "row", "Milk", 0);
        row.position = WidgetPosition { list: Some(0), row: Some(0), ..WidgetPosition::default() };
        let text = ("text", YamlValue::Text("Milk".into()));
        assert_eq!(chosen(&screen(vec![row.clone()]), 1).unwrap().entries(), [text]);
        row.text.clear();
        let id = ("id", YamlValue::Text("row".into()));
        assert_eq!(chosen(&screen(vec![row]), 1).unwrap().entries(), [id]);
    }

    #[test]
    fn fields_are_told_by_the_words_above_them_never_by_what_they_hold() {
        let field = |number, top, text: &str| Widget {
            actions: vec![ActionKind::Type],
            class: "android.widget.EditText".into(),
            ..widget(number, "edit", text, top)
        };
        let words = |number, top, text: &str| Widget {
            actions: Vec::new(),
            ..widget(number, "", text, top)
        };
        let screen = screen(vec![
            words(1, 0, "Name"),
            field(2, 50, "Ada"),
            words(3, 100, "City"),
            field(4, 150, "Rome"),
        ]);
        let below = ("below", YamlValue::Map(vec![("text", YamlValue::Text("City".into()))]));
        let id = ("id", YamlValue::Text("edit".into()));
        assert_eq!(
            chosen(&screen, 4).unwrap().entries(),
            [id, below, ("index", YamlValue::word(0))]
        );
    }

    #[test]
    fn what_is_covered_in_the_middle_is_not_chosen() {
        let mut covered = widget(1, "save", "Save", 0);
        covered.tap = Some(crate::domain::Point::new(1, 1));
        assert_eq!(chosen(&screen(vec![covered]), 1), None);
    }
}
