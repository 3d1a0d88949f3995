//! What each part of an exchange says.

use crate::protocol::{ModelUsage, PromptForm, ReplyChecked};
use crate::session::{ModelExchange, ModelQuestion, QuestionStatus};
use crate::tui::controls;
use crate::tui::controls::reading::TextPassage;
use crate::tui::exchange_texts::{TextLookup, TextSource};
use crate::tui::pane::MessageTone;
use crate::tui::view::ViewContext;

/// The parts of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExchangeSection {
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

impl ExchangeSection {
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
pub fn summary(round: &ModelExchange) -> String {
    let asked = &round.asked;
    let title = crate::session::question::title(&asked.query);
    let form = match asked.form {
        PromptForm::Feedback => format!("feedback round {}", asked.round),
        form => format!("{} prompt", form.word()),
    };
    let answered = round.answered.as_ref();
    let took = answered.map_or(String::new(), |answered| controls::took(answered.took_ms));
    let used = answered.map_or(String::new(), |answered| used(&answered.usage));
    controls::joined([title.as_str(), &form, &asked.model, &took, &used])
}

/// `812 tokens in, 41 out · $0.0012`.
pub fn used(usage: &ModelUsage) -> String {
    let about = if usage.estimated { "~" } else { "" };
    let tokens = controls::counted(usage.input_tokens, "token");
    let tokens = format!("{about}{tokens} in, {} out", usage.output_tokens);
    controls::joined([tokens.as_str(), &controls::dollars(usage.cost_usd)])
}

fn source(section: ExchangeSection, round: &ModelExchange) -> Option<TextSource> {
    match section {
        ExchangeSection::Prompt => Some(TextSource::Messages(round.asked.messages.clone())),
        ExchangeSection::Reply => Some(TextSource::Words(round.answered.as_ref()?.reply.clone())),
        ExchangeSection::Checks => None,
        ExchangeSection::Variables => Some(TextSource::Variables(round.asked.context.clone())),
        ExchangeSection::Template => Some(TextSource::Prompt(round.asked.query.clone())),
    }
}

/// Looks up what the editor needs.
pub fn prefetch(round: &ModelExchange, view: &ViewContext<'_>) {
    view.texts.text(&TextSource::Prompt(round.asked.query.clone()));
}

/// What `section` says.
pub fn passages(
    section: ExchangeSection,
    round: &ModelExchange,
    view: &ViewContext<'_>,
) -> Vec<TextPassage> {
    let mut passages = match section {
        ExchangeSection::Checks => return checks(round, view),
        ExchangeSection::Template => template(round),
        ExchangeSection::Reply => reply(round, view),
        ExchangeSection::Prompt | ExchangeSection::Variables => Vec::new(),
    };
    match source(section, round).map(|source| view.texts.text(&source)) {
        Some(TextLookup::There(text)) => passages.extend(text.passages.iter().cloned()),
        Some(TextLookup::Coming) => passages.push(TextPassage::plain("Reading it …")),
        Some(TextLookup::Missing) => passages.push(TextPassage::plain(match section {
            ExchangeSection::Template => "There is no prompt of this name in this program.",
            _ => "Its file in the session is missing or damaged.",
        })),
        None => {}
    }
    passages
}

/// All of `section` as it is copied; `None` if nothing is there.
pub fn whole(
    section: ExchangeSection,
    round: &ModelExchange,
    view: &ViewContext<'_>,
) -> Option<String> {
    if section == ExchangeSection::Checks {
        let passages = checks(round, view);
        let lines = passages.iter().map(|passage| {
            format!("{}\n{}", passage.heading.as_deref().unwrap_or_default(), passage.words)
        });
        return Some(lines.collect::<Vec<_>>().join("\n\n").trim().to_owned());
    }
    match view.texts.text(&source(section, round)?) {
        TextLookup::There(text) => Some(text.whole.clone()),
        TextLookup::Coming | TextLookup::Missing => None,
    }
}

/// What is to be known of the template before its text.
fn template(round: &ModelExchange) -> Vec<TextPassage> {
    let asked = &round.asked;
    vec![
        TextPassage::new(
            format!("The prompt {} as it is now", asked.query),
            format!("This exchange was asked with the one that came from: {}", asked.template),
        ),
        TextPassage::new("Its text", ""),
    ]
}

/// What is to be known of the reply before its text.
fn reply(round: &ModelExchange, view: &ViewContext<'_>) -> Vec<TextPassage> {
    let mut passages = attempts(round);
    if let Some(answered) = &round.answered {
        if answered.cut {
            let message = "The reply was cut off at the limit of tokens.";
            passages.push(TextPassage::new(message, "").toned(MessageTone::Warning));
        }
        if !passages.is_empty() {
            passages.push(TextPassage::new("The reply", ""));
        }
        return passages;
    }
    if let Some(unanswered) = &round.unanswered {
        let hint = unanswered.hint.clone().unwrap_or_default();
        let message = format!("No reply: {}", unanswered.why);
        passages.push(TextPassage::new(message, hint).toned(MessageTone::Warning));
    } else if view.streaming.exchange == Some(round.asked.exchange) {
        passages.push(TextPassage::new("The reply so far", format!("{}▌", view.streaming.words)));
    } else if view.running {
        passages.push(TextPassage::plain("The reply has not come yet."));
    } else {
        passages
            .push(TextPassage::plain("No reply was recorded: the session ended before it came."));
    }
    passages
}

/// The attempts that failed.
fn attempts(round: &ModelExchange) -> Vec<TextPassage> {
    let attempts = round.retried.iter().map(|retried| {
        let wait = controls::took(retried.wait_ms);
        let message = format!("An attempt failed; asked again after {wait}");
        TextPassage::new(message, retried.why.clone()).toned(MessageTone::Warning)
    });
    attempts.collect()
}

/// What was made of the reply: its thoughts, its answer, what is wrong with it, and the rules'
/// word if this was the last round.
fn checks(round: &ModelExchange, view: &ViewContext<'_>) -> Vec<TextPassage> {
    let mut passages = match &round.checked {
        Some(checked) => checked_passages(checked),
        None => vec![TextPassage::plain(match round.status() {
            QuestionStatus::Open if view.running => {
                "The reply has not come yet, so nothing was checked."
            }
            _ => "There is no reply to check.",
        })],
    };
    let question = view.session.question(round.asked.exchange);
    let next = question.and_then(|question| next_round(question, round));
    if let Some(next) = next {
        let message =
            format!("The complaint was sent back to the model: exchange {}", next.asked.exchange);
        passages.push(TextPassage::new(message, ""));
    } else if let Some(ruled) = question.and_then(|question| question.ruled.as_ref()) {
        let message = format!("The rules answered, because {}", ruled.why.words());
        passages.push(TextPassage::new(message, ruled.answer.clone()).toned(MessageTone::Warning));
    }
    passages
}

fn next_round<'a>(question: &'a ModelQuestion, round: &ModelExchange) -> Option<&'a ModelExchange> {
    let same = |other: &ModelExchange| other.asked.exchange == round.asked.exchange;
    let place = question.rounds.iter().position(same)?;
    question.rounds.get(place + 1)
}

/// What `checked` says: verdict, answer and thoughts.
pub fn checked_passages(checked: &ReplyChecked) -> Vec<TextPassage> {
    let mut passages = vec![match &checked.complaint {
        None => TextPassage::new("✓ The reply was accepted", "").toned(MessageTone::Good),
        Some(complaint) => {
            TextPassage::new(format!("✗ {}", complaint.check), complaint.says.clone())
                .toned(MessageTone::Bad)
        }
    }];
    let answer = match checked.answer.as_str() {
        "" => "Nothing could be read from the reply.",
        answer => answer,
    };
    passages.push(TextPassage::new("The answer, as it was read", answer));
    for (name, text) in &checked.thoughts {
        passages.push(TextPassage::new(format!("Thought: {name}"), text.clone()));
    }
    passages
}
