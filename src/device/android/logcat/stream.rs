//! Sorting a log into streams: the lines that one thread wrote under one tag, in order.
//!
//! Two crashes at once interleave in the log line by line; apart they are plain reading.

use std::borrow::Cow;
use std::collections::HashMap;

use super::line::{self, LogLine};

/// One message with the number of its first line in the log, from 0.
pub(super) type Entry<'a> = (usize, Cow<'a, str>);

/// What one thread wrote under one tag. Text without a prefix that continues nothing is the
/// stream with an empty tag.
#[derive(Debug, Default)]
pub(super) struct ThreadStream<'a> {
    /// Who wrote it; the first line's prefix.
    pub(super) head: LogLine<'a>,
    /// The messages, in order.
    pub(super) entries: Vec<Entry<'a>>,
}

impl ThreadStream<'_> {
    /// True for text that stands in no log at all: a bare stack trace out of a bug report.
    pub(super) fn is_plain(&self) -> bool {
        self.head.level.is_none()
    }
}

/// The streams of a log, in order of their first line.
pub(super) fn split(log: &str) -> Vec<ThreadStream<'_>> {
    let mut sorter = StreamSorter { width: wrapped_at(log), ..StreamSorter::default() };
    for (number, raw) in log.lines().enumerate() {
        sorter.take(number, raw);
    }
    sorter.streams
}

/// The width a terminal has wrapped the log at: the longest line's, if it is at all possible.
fn wrapped_at(log: &str) -> Option<usize> {
    log.lines().map(str::len).max().filter(|width| (60..=512).contains(width))
}

#[derive(Default)]
struct StreamSorter<'a> {
    streams: Vec<ThreadStream<'a>>,
    known: HashMap<(Option<u32>, Option<u32>, &'a str), usize>,
    last: Option<usize>,
    plain: Option<usize>,
    width: Option<usize>,
    /// The line before filled the whole width, so that the next may be its rest.
    full: bool,
    /// An empty line came after the last message.
    gap: bool,
}

impl<'a> StreamSorter<'a> {
    fn take(&mut self, number: usize, raw: &'a str) {
        let raw = raw.trim_start_matches('\u{feff}').trim_end_matches('\r');
        if line::is_separator(raw) {
            return;
        }
        let parsed = line::parse(raw);
        if parsed.level.is_some() {
            let index = self.stream_of(parsed);
            self.push(index, number, Cow::Borrowed(parsed.message));
            self.last = Some(index);
            self.gap = false;
        } else if raw.trim().is_empty() {
            self.gap = true;
            if let Some(plain) = self.plain {
                self.push(plain, number, Cow::Borrowed(""));
            }
        } else {
            self.continue_with(number, raw);
        }
        self.full = self.width == Some(raw.len());
    }

    /// Text without a prefix: the rest of a wrapped line, one more line of a message, or a plain
    /// text's own line.
    fn continue_with(&mut self, number: usize, raw: &'a str) {
        let indented = raw.starts_with(char::is_whitespace);
        match self.last {
            Some(last) if self.full && !indented => {
                if let Some((_, message)) = self.streams[last].entries.last_mut() {
                    message.to_mut().push_str(raw);
                }
            }
            Some(last) if indented || !self.gap => self.push(last, number, Cow::Borrowed(raw)),
            _ => {
                let plain = self.plain_stream();
                self.push(plain, number, Cow::Borrowed(raw));
            }
        }
    }

    fn plain_stream(&mut self) -> usize {
        *self.plain.get_or_insert_with(|| {
            self.streams.push(ThreadStream::default());
            self.streams.len() - 1
        })
    }

    fn stream_of(&mut self, line: LogLine<'a>) -> usize {
        *self.known.entry((line.pid, line.tid, line.tag)).or_insert_with(|| {
            self.streams.push(ThreadStream { head: line, entries: Vec::new() });
            self.streams.len() - 1
        })
    }

    fn push(&mut self, index: usize, number: usize, message: Cow<'a, str>) {
        self.streams[index].entries.push((number, message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(log: &str) -> Vec<Vec<String>> {
        split(log)
            .into_iter()
            .map(|stream| stream.entries.into_iter().map(|(_, text)| text.into_owned()).collect())
            .collect()
    }

    #[test]
    fn threads_are_kept_apart() {
        let log = "06-01 10:00:00.001  7  8 E T: a\n06-01 10:00:00.001  7  9 E T: b\n\
                   06-01 10:00:00.002  7  8 E T: c\n";
        assert_eq!(messages(log), [vec!["a", "c"], vec!["b"]]);
    }

    #[test]
    fn a_line_wrapped_by_a_terminal_is_put_together() {
        let whole =
            "06-01 10:00:00.001  7  8 E T: java.lang.RuntimeException: Unable to start {org.a/org.";
        let log = format!("{whole}\nb.Main}}: no\n06-01 10:00:00.001  7  8 E T: c\n");
        let joined = "java.lang.RuntimeException: Unable to start {org.a/org.b.Main}: no";
        assert_eq!(messages(&log), [vec![joined, "c"]]);
    }

    #[test]
    fn indented_lines_go_on_and_text_after_a_gap_stands_alone() {
        let log = "E/T: a\n    at b\n\n    at c\n\n--- other ---\n";
        assert_eq!(messages(log), [vec!["a", "    at b", "    at c"], vec!["--- other ---"]]);
    }
}
