//! JSON and lists of names and values, laid out and coloured.

use ratatui::style::Style;
use ratatui::text::Span;
use serde_json::Value;

use crate::tui::theme::ThemeColours;

/// A text that is JSON, or holds one object, in parts: words before, the JSON on lines of its own,
/// words behind. `None` if there is none in it.
pub fn laid_out(text: &str) -> Option<(String, String, String)> {
    let start = text.find(['{', '['])?;
    let end = text.rfind(['}', ']'])? + 1;
    let json: Value = serde_json::from_str(text.get(start..end)?).ok()?;
    let pretty = serde_json::to_string_pretty(&json).ok()?;
    let around = |words: Option<&str>| words.unwrap_or_default().trim().to_owned();
    Some((around(text.get(..start)), pretty, around(text.get(end..))))
}

/// The state of colouring between two rows of one line, which was wrapped within a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WithinText(bool);

impl WithinText {
    /// Goes over `row`.
    pub fn follow(&mut self, row: &str) {
        let mut rest = row;
        while let Some(from) = if self.0 { Some(0) } else { rest.find('"').map(|at| at + 1) } {
            let end = end_of_text(rest, from);
            self.0 = end.is_none();
            let Some(tail) = end.and_then(|end| rest.get(end..)) else { return };
            rest = tail;
        }
    }
}

/// `row` in colours: names, texts, and numbers and words of JSON. `within` tells whether the row
/// begins inside of a text, and is told whether it ends in one.
pub fn json(row: &str, within: &mut WithinText, theme: &ThemeColours) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    let mut rest = row;
    while !rest.is_empty() {
        let (end, style) = next(rest, within, theme);
        let (piece, tail) = rest.split_at_checked(end).unwrap_or((rest, ""));
        spans.push(Span::styled(piece.to_owned(), style));
        rest = tail;
    }
    spans
}

/// The length of the piece that `rest` begins with, in bytes, and its style.
fn next(rest: &str, within: &mut WithinText, theme: &ThemeColours) -> (usize, Style) {
    if within.0 || rest.starts_with('"') {
        let from = usize::from(!within.0);
        let end = end_of_text(rest, from);
        within.0 = end.is_none();
        let end = end.unwrap_or(rest.len());
        let is_name = rest.get(end..).is_some_and(|after| after.starts_with(':'));
        return (end, theme.fg(if is_name { theme.accent } else { theme.typing }));
    }
    let is_value = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '+');
    let value = rest.find(|c: char| !is_value(c)).unwrap_or(rest.len());
    if value > 0 {
        return (value, theme.fg(theme.scroll));
    }
    let other = rest.find(|c: char| c == '"' || is_value(c)).unwrap_or(rest.len());
    (other, theme.fg(theme.muted))
}

/// One behind the quote that ends the text which goes on at `from`.
fn end_of_text(text: &str, from: usize) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < from) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// `row` of a list of names and values in colours: `name: value`, after a dash or not.
pub fn named(row: &str, theme: &ThemeColours) -> Vec<Span<'static>> {
    let words = row.trim_start_matches([' ', '-']);
    let lead = row.len() - words.len();
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
    };
    let (lead, words) = row.split_at_checked(lead).unwrap_or((row, ""));
    match words.split_once(':').filter(|(name, _)| is_name(name)) {
        Some((name, value)) => vec![
            Span::styled(lead.to_owned(), theme.fg(theme.muted)),
            Span::styled(format!("{name}:"), theme.fg(theme.accent)),
            Span::styled(value.to_owned(), theme.fg(theme.text)),
        ],
        None => vec![Span::styled(row.to_owned(), theme.fg(theme.text))],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::ColourDepth;

    fn theme() -> ThemeColours {
        ThemeColours::bundled("dark", ColourDepth::True).unwrap()
    }

    fn reported(spans: &[Span<'_>], theme: &ThemeColours) -> Vec<String> {
        let word = |style: Style| {
            let colours = [
                ("name", theme.accent),
                ("text", theme.typing),
                ("value", theme.scroll),
                ("sign", theme.muted),
            ];
            let known = colours.into_iter().find(|(_, paint)| theme.fg(*paint) == style);
            known.map_or("?", |(word, _)| word)
        };
        spans.iter().map(|span| format!("{} {}", word(span.style), span.content.trim())).collect()
    }

    #[test]
    fn names_texts_and_values_are_told_apart() {
        let theme = theme();
        let mut within = WithinText::default();
        let spans =
            json(r#"  "why": "a \"b\": c", "goal": -1.5, "ok": true}"#, &mut within, &theme);
        assert_eq!(
            reported(&spans, &theme),
            [
                "sign ",
                "name \"why\"",
                "sign :",
                "text \"a \\\"b\\\": c\"",
                "sign ,",
                "name \"goal\"",
                "sign :",
                "value -1.5",
                "sign ,",
                "name \"ok\"",
                "sign :",
                "value true",
                "sign }"
            ]
        );
        assert_eq!(within, WithinText::default());
    }

    #[test]
    fn a_text_goes_on_in_the_next_row() {
        let theme = theme();
        let mut within = WithinText::default();
        json(r#""why": "it begins"#, &mut within, &theme);
        assert_ne!(within, WithinText::default());
        let spans = json("true here\", 7", &mut within, &theme);
        assert_eq!(reported(&spans, &theme), ["text true here\"", "sign ,", "value 7"]);
    }

    #[test]
    fn json_is_found_in_what_a_model_says() {
        let (before, json, after) = laid_out("Here:\n```json\n{\"a\":[1]}\n```").unwrap();
        assert_eq!((before.as_str(), after.as_str()), ("Here:\n```json", "```"));
        assert_eq!(json, "{\n  \"a\": [\n    1\n  ]\n}");
        assert_eq!(laid_out("no {json} at all"), None);
        assert_eq!(laid_out("} {"), None);
    }

    #[test]
    fn every_row_keeps_its_letters() {
        let theme = theme();
        for row in ["", "\"", "\\", "  - a: b: c", "ä\"ö\\\"ü", "{}[],:", "nothing here"] {
            let join = |spans: Vec<Span<'_>>| -> String {
                spans.iter().map(|span| span.content.as_ref()).collect()
            };
            assert_eq!(join(json(row, &mut WithinText::default(), &theme)), row);
            assert_eq!(join(named(row, &theme)), row);
        }
    }
}
