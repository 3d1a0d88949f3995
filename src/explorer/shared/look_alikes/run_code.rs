//! How many functions of the app ran for the first time in a step, where the target counts them while
//! the app runs, as browsers do.

use crate::domain::coverage::FUNCTIONS;
use crate::model::BehaviourModel;

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct RunCode {
    /// The functions that ran so far; `None` before anything was seen, and if they are not counted.
    known: Option<u64>,
    /// New screens, and those of them for which none ran for the first time.
    screens: u32,
    without_code: u32,
}

impl RunCode {
    /// True if the target counts them.
    pub(in crate::explorer) const fn is_counted(&self) -> bool {
        self.known.is_some()
    }

    /// A new screen was shown; functions ran for the first time for it if `by_code`.
    pub(super) const fn explained(&mut self, by_code: bool) {
        self.screens += 1;
        self.without_code += !by_code as u32;
    }

    /// False if at least `few` new screens ran nothing for the first time, and these are most: a server
    /// makes the pages of such an app, and that is not counted.
    pub(super) const fn tells_news(&self, few: u32) -> bool {
        self.without_code < few || self.without_code * 2 <= self.screens
    }

    /// Takes in what ran before the first step that is learned.
    pub(super) fn begin(&mut self, model: &BehaviourModel) {
        if self.known.is_none() {
            self.known = count(model);
        }
    }

    /// How many functions ran for the first time since this was asked last.
    pub(in crate::explorer) fn ran(&mut self, model: &BehaviourModel) -> u64 {
        let Some(now) = count(model) else { return 0 };
        let before = self.known.replace(now);
        before.map_or(0, |before| now.saturating_sub(before))
    }
}

fn count(model: &BehaviourModel) -> Option<u64> {
    model.coverage().get(FUNCTIONS).map(|count| count.covered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_no_measure_of_pages_that_a_server_makes() {
        let mut code = RunCode::default();
        let told = [true, false, false, false, true, false].map(|by_code| {
            code.explained(by_code);
            code.tells_news(4)
        });
        assert_eq!(told, [true, true, true, true, true, false]);
        (0..4).for_each(|_| code.explained(true));
        assert!(code.tells_news(4), "most run something");
    }
}
