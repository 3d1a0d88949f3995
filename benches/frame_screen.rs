//! What a phone's picture costs: shrinking it, which is done off the frame loop, and what the loop
//! pays once for a picture and a size: cells, or kitty's pixels.

use divan::Bencher;
use image::{Rgba, RgbaImage};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Rect, Size};
use ridealong::tui::image::cells::{CellPicture, CellSettings};
use ridealong::tui::image::pixels::{PixelDisplay, PixelPlacement};
use ridealong::tui::image::{BlockCharacters, PixelProtocol};
use ridealong::tui::theme::ColourDepth;
use ridealong::tui::view::DecodedPicture;

fn main() {
    divan::main();
}

/// A picture with fine detail everywhere, as hard to shrink as any.
fn image() -> RgbaImage {
    RgbaImage::from_fn(720, 1600, |x, y| {
        let [red, green, blue] = [x * y, x ^ y, x + 3 * y].map(|value| (value % 251) as u8);
        Rgba([red, green, blue, 255])
    })
}

#[divan::bench]
fn shrinking_off_the_loop(bencher: Bencher<'_, '_>) {
    let image = image();
    bencher.with_inputs(|| image.clone()).bench_local_values(|image| DecodedPicture::new(1, image));
}

#[divan::bench(args = [(30, 34), (60, 55)])]
fn quadrants(bencher: Bencher<'_, '_>, (columns, rows): (u16, u16)) {
    cells(
        bencher,
        columns,
        rows,
        CellSettings { blocks: BlockCharacters::Quadrants, depth: ColourDepth::True },
    );
}

#[divan::bench(args = [(30, 34), (60, 55)])]
fn quadrants_256(bencher: Bencher<'_, '_>, (columns, rows): (u16, u16)) {
    cells(
        bencher,
        columns,
        rows,
        CellSettings { blocks: BlockCharacters::Quadrants, depth: ColourDepth::Indexed },
    );
}

#[divan::bench(args = [(30, 34), (60, 55)])]
fn halves(bencher: Bencher<'_, '_>, (columns, rows): (u16, u16)) {
    cells(
        bencher,
        columns,
        rows,
        CellSettings { blocks: BlockCharacters::Halves, depth: ColourDepth::True },
    );
}

#[divan::bench(args = [(30, 34), (60, 55)])]
fn without_colour(bencher: Bencher<'_, '_>, (columns, rows): (u16, u16)) {
    cells(
        bencher,
        columns,
        rows,
        CellSettings { blocks: BlockCharacters::Ascii, depth: ColourDepth::None },
    );
}

fn cells(bencher: Bencher<'_, '_>, columns: u16, rows: u16, mode: CellSettings) {
    let picture = DecodedPicture::new(1, image());
    bencher.bench_local(|| CellPicture::of(divan::black_box(&picture.small), columns, rows, mode));
}

#[divan::bench(args = [(30, 34), (60, 55)])]
fn kitty(bencher: Bencher<'_, '_>, (columns, rows): (u16, u16)) {
    let area = Rect::new(1, 1, columns, rows);
    let placement =
        PixelPlacement { area, picture: DecodedPicture::new(1, image()), over: Vec::new() };
    let sizes = (Size::new(200, 60), Size::new(8, 16));
    bencher.bench_local(|| {
        let mut out = CrosstermBackend::new(Vec::new());
        PixelDisplay::default().paint(PixelProtocol::Kitty, &mut out, sizes, Some(&placement))
    });
}
