//! What each part of an exchange says.

use crate::protocol::{Checked, PromptForm, Usage};
use crate::tui::desk::{Found, Source};
use crate::tui::kit;
use crate::tui::kit::reading::Passage;
use crate::tui::pane::Tone;
use crate::tui::ride::thinking::{Question, Round, Standing};
use crate::tui::view::View;

/// The parts of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The messages that were sent.
    Prompt,
    /// What came back.
    Reply,
    /// What was made of it.
    Checks,
    /// What the prompt was made from.
    Variables,
    /// The prompt's file.
    Template,
}

impl Section {
    /// All, in order.
    pub const ALL: [Self; 5] =
        [Self::Prompt, Self::Reply, Self::Checks, Self::Variables, Self::Template];

    /// Its name.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Prompt => "Prompt",
            Self::Reply => "Reply",
            Self::Checks => "Checks",
            Self::Variables => "Variables",
            Self::Template => "Template",
        }
    }

    /// The one so many further on, around the end.
    pub fn next(self, by: usize) -> Self {
        let place = Self::ALL.iter().position(|section| *section == self).unwrap_or(0);
        Self::ALL[(place + by) % Self::ALL.len()]
    }
}

/// What was asked, of whom, and what it took: one line.
pub fn told(round: &Round) -> String {
    let asked = &round.asked;
    let title = crate::tui::ride::thinking::title(&asked.query);
    let form = match asked.form {
        PromptForm::Feedback => format!("feedback round {}", asked.round),
        form => format!("{} prompt", form.word()),
    };
    let answered = round.answered.as_ref();
    let took = answered.map_or(String::new(), |answered| kit::took(answered.took_ms));
    let used = answered.map_or(String::new(), |answered| used(&answered.usage));
    kit::joined([title.as_str(), &form, &asked.model, &took, &used])
}

/// `812 tokens in, 41 out · $0.0012`.
pub fn used(usage: &Usage) -> String {
    let about = if usage.estimated { "~" } else { "" };
    let tokens = kit::counted(usage.input_tokens, "token");
    let tokens = format!("{about}{tokens} in, {} out", usage.output_tokens);
    kit::joined([tokens.as_str(), &kit::dollars(usage.cost_usd)])
}

fn source(section: Section, round: &Round) -> Option<Source> {
    match section {
        Section::Prompt => Some(Source::Messages(round.asked.messages.clone())),
        Section::Reply => Some(Source::Words(round.answered.as_ref()?.reply.clone())),
        Section::Checks => None,
        Section::Variables => Some(Source::Variables(round.asked.context.clone())),
        Section::Template => Some(Source::Prompt(round.asked.query.clone())),
    }
}

/// Looks up what the editor needs.
pub fn prefetch(round: &Round, view: &View<'_>) {
    view.desk.text(&Source::Prompt(round.asked.query.clone()));
}

/// What `section` says.
pub fn passages(section: Section, round: &Round, view: &View<'_>) -> Vec<Passage> {
    let mut passages = match section {
        Section::Checks => return checks(round, view),
        Section::Template => template(round),
        Section::Reply => reply(round, view),
        Section::Prompt | Section::Variables => Vec::new(),
    };
    match source(section, round).map(|source| view.desk.text(&source)) {
        Some(Found::There(text)) => passages.extend(text.passages.iter().cloned()),
        Some(Found::Coming) => passages.push(Passage::plain("It is being read …")),
        Some(Found::Missing) => passages.push(Passage::plain(match section {
            Section::Template => "There is no prompt of this name in this program.",
            _ => "It is not there: its file in the session is missing or damaged.",
        })),
        None => {}
    }
    passages
}

/// All of `section` as it is copied; `None` where nothing is there.
pub fn whole(section: Section, round: &Round, view: &View<'_>) -> Option<String> {
    if section == Section::Checks {
        let passages = checks(round, view);
        let lines = passages.iter().map(|passage| {
            format!("{}\n{}", passage.heading.as_deref().unwrap_or_default(), passage.words)
        });
        return Some(lines.collect::<Vec<_>>().join("\n\n").trim().to_owned());
    }
    match view.desk.text(&source(section, round)?) {
        Found::There(text) => Some(text.whole.clone()),
        Found::Coming | Found::Missing => None,
    }
}

/// What is to be known of the template before its text.
fn template(round: &Round) -> Vec<Passage> {
    let asked = &round.asked;
    vec![
        Passage::new(
            format!("The prompt {} as it is now", asked.query),
            format!("This exchange was asked with the one that came from: {}", asked.template),
        ),
        Passage::new("Its text", ""),
    ]
}

/// What is to be known of the reply before its text.
fn reply(round: &Round, view: &View<'_>) -> Vec<Passage> {
    let mut passages = attempts(round);
    if let Some(answered) = &round.answered {
        if answered.cut {
            let told = "The reply was cut off at the limit of tokens.";
            passages.push(Passage::new(told, "").toned(Tone::Warning));
        }
        if !passages.is_empty() {
            passages.push(Passage::new("The reply", ""));
        }
        return passages;
    }
    if let Some(unanswered) = &round.unanswered {
        let hint = unanswered.hint.clone().unwrap_or_default();
        let told = format!("No reply: {}", unanswered.why);
        passages.push(Passage::new(told, hint).toned(Tone::Warning));
    } else if view.streaming.exchange == Some(round.asked.exchange) {
        passages.push(Passage::new("The reply so far", format!("{}▌", view.streaming.words)));
    } else if view.running {
        passages.push(Passage::plain("The reply is awaited."));
    } else {
        passages.push(Passage::plain("No reply was recorded: the session ended before it came."));
    }
    passages
}

/// The attempts that failed.
fn attempts(round: &Round) -> Vec<Passage> {
    let told = round.retried.iter().map(|retried| {
        let wait = kit::took(retried.wait_ms);
        let told = format!("An attempt failed; asked again after {wait}");
        Passage::new(told, retried.why.clone()).toned(Tone::Warning)
    });
    told.collect()
}

/// What was made of the reply: its thoughts, its answer, what is wrong with it, and the rules'
/// word where this was the last round.
fn checks(round: &Round, view: &View<'_>) -> Vec<Passage> {
    let mut passages = match &round.checked {
        Some(checked) => checked_passages(checked),
        None => vec![Passage::plain(match round.standing() {
            Standing::Open if view.running => "Nothing is checked before the reply is there.",
            _ => "There is no reply to check.",
        })],
    };
    let question = view.ride.question(round.asked.exchange);
    let next = question.and_then(|question| next_round(question, round));
    if let Some(next) = next {
        let told = format!("The model was told what is wrong: exchange {}", next.asked.exchange);
        passages.push(Passage::new(told, ""));
    } else if let Some(ruled) = question.and_then(|question| question.ruled.as_ref()) {
        let told = format!("The rules answered, because {}", ruled.why.words());
        passages.push(Passage::new(told, ruled.answer.clone()).toned(Tone::Warning));
    }
    passages
}

fn next_round<'a>(question: &'a Question, round: &Round) -> Option<&'a Round> {
    let same = |other: &Round| other.asked.exchange == round.asked.exchange;
    let place = question.rounds.iter().position(same)?;
    question.rounds.get(place + 1)
}

/// What `checked` says: verdict, answer and thoughts.
pub fn checked_passages(checked: &Checked) -> Vec<Passage> {
    let mut passages = vec![match &checked.complaint {
        None => Passage::new("✓ The reply was accepted", "").toned(Tone::Good),
        Some(complaint) => {
            Passage::new(format!("✗ {}", complaint.check), complaint.says.clone()).toned(Tone::Bad)
        }
    }];
    let answer = match checked.answer.as_str() {
        "" => "Nothing could be read from the reply.",
        answer => answer,
    };
    passages.push(Passage::new("The answer, as it was read", answer));
    for (name, text) in &checked.thoughts {
        passages.push(Passage::new(format!("Thought: {name}"), text.clone()));
    }
    passages
}
