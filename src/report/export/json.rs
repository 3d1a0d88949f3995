//! The whole session as one JSON document; described in `docs/exports.md`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::{
    ExportError, ExportFile, ExportObservation, ExportResult, ExportSession, ExportSpan, ExportStep,
};
use crate::domain::BlobId;
use crate::model::{BehaviourModel, export};
use crate::protocol::Event;
use crate::session::SessionFacts;
use crate::store::RecordedSession;

/// The version of the document.
const VERSION: u32 = 1;

/// The most bytes of pictures that are written into the document.
const MOST_PICTURES: usize = 256 * 1024 * 1024;

/// The document of `span`. States and transitions are always those of the whole session.
///
/// # Errors
/// If there are no such steps.
pub fn export(
    session: &RecordedSession,
    recorded: &ExportSession,
    span: ExportSpan,
    with_pictures: bool,
) -> Result<ExportResult, ExportError> {
    let steps = match span {
        // A session without a step is still one.
        ExportSpan::Whole => recorded.steps.iter().map(Cow::Borrowed).collect(),
        _ => recorded.steps_of(span)?,
    };
    let mut model = BehaviourModel::default();
    session.records.iter().for_each(|record| model.apply(&record.event));
    let facts = SessionFacts::of(&session.records);
    let mut notes = vec![format!("{} steps, {} states", steps.len(), model.states().len())];
    let mut document = json!({
        "ridealong": { "export": VERSION, "version": env!("CARGO_PKG_VERSION") },
        "session": recorded.started,
        "app": recorded.app,
        "charter": facts.charters.last(),
        "steps": steps.iter().map(|step| one(recorded, step)).collect::<Result<Vec<_>, _>>()?,
        "decisions": decisions(session)?,
        "model": export::json(&model),
        "transitions": transitions(&model),
        "findings": findings(&facts)?,
        "notes": recorded.notes,
        "ended": facts.ended,
        "repairs": session.repairs,
    });
    if with_pictures {
        let (pictures, left_out) = pictures(session, recorded);
        if left_out > 0 {
            notes.push(format!("{left_out} pictures are left out: damaged, or too many"));
        }
        document["pictures"] = json!(pictures);
    }
    let mut text = serde_json::to_string_pretty(&document)?;
    text.push('\n');
    Ok(ExportResult { files: vec![ExportFile::text("session.json", text)], notes })
}

fn one(recorded: &ExportSession, step: &ExportStep) -> Result<Value, ExportError> {
    let observation = |place| recorded.observation(place).map(observation);
    Ok(json!({
        "step": step.number,
        "at_ms": step.at_ms,
        "action": step.action,
        "says": step.action.to_string(),
        "key": step.key,
        "by": step.by,
        "proposal": step.proposal,
        "before": observation(step.before),
        "after": observation(step.after),
        "outcome": step.outcome(),
        "performed": step.performed,
    }))
}

fn observation(observation: &ExportObservation) -> Value {
    let observed = &observation.observed;
    json!({
        "at_ms": observation.at_ms,
        "state": observed.state,
        "package": observed.package,
        "activity": observed.location,
        "screen": observed.screen,
        "picture": observed.picture,
        "hierarchy": observed.hierarchy,
        "said": observed.said,
    })
}

/// All decisions, those that performed nothing included.
fn decisions(session: &RecordedSession) -> Result<Vec<Value>, ExportError> {
    let mut decisions = Vec::new();
    for record in &session.records {
        if let Event::Decided(decided) = &record.event {
            let mut decision = serde_json::to_value(decided)?;
            decision["at_ms"] = json!(record.at_ms);
            decisions.push(decision);
        }
    }
    Ok(decisions)
}

/// All findings, each with the latest verdict on its group.
fn findings(facts: &SessionFacts) -> Result<Vec<Value>, ExportError> {
    let mut findings = Vec::new();
    for finding in &facts.findings {
        let mut value = serde_json::to_value(&**finding)?;
        if let Some(verdict) = facts.verdicts.of(&finding.group) {
            value["verdict"] = serde_json::to_value(verdict)?;
        }
        findings.push(value);
    }
    Ok(findings)
}

fn transitions(model: &BehaviourModel) -> Vec<Value> {
    let edges = model.states().iter().flat_map(|state| {
        state.edges.iter().flat_map(move |(key, edge)| {
            edge.to.iter().map(
                move |(to, count)| json!({ "from": state.id, "key": key, "to": to, "count": count }),
            )
        })
    });
    edges.collect()
}

/// The pictures that the document names, as data URIs, and how many are left out.
fn pictures<'a>(
    session: &RecordedSession,
    recorded: &'a ExportSession,
) -> (BTreeMap<&'a BlobId, String>, usize) {
    let mut pictures = BTreeMap::new();
    let (mut bytes, mut left_out) = (0, 0);
    for id in
        recorded.observations.iter().filter_map(|observation| observation.observed.picture.as_ref())
    {
        if pictures.contains_key(id) {
            continue;
        }
        match session.blobs.get(id) {
            Ok(png) if bytes + png.len() <= MOST_PICTURES => {
                bytes += png.len();
                let data = BASE64_STANDARD.encode(&png);
                pictures.insert(id, format!("data:image/png;base64,{data}"));
            }
            _ => left_out += 1,
        }
    }
    (pictures, left_out)
}
