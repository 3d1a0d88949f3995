//! Printing: the only place that writes to the standard streams.

use std::io::{self, IsTerminal as _, Write as _};

use super::CliError;

/// Prints `text` and a line end to standard output. A reader that has gone away (`| head`) is no
/// error: the program ends without a message.
///
/// # Errors
/// If standard output cannot be written for another reason.
pub fn say(text: &str) -> Result<(), CliError> {
    bytes(format!("{text}\n").as_bytes())
}

/// Prints `content` as it is to standard output, like [`say`].
///
/// # Errors
/// If standard output cannot be written for another reason.
pub fn bytes(content: &[u8]) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    match out.write_all(content).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(CliError::new(format!("cannot write to standard output: {error}"), 2))
        }
        _ => Ok(()),
    }
}

/// Prints a line to standard error, as far as that is possible. Control characters in it, which an
/// app may have put there, are shown as spaces.
pub fn tell(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", plain(text));
}

/// Rewrites the present line of standard error if that is a terminal; else does nothing.
pub fn status(text: &str) {
    if io::stderr().is_terminal() {
        // Erase to the end of the line, which the last status may have been longer than.
        let _ = write!(io::stderr().lock(), "\r{}\x1b[K", plain(text));
    }
}

/// Ends the line that [`status`] rewrites.
pub fn end_status() {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr().lock(), "\r\x1b[K");
    }
}

/// True if progress can be rewritten in place.
pub fn is_live() -> bool {
    io::stderr().is_terminal()
}

/// True if there is a terminal to draw on and to read keys from.
pub fn is_interactive() -> bool {
    io::stdout().is_terminal() && io::stdin().is_terminal()
}

/// `text` without control characters.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect()
}

/// A table with aligned columns, two spaces between them; the first row is the heading.
pub fn table(rows: &[Vec<String>]) -> String {
    use unicode_width::UnicodeWidthStr as _;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| plain(cell).width())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let lines = rows.iter().map(|row| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| {
            let cell = plain(cell).replace('\n', " ");
            let padding = " ".repeat(width.saturating_sub(cell.width()));
            format!("{cell}{padding}")
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}
