//! What to answer to a turn, put together from its sentences.

use super::choice::{OptionList, choice, leading};
use super::clause::{QuestionForm, form};
use super::instruction::{self, InstructionPart};
use super::lexicon::{COMMANDS, WH, has};
use super::options::act;
use super::parallel::joined;
use super::phrase::is_hollow;
use super::sentence::{sentences, tidy};
use super::token::{SpeechToken, tokens};
use super::{Question, Reply, context, listed, normal, open};

/// The most replies to one turn.
pub const REPLIES_LIMIT: usize = 24;

/// The most tokens of one sentence that are considered: its first ones.
const TOKENS_LIMIT: usize = 150;

/// The most sentences of a turn that are considered: its last ones.
const SENTENCES_LIMIT: usize = 60;

/// How many sentences at the end of a turn can ask something; questions before are content.
const QUESTION_SENTENCES: usize = 4;

/// A sentence with what it asks.
pub(super) struct AskingSentence<'a> {
    pub tokens: Vec<SpeechToken<'a>>,
    pub form: QuestionForm,
    pub parts: Vec<InstructionPart>,
    pub choice: Option<OptionList>,
}

impl<'a> AskingSentence<'a> {
    pub fn new(sentence: &'a str) -> Self {
        Self::of(tokens(sentence))
    }

    fn of(mut tokens: Vec<SpeechToken<'a>>) -> Self {
        tokens.truncate(TOKENS_LIMIT);
        let parts = instruction::parts(&tokens);
        let form = form(&tokens);
        let choice =
            if parts.is_empty() { choice(&tokens, form) } else { before_parts(&tokens, form) };
        Self { tokens, form, parts, choice }
    }

    /// The kind of question that it asks.
    pub fn question(&self) -> Question {
        if self.parts.len() > 1 {
            return Question::InstructionSelection;
        }
        if self.parts.len() == 1 {
            return Question::Instruction;
        }
        match (self.form, self.choice.is_some()) {
            (QuestionForm::YesNo(_), true) => Question::YesNoSelection,
            (QuestionForm::YesNo(_), false) => Question::YesNo,
            (QuestionForm::Wh(_), true) => Question::WhSelection,
            (QuestionForm::Wh(_) | QuestionForm::Demand(_), false) => Question::Wh,
            (QuestionForm::Demand(_) | QuestionForm::None, true) => Question::Selection,
            (QuestionForm::None, false) => Question::Statement,
        }
    }

    /// The phrases that it tells to say.
    fn phrases(&self) -> impl Iterator<Item = &String> {
        self.parts.iter().filter_map(|part| match part {
            InstructionPart::Phrase(words) => Some(words),
            InstructionPart::Open(_) => None,
        })
    }

    /// Takes "For example, go north or look" for an instruction after a sentence that speaks of
    /// what can be said, and "Or how do I …?" for one more of its examples.
    fn continues(&mut self, before: Option<&AskingSentence<'_>>) {
        let Some(before) = before.filter(|_| self.parts.is_empty()) else { return };
        let opens = |words: &[&str]| {
            self.tokens.iter().zip(words).filter(|(token, word)| token.is(word)).count()
                == words.len()
        };
        let spoken = ["commands", "command", "phrases", "actions", "questions", "ask", "say"];
        let reported =
            !before.parts.is_empty() || before.tokens.iter().any(|token| token.is_any(&spoken));
        let begin = if opens(&["for", "example"]) || opens(&["for", "instance"]) {
            2
        } else if opens(&["or"])
            && !before.parts.is_empty()
            && matches!(self.form, QuestionForm::Wh(_))
        {
            1
        } else {
            return;
        };
        if reported {
            self.parts = instruction::examples(&self.tokens, begin);
            self.choice = if self.parts.is_empty() { self.choice.take() } else { None };
        }
    }
}

/// The options that a question names before it tells what else can be said: "Would you like tea,
/// coffee, or say help".
fn before_parts(tokens: &[SpeechToken<'_>], form: QuestionForm) -> Option<OptionList> {
    let QuestionForm::YesNo(from) = form else { return None };
    let reported =
        tokens.windows(2).position(|words| words[0].is("or") && words[1].is_any(&["ask", "say"]));
    leading(tokens.get(from..reported?)?)
}

/// The two options of "Should it stay? Or should it go?": two sentences, the second opened by "or".
fn alternatives(first: &AskingSentence<'_>, second: &AskingSentence<'_>) -> Option<OptionList> {
    let opens = second.tokens.first().is_some_and(|first| first.is("or"));
    let plain = |asking: &AskingSentence<'_>| asking.parts.is_empty() && asking.choice.is_none();
    let asks =
        matches!(first.form, QuestionForm::YesNo(_)) && !matches!(second.form, QuestionForm::Wh(_));
    if !(opens && asks && plain(first) && plain(second)) {
        return None;
    }
    let from = if let QuestionForm::YesNo(at) = first.form { at } else { 0 };
    let options = vec![act(first.tokens.get(from..)?)?, act(second.tokens.get(1..)?)?];
    Some(OptionList { options, or_yes_no: false })
}

/// The sentences of a turn, read; `text` is tidy.
pub(super) fn read(text: &str) -> Vec<AskingSentence<'_>> {
    let all = sentences(text);
    let last = all.get(all.len().saturating_sub(SENTENCES_LIMIT)..).unwrap_or_default();
    let mut read: Vec<AskingSentence<'_>> = Vec::with_capacity(last.len());
    let last = joined(last.iter().map(|sentence| tokens(sentence)).collect());
    for sentence in last {
        let mut asking = AskingSentence::of(sentence);
        asking.continues(read.last());
        if let Some(choice) = read.last().and_then(|before| alternatives(before, &asking)) {
            asking.form = QuestionForm::YesNo(0);
            asking.choice = Some(choice);
            if let Some(before) = read.last_mut() {
                before.form = QuestionForm::None;
            }
        }
        read.push(asking);
    }
    read
}

/// The kind of question that a turn ends with: that of the last of its sentences that asks
/// anything, [`Question::Statement`] if none does.
pub fn asked(text: &str) -> Question {
    let text = tidy(text);
    let kinds = read(&text);
    let kinds = kinds.iter().rev().take(QUESTION_SENTENCES).map(AskingSentence::question);
    kinds.into_iter().find(|kind| *kind != Question::Statement).unwrap_or(Question::Statement)
}

/// The kind of question that `sentence` asks (Elevate, section III-B).
///
/// Beside the paper's kinds: a polite or plain demand for something ("Can you tell me your
/// name?", "Pick a number") counts as [`Question::Wh`], which it is in other words.
pub fn question(sentence: &str) -> Question {
    AskingSentence::new(&tidy(sentence)).question()
}

/// The replies that `text` asks for, most likely first: at most [`REPLIES_LIMIT`],
/// no two with the same [`normal`] form.
///
/// The last question of a turn comes first, because an app asks at its end; then those before, as
/// far back as four sentences; what the app tells to say counts wherever it stands. Of a long
/// text only the last 4 000 characters and 60 sentences are considered, so that the work is bounded.
pub fn replies(text: &str) -> Vec<Reply> {
    let text = tidy(text);
    let read = read(&text);
    let mut replies = ExpectedReplies::default();
    let first = read.len().saturating_sub(QUESTION_SENTENCES);
    let listed = listed(&text, &read);
    let quiz = !listed.is_empty();
    replies.add(Question::WhSelection, listed);
    for (at, asking) in read.iter().enumerate().rev() {
        // A list of answers is the answer to what its sentences ask.
        let open = !quiz || asking.question() == Question::YesNo;
        if at >= first && open || !asking.parts.is_empty() {
            answer(&read, at, &mut replies);
        }
    }
    if replies.found.is_empty() {
        replies.add(Question::Wh, unknown(&read));
    }
    replies.found
}

/// The phrases that the app itself says can be said, in its order; at most [`REPLIES_LIMIT`].
pub fn suggests(text: &str) -> Vec<String> {
    let text = tidy(text);
    let mut replies = ExpectedReplies::default();
    for asking in read(&text) {
        replies.add(Question::Instruction, asking.phrases().cloned());
    }
    replies.found.into_iter().map(|reply| reply.words).collect()
}

#[derive(Default)]
struct ExpectedReplies {
    found: Vec<Reply>,
    known: Vec<String>,
}

impl ExpectedReplies {
    fn add(&mut self, question: Question, all: impl IntoIterator<Item = String>) {
        for words in all {
            let normal = normal(&words);
            let new = !normal.is_empty() && !self.known.contains(&normal);
            if new && self.found.len() < REPLIES_LIMIT {
                self.known.push(normal);
                self.found.push(Reply { words, question });
            }
        }
    }
}

fn yes_no() -> [String; 2] {
    ["yes".to_owned(), "no".to_owned()]
}

/// Adds what answers the sentence at `at`.
fn answer(read: &[AskingSentence<'_>], at: usize, replies: &mut ExpectedReplies) {
    let asking = &read[at];
    let question = asking.question();
    for part in &asking.parts {
        match part {
            InstructionPart::Phrase(words) => replies.add(question, [words.clone()]),
            InstructionPart::Open(from) => {
                replies.add(question, open::answers(&asking.tokens, *from).unwrap_or_default());
            }
        }
    }
    if let Some(choice) = &asking.choice {
        if choice.or_yes_no {
            replies.add(question, yes_no());
        }
        replies.add(question, choice.options.iter().cloned());
        return;
    }
    if !asking.parts.is_empty() {
        // "Choose a number from one to five, or say skip"
        let demands = matches!(asking.form, QuestionForm::Demand(_));
        let said = |numbers: &Vec<String>| {
            asking
                .phrases()
                .any(|words| words.split(' ').any(|word| numbers.contains(&word.into())))
        };
        let numbers = open::range(&asking.tokens).filter(|numbers| demands && !said(numbers));
        replies.add(question, numbers.unwrap_or_default());
        return;
    }
    match asking.form {
        QuestionForm::YesNo(_) => replies.add(question, yes_no()),
        QuestionForm::Wh(from) | QuestionForm::Demand(from) => {
            // What was named around an open question answers it better than the virtual tester.
            let later = |reply: &Reply| {
                reply.question == Question::YesNo || !has(COMMANDS, &normal(&reply.words))
            };
            let reported = at
                .checked_sub(1)
                .and_then(|before| read.get(before))
                .is_some_and(|before| before.phrases().any(|words| !has(COMMANDS, &normal(words))));
            let open = !replies.found.iter().any(later);
            let from = open::demand(&asking.tokens, from).unwrap_or(from);
            let around = if open { context::options(read, at) } else { Vec::new() };
            let any = around.is_empty();
            replies.add(Question::WhSelection, around);
            let numbers = context::numbers(read, at);
            let own = numbers.or_else(|| {
                open::answers(&asking.tokens, from).filter(|_| any && open && !reported)
            });
            replies.add(question, own.unwrap_or_default());
        }
        QuestionForm::None => {}
    }
}

/// True if the turn asks for one of the answers that it lists.
pub(super) fn lists_answers(text: &str, read: &[AskingSentence<'_>]) -> bool {
    !listed(text, read).is_empty()
}

/// The answers that a quiz lists, if the turn asks anything.
fn listed(text: &str, read: &[AskingSentence<'_>]) -> Vec<String> {
    let asks = |asking: &AskingSentence<'_>| {
        matches!(
            asking.form,
            QuestionForm::Wh(_) | QuestionForm::YesNo(_) | QuestionForm::Demand(_)
        ) || asking
            .tokens
            .iter()
            .any(|token| token.is_any(&["answer", "choose", "options", "which"]))
    };
    if !read.iter().rev().take(2 * QUESTION_SENTENCES).any(asks) {
        return Vec::new();
    }
    let all = tokens(text);
    let last = all.get(all.len().saturating_sub(TOKENS_LIMIT)..).unwrap_or_default();
    listed::answers(last)
        .into_iter()
        .filter(|words| words.len() == 1 || !is_hollow(words))
        .collect()
}

/// The replies to a question about something unknown, which continue a quiz: a guess of the kind
/// that is asked for, and that nothing is known.
fn unknown(read: &[AskingSentence<'_>]) -> Vec<String> {
    let last = read.iter().rev().take(QUESTION_SENTENCES).find_map(|asking| match asking.form {
        QuestionForm::Wh(at) => Some((asking, at)),
        _ => None,
    });
    let Some((asking, at)) = last else { return Vec::new() };
    let wh =
        asking.tokens.get(at).is_some_and(|token| token.is_any(WH) || token.lower.contains('\''));
    if !wh || open::answers(&asking.tokens, at).is_none() {
        return Vec::new();
    }
    let guess = open::guess(&asking.tokens, at).map(str::to_owned);
    guess.into_iter().chain(["I don't know".to_owned()]).collect()
}
