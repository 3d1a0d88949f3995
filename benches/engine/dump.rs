//! Dumps as phones give them, made up.

use std::fmt::Write as _;

use ridealong::device::android::hierarchy::{self, Hierarchy};
use ridealong::domain::{DisplaySize, Screen};

pub const DISPLAY: DisplaySize = DisplaySize::new(1080, 2400);
pub const APP: &str = "com.example.app";

/// A dump of `nodes` nodes: a bar with a heading and buttons, then cards in a list, each with
/// texts, a picture and a button.
pub fn dump(nodes: usize) -> String {
    let mut page = Page { xml: String::new(), left: nodes };
    page.xml.push_str("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>");
    page.xml.push_str("<hierarchy rotation=\"0\">");
    page.open("FrameLayout", "", "", "", [0, 0, 1080, 2400]);
    page.open("LinearLayout", "bar", "", "", [0, 0, 1080, 160]);
    page.leaf("TextView", "title", "Harbour timetable", "", [40, 20, 600, 140]);
    for button in 0..3 {
        let left = 700 + button * 120;
        let id = format!("menu_{button}");
        page.leaf("ImageButton", &id, "", "clickable", [left, 20, left + 110, 140]);
    }
    page.close();
    page.open("RecyclerView", "list", "", "scrollable", [0, 160, 1080, 2400]);
    let rows = nodes.saturating_sub(8).div_ceil(6).max(1);
    let height = (2240 / rows).max(24);
    for row in 0.. {
        let top = 160 + row * height % 2200;
        let cell = |left, right| [left, top, right, top + height];
        if !page.open("LinearLayout", "card", "", "clickable", cell(0, 1080)) {
            break;
        }
        page.leaf("ImageView", "ferry", "", "", cell(0, 100));
        if page.open("FrameLayout", "", "", "", cell(100, 900)) {
            let text = format!("Ferry {row} &amp; its calls");
            page.leaf("TextView", "name", &text, "", cell(100, 500));
            page.leaf("TextView", "time", "at half past nine", "", cell(500, 900));
            page.close();
        }
        page.leaf("ImageButton", "star", "", "clickable", cell(900, 1080));
        page.close();
    }
    page.close();
    page.close();
    page.xml.push_str("</hierarchy>");
    page.xml
}

struct Page {
    xml: String,
    left: usize,
}

impl Page {
    fn open(&mut self, class: &str, id: &str, text: &str, can: &str, bounds: [usize; 4]) -> bool {
        self.node(class, id, text, can, bounds, "")
    }

    fn leaf(&mut self, class: &str, id: &str, text: &str, can: &str, bounds: [usize; 4]) {
        self.node(class, id, text, can, bounds, "/");
    }

    fn node(
        &mut self,
        class: &str,
        id: &str,
        text: &str,
        can: &str,
        [x1, y1, x2, y2]: [usize; 4],
        end: &str,
    ) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let id = if id.is_empty() { String::new() } else { format!("{APP}:id/{id}") };
        let is = |what: &str| can == what;
        let _ = write!(
            self.xml,
            "<node index=\"{}\" text=\"{text}\" resource-id=\"{id}\" \
             class=\"android.widget.{class}\" package=\"{APP}\" content-desc=\"\" \
             checkable=\"false\" checked=\"false\" clickable=\"{}\" enabled=\"true\" \
             focusable=\"{}\" focused=\"false\" scrollable=\"{}\" long-clickable=\"false\" \
             password=\"false\" selected=\"false\" bounds=\"[{x1},{y1}][{x2},{y2}]\" \
             drawing-order=\"0\" hint=\"\"{end}>",
            self.left,
            is("clickable"),
            is("clickable"),
            is("scrollable"),
        );
        true
    }

    fn close(&mut self) {
        self.xml.push_str("</node>");
    }
}

/// The screen that `hierarchy` tells.
pub fn screen(hierarchy: Hierarchy) -> Screen {
    hierarchy.into_screen(".Main")
}

/// A screen of so many nodes.
pub fn screen_of(nodes: usize) -> Screen {
    screen(hierarchy::read(dump(nodes).as_bytes(), Some(DISPLAY)).unwrap())
}
