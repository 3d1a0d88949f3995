//! Attribute values: character references, and what of them people see.

use std::borrow::Cow;

use quick_xml::escape::resolve_predefined_entity;

/// The longest label, in characters.
const LABEL: usize = 80;

/// The longest entity or character reference that is looked for, without `&` and `;`.
const REFERENCE: usize = 12;

/// The value of an attribute as written, with its references resolved.
///
/// More forgiving than XML: a pair of surrogates written as two references becomes the character
/// they stand for, references to what no text may hold become U+FFFD, unknown entities and lone
/// ampersands stay as they are. Line ends inside the value, however damaged (`CR CR LF`), are one
/// blank, as in XML; those written as references stay line ends.
pub(super) fn decode(raw: &str) -> Cow<'_, str> {
    let special = |c: char| matches!(c, '&' | '\r' | '\n' | '\t');
    // By bytes, since most values are plain: none of these is a part of another character.
    if !raw.bytes().any(|byte| matches!(byte, b'&' | b'\r' | b'\n' | b'\t')) {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    let mut high = None;
    loop {
        let (plain, tail) = rest.split_at(rest.find(special).unwrap_or(rest.len()));
        if !plain.is_empty() {
            lone(&mut out, &mut high);
            out.push_str(plain);
        }
        if tail.is_empty() {
            break;
        }
        rest = if let Some((code, after)) = reference(tail) {
            match code {
                CharReference::Unit(unit) => push_unit(&mut out, &mut high, unit),
                CharReference::Text(text) => {
                    lone(&mut out, &mut high);
                    out.push_str(text);
                }
            }
            after
        } else {
            lone(&mut out, &mut high);
            let after = tail.trim_start_matches('\r');
            if let Some(after) = after.strip_prefix('\n').or_else(|| tail.strip_prefix('\t')) {
                out.push(' ');
                after
            } else if after.len() < tail.len() {
                out.push(' ');
                after
            } else {
                out.push('&');
                tail.strip_prefix('&').unwrap_or_default()
            }
        };
    }
    lone(&mut out, &mut high);
    Cow::Owned(out)
}

enum CharReference<'a> {
    /// A number: a character, or half of a surrogate pair.
    Unit(u32),
    Text(&'a str),
}

/// Splits the reference off that `tail` begins with, if it does.
fn reference(tail: &str) -> Option<(CharReference<'_>, &str)> {
    let body = tail.strip_prefix('&')?;
    let end = body.bytes().take(REFERENCE + 1).position(|byte| byte == b';')?;
    let (name, after) = body.split_at_checked(end)?;
    let after = after.strip_prefix(';')?;
    if let Some(number) = name.strip_prefix('#') {
        let digits = number.strip_prefix(['x', 'X']);
        let radix = if digits.is_some() { 16 } else { 10 };
        let digits = digits.unwrap_or(number);
        if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
            return None;
        }
        let code = u32::from_str_radix(digits, radix).unwrap_or(u32::MAX);
        return Some((CharReference::Unit(code), after));
    }
    resolve_predefined_entity(name).map(|text| (CharReference::Text(text), after))
}

/// Puts the character with this number, joining it with the high surrogate before it.
fn push_unit(out: &mut String, high: &mut Option<u32>, unit: u32) {
    match unit {
        0xD800..=0xDBFF => {
            lone(out, high);
            *high = Some(unit);
        }
        0xDC00..=0xDFFF => {
            let joined = high.take().map(|high| 0x1_0000 + ((high - 0xD800) << 10) + unit - 0xDC00);
            out.push(joined.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        _ => {
            lone(out, high);
            let legal = char::from_u32(unit)
                .filter(|c| !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\u{85}'));
            out.push(legal.unwrap_or(char::REPLACEMENT_CHARACTER));
        }
    }
}

/// A high surrogate without its other half is no character.
fn lone(out: &mut String, high: &mut Option<u32>) {
    if high.take().is_some() {
        out.push(char::REPLACEMENT_CHARACTER);
    }
}

/// True if a person can see or hear something of the attribute's value.
pub(super) fn says(raw: &str) -> bool {
    match raw.bytes().next() {
        None => false,
        Some(first) if first.is_ascii_alphanumeric() => true,
        Some(_) => decode(raw).chars().any(|c| !c.is_whitespace() && !is_hidden(c)),
    }
}

/// Characters that show nothing or turn the direction of what surrounds them.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{AD}'
                | '\u{61C}'
                | '\u{200B}'..='\u{200F}'
                | '\u{202A}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{FEFF}'
        )
}

/// Adds `text` to a label on one line: runs of blanks become one, hidden characters go (but for
/// the joiners that emoji and several scripts need).
pub(super) fn put_label(label: &mut String, text: &str) {
    let mut blank = false;
    for c in text.chars() {
        if c.is_whitespace() {
            blank = true;
        } else if !is_hidden(c) || matches!(c, '\u{200C}' | '\u{200D}') {
            if blank && !label.is_empty() && !label.ends_with(' ') {
                label.push(' ');
            }
            blank = false;
            label.push(c);
        }
    }
}

/// Cuts a label at [`LABEL`] characters, the last of them an ellipsis.
pub(super) fn bound_label(label: &mut String) {
    if label.len() > LABEL
        && label.char_indices().nth(LABEL).is_some()
        && let Some((cut, _)) = label.char_indices().nth(LABEL - 1)
    {
        label.truncate(cut);
        label.truncate(label.trim_end().len());
        label.push('…');
    }
}

/// One line of at most `limit` characters for a message.
pub(super) fn excerpt(text: &str, limit: usize) -> String {
    let mut line = String::new();
    let cut = text.char_indices().nth(limit);
    put_label(&mut line, cut.and_then(|(at, _)| text.get(..at)).unwrap_or(text));
    if cut.is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("plain", "plain")]
    #[case("a &amp; b &lt;c&gt; &quot;d&quot; &apos;e&apos;", "a & b <c> \"d\" 'e'")]
    #[case("&#128512;|&#x1F600;|&#55357;&#56832;|&#xD83D;&#xDE00;", "😀|😀|😀|😀")]
    #[case("&#55357;", "\u{FFFD}")]
    #[case("&#55357;x&#56832;", "\u{FFFD}x\u{FFFD}")]
    #[case("&#55357;&amp;", "\u{FFFD}&")]
    #[case("&#55357;&#55357;&#56832;", "\u{FFFD}😀")]
    #[case("&#0;&#8;&#x1b;&#1114112;&#9999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}")]
    #[case("one&#10;two", "one\ntwo")]
    #[case("one\r\r\ntwo\nthree\tfour\r", "one two three four ")]
    #[case("&nbsp;&&;&#;&#x;&#-1;&#xZZ;& &amp", "&nbsp;&&;&#;&#x;&#-1;&#xZZ;& &amp")]
    #[case("&#99999999999999999999;", "&#99999999999999999999;")]
    fn references_are_resolved(#[case] raw: &str, #[case] expected: &str) {
        assert_eq!(decode(raw), expected);
    }

    #[rstest]
    #[case("", false)]
    #[case("  \n", false)]
    #[case("&#10;&#160;", false)]
    #[case("\u{200B}\u{202E}", false)]
    #[case("&#x200b;", false)]
    #[case("\u{E001}", true)]
    #[case(" x", true)]
    #[case("&#128512;", true)]
    fn blank_values_say_nothing(#[case] raw: &str, #[case] expected: bool) {
        assert_eq!(says(raw), expected);
    }

    #[test]
    fn labels_are_one_bounded_clean_line() {
        let mut label = String::new();
        put_label(&mut label, "  a\u{202E}b\n\n c\u{1b}[31m👩\u{200D}💻 ");
        assert_eq!(label, "ab c[31m👩\u{200D}💻");
        let mut long = "ä".repeat(200);
        bound_label(&mut long);
        assert_eq!(long.chars().count(), LABEL);
        assert!(long.ends_with('…'));
        let mut exact = "ä".repeat(LABEL);
        bound_label(&mut exact);
        assert!(!exact.ends_with('…'));
    }

    proptest! {
        #[test]
        fn what_is_escaped_comes_back(text in any::<String>()) {
            let mut raw = String::new();
            for c in text.chars() {
                match c {
                    '&' => raw.push_str("&amp;"),
                    '\r' | '\n' | '\t' => raw.push_str(&format!("&#{};", c as u32)),
                    _ if c as u32 > 0xFFFF => {
                        for unit in c.encode_utf16(&mut [0; 2]) {
                            raw.push_str(&format!("&#{unit};"));
                        }
                    }
                    _ => raw.push(c),
                }
            }
            prop_assert_eq!(decode(&raw), text);
        }

        #[test]
        fn any_value_can_be_decoded(raw in "[&#x;0-9a-fDd\r\n\t é😀]{0,40}") {
            let decoded = decode(&raw);
            prop_assert!(decoded.chars().count() <= raw.chars().count());
            let mut label = String::new();
            put_label(&mut label, &decoded);
            prop_assert!(!label.chars().any(char::is_control));
        }
    }
}
