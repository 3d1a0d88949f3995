//! Kitty's graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol).
//!
//! Spoken here and not by viuer: viuer waits for the terminal's answer after each picture, and
//! while the program runs it is the event reader that gets answers, so it might wait forever. `q=2`
//! asks the terminal for none.

use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ratatui::layout::Rect;

/// The number of our one picture.
const ID: u32 = 27_182;

/// Below cells with a background of their own, so that numbers and borders stay readable on it.
const DEPTH: i32 = i32::MIN / 2 - 1;

/// The most characters in one escape sequence, by the protocol.
const CHUNK: usize = 4096;

/// Shows the picture in `png` in `area`; it replaces the one shown before.
pub fn show(out: &mut impl Write, png: &[u8], area: Rect) -> io::Result<()> {
    let data = STANDARD.encode(png);
    let mut chunks = data.as_bytes().chunks(CHUNK).peekable();
    write!(out, "\x1b7\x1b[{};{}H", area.y + 1, area.x + 1)?;
    let mut head =
        format!("a=T,f=100,i={ID},p=1,q=2,C=1,z={DEPTH},c={},r={},", area.width, area.height);
    while let Some(chunk) = chunks.next() {
        let more = u8::from(chunks.peek().is_some());
        write!(out, "\x1b_G{head}m={more};")?;
        out.write_all(chunk)?;
        write!(out, "\x1b\\")?;
        head.clear();
        head.push_str("q=2,");
    }
    write!(out, "\x1b8")?;
    out.flush()
}

/// Takes the picture away.
pub fn erase(out: &mut impl Write) -> io::Result<()> {
    write!(out, "\x1b_Ga=d,d=I,i={ID},q=2\x1b\\")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_pictures_are_sent_in_pieces() {
        let mut out = Vec::new();
        show(&mut out, &[7; 4000], Rect::new(2, 3, 10, 12)).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.starts_with("\x1b7\x1b[4;3H\x1b_Ga=T,f=100,"), "{text:?}");
        assert!(text.contains("c=10,r=12,m=1;"), "{text:?}");
        assert_eq!(text.matches("\x1b_G").count(), 2);
        assert!(text.contains("\x1b_Gq=2,m=0;"), "{text:?}");
        assert!(text.ends_with("\x1b\\\x1b8"), "{text:?}");
    }
}
