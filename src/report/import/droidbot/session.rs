//! Writing a run as the events of a session, in the order in which an engine would have.

use std::collections::{HashMap, HashSet};
use std::io::Cursor;
use std::path::Path;

use jiff::civil::DateTime;

use super::files::{DroidbotEvent, DroidbotFolder, DroidbotState, text_of};
use super::{ImportError, ImportResult, actions, views};
use crate::domain::{ActionKey, BlobId, DisplaySize, ReadQuality, Screen, StateId, StateIds};
use crate::model::abstraction::{self, AdaptiveAbstraction, ReachedBy};
use crate::protocol::{
    ActionOutcome, ActionPerformed, AppOpened, AutoLimits, DecidedBy, Decision, DecisionMade,
    EndReason, Event, EventRecord, Proposal, ProposalId, RunMode, ScreenObserved, SessionEnded,
    SessionStarted, StateDiscovered, TransitionLearned, Verdict, WarningRaised,
};
use crate::store::SessionWriter;

/// Between two steps whose times are not known, in milliseconds.
const PACE: u64 = 1000;

/// No honest picture of a phone has a longer side, in pixels.
const SIDE: u32 = 8192;

/// No honest picture's file is larger, in bytes.
const PICTURE: u64 = 32 * 1024 * 1024;

/// What a state turned out to be; read once.
#[derive(Clone)]
struct ImportedState {
    screen: Screen,
    ids: StateIds,
    json: BlobId,
    picture: Option<BlobId>,
    hierarchy: Option<BlobId>,
}

struct EventWriter<'a> {
    found: &'a DroidbotFolder,
    writer: SessionWriter,
    app: String,
    seen: HashMap<String, ImportedState>,
    abstraction: AdaptiveAbstraction,
    discovered: HashSet<StateId>,
    seq: u64,
    at_ms: u64,
    reported: ImportResult,
}

/// Writes `found` as a session.
pub fn write(found: &DroidbotFolder, session: &Path) -> Result<ImportResult, ImportError> {
    let app = package(found);
    let reported = ImportResult {
        package: app.clone(),
        repairs: found.repairs.clone(),
        ..ImportResult::default()
    };
    let mut writer = EventWriter {
        found,
        writer: SessionWriter::create(session)?,
        app,
        seen: HashMap::new(),
        abstraction: AdaptiveAbstraction::default(),
        discovered: HashSet::new(),
        seq: 0,
        at_ms: 0,
        reported,
    };
    writer.begin()?;
    let mut at: Option<String> = None;
    for happened in &found.events {
        at = writer.event(happened, at.as_deref())?;
    }
    if found.events.is_empty() {
        writer.states_alone()?;
    }
    writer.end()
}

impl EventWriter<'_> {
    fn put(&mut self, event: Event) -> Result<(), ImportError> {
        let record = EventRecord { seq: self.seq, at_ms: self.at_ms, event };
        self.seq += 1;
        Ok(self.writer.append(record)?)
    }

    fn begin(&mut self) -> Result<(), ImportError> {
        let about = &self.found.about;
        let said = |value: &Option<serde_json::Value>| match value {
            Some(serde_json::Value::String(text)) => text.clone(),
            Some(serde_json::Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        let model = said(&about.device_model_number);
        let first = self.found.events.first().and_then(|happened| time(&happened.tag));
        let started = first.and_then(|time| time.to_zoned(jiff::tz::TimeZone::UTC).ok());
        let started =
            started.map_or_else(|| "1970-01-01T00:00:00+00:00[UTC]".into(), |it| it.to_string());
        let sizes = self.found.states.values().map(|state| state.size);
        let (short, long) = sizes
            .filter(|size| size.0 > 0)
            .map(|(x, y)| (x.min(y), x.max(y)))
            .max()
            .unwrap_or((0, 0));
        self.put(Event::SessionStarted(SessionStarted {
            started,
            version: env!("CARGO_PKG_VERSION").into(),
            target: format!("droidbot:{}", self.app),
            app: None,
            device: if model.is_empty() { said(&about.device_serial) } else { model },
            system: format!("Android API {}", said(&about.device_sdk_version)),
            size: DisplaySize::new(short.clamp(0, 20_000), long.clamp(0, 20_000)),
            explorer: "droidbot".into(),
            seed: 0,
            model: None,
            mode: RunMode::Auto { until: AutoLimits::default() },
            browser: None,
        }))?;
        let package = self.app.clone();
        self.put(Event::AppOpened(AppOpened { package, ..AppOpened::default() }))?;
        for what in self.reported.repairs.clone() {
            self.put(Event::Warned(WarningRaised { what, hint: None }))?;
        }
        Ok(())
    }

    /// Writes one event; gives the state that is in front then.
    fn event(
        &mut self,
        happened: &DroidbotEvent,
        at: Option<&str>,
    ) -> Result<Option<String>, ImportError> {
        self.advance(happened);
        if at != Some(happened.from.as_str()) {
            self.look(&happened.from)?;
        }
        let from = self.seen(&happened.from)?;
        let Some(action) = actions::read(happened, &from.screen, &self.app) else {
            let kind = text_of(&happened.event, "event_type").unwrap_or_default();
            if kind != "exit" {
                let what = format!("an event of kind {kind:?} is left out: {}", happened.tag);
                self.put(Event::Warned(WarningRaised { what, hint: None }))?;
            }
            return Ok(Some(happened.from.clone()));
        };
        let step = self.reported.steps + 1;
        let (key, template) = abstraction::key_of(&from.screen, &action);
        let id = ProposalId(step);
        self.put(Event::Proposed(Proposal {
            id,
            step,
            action: action.clone(),
            key: key.clone(),
            explorer: "droidbot".into(),
            why: if actions::is_secret(&happened.event) {
                String::new()
            } else {
                happened.says.chars().take(400).collect()
            },
            alternatives: Vec::new(),
            plan: None,
            insight: None,
        }))?;
        let decision = Decision { proposal: id, by: DecidedBy::Policy, verdict: Verdict::Approve };
        let (action, reported) = (Some(action), Some(key.clone()));
        self.put(Event::Decided(DecisionMade {
            decision,
            action,
            key: reported,
            step: Some(step),
        }))?;
        self.put(Event::Performed(ActionPerformed {
            step,
            accepted: None,
            warnings: Vec::new(),
            failed: None,
            took_ms: 0,
        }))?;
        self.reported.steps = step;
        self.look(&happened.to)?;
        let to = self.seen(&happened.to)?;
        self.learn(step, (key, template), &from, &to)?;
        Ok(Some(happened.to.clone()))
    }

    fn learn(
        &mut self,
        step: u64,
        (key, template): (ActionKey, ActionKey),
        from: &ImportedState,
        to: &ImportedState,
    ) -> Result<(), ImportError> {
        let outcome = if from.ids.exact == to.ids.exact {
            ActionOutcome::None
        } else if !crate::domain::screen::belongs_to(&to.screen.package, &self.app) {
            ActionOutcome::LeftApp
        } else if from.ids.structural == to.ids.structural {
            ActionOutcome::Content
        } else {
            ActionOutcome::Moved
        };
        let (from, to) = (from.ids.structural, to.ids.structural);
        self.put(Event::Learned(TransitionLearned { step, from, key, template, to, outcome }))
    }

    /// Goes on in time to when `happened`.
    fn advance(&mut self, happened: &DroidbotEvent) {
        let first = self.found.events.first().and_then(|first| time(&first.tag));
        let since = first.zip(time(&happened.tag)).and_then(|(first, now)| now.since(first).ok());
        let ms = since.and_then(|span| span.total(jiff::Unit::Millisecond).ok());
        match ms {
            Some(ms) if ms >= 0.0 => self.at_ms = self.at_ms.max(ms as u64),
            _ => self.at_ms += PACE,
        }
    }

    /// Writes an observation of the state of this name.
    fn look(&mut self, name: &str) -> Result<(), ImportError> {
        let seen = self.seen(name)?;
        let ImportedState { screen, ids, json, picture, hierarchy } = seen;
        if self.discovered.insert(ids.structural) {
            let name = self.abstraction.name_of(ids.structural).map(str::to_owned);
            self.put(Event::Discovered(StateDiscovered::of(
                self.reported.steps,
                ids.structural,
                name.unwrap_or_else(|| abstraction::label(&screen)),
                &screen,
                abstraction::available_actions(&screen),
            )))?;
        }
        self.reported.states = self.discovered.len();
        self.reported.pictures += usize::from(picture.is_some());
        self.put(Event::Observed(ScreenObserved {
            picture,
            hierarchy,
            ..ScreenObserved::of(self.reported.steps, ids, &screen, json)
        }))
    }

    fn seen(&mut self, name: &str) -> Result<ImportedState, ImportError> {
        if let Some(seen) = self.seen.get(name) {
            return Ok(seen.clone());
        }
        let unknown = DroidbotState::default();
        let state = self.found.states.get(name).unwrap_or(&unknown);
        let (screen, hierarchy) = views::screen(state);
        let ids = match screen.read_quality {
            // All that cannot be read would be one state.
            ReadQuality::Failed(_) => {
                let id = StateId(xxhash_rust::xxh3::xxh3_64(name.as_bytes()));
                StateIds { exact: id, structural: id }
            }
            _ => self.abstraction.assign(&screen, ReachedBy::Other),
        };
        let json = serde_json::to_vec(&screen).unwrap_or_default();
        let json = self.writer.blob(json.into())?;
        let hierarchy = match hierarchy {
            Some(text) => Some(self.writer.blob(text.into_bytes().into())?),
            None => None,
        };
        let picture = match state.picture.as_deref().map(picture) {
            Some(Ok(png)) => Some(self.writer.blob(png.into())?),
            Some(Err(why)) => {
                self.reported.repairs.push(why);
                None
            }
            None => None,
        };
        let seen = ImportedState { screen, ids, json, picture, hierarchy };
        self.seen.insert(name.to_owned(), seen.clone());
        Ok(seen)
    }

    /// Of a run without events: its states, one after the other.
    fn states_alone(&mut self) -> Result<(), ImportError> {
        let found = self.found;
        let mut names: Vec<&String> = found.saved.iter().collect();
        // A screen that stays as it is was saved after each event that had no effect.
        names.dedup();
        let mut unsaved: Vec<&String> =
            found.states.keys().filter(|name| !found.saved.contains(name)).collect();
        unsaved.sort();
        for name in names.into_iter().chain(unsaved) {
            self.look(name)?;
            self.at_ms += PACE;
        }
        Ok(())
    }

    fn end(mut self) -> Result<ImportResult, ImportError> {
        let unknown =
            self.seen.keys().filter(|name| !self.found.states.contains_key(*name)).count();
        if unknown > 0 {
            let what = format!("{unknown} states were not saved; they stand without a screen");
            self.reported.repairs.push(what.clone());
            self.put(Event::Warned(WarningRaised { what, hint: None }))?;
        }
        let steps = self.reported.steps;
        self.put(Event::Ended(SessionEnded { reason: EndReason::NothingLeft, steps }))?;
        // Waits until all is on the disk, or fails with the reason.
        let synced = self.writer.sync()?;
        synced.blocking_recv().map_err(|_gone| self.writer.failure())?;
        Ok(self.reported)
    }
}

/// The package under test: as `utg.js` names it, else what was stopped first, else what was in
/// front most often.
fn package(found: &DroidbotFolder) -> String {
    let named = found.about.app_package.clone().filter(|name| !name.is_empty());
    let stopped = || {
        let mut intents = found.events.iter().filter_map(|it| text_of(&it.event, "stop_intent"));
        intents.find_map(|it| it.strip_prefix("am force-stop ").map(|name| name.trim().to_owned()))
    };
    let front = || {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for state in found.states.values() {
            *counts.entry(state.front.split('/').next().unwrap_or_default()).or_default() += 1;
        }
        let most = counts.into_iter().max_by_key(|(name, count)| (*count, *name));
        most.map(|(name, _)| name.to_owned())
    };
    named.or_else(stopped).or_else(front).unwrap_or_default()
}

/// When an event happened: `2025-05-31_230737`.
fn time(tag: &str) -> Option<DateTime> {
    DateTime::strptime("%Y-%m-%d_%H%M%S", tag.get(..17)?).ok()
}

/// A picture as PNG, whatever it was.
fn picture(path: &Path) -> Result<Vec<u8>, String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let bad = |why: &dyn std::fmt::Display| format!("the picture {name} is left out: {why}");
    let size = std::fs::symlink_metadata(path).map_err(|error| bad(&error))?.len();
    if size > PICTURE {
        return Err(bad(&"it is too large"));
    }
    let bytes = std::fs::read(path).map_err(|error| bad(&error))?;
    let mut reader = image::ImageReader::new(Cursor::new(&bytes))
        .with_guessed_format()
        .map_err(|error| bad(&error))?;
    let mut limits = image::Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(SIDE), Some(SIDE));
    reader.limits(limits);
    let format = reader.format();
    let decoded = reader.decode().map_err(|error| bad(&error))?;
    if format == Some(image::ImageFormat::Png) {
        return Ok(bytes);
    }
    let mut png = Cursor::new(Vec::new());
    decoded.write_to(&mut png, image::ImageFormat::Png).map_err(|error| bad(&error))?;
    Ok(png.into_inner())
}
