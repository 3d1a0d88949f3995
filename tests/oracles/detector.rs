//! A scripted model for the oracle `vision-droid`: it divides a session by pages, and knows some of what is wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex};

use regex::Regex;
use ridealong::demo::app::{About, FaultSpec};
use ridealong::llm::{ChatMessage, ChatModel, ChatReply, ChatRequest, ProgressSink, Replying};
use ridealong::protocol::{Event, ModelUsage};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::sync::watch;

/// `4. On "Tasks": tap [2] "New"; another screen, now "New task"`, with or without "Step" and what is shown.
static STEP: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?m)^(?:Step )?(\d+)\. On ("(?:[^"\\]|\\.)*"): .*; (.*), now ("(?:[^"\\]|\\.)*")"#,
    )
    .unwrap()
});

/// The function that the Monitor is told.
static FUNCTION: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"(?m)^Tested so far: "using (.*)"$"#).unwrap());

/// The most bugs that a reply may tell.
const MOST: usize = 3;

/// What a run has shown so far, and how much of it the model sees.
pub struct ScriptedDetector {
    knows: KnownFaults,
    /// It tells a bug of so many of 100 other functions, chosen by the hash of their steps.
    invents: u8,
    faults: BTreeMap<&'static str, &'static FaultSpec>,
    shown: Mutex<BTreeMap<u64, Vec<&'static FaultSpec>>>,
    step: watch::Sender<u64>,
}

impl ScriptedDetector {
    /// One for the functional faults of `about`.
    pub fn new(about: &'static About, knows: KnownFaults, invents: u8) -> Arc<Self> {
        let faults = about.functional_faults().map(|fault| (fault.id, fault)).collect();
        Arc::new(Self {
            knows,
            invents,
            faults,
            shown: Mutex::default(),
            step: watch::Sender::new(0),
        })
    }

    /// Takes in what the run says.
    pub fn hear(&self, event: &Event) {
        match event {
            Event::FaultsShown(shown) => self.hear_shown(shown.step, &shown.faults),
            // What an action led to is told after what it showed.
            Event::Proposed(proposal) => drop(self.step.send_replace(proposal.step)),
            Event::Ended(_) => drop(self.step.send_replace(u64::MAX)),
            _ => {}
        }
    }

    /// The wrong results of `faults` were seen after `step`.
    pub fn hear_shown(&self, step: u64, faults: &[String]) {
        let seen = faults.iter().filter(|id| self.knows.holds(id));
        let seen = seen.filter_map(|id| self.faults.get(id.as_str()).copied()).collect();
        self.shown.lock().unwrap().insert(step, seen);
    }

    /// Another run begins, in which nothing is waited for.
    pub fn forget(&self) {
        self.shown.lock().unwrap().clear();
        self.step.send_replace(u64::MAX);
    }

    fn monitored(told: &str, steps: &[ToldStep]) -> Value {
        let Some(last) = steps.last() else { return json!({}) };
        let page = last.now.trim_matches('"').to_owned();
        let known = FUNCTION.captures(told).map(|found| found[1].to_owned());
        let begins = steps.iter().rev().take_while(|step| step.now == last.now).last();
        let new_from = begins.filter(|_| known.as_ref().is_some_and(|known| *known != page));
        let moves = |step: &&ToldStep| !step.effect.contains("nothing");
        let important: Vec<u64> = steps.iter().filter(moves).map(|step| step.number).collect();
        json!({
            "function": format!("using {page}"),
            "new_from": new_from.map(|step| step.number),
            "important": important,
        })
    }

    fn detected(&self, steps: &[ToldStep]) -> Value {
        let shown = self.shown.lock().unwrap();
        let bug = |step: u64, category: &str, title: &str| {
            json!({
                "step": step, "widget": "", "category": category, "confidence": 80,
                "expected": "It works as it says.", "actual": title, "evidence": title,
                "shows": "", "lacks": "",
            })
        };
        // Each fault is told once, where it is seen first.
        let mut told = BTreeSet::new();
        let mut bugs: Vec<Value> = steps
            .iter()
            .flat_map(|step| {
                shown.get(&step.number).into_iter().flatten().map(move |it| (step, it))
            })
            .filter(|(_, fault)| told.insert(fault.id))
            .map(|(step, fault)| bug(step.number, fault.kind.word(), fault.title))
            .take(MOST)
            .collect();
        let numbers =
            steps.iter().map(|step| step.number.to_string()).collect::<Vec<_>>().join(",");
        if let Some(last) =
            steps.last().filter(|_| bugs.is_empty() && share(&numbers) < self.invents)
        {
            bugs.push(bug(last.number, "content missing", "Something is missing."));
        }
        json!({
            "purpose": "", "expected_course": [], "actual_course": [], "bugs": bugs,
            "hints": [], "wrong_steps": [],
        })
    }
}

/// A step as a prompt tells it.
struct ToldStep {
    number: u64,
    effect: String,
    now: String,
}

/// So many of 100 faults, chosen by the hash of their ids and of the draw.
#[derive(Clone, Copy, Debug)]
pub struct KnownFaults {
    /// The share, in percent.
    pub percent: u8,
    /// Which draw it is.
    pub draw: u64,
}

impl KnownFaults {
    /// True if the fault `id` is among them.
    pub fn holds(self, id: &str) -> bool {
        share(&format!("{}|{id}", self.draw)) < self.percent
    }
}

/// A number below 100 that depends on `id` alone.
fn share(id: &str) -> u8 {
    // One byte alone would make the low numbers more likely.
    let bytes = Sha256::digest(id).into_iter().take(4);
    let number = bytes.fold(0_u32, |number, byte| number * 256 + u32::from(byte));
    u8::try_from(number % 100).unwrap()
}

impl ChatModel for ScriptedDetector {
    fn model(&self) -> &'static str {
        "scripted-detector"
    }

    fn complete<'a>(&'a self, request: &'a ChatRequest, _: ProgressSink<'a>) -> Replying<'a> {
        Box::pin(async move {
            let system = request.messages.first().map(ChatMessage::words).unwrap_or_default();
            let told = request.messages.last().map(ChatMessage::words).unwrap_or_default();
            let steps: Vec<ToldStep> = STEP
                .captures_iter(&told)
                .map(|found| ToldStep {
                    number: found[1].parse().unwrap(),
                    effect: found[3].to_owned(),
                    now: found[4].to_owned(),
                })
                .collect();
            let last = steps.iter().map(|step| step.number).max().unwrap_or_default();
            self.step.subscribe().wait_for(|heard| *heard > last).await.unwrap();
            let reply = if system.starts_with("You follow") {
                Self::monitored(&told, &steps)
            } else if system.starts_with("You judge") {
                self.detected(&steps)
            } else {
                json!({ "why": "It was seen.", "stands": true })
            };
            let usage = ModelUsage::default();
            Ok(ChatReply { text: reply.to_string(), cut: false, usage })
        })
    }
}
