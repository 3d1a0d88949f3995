//! The steps of functions: what the Monitor divides and the Detector judges.

use std::collections::HashSet;
use std::sync::Arc;

use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder as _, Rgb, RgbImage};
use serde::{Deserialize, Serialize};

use crate::domain::{Action, Bounds, Screen};
use crate::oracle::JudgedTurn;
use crate::protocol::ActionOutcome;

/// Steps after which the Monitor is asked at the latest.
const LATEST: usize = 8;
/// Steps after which it is asked if a page is reached that the function has not had.
const LATEST_ON_NEW_PAGE: usize = 3;
/// The most steps of a function that are kept.
pub(super) const LONGEST: usize = 16;
/// The most lines of a screen that are told, and the most characters of each.
pub(super) const LINES: usize = 24;
const LINE: usize = 60;
/// The most pictures of a strip, and their height in pixels.
const PICTURES: usize = 4;
const HEIGHT: u32 = 640;
/// The colour of the box around what was acted on, and its line in pixels.
const MARK: Rgb<u8> = Rgb([205, 32, 32]);
const MARK_LINE: u32 = 3;

/// A step of a function.
#[derive(Clone, Debug)]
pub(super) struct CourseStep {
    /// Its number.
    pub step: u64,
    /// What was done.
    pub action: Action,
    /// The page on which it was done.
    pub page: String,
    pub before: Arc<Screen>,
    pub after: Arc<Screen>,
    pub outcome: Option<ActionOutcome>,
    /// The picture of the screen before, as PNG, if it is still in memory.
    pub png_before: Option<Arc<[u8]>>,
    /// The picture of the screen after.
    pub png: Option<Arc<[u8]>>,
}

/// A step as prompts tell it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ToldStep {
    pub step: u64,
    pub page: String,
    pub action: String,
    pub effect: String,
    pub now: String,
    /// The words on the screen after.
    pub shows: Vec<String>,
}

impl CourseStep {
    /// What `turn` did; `None` for the opening.
    pub(super) fn of(turn: &JudgedTurn) -> Option<Self> {
        let (action, before) = (turn.action.as_ref()?, turn.before.as_ref()?);
        Some(Self {
            step: turn.step,
            action: action.clone(),
            page: page(&before.screen).to_owned(),
            before: before.screen.clone(),
            after: turn.after.screen.clone(),
            outcome: turn.outcome,
            png_before: before.png.clone(),
            png: turn.after.png.clone(),
        })
    }

    /// The same for a prompt.
    pub(super) fn reported(&self) -> ToldStep {
        ToldStep {
            step: self.step,
            page: self.page.clone(),
            action: self.action.to_string(),
            effect: effect(self.outcome).to_owned(),
            now: page(&self.after).to_owned(),
            shows: shown(&self.after),
        }
    }

    /// The same without the texts of the screen and of what was acted on.
    pub(super) fn reported_without_texts(&self) -> ToldStep {
        let kind = self.action.kind().word();
        let action = match self.action.target() {
            Some(target) => format!("{kind} [{}]", target.number),
            None => kind.to_owned(),
        };
        ToldStep { action, shows: Vec::new(), ..self.reported() }
    }

    /// True if something was pressed that can be, and nothing changed: what shows that feedback is missing.
    fn lacks_feedback(&self) -> bool {
        let pressed = match &self.action {
            Action::Tap { target } => self.before.widget(target.number),
            _ => None,
        };
        self.outcome == Some(ActionOutcome::None)
            && pressed.is_some_and(|widget| widget.enabled && widget.acts() && !widget.is_field())
    }

    /// What names the action in a group of findings: no number that changes from screen to screen.
    pub(super) fn action_name(&self) -> String {
        let kind = self.action.kind().word();
        match self.action.target() {
            Some(target) if !target.resource_id.is_empty() => {
                format!("{kind} {}", target.resource_id)
            }
            Some(target) => format!("{kind} {}", target.label),
            None => kind.to_owned(),
        }
    }
}

/// The function that is tested now, and the steps that belong to none yet.
#[derive(Debug, Default)]
pub(super) struct FunctionCourse {
    app: String,
    function: String,
    steps: Vec<CourseStep>,
    latest: Vec<CourseStep>,
}

impl FunctionCourse {
    /// The package of the app.
    pub(super) fn app(&self) -> &str {
        &self.app
    }

    /// What is tested now; empty at the beginning.
    pub(super) fn function(&self) -> &str {
        &self.function
    }

    /// The steps that belong to no function yet.
    pub(super) fn latest(&self) -> &[CourseStep] {
        &self.latest
    }

    /// Takes in a turn in the app.
    pub(super) fn take(&mut self, turn: &JudgedTurn) {
        if self.app.is_empty() {
            self.app.clone_from(&turn.after.screen.package);
        }
        let step = CourseStep::of(turn).filter(|step| step.before.package == self.app);
        self.latest.extend(step);
    }

    /// True if the Monitor should say what the latest steps belong to.
    pub(super) fn is_due(&self) -> bool {
        let Some(last) = self.latest.last() else { return false };
        let now = page(&last.after);
        let is_known = self.steps.iter().chain(&self.latest).any(|step| step.page == now);
        self.latest.len() >= LATEST || (self.latest.len() >= LATEST_ON_NEW_PAGE && !is_known)
    }

    /// The latest steps belong to the present function, all of them.
    pub(super) fn keep_all(&mut self) {
        self.steps.append(&mut self.latest);
        let over = self.steps.len().saturating_sub(LONGEST);
        self.steps.drain(..over);
    }

    /// The latest steps and the number of the first one, if there are enough of them to be judged by themselves.
    pub(super) fn undivided(&mut self) -> Option<(u64, Vec<CourseStep>)> {
        let first = self.latest.first().filter(|_| self.latest.len() >= LATEST)?.step;
        Some((first, std::mem::take(&mut self.latest)))
    }

    /// The latest steps belong to `function`, those before `new_from` to the one before it; of all of
    /// them only `important` ones are kept, and what was pressed without effect for the first time. Gives the function
    /// that is finished by that.
    pub(super) fn divide(
        &mut self,
        function: &str,
        new_from: Option<u64>,
        important: &[u64],
    ) -> Option<(String, Vec<CourseStep>)> {
        let mut idle: HashSet<String> = HashSet::new();
        let is_kept = |step: &CourseStep| {
            let first = step.lacks_feedback()
                && idle.insert(format!("{}|{}", step.page, step.action_name()));
            first || important.is_empty() || important.contains(&step.step)
        };
        self.latest.retain(is_kept);
        let named = std::mem::replace(&mut self.function, function.to_owned());
        let Some(new_from) = new_from.filter(|_| !named.is_empty()) else {
            self.keep_all();
            return None;
        };
        let (old, new) = std::mem::take(&mut self.latest)
            .into_iter()
            .partition::<Vec<_>, _>(|step| step.step < new_from);
        self.latest = old;
        self.keep_all();
        let finished = std::mem::replace(&mut self.steps, new);
        (!finished.is_empty()).then_some((named, finished))
    }
}

/// What people call the page that `screen` shows.
pub(super) fn page(screen: &Screen) -> &str {
    screen.title().filter(|title| !title.trim().is_empty()).unwrap_or(screen.short_location())
}

/// The words on `screen` with the role of what shows them, and states of switches.
pub(super) fn shown(screen: &Screen) -> Vec<String> {
    let line = |widget: &crate::domain::Widget| {
        let words = if widget.is_field() { widget.content() } else { &widget.label };
        let state = match widget.checked {
            Some(true) => " (on)",
            Some(false) => " (off)",
            None => "",
        };
        let words: String = words.chars().filter(|c| !c.is_control()).take(LINE).collect();
        (!words.trim().is_empty() && !widget.password)
            .then(|| format!("{}: {words}{state}", widget.role().word()))
    };
    let mut lines: Vec<String> = screen.widgets.iter().filter_map(line).collect();
    lines.dedup();
    lines.truncate(LINES);
    lines
}

const fn effect(outcome: Option<ActionOutcome>) -> &'static str {
    match outcome {
        Some(ActionOutcome::None) => "nothing changed",
        Some(ActionOutcome::Content) => "the content changed",
        Some(ActionOutcome::Moved) => "another screen",
        Some(ActionOutcome::LeftApp) => "left the app",
        Some(ActionOutcome::Crashed) => "the app died",
        Some(ActionOutcome::Failed) | None => "could not be done",
    }
}

/// The pictures before each of the last steps and after the last one, from left to right, with a red box
/// around what was acted on; `None` if one of them is missing.
pub(super) fn strip(steps: &[CourseStep]) -> Option<Arc<[u8]>> {
    let last = steps.get(steps.len().saturating_sub(PICTURES - 1)..)?;
    let mut pictures = Vec::new();
    for step in last {
        let mark = step.action.target().map(|target| target.bounds);
        pictures.push(pictured(step.png_before.as_ref()?, &step.before, mark)?);
    }
    let end = last.last()?;
    pictures.push(pictured(end.png.as_ref()?, &end.after, None)?);
    let width = pictures.iter().map(|picture| picture.width() + 8).sum();
    let mut strip = RgbImage::from_pixel(width, HEIGHT, Rgb([255; 3]));
    let mut left = 0;
    for picture in &pictures {
        image::imageops::replace(&mut strip, picture, left, 0);
        left += i64::from(picture.width()) + 8;
    }
    let mut bytes = Vec::new();
    PngEncoder::new(&mut bytes)
        .write_image(strip.as_raw(), strip.width(), strip.height(), ExtendedColorType::Rgb8)
        .ok()?;
    Some(bytes.into())
}

/// `png` of `screen` at the height of a strip, with `mark` in a box.
fn pictured(png: &[u8], screen: &Screen, mark: Option<Bounds>) -> Option<RgbImage> {
    let picture = crate::domain::picture::read(png)?;
    let mut picture = picture.thumbnail(4 * HEIGHT, HEIGHT).into_rgb8();
    let (width, height) = picture.dimensions();
    let Some(mark) = mark else { return Some(picture) };
    let scaled = |at: i32, pixels: u32, whole: i32| {
        let at = i64::from(at.max(0)) * i64::from(pixels) / i64::from(whole.max(1));
        u32::try_from(at).unwrap_or(pixels).min(pixels)
    };
    let (left, right) =
        (scaled(mark.left, width, screen.size.width), scaled(mark.right, width, screen.size.width));
    let (top, bottom) = (
        scaled(mark.top, height, screen.size.height),
        scaled(mark.bottom, height, screen.size.height),
    );
    for y in top..bottom {
        for x in left..right {
            let inside = x >= left + MARK_LINE
                && x + MARK_LINE < right
                && y >= top + MARK_LINE
                && y + MARK_LINE < bottom;
            if !inside {
                picture.put_pixel(x, y, MARK);
            }
        }
    }
    Some(picture)
}
