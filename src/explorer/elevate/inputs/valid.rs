//! Which inputs fit what a voice app asks: the rule for each kind of question.
//!
//! Elevate, section III-B: *yes-no* takes yes and no, *selection* the options it names,
//! *instruction* what it says to say, *Wh* things of the noun's kind, and each of the three mixed
//! patterns the options that it names. What the words themselves name comes from
//! [`speech::replies`] and [`speech::asked`].

use serde::{Deserialize, Serialize};

use crate::domain::speech::{self, Question};

/// The most words of an answer to a question that is opened by a question word.
const WORDS: usize = 10;
/// The most options of one question.
const OPTIONS: usize = 16;

const YES: &[&str] = &["yes", "yeah", "yep", "sure", "okay", "ok"];
const NO: &[&str] = &["no", "nope", "nah"];

/// One question of an output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputQuestion {
    /// Its kind.
    pub kind: Question,
    /// What its words name, or what the rules would answer.
    pub options: Vec<String>,
}

impl OutputQuestion {
    /// The kind in words, for prompts.
    pub const fn words(&self) -> &'static str {
        match self.kind {
            Question::YesNo => "yes or no",
            Question::Selection => "a choice between options",
            Question::Instruction => "an instruction what to say",
            Question::Wh => "an open question",
            Question::InstructionSelection => "an instruction that names options",
            Question::WhSelection => "an open question that names options",
            Question::YesNoSelection => "a yes or no question that names options",
            Question::Statement => "no question",
        }
    }

    /// True if only the first few answers are kept: what belongs there is uncertain.
    pub const fn is_open(&self) -> bool {
        matches!(self.kind, Question::Wh | Question::Statement)
    }

    /// True if `input` can answer it; `output` is what the app said.
    pub fn takes(&self, input: &str, output: &str) -> bool {
        let input = speech::normal(input);
        if input.is_empty() {
            return false;
        }
        let named = || self.names(&input, output);
        match self.kind {
            Question::YesNo => says(&input, YES) || says(&input, NO) || is_addition(&input, output),
            Question::YesNoSelection => {
                says(&input, YES) || says(&input, NO) || named() || is_addition(&input, output)
            }
            Question::Selection | Question::WhSelection => named(),
            // "Tell me a city" says of what kind, not what: that is as open as a question.
            Question::Instruction | Question::InstructionSelection => {
                named() || (!self.is_literal(output) && is_thing(&input, output))
            }
            Question::Wh => is_thing(&input, output),
            Question::Statement => true,
        }
    }

    /// True if the app's words name all that answers it.
    pub fn is_known(&self, output: &str) -> bool {
        match self.kind {
            Question::YesNo => true,
            Question::Wh | Question::Statement => false,
            _ => self.is_literal(output),
        }
    }

    /// What may be said, for the feedback.
    pub fn rule(&self) -> String {
        let options = self.options.join(", ");
        match self.kind {
            Question::YesNo => "it is answered by yes or no".into(),
            Question::YesNoSelection if !self.options.is_empty() => {
                format!("it is answered by one of its options ({options}), or by yes or no")
            }
            Question::Selection | Question::WhSelection | Question::InstructionSelection
                if !self.options.is_empty() =>
            {
                format!("it is answered by one of the options it names: {options}")
            }
            Question::Instruction if !self.options.is_empty() => {
                format!("it is answered by what it tells the user to say, such as: {options}")
            }
            Question::Wh => {
                "it is answered by things of the kind that it asks for, in a few words, \
                         not by yes or no and not by the question itself"
                    .into()
            }
            Question::Statement => "anything a user would say next fits".into(),
            _ => "it is answered by words that it names itself".into(),
        }
    }

    /// What the rules answer with.
    pub fn default_inputs(&self) -> Vec<String> {
        match self.kind {
            Question::YesNo => vec!["yes".into(), "no".into()],
            _ => self.options.clone(),
        }
    }

    /// True if all options stand in what the app said.
    fn is_literal(&self, output: &str) -> bool {
        let said = padded(&speech::normal(output));
        let stands = |option: &String| said.contains(&padded(&speech::normal(option)));
        !self.options.is_empty() && self.options.iter().all(stands)
    }

    /// True if `input` is one of the options, says one in more words or with some of its words;
    /// or a number if the options are numbers. Where no options are known its words must be the
    /// app's.
    fn names(&self, input: &str, output: &str) -> bool {
        if self.options.is_empty() {
            let said = padded(&speech::normal(output));
            return input.split(' ').all(|word| said.contains(&padded(word)));
        }
        let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        self.options.iter().map(|option| speech::normal(option)).any(|option| {
            padded(input).contains(&padded(&option))
                || padded(&option).contains(&padded(input))
                || (is_number(input) && is_number(&option))
        })
    }
}

/// What `output` asks, the kinds in the order in which they are asked; a statement only if
/// nothing else is.
pub fn questions(output: &str) -> Vec<OutputQuestion> {
    let mut asked: Vec<OutputQuestion> = Vec::new();
    for reply in speech::replies(output) {
        let kind = reply.question;
        let place = asked.iter().position(|asks| asks.kind == kind).unwrap_or_else(|| {
            asked.push(OutputQuestion { kind, options: Vec::new() });
            asked.len() - 1
        });
        if let Some(asks) = asked.get_mut(place)
            && asks.options.len() < OPTIONS
        {
            asks.options.push(reply.words);
        }
    }
    // What it ends with counts even if the rules know no answer.
    let last = speech::asked(output);
    if asked.iter().all(|asks| asks.kind != last) {
        asked.push(OutputQuestion { kind: last, options: Vec::new() });
    }
    let is_question = |asks: &OutputQuestion| asks.kind != Question::Statement;
    if asked.iter().any(is_question) {
        asked.retain(is_question);
    }
    asked
}

/// True if `input` begins with one of `words` and says hardly more.
fn says(input: &str, words: &[&str]) -> bool {
    let mut said = input.split(' ');
    said.next().is_some_and(|first| words.contains(&first)) && said.count() <= 2
}

/// True for what can be a thing that was asked for: short, no yes or no, and not the app's own
/// question given back.
fn is_thing(input: &str, output: &str) -> bool {
    let words = input.split(' ').count();
    let said = padded(&speech::normal(output));
    let echo = words > 3 && said.contains(&padded(input));
    let bare = YES.contains(&input) || NO.contains(&input);
    words <= WORDS && !bare && !echo && fits_number(input, output)
}

/// True for a short answer that takes up what is asked and says more: "order a salami pizza" to
/// "Would you like to order a pizza?".
fn is_addition(input: &str, output: &str) -> bool {
    /// Shorter words connect others.
    const LETTERS: usize = 4;
    let said = padded(&speech::normal(output));
    let words: Vec<&str> = input.split(' ').filter(|word| word.len() >= LETTERS).collect();
    let (taken_up, added): (Vec<&str>, Vec<&str>) =
        words.into_iter().partition(|word| said.contains(&padded(word)));
    let short = input.split(' ').count() <= WORDS;
    short && !taken_up.is_empty() && !added.is_empty()
}

/// Where a number is asked for, one must be said.
fn fits_number(input: &str, output: &str) -> bool {
    const NUMBERS: &[&str] = &[
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "twenty", "thirty", "forty", "fifty", "hundred", "thousand", "a few",
        "none", "half",
    ];
    let output = speech::normal(output);
    let wanted = ["how many", "how old"].iter().any(|asked| output.contains(asked));
    let is_number =
        |word: &str| word.chars().any(|c| c.is_ascii_digit()) || NUMBERS.contains(&word);
    !wanted || input.split([' ', '-']).any(is_number)
}

fn padded(text: &str) -> String {
    format!(" {text} ")
}
