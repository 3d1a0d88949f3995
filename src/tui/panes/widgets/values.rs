//! What a network expects of each widget, as bars.

use std::collections::HashMap;

use crate::domain::Widget;
use crate::tui::controls::bars;
use crate::tui::view::ViewContext;

/// Columns of the bars, and of the number beside each.
const BAR_COLUMNS: usize = 4;
/// Columns of both.
pub(super) const VALUE_COLUMNS: usize = BAR_COLUMNS + 6;

/// The bar of the least value, from 0 to 1.
const SHORTEST_BAR: f64 = 0.1;

/// The values of the widgets of one screen, by their numbers, and the range that they lie in.
pub(super) struct WidgetValues {
    values: HashMap<usize, f64>,
    least: f64,
    most: f64,
}

impl WidgetValues {
    /// Those of the shown moment, if a network told there; none of a widget if a rule proposed.
    pub(super) fn shown(view: &ViewContext<'_>) -> Option<Self> {
        let told = view.moment()?.proposals.iter().rev();
        let insight = told.filter_map(|reviewed| reviewed.proposal.insight.as_ref()).next()?;
        let values: HashMap<usize, f64> =
            insight.values.iter().map(|(number, value)| (*number, f64::from(*value))).collect();
        let least = values.values().copied().fold(f64::INFINITY, f64::min);
        let most = values.values().copied().fold(f64::NEG_INFINITY, f64::max);
        Some(Self { values, least, most })
    }

    /// The bar and the number of `widget`; nothing if it was not valued. Values of one screen often
    /// differ little, so the bars begin a little below the least one.
    pub(super) fn of(&self, widget: &Widget) -> String {
        let Some(own) = self.values.get(&widget.number) else { return String::new() };
        let share = bars::share(own - self.least, [self.most - self.least]);
        let share = SHORTEST_BAR + (1.0 - SHORTEST_BAR) * share;
        format!("{} {own:>5.1}", bars::bar(share, BAR_COLUMNS))
    }
}
