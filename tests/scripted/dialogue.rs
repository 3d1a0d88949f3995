//! Voice apps as the oracle model knows them: what leads from state to state.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use ridealong::demo::voice::{self, About, Ask, InProcess};
use ridealong::device::Device as _;
use ridealong::device::voice::VoiceDevice;
use ridealong::device::voice::endpoint::{EndpointError, EndpointReply, VoiceEndpoint};
use ridealong::domain::Action;
use serde_json::Value;

/// The state that a voice app is in, and those it was in.
#[derive(Debug, Default)]
pub struct DialogueTruth {
    /// The present state; empty before the app spoke.
    pub now: &'static str,
    /// All states so far.
    pub seen: BTreeSet<&'static str>,
}

/// An app that tells the truth beside what it says.
struct Observed {
    about: &'static About,
    app: InProcess,
    truth: Arc<Mutex<DialogueTruth>>,
}

impl VoiceEndpoint for Observed {
    fn turn<'a>(
        &'a self,
        request: &'a Value,
    ) -> BoxFuture<'a, Result<EndpointReply, EndpointError>> {
        let said = (self.about.turn)(&Ask::read(request));
        if !said.state.is_empty() {
            let mut truth = self.truth.lock().unwrap();
            truth.now = said.state;
            truth.seen.insert(said.state);
        }
        self.app.turn(request)
    }

    fn reachable(&self) -> BoxFuture<'_, Result<(), EndpointError>> {
        self.app.reachable()
    }

    fn place(&self) -> String {
        self.app.place()
    }
}

/// The app `about` as a device, and the truth about it.
pub fn device(about: &'static About, seed: u64) -> (VoiceDevice, Arc<Mutex<DialogueTruth>>) {
    let truth = Arc::<Mutex<DialogueTruth>>::default();
    let mut app = voice::app(about).unwrap();
    app.endpoint = Box::new(Observed { about, app: InProcess::new(about), truth: truth.clone() });
    (VoiceDevice::new(app, seed), truth)
}

/// What leads where: from each state, by which words, to which other one.
pub type DialogueMap = BTreeMap<&'static str, Vec<(String, &'static str)>>;

/// Finds out what leads where by saying everything in each state, on an app of its own.
pub fn map(about: &'static About) -> DialogueMap {
    let words = vocabulary(about);
    let mut map = DialogueMap::new();
    let mut paths: VecDeque<Vec<String>> = VecDeque::from([Vec::new()]);
    while let Some(path) = paths.pop_front() {
        let Some(from) = after(about, &path) else { continue };
        if map.contains_key(from) {
            continue;
        }
        let mut leads = Vec::new();
        for word in &words {
            let mut on = path.clone();
            on.push(word.clone());
            if let Some(to) = after(about, &on).filter(|to| *to != from) {
                leads.push((word.clone(), to));
                paths.push_back(on);
            }
        }
        map.insert(from, leads);
    }
    map
}

/// The state after `path` was said to the app from its opening on.
fn after(about: &'static About, path: &[String]) -> Option<&'static str> {
    let (mut device, truth) = device(about, 1);
    // Nothing in process has to be waited for.
    device.open().now_or_never()?.ok()?;
    for words in path {
        let say = Action::Say { words: words.clone() };
        device.perform(&say).now_or_never()?.ok()?;
        device.observe().now_or_never()?.ok()?;
    }
    let now = truth.lock().unwrap().now;
    (!now.is_empty()).then_some(now)
}

/// What the app's interaction model understands, each sample once, and what every voice app takes.
fn vocabulary(about: &About) -> Vec<String> {
    let model: Value = serde_json::from_str(about.model).unwrap();
    let language = &model["interactionModel"]["languageModel"];
    let mut values: BTreeMap<&str, Vec<&str>> =
        BTreeMap::from([("AMAZON.NUMBER", vec!["2", "12"]), ("AMAZON.TIME", vec!["7 p.m."])]);
    for kind in language["types"].as_array().into_iter().flatten() {
        let listed = kind["values"].as_array().into_iter().flatten();
        let names = listed.filter_map(|value| value["name"]["value"].as_str());
        values.insert(kind["name"].as_str().unwrap_or_default(), names.collect());
    }
    let mut words: BTreeSet<String> =
        ["yes", "no", "help", "stop", "cancel", "repeat"].map(str::to_owned).into();
    for intent in language["intents"].as_array().into_iter().flatten() {
        let slots = intent["slots"].as_array().cloned().unwrap_or_default();
        let own = slots.iter().flat_map(|slot| slot["samples"].as_array().into_iter().flatten());
        let samples = intent["samples"].as_array().into_iter().flatten().chain(own);
        for sample in samples.filter_map(Value::as_str) {
            for at in 0..4 {
                let mut filled = sample.to_owned();
                for slot in &slots {
                    let (name, kind) = (slot["name"].as_str(), slot["type"].as_str());
                    let known = kind.and_then(|kind| values.get(kind)).map_or(&[][..], |v| v);
                    let value = known.get(at).or(known.first()).copied().unwrap_or("one");
                    filled = filled.replace(&format!("{{{}}}", name.unwrap_or_default()), value);
                }
                words.insert(filled);
            }
        }
    }
    words.into_iter().collect()
}

/// The words that lead from `now` towards the nearest state that is not `seen`, the first of each
/// shortest path.
pub fn towards(map: &DialogueMap, now: &str, seen: &BTreeSet<&'static str>) -> Vec<String> {
    let mut distance: BTreeMap<&str, usize> = BTreeMap::new();
    let mut reached: VecDeque<(&'static str, usize, Option<String>)> = VecDeque::new();
    let mut found: Option<(usize, Vec<String>)> = None;
    let leads = |from: &str| map.get(from).map_or(&[][..], Vec::as_slice);
    reached.extend(leads(now).iter().map(|(words, to)| (*to, 1, Some(words.clone()))));
    while let Some((state, steps, first)) = reached.pop_front() {
        if found.as_ref().is_some_and(|(nearest, _)| steps > *nearest) {
            break;
        }
        let first = first.unwrap_or_default();
        if !seen.contains(state) {
            let found = found.get_or_insert((steps, Vec::new()));
            if !found.1.contains(&first) {
                found.1.push(first);
            }
            continue;
        }
        if *distance.entry(state).or_insert(steps) < steps {
            continue;
        }
        reached.extend(leads(state).iter().map(|(_, to)| (*to, steps + 1, Some(first.clone()))));
        if reached.len() > 20_000 {
            break;
        }
    }
    found.map(|(_, words)| words).unwrap_or_default()
}
