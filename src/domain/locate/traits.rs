//! The features by which a widget is recognised, and how much two widgets agree in them.

use std::collections::BTreeSet;

use super::WidgetDifference;
use super::place::{RelativePosition, share};
use crate::domain::screen::Screen;
use crate::domain::widget::{Widget, WidgetRole};

/// Weight of an id that the app defines; one of the platform names only a position in a dialog.
const ID_WEIGHT: f64 = 4.0;
const PLATFORM_ID: f64 = 2.0;
const LABEL_WEIGHT: f64 = 3.5;
const CLASS_WEIGHT: f64 = 1.0;
const LIST_WEIGHT: f64 = 1.0;
const NEIGHBOURS_WEIGHT: f64 = 2.0;
const ROW_WEIGHT: f64 = 0.5;
/// Small, because among equally good candidates the nearest one is chosen anyway.
const POSITION_WEIGHT: f64 = 0.3;
const WINDOW_WEIGHT: f64 = 0.5;

/// The likeness from which on two labels name the same thing.
const SAME_NAME: f64 = 0.6;
/// The distance, as a share of the display, from which on two positions differ.
const ANOTHER_PLACE: f64 = 0.2;
/// The number of words near a widget that are compared.
const NEIGHBOURS_LIMIT: usize = 6;

/// The features of `widget` on its screen.
pub(super) struct WidgetTraits<'a> {
    pub(super) widget: &'a Widget,
    /// What people call it; for what shows a value only what does not change with it.
    name: &'a str,
    list: Option<&'a Widget>,
    neighbours: BTreeSet<&'a str>,
    share: RelativePosition,
}

impl<'a> WidgetTraits<'a> {
    pub(super) fn of(widget: &'a Widget, screen: &'a Screen) -> Self {
        Self {
            widget,
            name: name(widget),
            list: widget.position.list.and_then(|number| screen.widget(number)),
            neighbours: neighbours(widget, screen),
            share: share(widget.bounds.center(), screen.size.bounds()),
        }
    }

    /// How far apart the two lie, as a share of the display.
    pub(super) fn distance(&self, other: &Self) -> f64 {
        self.share.distance(other.share)
    }

    /// How much `other` agrees with this, 0 to 1, and in what it does not; `None` if it is
    /// another widget: neither its id nor its label is the same, or its window or list is not.
    pub(super) fn agreement(&self, other: &Self) -> Option<(f64, Vec<WidgetDifference>)> {
        let (old, new) = (self.widget, other.widget);
        let mut sum = AgreementSum::default();
        let (had_id, has_id) = (old.short_id(), new.short_id());
        let platform = old.resource_id.starts_with("android:");
        let same_id = had_id == has_id && !had_id.is_empty();
        if !had_id.is_empty() || !has_id.is_empty() {
            let weight = if platform { PLATFORM_ID } else { ID_WEIGHT };
            sum.add(weight, f64::from(same_id), WidgetDifference::Id, same_id);
        }
        let mut named = 0.0;
        if !self.name.is_empty() || !other.name.is_empty() {
            named = likeness(self.name, other.name);
            sum.add(LABEL_WEIGHT, named, WidgetDifference::Label, named >= 0.95);
        }
        let class = class_likeness(old, new);
        sum.add(CLASS_WEIGHT, class, WidgetDifference::Class, class >= 1.0);
        if let Some(listed) = self.same_list(other) {
            sum.add(LIST_WEIGHT, f64::from(listed), WidgetDifference::Row, true);
        } else if self.list.is_some() != other.list.is_some() {
            sum.add(LIST_WEIGHT, 0.0, WidgetDifference::Row, false);
        }
        if let (Some(row), Some(new_row)) = (old.position.row, new.position.row) {
            sum.add(ROW_WEIGHT, f64::from(row == new_row), WidgetDifference::Row, row == new_row);
        }
        let mut surrounded = self.neighbours.is_empty();
        if !self.neighbours.is_empty() || !other.neighbours.is_empty() {
            let near = overlap(&self.neighbours, &other.neighbours);
            sum.add(NEIGHBOURS_WEIGHT, near, WidgetDifference::Neighbours, near > 0.3);
            surrounded |= near > 0.0;
        }
        let far = self.distance(other);
        sum.add(
            POSITION_WEIGHT,
            (1.0 - far).max(0.0),
            WidgetDifference::Place,
            far < ANOTHER_PLACE,
        );
        let same_window = (old.position.window == 0) == (new.position.window == 0);
        sum.add(WINDOW_WEIGHT, f64::from(same_window), WidgetDifference::Place, true);
        let nameless = had_id.is_empty() && self.name.is_empty();
        let identified = if nameless {
            has_id.is_empty() && other.name.is_empty() && class >= 1.0 && surrounded
        } else if platform && !self.name.is_empty() {
            // The same button of a dialog may say something quite different.
            named >= SAME_NAME
        } else {
            same_id || named >= SAME_NAME
        };
        identified.then(|| sum.reported())
    }

    /// Whether both are in the same list; `None` if one of them is in none.
    fn same_list(&self, other: &Self) -> Option<bool> {
        let (one, two) = (self.list?, other.list?);
        Some(one.short_id() == two.short_id() && one.short_class() == two.short_class())
    }
}

/// Weighed agreements.
#[derive(Default)]
struct AgreementSum {
    got: f64,
    most: f64,
    differences: Vec<WidgetDifference>,
}

impl AgreementSum {
    fn add(&mut self, weight: f64, agreement: f64, what: WidgetDifference, same: bool) {
        self.got += weight * agreement;
        self.most += weight;
        if !same && !self.differences.contains(&what) {
            self.differences.push(what);
        }
    }

    fn reported(self) -> (f64, Vec<WidgetDifference>) {
        (self.got / self.most.max(f64::MIN_POSITIVE), self.differences)
    }
}

/// What people call `widget`, without what was typed or chosen in it.
fn name(widget: &Widget) -> &str {
    let fixed = if widget.hint.is_empty() { &widget.content_desc } else { &widget.hint };
    match widget.role() {
        WidgetRole::Field | WidgetRole::Slider | WidgetRole::Picker | WidgetRole::Progress => fixed,
        WidgetRole::List => &widget.content_desc,
        // A widget without text is recognised by its id.
        _ if widget.label == widget.short_id() => "",
        _ => &widget.label,
    }
}

/// How much two names are the same, 0 to 1.
fn likeness(one: &str, other: &str) -> f64 {
    if one == other {
        return 1.0;
    }
    if one.is_empty() || other.is_empty() {
        return 0.0;
    }
    let plain = |text: &str| text.trim().to_lowercase();
    let (one, other) = (plain(one), plain(other));
    if one == other {
        return 0.95;
    }
    let folded = |text: &str| text.replace(|letter: char| letter.is_ascii_digit(), "#");
    if folded(&one) == folded(&other) {
        return 0.7;
    }
    let near = strsim::normalized_damerau_levenshtein(&cut(&one), &cut(&other));
    if near > 0.75 { 0.8 * near } else { 0.3 * near }
}

/// Comparing is quadratic, so only so much of a text is compared.
fn cut(text: &str) -> String {
    text.chars().take(80).collect()
}

fn class_likeness(old: &Widget, new: &Widget) -> f64 {
    if old.class == new.class {
        1.0
    } else if old.role() == new.role() {
        0.6
    } else {
        0.0
    }
}

/// The words near `widget`: those of its row, else those beside it under the same parent, else the
/// nearest ones.
fn neighbours<'a>(widget: &Widget, screen: &'a Screen) -> BTreeSet<&'a str> {
    let others = screen.widgets.iter().filter(|other| {
        other.number != widget.number && !other.label.is_empty() && other.label != widget.label
    });
    let says = |other: &&Widget| !other.is_field();
    let others = others.filter(says);
    if widget.position.row.is_some() {
        let same = |other: &&Widget| {
            other.position.list == widget.position.list && other.position.row == widget.position.row
        };
        return others.filter(same).map(|other| other.label.as_str()).collect();
    }
    let middle = widget.bounds.center();
    let mut near: Vec<(i64, &Widget)> = others
        .filter(|other| {
            other.position.list.is_none() && other.position.window == widget.position.window
        })
        .map(|other| {
            let at = other.bounds.center();
            let (x, y) =
                (i64::from(at.x) - i64::from(middle.x), i64::from(at.y) - i64::from(middle.y));
            (x.saturating_mul(x).saturating_add(y.saturating_mul(y)), other)
        })
        .collect();
    near.sort_by_key(|(distance, other)| (*distance, other.number));
    near.into_iter().take(NEIGHBOURS_LIMIT).map(|(_, other)| other.label.as_str()).collect()
}

/// The share of words in both (Dice's coefficient).
fn overlap(one: &BTreeSet<&str>, other: &BTreeSet<&str>) -> f64 {
    let both = one.intersection(other).count();
    2.0 * both as f64 / (one.len() + other.len()).max(1) as f64
}
