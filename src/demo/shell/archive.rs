//! `unzip`, as far as the phone's own packages need it.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;

use super::Bench;
use super::reply::Reply;

/// `unzip -p ARCHIVE FILE...`: prints files out of an archive.
pub fn unzip(bench: &mut Bench<'_>) -> Reply {
    let [option, path, names @ ..] = bench.args else {
        return Reply::fail(1, "usage: unzip [-d DIR] [-lnopqv] ZIP [FILE...] [-x FILE...]");
    };
    if option != "-p" {
        return Reply::fail(1, "unzip: the demo phone prints alone: unzip -p ZIP FILE...");
    }
    let Some(bytes) = bench.desk.files.read(path) else {
        return Reply::fail(1, format!("unzip: couldn't open {path}: I/O error"));
    };
    let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes)) else {
        return Reply::fail(1, format!("unzip: couldn't open {path}: Invalid file"));
    };
    let mut out = Vec::new();
    for name in names {
        let read = archive.by_name(name).ok().map(|mut file| file.read_to_end(&mut out));
        if !matches!(read, Some(Ok(_))) {
            return Reply::fail(
                1,
                format!("unzip: couldn't find {name}: No such file or directory"),
            );
        }
    }
    Reply::out(out)
}
