//! All prompts: those built in, and the user's own in their place.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::template::{self, BUILT_IN, Template, TemplateError};

/// The prompts that are built in: name and text. A test holds the list against the files.
const ALL: &[(&str, &str)] = &[
    ("elevate/states", include_str!("../../prompts/elevate/states.md")),
    ("elevate/inputs", include_str!("../../prompts/elevate/inputs.md")),
    ("elevate/goals", include_str!("../../prompts/elevate/goals.md")),
    ("elevate/lead", include_str!("../../prompts/elevate/lead.md")),
    ("elevate/exploration", include_str!("../../prompts/elevate/exploration.md")),
    ("forms/texts", include_str!("../../prompts/forms/texts.md")),
    ("input_blaster/generator", include_str!("../../prompts/input_blaster/generator.md")),
    ("vlm_fuzz/plan", include_str!("../../prompts/vlm_fuzz/plan.md")),
    ("vlm_fuzz/value", include_str!("../../prompts/vlm_fuzz/value.md")),
    ("vision_droid/explorer", include_str!("../../prompts/vision_droid/explorer.md")),
    ("vision_droid/monitor", include_str!("../../prompts/vision_droid/monitor.md")),
    ("vision_droid/detector", include_str!("../../prompts/vision_droid/detector.md")),
    ("vision_droid/second_look", include_str!("../../prompts/vision_droid/second_look.md")),
    ("chatbot/reply", include_str!("../../prompts/chatbot/reply.md")),
];

/// Folders within folders that are looked into for prompts of the user's own.
const DEEPEST: usize = 4;

/// All prompts. A file of the same name in the user's folder takes the place of a built-in one, and
/// is read anew each time, so that editing it has effect at once.
#[derive(Clone, Debug, Default)]
pub struct PromptLibrary {
    folder: Option<PathBuf>,
    /// What was last reported about the prompts that cannot be used.
    reported_mistakes: Arc<Mutex<HashMap<String, String>>>,
}

impl PromptLibrary {
    /// Prompts with the user's own in `folder`, if there are any.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, reported_mistakes: Arc::default() }
    }

    /// The names of all prompts.
    pub fn names(&self) -> Vec<&'static str> {
        ALL.iter().map(|(name, _)| *name).collect()
    }

    /// Where a file takes the place of the prompt called `name`, whether it is there or not.
    pub fn own(&self, name: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("{name}.md")))
    }

    /// The text of the prompt called `name` and if it comes from, be it usable or not.
    ///
    /// # Errors
    /// If there is no such prompt, or the user's own cannot be read.
    pub fn source(&self, name: &str) -> Result<(String, String), TemplateError> {
        let Some((_, built_in)) = ALL.iter().find(|(known, _)| *known == name) else {
            let what = "there is no such prompt".to_owned();
            return Err(TemplateError {
                name: name.into(),
                origin: BUILT_IN.into(),
                line: None,
                what,
            });
        };
        let Some(path) = self.own(name) else { return Ok((BUILT_IN.into(), (*built_in).into())) };
        match read(&path) {
            Ok(text) => Ok((path.display().to_string(), text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok((BUILT_IN.into(), (*built_in).into()))
            }
            Err(error) => Err(TemplateError {
                name: name.into(),
                origin: path.display().to_string(),
                line: None,
                what: format!("it cannot be read: {error}"),
            }),
        }
    }

    /// The prompt called `name`.
    ///
    /// # Errors
    /// If there is none, or the user's own cannot be used.
    pub fn get(&self, name: &str) -> Result<Arc<Template>, TemplateError> {
        let (origin, source) = self.source(name)?;
        Template::read(name, &origin, &source).map(Arc::new)
    }

    /// The prompt called `name`: the user's own if it can be used, else the built-in one, with
    /// why. Why is given once, and again when it has changed.
    pub fn usable(&self, name: &str) -> (Arc<Template>, Option<TemplateError>) {
        match self.get(name) {
            Ok(template) => (template, None),
            Err(error) => {
                let news = self.is_news(name, &error.to_string());
                (Self::built_in(name), news.then_some(error))
            }
        }
    }

    /// True if `what` was not the last report about the prompt called `name`.
    pub fn is_news(&self, name: &str, what: &str) -> bool {
        let mut mistakes = self.reported_mistakes.lock().unwrap_or_else(PoisonError::into_inner);
        mistakes.insert(name.to_owned(), what.to_owned()).is_none_or(|before| before != what)
    }

    /// The built-in prompt called `name`; an empty one if there is none, which no query asks
    /// for: a test reads all of them.
    pub fn built_in(name: &str) -> Arc<Template> {
        let text = ALL.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
        let read = Template::read(name, BUILT_IN, text.unwrap_or_default());
        Arc::new(read.unwrap_or_else(|_| Template::empty(name)))
    }

    /// Files among the user's own that take the place of no prompt, most likely by a slip in the
    /// name.
    pub fn strays(&self) -> Vec<PathBuf> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let known: Vec<PathBuf> = self.names().iter().filter_map(|name| self.own(name)).collect();
        let mut files = Vec::new();
        markdown(folder, DEEPEST, &mut files);
        files.retain(|file| !known.contains(file) && !file.ends_with("README.md"));
        files.sort();
        files
    }
}

/// The text in `path`, no longer than one byte more than a prompt may be.
///
/// # Errors
/// If it cannot be read, or is no UTF-8.
pub fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let limit = u64::try_from(template::LARGEST).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    // The limit may cut a character in half; such a file is too large in any case.
    if bytes.len() > template::LARGEST {
        text.push_str(&String::from_utf8_lossy(&bytes));
        return Ok(text);
    }
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no UTF-8"))
}

/// The files below `folder` whose names end as prompts' do.
fn markdown(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth > 0 => markdown(&path, depth - 1, files),
            Ok(_) if path.extension().is_some_and(|ending| ending == "md") => files.push(path),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_in_the_list_and_can_be_read() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("prompts");
        let mut files = Vec::new();
        markdown(&root, DEEPEST, &mut files);
        let mut names: Vec<String> = files
            .iter()
            .map(|file| file.strip_prefix(&root).unwrap().with_extension(""))
            .map(|name| name.to_str().unwrap().replace('\\', "/"))
            .filter(|name| name != "README")
            .collect();
        names.sort();
        let mut listed = PromptLibrary::default().names();
        listed.sort_unstable();
        assert_eq!(names, listed, "the list in src/llm/prompts.rs and the folder prompts differ");
        for name in listed {
            let template = PromptLibrary::default().get(name).unwrap();
            assert!(template.is_built_in());
            assert_ne!(template.settings.about, "", "{name} tells what it is for");
            assert_eq!(template, PromptLibrary::built_in(name));
        }
    }

    fn own(text: &[u8]) -> (tempfile::TempDir, PromptLibrary) {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("elevate")).unwrap();
        fs::write(folder.path().join("elevate/states.md"), text).unwrap();
        let prompts = PromptLibrary::new(Some(folder.path().to_owned()));
        (folder, prompts)
    }

    #[test]
    fn the_users_own_takes_the_place_and_is_read_anew() {
        let (folder, prompts) = own(b"# long\nmine");
        let template = prompts.get("elevate/states").unwrap();
        assert_eq!((template.long.text.as_str(), template.is_built_in()), ("mine", false));
        assert!(template.origin.ends_with("states.md"));
        assert!(prompts.get("elevate/inputs").unwrap().is_built_in());
        fs::write(folder.path().join("elevate/states.md"), "# long\nmine anew").unwrap();
        assert_eq!(prompts.get("elevate/states").unwrap().long.text, "mine anew");
        fs::remove_file(folder.path().join("elevate/states.md")).unwrap();
        assert!(prompts.get("elevate/states").unwrap().is_built_in());
    }

    #[test]
    fn what_cannot_be_used_is_told_once_and_again_when_it_changes() {
        let (folder, prompts) = own(b"# lang\nmine");
        let (template, why) = prompts.usable("elevate/states");
        assert!(template.is_built_in());
        let why = why.unwrap();
        assert!(why.to_string().contains("states.md), line 1: unknown part"), "{why}");
        let (template, why) = prompts.usable("elevate/states");
        assert!(template.is_built_in() && why.is_none(), "{why:?}");
        fs::write(folder.path().join("elevate/states.md"), "# short\nmine").unwrap();
        assert!(prompts.usable("elevate/states").1.is_some());
        assert!(prompts.clone().usable("elevate/states").1.is_none());
        fs::write(folder.path().join("elevate/states.md"), "# long\nmine").unwrap();
        let (template, why) = prompts.usable("elevate/states");
        assert!(!template.is_built_in() && why.is_none());
    }

    #[rstest::rstest]
    #[case(b"\xff\xfe# long", "no UTF-8")]
    #[case(&[b'x'; template::LARGEST + 2], "larger than 256 KiB")]
    fn files_of_other_kinds_are_told(#[case] text: &[u8], #[case] what: &str) {
        let (_folder, prompts) = own(text);
        let error = prompts.get("elevate/states").unwrap_err();
        assert!(error.to_string().contains(what), "{error}");
    }

    #[test]
    fn a_folder_in_its_place_is_told() {
        let (folder, prompts) = own(b"");
        fs::create_dir(folder.path().join("elevate/inputs.md")).unwrap();
        let error = prompts.get("elevate/inputs").unwrap_err();
        assert!(error.to_string().contains("it cannot be read"), "{error}");
    }

    #[test]
    fn only_known_names_are_looked_for() {
        let (_folder, prompts) = own(b"# long\nmine");
        for name in ["../elevate/states", "elevate/state", "", "/etc/passwd"] {
            assert_eq!(prompts.get(name).unwrap_err().what, "there is no such prompt");
        }
    }

    #[test]
    fn strays_are_found() {
        let (folder, prompts) = own(b"# long\nmine");
        assert_eq!(prompts.strays(), Vec::<PathBuf>::new());
        let stray = folder.path().join("elevate/sates.md");
        fs::write(&stray, "").unwrap();
        fs::write(folder.path().join("README.md"), "").unwrap();
        fs::write(folder.path().join("elevate/states.md~"), "").unwrap();
        assert_eq!(prompts.strays(), [stray]);
    }
}
