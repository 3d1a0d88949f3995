//! What panes and layers may read.

use std::sync::Arc;

use ratatui::layout::Rect;

use super::command::UiCommand;
use super::controls;
use super::exchange_texts::ExchangeTexts;
use super::keymap::Keymap;
use super::panes::{PaneId, SessionSurface};
use super::replay::ReplayPlayer;
use super::small_screens::SmallScreens;
use super::theme::ThemeColours;
use super::used_keys::UsedKeys;
use crate::domain::{AvailableAction, Screen, StateId, Widget};
use crate::model::StateNode;
use crate::protocol::PartialReply;
use crate::session::{SessionMoment, Timeline};

/// A picture that was decoded off the loop.
#[derive(Clone)]
pub struct DecodedPicture {
    /// Told apart by this: a new number for each decoded picture.
    pub id: u64,
    /// The pixels.
    pub image: Arc<image::RgbaImage>,
    /// The same with as many pixels as cells can show at most: what it costs to draw cells must
    /// not depend on the phone.
    pub small: Arc<image::RgbaImage>,
}

impl DecodedPicture {
    /// The most pixels of [`DecodedPicture::small`], across and down: four points for every column and
    /// row of a large terminal's pane.
    const SMALL: (u32, u32) = (320, 720);

    /// The picture `image`. Shrinking takes some milliseconds: not for the frame loop.
    pub fn new(id: u64, image: image::RgbaImage) -> Self {
        let (across, down) = Self::SMALL;
        let image = Arc::new(image);
        if image.width() <= across && image.height() <= down {
            return Self { id, small: image.clone(), image };
        }
        let whole = image::DynamicImage::ImageRgba8((*image).clone());
        Self { id, small: Arc::new(whole.thumbnail(across, down).into_rgba8()), image }
    }
}

/// The moment that is shown, with what was fetched for it.
#[derive(Clone, Default)]
pub struct ShownMoment {
    /// Its place in [`Timeline::moments`].
    pub moment: usize,
    /// The screen, once it is fetched.
    pub screen: Option<Arc<Screen>>,
    /// The available actions of the screen.
    pub available: Arc<[AvailableAction]>,
    /// The picture, once it is decoded; the one before it until then.
    pub picture: Option<DecodedPicture>,
    /// True if `picture` belongs to this moment.
    pub picture_is_current: bool,
}

/// What panes and layers may read. Nothing in it can be changed.
pub struct ViewContext<'a> {
    /// The session.
    pub session: &'a Timeline,
    /// What its screens are made of.
    pub surface: SessionSurface,
    /// The moment that is shown.
    pub shown: &'a ShownMoment,
    /// True if the newest moment is shown and new ones will be.
    pub live: bool,
    /// The selected widget's number on the shown screen.
    pub selected: Option<usize>,
    /// The pane that has the focus.
    pub focus: PaneId,
    /// The colours.
    pub theme: &'a ThemeColours,
    /// The keys.
    pub keymap: &'a Keymap,
    /// The recording that is played, if there is one; `session` is what was known then.
    pub replay: Option<&'a ReplayPlayer>,
    /// The worker of a fleet that is joined, in words: leaving it ends nothing.
    pub worker: Option<&'a str>,
    /// True while there is an engine that ops can be sent to.
    pub running: bool,
    /// What of the reply in flight has come so far: its end, if it is long.
    pub streaming: &'a PartialReply,
    /// Texts that records name, and edited prompts.
    pub texts: &'a ExchangeTexts,
    /// Screens of other moments than the shown one.
    pub small_screens: &'a SmallScreens,
    /// The keys that explain themselves.
    pub used_keys: &'a UsedKeys,
    /// What the session takes on the disk, in bytes; 0 if that is not known.
    pub recorded_bytes: u64,
    /// Where what is drawn over the panes lies; pixels must not be painted there.
    pub covered: Option<Rect>,
}

impl<'a> ViewContext<'a> {
    /// All of the session that is known, what is still to be played included.
    pub fn whole(&self) -> &'a Timeline {
        self.replay.map_or(self.session, ReplayPlayer::whole)
    }

    /// What `command` does here, as a short title.
    pub fn title(&self, command: UiCommand) -> &'static str {
        match (command, self.worker) {
            (UiCommand::Quit, Some(_)) => "Back to the fleet: the worker goes on by itself",
            _ => command.title(),
        }
    }

    /// The moment that is shown.
    pub fn moment(&self) -> Option<&'a SessionMoment> {
        self.session.moments.get(self.shown.moment)
    }

    /// The structural state that is shown.
    pub fn state_id(&self) -> Option<StateId> {
        self.moment().map(|moment| moment.observed.state.structural)
    }

    /// The state that is shown, as the model knows it.
    pub fn state(&self) -> Option<&'a StateNode> {
        self.session.model.state(self.state_id()?)
    }

    /// The screen that is shown.
    pub fn screen(&self) -> Option<&'a Screen> {
        self.shown.screen.as_deref()
    }

    /// The selected widget.
    pub fn widget(&self) -> Option<&'a Widget> {
        self.screen()?.widget(self.selected?)
    }

    /// What proposes, and the cost so far: `llama3 · 12 340 tokens · $0.02`, or that only the rules do. The model's name is left out unless `named`.
    pub fn decides(&self, named: bool) -> String {
        let Some(started) = &self.session.facts.started else { return String::new() };
        let Some(model) = &started.model else { return "rules only".into() };
        let model = if named { controls::clean(model) } else { String::new() };
        let usage = self.session.facts.asked.usage;
        let about = if usage.estimated { "~" } else { "" };
        let tokens = usage.input_tokens.saturating_add(usage.output_tokens);
        if self.session.facts.asked.never_answered() {
            return controls::joined([model.as_str(), "no answer, rules only"]);
        }
        let tokens = controls::counted(tokens, "token");
        let paused = if self.session.facts.asked.paused { "paused" } else { "" };
        controls::joined([
            model.as_str(),
            paused,
            &format!("{about}{tokens}"),
            &controls::dollars(usage.cost_usd),
        ])
    }

    /// What asking used for each step: `412 tokens, 0.4 questions a step`; empty if nothing was asked.
    pub fn used_per_step(&self) -> String {
        let steps = self.session.facts.step.max(1) as f64;
        let asked = &self.session.facts.asked;
        let questions = asked.requests.saturating_sub(asked.feedback_rounds);
        if questions == 0 {
            return String::new();
        }
        let tokens = asked.usage.input_tokens.saturating_add(asked.usage.output_tokens) as f64;
        let tokens = controls::counted((tokens / steps).round() as u64, "token");
        format!("{tokens}, {:.1} questions a step", questions as f64 / steps)
    }

    /// The number of the widget that the latest proposal of the shown moment is aimed at.
    pub fn proposed_widget(&self) -> Option<usize> {
        let reviewed = self.moment()?.proposals.last()?;
        reviewed.proposal.action.target().map(|target| target.number)
    }
}
