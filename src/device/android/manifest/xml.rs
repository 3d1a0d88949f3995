//! A plain `AndroidManifest.xml`, as it stands in an app's source.

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

use super::ManifestError;
use super::builder::ManifestBuilder;
use super::tag::{AttributeNamespace, AttributeValue, KnownAttribute, ManifestTag};
use crate::device::android::hierarchy;
use crate::domain::Manifest;

/// How much of the beginning is looked at to recognise it.
const HEAD: usize = 64 * 1024;

/// Name spaces as they are commonly abbreviated, for manifests that do not say.
const COMMON: [(&str, AttributeNamespace); 2] =
    [("android", AttributeNamespace::Android), ("tools", AttributeNamespace::Tools)];

/// True if the first element is a manifest.
pub(super) fn is_it(bytes: &[u8]) -> bool {
    let text = hierarchy::text(bytes.get(..HEAD).unwrap_or(bytes));
    let mut reader = Reader::from_str(&text);
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag) | Event::Empty(tag)) => {
                return tag.name().0 == "manifest";
            }
            Ok(Event::Eof) | Err(_) => return false,
            Ok(_) => {}
        }
    }
}

/// Reads it.
///
/// # Errors
/// If the XML breaks, is too deep, or declares no package.
pub(super) fn read(bytes: &[u8]) -> Result<Manifest, ManifestError> {
    let text = hierarchy::text(bytes);
    let mut reader = Reader::from_str(&text);
    let mut builder = ManifestBuilder::default();
    let mut spaces: Vec<(String, AttributeNamespace)> =
        COMMON.map(|(prefix, space)| (prefix.to_owned(), space)).to_vec();
    loop {
        let event = reader.read_event().map_err(|error| ManifestError::Malformed {
            at: reader.error_position(),
            // The reader quotes the file, line breaks included.
            what: error.to_string().split_whitespace().collect::<Vec<_>>().join(" "),
        })?;
        match event {
            Event::Start(start) => builder.open(&tag(&start, &mut spaces))?,
            Event::Empty(start) => {
                builder.open(&tag(&start, &mut spaces))?;
                builder.close();
            }
            Event::End(_) => builder.close(),
            Event::Eof => return builder.finish(),
            _ => {}
        }
    }
}

/// The start tag, after the prefixes that it gives to name spaces.
fn tag(start: &BytesStart<'_>, spaces: &mut Vec<(String, AttributeNamespace)>) -> ManifestTag {
    let mut attributes = start.attributes();
    let attributes: Vec<_> = attributes.with_checks(false).flatten().collect();
    for attribute in &attributes {
        if let Some(prefix) = attribute.key.0.strip_prefix("xmlns:") {
            let space = match &*attribute.value {
                "http://schemas.android.com/apk/res/android" => AttributeNamespace::Android,
                "http://schemas.android.com/tools" => AttributeNamespace::Tools,
                _ => continue,
            };
            spaces.retain(|(known, _)| known != prefix);
            spaces.push((prefix.to_owned(), space));
        }
    }
    let mut tag = ManifestTag { name: start.name().0.to_owned(), attributes: Vec::new() };
    for attribute in &attributes {
        let (space, name) = match attribute.key.0.split_once(':') {
            None => (AttributeNamespace::Bare, attribute.key.0),
            Some((prefix, name)) => match spaces.iter().find(|(known, _)| known == prefix) {
                Some((_, space)) => (*space, name),
                None => continue,
            },
        };
        if let Some(name) = KnownAttribute::of(space, name) {
            // An entity of the document's own stays as it is written.
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.unwrap_or_else(|_unknown| attribute.value.clone());
            tag.attributes.push((name, AttributeValue::Text(value.into_owned())));
        }
    }
    tag
}
