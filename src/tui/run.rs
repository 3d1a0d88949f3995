//! The loop: wait, take all that has come, draw once. No ticks.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::Event;
use futures_util::{Stream, StreamExt as _};
use ratatui::backend::Backend;

use super::app::{App, Wish};
use crate::engine::EngineHandle;
use crate::engine::handle::LivePictures;

/// Two frames are at least this far apart: a fast run is drawn as fast as eyes can follow.
const FRAME: Duration = Duration::from_millis(16);

/// The terminal, as the loop needs it; tests have their own.
pub trait UiConsole {
    /// What ratatui draws to.
    type Backend: Backend<Error = io::Error>;

    /// Where to draw.
    fn terminal(&mut self) -> &mut ratatui::Terminal<Self::Backend>;

    /// Called after each frame, for what is painted past ratatui's buffer.
    ///
    /// # Errors
    /// If the terminal cannot be written.
    fn drawn(&mut self, app: &App) -> io::Result<()>;

    /// Takes away what was painted past ratatui's buffer, before something else is drawn than an [`App`].
    ///
    /// # Errors
    /// If the terminal cannot be written.
    fn clear_pixels(&mut self) -> io::Result<()>;

    /// Does what the application cannot do by drawing.
    ///
    /// # Errors
    /// If the terminal cannot be written.
    fn fulfil(&mut self, wish: Wish) -> io::Result<()>;

    /// Resolves once the program is asked to end from outside (SIGTERM, SIGHUP).
    fn terminated(&mut self) -> impl Future<Output = ()>;
}

/// Runs the terminal UI until it is left. `events` is what the terminal sends.
///
/// # Errors
/// If the terminal cannot be written or read.
pub async fn run<C: UiConsole>(
    console: &mut C,
    app: &mut App,
    mut handle: EngineHandle,
    mut events: impl Stream<Item = io::Result<Event>> + Unpin,
) -> io::Result<()> {
    let mut drawn = Instant::now().checked_sub(FRAME).unwrap_or_else(Instant::now);
    let mut dirty = true;
    let mut engine_there = true;
    let mut terminated = false;
    let mut events_there = true;
    let mut streaming = handle.streaming();
    let mut streaming_there = true;
    let mut live = handle.live_pictures();
    while !app.is_done() {
        if dirty && drawn.elapsed() >= FRAME {
            console.terminal().draw(|frame| app.draw(frame))?;
            console.drawn(app)?;
            drawn = Instant::now();
            dirty = false;
        }
        let wake = if dirty { Some(drawn + FRAME) } else { app.next_change() };
        tokio::select! {
            // The tester first: a key must never wait behind a flood of records.
            biased;
            // Once: a second signal must not hold back the records that lead to the end.
            () = console.terminated(), if !terminated => { terminated = true; app.quit(); }
            event = events.next(), if events_there => match event {
                Some(event) => { app.event(event?); dirty = true; }
                // Without terminal input no decision can be made any more.
                None => { events_there = false; app.quit(); }
            },
            () = sleep_until(wake) => app.expire(Instant::now()),
            () = app.next_fetched() => dirty = true,
            record = handle.next(), if engine_there => {
                match record {
                    Some(record) => app.record(&record),
                    None => { engine_there = false; app.engine_gone(); }
                }
                while let Some(record) = handle.try_next() {
                    app.record(&record);
                }
                dirty = true;
            }
            picture = next_picture(&mut live) => app.display_changed(picture),
            changed = streaming.changed(), if streaming_there => match changed {
                Ok(()) => { app.streamed(&streaming.borrow_and_update()); dirty = true; }
                // No decision will be asked for any more.
                Err(_) => streaming_there = false,
            },
        }
        // A message that is over must go, and a frame that was put off must come.
        dirty |= wake.is_some_and(|wake| wake <= Instant::now());
        for wish in app.take_wishes() {
            console.fulfil(wish)?;
            dirty = true;
        }
    }
    Ok(())
}

/// The next picture of the display between observations; never, if no more will come.
async fn next_picture(live: &mut Option<LivePictures>) -> Arc<[u8]> {
    while let Some(pictures) = live {
        if pictures.changed().await.is_err() {
            *live = None;
        } else if let Some(picture) = pictures.borrow_and_update().clone() {
            return picture;
        }
    }
    std::future::pending().await
}

async fn sleep_until(wake: Option<Instant>) {
    match wake {
        Some(wake) => tokio::time::sleep_until(wake.into()).await,
        None => std::future::pending().await,
    }
}
