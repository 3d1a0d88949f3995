//! Shapes on pixels, cut at a clip.
//!
//! Our own crate is compiled without optimisation while developing, so every loop over pixels is
//! tiny-skia's or a copy of whole rows.

use tiny_skia::{
    FillRule, LineCap, LineJoin, Mask, Paint, Path, PathBuilder, Pixmap, Rect, Shader, Stroke,
    Transform,
};

use super::tone::Tone;
use crate::domain::{Bounds, DisplaySize};

/// How far the control points of a quarter circle made of a cubic lie from its ends.
const QUARTER: f32 = 0.552_284_8;

/// Pixels to draw on.
pub(super) struct Canvas {
    pixels: Pixmap,
    /// As large as the pixels and empty between two calls: through it, shapes are cut at the clip
    /// and letters are set.
    stencil: Mask,
    /// Where the stencil is not empty.
    inked: Bounds,
    display: Bounds,
    clip: Bounds,
    /// The part of each tone's light that is left: less than 1 while painting what lies behind a
    /// dialog. Dimming each tone gives the same picture as dimming all pixels afterwards.
    light: f32,
}

const NOWHERE: Bounds = Bounds::new(i32::MAX, i32::MAX, i32::MIN, i32::MIN);

impl Canvas {
    /// An all transparent canvas; `None` if it would have no pixel.
    pub(super) fn new(size: DisplaySize) -> Option<Self> {
        let (width, height) = (u32::try_from(size.width).ok()?, u32::try_from(size.height).ok()?);
        Some(Self {
            pixels: Pixmap::new(width, height)?,
            stencil: Mask::new(width, height)?,
            inked: NOWHERE,
            display: size.bounds(),
            clip: size.bounds(),
            light: 1.0,
        })
    }

    /// The pixels, premultiplied RGBA.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.pixels.take()
    }

    /// Nothing outside of `clip` is touched from now on. False if nothing is left.
    pub(super) fn clip_to(&mut self, clip: Bounds) -> bool {
        self.clip = clip.intersect(self.display);
        !self.clip.is_empty()
    }

    /// Touches the whole display from now on.
    pub(super) fn unclip(&mut self) {
        self.clip = self.display;
    }

    /// Everything is painted with this part of its light from now on.
    pub(super) fn dim(&mut self, light: f32) {
        self.light = light;
    }

    /// The whole display.
    pub(super) fn display(&self) -> Bounds {
        self.display
    }

    /// Fills a rectangle.
    pub(super) fn rect(&mut self, bounds: Bounds, tone: Tone) {
        if let Some(rect) = rect(bounds.intersect(self.clip)) {
            let mut paint = self.solid(tone);
            paint.anti_alias = false;
            self.pixels.fill_rect(rect, &paint, Transform::identity(), None);
        }
    }

    /// Fills a rectangle with round corners.
    pub(super) fn round(&mut self, bounds: Bounds, radius: f32, tone: Tone) {
        if let Some(path) = rounded(bounds, 0.0, radius) {
            self.fill(&path, tone);
        }
    }

    /// Draws a line `width` pixels wide along the inner edge of a rectangle with round corners.
    pub(super) fn outline(&mut self, bounds: Bounds, radius: f32, width: f32, tone: Tone) {
        if let Some(path) = rounded(bounds, width / 2.0, radius - width / 2.0) {
            self.stroke(&path, width, tone);
        }
    }

    /// Fills a circle.
    pub(super) fn circle(&mut self, x: f32, y: f32, radius: f32, tone: Tone) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            self.fill(&path, tone);
        }
    }

    /// Draws a straight line with round ends.
    pub(super) fn segment(&mut self, from: (f32, f32), to: (f32, f32), width: f32, tone: Tone) {
        let mut path = PathBuilder::new();
        path.move_to(from.0, from.1);
        path.line_to(to.0, to.1);
        if let Some(path) = path.finish() {
            self.stroke(&path, width, tone);
        }
    }

    /// A soft shadow under a rectangle with round corners, `depth` pixels deep.
    pub(super) fn shadow(&mut self, bounds: Bounds, radius: f32, depth: f32) {
        let Some(shape) = rounded(bounds, 0.0, radius) else { return };
        // The flatter the shadow, the fewer steps are needed to look smooth.
        let layers = (depth * 0.6).clamp(3.0, 8.0) as u8;
        for layer in 1..=layers {
            let grown = depth * f32::from(layer) / f32::from(layers);
            let Some(around) = rounded(bounds, -grown, radius + grown)
                .and_then(|path| path.transform(Transform::from_translate(0.0, depth * 0.35)))
            else {
                continue;
            };
            // Only the ring is painted: what lies under the shape will be covered anyway.
            let mut ring = PathBuilder::new();
            ring.push_path(&around);
            ring.push_path(&shape);
            if let Some(ring) = ring.finish() {
                self.paint(
                    &ring,
                    &self.solid(Tone::BLACK.faint(0.11 / f32::from(layers))),
                    FillRule::EvenOdd,
                );
            }
        }
    }

    /// Fills a rectangle with a change from one tone at the top to another at the bottom, in
    /// stripes that are too narrow to be seen.
    pub(super) fn gradient(&mut self, bounds: Bounds, top: Tone, bottom: Tone) {
        const STRIPE: i32 = 4;
        let height = bounds.height().max(1) as f32;
        let mut from = bounds.top;
        while from < bounds.bottom {
            let to = (from + STRIPE).min(bounds.bottom);
            let share = (from - bounds.top) as f32 / height;
            self.rect(Bounds { top: from, bottom: to, ..bounds }, top.mix(bottom, share));
            from = to;
        }
    }

    /// Fills a path.
    pub(super) fn fill(&mut self, path: &Path, tone: Tone) {
        self.paint(path, &self.solid(tone), FillRule::Winding);
    }

    /// Draws a line with round ends and corners along a path.
    pub(super) fn stroke(&mut self, path: &Path, width: f32, tone: Tone) {
        if let Some(path) = path.stroke(&pen(width), 1.0) {
            self.paint(&path, &self.solid(tone), FillRule::Winding);
        }
    }

    fn paint(&mut self, path: &Path, paint: &Paint, rule: FillRule) {
        let touched = reach(path);
        let cut = touched.intersect(self.clip);
        if cut.is_empty() {
            return;
        }
        if self.clip.covers(touched) {
            self.pixels.fill_path(path, paint, rule, Transform::identity(), None);
            return;
        }
        self.flood(cut, 255);
        self.pixels.fill_path(path, paint, rule, Transform::identity(), Some(&self.stencil));
        self.flood(cut, 0);
    }

    fn solid(&self, tone: Tone) -> Paint<'static> {
        let color = tone.mix(Tone::BLACK, 1.0 - self.light).color();
        Paint { shader: Shader::SolidColor(color), ..Paint::default() }
    }

    fn flood(&mut self, area: Bounds, value: u8) {
        let stride = self.stencil.width() as usize;
        let data = self.stencil.data_mut();
        for y in area.top..area.bottom {
            if let Some(row) = span(data, stride, y, area.left, area.right) {
                row.fill(value);
            }
        }
    }

    /// Puts one row of a letter's coverage into the stencil, its first pixel at `x`, `y`.
    pub(super) fn set(&mut self, x: i32, y: i32, coverage: &[u8]) {
        let clip = self.clip;
        if y < clip.top || y >= clip.bottom {
            return;
        }
        let Ok(length) = i32::try_from(coverage.len()) else { return };
        let (from, to) = (x.max(clip.left), x.saturating_add(length).min(clip.right));
        if from >= to {
            return;
        }
        let stride = self.stencil.width() as usize;
        let source = usize::try_from(from - x)
            .ok()
            .zip(usize::try_from(to - x).ok())
            .and_then(|(from, to)| coverage.get(from..to));
        if let (Some(row), Some(source)) =
            (span(self.stencil.data_mut(), stride, y, from, to), source)
        {
            row.copy_from_slice(source);
            self.inked = Bounds::new(
                self.inked.left.min(from),
                self.inked.top.min(y),
                self.inked.right.max(to),
                self.inked.bottom.max(y + 1),
            );
        }
    }

    /// Paints what was [`set`](Self::set), and empties the stencil.
    pub(super) fn print(&mut self, tone: Tone) {
        let inked = std::mem::replace(&mut self.inked, NOWHERE);
        if let Some(rect) = rect(inked) {
            let mut paint = self.solid(tone);
            paint.anti_alias = false;
            self.pixels.fill_rect(rect, &paint, Transform::identity(), Some(&self.stencil));
            self.flood(inked, 0);
        }
    }
}

/// A pen with round ends and corners.
pub(super) fn pen(width: f32) -> Stroke {
    Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() }
}

/// A rectangle moved inwards by `inset`, with round corners.
pub(super) fn rounded(bounds: Bounds, inset: f32, radius: f32) -> Option<Path> {
    let (left, top) = (bounds.left as f32 + inset, bounds.top as f32 + inset);
    let (right, bottom) = (bounds.right as f32 - inset, bounds.bottom as f32 - inset);
    rounded_rect(Rect::from_ltrb(left, top, right, bottom)?, radius)
}

/// A rectangle with round corners, its corners rounder than half its sides made half.
pub(super) fn rounded_rect(rect: Rect, radius: f32) -> Option<Path> {
    let (left, top, right, bottom) = (rect.left(), rect.top(), rect.right(), rect.bottom());
    if rect.width() <= 0.0 || rect.height() <= 0.0 {
        return None;
    }
    let radius = radius.min(rect.width() / 2.0).min(rect.height() / 2.0);
    if radius <= 0.0 {
        return Some(PathBuilder::from_rect(rect));
    }
    let near = radius * (1.0 - QUARTER);
    let mut path = PathBuilder::new();
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.cubic_to(right - near, top, right, top + near, right, top + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - near, right - near, bottom, right - radius, bottom);
    path.line_to(left + radius, bottom);
    path.cubic_to(left + near, bottom, left, bottom - near, left, bottom - radius);
    path.line_to(left, top + radius);
    path.cubic_to(left, top + near, left + near, top, left + radius, top);
    path.close();
    path.finish()
}

fn rect(bounds: Bounds) -> Option<Rect> {
    if bounds.is_empty() {
        return None;
    }
    Rect::from_ltrb(
        bounds.left as f32,
        bounds.top as f32,
        bounds.right as f32,
        bounds.bottom as f32,
    )
}

/// All pixels that filling `path` can touch.
fn reach(path: &Path) -> Bounds {
    let bounds = path.bounds();
    Bounds::new(
        bounds.left().floor() as i32 - 1,
        bounds.top().floor() as i32 - 1,
        bounds.right().ceil() as i32 + 1,
        bounds.bottom().ceil() as i32 + 1,
    )
}

fn span(data: &mut [u8], stride: usize, y: i32, left: i32, right: i32) -> Option<&mut [u8]> {
    let row = usize::try_from(y).ok()?.checked_mul(stride)?;
    let from = row.checked_add(usize::try_from(left).ok()?)?;
    let to = row.checked_add(usize::try_from(right).ok()?)?;
    data.get_mut(from..to)
}
