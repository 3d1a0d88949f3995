//! All prompts: those built in, and the user's own in their place.

use std::path::PathBuf;
use std::sync::Arc;

use super::template::{Template, TemplateError};

/// The prompts that are built in: name and text.
const BUILT_IN: &[(&str, &str)] = &[
    ("elevate/states", include_str!("../../prompts/elevate/states.md")),
    ("elevate/inputs", include_str!("../../prompts/elevate/inputs.md")),
    ("elevate/exploration", include_str!("../../prompts/elevate/exploration.md")),
    ("chatbot/reply", include_str!("../../prompts/chatbot/reply.md")),
];

/// All prompts. A file of the same name in the user's folder takes the place of a built-in one, and
/// is read anew each time, so that editing it has effect at once.
#[derive(Clone, Debug, Default)]
pub struct Prompts {
    folder: Option<PathBuf>,
}

impl Prompts {
    /// Prompts with the user's own in `folder`, where there are any.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// The names of all prompts.
    pub fn names(&self) -> Vec<&'static str> {
        BUILT_IN.iter().map(|(name, _)| *name).collect()
    }

    /// The prompt called `name`.
    ///
    /// # Errors
    /// Where there is none, or the user's own cannot be used.
    pub fn get(&self, name: &str) -> Result<Arc<Template>, TemplateError> {
        let own = self.folder.as_ref().map(|folder| folder.join(format!("{name}.md")));
        if let Some(path) = own
            && let Ok(text) = std::fs::read_to_string(&path)
        {
            return Template::read(name, &path.display().to_string(), &text).map(Arc::new);
        }
        let built_in = BUILT_IN.iter().find(|(built_in, _)| *built_in == name);
        let Some((_, text)) = built_in else {
            let what = "there is no such prompt".to_owned();
            return Err(TemplateError { name: name.into(), line: 0, what });
        };
        Template::read(name, "built in", text).map(Arc::new)
    }

    /// The built-in prompt called `name`; an empty one where there is none, which no query asks
    /// for: a test reads all of them.
    pub fn built_in(name: &str) -> Arc<Template> {
        let text = BUILT_IN.iter().find(|(built_in, _)| *built_in == name).map(|(_, text)| *text);
        let read = Template::read(name, "built in", text.unwrap_or_default());
        Arc::new(read.unwrap_or_else(|_| Template::empty(name)))
    }
}
