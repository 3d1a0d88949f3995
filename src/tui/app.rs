//! The application: owns the panes and layers, routes input, carries acts out.

mod acts;
mod chrome;
mod drawing;
mod hints;
mod input;
mod tabs;

pub(super) use chrome::{LEGEND, layer_border, too_small};
pub(super) use drawing::middle;
pub(super) use hints::now;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use ratatui::layout::Rect;
use tokio::sync::mpsc;

use super::exchange_texts::{self, ExchangeTexts, ReadPrompt, SavePrompt};
use super::fetch::{FetchedMoment, MomentFetcher};
use super::image::PictureSetting;
use super::image::pixels::PixelPlacement;
use super::keymap::Keymap;
use super::layout::PaneLayout;
use super::live_pictures::LivePictureDecoder;
use super::overlays::sessions::Catalogue;
use super::pane::{MessageTone, OverlayLayer, Pane, PaneId};
use super::panes::{self, SessionSurface};
use super::replay::ReplayPlayer;
use super::small_screens::SmallScreens;
use super::theme::ThemeColours;
use super::used_keys::UsedKeys;
use super::view::{DecodedPicture, ShownMoment, ViewContext};
use crate::engine::handle::BlobSource;
use crate::protocol::{EventRecord, Op, PartialReply};
use crate::session::{EnginePhase, SessionRecording, Timeline};

/// How long a short message is shown.
const TOAST: Duration = Duration::from_secs(4);

/// The most characters that are kept of a reply while it streams.
const STREAMED: usize = 8_000;

/// A text that was fetched.
type Read = (exchange_texts::TextSource, Option<exchange_texts::PassageText>);

/// How the terminal UI is set up.
pub struct Options {
    /// The colours.
    pub theme: ThemeColours,
    /// The folder of the user's own themes; it need not exist.
    pub themes: std::path::PathBuf,
    /// The keys.
    pub keymap: Keymap,
    /// What else can be opened, for the picker.
    pub catalogue: Catalogue,
    /// How pictures are shown ([`PictureSetting::of_terminal`]).
    pub pictures: PictureSetting,
    /// Where the prompts' present texts come from.
    pub prompts: ReadPrompt,
    /// Where edited prompts are kept.
    pub save_prompt: SavePrompt,
}

/// A worker of a fleet that is joined.
pub struct JoinedWorker {
    /// The worker in words.
    pub name: String,
    /// The number of its first record that is news.
    pub news: u64,
}

/// What the loop has to do at the terminal itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Put this into the clipboard.
    Copy(String),
    /// Stop as a job until the shell brings it back.
    Suspend,
    /// Open this instead: a target, or a session's folder. [`App::last_wish`] returns it once the
    /// loop has ended.
    Open(String),
}

struct Toast {
    tone: MessageTone,
    text: String,
    until: Instant,
}

/// The application.
pub struct App {
    session: Timeline,
    shown: ShownMoment,
    live: bool,
    selected: Option<usize>,
    focus: PaneId,
    alone: bool,
    theme: ThemeColours,
    themes: std::path::PathBuf,
    keymap: Keymap,
    surface: SessionSurface,
    panes: Vec<Box<dyn Pane>>,
    layers: Vec<Box<dyn OverlayLayer>>,
    layer_areas: Vec<Rect>,
    layout: PaneLayout,
    pictures: PictureSetting,
    placement: Option<PixelPlacement>,
    toasts: VecDeque<Toast>,
    ops: mpsc::UnboundedSender<Op>,
    fetcher: MomentFetcher,
    fetched: mpsc::UnboundedReceiver<FetchedMoment>,
    wishes: Vec<Wish>,
    last_wish: Option<Wish>,
    texts: ExchangeTexts,
    small_screens: SmallScreens,
    live_pictures: LivePictureDecoder,
    streaming: PartialReply,
    blobs: BlobSource,
    prompts: ReadPrompt,
    save_prompt: SavePrompt,
    text_sender: mpsc::UnboundedSender<Read>,
    text_receiver: mpsc::UnboundedReceiver<Read>,
    /// Texts that are being fetched.
    texts_pending: usize,
    /// What counts as now, if a recording is drawn frame by frame.
    clock: Option<Instant>,
    catalogue: Catalogue,
    listed: mpsc::UnboundedSender<()>,
    catalogues: mpsc::UnboundedReceiver<()>,
    /// How many layers there were when quitting was asked about, its question included.
    quit_asked: Option<usize>,
    pointer: input::MousePointer,
    quitting: bool,
    ended: bool,
    replay: Option<ReplayPlayer>,
    /// The worker of a fleet that is joined.
    worker: Option<JoinedWorker>,
    used_keys: UsedKeys,
    recorded_bytes: u64,
}

impl App {
    /// An application that sends ops to `ops` and reads what records name from `blobs`.
    pub fn new(options: Options, ops: mpsc::UnboundedSender<Op>, blobs: BlobSource) -> Self {
        let (done, fetched) = mpsc::unbounded_channel();
        let (listed, catalogues) = mpsc::unbounded_channel();
        let (text_sender, text_receiver) = mpsc::unbounded_channel();
        Self {
            session: Timeline::default(),
            shown: ShownMoment::default(),
            live: true,
            selected: None,
            focus: PaneId::Screen,
            alone: false,
            theme: options.theme,
            themes: options.themes,
            keymap: options.keymap,
            surface: SessionSurface::default(),
            panes: panes::of(SessionSurface::default(), options.pictures),
            layers: Vec::new(),
            layer_areas: Vec::new(),
            layout: PaneLayout::default(),
            pictures: options.pictures,
            placement: None,
            toasts: VecDeque::new(),
            ops,
            fetcher: MomentFetcher::new(blobs.clone(), done),
            fetched,
            wishes: Vec::new(),
            last_wish: None,
            texts: ExchangeTexts::default(),
            small_screens: SmallScreens::new(blobs.clone()),
            live_pictures: LivePictureDecoder::default(),
            streaming: PartialReply::default(),
            blobs,
            prompts: options.prompts,
            save_prompt: options.save_prompt,
            text_sender,
            text_receiver,
            texts_pending: 0,
            clock: None,
            catalogue: options.catalogue,
            listed,
            catalogues,
            quit_asked: None,
            pointer: input::MousePointer::default(),
            quitting: false,
            ended: false,
            replay: None,
            worker: None,
            used_keys: UsedKeys::default(),
            recorded_bytes: 0,
        }
    }

    /// The same, in which the keys that were not used yet explain themselves.
    pub fn with_used_keys(self, used_keys: UsedKeys) -> Self {
        Self { used_keys, ..self }
    }

    /// The same for the session of `worker`, which goes on once it is left.
    pub fn joining(self, worker: JoinedWorker) -> Self {
        Self { worker: Some(worker), ..self }
    }

    /// An application that plays this recording. It begins at the first observation; if there is none,
    /// at the end.
    pub fn of_recording(options: Options, recording: SessionRecording, blobs: BlobSource) -> Self {
        // No engine takes ops: a recording cannot be changed.
        let (ops, _receiver) = mpsc::unbounded_channel();
        let mut app = Self::new(options, ops, blobs);
        app.ended = true;
        app.replay = Some(ReplayPlayer::new(recording));
        app.seek(0);
        app
    }

    /// Takes one record of the engine in.
    pub fn record(&mut self, record: &EventRecord) {
        let before = self.session.moments.len();
        let warned = self.session.facts.messages.len();
        self.session.apply(record);
        self.choose_panes();
        if self.live && self.session.moments.len() > before {
            self.show(self.session.moments.len() - 1);
        }
        if let Some((_, warning)) = self.session.facts.messages.get(warned) {
            let hint = warning.hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default();
            self.toast(MessageTone::Warning, format!("{}{hint}", warning.what));
        }
        if let crate::protocol::Event::Found(finding) = &record.event
            && finding.first
        {
            self.toast(MessageTone::Bad, format!("{}: {}", finding.kind.word(), finding.title));
        }
        let resumes = matches!(record.event, crate::protocol::Event::Resumed(_));
        if resumes || self.worker.as_ref().is_some_and(|worker| record.seq < worker.news) {
            // What was reported before is no news.
            self.toasts.clear();
        }
    }

    /// Makes the panes for the session's surface, once that is known.
    pub(super) fn choose_panes(&mut self) {
        let surface = SessionSurface::of(&self.session);
        if surface != self.surface {
            self.surface = surface;
            self.panes = panes::of(surface, self.pictures);
        }
    }

    /// Called once the engine will send no more records.
    pub fn engine_gone(&mut self) {
        self.ended = true;
    }

    /// Waits for something that was fetched off the loop.
    pub async fn next_fetched(&mut self) {
        tokio::select! {
            Some(fetched) = self.fetched.recv() => self.take_fetched(fetched),
            // The layer that waits for it reads it when it is drawn.
            Some(()) = self.catalogues.recv() => {}
            Some((source, text)) = self.text_receiver.recv() => {
                self.texts_pending = self.texts_pending.saturating_sub(1);
                self.texts.fetched(source, text);
            }
            Some(()) = self.small_screens.next() => {}
            Some(picture) = self.live_pictures.next() => self.show_live(picture),
            else => {}
        }
    }

    /// True while something is fetched that will change what is shown.
    pub fn is_fetching(&self) -> bool {
        self.fetcher.is_busy() || self.texts_pending > 0 || self.small_screens.is_busy()
    }

    /// Lets `now` count as the present, and forgets what is over by then.
    pub fn set_clock(&mut self, now: Instant) {
        self.clock = Some(now);
        self.expire(now);
    }

    fn take_fetched(&mut self, fetched: FetchedMoment) {
        self.fetcher.finished();
        self.recorded_bytes = fetched.recorded_bytes.unwrap_or(self.recorded_bytes);
        if fetched.moment != self.shown.moment {
            // In a fast run the present is always ahead; the newest picture is better than none.
            if self.live && fetched.picture.is_some() {
                self.shown.picture = fetched.picture;
            }
            return;
        }
        self.shown.screen = fetched.screen;
        self.shown.available = fetched.available;
        if fetched.picture.is_some() {
            self.shown.picture = fetched.picture;
            self.shown.picture_is_current = true;
        }
        let proposed = self.view().proposed_widget();
        self.selected = self.selected.filter(|_| self.live).or(proposed);
    }

    /// Takes in what the display shows now.
    pub fn display_changed(&mut self, picture: std::sync::Arc<[u8]>) {
        self.live_pictures.take(picture);
    }

    /// Shows what the display shows now, if the newest moment is shown.
    fn show_live(&mut self, picture: DecodedPicture) {
        if !self.live || self.replay.is_some() {
            return;
        }
        self.shown.picture = Some(picture);
        // What was observed before the action may lie elsewhere now.
        if matches!(self.session.phase, EnginePhase::Acting | EnginePhase::Looking) {
            self.shown.picture_is_current = false;
        }
    }

    /// Takes in what of the reply in flight has come so far.
    pub fn streamed(&mut self, streaming: &PartialReply) {
        let start = streaming.words.char_indices().rev().nth(STREAMED);
        let tail = start.and_then(|(start, _)| streaming.words.get(start..));
        let words = tail.unwrap_or(&streaming.words).to_owned();
        self.streaming = PartialReply { exchange: streaming.exchange, words };
    }

    /// Fetches the texts that were looked up but not loaded yet.
    fn fetch_texts(&mut self) {
        for source in self.texts.take_wanted() {
            let (blobs, prompts) = (self.blobs.clone(), self.prompts.clone());
            let read = self.text_sender.clone();
            self.texts_pending += 1;
            tokio::task::spawn_blocking(move || {
                let text = exchange_texts::read(&source, &blobs, &prompts);
                // If the application has ended meanwhile, the text is not needed.
                let _ = read.send((source, text));
            });
        }
    }

    /// Shows this moment and fetches what it names.
    fn show(&mut self, moment: usize) {
        let Some(observed) = self.session.moments.get(moment).map(|moment| &moment.observed) else {
            return;
        };
        self.fetcher.want(moment, observed);
        self.shown.moment = moment;
        self.shown.screen = None;
        self.shown.available = std::sync::Arc::default();
        self.shown.picture_is_current = false;
        self.selected = None;
    }

    fn toast(&mut self, tone: MessageTone, text: String) {
        let now = self.clock.unwrap_or_else(Instant::now);
        self.toasts.push_back(Toast { tone, text, until: now + TOAST });
        if self.toasts.len() > 3 {
            self.toasts.pop_front();
        }
    }

    /// When something on screen changes by itself next.
    pub fn next_change(&self) -> Option<Instant> {
        let toasts = self.toasts.iter().map(|toast| toast.until);
        toasts.chain(self.replay.as_ref().and_then(ReplayPlayer::due)).min()
    }

    /// Forgets what is over by `now`, and plays what is due.
    pub fn expire(&mut self, now: Instant) {
        self.toasts.retain(|toast| toast.until > now);
        let due = self.replay.as_mut().map(|replay| replay.take_due(now));
        let Some(due) = due.filter(|due| !due.is_empty()) else { return };
        due.iter().for_each(|record| self.record(record));
        self.replay.iter().for_each(|replay| replay.played(&mut self.session));
    }

    /// What is to be done at the terminal itself.
    pub fn take_wishes(&mut self) -> Vec<Wish> {
        std::mem::take(&mut self.wishes)
    }

    /// What is to be done after the loop has ended: [`Wish::Open`], if that was chosen.
    pub fn last_wish(&mut self) -> Option<Wish> {
        self.last_wish.take()
    }

    /// True once the program is to be left.
    pub fn is_done(&self) -> bool {
        self.quitting && self.ended
    }

    /// Ends the session, if it still runs, and then leaves.
    pub fn quit(&mut self) {
        self.quitting = true;
        if !self.ended {
            // A closed channel means that the engine has ended, which is what was asked for.
            let _ = self.ops.send(Op::Quit);
        }
    }

    /// The session as it is known here.
    pub fn session(&self) -> &Timeline {
        &self.session
    }

    fn view(&self) -> ViewContext<'_> {
        view(self)
    }
}

fn view(app: &App) -> ViewContext<'_> {
    ViewContext {
        session: &app.session,
        surface: app.surface,
        shown: &app.shown,
        live: app.live,
        replay: app.replay.as_ref(),
        worker: app.worker.as_ref().map(|worker| worker.name.as_str()),
        selected: app.selected,
        focus: app.focus,
        theme: &app.theme,
        keymap: &app.keymap,
        running: !app.ended,
        streaming: &app.streaming,
        texts: &app.texts,
        small_screens: &app.small_screens,
        used_keys: &app.used_keys,
        recorded_bytes: app.recorded_bytes,
        covered: app.covered(),
    }
}

#[cfg(test)]
mod header_tests;
#[cfg(test)]
mod leaving_tests;
#[cfg(test)]
mod live_tests;
#[cfg(test)]
mod placing_tests;
