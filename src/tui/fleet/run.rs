//! The loop of the fleet view: wait, take the board as it is, draw.

use std::io;
use std::time::{Duration, Instant};

use crossterm::event::Event;
use futures_util::{Stream, StreamExt as _};

use super::app::{FleetApp, FleetExit};
use super::watch::FleetWatch;
use crate::engine::fleet::FleetStop;
use crate::tui::run::UiConsole;

/// Two frames are at least this far apart if no key asks for one: hundreds of workers report all the time, and
/// what draws takes time from them.
const FRAME: Duration = Duration::from_millis(100);

/// The clock, and for how long workers are silent, are drawn so often even if nothing is reported.
const CLOCK: Duration = Duration::from_secs(1);

/// Shows `app` until it is left. `events` is what the terminal sends.
///
/// # Errors
/// If the terminal cannot be written or read.
pub async fn show<C: UiConsole>(
    console: &mut C,
    app: &mut FleetApp,
    watch: &FleetWatch,
    mut events: impl Stream<Item = io::Result<Event>> + Unpin,
) -> io::Result<FleetExit> {
    console.clear_pixels()?;
    let (mut terminated, mut events_there) = (false, true);
    // What was reported since the last frame; a key does not wait for the next one.
    let (mut reported, mut asked) = (false, true);
    let mut drawn = Instant::now();
    loop {
        if asked || drawn.elapsed() >= if reported { FRAME } else { CLOCK } {
            app.take(watch.board());
            console.terminal().draw(|frame| app.draw(frame))?;
            app.follow_screens();
            (reported, asked, drawn) = (false, false, Instant::now());
        }
        if let Some(exit) = app.exit() {
            return Ok(exit);
        }
        let wake = drawn + if reported { FRAME } else { CLOCK };
        tokio::select! {
            // The tester first: a key must never wait behind a flood of reports.
            biased;
            () = console.terminated(), if !terminated => { terminated = true; app.end(FleetStop::InOrder); }
            event = events.next(), if events_there => match event {
                Some(event) => { app.event(&event?); asked = true; }
                // Without terminal input nobody can end it later.
                None => { events_there = false; app.end(FleetStop::InOrder); }
            },
            () = tokio::time::sleep_until(wake.into()) => {}
            () = app.next_screen() => reported = true,
            () = watch.changed(), if !reported => reported = true,
        }
        for wish in app.take_wishes() {
            console.fulfil(wish)?;
            asked = true;
        }
    }
}
