//! Making a recorded session smaller.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::picture::PictureFolder;
use super::{BlobFolder, StoreError, blobs, writer};
use crate::domain::{BlobId, KeptPictures};

/// What is made smaller, and how.
#[derive(Debug)]
pub struct PruneRules<'a> {
    /// Which pictures stay.
    pub kept: KeptPictures,
    /// The pictures of the session in the order in which they were taken: each one is stored as a
    /// difference from an earlier one if it can be.
    pub in_order: &'a [BlobId],
    /// Pictures that stay as they are whatever `kept` says, such as those of findings.
    pub evidence: &'a HashSet<BlobId>,
}

/// Stores the pictures of the session in `session` anew. The new blobs are written beside the old
/// ones and take their place when all are there: what fails or is interrupted leaves the session as
/// it was. Tells `progress` how many blobs are done of how many.
///
/// # Errors
/// If there is no session, it is being written, or the blobs cannot be.
pub fn prune(
    session: &Path,
    rules: &PruneRules<'_>,
    mut progress: impl FnMut(usize, usize),
) -> Result<(), StoreError> {
    let log = session.join(writer::LOG);
    let file = File::open(&log).map_err(|source| StoreError::Read { path: log.clone(), source })?;
    writer::lock(&file, &log)?;
    let beside = session.join("pruned");
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| StoreError::Write { path, source }
    };
    // Of an earlier attempt that was interrupted.
    if beside.exists() {
        fs::remove_dir_all(&beside).map_err(failed(&beside))?;
    }
    let mut copy = PrunedCopy {
        old: BlobFolder::of(session),
        new: BlobFolder::of(&beside),
        kept: PictureFolder::new(BlobFolder::of(&beside), rules.kept),
        whole: PictureFolder::new(BlobFolder::of(&beside), KeptPictures::All),
        rules,
    };
    let stored = blobs::files(session);
    let known: HashSet<&BlobId> = rules.in_order.iter().collect();
    let all = stored.len();
    let in_order = rules.in_order.iter().cloned();
    let others = stored.iter().map(|(id, _)| id).filter(|id| !known.contains(id)).cloned();
    for (done, id) in in_order.chain(others).enumerate() {
        progress(done.min(all), all);
        copy.take(&id)?;
    }
    progress(all, all);
    let (blobs, new) = (session.join("blobs"), beside.join("blobs"));
    let replaced = beside.join("replaced");
    fs::create_dir_all(&new).map_err(failed(&new))?;
    fs::rename(&blobs, &replaced).map_err(failed(&blobs))?;
    fs::rename(&new, &blobs).map_err(failed(&blobs))?;
    fs::remove_dir_all(&beside).map_err(failed(&beside))
}

struct PrunedCopy<'a> {
    old: BlobFolder,
    new: BlobFolder,
    kept: PictureFolder,
    whole: PictureFolder,
    rules: &'a PruneRules<'a>,
}

impl PrunedCopy<'_> {
    /// Takes the blob `id` over as the rules say.
    fn take(&mut self, id: &BlobId) -> Result<(), StoreError> {
        let Ok(stored) = self.old.stored(id) else { return Ok(()) };
        let is_picture =
            image::guess_format(&stored).is_ok() || super::picture::PackedPicture::is_one(&stored);
        if !is_picture {
            let linked = self.new.link(id, &self.old);
            return linked.or_else(|_no_links| self.new.put(id, &stored).map(drop));
        }
        let is_evidence = self.rules.evidence.contains(id);
        if self.rules.kept == KeptPictures::None && !is_evidence {
            return Ok(());
        }
        // A damaged one stays damaged.
        let Ok(picture) = self.old.get(id) else { return self.new.put(id, &stored).map(drop) };
        self.new.put(id, &picture)?;
        let pictures = if is_evidence { &mut self.whole } else { &mut self.kept };
        pictures.pack(id);
        Ok(())
    }
}

impl BlobFolder {
    /// Stores the file of `id` in `from` under a second name here, without copying it.
    fn link(&self, id: &BlobId, from: &Self) -> io::Result<()> {
        let path = self.path(id);
        fs::create_dir_all(path.parent().unwrap_or(&path))?;
        fs::hard_link(from.path(id), path)
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::store::SessionWriter;

    fn png(number: u8) -> Vec<u8> {
        let picture = RgbImage::from_fn(720, 1600, |x, y| {
            let colour = if y < 40 { number } else { (x / 40 + y / 40) as u8 };
            Rgb([colour, number / 2, 90])
        });
        crate::store::picture::quick_png(&picture)
    }

    #[test]
    fn pictures_get_smaller_and_evidence_stays() {
        let folder = tempfile::tempdir().unwrap();
        let session = folder.path().join("session");
        let writer = SessionWriter::create(&session).unwrap();
        let ids: Vec<BlobId> =
            (0..4).map(|number| writer.blob(png(number).into()).unwrap()).collect();
        let text = writer.blob((*b"no picture").into()).unwrap();
        drop(writer);
        let blobs = BlobFolder::of(&session);
        let pixels = |id: &BlobId| {
            let picture = blobs.get(id).ok().and_then(|png| crate::domain::picture::read(&png));
            picture.map(image::DynamicImage::into_rgb8)
        };
        let original = |number| crate::domain::picture::read(&png(number)).unwrap().into_rgb8();
        let evidence: HashSet<BlobId> = [ids[2].clone()].into();
        for kept in [KeptPictures::All, KeptPictures::Small, KeptPictures::None] {
            let rules = PruneRules { kept, in_order: &ids, evidence: &evidence };
            prune(&session, &rules, |_, _| {}).unwrap();
            assert_eq!(pixels(&ids[2]), Some(original(2)), "{kept:?}");
            assert_eq!(blobs.get(&text).unwrap(), b"no picture");
            let size = pixels(&ids[1]).map(|picture| picture.dimensions());
            let expected = match kept {
                KeptPictures::None => None,
                KeptPictures::Small => Some((360, 800)),
                _ => Some((720, 1600)),
            };
            assert_eq!(size, expected, "{kept:?}");
        }
        assert!(!session.join("pruned").exists());
    }

    #[test]
    fn a_session_that_is_being_written_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let _writer = SessionWriter::create(folder.path()).unwrap();
        let rules =
            PruneRules { kept: KeptPictures::None, in_order: &[], evidence: &HashSet::new() };
        let refused = prune(folder.path(), &rules, |_, _| {});
        assert!(matches!(refused, Err(StoreError::InUse { .. })));
    }
}
