//! Decoding pictures from untrusted sources, and comparing them.

mod kept;
mod message;
mod tiles;

use std::io::Cursor;

use image::{DynamicImage, ImageReader, Limits};

pub use kept::KeptPictures;
pub use tiles::has_changed;

/// The largest width and height of a picture that is accepted, in pixels.
const LARGEST_SIDE: u32 = 16_384;

/// The most memory that a decoded picture may take, in bytes: a small file may claim a huge picture.
const MEMORY_LIMIT: u64 = 256 * 1024 * 1024;

/// The picture in `bytes` (PNG or JPEG); `None` if there is none, or one larger than any
/// display's.
pub fn read(bytes: &[u8]) -> Option<DynamicImage> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(LARGEST_SIDE);
    limits.max_image_height = Some(LARGEST_SIDE);
    limits.max_alloc = Some(MEMORY_LIMIT);
    reader.limits(limits);
    reader.decode().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The head of a PNG of this size (PNG specification, 11.2.2), with nothing behind it.
    fn claims(width: u32, height: u32) -> Vec<u8> {
        let mut picture = image::RgbaImage::new(1, 1);
        picture.put_pixel(0, 0, image::Rgba([1, 2, 3, 255]));
        let mut png = Vec::new();
        picture.write_to(&mut Cursor::new(&mut png), image::ImageFormat::Png).unwrap();
        png[16..20].copy_from_slice(&width.to_be_bytes());
        png[20..24].copy_from_slice(&height.to_be_bytes());
        let crc = crc32(&png[12..29]);
        png[29..33].copy_from_slice(&crc.to_be_bytes());
        png
    }

    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0, |mut crc, byte| {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
            }
            crc
        })
    }

    #[test]
    fn honest_pictures_are_read_and_bombs_are_not() {
        assert!(read(&claims(1, 1)).is_some(), "the fixture itself is a picture");
        assert!(read(&claims(20_000, 1)).is_none());
        assert!(read(&claims(16_000, 16_000)).is_none());
        assert!(read(b"no picture").is_none());
        assert!(read(b"").is_none());
    }
}
