//! Where the web view of a native screen is.

use quick_xml::Reader;
use quick_xml::Writer;
use quick_xml::events::{BytesStart, Event};

use crate::device::android::hierarchy;
use crate::device::webdriver::source::attribute;
use crate::domain::{Bounds, DisplaySize};

/// What the names of their classes have in common.
const CLASS: &str = "WebView";

/// A web view among the views of a dump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::device::webdriver) struct FoundWebView {
    /// Where it is.
    pub(in crate::device::webdriver) bounds: Bounds,
    /// The dump without what is inside of it.
    pub(in crate::device::webdriver) around: String,
}

impl FoundWebView {
    /// The largest web view in `dump`, if there is one on the display.
    pub(in crate::device::webdriver) fn in_dump(
        dump: &str,
        display: Option<DisplaySize>,
    ) -> Option<Self> {
        let mut found: Vec<Bounds> = Vec::new();
        walk(dump, &mut |tag| {
            let bounds = bounds(tag, display);
            found.push(bounds);
            None
        });
        let (chosen, bounds) = found.iter().enumerate().max_by_key(|(_, it)| it.area())?;
        if bounds.is_empty() {
            return None;
        }
        let mut number = 0;
        let around = walk(dump, &mut |_| {
            number += 1;
            (number == chosen + 1).then_some(())
        });
        Some(Self { bounds: *bounds, around })
    }
}

/// Shows each outermost web view of `dump` to `leaves_out`; gives the dump without the inside of those for which
/// it says so.
fn walk(dump: &str, leaves_out: &mut dyn FnMut(&BytesStart<'_>) -> Option<()>) -> String {
    let mut reader = Reader::from_str(dump);
    reader.config_mut().check_end_names = false;
    let mut writer = Writer::new(Vec::with_capacity(dump.len()));
    // Elements that are open inside of a web view, and whether that is left out.
    let (mut inside, mut is_left_out) = (0_usize, false);
    while let Ok(event) = reader.read_event() {
        let written = !(is_left_out && inside > 0);
        match &event {
            Event::Eof => break,
            Event::Start(_) if inside > 0 => inside += 1,
            Event::Start(tag) if is_web_view(tag) => {
                is_left_out = leaves_out(tag).is_some();
                inside = 1;
            }
            Event::Empty(tag) if inside == 0 && is_web_view(tag) => drop(leaves_out(tag)),
            Event::End(_) => inside = inside.saturating_sub(1),
            _ => {}
        }
        let ends_it = is_left_out && inside == 0;
        // Writing into memory does not fail.
        if written || ends_it {
            let _ = writer.write_event(event);
        }
        is_left_out &= inside > 0;
    }
    String::from_utf8(writer.into_inner()).unwrap_or_default()
}

fn is_web_view(tag: &BytesStart<'_>) -> bool {
    attribute(tag, "class").is_some_and(|class| class.contains(CLASS))
}

/// The part of the view that is on the display.
fn bounds(tag: &BytesStart<'_>, display: Option<DisplaySize>) -> Bounds {
    let told = attribute(tag, "bounds").and_then(|text| hierarchy::bounds_of(&text));
    let told = told.unwrap_or_default();
    display.map_or(told, |size| told.intersect(size.bounds()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUMP: &str = r#"<hierarchy><node class="a.Frame" bounds="[0,0][90,160]"><node class="android.webkit.WebView" bounds="[0,20][90,40]"/><node class="android.webkit.WebView" bounds="[0,40][90,160]"><node class="android.webkit.WebView" text="Page" bounds="[0,40][90,160]"><node class="B" text="inside" bounds="[0,50][90,60]"/></node></node><node class="B" text="behind" bounds="[0,0][90,20]"/></node></hierarchy>"#;

    #[test]
    fn the_largest_web_view_is_found_and_what_is_inside_left_out() {
        let found = FoundWebView::in_dump(DUMP, None).unwrap();
        assert_eq!(found.bounds, Bounds::new(0, 40, 90, 160));
        assert!(!found.around.contains("inside") && found.around.contains("behind"));
        assert_eq!(found.around.matches("WebView").count(), 2);
        let (begun, empty, ended) = ("<node", "/>", "</node>");
        let [begun, empty, ended] =
            [begun, empty, ended].map(|it| found.around.matches(it).count());
        assert_eq!(begun, empty + ended);
    }

    #[test]
    fn a_screen_without_one_has_none() {
        assert_eq!(FoundWebView::in_dump("<hierarchy><node class=\"B\"/></hierarchy>", None), None);
        let hidden = r#"<hierarchy><node class="WebView" bounds="[200,0][300,50]"/></hierarchy>"#;
        assert_eq!(FoundWebView::in_dump(hidden, Some(DisplaySize::new(90, 160))), None);
    }
}
