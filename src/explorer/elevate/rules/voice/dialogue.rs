//! Where a dialogue stands, and what each thing that was said led to.
//!
//! A voice app that did not understand goes on waiting for what it asked before. So a dialogue
//! stands at what the app said last that was *understood*; what is said to its "Sorry, I did not get
//! that" is said to the question before it, and counts there.

use std::collections::{HashMap, HashSet};

use super::super::super::scene::{InputEvent, InputKind, PromptScene};
use crate::domain::{
    Action, ActionKey, ActionKind, AvailableAction, DialogueTurn, Screen, StateId, speech,
};
use crate::explorer::elevate::ElevateWeights;
use crate::model::abstraction::state_ids;

/// Every app should end at this too, so it is said once even if "stop" ends the session.
const CANCEL: &str = "cancel";
/// What else ends a session, if "stop" does not.
const EXITS: &[&str] = &["exit", CANCEL];
/// The most phrases that are remembered from other states.
const HEARD: usize = 24;

/// What saying something led to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UtteranceRecord {
    /// How often it was said.
    pub tries: u32,
    /// Of these, how often it led to a state that was never seen before.
    pub found: u32,
    /// Of these, how often it led nowhere: it was not understood, or nothing changed.
    pub lost: u32,
    /// Of these, how often it ended the session.
    pub ended: u32,
}

impl UtteranceRecord {
    fn add(&mut self, outcome: UtteranceOutcome) {
        self.tries += 1;
        self.found += u32::from(outcome.is_new);
        self.lost += u32::from(outcome.to.is_none());
        self.ended += u32::from(outcome.ended);
    }
}

/// What one saying led to.
#[derive(Clone, Copy, Debug)]
struct UtteranceOutcome {
    /// Where it led; `None` if the dialogue stands where it stood.
    to: Option<StateId>,
    /// True if that was never seen before.
    is_new: bool,
    /// True if the session ended.
    ended: bool,
}

/// What was said in one state, and where it led how often.
#[derive(Clone, Debug, Default)]
pub struct StateUtterances {
    /// How it went.
    pub record: UtteranceRecord,
    /// Where it led and how often, in the order in which that was first seen.
    to: Vec<(StateId, u32)>,
    /// The place in `to` of each state.
    places: HashMap<StateId, usize>,
    /// How many states it led to only once.
    pub once: usize,
    /// The place in `to` of the state it led to most often; of equals the first.
    likeliest: usize,
}

impl StateUtterances {
    fn add(&mut self, outcome: UtteranceOutcome) {
        self.record.add(outcome);
        let Some(to) = outcome.to else { return };
        let place = *self.places.entry(to).or_insert(self.to.len());
        if place == self.to.len() {
            self.to.push((to, 0));
        }
        self.to[place].1 += 1;
        match self.to[place].1 {
            1 => self.once += 1,
            2 => self.once -= 1,
            _ => {}
        }
        let [most, count] = [self.likeliest, place].map(|place| self.to[place].1);
        if count > most || (count == most && place < self.likeliest) {
            self.likeliest = place;
        }
    }

    /// True if it ever led on.
    pub fn led_on(&self) -> bool {
        !self.to.is_empty()
    }

    /// Where it led most often, and how likely it leads there again.
    pub fn likeliest(&self) -> Option<(StateId, f64)> {
        let (to, count) = self.to.get(self.likeliest)?;
        Some((*to, f64::from(*count) / f64::from(self.record.tries)))
    }

    /// The chance that the next outcome is new: the share of those that were seen once (Good and
    /// Turing's estimate), less if few tries speak for it; `None` before the second try.
    pub fn novelty(&self) -> Option<f64> {
        let once = self.once.saturating_sub(self.record.ended as usize);
        let tries = f64::from(self.record.tries);
        (self.record.tries > 1).then(|| once as f64 / tries * self.to.len() as f64 / tries)
    }
}

/// A reply that a state asks for.
#[derive(Clone, Debug)]
pub struct AskedReply {
    /// The reply as an action.
    pub offer: AvailableAction,
    /// Its normal form.
    pub words: String,
}

/// A state in which something can be said.
#[derive(Clone, Debug, Default)]
pub struct DialogueState {
    /// What it asks for, likeliest first, without what every voice app takes.
    pub asked: Vec<AskedReply>,
    /// What was said there, by its normal form.
    pub said: HashMap<String, StateUtterances>,
}

impl DialogueState {
    /// Takes in that it asks for `offer`.
    fn ask(&mut self, offer: AvailableAction) {
        let Some(words) = words(&offer.action) else { return };
        if self.asked.iter().all(|known| known.offer.key != offer.key) {
            self.asked.push(AskedReply { offer, words });
        }
    }
}

/// See the module.
#[derive(Default)]
pub struct DialogueMemory {
    /// The numbers by which inputs are judged.
    pub weights: ElevateWeights,
    /// The last state that was understood; `None` before the first.
    pub at: Option<StateId>,
    /// The states in which something was said or could have been.
    pub turns: HashMap<StateId, DialogueState>,
    /// What openings led to.
    pub opened: StateUtterances,
    /// True if the session was seen to end.
    pub ended: bool,
    words: HashMap<String, StateUtterances>,
    /// What is known of words that were never said.
    never_said: StateUtterances,
    families: HashMap<String, UtteranceRecord>,
    /// Every meaning that was seen.
    seen: HashSet<StateId>,
    /// The structural states that were understood, with what they mean.
    understood: HashMap<StateId, StateId>,
    heard: Vec<AvailableAction>,
    /// All that any state asked for.
    options: HashSet<ActionKey>,
    step: Option<u64>,
}

impl DialogueMemory {
    /// An empty one, whose inputs are judged by `weights`.
    pub fn new(weights: ElevateWeights) -> Self {
        Self { weights, ..Self::default() }
    }

    /// Takes in what was said since the last step. With `apart`, every sentence is a state of its own,
    /// those included that say that nothing was understood.
    pub fn notice(&mut self, scene: &PromptScene<'_>, apart: bool) {
        let situation = scene.situation;
        let Some(spoken) = situation.screen.dialogue() else { return };
        if self.step.is_none() {
            self.recall(scene);
        }
        let first = self.step.replace(situation.step) != Some(situation.step);
        let here = situation.state.structural;
        let stays =
            !apart && spoken.recognition.is_some() && spoken.open && self.stays(spoken, scene);
        let stands = if apart { here } else { scene.meaning };
        let to = (!stays && self.at != Some(stands)).then_some(stands);
        let is_new = !stays && self.seen.insert(stands);
        if first {
            let outcome = UtteranceOutcome { to, is_new, ended: !spoken.open };
            match (&spoken.recognition, self.at) {
                (None, _) => self.opened.add(UtteranceOutcome { to: Some(stands), ..outcome }),
                (Some(heard), Some(from)) => {
                    self.learn(from, &speech::normal(&heard.words), outcome);
                }
                (Some(_), None) => {}
            }
        }
        if stays {
            self.hear(spoken, situation.available.as_ref());
            return;
        }
        self.ended |= !spoken.open;
        self.at = Some(stands);
        self.understood.insert(here, stands);
        let asked: Vec<AvailableAction> =
            situation.available.iter().filter(|offer| !is_system(offer)).cloned().collect();
        self.hear(spoken, &asked);
        self.options.extend(asked.iter().map(|offer| offer.key.clone()));
        let turn = self.turns.entry(stands).or_default();
        asked.into_iter().for_each(|offer| turn.ask(offer));
    }

    /// Takes over what the behaviour model knows of the time before: of an earlier part of the
    /// session, or of what somebody else said.
    fn recall(&mut self, scene: &PromptScene<'_>) {
        let model = &scene.situation.model;
        for node in model.states() {
            let at = model.meaning(node.id);
            let confused = speech::confused(&node.label);
            if !confused {
                self.understood.insert(node.id, at);
            }
            if node.id != scene.situation.state.structural {
                self.seen.insert(at);
            }
            let asked =
                node.available.iter().filter(|offer| !confused && offer.kind == ActionKind::Say);
            for offer in asked {
                let Some(words) = named(&offer.key) else { continue };
                let (key, template) = (offer.key.clone(), offer.template.clone());
                let offer = AvailableAction { action: Action::Say { words }, key, template };
                let turn = self.turns.entry(at).or_default();
                if !is_system(&offer) {
                    turn.ask(offer);
                }
            }
            for (key, edge) in &node.edges {
                let Some(words) = named(key) else { continue };
                for (to, count) in &edge.to {
                    let lost = *to == node.id
                        || model.state(*to).is_none_or(|to| speech::confused(&to.label));
                    let to = (!lost).then(|| model.meaning(*to));
                    for _ in 0..*count {
                        self.learn(
                            at,
                            &words,
                            UtteranceOutcome { to, is_new: false, ended: false },
                        );
                    }
                }
            }
        }
    }

    /// True if the app says that it did not understand, or only asks again what it asked before.
    fn stays(&self, spoken: &DialogueTurn, scene: &PromptScene<'_>) -> bool {
        let asks_again = || {
            let again = spoken.reprompt.clone().map(|text| DialogueTurn {
                text,
                open: true,
                ..DialogueTurn::default()
            });
            let screen =
                again.map(|again| Screen::of_speech(&scene.situation.screen.package, again));
            let state = screen.map(|screen| state_ids(&screen).structural);
            let known = state.and_then(|state| self.understood.get(&state));
            known.is_some() && known.copied() == self.at
        };
        self.at.is_some() && (speech::confused(&spoken.text) || asks_again())
    }

    fn learn(&mut self, from: StateId, words: &str, outcome: UtteranceOutcome) {
        self.turns.entry(from).or_default().said.entry(words.to_owned()).or_default().add(outcome);
        self.words.entry(words.to_owned()).or_default().add(outcome);
        self.families.entry(family(words)).or_default().add(outcome);
    }

    /// Remembers what may be said in other states as well: what the app tells to say, and what only
    /// its help names. The options of a question belong to the state that asks it.
    fn hear(&mut self, spoken: &DialogueTurn, offers: &[AvailableAction]) {
        let helps = spoken.recognition.as_ref().is_some_and(|heard| heard.words == "help");
        let reported: Vec<String> =
            speech::suggests(&spoken.text).iter().map(|words| speech::normal(words)).collect();
        for offer in offers {
            let words = words(&offer.action);
            let plain = words.as_deref().is_none_or(|words| ["yes", "no"].contains(&words));
            let option = self.options.contains(&offer.key);
            let here = (!helps || option) && words.is_none_or(|words| !reported.contains(&words));
            let known = self.heard.iter().any(|known| known.key == offer.key);
            if !(plain || here || known || is_system(offer)) {
                self.heard.push(offer.clone());
            }
        }
        let surplus = self.heard.len().saturating_sub(HEARD);
        self.heard.drain(..surplus);
    }

    /// What can be said here beyond what the screen offers: what the question asks for that is still
    /// open, what was heard in other states, "cancel" once, and what else ends a session that "stop"
    /// did not end.
    pub fn ideas(&self, scene: &PromptScene<'_>) -> Vec<(AvailableAction, InputKind)> {
        if scene.situation.screen.dialogue().is_none_or(|spoken| !spoken.open) {
            return Vec::new();
        }
        let turn = self.at.and_then(|at| self.turns.get(&at));
        let asked = turn.into_iter().flat_map(|turn| &turn.asked);
        let asked = asked.map(|reply| (reply.offer.clone(), InputKind::Context));
        let heard = self.heard.iter().map(|offer| (offer.clone(), InputKind::Help));
        let stopped = self.ended || self.everywhere("stop").record.tries == 0;
        let due = |words: &&&str| {
            !stopped || **words == CANCEL && self.everywhere(CANCEL).record.tries == 0
        };
        let exits = EXITS.iter().filter(due).map(|words| {
            let action = Action::Say { words: (*words).to_owned() };
            let (key, template) = scene.situation.key_of(&action);
            (AvailableAction { action, key, template }, InputKind::System)
        });
        asked.chain(heard).chain(exits).collect()
    }

    /// What is known of `words` in every state.
    pub fn everywhere(&self, words: &str) -> &StateUtterances {
        self.words.get(words).unwrap_or(&self.never_said)
    }

    /// What is known of all that other states named.
    pub fn named(&self) -> UtteranceRecord {
        let mut all = UtteranceRecord::default();
        for offer in &self.heard {
            let Some(said) = words(&offer.action).and_then(|words| self.words.get(&words)) else {
                continue;
            };
            all.tries += said.record.tries;
            all.found += said.record.found;
            all.lost += said.record.lost;
        }
        all
    }

    /// What is known of words that differ from these in numbers alone; nothing if they have none.
    pub fn alike(&self, words: &str) -> UtteranceRecord {
        let family = family(words);
        if family == words {
            return UtteranceRecord::default();
        }
        self.families.get(&family).copied().unwrap_or_default()
    }

    /// How many more inputs were lost in state `at` than led on from it; 0 if fewer were.
    pub fn deafness(&self, at: StateId) -> f64 {
        let said = self.turns.get(&at).into_iter().flat_map(|turn| turn.said.values());
        let (led, lost): (Vec<&StateUtterances>, Vec<&StateUtterances>) =
            said.partition(|said| said.led_on());
        lost.len().saturating_sub(led.len()) as f64
    }

    /// What is known of `words` in state `at`.
    pub fn said(&self, at: StateId, words: &str) -> Option<&StateUtterances> {
        self.turns.get(&at)?.said.get(words)
    }

    /// True for what was said where the dialogue stands, and always led nowhere.
    pub fn is_lost(&self, input: &InputEvent) -> bool {
        let said = self.at.zip(words(&input.offer.action));
        let said = said.and_then(|(at, words)| self.said(at, &words));
        said.is_some_and(|said| said.record.lost == said.record.tries)
    }
}

/// The normal form of what is said; `None` for anything else.
pub fn words(action: &Action) -> Option<String> {
    match action {
        Action::Say { words } => Some(speech::normal(words)),
        _ => None,
    }
}

/// The words of an action that is called `key`.
fn named(key: &ActionKey) -> Option<String> {
    Some(key.as_str().strip_prefix("say \"")?.strip_suffix('"')?.to_owned())
}

fn is_system(offer: &AvailableAction) -> bool {
    words(&offer.action).is_some_and(|words| speech::SYSTEM.contains(&words.as_str()))
}

/// `words` with each run of digits as one `#`.
fn family(words: &str) -> String {
    let digits = |c: char| c.is_ascii_digit();
    words
        .split(' ')
        .map(|word| if word.contains(digits) { "#" } else { word })
        .collect::<Vec<_>>()
        .join(" ")
}
