//! For tests of the terminal UI: hand-made sessions, and drawing into text.

use std::sync::Arc;

use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal};

use crate::model::abstraction;
use crate::tui::keymap::Keymap;
use crate::tui::pane::PaneId;
use crate::tui::ride::Ride;
use crate::tui::theme::{Depth, Theme};
use crate::tui::view::{Shown, View};

/// Everything a [`View`] borrows.
pub struct Stage {
    pub ride: Ride,
    pub shown: Shown,
    pub live: bool,
    pub selected: Option<usize>,
    pub focus: PaneId,
    pub theme: Theme,
    pub keymap: Keymap,
}

impl Stage {
    /// `ride` at its newest moment, with [`fixtures::screen`] fetched where there is a moment.
    pub fn new(ride: Ride) -> Self {
        let moment = ride.moments.len().saturating_sub(1);
        let screen = (!ride.moments.is_empty()).then(fixtures::screen);
        let offers = screen.as_ref().map(abstraction::offers).unwrap_or_default().into();
        let shown = Shown { moment, screen: screen.map(Arc::new), offers, ..Shown::default() };
        Self {
            ride,
            shown,
            live: true,
            selected: None,
            focus: PaneId::Screen,
            theme: Theme::bundled("dark", Depth::True).unwrap(),
            keymap: Keymap::read("").unwrap(),
        }
    }

    /// What panes and layers may read.
    pub fn view(&self) -> View<'_> {
        View {
            ride: &self.ride,
            shown: &self.shown,
            live: self.live,
            selected: self.selected,
            focus: self.focus,
            theme: &self.theme,
            keymap: &self.keymap,
            covered: None,
        }
    }

    /// What `draw` draws on a terminal of this size, as lines without trailing spaces.
    pub fn render(
        &self,
        width: u16,
        height: u16,
        draw: impl FnOnce(&mut Frame<'_>, Rect, &View<'_>),
    ) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let frame = terminal.draw(|frame| draw(frame, frame.area(), &self.view())).unwrap();
        let row = |y| (0..width).map(|x| frame.buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
    }
}

/// What `draw` draws over the session of [`fixtures::ride`].
pub fn render(
    width: u16,
    height: u16,
    draw: impl FnOnce(&mut Frame<'_>, Rect, &View<'_>),
) -> String {
    Stage::new(fixtures::ride()).render(width, height, draw)
}

/// Hand-made sessions and screens.
pub mod fixtures {
    use crate::domain::{
        Action, ActionKey, ActionKind, BlobId, Bounds, Finding, FindingKind, Key, Offer, Place,
        Reading, Screen, Size, StateId, StateIds, Widget,
    };
    use crate::protocol::{
        AppOpened, By, Decided, Decision, Discovered, Event, Learned, Mode, Observed, Outcome,
        Performed, Proposal, ProposalId, Record, SessionStarted, Verdict, WayPlanned,
    };
    use crate::tui::ride::Ride;

    const SIZE: Size = Size::new(720, 1600);

    fn widget(number: usize, class: &str, id: &str, label: &str, bounds: Bounds) -> Widget {
        Widget {
            number,
            class: format!("android.widget.{class}"),
            text: label.into(),
            resource_id: format!("org.app:id/{id}"),
            package: "org.app".into(),
            label: label.into(),
            bounds,
            tap: Some(bounds.center()),
            actions: vec![ActionKind::Tap],
            enabled: true,
            ..Widget::default()
        }
    }

    /// A list of notes: tool bar, search field, three rows, a button.
    pub fn screen() -> Screen {
        let mut title = widget(1, "TextView", "title", "Notes", Bounds::new(32, 80, 400, 160));
        title.actions.clear();
        let menu = widget(2, "ImageButton", "menu", "More options", Bounds::new(640, 80, 720, 160));
        let mut field =
            widget(3, "EditText", "search", "Search notes", Bounds::new(32, 180, 688, 260));
        field.actions = vec![ActionKind::Tap, ActionKind::Type];
        field.text.clear();
        field.hint = "Search notes".into();
        let mut list = widget(4, "ListView", "list", "", Bounds::new(0, 280, 720, 1400));
        list.actions = vec![ActionKind::Scroll];
        let mut widgets = vec![title, menu, field, list];
        for (row, label) in ["Buy milk", "日本語のメモ", "Plan the week"].into_iter().enumerate()
        {
            let top = 280 + 120 * row as i32;
            let mut line =
                widget(5 + row, "TextView", "row", label, Bounds::new(0, top, 720, top + 120));
            line.actions.push(ActionKind::LongTap);
            line.place = Place { list: Some(4), row: Some(row), ..Place::default() };
            widgets.push(line);
        }
        widgets.push(widget(8, "Button", "add", "New note", Bounds::new(520, 1420, 700, 1540)));
        Screen {
            package: "org.app".into(),
            activity: ".MainActivity".into(),
            size: SIZE,
            rotation: 0,
            dialog: false,
            keyboard: false,
            busy: false,
            reading: Reading::Full,
            widgets,
            warnings: Vec::new(),
        }
    }

    /// A session that is written by hand, state by state.
    pub struct Tape {
        ride: Ride,
        seq: u64,
        step: u64,
        current: u64,
        offers: Vec<&'static str>,
    }

    impl Tape {
        /// A session on an open app that was not looked at yet.
        pub fn new() -> Self {
            let offers = vec!["tap #add", "tap #search", "tap #menu", "long_tap #row"];
            let mut tape = Self { ride: Ride::default(), seq: 0, step: 0, current: 0, offers };
            tape.tell(Event::SessionStarted(SessionStarted {
                started: "2026-01-15T10:00:00+01:00[Europe/Berlin]".into(),
                version: "0.1.0".into(),
                target: "demo:notes".into(),
                device: "Ride One".into(),
                system: "Android 15".into(),
                size: SIZE,
                explorer: "systematic".into(),
                seed: 1,
                mode: Mode::Approve,
            }));
            tape.tell(Event::AppOpened(AppOpened {
                package: "org.app".into(),
                version: Some("1.0".into()),
                activities: vec![".MainActivity".into(), ".EditActivity".into()],
            }));
            tape
        }

        /// Goes on with a session that stands at `state`.
        pub fn from_ride(ride: Ride, state: u64) -> Self {
            let step = ride.model.steps();
            let seq = ride.at_ms / 100 + 1;
            Self { ride, seq, step, current: state, offers: vec!["tap #add"] }
        }

        /// Takes one event in, a tenth of a second after the one before.
        pub fn tell(&mut self, event: Event) -> &mut Self {
            self.ride.apply(&Record { seq: self.seq, at_ms: self.seq * 100, event });
            self.seq += 1;
            self
        }

        /// What states that are discovered from now on offer.
        pub fn offering(&mut self, offers: &[&'static str]) -> &mut Self {
            self.offers = offers.to_vec();
            self
        }

        /// Looks at the device and sees `state`, which is called `label` if it is new.
        pub fn look(&mut self, state: u64, label: &str) -> &mut Self {
            self.current = state;
            let id = StateId(state);
            let activity = ".MainActivity";
            if self.ride.model.state(id).is_none() {
                let offers = self.offers.iter().map(|key| offer(key)).collect();
                self.tell(Event::Discovered(Discovered {
                    step: self.step,
                    state: id,
                    label: label.into(),
                    package: "org.app".into(),
                    activity: activity.into(),
                    size: SIZE,
                    offers,
                }));
            }
            let exact = StateId(state + 1_000_000);
            self.tell(Event::Observed(Observed {
                step: self.step,
                state: StateIds { exact, structural: id, semantic: id },
                package: "org.app".into(),
                activity: activity.into(),
                size: SIZE,
                reading: Reading::Full,
                busy: false,
                screen: BlobId::try_from("0".repeat(64)).unwrap(),
                picture: None,
                hierarchy: None,
                took_ms: 12,
            }))
        }

        /// Proposes what is called `key`; it waits.
        pub fn propose(&mut self, key: &str) -> &mut Self {
            let Offer { action, key, .. } = offer(key);
            self.tell(Event::Proposed(Proposal {
                id: ProposalId(self.step + 1),
                step: self.step + 1,
                action,
                key,
                explorer: "systematic".into(),
                why: "Never tried in this state.".into(),
                alternatives: Vec::new(),
            }))
        }

        /// Proposes, approves and performs `key`, and sees `to`.
        pub fn act(&mut self, key: &str, to: u64, label: &str) -> &mut Self {
            let from = self.current;
            self.propose(key);
            self.step += 1;
            let step = self.step;
            let Offer { action, key, template } = offer(key);
            self.tell(Event::Decided(Decided {
                decision: Decision {
                    proposal: ProposalId(step),
                    by: By::Tester,
                    verdict: Verdict::Approve,
                },
                action: Some(action),
                key: Some(key.clone()),
                step: Some(step),
            }));
            self.tell(Event::Performed(Performed {
                step,
                accepted: None,
                warnings: Vec::new(),
                failed: None,
                took_ms: 40,
            }));
            self.look(to, label);
            let outcome = if from == to { Outcome::None } else { Outcome::Moved };
            let (from, to) = (StateId(from), StateId(to));
            self.tell(Event::Learned(Learned { step, from, key, template, to, outcome }))
        }

        /// Tells of a crash that the latest action brought.
        pub fn crash(&mut self, title: &str) -> &mut Self {
            self.tell(Event::Found(Finding {
                kind: FindingKind::Crash,
                title: title.into(),
                group: title.into(),
                step: self.step,
                first: true,
                detail: "at org.app.Main.onClick(Main.kt:12)".into(),
            }))
        }

        /// Tells of the way to `to` over actions of these names.
        pub fn way(&mut self, to: u64, keys: &[&str]) -> &mut Self {
            let way = Some(keys.iter().map(ActionKey::new).collect());
            self.tell(Event::WayPlanned(WayPlanned { to: StateId(to), way }))
        }

        /// The session so far.
        pub fn ride(&self) -> &Ride {
            &self.ride
        }

        /// The session, to keep.
        pub fn done(&mut self) -> Ride {
            std::mem::take(&mut self.ride)
        }
    }

    fn offer(key: &str) -> Offer {
        let key = ActionKey::new(key);
        Offer { action: Action::Key { key: Key::Back }, template: key.clone(), key }
    }

    /// A short session with a notes app: eight states, a crash, a proposal that waits.
    pub fn ride() -> Ride {
        Tape::new()
            .offering(&["tap #add", "tap #search", "tap #menu", "tap #row \"Buy milk\""])
            .look(1, "MainActivity · Notes")
            .offering(&["type #title", "type #body", "tap #save"])
            .act("tap #add", 2, "EditActivity · New note")
            .offering(&["tap #discard", "tap #keep"])
            .act("press back", 3, "EditActivity · Discard changes? (dialog)")
            .act("tap #discard", 1, "")
            .offering(&["tap #settings", "tap #trash", "tap #about"])
            .act("tap #menu", 4, "MainActivity · Menu")
            .offering(&["tap #theme", "tap #import", "tap #sound", "tap #up"])
            .act("tap #settings", 5, "SettingsActivity · Settings")
            .offering(&["tap #dark", "tap #light"])
            .act("tap #theme", 6, "SettingsActivity · Theme (dialog)")
            .act("press back", 5, "")
            .act("tap #sound", 5, "")
            .offering(&["tap #start"])
            .act("tap #import", 7, "ImportActivity · Import notes")
            .act("tap #start", 7, "")
            .crash("java.lang.NullPointerException: no file")
            .act("press back", 5, "")
            .act("press back", 1, "")
            .offering(&["type #query", "tap #up"])
            .act("tap #search", 8, "MainActivity · Search")
            .propose("type #query")
            .done()
    }
}
