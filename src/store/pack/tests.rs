use std::io::{Seek, SeekFrom};

use super::*;
use crate::domain::BlobId;
use crate::store::{self, BlobFolder, SessionWriter};

fn session(folder: &Path) -> BlobId {
    drop(SessionWriter::create(folder).unwrap());
    let id = BlobId::of(b"picture");
    BlobFolder::of(folder).put(&id, b"picture").unwrap();
    tags::write(folder, &["smoke".to_owned()].into()).unwrap();
    id
}

/// An archive of these files.
fn archive(path: &Path, files: &[(&str, &[u8])]) {
    let mut zip = ZipWriter::new(File::create(path).unwrap());
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap();
}

const HEADER: &[u8] = b"{\"ridealong\":1}\n";

#[test]
fn a_packed_session_is_the_same_elsewhere() {
    let room = tempfile::tempdir().unwrap();
    let (here, there) = (room.path().join("here"), room.path().join("there"));
    let id = session(&here);
    let file = room.path().join("s.ridealong");
    fs::write(here.join("stray.txt"), "not part of it").unwrap();
    pack(&here, &file).unwrap();
    assert_eq!(unpack(&file, &there).unwrap(), [""; 0]);
    assert_eq!(fs::read(here.join(LOG)).unwrap(), fs::read(there.join(LOG)).unwrap());
    assert_eq!(BlobFolder::of(&there).get(&id).unwrap(), b"picture");
    assert!(tags::of(&there).contains("smoke"));
    assert!(!there.join("stray.txt").exists());
    store::open(&there).unwrap();
}

#[test]
fn nothing_is_overwritten() {
    let room = tempfile::tempdir().unwrap();
    let here = room.path().join("here");
    session(&here);
    let file = room.path().join("s.ridealong");
    pack(&here, &file).unwrap();
    assert!(matches!(pack(&here, &file), Err(PackError::Exists { .. })));
    assert!(matches!(unpack(&file, &here), Err(PackError::Exists { .. })));
}

#[test]
fn what_is_no_session_is_not_unpacked() {
    let room = tempfile::tempdir().unwrap();
    let (file, there) = (room.path().join("x"), room.path().join("there"));
    fs::write(&file, b"PK\x03\x04 nonsense").unwrap();
    assert!(matches!(unpack(&file, &there), Err(PackError::NoPack { .. })));
    archive(&file, &[("readme", b"hello")]);
    assert!(matches!(unpack(&file, &there), Err(PackError::NoPack { .. })));
    assert!(!there.exists());
    assert!(matches!(pack(room.path(), &room.path().join("y")), Err(PackError::Store(_))));
}

#[test]
fn names_that_lead_elsewhere_are_left_out() {
    let room = tempfile::tempdir().unwrap();
    let (file, there) = (room.path().join("x"), room.path().join("deep/there"));
    fs::create_dir(room.path().join("deep")).unwrap();
    let id = BlobId::of(b"x");
    let ours = format!("blobs/{}", blobs::place(&id));
    let twisted = format!("blobs/../{}", id.as_str());
    let hostile = ["../../evil", "/tmp/evil", "blobs/../../evil", "blobs/aa/evil", "C:\\evil"];
    let mut files: Vec<(&str, &[u8])> = vec![(LOG, HEADER), (&ours, b"x"), (&twisted, b"x")];
    files.extend(hostile.map(|name| (name, &b"evil"[..])));
    archive(&file, &files);
    let repairs = unpack(&file, &there).unwrap();
    assert_eq!(repairs.len(), hostile.len() + 1, "{repairs:?}");
    assert_eq!(BlobFolder::of(&there).get(&id).unwrap(), b"x");
    let mut names: Vec<_> =
        fs::read_dir(&there).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["blobs", LOG]);
    assert!(!room.path().join("evil").exists());
}

#[test]
fn a_blob_that_is_not_what_its_name_says_is_left_out() {
    let room = tempfile::tempdir().unwrap();
    let (file, there) = (room.path().join("x"), room.path().join("there"));
    let id = BlobId::of(b"x");
    let name = format!("blobs/{}", blobs::place(&id));
    archive(&file, &[(LOG, HEADER), (&name, b"something else")]);
    let repairs = unpack(&file, &there).unwrap();
    assert!(repairs[0].contains("damaged"), "{repairs:?}");
}

#[test]
fn a_bomb_does_not_go_off() {
    let room = tempfile::tempdir().unwrap();
    let (file, there) = (room.path().join("x"), room.path().join("there"));
    let name = format!("blobs/00/{}", "0".repeat(64));
    let zeros = vec![0; usize::try_from(blobs::LARGEST).unwrap() + 2];
    archive(&file, &[(LOG, HEADER), (&name, &zeros)]);
    assert!(fs::metadata(&file).unwrap().len() < 200_000);
    let error = unpack(&file, &there).unwrap_err();
    assert!(error.to_string().contains("more than any session holds"), "{error}");
    assert!(!there.exists());
    assert!(!there.with_extension("part").exists());
}

#[test]
fn a_damaged_archive_is_told_and_leaves_nothing() {
    let room = tempfile::tempdir().unwrap();
    let (here, file) = (room.path().join("here"), room.path().join("s.ridealong"));
    session(&here);
    pack(&here, &file).unwrap();
    let whole = fs::read(&file).unwrap();
    for place in (0..whole.len()).step_by(7) {
        let there = room.path().join(format!("there{place}"));
        let mut damaged = whole.clone();
        damaged[place] ^= 0xff;
        fs::write(&file, &damaged).unwrap();
        // Whatever it is taken for, it is no panic and no half session.
        if unpack(&file, &there).is_err() {
            assert!(!there.exists());
        }
    }
    let cut = File::options().write(true).open(&file).unwrap();
    cut.set_len(whole.len() as u64 / 2).unwrap();
    (&cut).seek(SeekFrom::Start(0)).unwrap();
    assert!(unpack(&file, &room.path().join("cut")).is_err());
}
