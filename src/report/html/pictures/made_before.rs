//! Pictures that were made for an earlier report of the session, kept beside its blobs.
//!
//! ```text
//! {"made":1}                                              the version of how they are made
//! {"piece":"5f…","top":0,"size":[320,711],"jpeg":"…"}     a piece by its content, JPEG as base64
//! {"picture":"ab…","pieces":["5f…"]}                      the pieces of a picture, from the back
//! ```

use std::collections::{HashMap, HashSet};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::piece::{MadePicture, MadePiece};
use crate::domain::BlobId;
use crate::store::BlobFolder;

/// To be raised if pictures are made otherwise: what was made before is then made anew.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredLine {
    Version { made: u32 },
    Piece { piece: String, top: u32, size: (u32, u32), jpeg: String },
    Picture { picture: BlobId, pieces: Vec<String> },
}

/// What was made before of the pictures whose blobs are still there; nothing if it cannot be read.
pub(super) fn read(blobs: &BlobFolder) -> HashMap<BlobId, MadePicture> {
    let kept = blobs.made_for_reports().unwrap_or_default();
    let mut pictures = parsed(&String::from_utf8_lossy(&kept)).unwrap_or_default();
    pictures.retain(|id, _| blobs.has(id));
    pictures
}

fn parsed(kept: &str) -> Option<HashMap<BlobId, MadePicture>> {
    let mut lines = kept.lines().map(serde_json::from_str);
    let Some(Ok(StoredLine::Version { made: VERSION })) = lines.next() else { return None };
    let mut pieces: HashMap<String, MadePiece> = HashMap::new();
    let mut pictures = HashMap::new();
    for line in lines {
        match line.ok()? {
            StoredLine::Version { .. } => return None,
            StoredLine::Piece { piece, top, size, jpeg } => {
                let hash = u128::from_str_radix(&piece, 16).ok()?;
                let jpeg = STANDARD.decode(jpeg).ok()?;
                pieces.insert(piece, MadePiece { hash, top, size, jpeg });
            }
            StoredLine::Picture { picture, pieces: names } => {
                let made: Option<MadePicture> =
                    names.iter().map(|name| pieces.get(name).cloned()).collect();
                pictures.insert(picture, made?);
            }
        }
    }
    Some(pictures)
}

/// Keeps `pictures` for reports to come. If that fails they are made again.
pub(super) fn keep(blobs: &BlobFolder, pictures: &[(&BlobId, &MadePicture)]) {
    let mut lines = vec![StoredLine::Version { made: VERSION }];
    let name = |piece: &MadePiece| format!("{:032x}", piece.hash);
    let mut known = HashSet::new();
    for piece in pictures.iter().flat_map(|(_, made)| made.iter()) {
        if known.insert(piece.hash) {
            let MadePiece { top, size, ref jpeg, .. } = *piece;
            let jpeg = STANDARD.encode(jpeg);
            lines.push(StoredLine::Piece { piece: name(piece), top, size, jpeg });
        }
    }
    lines.extend(pictures.iter().map(|(id, made)| StoredLine::Picture {
        picture: (*id).clone(),
        pieces: made.iter().map(name).collect(),
    }));
    let lines: Result<Vec<String>, _> = lines.iter().map(serde_json::to_string).collect();
    let Ok(lines) = lines else { return };
    if let Err(error) = blobs.keep_made_for_reports(lines.join("\n").as_bytes()) {
        tracing::info!(%error, "the pictures of the report are not kept");
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn piece(hash: u128, jpeg: &[u8]) -> MadePiece {
        MadePiece { hash, top: 7, size: (320, 40), jpeg: jpeg.to_vec() }
    }

    #[test]
    fn what_was_kept_is_read_again_as_long_as_the_blob_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = BlobFolder::of(folder.path());
        assert!(read(&blobs).is_empty());
        let (there, gone) = (BlobId::of(b"there"), BlobId::of(b"gone"));
        blobs.put(&there, b"there").unwrap();
        let made = vec![piece(u128::MAX, b"back"), piece(3, b"front")];
        keep(&blobs, &[(&there, &made), (&gone, &made)]);
        assert_eq!(read(&blobs), HashMap::from([(there, made)]));
    }

    #[test]
    fn what_another_version_made_or_is_damaged_is_made_anew() {
        let picture = format!(r#"{{"picture":"{}","pieces":["3"]}}"#, BlobId::of(b"a"));
        let piece = r#"{"piece":"3","top":0,"size":[1,1],"jpeg":"AAAA"}"#;
        let whole = format!("{{\"made\":{VERSION}}}\n{piece}\n{picture}");
        assert_eq!(parsed(&whole).map(|known| known.len()), Some(1));
        let other = format!("{{\"made\":{}}}\n{piece}\n{picture}", VERSION + 1);
        let lost = format!("{{\"made\":{VERSION}}}\n{picture}");
        let cut = whole.trim_end_matches('}').to_owned();
        for damaged in [other, lost, cut, String::new()] {
            assert_eq!(parsed(&damaged), None, "{damaged}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text: String) {
            let _ = parsed(&format!("{{\"made\":{VERSION}}}\n{text}"));
        }
    }
}
