//! Small pieces that more than one pane or layer needs.

pub mod bars;
pub mod fuzzy;
pub mod highlight;
pub mod input;
pub mod picker;
pub mod reading;
pub mod scroll;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// `text` without control characters and without marks that turn the direction of writing: app
/// text must not reach the terminal as anything but text.
pub fn clean(text: &str) -> String {
    let hidden = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}'..='\u{200f}' | '\u{feff}');
    text.chars().filter(|c| !hidden(*c)).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// `text` cut to `columns`, with an ellipsis if something was cut.
pub fn cut(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut width = 0;
    let mut short = String::new();
    for letter in text.chars() {
        width += letter.width().unwrap_or(0);
        if width + 1 > columns {
            break;
        }
        short.push(letter);
    }
    if columns > 0 {
        short.push('…');
    }
    short
}

/// `text` in lines of at most `columns`, broken at spaces if there are any.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let gap = usize::from(!line.is_empty());
            if line.width() + gap + word.width() <= columns {
                if gap == 1 {
                    line.push(' ');
                }
                line.push_str(word);
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for letter in word.chars() {
                if line.width() + letter.width().unwrap_or(0) > columns {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(letter);
            }
        }
        lines.push(line);
    }
    lines
}

/// So many of something: `1 state`, `10 000 states`.
pub fn counted(count: u64, one: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{} {one}{s}", spaced(count))
}

/// A number in groups of three digits.
fn spaced(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Milliseconds since the start as `1:02:03` or `02:03`.
pub fn clock(ms: u64) -> String {
    let seconds = ms / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes:02}:{seconds:02}")
    }
}

/// How long something took: `340 ms`, `2.3 s`, `75 s`.
pub fn took(ms: u64) -> String {
    match ms {
        0..1000 => format!("{ms} ms"),
        1000..10_000 if ms % 1000 >= 100 => format!("{}.{} s", ms / 1000, ms % 1000 / 100),
        _ => format!("{} s", ms / 1000),
    }
}

/// An amount of money: `$0.0012`, `$1.20`. Nothing for nothing.
pub fn dollars(usd: f64) -> String {
    if usd <= 0.0 || !usd.is_finite() {
        String::new()
    } else if usd < 0.0001 {
        "under $0.0001".into()
    } else if usd < 0.1 {
        format!("${usd:.4}")
    } else {
        format!("${usd:.2}")
    }
}

/// `parts` with dots between them, empty ones left out.
pub fn joined<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn app_text_cannot_steer_the_terminal() {
        assert_eq!(clean("a\u{1b}[2Jb\u{202e}c\r\n"), "a [2Jbc  ");
    }

    #[test]
    fn cutting_counts_columns_not_characters() {
        assert_eq!(cut("日本語", 4), "日…");
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
        assert_eq!(cut("abcd", 0), "");
    }

    #[test]
    fn long_words_are_broken() {
        assert_eq!(wrapped("ab cdefgh", 4), ["ab", "cdef", "gh"]);
        assert_eq!(wrapped("", 4), [""]);
    }

    #[test]
    fn numbers_are_grouped() {
        let spaced = [7, 1_234, 10_000, 1_000_000].map(spaced);
        assert_eq!(spaced, ["7", "1 234", "10 000", "1 000 000"]);
    }

    #[test]
    fn one_is_told_from_many() {
        assert_eq!([counted(1, "step"), counted(2, "step")], ["1 step", "2 steps"]);
    }

    #[test]
    fn times_and_amounts_are_short() {
        let times = [0, 340, 2_000, 2_340, 75_900].map(took);
        assert_eq!(times, ["0 ms", "340 ms", "2 s", "2.3 s", "75 s"]);
        let amounts = [0.0, 0.000_01, 0.001_23, 1.2, f64::NAN].map(dollars);
        assert_eq!(amounts, ["", "under $0.0001", "$0.0012", "$1.20", ""]);
        assert_eq!(joined(["a", "", "b"]), "a · b");
    }

    #[test]
    fn hours_appear_when_there_are_some() {
        assert_eq!(clock(61_000), "01:01");
        assert_eq!(clock(3_661_000), "1:01:01");
    }
}
