//! Whether the pictures of the device show something.

use std::io::Cursor;

use image::{ImageFormat, ImageReader, Limits};

/// A channel up to this value is black; some devices fill with nearly black.
const BLACK: u8 = 8;

/// A picture of one colour is less than a hundredth of its pixels as PNG, mostly a thousandth. Only pictures so small
/// are decoded, each byte of which stands for at least so many bytes of pixels.
const COMPRESSED: usize = 200;

/// No picture of a display has a longer side.
const LONGEST_SIDE: u32 = 8192;

/// What the latest picture was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PictureState {
    /// It shows something, or none was taken yet.
    #[default]
    Shown,
    /// The device gave none.
    Missing,
    /// It is all black.
    Black,
}

impl PictureState {
    /// Takes the next picture in. Gives a sentence for the tester if it is not as the one before.
    pub(super) fn notice(&mut self, picture: Option<&[u8]>) -> Option<String> {
        let now = match picture {
            None => Self::Missing,
            Some(png) if is_black(png) => Self::Black,
            Some(_) => Self::Shown,
        };
        let before = std::mem::replace(self, now);
        let what = match now {
            _ if now == before => return None,
            Self::Missing => {
                "The device gives no picture of this screen; what only a picture shows is not seen."
            }
            Self::Black => {
                "The picture of this screen is all black: the app may forbid pictures, or the display may be off."
            }
            Self::Shown => "The device gives pictures again.",
        };
        Some(what.to_owned())
    }
}

/// True if `png` can be read and every pixel of it is black.
fn is_black(png: &[u8]) -> bool {
    let mut reader = ImageReader::with_format(Cursor::new(png), ImageFormat::Png);
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(LONGEST_SIDE), Some(LONGEST_SIDE));
    reader.limits(limits);
    let size = ImageReader::with_format(Cursor::new(png), ImageFormat::Png).into_dimensions();
    let pixels = size.map_or(0, |(width, height)| width as usize * height as usize * 4);
    if pixels == 0 || png.len().saturating_mul(COMPRESSED) > pixels {
        return false;
    }
    let Ok(decoded) = reader.decode() else { return false };
    decoded.to_rgb8().as_raw().iter().all(|channel| *channel <= BLACK)
}

#[cfg(test)]
mod tests {
    use image::codecs::png::{CompressionType, FilterType, PngEncoder};
    use image::{Rgb, RgbImage};

    use super::*;

    fn png(colour: [u8; 3], spot: Option<[u8; 3]>) -> Vec<u8> {
        let mut picture = RgbImage::from_pixel(720, 1600, Rgb(colour));
        if let Some(spot) = spot {
            picture.put_pixel(300, 700, Rgb(spot));
        }
        let mut bytes = Vec::new();
        // Phones compress more than the encoder does that is made for speed.
        let (level, filter) = (CompressionType::Default, FilterType::NoFilter);
        let encoder = PngEncoder::new_with_quality(&mut bytes, level, filter);
        picture.write_with_encoder(encoder).unwrap();
        bytes
    }

    #[test]
    fn only_a_picture_without_any_light_is_black() {
        assert!(is_black(&png([0, 0, 0], None)));
        assert!(is_black(&png([3, 3, 3], None)));
        assert!(!is_black(&png([0, 0, 0], Some([255, 255, 255]))));
        assert!(!is_black(&png([250, 250, 250], None)));
        assert!(!is_black(b"\x89PNG\r\n\x1a\n cut off"));
    }

    #[test]
    fn a_change_is_said_once() {
        let (black, white) = (png([0, 0, 0], None), png([255, 255, 255], None));
        let mut state = PictureState::default();
        assert_eq!(state.notice(Some(&white)), None);
        assert!(state.notice(None).unwrap().contains("no picture"));
        assert_eq!(state.notice(None), None);
        assert!(state.notice(Some(&black)).unwrap().contains("all black"));
        assert_eq!(state.notice(Some(&black)), None);
        assert!(state.notice(Some(&white)).unwrap().contains("again"));
        assert_eq!(state.notice(Some(&white)), None);
    }
}
