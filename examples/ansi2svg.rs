//! Turns a terminal's text with colours, as `tmux capture-pane -p -e` gives it, into an SVG.
//!
//! ```text
//! ansi2svg COLUMNS ROWS < capture > picture.svg
//! ```
//!
//! Blocks, box lines and braille are drawn as shapes, so that they meet whatever font the viewer
//! has; everything else stays text.

#![expect(clippy::print_stdout, reason = "the picture is what it prints")]

use std::error::Error;
use std::fmt::Write as _;
use std::io::Read as _;
use std::num::NonZeroU16;

/// Width and height of a cell, and the font's size, in the SVG's units.
const CELL: (f64, f64) = (8.4, 17.0);
const FONT: f64 = 14.0;

fn main() -> Result<(), Box<dyn Error>> {
    let sizes: Vec<NonZeroU16> =
        std::env::args().skip(1).map(|size| size.parse()).collect::<Result<_, _>>()?;
    let [columns, rows] = sizes[..] else { return Err("usage: ansi2svg COLUMNS ROWS".into()) };
    let mut capture = String::new();
    std::io::stdin().read_to_string(&mut capture)?;
    let mut parser = vt100::Parser::new(rows, columns, 0);
    // A capture ends its lines as files do; a terminal wants to be told to go back, too.
    parser.process(capture.trim_end_matches('\n').replace('\n', "\r\n").as_bytes());
    println!("{}", svg(parser.screen())?);
    Ok(())
}

/// Rows and columns.
fn size(screen: &vt100::Screen) -> (u16, u16) {
    let (rows, columns) = screen.size();
    (rows.get(), columns.get())
}

fn svg(screen: &vt100::Screen) -> Result<String, std::fmt::Error> {
    let (rows, columns) = size(screen);
    let (width, height) = (f64::from(columns) * CELL.0, f64::from(rows) * CELL.1);
    let mut out = String::new();
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"ui-monospace, \
         'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"{FONT}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#101418\"/>"
    )?;
    for row in 0..rows {
        backgrounds(&mut out, screen, row)?;
        letters(&mut out, screen, row)?;
    }
    out.push_str("</svg>");
    Ok(out)
}

/// Foreground and background of a cell as they are seen.
fn colours(cell: &vt100::Cell) -> (String, Option<String>) {
    let (text, behind) = (colour(cell.fgcolor()), colour(cell.bgcolor()));
    let lit = text.unwrap_or_else(|| "#d8dee9".into());
    if cell.inverse() {
        (behind.unwrap_or_else(|| "#101418".into()), Some(lit))
    } else {
        (lit, behind)
    }
}

fn colour(colour: vt100::Color) -> Option<String> {
    match colour {
        vt100::Color::Default => None,
        vt100::Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        vt100::Color::Idx(index) => Some(indexed(index)),
    }
}

/// The colours that xterm has at these numbers.
fn indexed(index: u8) -> String {
    const BASIC: [&str; 16] = [
        "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
        "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
    ];
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    match index {
        0..16 => BASIC[usize::from(index)].into(),
        16..232 => {
            let cube = index - 16;
            let (red, green, blue) = (level(cube / 36), level(cube / 6 % 6), level(cube % 6));
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
        _ => {
            let grey = 8 + 10 * (index - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
    }
}

fn rect(
    out: &mut String,
    (x, y): (f64, f64),
    (width, height): (f64, f64),
    fill: &str,
) -> std::fmt::Result {
    writeln!(
        out,
        "<path shape-rendering=\"crispEdges\" fill=\"{fill}\" \
         d=\"M{x:.1} {y:.2}h{width:.1}v{height:.2}h-{width:.1}z\"/>"
    )
}

fn backgrounds(out: &mut String, screen: &vt100::Screen, row: u16) -> std::fmt::Result {
    let behind = |column| screen.cell(row, column).and_then(|cell| colours(cell).1);
    let columns = size(screen).1;
    let mut start = 0;
    for column in 1..=columns {
        if column < columns && behind(column) == behind(start) {
            continue;
        }
        if let Some(fill) = behind(start) {
            let at = (f64::from(start) * CELL.0, f64::from(row) * CELL.1);
            rect(out, at, (f64::from(column - start) * CELL.0, CELL.1), &fill)?;
        }
        start = column;
    }
    Ok(())
}

/// Letters of one style that stand side by side.
struct Run {
    start: u16,
    columns: u16,
    text: String,
    fill: String,
    bold: bool,
}

fn letters(out: &mut String, screen: &vt100::Screen, row: u16) -> std::fmt::Result {
    let mut run: Option<Run> = None;
    for column in 0..size(screen).1 {
        let Some(cell) = screen.cell(row, column) else { continue };
        if cell.is_wide_continuation() {
            continue;
        }
        let (fill, _) = colours(cell);
        let letter = cell.contents().chars().next().unwrap_or(' ');
        let at = (f64::from(column) * CELL.0, f64::from(row) * CELL.1);
        if letter == ' ' || shape(out, letter, at, &fill)? {
            flush(out, run.take(), row)?;
            continue;
        }
        let columns = if cell.is_wide() { 2 } else { 1 };
        match &mut run {
            Some(run) if run.fill == fill && run.bold == cell.bold() && letter.is_ascii() => {
                run.text.push_str(cell.contents());
                run.columns += columns;
            }
            _ => {
                flush(out, run.take(), row)?;
                let text = cell.contents().to_owned();
                run = Some(Run { start: column, columns, text, fill, bold: cell.bold() });
            }
        }
        // What another font may be taken for stands alone.
        if !letter.is_ascii() {
            flush(out, run.take(), row)?;
        }
    }
    flush(out, run, row)
}

fn flush(out: &mut String, run: Option<Run>, row: u16) -> std::fmt::Result {
    let Some(run) = run else { return Ok(()) };
    let text = run.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let (x, y) = (f64::from(run.start) * CELL.0, f64::from(row) * CELL.1 + 13.0);
    let width = f64::from(run.columns) * CELL.0;
    let weight = if run.bold { " font-weight=\"bold\"" } else { "" };
    writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" textLength=\"{width:.1}\" \
         lengthAdjust=\"spacingAndGlyphs\" fill=\"{}\"{weight}>{text}</text>",
        run.fill
    )
}

/// Draws `letter` where it is a block, a line or braille; else gives false.
fn shape(
    out: &mut String,
    letter: char,
    at: (f64, f64),
    fill: &str,
) -> Result<bool, std::fmt::Error> {
    match letter {
        '\u{2580}'..='\u{259f}' => block(out, letter, at, fill)?,
        '\u{2800}'..='\u{28ff}' => braille(out, letter, at, fill)?,
        _ => match arms(letter) {
            Some(arms) => lines(out, arms, at, fill)?,
            None => return Ok(false),
        },
    }
    Ok(true)
}

fn block(out: &mut String, letter: char, (x, y): (f64, f64), fill: &str) -> std::fmt::Result {
    let (width, height) = CELL;
    let eighth = |from: u32| f64::from(letter as u32 - from) / 8.0;
    match letter {
        '\u{2580}' => rect(out, (x, y), (width, height / 2.0), fill),
        '\u{2581}'..='\u{2588}' => {
            let part = height * eighth(0x2580);
            rect(out, (x, y + height - part), (width, part), fill)
        }
        '\u{2589}'..='\u{258f}' => {
            rect(out, (x, y), (width * (1.0 - eighth(0x2588)), height), fill)
        }
        '\u{2590}' => rect(out, (x + width / 2.0, y), (width / 2.0, height), fill),
        '\u{2596}'..='\u{259f}' => {
            // Upper left 1, upper right 2, lower left 4, lower right 8.
            const QUARTERS: [u8; 10] = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14];
            let quarters = QUARTERS[(letter as u32 - 0x2596) as usize];
            for (bit, (across, down)) in
                [(1, (0., 0.)), (2, (1., 0.)), (4, (0., 1.)), (8, (1., 1.))]
            {
                if quarters & bit != 0 {
                    let at = (x + across * width / 2.0, y + down * height / 2.0);
                    rect(out, at, (width / 2.0, height / 2.0), fill)?;
                }
            }
            Ok(())
        }
        // Shades.
        _ => rect(out, (x, y), CELL, fill),
    }
}

fn braille(out: &mut String, letter: char, (x, y): (f64, f64), fill: &str) -> std::fmt::Result {
    const DOTS: [(f64, f64); 8] =
        [(0., 0.), (0., 1.), (0., 2.), (1., 0.), (1., 1.), (1., 2.), (0., 3.), (1., 3.)];
    let pattern = letter as u32 - 0x2800;
    for (bit, (across, down)) in DOTS.into_iter().enumerate() {
        if pattern >> bit & 1 == 1 {
            let at = (x + 1.2 + across * CELL.0 / 2.0, y + 1.2 + down * CELL.1 / 4.0);
            rect(out, at, (1.8, 1.8), fill)?;
        }
    }
    Ok(())
}

/// How thick a box line's arms are: left, right, up, down.
fn arms(letter: char) -> Option<[u8; 4]> {
    const SIGNS: &str = "─│┌┐└┘├┤┬┴┼━┃┏┓┗┛┣┫┳┻╋═║╔╗╚╝╭╮╰╯";
    const SHAPES: [[u8; 4]; 11] = [
        [1, 1, 0, 0],
        [0, 0, 1, 1],
        [0, 1, 0, 1],
        [1, 0, 0, 1],
        [0, 1, 1, 0],
        [1, 0, 1, 0],
        [0, 1, 1, 1],
        [1, 0, 1, 1],
        [1, 1, 0, 1],
        [1, 1, 1, 0],
        [1, 1, 1, 1],
    ];
    let place = SIGNS.chars().position(|sign| sign == letter)?;
    let (shape, weight) = match place {
        0..11 => (place, 1),
        11..22 => (place - 11, 2),
        22..28 => (place - 22, 3),
        _ => (place - 28 + 2, 1),
    };
    Some(SHAPES[shape].map(|arm| arm * weight))
}

fn lines(out: &mut String, arms: [u8; 4], (x, y): (f64, f64), fill: &str) -> std::fmt::Result {
    let (middle, centre) = (x + CELL.0 / 2.0, y + CELL.1 / 2.0);
    let ends = [(x, centre), (x + CELL.0, centre), (middle, y), (middle, y + CELL.1)];
    for (weight, (to_x, to_y)) in arms.into_iter().zip(ends) {
        let offsets: &[f64] = match weight {
            0 => &[],
            3 => &[-1.3, 1.3],
            _ => &[0.0],
        };
        let thick = if weight == 2 { 2.2 } else { 1.1 };
        for offset in offsets {
            let (across, down) = if to_y == centre { (0.0, *offset) } else { (*offset, 0.0) };
            let (from_x, from_y) = (middle + across, centre + down);
            let (to_x, to_y) = (to_x + across, to_y + down);
            writeln!(
                out,
                "<path stroke=\"{fill}\" stroke-width=\"{thick}\" stroke-linecap=\"square\" \
                 d=\"M{from_x:.1} {from_y:.1}L{to_x:.1} {to_y:.1}\"/>"
            )?;
        }
    }
    Ok(())
}
