//! What a frame costs while the Model pane stands alone, by the states of the session: when nothing
//! changed since the last one, and after a step that brought a new state.

#![expect(clippy::unwrap_used, reason = "a bench fails by panicking")]

use std::cell::RefCell;
use std::sync::Arc;

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ridealong::domain::{
    Action, ActionKey, AvailableAction, BlobId, DeviceKey, DisplaySize, ReadQuality, StateId,
    StateIds,
};
use ridealong::engine::handle::BlobSource;
use ridealong::protocol::{
    ActionOutcome, Event, EventRecord, ScreenObserved, StateDiscovered, TransitionLearned,
};
use ridealong::store::BlobFolder;
use ridealong::tui::image::PictureSetting;
use ridealong::tui::keymap::Keymap;
use ridealong::tui::theme::{ColourDepth, ThemeColours};
use ridealong::tui::{App, Options};

fn main() {
    divan::main();
}

const SIZES: [(u16, u16); 2] = [(80, 24), (200, 60)];

/// A session that grows by one state a step: from most states three ways lead on, and every third
/// step leads back to the first state, as home screens do.
struct Growing {
    app: App,
    terminal: Terminal<TestBackend>,
    seq: u64,
    step: u64,
    here: u64,
}

impl Growing {
    fn new(states: u64, (width, height): (u16, u16), keys: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let blobs = BlobSource::new(BlobFolder::of(folder.path()));
        let (ops, _) = tokio::sync::mpsc::unbounded_channel();
        let options = Options {
            theme: ThemeColours::bundled("dark", ColourDepth::True).unwrap(),
            themes: folder.path().to_owned(),
            keymap: Keymap::read("").unwrap(),
            catalogue: Arc::new(Vec::new),
            pictures: PictureSetting::default(),
            prompts: Arc::new(|_| None),
            save_prompt: Arc::new(|_, _| Err("nowhere to keep it".into())),
        };
        let app = App::new(options, ops, blobs);
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut growing = Self { app, terminal, seq: 0, step: 0, here: 0 };
        growing.look(0, true);
        (1..states).for_each(|_| growing.grow());
        for key in keys.chars() {
            let key = KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE);
            growing.app.event(Input::Key(key));
        }
        growing.draw();
        growing
    }

    fn tell(&mut self, event: Event) {
        self.app.record(&EventRecord { seq: self.seq, at_ms: self.seq * 10, event });
        self.seq += 1;
    }

    fn look(&mut self, state: u64, new: bool) {
        if new {
            let offer = |place: u64| AvailableAction {
                action: Action::Key { key: DeviceKey::Back },
                key: ActionKey::new(format!("tap #{place}")),
                template: ActionKey::new(format!("tap #{place}")),
            };
            self.tell(Event::Discovered(StateDiscovered {
                step: self.step,
                state: StateId(state),
                label: format!("MainActivity · Screen {}", state % 97),
                package: "org.app".into(),
                location: ".MainActivity".into(),
                size: DisplaySize::new(720, 1600),
                available: (0..12).map(offer).collect(),
            }));
        }
        let id = StateId(state);
        self.tell(Event::Observed(ScreenObserved {
            step: self.step,
            state: StateIds { exact: id, structural: id },
            package: "org.app".into(),
            location: ".MainActivity".into(),
            size: DisplaySize::new(720, 1600),
            reading: ReadQuality::Full,
            busy: false,
            screen: BlobId::of_digest([0; 32]),
            picture: None,
            hierarchy: None,
            said: None,
            guessed: false,
            progress_ms: 0,
            took_ms: 10,
        }));
    }

    fn go(&mut self, key: u64, to: u64, new: bool) {
        self.step += 1;
        let from = StateId(self.here);
        self.look(to, new);
        let key = ActionKey::new(format!("tap #{key}"));
        let (step, template, to_id) = (self.step, key.clone(), StateId(to));
        let outcome = ActionOutcome::Moved;
        self.tell(Event::Learned(TransitionLearned {
            step,
            from,
            key,
            template,
            to: to_id,
            outcome,
        }));
        self.here = to;
    }

    /// Goes to the state that has the next one below it, and discovers that.
    fn grow(&mut self) {
        let new = self.app.session().model.states().len() as u64;
        let parent = (new - 1) / 3;
        if self.here != parent {
            self.go(11, parent, false);
        }
        self.go((new - 1) % 3, new, true);
        if new.is_multiple_of(3) {
            self.go(10, 0, false);
        }
    }

    fn draw(&mut self) {
        self.terminal.draw(|frame| self.app.draw(frame)).unwrap();
    }
}

fn bench(bencher: divan::Bencher<'_, '_>, states: u64, keys: &str, grows: bool, size: usize) {
    // What is shown is fetched in the background, as in the program.
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _inside = runtime.enter();
    let growing = RefCell::new(Growing::new(states, SIZES[size], keys));
    bencher
        .with_inputs(|| {
            if grows {
                growing.borrow_mut().grow();
            }
        })
        .bench_local_values(|()| growing.borrow_mut().draw());
}

const STATES: [u64; 3] = [10, 1_000, 10_000];

#[divan::bench(args = STATES, consts = [0, 1])]
fn unchanged<const SIZE: usize>(bencher: divan::Bencher<'_, '_>, states: u64) {
    bench(bencher, states, "3z", false, SIZE);
}

#[divan::bench(args = STATES, consts = [0, 1])]
fn after_a_step<const SIZE: usize>(bencher: divan::Bencher<'_, '_>, states: u64) {
    bench(bencher, states, "3z", true, SIZE);
}

/// As many states as are ever laid out at once.
#[divan::bench(args = STATES, consts = [0, 1])]
fn after_a_step_with_all<const SIZE: usize>(bencher: divan::Bencher<'_, '_>, states: u64) {
    bench(bencher, states, "3zN", true, SIZE);
}

#[divan::bench(args = STATES, consts = [0, 1])]
fn list<const SIZE: usize>(bencher: divan::Bencher<'_, '_>, states: u64) {
    bench(bencher, states, "3zt", true, SIZE);
}
