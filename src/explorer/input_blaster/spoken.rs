//! Voice apps: what is said in place of a number, a time, a date or a name.
//!
//! A skill's own code gets what the platform heard as the value of a slot, in digits and words alike, and
//! rarely checks more than that there is one. Each such value is said again with others by the
//! rules of the catalogue, once for each question; the dialogue goes on from wherever they lead.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use regex::Regex;

use crate::domain::calendar::MONTHS;
use crate::domain::speech::Question;
use crate::domain::{Action, DialogueTurn, speech};
use crate::explorer::shared::actions::named;
use crate::explorer::shared::output;
use crate::explorer::{ExplorerProposal, PerformedAction, Situation};
use crate::protocol::{
    ActionOutcome, AttackChange, FormAttacked, InputResult, TriedInput, TypedField,
};

/// The most characters of a question that are told.
const QUESTION: usize = 60;

/// What an app says of values that it does not take, though it asks in other words.
static LIMITS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let words = r"(?i)\bcan only\b|\bbetween \S+ and \S+|\bat (?:most|least)\b|\bno (?:more|less|fewer) than\b";
    Regex::new(words).ok()
});

/// What a value that is said stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum SpokenSlot {
    Number,
    Time,
    Date,
    Name,
}

/// Rules of the catalogue with what is said by them.
type SpokenRules = &'static [(&'static str, &'static str)];

impl SpokenSlot {
    /// What `words`, an answer as a whole, stand for; `None` for other answers.
    fn of(words: &str) -> Option<Self> {
        let said = words.to_lowercase();
        let parts: Vec<&str> = said.split([' ', '-']).filter(|part| !part.is_empty()).collect();
        let is_number = |part: &str| {
            part.chars().all(|sign| sign.is_ascii_digit())
                || speech::ONES.contains(&part)
                || speech::TENS.contains(&part)
        };
        let has = |words: &[&str]| said.split(' ').any(|part| words.contains(&part));
        if parts.is_empty() {
            None
        } else if parts.iter().all(|part| is_number(part)) {
            Some(Self::Number)
        } else if has(&["noon", "midnight", "a.m.", "p.m.", "o'clock"]) {
            Some(Self::Time)
        } else if has(&["today", "tomorrow"]) || parts.iter().any(|part| names_month(part)) {
            Some(Self::Date)
        } else {
            speech::is_name(words).then_some(Self::Name)
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Time => "time",
            Self::Date => "date",
            Self::Name => "name",
        }
    }

    /// What is said in its place, the most promising first.
    const fn rules(self) -> SpokenRules {
        match self {
            Self::Number => &[
                ("zero", "zero"),
                ("negative", "minus three"),
                ("half", "two and a half"),
                ("all-nines", "nine hundred ninety nine thousand nine hundred ninety nine"),
                ("above-32-bits", "three billion"),
            ],
            Self::Time => &[
                ("midnight", "midnight"),
                ("last-minute", "eleven fifty nine p.m."),
                ("no-such-time", "twenty five o'clock"),
            ],
            Self::Date => &[
                ("no-such-day", "february thirtieth"),
                ("long-ago", "january first sixteen hundred"),
                ("far-future", "december thirty first nine thousand nine hundred ninety nine"),
                ("leap-day", "february twenty ninth"),
            ],
            Self::Name => &[
                ("apostrophe", "o'brien"),
                ("one-character", "x"),
                ("null-word", "null"),
                ("number-only", "seven"),
                (
                    "long",
                    "maria magdalena josefa antonia theresia wilhelmina von hohenberg und rabenstein the younger",
                ),
            ],
        }
    }
}

/// True for a month; "may" mostly asks for leave.
fn names_month(word: &str) -> bool {
    word != "may" && MONTHS.contains(&word)
}

/// A value that is said.
#[derive(Clone, Debug)]
struct SaidValue {
    slot: SpokenSlot,
    rule: &'static str,
    words: &'static str,
    /// What the app said before.
    turn: String,
}

impl SaidValue {
    /// The app's answer shows what became of it. A session that breaks off, or in which the app hangs up
    /// while it asks, was crashed by it. What is asked again, or answered with what the app takes instead
    /// or with nothing but what to say, was not taken.
    fn result(&self, turn: &DialogueTurn) -> InputResult {
        let reply = &turn.text;
        if !turn.open && !turn.guessed && (speech::breaks_off(reply) || speech::hangs_up(reply)) {
            return InputResult::Crashed;
        }
        let asks_again = asked(reply) == asked(&self.turn);
        let is_limited = LIMITS.as_ref().is_some_and(|limits| limits.is_match(reply));
        if asks_again || is_limited || only_instructs(reply) || speech::confused(reply) {
            InputResult::Refused
        } else {
            InputResult::Accepted
        }
    }
}

/// True if the app says nothing but what can be said: "Say yes to play or no to quit."
fn only_instructs(reply: &str) -> bool {
    let instructs =
        matches!(speech::question(reply), Question::Instruction | Question::InstructionSelection);
    instructs && speech::sentences(reply).len() == 1
}

/// The question of a turn: its last sentence.
fn asked(turn: &str) -> String {
    speech::sentences(turn).last().map(|it| it.trim().to_lowercase()).unwrap_or_default()
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct SpokenAttack {
    /// The values that were said, each with the question that it answered, whatever was said before that.
    said: HashSet<(String, &'static str)>,
    /// How many there were for each kind of value, over all states.
    attempts: HashMap<SpokenSlot, usize>,
    current: Option<SaidValue>,
    news: Vec<FormAttacked>,
}

impl SpokenAttack {
    /// The next value to say on the present turn; `None` if it asks for none, or all were said.
    pub(super) fn next(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let turn = situation.screen.surface.dialogue()?;
        let asked = asked(&turn.text);
        let slots = situation.available.iter().filter_map(|offer| match &offer.action {
            Action::Say { words } => SpokenSlot::of(words),
            _ => None,
        });
        let (slot, (rule, words)) = slots
            .flat_map(|slot| slot.rules().iter().map(move |rule| (slot, *rule)))
            .find(|(_, (_, words))| !self.said.contains(&(asked.clone(), *words)))?;
        self.said.insert((asked, words));
        let step = named(situation, Action::Say { words: words.to_owned() });
        if !situation.is_possible(&step) {
            return None;
        }
        let begun = AttackChange::Begun { demands: vec![slot.word().into()] };
        self.tell(situation.step, &output::cut(&turn.text, QUESTION), begun);
        self.current = Some(SaidValue { slot, rule, words, turn: turn.text.clone() });
        let why = format!("A {} is asked for, and {rule} is said in its place.", slot.word());
        Some(ExplorerProposal::new(step, why))
    }

    /// Takes in what `done` did.
    pub(super) fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        let Some(value) = self.current.take() else { return };
        let SaidValue { slot, rule, words, .. } = value;
        if !matches!(&done.action, Action::Say { words: said } if said == words) {
            return;
        }
        let turn = situation.screen.surface.dialogue();
        let reply = turn.map_or("", |turn| turn.text.as_str());
        let result = match turn {
            Some(turn) if done.outcome != ActionOutcome::Crashed => value.result(turn),
            _ => InputResult::Crashed,
        };
        let question = output::cut(&value.turn, QUESTION);
        let attempt = self.attempts.entry(slot).or_default();
        *attempt += 1;
        let field = TypedField {
            name: slot.word().into(),
            id: String::new(),
            text: Some(words.into()),
            changed: true,
            held: None,
        };
        let attempt = *attempt;
        let tried = TriedInput {
            attempt,
            rule: rule.into(),
            shortening: false,
            fields: vec![field],
            result,
            says: vec![output::cut(reply, QUESTION)],
        };
        self.tell(done.step, &question, AttackChange::Tried(tried));
        let why = "The dialogue went on.".to_owned();
        self.tell(
            done.step,
            &question,
            AttackChange::Ended { why, attempts: attempt, goes_on: false },
        );
    }

    /// True while a value was said and its reply was not heard yet.
    pub(super) const fn is_in_progress(&self) -> bool {
        self.current.is_some()
    }

    /// What is to be logged.
    pub(super) fn news(&mut self) -> Vec<FormAttacked> {
        std::mem::take(&mut self.news)
    }

    fn tell(&mut self, step: u64, question: &str, change: AttackChange) {
        self.news.push(FormAttacked { step, form: question.to_owned(), change });
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("5", Some(SpokenSlot::Number))]
    #[case("twenty-one", Some(SpokenSlot::Number))]
    #[case("8 a.m.", Some(SpokenSlot::Time))]
    #[case("March 4th", Some(SpokenSlot::Date))]
    #[case("Robin", Some(SpokenSlot::Name))]
    #[case("large", None)]
    #[case("may I", None)]
    #[case("yes", None)]
    #[case("", None)]
    #[case(" - ", None)]
    #[case("twenty - one", Some(SpokenSlot::Number))]
    fn an_answer_is_told_by_its_words(#[case] words: &str, #[case] slot: Option<SpokenSlot>) {
        assert_eq!(SpokenSlot::of(words), slot);
    }

    #[rstest]
    #[case("How many people are you?", InputResult::Refused)]
    #[case("Sorry, what was that?", InputResult::Refused)]
    #[case("I can only book tables. Shall I?", InputResult::Refused)]
    #[case(
        "We have tables for between one and 10 people. What is your number?",
        InputResult::Refused
    )]
    #[case("Three people. On which day?", InputResult::Accepted)]
    #[case("Say yes to play or no to quit.", InputResult::Refused)]
    #[case("3 is too low. Say another number.", InputResult::Accepted)]
    fn what_is_asked_again_or_limited_was_not_taken(
        #[case] reply: &str,
        #[case] result: InputResult,
    ) {
        let turn = "A table, with pleasure. How many people are you?".to_owned();
        let value = SaidValue { slot: SpokenSlot::Number, rule: "zero", words: "zero", turn };
        assert_eq!(value.result(&said(reply, true)), result);
    }

    fn said(text: &str, open: bool) -> DialogueTurn {
        DialogueTurn { text: text.into(), open, ..DialogueTurn::default() }
    }

    #[rstest]
    #[case("There was a problem with the requested skill's response.", InputResult::Crashed)]
    #[case("", InputResult::Crashed)]
    #[case("Three people. On which day?", InputResult::Crashed)]
    #[case("A table for 3 is booked. Goodbye.", InputResult::Accepted)]
    fn a_session_that_breaks_off_was_crashed(#[case] reply: &str, #[case] result: InputResult) {
        let turn = "How many people are you?".to_owned();
        let value = SaidValue { slot: SpokenSlot::Number, rule: "zero", words: "zero", turn };
        assert_eq!(value.result(&said(reply, false)), result);
        let guessed = DialogueTurn { guessed: true, ..said(reply, false) };
        assert_ne!(value.result(&guessed), InputResult::Crashed, "nothing follows from it");
    }

    #[test]
    fn each_rule_is_one_of_the_catalogue() {
        let slots = [SpokenSlot::Number, SpokenSlot::Time, SpokenSlot::Date, SpokenSlot::Name];
        for (rule, _) in slots.into_iter().flat_map(SpokenSlot::rules) {
            assert!(super::super::operations::find(rule).is_some(), "{rule}");
        }
    }
}
