//! Finding a widget of one screen on another, by its meaning and never by coordinates alone.
//!
//! Each candidate is compared with the original widget: id, label, class, available actions, the words
//! near it, its list and row, and its position relative to the display. The features in which both
//! agree are added up with weights, as Similo does for web elements (Nass, Alégroth,
//! Feldt, Leotta, Ricca: Similarity-based web element localization for robust test automation, TOSEM
//! 2023); the features and weights are this project's. If the original has an id or a label, a widget
//! with neither of them is no candidate, however near it is.

mod place;
mod traits;

use super::action::{Action, WidgetTarget};
use super::screen::Screen;
use super::widget::Widget;

use place::{moved_point, touched, touched_part};
use traits::WidgetTraits;

/// The share of agreement below which a widget is not the original one.
const MIN_AGREEMENT: f64 = 0.4;
/// The difference in agreement below which two candidates are equally good.
const TIE_MARGIN: f64 = 0.03;

/// A feature in which a widget differs from the original one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WidgetDifference {
    /// Its id.
    Id,
    /// Its label.
    Label,
    /// Its class.
    Class,
    /// The words near it.
    Neighbours,
    /// Its row in the list.
    Row,
    /// Its position, relative to the display.
    Place,
}

impl WidgetDifference {
    /// The word shown to the tester.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Label => "label",
            Self::Class => "class",
            Self::Neighbours => "neighbours",
            Self::Row => "row",
            Self::Place => "place",
        }
    }
}

/// A widget that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct LocatedWidget {
    /// Its number on the screen that was searched.
    pub number: usize,
    /// How much it agrees with the original one: 1 for everything.
    pub confidence: f64,
    /// What is different.
    pub differences: Vec<WidgetDifference>,
    /// Other widgets that agree as much; the one nearest to the old position was chosen.
    pub rivals: usize,
}

impl LocatedWidget {
    /// What the tester should know; `None` if nothing.
    pub fn remark(&self) -> Option<String> {
        let mut parts = Vec::new();
        let reported = |difference: &&WidgetDifference| {
            !matches!(difference, WidgetDifference::Place | WidgetDifference::Neighbours)
        };
        let words: Vec<_> = self.differences.iter().filter(reported).map(|it| it.word()).collect();
        if !words.is_empty() {
            parts.push(format!("with another {}", words.join(" and ")));
        }
        if self.rivals > 0 {
            parts.push(format!("one of {} that look the same", self.rivals + 1));
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// The widget of `now` that `action`, performed on `then`, would be aimed at; `None` if there is
/// none, or the action is aimed at no widget. Of a pair it is the first one.
pub fn locate(action: &Action, then: &Screen, now: &Screen) -> Option<LocatedWidget> {
    let action = action.singles().find(|single| single.target().is_some())?;
    let target = action.target()?;
    let old = meant(target, then);
    let old = WidgetTraits::of(&old, then);
    let mut found: Vec<(LocatedWidget, f64)> = Vec::new();
    for widget in &now.widgets {
        if widget.tap.is_none() || !widget.enabled || !takes(widget, action, old.widget) {
            continue;
        }
        let new = WidgetTraits::of(widget, now);
        let Some((confidence, differences)) = old.agreement(&new) else { continue };
        let far = old.distance(&new);
        let located = LocatedWidget { number: widget.number, confidence, differences, rivals: 0 };
        found.push((located, far));
    }
    let best = found.iter().map(|(one, _)| one.confidence).fold(0.0, f64::max);
    if best < MIN_AGREEMENT {
        return None;
    }
    found.retain(|(one, _)| one.confidence > best - TIE_MARGIN && one.confidence >= MIN_AGREEMENT);
    let rivals = found.len() - 1;
    // Of those that agree as much in the words, what lies nearest to the old place.
    found.sort_by(|(one, far), (other, further)| {
        far.total_cmp(further).then(one.number.cmp(&other.number))
    });
    let (located, _) = found.into_iter().next()?;
    Some(LocatedWidget { rivals, ..located })
}

/// `action` aimed at the same widget and place on `now` as it was on `then`. An action that is aimed
/// at no widget is returned unchanged, with nothing located. Both halves of a pair are aimed, because
/// nothing is observed between them; the less certain widget is returned.
///
/// # Errors
/// If the widget is not on `now`.
pub fn again(
    action: &Action,
    then: &Screen,
    now: &Screen,
) -> Result<(Action, Option<LocatedWidget>), WidgetMissing> {
    let Action::AtOnce(pair) = action else { return single(action, then, now) };
    let (first, one) = single(pair.first(), then, now)?;
    let (last, other) = single(pair.then(), then, now)?;
    // Aiming changes no kind, so they may stand together as before.
    let again =
        Action::at_once(first, last).map_err(|error| WidgetMissing { what: error.to_string() })?;
    let located = [one, other].into_iter().flatten();
    Ok((
        again,
        located.reduce(|one, other| if other.confidence < one.confidence { other } else { one }),
    ))
}

fn single(
    action: &Action,
    then: &Screen,
    now: &Screen,
) -> Result<(Action, Option<LocatedWidget>), WidgetMissing> {
    let Some(old) = action.target() else { return Ok((action.clone(), None)) };
    let not_there = || WidgetMissing { what: name(old) };
    let located = locate(action, then, now).ok_or_else(not_there)?;
    let widget = now.widget(located.number).ok_or_else(not_there)?;
    let mut action = action.clone();
    let old_widget = meant(old, then);
    let target = WidgetTarget {
        point: touched(old, &old_widget, widget),
        bounds: touched_part(old, &old_widget, widget),
        ..WidgetTarget::of(widget)
    };
    if let Action::Drag { to, .. } = &mut action {
        *to = moved_point(*to, then, now);
    }
    if let Some(aim) = action.target_mut() {
        *aim = target;
    }
    Ok((action, Some(located)))
}

/// A widget that is not on the screen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} is not on this screen")]
pub struct WidgetMissing {
    /// What people call it.
    pub what: String,
}

/// What people call `target`.
fn name(target: &WidgetTarget) -> String {
    let id = target.resource_id.rsplit(['/', ':']).next().unwrap_or_default();
    let class = target.class.rsplit(['.', '$']).next().unwrap_or_default();
    match (target.label.as_str(), id) {
        ("", "") if class.is_empty() => "the widget".to_owned(),
        ("", "") => format!("the {class}"),
        ("", id) => format!("#{id}"),
        (label, _) => format!("{:?}", label.chars().take(40).collect::<String>()),
    }
}

/// The widget that `target` meant; if its number is another widget's by now, what the target itself
/// stores of it.
fn meant(target: &WidgetTarget, then: &Screen) -> Widget {
    let there = then
        .widget(target.number)
        .filter(|widget| widget.resource_id == target.resource_id && widget.class == target.class);
    there.cloned().unwrap_or_else(|| Widget {
        number: target.number,
        class: target.class.clone(),
        resource_id: target.resource_id.clone(),
        label: target.label.clone(),
        bounds: target.bounds,
        ..Widget::default()
    })
}

/// True if `widget` accepts the action as the original one did. If the original did not declare it,
/// neither must `widget`: a tester may touch anything.
fn takes(widget: &Widget, action: &Action, old: &Widget) -> bool {
    let kind = action.kind();
    !old.allows(kind)
        || (widget.allows(kind) && (widget.inherits.is_none() || old.inherits.is_some()))
}

#[cfg(test)]
mod tests;
