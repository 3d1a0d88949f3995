//! A crash, freeze or script error of an app, as read from a device's log.

use serde::{Deserialize, Serialize};

/// How a process died or hung, or what went wrong in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CrashKind {
    /// An uncaught Java or Kotlin exception (`FATAL EXCEPTION`).
    Java,
    /// A fatal signal in native code (a tombstone, `*** *** ***`).
    Native,
    /// Application not responding.
    Anr,
    /// An uncaught error of a script in a web view or web page. The process lives on.
    Script,
    /// A server could not answer a request of a web page (status 5xx). The process lives on.
    Request,
    /// Part of a web page that is not shown: the browser could not load it or was forbidden to, or the
    /// whole page is blank. The process lives on.
    Content,
}

impl CrashKind {
    /// True if the process died or hangs.
    pub const fn is_fatal(self) -> bool {
        !matches!(self, Self::Script | Self::Request | Self::Content)
    }
}

/// One crash, ANR or script error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppCrash {
    /// How it died or hung.
    pub kind: CrashKind,
    /// The process name, usually the app's package.
    pub process: String,
    /// Process id, if the log tells it.
    pub pid: Option<u32>,
    /// The exception class, the signal (`SIGSEGV`), or `ANR`. For a chain of causes the outermost.
    pub exception: String,
    /// The exception's message, the abort message, or the ANR's reason.
    pub message: String,
    /// The frames of the outermost exception, topmost first, without the leading `at `.
    pub frames: Vec<String>,
    /// The innermost cause as `class: message`, if there is a chain.
    pub cause: Option<String>,
    /// Same group, same fault: exception and first frames in the app (or the first frames at all).
    pub group: String,
    /// The log lines it was read from, verbatim.
    pub log: String,
}

impl AppCrash {
    /// One of which nothing more is known. Those with the same exception are one group.
    pub fn new(kind: CrashKind, process: &str, exception: &str) -> Self {
        Self {
            kind,
            process: process.to_owned(),
            pid: None,
            exception: exception.to_owned(),
            message: String::new(),
            frames: Vec::new(),
            cause: None,
            group: exception.to_owned(),
            log: String::new(),
        }
    }

    /// What went wrong in one line, the innermost cause first: an exception with a cause often says no more than
    /// where it was caught, as `Unable to start activity ComponentInfo{…}` does.
    pub fn title(&self) -> String {
        let told = |message: &str| {
            let separator = if message.is_empty() { "" } else { ": " };
            format!("{}{separator}{message}", self.exception)
        };
        let Some(cause) = &self.cause else { return told(&self.message) };
        // Many messages repeat the exception that they wrap.
        let (class, _) = cause.split_once(": ").unwrap_or((cause, ""));
        let own = self.message.split(class).next().unwrap_or_default();
        format!("{cause} ({})", told(own.trim_end_matches([' ', ':', ';'])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists of findings showed "Unable to start activity" with the name of a class, and never why.
    #[test]
    fn a_title_begins_with_the_cause() {
        let mut crash = AppCrash::new(CrashKind::Java, "a.b", "java.lang.RuntimeException");
        assert_eq!(crash.title(), "java.lang.RuntimeException");
        crash.message = "Unable to start activity {a.b/a.b.Main}: a.b.Missing: no row".into();
        assert!(
            crash.title().starts_with("java.lang.RuntimeException: Unable"),
            "no cause is known"
        );
        crash.cause = Some("a.b.Missing: no row".into());
        let title = "a.b.Missing: no row (java.lang.RuntimeException: Unable to start activity {a.b/a.b.Main})";
        assert_eq!(crash.title(), title);
        crash.message = "Could not execute method".into();
        let title = "a.b.Missing: no row (java.lang.RuntimeException: Could not execute method)";
        assert_eq!(crash.title(), title);
        crash.message = "a.b.Missing: no row".into();
        assert_eq!(crash.title(), "a.b.Missing: no row (java.lang.RuntimeException)");
    }
}
