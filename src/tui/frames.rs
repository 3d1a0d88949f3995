//! A recorded session as frames of the terminal UI: records in, frames out.

use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use tokio::sync::mpsc;

use super::app::{App, Options};
use crate::engine::handle::BlobSource;
use crate::protocol::{Event, EventRecord};

/// The longest pause between two frames, in milliseconds.
const LONGEST: u64 = 2_000;

/// Eyes need as long for a frame, in milliseconds.
const SHORTEST: u64 = 120;

/// Columns and rows.
pub type Size = (u16, u16);

/// Shows `records` to `frame`, one picture of the terminal after the other, each with its time in
/// milliseconds since the first frame: paced by when things happened, long waits cut short, and a
/// frame for each moment in which a tester would have had something to look at.
///
/// Must be called within a runtime of tokio: what records name is read off the loop.
pub async fn draw_frames(
    records: &[EventRecord],
    blobs: BlobSource,
    options: Options,
    (columns, rows): Size,
    mut frame: impl FnMut(u64, &Buffer),
) {
    let (ops, _nobody_decides) = mpsc::unbounded_channel();
    let mut app = App::new(options, ops, blobs);
    let Ok(mut terminal) = Terminal::new(TestBackend::new(columns, rows));
    let begin = Instant::now();
    let (mut at_ms, mut shown_at) = (0, 0);
    let mut next = records.iter().peekable();
    while let Some(record) = next.next() {
        app.record(record);
        if next.peek().is_none() {
            app.engine_gone();
        }
        if !is_moment(record, next.peek().copied()) {
            continue;
        }
        let waited = record.at_ms.saturating_sub(shown_at).clamp(SHORTEST, LONGEST);
        if shown_at > 0 || at_ms > 0 {
            at_ms += waited;
        }
        shown_at = record.at_ms;
        app.set_clock(begin + Duration::from_millis(at_ms));
        let Ok(_) = terminal.draw(|frame| app.draw(frame));
        // What the frame names is loaded in the background; the next frame waits for it.
        while app.is_fetching() {
            app.next_fetched().await;
            let Ok(_) = terminal.draw(|frame| app.draw(frame));
        }
        frame(at_ms, terminal.backend().buffer());
    }
}

/// True if the tester would have had something to look at before `next` happened.
fn is_moment(record: &EventRecord, next: Option<&EventRecord>) -> bool {
    match next.map(|next| &next.event) {
        None | Some(Event::Decided(_) | Event::Answered(_) | Event::Unanswered(_)) => true,
        Some(_) => matches!(record.event, Event::Found(_) | Event::Noted(_)),
    }
}
