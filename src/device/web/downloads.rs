//! Files that the app offers for download. They are kept for when a page asks for a file: what an app has exported is what
//! its import can read. Only of a browser that we started, which runs on this computer.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::uploads::accepts;

/// A larger file is not kept, in bytes.
const LARGEST: f64 = 16.0 * 1024.0 * 1024.0;
/// The most files that are kept; older ones are deleted.
const KEPT: usize = 8;
/// The most characters of a name that are kept.
const NAME: usize = 80;

/// See the module.
#[derive(Debug)]
pub(super) struct Downloads {
    /// Deleted with this.
    folder: TempDir,
    /// The names of files that are on their way, by the browser's name for the download.
    begun: HashMap<String, String>,
    /// The latest files, the last one last.
    kept: Vec<KeptFile>,
    /// So many were kept.
    count: usize,
}

/// A file that is kept.
#[derive(Debug)]
struct KeptFile {
    path: PathBuf,
    /// A page was given it.
    is_given: bool,
}

/// How a download goes on, as the browser tells it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::device) struct DownloadProgress {
    /// The browser's name for the download.
    pub(in crate::device) guid: String,
    /// How large the file is so far, in bytes.
    pub(in crate::device) received: f64,
    /// True once it is whole.
    pub(in crate::device) is_complete: bool,
    /// True once it was given up.
    pub(in crate::device) is_cancelled: bool,
}

impl Downloads {
    /// None so far.
    ///
    /// # Errors
    /// If there is no room for them.
    pub(super) fn new() -> std::io::Result<Self> {
        let folder = tempfile::tempdir()?;
        Ok(Self { folder, begun: HashMap::new(), kept: Vec::new(), count: 0 })
    }

    /// What tells a browser that was just started to put files here, under names of its own.
    pub(super) fn begin_anew(&mut self) -> Value {
        self.begun.clear();
        json!({
            "behavior": "allowAndName",
            "downloadPath": self.folder.path(),
            "eventsEnabled": true,
        })
    }

    /// The download `guid` of a file that the app calls `name` begins.
    pub(super) fn begin(&mut self, guid: String, name: &str) {
        self.begun.insert(guid, own_name(name));
    }

    /// True if a file is on its way.
    pub(super) fn is_busy(&self) -> bool {
        !self.begun.is_empty()
    }

    /// Takes in how a download goes on; true if it is to be stopped.
    pub(super) fn goes_on(&mut self, progress: &DownloadProgress) -> bool {
        if progress.is_cancelled {
            self.begun.remove(&progress.guid);
        } else if progress.received > LARGEST {
            return self.begun.remove(&progress.guid).is_some();
        } else if progress.is_complete
            && let Some(name) = self.begun.remove(&progress.guid)
        {
            // A file that is not there after all is one that no page can be given.
            drop(self.keep(&progress.guid, &name));
        }
        false
    }

    /// Gives the file of a finished download its name, in a folder of its own.
    fn keep(&mut self, guid: &str, name: &str) -> std::io::Result<()> {
        let own = self.folder.path().join(format!("file{}", self.count));
        self.count += 1;
        std::fs::create_dir(&own)?;
        let path = own.join(name);
        std::fs::rename(self.folder.path().join(own_name(guid)), &path)?;
        self.kept.push(KeptFile { path, is_given: false });
        if self.kept.len() > KEPT {
            std::fs::remove_file(self.kept.remove(0).path)?;
        }
        Ok(())
    }

    /// The latest file that was not given yet and that a field takes which names `accepted` kinds.
    pub(super) fn next(&mut self, accepted: &str) -> Option<PathBuf> {
        let mut latest = self.kept.iter_mut().rev();
        let file = latest.find(|file| !file.is_given && accepts(accepted, &file.path))?;
        file.is_given = true;
        Some(file.path.clone())
    }
}

/// `name` without what could make it the name of another place.
fn own_name(name: &str) -> String {
    let last = Path::new(name).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let chars: Vec<char> = last.trim_start_matches('.').chars().map(plain).collect();
    // The ending says what kind of file it is.
    let name: String = chars.iter().skip(chars.len().saturating_sub(NAME)).collect();
    if name.is_empty() { "file".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(guid: &str, received: f64, is_complete: bool) -> DownloadProgress {
        DownloadProgress { guid: guid.into(), received, is_complete, is_cancelled: false }
    }

    /// A whole download, as the browser puts it into the folder.
    fn download(downloads: &mut Downloads, guid: &str, name: &str) {
        std::fs::write(downloads.folder.path().join(guid), guid).unwrap();
        downloads.begin(guid.into(), name);
        assert!(!downloads.goes_on(&progress(guid, 1.0, false)));
        assert!(!downloads.goes_on(&progress(guid, 1.0, true)));
    }

    #[test]
    fn the_latest_file_that_fits_is_given_once() {
        let mut downloads = Downloads::new().unwrap();
        download(&mut downloads, "a1", "trips.json");
        download(&mut downloads, "b2", "../../etc/trips.json");
        download(&mut downloads, "c3", "trips.csv");
        let mut read = |accepted: &str| {
            let path = downloads.next(accepted)?;
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            Some((name, std::fs::read_to_string(&path).unwrap()))
        };
        let file = |name: &str, guid: &str| Some((name.to_owned(), guid.to_owned()));
        assert_eq!(read(".json"), file("trips.json", "b2"));
        assert_eq!(read(".png"), None);
        assert_eq!(read(""), file("trips.csv", "c3"));
        assert_eq!(read("application/json"), file("trips.json", "a1"));
        assert_eq!(read(""), None);
    }

    #[test]
    fn large_files_are_stopped_and_old_ones_deleted() {
        let mut downloads = Downloads::new().unwrap();
        downloads.begin("a1".into(), "film.mp4");
        assert!(!downloads.goes_on(&progress("a1", LARGEST, false)));
        assert!(downloads.goes_on(&progress("a1", LARGEST + 1.0, false)));
        assert!(!downloads.goes_on(&progress("a1", LARGEST + 2.0, true)), "stopped once");
        assert_eq!(downloads.next(""), None);
        for at in 0..=KEPT {
            download(&mut downloads, &format!("g{at}"), "list.csv");
            assert!(downloads.next("").is_some() && downloads.next("").is_none());
        }
        assert_eq!(downloads.kept.len(), KEPT, "whether they were given or not");
        assert!(!downloads.folder.path().join("file0/list.csv").exists());
    }

    #[test]
    fn what_was_given_up_is_not_waited_for() {
        let mut downloads = Downloads::new().unwrap();
        downloads.begin("a1".into(), "trips.json");
        assert!(downloads.is_busy());
        let given_up = DownloadProgress { is_cancelled: true, ..progress("a1", 1.0, false) };
        assert!(!downloads.goes_on(&given_up));
        assert!(!downloads.is_busy() && downloads.next("").is_none());
        downloads.begin("b2".into(), "trips.json");
        downloads.begin_anew();
        assert!(!downloads.is_busy(), "its browser is gone");
    }

    #[test]
    fn names_stay_within_the_folder_and_keep_their_ending() {
        assert_eq!(own_name("../a b/c:d.csv"), "c_d.csv");
        assert_eq!(own_name(".hidden"), "hidden");
        assert_eq!(own_name(".."), "file");
        let long = own_name(&format!("{}.json", "x".repeat(300)));
        assert!(long.len() == NAME && long.ends_with(".json"), "{long}");
    }
}
