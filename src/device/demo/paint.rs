//! Painting a frame.

use std::io::Cursor;

use image::{ImageFormat, Rgba, RgbaImage};

use super::frame::Frame;

/// Flat rectangles where views are.
pub fn paint(frame: &Frame) -> RgbaImage {
    let width = u32::try_from(frame.size.width).unwrap_or(0);
    let height = u32::try_from(frame.size.height).unwrap_or(0);
    let mut picture = RgbaImage::from_pixel(width, height, Rgba([250, 250, 250, 255]));
    for placed in frame.panes.iter().flat_map(|pane| &pane.placed) {
        let seen = placed.visible().intersect(frame.size.bounds());
        for x in seen.left..seen.right {
            for y in [seen.top, seen.bottom - 1] {
                if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) {
                    picture.put_pixel(x, y, Rgba([90, 90, 90, 255]));
                }
            }
        }
    }
    picture
}

/// The painted frame as PNG.
pub fn png(frame: &Frame) -> Vec<u8> {
    let mut png = Cursor::new(Vec::new());
    let written = paint(frame).write_to(&mut png, ImageFormat::Png);
    if written.is_err() {
        return Vec::new();
    }
    png.into_inner()
}
