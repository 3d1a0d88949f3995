//! One run: an explorer on a demo app, beside one of the scripted models or none.

use std::sync::Arc;

use ridealong::config::llm::{ModelProfile, ModelProfiles};
use ridealong::demo::phone::Options;
use ridealong::demo::{self, apps, coverage, voice};
use ridealong::device::Device;
use ridealong::device::android::{AndroidDevice, AndroidOptions};
use ridealong::domain::Pace;
use ridealong::engine::{EngineDriver, GuardRules, MachineSetup, RunBudget};
use ridealong::explorer::{self, ExplorerSettings};
use ridealong::llm::ask::{AskSetup, DISPLAY_QUESTIONS_PER_STEP};
use ridealong::llm::{Asker, ChatClient, ChatModel, PromptLibrary, client};
use ridealong::protocol::{AutoLimits, RunMode};
use ridealong::session::{ThoughtKind, Timeline};
use ridealong::store::SessionWriter;
use wiremock::MockServer;

use super::busy::BusyModel;
use super::copy::RecordedShell;
use super::dialogue;
use super::oracle::{DialogueOracle, DisplayOracle};
use super::server::{self, ScriptedModel};
use super::weak::WeakModel;

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answerer {
    /// Nobody: the rules alone.
    Rules,
    /// The weak model.
    Weak,
    /// The busy model.
    Busy,
    /// The oracle model.
    Oracle,
}

impl Answerer {
    /// Its name in tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Weak => "weak",
            Self::Busy => "busy",
            Self::Oracle => "oracle",
        }
    }
}

/// A run to make.
#[derive(Clone, Debug)]
pub struct PlannedRun {
    /// Such as `demo:notes`.
    pub target: String,
    /// The explorer's name.
    pub explorer: &'static str,
    /// Who answers.
    pub answerer: Answerer,
    /// The seed of everything random.
    pub seed: u64,
    /// The actions performed.
    pub steps: u64,
}

/// What a run reached and used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunFigures {
    /// States of the app's own table.
    pub states: u64,
    /// Seeded faults whose effect was seen, crashes included.
    pub faults: u64,
    /// Exchanges.
    pub questions: u64,
    /// Tokens sent and received, as the server counts them: a quarter of the characters.
    pub tokens: u64,
}

/// Makes the run.
pub async fn run(plan: &PlannedRun) -> RunFigures {
    let (device, model) = subject(plan);
    let server = match model {
        Some(model) => Some(server::serve(model).await),
        None => None,
    };
    let mut asker = Asker::new(AskSetup {
        chat: server.as_ref().map(chat),
        prompts: PromptLibrary::default(),
        cost_cap: None,
        pictures: false,
    });
    if plan.target.starts_with("demo:") {
        asker.0.limit_questions(Some(DISPLAY_QUESTIONS_PER_STEP));
    }
    let weights = std::env::var("SCRIPTED_WEIGHTS").unwrap_or_else(|_| "{}".to_owned());
    let weights = serde_json::from_str(&weights).unwrap();
    let settings = ExplorerSettings { seed: plan.seed, weights, ..ExplorerSettings::default() };
    let explorer = (explorer::find(plan.explorer).unwrap().make)(&settings).unwrap();
    let setup = MachineSetup {
        explorer: plan.explorer.into(),
        mode: RunMode::Auto { until: AutoLimits::default() },
        budget: RunBudget { steps: Some(plan.steps), ms: None },
        guard: GuardRules::default(),
        attended: false,
    };
    let folder = tempfile::tempdir().unwrap();
    let writer = SessionWriter::create(&folder.path().join("session")).unwrap();
    let (driver, mut handle) = EngineDriver::new(device, explorer, asker, setup, plan.seed, writer);
    let running = tokio::spawn(driver.run());
    let mut timeline = Timeline::default();
    while let Some(record) = handle.next().await {
        timeline.apply(&record);
    }
    running.await.unwrap().unwrap();
    if std::env::var_os("SCRIPTED_TRACE").is_some() {
        trace(plan, &timeline);
    }
    figures(&timeline)
}

/// Prints each step with the goals that led to it.
fn trace(plan: &PlannedRun, timeline: &Timeline) {
    println!("{plan:?}");
    for moment in timeline.moments.iter() {
        for thought in &moment.thoughts {
            if let ThoughtKind::Goal(words) = &thought.what {
                println!("      {words}");
            }
        }
        for reviewed in &moment.proposals {
            let (step, new) = (moment.observed.step, if moment.new_state { "+" } else { " " });
            println!("{step:4}{new} {} ({})", reviewed.proposal.action, reviewed.proposal.why);
        }
    }
}

fn figures(timeline: &Timeline) -> RunFigures {
    let facts = &timeline.facts;
    let measured = facts.measured.last().map(|(_, last)| last.clone()).unwrap_or_default();
    let covered = |kind: &str| measured.get(kind).map_or(0, |count| count.covered);
    let usage = facts.asked.usage;
    RunFigures {
        states: covered("states"),
        faults: covered("faults"),
        questions: facts.asked.requests,
        tokens: usage.input_tokens + usage.output_tokens,
    }
}

/// The app on its device, and the model that knows it.
fn subject(plan: &PlannedRun) -> (Box<dyn Device>, Option<Box<dyn ScriptedModel>>) {
    let weak = || -> Box<dyn ScriptedModel> { Box::new(WeakModel::new(plan.seed)) };
    if let Some(name) = plan.target.strip_prefix("voice:") {
        let about = voice::find(name).unwrap();
        let (device, truth) = dialogue::device(about, plan.seed);
        let oracle = || -> Box<dyn ScriptedModel> {
            Box::new(DialogueOracle::new(dialogue::map(about), truth))
        };
        let model: Option<Box<dyn ScriptedModel>> = match plan.answerer {
            Answerer::Rules => None,
            Answerer::Weak => Some(weak()),
            Answerer::Busy => Some(Box::new(BusyModel::default())),
            Answerer::Oracle => Some(oracle()),
        };
        return (Box::new(device), model);
    }
    let name = plan.target.strip_prefix("demo:").unwrap();
    let options = Options { app: None, seed: plan.seed, pace: Pace::Virtual };
    let shell = demo::shell(&options).unwrap();
    let (recorded, lines) = RecordedShell::new(shell.clone());
    let model: Option<Box<dyn ScriptedModel>> = match plan.answerer {
        Answerer::Rules => None,
        Answerer::Weak => Some(weak()),
        Answerer::Busy => Some(Box::new(BusyModel::default())),
        Answerer::Oracle => Some(Box::new(DisplayOracle::new(name, shell, options, lines))),
    };
    let options = AndroidOptions {
        target: plan.target.clone(),
        app: apps::find(name).map(|about| about.package.to_owned()),
        pictures: false,
        coverage: Some(coverage::SOURCE),
        ..AndroidOptions::default()
    };
    (Box::new(AndroidDevice::new(Arc::new(recorded), options)), model)
}

fn chat(server: &MockServer) -> Arc<dyn ChatModel> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let profile = ModelProfiles::default().find("llama.cpp:scripted").unwrap();
    let profile =
        ModelProfile { base_url: format!("{}/v1", server.uri()).parse().unwrap(), ..profile };
    let http = client::http(&profile).unwrap();
    Arc::new(ChatClient::new(profile, None, http, 1))
}
