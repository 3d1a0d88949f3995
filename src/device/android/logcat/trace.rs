//! Java and Kotlin stack traces.

use super::stream::Entry;

/// Lines of one exception's message that are kept; some libraries print whole documents.
const MESSAGE_LINES: usize = 40;

/// One exception of a chain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ExceptionLink {
    /// Its class.
    pub(super) class: String,
    /// Its message, empty for none.
    pub(super) message: String,
    /// Its frames, topmost first, without `at `.
    pub(super) frames: Vec<String>,
}

/// A stack trace: the outermost exception first, the innermost cause last; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StackTrace {
    /// The chain of causes.
    pub(super) chain: Vec<ExceptionLink>,
}

impl StackTrace {
    /// The exception that was thrown last and seen by the runtime.
    pub(super) fn outermost(&self) -> &ExceptionLink {
        &self.chain[0]
    }

    /// The innermost cause as `class: message`; `None` if there is no chain.
    pub(super) fn cause(&self) -> Option<String> {
        let link = self.chain.get(1..)?.last()?;
        Some(match link.message.as_str() {
            "" => link.class.clone(),
            message => format!("{}: {message}", link.class),
        })
    }
}

/// Reads the trace whose exception stands in the first of `entries`, and tells how many of them
/// belong to it. In text outside of a log (`plain`) an empty line ends it.
pub(super) fn read(entries: &[Entry<'_>], plain: bool) -> (StackTrace, usize) {
    let (class, message) = entries.first().map_or(("", ""), |(_, text)| header(text.trim()));
    let mut reader = TraceReader::new(class, message);
    let mut used = 1;
    for (_, text) in entries.iter().skip(1) {
        if (plain && text.trim().is_empty()) || !reader.take(text) {
            break;
        }
        used += 1;
    }
    (StackTrace { chain: reader.chain }, used)
}

/// Splits `class: message`. What has blanks before its first colon is no class, and all message.
fn header(text: &str) -> (&str, &str) {
    let (class, message) = text.split_once(": ").unwrap_or((text.trim_end_matches(':'), ""));
    if class.contains(char::is_whitespace) { ("", text) } else { (class, message) }
}

/// True for a line that can begin a trace: `package.Class` or `package.Class: message`.
pub(super) fn is_header(text: &str) -> bool {
    let (class, _) = header(text.trim());
    let named = |part: &str| {
        part.chars().next().is_some_and(|first| first.is_alphabetic() || "_$-".contains(first))
            && part.chars().all(|c| c.is_alphanumeric() || "_$-".contains(c))
    };
    let parts = class.split('.').count();
    class.split('.').all(named)
        && (parts > 2
            || class.ends_with("Exception")
            || class.ends_with("Error")
            || class.ends_with("Throwable"))
}

/// The frame in `at package.Class.method(File.java:12)`.
pub(super) fn frame(text: &str) -> Option<&str> {
    let frame = text.trim().strip_prefix("at ")?.trim();
    (frame.contains('(') || (frame.contains('.') && !frame.contains(' '))).then_some(frame)
}

struct TraceReader {
    chain: Vec<ExceptionLink>,
    /// The column of the `Suppressed:` whose trace is being skipped.
    suppressed: Option<usize>,
    message_lines: usize,
    /// Something but message lines was read of the present exception.
    message_over: bool,
}

impl TraceReader {
    fn new(class: &str, message: &str) -> Self {
        let link =
            ExceptionLink { class: class.into(), message: message.into(), frames: Vec::new() };
        Self { chain: vec![link], suppressed: None, message_lines: 0, message_over: false }
    }

    /// Takes one more line; false if the trace has ended before it.
    fn take(&mut self, text: &str) -> bool {
        let line = text.trim();
        if let Some(frame) = frame(line) {
            self.message_over = true;
            if self.suppressed.is_none()
                && let Some(link) = self.chain.last_mut()
            {
                link.frames.push(frame.to_owned());
            }
            true
        } else if let Some(cause) = line.strip_prefix("Caused by: ") {
            self.caused_by(cause, column(text));
            true
        } else if line.starts_with("Suppressed: ") {
            self.message_over = false;
            self.suppressed.get_or_insert_with(|| column(text));
            true
        } else if is_omission(line) {
            self.message_over = true;
            true
        } else {
            self.take_message(line)
        }
    }

    /// A cause that stands as deep as the suppressed exception belongs to that one.
    fn caused_by(&mut self, cause: &str, column: usize) {
        if self.suppressed.is_some_and(|suppressed| column >= suppressed) {
            return;
        }
        self.suppressed = None;
        let (class, message) = header(cause);
        let link =
            ExceptionLink { class: class.into(), message: message.into(), frames: Vec::new() };
        self.chain.push(link);
        self.message_lines = 0;
        self.message_over = false;
    }

    fn take_message(&mut self, line: &str) -> bool {
        if self.suppressed.is_some() && !self.message_over {
            return true;
        }
        if self.message_over || line.starts_with("FATAL EXCEPTION") {
            return false;
        }
        self.message_lines += 1;
        if let Some(link) = self.chain.last_mut().filter(|_| self.message_lines <= MESSAGE_LINES) {
            link.message.push('\n');
            link.message.push_str(line);
        }
        true
    }
}

/// `... 12 more`, `... 3 frames truncated`, `[CIRCULAR REFERENCE: ...]`.
fn is_omission(line: &str) -> bool {
    line.strip_prefix("... ")
        .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
        || line.starts_with("[CIRCULAR REFERENCE")
}

/// How far a line is indented; a tab goes to the next multiple of eight.
fn column(text: &str) -> usize {
    let blanks = text.chars().take_while(|c| c.is_whitespace());
    blanks.fold(0, |column, c| if c == '\t' { (column / 8 + 1) * 8 } else { column + 1 })
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    fn trace(text: &str) -> (StackTrace, usize) {
        let entries: Vec<_> =
            text.lines().enumerate().map(|(at, line)| (at, Cow::Borrowed(line))).collect();
        read(&entries, true)
    }

    #[test]
    fn a_chain_gives_its_outermost_frames_and_its_innermost_cause() {
        let (trace, used) = trace(
            "java.lang.RuntimeException: outer: why\n\tat a.B.c(B.java:1)\n\
             Caused by: java.lang.IllegalStateException: middle\n\tat d.E.f(E.java:2)\n\t... 1 more\n\
             Caused by: java.lang.NullPointerException\n\tat g.H.i(H.java:3)\n\t... 2 more\nother",
        );
        assert_eq!(used, 8);
        let outer = trace.outermost();
        assert_eq!(outer.class, "java.lang.RuntimeException");
        assert_eq!(outer.message, "outer: why");
        assert_eq!(outer.frames, ["a.B.c(B.java:1)"]);
        assert_eq!(trace.chain.len(), 3);
        assert_eq!(trace.cause().as_deref(), Some("java.lang.NullPointerException"));
    }

    #[test]
    fn suppressed_exceptions_and_their_causes_are_not_the_cause() {
        let (trace, _) = trace(
            "java.io.IOException: a\n\tat a.B.c(B.java:1)\n\tSuppressed: java.lang.Error: b\n\
             \t\tat d.E.f(E.java:2)\n\tCaused by: java.lang.Error: c\n\t\tat d.E.g(E.java:3)\n\
             Caused by: java.net.SocketException: d\n\tat g.H.i(H.java:3)\n",
        );
        assert_eq!(trace.outermost().frames, ["a.B.c(B.java:1)"]);
        assert_eq!(trace.cause().as_deref(), Some("java.net.SocketException: d"));
    }

    #[test]
    fn a_message_of_several_lines_is_kept() {
        let (trace, _) = trace("a.b.C: one\ntwo\n  three: 3\n\tat a.B.c(B.java:1)\nfour");
        assert_eq!(trace.outermost().message, "one\ntwo\nthree: 3");
        assert_eq!(trace.outermost().frames.len(), 1);
    }

    #[test]
    fn headers_are_told_from_sentences() {
        for yes in [
            "java.lang.Error",
            "a.b.C: x",
            "kotlin.TypeCastException: null cannot be",
            "StackOverflowError: x",
        ] {
            assert!(is_header(yes), "{yes}");
        }
        for no in ["", "Key error", "TypeError is: not", "at a.b.C", "1.2.3: x", "http://a.b.c: x"]
        {
            assert!(!is_header(no), "{no}");
        }
    }
}
