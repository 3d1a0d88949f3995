//! Reading XML as devices write it, in one pass.
//!
//! A dump is start and end tags with attributes in double quotes and blanks between, and nothing
//! else. Such a document is read here. At the first thing that is written otherwise this gives up, and [`super::tree`] reads the document anew.

use super::builder::{TagAttributes, TreeBuilder};
use super::tree::HierarchyTree;

/// The nodes of `xml`; `None` if anything in it is not as devices write it.
pub(super) fn read(xml: &str) -> Option<HierarchyTree<'_>> {
    let mut builder = TreeBuilder::new(xml.len());
    let mut scanner = RegularScanner { rest: xml, failed: false };
    while scanner.next_tag()? {
        if let Some(rest) = scanner.rest.strip_prefix('/') {
            scanner.rest = rest;
            let name = scanner.name()?;
            scanner.expect(">")?;
            builder.close(name);
            continue;
        }
        let name = scanner.name()?;
        let tag = RegularTag { scanner: &mut scanner };
        builder.open(name, tag);
        // Of elements that tell nothing the attributes were not read.
        scanner.attributes(|_, _| {});
        if scanner.failed {
            return None;
        }
        if scanner.rest.starts_with('/') {
            scanner.expect("/>")?;
            builder.close(name);
        } else {
            scanner.expect(">")?;
        }
    }
    Some(builder.finish())
}

struct RegularScanner<'a> {
    /// What was not read yet.
    rest: &'a str,
    /// The attributes of a tag are not written as devices do.
    failed: bool,
}

impl<'a> RegularScanner<'a> {
    /// Goes behind the next `<`. False at the end; `None` if there is more than blanks before.
    fn next_tag(&mut self) -> Option<bool> {
        self.skip_blanks();
        match self.rest.strip_prefix('<') {
            Some(rest) => {
                self.rest = rest;
                Some(true)
            }
            None => self.rest.is_empty().then_some(false),
        }
    }

    fn skip_blanks(&mut self) {
        let blank = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
        let blanks = self.rest.bytes().take_while(blank).count();
        self.rest = self.rest.get(blanks..).unwrap_or_default();
    }

    fn expect(&mut self, what: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(what)?;
        Some(())
    }

    /// The name of a tag or an attribute.
    fn name(&mut self) -> Option<&'a str> {
        let of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let length = self.rest.bytes().take_while(of_name).count();
        let (name, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        (length > 0).then_some(name)
    }

    /// Reads the attributes up to the end of the tag.
    fn attributes(&mut self, mut each: impl FnMut(&str, &'a str)) {
        while !self.failed && !self.rest.starts_with(['>', '/']) {
            match self.attribute() {
                Some((name, value)) => each(name, value),
                None => self.failed = true,
            }
        }
    }

    /// Reads an attribute, or the blanks before the end of the tag, which are one of no name.
    fn attribute(&mut self) -> Option<(&'a str, &'a str)> {
        let rest = self.rest.strip_prefix([' ', '\n', '\r', '\t'])?;
        self.rest = rest;
        self.skip_blanks();
        if self.rest.starts_with(['>', '/']) {
            return Some(("", ""));
        }
        let name = self.name()?;
        let value = self.rest.strip_prefix("=\"")?;
        // Two of three values.
        for known in ["false", "true"] {
            if let Some(rest) = value.strip_prefix(known)
                && let Some(rest) = rest.strip_prefix('"')
            {
                self.rest = rest;
                return Some((name, known));
            }
        }
        let (value, rest) = value.split_at_checked(memchr::memchr(b'"', value.as_bytes())?)?;
        self.rest = rest.strip_prefix('"')?;
        Some((name, value))
    }
}

/// A start tag whose attributes come next.
struct RegularTag<'a, 's> {
    scanner: &'s mut RegularScanner<'a>,
}

impl<'a> TagAttributes<'a> for RegularTag<'a, '_> {
    fn attributes(self, each: impl FnMut(&str, &'a str)) -> usize {
        self.scanner.attributes(each);
        0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::device::android::hierarchy::tree;

    const DUMP: &str = "<hierarchy rotation=\"1\">\n  <node index=\"0\" text=\"a &lt; b > c\" \
        class=\"android.widget.Button\" clickable=\"true\" enabled=\"false\" \
        bounds=\"[0,0][9,9]\" ><node text='single' hint=\"\" drawing-order=\"2\"/>\
        </node><other of=\"nothing\"/></hierarchy>";

    #[rstest]
    #[case::as_devices_write(DUMP.replace('\'', "\""), true)]
    #[case::single_quotes(DUMP.to_owned(), false)]
    #[case::torn(DUMP.replace('\'', "\"").split_at(120).0.to_owned(), false)]
    #[case::open_at_the_end("<hierarchy><node text=\"a\">".to_owned(), true)]
    #[case::comment("<hierarchy><!-- <node/> --><node/></hierarchy>".to_owned(), false)]
    #[case::text("<hierarchy><node/>words</hierarchy>".to_owned(), false)]
    #[case::no_value("<hierarchy><node text/></hierarchy>".to_owned(), false)]
    #[case::no_blank("<hierarchy><node text=\"a\"hint=\"b\"/></hierarchy>".to_owned(), false)]
    fn what_is_regular_is_read_as_by_a_reader_of_any_xml(
        #[case] xml: String,
        #[case] regular: bool,
    ) {
        let read = read(&xml);
        assert_eq!(read.is_some(), regular);
        if let Some(read) = read {
            assert_eq!(read, tree::read_any(&xml));
        }
    }

    fn piece() -> impl Strategy<Value = String> {
        let pieces = [
            "<node",
            "<hierarchy",
            "<window",
            "<display id=\"1\"",
            ">",
            "/>",
            "</node>",
            "</hierarchy>",
            "</window >",
            " text=\"a\"",
            " text=\"\"",
            " bounds=\"[0,0][3,4]\"",
            " clickable=\"true\"",
            " hint=\"&#10;>\"",
            " focused='true'",
            " a",
            "=",
            "\"",
            " ",
            "\n",
            "<!-- x -->",
            "&",
            "<",
            " text=\"</node>\"",
            " layer=\"2\"",
            "<x>",
            "</x>",
        ];
        prop::sample::select(pieces.to_vec()).prop_map(str::to_owned)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn whatever_is_read_is_what_a_reader_of_any_xml_reads(
            pieces in prop::collection::vec(piece(), 0..14),
        ) {
            let xml = format!("<hierarchy>{}", pieces.concat());
            if let Some(read) = read(&xml) {
                prop_assert_eq!(read, tree::read_any(&xml), "{}", xml);
            }
        }

        #[test]
        fn a_damaged_dump_is_read_alike(place in 0_usize..300, byte in "[ -~\n]") {
            let mut xml = DUMP.replace('\'', "\"");
            let place = place.min(xml.len() - 1);
            xml.replace_range(place..=place, &byte);
            if let Some(read) = read(&xml) {
                prop_assert_eq!(read, tree::read_any(&xml), "{}", xml);
            }
        }
    }
}
