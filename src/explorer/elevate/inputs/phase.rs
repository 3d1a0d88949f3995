//! Asks what can be done, once for each state, and again if the words or the fields changed.

use serde_json::Value;

use super::super::memory::{ElevateMemory, is_help, is_system};
use super::super::rules::has_button;
use super::valid::{OutputQuestion, questions};
use super::{Context, FormQuery, Inputs};
use crate::domain::{Action, AvailableAction, InputText, Screen, WidgetTarget, speech};
use crate::explorer::Situation;
use crate::explorer::shared::forms::question::{
    self, FieldText, FormAnswer, FormContext, FormField,
};
use crate::explorer::shared::{output, tester_words, unlisted};
use crate::llm::{Asker, ModelQuery, QueryAnswer};
use crate::model::abstraction::key_of;
use crate::protocol::{ActionsAdded, ExplorerNote, FallbackReason, RulesAnswered};

/// What can be said is asked for if so many actions are left.
const SPOKEN_LEAST_LEFT: u64 = 2;

/// What a question about the present state would be.
enum InputQuestion {
    /// What can be said.
    Say(Context),
    /// What can be typed.
    Type(FormContext),
}

impl InputQuestion {
    /// True if the rules know all answers.
    fn is_known(&self) -> bool {
        match self {
            Self::Say(context) => {
                let mut asked = context.questions.iter();
                !context.questions.is_empty() && asked.all(|asks| asks.is_known(&context.output))
            }
            Self::Type(_) => false,
        }
    }
}

/// Thinks of more that can be done here than the screen offers.
pub async fn think(
    memory: &mut ElevateMemory,
    situation: &Situation,
    asker: &mut Asker,
    switched_off: bool,
) {
    let place = memory.place(situation);
    // Texts for a form are of no use if hardly a step is left to type and send them.
    let left = situation.remaining.steps.unwrap_or(u64::MAX);
    let is_dialogue = situation.screen.surface.is_dialogue();
    let least = if is_dialogue { SPOKEN_LEAST_LEFT } else { memory.weights.goal_least_left };
    let is_late = left < least;
    let Some((question, about)) = question(memory, situation).filter(|_| !is_late) else { return };
    let before = memory.asked.get(&place);
    let most = memory.weights.input_questions;
    if before.is_some_and(|before| before.about == about || before.times >= most) {
        return;
    }
    let known = match &question {
        InputQuestion::Type(_) if !switched_off => memory.ideas_of_form(situation, &about),
        _ => Vec::new(),
    };
    let (ruled, ideas) = if switched_off {
        (Some(FallbackReason::Without), Vec::new())
    } else if !known.is_empty() {
        (Some(FallbackReason::Plain), known)
    } else if asker.model().is_some() && question.is_known() {
        (Some(FallbackReason::Plain), Vec::new())
    } else {
        asked(situation, asker, &question).await
    };
    // Both end, so it may be asked at the next visit.
    if ruled == Some(FallbackReason::Budget) {
        return;
    }
    if ruled == Some(FallbackReason::Paused) {
        return tell_ruled(situation, asker, &question, FallbackReason::Paused, &[]);
    }
    let asked = memory.asked.entry(place).or_default();
    asked.about = about;
    asked.times += 1;
    let is_new =
        |idea: &&AvailableAction| situation.available.iter().all(|offer| offer.key != idea.key);
    let new: Vec<AvailableAction> = ideas.iter().filter(is_new).cloned().collect();
    if let Some(why) = ruled {
        tell_ruled(situation, asker, &question, why, &new);
    }
    if !new.is_empty() && situation.model.position(situation.state.structural).is_some() {
        let step = situation.step.saturating_sub(1);
        let state = situation.state.structural;
        asker.note(ExplorerNote::ActionsAdded(ActionsAdded { step, state, actions: new.clone() }));
    }
    if is_help(situation) {
        memory.helped(new.iter().cloned());
    }
    // A text that is planned anyway stays: its place says that it comes first.
    memory.ideas.insert(place, if is_dialogue { new } else { ideas });
}

async fn asked(
    situation: &Situation,
    asker: &mut Asker,
    question: &InputQuestion,
) -> (Option<FallbackReason>, Vec<AvailableAction>) {
    // Contexts are plain data; they always have a JSON form.
    let (query, context): (&dyn ModelQuery, _) = match question {
        InputQuestion::Say(context) => (&Inputs, serde_json::to_value(context)),
        InputQuestion::Type(context) => (&FormQuery, serde_json::to_value(context)),
    };
    let context = context.unwrap_or_default();
    let answer = asker.ask(query, situation.step, &context, situation.picture.clone()).await;
    let (ruled, answer) = match answer {
        QueryAnswer::Model(judgement) => (None, judgement.answer),
        QueryAnswer::Rules { why, otherwise } => (Some(why), otherwise),
    };
    let offers = match question {
        InputQuestion::Say(context) => said(situation, context, answer),
        InputQuestion::Type(context) => typed(&situation.screen, context, answer),
    };
    (ruled, offers)
}

/// What the present state can be asked, and what that is about; `None` if there is nothing to
/// ask: a session that has ended, or a screen without fields.
fn question(memory: &ElevateMemory, situation: &Situation) -> Option<(InputQuestion, String)> {
    let charter = situation.charter.as_deref().map(tester_words::charter);
    let notes = tester_words::notes(situation);
    if let Some(spoken) = situation.screen.dialogue() {
        if !spoken.open {
            return None;
        }
        let questions = questions(&spoken.text);
        let kinds = questions.iter().map(OutputQuestion::words).collect::<Vec<_>>().join("; ");
        let output = output::of(&situation.screen, false);
        // States that were merged ask the same in other words: only what is asked counts.
        let options: Vec<&str> =
            questions.iter().flat_map(|asks| &asks.options).map(String::as_str).collect();
        let about = if options.is_empty() {
            speech::normal(&spoken.text)
        } else {
            format!("{kinds}: {}", options.join("; "))
        };
        let dialogue = memory.history.turns();
        let earlier = memory.history.earlier();
        let context = Context { output, questions, kinds, charter, notes, dialogue, earlier };
        return Some((InputQuestion::Say(context), about));
    }
    let fields = question::fields(situation);
    // What is looked for in one field the rules know from its hint and from what the app showed.
    let is_search =
        |field: &FormField| situation.screen.widget(field.number).is_some_and(unlisted::is_search);
    // Nor what narrows a list down.
    let filters = fields.len() == 1
        && situation.screen.widgets.iter().any(|widget| widget.position.list.is_some())
        && !has_button(situation);
    if fields.is_empty() || filters || matches!(&fields[..], [one] if is_search(one)) {
        return None;
    }
    let names = fields.iter().map(|field| format!("{}|{}", field.label_or_hint(), field.hint));
    let about = names.collect::<Vec<_>>().join("\n");
    let output = output::of(&situation.screen, true);
    let lessons = memory.history.lessons(&situation.screen);
    let context =
        FormContext { output, fields, charter, notes, lessons, purpose: memory.purpose.clone() };
    Some((InputQuestion::Type(context), about))
}

/// Offers of what was answered, as far as the questions take it.
fn said(situation: &Situation, context: &Context, answer: Option<Value>) -> Vec<AvailableAction> {
    let words = answer.and_then(|answer| serde_json::from_value::<Vec<String>>(answer).ok());
    let mut offers: Vec<AvailableAction> = Vec::new();
    for words in words.unwrap_or_default() {
        let fits = context
            .questions
            .iter()
            .any(|asks| asks.takes(&words, &context.output) || asks.options.contains(&words));
        let action = Action::Say { words };
        let (key, template) = situation.key_of(&action);
        if fits && offers.iter().all(|offer| offer.key != key) {
            offers.push(AvailableAction { action, key, template });
        }
    }
    offers
}

/// Offers of the texts answered, for the fields that were asked about.
fn typed(screen: &Screen, context: &FormContext, answer: Option<Value>) -> Vec<AvailableAction> {
    let answer = answer.and_then(|answer| serde_json::from_value::<FormAnswer>(answer).ok());
    let mut offers: Vec<AvailableAction> = Vec::new();
    for FieldText { field, text } in answer.unwrap_or_default().texts {
        let asked = context.fields.iter().any(|known| known.number == field);
        let Some(widget) = screen.widget(field).filter(|_| asked) else { continue };
        let action =
            Action::Type { target: WidgetTarget::of(widget), text: InputText::Plain(text) };
        let (key, template) = key_of(screen, &action);
        if offers.iter().all(|offer| offer.key != key) {
            offers.push(AvailableAction { action, key, template });
        }
    }
    offers
}

fn tell_ruled(
    situation: &Situation,
    asker: &Asker,
    question: &InputQuestion,
    why: FallbackReason,
    new: &[AvailableAction],
) {
    let query = match question {
        InputQuestion::Say(_) => Inputs.name(),
        InputQuestion::Type(_) => FormQuery.name(),
    };
    let own = situation.available.iter().filter(|offer| match offer.action {
        Action::Say { .. } => !is_system(offer),
        Action::Type { .. } => true,
        _ => false,
    });
    let shown: Vec<String> = own.chain(new).take(8).map(output::called).collect();
    let answer = if shown.is_empty() { "nothing".to_owned() } else { shown.join(", ") };
    let ruled = RulesAnswered { step: situation.step, query: query.to_owned(), why, answer };
    asker.note(ExplorerNote::RulesAnswered(ruled));
}
