//! The lists of a screen.

use std::collections::BTreeMap;

use super::shown_words;
use crate::domain::{ActionKind, Bounds, Screen, Widget, WidgetRole};

/// A list with its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::oracle) struct ListReading<'a> {
    /// The number of its widget.
    pub number: usize,
    /// Its id.
    pub id: &'a str,
    /// Its rows, in order.
    pub rows: Vec<RowReading<'a>>,
    /// True if it cannot scroll: all its rows can be seen.
    pub whole: bool,
}

/// A row of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::oracle) struct RowReading<'a> {
    /// The widgets in it that show words, in order; what is only pressed is left out.
    pub texts: Vec<&'a Widget>,
    /// Where it is.
    pub bounds: Bounds,
}

impl RowReading<'_> {
    /// All its words.
    pub(in crate::oracle) fn words(&self) -> String {
        let words: Vec<&str> = self.texts.iter().map(|widget| shown_words(widget)).collect();
        words.join(" · ")
    }

    /// Its first words.
    pub(in crate::oracle) fn name(&self) -> &str {
        self.texts.first().map_or("", |widget| shown_words(widget))
    }
}

/// The lists of `screen` that have rows or could have some, with those of the front window alone.
pub(in crate::oracle) fn lists(screen: &Screen) -> Vec<ListReading<'_>> {
    let mut found: BTreeMap<usize, BTreeMap<usize, Vec<&Widget>>> = BTreeMap::new();
    for widget in screen.widgets.iter().filter(|widget| widget.position.window == 0) {
        if widget.role() == WidgetRole::List {
            found.entry(widget.number).or_default();
        }
        if let (Some(list), Some(row)) = (widget.position.list, widget.position.row) {
            found.entry(list).or_default().entry(row).or_default().push(widget);
        }
    }
    let reading = found.into_iter().map(|(number, rows)| {
        let list = screen.widget(number);
        ListReading {
            number,
            id: list.map_or("", Widget::short_id),
            rows: rows.values().map(|widgets| row(widgets)).collect(),
            whole: list.is_some_and(|list| !list.allows(ActionKind::Scroll)),
        }
    });
    reading.collect()
}

fn row<'a>(widgets: &[&'a Widget]) -> RowReading<'a> {
    let says =
        |widget: &&&Widget| !shown_words(widget).is_empty() && widget.role() != WidgetRole::Button;
    let texts = widgets.iter().filter(says).copied().collect();
    let all = widgets.iter().map(|widget| widget.bounds);
    let bounds = all.reduce(|one, other| {
        Bounds::new(
            one.left.min(other.left),
            one.top.min(other.top),
            one.right.max(other.right),
            one.bottom.max(other.bottom),
        )
    });
    RowReading { texts, bounds: bounds.unwrap_or_default() }
}
