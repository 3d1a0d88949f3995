//! Reading the folder's files.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use super::ImportError;

/// No honest file of DroidBot is larger, in bytes.
const LARGEST: u64 = 64 * 1024 * 1024;

/// No honest run has more files in one folder.
const MOST: usize = 50_000;

/// No honest run has more of JSON, in bytes.
const MOST_BYTES: u64 = 2 * 1024 * 1024 * 1024;

/// Where Kea keeps states and pictures, numbered in order; DroidBot keeps them in `states`.
const KEA_STATES: &str = "all_states";

/// The most notices about one folder; more say nothing new.
const NOTICES: usize = 20;

/// What a folder holds.
#[derive(Debug, Default)]
pub struct DroidbotFolder {
    /// What happened, in order.
    pub events: Vec<DroidbotEvent>,
    /// The states by their names.
    pub states: HashMap<String, DroidbotState>,
    /// The names of the states that were saved, in the order of their files.
    pub saved: Vec<String>,
    /// What `utg.js` says of the run.
    pub about: DroidbotRun,
    /// What was found wrong.
    pub repairs: Vec<String>,
}

/// One event.
#[derive(Clone, Debug, Default)]
pub struct DroidbotEvent {
    /// When, as DroidBot writes it; empty if it is not known.
    pub tag: String,
    /// What was done, as DroidBot's dictionary.
    pub event: Value,
    /// How DroidBot says it.
    pub says: String,
    /// The state before.
    pub from: String,
    /// The state after.
    pub to: String,
}

/// One state.
#[derive(Clone, Debug, Default)]
pub struct DroidbotState {
    /// `package/activity`.
    pub front: String,
    /// Display across and down; 0 if it is not known.
    pub size: (i32, i32),
    /// The views; `None` if only `utg.js` knows the state.
    pub views: Option<Value>,
    /// Its picture.
    pub picture: Option<PathBuf>,
}

impl DroidbotState {
    /// The state that a file describes, without its picture.
    pub fn of(mut json: Value) -> Self {
        let number = |name| json.get(name).and_then(Value::as_i64);
        let side = |name| number(name).and_then(|side| i32::try_from(side).ok()).unwrap_or(0);
        Self {
            front: text_of(&json, "foreground_activity").unwrap_or_default(),
            size: (side("width"), side("height")),
            picture: None,
            views: json.get_mut("views").map(Value::take),
        }
    }
}

/// What `utg.js` says of the run.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct DroidbotRun {
    /// The app's package.
    pub app_package: Option<String>,
    /// The device's model.
    pub device_model_number: Option<Value>,
    /// Its API level.
    pub device_sdk_version: Option<Value>,
    /// Its serial.
    pub device_serial: Option<Value>,
    nodes: Vec<Value>,
    edges: Vec<Value>,
}

impl DroidbotRun {
    /// Reads `utg.js`, a script that sets a variable.
    pub fn read(script: &str) -> serde_json::Result<Self> {
        let json = script.split_once('=').map_or(script, |(_, json)| json);
        serde_json::from_str(json.trim().trim_end_matches(';'))
    }

    /// How many states and transitions it names.
    pub fn counts(&self) -> (usize, usize) {
        (self.nodes.len(), self.edges.len())
    }
}

/// Reads `folder`.
///
/// # Errors
/// If it cannot be read, or holds nothing of DroidBot.
pub fn read(folder: &Path) -> Result<DroidbotFolder, ImportError> {
    let failed = |source| ImportError::Read { path: folder.to_owned(), source };
    if !fs::metadata(folder).map_err(failed)?.is_dir() {
        let why = "it is a file; name the folder it lies in".to_owned();
        return Err(ImportError::NotDroidBot { path: folder.to_owned(), why });
    }
    let mut reading = DroidbotReader { folder, found: DroidbotFolder::default(), bytes: 0 };
    let states = reading.list_states()?;
    let events = reading.list("events")?;
    reading.utg()?;
    reading.states(&states)?;
    reading.events(&events)?;
    if reading.found.events.is_empty() {
        reading.edges();
    }
    let mut found = reading.found;
    if found.events.is_empty() && found.states.is_empty() {
        let why = found.repairs.join("; ");
        return Err(ImportError::NotDroidBot { path: folder.to_owned(), why });
    }
    let more = found.repairs.len().saturating_sub(NOTICES);
    if more > 0 {
        found.repairs.truncate(NOTICES);
        found.repairs.push(format!("{more} more things could not be read"));
    }
    Ok(found)
}

struct DroidbotReader<'a> {
    folder: &'a Path,
    found: DroidbotFolder,
    bytes: u64,
}

impl DroidbotReader<'_> {
    fn note(&mut self, what: String) {
        self.found.repairs.push(what);
    }

    /// The plain files of a folder in it, by their names, sorted. Links are left out.
    fn list(&mut self, name: &str) -> Result<BTreeMap<String, PathBuf>, ImportError> {
        let path = self.folder.join(name);
        let mut files = BTreeMap::new();
        let is_folder = fs::symlink_metadata(&path).is_ok_and(|data| data.is_dir());
        let Some(entries) = fs::read_dir(&path).ok().filter(|_| is_folder) else {
            self.note(format!("there is no folder {name}"));
            return Ok(files);
        };
        let mut links = 0;
        for entry in entries.flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            links += usize::from(kind.is_symlink());
            let name = entry.file_name().to_string_lossy().into_owned();
            if kind.is_file() {
                files.insert(name, entry.path());
            }
            if files.len() > MOST {
                let what = format!("more than {MOST} files in {}", path.display());
                return Err(ImportError::TooLarge { path: self.folder.to_owned(), what });
            }
        }
        if links > 0 {
            self.note(format!("{links} links in {name} are not followed"));
        }
        Ok(files)
    }

    /// The files of the states, as DroidBot keeps them or as Kea does.
    fn list_states(&mut self) -> Result<BTreeMap<String, PathBuf>, ImportError> {
        let is_state = |file: &String| between(file, "state_", ".json").is_some();
        let numbered = if self.folder.join(KEA_STATES).is_dir() {
            self.list(KEA_STATES)?
        } else {
            BTreeMap::new()
        };
        if !numbered.keys().any(is_state) {
            return self.list("states");
        }
        self.note(format!("the states are those in {KEA_STATES}, where Kea keeps them"));
        Ok(numbered)
    }

    /// The text of a file, if it is an honest one.
    fn text(&mut self, path: &Path) -> Result<Option<String>, ImportError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let size = match fs::symlink_metadata(path) {
            Ok(data) if data.is_file() => data.len(),
            _ => return Ok(None),
        };
        if size > LARGEST {
            self.note(format!("{name} is too large ({size} bytes) and left out"));
            return Ok(None);
        }
        self.bytes += size;
        if self.bytes > MOST_BYTES {
            let what = format!("more than {} MB of states and events", MOST_BYTES >> 20);
            return Err(ImportError::TooLarge { path: self.folder.to_owned(), what });
        }
        match fs::read(path) {
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(error) => {
                self.note(format!("{name} cannot be read: {error}"));
                Ok(None)
            }
        }
    }

    fn json(&mut self, path: &Path) -> Result<Option<Value>, ImportError> {
        let Some(text) = self.text(path)? else { return Ok(None) };
        match serde_json::from_str(&text) {
            Ok(value) => Ok(Some(value)),
            Err(error) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                self.note(format!("{name} is no JSON and left out: {error}"));
                Ok(None)
            }
        }
    }

    fn utg(&mut self) -> Result<(), ImportError> {
        let path = self.folder.join("utg.js");
        let Some(text) = self.text(&path)? else {
            self.note("there is no utg.js".to_owned());
            return Ok(());
        };
        match DroidbotRun::read(&text) {
            Ok(about) => self.found.about = about,
            Err(error) => self.note(format!("utg.js is no JSON and left out: {error}")),
        }
        let nodes = std::mem::take(&mut self.found.about.nodes);
        for node in &nodes {
            let Some(name) = text_of(node, "id").filter(|name| !name.is_empty()) else { continue };
            let package = text_of(node, "package").unwrap_or_default();
            let activity = text_of(node, "activity").unwrap_or_default();
            let state = DroidbotState {
                front: format!("{package}/{activity}"),
                ..DroidbotState::default()
            };
            self.found.states.insert(name, state);
        }
        Ok(())
    }

    fn states(&mut self, files: &BTreeMap<String, PathBuf>) -> Result<(), ImportError> {
        let tags = files
            .iter()
            .filter_map(|(file, path)| Some((between(file, "state_", ".json")?, file, path)));
        let mut tags: Vec<_> = tags.collect();
        // DroidBot's tags are times of one length, Kea's are numbers.
        tags.sort_by_key(|(tag, _, _)| (tag.len(), *tag));
        for (tag, file, path) in tags {
            let Some(json) = self.json(path)? else { continue };
            let Some(name) = text_of(&json, "state_str") else {
                self.note(format!("{file} names no state and is left out"));
                continue;
            };
            let picture = [".png", ".jpg", ".jpeg"]
                .iter()
                .find_map(|ending| files.get(&format!("screen_{tag}{ending}")));
            let state = DroidbotState { picture: picture.cloned(), ..DroidbotState::of(json) };
            self.found.saved.push(name.clone());
            self.found.states.insert(name, state);
        }
        Ok(())
    }

    fn events(&mut self, files: &BTreeMap<String, PathBuf>) -> Result<(), ImportError> {
        for (file, path) in files {
            let Some(tag) = between(file, "event_", ".json") else { continue };
            let Some(mut json) = self.json(path)? else { continue };
            let says = text_of(&json, "event_str").unwrap_or_default();
            let (from, to) = (text_of(&json, "start_state"), text_of(&json, "stop_state"));
            let event = json.get_mut("event").map(Value::take).unwrap_or_default();
            if from.is_none() && to.is_none() {
                self.note(format!("{file} names no states and is left out"));
                continue;
            }
            self.found.events.push(DroidbotEvent {
                tag: tag.to_owned(),
                event,
                says,
                from: from.unwrap_or_default(),
                to: to.unwrap_or_default(),
            });
        }
        Ok(())
    }

    /// What happened as `utg.js` tells it, in the order of its numbers.
    fn edges(&mut self) {
        let mut happened = Vec::new();
        for edge in std::mem::take(&mut self.found.about.edges) {
            let (Some(from), Some(to)) = (text_of(&edge, "from"), text_of(&edge, "to")) else {
                continue;
            };
            let events = edge.get("events").and_then(Value::as_array);
            for event in events.into_iter().flatten() {
                let number = event.get("event_id").and_then(Value::as_i64).unwrap_or(i64::MAX);
                let says = text_of(event, "event_str").unwrap_or_default();
                let (from, to, event) = (from.clone(), to.clone(), event.clone());
                happened
                    .push((number, DroidbotEvent { tag: String::new(), event, says, from, to }));
            }
        }
        if !happened.is_empty() {
            self.note("there are no events; the steps are taken from utg.js".to_owned());
        }
        happened.sort_by_key(|(number, _)| *number);
        self.found.events = happened.into_iter().map(|(_, happened)| happened).collect();
    }
}

/// The text, or number as text, of this name.
pub fn text_of(value: &Value, name: &str) -> Option<String> {
    match value.get(name)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn between<'a>(name: &'a str, begin: &str, end: &str) -> Option<&'a str> {
    name.strip_prefix(begin)?.strip_suffix(end)
}
