//! The picture in the terminal: cells for every terminal, pixels if it has graphics.
//!
//! [`cells`] turns a picture into characters with two colours each; the Screen pane puts them into
//! ratatui's buffer like any text. [`pixels`] paints past that buffer, after the frame.

pub mod cells;
mod kitty;
pub mod pixels;
mod setting;

pub use setting::{BlockCharacters, GraphicsSetting, PictureSetting, PixelProtocol, SettingError};

use ratatui::layout::Rect;

/// The area of a picture of `width` by `height` pixels in `room`: as large as it can be in its own
/// shape, in the middle. Cells count as twice as high as wide. Empty if there is no room.
pub fn fit(room: Rect, width: u32, height: u32) -> Rect {
    if room.is_empty() || width == 0 || height == 0 {
        return Rect { width: 0, height: 0, ..room };
    }
    let (across, down) = (f64::from(room.width), 2.0 * f64::from(room.height));
    let scale = (across / f64::from(width)).min(down / f64::from(height));
    let columns = (f64::from(width) * scale).round().clamp(1.0, across) as u16;
    let rows = (f64::from(height) * scale / 2.0).round().clamp(1.0, down / 2.0) as u16;
    Rect::new(room.x + (room.width - columns) / 2, room.y + (room.height - rows) / 2, columns, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_keeps_its_shape_in_the_middle() {
        let room = Rect::new(1, 1, 40, 30);
        let area = fit(room, 720, 1600);
        assert_eq!(area, Rect::new(7, 1, 27, 30));
        let area = fit(room, 1600, 720);
        assert_eq!((area.width, area.height), (40, 9));
    }

    #[test]
    fn nothing_is_fitted_into_nothing() {
        assert!(fit(Rect::new(3, 3, 0, 9), 720, 1600).is_empty());
        assert!(fit(Rect::new(3, 3, 9, 9), 0, 1600).is_empty());
        assert_eq!(fit(Rect::new(0, 0, 9, 1), 1, 9000).area(), 1);
    }
}
