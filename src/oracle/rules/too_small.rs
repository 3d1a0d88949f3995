//! Widgets that are cut off or too small to be touched.
//!
//! Source: WCAG 2.2, success criterion 2.5.8 (target size, minimum), of whose 24 dp this takes half,
//! so that only what can hardly be meant is told; the cut components of Nighthawk (TSE 2022). What is
//! narrow but long is not told: gutters, handles and sliders are, and can be hit beside it.

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{ActionKind, Screen, Widget, WidgetRole};
use crate::oracle::reading::{ancestors, shown_words};

/// The narrow side of a display is about so many times as long as the least target is wide: 360 dp
/// for 12 dp.
const TARGETS_ACROSS: i32 = 30;

/// What is smaller than this part of the least target is there for programs, such as screen readers.
const SEEN_PART: i32 = 6;

/// If so many targets of a page are too small, and a third of them, the page itself is.
const FEW: usize = 3;

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct TooSmall;

impl BugRule for TooSmall {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(after) = turn.after() else { return Vec::new() };
        let least = after.size.width.min(after.size.height) / TARGETS_ACROSS;
        let targets: Vec<&Widget> =
            after.widgets.iter().filter(|widget| is_target(after, widget)).collect();
        let is_small = |it: &&&Widget| {
            let (width, height) = (it.bounds.width(), it.bounds.height());
            width.min(height) < least
                && (least / SEEN_PART + 1..2 * least).contains(&width.max(height))
        };
        let small: Vec<&Widget> = targets.iter().filter(is_small).copied().collect();
        // A page that a browser shows small as a whole is made larger by its user.
        let is_scaled = small.len() >= FEW && small.len() * 3 >= targets.len();
        if is_scaled || has_tiny_words(after, least) {
            return Vec::new();
        }
        let reported = |widget: &Widget| RuleViolation {
            subject: format!("{}|{}", page_key(after), widget.label),
            expected: format!("{:?} is large enough to be touched.", widget.label),
            actual: format!(
                "{:?} is {} by {} pixels large.",
                widget.label,
                widget.bounds.width(),
                widget.bounds.height()
            ),
            bounds: Some(widget.bounds),
            ..RuleViolation::default()
        };
        small.into_iter().map(reported).collect()
    }
}

/// True for a page in a browser half of whose texts are lower than the least target: it is shown small as a whole.
fn has_tiny_words(screen: &Screen, least: i32) -> bool {
    let texts = screen.widgets.iter().filter(|widget| !shown_words(widget).trim().is_empty());
    let heights: Vec<i32> = texts.map(|widget| widget.bounds.height()).collect();
    let tiny = heights.iter().filter(|height| **height < least).count();
    screen.is_in_browser() && tiny >= FEW && tiny * 2 >= heights.len()
}

/// True for what is touched by itself and not cut off by the edge of what scrolls.
fn is_target(screen: &Screen, widget: &Widget) -> bool {
    widget.allows(ActionKind::Tap)
        && widget.inherits.is_none()
        && widget.enabled
        && widget.position.list.is_none()
        && !ancestors(screen, widget)
            .any(|outer| outer.allows(ActionKind::Scroll) || outer.allows(ActionKind::Tap))
        && !screen.widgets.iter().any(|other| is_mark_of(widget, other))
        && !screen.widgets.iter().any(|other| hangs_out_of(widget, other))
}

/// True for what is in `widget` and larger: that is only the place from which it hangs, as menus of web pages do.
fn hangs_out_of(widget: &Widget, other: &Widget) -> bool {
    other.position.parent == Some(widget.number)
        && other.bounds.width() > widget.bounds.width()
        && other.bounds.height() > widget.bounds.height()
}

/// True for a mark that is drawn on a larger control, such as the arrow of a drop-down list.
fn is_mark_of(widget: &Widget, other: &Widget) -> bool {
    let takes_values = other.is_field() || other.role() == WidgetRole::Picker;
    other.number != widget.number
        && takes_values
        && widget.role() != WidgetRole::Button
        && other.bounds.contains(widget.bounds.center())
}
