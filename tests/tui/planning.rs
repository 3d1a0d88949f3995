//! A plan of several steps: shown as a list, approved as a whole.

use ridealong::llm::ask::AskSetup;
use ridealong::llm::{
    Asker, ChatModel, ChatReply, ChatRequest, ProgressSink, PromptLibrary, Replying,
};
use ridealong::protocol::{DecidedBy, Event, Verdict};
use std::sync::Arc;

use super::answer;
use super::planner::Planner;
use super::user::{Means, Shot, explore_with};

/// The scripted vision model, without a server.
struct Scripted;

impl ChatModel for Scripted {
    fn model(&self) -> &str {
        "scripted"
    }

    fn complete<'a>(
        &'a self,
        request: &'a ChatRequest,
        _progress: ProgressSink<'a>,
    ) -> Replying<'a> {
        let words = |message: Option<&ridealong::llm::ChatMessage>| {
            message.map(ridealong::llm::ChatMessage::words).unwrap_or_default()
        };
        let text = answer::reply(&words(request.messages.first()), &words(request.messages.last()));
        Box::pin(async move { Ok(ChatReply { text, ..ChatReply::default() }) })
    }
}

fn means() -> Means {
    let asker = Asker::new(AskSetup {
        chat: Some(Arc::new(Scripted)),
        prompts: PromptLibrary::default(),
        cost_cap: None,
        pictures: true,
    });
    Means { explorer: Box::new(Planner::new()), asker, ..Means::default() }
}

/// The steps of the waiting plan, if one with more to come waits.
fn plan_of(shot: &Shot) -> Option<usize> {
    let plan = shot.waiting()?.plan.as_ref()?;
    (plan.at + 1 < plan.steps.len()).then_some(plan.steps.len())
}

#[tokio::test]
async fn a_plan_is_approved_as_a_whole() {
    let mut steps = 0;
    let records = explore_with(means(), "health", (120, 40), async |mut user| {
        let mut shot = user.waits_at(0).await;
        while plan_of(&shot).is_none() {
            assert!(!shot.says("P Whole plan"), "only a plan can be approved as one");
            user.letters("a");
            shot = user.waits_at(shot.step() + 1).await;
        }
        steps = plan_of(&shot).unwrap_or_default();
        assert!(shot.says("P Whole plan"), "{}", shot.rows().join("\n"));
        assert!(shot.says(&format!("step 1 of {steps} of a plan")));
        assert!(shot.says("▶ 1. type"), "{}", shot.rows().join("\n"));
        user.letters("P");
        user.waits_at(shot.step() + 2).await;
        user.quits().await;
    })
    .await;
    let decided: Vec<_> = records
        .iter()
        .filter_map(|record| match &record.event {
            Event::Decided(decided) => Some((decided.decision.by, &decided.decision.verdict)),
            _ => None,
        })
        .skip_while(|(_, verdict)| **verdict != Verdict::ApprovePlan)
        .collect();
    assert_eq!(decided[0], (DecidedBy::Tester, &Verdict::ApprovePlan));
    assert_eq!(decided[1], (DecidedBy::Policy, &Verdict::Approve));
    assert!(steps > 1 && decided.len() <= steps, "not beyond the plan: {decided:?}");
}

#[tokio::test]
async fn what_is_no_plan_cannot_be_approved_as_one() {
    let records = explore_with(Means::default(), "notes", (120, 40), async |mut user| {
        user.waits_at(0).await;
        user.letters("P");
        user.sees("why not", |shot| shot.says("not part of a plan")).await;
        user.quits().await;
    })
    .await;
    assert!(!records.iter().any(|record| matches!(record.event, Event::Decided(_))));
}
