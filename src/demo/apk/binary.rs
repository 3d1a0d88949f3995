//! From plain XML to Android's binary XML.
//!
//! Source: `ResXMLTree_header` and what follows it in Android's `ResourceTypes.h`. As `aapt` does
//! it, attributes stand in the order of their resource ids, and the names of those come first in
//! the table of strings. Values are typed by how they look: `true`, `12`, `@7f0b0001`, else text.

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

use crate::device::android::manifest::resource_id;

/// The name space of Android's attributes.
const ANDROID: &str = "http://schemas.android.com/apk/res/android";

/// Stands for no string.
const NONE: u32 = u32::MAX;

/// How the table of strings is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strings {
    /// As `aapt` writes it.
    Utf16,
    /// As `aapt2` writes it.
    Utf8,
}

/// A start tag.
struct Start {
    name: String,
    attributes: Vec<Attribute>,
}

struct Attribute {
    name: String,
    /// Of Android's name space.
    android: bool,
    value: String,
}

enum Node {
    Start(Start),
    End(String),
}

/// The binary form of `xml`. What is no XML from some place on is left out from there.
pub fn encode(xml: &str, strings: Strings) -> Vec<u8> {
    let nodes = nodes(xml);
    let mut table = Table::default();
    let mut ids: Vec<(u32, &str)> = nodes
        .iter()
        .filter_map(|node| if let Node::Start(start) = node { Some(start) } else { None })
        .flat_map(|start| &start.attributes)
        .filter_map(|attribute| Some((attribute.id()?, attribute.name.as_str())))
        .collect();
    ids.sort_unstable();
    ids.dedup();
    for (_, name) in &ids {
        // Pushed rather than looked up: these strings stand for the ids alone.
        table.strings.push((*name).to_owned());
    }
    table.named = table.strings.len();
    let (prefix, space) = (table.place("android"), table.place(ANDROID));
    let mut body = Vec::new();
    node(&mut body, 0x0100, &[prefix, space], &[]);
    for one in &nodes {
        match one {
            Node::Start(start) => start.write(&mut body, &mut table),
            Node::End(name) => {
                let name = table.place(name);
                node(&mut body, 0x0103, &[NONE, name], &[]);
            }
        }
    }
    node(&mut body, 0x0101, &[prefix, space], &[]);
    let ids: Vec<u8> = ids.iter().flat_map(|(id, _)| id.to_le_bytes()).collect();
    let parts = [table.chunk(strings), chunk(0x0180, &[], &ids), body];
    chunk(0x0003, &[], &parts.concat())
}

fn nodes(xml: &str) -> Vec<Node> {
    let mut reader = Reader::from_str(xml);
    let mut nodes = Vec::new();
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag)) => nodes.push(Node::Start(start(&tag))),
            Ok(Event::Empty(tag)) => {
                let start = start(&tag);
                let end = Node::End(start.name.clone());
                nodes.extend([Node::Start(start), end]);
            }
            Ok(Event::End(tag)) => nodes.push(Node::End(tag.name().0.to_owned())),
            Ok(Event::Eof) | Err(_) => return nodes,
            Ok(_) => {}
        }
    }
}

fn start(tag: &BytesStart<'_>) -> Start {
    let mut attributes = Vec::new();
    for attribute in tag.attributes().flatten() {
        let (android, name) = match attribute.key.0.split_once(':') {
            Some(("android", name)) => (true, name),
            Some(_) => continue,
            None => (false, attribute.key.0),
        };
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).unwrap_or_default();
        attributes.push(Attribute { name: name.to_owned(), android, value: value.into_owned() });
    }
    attributes.sort_by_key(|attribute| attribute.id().unwrap_or(u32::MAX));
    Start { name: tag.name().0.to_owned(), attributes }
}

impl Attribute {
    fn id(&self) -> Option<u32> {
        if self.android { resource_id(&self.name) } else { None }
    }

    /// Its kind and its data; a text also stands beside them as it was written.
    fn typed(&self, table: &mut Table) -> (u32, u8, u32) {
        let hex = self.value.strip_prefix('@').filter(|hex| hex.len() == 8);
        let number = self.value.parse::<u32>().ok().filter(|n| n.to_string() == self.value);
        match (self.value.as_str(), hex.and_then(|hex| u32::from_str_radix(hex, 16).ok()), number) {
            ("true", ..) => (NONE, 0x12, u32::MAX),
            ("false", ..) => (NONE, 0x12, 0),
            (_, Some(id), _) => (NONE, 0x01, id),
            (_, _, Some(number)) => (NONE, 0x10, number),
            (text, ..) => {
                let place = table.place(text);
                (place, 0x03, place)
            }
        }
    }
}

impl Start {
    fn write(&self, body: &mut Vec<u8>, table: &mut Table) {
        let mut all = Vec::new();
        for attribute in &self.attributes {
            let space = if attribute.android { table.place(ANDROID) } else { NONE };
            let name = match attribute.id() {
                Some(_) => table.name(&attribute.name),
                None => table.place(&attribute.name),
            };
            let (raw, kind, data) = attribute.typed(table);
            for word in [space, name, raw, u32::from(kind) << 24 | 8, data] {
                all.extend(word.to_le_bytes());
            }
        }
        let count = u16::try_from(self.attributes.len()).unwrap_or(u16::MAX);
        let mut more = Vec::new();
        // Where the attributes begin, how long one is, how many; the places of id, class and style.
        for half in [20, 20, count, 0, 0, 0] {
            more.extend(half.to_le_bytes());
        }
        more.extend(all);
        let name = table.place(&self.name);
        node(body, 0x0102, &[NONE, name], &more);
    }
}

/// The table of strings while it grows.
#[derive(Default)]
struct Table {
    strings: Vec<String>,
    /// How many of the first strings stand for resource ids.
    named: usize,
}

impl Table {
    /// The number of a string, which is added if it is new.
    fn place(&mut self, text: &str) -> u32 {
        let known = self.strings.iter().skip(self.named).position(|known| known == text);
        let place = known.map_or(self.strings.len(), |place| place + self.named);
        if known.is_none() {
            self.strings.push(text.to_owned());
        }
        number(place)
    }

    /// The number of the name of an attribute that has a resource id.
    fn name(&self, name: &str) -> u32 {
        let names = self.strings.iter().take(self.named);
        number(names.into_iter().position(|known| known == name).unwrap_or(self.named))
    }

    fn chunk(&self, strings: Strings) -> Vec<u8> {
        let (mut offsets, mut data) = (Vec::new(), Vec::new());
        for text in &self.strings {
            offsets.extend(number(data.len()).to_le_bytes());
            match strings {
                Strings::Utf16 => {
                    let units: Vec<u16> = text.encode_utf16().collect();
                    long_length(&mut data, units.len());
                    data.extend(units.into_iter().chain([0]).flat_map(u16::to_le_bytes));
                }
                Strings::Utf8 => {
                    short_length(&mut data, text.encode_utf16().count());
                    short_length(&mut data, text.len());
                    data.extend(text.bytes().chain([0]));
                }
            }
        }
        data.resize(data.len().next_multiple_of(4), 0);
        let flags = if strings == Strings::Utf8 { 1 << 8 } else { 0 };
        let start = 28 + offsets.len();
        let words = [number(self.strings.len()), 0, flags, number(start), 0];
        chunk(0x0001, &words, &[offsets, data].concat())
    }
}

fn long_length(out: &mut Vec<u8>, length: usize) {
    let length = number(length);
    if length > 0x7fff {
        out.extend(low(length >> 16 | 0x8000).to_le_bytes());
    }
    out.extend(low(length).to_le_bytes());
}

fn short_length(out: &mut Vec<u8>, length: usize) {
    let [low, high, ..] = number(length.min(0x7fff)).to_le_bytes();
    if length > 0x7f {
        out.push(high | 0x80);
    }
    out.push(low);
}

/// The lower half of a word.
fn low(word: u32) -> u16 {
    let [one, two, ..] = word.to_le_bytes();
    u16::from_le_bytes([one, two])
}

fn number(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

/// A node of the tree: its line and comment, its own words, and more.
fn node(out: &mut Vec<u8>, kind: u16, words: &[u32], more: &[u8]) {
    let mut body: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    body.extend(more);
    out.extend(chunk(kind, &[1, NONE], &body));
}

/// A chunk: its kind, the length of its heading with these words, the length of all.
fn chunk(kind: u16, heading: &[u32], body: &[u8]) -> Vec<u8> {
    let header = 8 + heading.len() * 4;
    let mut out = kind.to_le_bytes().to_vec();
    out.extend(low(number(header)).to_le_bytes());
    out.extend(number(header + body.len()).to_le_bytes());
    out.extend(heading.iter().flat_map(|word| word.to_le_bytes()));
    out.extend(body);
    out
}
