//! The binary form of `AndroidManifest.xml`.
//!
//! Source: `ResXMLTree_header` and what follows it in Android's `ResourceTypes.h`. Like Android,
//! the reader skips chunks that it does not know, which packers put there against readers.

use super::ManifestError;
use super::builder::ManifestBuilder;
use super::bytes::{FileBytes, ResourceChunk};
use super::pool::{self, StringPool};
use super::resources::ResourceTable;
use super::tag::{AttributeNamespace, AttributeValue, KnownAttribute, ManifestTag};
use crate::domain::Manifest;

const START_ELEMENT: u16 = 0x0102;
const END_ELEMENT: u16 = 0x0103;
const RESOURCE_IDS: u16 = 0x0180;

/// Attributes of one element that are read.
const MOST_ATTRIBUTES: u16 = 512;

/// True if `bytes` begin as binary XML does.
pub(super) fn is_it(bytes: &[u8]) -> bool {
    // Packers have put other numbers than 3 there, which Android takes as well.
    bytes.starts_with(&[0x03, 0x00, 0x08, 0x00]) || bytes.starts_with(&[0x00, 0x00, 0x08, 0x00])
}

/// Reads it; references are looked up in `resources`.
///
/// # Errors
/// If it is damaged, too deep, or declares no package.
pub(super) fn read(
    bytes: &[u8],
    resources: Option<&ResourceTable<'_>>,
) -> Result<Manifest, ManifestError> {
    let bytes = FileBytes::new(bytes);
    let Some(document) = bytes.chunk(0)? else { return Err(ManifestError::Other) };
    let mut reader = AxmlReader { pool: None, ids: None, resources };
    let mut builder = ManifestBuilder::default();
    let mut at = document.body;
    while let Some(chunk) = document.whole.chunk(at)? {
        at = at.saturating_add(chunk.whole.len());
        match chunk.kind {
            pool::KIND if reader.pool.is_none() => reader.pool = Some(StringPool::read(chunk)?),
            RESOURCE_IDS => reader.ids = Some(chunk),
            START_ELEMENT => builder.open(&reader.tag(chunk)?)?,
            END_ELEMENT => builder.close(),
            _ => {}
        }
    }
    builder.finish()
}

struct AxmlReader<'a> {
    pool: Option<StringPool<'a>>,
    /// The resource ids of the first strings, if those are names of attributes.
    ids: Option<ResourceChunk<'a>>,
    resources: Option<&'a ResourceTable<'a>>,
}

impl AxmlReader<'_> {
    /// The start tag in `chunk`: `ResXMLTree_attrExt` and its attributes.
    fn tag(&self, chunk: ResourceChunk<'_>) -> Result<ManifestTag, ManifestError> {
        let bytes = chunk.whole;
        let body = chunk.body;
        let name = self.string(bytes.u32(body.saturating_add(4))?)?.unwrap_or_default();
        let first = body.saturating_add(usize::from(bytes.u16(body.saturating_add(8))?));
        let size = usize::from(bytes.u16(body.saturating_add(10))?);
        let count = bytes.u16(body.saturating_add(12))?;
        if count > MOST_ATTRIBUTES || (count > 0 && size < 20) {
            return Err(bytes.damaged(body, "an element has an impossible number of attributes"));
        }
        let mut tag = ManifestTag { name, attributes: Vec::new() };
        for number in 0..usize::from(count) {
            let at = first.saturating_add(number.saturating_mul(size));
            if let Some(name) = self.name(bytes, at)? {
                tag.attributes.push((name, self.value(bytes, at)?));
            }
        }
        Ok(tag)
    }

    /// Which attribute stands at `at`, if it is one that is read.
    fn name(
        &self,
        bytes: FileBytes<'_>,
        at: usize,
    ) -> Result<Option<KnownAttribute>, ManifestError> {
        let (space, name) = (bytes.u32(at)?, bytes.u32(at.saturating_add(4))?);
        if let Some(id) = self.id(name)? {
            return Ok(KnownAttribute::of_id(id).or_else(|| {
                let text = self.string(name).ok().flatten()?;
                KnownAttribute::of(AttributeNamespace::Android, &text)
            }));
        }
        let Some(text) = self.string(name)? else { return Ok(None) };
        let space = match self.string(space)?.as_deref() {
            None => AttributeNamespace::Bare,
            Some("http://schemas.android.com/tools") => AttributeNamespace::Tools,
            Some(_) => AttributeNamespace::Android,
        };
        Ok(KnownAttribute::of(space, &text))
    }

    /// The resource id of the string with this number.
    fn id(&self, number: u32) -> Result<Option<u32>, ManifestError> {
        let Some(ids) = self.ids else { return Ok(None) };
        let at = usize::try_from(number).ok().and_then(|number| number.checked_mul(4));
        let at = at.and_then(|at| at.checked_add(ids.body));
        match at.filter(|at| at.saturating_add(4) <= ids.whole.len()) {
            Some(at) => ids.whole.u32(at).map(Some),
            None => Ok(None),
        }
    }

    /// What the attribute at `at` says: a `Res_value`, or the text that stood in the source.
    fn value(&self, bytes: FileBytes<'_>, at: usize) -> Result<AttributeValue, ManifestError> {
        let raw = bytes.u32(at.saturating_add(8))?;
        let kind = bytes.u8(at.saturating_add(15))?;
        let data = bytes.u32(at.saturating_add(16))?;
        Ok(match kind {
            kind::STRING => AttributeValue::Text(self.string(data)?.unwrap_or_default()),
            kind::REFERENCE | kind::DYNAMIC_REFERENCE => {
                let known = self.resources.and_then(|resources| resources.value(data));
                known.unwrap_or_else(|| AttributeValue::Text(format!("@{data:08x}")))
            }
            kind::BOOLEAN => AttributeValue::Flag(data != 0),
            kind::DECIMAL | kind::HEX => AttributeValue::Number(data),
            _ => AttributeValue::Text(self.string(raw)?.unwrap_or_default()),
        })
    }

    fn string(&self, number: u32) -> Result<Option<String>, ManifestError> {
        match &self.pool {
            Some(pool) => pool.get(number),
            None => Ok(None),
        }
    }
}

/// The kinds of `Res_value` that are read.
pub(super) mod kind {
    pub(in super::super) const REFERENCE: u8 = 0x01;
    pub(in super::super) const STRING: u8 = 0x03;
    pub(in super::super) const DYNAMIC_REFERENCE: u8 = 0x07;
    pub(in super::super) const DECIMAL: u8 = 0x10;
    pub(in super::super) const HEX: u8 = 0x11;
    pub(in super::super) const BOOLEAN: u8 = 0x12;
}
