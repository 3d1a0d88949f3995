//! Asks the model what to do next while it leads.

use std::collections::HashMap;

use super::GoalMemory;
use super::note;
use crate::domain::{ActionKey, StateId, short_location};
use crate::explorer::Situation;
use crate::explorer::elevate::ElevateWeights;
use crate::explorer::elevate::goals::lead::{
    self, LeadChoice, LeadContext, LeadPlace, LeadQuery, RetriedInputs,
};
use crate::explorer::elevate::goals::options::{self, RankedOption};
use crate::explorer::elevate::goals::present::PresentScreen;
use crate::explorer::elevate::goals::screens::ScreenInput;
use crate::explorer::elevate::memory::ElevateMemory;
use crate::explorer::elevate::rules::Rules;
use crate::explorer::elevate::scene::PromptScene;
use crate::explorer::shared::history::ActionHistory;
use crate::explorer::shared::{activity_starts, output, tester_words};
use crate::llm::{Asker, ModelQuery as _, QueryAnswer};
use crate::model::abstraction;
use crate::protocol::{
    ExplorationGoal, ExplorerNote, FallbackReason, GoalAuthor, GoalChange, RulesAnswered,
};

/// The most names of screens that are told, each of so many characters.
const SEEN: usize = 40;
const SEEN_LENGTH: usize = 32;
/// The most activities that were never seen.
const UNSEEN: usize = 10;
/// The most other screens that are told, and the most inputs of each.
const PLACES: usize = 8;
const INPUTS: usize = 6;
/// The most characters of what is done, for the tester.
const TEXT: usize = 120;

impl GoalMemory {
    /// Takes in the latest action of `history`, which led to `situation`.
    pub fn learn(&mut self, history: &ActionHistory, situation: &Situation) {
        let latest = history.latest(1).pop().filter(|_| !situation.screen.surface.is_dialogue());
        self.fruitless_taps.learn(situation);
        if let Some(mut latest) = latest {
            if self.turned.was_turned_back(situation) {
                latest.did.push_str(", not asked for");
            }
            self.turns.learn(latest, situation);
        }
    }

    /// Asks what to do next on the present screen. The reply is a goal there.
    pub(super) async fn ask_lead(
        &mut self,
        scene: &PromptScene<'_>,
        (rules, memory): (&Rules, &ElevateMemory),
        asker: &mut Asker,
    ) {
        let situation = scene.situation;
        let since = self.asked.replace(situation.step).unwrap_or(1);
        let known = (rules, &self.screens, &memory.weights);
        let told = PresentScreen::of(scene, known).told;
        let wide = wide(&memory.weights);
        let options = options::of(situation, (rules, &self.screens, &wide), &told, u32::MAX, |_| 0);
        let (places, states): (Vec<LeadPlace>, Vec<StateId>) =
            self.elsewhere(situation, &options, memory.weights.lead_text).unzip();
        let context = self.lead_context(scene, memory, places);
        // A context is plain data; it always has a JSON form.
        let json = serde_json::to_value(&context).unwrap_or_default();
        let answer = asker.ask(&LeadQuery, situation.step, &json, None).await;
        let ruled = |why: FallbackReason| {
            let query = LeadQuery.name().to_owned();
            let answer = "the rules choose this step".to_owned();
            let ruled = RulesAnswered { step: situation.step, query, why, answer };
            asker.note(ExplorerNote::RulesAnswered(ruled));
        };
        let choice = match answer {
            QueryAnswer::Model(judgement) => judgement
                .answer
                .and_then(|answer| serde_json::from_value::<LeadChoice>(answer).ok()),
            QueryAnswer::Rules { why, .. } => return ruled(why),
        };
        let Some(choice) = choice else { return ruled(FallbackReason::Rounds) };
        self.suspicions.report((LeadQuery.name(), &choice.bug), since, situation, asker);
        if self.purpose.is_none() && !choice.purpose.is_empty() {
            self.purpose = Some(choice.purpose);
        }
        let place = choice.place.and_then(|letter| {
            let mut places = context.elsewhere.iter().zip(&states);
            places.find(|(place, _)| place.letter == letter)
        });
        let (state, text) = match place {
            Some((place, state)) if choice.inputs.is_empty() => {
                (*state, format!("what is untried, in {:?}", place.screen))
            }
            Some((place, state)) => {
                (*state, format!("{}, in {:?}", choice.inputs.join(", "), place.screen))
            }
            None => (situation.state.structural, choice.inputs.join(", ")),
        };
        let goal = ExplorationGoal {
            id: self.new_id(situation),
            author: GoalAuthor::Model,
            text: output::cut(&text, TEXT),
            why: choice.why,
            state: Some(state),
            begin: choice.inputs,
            texts: Vec::new(),
        };
        self.led = Some(goal.id);
        note(situation, asker, GoalChange::Added(goal.clone()));
        self.added = Some(goal);
    }

    fn lead_context(
        &self,
        scene: &PromptScene<'_>,
        memory: &ElevateMemory,
        elsewhere: Vec<LeadPlace>,
    ) -> LeadContext {
        let situation = scene.situation;
        let retried = self.retried(situation, situation.state.structural);
        let (texts, inputs) = lead::listed(scene, &self.refused, &retried);
        let left_out = self.led.and_then(|led| self.left_out.get(&led)).cloned();
        LeadContext {
            steps_left: situation.remaining.steps,
            purpose: memory.purpose.clone(),
            refused: tester_words::refused(situation),
            suspected: self.suspicions.told(),
            seen: seen(situation, situation.state.structural),
            starts: starts(situation, &memory.weights),
            unseen: unseen(situation),
            counts_code: self.turns.counts_code(),
            not_run: lead::not_run(situation, &self.screens, &self.refused),
            keeps_files: situation.capabilities.keeps_downloads,
            not_shown: lead::not_shown(situation, &self.screens),
            turns: self.turns.told(),
            left_out: left_out.unwrap_or_default().trim_start_matches("; ").to_owned(),
            lessons: memory.history.lessons(&situation.screen),
            screen: abstraction::label(&situation.screen),
            texts,
            disabled: lead::disabled(&scene.situation.screen),
            inputs,
            elsewhere,
        }
    }

    /// The screens of `options` but the present one, with what was never done there in any state of their activity or page,
    /// and their states: so many that they take about `most` characters.
    fn elsewhere<'a>(
        &'a self,
        situation: &'a Situation,
        options: &'a [RankedOption],
        most: usize,
    ) -> impl Iterator<Item = (LeadPlace, StateId)> {
        // Many screens are states of few pages.
        let mut done_on: HashMap<&str, HashMap<&str, Vec<&str>>> = HashMap::new();
        let others = options.iter().filter(|it| it.option.away > 0).filter_map(move |it| {
            let (option, state) = (&it.option, it.state?);
            let node = situation.model.state(state)?;
            let seen = self.screens.of(state)?;
            let done = done_on
                .entry(&node.location)
                .or_insert_with(|| lead::done_on(&situation.model, &node.location));
            let refused = self.refused.get(&node.location);
            let retried = self.retried(situation, state);
            let is_done = |key: &ActionKey| {
                refused.is_some_and(|refused| refused.contains(key))
                    || done.contains_key(abstraction::without_text(key))
                        && !retried.contains_key(key)
            };
            let is_new = |words: &&String| {
                let mut named = seen.inputs.iter().filter(|it| options::bare(&it.words) == **words);
                named.any(|input| !is_done(&input.key))
            };
            let is_new_field = |name: &&String| {
                seen.fields.iter().any(|field| field.name == **name && !is_done(&field.key))
            };
            let fields = option.fields.iter().filter(is_new_field);
            let fields = fields.map(|field| format!("type into {field:?}"));
            let mut untried: Vec<String> =
                option.untried.iter().filter(is_new).chain(&option.task).cloned().collect();
            let again =
                |input: &&ScreenInput| retried.contains_key(&input.key) && !is_done(&input.key);
            for input in seen.inputs.iter().filter(again) {
                let words = options::bare(&input.words);
                if !untried.iter().any(|told| told == words) {
                    untried.push(words.to_owned());
                }
            }
            let untried: Vec<String> = untried.into_iter().chain(fields).take(INPUTS).collect();
            (!untried.is_empty()).then_some((it, untried, state))
        });
        let mut told = 0;
        let is_told = move |(it, untried, _): &(&RankedOption, Vec<String>, StateId)| {
            let is_told = told < most;
            let words = untried.iter().map(|words| words.chars().count());
            told += words.sum::<usize>() + it.option.screen.chars().count();
            is_told
        };
        others.filter(is_told).take(PLACES).zip('A'..).map(|((it, untried, state), letter)| {
            let (screen, away) = (it.option.screen.clone(), it.option.away);
            (LeadPlace { letter, screen, away, restarts: it.restarts, untried }, state)
        })
    }

    /// What counts as never done in `state`.
    fn retried(&self, situation: &Situation, state: StateId) -> RetriedInputs {
        let node = situation.model.state(state);
        let place = node.map(|node| (state, node.location.as_str()));
        let retried = |place| self.fruitless_taps.retried(&situation.model, &self.screens, place);
        place.map(retried).unwrap_or_default()
    }
}

/// The numbers by which a question of the lead looks for other screens: it is told of all that the rules could do instead, and only
/// what was never done takes part of what may be told.
fn wide(weights: &ElevateWeights) -> ElevateWeights {
    ElevateWeights {
        goal_listed: weights.lead_listed,
        goal_away: weights.lead_away,
        goal_inputs_near: weights.lead_inputs,
        goal_inputs_far: weights.lead_inputs,
        goal_text: usize::MAX,
        goal_least: 0.0,
        ..*weights
    }
}

/// The names of the activities that were never seen, without their packages.
fn unseen(situation: &Situation) -> Vec<String> {
    let names = activity_starts::never_seen(&situation.model).map(short_location);
    names.take(UNSEEN).map(|name| output::cut(name, SEEN_LENGTH)).collect()
}

/// Those of them that may be started directly.
fn starts(situation: &Situation, weights: &ElevateWeights) -> Vec<String> {
    let is_enabled = weights.display.breadth.activity_starts.is_enabled();
    let unseen = activity_starts::never_seen(&situation.model).take(UNSEEN);
    let unseen = unseen.filter(|class| activity_starts::start_of(situation, class).is_some());
    let names = unseen.map(short_location).filter(|_| is_enabled);
    names.filter(|name| name.len() <= SEEN_LENGTH).map(str::to_owned).collect()
}

/// The names of the screens but `here` that were seen, those found last at the end.
fn seen(situation: &Situation, here: StateId) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for node in situation.model.states().iter().rev().filter(|node| node.id != here) {
        // Most states of an app share the name of a few activities.
        let name = node.label.split_once(" · ").map_or(node.label.as_str(), |(_, title)| title);
        let name = output::cut(name, SEEN_LENGTH);
        if !names.contains(&name) && names.len() < SEEN {
            names.push(name);
        }
    }
    names.reverse();
    names
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::explorer::elevate::goals::GoalOption;
    use crate::explorer::testing::{World, menu};

    /// Screens that were seen, with options that name them.
    #[derive(Default)]
    struct Seen {
        memory: GoalMemory,
        options: Vec<RankedOption>,
    }

    impl Seen {
        /// Takes in the present screen, on which `untried` was never done in this state.
        fn see(&mut self, world: &World, screen: &str, untried: &[&str]) {
            let situation = world.situation();
            let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
            self.memory.screens.see(&scene);
            let untried = untried.iter().map(|name| format!("{name:?}")).collect();
            let option =
                GoalOption { screen: screen.into(), away: 1, untried, ..GoalOption::default() };
            let state = Some(situation.state.structural);
            self.options.push(RankedOption { state, share: 1.0, restarts: false, option });
        }

        /// The screens that are told in `most` characters, with what was never done there.
        fn told(&self, world: &World, most: usize) -> Vec<(String, Vec<String>)> {
            let situation = world.situation();
            let places = self.memory.elsewhere(&situation, &self.options, most);
            places.map(|(place, _)| (place.screen, place.untried)).collect()
        }
    }

    /// A page of settings was missing among the other screens, as pages before it, all of whose inputs were done in another
    /// state of theirs, had used up the room.
    #[test]
    fn what_was_done_takes_no_room_among_other_screens() {
        let commands = ["Make all of it larger", "Make all of it smaller"];
        let page = |row: &[&str]| menu("Page", &[&commands, row].concat());
        let mut world = World::new(None);
        world.show(page(&[]));
        for name in commands {
            let tap = world.tapping(name);
            world.act(&tap, page(&[]));
        }
        let mut seen = Seen::default();
        world.show(page(&["Row"]));
        seen.see(&world, "Page", &commands);
        world.show(menu("Settings", &["Theme"]));
        seen.see(&world, "Settings", &["Theme"]);
        let told = seen.told(&world, 40);
        assert_eq!(told, [("Settings".to_owned(), vec!["\"Theme\"".to_owned()])]);
    }

    #[test]
    fn what_may_do_something_by_now_is_told_once_unless_it_is_refused() {
        let mut world = World::new(None);
        let mut seen = Seen::default();
        world.show(menu("Page", &["Export"]));
        let export = world.tapping("Export");
        world.act(&export, menu("Page", &["Export"]));
        seen.memory.fruitless_taps.learn(&world.situation());
        seen.memory.fruitless_taps.made(1);
        world.show(menu("Page", &["Export", "Row"]));
        seen.see(&world, "Page", &["Export"]);
        let told = seen.told(&world, 40);
        assert_eq!(told, [("Page".to_owned(), vec!["\"Export\"".to_owned()])]);
        let refused = HashSet::from([world.situation().key_of(&export).0]);
        seen.memory.refused.insert(world.screen.location.clone(), refused);
        assert!(seen.told(&world, 40).is_empty());
    }
}
