//! Taking the terminal over and giving it back, on every way out.

mod changes_only;

pub use changes_only::ChangesOnlyBackend;

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use thiserror::Error;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::app::{App, Wish};
use super::image::pixels::{self, PixelDisplay};
use super::run::UiConsole;

/// Why the terminal cannot be used.
#[derive(Debug, Error)]
pub enum TerminalError {
    /// Standard output or input is none.
    #[error("this is no terminal")]
    None,
    /// It cannot be set up.
    #[error("the terminal cannot be set up: {0}")]
    Setup(#[from] io::Error),
}

/// True while the terminal is ours, for the panic hook.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The real terminal. Dropping it gives it back.
pub struct RealTerminal {
    terminal: ratatui::Terminal<ChangesOnlyBackend<io::Stdout>>,
    terminate: Signal,
    hangup: Signal,
    pixels: PixelDisplay,
}

impl RealTerminal {
    /// Takes the terminal over. From here on it is given back on every way out: drop, panic, and
    /// the signals that end a program.
    ///
    /// # Errors
    /// If there is no terminal, or it cannot be set up.
    pub fn take() -> Result<Self, TerminalError> {
        if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
            return Err(TerminalError::None);
        }
        // Signals first: one that comes in between must find its handler.
        let terminate = signal(SignalKind::terminate())?;
        let hangup = signal(SignalKind::hangup())?;
        restore_on_panic();
        enter()?;
        let terminal = ratatui::Terminal::new(ChangesOnlyBackend::new(io::stdout()))?;
        Ok(Self { terminal, terminate, hangup, pixels: PixelDisplay::default() })
    }
}

impl UiConsole for RealTerminal {
    type Backend = ChangesOnlyBackend<io::Stdout>;

    fn terminal(&mut self) -> &mut ratatui::Terminal<Self::Backend> {
        &mut self.terminal
    }

    fn drawn(&mut self, app: &App) -> io::Result<()> {
        let Some(protocol) = app.pictures().protocol else { return Ok(()) };
        let room = self.terminal.size()?;
        let point = pixels::point(self.terminal.backend_mut().inner());
        self.pixels.paint(
            protocol,
            self.terminal.backend_mut().inner(),
            (room, point),
            app.placement(),
        )
    }

    fn clear_pixels(&mut self) -> io::Result<()> {
        self.pixels.clear(self.terminal.backend_mut().inner())
    }

    fn fulfil(&mut self, wish: Wish) -> io::Result<()> {
        match wish {
            Wish::Copy(text) => {
                execute!(
                    io::stdout(),
                    crossterm::clipboard::CopyToClipboard::to_clipboard_from(text)
                )
            }
            Wish::Suspend => self.suspend(),
            // Done by the caller once the loop has ended.
            Wish::Open(_) => Ok(()),
        }
    }

    async fn terminated(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.hangup.recv() => {}
        }
    }
}

impl RealTerminal {
    /// Gives the terminal back and stops the process, as Ctrl-Z does; takes it again afterwards.
    fn suspend(&mut self) -> io::Result<()> {
        self.pixels.clear(self.terminal.backend_mut().inner())?;
        leave()?;
        // The shell's `kill` is the safe way to stop oneself: raise() needs unsafe code.
        let stopped = std::process::Command::new("kill")
            .args(["-STOP", &std::process::id().to_string()])
            .status();
        enter()?;
        self.terminal.clear()?;
        stopped.map(|_| ())
    }
}

impl Drop for RealTerminal {
    fn drop(&mut self) {
        // If even this fails, there is no place left to report it.
        let _ = self.pixels.clear(self.terminal.backend_mut().inner());
        let _ = leave();
    }
}

fn enter() -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(
        io::stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste,
        cursor::Hide
    )
}

fn leave() -> io::Result<()> {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return Ok(());
    }
    let raw = disable_raw_mode();
    execute!(
        io::stdout(),
        cursor::Show,
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen
    )?;
    io::stdout().flush()?;
    raw
}

/// Gives the terminal back before a panic is printed, so that it can be read.
fn restore_on_panic() {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let _ = leave();
        tell(panic);
    }));
}
