//! Colours: one tone, and the theme that is derived from an app's colour.

use tiny_skia::Color;

/// A colour with its opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tone {
    red: f32,
    green: f32,
    blue: f32,
    opacity: f32,
}

impl Tone {
    pub(super) const WHITE: Self = Self::grey(1.0);
    pub(super) const BLACK: Self = Self::grey(0.0);

    const fn grey(level: f32) -> Self {
        Self { red: level, green: level, blue: level, opacity: 1.0 }
    }

    /// The tone `0xRRGGBB`.
    pub(super) fn of(rgb: u32) -> Self {
        let [_, red, green, blue] = rgb.to_be_bytes().map(|part| f32::from(part) / 255.0);
        Self { red, green, blue, opacity: 1.0 }
    }

    /// This tone, let through by `opacity` of 1.
    pub(super) fn faint(self, opacity: f32) -> Self {
        Self { opacity: self.opacity * opacity, ..self }
    }

    /// This tone with a `share` of 1 of `other` stirred in.
    pub(super) fn mix(self, other: Self, share: f32) -> Self {
        let between = |from: f32, to: f32| from + (to - from) * share;
        Self {
            red: between(self.red, other.red),
            green: between(self.green, other.green),
            blue: between(self.blue, other.blue),
            opacity: self.opacity,
        }
    }

    /// Relative luminance as WCAG 2 defines it, 0 to 1.
    fn luminance(self) -> f32 {
        let linear = |part: f32| {
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// Contrast ratio as WCAG 2 defines it, 1 to 21.
    pub(super) fn contrast(self, other: Self) -> f32 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// The tone nearest to this one that stands out from `ground` by at least `ratio`.
    fn readable_on(self, ground: Self, ratio: f32) -> Self {
        let end = ground.ink();
        (0u8..=20)
            .map(|step| self.mix(end, f32::from(step) / 20.0))
            .find(|tone| tone.contrast(ground) >= ratio)
            .unwrap_or(end)
    }

    /// What words on this tone are written in: white unless dark words are far easier to read.
    pub(super) fn ink(self) -> Self {
        let dark = Self::of(0x001b_1b1f);
        if Self::WHITE.contrast(self) >= 3.0 { Self::WHITE } else { dark }
    }

    pub(super) fn color(self) -> Color {
        Color::from_rgba(
            self.red.clamp(0.0, 1.0),
            self.green.clamp(0.0, 1.0),
            self.blue.clamp(0.0, 1.0),
            self.opacity.clamp(0.0, 1.0),
        )
        .unwrap_or(Color::BLACK)
    }
}

/// The tones of one picture, named after what they are used for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Theme {
    /// Behind everything.
    pub ground: Tone,
    /// Cards and the bar at the bottom.
    pub surface: Tone,
    /// Dialogs and menus.
    pub raised: Tone,
    /// The bar at the top and its words.
    pub bar: Tone,
    pub on_bar: Tone,
    /// What can be acted on, and words on it.
    pub primary: Tone,
    pub on_primary: Tone,
    /// What is chosen, and words on it.
    pub tint: Tone,
    pub on_tint: Tone,
    /// Words: ordinary and quiet.
    pub ink: Tone,
    pub quiet: Tone,
    /// Lines between rows, and lines around fields.
    pub line: Tone,
    pub outline: Tone,
    pub error: Tone,
    /// Snackbars and toasts: their surface, words and button.
    pub inverse: Tone,
    pub on_inverse: Tone,
    pub inverse_primary: Tone,
}

impl Theme {
    /// The theme of an app whose colour is `0xRRGGBB`.
    pub(super) fn new(colour: u32, dark: bool) -> Self {
        if dark { Self::dark(Tone::of(colour)) } else { Self::light(Tone::of(colour)) }
    }

    fn light(seed: Tone) -> Self {
        let primary = seed.readable_on(Tone::WHITE, 4.5);
        let ink = Tone::of(0x001b_1b1f);
        let ground = Tone::WHITE.mix(primary, 0.05);
        Self {
            ground,
            surface: Tone::WHITE,
            raised: Tone::WHITE.mix(primary, 0.03),
            bar: seed,
            on_bar: seed.ink(),
            primary,
            on_primary: primary.ink(),
            tint: Tone::WHITE.mix(primary, 0.18),
            on_tint: primary.mix(Tone::BLACK, 0.35),
            ink,
            quiet: Tone::of(0x0056_5660),
            line: ground.mix(ink, 0.12),
            outline: ground.mix(ink, 0.45),
            error: Tone::of(0x00ba_1a1a),
            inverse: Tone::of(0x0030_3034),
            on_inverse: Tone::of(0x00f2_f0f4),
            inverse_primary: seed.readable_on(Tone::of(0x0030_3034), 5.5),
        }
    }

    fn dark(seed: Tone) -> Self {
        let ground = Tone::of(0x0012_1317).mix(seed, 0.03);
        let surface = Tone::of(0x0020_2127).mix(seed, 0.05);
        let primary = seed.readable_on(surface, 5.5);
        let ink = Tone::of(0x00e9_e9ee);
        Self {
            ground,
            surface,
            raised: Tone::of(0x002b_2c33).mix(seed, 0.05),
            bar: surface.mix(seed, 0.35),
            on_bar: ink,
            primary,
            on_primary: primary.ink(),
            tint: surface.mix(primary, 0.28),
            on_tint: primary.mix(Tone::WHITE, 0.55),
            ink,
            quiet: Tone::of(0x00ae_aeb8),
            line: ground.mix(ink, 0.14),
            outline: ground.mix(ink, 0.5),
            error: Tone::of(0x00ff_b4ab),
            inverse: Tone::of(0x00e4_e2e6),
            on_inverse: Tone::of(0x0030_3034),
            inverse_primary: seed.readable_on(Tone::of(0x00e4_e2e6), 4.5),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_can_be_read_whatever_the_apps_colour() {
        for colour in [0x0000_0000, 0x00ff_ffff, 0x00ff_eb3b, 0x0067_50a4, 0x0000_ff00, 0x0080_8080]
        {
            for dark in [false, true] {
                let theme = Theme::new(colour, dark);
                for (words, ground) in [
                    (theme.on_bar, theme.bar),
                    (theme.on_primary, theme.primary),
                    (theme.primary, theme.surface),
                    (theme.on_tint, theme.tint),
                    (theme.quiet, theme.ground),
                    (theme.inverse_primary, theme.inverse),
                ] {
                    let ratio = words.contrast(ground);
                    assert!(ratio >= 3.0, "{colour:06x} dark={dark}: {words:?} on {ground:?}");
                }
            }
        }
    }
}
