//! Taking what is typed into password fields out of a dump, so that it can be kept.

use std::borrow::Cow;
use std::ops::Range;

use quick_xml::events::attributes::Attributes;

/// Takes the content (`text`) of the nodes with `password="true"` out of a dump.
///
/// Meant for storing, so it rather loses than keeps: a tag that is not closed is cut off with all
/// that follows it, since whether it is a password field may be what is missing. Everything else
/// stays as it was, readable or not.
pub fn redact(dump: &str) -> Cow<'_, str> {
    let mut holes: Vec<Range<usize>> = Vec::new();
    let mut end = dump.len();
    let mut at = 0;
    while let Some(start) = find(dump, at, "<node") {
        let Some(close) = tag_end(dump, start) else {
            end = start;
            break;
        };
        if let Some(tag) = dump.get(start + 1..close)
            && tag.contains("password")
        {
            holes.extend(
                secret(tag).into_iter().map(|hole| start + 1 + hole.start..start + 1 + hole.end),
            );
        }
        at = close;
    }
    if holes.is_empty() && end == dump.len() {
        return Cow::Borrowed(dump);
    }
    let mut kept = String::with_capacity(end);
    let mut from = 0;
    for hole in holes {
        kept.push_str(dump.get(from..hole.start).unwrap_or_default());
        from = hole.end;
    }
    kept.push_str(dump.get(from..end).unwrap_or_default());
    Cow::Owned(kept)
}

fn find(dump: &str, from: usize, what: &str) -> Option<usize> {
    dump.get(from..)?.find(what).map(|at| from + at)
}

/// Where the `>` is that closes the tag beginning at `start`; those in quotes do not.
fn tag_end(dump: &str, start: usize) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in dump.bytes().enumerate().skip(start) {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

/// Where the content is in the tag of a password field; nowhere in other tags.
fn secret(tag: &str) -> Vec<Range<usize>> {
    let tag = tag.strip_suffix('/').unwrap_or(tag);
    let mut password = false;
    let mut texts = Vec::new();
    for attribute in Attributes::new(tag, "node".len()).with_checks(false) {
        let Ok(attribute) = attribute else {
            // Not to be trusted: what cannot be read may be the content.
            password |= tag.contains("true");
            continue;
        };
        let value = attribute.value.as_ref();
        let name = attribute.key.0;
        // The value is a part of the tag, so its address tells where.
        let start = (value.as_ptr() as usize).saturating_sub(tag.as_ptr() as usize);
        if name == "text" {
            texts.push(start..start + value.len());
        }
        password |= name == "password" && value == "true";
    }
    if password { texts } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(r#"<node text="a" password="false"/>"#, r#"<node text="a" password="false"/>"#)]
    #[case(r#"<node text="s3cret" password="true"/>"#, r#"<node text="" password="true"/>"#)]
    #[case(r#"<node password="true" text='s>"x'/>y"#, r#"<node password="true" text=''/>y"#)]
    #[case(
        r#"<node content-desc="text" text="s3" hint="s3" password="true">"#,
        r#"<node content-desc="text" text="" hint="s3" password="true">"#
    )]
    #[case(
        r#"<node text="a"/><node text = "b" password = "true" ></node>"#,
        r#"<node text="a"/><node text = "" password = "true" ></node>"#
    )]
    #[case(r#"<node text="a"/><node text="s3cret" class="Edit" passw"#, r#"<node text="a"/>"#)]
    #[case(r#"<node text="a"/><node text="s3cr"#, r#"<node text="a"/>"#)]
    #[case("no dump", "no dump")]
    fn only_contents_of_password_fields_go(#[case] dump: &str, #[case] kept: &str) {
        assert_eq!(redact(dump), kept);
    }

    #[test]
    fn what_needs_no_change_is_not_copied() {
        assert!(matches!(redact(r#"<node text="a"/>"#), Cow::Borrowed(_)));
    }

    proptest! {
        #[test]
        fn a_password_never_stays(
            password in "[A-Z]{4,12}",
            noise in "[ a-z<>\"'=/&;]{0,60}",
            tail in "[ a-z<>\"'=/&;]{0,60}",
        ) {
            let dump = format!(
                r#"{noise}<node index="0" text="{password}" password="true" bounds=""/>{tail}"#
            );
            prop_assert!(!redact(&dump).contains(&password), "{}", redact(&dump));
        }
    }
}
