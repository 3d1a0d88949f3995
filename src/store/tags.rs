//! Tags: words by which a session is found again. They lie in a file of their own beside the log,
//! one a line, so that a session that is still being written can be tagged too.

use std::collections::BTreeSet;
use std::fs;
use std::io::{ErrorKind, Read as _};
use std::path::Path;

use super::StoreError;

/// The name of the file in a session's folder.
pub const TAGS: &str = "tags";

/// The longest tag, in characters.
const LONGEST: usize = 64;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 64 * 1024;

/// The tags of the session in `folder`, in alphabetical order. A file that cannot be read or holds
/// something else is no reason not to list the session: what is no tag in it is left out.
pub fn of(folder: &Path) -> BTreeSet<String> {
    let mut text = String::new();
    let read = fs::File::open(folder.join(TAGS))
        .and_then(|file| file.take(LARGEST).read_to_string(&mut text));
    match read {
        Ok(_) => text.lines().filter_map(tag).collect(),
        Err(_) => BTreeSet::new(),
    }
}

/// Writes the tags of the session in `folder`.
///
/// # Errors
/// If they cannot be written.
pub fn write(folder: &Path, tags: &BTreeSet<String>) -> Result<(), StoreError> {
    let path = folder.join(TAGS);
    let done = if tags.is_empty() {
        match fs::remove_file(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            other => other,
        }
    } else {
        let lines: String = tags.iter().map(|tag| format!("{tag}\n")).collect();
        fs::write(&path, lines)
    };
    done.map_err(|source| StoreError::Write { path, source })
}

/// `text` as a tag: without spaces around it. `None` if it is empty, too long, or holds what
/// would break a line.
pub fn tag(text: &str) -> Option<String> {
    let text = text.trim();
    let fits = !text.is_empty() && text.chars().count() <= LONGEST;
    (fits && !text.chars().any(char::is_control)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_kept_and_taken_away() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(of(folder.path()), BTreeSet::new());
        let tags = BTreeSet::from(["release 2".to_owned(), "smoke".to_owned()]);
        write(folder.path(), &tags).unwrap();
        assert_eq!(of(folder.path()), tags);
        write(folder.path(), &BTreeSet::new()).unwrap();
        write(folder.path(), &BTreeSet::new()).unwrap();
        assert!(!folder.path().join(TAGS).exists());
    }

    #[test]
    fn what_is_no_tag_is_left_out() {
        assert_eq!(tag("  smoke "), Some("smoke".into()));
        assert_eq!(tag(" "), None);
        assert_eq!(tag("a\u{1b}[2J"), None);
        assert_eq!(tag(&"x".repeat(65)), None);
    }
}
