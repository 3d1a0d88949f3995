//! Sessions and targets to open instead of this one.

use std::sync::{Arc, OnceLock};

use ratatui::text::{Line, Span};

use super::confirm::ConfirmOverlay;
use super::filtered::{FilteredOverlay, FilteredRows};
use crate::session::EnginePhase;
use crate::tui::controls;
use crate::tui::pane::{MessageTone, UiAct};
use crate::tui::view::ViewContext;

/// Something that can be opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionEntry {
    /// What opens it, as it would be written on the command line: a target, or a session's folder.
    pub name: String,
    /// What it is, in a line.
    pub what: String,
    /// What is missing before it can be opened, and what to do about it.
    pub missing: Option<String>,
}

impl SessionEntry {
    /// What can be opened now.
    pub fn new(name: impl Into<String>, what: impl Into<String>) -> Self {
        Self { name: name.into(), what: what.into(), missing: None }
    }

    /// The same, of which something is missing.
    pub fn missing_because(self, missing: Option<String>) -> Self {
        Self { missing, ..self }
    }
}

/// What can be opened: targets and recorded sessions. Asking may read the disk, so it is asked off
/// the loop.
pub type Catalogue = Arc<dyn Fn() -> Vec<SessionEntry> + Send + Sync>;

/// What the catalogue answers, once it does.
pub type Listed = Arc<OnceLock<Vec<SessionEntry>>>;

/// What is listed now: nothing until the catalogue answers.
pub struct OpenableSessions {
    listed: Listed,
}

/// The list to choose from.
pub type SessionsOverlay = FilteredOverlay<OpenableSessions>;

impl SessionsOverlay {
    /// Lists what `listed` holds, now or later.
    pub fn new(listed: Listed) -> Self {
        Self::of(OpenableSessions { listed })
    }
}

impl OpenableSessions {
    fn entries(&self) -> &[SessionEntry] {
        self.listed.get().map_or(&[], Vec::as_slice)
    }
}

/// The name without the folders it lies in.
fn short(name: &str) -> &str {
    name.trim_end_matches('/').rsplit('/').next().unwrap_or(name)
}

impl FilteredRows for OpenableSessions {
    const TITLE: &'static str = "Sessions and targets";
    const LARGEST: (u16, u16) = (96, 24);
    const HINTS: &'static [(&'static str, &'static str)] =
        &[("Enter", "open it instead"), ("↑ ↓", "choose"), ("a-z", "filter"), ("Esc", "leave")];

    fn count(&self) -> usize {
        self.entries().len()
    }

    fn text(&self, row: usize) -> String {
        let entry = &self.entries()[row];
        format!("{} {} {}", entry.name, entry.what, entry.missing.as_deref().unwrap_or_default())
    }

    fn open(&self, row: usize, view: &ViewContext<'_>) -> Vec<UiAct> {
        let entry = &self.entries()[row];
        if let Some(missing) = &entry.missing {
            return vec![UiAct::Toast(MessageTone::Warning, controls::clean(missing))];
        }
        let open = UiAct::Open(entry.name.clone());
        let nothing_done = view.session.facts.step == 0;
        if nothing_done || matches!(view.session.phase, EnginePhase::Ended(_)) {
            return vec![UiAct::Pop, open];
        }
        let name = controls::clean(&entry.name);
        let question = format!("End this session and open {name}? This one stays recorded.");
        vec![UiAct::Pop, UiAct::Push(Box::new(ConfirmOverlay::new(question, vec![open])))]
    }

    fn line(&self, row: usize, columns: usize, view: &ViewContext<'_>) -> Line<'static> {
        let (entry, theme) = (&self.entries()[row], view.theme);
        let name = controls::cut(&controls::clean(short(&entry.name)), columns);
        let room = columns.saturating_sub(name.chars().count() + 2);
        let (reported, paint) = match &entry.missing {
            Some(missing) => (format!("{}: {missing}", entry.what), theme.warning),
            None => (entry.what.clone(), theme.muted),
        };
        let reported = controls::cut(&controls::clean(&reported), room);
        let openable = if entry.missing.is_some() { theme.muted } else { theme.text };
        Line::from(vec![
            Span::styled(name, theme.fg(openable)),
            Span::styled(format!("  {reported}"), theme.fg(paint)),
        ])
    }

    fn empty(&self) -> &'static str {
        match self.listed.get() {
            None => "Reading the list …",
            Some(_) => "There is nothing else to open.",
        }
    }
}

#[cfg(test)]
mod tests;
