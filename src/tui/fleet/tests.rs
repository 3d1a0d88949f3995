//! Fleets made by hand: each worker has records of a session, told to a board one after the other.

mod drawn;
mod keys;
mod reported;

use std::path::Path;
use std::sync::Arc;

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tokio::sync::watch;

use super::{FleetApp, FleetBoard, FleetOptions, WorkerReport};
use crate::engine::fleet::FleetCounts;
use crate::engine::fleet::FleetStop;
use crate::engine::handle::BlobSource;
use crate::protocol::{AutoLimits, Event, EventRecord, ModeChanged, RunMode};
use crate::tui::image::{BlockCharacters, PictureSetting};
use crate::tui::keymap::Keymap;
use crate::tui::testing;
use crate::tui::testing::tape::ScriptedTape;
use crate::tui::theme::{ColourDepth, ThemeColours};

fn nowhere() -> BlobSource {
    BlobSource::of_session(Path::new("nowhere"))
}

fn auto() -> Event {
    let mode = RunMode::Auto { until: AutoLimits::default() };
    Event::ModeSet(ModeChanged { mode, why: None })
}

/// The records of a worker that has performed `steps` actions, and has seen a crash if `crashed`.
fn records(steps: u64, crashed: bool) -> Vec<Arc<EventRecord>> {
    let mut tape = ScriptedTape::new();
    tape.tell(auto()).observe(1, "MainActivity · Notes");
    for step in 1..=steps {
        tape.act(if step % 2 == 0 { "tap #add" } else { "tap #search" }, step % 5 + 1, "Main");
    }
    if crashed {
        tape.crash("IllegalStateException: no note");
    }
    tape.records().iter().cloned().map(Arc::new).collect()
}

/// A fleet of so many workers that have performed 1, 2, 3 … actions of 40; every fifth has seen a crash.
fn fleet(workers: usize) -> FleetBoard {
    let targets = ["demo:notes", "demo:shop", "web:http://127.0.0.1:3000/"];
    let reports = targets.iter().cycle().take(workers);
    let reports = reports.map(|target| WorkerReport::new(target, "systematic", Some(40)));
    let mut board = FleetBoard::new("nightly", reports.collect());
    for worker in 1..=workers {
        board.begins(worker, nowhere(), 0);
        for record in records(worker as u64, worker % 5 == 0) {
            board.record(worker, &record, record.at_ms);
        }
    }
    for second in 0..20_u64 {
        let known = usize::try_from(second).unwrap();
        let (states, transitions) = (3 * known.min(12), 7 * known);
        let counts =
            FleetCounts { states, transitions, performed: 4 * second, ..FleetCounts::default() };
        board.growth.add(second * 1000, counts);
        board.counts = counts;
    }
    board.now_ms = 20_000;
    board
}

fn app(board: FleetBoard) -> (FleetApp, watch::Receiver<FleetStop>) {
    let (stop, stopped) = watch::channel(FleetStop::No);
    let options = FleetOptions {
        theme: ThemeColours::bundled("dark", ColourDepth::True).unwrap(),
        themes: "nowhere".into(),
        keymap: Keymap::read("").unwrap(),
        pictures: PictureSetting { blocks: BlockCharacters::Quadrants, protocol: None },
    };
    (FleetApp::new(options, board, stop), stopped)
}

fn drawn(app: &mut FleetApp, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    testing::text(terminal.backend().buffer())
}

fn press(app: &mut FleetApp, code: KeyCode) {
    app.event(&Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

fn letter(app: &mut FleetApp, letter: char) {
    press(app, KeyCode::Char(letter));
}

fn control_c(app: &mut FleetApp) {
    app.event(&Input::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
}
