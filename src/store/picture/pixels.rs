//! The pixels of bands as bytes.
//!
//! Screens are drawn with few colours. A pixel is a byte: the place of its colour among the colours
//! of the bands, the most frequent first; 255 stands for a place that follows behind all pixels as
//! two bytes. The whole is compressed with Deflate (RFC 1951). Bands of more colours, such as
//! photographs, are a PNG instead.
//!
//! ```text
//! 0, Deflate of: u32 count of colours, three bytes each, a byte for each pixel, the places of 255
//! 1, PNG
//! ```

use std::collections::HashMap;
use std::io::{Cursor, Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ExtendedColorType, ImageEncoder as _, RgbImage};

use super::RowBand;

/// From here on a PNG is smaller: its filters follow gradients.
const MOST_COLOURS: usize = 8_192;

/// The byte of a pixel whose place does not fit into one.
const FOLLOWS: u8 = 255;

const FEW_COLOURS: u8 = 0;
const AS_PNG: u8 = 1;

/// The rows of `bands` in `picture`.
pub(super) fn write(picture: &RgbImage, bands: &[RowBand]) -> Vec<u8> {
    let width = picture.width() as usize * 3;
    let bytes = bands.iter().map(|band| bytes_of(picture, *band));
    let rows: Vec<&[u8]> = bytes.flat_map(|bytes| bytes.chunks_exact(width.max(1))).collect();
    // Writing into memory cannot fail.
    palette(&rows)
        .and_then(|colours| few(&rows, &colours))
        .or_else(|| png(picture, &rows))
        .unwrap_or_default()
}

fn bytes_of(picture: &RgbImage, band: RowBand) -> &[u8] {
    let row = picture.width() as usize * 3;
    picture.as_raw().get(band.top as usize * row..band.end() as usize * row).unwrap_or_default()
}

/// The pixels of `row`, each with how often it follows itself.
fn runs(row: &[u8]) -> impl Iterator<Item = ([u8; 3], usize)> {
    let pixels = row.as_chunks::<3>().0;
    pixels.chunk_by(|one, other| one == other).map(|run| (run[0], run.len()))
}

/// The colours, the most frequent first; `None` if there are too many. Of equal rows that follow one
/// another one counts.
fn palette(rows: &[&[u8]]) -> Option<Vec<[u8; 3]>> {
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    for row in rows.chunk_by(|one, other| one == other) {
        for (colour, count) in runs(row[0]) {
            *counts.entry(colour).or_default() += count;
        }
        if counts.len() > MOST_COLOURS {
            return None;
        }
    }
    let mut colours: Vec<_> = counts.into_iter().collect();
    // By their values too, so that a picture always gives the same bytes.
    colours.sort_unstable_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(&other.0)));
    Some(colours.into_iter().map(|(colour, _)| colour).collect())
}

fn few(rows: &[&[u8]], colours: &[[u8; 3]]) -> Option<Vec<u8>> {
    let places: HashMap<[u8; 3], u16> = colours.iter().copied().zip(0..).collect();
    let mut bytes = (colours.len() as u32).to_le_bytes().to_vec();
    bytes.extend(colours.iter().flatten());
    let mut following = Vec::new();
    for equal in rows.chunk_by(|one, other| one == other) {
        let (row, from) = (bytes.len(), following.len());
        for (colour, count) in runs(equal[0]) {
            let place = *places.get(&colour)?;
            match u8::try_from(place) {
                Ok(short) if short != FOLLOWS => bytes.resize(bytes.len() + count, short),
                _ => {
                    bytes.resize(bytes.len() + count, FOLLOWS);
                    following.extend(std::iter::repeat_n(place.to_le_bytes(), count).flatten());
                }
            }
        }
        let (row, from) = (row..bytes.len(), from..following.len());
        for _ in 1..equal.len() {
            bytes.extend_from_within(row.clone());
            following.extend_from_within(from.clone());
        }
    }
    bytes.extend(following);
    let mut deflated = DeflateEncoder::new(vec![FEW_COLOURS], Compression::new(6));
    deflated.write_all(&bytes).ok()?;
    deflated.finish().ok()
}

fn png(picture: &RgbImage, rows: &[&[u8]]) -> Option<Vec<u8>> {
    let pixels = rows.concat();
    let mut bytes = vec![AS_PNG];
    let (level, filter) = (CompressionType::Default, FilterType::Adaptive);
    let encoder = PngEncoder::new_with_quality(&mut bytes, level, filter);
    let height = u32::try_from(pixels.len()).ok()? / (picture.width() * 3).max(1);
    encoder.write_image(&pixels, picture.width(), height, ExtendedColorType::Rgb8).ok()?;
    Some(bytes)
}

/// Puts what [`write()`] wrote into the rows of `bands` of `onto`. `None` if it is damaged; some rows
/// may have been written then.
pub(super) fn read(bytes: &[u8], onto: &mut RgbImage, bands: &[RowBand]) -> Option<()> {
    let row = onto.width() as usize * 3;
    let height: u64 = bands.iter().map(|band| u64::from(band.height)).sum();
    let pixels = usize::try_from(height).ok()?.checked_mul(onto.width() as usize)?;
    let (form, rest) = bytes.split_first()?;
    let read = match *form {
        FEW_COLOURS => read_few(rest, pixels)?,
        AS_PNG => read_png(rest)?,
        _ => return None,
    };
    if read.len() != pixels * 3 {
        return None;
    }
    let mut from = read.as_slice();
    for band in bands {
        let target = onto.get_mut(band.top as usize * row..band.end() as usize * row)?;
        let (own, rest) = from.split_at_checked(target.len())?;
        target.copy_from_slice(own);
        from = rest;
    }
    Some(())
}

fn read_few(deflated: &[u8], pixels: usize) -> Option<Vec<u8>> {
    // Never more than honest bytes would be: each pixel takes three at the most.
    let most = 4 + MOST_COLOURS * 3 + pixels * 3;
    let mut bytes = Vec::with_capacity(4 + pixels + pixels / 8);
    DeflateDecoder::new(deflated).take(most as u64).read_to_end(&mut bytes).ok()?;
    let (count, rest) = bytes.split_first_chunk::<4>()?;
    let count = usize::try_from(u32::from_le_bytes(*count)).ok()?;
    let (colours, rest) = rest.split_at_checked(count.checked_mul(3)?)?;
    let colours = colours.as_chunks::<3>().0;
    let (short, following) = rest.split_at_checked(pixels)?;
    let mut following = following.as_chunks::<2>().0.iter().map(|place| u16::from_le_bytes(*place));
    let mut read = vec![0; pixels * 3];
    for (pixel, short) in read.as_chunks_mut::<3>().0.iter_mut().zip(short) {
        let place = if *short == FOLLOWS { following.next()? } else { u16::from(*short) };
        *pixel = *colours.get(usize::from(place))?;
    }
    Some(read)
}

fn read_png(png: &[u8]) -> Option<Vec<u8>> {
    Some(crate::domain::picture::read(png)?.into_rgb8().into_raw())
}

/// `picture` as PNG, made for speed: for those who ask for the bytes of a picture.
pub(in crate::store) fn quick_png(picture: &RgbImage) -> Vec<u8> {
    let mut png = Vec::new();
    // Writing into memory cannot fail.
    let _ = picture.write_to(&mut Cursor::new(&mut png), image::ImageFormat::Png);
    png
}

/// `picture` made smaller, so that its shorter side is `side` pixels at the most.
pub(super) fn shrunk(picture: RgbImage, side: u32) -> RgbImage {
    let (width, height) = picture.dimensions();
    let shorter = width.min(height);
    if shorter <= side {
        return picture;
    }
    let scaled = |own: u32| {
        u32::try_from(u64::from(own) * u64::from(side) / u64::from(shorter)).unwrap_or(side)
    };
    let wanted: (u32, u32) = (scaled(width), scaled(height));
    let small = DynamicImage::ImageRgb8(picture).thumbnail_exact(wanted.0, wanted.1);
    small.into_rgb8()
}

/// The pixels of `picture` if all of them can be stored: none lets anything through, and none has
/// more than eight bits a channel.
pub(super) fn opaque(picture: DynamicImage) -> Option<RgbImage> {
    let colour = picture.color();
    if colour.bytes_per_pixel() != colour.channel_count() {
        return None;
    }
    if !colour.has_alpha() {
        return Some(picture.into_rgb8());
    }
    let with_alpha = picture.into_rgba8();
    let without = DynamicImage::ImageRgba8(with_alpha.clone()).into_rgb8();
    // Compared as a whole: that is quick without optimisation too.
    let same = DynamicImage::ImageRgb8(without.clone()).into_rgba8() == with_alpha;
    same.then_some(without)
}
