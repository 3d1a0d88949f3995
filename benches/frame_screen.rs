//! What it costs to turn a phone's picture into cells, the dearest part of the Screen pane. It is
//! paid once for a picture and a size.

use image::{Rgba, RgbaImage};
use ridealong::tui::image::Blocks;
use ridealong::tui::image::cells::{Cells, Mode};
use ridealong::tui::theme::Depth;

fn main() {
    divan::main();
}

/// A picture with fine detail everywhere, as hard to shrink as any.
fn picture() -> RgbaImage {
    RgbaImage::from_fn(720, 1600, |x, y| {
        let [red, green, blue] = [x * y, x ^ y, x + 3 * y].map(|value| (value % 251) as u8);
        Rgba([red, green, blue, 255])
    })
}

#[divan::bench(args = [(30, 34), (60, 55)])]
fn quadrants(bencher: divan::Bencher<'_, '_>, (columns, rows): (u16, u16)) {
    bench(bencher, columns, rows, Mode { blocks: Blocks::Quadrants, depth: Depth::True });
}

#[divan::bench(args = [(30, 34), (60, 55)])]
fn quadrants_256(bencher: divan::Bencher<'_, '_>, (columns, rows): (u16, u16)) {
    bench(bencher, columns, rows, Mode { blocks: Blocks::Quadrants, depth: Depth::Indexed });
}

#[divan::bench(args = [(30, 34), (60, 55)])]
fn halves(bencher: divan::Bencher<'_, '_>, (columns, rows): (u16, u16)) {
    bench(bencher, columns, rows, Mode { blocks: Blocks::Halves, depth: Depth::True });
}

#[divan::bench(args = [(30, 34), (60, 55)])]
fn without_colour(bencher: divan::Bencher<'_, '_>, (columns, rows): (u16, u16)) {
    bench(bencher, columns, rows, Mode { blocks: Blocks::Ascii, depth: Depth::None });
}

fn bench(bencher: divan::Bencher<'_, '_>, columns: u16, rows: u16, mode: Mode) {
    let picture = picture();
    bencher.bench_local(|| Cells::of(divan::black_box(&picture), columns, rows, mode));
}
