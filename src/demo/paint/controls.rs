//! Buttons and what can be switched, chosen or slid.

use tiny_skia::PathBuilder;

use super::brush::{Brush, Setting, centred, inset, leading, trailing};
use super::icons;
use super::letters::Weight;
use super::place::{Ground, Spot};
use super::tone::Tone;
use crate::demo::frame::Face;
use crate::demo::ui::ButtonStyle;
use crate::domain::Bounds;

/// How much of a tone is left of what is disabled.
pub(super) const DISABLED: f32 = 0.38;

/// Room that a slider keeps at both ends for its knob; what touches it counts with it too.
const SLIDER_ENDS: i32 = 32;

/// Pixels from one box, circle or switch to its words.
const AFTER_MARK: i32 = 64;

fn shown(face: &Face, tone: Tone) -> Tone {
    if face.enabled { tone } else { tone.faint(DISABLED) }
}

impl Brush<'_> {
    pub(super) fn button(&mut self, spot: Spot, style: ButtonStyle) {
        let (face, at, theme) = (spot.face, spot.at, self.theme);
        let radius = at.height() as f32 / 2.0;
        let words = match (style, spot.ground) {
            (ButtonStyle::Filled, _) if face.enabled => {
                self.canvas.shadow(at, radius, 5.0);
                self.canvas.round(at, radius, theme.primary);
                theme.on_primary
            }
            (ButtonStyle::Filled, _) => {
                self.canvas.round(at, radius, theme.ink.faint(0.12));
                theme.ink
            }
            (ButtonStyle::Outlined, _) => {
                self.canvas.outline(at, radius, 2.5, shown(face, theme.outline));
                theme.primary
            }
            (ButtonStyle::Plain, Ground::Snackbar) => theme.inverse_primary,
            (ButtonStyle::Plain, Ground::Bar) => theme.on_bar,
            (ButtonStyle::Plain, Ground::Wallpaper) => Tone::WHITE,
            (ButtonStyle::Plain, Ground::Plain) => theme.primary,
        };
        let setting = Setting::new(28, Weight::Medium, shown(face, words)).middle();
        self.words(inset(at, 12, 2), &face.text, setting.grown(face.letters));
    }

    pub(super) fn icon_button(&mut self, spot: Spot) {
        let (face, at, theme) = (spot.face, spot.at, self.theme);
        let ink = match spot.ground {
            Ground::Bar => theme.on_bar,
            Ground::Snackbar => theme.on_inverse,
            Ground::Wallpaper => Tone::WHITE,
            Ground::Plain => theme.quiet,
        };
        let chosen = face.selected || face.checked == Some(true);
        let disc = centred(at, 80, 80);
        if chosen && spot.ground == Ground::Plain {
            self.canvas.round(disc, 40.0, theme.tint);
            self.sign(disc, &face.text, 46, shown(face, theme.on_tint));
            return;
        }
        if chosen {
            self.canvas.round(disc, 40.0, ink.faint(0.22));
        }
        self.sign(disc, &face.text, 46, shown(face, ink));
    }

    pub(super) fn fab(&mut self, spot: Spot) {
        let (at, theme) = (spot.at, self.theme);
        self.canvas.shadow(at, 32.0, 16.0);
        let ground = if spot.face.enabled { theme.primary } else { theme.line };
        self.canvas.round(at, 32.0, ground);
        self.sign(at, &spot.face.text, 54, shown(spot.face, ground.ink()));
    }

    pub(super) fn check_box(&mut self, spot: Spot) {
        let (face, theme) = (spot.face, self.theme);
        let mark = self.mark(spot);
        let square = centred(mark, 38, 38);
        if face.checked == Some(true) {
            self.canvas.round(square, 6.0, shown(face, theme.primary));
            self.sign(square, "✓", 34, theme.on_primary);
        } else {
            self.canvas.outline(square, 7.0, 4.0, shown(face, theme.quiet));
        }
    }

    pub(super) fn radio(&mut self, spot: Spot) {
        let (face, theme) = (spot.face, self.theme);
        let ring = centred(self.mark(spot), 40, 40);
        let on = face.checked == Some(true);
        let tone = shown(face, if on { theme.primary } else { theme.quiet });
        self.canvas.outline(ring, 20.0, 4.0, tone);
        if on {
            self.canvas.round(inset(ring, 10, 10), 10.0, tone);
        }
    }

    /// Sets the words beside a mark and returns the mark's room.
    fn mark(&mut self, spot: Spot) -> Bounds {
        let (face, at) = (spot.face, spot.at);
        let words = Bounds { left: at.left + AFTER_MARK, ..at };
        let setting = Setting::new(32, Weight::Regular, shown(face, self.ink(spot.ground)));
        self.words(words, &face.text, setting.grown(face.letters));
        leading(at, 48)
    }

    pub(super) fn switch(&mut self, spot: Spot) {
        let (face, at, theme) = (spot.face, spot.at, self.theme);
        let words = Bounds { right: at.right - 120, ..at };
        let setting = Setting::new(32, Weight::Regular, shown(face, self.ink(spot.ground)));
        self.words(words, &face.text, setting.grown(face.letters));
        let track = centred(trailing(at, 100), 96, 56);
        let (height, middle) = (track.height() as f32, track.center().y as f32);
        if face.checked == Some(true) {
            self.canvas.round(track, height / 2.0, shown(face, theme.primary));
            let x = track.right as f32 - height / 2.0;
            self.canvas.circle(x, middle, height * 0.38, theme.on_primary);
        } else {
            self.canvas.round(track, height / 2.0, shown(face, theme.ink.faint(0.08)));
            self.canvas.outline(track, height / 2.0, 4.0, shown(face, theme.outline));
            let x = track.left as f32 + height / 2.0;
            self.canvas.circle(x, middle, height * 0.28, shown(face, theme.outline));
        }
    }

    pub(super) fn spinner(&mut self, spot: Spot) {
        let (face, theme) = (spot.face, self.theme);
        let frame = inset(spot.at, 0, 6);
        self.canvas.round(frame, 14.0, theme.ink.faint(0.05));
        self.canvas.outline(frame, 14.0, 2.0, shown(face, theme.outline.faint(0.6)));
        let words = Bounds { left: frame.left + 22, right: frame.right - 60, ..frame };
        let setting = Setting::new(32, Weight::Regular, shown(face, theme.ink));
        self.words(words, &face.text, setting.grown(face.letters));
        self.sign(trailing(frame, 68), "▾", 40, shown(face, theme.quiet));
    }

    pub(super) fn slider(&mut self, spot: Spot) {
        let (face, theme) = (spot.face, self.theme);
        let track = inset(spot.at, SLIDER_ENDS, 0);
        let (left, middle) = (track.left as f32, spot.at.center().y as f32);
        let knob = left + track.width() as f32 * part(face).unwrap_or(0.0);
        let off = shown(face, theme.primary.faint(0.25));
        self.canvas.segment((left, middle), (track.right as f32, middle), 10.0, off);
        let on = shown(face, theme.primary);
        self.canvas.segment((left, middle), (knob, middle), 10.0, on);
        let room = (spot.at.height() as f32 / 2.0).min(20.0);
        self.canvas.circle(knob, middle, room, theme.surface);
        self.canvas.circle(knob, middle, room, on);
    }

    pub(super) fn progress(&mut self, spot: Spot, turned: f32) {
        let (face, at, theme) = (spot.face, spot.at, self.theme);
        let Some(part) = part(face) else {
            self.turning(at, turned);
            return;
        };
        let bar = centred(at, at.width(), 12);
        let radius = bar.height() as f32 / 2.0;
        self.canvas.round(bar, radius, theme.primary.faint(0.22));
        let done = (bar.width() as f32 * part) as i32;
        if done > 0 {
            let done = leading(bar, done.max(bar.height()));
            self.canvas.round(done, radius, shown(face, theme.primary));
        }
    }

    /// A ring of which three quarters are drawn, beginning at so many degrees.
    fn turning(&mut self, at: Bounds, from: f32) {
        let centre = at.center();
        let radius = (at.width().min(at.height()) as f32 / 2.0 - 6.0).clamp(2.0, 40.0);
        let mut path = PathBuilder::new();
        let centre = (centre.x as f32, centre.y as f32);
        icons::arc(&mut path, centre, radius, from, from + 270.0);
        if let Some(path) = path.finish() {
            self.canvas.stroke(&path, (radius / 4.0).clamp(2.0, 8.0), self.theme.primary);
        }
    }
}

/// The part of a slider or progress bar that is done; `None` if it has no end.
fn part(face: &Face) -> Option<f32> {
    (face.max > 0).then(|| (face.value as f32 / face.max as f32).clamp(0.0, 1.0))
}
