//! The one script that reads a page: what it shows, and what went wrong in it since the last time.

use serde::Deserialize;
use serde_json::Value;

use super::browser::PRELUDES;
use crate::device::web::events::{ConsoleCall, ScriptException};
use crate::device::web::faults::{self, FaultLedger};
use crate::device::web::location;
use crate::device::web::snapshot::{OBSERVE, PageSnapshot};

/// What the recorder in the page gives.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct RecordedFaults {
    thrown: Vec<ScriptException>,
    printed: Vec<ConsoleCall>,
    failed: Vec<FailedRequest>,
    /// A response is waited for.
    pub(super) waits: bool,
}

/// A response of the server that says that it failed.
#[derive(Debug, Default, Deserialize)]
struct FailedRequest {
    method: String,
    url: String,
    status: i64,
}

/// The body of the function that reads a page. Firefox runs it beside the page, with a global object of its own that
/// is another one each time: what is to stay, and what is to be heard of, belongs to the window.
pub(super) fn body() -> String {
    let recorder = PRELUDES.concat();
    format!(
        "const globalThis = window;\n{recorder}\nconst seen =\n{OBSERVE};\nreturn [seen, globalThis[Symbol.for('ridealong.recorder')].take()];"
    )
}

/// What the script has given.
///
/// # Errors
/// If that is nothing that the script gives.
pub(super) fn read(value: &Value) -> Result<(PageSnapshot, RecordedFaults), serde_json::Error> {
    Ok((PageSnapshot::deserialize(&value[0])?, RecordedFaults::deserialize(&value[1])?))
}

impl RecordedFaults {
    /// Adds what are faults of `app`; gives what is worth a note.
    pub(super) fn add_to(&self, ledger: &mut FaultLedger, app: &str) -> Vec<String> {
        let mut notes = Vec::new();
        for thrown in &self.thrown {
            ledger.add(faults::exception(app, thrown));
        }
        for call in &self.printed {
            match faults::printed(app, call) {
                Some(fault) => ledger.add(fault),
                None => notes.push(format!("console error: {}", faults::printed_words(call))),
            }
        }
        for FailedRequest { method, url, status } in &self.failed {
            if *status >= 500 {
                ledger.add(faults::failed_request(app, method, url, *status));
            } else {
                let part = location::folded_path(url);
                notes.push(format!("{method} {part} was answered with {status}"));
            }
        }
        notes
    }
}
