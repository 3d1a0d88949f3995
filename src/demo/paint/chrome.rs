//! What the phone itself shows: status bar, navigation pill, toast.

use super::brush::{Brush, Setting, centred, inset};
use super::letters::Weight;
use super::tone::Tone;
use crate::demo::frame::{Frame, NAVIGATION_BAR, Pane, PaneKind, STATUS_BAR};
use crate::demo::ui::Kind;
use crate::domain::Bounds;

impl Brush<'_> {
    /// The bars at the top and bottom, in the tones of the window between them.
    pub(super) fn bars(&mut self, frame: &Frame, pane: Option<&Pane>) {
        let display = self.canvas.display();
        let status = Bounds { bottom: STATUS_BAR.min(display.bottom), ..display };
        let below = Bounds { top: (display.bottom - NAVIGATION_BAR).max(0), ..display };
        let theme = self.theme;
        let (mut over, mut under) = (theme.ink, theme.ink);
        match pane {
            Some(pane) if pane.kind == PaneKind::Launcher => {
                (over, under) = (Tone::WHITE, Tone::WHITE);
            }
            Some(pane) => {
                let touches = |kind, edge: fn(Bounds) -> i32, at| {
                    pane.placed.iter().any(|one| one.face.kind == kind && edge(one.bounds) == at)
                };
                if touches(Kind::Toolbar, |bounds| bounds.top, STATUS_BAR) {
                    self.canvas.rect(status, theme.bar);
                    over = theme.on_bar;
                }
                if touches(Kind::BottomBar, |bounds| bounds.bottom, below.top) {
                    self.canvas.rect(below, theme.surface);
                }
            }
            None => under = theme.ink,
        }
        self.status(status, &frame.clock, over);
        self.pill(below, under);
    }

    fn status(&mut self, at: Bounds, clock: &str, tone: Tone) {
        let words = Bounds { left: at.left + 36, right: at.left + 240, top: at.top + 4, ..at };
        self.words(words, clock, Setting::new(28, Weight::Medium, tone).one_line());
        let battery = Bounds::new(at.right - 84, at.top + 16, at.right - 40, at.top + 40);
        self.canvas.outline(battery, 7.0, 3.0, tone.faint(0.7));
        let charge = Bounds { right: battery.right - 14, ..inset(battery, 5, 5) };
        self.canvas.round(charge, 3.0, tone);
        let cap =
            Bounds { left: battery.right + 2, right: battery.right + 5, ..inset(battery, 0, 8) };
        self.canvas.round(cap, 1.0, tone.faint(0.7));
        for step in 0..4 {
            let left = battery.left - 54 + step * 10;
            let bar =
                Bounds::new(left, battery.bottom - 8 - step * 6, left + 7, battery.bottom + 1);
            self.canvas.round(bar, 2.0, if step < 3 { tone } else { tone.faint(0.35) });
        }
        let waves = Bounds::new(battery.left - 102, at.top + 10, battery.left - 64, at.top + 46);
        self.sign(waves, "📶", 38, tone);
    }

    /// The line at the bottom that a finger pulls to go home.
    pub(super) fn pill(&mut self, at: Bounds, tone: Tone) {
        self.canvas.round(centred(at, 216, 8), 4.0, tone.faint(0.75));
    }

    /// A short message over everything.
    pub(super) fn toast(&mut self, text: &str, keyboard: Option<Bounds>) {
        let display = self.canvas.display();
        let setting = Setting::new(28, Weight::Regular, self.theme.on_inverse).middle();
        let widest = (display.width() - 160).clamp(0, 620);
        let (lines, _) = self.letters.lines(text, setting.set, widest as f32, 3);
        let width = lines.iter().map(|line| line.width.ceil() as i32).max().unwrap_or(0) + 72;
        let height = i32::try_from(lines.len()).unwrap_or(1) * 38 + 36;
        let floor = keyboard.map_or(display.bottom - NAVIGATION_BAR, |keys| keys.top);
        let bottom = floor.min(display.bottom) - 140;
        let row = Bounds { top: bottom - height, bottom, ..display };
        let bubble = centred(row, width, height);
        let radius = (height as f32 / 2.0).min(44.0);
        self.canvas.shadow(bubble, radius, 12.0);
        // A little lighter than a snackbar, which it may lie on.
        let surface = self.theme.inverse.mix(self.theme.on_inverse, 0.14);
        self.canvas.round(bubble, radius, surface);
        self.words(inset(bubble, 30, 10), text, setting);
    }
}
