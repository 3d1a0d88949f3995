//! The table of resources in an APK (`resources.arsc`), as far as manifests refer to it, and the app's texts.
//!
//! Source: `ResTable_header` and what follows it in Android's `ResourceTypes.h`. Of several values
//! that of the default configuration is taken, because which one a phone takes depends on the
//! phone.

use std::cell::Cell;
use std::collections::HashMap;

use super::ManifestError;
use super::axml::kind;
use super::bytes::{FileBytes, ResourceChunk};
use super::pool::{self, StringPool};
use super::tag::AttributeValue;

const TABLE: u16 = 0x0002;
const PACKAGE: u16 = 0x0200;
const TYPE: u16 = 0x0201;

/// A table of entries that leaves out those that are not there.
const SPARSE: u8 = 1;
/// A table of entries whose places take two bytes each.
const SHORT_OFFSETS: u8 = 2;
/// An entry that is a bag of values.
const COMPLEX: u16 = 1;
/// An entry that holds its value in its own heading.
const COMPACT: u16 = 8;

/// Blocks of entries that are read.
const MOST_BLOCKS: usize = 20_000;
/// References that are looked up in one manifest.
const MOST_LOOKUPS: u32 = 2_000;
/// Entries that are looked at for texts.
const MOST_TEXTS: usize = 20_000;
/// References to references.
const HOPS: u32 = 8;

/// A table of resources.
#[derive(Debug)]
pub(super) struct ResourceTable<'a> {
    strings: Option<StringPool<'a>>,
    /// The blocks of entries by package and type.
    blocks: HashMap<(u32, u8), Vec<ResourceChunk<'a>>>,
    /// The names of types and of entries, by package.
    names: HashMap<u32, Vec<StringPool<'a>>>,
    lookups: Cell<u32>,
}

impl<'a> ResourceTable<'a> {
    /// The table in a file.
    ///
    /// # Errors
    /// If it is damaged.
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, ManifestError> {
        let bytes = FileBytes::new(bytes);
        let table = bytes.chunk(0)?.filter(|chunk| chunk.kind == TABLE);
        let table = table.ok_or_else(|| bytes.damaged(0, "no table of resources"))?;
        let mut resources = Self {
            strings: None,
            blocks: HashMap::new(),
            names: HashMap::new(),
            lookups: Cell::new(0),
        };
        let mut at = table.body;
        let mut count = 0;
        while let Some(chunk) = table.whole.chunk(at)? {
            at = at.saturating_add(chunk.whole.len());
            match chunk.kind {
                pool::KIND if resources.strings.is_none() => {
                    resources.strings = Some(StringPool::read(chunk)?);
                }
                PACKAGE => resources.package(chunk, &mut count)?,
                _ => {}
            }
        }
        Ok(resources)
    }

    fn package(
        &mut self,
        package: ResourceChunk<'a>,
        count: &mut usize,
    ) -> Result<(), ManifestError> {
        let id = package.whole.u32(8)?;
        let mut at = package.body;
        while let Some(chunk) = package.whole.chunk(at)? {
            at = at.saturating_add(chunk.whole.len());
            if chunk.kind == pool::KIND {
                self.names.entry(id).or_default().push(StringPool::read(chunk)?);
            }
            if chunk.kind == TYPE {
                *count += 1;
                if *count > MOST_BLOCKS {
                    return Err(package.whole.damaged(at, "there are too many resources"));
                }
                self.blocks.entry((id, chunk.whole.u8(8)?)).or_default().push(chunk);
            }
        }
        Ok(())
    }

    /// What stands behind a reference; none if it is not here or is no plain value.
    pub(super) fn value(&self, id: u32) -> Option<AttributeValue> {
        let mut id = id;
        for _ in 0..HOPS {
            self.lookups.set(self.lookups.get().saturating_add(1));
            if self.lookups.get() > MOST_LOOKUPS {
                return None;
            }
            let (kind, data) = self.raw(id)?;
            match kind {
                kind::REFERENCE | kind::DYNAMIC_REFERENCE => id = data,
                kind::STRING => {
                    return self.strings?.get(data).ok().flatten().map(AttributeValue::Text);
                }
                kind::BOOLEAN => return Some(AttributeValue::Flag(data != 0)),
                kind::DECIMAL | kind::HEX => return Some(AttributeValue::Number(data)),
                _ => return None,
            }
        }
        None
    }

    /// The texts (`R.string`) of the default configuration with their names, in the order of the table. Blocks that leave out
    /// entries are rare, and are left out.
    pub(super) fn texts(&self) -> Vec<(String, String)> {
        let mut packages: Vec<_> = self.names.iter().collect();
        packages.sort_by_key(|(id, _)| **id);
        let mut texts = Vec::new();
        let mut left = MOST_TEXTS;
        for (id, names) in packages {
            // The names of types come before those of entries.
            let [types, entries, ..] = names.as_slice() else { continue };
            let is_text = |number: &u8| {
                let name = types.get(u32::from(number.saturating_sub(1)));
                *number > 0 && name.is_ok_and(|name| name.as_deref() == Some("string"))
            };
            let Some(number) = (1..=u8::MAX).find(is_text) else { continue };
            let blocks = self.blocks.get(&(*id, number)).into_iter().flatten();
            let is_sparse = |block: &ResourceChunk<'_>| {
                block.whole.u8(9).is_ok_and(|flags| flags & SPARSE != 0)
            };
            for block in blocks.filter(|block| is_default(block) && !is_sparse(block)) {
                let count = block.whole.size(12).unwrap_or(0).min(left);
                left -= count;
                let texts_in = (0..count).filter_map(|entry| {
                    let name = entries.get(name_in(block, entry).ok().flatten()?).ok()??;
                    let (kind, data) = entry_in(block, entry).ok().flatten()?;
                    let text = self.strings?.get(data).ok()??;
                    (kind == kind::STRING).then_some((name, text))
                });
                texts.extend(texts_in);
            }
        }
        texts
    }

    /// Kind and data of the value, of the default configuration if there is one.
    fn raw(&self, id: u32) -> Option<(u8, u32)> {
        let [package, block, high, low] = id.to_be_bytes();
        let entry = usize::from(u16::from_be_bytes([high, low]));
        let blocks = self.blocks.get(&(u32::from(package), block))?;
        let find = |block: &&ResourceChunk<'_>| entry_in(block, entry).ok().flatten();
        let default = blocks.iter().filter(|block| is_default(block)).find_map(|b| find(&b));
        default.or_else(|| blocks.iter().find_map(|block| find(&block)))
    }
}

/// True if nothing but the size of its configuration is set.
fn is_default(block: &ResourceChunk<'_>) -> bool {
    block.whole.part(24, block.body).is_ok_and(|config| config.iter().all(|byte| *byte == 0))
}

/// The value of entry number `entry` in a block (`ResTable_type`).
fn entry_in(block: &ResourceChunk<'_>, entry: usize) -> Result<Option<(u8, u32)>, ManifestError> {
    let bytes = block.whole;
    let Some(at) = place_of(block, entry)? else { return Ok(None) };
    let size = bytes.u16(at)?;
    let flags = bytes.u16(at.saturating_add(2))?;
    if flags & COMPACT != 0 {
        let [kind, _] = flags.to_be_bytes();
        return Ok(Some((kind, bytes.u32(at.saturating_add(4))?)));
    }
    if flags & COMPLEX != 0 {
        return Ok(None);
    }
    let value = at.saturating_add(usize::from(size));
    Ok(Some((bytes.u8(value.saturating_add(3))?, bytes.u32(value.saturating_add(4))?)))
}

/// The number of the name of entry number `entry` in a block.
fn name_in(block: &ResourceChunk<'_>, entry: usize) -> Result<Option<u32>, ManifestError> {
    let bytes = block.whole;
    let Some(at) = place_of(block, entry)? else { return Ok(None) };
    let is_compact = bytes.u16(at.saturating_add(2))? & COMPACT != 0;
    let name =
        if is_compact { u32::from(bytes.u16(at)?) } else { bytes.u32(at.saturating_add(4))? };
    Ok(Some(name))
}

/// Where entry number `entry` of a block stands.
fn place_of(block: &ResourceChunk<'_>, entry: usize) -> Result<Option<usize>, ManifestError> {
    let first = block.whole.size(16)?;
    Ok(offset(block, entry)?.map(|offset| first.saturating_add(offset)))
}

/// Where entry number `entry` stands, from the first one on.
fn offset(block: &ResourceChunk<'_>, entry: usize) -> Result<Option<usize>, ManifestError> {
    let bytes = block.whole;
    let (flags, count) = (bytes.u8(9)?, bytes.size(12)?);
    if flags & SPARSE != 0 {
        for number in 0..count.min(usize::from(u16::MAX)) {
            let at = block.body.saturating_add(number.saturating_mul(4));
            if usize::from(bytes.u16(at)?) == entry {
                return Ok(Some(usize::from(bytes.u16(at.saturating_add(2))?) * 4));
            }
        }
        return Ok(None);
    }
    if entry >= count {
        return Ok(None);
    }
    if flags & SHORT_OFFSETS != 0 {
        let short = bytes.u16(block.body.saturating_add(entry * 2))?;
        return Ok((short != u16::MAX).then(|| usize::from(short) * 4));
    }
    let at = block.body.saturating_add(entry * 4);
    Ok(if bytes.u32(at)? == u32::MAX { None } else { Some(bytes.size(at)?) })
}
