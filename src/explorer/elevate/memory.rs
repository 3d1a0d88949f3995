//! What Elevate remembers of a session beyond the behaviour model.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use super::{ElevateWeights, rules};
use crate::domain::{
    Action, ActionKey, ActionKind, AvailableAction, StateId, WidgetTarget, speech,
};
use crate::explorer::shared::history::ActionHistory;
use crate::explorer::shared::{forms, output};
use crate::explorer::{PerformedAction, Situation};
use crate::model::abstraction::folded_digits;

/// What asks a voice app for help.
pub const HELP_WORD: &str = "help";
/// The most characters of what help said that are kept.
const HELP_TEXT: usize = 4_000;
/// The most inputs of the app's own help that are kept.
const HELP: usize = 12;

/// See the module.
#[derive(Default)]
pub struct ElevateMemory {
    /// The tuned numbers.
    pub weights: ElevateWeights,
    /// The semantic state of each structural one that was judged: itself for a new one.
    pub meanings: HashMap<StateId, StateId>,
    /// What was thought of beyond what the screens offer. Voice apps: by semantic state, since
    /// what can be said does not depend on the wording; phones: by structural state.
    pub ideas: HashMap<StateId, Vec<AvailableAction>>,
    /// What was asked for inputs: by the same states, what it was about and how often.
    pub asked: HashMap<StateId, AskedInputs>,
    /// What a voice app's own help says can be said, the latest last.
    pub help: Vec<AvailableAction>,
    /// What the app's own help said, as it is compared, with a blank at both ends.
    help_text: String,
    /// What the app is for, in one line, in a model's words.
    pub purpose: Option<String>,
    /// What was done last, and what fields made of texts.
    pub history: ActionHistory,
    /// Where the app was before, and the input that led here, whoever chose it.
    pub came: Option<(StateId, ActionKey)>,
    /// What the fields held when an input was invoked, by state and input.
    sent: forms::FormMemory<StateId>,
    seen: Vec<FirstSighting>,
    places: HashMap<StateId, usize>,
    words: HashMap<String, KnownWord>,
    /// The words of the output of each state in `seen`, by their numbers, in ascending order.
    numbers: Vec<Vec<usize>>,
}

/// A word of the app's output.
struct KnownWord {
    number: usize,
    /// The states whose output has it, as places in `seen`, in ascending order.
    states: Vec<usize>,
}

/// A state as it was first seen.
pub struct FirstSighting {
    /// Its structural id.
    pub id: StateId,
    /// Its output in one line.
    pub output: String,
    /// What a voice app said; empty for a phone.
    pub said: String,
    /// The words of its whole output.
    pub tokens: BTreeSet<String>,
    /// Its activity or page; for a voice app what it waits for, if it names that.
    pub location: String,
    /// Its input events, by which states are held apart.
    pub inputs: InputEvents,
}

/// The input events of a state (Elevate, section III-A): what can be done there that belongs to
/// it. Texts for a field are one, digits are folded; scrolling depends on the length of a list and
/// does not count; nor does what every voice app takes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputEvents {
    /// Those outside of lists.
    pub own: BTreeSet<String>,
    /// Those of a phone's lists, all rows of a kind as one.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub rows: BTreeSet<String>,
}

impl InputEvents {
    /// True if two states take different inputs.
    ///
    /// Voice apps: where the two sets are not the same. Phones: where each has something that the
    /// other lacks, or one more than twice as much, since a button that is there only now and then
    /// ("Undo", "Clear") makes no other screen; and a list without rows takes what it would take
    /// with rows, so it differs only from one whose rows are of other kinds.
    pub fn differ(&self, other: &Self, voice: bool) -> bool {
        if voice {
            return self != other;
        }
        let (less, more) = if self.own.len() < other.own.len() {
            (&self.own, &other.own)
        } else {
            (&other.own, &self.own)
        };
        let alike = less.is_subset(more) && less.len() * 2 >= more.len();
        !alike || self.rows_differ(other)
    }

    fn rows_differ(&self, other: &Self) -> bool {
        let both = !self.rows.is_empty() && !other.rows.is_empty();
        both && self.rows.is_disjoint(&other.rows)
    }

    fn of(situation: &Situation) -> Self {
        let mut events = Self::default();
        for offer in situation.available.iter() {
            let scrolls = matches!(offer.action.kind(), ActionKind::Scroll | ActionKind::Swipe);
            if scrolls || is_system(offer) {
                continue;
            }
            let target = offer.action.target();
            let widget = target.and_then(|target| situation.screen.widget(target.number));
            let in_list = widget.is_some_and(|widget| widget.position.list.is_some());
            let events = if in_list { &mut events.rows } else { &mut events.own };
            events.insert(folded_digits(offer.template.as_str()));
        }
        events
    }
}

/// What a state was asked for inputs about.
#[derive(Default)]
pub struct AskedInputs {
    /// What it was about.
    pub about: String,
    /// How often it was asked.
    pub times: u32,
}

impl ElevateMemory {
    /// An empty one that uses `weights`.
    pub fn new(weights: ElevateWeights) -> Self {
        Self {
            sent: forms::FormMemory::new(weights.display.form_contents),
            weights,
            ..Self::default()
        }
    }

    /// Takes in which input led here, and what the fields held when it was invoked.
    pub fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        self.history.learn(done, situation);
        self.came = Some((done.from, done.key.clone()));
        if let Some(content) = forms::sent_content(&done.before) {
            self.sent.add(done.from, done.key.clone(), content);
        }
    }

    /// Remembers the present state, and what it says where it is the app's own help.
    pub fn see(&mut self, situation: &Situation) {
        let id = situation.state.structural;
        let spoken = situation.screen.dialogue();
        if !self.places.contains_key(&id) {
            let tokens = output::tokens(&output::of(&situation.screen, false));
            self.places.insert(id, self.seen.len());
            let mut numbers: Vec<usize> = Vec::with_capacity(tokens.len());
            for word in &tokens {
                let number = self.words.len();
                let known = self.words.entry(word.clone());
                let known = known.or_insert_with(|| KnownWord { number, states: Vec::new() });
                known.states.push(self.seen.len());
                numbers.push(known.number);
            }
            numbers.sort_unstable();
            self.numbers.push(numbers);
            self.seen.push(FirstSighting {
                id,
                output: output::digest(&situation.screen),
                said: spoken.map(|spoken| spoken.text.clone()).unwrap_or_default(),
                tokens,
                location: spoken
                    .and_then(|spoken| spoken.elicits.clone())
                    .unwrap_or_else(|| situation.screen.location.clone()),
                inputs: InputEvents::of(situation),
            });
        }
        if let Some(spoken) = spoken.filter(|_| is_help(situation)) {
            let said = speech::normal(&spoken.text);
            let room = HELP_TEXT.saturating_sub(self.help_text.len());
            if said.len() < room && !self.help_text.contains(&said) {
                self.help_text.push_str(&format!(" {said} "));
            }
            let offers = speech::suggests(&spoken.text).into_iter().map(|words| {
                let action = Action::Say { words };
                let (key, template) = situation.key_of(&action);
                AvailableAction { action, key, template }
            });
            self.helped(offers);
        }
    }

    /// Remembers `offers` as what the app's own help says; what every voice app takes, and a bare
    /// yes or no, say nothing anywhere else.
    pub fn helped(&mut self, offers: impl Iterator<Item = AvailableAction>) {
        for offer in offers.filter(|offer| !is_system(offer) && !is_yes_no(offer)) {
            self.help.retain(|known| known.key != offer.key);
            self.help.push(offer);
        }
        let surplus = self.help.len().saturating_sub(HELP);
        self.help.drain(..surplus);
    }

    /// True if the app's help said these very words.
    pub fn is_named_by_help(&self, offer: &AvailableAction) -> bool {
        matches!(&offer.action, Action::Say { words }
            if self.help_text.contains(&format!(" {} ", speech::normal(words))))
    }

    /// True for what sends a form and did so here before, but with other contents of the fields: it
    /// may lead on now, though it did not then.
    pub fn is_news(&self, situation: &Situation, offer: &AvailableAction) -> bool {
        let sends = rules::sends(situation, &offer.action);
        let content = forms::sent_content(&situation.screen).filter(|_| sends);
        content.is_some_and(|content| {
            let news = self.sent.is_news(&situation.state.structural, &offer.key, content);
            news.unwrap_or(false)
        })
    }

    /// The states seen so far, in their order.
    #[cfg(test)]
    pub fn seen(&self) -> &[FirstSighting] {
        &self.seen
    }

    /// The states seen so far with what their output has in common with `tokens`, in their order: 0
    /// for nothing, 1 if the words are the same. Of very many states only some of those are given
    /// that have the rarest of these words, and `always`.
    pub fn overlaps(
        &self,
        tokens: &BTreeSet<String>,
        always: Option<StateId>,
    ) -> impl Iterator<Item = (&FirstSighting, f64)> {
        let mut known: Vec<&KnownWord> =
            tokens.iter().filter_map(|word| self.words.get(word)).collect();
        let mut own: Vec<usize> = known.iter().map(|word| word.number).collect();
        own.sort_unstable();
        let most = self.weights.compared_outputs;
        let compared: BTreeSet<usize> = if self.seen.len() <= most {
            (0..self.seen.len()).collect()
        } else {
            known.sort_by_key(|word| (word.states.len(), word.number));
            let always = always.and_then(|state| self.places.get(&state).copied());
            let mut compared: BTreeSet<usize> = always.into_iter().collect();
            for at in known.iter().flat_map(|word| &word.states).take(2 * most) {
                if compared.len() >= most {
                    break;
                }
                compared.insert(*at);
            }
            compared
        };
        let words = tokens.len();
        compared.into_iter().filter_map(move |at| {
            let (seen, numbers) = (self.seen.get(at)?, self.numbers.get(at)?);
            let common = numbers.iter().filter(|word| own.binary_search(word).is_ok()).count();
            Some((seen, output::share(common, words, numbers.len())))
        })
    }

    /// The state `id` as it was first seen.
    pub fn seen_as(&self, id: StateId) -> Option<&FirstSighting> {
        self.places.get(&id).and_then(|place| self.seen.get(*place))
    }

    /// The semantic state of `id`: itself if it was not merged.
    pub fn meaning(&self, situation: &Situation, id: StateId) -> StateId {
        let judged = self.meanings.get(&id).copied();
        situation.model.meaning(judged.unwrap_or(id))
    }

    /// The state under which inputs of the present one are remembered.
    pub fn place(&self, situation: &Situation) -> StateId {
        let here = situation.state.structural;
        if situation.screen.surface.is_dialogue() { self.meaning(situation, here) } else { here }
    }

    /// What was thought of in another state with the same fields (`about`), aimed at those of the present one:
    /// the form for a new thing and the one that changes it take the same texts. Two thirds of the
    /// fields are enough: some are called by what stands beside them, and that changes.
    pub fn ideas_of_form(&self, situation: &Situation, about: &str) -> Vec<AvailableAction> {
        let fields: BTreeSet<&str> = about.lines().collect();
        let is_like = |asked: &AskedInputs| {
            let known: BTreeSet<&str> = asked.about.lines().collect();
            known.intersection(&fields).count() * 3 >= 2 * known.len().max(fields.len())
        };
        let asked = self.asked.iter().filter(|(_, asked)| is_like(asked));
        let known =
            asked.filter(|(state, _)| self.ideas.get(state).is_some_and(|it| !it.is_empty()));
        let state = known.map(|(state, _)| *state).min();
        let ideas = state.and_then(|state| self.ideas.get(&state)).into_iter().flatten();
        ideas.filter_map(|idea| aimed(situation, idea)).collect()
    }

    /// What was thought of for the present state, aimed at the widgets as they are now.
    pub fn ideas(&self, situation: &Situation) -> Vec<AvailableAction> {
        let ideas = self.ideas.get(&self.place(situation)).into_iter().flatten();
        ideas.filter_map(|idea| aimed(situation, idea)).collect()
    }
}

/// `idea` with its target found again; `None` if that is gone.
fn aimed(situation: &Situation, idea: &AvailableAction) -> Option<AvailableAction> {
    let Action::Type { text, target } = &idea.action else { return Some(idea.clone()) };
    // Fields that share a name are told apart by their place in the document.
    let fields = situation
        .available
        .iter()
        .filter(|offer| offer.action.kind() == ActionKind::Type && offer.template == idea.template);
    let targets: Vec<&WidgetTarget> = fields.filter_map(|offer| offer.action.target()).collect();
    let same = targets.iter().find(|found| found.number == target.number);
    let target = (*same.or(targets.first())?).clone();
    let action = Action::Type { target, text: text.clone() };
    let (key, template) = situation.key_of(&action);
    Some(AvailableAction { action, key, template })
}

/// True for what every voice app should take.
pub fn is_system(offer: &AvailableAction) -> bool {
    matches!(&offer.action, Action::Say { words }
        if speech::SYSTEM.contains(&speech::normal(words).as_str()))
}

fn is_yes_no(offer: &AvailableAction) -> bool {
    matches!(&offer.action, Action::Say { words }
        if ["yes", "no"].contains(&speech::normal(words).as_str()))
}

/// True if this is what a voice app says when it is asked for help.
pub fn is_help(situation: &Situation) -> bool {
    let heard = situation.screen.dialogue().and_then(|spoken| spoken.recognition.as_ref());
    heard.is_some_and(|heard| speech::normal(&heard.words) == HELP_WORD)
}
