//! Boxes, lines and numbers, pixel by pixel: nothing here needs a font.

use image::{Rgb, RgbImage};

use crate::domain::{Bounds, Point};

/// Pixels of a digit's dot.
const DOT: i32 = 3;
/// Dots of a digit.
const DIGIT: (i32, i32) = (5, 7);
/// Pixels between two digits, and around them.
const GAP: i32 = 2;
/// Pixels of a box's line.
const LINE: i32 = 2;

/// The digits, a row of dots each, the leftmost dot highest.
const DIGITS: [[u8; 7]; 10] = [
    [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
    [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
    [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
    [0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110],
    [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
    [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
    [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
    [0b11111, 0b00001, 0b00010, 0b00010, 0b00100, 0b00100, 0b00100],
    [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
    [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
];

const WHITE: [u8; 3] = [255; 3];

/// Pixels that the plate of `number` takes, across and down.
pub(super) fn plate_size(number: usize) -> (i32, i32) {
    let digits = i32::try_from(number.to_string().len()).unwrap_or(1);
    (digits * (DIGIT.0 * DOT + GAP) + GAP + 2, DIGIT.1 * DOT + 2 * GAP + 2)
}

/// A box along the inner edge of `bounds`.
pub(super) fn outline(picture: &mut RgbImage, bounds: Bounds, colour: [u8; 3]) {
    let Bounds { left, top, right, bottom } = bounds;
    fill(picture, Bounds::new(left, top, right, (top + LINE).min(bottom)), colour);
    fill(picture, Bounds::new(left, (bottom - LINE).max(top), right, bottom), colour);
    fill(picture, Bounds::new(left, top, (left + LINE).min(right), bottom), colour);
    fill(picture, Bounds::new((right - LINE).max(left), top, right, bottom), colour);
}

/// A straight line, a pixel thick.
pub(super) fn line(picture: &mut RgbImage, from: Point, to: Point, colour: [u8; 3]) {
    let (across, down) = (to.x - from.x, to.y - from.y);
    let steps = across.abs().max(down.abs()).max(1);
    for step in 0..=steps {
        let (x, y) = (from.x + across * step / steps, from.y + down * step / steps);
        fill(picture, Bounds::new(x, y, x + 1, y + 1), colour);
    }
}

/// `number` in white on a plate with a white rim.
pub(super) fn plate(picture: &mut RgbImage, bounds: Bounds, number: usize, colour: [u8; 3]) {
    let Bounds { left, top, right, bottom } = bounds;
    fill(picture, bounds, WHITE);
    fill(picture, Bounds::new(left + 1, top + 1, right - 1, bottom - 1), colour);
    let mut pen = left + 1 + GAP;
    for digit in number.to_string().bytes() {
        let rows = DIGITS.get(usize::from(digit.wrapping_sub(b'0')));
        for (row, dots) in (0..).zip(rows.into_iter().flatten()) {
            for column in 0..DIGIT.0 {
                if dots >> (DIGIT.0 - 1 - column) & 1 == 1 {
                    let (x, y) = (pen + column * DOT, top + 1 + GAP + row * DOT);
                    fill(picture, Bounds::new(x, y, x + DOT, y + DOT), WHITE);
                }
            }
        }
        pen += DIGIT.0 * DOT + GAP;
    }
}

/// Paints the part of `bounds` that lies on the picture.
fn fill(picture: &mut RgbImage, bounds: Bounds, colour: [u8; 3]) {
    let (width, height) = picture.dimensions();
    let within = |at: i32, most: u32| u32::try_from(at).unwrap_or(0).min(most);
    for y in within(bounds.top, height)..within(bounds.bottom, height) {
        for x in within(bounds.left, width)..within(bounds.right, width) {
            picture.put_pixel(x, y, Rgb(colour));
        }
    }
}
