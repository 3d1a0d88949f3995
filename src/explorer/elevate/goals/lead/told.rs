//! What was done and shown before, as a question of the model's lead tells it: each text of a screen once, and a figure
//! whenever it was not there before.

use std::collections::{HashMap, HashSet, VecDeque};

use serde::{Deserialize, Serialize};

use super::inputs::has_digit;
use crate::domain::Screen;
use crate::explorer::Situation;
use crate::explorer::elevate::goals::names;
use crate::explorer::shared::history::RecentAction;
use crate::explorer::shared::look_alikes::run_code::RunCode;
use crate::explorer::shared::output;
use crate::model::abstraction;

/// So many steps are told.
const TURNS: usize = 16;
/// The most texts that one of them tells, each of so many characters.
const SHOWN: usize = 12;
const SHOWN_LENGTH: usize = 48;

/// A step that is told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadTurn {
    /// What was done.
    pub did: String,
    /// What came of it.
    pub effect: String,
    /// So many functions of the app ran for the first time, where that is measured.
    #[serde(default)]
    pub ran: u64,
    /// What its screen showed that no earlier step told.
    pub shows: Vec<String>,
}

/// See the module.
#[derive(Debug, Default)]
pub struct ToldTurns {
    steps: VecDeque<SeenStep>,
    code: RunCode,
}

/// A step with what the screen showed after it.
#[derive(Debug)]
struct SeenStep {
    action: RecentAction,
    screen: String,
    texts: Vec<String>,
    ran: u64,
}

impl ToldTurns {
    /// Takes in `action`, which led to `situation`.
    pub fn learn(&mut self, action: RecentAction, situation: &Situation) {
        let action = RecentAction { did: names::short(&action.did), ..action };
        let screen = abstraction::label(&situation.screen);
        let ran = self.code.ran(&situation.model);
        self.steps.push_back(SeenStep { action, screen, texts: texts(&situation.screen), ran });
        if self.steps.len() > TURNS {
            self.steps.pop_front();
        }
    }

    /// True if it is measured how many functions of the app run.
    pub const fn counts_code(&self) -> bool {
        self.code.is_counted()
    }

    /// The steps, the newest last. The screen of the newest is the present one, which is told by itself.
    pub fn told(&self) -> Vec<LeadTurn> {
        let mut told: HashSet<(&str, &str)> = HashSet::new();
        // What each screen showed when it was there last.
        let mut before: HashMap<&str, &[String]> = HashMap::new();
        let last = self.steps.len().saturating_sub(1);
        let turns = self.steps.iter().enumerate().map(|(at, step)| {
            let earlier = before.insert(&step.screen, &step.texts).unwrap_or_default();
            let news = step.texts.iter().filter(|text| {
                let is_first = told.insert((&step.screen, text));
                is_first || has_digit(text) && count(&step.texts, text) != count(earlier, text)
            });
            let shows = news.take(SHOWN).cloned().collect();
            let shows = if at == last { Vec::new() } else { shows };
            let RecentAction { did, effect } = step.action.clone();
            LeadTurn { did, effect, ran: step.ran, shows }
        });
        turns.collect()
    }
}

fn count(texts: &[String], wanted: &str) -> usize {
    texts.iter().filter(|text| *text == wanted).count()
}

/// The texts of `screen`, the contents of its fields among them.
fn texts(screen: &Screen) -> Vec<String> {
    let widgets = screen.widgets.iter().filter(|widget| widget.inherits.is_none());
    let texts = widgets.map(|widget| {
        let holds = widget.is_field() && !widget.password && !widget.content().is_empty();
        output::cut(if holds { widget.content() } else { &widget.label }, SHOWN_LENGTH)
    });
    let mut known = HashSet::new();
    let is_new = |text: &String| known.insert(text.clone()) || has_digit(text);
    texts.filter(|text| !text.is_empty()).filter(is_new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::coverage::FUNCTIONS;
    use crate::domain::{Coverage, CoverageCount};
    use crate::explorer::testing::{World, phone};
    use crate::protocol::Event;

    fn step(screen: &str, texts: &[&str]) -> SeenStep {
        let action = RecentAction { did: String::new(), effect: String::new() };
        let texts = texts.iter().map(|text| (*text).to_owned()).collect();
        SeenStep { action, screen: screen.to_owned(), texts, ran: 0 }
    }

    #[test]
    fn what_ran_code_for_the_first_time_says_so() {
        let mut world = World::new(None);
        let mut turns = ToldTurns::default();
        let told: Vec<u64> = [59, 59, 66]
            .into_iter()
            .map(|covered| {
                let count = CoverageCount { covered, total: 80 };
                world.learn(&Event::Covered(Coverage::from([(FUNCTIONS.to_owned(), count)])));
                world.show(phone(Vec::new()));
                let action = RecentAction { did: "tap".into(), effect: "no effect".into() };
                turns.learn(action, &world.situation());
                turns.told().pop().unwrap().ran
            })
            .collect();
        assert_eq!(told, [0, 0, 7]);
    }

    /// Each step of a table told its hundred figures again.
    #[test]
    fn a_figure_is_told_again_if_it_was_not_there_before() {
        let steps = [
            step("Cart", &["Total", "3"]),
            step("Cart", &["Total", "3"]),
            step("Cart", &["Total", "4", "4"]),
            step("Help", &["3"]),
            step("Cart", &["Total", "3"]),
            step("Cart", &["Total", "3", "3"]),
            step("Cart", &[]),
        ];
        let told = ToldTurns { steps: steps.into(), ..ToldTurns::default() }.told();
        let shows: Vec<String> = told.iter().map(|turn| turn.shows.join(" ")).collect();
        assert_eq!(shows, ["Total 3", "", "4 4", "3", "3", "3 3", ""]);
    }
}
