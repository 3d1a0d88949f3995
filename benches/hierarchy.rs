//! How long reading a hierarchy takes, from bytes to widgets, on generated dumps; and how many
//! instructions, which do not depend on what else the machine does, if valgrind is installed.
//! `RIDEALONG_DUMPS=FOLDER` counts those for the dumps in a folder.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

#[path = "hierarchy/instructions.rs"]
mod instructions;

use std::fmt::Write as _;

use divan::{Bencher, black_box, counter::BytesCount};
use ridealong::device::android::hierarchy;
use ridealong::domain::DisplaySize;

fn main() {
    if !instructions::read_as_told() {
        divan::main();
        instructions::print();
    }
}

const DISPLAY: DisplaySize = DisplaySize::new(1080, 2400);

/// A list of rows as apps build them: a clickable card of wrappers with two texts, a picture and a
/// button, about 400 bytes a node as on real devices.
fn dump(nodes: usize) -> String {
    let mut xml = String::from(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">",
    );
    let mut left = nodes;
    let mut open = |xml: &mut String,
                    class: &str,
                    text: &str,
                    flags: [bool; 2],
                    bounds: [usize; 4],
                    end: &str| {
        if left == 0 {
            return false;
        }
        left -= 1;
        let [clickable, scrollable] = flags;
        let [x1, y1, x2, y2] = bounds;
        let _ = write!(
            xml,
            "<node index=\"{left}\" text=\"{text}\" resource-id=\"com.example.app:id/item_{class}\" \
             class=\"android.widget.{class}\" package=\"com.example.app\" content-desc=\"\" \
             checkable=\"false\" checked=\"false\" clickable=\"{clickable}\" enabled=\"true\" \
             focusable=\"{clickable}\" focused=\"false\" scrollable=\"{scrollable}\" \
             long-clickable=\"false\" password=\"false\" selected=\"false\" \
             bounds=\"[{x1},{y1}][{x2},{y2}]\" drawing-order=\"0\" hint=\"\"{end}>"
        );
        true
    };
    let whole = [0, 0, 1080, 2400];
    open(&mut xml, "FrameLayout", "", [false; 2], whole, "");
    open(&mut xml, "LinearLayout", "", [false; 2], whole, "");
    open(&mut xml, "ListView", "", [false, true], whole, "");
    let height = (2400 * 6 / nodes).max(12);
    for row in 0.. {
        let top = row * height % 2400;
        let cell = |left, right| [left, top, right, top + height];
        if !open(&mut xml, "LinearLayout", "", [true, false], cell(0, 1080), "") {
            break;
        }
        open(&mut xml, "ImageView", "", [false; 2], cell(0, 100), "/");
        if open(&mut xml, "FrameLayout", "", [false; 2], cell(100, 900), "") {
            open(&mut xml, "TextView", "A row &amp; its words", [false; 2], cell(100, 500), "/");
            open(&mut xml, "TextView", "More of them", [false; 2], cell(500, 900), "/");
            xml.push_str("</node>");
        }
        open(&mut xml, "ImageButton", "", [true, false], cell(900, 1080), "/");
        xml.push_str("</node>");
    }
    xml.push_str("</node></node></node></hierarchy>");
    xml
}

#[divan::bench(args = [30, 100, 400, 2000])]
fn read(bencher: Bencher, nodes: usize) {
    let dump = dump(nodes);
    let read = hierarchy::read(dump.as_bytes(), Some(DISPLAY));
    assert_eq!(read.map(|read| (read.nodes, read.warnings)), Ok((nodes, Vec::new())));
    bencher
        .counter(BytesCount::of_str(&dump))
        .bench(|| hierarchy::read(black_box(dump.as_bytes()), Some(DISPLAY)));
}

#[divan::bench(args = [100, 2000])]
fn redact(bencher: Bencher, nodes: usize) {
    let dump = dump(nodes).replacen("password=\"false\"", "password=\"true\"", 3);
    bencher.counter(BytesCount::of_str(&dump)).bench(|| hierarchy::redact(black_box(&dump)).len());
}
