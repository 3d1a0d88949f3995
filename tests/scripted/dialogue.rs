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

/// So many places of an app are looked at; of those beyond only one for each state.
const PLACES: usize = 120;

/// Where a dialogue stands: the app's state, and what the app knows, such as what was taken along.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct DialoguePlace {
    /// The state; empty before the app spoke.
    pub state: &'static str,
    /// The attributes of the session.
    pub knows: String,
}

/// The place at which a voice app is, and the states it was in.
#[derive(Debug, Default)]
pub struct DialogueTruth {
    /// The present place.
    pub now: DialoguePlace,
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
        let reply = self.app.turn(request).now_or_never().unwrap();
        if let (false, Ok(reply)) = (said.state.is_empty(), &reply) {
            let knows = reply.body["sessionAttributes"].to_string();
            let mut truth = self.truth.lock().unwrap();
            truth.now = DialoguePlace { state: said.state, knows };
            truth.seen.insert(said.state);
        }
        async move { reply }.boxed()
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

/// What leads where: from each place, by which words, to which other one.
#[derive(Debug, Default)]
pub struct DialogueMap {
    leads: BTreeMap<DialoguePlace, Vec<(String, DialoguePlace)>>,
    /// The place at which each state was found first.
    first: BTreeMap<&'static str, DialoguePlace>,
}

/// The map of the app `about`, which is made once.
pub fn map(about: &'static About) -> Arc<DialogueMap> {
    static MAPS: Mutex<BTreeMap<&str, Arc<DialogueMap>>> = Mutex::new(BTreeMap::new());
    let mut maps = MAPS.lock().unwrap();
    maps.entry(about.name).or_insert_with(|| Arc::new(explored(about))).clone()
}

/// Finds out what leads where by saying everything at each place, on an app of its own.
fn explored(about: &'static About) -> DialogueMap {
    let words = vocabulary(about);
    let mut map = DialogueMap::default();
    let mut paths: VecDeque<Vec<String>> = VecDeque::from([Vec::new()]);
    while let Some(path) = paths.pop_front() {
        let Some(from) = after(about, &path) else { continue };
        let is_new = !map.first.contains_key(from.state);
        if map.leads.contains_key(&from) || (map.leads.len() >= PLACES && !is_new) {
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
        map.first.entry(from.state).or_insert_with(|| from.clone());
        map.leads.insert(from, leads);
    }
    map
}

/// The place after `path` was said to the app from its opening on.
fn after(about: &'static About, path: &[String]) -> Option<DialoguePlace> {
    let (mut device, truth) = device(about, 1);
    // Nothing in process has to be waited for.
    device.open().now_or_never()?.ok()?;
    for words in path {
        let say = Action::Say { words: words.clone() };
        device.perform(&say).now_or_never()?.ok()?;
        device.observe().now_or_never()?.ok()?;
    }
    let now = truth.lock().unwrap().now.clone();
    (!now.state.is_empty()).then_some(now)
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
pub fn towards(
    map: &DialogueMap,
    now: &DialoguePlace,
    seen: &BTreeSet<&'static str>,
) -> Vec<String> {
    // What was not looked at is like the first place of its state.
    let leads = |from: &DialoguePlace| {
        let first = || map.first.get(from.state).and_then(|first| map.leads.get(first));
        map.leads.get(from).or_else(first).map_or(&[][..], Vec::as_slice)
    };
    let mut known: BTreeSet<(&DialoguePlace, &str)> = BTreeSet::new();
    let mut distance: BTreeMap<&DialoguePlace, usize> = BTreeMap::from([(now, 0)]);
    let mut reached: VecDeque<(&DialoguePlace, usize, &str)> = VecDeque::new();
    reached.extend(leads(now).iter().map(|(words, to)| (to, 1, words.as_str())));
    let mut found: Option<(usize, Vec<String>)> = None;
    while let Some((place, steps, first)) = reached.pop_front() {
        if found.as_ref().is_some_and(|(nearest, _)| steps > *nearest) {
            break;
        }
        if !seen.contains(place.state) {
            let found = found.get_or_insert((steps, Vec::new()));
            if !found.1.iter().any(|known| known == first) {
                found.1.push(first.to_owned());
            }
        } else if *distance.entry(place).or_insert(steps) >= steps && known.insert((place, first)) {
            reached.extend(leads(place).iter().map(|(_, to)| (to, steps + 1, first)));
        }
    }
    found.map(|(_, words)| words).unwrap_or_default()
}
