//! How much of a run each component may take (VLM-Fuzz, section 3): by what there is to do in it.

use crate::domain::Screen;
use crate::explorer::RemainingBudget;

/// What a menu's item weighs against a widget.
const MENU_ITEM: u64 = 4;
/// No component gets less than this part of the whole.
const LEAST: f64 = 0.05;
/// Actions shared out at a time where the run has no limit of its own.
const ROUND: u64 = 200;

/// A component and what it may take.
#[derive(Clone, Debug)]
struct ComponentShare {
    name: String,
    /// Widgets that act on its first screen.
    widgets: u64,
    /// Items that the MENU key shows.
    menu: u64,
    /// Actions spent in it.
    spent: u64,
}

/// What each component may take.
#[derive(Clone, Debug, Default)]
pub(super) struct ComponentBudget {
    components: Vec<ComponentShare>,
}

impl ComponentBudget {
    /// The component `name` is met with `screen`. Only its first look counts.
    pub(super) fn meet(&mut self, name: &str, screen: &Screen) {
        if self.components.iter().all(|component| component.name != name) {
            let widgets = interactive(screen);
            let name = name.to_owned();
            self.components.push(ComponentShare { name, widgets, menu: 0, spent: 0 });
        }
    }

    /// The MENU key shows `items` in the component `name`.
    pub(super) fn menu(&mut self, name: &str, items: u64) {
        if let Some(component) = self.of(name) {
            component.menu = component.menu.max(items);
        }
    }

    /// An action was spent in the component `name`.
    pub(super) fn spend(&mut self, name: &str) {
        if let Some(component) = self.of(name) {
            component.spent += 1;
        }
    }

    /// True if the component `name` has had its share of the run so far.
    pub(super) fn is_spent(&self, name: &str, left: RemainingBudget) -> bool {
        let Some(own) = self.components.iter().find(|component| component.name == name) else {
            return false;
        };
        let spent: u64 = self.components.iter().map(|component| component.spent).sum();
        let whole = left.steps.map_or_else(|| (spent / ROUND + 1) * ROUND, |left| spent + left);
        own.spent as f64 >= self.share(own) * whole as f64
    }

    /// The share of `own`, from 0 to 1.
    fn share(&self, own: &ComponentShare) -> f64 {
        let weight = |component: &ComponentShare| component.widgets + MENU_ITEM * component.menu;
        let sum: u64 = self.components.iter().map(weight).sum();
        let share = weight(own) as f64 / sum.max(1) as f64;
        share.max(LEAST)
    }

    fn of(&mut self, name: &str) -> Option<&mut ComponentShare> {
        self.components.iter_mut().find(|component| component.name == name)
    }
}

/// Widgets that act.
pub(super) fn interactive(screen: &Screen) -> u64 {
    screen.widgets.iter().filter(|widget| widget.acts()).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::elevate::tests::world::menu;

    fn screen_of(activity: &str, screen: Screen) -> Screen {
        Screen { activity: activity.into(), ..screen }
    }

    #[test]
    fn rich_components_get_more() {
        let mut budget = ComponentBudget::default();
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

    #[test]
    fn without_a_limit_it_goes_by_rounds() {
        let mut budget = ComponentBudget::default();
        for name in [".One", ".Other"] {
            budget.meet(name, &screen_of(name, menu(name, &["A"])));
        }
        let spend =
            |budget: &mut ComponentBudget, name, times| (0..times).for_each(|_| budget.spend(name));
        spend(&mut budget, ".One", 100);
        assert!(budget.is_spent(".One", RemainingBudget::default()));
        spend(&mut budget, ".Other", 100);
        assert!(!budget.is_spent(".One", RemainingBudget::default()), "a new round has begun");
    }
}
