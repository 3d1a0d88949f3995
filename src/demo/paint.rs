//! Painting: from a frame to pixels.
//!
//! The picture follows Material 3: a bar in the app's colour, tinted surfaces, round corners, soft
//! shadows. It is a pure function of the frame; a clock, progress that turns and the caret stand
//! still.
//!
//! # Signs
//!
//! Views that show a sign ([`Kind::IconButton`], [`Kind::Fab`], [`Kind::Image`]) look best with a
//! character that has an icon of its own (`paint/icons/table.rs`), among them
//!
//! - ways to go: ← → ↑ ↓ ‹ › ▾ ▴ ⇅ ↩ ↪ ↻ ⬇ ⬆ 🏠
//! - what can be done: + − ✓ ✕ 🔍 ⋮ ⋯ ☰ 🗑 ✎ ⚙ ➦ ▽ ⧉ 💾 ➤ ▶ ⏸ ⏹ ⏭ ⏮ ⏺
//! - marks: ♥ ♡ ★ ☆ ℹ ❓ ⚠ 🔖 ⚑ 📌 🏷 📍 🔗 ● ○
//! - time: 🕐 ⏰ ⏱ ⌛ 📅 🔔 🔕
//! - people: 👤 📞 ✉ 💬 🧘 🌐
//! - the phone: 🔒 🔓 🔑 🛡 📷 🖼 🎤 🔊 🔇 ♪ 📶 ᛒ 🔋 📱 📳 💻 ☀ 🌙 💡 👁 ⌫ ⏎ ⌨ ▦
//! - papers: 📖 📚 📋 📁 🗄 📊 📈 📉
//! - buying: 🛒 🏪 💳 🚚 📦 🎁 🪑 🧴 🥛 🧀 🥗
//! - the body: 🩺 🌡 ⚖ 💧 🛏
//!
//! Any other character of the fonts is drawn as it is there: Latin, Greek and Cyrillic letters,
//! most symbols, and the emoji of Unicode 6. A letter that no font has is a small box.

mod brush;
mod canvas;
mod chrome;
mod controls;
mod field;
mod icons;
mod keyboard;
mod letters;
mod place;
mod surfaces;
mod tone;

use std::sync::{Mutex, OnceLock, PoisonError};

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _, RgbaImage};

use super::frame::{Frame, Pane, PaneKind};
use super::ui::Kind;
use crate::domain::{Bounds, DisplaySize};
use brush::Brush;
use canvas::Canvas;
use letters::Letters;
use place::Spot;
use tone::Theme;

/// The widest and highest picture, in pixels; a larger frame is cut.
const LARGEST: i32 = 4096;

/// Paints frames, and keeps the letters that it has cut for the next one.
#[derive(Default)]
pub struct Painter {
    letters: Letters,
}

impl Painter {
    /// A painter that has cut no letters yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The picture of `frame`, opaque, in its size.
    pub fn paint(&mut self, frame: &Frame) -> RgbaImage {
        let size = DisplaySize::new(frame.size.width.min(LARGEST), frame.size.height.min(LARGEST));
        let Some(canvas) = Canvas::new(size) else { return RgbaImage::default() };
        let theme = Theme::new(frame.colour, frame.dark);
        let mut brush = Brush { canvas, letters: &mut self.letters, theme };
        brush.frame_of(frame);
        let (width, height) = (size.width.unsigned_abs(), size.height.unsigned_abs());
        RgbaImage::from_raw(width, height, brush.canvas.into_bytes()).unwrap_or_default()
    }
}

/// The picture of `frame`. Letters are kept for all callers.
pub fn paint(frame: &Frame) -> RgbaImage {
    static PAINTER: OnceLock<Mutex<Painter>> = OnceLock::new();
    let painter = PAINTER.get_or_init(Mutex::default);
    painter.lock().unwrap_or_else(PoisonError::into_inner).paint(frame)
}

/// The picture of `frame` as a PNG file; empty if the frame has no pixel.
pub fn png(frame: &Frame) -> Vec<u8> {
    encode(&paint(frame))
}

/// `picture` as a PNG file; empty if it has no pixel.
///
/// Made for speed: zlib's first level without filters takes a sixth of the time of the encoder's own
/// fast setting on such pictures, and half its room.
pub fn encode(picture: &RgbaImage) -> Vec<u8> {
    let mut file = Vec::with_capacity(1 << 17);
    let encoder =
        PngEncoder::new_with_quality(&mut file, CompressionType::Level(1), FilterType::NoFilter);
    let written = encoder.write_image(
        picture.as_raw(),
        picture.width(),
        picture.height(),
        ExtendedColorType::Rgba8,
    );
    if written.is_err() {
        return Vec::new();
    }
    file
}

impl Brush<'_> {
    fn frame_of(&mut self, frame: &Frame) {
        let mut dialogs = frame.panes.iter().filter(|pane| pane.kind == PaneKind::Dialog).count();
        self.canvas.dim(light(dialogs));
        self.canvas.rect(self.canvas.display(), self.theme.ground);
        if frame.panes.is_empty() {
            self.bars(frame, None);
        }
        for (at, pane) in frame.panes.iter().enumerate() {
            if pane.kind == PaneKind::Dialog {
                dialogs = dialogs.saturating_sub(1);
                self.canvas.dim(light(dialogs));
            }
            self.pane(frame, pane);
            // Windows in front dim the bars too.
            let whole = |pane: &Pane| matches!(pane.kind, PaneKind::Activity | PaneKind::Launcher);
            if whole(pane) && !frame.panes.get(at + 1).is_some_and(whole) {
                self.bars(frame, Some(pane));
            }
        }
        let keyboard = frame.keyboard.map(place::near);
        if let Some(at) = keyboard.filter(|at| !at.is_empty()) {
            self.keyboard(at, keyboard::rows(frame));
            let display = self.canvas.display();
            self.pill(Bounds { top: at.bottom, ..display }, self.theme.ink);
        }
        if let Some(text) = frame.toast.as_deref().filter(|text| !text.is_empty()) {
            self.toast(text, keyboard);
        }
    }

    fn pane(&mut self, frame: &Frame, pane: &Pane) {
        self.surface(pane);
        for (spot, clip) in place::spots(pane) {
            if !spot.at.is_empty() && self.canvas.clip_to(clip.intersect(frame.size.bounds())) {
                self.view(spot, turned(&frame.clock));
            }
        }
        self.canvas.unclip();
    }

    fn view(&mut self, spot: Spot, turned: f32) {
        match spot.face.kind {
            Kind::Column | Kind::Row | Kind::Scroll | Kind::List => self.container(spot),
            Kind::Card => self.card(spot),
            Kind::Toolbar => self.toolbar(spot),
            Kind::BottomBar => self.bottom_bar(spot),
            Kind::Tab => self.tab(spot),
            Kind::Text(style) => self.text(spot, style),
            Kind::Button(style) => self.button(spot, style),
            Kind::IconButton => self.icon_button(spot),
            Kind::Fab => self.fab(spot),
            Kind::Field(input) => self.field(spot, input),
            Kind::CheckBox => self.check_box(spot),
            Kind::Switch => self.switch(spot),
            Kind::Radio => self.radio(spot),
            Kind::Spinner => self.spinner(spot),
            Kind::Slider => self.slider(spot),
            Kind::Progress => self.progress(spot, turned),
            Kind::Image => self.image(spot),
            Kind::Divider => self.divider(spot),
            Kind::Web => self.web(spot),
            Kind::Spacer => {}
        }
    }
}

/// The light that is left behind so many dialogs.
fn light(dialogs: usize) -> f32 {
    (0..dialogs.min(8)).fold(1.0, |light, _| light * 0.55)
}

/// Where the ring of what has no end begins, in degrees: another place each minute.
fn turned(clock: &str) -> f32 {
    let digits = clock.bytes().filter(u8::is_ascii_digit);
    digits.map(|digit| f32::from(digit - b'0') * 36.0).sum::<f32>() - 90.0
}

#[cfg(test)]
mod tests;
