//! How much of a run each component may take (VLM-Fuzz, section 3): by what there is to do in it.

use std::collections::HashMap;
use std::sync::Arc;

use super::weights::VlmFuzzWeights;
use crate::domain::Screen;
use crate::explorer::RemainingBudget;

/// A component and what it may take.
#[derive(Clone, Debug, Default)]
struct ComponentShare {
    /// Widgets that act on its largest screen so far: the first one may be a welcome over it.
    widgets: u64,
    /// Items that the MENU key shows.
    menu: u64,
    /// Actions spent in it.
    spent: u64,
}

/// What each component may take.
#[derive(Clone, Debug)]
pub(super) struct ComponentBudget {
    weights: Arc<VlmFuzzWeights>,
    components: HashMap<String, ComponentShare>,
    /// What the components count in all.
    weight: u64,
    /// Actions spent in all components.
    spent: u64,
}

impl ComponentBudget {
    /// Nothing is known yet.
    pub(super) fn new(weights: Arc<VlmFuzzWeights>) -> Self {
        Self { weights, components: HashMap::new(), weight: 0, spent: 0 }
    }

    /// The component `name` shows `screen`.
    pub(super) fn meet(&mut self, name: &str, screen: &Screen) {
        let widgets = interactive(screen);
        let known = match self.components.get_mut(name) {
            Some(known) => known,
            None => self.components.entry(name.to_owned()).or_default(),
        };
        let more = widgets.saturating_sub(known.widgets);
        known.widgets += more;
        self.weight += more;
    }

    /// The MENU key shows `items` in the component `name`.
    pub(super) fn menu(&mut self, name: &str, items: u64) {
        if let Some(component) = self.components.get_mut(name).filter(|c| c.menu < items) {
            self.weight += self.weights.menu_item_weight * (items - component.menu);
            component.menu = items;
        }
    }

    /// An action was spent in the component `name`.
    pub(super) fn spend(&mut self, name: &str) {
        if let Some(component) = self.components.get_mut(name) {
            component.spent += 1;
            self.spent += 1;
        }
    }

    /// True if the component `name` has had its share of the run so far.
    pub(super) fn is_spent(&self, name: &str, left: RemainingBudget) -> bool {
        let Some(own) = self.components.get(name) else { return false };
        let period = self.weights.budget_period.max(1);
        let whole =
            left.steps.map_or_else(|| (self.spent / period + 1) * period, |left| self.spent + left);
        own.spent as f64 >= self.share(own) * whole as f64
    }

    /// The share of `own`, from 0 to 1.
    fn share(&self, own: &ComponentShare) -> f64 {
        let weight = own.widgets + self.weights.menu_item_weight * own.menu;
        let share = weight as f64 / self.weight.max(1) as f64;
        share.max(self.weights.least_share)
    }
}

/// Widgets that act.
pub(super) fn interactive(screen: &Screen) -> u64 {
    screen.widgets.iter().filter(|widget| widget.acts()).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::menu;

    fn screen_of(activity: &str, screen: Screen) -> Screen {
        Screen { location: activity.into(), ..screen }
    }

    #[test]
    fn rich_components_get_more() {
        let mut budget = ComponentBudget::new(Arc::default());
        budget.meet(".Rich", &screen_of(".Rich", menu("Rich", &["A", "B", "C", "D"])));
        budget.meet(".Poor", &screen_of(".Poor", menu("Poor", &["A"])));
        budget.menu(".Rich", 1);
        for _ in 0..12 {
            budget.spend(".Poor");
        }
        let left = RemainingBudget { steps: Some(88), ms: None };
        assert!(budget.is_spent(".Poor", left), "1 of 9 of 100 actions");
        assert!(!budget.is_spent(".Rich", left));
        assert!(!budget.is_spent(".Unknown", left));
    }

    /// An app whose first screen was covered by a welcome had its main screen left after eight steps.
    #[test]
    fn what_lay_under_a_welcome_counts_once_it_is_seen() {
        let mut budget = ComponentBudget::new(Arc::default());
        budget.meet(".Main", &screen_of(".Main", menu("Welcome", &["OK"])));
        budget.meet(".Other", &screen_of(".Other", menu("Other", &["A", "B", "C", "D"])));
        for _ in 0..30 {
            budget.spend(".Main");
        }
        let left = RemainingBudget { steps: Some(70), ms: None };
        assert!(budget.is_spent(".Main", left), "1 of 5 of 100 actions");
        budget.meet(".Main", &screen_of(".Main", menu("Main", &["A", "B", "C", "D"])));
        assert!(!budget.is_spent(".Main", left), "a half");
        budget.meet(".Main", &screen_of(".Main", menu("Welcome", &["OK"])));
        assert!(!budget.is_spent(".Main", left));
    }

    #[test]
    fn without_a_limit_it_goes_by_periods() {
        let mut budget = ComponentBudget::new(Arc::default());
        for name in [".One", ".Other"] {
            budget.meet(name, &screen_of(name, menu(name, &["A"])));
        }
        let spend =
            |budget: &mut ComponentBudget, name, times| (0..times).for_each(|_| budget.spend(name));
        spend(&mut budget, ".One", 100);
        assert!(budget.is_spent(".One", RemainingBudget::default()));
        spend(&mut budget, ".Other", 100);
        assert!(!budget.is_spent(".One", RemainingBudget::default()), "a new period has begun");
    }
}
