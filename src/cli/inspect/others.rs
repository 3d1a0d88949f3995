//! Files that come from no phone: voice models, dialogues, and what DroidBot writes.

use std::path::Path;

use serde_json::{Value, json};

use crate::cli::output;
use crate::device::android::hierarchy::{self, Hierarchy};
use crate::device::recorded::transcript::{self, Transcript};
use crate::device::voice::interaction::InteractionModel;
use crate::report::import::droidbot::DroidbotFile;

/// What such a file holds.
pub enum OtherFile {
    /// An interaction model of a voice app.
    VoiceModel(Box<InteractionModel>),
    /// Dialogues with a voice app.
    Dialogues(Transcript),
    /// A state that DroidBot saved: its activity and its views.
    DroidbotState(String, Box<Hierarchy>),
    /// Another file of DroidBot.
    Droidbot(DroidbotFile),
}

/// The file with these bytes; `None` if it is none of these.
pub fn read(bytes: &[u8]) -> Option<OtherFile> {
    let text = transcript::decode(bytes).ok()?;
    match DroidbotFile::read(&text) {
        Some(DroidbotFile::State { front, dump: Some(dump), display }) => {
            let read = hierarchy::read(dump.as_bytes(), display).ok()?;
            return Some(OtherFile::DroidbotState(front, Box::new(read)));
        }
        Some(file) => return Some(OtherFile::Droidbot(file)),
        None => {}
    }
    if let Ok(model) = InteractionModel::read(bytes) {
        return Some(OtherFile::VoiceModel(Box::new(model)));
    }
    // Any lines can be read as said and answered in turn; only some say that they are.
    let dialogues = transcript::read(&text).ok().filter(|dialogues| dialogues.marked)?;
    Some(OtherFile::Dialogues(dialogues))
}

/// What to say of text that is nothing known.
pub fn unknown(text: &str) -> String {
    let count = text.lines().count();
    let what = match serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')) {
        Ok(Value::Object(object)) => {
            let keys: Vec<&str> = object.keys().take(5).map(String::as_str).collect();
            format!("a JSON object ({})", keys.join(", "))
        }
        Ok(Value::Array(list)) => format!("a JSON list of {}", list.len()),
        _ => format!("plain text, {count} line{}", if count == 1 { "" } else { "s" }),
    };
    output::plain(&format!(
        "{what}; no view hierarchy, log, manifest, voice model, dialogue or file of DroidBot"
    ))
}

/// The file as JSON.
pub fn to_json(path: &Path, file: &OtherFile) -> Value {
    match file {
        OtherFile::DroidbotState(front, read) => {
            let mut json = super::hierarchy_json(path, read);
            json["activity"] = json!(front);
            json["from"] = json!("droidbot");
            json
        }
        OtherFile::Droidbot(DroidbotFile::State { front, .. }) => {
            json!({"file": path, "kind": "droidbot_state", "activity": front})
        }
        OtherFile::Droidbot(DroidbotFile::Event { what, says, from, to }) => json!({
            "file": path,
            "kind": "droidbot_event",
            "event": what,
            "says": says,
            "start_state": from,
            "stop_state": to,
        }),
        OtherFile::Droidbot(DroidbotFile::Graph { package, states, transitions }) => json!({
            "file": path,
            "kind": "droidbot_graph",
            "package": package,
            "states": states,
            "transitions": transitions,
        }),
        OtherFile::VoiceModel(model) => json!({
            "file": path,
            "kind": "voice_model",
            "invocation": model.invocation,
            "intents": model.intents.iter().map(|intent| json!({
                "name": intent.name,
                "samples": intent.samples,
                "slots": intent.slots.iter().map(|slot| json!({
                    "name": slot.name,
                    "type": slot.kind,
                })).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
            "types": model.types.iter().map(|slot_type| json!({
                "name": slot_type.name,
                "values": slot_type.values.len(),
            })).collect::<Vec<_>>(),
            "warnings": model.warnings,
        }),
        OtherFile::Dialogues(dialogues) => json!({
            "file": path,
            "kind": "dialogues",
            "sessions": dialogues.sessions.iter().map(|session| {
                session.iter().map(|turn| json!([turn.words, turn.said])).collect::<Vec<_>>()
            }).collect::<Vec<_>>(),
        }),
    }
}

/// The file for people.
pub fn to_text(path: &Path, file: &OtherFile) -> String {
    let named = path.display();
    let text = match file {
        OtherFile::DroidbotState(front, read) => {
            let screen = super::hierarchy_text(path, read);
            format!("{named}: a state that DroidBot saved, {front}\n{screen}")
        }
        OtherFile::Droidbot(DroidbotFile::State { front, .. }) => {
            format!("{named}: a state that DroidBot saved without views, {front}")
        }
        OtherFile::Droidbot(DroidbotFile::Event { what, says, from, to }) => format!(
            "{named}: an event of DroidBot, {what}: {says}\nfrom state {from} to state {to}\n\
             `ridealong import` reads the whole folder"
        ),
        OtherFile::Droidbot(DroidbotFile::Graph { package, states, transitions }) => format!(
            "{named}: DroidBot's graph of {}: {states} states, {transitions} transitions\n\
             `ridealong import` reads the whole folder",
            package.as_deref().unwrap_or("an app that is not named"),
        ),
        OtherFile::VoiceModel(model) => model_text(path, model),
        OtherFile::Dialogues(dialogues) => dialogues_text(path, dialogues),
    };
    output::plain(&text)
}

fn model_text(path: &Path, model: &InteractionModel) -> String {
    let mut text = format!(
        "{}: the interaction model of a voice app, opened by {:?} · {} intents, {} slot types\n",
        path.display(),
        model.invocation,
        model.intents.len(),
        model.types.len(),
    );
    let mut rows = vec![["intent", "samples", "slots", "such as"].map(str::to_owned).to_vec()];
    rows.extend(model.intents.iter().map(|intent| {
        let slots: Vec<&str> = intent.slots.iter().map(|slot| slot.name.as_str()).collect();
        let sample = intent.samples.first().map_or("", String::as_str);
        let sample = sample.chars().take(60).collect();
        vec![intent.name.clone(), intent.samples.len().to_string(), slots.join(", "), sample]
    }));
    text.push_str(&output::table(&rows));
    for warning in &model.warnings {
        text.push_str(&format!("\nwarning: {warning}"));
    }
    text
}

fn dialogues_text(path: &Path, dialogues: &Transcript) -> String {
    let turns: usize = dialogues.sessions.iter().map(Vec::len).sum();
    let count = dialogues.sessions.len();
    let mut text = format!(
        "{}: dialogues with a voice app, {count} sessions, {turns} turns; `recorded:` targets explore the app \
         that they show",
        path.display(),
    );
    let first = dialogues.sessions.first().into_iter().flatten().take(3);
    for turn in first {
        text.push_str(&format!("\n    > {}\n    {}", turn.words, turn.said));
    }
    text
}
