//! When a model is asked which input comes next, and when it rests.
//!
//! A voice app says what can be answered, so the rules see nearly all of it by themselves. A model that was
//! chosen by several times in a row without anything new being heard is not asked for a while, and longer
//! each time; what it is asked for then costs as much as before, but seldom.

use crate::explorer::Situation;
use crate::explorer::elevate::ElevateWeights;

/// See the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModelRest {
    /// Choices of the model in a row that showed nothing new.
    fruitless: u32,
    /// Rests in a row.
    rests: u32,
    /// The rules choose before this step.
    until: u64,
    /// States known when the model chose, and the step of it.
    chose: Option<(u64, usize)>,
}

impl ModelRest {
    /// Takes in what came of the latest choice. True if the rules choose now.
    pub fn is_on(&mut self, situation: &Situation, weights: &ElevateWeights) -> bool {
        let known = known(situation);
        if let Some((_, before)) = self.chose.take_if(|(step, _)| situation.step > *step) {
            if known > before {
                (self.fruitless, self.rests) = (0, 0);
            } else {
                self.fruitless += 1;
            }
        }
        if self.fruitless >= weights.voice_fruitless {
            let length = weights.voice_rest.saturating_mul(2_u64.saturating_pow(self.rests));
            self.until = situation.step.saturating_add(length);
            self.rests = self.rests.saturating_add(1);
            self.fruitless = 0;
        }
        situation.step < self.until
    }

    /// Remembers that the model chooses now.
    pub fn chose(&mut self, situation: &Situation) {
        self.chose = Some((situation.step, known(situation)));
    }
}

/// States that are not merged with others.
fn known(situation: &Situation) -> usize {
    situation.model.states().iter().filter(|node| !node.is_absorbed).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Screen;
    use crate::explorer::testing::{World, menu};

    #[test]
    fn a_model_whose_choices_show_nothing_new_rests_longer_each_time() {
        let weights = ElevateWeights::default();
        let mut world = World::new(None);
        let mut rest = ModelRest::default();
        let mut asked = Vec::new();
        world.show(menu("Start", &["One", "Two"]));
        for step in 1..40 {
            world.step = step;
            let situation = world.situation();
            if !rest.is_on(&situation, &weights) {
                rest.chose(&situation);
                asked.push(step);
            }
        }
        let gaps: Vec<u64> = asked.windows(2).map(|two| two[1] - two[0]).collect();
        let mut longer = gaps.iter().filter(|gap| **gap > 1);
        assert_eq!((longer.next(), longer.next()), (Some(&7), Some(&13)), "{asked:?}");
    }

    #[test]
    fn something_new_ends_the_count() {
        let weights = ElevateWeights::default();
        let mut world = World::new(None);
        let mut rest = ModelRest::default();
        for step in 1..20 {
            world.step = step;
            let page = menu("Page", &["One", "Two"]);
            world.show(Screen { location: format!(".Page{}", step / 2), ..page });
            let situation = world.situation();
            assert!(!rest.is_on(&situation, &weights), "step {step}");
            rest.chose(&situation);
        }
    }
}
