//! DroidBot's output folder (github.com/honeynet/droidbot): `utg.js` with the transition graph that
//! its page shows, and a file for each state and event. What its page inserts as HTML is escaped,
//! which DroidBot itself does not do.
//!
//! A node is an exact state; `structure_str` is the structural one, by which the page clusters.

mod views;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::SignedDuration;
use jiff::civil::DateTime;
use serde_json::{Value, json};

use super::{
    ExportError, ExportFile, ExportObservation, ExportResult, ExportSession, ExportSpan, ExportStep,
};
use crate::domain::StateId;
use crate::report::html::escaped as html;
use crate::store::BlobFolder;

/// The folder of `span`.
///
/// # Errors
/// If there are no such steps, or the session was a dialogue.
pub fn export(
    recorded: &ExportSession,
    blobs: &BlobFolder,
    span: ExportSpan,
) -> Result<ExportResult, ExportError> {
    if recorded.is_spoken() {
        return Err(ExportError::Spoken("DroidBot"));
    }
    let steps = recorded.steps_of(span)?;
    let mut writing =
        UtgWriter { recorded, blobs, exported: ExportResult::default(), states: Vec::new() };
    let observations: BTreeSet<usize> =
        steps.iter().flat_map(|step| [step.before, step.after]).flatten().collect();
    for place in observations {
        writing.state(place)?;
    }
    let mut edges = UtgEdges::default();
    for (place, step) in steps.iter().enumerate() {
        writing.event(place, step, &mut edges)?;
    }
    let utg = writing.utg(&steps, &edges);
    let text = format!("var utg = \n{}", serde_json::to_string_pretty(&utg)?);
    let UtgWriter { mut exported, states, .. } = writing;
    exported.files.push(ExportFile::text("utg.js", text));
    exported.notes.push(format!(
        "{} states, {} transitions; to look at it, copy index.html and stylesheets of \
         droidbot/resources beside utg.js",
        states.len(),
        edges.pairs.len()
    ));
    Ok(exported)
}

/// The folder while it is written.
struct UtgWriter<'a> {
    recorded: &'a ExportSession,
    blobs: &'a BlobFolder,
    exported: ExportResult,
    /// The first observation of each exact state.
    states: Vec<(StateId, usize)>,
}

/// The number of what led there, how DroidBot says it, and its kind.
type Led = (usize, String, &'static str);

/// What leads from state to state.
#[derive(Default)]
struct UtgEdges {
    pairs: BTreeMap<(StateId, StateId), Vec<Led>>,
    /// Numbers of what led elsewhere, by where it was done and what was done.
    numbers: HashMap<(StateId, String), usize>,
}

impl UtgWriter<'_> {
    /// Writes the state of the observation at `place`, unless it was seen before.
    fn state(&mut self, place: usize) -> Result<(), ExportError> {
        let Some(observation) = self.recorded.observations.get(place) else { return Ok(()) };
        let exact = observation.observed.state.exact;
        if self.states.iter().any(|(known, _)| *known == exact) {
            return Ok(());
        }
        self.states.push((exact, place));
        let tag = self.tag(place);
        let (views, front) = (views::of(observation), front(observation));
        let state = json!({
            "tag": tag,
            "state_str": name(exact),
            "state_str_content_free": name(observation.observed.state.structural),
            "foreground_activity": front,
            "activity_stack": [front],
            "background_services": [],
            "width": observation.observed.size.width,
            "height": observation.observed.size.height,
            "views": views,
        });
        let text = serde_json::to_string_pretty(&state)?;
        self.exported.files.push(ExportFile::text(format!("states/state_{tag}.json"), text));
        if let Some(png) =
            observation.observed.picture.as_ref().and_then(|id| self.blobs.get(id).ok())
        {
            let name = format!("states/screen_{tag}.png");
            self.exported.files.push(ExportFile { name, content: png });
        }
        Ok(())
    }

    fn event(
        &mut self,
        place: usize,
        step: &ExportStep,
        edges: &mut UtgEdges,
    ) -> Result<(), ExportError> {
        let (Some(before), Some(after)) = (step.before, step.after) else { return Ok(()) };
        let exact = |place: usize| {
            self.recorded
                .observations
                .get(place)
                .map(|observation| observation.observed.state.exact)
        };
        let (Some(from), Some(to)) = (exact(before), exact(after)) else { return Ok(()) };
        let (event, says) = views::event(step, self.recorded, &name(from));
        let kind = views::kind(&step.action);
        if from != to {
            let next = edges.numbers.len() + 1;
            let number = *edges.numbers.entry((from, says.clone())).or_insert(next);
            let list = edges.pairs.entry((from, to)).or_default();
            if !list.iter().any(|(known, ..)| *known == number) {
                list.push((number, says.clone(), kind));
            }
        }
        let tag = format!("{}_{:05}", self.time(step.at_ms), place + 1);
        let event = json!({
            "tag": tag,
            "event": event,
            "start_state": name(from),
            "stop_state": name(to),
            "event_str": says,
        });
        let text = serde_json::to_string_pretty(&event)?;
        self.exported.files.push(ExportFile::text(format!("events/event_{tag}.json"), text));
        Ok(())
    }

    fn utg(&self, steps: &[Cow<'_, ExportStep>], edges: &UtgEdges) -> Value {
        let first = steps.first().and_then(|step| self.recorded.observation(step.before));
        let last = steps.last().and_then(|step| self.recorded.observation(step.after));
        let exact = |observation: Option<&ExportObservation>| {
            observation.map(|observation| observation.observed.state.exact)
        };
        let ends = (exact(first), exact(last));
        let nodes: Vec<Value> =
            self.states.iter().map(|(id, place)| self.node(*id, *place, ends)).collect();
        let reached: BTreeSet<&str> = self
            .states
            .iter()
            .filter_map(|(_, place)| self.recorded.observation(Some(*place)))
            .filter(|observation| observation.observed.package == self.recorded.app.package)
            .map(|observation| observation.observed.location.as_str())
            .collect();
        let drawn: Vec<Value> = edges.pairs.iter().map(|(ends, list)| edge(*ends, list)).collect();
        let started = self.recorded.started.as_ref();
        let spent = self.recorded.observations.last().map_or(0, |observation| observation.at_ms);
        json!({
            "nodes": nodes,
            "edges": drawn,
            "num_nodes": nodes.len(),
            "num_edges": drawn.len(),
            "num_effective_events": edges.numbers.len(),
            "num_reached_activities": reached.len(),
            "num_transitions": steps.len(),
            "num_input_events": steps.len(),
            "test_date": self.time(0).replace('_', " "),
            "time_spent": spent as f64 / 1000.0,
            "device_serial": started.map(|started| html(&started.target)),
            "device_model_number": started.map(|started| html(&started.device)),
            "device_sdk_version": started.map(|started| html(&started.system)),
            "app_sha256": "",
            "app_package": html(&self.recorded.app.package),
            "app_main_activity": self.recorded.app.activities.first().map(|it| html(it)),
            "app_num_total_activities": self.recorded.app.activities.len(),
        })
    }

    fn node(&self, id: StateId, place: usize, ends: (Option<StateId>, Option<StateId>)) -> Value {
        let Some(observation) = self.recorded.observations.get(place) else { return Value::Null };
        let observed = &observation.observed;
        let structure = name(observed.state.structural);
        let rows = [
            ("package", observed.package.as_str()),
            ("activity", &observed.location),
            ("state_str", &name(id)),
            ("structure_str", &structure),
        ];
        let mut label = observed.location.rsplit('.').next().unwrap_or_default().to_owned();
        for (mark, end) in [("\n<FIRST>", ends.0), ("\n<LAST>", ends.1)] {
            if end == Some(id) {
                label.push_str(mark);
            }
        }
        let said = views::search(observation);
        json!({
            "id": name(id),
            "shape": "image",
            "image": format!("states/screen_{}.png", self.tag(place)),
            "label": label,
            "package": html(&observed.package),
            "activity": html(&observed.location),
            "state_str": name(id),
            "structure_str": structure,
            "title": table(&rows.map(|(name, value)| (name.to_owned(), value.to_owned()))),
            "content": format!("{}\n{}\n{}\n{said}", observed.package, observed.location, name(id)),
        })
    }

    /// The name of the files of the observation at `place`: when, as DroidBot writes it, and which.
    fn tag(&self, place: usize) -> String {
        let at = self.recorded.observations.get(place).map_or(0, |observation| observation.at_ms);
        format!("{}_{place:05}", self.time(at))
    }

    fn time(&self, at_ms: u64) -> String {
        let started = self.recorded.started.as_ref().and_then(|it| {
            // The time on the wall, without its zone.
            it.started.get(..19)?.parse::<DateTime>().ok()
        });
        let after = SignedDuration::from_millis(i64::try_from(at_ms).unwrap_or(0));
        let time = started.and_then(|started| started.checked_add(after).ok());
        time.map_or_else(
            || "1970-01-01_000000".to_owned(),
            |time| time.strftime("%Y-%m-%d_%H%M%S").to_string(),
        )
    }
}

/// What is in front, as DroidBot writes it.
fn front(observation: &ExportObservation) -> String {
    format!("{}/{}", observation.observed.package, observation.observed.location)
}

/// A state's name, as long as DroidBot's MD5.
fn name(id: StateId) -> String {
    format!("{id}{id}")
}

fn edge((from, to): (StateId, StateId), list: &[Led]) -> Value {
    let (from, to) = (name(from), name(to));
    let rows: Vec<(String, String)> =
        list.iter().map(|(number, says, _)| (number.to_string(), says.clone())).collect();
    let numbers: Vec<&str> = rows.iter().map(|(number, _)| number.as_str()).collect();
    let events = list.iter().map(|(number, says, kind)| {
        json!({
            "event_str": html(says),
            "event_id": number,
            "event_type": kind,
            "view_images": [],
        })
    });
    json!({
        "id": format!("{from}-->{to}"),
        "from": from,
        "to": to,
        "title": table(&rows),
        "label": numbers.join(", "),
        "events": events.collect::<Vec<_>>(),
    })
}

fn table(rows: &[(String, String)]) -> String {
    let row = |(name, value): &(String, String)| {
        format!("<tr><th>{}</th><td>{}</td></tr>\n", html(name), html(value))
    };
    format!("<table class=\"table\">\n{}</table>", rows.iter().map(row).collect::<String>())
}
