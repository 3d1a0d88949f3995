//! Pixels past ratatui's buffer: what to paint and what to take away after each frame.
//!
//! The frame leaves cells of a kind that nothing else draws ([`hold`]) where the picture is to
//! stand. So as soon as anything else is drawn there, ratatui finds every one of them changed and
//! writes it, which takes away iTerm2's and sixel's pixels with it; kitty's are deleted by name.

use std::io::{self, Write};

use ::image::codecs::png::{CompressionType, FilterType, PngEncoder};
use ::image::{DynamicImage, ExtendedColorType, ImageEncoder as _};
use ratatui::backend::Backend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Rect, Size};
use ratatui::style::{Color, Modifier};

use super::{PixelProtocol, kitty};
use crate::tui::view::DecodedPicture;

/// A picture that is to be shown in pixels, with its area.
#[derive(Clone)]
pub struct PixelPlacement {
    /// The cells it fills.
    pub area: Rect,
    /// The picture.
    pub picture: DecodedPicture,
    /// The cells of `area` that show text over it.
    pub over: Vec<(u16, u16, Cell)>,
}

/// What is shown in pixels now.
#[derive(Default)]
pub struct PixelDisplay {
    /// Kitty keeps a picture until it gets the command to delete it.
    kept: bool,
    shown: Option<ShownPixels>,
    png: Option<SentPicture>,
}

#[derive(Clone, PartialEq)]
struct ShownPixels {
    room: Size,
    area: Rect,
    id: u64,
    over: Vec<(u16, u16, Cell)>,
}

/// The picture as it was sent last: it is shown again whenever what covered it goes.
struct SentPicture {
    id: u64,
    size: (u32, u32),
    data: Vec<u8>,
}

/// What has to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PixelStep {
    Nothing,
    Erase,
    Show,
}

impl PixelDisplay {
    /// Takes everything away, before the terminal is given back. What was shown is shown again by
    /// the next [`PixelDisplay::paint`].
    ///
    /// # Errors
    /// If the terminal cannot be written.
    pub fn clear(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.shown = None;
        if std::mem::take(&mut self.kept) { kitty::erase(out) } else { Ok(()) }
    }

    /// Makes what stands what is `wanted`. `room` is the terminal's size in cells, `point` the size
    /// of a cell in pixels.
    ///
    /// # Errors
    /// If the terminal cannot be written.
    pub fn paint<B>(
        &mut self,
        protocol: PixelProtocol,
        out: &mut B,
        (room, point): (Size, Size),
        wanted: Option<&PixelPlacement>,
    ) -> io::Result<()>
    where
        B: Backend<Error = io::Error> + Write,
    {
        let wish = wanted.map(|placement| ShownPixels {
            room,
            area: placement.area,
            id: placement.picture.id,
            // Kitty's pixels lie below the text and do not mind it.
            over: if protocol == PixelProtocol::Kitty {
                Vec::new()
            } else {
                placement.over.clone()
            },
        });
        match self.step(wish.as_ref()) {
            PixelStep::Nothing => return Ok(()),
            PixelStep::Erase => self.clear(out)?,
            PixelStep::Show => {
                if let Some(placement) = wanted {
                    self.show(protocol, out, point, placement)?;
                }
            }
        }
        self.shown = wish;
        Ok(())
    }

    fn step(&self, wish: Option<&ShownPixels>) -> PixelStep {
        match (&self.shown, wish) {
            (None, None) => PixelStep::Nothing,
            (Some(_), None) => PixelStep::Erase,
            (Some(shown), Some(wish)) if shown == wish => PixelStep::Nothing,
            (_, Some(_)) => PixelStep::Show,
        }
    }

    fn show<B>(
        &mut self,
        protocol: PixelProtocol,
        out: &mut B,
        point: Size,
        placement: &PixelPlacement,
    ) -> io::Result<()>
    where
        B: Backend<Error = io::Error> + Write,
    {
        let size = pixels_of(placement, point);
        if protocol == PixelProtocol::Kitty {
            if self.shown.as_ref().is_some_and(|shown| shown.area != placement.area) {
                kitty::erase(out)?;
            }
            self.kept = true;
            return kitty::show(out, self.png(&placement.picture, size)?, placement.area);
        }
        // Viuer writes to standard output itself, so what is under way must be there before.
        Write::flush(out)?;
        let picture = shrunk(&placement.picture, size);
        viuer::print(&picture, &config(protocol, placement.area, point))
            .map_err(io::Error::other)?;
        let over = placement.over.iter().map(|(x, y, cell)| (*x, *y, cell));
        out.draw(over)?;
        Write::flush(out)
    }

    fn png(&mut self, picture: &DecodedPicture, size: (u32, u32)) -> io::Result<&[u8]> {
        let known = self.png.take().filter(|png| png.id == picture.id && png.size == size);
        let png = match known {
            Some(png) => png,
            None => SentPicture { id: picture.id, size, data: encoded(&shrunk(picture, size))? },
        };
        Ok(&self.png.insert(png).data)
    }
}

/// The size of a cell in pixels, if the terminal tells it; else that of a common font.
pub fn point(backend: &mut impl Backend) -> Size {
    const COMMON: Size = Size::new(8, 16);
    let Ok(size) = backend.window_size() else { return COMMON };
    let (cells, pixels) = (size.columns_rows, size.pixels);
    if cells.width == 0 || cells.height == 0 || pixels.width == 0 || pixels.height == 0 {
        return COMMON;
    }
    Size::new((pixels.width / cells.width).max(1), (pixels.height / cells.height).max(1))
}

/// The pixels that `placement` fills, never more than the picture has.
fn pixels_of(placement: &PixelPlacement, point: Size) -> (u32, u32) {
    let (width, height) = placement.picture.image.dimensions();
    let across = u32::from(placement.area.width) * u32::from(point.width);
    let down = u32::from(placement.area.height) * u32::from(point.height);
    (across.clamp(1, width.max(1)), down.clamp(1, height.max(1)))
}

fn shrunk(picture: &DecodedPicture, (width, height): (u32, u32)) -> DynamicImage {
    let whole = DynamicImage::ImageRgba8((*picture.image).clone());
    if (whole.width(), whole.height()) == (width, height) {
        return whole;
    }
    whole.thumbnail_exact(width, height)
}

fn encoded(picture: &DynamicImage) -> io::Result<Vec<u8>> {
    let rgb = picture.to_rgb8();
    let mut data = Vec::new();
    PngEncoder::new_with_quality(&mut data, CompressionType::Fast, FilterType::Sub)
        .write_image(rgb.as_raw(), rgb.width(), rgb.height(), ExtendedColorType::Rgb8)
        .map_err(io::Error::other)?;
    Ok(data)
}

fn config(protocol: PixelProtocol, area: Rect, point: Size) -> viuer::Config {
    // Viuer takes a cell for 6 by 12 pixels when it makes sixels.
    let (width, height) = if protocol == PixelProtocol::Sixel {
        (
            u32::from(area.width) * u32::from(point.width) / 6,
            u32::from(area.height) * u32::from(point.height) / 12,
        )
    } else {
        (u32::from(area.width), u32::from(area.height))
    };
    viuer::Config {
        absolute_offset: true,
        restore_cursor: true,
        x: area.x,
        y: i16::try_from(area.y).unwrap_or(0),
        width: Some(width.max(1)),
        height: Some(height.max(1)),
        use_kitty: false,
        use_iterm: protocol == PixelProtocol::Iterm,
        use_sixel: protocol == PixelProtocol::Sixel,
        ..viuer::Config::default()
    }
}

/// Keeps `area` free for pixels: cells that show nothing and that nothing else draws.
pub fn hold(buffer: &mut Buffer, area: Rect) {
    let area = area.intersection(buffer.area);
    for position in area.positions() {
        buffer[position] = held();
    }
}

/// The cells of `area` that are not held any more: the text over the picture.
pub fn over(buffer: &Buffer, area: Rect) -> Vec<(u16, u16, Cell)> {
    let held = held();
    area.intersection(buffer.area)
        .positions()
        .filter(|position| buffer[*position] != held)
        .map(|position| (position.x, position.y, buffer[position].clone()))
        .collect()
}

fn held() -> Cell {
    let mut cell = Cell::new(" ");
    cell.fg = Color::Reset;
    cell.bg = Color::Reset;
    cell.modifier = Modifier::HIDDEN;
    cell
}

#[cfg(test)]
mod tests {
    use ::image::RgbaImage;
    use ratatui::backend::CrosstermBackend;

    use super::*;

    const ROOM: Size = Size { width: 80, height: 24 };
    const POINT: Size = Size { width: 8, height: 16 };

    fn placement(area: Rect, id: u64) -> PixelPlacement {
        PixelPlacement {
            area,
            picture: DecodedPicture::new(id, RgbaImage::new(72, 160)),
            over: Vec::new(),
        }
    }

    /// Everything that was written while the wishes came one after the other.
    fn written(pixels: &mut PixelDisplay, wish: Option<&PixelPlacement>) -> String {
        let mut bytes = Vec::new();
        let mut out = CrosstermBackend::new(&mut bytes);
        pixels.paint(PixelProtocol::Kitty, &mut out, (ROOM, POINT), wish).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_picture_that_stays_is_not_written_again() {
        let mut pixels = PixelDisplay::default();
        let here = placement(Rect::new(1, 1, 9, 10), 1);
        assert!(written(&mut pixels, Some(&here)).contains("a=T"));
        assert_eq!(written(&mut pixels, Some(&here)), "");
        assert!(written(&mut pixels, Some(&placement(here.area, 2))).contains("a=T"));
    }

    #[test]
    fn what_is_covered_is_taken_away_and_comes_back() {
        let mut pixels = PixelDisplay::default();
        let here = placement(Rect::new(1, 1, 9, 10), 1);
        written(&mut pixels, Some(&here));
        assert!(written(&mut pixels, None).contains("a=d"));
        assert_eq!(written(&mut pixels, None), "");
        assert!(written(&mut pixels, Some(&here)).contains("a=T"));
    }

    #[test]
    fn moving_leaves_nothing_behind() {
        let mut pixels = PixelDisplay::default();
        written(&mut pixels, Some(&placement(Rect::new(1, 1, 9, 10), 1)));
        let moved = written(&mut pixels, Some(&placement(Rect::new(5, 1, 9, 10), 1)));
        let (gone, comes) = (moved.find("a=d").unwrap(), moved.find("a=T").unwrap());
        assert!(gone < comes, "{moved:?}");
    }

    #[test]
    fn a_cleared_terminal_is_painted_again() {
        let mut pixels = PixelDisplay::default();
        let here = placement(Rect::new(1, 1, 9, 10), 1);
        written(&mut pixels, Some(&here));
        let mut gone = Vec::new();
        pixels.clear(&mut gone).unwrap();
        assert!(String::from_utf8(gone).unwrap().contains("a=d"), "it is taken away before");
        assert!(written(&mut pixels, Some(&here)).contains("a=T"));
    }

    #[test]
    fn a_resize_clears_the_terminal_so_it_is_painted_again() {
        let wish =
            |room| ShownPixels { room, area: Rect::new(0, 0, 4, 4), id: 1, over: Vec::new() };
        let pixels = PixelDisplay { shown: Some(wish(ROOM)), ..PixelDisplay::default() };
        assert_eq!(pixels.step(Some(&wish(ROOM))), PixelStep::Nothing);
        assert_eq!(pixels.step(Some(&wish(Size::new(90, 24)))), PixelStep::Show);
    }

    #[test]
    fn text_over_sixels_needs_them_painted_again_where_it_changes() {
        let wish = |over| ShownPixels { room: ROOM, area: Rect::new(0, 0, 4, 4), id: 1, over };
        let pixels = PixelDisplay {
            shown: Some(wish(vec![(1, 1, Cell::new("3"))])),
            ..PixelDisplay::default()
        };
        assert_eq!(pixels.step(Some(&wish(vec![(1, 1, Cell::new("4"))]))), PixelStep::Show);
    }

    #[test]
    fn nothing_else_looks_like_a_held_cell() {
        let area = Rect::new(0, 0, 3, 1);
        let mut buffer = Buffer::empty(area);
        assert_eq!(over(&buffer, area).len(), 3, "plain cells are no held cells");
        hold(&mut buffer, area);
        assert!(over(&buffer, area).is_empty());
        buffer[(1, 0)].set_symbol("3");
        assert_eq!(over(&buffer, area).len(), 1);
    }

    #[test]
    fn sixels_fill_the_cells_whatever_their_size() {
        let config = config(PixelProtocol::Sixel, Rect::new(2, 3, 30, 20), Size::new(9, 18));
        assert_eq!((config.width, config.height), (Some(45), Some(30)));
        assert_eq!((config.x, config.y), (2, 3));
        assert!(!config.use_kitty && !config.use_iterm);
    }
}
