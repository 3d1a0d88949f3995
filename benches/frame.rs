//! What a frame costs: drawing it with models of several sizes, and the bytes it writes.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking and tells by printing"
)]

use ridealong::domain::Pace;
use std::cell::Cell;
use std::io;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use divan::Bencher;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use ridealong::demo::apps;
use ridealong::demo::phone::{self, DemoPhone};
use ridealong::demo::shell::DemoShell;
use ridealong::device::android::{self, AndroidDevice};
use ridealong::domain::{ActionKey, StateId};
use ridealong::engine::handle::BlobSource;
use ridealong::engine::{EngineDriver, GuardRules, MachineSetup, RunBudget};
use ridealong::explorer;
use ridealong::llm::Asker;
use ridealong::protocol::{
    ActionOutcome, AutoLimits, Event, EventRecord, RunMode, ScreenObserved, StateDiscovered,
    TransitionLearned,
};
use ridealong::store::{self, SessionWriter};
use ridealong::tui::image::PictureSetting;
use ridealong::tui::keymap::Keymap;
use ridealong::tui::theme::{ColourDepth, ThemeColours};
use ridealong::tui::{App, ChangesOnlyBackend, Options};
use tokio::runtime::Runtime;
use tokio::sync::mpsc;

const SIZES: [(u16, u16); 2] = [(80, 24), (200, 60)];
const STATES: [u64; 3] = [10, 1_000, 10_000];

fn main() {
    for (width, height) in SIZES {
        let (first, same, row) = bytes(width, height);
        println!(
            "bytes at {width}x{height}: first frame {first}, nothing changed {same}, selection moved by a row {row}"
        );
    }
    divan::main();
}

/// What everything runs on; the application fetches pictures with it.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

/// A real session of a few steps: records, and if its blobs lie.
static SESSION: LazyLock<(Vec<EventRecord>, PathBuf)> =
    LazyLock::new(|| RUNTIME.block_on(record()));

async fn record() -> (Vec<EventRecord>, PathBuf) {
    let folder = tempfile::tempdir().unwrap().keep().join("session");
    let options = phone::Options { app: None, seed: 1, pace: Pace::Virtual };
    let shell = Arc::new(DemoShell::new(DemoPhone::new(&options).unwrap()));
    let app = apps::find("notes").map(|about| about.package.to_owned());
    let options =
        android::AndroidOptions { target: "demo:notes".into(), app, ..Default::default() };
    let setup = MachineSetup {
        explorer: "systematic".into(),
        mode: RunMode::Auto { until: AutoLimits::default() },
        budget: RunBudget { steps: Some(4), ms: None },
        guard: GuardRules::default(),
        attended: false,
    };
    let explorer = (explorer::find("systematic").unwrap().make)(&explorer::ExplorerSettings {
        seed: 1,
        ..Default::default()
    })
    .unwrap();
    let device = Box::new(AndroidDevice::new(shell, options));
    let writer = SessionWriter::create(&folder).unwrap();
    let (driver, _handle) =
        EngineDriver::new(device, explorer, Asker::without_model(), setup, 1, writer);
    driver.run().await.unwrap();
    let records = store::open(&folder).unwrap().records;
    (
        records.into_iter().filter(|record| !matches!(record.event, Event::Ended(_))).collect(),
        folder,
    )
}

/// An application that knows so many states, its picture and widgets there.
fn app(states: u64) -> App {
    let (records, folder) = &*SESSION;
    let options = Options {
        theme: ThemeColours::bundled("dark", ColourDepth::True).unwrap(),
        themes: "nowhere".into(),
        keymap: Keymap::read("").unwrap(),
        catalogue: Arc::new(Vec::new),
        pictures: PictureSetting::default(),
        prompts: Arc::new(|_| None),
        save_prompt: Arc::new(|_, _| Err("nowhere to keep it".into())),
    };
    let (ops, _engine) = mpsc::unbounded_channel();
    RUNTIME.block_on(async {
        let mut app = App::new(options, ops, BlobSource::of_session(folder));
        records.iter().for_each(|record| app.record(record));
        let mut seq = records.len() as u64;
        let mut tell = |event| {
            app.record(&EventRecord { seq, at_ms: seq * 10, event });
            seq += 1;
        };
        (0..states).for_each(|state| visit(state, records, &mut tell));
        // The way back to a screen that is really there.
        tell(Event::Observed(seen(records).clone()));
        // The first wish of all and the newest one are fetched, nothing in between.
        app.next_fetched().await;
        app.next_fetched().await;
        app
    })
}

fn seen(records: &[EventRecord]) -> &ScreenObserved {
    let observed = |record| match record {
        &EventRecord { event: Event::Observed(ref observed), .. } => Some(observed),
        _ => None,
    };
    records.iter().find_map(observed).unwrap()
}

/// Two states lead on from each, and each leads back to one before it.
fn visit(state: u64, records: &[EventRecord], tell: &mut impl FnMut(Event)) {
    let known = records.iter().find_map(|record| match &record.event {
        Event::Discovered(known) => Some(known),
        _ => None,
    });
    let known = known.unwrap();
    let step = 5 + 2 * state;
    let id = |number: u64| StateId(number * 0x9E37_79B9 + 1);
    let label = format!("Activity{} · Page {state}", state % 17);
    tell(Event::Discovered(StateDiscovered { step, state: id(state), label, ..known.clone() }));
    let mut observed = seen(records).clone();
    observed.step = step;
    observed.state.structural = id(state);
    tell(Event::Observed(observed));
    let way = |step, from, to| {
        let key = ActionKey::new(format!("tap page {to}"));
        let template = key.clone();
        Event::Learned(TransitionLearned {
            step,
            from,
            key,
            template,
            to,
            outcome: ActionOutcome::Moved,
        })
    };
    tell(way(step, id(state / 2), id(state)));
    tell(way(step + 1, id(state), id(state / 3)));
}

fn key(app: &mut App, letter: char) {
    app.event(Input::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)));
}

/// The same frame again.
#[divan::bench(args = STATES, consts = [0, 1])]
fn nothing_new<const SIZE: usize>(bencher: Bencher<'_, '_>, states: u64) {
    let mut app = app(states);
    let (width, height) = SIZES[SIZE];
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    key(&mut app, '3');
    terminal.draw(|frame| app.draw(frame)).unwrap();
    bencher.bench_local(|| {
        terminal.draw(|frame| app.draw(frame)).unwrap();
    });
}

/// A step was made: a look at a known screen, and what was learned.
#[divan::bench(args = STATES, consts = [0, 1])]
fn after_a_step<const SIZE: usize>(bencher: Bencher<'_, '_>, states: u64) {
    let mut app = app(states);
    let (width, height) = SIZES[SIZE];
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    key(&mut app, '3');
    terminal.draw(|frame| app.draw(frame)).unwrap();
    let records = &SESSION.0;
    let (mut seq, mut next) = (1_000_000, states);
    let _inside = RUNTIME.enter();
    bencher.bench_local(|| {
        let mut tell = |event| {
            app.record(&EventRecord { seq, at_ms: seq * 10, event });
            seq += 1;
        };
        visit(next, records, &mut tell);
        next += 1;
        terminal.draw(|frame| app.draw(frame)).unwrap();
    });
}

/// The first frame of a model: everything is laid out.
#[divan::bench(args = STATES, sample_count = 5, sample_size = 1)]
fn the_first_frame(bencher: Bencher<'_, '_>, states: u64) {
    bencher
        .with_inputs(|| (app(states), Terminal::new(TestBackend::new(200, 60)).unwrap()))
        .bench_local_values(|(mut app, mut terminal)| {
            key(&mut app, '3');
            terminal.draw(|frame| app.draw(frame)).unwrap();
            (app, terminal)
        });
}

/// Counts what is written to it.
struct Counter(Rc<Cell<usize>>);

impl io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.set(self.0.get() + bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Bytes of the first frame, of the same again, and after the selection has moved by a row.
fn bytes(width: u16, height: u16) -> (usize, usize, usize) {
    let count = Rc::new(Cell::new(0));
    let viewport = Viewport::Fixed(Rect::new(0, 0, width, height));
    let backend = ChangesOnlyBackend::new(Counter(count.clone()));
    let mut terminal = Terminal::with_options(backend, TerminalOptions { viewport }).unwrap();
    let mut app = app(10);
    let mut draw = |app: &mut App| {
        count.set(0);
        terminal.draw(|frame| app.draw(frame)).unwrap();
        count.get()
    };
    key(&mut app, '2');
    key(&mut app, 'j');
    let first = draw(&mut app);
    // What was laid out by the first frame is in the second.
    draw(&mut app);
    let same = draw(&mut app);
    key(&mut app, 'j');
    (first, same, draw(&mut app))
}
