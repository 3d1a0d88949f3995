//! `ridealong inspect`: read any file the tool understands.

mod manifest;
mod others;

use std::io::Read as _;
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Value, json};

use self::others::OtherFile;
use super::args::InspectArgs;
use super::{CliError, output};
use crate::device::android::hierarchy::{self, Hierarchy, HierarchyError};
use crate::device::android::{logcat, logcat::LogContent, manifest as manifests};
use crate::domain::{Manifest, Widget};
use crate::model::abstraction;

/// No file that a phone writes is larger.
const LARGEST: u64 = 256 * 1024 * 1024;

/// What a file turned out to be.
enum FileContent {
    Hierarchy(Box<Hierarchy>),
    Log(LogContent),
    Manifest(Box<Manifest>),
    Other(OtherFile),
}

/// Reads every file; exit code 0 if all could be read.
///
/// # Errors
/// If standard output cannot be written.
pub fn inspect(args: &InspectArgs) -> Result<ExitCode, CliError> {
    let mut all_read = true;
    for path in &args.files {
        let content = read(path);
        all_read &= content.is_ok();
        if args.json {
            output::say(&to_json(path, &content).to_string())?;
        } else {
            output::say(&to_text(path, &content))?;
        }
    }
    Ok(ExitCode::from(u8::from(!all_read)))
}

fn read(path: &Path) -> Result<FileContent, String> {
    let bytes = bytes(path).map_err(|error| format!("cannot be read: {error}"))?;
    if manifests::is_one(&bytes) {
        let manifest = manifests::read(&bytes).map_err(|error| error.to_string())?;
        return Ok(FileContent::Manifest(Box::new(manifest)));
    }
    match hierarchy::read(&bytes, None) {
        Ok(hierarchy) => Ok(FileContent::Hierarchy(Box::new(hierarchy))),
        Err(error) => {
            let text = String::from_utf8_lossy(&bytes);
            let log = logcat::read(&text);
            if !log.crashes.is_empty() || logcat::is_log(&text) {
                return Ok(FileContent::Log(log));
            }
            let other = others::read(&bytes).map(FileContent::Other);
            other.ok_or_else(|| unknown(&bytes, &error))
        }
    }
}

fn bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().lock().take(LARGEST).read_to_end(&mut bytes)?;
    } else {
        std::fs::File::open(path)?.take(LARGEST).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// What to say of a file that cannot be read: what it is, or which message of a phone.
fn unknown(bytes: &[u8], error: &HierarchyError) -> String {
    if let Ok(format) = image::guess_format(bytes) {
        return format!(
            "a picture ({format:?}), neither a view hierarchy nor a log, APK or manifest"
        );
    }
    let is_text = !bytes.contains(&0) && std::str::from_utf8(bytes).is_ok();
    match error {
        HierarchyError::Said(_) if !is_text => {
            "neither a view hierarchy nor a log, APK or manifest".to_owned()
        }
        HierarchyError::Said(said) if !said.starts_with("ERROR") => {
            others::unknown(&String::from_utf8_lossy(bytes))
        }
        error => error.to_string(),
    }
}

fn to_json(path: &Path, content: &Result<FileContent, String>) -> Value {
    match content {
        Err(error) => json!({"file": path, "error": error}),
        Ok(FileContent::Hierarchy(hierarchy)) => hierarchy_json(path, hierarchy),
        Ok(FileContent::Log(log)) => json!({
            "file": path,
            "kind": "log",
            "lines": log.lines,
            "crashes": log.crashes,
        }),
        Ok(FileContent::Manifest(read)) => manifest::to_json(path, read),
        Ok(FileContent::Other(file)) => others::to_json(path, file),
    }
}

/// A hierarchy as JSON.
fn hierarchy_json(path: &Path, hierarchy: &Hierarchy) -> Value {
    let ids = abstraction::state_ids(&hierarchy.clone().into_screen(""));
    let widgets: Vec<Value> = hierarchy.widgets.iter().map(widget_json).collect();
    json!({
        "file": path,
        "kind": "hierarchy",
        "package": hierarchy.package,
        "size": hierarchy.size,
        "rotation": hierarchy.rotation,
        "dialog": hierarchy.dialog,
        "nodes": hierarchy.nodes,
        "widgets": widgets,
        "state": ids,
        "warnings": hierarchy.warnings,
    })
}

fn widget_json(widget: &Widget) -> Value {
    json!({
        "number": widget.number,
        "class": widget.class,
        "text": widget.text,
        "resource_id": widget.resource_id,
        "content_desc": widget.content_desc,
        "hint": widget.hint,
        "label": widget.label,
        "kind": widget.role(),
        "bounds": widget.bounds,
        "tap": widget.tap,
        "actions": widget.actions,
        "inherits": widget.inherits,
        "enabled": widget.enabled,
        "opaque": widget.opaque,
    })
}

fn to_text(path: &Path, content: &Result<FileContent, String>) -> String {
    let file = path;
    let path = path.display();
    match content {
        Ok(FileContent::Manifest(read)) => manifest::to_text(file, read),
        Err(error) => format!("{path}: {error}"),
        Ok(FileContent::Other(other)) => others::to_text(file, other),
        Ok(FileContent::Hierarchy(hierarchy)) => hierarchy_text(file, hierarchy),
        Ok(FileContent::Log(log)) => {
            let mut text =
                format!("{path}: a log of {} lines, {} crashes", log.lines, log.crashes.len());
            for crash in &log.crashes {
                text.push_str(&format!(
                    "\n{} in {}: {}",
                    serde_json::to_value(crash.kind)
                        .ok()
                        .and_then(|k| Some(k.as_str()?.to_owned()))
                        .unwrap_or_default(),
                    crash.process,
                    crash.title()
                ));
                for frame in crash.frames.iter().take(3) {
                    text.push_str(&format!("\n    {frame}"));
                }
            }
            output::plain(&text)
        }
    }
}

/// A hierarchy for people.
fn hierarchy_text(path: &Path, hierarchy: &Hierarchy) -> String {
    let mut text = format!(
        "{}: {} · {}x{}{} · {} nodes, {} widgets · state {}\n",
        path.display(),
        hierarchy.package,
        hierarchy.size.width,
        hierarchy.size.height,
        if hierarchy.dialog { " · dialog" } else { "" },
        hierarchy.nodes,
        hierarchy.widgets.len(),
        abstraction::state_ids(&hierarchy.clone().into_screen("")).structural,
    );
    let heading = ["#", "kind", "label", "id", "actions", "bounds"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    rows.extend(hierarchy.widgets.iter().map(widget_row));
    text.push_str(&output::table(&rows));
    for warning in &hierarchy.warnings {
        text.push_str(&format!("\nwarning: {warning}"));
    }
    output::plain(&text)
}

fn widget_row(widget: &Widget) -> Vec<String> {
    let cut = |text: &str| text.chars().take(40).collect::<String>();
    let actions: Vec<&str> = widget.actions.iter().map(|kind| kind.word()).collect();
    let actions = if widget.inherits.is_some() {
        format!("({})", actions.join(" "))
    } else {
        actions.join(" ")
    };
    let [left, top, right, bottom] = widget.bounds.into();
    vec![
        widget.number.to_string(),
        widget.role().word().to_owned(),
        cut(&widget.label),
        cut(widget.short_id()),
        actions,
        format!("{left},{top} {right},{bottom}"),
    ]
}
