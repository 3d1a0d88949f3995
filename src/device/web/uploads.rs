//! Files for pages that ask for one: those of a folder that the user names, else what the app itself offered for download,
//! else small samples.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::time::Duration;

use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use super::WebDevice;
use super::calls::CallFailure;
use super::downloads::Downloads;
use super::error::WebError;

/// How long the browser may take to tell of a field, and to take a file.
const FILE_LIMIT: Duration = Duration::from_secs(5);

/// How long a file that the app has just offered for download is waited for.
const DOWNLOAD_LIMIT: Duration = Duration::from_secs(2);

/// What the page in front asks for a file with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileRequest {
    /// Its field, as the protocol names it; none if a script asks without one.
    pub(super) node: Option<i64>,
}

/// Files that are given in turn.
#[derive(Debug)]
pub(super) struct UploadFiles {
    files: Vec<PathBuf>,
    given: usize,
    /// Where samples are. Deleted with this.
    _samples: Option<tempfile::TempDir>,
}

impl UploadFiles {
    /// The files of `folder`, or samples without one.
    ///
    /// # Errors
    /// If the folder cannot be read or holds no file, or the samples cannot be written.
    pub(super) fn open(folder: Option<&Path>) -> Result<Self, WebError> {
        if let Some(folder) = folder {
            return Ok(Self { files: files_in(folder)?, given: 0, _samples: None });
        }
        let place = std::env::temp_dir();
        let wrong = |error: std::io::Error| WebError::NoUploads {
            folder: place.clone(),
            said: error.to_string(),
        };
        let samples = tempfile::tempdir().map_err(wrong)?;
        for (name, content) in samples_by_name() {
            std::fs::write(samples.path().join(name), content).map_err(wrong)?;
        }
        Ok(Self { files: files_in(samples.path())?, given: 0, _samples: Some(samples) })
    }

    /// The next file that a field takes that names `accepted` kinds; the next of all if it takes none of
    /// them.
    pub(super) fn next(&mut self, accepted: &str) -> Option<&Path> {
        let count = self.files.len();
        let turns = (0..count).map(|step| (self.given + step) % count);
        let fits = |at: &usize| accepts(accepted, &self.files[*at]);
        let at = turns.clone().find(fits).or_else(|| turns.clone().next())?;
        self.given = at + 1;
        Some(&self.files[at])
    }
}

impl WebDevice {
    /// Gives the next file to a page that has asked for one; false if none has.
    pub(super) async fn give_file(&mut self) -> Result<bool, CallFailure> {
        let Some(request) = self.file_request.take() else { return Ok(false) };
        let Some(node) = request.node else {
            self.note("a script of the page asked for a file; none was given".into());
            return Ok(true);
        };
        let field = json!({"backendNodeId": node});
        let told = self.ask_page("DOM.describeNode", &field, FILE_LIMIT).await;
        let accepted = told.ok().and_then(|told| attribute(&told["node"], "accept"));
        let accepted = accepted.unwrap_or_default();
        self.finish_downloads().await?;
        let Some(file) = self.file_for(&accepted) else { return Ok(true) };
        let params = json!({"files": [file], "backendNodeId": node});
        match self.ask_page("DOM.setFileInputFiles", &params, FILE_LIMIT).await {
            Err(CallFailure::Failed(WebError::Refused { .. })) => return Ok(true),
            given => given?,
        };
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.note(format!("the page asked for a file and was given {name:?}"));
        Ok(true)
    }

    /// Waits until what the app has offered for download is there, for a while.
    async fn finish_downloads(&mut self) -> Result<(), CallFailure> {
        let cdp = self.cdp()?;
        let until = Instant::now() + DOWNLOAD_LIMIT;
        self.take_events();
        while self.downloads.as_ref().is_some_and(Downloads::is_busy) {
            if timeout_at(until, cdp.event_arrived()).await.is_err() {
                break;
            }
            self.take_events();
        }
        Ok(())
    }

    /// A file for a field that names `accepted` kinds.
    fn file_for(&mut self, accepted: &str) -> Option<PathBuf> {
        if let Some(file) = self.downloads.as_mut().and_then(|files| files.next(accepted)) {
            return Some(file);
        }
        // Few pages ask, so samples are made for the first that does.
        if self.uploads.is_none() {
            match UploadFiles::open(None) {
                Ok(samples) => self.uploads = Some(samples),
                Err(error) => self.note(error.to_string()),
            }
        }
        self.uploads.as_mut()?.next(accepted).map(Path::to_owned)
    }
}

/// The value of an attribute of a node, as `DOM.describeNode` gives them: names and values in turn.
fn attribute(node: &Value, name: &str) -> Option<String> {
    let all = node["attributes"].as_array()?;
    let pair = all.chunks(2).find(|pair| pair[0] == name)?;
    pair.get(1)?.as_str().map(str::to_owned)
}

/// True if a field that names `accepted` kinds takes the file: endings, media types or groups of them,
/// as the `accept` attribute of HTML lists them. Without any it takes all files.
pub(super) fn accepts(accepted: &str, file: &Path) -> bool {
    let ending = file.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let media = media_type(&ending);
    let mut kinds = accepted.split(',').map(|kind| kind.trim().to_lowercase());
    let fits = |kind: String| match kind.strip_prefix('.') {
        Some(wanted) => wanted == ending,
        None => kind == "*/*" || kind == media || is_in_group(media, &kind),
    };
    accepted.trim().is_empty() || kinds.any(fits)
}

/// True if `kind` names all media types of a group, such as `image/*`.
fn is_in_group(media: &str, kind: &str) -> bool {
    let group = kind.strip_suffix('*').filter(|group| group.ends_with('/'));
    group.is_some_and(|group| media.starts_with(group))
}

/// The media type of files with this ending.
fn media_type(ending: &str) -> &'static str {
    match ending {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "svg" => "image/svg+xml",
        "txt" | "log" => "text/plain",
        "md" => "text/markdown",
        "csv" => "text/csv",
        "html" | "htm" => "text/html",
        "xml" => "application/xml",
        "json" => "application/json",
        "pdf" => "application/pdf",
        "zip" => "application/zip",
        "mp3" => "audio/mpeg",
        "wav" => "audio/wav",
        "mp4" => "video/mp4",
        "webm" => "video/webm",
        _ => "application/octet-stream",
    }
}

/// Names and contents of the samples: one of each kind that pages ask for most.
fn samples_by_name() -> Vec<(&'static str, Vec<u8>)> {
    let text = |content: &str| content.as_bytes().to_vec();
    vec![
        ("sample.png", picture(ImageFormat::Png)),
        ("sample.jpg", picture(ImageFormat::Jpeg)),
        ("sample.csv", text("name,amount,day\nAda,12,2024-03-01\nGrace,7,2024-03-02\n")),
        ("sample.json", text("{\"name\": \"Ada\", \"amounts\": [12, 7], \"paid\": true}\n")),
        ("sample.md", text("# Sample\n\n- one\n- two\n")),
        ("sample.svg", text(SAMPLE_SVG)),
        ("sample.txt", text("A sample.\nIts second line.\n")),
        ("sample.xml", text("<?xml version=\"1.0\"?>\n<sample><name>Ada</name></sample>\n")),
    ]
}

/// A circle.
const SAMPLE_SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"160\" height=\"120\">\
    <circle cx=\"80\" cy=\"60\" r=\"40\" fill=\"#3366cc\"/></svg>\n";

/// A picture of 160 by 120 pixels whose colours run into each other.
fn picture(format: ImageFormat) -> Vec<u8> {
    let shade = |at: u32| u8::try_from(at).unwrap_or(u8::MAX);
    let picture = RgbImage::from_fn(160, 120, |x, y| Rgb([shade(x), shade(y * 2), 160]));
    let mut bytes = Cursor::new(Vec::new());
    // Writing to memory does not fail for a format that is built in; an empty file would be refused by
    // the page as any damaged one.
    drop(picture.write_to(&mut bytes, format));
    bytes.into_inner()
}

/// The files of `folder` by name, as whole paths.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, WebError> {
    let wrong = |said: String| WebError::NoUploads { folder: folder.to_owned(), said };
    let listed = std::fs::read_dir(folder).and_then(|entries| {
        let paths = entries.map(|entry| entry?.path().canonicalize());
        paths.collect::<std::io::Result<Vec<_>>>()
    });
    let mut files = listed.map_err(|error| wrong(error.to_string()))?;
    files.retain(|path| path.is_file());
    files.sort_unstable();
    if files.is_empty() { Err(wrong("it holds no file".into())) } else { Ok(files) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(path: Option<&Path>) -> String {
        path.and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned()
    }

    #[test]
    fn files_of_a_folder_come_by_name_and_there_must_be_one() {
        let folder = tempfile::tempdir().unwrap();
        let open = |path: &Path| UploadFiles::open(Some(path));
        assert!(matches!(open(folder.path()), Err(WebError::NoUploads { .. })));
        assert!(open(&folder.path().join("none")).is_err());
        for name in ["b.txt", "a.png"] {
            std::fs::write(folder.path().join(name), "x").unwrap();
        }
        std::fs::create_dir(folder.path().join("0")).unwrap();
        let mut files = open(folder.path()).unwrap();
        let names = [(); 3].map(|()| name(files.next("")));
        assert_eq!(names, ["a.png", "b.txt", "a.png"]);
        assert_eq!(name(files.next(".pdf")), "b.txt", "none fits, so the next is given");
    }

    #[test]
    fn samples_fit_what_a_field_accepts() {
        let mut files = UploadFiles::open(None).unwrap();
        for (accepted, expected) in [
            ("image/*", "sample.jpg"),
            ("image/*", "sample.png"),
            ("image/svg+xml", "sample.svg"),
            (".CSV, .tsv", "sample.csv"),
            ("application/json", "sample.json"),
            ("text/plain", "sample.txt"),
        ] {
            assert_eq!(name(files.next(accepted)), expected, "{accepted}");
        }
        let png = files.files.iter().find(|file| file.ends_with("sample.png")).unwrap();
        let read = image::open(png).unwrap();
        assert_eq!((read.width(), read.height()), (160, 120));
    }

    #[test]
    fn kinds_are_endings_media_types_and_groups() {
        let png = Path::new("a.PNG");
        for accepted in ["", " ", "image/*", ".png", "text/csv, image/png", "*/*"] {
            assert!(accepts(accepted, png), "{accepted}");
        }
        for accepted in [".pdf", "image/jpeg", "text/*", "im*"] {
            assert!(!accepts(accepted, png), "{accepted}");
        }
        let node = json!({"attributes": ["type", "file", "accept", ".csv"]});
        assert_eq!(attribute(&node, "accept").as_deref(), Some(".csv"));
        assert_eq!(attribute(&json!({}), "accept"), None);
    }
}
