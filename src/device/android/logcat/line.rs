//! One line of a log, taken apart as far as its format allows.
//!
//! Formats met in the field: `threadtime` (the one this tool asks for), `time`, `brief`, both of
//! Android Studio's, tags without a pid, and text without any prefix (a wrapped or multi-line
//! message, or a bare stack trace out of a bug report).

/// A line of a log. Without a prefix all is message, [`LogLine::level`] is `None` and
/// [`LogLine::tag`] empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LogLine<'a> {
    /// `MM-DD HH:MM:SS.mmm`, the year cut off.
    pub(super) stamp: Option<&'a str>,
    /// The process that wrote it.
    pub(super) pid: Option<u32>,
    /// The thread that wrote it.
    pub(super) tid: Option<u32>,
    /// The name of the process, which only Android Studio's formats tell.
    pub(super) process: Option<&'a str>,
    /// `V D I W E F A`.
    pub(super) level: Option<char>,
    /// Who wrote it.
    pub(super) tag: &'a str,
    /// What was written, leading blanks kept.
    pub(super) message: &'a str,
}

/// Takes `raw` apart.
pub(super) fn parse(raw: &str) -> LogLine<'_> {
    let raw = raw.trim_end_matches(['\r', '\n']);
    let (stamp, rest) = match stamp(raw.trim_start()) {
        Some((stamp, rest)) => (Some(stamp), rest.trim_start()),
        None => (None, raw),
    };
    let parsed = if stamp.is_some() {
        threadtime(rest).or_else(|| studio(rest)).or_else(|| slashed(rest))
    } else {
        slashed(rest).or_else(|| process_first(rest)).or_else(|| spaced(rest))
    };
    match parsed.or_else(|| cut_in_front(rest)) {
        Some(line) => LogLine { stamp, ..line },
        None => LogLine { stamp, message: rest, ..LogLine::default() },
    }
}

/// The runtime's own lines are told even if a careless copy has cut into their prefix.
fn cut_in_front(text: &str) -> Option<LogLine<'_>> {
    let (before, message) = text.split_once("E AndroidRuntime: ")?;
    let cut = before.len() < 40 && before.chars().all(|c| c.is_ascii_digit() || " -:.".contains(c));
    let (level, tag) = (Some('E'), "AndroidRuntime");
    cut.then_some(LogLine { level, tag, message, ..LogLine::default() })
}

/// True for the marks that `logcat` itself puts between buffers.
pub(super) fn is_separator(raw: &str) -> bool {
    raw.starts_with("--------- ")
}

/// Cuts `[YYYY-]MM-DD HH:MM:SS.mmm` off, more digits of the fraction included in it.
fn stamp(text: &str) -> Option<(&str, &str)> {
    let dated = match text.split_once('-') {
        Some((year, rest)) if year.len() == 4 && is_digits(year) => rest,
        _ => text,
    };
    let fits = dated.len() >= 18
        && dated
            .bytes()
            .zip(*b"00-00 00:00:00.000")
            .all(|(byte, form)| if form == b'0' { byte.is_ascii_digit() } else { byte == form });
    if !fits {
        return None;
    }
    let more = dated.bytes().skip(18).take_while(u8::is_ascii_digit).count();
    dated.split_at_checked(18 + more)
}

/// `pid tid L tag: message`, also with the user id before them.
fn threadtime(text: &str) -> Option<LogLine<'_>> {
    let mut rest = text;
    let mut numbers = Vec::with_capacity(3);
    while let Some((word, after)) = word(rest) {
        match word.parse::<u32>() {
            Ok(number) if numbers.len() < 3 => numbers.push(number),
            _ => break,
        }
        rest = after;
    }
    let (tid, pid) = (numbers.pop()?, numbers.pop()?);
    let line = spaced(rest.trim_start())?;
    Some(LogLine { pid: Some(pid), tid: Some(tid), ..line })
}

/// Android Studio: `pid-tid/process L/tag: message`, or `pid-tid tag process L message`.
fn studio(text: &str) -> Option<LogLine<'_>> {
    let (first, rest) = word(text)?;
    let (numbers, process) = match first.split_once('/') {
        Some((numbers, process)) => (numbers, Some(process)),
        None => (first, None),
    };
    let (pid, tid) = numbers.split_once('-')?;
    let (pid, tid) = (Some(pid.parse().ok()?), Some(tid.parse().ok()?));
    if let Some(process) = process {
        let process = Some(process).filter(|name| *name != "?");
        return slashed(rest.trim_start()).map(|line| LogLine { pid, tid, process, ..line });
    }
    let (tag, rest) = word(rest)?;
    let (process, rest) = word(rest)?;
    let (level, rest) = word(rest)?;
    let message = rest.strip_prefix("  ").unwrap_or(rest);
    let process = Some(process);
    Some(LogLine { stamp: None, pid, tid, process, level: Some(level_of(level)?), tag, message })
}

/// `L/tag(pid): message` or `L/tag: message`.
fn slashed(text: &str) -> Option<LogLine<'_>> {
    let (level, rest) = text.trim_start().split_once('/')?;
    let level = Some(level_of(level)?);
    if let Some((head, message)) = rest.split_once("): ").or_else(|| rest.split_once("):"))
        && let Some((tag, pid)) = head.rsplit_once('(')
        && let Ok(pid) = pid.trim().parse()
    {
        return Some(LogLine {
            pid: Some(pid),
            level,
            tag: tag.trim(),
            message,
            ..LogLine::default()
        });
    }
    let (tag, message) = tagged(rest)?;
    Some(LogLine { level, tag, message, ..LogLine::default() })
}

/// `process L/tag: message`.
fn process_first(text: &str) -> Option<LogLine<'_>> {
    let (process, rest) = word(text)?;
    let named = process.contains('.') && !process.contains(['(', ':', '/']);
    let line = named.then(|| slashed(rest))??;
    Some(LogLine { process: Some(process), ..line })
}

/// `L tag: message`.
fn spaced(text: &str) -> Option<LogLine<'_>> {
    let (level, rest) = text.split_once(' ')?;
    let level = Some(level_of(level)?);
    let (tag, message) = tagged(rest)?;
    Some(LogLine { level, tag, message, ..LogLine::default() })
}

/// Splits `tag: message` and `tag:` at the first colon that ends a word.
fn tagged(text: &str) -> Option<(&str, &str)> {
    text.split_once(": ")
        .or_else(|| text.split_once(":\t").and(text.split_once(':')))
        .or_else(|| text.strip_suffix(':').map(|tag| (tag, "")))
        .map(|(tag, message)| (tag.trim(), message))
}

fn word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    text.split_at_checked(end).filter(|(word, _)| !word.is_empty())
}

fn level_of(text: &str) -> Option<char> {
    let mut letters = text.chars();
    let level = letters.next()?;
    (letters.next().is_none() && "VDIWEFA".contains(level)).then_some(level)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    type Told<'a> = (Option<u32>, Option<u32>, Option<&'a str>, Option<char>, &'a str, &'a str);

    fn reported(raw: &str) -> Told<'_> {
        let line = parse(raw);
        (line.pid, line.tid, line.process, line.level, line.tag, line.message)
    }

    #[test]
    fn every_format_gives_its_parts() {
        let e = Some('E');
        assert_eq!(
            reported("06-01 10:00:00.123  812  907 E AndroidRuntime: \tat a.B.c(D.java:1)"),
            (Some(812), Some(907), None, e, "AndroidRuntime", "\tat a.B.c(D.java:1)")
        );
        assert_eq!(
            reported("06-01 10:00:00.123 10061  812  907 E DEBUG   : x"),
            (Some(812), Some(907), None, e, "DEBUG", "x")
        );
        assert_eq!(
            reported("06-01 10:00:00.123 E/Tag(  812): x: y"),
            (Some(812), None, None, e, "Tag", "x: y")
        );
        assert_eq!(reported("E/Tag(  812): x"), (Some(812), None, None, e, "Tag", "x"));
        assert_eq!(
            reported("2 7E AndroidRuntime: x"),
            (None, None, None, e, "AndroidRuntime", "x")
        );
        assert_eq!(reported("E/Tag: x"), (None, None, None, e, "Tag", "x"));
        assert_eq!(reported("E Tag     : x"), (None, None, None, e, "Tag", "x"));
        assert_eq!(reported("org.app E/Tag: x"), (None, None, Some("org.app"), e, "Tag", "x"));
        assert_eq!(
            reported("2024-06-01 10:00:00.123 812-907/org.app E/Tag: x"),
            (Some(812), Some(907), Some("org.app"), e, "Tag", "x")
        );
        assert_eq!(
            reported("2024-06-01 10:00:00.123   812-907   Tag        org.app        E  x y"),
            (Some(812), Some(907), Some("org.app"), e, "Tag", "x y")
        );
    }

    #[test]
    fn text_without_a_prefix_is_all_message() {
        for raw in [
            "    at a.B.c(D.java:1)",
            "java.lang.Error: no",
            "",
            "  ",
            "é/ü: ö",
            "Process: a, PID: 1",
        ] {
            assert_eq!(parse(raw), LogLine { message: raw, ..LogLine::default() }, "{raw:?}");
        }
    }

    #[test]
    fn stamps_lose_their_year_and_keep_their_fraction() {
        assert_eq!(parse("2024-06-01 10:00:00.123 x").stamp, Some("06-01 10:00:00.123"));
        assert_eq!(parse("06-01 10:00:00.123456  1 2 I t: x").stamp, Some("06-01 10:00:00.123456"));
        assert_eq!(parse("06-01 10:00 x").stamp, None);
    }
}
