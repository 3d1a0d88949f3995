//! A screen in cells: its picture, and its texts in letters on it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::stage::DisplayStage;
use super::texts::ScreenTexts;
use crate::domain::Screen;
use crate::tui::image::cells::{CellPicture, CellSettings};
use crate::tui::view::DecodedPicture;

/// What was made of the picture that was drawn last, kept until something about it changes.
#[derive(Default)]
pub struct CellScreen {
    cells: Option<(CellPictureKey, CellPicture)>,
    texts: Option<ScreenTexts>,
}

/// What the picture in cells depends on.
#[derive(PartialEq)]
struct CellPictureKey {
    picture: u64,
    columns: u16,
    rows: u16,
    mode: CellSettings,
}

impl CellScreen {
    /// Paints `picture` on `area`.
    pub fn paint(
        &mut self,
        buffer: &mut Buffer,
        picture: &DecodedPicture,
        area: Rect,
        mode: CellSettings,
    ) {
        let key =
            CellPictureKey { picture: picture.id, columns: area.width, rows: area.height, mode };
        let known = self.cells.take().filter(|(known, _)| *known == key);
        let made = known.unwrap_or_else(|| {
            let cells = CellPicture::of(&picture.small, area.width, area.height, mode);
            (key, cells)
        });
        self.cells.insert(made).1.paint(buffer, area);
    }

    /// Writes the texts of `screen` over `picture`, which is painted on `stage` already.
    pub fn write(
        &mut self,
        buffer: &mut Buffer,
        picture: &DecodedPicture,
        screen: &Screen,
        stage: &DisplayStage,
        mode: CellSettings,
    ) {
        let known = self.texts.take().filter(|known| known.picture == picture.id);
        let texts = self.texts.insert(known.unwrap_or_else(|| ScreenTexts::of(screen, picture)));
        texts.draw(buffer, stage, mode.depth);
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::*;
    use crate::tui::image::BlockCharacters;
    use crate::tui::theme::ColourDepth;

    #[test]
    fn a_picture_is_converted_once() {
        let picture =
            DecodedPicture::new(7, RgbaImage::from_pixel(90, 160, Rgba([9, 99, 200, 255])));
        let area = Rect::new(0, 0, 20, 18);
        let mut buffer = Buffer::empty(area);
        let mut drawn = CellScreen::default();
        let mode = CellSettings { blocks: BlockCharacters::Quadrants, depth: ColourDepth::True };
        let mut paint = |mode| {
            drawn.paint(&mut buffer, &picture, area, mode);
            drawn.cells.as_ref().map(|(key, cells)| (key.mode, cells.dots().as_ptr()))
        };
        let made = paint(mode);
        assert_eq!(paint(mode), made);
        let fewer = CellSettings { depth: ColourDepth::Indexed, ..mode };
        assert_eq!(paint(fewer).unwrap().0, fewer);
    }
}
