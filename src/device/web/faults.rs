//! What a page reports of its own errors, as crashes of the app.
//!
//! Two reports are the same fault if the exception and the first three calls are the same, with the
//! line and column of the first alone: scripts are often one line long.

use std::collections::HashSet;

use super::events::{
    CallFrame, ConsoleCall, RemoteObject, ScriptException, SecurityIssue, StackTrace,
};
use super::location;
use super::snapshot::PageSnapshot;
use crate::domain::{AppCrash, CrashKind, one_line};

/// Calls in a group.
const FRAMES: usize = 3;

/// So many properties of a thrown object are told.
const PROPERTIES: usize = 4;
/// The longest message that is kept, in characters.
const MESSAGE: usize = 500;

/// The longest log that is kept, in characters.
const LOG: usize = 8_000;

/// So many different faults are reported of one action: a page can cause any number.
const MOST: usize = 20;

/// Faults that were not reported yet, each once.
#[derive(Clone, Debug, Default)]
pub(in crate::device) struct FaultLedger {
    waiting: Vec<AppCrash>,
    groups: HashSet<String>,
}

impl FaultLedger {
    /// Adds `fault`.
    pub(in crate::device) fn add(&mut self, fault: AppCrash) {
        if self.waiting.len() < MOST && self.groups.insert(fault.group.clone()) {
            self.waiting.push(fault);
        }
    }

    /// What was added since the last time.
    pub(in crate::device) fn take(&mut self) -> Vec<AppCrash> {
        self.groups.clear();
        std::mem::take(&mut self.waiting)
    }
}

/// An uncaught exception or unhandled rejection of the app `package`.
pub(in crate::device) fn exception(package: &str, thrown: &ScriptException) -> AppCrash {
    let stack = thrown.stack_trace.clone().unwrap_or_default();
    let (class, message) = match &thrown.exception {
        Some(object) => named(object),
        None => (String::new(), thrown.text.clone()),
    };
    let class = if class.is_empty() { "Uncaught".to_owned() } else { class };
    let mut frames = frames(&stack);
    if frames.is_empty() && !thrown.url.is_empty() {
        frames.push(place(&thrown.url, thrown.line_number, thrown.column_number));
    }
    let description = thrown.exception.as_ref().map(|object| object.description.as_str());
    let log = format!("{} {}", thrown.text, description.unwrap_or(&message));
    let calls = if stack.call_frames.is_empty() { frames.clone() } else { calls(&stack) };
    script(package, &class, &message, frames, &calls, &log)
}

/// An error that the app caught and printed; `None` if what was printed is no error object.
pub(in crate::device) fn printed(package: &str, call: &ConsoleCall) -> Option<AppCrash> {
    let error = call.args.iter().find(|object| object.subtype == "error")?;
    let (class, message) = named(error);
    let stack = call.stack_trace.clone().unwrap_or_default();
    // The error's own stack says where it was thrown, the call's who printed it.
    let own: Vec<String> = error
        .description
        .lines()
        .filter_map(|line| line.trim().strip_prefix("at ").map(str::to_owned))
        .collect();
    let frames = if own.is_empty() { frames(&stack) } else { own.clone() };
    let calls =
        if own.is_empty() { calls(&stack) } else { own.iter().map(|line| short(line)).collect() };
    Some(script(package, &class, &message, frames, &calls, &error.description))
}

/// What was printed as an error, in one line.
pub(in crate::device) fn printed_words(call: &ConsoleCall) -> String {
    let words = call.args.iter().map(|object| match object.value.as_str() {
        Some(text) => text.to_owned(),
        None if object.description.is_empty() => object.value.to_string(),
        None => object.description.lines().next().unwrap_or_default().to_owned(),
    });
    let line = words.collect::<Vec<_>>().join(" ");
    one_line(&line, 200)
}

/// A response that says that the server failed.
pub(in crate::device) fn failed_request(
    package: &str,
    method: &str,
    url: &str,
    status: i64,
) -> AppCrash {
    let part = location::folded_path(url);
    let message = format!("{method} {part}");
    AppCrash {
        message: one_line(&message, MESSAGE),
        group: one_line(&format!("HTTP {status} @ {message}"), MESSAGE),
        log: one_line(&format!("{method} {url} was answered with {status}"), LOG),
        ..AppCrash::new(CrashKind::Request, package, &format!("HTTP {status}"))
    }
}

/// What the page `seen` should show and does not: everything, unless it is busy, and its pictures.
pub(in crate::device) fn missing_content(
    package: &str,
    seen: &PageSnapshot,
    busy: bool,
) -> Vec<AppCrash> {
    let missing = |what, address: &String| {
        let path = location::folded_path(address);
        // An address without a path, such as that of a picture whose host is missing, is named whole.
        let part = if path.is_empty() { one_line(address, MESSAGE) } else { path };
        not_shown(package, what, &part)
    };
    let blank = (seen.is_blank() && !busy).then(|| missing("Blank page", &seen.url));
    let pictures = seen.broken.iter().map(|picture| missing("Picture not loaded", picture));
    blank.into_iter().chain(pictures).collect()
}

/// Something that the page should show and does not.
fn not_shown(package: &str, what: &str, part: &str) -> AppCrash {
    let said = format!("{}: {part}", what.to_lowercase());
    // The exception says what it is; the title needs no more than where.
    AppCrash { message: part.to_owned(), ..plain(package, CrashKind::Content, what, part, &said) }
}

/// What a page was forbidden to load, or loaded without encryption.
pub(in crate::device) fn forbidden(package: &str, issue: &SecurityIssue) -> AppCrash {
    let what = match issue {
        SecurityIssue::ContentPolicy { directive, .. } => {
            format!("forbidden by the page's own policy ({directive})")
        }
        SecurityIssue::MixedContent { .. } => "without encryption on an encrypted page".to_owned(),
    };
    let (exception, url) = match issue {
        SecurityIssue::ContentPolicy { url, .. } => ("Content policy", url),
        SecurityIssue::MixedContent { url } => ("Mixed content", url),
    };
    let part = if url.is_empty() { "inline".to_owned() } else { location::folded_path(url) };
    plain(
        package,
        CrashKind::Content,
        exception,
        &part,
        &one_line(&format!("{part}: {what}"), MESSAGE),
    )
}

/// The process of the page died.
pub(in crate::device) fn renderer_crash(package: &str, part: &str) -> AppCrash {
    plain(package, CrashKind::Native, "Page crashed", part, "the process that draws the page died")
}

/// The page does not answer.
pub(in crate::device) fn hang(package: &str, part: &str, seconds: u64) -> AppCrash {
    let log = format!("the page did not answer within {seconds} s");
    plain(package, CrashKind::Anr, "ANR", part, &log)
}

fn plain(package: &str, kind: CrashKind, exception: &str, part: &str, log: &str) -> AppCrash {
    AppCrash {
        message: log.to_owned(),
        group: format!("{exception} @ {part}"),
        log: format!("{log}, at {part}"),
        ..AppCrash::new(kind, package, exception)
    }
}

fn script(
    package: &str,
    class: &str,
    message: &str,
    frames: Vec<String>,
    calls: &[String],
    log: &str,
) -> AppCrash {
    let mut group = class.to_owned();
    for (at, call) in calls.iter().take(FRAMES).enumerate() {
        group.push_str(if at == 0 { " @ " } else { " < " });
        group.push_str(call);
    }
    if calls.is_empty() {
        group.push_str(": ");
        group.push_str(&one_line(message, 80));
    }
    AppCrash {
        message: one_line(message, MESSAGE),
        frames,
        group: one_line(&group, MESSAGE),
        log: log.chars().take(LOG).collect(),
        ..AppCrash::new(CrashKind::Script, package, &one_line(class, 80))
    }
}

/// An object that is no error, with some of its properties.
fn described(object: &RemoteObject) -> String {
    let properties = object.preview.properties.iter().take(PROPERTIES);
    let told = properties.map(|property| format!("{} {}", property.name, property.value));
    match told.collect::<Vec<_>>().join(", ") {
        told if told.is_empty() => object.description.clone(),
        told => format!("{}: {told}", object.description),
    }
}

/// Class and message of what was thrown.
fn named(object: &RemoteObject) -> (String, String) {
    if object.subtype != "error" {
        let value = match object.value.as_str() {
            Some(text) => text.to_owned(),
            None if object.value.is_null() => described(object),
            None => object.value.to_string(),
        };
        return (String::new(), value);
    }
    // The stack follows the message, which may have lines of its own.
    let end = object.description.find("\n    at ").unwrap_or(object.description.len());
    let head = object.description.get(..end).unwrap_or_default();
    match head.split_once(": ") {
        Some((class, message)) if !class.contains(' ') => (class.to_owned(), message.to_owned()),
        _ => (object.class_name.clone(), head.to_owned()),
    }
}

fn frames(stack: &StackTrace) -> Vec<String> {
    let line = |call: &CallFrame| {
        let place = place(&call.url, call.line_number, call.column_number);
        match call.function_name.as_str() {
            "" => place,
            name => format!("{name} ({place})"),
        }
    };
    stack.call_frames.iter().map(line).collect()
}

/// The calls for a group: the first with its place.
fn calls(stack: &StackTrace) -> Vec<String> {
    let call = |(at, call): (usize, &CallFrame)| {
        let file = call.url.rsplit('/').next().unwrap_or_default();
        let name = if call.function_name.is_empty() { "(anonymous)" } else { &call.function_name };
        if at == 0 {
            format!("{name} {file}:{}:{}", call.line_number + 1, call.column_number + 1)
        } else {
            format!("{name} {file}")
        }
    };
    stack.call_frames.iter().enumerate().map(call).collect()
}

fn place(url: &str, line: i64, column: i64) -> String {
    format!("{url}:{}:{}", line.saturating_add(1), column.saturating_add(1))
}

/// A line of a printed stack without the folders of its file.
fn short(line: &str) -> String {
    match (line.find("http"), line.rfind('/')) {
        (Some(start), Some(end)) if start < end => {
            let (before, after) = (line.get(..start), line.get(end + 1..));
            format!("{}{}", before.unwrap_or_default(), after.unwrap_or_default())
        }
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize as _;
    use serde_json::{Value, json};

    use super::*;

    fn thrown(description: &str, lines: &[(&str, i64)]) -> ScriptException {
        let frames: Vec<Value> = lines
            .iter()
            .map(|(name, line)| json!({"functionName": name, "url": "http://h/s/app.js", "lineNumber": line, "columnNumber": 4}))
            .collect();
        let details = json!({
            "text": "Uncaught", "url": "http://h/s/app.js", "lineNumber": 1, "columnNumber": 2,
            "exception": {"type": "object", "subtype": "error", "className": "TypeError", "description": description},
            "stackTrace": {"callFrames": frames},
        });
        ScriptException::deserialize(&details).unwrap()
    }

    #[test]
    fn an_exception_is_grouped_by_its_place_and_callers() {
        let text = "TypeError: x is null\n    at save (http://h/s/app.js:10:5)";
        let one = exception("h", &thrown(text, &[("save", 9), ("click", 20)]));
        assert_eq!((one.exception.as_str(), one.message.as_str()), ("TypeError", "x is null"));
        assert_eq!(one.group, "TypeError @ save app.js:10:5 < click app.js");
        let elsewhere = exception("h", &thrown(text, &[("save", 9), ("click", 99)]));
        assert_eq!(one.group, elsewhere.group, "a caller's line does not count");
        let other = exception("h", &thrown(text, &[("save", 11), ("click", 20)]));
        assert_ne!(one.group, other.group);
    }

    #[test]
    fn of_a_thrown_object_some_properties_are_told() {
        let property =
            |name: &str, value: &str| json!({"name": name, "type": "string", "value": value});
        let properties = [property("code", "7"), property("reason", "no room")];
        let details = json!({"text": "Uncaught", "exception": {
            "type": "object", "description": "Object", "preview": {"properties": properties},
        }});
        let fault = exception("h", &ScriptException::deserialize(&details).unwrap());
        assert_eq!(fault.message, "Object: code 7, reason no room");
    }

    #[test]
    fn what_is_thrown_may_be_anything() {
        let details = json!({"text": "Uncaught (in promise)", "exception": {"type": "string", "value": "no\u{1b}[2J way"}});
        let fault = exception("h", &ScriptException::deserialize(&details).unwrap());
        assert_eq!((fault.exception.as_str(), fault.message.as_str()), ("Uncaught", "no [2J way"));
        let bare = exception("h", &ScriptException::default());
        assert_eq!(bare.group, "Uncaught: ".trim_end());
    }

    #[test]
    fn printed_errors_are_faults_and_printed_words_are_not() {
        let call = |args: Value| {
            ConsoleCall::deserialize(&json!({"type": "error", "args": args})).unwrap()
        };
        let error = json!({"type": "object", "subtype": "error", "className": "Error",
            "description": "Error: boom\n    at f (http://h/a/b.js:3:4)"});
        let fault = printed("h", &call(json!([{"type": "string", "value": "in"}, error]))).unwrap();
        assert_eq!(fault.group, "Error @ f (b.js:3:4)");
        let words = call(
            json!([{"type": "string", "value": "not\nfound"}, {"type": "number", "value": 3, "description": "3"}]),
        );
        assert_eq!(printed("h", &words), None);
        assert_eq!(printed_words(&words), "not found 3");
    }

    #[test]
    fn what_is_not_shown_is_named_by_its_address_with_ids_folded() {
        let fault = not_shown("h", "Picture not loaded", "/img/:id");
        assert_eq!(fault.group, "Picture not loaded @ /img/:id");
        assert_eq!(
            (fault.exception.as_str(), fault.message.as_str()),
            ("Picture not loaded", "/img/:id")
        );
        let seen = PageSnapshot { broken: vec!["https://".into()], ..PageSnapshot::default() };
        assert_eq!(missing_content("h", &seen, false)[0].message, "https://");
        assert!(!fault.kind.is_fatal());
        let policy = SecurityIssue::ContentPolicy {
            url: "http://x/a/7.js".into(),
            directive: "script-src".into(),
        };
        assert_eq!(forbidden("h", &policy).group, "Content policy @ /a/7.js");
    }

    #[test]
    fn a_fault_is_reported_once_an_action() {
        let mut ledger = FaultLedger::default();
        let failed = |id: u32| failed_request("h", "GET", &format!("http://h/items/{id}?q=1"), 500);
        ledger.add(failed(1));
        ledger.add(failed(2));
        assert_eq!(ledger.take().len(), 1, "ids are folded");
        ledger.add(failed(1));
        assert_eq!(ledger.take()[0].group, "HTTP 500 @ GET /items/:id");
    }
}
