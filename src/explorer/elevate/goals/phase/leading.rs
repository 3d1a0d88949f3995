//! Asks the model what to do next while it leads.

use super::GoalMemory;
use super::note;
use crate::domain::{ActionKey, StateId};
use crate::explorer::Situation;
use crate::explorer::elevate::ElevateWeights;
use crate::explorer::elevate::goals::lead::{self, LeadChoice, LeadContext, LeadPlace, LeadQuery};
use crate::explorer::elevate::goals::options::{self, RankedOption};
use crate::explorer::elevate::goals::present::PresentScreen;
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
            self.elsewhere(situation, &options).unzip();
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
        let (texts, inputs) = lead::listed(scene, &self.refused);
        let left_out = self.led.and_then(|led| self.left_out.get(&led)).cloned();
        LeadContext {
            steps_left: situation.remaining.steps,
            purpose: memory.purpose.clone(),
            refused: tester_words::refused(situation),
            suspected: self.suspicions.told(),
            seen: seen(situation, situation.state.structural),
            unseen: unseen(situation),
            turns: self.turns.told(),
            left_out: left_out.unwrap_or_default().trim_start_matches("; ").to_owned(),
            lessons: memory.history.lessons(&situation.screen),
            screen: abstraction::label(&situation.screen),
            texts,
            inputs,
            elsewhere,
        }
    }

    /// The screens of `options` but the present one, with what was never done there in any state of their activity or page,
    /// and their states.
    fn elsewhere<'a>(
        &'a self,
        situation: &'a Situation,
        options: &'a [RankedOption],
    ) -> impl Iterator<Item = (LeadPlace, StateId)> {
        let others = options.iter().filter(|it| it.option.away > 0).filter_map(|it| {
            let (option, state) = (&it.option, it.state?);
            let node = situation.model.state(state)?;
            let seen = self.screens.of(state)?;
            let done = lead::done_on(&situation.model, &node.location);
            let refused = self.refused.get(&node.location);
            let is_done = |key: &ActionKey| {
                done.contains_key(abstraction::without_text(key))
                    || refused.is_some_and(|refused| refused.contains(key))
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
            let untried = option.untried.iter().filter(is_new).chain(&option.task).cloned();
            let untried: Vec<String> = untried.chain(fields).take(INPUTS).collect();
            (!untried.is_empty()).then_some((option, untried, state))
        });
        others.take(PLACES).zip('A'..).map(|((option, untried, state), letter)| {
            let (screen, away) = (option.screen.clone(), option.away);
            (LeadPlace { letter, screen, away, untried }, state)
        })
    }
}

/// The numbers by which a question of the lead lists other screens: it is told of all that the rules could do instead.
fn wide(weights: &ElevateWeights) -> ElevateWeights {
    ElevateWeights {
        goal_listed: weights.lead_listed,
        goal_away: weights.lead_away,
        goal_inputs_near: weights.lead_inputs,
        goal_inputs_far: weights.lead_inputs,
        goal_text: weights.lead_text,
        goal_least: 0.0,
        ..*weights
    }
}

/// The names of the activities that were never seen, without their packages.
fn unseen(situation: &Situation) -> Vec<String> {
    let classes = activity_starts::never_seen(&situation.model);
    let names = classes.map(|class| class.rsplit('.').next().unwrap_or(class));
    names.take(UNSEEN).map(|name| output::cut(name, SEEN_LENGTH)).collect()
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
