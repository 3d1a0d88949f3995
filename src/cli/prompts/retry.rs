//! `ridealong prompts try`: ask the questions of a recorded session again, and compare.

use crate::domain::Pace;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::compare::{OutcomePair, PromptComparison};
use super::outcome::QuestionOutcome;
use super::recorded::{self, RecordedEffects, RecordedQuestion};
use super::{find, table};
use crate::cli::args::PromptsTryArgs;
use crate::cli::interrupt::interrupted;
use crate::cli::{CliError, output, sessions, startup};
use crate::config::UserFolders;
use crate::engine;
use crate::llm::{Asker, AskerEvents, ModelQuery, PromptLibrary, QueryAnswer, Template, prompts};
use crate::protocol::Event;
use crate::session::ModelQuestion;
use crate::store::{self, BlobFolder, RecordedSession};

/// What to do about a prompt that cannot be filled in.
const SEE: &str = "ridealong prompts show NAME --sample prints what can be filled in";

/// The time between two lines of progress if standard error is no terminal.
const LINES: Duration = Duration::from_secs(5);

/// Asks the questions that `args` name, and prints the comparison.
///
/// # Errors
/// If there is no such session, question, prompt or model, or no question was answered.
pub async fn retry(args: &PromptsTryArgs, prompts: &PromptLibrary) -> Result<ExitCode, CliError> {
    let name = find(prompts, &args.phase)?;
    let query =
        engine::query(name).ok_or_else(|| CliError::new(format!("no explorer asks {name}"), 2))?;
    let template = template(args.with.as_deref(), name, prompts)?;
    let folders = UserFolders::of_user();
    let session = store::open(&sessions::folder(&args.session, &folders.sessions)?)?;
    let mut questions = recorded::questions(&session, name);
    if questions.is_empty() {
        return Err(asked_nothing(&session, name));
    }
    questions.truncate(args.limit.unwrap_or(usize::MAX));
    let (asker, asker_events) = startup::asker(&args.model, &folders, Pace::Virtual, 1)?;
    let Some(model) = asker.model().map(str::to_owned) else {
        return Err(CliError::new("there is no model to ask", 2)
            .hint("name a model with --llm NAME, or play one back with --cassette FILE"));
    };
    if template.settings.picture {
        output::tell("note: pictures are not sent again");
    }
    let comparison = PromptComparison {
        session: session.folder.display().to_string(),
        query: name.to_owned(),
        prompt: template.origin.clone(),
        model,
        questions: questions.len(),
        pairs: Vec::new(),
    };
    let mut trial = QuestionRetry::new(comparison, query, template, (asker, asker_events), session);
    tokio::select! {
        biased;
        () = interrupted() => {}
        () = trial.all(questions) => {}
    }
    output::end_status();
    finish(&trial.comparison, args.json)
}

/// The prompt to try.
fn template(
    with: Option<&Path>,
    name: &str,
    prompts: &PromptLibrary,
) -> Result<Arc<Template>, CliError> {
    let Some(path) = with else { return Ok(prompts.get(name)?) };
    let text = prompts::read(path).map_err(|error| {
        CliError::new(format!("cannot read {}: {error}", path.display()), 2)
            .hint(format!("start with: ridealong prompts show {name} > {}", path.display()))
    })?;
    Ok(Arc::new(Template::read(name, &path.display().to_string(), &text)?))
}

fn asked_nothing(session: &RecordedSession, name: &str) -> CliError {
    let asked = recorded::asked(session);
    let folder = session.folder.display();
    let others: Vec<String> =
        asked.iter().map(|(query, times)| format!("{query} ({times})")).collect();
    let error = CliError::new(format!("the session {folder} has no question of {name}"), 2);
    if others.is_empty() {
        error.hint("record one with a model: ridealong run --explorer elevate --llm NAME")
    } else {
        error.hint(format!("it has questions of {}", others.join(", ")))
    }
}

/// Questions while they are asked again.
struct QuestionRetry<'a> {
    comparison: PromptComparison,
    query: &'a dyn ModelQuery,
    template: Arc<Template>,
    asker: Asker,
    asker_events: AskerEvents,
    effects: RecordedEffects,
    blobs: BlobFolder,
    printed: Instant,
    /// Questions that were asked again or cannot be.
    done: usize,
    /// True if a line of progress was printed.
    began_to_tell: bool,
}

impl<'a> QuestionRetry<'a> {
    /// None of the questions of `session` asked yet.
    fn new(
        comparison: PromptComparison,
        query: &'a dyn ModelQuery,
        template: Arc<Template>,
        (asker, asker_events): (Asker, AskerEvents),
        session: RecordedSession,
    ) -> Self {
        Self {
            comparison,
            query,
            template,
            asker,
            asker_events,
            effects: RecordedEffects::of(&session),
            blobs: session.blobs,
            printed: Instant::now(),
            done: 0,
            began_to_tell: false,
        }
    }

    /// Asks all of them, until the model cannot be asked any more. Giving it up leaves what was
    /// compared so far.
    async fn all(&mut self, questions: Vec<RecordedQuestion>) {
        for mut question in questions {
            let exchange = question.exchange;
            self.done += 1;
            let context = match question.read(self.query, &self.blobs) {
                Ok(context) => context,
                Err(error) => {
                    output::tell(&format!("warning: {exchange} cannot be asked again: {error}"));
                    self.progress();
                    continue;
                }
            };
            let Some(mut after) = self.one(&question, &context).await else { return };
            self.effects.judge(question.step, &context, &mut after);
            self.effects.judge(question.step, &context, &mut question.outcome);
            let RecordedQuestion { exchange, step, form, outcome: before, .. } = question;
            self.comparison.pairs.push(OutcomePair { exchange, step, form, before, after });
            self.progress();
        }
    }

    /// One question; `None` if the model cannot be asked any more.
    async fn one(
        &mut self,
        question: &RecordedQuestion,
        context: &Value,
    ) -> Option<QuestionOutcome> {
        let RecordedQuestion { exchange, step, .. } = question;
        let filled = [&self.template.system, &self.template.long]
            .into_iter()
            .try_for_each(|part| self.template.fill(part, context).map(drop));
        if let Err(error) = filled {
            let unanswered = Some((error.to_string(), Some(SEE.to_owned())));
            return Some(QuestionOutcome { unanswered, ..QuestionOutcome::default() });
        }
        let asking = self.asker.again(self.query, &self.template, *step, context, *exchange);
        let answer = asking.await;
        let mut again = ModelQuestion::new(self.query.name());
        while let Ok(logged) = self.asker_events.logged.try_recv() {
            match &logged.event {
                Event::Warned(warning) => {
                    output::end_status();
                    output::tell(&format!("warning: {}", warning.what));
                }
                event => again.apply(0, event),
            }
        }
        let mut outcome = QuestionOutcome::of(&again);
        if let QueryAnswer::Model(judgement) = answer {
            outcome.answer = judgement.answer;
        }
        // Not asked: the server could not be reached before, which was reported.
        (outcome.asked > 0).then_some(outcome)
    }

    /// How far it is.
    fn told(&self) -> String {
        let PromptComparison { questions, pairs, .. } = &self.comparison;
        let accepted = pairs.iter().filter(|pair| pair.after.accepted).count();
        format!("{} of {questions} asked again · {accepted} accepted", self.done)
    }

    fn progress(&mut self) {
        let text = self.told();
        // If there was a line, the last one says that all were asked, however soon it comes.
        let is_last = self.began_to_tell && self.done == self.comparison.questions;
        if output::is_live() {
            output::status(&text);
        } else if is_last || self.printed.elapsed() >= LINES {
            self.printed = Instant::now();
            self.began_to_tell = true;
            output::tell(&text);
        }
    }
}

/// Tells the comparison.
fn finish(comparison: &PromptComparison, json: bool) -> Result<ExitCode, CliError> {
    let pairs = &comparison.pairs;
    let why = pairs.iter().find_map(|pair| pair.after.unanswered.clone());
    if let (Some((why, hint)), true) = (why, pairs.iter().all(|pair| pair.after.replies == 0)) {
        // If the prompt cannot be filled in, no model was asked.
        let code = if pairs.iter().all(|pair| pair.after.asked == 0) { 2 } else { 3 };
        let error = CliError::new(format!("no question was answered: {why}"), code);
        return Err(error.maybe_hint(hint));
    }
    let text = if json { comparison.json().to_string() } else { table::text(comparison) };
    output::say(&text)?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests;
