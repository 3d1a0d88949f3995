//! The keyboard. It is a picture only: text comes in through the phone's shell.

use super::brush::{Brush, Setting, inset};
use super::letters::Weight;
use super::tone::Tone;
use crate::demo::frame::Frame;
use crate::demo::ui::{Input, Kind};
use crate::domain::Bounds;

/// Rows of keys. A key is its label; `NAME*n` is `n` keys wide, in halves of a key.
const LETTERS: [&str; 4] = [
    "q w e r t y u i o p",
    "_*1 a s d f g h j k l _*1",
    "⇧*3 z x c v b n m ⌫*3",
    "123*3 , space*9 . ⏎*4",
];
const DIGITS: [&str; 4] = ["1 2 3 -", "4 5 6 .", "7 8 9 ⌫", ", 0 _ ⏎"];

impl Brush<'_> {
    pub(super) fn keyboard(&mut self, at: Bounds, rows: [&str; 4]) {
        let theme = self.theme;
        let ground = theme.ground.mix(theme.ink, 0.07);
        self.canvas.rect(Bounds { bottom: self.canvas.display().bottom, ..at }, ground);
        let room = inset(at, 8, 14);
        let top = |row: i32| room.top + room.height() * row / 4;
        for (row, keys) in (0..).zip(rows) {
            self.keys(Bounds { top: top(row), bottom: top(row + 1), ..room }, keys);
        }
    }

    fn keys(&mut self, row: Bounds, keys: &str) {
        let keys: Vec<(&str, i32)> = keys.split(' ').map(key).collect();
        let halves: i32 = keys.iter().map(|(_, halves)| halves).sum();
        let mut used = 0;
        for (label, width) in keys {
            let edge = |at: i32| row.left + row.width() * at / halves.max(1);
            let at = Bounds { left: edge(used), right: edge(used + width), ..row };
            used += width;
            if label != "_" {
                self.key(inset(at, 5, 6), label);
            }
        }
    }

    fn key(&mut self, at: Bounds, label: &str) {
        let theme = self.theme;
        let light =
            theme.surface.mix(theme.ink, if theme.ink.ink() == Tone::WHITE { 0.0 } else { 0.1 });
        let (ground, ink) = match label {
            "⏎" => (theme.primary, theme.on_primary),
            "⇧" | "⌫" | "123" => (theme.tint, theme.on_tint),
            _ => (light, theme.ink),
        };
        self.canvas.rect(
            Bounds { top: at.bottom - 8, bottom: at.bottom + 2, ..inset(at, 8, 0) },
            Tone::BLACK.faint(0.12),
        );
        self.canvas.round(at, 12.0, ground);
        match label {
            "⏎" | "⇧" | "⌫" => self.sign(at, label, 40, ink),
            "space" => {
                self.words(at, "English", Setting::new(24, Weight::Regular, theme.quiet).middle());
            }
            _ => {
                let px = if label.len() > 1 { 28 } else { 36 };
                self.words(at, label, Setting::new(px, Weight::Regular, ink).middle());
            }
        }
    }
}

fn key(written: &str) -> (&str, i32) {
    match written.split_once('*') {
        Some((label, halves)) => (label, halves.parse().unwrap_or(2)),
        None => (written, 2),
    }
}

/// The rows for what is typed into.
pub(super) fn rows(frame: &Frame) -> [&'static str; 4] {
    let mut faces = frame.panes.iter().flat_map(|pane| &pane.placed).map(|placed| &placed.face);
    match faces.rfind(|face| face.focused).map(|face| face.kind) {
        Some(Kind::Field(Input::Number | Input::Decimal)) => DIGITS,
        _ => LETTERS,
    }
}
