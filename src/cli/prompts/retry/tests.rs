use std::collections::VecDeque;
use std::sync::Mutex;

use serde_json::json;

use super::*;
use crate::cli::prompts::compare::AnswerCounts;
use crate::llm::ask::AskSetup;
use crate::llm::script::ScriptedModel;
use crate::llm::{ChatError, ChatModel, ChatReply, ReplyJudgement};
use crate::protocol::{CheckComplaint, EventRecord, ModelUsage};
use crate::store::SessionWriter;

/// Accepts one of the words in the context.
struct Choose;

impl ModelQuery for Choose {
    fn name(&self) -> &'static str {
        "elevate/states"
    }

    fn schema(&self, _context: &Value) -> Option<Value> {
        None
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        let words = context["words"].as_array();
        let known = words.is_some_and(|words| words.iter().any(|word| word == reply));
        let says = format!("{reply} is none of them");
        ReplyJudgement {
            answer: known.then(|| reply.into()),
            reported: reply.to_owned(),
            complaint: (!known).then(|| CheckComplaint { check: "NO WORD ERROR".into(), says }),
            ..ReplyJudgement::default()
        }
    }
}

/// Says one reply after the other, then that the server is away.
fn script(replies: &[&'static str]) -> Arc<dyn ChatModel> {
    let replies: Mutex<VecDeque<_>> = Mutex::new(replies.iter().copied().collect());
    Arc::new(ScriptedModel::answering(move |request| {
        let text = replies.lock().unwrap().pop_front().ok_or_else(away)?.to_owned();
        let sent: usize = request.messages.iter().map(|message| message.words().len()).sum();
        let input_tokens = sent as u64;
        let usage =
            ModelUsage { input_tokens, output_tokens: 2, cost_usd: 0.001, estimated: false };
        Ok(ChatReply { text, cut: false, usage })
    }))
}

fn away() -> ChatError {
    ChatError::Unreachable { url: "http://here".into(), why: "refused".into() }
}

fn asker(chat: Arc<dyn ChatModel>, folder: &Path) -> (Asker, AskerEvents) {
    let prompts = PromptLibrary::new(Some(folder.join("prompts")));
    Asker::new(AskSetup { chat: Some(chat), prompts, cost_cap: None, pictures: false })
}

const PROMPT: &str = "+++\nrounds = 1\n+++\n# long\nOne of {{ words }}:\n# short\n{{ words }}\n";

/// A session in which four questions were asked: accepted, accepted in the second round, left to
/// the rules, not answered.
async fn recorded(folder: &Path) -> RecordedSession {
    std::fs::create_dir_all(folder.join("prompts/elevate")).unwrap();
    std::fs::write(folder.join("prompts/elevate/states.md"), PROMPT).unwrap();
    let replies = script(&["red", "pink", "green", "pink", "grey"]);
    let (mut asker, mut asker_events) = asker(replies, folder);
    for step in 1..=4 {
        let context = json!({"words": ["red", "green", format!("{step}")]});
        asker.ask(&Choose, step, &context, None).await;
    }
    let session = folder.join("session");
    let writer = SessionWriter::create(&session).unwrap();
    let mut seq = 0;
    while let Ok(reported) = asker_events.logged.try_recv() {
        for blob in reported.blobs {
            writer.blob(blob).unwrap();
        }
        seq += 1;
        writer.append(EventRecord { seq, at_ms: 0, event: reported.event }).unwrap();
    }
    drop(writer);
    store::open(&session).unwrap()
}

struct Tried {
    comparison: PromptComparison,
    /// The last line of progress.
    told: String,
    _folder: tempfile::TempDir,
}

async fn tried(prompt: &str, replies: &[&'static str]) -> Tried {
    let folder = tempfile::tempdir().unwrap();
    let session = recorded(folder.path()).await;
    let questions = recorded::questions(&session, "elevate/states");
    let asker = asker(script(replies), folder.path());
    let comparison = PromptComparison {
        session: "session".into(),
        query: "elevate/states".into(),
        prompt: "changed.md".into(),
        model: "script".into(),
        questions: questions.len(),
        pairs: Vec::new(),
    };
    let template = Template::read("elevate/states", "changed.md", prompt).unwrap();
    let mut trial = QuestionRetry::new(comparison, &Choose, Arc::new(template), asker, session);
    trial.all(questions).await;
    Tried { told: trial.told(), comparison: trial.comparison, _folder: folder }
}

#[tokio::test]
async fn before_and_after_are_compared() {
    let replies = ["red", "red", "green", "blue", "red"];
    let tried = tried("# system\nChoose.\n# long\n{{ words }}", &replies).await;
    insta::assert_snapshot!(table::text(&tried.comparison));
    assert_eq!(tried.comparison.answers(), AnswerCounts { same: 1, different: 2, unknown: 1 });
}

/// The last question was counted only before it was asked: "3 of 4".
#[tokio::test]
async fn progress_ends_with_all_questions() {
    let replies = ["red", "red", "green", "blue", "red"];
    let tried = tried("# system\nChoose.\n# long\n{{ words }}", &replies).await;
    assert!(tried.told.starts_with("4 of 4 asked again"), "{}", tried.told);
}

#[tokio::test]
async fn the_same_is_told_as_json() {
    let tried = tried("# long\n{{ words }}", &["red", "pink", "green", "green", "red"]).await;
    insta::assert_json_snapshot!(tried.comparison.json());
}

#[tokio::test]
async fn a_server_that_goes_away_leaves_what_was_compared() {
    let tried = tried("# long\n{{ words }}", &["red"]).await;
    let pairs = &tried.comparison.pairs;
    assert_eq!((pairs.len(), tried.comparison.questions), (2, 4));
    assert!(pairs[0].after.accepted);
    assert!(pairs[1].after.unanswered.as_ref().is_some_and(|(why, _)| why.contains("refused")));
    let text = table::text(&tried.comparison);
    assert!(text.contains("2 of 4 questions were asked again."), "{text}");
}

#[tokio::test]
async fn nobody_answering_is_an_error() {
    let tried = tried("# long\n{{ words }}", &[]).await;
    let error = finish(&tried.comparison, false).unwrap_err();
    let reported = format!("{error:?}");
    assert!(
        reported.contains("no question was answered: http://here cannot be reached"),
        "{reported}"
    );
    assert!(reported.contains("code: 3"), "{reported}");
}

#[tokio::test]
async fn a_prompt_that_cannot_be_filled_in_asks_nobody() {
    let tried = tried("# long\n{{ nothing }}", &["red"]).await;
    let reported = format!("{:?}", finish(&tried.comparison, false).unwrap_err());
    assert!(reported.contains("line 2: there is no") && reported.contains("code: 2"), "{reported}");
}

#[tokio::test]
async fn a_context_that_is_lost_costs_its_question_only() {
    let folder = tempfile::tempdir().unwrap();
    let session = recorded(folder.path()).await;
    let mut questions = recorded::questions(&session, "elevate/states");
    let lost = questions[1].context.as_str().to_owned();
    let shelf = lost.get(..2).unwrap();
    std::fs::remove_file(session.folder.join("blobs").join(shelf).join(&lost)).unwrap();
    assert!(questions[1].read(&Choose, &session.blobs).unwrap_err().contains("cannot read"));
    assert!(questions[2].read(&Choose, &session.blobs).is_ok());
}

#[tokio::test]
async fn what_was_asked_again_before_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = recorded(folder.path()).await;
    for record in &mut session.records {
        if let Event::Asked(asked) = &mut record.event
            && asked.step == 2
        {
            asked.again = Some(crate::protocol::ExchangeId(1));
        }
    }
    let questions = recorded::questions(&session, "elevate/states");
    assert_eq!(questions.iter().map(|question| question.step).collect::<Vec<_>>(), [1, 3, 4]);
    assert_eq!(questions[0].outcome.rounds(), 0);
    assert_eq!(recorded::asked(&session)["elevate/states"], 3);
    assert!(recorded::questions(&session, "elevate/inputs").is_empty());
}

/// A trial that only judged the form of replies could not tell a good prompt from a bad one.
#[test]
fn answers_are_compared_with_the_rules_and_with_what_the_session_knows() {
    let state = crate::domain::StateId(1);
    let effects = RecordedEffects {
        led_to_new: [((state, "tap Go".to_owned()), true)].into(),
        before: [(3, state)].into(),
    };
    let context = json!({"ranking": [2, 1], "inputs": [{"key": "tap Stay"}, {"key": "tap Go"}]});
    let judged = |answer: u64| {
        let mut outcome = QuestionOutcome { accepted: true, ..QuestionOutcome::default() };
        outcome.answer = Some(answer.into());
        effects.judge(3, &context, &mut outcome);
        (outcome.rank, outcome.led_to_new)
    };
    assert_eq!(judged(2), (Some(1), Some(true)));
    assert_eq!(judged(1), (Some(2), None), "nobody did this");
}
