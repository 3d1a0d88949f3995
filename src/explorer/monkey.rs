//! The baseline: weighted random actions.

mod weights;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

pub use self::weights::MonkeyWeights;
use super::shared::actions::{named, other_rotation};
use super::shared::returning::return_to_app;
use super::shared::unlisted::unlisted_actions;
use super::weights::{self as values, WeightsError};
use super::{
    Explorer, ExplorerProposal, ExplorerSettings, PerformedAction, Proposing, SHOWN_ALTERNATIVES,
    Situation,
};
use crate::domain::{
    Action, ActionKind, AvailableAction, DeviceKey, InputText, Point, WidgetRole, WidgetTarget,
};
use crate::llm::Asker;
use crate::protocol::Alternative;

/// Picks among all possible actions at random, typed text included. It knows no states.
pub struct Monkey {
    weights: MonkeyWeights,
    random: StdRng,
}

impl Monkey {
    /// One as `settings` say. Its choices follow from the seed.
    ///
    /// # Errors
    /// If the settings name a weight that it does not have.
    pub fn new(settings: &ExplorerSettings) -> Result<Self, WeightsError> {
        let weights = values::read(&settings.weights)?;
        Ok(Self { weights, random: StdRng::seed_from_u64(settings.seed) })
    }

    fn choose(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        if let Some(back) = return_to_app(situation) {
            return Some(back);
        }
        let raw = self.raw_touch(situation).map(|touch| (touch, self.weights.raw_touch));
        let choices: Vec<(AvailableAction, f64)> = self
            .possible(situation)
            .into_iter()
            .chain(raw)
            .filter(|(action, _)| !situation.is_refused(&action.key))
            .collect();
        let total: f64 = choices.iter().map(|(_, weight)| weight).sum();
        let mut point = self.random.random::<f64>() * total;
        let (mut chosen, weight) = choices
            .iter()
            .find(|(_, weight)| {
                point -= weight;
                point < 0.0
            })
            .or(choices.last())
            .cloned()?;
        if let Action::Type { target, text: InputText::Plain(_) } = chosen.action {
            let text = InputText::Plain(self.random_text());
            chosen = named(situation, Action::Type { target, text });
        }
        let why = format!("Drawn at random: one in {:.0} by weight.", (total / weight).max(1.0));
        Some(ExplorerProposal::new(chosen, why).with_alternatives(shown(choices, total)))
    }

    /// A touch at a random point of the display, aimed at the innermost widget there or at the display; `None` if
    /// such touches have no weight.
    fn raw_touch(&mut self, situation: &Situation) -> Option<AvailableAction> {
        if self.weights.raw_touch <= 0.0 {
            return None;
        }
        let screen = &situation.screen;
        let x = self.random.random_range(0..screen.size.width.max(1));
        let y = self.random.random_range(0..screen.size.height.max(1));
        let point = Point::new(x, y);
        let there = screen.widgets.iter().filter(|widget| widget.bounds.contains(point));
        let target = there.max_by_key(|widget| widget.position.depth).map(WidgetTarget::of);
        let display = || WidgetTarget {
            class: WidgetRole::Opaque.word().into(),
            label: "display".into(),
            bounds: screen.size.bounds(),
            ..WidgetTarget::default()
        };
        let target = WidgetTarget { point, ..target.unwrap_or_else(display) };
        Some(named(situation, Action::Tap { target }))
    }

    /// Random letters and digits, at least one.
    fn random_text(&mut self) -> String {
        const SIGNS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
        let length = self.random.random_range(1..=self.weights.longest_text.max(1));
        (0..length).map(|_| char::from(SIGNS[self.random.random_range(0..SIGNS.len())])).collect()
    }

    /// All that could be done, with weights.
    fn possible(&self, situation: &Situation) -> Vec<(AvailableAction, f64)> {
        let weights = &self.weights;
        let of_widgets = situation.available.iter().map(|available| {
            let weight = match available.action.kind() {
                ActionKind::Tap => weights.tap,
                ActionKind::Type => weights.type_text,
                _ => weights.other,
            };
            (available.clone(), weight)
        });
        let of_areas =
            unlisted_actions(situation, &weights.unlisted).into_iter().map(|available| {
                let is_enter = available.action.kind() == ActionKind::Key;
                let weight = if is_enter { weights.enter } else { weights.stroke };
                (available, weight)
            });
        let keys = [
            (DeviceKey::Back, weights.back),
            (DeviceKey::Menu, weights.menu),
            (DeviceKey::Home, weights.home),
        ];
        // What offers nothing may have been left half built.
        let restart = situation.available.is_empty().then_some((Action::Restart, weights.restart));
        let always = keys
            .into_iter()
            .map(|(key, weight)| (Action::Key { key }, weight))
            .chain([(Action::Rotate { rotation: other_rotation(situation) }, weights.rotate)])
            .chain(restart)
            .filter(|(action, _)| situation.allows(action))
            .map(|(action, weight)| (named(situation, action), weight));
        of_widgets.chain(of_areas).chain(always).collect()
    }
}

impl Explorer for Monkey {
    fn name(&self) -> &'static str {
        "monkey"
    }

    /// It remembers nothing.
    fn learn(&mut self, _done: &PerformedAction, _situation: &Situation) {}

    fn propose<'a>(&'a mut self, situation: &'a Situation, _asker: &'a mut Asker) -> Proposing<'a> {
        Box::pin(async move { self.choose(situation) })
    }
}

fn shown(mut choices: Vec<(AvailableAction, f64)>, total: f64) -> Vec<Alternative> {
    choices.sort_by(|one, other| other.1.total_cmp(&one.1));
    choices
        .into_iter()
        .take(SHOWN_ALTERNATIVES)
        .map(|(available, weight)| Alternative {
            action: available.action,
            key: available.key,
            score: weight / total,
            why: "by weight".into(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::explorer::testing::{World, menu, phone};

    fn restarts(screen: crate::domain::Screen) -> bool {
        let mut world = World::new(None);
        let mut monkey = Monkey::new(&ExplorerSettings::default()).unwrap();
        world.show(screen);
        (0..60).any(|_| world.ask(&mut monkey).0.is_some_and(|it| it.action == Action::Restart))
    }

    #[test]
    fn raw_touches_go_anywhere_and_have_no_weight_by_default() {
        let points = |weight: f64| {
            let mut monkey = Monkey::new(&ExplorerSettings::default()).unwrap();
            monkey.weights.raw_touch = weight;
            let mut world = World::new(None);
            world.show(menu("Main", &["A", "B"]));
            let mut taps = HashSet::new();
            for _ in 0..60 {
                let proposal = world.ask(&mut monkey).0;
                taps.extend(proposal.and_then(|it| it.action.target().map(|target| target.point)));
            }
            taps.len()
        };
        assert!(points(0.0) <= 3, "the middles of widgets");
        assert!(points(1_000.0) > 20);
    }

    #[test]
    fn an_app_that_offers_nothing_is_restarted_in_the_end() {
        assert!(restarts(phone(Vec::new())));
        assert!(!restarts(menu("Main", &["A", "B"])));
    }
}
