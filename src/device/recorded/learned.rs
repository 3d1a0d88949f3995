//! What recorded dialogues teach of an app: the finite-state machine that was observed.

use std::collections::HashMap;

use xxhash_rust::xxh3::xxh3_64;

use super::folder::AppDialogues;
use super::words::{self, LaunchPhrase};
use crate::domain::speech;

/// The name of all ends.
const END: &str = "<END>";
/// So many meanings are compared with each other.
const MOST_COMPARED: usize = 2_000;

/// The place of a state in [`LearnedMachine::states`].
pub type Place = usize;

/// One state: something the app said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedState {
    /// The words, as they were first recorded.
    pub text: String,
    /// True if the session ended with them.
    pub ended: bool,
    /// The number of the semantic state it belongs to. All ends are one, as in Elevate: what is
    /// heard behind the end is often the platform.
    pub meaning: usize,
}

/// The answers to the same words in the same state, in the order in which they were first observed,
/// with how often.
pub type Outcomes = Vec<(Place, u32)>;

/// Where words were said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum LearnedSource {
    /// Outside of a session.
    Start,
    /// In a state.
    State(Place),
    /// In a state that the recording does not tell: it begins in the middle.
    Unknown,
}

/// The observed machine. States are what the app said, told apart by the normal form of its words
/// and by whether the session ended; transitions are the user's words ([`words::key`]).
#[derive(Clone, Debug, Default)]
pub struct LearnedMachine {
    /// The app's name.
    pub app: String,
    states: Vec<LearnedState>,
    meanings: usize,
    moves: HashMap<LearnedSource, HashMap<String, Outcomes>>,
    /// The same by words: where they were said, in the order of the recording.
    said: HashMap<String, Vec<LearnedSource>>,
    openings: Outcomes,
}

/// How the app says that it does not understand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConfusionReply {
    /// The state in which it says so.
    pub place: Place,
    /// True if it was recorded saying so to other words in the same state. Else it was said
    /// elsewhere, and what it says beside that belongs there.
    pub own: bool,
}

/// How the machine answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachineAnswer {
    /// As it was recorded in this state, or at the opening.
    Recorded(Place),
    /// As it was recorded in states that mean the same as this one.
    Alike(Place),
    /// As it was recorded in other states, if the words are always answered alike.
    Elsewhere(Place),
    /// These words were never said here; the app's own words for not understanding, if any were
    /// recorded.
    Unknown(Option<ConfusionReply>),
}

impl LearnedMachine {
    /// Learns from `dialogues`.
    pub fn new(dialogues: &AppDialogues) -> Self {
        let mut learned = Self { app: dialogues.app.clone(), ..Self::default() };
        let mut index = HashMap::new();
        let opens = |words: &str| words::opening(words).is_some();
        let sessions = &dialogues.sessions;
        let firsts = || sessions.iter().filter_map(|session| session.first());
        // Where nobody opens anything by name, whatever was said first opens.
        let anybody_opens = firsts().any(|turn| opens(&turn.words));
        for session in sessions {
            let opened = session.first().is_some_and(|turn| opens(&turn.words));
            let mut from = if opened || !anybody_opens {
                LearnedSource::Start
            } else {
                LearnedSource::Unknown
            };
            for turn in session {
                let name = (speech::normal(&turn.said), turn.ended);
                let to = *index.entry(name).or_insert_with(|| {
                    let text = turn.said.clone();
                    learned.states.push(LearnedState { text, ended: turn.ended, meaning: 0 });
                    learned.states.len() - 1
                });
                learned.learn(from, &turn.words, to);
                from = LearnedSource::State(to);
            }
        }
        learned.find_openings();
        learned.find_meanings();
        learned
    }

    fn learn(&mut self, from: LearnedSource, words: &str, to: Place) {
        let key = words::key(words);
        let places = self.said.entry(key.clone()).or_default();
        if !places.contains(&from) {
            places.push(from);
        }
        let outcomes = self.moves.entry(from).or_default().entry(key).or_default();
        count(outcomes, to, 1);
    }

    /// What opening the app leads to: what its name alone led to, else whatever was said first.
    fn find_openings(&mut self) {
        let Some(start) = self.moves.get(&LearnedSource::Start) else { return };
        let mut keys: Vec<&String> = start.keys().collect();
        keys.sort_unstable();
        let by_name = |key: &&&String| matches!(words::opening(key), Some(LaunchPhrase::Plain(_)));
        let plain: Vec<&String> = keys.iter().filter(by_name).copied().collect();
        let mut openings = Outcomes::new();
        for key in if plain.is_empty() { keys } else { plain } {
            for (to, times) in &start[key] {
                count(&mut openings, *to, *times);
            }
        }
        self.openings = openings;
    }

    /// States that mean the same as an earlier one belong to it. Past so many that comparing each
    /// with each takes too long, only those that are the same but for digits do.
    fn find_meanings(&mut self) {
        let mut exact: HashMap<String, usize> = HashMap::new();
        let mut known: Vec<(usize, String)> = Vec::new();
        let mut next = 0;
        for said in &mut self.states {
            let name = if said.ended { END.into() } else { folded(&speech::normal(&said.text)) };
            let compared = if said.ended || known.len() > MOST_COMPARED { &[] } else { &known[..] };
            let same = |(_, text): &&(usize, String)| speech::same_meaning(text, &said.text);
            let alike = || compared.iter().find(same).map(|(meaning, _)| *meaning);
            said.meaning = exact.get(&name).copied().or_else(alike).unwrap_or(next);
            exact.insert(name, said.meaning);
            if said.meaning == next {
                next += 1;
                if !said.ended {
                    known.push((said.meaning, said.text.clone()));
                }
            }
        }
        self.meanings = next;
    }

    /// All states, in the order in which they were recorded.
    pub fn states(&self) -> &[LearnedState] {
        &self.states
    }

    /// The number of semantic states.
    pub const fn meanings(&self) -> usize {
        self.meanings
    }

    /// The number of distinct transitions: (state, words).
    pub fn transitions(&self) -> usize {
        self.moves.values().map(HashMap::len).sum()
    }

    /// Of these, the number with more than one answer.
    pub fn branching(&self) -> usize {
        let all = self.moves.values().flat_map(HashMap::values);
        all.filter(|outcomes| outcomes.len() > 1).count()
    }

    /// Opens the app for the `nth` time; `None` if no opening was recorded.
    pub fn open(&self, seed: u64, nth: u32) -> Option<Place> {
        choose(&self.openings, seed, "<START>", "", nth)
    }

    /// The answer to `words` in state `at` (`None` outside of a session), behind which the app may have said `confused` without
    /// leaving it; for the `nth` time that these words are said there.
    pub fn answer(
        &self,
        at: Option<Place>,
        confused: Option<Place>,
        words: &str,
        seed: u64,
        nth: u32,
    ) -> MachineAnswer {
        let key = words::key(words);
        let opening = words::opening(words).is_some() || at.is_none();
        let places = at
            .into_iter()
            .chain(confused)
            .map(LearnedSource::State)
            .chain(opening.then_some(LearnedSource::Start));
        for from in places {
            let outcomes = self.moves.get(&from).and_then(|moves| moves.get(&key));
            let chosen =
                outcomes.and_then(|outcomes| choose(outcomes, seed, self.name(from), &key, nth));
            if let Some(place) = chosen {
                return MachineAnswer::Recorded(place);
            }
        }
        // Outside of a session nobody listens to anything else.
        if at.is_none() {
            return MachineAnswer::Unknown(None);
        }
        if let Some(place) = at.and_then(|at| self.alike(at, &key, seed, nth)) {
            return MachineAnswer::Alike(place);
        }
        if let Some(place) = self.elsewhere(&key, seed, nth) {
            return MachineAnswer::Elsewhere(place);
        }
        MachineAnswer::Unknown(self.confusion(at))
    }

    fn name(&self, from: LearnedSource) -> &str {
        match from {
            LearnedSource::State(place) => self.states.get(place).map_or("", |said| &said.text),
            LearnedSource::Start => "<START>",
            LearnedSource::Unknown => "<UNKNOWN>",
        }
    }

    /// The answer in states that mean the same as `at`: today's greeting leads where yesterday's
    /// did.
    fn alike(&self, at: Place, key: &str, seed: u64, nth: u32) -> Option<Place> {
        let here = self.states.get(at)?;
        let mut all = Outcomes::new();
        for from in self.said.get(key)? {
            let LearnedSource::State(place) = from else { continue };
            if self.states.get(*place).is_some_and(|said| said.meaning == here.meaning) {
                for (to, times) in self.moves.get(from)?.get(key)? {
                    count(&mut all, *to, *times);
                }
            }
        }
        choose(&all, seed, "<ALIKE>", key, nth)
    }

    /// The answer to words that are always answered alike. For commands that every app takes one
    /// recorded answer is enough; other words must have been said in two states at least, since one
    /// `yes` tells nothing of another one.
    fn elsewhere(&self, key: &str, seed: u64, nth: u32) -> Option<Place> {
        let mut all = Outcomes::new();
        let places = self.said.get(key)?.iter().filter(|from| **from != LearnedSource::Start);
        let mut states = 0;
        for from in places {
            states += 1;
            for (to, times) in self.moves.get(from)?.get(key)? {
                count(&mut all, *to, *times);
            }
        }
        let meaning = |place: Place| self.states.get(place).map(|said| said.meaning);
        let first = meaning(all.first()?.0);
        let alike = all.iter().all(|(to, _)| meaning(*to) == first);
        let enough = states >= 2 || words::is_global(key);
        if alike && enough { choose(&all, seed, "<ELSEWHERE>", key, nth) } else { None }
    }

    /// What the app says if it does not understand: as recorded in this state, else in the most
    /// states, the first recorded one if that is equal.
    fn confusion(&self, at: Option<Place>) -> Option<ConfusionReply> {
        let confused = |place: Place| {
            let said = self.states.get(place);
            said.is_some_and(|said| !said.ended && words::is_confused(&said.text))
        };
        let mut seen: HashMap<Place, (bool, usize)> = HashMap::new();
        for (from, moves) in &self.moves {
            let mut here: Vec<Place> =
                moves.values().flatten().map(|(to, _)| *to).filter(|to| confused(*to)).collect();
            here.sort_unstable();
            here.dedup();
            for to in here {
                let (own, states) = seen.entry(to).or_default();
                *own |= at.is_some_and(|at| *from == LearnedSource::State(at));
                *states += 1;
            }
        }
        let best = |(place, (own, states)): &(Place, (bool, usize))| {
            (*own, *states, std::cmp::Reverse(*place))
        };
        let best = seen.into_iter().max_by_key(best);
        best.map(|(place, (own, _))| ConfusionReply { place, own })
    }
}

fn count(outcomes: &mut Outcomes, to: Place, times: u32) {
    match outcomes.iter_mut().find(|(place, _)| *place == to) {
        Some((_, count)) => *count += times,
        None => outcomes.push((to, times)),
    }
}

/// Draws among `outcomes` by how often each was observed. The draw follows from the seed, the state,
/// the words and how often they were said there before, so that it does not depend on the way there:
/// two explorers with the same seed meet the same app.
pub fn choose<T: Copy>(
    outcomes: &[(T, u32)],
    seed: u64,
    state: &str,
    words: &str,
    nth: u32,
) -> Option<T> {
    let total: u64 = outcomes.iter().map(|(_, times)| u64::from(*times)).sum();
    let name = format!("{seed}\n{state}\n{words}\n{nth}");
    let mut point = xxh3_64(name.as_bytes()).checked_rem(total)?;
    for (to, times) in outcomes {
        match point.checked_sub(u64::from(*times)) {
            Some(rest) => point = rest,
            None => return Some(*to),
        }
    }
    None
}

/// `text` with runs of digits folded, so that a score makes no new state.
fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for sign in text.chars() {
        let digit = sign.is_ascii_digit();
        if !(digit && folded.ends_with('#')) {
            folded.push(if digit { '#' } else { sign });
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::super::transcript;
    use super::*;

    fn learned(text: &str) -> LearnedMachine {
        let sessions = transcript::read(text).unwrap().sessions;
        LearnedMachine::new(&AppDialogues {
            app: "tea".into(),
            sessions,
            ..AppDialogues::default()
        })
    }

    fn text(learned: &LearnedMachine, place: Place) -> &str {
        &learned.states()[place].text
    }

    const TEA: &str = "round 1:\nopen tea\nGreen or black?\ngreen\nGood choice. Sugar?\nyes\n\
        Sorry, I didn't get that.\nhelp\nSay green or black.\nstop\n<--skill exit-->Bye.\n\
        round 2:\nopen tea\nGreen or black?\nGreen, please.\nGood choice, sugar\nno\nDone.\n\
        stop\n<--skill exit-->See you.\n";

    #[test]
    fn states_are_what_was_said_but_for_punctuation() {
        let tea = learned(TEA);
        let texts: Vec<&str> = tea.states().iter().map(|said| said.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "Green or black?",
                "Good choice. Sugar?",
                "Sorry, I didn't get that.",
                "Say green or black.",
                "Bye.",
                "Done.",
                "See you."
            ]
        );
        assert_eq!(tea.meanings(), 6, "both ends are one");
        assert_eq!((tea.transitions(), tea.branching()), (7, 0));
    }

    #[test]
    fn answers_follow_the_record() {
        let tea = learned(TEA);
        let open = tea.open(1, 0).unwrap();
        assert_eq!(text(&tea, open), "Green or black?");
        let answer = |at: Place, words: &str| tea.answer(Some(at), None, words, 1, 0);
        let MachineAnswer::Recorded(sugar) = answer(open, "the GREEN, please!") else {
            panic!("green")
        };
        assert_eq!(text(&tea, sugar), "Good choice. Sugar?");
        assert!(
            matches!(answer(open, "green one"), MachineAnswer::Unknown(_)),
            "other words are others"
        );
        // Commands of every app were said elsewhere, and were always answered alike.
        let MachineAnswer::Elsewhere(end) = answer(sugar, "stop") else { panic!("stop") };
        assert!(tea.states()[end].ended);
        assert!(matches!(answer(sugar, "help"), MachineAnswer::Elsewhere(_)));
        // Words of one other state are not carried over, and the confusion is the app's own.
        let MachineAnswer::Unknown(Some(confusion)) = answer(open, "no") else { panic!("no") };
        assert_eq!(text(&tea, confusion.place), "Sorry, I didn't get that.");
        assert!(!confusion.own, "it was said in another state");
        assert_eq!(
            tea.answer(None, None, "help", 1, 0),
            MachineAnswer::Unknown(None),
            "nobody listens"
        );
    }

    #[test]
    fn several_answers_come_as_often_as_observed() {
        let mut text = String::new();
        for (answer, times) in [("Heads.", 3), ("Tails.", 1)] {
            for _ in 0..times {
                text.push_str(&format!("round 1:\nopen coin\nReady?\nflip\n{answer}\n"));
            }
        }
        let coin = learned(&text);
        assert_eq!(coin.branching(), 1);
        let draw = |seed, nth| match coin.answer(Some(0), None, "flip", seed, nth) {
            MachineAnswer::Recorded(place) => text_of(&coin, place),
            other => panic!("{other:?}"),
        };
        let heads = (0..400).filter(|nth| draw(7, *nth) == "Heads.").count();
        assert!((250..350).contains(&heads), "{heads} of 400");
        assert_eq!(draw(7, 3), draw(7, 3));
        assert!((0..50).any(|nth| draw(1, nth) != draw(2, nth)), "the seed counts");
    }

    fn text_of(learned: &LearnedMachine, place: Place) -> String {
        learned.states()[place].text.clone()
    }

    #[test]
    fn digits_make_no_new_meaning() {
        let quiz = learned("open quiz\nScore 1.\nnext\nScore 12.\nnext\nScore 1.\n");
        assert_eq!((quiz.states().len(), quiz.meanings()), (2, 1));
    }

    #[test]
    fn what_means_the_same_leads_to_the_same() {
        let text = "round 1:\nopen quiz\nYou have 1 point.\nmore\nGood.\nround 2:\nopen quiz\n\
            You have 2 points.\nless\nBad.\nround 3:\nopen quiz\nYou have 3 point.\n";
        let quiz = learned(text);
        let third = quiz.states().iter().position(|said| said.text.contains('3')).unwrap();
        let MachineAnswer::Alike(good) = quiz.answer(Some(third), None, "more", 1, 0) else {
            panic!("{:?}", quiz.states())
        };
        assert_eq!(self::text(&quiz, good), "Good.");
    }

    #[test]
    fn a_dialogue_that_begins_in_the_middle_opens_nothing() {
        let tea = learned("I:\nopen tea\nE:\nHello.\nround 2:\nI:\nstop\nE:\nBye.\n");
        assert_eq!(tea.states().len(), 2);
        assert!((0..20).all(|nth| tea.open(1, nth) == Some(0)));
        assert_eq!(tea.answer(Some(0), None, "stop", 1, 0), MachineAnswer::Elsewhere(1));
    }

    #[test]
    fn the_words_that_open_are_heard_at_any_time() {
        let text = "round 1:\nask tea for a fact\nTea is old.\nround 2:\nopen tea\nHello.\n";
        let tea = learned(text);
        assert_eq!(tea.open(1, 0), Some(1), "by its name alone");
        assert_eq!(
            tea.answer(Some(1), None, "ask tea for a fact", 1, 0),
            MachineAnswer::Recorded(0)
        );
        assert_eq!(tea.answer(Some(0), None, "open tea", 1, 0), MachineAnswer::Recorded(1));
    }

    #[test]
    fn no_outcome_is_no_choice() {
        assert_eq!(choose::<usize>(&[], 1, "", "", 0), None);
        assert_eq!(choose(&[(3, 0)], 1, "", "", 0), None);
    }
}
