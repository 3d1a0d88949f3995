//! Finding the dialogues of one app among files.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::RecordedError;
use super::transcript::{self, Session, Transcript};
use super::words::{self, LaunchPhrase};
use crate::domain::speech;

/// No honest dialogue is larger, in bytes.
const LARGEST_FILE: u64 = 4 * 1024 * 1024;
/// No honest collection of one app's dialogues is larger, in bytes.
const LARGEST_FOLDER: u64 = 64 * 1024 * 1024;
/// No honest collection has more files.
const MOST_FILES: usize = 10_000;
/// How deep folders are looked into.
const DEPTH: usize = 3;
/// The most names of apps that an error lists.
const SHOWN_APPS: usize = 12;

/// All recorded dialogues of one app.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppDialogues {
    /// What the app is called when it is opened.
    pub app: String,
    /// Its sessions, in the order of the files' names.
    pub sessions: Vec<Session>,
    /// How many files they come from.
    pub files: usize,
    /// What was left out, one sentence each.
    pub notices: Vec<String>,
}

/// Reads the dialogues in `path`, a file or a folder of `.txt` files. Where they belong to several
/// apps, `app` says which one is meant: the name by which it is opened.
///
/// # Errors
/// If there are none, or they belong to several apps and `app` names none of them.
pub fn read(path: &Path, app: Option<&str>) -> Result<AppDialogues, RecordedError> {
    let mut shelf = DialogueFolder::open(path)?;
    let wanted = app.map(|app| shelf.wanted(path, app)).transpose()?;
    let names: Vec<&String> = shelf.apps.keys().collect();
    let name = match (wanted, &names[..]) {
        (Some(wanted), _) => wanted,
        (None, [only]) => (*only).clone(),
        (None, _) => {
            let apps = shown(&names);
            return Err(RecordedError::SeveralApps { path: path.to_owned(), apps });
        }
    };
    let (sessions, files) = shelf.apps.remove(&name).unwrap_or_default();
    Ok(AppDialogues { app: name, sessions, files, notices: shelf.notices })
}

/// The names of the apps whose dialogues lie in `path`.
///
/// # Errors
/// If there are no dialogues.
pub fn apps(path: &Path) -> Result<Vec<String>, RecordedError> {
    Ok(DialogueFolder::open(path)?.apps.into_keys().collect())
}

/// Dialogues by app, with the number of files they come from.
struct DialogueFolder {
    apps: BTreeMap<String, (Vec<Session>, usize)>,
    notices: Vec<String>,
}

impl DialogueFolder {
    fn open(path: &Path) -> Result<Self, RecordedError> {
        let files = files(path)?;
        let mut read = Vec::new();
        let mut refused = Vec::new();
        let mut left = LARGEST_FOLDER;
        for file in &files {
            match open(file, &mut left) {
                Ok(transcript) => read.push((file.as_path(), transcript)),
                Err(RecordedError::NotDialogues { why, .. }) => refused.push((file.as_path(), why)),
                Err(error) => return Err(error),
            }
        }
        let opened = |transcript: &Transcript| {
            transcript.sessions.iter().any(|session| opened(session).is_some())
        };
        let anybody_opens = read.iter().any(|(_, transcript)| opened(transcript));
        // What neither opens an app nor has the marks of a dialogue could be any text.
        read.retain(|(file, transcript)| {
            let dialogue = transcript.marked || opened(transcript);
            if !dialogue {
                let why = "no session in it begins with words that open an app".to_owned();
                refused.push((file, why));
            }
            dialogue
        });
        if read.is_empty() {
            return Err(match refused.into_iter().next() {
                Some((file, why)) => RecordedError::NotDialogues { path: file.to_owned(), why },
                None => RecordedError::Empty { path: path.to_owned() },
            });
        }
        let mut shelf = Self { apps: BTreeMap::new(), notices: Vec::new() };
        for (file, why) in refused {
            shelf.notices.push(format!("{} is left out: {why}.", file.display()));
        }
        if anybody_opens {
            shelf.sort(path, read);
        } else {
            shelf.all_of(path, read);
        }
        Ok(shelf)
    }

    /// Puts every session to the app that it opens; files that open none go with those whose name
    /// is the same but for numbers.
    fn sort(&mut self, path: &Path, read: Vec<(&Path, Transcript)>) {
        let names = plain_names(&read);
        let mut owners: BTreeMap<String, String> = BTreeMap::new();
        let mut homeless = Vec::new();
        for (file, transcript) in read {
            let app = transcript.sessions.iter().find_map(|session| app_of(session, &names));
            match app {
                Some(app) => {
                    owners.insert(stem(file), app.clone());
                    self.put(app, transcript.sessions);
                }
                None => homeless.push((file, transcript)),
            }
        }
        if self.apps.is_empty() {
            // Opened with requests alone, which do not tell where the name ends.
            return self.all_of(path, homeless);
        }
        for (file, transcript) in homeless {
            let only = self.apps.keys().next().filter(|_| self.apps.len() == 1).cloned();
            match owners.get(&stem(file)).cloned().or(only) {
                Some(app) => self.put(app, transcript.sessions),
                None => self.notices.push(format!(
                    "{} is left out: it opens no app, so whose dialogue it is cannot be known.",
                    file.display()
                )),
            }
        }
    }

    /// Nobody opens anything: all of it is one app, called as the file or folder.
    fn all_of(&mut self, path: &Path, read: Vec<(&Path, Transcript)>) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        for (_, transcript) in read {
            self.put(speech::normal(&name), transcript.sessions);
        }
    }

    fn put(&mut self, app: String, sessions: Vec<Session>) {
        let (all, files) = self.apps.entry(app).or_default();
        all.extend(sessions);
        *files += 1;
    }

    fn wanted(&self, path: &Path, app: &str) -> Result<String, RecordedError> {
        let wanted = words::key(app);
        let found = self.apps.keys().find(|name| words::key(name) == wanted);
        found.cloned().ok_or_else(|| RecordedError::NoSuchApp {
            path: path.to_owned(),
            app: app.to_owned(),
            apps: shown(&self.apps.keys().collect::<Vec<_>>()),
        })
    }
}

fn shown(names: &[&String]) -> String {
    let mut shown: Vec<String> =
        names.iter().take(SHOWN_APPS).map(|name| format!("{name:?}")).collect();
    if names.len() > SHOWN_APPS {
        shown.push(format!("{} more", names.len() - SHOWN_APPS));
    }
    shown.join(", ")
}

fn opened(session: &Session) -> Option<LaunchPhrase> {
    words::opening(&session.first()?.words)
}

/// The names by which apps are opened alone.
fn plain_names(read: &[(&Path, Transcript)]) -> Vec<String> {
    let sessions = read.iter().flat_map(|(_, transcript)| &transcript.sessions);
    let mut names: Vec<String> = sessions
        .filter_map(|session| match opened(session) {
            Some(LaunchPhrase::Plain(name)) => Some(name),
            _ => None,
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The app that `session` opens. In `ask NAME for …` the name is the longest known one, else the
/// words up to the request.
fn app_of(session: &Session, names: &[String]) -> Option<String> {
    let rest = match opened(session)? {
        LaunchPhrase::Plain(name) => return Some(name),
        LaunchPhrase::Asking(rest) => rest,
    };
    let begins = |name: &&String| {
        rest.strip_prefix(name.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let known = names.iter().filter(begins).max_by_key(|name| name.len()).cloned();
    known.or_else(|| {
        let parts = [" for ", " to ", " how ", " about ", " what "];
        let end = parts.iter().filter_map(|part| rest.find(part)).min();
        end.and_then(|end| rest.get(..end)).map(str::to_owned)
    })
}

/// The file's name without the numbers at its end, which tell parts of one collection apart.
fn stem(file: &Path) -> String {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_' || c == '-').to_owned()
}

/// The file itself, or the `.txt` files in a folder by name.
fn files(path: &Path) -> Result<Vec<PathBuf>, RecordedError> {
    let data = fs::metadata(path).map_err(|source| RecordedError::unreadable(path, source))?;
    if !data.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    collect(path, DEPTH, &mut files)?;
    files.sort();
    if files.is_empty() {
        return Err(RecordedError::Empty { path: path.to_owned() });
    }
    Ok(files)
}

/// Links to folders are not followed.
fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), RecordedError> {
    let entries =
        fs::read_dir(folder).map_err(|source| RecordedError::unreadable(folder, source))?;
    for entry in entries {
        let entry = entry.map_err(|source| RecordedError::unreadable(folder, source))?;
        let path = entry.path();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && depth > 0 {
            collect(&path, depth - 1, files)?;
        } else if !is_folder && path.extension().is_some_and(|ending| ending == "txt") {
            files.push(path);
        }
        if files.len() > MOST_FILES {
            let what = format!("more than {MOST_FILES} files");
            return Err(RecordedError::TooLarge { path: folder.to_owned(), what });
        }
    }
    Ok(())
}

fn open(file: &Path, left: &mut u64) -> Result<Transcript, RecordedError> {
    let not = |why: String| RecordedError::NotDialogues { path: file.to_owned(), why };
    let unreadable = |source| RecordedError::unreadable(file, source);
    let opened = fs::File::open(file).map_err(unreadable)?;
    if !opened.metadata().map_err(unreadable)?.is_file() {
        return Err(not("it is no file".into()));
    }
    let mut bytes = Vec::new();
    opened.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(not(format!("it is larger than {} MB", LARGEST_FILE >> 20)));
    }
    *left = left.checked_sub(bytes.len() as u64).ok_or_else(|| RecordedError::TooLarge {
        path: file.parent().unwrap_or(file).to_owned(),
        what: format!("more than {} MB", LARGEST_FOLDER >> 20),
    })?;
    let text = transcript::decode(&bytes).map_err(|why| not(why.to_owned()))?;
    transcript::read(&text).map_err(not)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        folder
    }

    const TEA: &str = "Alexa, open tea time\nGreen or black?\ngreen\nFine.\n";

    #[test]
    fn the_sessions_of_one_app_from_several_files() {
        let folder = folder(&[
            ("one.txt", TEA),
            ("two.txt", "I:\nask tea time for a fact\nE:\nTea is old.\n"),
            ("part_1.txt", "I:\nopen tea time\nE:\nHello.\n"),
            ("part_2.txt", "I:\nstop\nE:\nBye.\n"),
            ("notes.md", "open something\nelse\n"),
        ]);
        let dialogues = read(folder.path(), None).unwrap();
        assert_eq!((dialogues.app.as_str(), dialogues.files), ("tea time", 4));
        assert_eq!(dialogues.sessions.len(), 4);
        assert!(dialogues.notices.is_empty(), "{:?}", dialogues.notices);
    }

    #[test]
    fn several_apps_are_told_apart_by_name() {
        let folder = folder(&[
            ("a_1.txt", TEA),
            ("b_1.txt", "open moon guide\nHello.\n"),
            ("b_2.txt", "I:\nstop\nE:\nBye.\n"),
            ("c.txt", "I:\nstop\nE:\nBye.\n"),
        ]);
        let error = read(folder.path(), None).unwrap_err();
        assert!(
            matches!(&error, RecordedError::SeveralApps { apps, .. }
            if apps == "\"moon guide\", \"tea time\""),
            "{error}"
        );
        let dialogues = read(folder.path(), Some("Moon Guide")).unwrap();
        assert_eq!((dialogues.files, dialogues.sessions.len()), (2, 2));
        assert!(dialogues.notices[0].contains("c.txt is left out"), "{:?}", dialogues.notices);
        assert!(matches!(
            read(folder.path(), Some("sun guide")).unwrap_err(),
            RecordedError::NoSuchApp { .. }
        ));
        assert_eq!(apps(folder.path()).unwrap(), ["moon guide", "tea time"]);
    }

    #[test]
    fn what_is_no_dialogue() {
        let prose = "LaunchRequest\nColourIntent colour=green\nStopIntent\nEnd\n";
        for (name, text) in [("a.txt", prose), ("a.txt", ""), ("a.txt", "\0\u{1}"), ("a.md", "")] {
            let folder = folder(&[(name, text)]);
            let error = read(folder.path(), None).unwrap_err();
            let empty = matches!(error, RecordedError::Empty { .. });
            assert_eq!(empty, name == "a.md", "{error}");
            assert!(error.hint().is_some());
        }
        let nowhere = read(Path::new("no/such/folder"), None).unwrap_err();
        assert!(matches!(nowhere, RecordedError::NotThere { .. }), "{nowhere}");
        let mixed = folder(&[("a.txt", prose), ("b.txt", TEA)]);
        assert_eq!(read(mixed.path(), None).unwrap().notices.len(), 1);
    }

    #[test]
    fn marked_dialogues_need_no_opening_words() {
        let folder = folder(&[("bot.txt", "user: hello\napp: Hi.\nuser: bye\napp: Bye.\n")]);
        let dialogues = read(&folder.path().join("bot.txt"), None).unwrap();
        assert_eq!(dialogues.app, "bot");
        assert_eq!(dialogues.sessions[0].len(), 2);
    }

    #[test]
    fn a_request_alone_does_not_tell_the_name() {
        let folder = folder(&[("tides.txt", "ask high tide temperature\nIt is warm.\n")]);
        assert_eq!(read(&folder.path().join("tides.txt"), None).unwrap().app, "tides");
    }
}
