//! What Elevate remembers of a session beyond the behaviour model.

use std::collections::{BTreeSet, HashMap};

use super::output;
use crate::domain::{Action, ActionKey, ActionKind, Offer, StateId, Target, speech};
use crate::explorer::Situation;
use crate::model::abstraction::key_of;

/// The most inputs of the app's own help that are kept.
const HELP: usize = 12;

/// See the module.
#[derive(Default)]
pub struct Memory {
    /// The semantic state of each structural one that was judged: itself for a new one.
    pub meanings: HashMap<StateId, StateId>,
    /// What was thought of beyond what the screens offer. Voice apps: by semantic state, since
    /// what can be said does not depend on the wording; phones: by structural state.
    pub ideas: HashMap<StateId, Vec<Offer>>,
    /// What was asked for inputs: by the same states, what it was about and how often.
    pub asked: HashMap<StateId, Asked>,
    /// What a voice app's own help says can be said, the latest last.
    pub help: Vec<Offer>,
    /// Where the app was before, and the input that led here, as far as that is known.
    pub came: Option<(StateId, ActionKey)>,
    seen: Vec<Seen>,
    places: HashMap<StateId, usize>,
    last: Option<Last>,
}

/// A state as it was first seen.
pub struct Seen {
    /// Its structural id.
    pub id: StateId,
    /// Its output in one line.
    pub output: String,
    /// The words of its whole output.
    pub tokens: BTreeSet<String>,
    /// Its input events, by which states are held apart.
    pub inputs: BTreeSet<String>,
}

/// What a state was asked for inputs about.
#[derive(Default)]
pub struct Asked {
    /// What it was about.
    pub about: String,
    /// How often it was asked.
    pub times: u32,
}

/// Where the last proposal was made.
struct Last {
    step: u64,
    state: StateId,
    counts: HashMap<ActionKey, u64>,
}

impl Memory {
    /// Finds out by which input the app came here: the one whose count grew in the state before.
    /// An action of the tester's own counts alike.
    pub fn notice(&mut self, situation: &Situation) {
        let node = |state| situation.model.state(state);
        let came = match &self.last {
            Some(last) if last.step == situation.step => self.came.take(),
            Some(last) if last.step + 1 == situation.step => node(last.state).and_then(|node| {
                let before = |key| last.counts.get(key).copied().unwrap_or_default();
                let mut edges = node.edges.iter();
                let done = edges.find(|(key, edge)| edge.tries.count > before(key));
                done.map(|(key, _)| (last.state, key.clone()))
            }),
            _ => None,
        };
        self.came = came;
        let state = situation.state.structural;
        let counts = node(state).map(|node| {
            node.edges.iter().map(|(key, edge)| (key.clone(), edge.tries.count)).collect()
        });
        let counts = counts.unwrap_or_default();
        self.last = Some(Last { step: situation.step, state, counts });
    }

    /// Remembers the present state, and what it says where it is the app's own help.
    pub fn see(&mut self, situation: &Situation) {
        let id = situation.state.structural;
        if !self.places.contains_key(&id) {
            self.places.insert(id, self.seen.len());
            self.seen.push(Seen {
                id,
                output: output::digest(&situation.screen),
                tokens: output::tokens(&output::of(&situation.screen, false)),
                inputs: input_events(situation),
            });
        }
        let spoken = situation.screen.spoken.as_ref();
        let heard = spoken.and_then(|spoken| spoken.heard.as_ref());
        if heard.is_some_and(|heard| speech::normal(&heard.words) == "help") {
            self.helped(situation.offers.iter().filter(|offer| !is_system(offer)));
        }
    }

    /// Remembers `offers` as what the app's own help says.
    pub fn helped<'a>(&mut self, offers: impl Iterator<Item = &'a Offer>) {
        for offer in offers {
            self.help.retain(|known| known.key != offer.key);
            self.help.push(offer.clone());
        }
        let surplus = self.help.len().saturating_sub(HELP);
        self.help.drain(..surplus);
    }

    /// The states seen so far, in their order.
    pub fn seen(&self) -> &[Seen] {
        &self.seen
    }

    /// The state `id` as it was first seen.
    pub fn seen_as(&self, id: StateId) -> Option<&Seen> {
        self.places.get(&id).and_then(|place| self.seen.get(*place))
    }

    /// The semantic state of `id`: itself where it was not merged.
    pub fn meaning(&self, situation: &Situation, id: StateId) -> StateId {
        let judged = self.meanings.get(&id).copied();
        situation.model.meaning(judged.unwrap_or(id))
    }

    /// The state under which inputs of the present one are remembered.
    pub fn place(&self, situation: &Situation) -> StateId {
        let here = situation.state.structural;
        if situation.screen.spoken.is_some() { self.meaning(situation, here) } else { here }
    }

    /// What was thought of for the present state, aimed at the widgets as they are now.
    pub fn ideas(&self, situation: &Situation) -> Vec<Offer> {
        let ideas = self.ideas.get(&self.place(situation)).into_iter().flatten();
        ideas.filter_map(|idea| aimed(situation, idea)).collect()
    }
}

/// `idea` with its target found again; `None` where that is gone.
fn aimed(situation: &Situation, idea: &Offer) -> Option<Offer> {
    let Action::Type { text, target } = &idea.action else { return Some(idea.clone()) };
    // Fields that share a name are told apart by their place in the document.
    let fields = situation
        .offers
        .iter()
        .filter(|offer| offer.action.kind() == ActionKind::Type && offer.template == idea.template);
    let targets: Vec<&Target> = fields.filter_map(|offer| offer.action.target()).collect();
    let same = targets.iter().find(|found| found.number == target.number);
    let target = (*same.or(targets.first())?).clone();
    let action = Action::Type { target, text: text.clone() };
    let (key, template) = key_of(&situation.screen, &action);
    Some(Offer { action, key, template })
}

/// The input events of a state (Elevate, section III-A): what can be done there that belongs to
/// it. Rows of a list and texts for a field are one each, digits are folded; scrolling depends on
/// the length of a list and does not count; nor does what every voice app takes.
fn input_events(situation: &Situation) -> BTreeSet<String> {
    let own = situation.offers.iter().filter(|offer| {
        !is_system(offer) && !matches!(offer.action.kind(), ActionKind::Scroll | ActionKind::Swipe)
    });
    own.map(|offer| folded(offer.template.as_str())).collect()
}

/// `text` with each run of digits folded to one `#`.
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        let c = if c.is_ascii_digit() { '#' } else { c };
        if c != '#' || !folded.ends_with('#') {
            folded.push(c);
        }
    }
    folded
}

/// True for what every voice app should take.
pub fn is_system(offer: &Offer) -> bool {
    matches!(&offer.action, Action::Say { words }
        if speech::SYSTEM.contains(&speech::normal(words).as_str()))
}
