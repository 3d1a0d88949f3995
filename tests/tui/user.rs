//! A tester in front of the terminal UI: presses keys, and waits for what is to be seen.

use ridealong::domain::Pace;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use futures_util::stream;
use ratatui::buffer::Buffer;
use ridealong::demo::apps;
use ridealong::demo::phone::{self, DemoPhone};
use ridealong::demo::shell::DemoShell;
use ridealong::device::android::{self, AndroidDevice};
use ridealong::domain::Finding;
use ridealong::engine::{EngineDriver, EngineHandle, GuardRules, MachineSetup, RunBudget};
use ridealong::explorer::{self, Explorer};
use ridealong::llm::{Asker, AskerEvents};
use ridealong::protocol::{EventRecord, Proposal, RunMode};
use ridealong::session::{EnginePhase, SessionMoment, SessionRecording};
use ridealong::store::{self, SessionWriter};
use ridealong::tui::image::PictureSetting;
use ridealong::tui::keymap::Keymap;
use ridealong::tui::theme::{ColourDepth, ThemeColours};
use ridealong::tui::{self, App, Options};
use tokio::sync::{mpsc, watch};

use super::glass::Glass;
use super::log;

/// Long enough for a busy computer; nothing waits so long if all is well.
const PATIENCE: Duration = Duration::from_secs(20);

/// What the terminal shows after a frame, and what the application knows then.
#[derive(Clone, Default)]
pub struct Shot {
    pub cells: Buffer,
    pub phase: EnginePhase,
    pub mode: Option<RunMode>,
    pub moments: Vec<SessionMoment>,
    pub findings: Vec<Finding>,
}

impl Shot {
    /// The rows as text.
    pub fn rows(&self) -> Vec<String> {
        let area = self.cells.area;
        let row = |y| (0..area.width).map(|x| self.cells[(x, y)].symbol()).collect();
        (0..area.height).map(row).collect()
    }

    pub fn says(&self, text: &str) -> bool {
        self.rows().iter().any(|row| row.contains(text))
    }

    /// The first cell of `text`, rows from above.
    pub fn place_of(&self, text: &str) -> Option<(u16, u16)> {
        let area = self.cells.area;
        let begins = |(x, y): &(u16, u16)| {
            let rest: String = (*x..area.width).map(|x| self.cells[(x, *y)].symbol()).collect();
            rest.starts_with(text)
        };
        let mut cells = (0..area.height).flat_map(|y| (0..area.width).map(move |x| (x, y)));
        cells.find(begins)
    }

    /// Actions performed before what was seen last.
    pub fn step(&self) -> u64 {
        self.moments.last().map_or(0, |moment| moment.observed.step)
    }

    /// The proposal that waits.
    pub fn waiting(&self) -> Option<&Proposal> {
        let reviewed = self.moments.last()?.proposals.last()?;
        (self.phase == EnginePhase::Waiting).then_some(&reviewed.proposal)
    }

    /// True if the widgets of what is shown are there: they are fetched off the loop.
    pub fn lists_widgets(&self) -> bool {
        let lists = |row: &String| {
            row.contains("2 Widgets") && row.contains(" with actions ")
                || row.contains("2 Inputs") && row.contains(" untried ")
        };
        self.rows().iter().any(lists)
    }
}

/// The tester.
pub struct TerminalUser {
    events: mpsc::UnboundedSender<Event>,
    shots: watch::Receiver<Shot>,
    size: watch::Sender<(u16, u16)>,
    terminate: mpsc::UnboundedSender<()>,
}

impl TerminalUser {
    pub fn send(&self, event: Event) {
        // The loop may have ended; then nobody listens, as with a real keyboard.
        let _ = self.events.send(event);
    }

    pub fn press(&self, code: KeyCode, modifiers: KeyModifiers) {
        self.send(Event::Key(KeyEvent::new(code, modifiers)));
    }

    pub fn key(&self, code: KeyCode) {
        self.press(code, KeyModifiers::NONE);
    }

    /// Presses the key of each letter.
    pub fn letters(&self, text: &str) {
        text.chars().for_each(|letter| self.key(KeyCode::Char(letter)));
    }

    pub fn control(&self, letter: char) {
        self.press(KeyCode::Char(letter), KeyModifiers::CONTROL);
    }

    pub fn click(&self, (column, row): (u16, u16)) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        self.send(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    pub fn resize(&self, width: u16, height: u16) {
        self.size.send_replace((width, height));
        self.send(Event::Resize(width, height));
    }

    pub fn terminate(&self) {
        let _ = self.terminate.send(());
    }

    /// The first frame for which `is_it` holds.
    pub async fn sees(&mut self, what: &str, is_it: impl FnMut(&Shot) -> bool) -> Shot {
        let seen = tokio::time::timeout(PATIENCE, self.shots.wait_for(is_it)).await;
        match seen.map(|shot| shot.map(|shot| shot.clone())) {
            Ok(Ok(shot)) => shot,
            Ok(Err(_)) => panic!("the terminal UI was left before {what}"),
            Err(_) => {
                let shot = self.shots.borrow();
                panic!("{what} was never seen but\n{}", shot.rows().join("\n"))
            }
        }
    }

    /// Waits until the proposal that comes after so many actions waits, its screen shown.
    pub async fn waits_at(&mut self, step: u64) -> Shot {
        let is_it =
            |shot: &Shot| shot.step() >= step && shot.waiting().is_some() && shot.lists_widgets();
        self.sees(&format!("a proposal after step {step}"), is_it).await
    }

    /// Waits until the engine has nothing to do but what the tester asks for, or is gone.
    pub async fn rests(&mut self) {
        let rests = |shot: &Shot| {
            let still = matches!(
                shot.phase,
                EnginePhase::Waiting | EnginePhase::Idle | EnginePhase::Ended(_)
            );
            still || matches!(shot.mode, Some(RunMode::Auto { .. }))
        };
        // Left already: then nothing is to be waited for.
        let waited = tokio::time::timeout(PATIENCE, self.shots.wait_for(rests)).await;
        assert!(waited.is_ok(), "the engine never rests");
    }

    /// Asks to quit, and says yes.
    pub async fn quits(&mut self) {
        self.key(KeyCode::Char('q'));
        self.sees("the question", |shot| shot.says("End the session")).await;
        self.key(KeyCode::Char('y'));
    }
}

/// Who explores, whom it asks, and how the terminal UI is set up.
pub struct Means {
    pub explorer: Box<dyn Explorer>,
    pub asker: (Asker, AskerEvents),
    pub options: Options,
    /// Where what the tester states is kept; in the session's folder if that is not said.
    pub properties: Option<PathBuf>,
    /// What is held back.
    pub guard: GuardRules,
}

impl Default for Means {
    /// The systematic explorer, which asks nobody.
    fn default() -> Self {
        let settings = explorer::ExplorerSettings { seed: 1, ..Default::default() };
        let explorer = (explorer::find("systematic").unwrap().make)(&settings).unwrap();
        let (asker, guard) = (Asker::without_model(), GuardRules::default());
        Self { explorer, asker, options: options(), properties: None, guard }
    }
}

/// Lets `tester` explore `app` until the terminal UI is left; gives the log, which is checked.
pub async fn explore<F: Future<Output = ()>>(
    app: &str,
    size: (u16, u16),
    tester: impl FnOnce(TerminalUser) -> F,
) -> Vec<EventRecord> {
    explore_with(Means::default(), app, size, tester).await
}

/// As [`explore`], with these means.
pub async fn explore_with<F: Future<Output = ()>>(
    means: Means,
    app: &str,
    size: (u16, u16),
    tester: impl FnOnce(TerminalUser) -> F,
) -> Vec<EventRecord> {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("session");
    let Means { explorer, asker, options, properties, guard } = means;
    let (mut driver, handle) =
        engine(app, explorer, asker, guard, SessionWriter::create(&session).unwrap());
    if let Some(file) = properties {
        driver = driver.with_property_file(file);
    }
    let engine = tokio::spawn(driver.run());
    look(handle, options, size, tester).await;
    engine.await.unwrap().unwrap();
    let session = store::open(&session).unwrap();
    assert_eq!(session.repairs, Vec::<String>::new());
    log::check(&session.records);
    session.records
}

/// Lets `tester` look at whatever `handle` tells of.
pub async fn look<F: Future<Output = ()>>(
    handle: EngineHandle,
    options: Options,
    size: (u16, u16),
    tester: impl FnOnce(TerminalUser) -> F,
) {
    let app = App::new(options, handle.ops(), handle.blobs());
    watch_over(app, handle, size, tester).await;
}

/// Lets `tester` play these records.
pub async fn play<F: Future<Output = ()>>(
    handle: EngineHandle,
    records: Vec<EventRecord>,
    options: Options,
    size: (u16, u16),
    tester: impl FnOnce(TerminalUser) -> F,
) {
    let folder = tempfile::tempdir().unwrap();
    let writer = SessionWriter::create(folder.path()).unwrap();
    records.into_iter().for_each(|record| writer.append(record).unwrap());
    drop(writer);
    let recording = SessionRecording::open(folder.path()).unwrap();
    let app = App::of_recording(options, recording, handle.blobs());
    watch_over(app, handle, size, tester).await;
}

async fn watch_over<F: Future<Output = ()>>(
    mut app: App,
    handle: EngineHandle,
    size: (u16, u16),
    tester: impl FnOnce(TerminalUser) -> F,
) {
    let (events, mut incoming) = mpsc::unbounded_channel();
    let (shots_in, shots) = watch::channel(Shot::default());
    let (size, size_out) = watch::channel(size);
    let (terminate, terminate_out) = mpsc::unbounded_channel();
    let user = TerminalUser { events, shots, size, terminate };
    // Nobody leaves the keyboard before the program ends.
    let _keyboard = user.events.clone();
    let running = async move {
        let mut glass = Glass::new(shots_in, size_out, terminate_out);
        let events =
            stream::poll_fn(move |task| incoming.poll_recv(task).map(|event| event.map(Ok)));
        tui::run(&mut glass, &mut app, handle, events).await.unwrap();
    };
    tokio::join!(running, tester(user));
}

/// An engine on the embedded phone in virtual time.
fn engine(
    app: &str,
    explorer: Box<dyn Explorer>,
    asker: (Asker, AskerEvents),
    guard: GuardRules,
    writer: SessionWriter,
) -> (EngineDriver, EngineHandle) {
    let options = phone::Options { app: None, seed: 1, pace: Pace::Virtual };
    let shell = Arc::new(DemoShell::new(DemoPhone::new(&options).unwrap()));
    let options = android::AndroidOptions {
        target: format!("demo:{app}"),
        app: apps::find(app).map(|about| about.package.to_owned()),
        ..android::AndroidOptions::default()
    };
    let setup = MachineSetup {
        explorer: explorer.name().into(),
        mode: RunMode::Approve,
        budget: RunBudget::default(),
        guard,
        attended: true,
    };
    EngineDriver::new(
        Box::new(AndroidDevice::new(shell, options)),
        explorer,
        asker,
        setup,
        1,
        writer,
    )
}

pub fn options() -> Options {
    Options {
        themes: "nowhere".into(),
        theme: ThemeColours::bundled("dark", ColourDepth::True).unwrap(),
        keymap: Keymap::read("").unwrap(),
        catalogue: Arc::new(Vec::new),
        pictures: PictureSetting::default(),
        prompts: Arc::new(|_| None),
        save_prompt: Arc::new(|_, _| Err("nowhere to keep it".into())),
    }
}
