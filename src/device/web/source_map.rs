//! Source maps (ECMA-426): which line of which file of the user's a place in a bundle comes from.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;

/// What names the map at the end of a script.
const MARK: &str = "sourceMappingURL=";

/// The bits of a digit that carry the number; the next one says that more follow.
const DIGIT_BITS: u32 = 5;

/// The digits of base64 in the order of their values.
const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A source map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SourceMap {
    /// The names of the files.
    pub(super) sources: Vec<String>,
    /// What comes from where, in the order of the bundle.
    pub(super) mappings: Vec<SourceMapping>,
}

/// A place in a bundle and where it comes from. All numbers are from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SourceMapping {
    /// The line of the bundle.
    pub(super) line: usize,
    /// The column there, in UTF-16 units.
    pub(super) column: usize,
    /// The file, as its place in [`SourceMap::sources`].
    pub(super) source: usize,
    /// The line of the file.
    pub(super) source_line: usize,
}

#[derive(Deserialize)]
struct MapFile {
    #[serde(default, rename = "sourceRoot")]
    root: Option<String>,
    #[serde(default)]
    sources: Vec<Option<String>>,
    #[serde(default)]
    mappings: String,
}

/// What the last lines of `script` name as its map: an address, or a `data:` one that holds it.
pub(super) fn named_in(script: &str) -> Option<&str> {
    let lines = script.lines().rev().take(5);
    lines.filter_map(|line| line.split_once(MARK)).map(|(_, name)| name.trim()).find(|name| {
        let ends = name.find(char::is_whitespace).is_none();
        !name.is_empty() && ends
    })
}

/// The text of a map that is part of its own `data:` address.
pub(super) fn inline(address: &str) -> Option<String> {
    let (head, data) = address.strip_prefix("data:")?.split_once(',')?;
    let bytes = head.ends_with(";base64").then(|| BASE64_STANDARD.decode(data).ok())??;
    String::from_utf8(bytes).ok()
}

impl SourceMap {
    /// Reads a map; `None` if it is none. Mappings after one that cannot be read are left out.
    pub(super) fn read(text: &str) -> Option<Self> {
        // Some servers put a line before it that keeps it from being run.
        let text = text.strip_prefix(")]}'").unwrap_or(text);
        let file: MapFile = serde_json::from_str(text).ok()?;
        let root = file.root.unwrap_or_default();
        let sources = file.sources.into_iter();
        let sources = sources.map(|name| format!("{root}{}", name.unwrap_or_default())).collect();
        let mut map = Self { sources, mappings: Vec::new() };
        map.read_mappings(&file.mappings);
        Some(map)
    }

    fn read_mappings(&mut self, mappings: &str) -> Option<()> {
        let (mut source, mut source_line) = (0, 0);
        for (line, segments) in mappings.split(';').enumerate() {
            let mut column = 0;
            for segment in segments.split(',').filter(|segment| !segment.is_empty()) {
                let mut numbers = numbers(segment);
                column += numbers.next()?;
                let Some(next) = numbers.next() else { continue };
                source += next;
                source_line += numbers.next()?;
                let place = |value: i64| usize::try_from(value).ok();
                let mapping = SourceMapping {
                    line,
                    column: place(column)?,
                    source: place(source)?,
                    source_line: place(source_line)?,
                };
                if mapping.source < self.sources.len() {
                    self.mappings.push(mapping);
                }
            }
        }
        Some(())
    }
}

/// The numbers of a segment: base64 digits of five bits each, the lowest first; the lowest bit of all is
/// the sign.
fn numbers(segment: &str) -> impl Iterator<Item = i64> + '_ {
    let mut digits = segment.bytes();
    std::iter::from_fn(move || {
        let (mut value, mut shift) = (0_i64, 0);
        loop {
            let digit = digits.next()?;
            let digit = i64::try_from(DIGITS.iter().position(|known| *known == digit)?).ok()?;
            value |= (digit & 31).checked_shl(shift)?;
            shift += DIGIT_BITS;
            if digit & 32 == 0 {
                return Some(if value & 1 == 1 { -(value >> 1) } else { value >> 1 });
            }
            if shift > 50 {
                return None;
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn mappings_are_differences_to_the_one_before() {
        // Two lines: (0,0)->a:0, (0,4)->a:1; (1,2)->b:1.
        let text = r#"{"version":3,"sources":["a.ts","b.ts"],"mappings":"AAAA,IACA;ECAA"}"#;
        let map = SourceMap::read(text).unwrap();
        let at =
            |line, column, source, source_line| SourceMapping { line, column, source, source_line };
        assert_eq!(map.mappings, [at(0, 0, 0, 0), at(0, 4, 0, 1), at(1, 2, 1, 1)]);
        assert_eq!(map.sources, ["a.ts", "b.ts"]);
    }

    #[test]
    fn numbers_may_be_long_and_negative() {
        assert_eq!(numbers("AACD").collect::<Vec<_>>(), [0, 0, 1, -1]);
        assert_eq!(numbers("gB").collect::<Vec<_>>(), [16]);
        assert_eq!(numbers("2HwcqxB").collect::<Vec<_>>(), [123, 456, 789]);
    }

    #[test]
    fn a_map_is_named_at_the_end() {
        assert_eq!(named_in("a()\n//# sourceMappingURL=app.js.map\n"), Some("app.js.map"));
        assert_eq!(named_in("a()"), None);
        let data = "data:application/json;charset=utf-8;base64,eyJhIjoxfQ==";
        assert_eq!(inline(data).as_deref(), Some(r#"{"a":1}"#));
        assert_eq!(inline("app.js.map"), None);
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_harm(mappings in "[A-Za-z0-9+/,;]{0,80}", other in ".{0,40}") {
            let text = serde_json::json!({"sources": ["a", null], "mappings": mappings}).to_string();
            let map = SourceMap::read(&text).unwrap();
            prop_assert!(map.mappings.iter().all(|mapping| mapping.source < 2));
            let _ = SourceMap::read(&other);
        }
    }
}
