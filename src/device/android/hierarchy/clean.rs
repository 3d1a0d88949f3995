//! From the bytes a device gave to the XML in them.

use std::borrow::Cow;

use super::HierarchyError;
use super::value::excerpt;

/// What `uiautomator dump` prints when it is done; the word is misspelt there.
const DONE: &str = "UI hierchary dumped to:";

/// Characters of a message that are shown.
const EXCERPT: usize = 160;

/// Makes text of the dump: UTF-8, or UTF-16 of either order, with or without a mark in front.
pub(super) fn decode<'a>(dump: &'a [u8], warnings: &mut Vec<String>) -> Cow<'a, str> {
    let wide = |little, bytes, warnings: &mut Vec<String>| {
        warnings.push("the dump was UTF-16, not UTF-8 as devices write it".into());
        Cow::Owned(utf16(bytes, little))
    };
    match dump {
        [0xFF, 0xFE, rest @ ..] => wide(true, rest, warnings),
        [0xFE, 0xFF, rest @ ..] => wide(false, rest, warnings),
        _ => match looks_wide(dump) {
            Some(little) => wide(little, dump, warnings),
            None => {
                let narrow = dump.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(dump);
                let text = String::from_utf8_lossy(narrow);
                if matches!(text, Cow::Owned(_)) {
                    warnings.push("some bytes of the dump are not UTF-8".into());
                }
                text
            }
        },
    }
}

/// Tells UTF-16 without a mark by its zero bytes: markup is ASCII, so every other byte of it is
/// zero. `Some(true)` if the low byte comes first.
fn looks_wide(dump: &[u8]) -> Option<bool> {
    let sample = dump.get(..dump.len().min(256))?;
    let zeros =
        |parity: usize| sample.iter().skip(parity).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let enough = sample.len() / 4;
    if enough == 0 || even.max(odd) <= enough { None } else { Some(odd > even) }
}

/// Decodes UTF-16. A carriage return put in front of each line feed *byte* by a terminal on the
/// way shifts all that follows by half a unit, so those go first; real text has no such pair.
fn utf16(bytes: &[u8], little: bool) -> String {
    let mended: Vec<u8> = bytes
        .iter()
        .zip(bytes.iter().skip(1).chain(&[0]))
        .filter(|&(&byte, &next)| !(byte == b'\r' && matches!(next, b'\r' | b'\n')))
        .map(|(&byte, _)| byte)
        .collect();
    let units = mended.chunks_exact(2).map(|pair| match (pair, little) {
        (&[low, high], true) | (&[high, low], false) => u16::from_le_bytes([low, high]),
        _ => u16::from(b' '),
    });
    char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// The XML in a dump, and what was glued to it.
pub(super) struct CleanedDump<'a> {
    /// From the first element on to the last end tag (or the end, if that is missing).
    pub xml: &'a str,
    /// What stood in front of it, usually the XML declaration.
    pub before: &'a str,
    /// What stood behind it.
    pub after: &'a str,
}

/// Cuts the XML out of `text`; `None` if there is none.
pub(super) fn cut(text: &str) -> Option<CleanedDump<'_>> {
    let opens = ["<hierarchy", "<displays", "<display ", "<window ", "<node"];
    let closes = ["</hierarchy>", "</displays>"];
    // From tag to tag: a search for each would go through the whole dump for those that are missing.
    let first = memchr::memchr_iter(b'<', text.as_bytes())
        .find(|&at| opens.iter().any(|tag| text.as_bytes()[at..].starts_with(tag.as_bytes())))?;
    let (before, rest) = text.split_at_checked(first)?;
    let last = memchr::memrchr_iter(b'<', rest.as_bytes()).find_map(|at| {
        let tag = closes.iter().find(|tag| rest.as_bytes()[at..].starts_with(tag.as_bytes()))?;
        Some(at + tag.len())
    });
    let end = last.unwrap_or(rest.len());
    let (xml, after) = rest.split_at_checked(end)?;
    Some(CleanedDump { xml, before, after })
}

/// What was glued to the XML, if it is not just the usual notice.
pub(super) fn glued(text: &str) -> Option<String> {
    let text = without_declaration(text);
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    let odd = !text.is_empty() && !text.starts_with('<') && !is_notice(text);
    odd.then(|| excerpt(text, EXCERPT))
}

fn without_declaration(text: &str) -> Cow<'_, str> {
    if let Some((before, rest)) = text.split_once("<?xml")
        && let Some((_, after)) = rest.split_once("?>")
    {
        Cow::Owned([before, after].concat())
    } else {
        Cow::Borrowed(text)
    }
}

/// True for the notice and nothing but a path behind it.
fn is_notice(text: &str) -> bool {
    text.strip_prefix(DONE).is_some_and(|path| !path.trim().contains(char::is_whitespace))
}

/// What a dump without any node says.
pub(super) fn failure(text: &str) -> HierarchyError {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{FEFF}');
    if text.is_empty() {
        HierarchyError::Empty
    } else if text.contains("could not get idle state") {
        HierarchyError::NotIdle
    } else if text.contains("null root node") {
        HierarchyError::NullRoot
    } else if text.lines().any(|line| line.trim() == "Killed") {
        HierarchyError::Killed
    } else {
        HierarchyError::Said(excerpt(text, EXCERPT))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    const XML: &str = "<?xml version='1.0'?>\n<hierarchy rotation=\"0\">\n</hierarchy>";

    fn wide(text: &str, little: bool) -> Vec<u8> {
        text.encode_utf16()
            .flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() })
            .collect()
    }

    #[rstest]
    fn every_encoding_gives_the_same_text(
        #[values(true, false)] little: bool,
        #[values(true, false)] mark: bool,
    ) {
        let mut bytes = wide(if mark { "\u{FEFF}" } else { "" }, little);
        bytes.extend(wide(XML, little));
        assert_eq!(decode(&bytes, &mut Vec::new()), XML);
        let mut narrow = if mark { b"\xEF\xBB\xBF".to_vec() } else { Vec::new() };
        narrow.extend(XML.bytes());
        let mut warnings = Vec::new();
        assert_eq!(decode(&narrow, &mut warnings), XML);
        assert_eq!(warnings, Vec::<String>::new());
    }

    #[rstest]
    fn line_feed_bytes_doubled_on_the_way_do_not_shift_wide_text(
        #[values(true, false)] little: bool,
        #[values(1, 2)] times: usize,
    ) {
        let mut damaged = Vec::new();
        for byte in wide(XML, little) {
            if byte == b'\n' {
                damaged.extend(std::iter::repeat_n(b'\r', times));
            }
            damaged.push(byte);
        }
        assert_eq!(decode(&damaged, &mut Vec::new()), XML);
    }

    #[test]
    fn broken_bytes_are_told() {
        let mut warnings = Vec::new();
        assert_eq!(decode(b"<node text=\"\xFF\"/>", &mut warnings), "<node text=\"\u{FFFD}\"/>");
        assert_eq!(warnings.len(), 1);
    }

    #[rstest]
    #[case(XML, None, None)]
    #[case("UI hierchary dumped to: /dev/tty<hierarchy/>", None, None)]
    #[case("<hierarchy></hierarchy>Killed \n", None, Some("Killed"))]
    #[case("<hierarchy></hierarchy>UI hierchary dumped to: /dev/tty", None, None)]
    #[case("WARNING: x\n<?xml version=\"1.0\"?><hierarchy></hierarchy>", Some("WARNING: x"), None)]
    #[case("<?xml version='1.0'?>WARNING: x<displays></displays>", Some("WARNING: x"), None)]
    fn glued_text_is_cut(
        #[case] text: &str,
        #[case] before: Option<&str>,
        #[case] after: Option<&str>,
    ) {
        let cut = cut(text).unwrap();
        assert_eq!((glued(cut.before).as_deref(), glued(cut.after).as_deref()), (before, after));
        assert!(cut.xml.starts_with('<') && cut.xml.ends_with('>'));
    }

    #[test]
    fn the_usual_notice_is_not_odd() {
        assert_eq!(glued("UI hierchary dumped to: /sdcard/window_dump.xml\r\n"), None);
        assert_eq!(glued("  \r\r\n"), None);
        assert_eq!(glued("WARNING: linker\n").as_deref(), Some("WARNING: linker"));
        let both = "UI hierchary dumped to: /dev/tty\nERROR: x";
        assert!(glued(both).is_some());
    }

    #[rstest]
    #[case("", "no output")]
    #[case("\u{FEFF}\r\n\0", "no output")]
    #[case("ERROR: could not get idle state.\n", "idle")]
    #[case("ERROR: null root node returned by UiTestAutomationBridge.", "root")]
    #[case("Killed \r\n", "killed")]
    #[case("cat: /sdcard/window_dump.xml: No such file or directory", "No such file")]
    fn failures_tell_what_was_seen(#[case] text: &str, #[case] word: &str) {
        let message = failure(text).to_string();
        assert!(message.contains(word), "{message}");
    }
}
