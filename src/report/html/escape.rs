//! The one writer of the page: whatever is handed to it as text ends up as text.
//!
//! Names of elements and attributes are literals of the program; everything else is escaped here and
//! can be written in no other way. App text, replies of models, notes and names of files are hostile.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The most characters of a long text; the rest is counted.
const LONGEST: usize = 20_000;
/// The most characters of what stands in a line.
const LONGEST_LINE: usize = 400;

/// Attributes: names of the program, values of anybody.
pub type Attributes<'a> = &'a [(&'static str, &'a str)];

/// A piece of a page.
#[derive(Debug, Default)]
pub struct HtmlPiece {
    page: String,
}

impl HtmlPiece {
    /// The page so far.
    pub fn finish(self) -> String {
        self.page
    }

    /// What begins every page.
    pub fn doctype(&mut self) {
        self.page.push_str("<!doctype html>\n");
    }

    /// An element with what `inside` writes.
    pub fn el(&mut self, tag: &'static str, with: Attributes<'_>, inside: impl FnOnce(&mut Self)) {
        self.start(tag, with);
        inside(self);
        let _ = write!(self.page, "</{tag}>");
    }

    /// An element that holds nothing and has no end.
    pub fn void(&mut self, tag: &'static str, with: Attributes<'_>) {
        self.start(tag, with);
    }

    /// An element that holds one line of text.
    pub fn leaf(&mut self, tag: &'static str, with: Attributes<'_>, text: &str) {
        self.el(tag, with, |html| html.line(text));
    }

    /// An element of this class.
    pub fn class(&mut self, tag: &'static str, class: &str, inside: impl FnOnce(&mut Self)) {
        self.el(tag, &[("class", class)], inside);
    }

    /// A link to another place of the page; there are none to elsewhere.
    pub fn link(&mut self, anchor: &str, with: Attributes<'_>, inside: impl FnOnce(&mut Self)) {
        self.page.push_str("<a href=\"#");
        escape(anchor, &mut self.page);
        self.page.push('"');
        self.attributes(with);
        self.page.push('>');
        inside(self);
        self.page.push_str("</a>");
    }

    /// A link that is one line of text.
    pub fn link_line(&mut self, anchor: &str, text: &str) {
        self.link(anchor, &[], |html| html.line(text));
    }

    /// Something that opens: `summary` is always seen.
    pub fn details(
        &mut self,
        class: &str,
        summary: impl FnOnce(&mut Self),
        inside: impl FnOnce(&mut Self),
    ) {
        self.el("details", &[("class", class)], |html| {
            html.el("summary", &[], summary);
            inside(html);
        });
    }

    /// Text that may be long and have lines.
    pub fn text(&mut self, text: &str) {
        escape(&cut(text, LONGEST), &mut self.page);
    }

    /// Text that stands in a line.
    pub fn line(&mut self, text: &str) {
        escape(&cut(text, LONGEST_LINE), &mut self.page);
    }

    /// A style sheet. Its text is the program's own, or made of numbers and base64.
    pub fn style(&mut self, sheet: &StyleSheet) {
        let _ = write!(self.page, "<style>{}</style>", sheet.0);
    }

    /// The program's own script.
    pub fn script(&mut self, script: &'static str) {
        let _ = write!(self.page, "<script>{script}</script>");
    }

    /// Data for the script, which is never run.
    pub fn data(&mut self, id: &'static str, value: &serde_json::Value) {
        let _ = write!(self.page, "<script type=\"application/json\" id=\"{id}\">");
        // Within strings alone these can occur, where JSON knows them by their number too.
        for character in value.to_string().chars() {
            match character {
                '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                    let _ = write!(self.page, "\\u{:04x}", u32::from(character));
                }
                other => self.page.push(other),
            }
        }
        self.page.push_str("</script>");
    }

    fn start(&mut self, tag: &'static str, with: Attributes<'_>) {
        let _ = write!(self.page, "<{tag}");
        self.attributes(with);
        self.page.push('>');
    }

    fn attributes(&mut self, with: Attributes<'_>) {
        for (name, value) in with {
            let _ = write!(self.page, " {name}=\"");
            escape(&cut(value, LONGEST), &mut self.page);
            self.page.push('"');
        }
    }
}

/// A style sheet that is safe to write into a page.
#[derive(Debug, Default)]
pub struct StyleSheet(String);

impl StyleSheet {
    /// The program's own.
    pub fn own(text: &'static str) -> Self {
        Self(text.to_owned())
    }

    /// Adds where the element `PREFIXnumber` stands, in pixels.
    pub fn place(&mut self, prefix: &'static str, number: usize, x: i32, y: i32) {
        let _ = write!(self.0, "#{prefix}{number}{{left:{x}px;top:{y}px}}");
    }

    /// Adds the background `.PREFIXnumber`, a JPEG of this size that begins `top` pixels below the
    /// upper edge of what it belongs to.
    pub fn picture(
        &mut self,
        prefix: &'static str,
        number: usize,
        top: u32,
        (width, height): (u32, u32),
        bytes: &[u8],
    ) {
        use base64::Engine as _;
        let _ = write!(self.0, ".{prefix}{number}{{aspect-ratio:{width}/{height};");
        if top > 0 {
            // Percentages of a margin are of the width, whatever the height.
            let _ = write!(self.0, "margin-top:{:.4}%;", f64::from(top) * 100.0 / f64::from(width));
        }
        self.0.push_str("background-image:url(data:image/jpeg;base64,");
        base64::engine::general_purpose::STANDARD.encode_string(bytes, &mut self.0);
        self.0.push_str(")}\n");
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// `text` with what is beyond `most` characters counted instead.
pub fn cut(text: &str, most: usize) -> Cow<'_, str> {
    let Some((end, _)) = text.char_indices().nth(most) else { return text.into() };
    let (shown, rest) = text.split_at(end);
    format!("{shown}… {} more characters", rest.chars().count()).into()
}

/// `text` so that it stays text, in content and in quoted attributes of HTML and SVG alike.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape(text, &mut out);
    out
}

/// Appends `text` so that it stays text, in content and in quoted attributes alike. What could not
/// be seen, or would turn the order of what follows around, is replaced by U+FFFD.
fn escape(text: &str, into: &mut String) {
    for character in text.chars() {
        match character {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            '\'' => into.push_str("&#39;"),
            '\n' | '\t' => into.push(character),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => into.push('\u{fffd}'),
            control if control.is_control() => into.push('\u{fffd}'),
            other => into.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn page(write: impl FnOnce(&mut HtmlPiece)) -> String {
        let mut html = HtmlPiece::default();
        write(&mut html);
        html.finish()
    }

    #[test]
    fn text_stays_text() {
        let hostile = "\"><img src=x onerror='alert(1)'>\u{202e}\u{1b}[2J";
        assert_eq!(
            page(|html| html.leaf("p", &[("title", hostile)], hostile)),
            "<p title=\"&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;\u{fffd}\u{fffd}[2J\">\
             &quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;\u{fffd}\u{fffd}[2J</p>"
        );
    }

    #[test]
    fn data_cannot_end_its_element() {
        let data = serde_json::json!(["</script><!--", "\u{2028}&"]);
        let page = page(|html| html.data("graph", &data));
        assert_eq!(page.matches('<').count(), 2, "{page}");
        let inside = page.split(['<', '>']).nth(2).unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(inside).unwrap(), data);
    }

    #[test]
    fn what_is_too_long_is_counted() {
        assert_eq!(cut("äöü", 3), "äöü");
        assert_eq!(cut("äöüß!", 3), "äöü… 2 more characters");
    }

    proptest! {
        #[test]
        fn nothing_breaks_out(text in any::<String>()) {
            let page = page(|html| html.link(&text, &[("class", &text)], |html| html.text(&text)));
            prop_assert_eq!(page.matches('<').count(), 2);
            prop_assert_eq!(page.matches('>').count(), 2);
            prop_assert_eq!(page.matches('"').count(), 4);
        }

        #[test]
        fn data_comes_out_as_it_went_in(text in any::<String>()) {
            let page = page(|html| html.data("graph", &serde_json::json!(&text)));
            prop_assert_eq!(page.matches('<').count(), 2);
            let inside = page.split(['<', '>']).nth(2).unwrap();
            prop_assert_eq!(serde_json::from_str::<String>(inside).unwrap(), text);
        }
    }
}
