//! What other views lie on, and what only shows something.

use super::brush::{Align, Brush, Setting, centred, inset};
use super::controls::DISABLED;
use super::letters::{Type, Weight};
use super::place::{Ground, Spot, near};
use super::tone::Tone;
use crate::demo::frame::{Pane, PaneKind};
use crate::demo::ui::{Kind, TextStyle};
use crate::domain::Bounds;

/// Tints for pictures, so that different signs look different.
const TINTS: [u32; 8] = [
    0x0042_85f4,
    0x00db_4437,
    0x00f0_9300,
    0x000f_9d58,
    0x00ab_47bc,
    0x0000_acc1,
    0x00ec_407a,
    0x005c_6bc0,
];

impl Brush<'_> {
    /// The tone of ordinary words on `ground`.
    pub(super) fn ink(&self, ground: Ground) -> Tone {
        match ground {
            Ground::Plain => self.theme.ink,
            Ground::Bar => self.theme.on_bar,
            Ground::Snackbar => self.theme.on_inverse,
            Ground::Wallpaper => Tone::WHITE,
        }
    }

    /// What a window's views lie on.
    pub(super) fn surface(&mut self, pane: &Pane) {
        let display = self.canvas.display();
        let at = near(pane.bounds);
        match pane.kind {
            PaneKind::Activity => self.canvas.rect(at, self.theme.ground),
            PaneKind::Launcher => {
                let seed = self.theme.primary;
                let top = seed.mix(Tone::of(0x0015_1b3c), 0.75);
                self.canvas.gradient(display, top, seed.mix(Tone::of(0x00c0_7fb0), 0.55));
            }
            PaneKind::Dialog => {
                self.canvas.shadow(at, 48.0, 20.0);
                self.canvas.round(at, 48.0, self.theme.raised);
            }
            PaneKind::Menu => {
                self.canvas.shadow(at, 14.0, 18.0);
                self.canvas.round(at, 14.0, self.theme.raised);
            }
        }
    }

    /// What holds other views: nothing of its own but for a mark if it is chosen, and a line
    /// below if it is a row of a list.
    pub(super) fn container(&mut self, spot: Spot) {
        if spot.is_snackbar() {
            self.canvas.shadow(spot.at, 14.0, 12.0);
            self.canvas.round(spot.at, 14.0, self.theme.inverse);
            return;
        }
        if spot.face.selected {
            self.canvas.round(inset(spot.at, 8, 4), 24.0, self.theme.tint);
        }
        self.row_line(spot);
    }

    /// The line between a row of a list and the next.
    pub(super) fn row_line(&mut self, spot: Spot) {
        let row = spot.is_in(Kind::Scroll) && spot.face.clickable;
        let listed = (spot.is_in(Kind::List) || row) && spot.pane != PaneKind::Menu;
        if listed && !spot.last {
            let at = Bounds {
                left: spot.at.left + 32,
                right: spot.at.right - 32,
                top: spot.at.bottom - 2,
                ..spot.at
            };
            self.canvas.rect(at, self.theme.line);
        }
    }

    pub(super) fn card(&mut self, spot: Spot) {
        if spot.is_snackbar() {
            self.container(spot);
            return;
        }
        let theme = self.theme;
        self.canvas.shadow(spot.at, 24.0, 9.0);
        let surface = if spot.face.selected { theme.tint } else { theme.surface };
        self.canvas.round(spot.at, 24.0, surface);
        if spot.face.selected {
            self.canvas.outline(spot.at, 24.0, 3.0, theme.primary);
        }
    }

    pub(super) fn toolbar(&mut self, spot: Spot) {
        self.canvas.rect(spot.at, self.theme.bar);
    }

    pub(super) fn bottom_bar(&mut self, spot: Spot) {
        self.canvas.rect(spot.at, self.theme.surface);
        let line = Bounds { bottom: spot.at.top + 2, ..spot.at };
        self.canvas.rect(line, self.theme.line);
    }

    pub(super) fn tab(&mut self, spot: Spot) {
        let (face, at, theme) = (spot.face, spot.at, self.theme);
        let fade = if face.enabled { 1.0 } else { DISABLED };
        let tone = if face.selected { theme.primary } else { theme.quiet }.faint(fade);
        let setting = |tone| Setting::new(24, Weight::Medium, tone).middle();
        if !spot.is_in(Kind::BottomBar) {
            let (tone, under) = match spot.ground {
                Ground::Bar => (theme.on_bar.faint(fade), theme.on_bar),
                _ => (tone, theme.primary),
            };
            self.words(inset(at, 8, 8), &face.text, setting(tone));
            let line = Bounds { top: at.bottom - 2, ..at };
            self.canvas.rect(line, theme.line);
            if face.selected {
                let mark = Bounds { top: at.bottom - 6, ..inset(at, 20, 0) };
                self.canvas.round(mark, 3.0, under);
            }
            return;
        }
        let Some(sign) = sign_of(&face.text) else {
            let pill = centred(at, at.width() - 16, 64);
            if face.selected {
                self.canvas.round(pill, 32.0, theme.tint);
            }
            let tone = if face.selected { theme.on_tint } else { theme.quiet };
            self.words(inset(pill, 12, 0), &face.text, setting(tone.faint(fade)));
            return;
        };
        let middle = at.center().y;
        let icon = centred(Bounds { top: middle - 52, bottom: middle + 8, ..at }, 116, 60);
        if face.selected {
            self.canvas.round(icon, 30.0, theme.tint);
        }
        let ink = if face.selected { theme.on_tint } else { theme.quiet };
        self.sign(icon, sign, 44, ink.faint(fade));
        let words = Bounds { top: middle + 12, bottom: middle + 52, ..inset(at, 4, 0) };
        self.words(words, &face.text, setting(ink.faint(fade)).one_line());
    }

    pub(super) fn text(&mut self, spot: Spot, style: TextStyle) {
        let (face, theme) = (spot.face, self.theme);
        let quiet = match spot.ground {
            Ground::Plain => theme.quiet,
            other => self.ink(other).faint(0.85),
        };
        let ink = self.ink(spot.ground);
        let setting = match style {
            TextStyle::Title => Setting::new(40, Weight::Medium, ink),
            TextStyle::Display => Setting::new(68, Weight::Regular, ink),
            TextStyle::Heading => Setting::new(36, Weight::Medium, ink),
            TextStyle::Body => Setting::new(32, Weight::Regular, ink),
            TextStyle::Caption => Setting::new(26, Weight::Regular, quiet),
            TextStyle::Error => Setting::new(24, Weight::Medium, theme.error),
        };
        let setting = setting.grown(face.letters);
        let mut setting = if spot.ground == Ground::Wallpaper { setting.middle() } else { setting };
        if !face.enabled {
            setting.tone = setting.tone.faint(DISABLED);
        }
        if face.selected {
            self.canvas.round(spot.at, 12.0, theme.tint);
            setting.tone = theme.on_tint;
        }
        if spot.is_in(Kind::Row) && spot.last && !spot.first && self.is_tight(spot, setting.set) {
            setting.align = Align::End;
        }
        let room = self.text_room(spot, setting.set.px);
        self.words(room, &face.text, setting);
        self.row_line(spot);
    }

    /// True if a text's room is made for one line of it. At the end of a row such a text is a
    /// figure, and figures below each other are easier to read with their ends in line.
    fn is_tight(&mut self, spot: Spot, set: Type) -> bool {
        let (lines, whole) = self.letters.lines(&spot.face.text, set, f32::MAX, 1);
        let width = lines.first().map_or(0.0, |line| line.width);
        whole && width * 1.6 > spot.at.width() as f32
    }

    /// Where the words of a text stand. Those in a column begin at the top, because layout only
    /// estimates how many lines they take.
    fn text_room(&mut self, spot: Spot, px: u16) -> Bounds {
        let mut at = spot.at;
        if spot.is_in(Kind::Toolbar) && at.left < 32 {
            at.left = (at.left + 16).min(at.right);
        }
        let line = i32::from(px) * 4 / 3;
        if spot.face.clickable || spot.is_in(Kind::Row) || at.height() < line * 2 {
            return at;
        }
        let room = at.width() as f32;
        let set = Type::new(px, Weight::Medium);
        let (lines, whole) = self.letters.lines(&spot.face.text, set, room, 64);
        let needed = line * i32::try_from(lines.len()).unwrap_or(i32::MAX / 64);
        if whole { Bounds { bottom: at.bottom.min(at.top + needed), ..at } } else { at }
    }

    /// A sign on a tinted tile.
    pub(super) fn image(&mut self, spot: Spot) {
        let (face, theme) = (spot.face, self.theme);
        if face.text.is_empty() {
            return self.no_picture(spot.at);
        }
        if spot.ground == Ground::Wallpaper {
            return self.app_icon(spot);
        }
        // A wide picture speaks for the app, a small one for what it stands beside.
        let wide = spot.at.width() >= spot.at.height() * 2;
        let hue = if wide { theme.primary } else { tint(&face.text) };
        let side = spot.at.height().min(spot.at.width());
        let radius = (side as f32 * 0.22).min(28.0);
        let ground = theme.surface.mix(hue, 0.2);
        self.canvas.round(spot.at, radius, ground);
        let sign = (side * 58 / 100).clamp(1, 160) as u16;
        let ink = if ground.ink() == Tone::WHITE { Tone::WHITE } else { Tone::BLACK };
        self.sign(spot.at, &face.text, sign, hue.mix(ink, 0.3));
    }

    /// The tile of a picture that is not there.
    fn no_picture(&mut self, at: Bounds) {
        let side = at.height().min(at.width());
        self.canvas.round(at, (side as f32 * 0.22).min(28.0), self.theme.ink.faint(0.07));
    }

    /// An app on the home screen.
    fn app_icon(&mut self, spot: Spot) {
        let side = spot.at.height().min(spot.at.width()).min(120);
        let tile = centred(spot.at, side, side);
        let radius = side as f32 * 0.3;
        let named = spot.holder.map(|holder| holder.desc.as_str());
        let name = named.filter(|name| !name.is_empty()).unwrap_or(&spot.face.text);
        let sign = sign_of(name).unwrap_or(&spot.face.text);
        self.canvas.shadow(tile, radius, 8.0);
        self.canvas.round(tile, radius, tint(name).mix(Tone::BLACK, 0.08));
        self.sign(tile, sign, (side * 6 / 10).max(1) as u16, Tone::WHITE);
    }

    pub(super) fn divider(&mut self, spot: Spot) {
        self.canvas.rect(spot.at, self.theme.line);
    }

    /// An opaque page: what a browser would show, with nothing in it that can be told apart.
    pub(super) fn web(&mut self, spot: Spot) {
        let (at, theme) = (spot.at, self.theme);
        let (paper, ink) = (Tone::WHITE, Tone::of(0x0080_8690));
        self.canvas.rect(at, paper);
        let head = Bounds { bottom: (at.top + 96).min(at.bottom), ..at };
        self.canvas.rect(head, theme.primary.mix(Tone::WHITE, 0.78));
        let mut top = at.top + 30;
        let widths = [42, 0, 92, 86, 95, 60, 0, -1, 0, 90, 94, 71, 0];
        for part in widths.iter().cycle() {
            let (height, share) = match part {
                -1 => (180, 100),
                0 => (24, 0),
                share => (18, *share),
            };
            if top + height > at.bottom {
                break;
            }
            let width = (at.width() - 64).max(0) * share / 100;
            let bar = Bounds::new(at.left + 32, top, at.left + 32 + width, top + height);
            let tone = if *part < 0 { theme.tint } else { ink.faint(0.5) };
            if !bar.is_empty() {
                self.canvas.round(bar, 9.0, tone);
            }
            top += height + 18;
        }
        self.canvas.outline(at, 4.0, 2.0, theme.line);
    }
}

/// One of the tints, always the same for the same words.
fn tint(words: &str) -> Tone {
    let sum = words.bytes().fold(7_usize, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(usize::from(byte)) % 1_000_003
    });
    Tone::of(TINTS.get(sum % TINTS.len()).copied().unwrap_or_default())
}

/// A sign for a choice of the bar at the bottom, by what it is called.
fn sign_of(name: &str) -> Option<&'static str> {
    Some(match name.to_lowercase().trim() {
        "home" | "start" | "overview" => "🏠",
        "today" | "calendar" | "days" => "📅",
        "history" | "recent" => "🕐",
        "search" | "find" | "browse" | "explore" | "discover" => "🔍",
        "cart" | "basket" => "🛒",
        "shop" | "store" => "🏪",
        "orders" | "parcels" => "📦",
        "profile" | "account" | "me" => "👤",
        "settings" | "options" => "⚙",
        "books" | "library" | "catalogue" | "catalog" => "📚",
        "read" | "reading" | "journal" => "📖",
        "shelves" | "archive" => "🗄",
        "wishes" | "wish list" | "favourites" | "favorites" | "saved" | "health" | "health log" => {
            "♥"
        }
        "alarm" | "alarms" => "⏰",
        "timer" | "timers" => "⌛",
        "stopwatch" => "⏱",
        "clock" | "world clock" | "world" => "🕐",
        "bedtime" | "sleep" => "🌙",
        "trends" | "trend" | "progress" => "📈",
        "stats" | "statistics" | "charts" | "reports" => "📊",
        "entries" | "log" | "list" | "lists" | "tasks" | "plan" | "plans" => "📋",
        "medicine" | "medicines" | "medication" | "pills" => "💊",
        "note" | "notes" | "editor" => "✎",
        "more" | "menu" => "☰",
        "trash" | "bin" => "🗑",
        "tags" | "labels" | "offers" | "deals" => "🏷",
        "messages" | "chat" => "💬",
        "photos" | "pictures" => "🖼",
        "categories" | "shapes" | "all" => "▦",
        "goals" => "⚑",
        "sounds" | "sound" => "🔔",
        _ => return None,
    })
}
