//! The terminal UI as an asciicast, version 2 (docs.asciinema.org/manual/asciicast/v2).

use std::io;

use ratatui::backend::{Backend as _, CrosstermBackend};
use ratatui::buffer::Buffer;
use serde_json::json;

use crate::cli::CliError;
use crate::config::UserFolders;
use crate::engine::handle::BlobSource;
use crate::report::export::{ExportFile, ExportResult};
use crate::session::SessionFacts;
use crate::store::RecordedSession;
use crate::tui::image::PictureSetting;
use crate::tui::keymap::Keymap;
use crate::tui::theme::{ColourDepth, ThemeColours};
use crate::tui::{self, Options};

/// Clears the terminal and hides the cursor.
const BEGIN: &str = "\x1b[?25l\x1b[2J";

/// Gives the cursor back.
const END: &str = "\x1b[0m\x1b[?25h\r\n";

/// The film of `session` in a terminal of `size`.
///
/// # Errors
/// If there is no such theme.
pub async fn export(
    session: RecordedSession,
    size: tui::Size,
    theme: Option<&str>,
) -> Result<ExportResult, CliError> {
    let themes = UserFolders::of_user().config.join("themes");
    let theme = ThemeColours::load(theme.unwrap_or("dark"), &themes, ColourDepth::True)
        .map_err(|error| CliError::new(error.to_string(), 2))?;
    let keymap = Keymap::read("").map_err(|error| CliError::new(error.to_string(), 2))?;
    let options = Options {
        theme,
        themes,
        keymap,
        catalogue: std::sync::Arc::new(Vec::new),
        pictures: PictureSetting::default(),
        prompts: std::sync::Arc::new(|_| None),
        save_prompt: std::sync::Arc::new(|_, _| Err("a film saves nothing".to_owned())),
    };
    let mut cast = CastWriter::new(&session, size);
    let blobs = BlobSource::new(session.blobs);
    let mut failed = None;
    tui::draw_frames(&session.records, blobs, options, size, |at_ms, buffer| {
        if let Err(error) = cast.frame(at_ms, buffer) {
            failed.get_or_insert(error);
        }
    })
    .await;
    if let Some(error) = failed {
        return Err(CliError::new(format!("the recording cannot be written: {error}"), 2));
    }
    Ok(cast.done())
}

struct CastWriter {
    text: String,
    /// What the terminal shows.
    shown: Buffer,
    frames: usize,
    at_ms: u64,
}

impl CastWriter {
    fn new(session: &RecordedSession, (columns, rows): tui::Size) -> Self {
        let started = SessionFacts::of(&session.records).started;
        let title = started.map(|it| format!("Ridealong: {} with {}", it.target, it.explorer));
        let header = json!({
            "version": 2,
            "width": columns,
            "height": rows,
            "title": title,
            "env": { "TERM": "xterm-256color" },
        });
        let shown = Buffer::empty(ratatui::layout::Rect::new(0, 0, columns, rows));
        Self { text: format!("{header}\n"), shown, frames: 0, at_ms: 0 }
    }

    /// Adds what of the terminal changed.
    fn frame(&mut self, at_ms: u64, buffer: &Buffer) -> io::Result<()> {
        let mut bytes = Vec::new();
        CrosstermBackend::new(&mut bytes).draw(self.shown.diff(buffer).into_iter())?;
        let begin = if self.frames == 0 { BEGIN } else { "" };
        self.put(at_ms, &format!("{begin}{}", String::from_utf8_lossy(&bytes)));
        self.shown.clone_from(buffer);
        self.frames += 1;
        Ok(())
    }

    fn put(&mut self, at_ms: u64, words: &str) {
        self.at_ms = at_ms;
        let line = json!([at_ms as f64 / 1000.0, "o", words]);
        self.text.push_str(&format!("{line}\n"));
    }

    fn done(mut self) -> ExportResult {
        self.put(self.at_ms + 1_000, END);
        let notes = vec![format!("{} frames, {} s", self.frames, self.at_ms / 1000)];
        ExportResult { files: vec![ExportFile::text("session.cast", self.text)], notes }
    }
}
