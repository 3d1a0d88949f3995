//! What dumps go through on their way.

use proptest::prelude::*;
use rstest::rstest;

use super::*;

fn simple() -> String {
    screen(
        r#"<node text="Save" class="android.widget.Button" clickable="true" bounds="[0,0][200,100]"/>"#,
    )
}

#[rstest]
#[case("UI hierchary dumped to: /dev/tty", "", 0)]
#[case("", "UI hierchary dumped to: /dev/tty", 0)]
#[case("", "UI hierchary dumped to: /sdcard/window_dump.xml\r\r\n", 0)]
#[case("WARNING: linker: x has text relocations\n", "", 1)]
#[case("", "Killed", 1)]
#[case("", "ERROR: could not get idle state.", 1)]
fn glued_text_changes_nothing(#[case] before: &str, #[case] after: &str, #[case] warnings: usize) {
    let plain = reading(&simple());
    let glued = reading(&format!("{before}{}{after}", simple()));
    assert_eq!(glued.widgets, plain.widgets);
    assert_eq!(glued.warnings.len(), warnings, "{:?}", glued.warnings);
}

#[rstest]
#[case("", HierarchyError::Empty)]
#[case(" \r\n", HierarchyError::Empty)]
#[case("ERROR: could not get idle state.\n", HierarchyError::NotIdle)]
#[case("ERROR: null root node returned by UiTestAutomationBridge.\n", HierarchyError::NullRoot)]
#[case("Killed \n", HierarchyError::Killed)]
#[case("<?xml version='1.0'?><hierarchy rotation='0'></hierarchy>", HierarchyError::NoNodes)]
#[case("<hierarchy rotation='0' />", HierarchyError::NoNodes)]
#[case("<hierarchy></hierarchy>ERROR: could not get idle state.", HierarchyError::NotIdle)]
#[case("sh: uiautomator: not found", HierarchyError::Said("sh: uiautomator: not found".into()))]
fn without_nodes_there_is_a_reason(#[case] dump: &str, #[case] expected: HierarchyError) {
    assert_eq!(read(dump.as_bytes(), None), Err(expected));
}

#[test]
fn xml_that_breaks_before_its_first_node_says_where() {
    let error = read(b"<hierarchy rotation='0'><node text='a", None).unwrap_err();
    assert!(matches!(error, HierarchyError::Malformed { at, .. } if at >= 24), "{error:?}");
}

#[rstest]
#[case("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>")]
#[case("<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n")]
#[case("\u{FEFF}<?xml version=\"1.0\"?><!-- made -->")]
#[case("")]
fn any_declaration_will_do(#[case] declaration: &str) {
    let dump = simple();
    let (_, body) = dump.split_once("?>").unwrap();
    let read = reading(&format!("{declaration}{body}"));
    assert_eq!(labels(&read), ["Save"]);
    assert_eq!(read.warnings, Vec::<String>::new());
}

#[test]
fn doubled_line_ends_change_nothing_but_blanks() {
    let plain = simple();
    let damaged = plain.replace("><", ">\r\r\n<").replace(" class=", "\r\r\n  class=");
    assert_eq!(reading(&damaged).widgets, reading(&plain).widgets);
}

#[test]
fn wide_text_is_read_like_narrow_text() {
    let dump = simple().replace("Save", "حفظ 😀");
    let wide: Vec<u8> =
        std::iter::once(0xFEFF).chain(dump.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let read = read(&wide, Some(DISPLAY)).unwrap();
    assert_eq!(labels(&read), ["حفظ 😀"]);
    assert_eq!(read.warnings.len(), 1);
}

#[test]
fn what_was_read_before_the_end_was_cut_off_is_kept() {
    let dump = screen(
        r#"<node text="A" bounds="[0,0][9,9]"><node text="B" bounds="[0,0][9,9]"/></node><node text="C" bounds="[0,0][9,9]"/>"#,
    );
    let cut = |before: &str| {
        let at = dump.find(before).unwrap();
        reading(dump.split_at(at).0)
    };
    let torn = cut("C\"");
    assert_eq!(labels(&torn), ["A", "B"]);
    assert_eq!(torn.warnings.len(), 1, "{:?}", torn.warnings);
    assert_eq!(labels(&cut("</node></hierarchy>")), ["A", "B", "C"]);
    assert_eq!(cut("</hierarchy>").warnings.len(), 1);
}

#[test]
fn unknown_tags_and_attributes_are_looked_through() {
    let dump = screen(
        r#"<extra x="1"><node index="7" index="7" new:thing='y' text="A" NAF="true" bounds="[0,0][9,9]"><info/>words &amp;<![CDATA[<node]]></node></extra>"#,
    );
    let read = reading(&dump);
    assert_eq!(read.nodes, 2);
    assert_eq!(labels(&read), ["A"]);
    assert_eq!(read.widgets[0].position.depth, 1);
    assert_eq!(read.warnings, Vec::<String>::new());
}

#[test]
fn broken_attributes_cost_only_themselves() {
    let dump = screen(r#"<node text="A" checked clickable="true" class=x bounds="[0,0][9,9]"/>"#);
    let read = reading(&dump);
    assert_eq!(labels(&read), ["A"]);
    assert_eq!(read.widgets[0].actions, [ActionKind::Tap]);
    assert_eq!(read.warnings, ["attributes that cannot be read: 2"]);
}

#[test]
fn end_tags_missing_or_too_many_do_not_lose_nodes() {
    let dump = "<hierarchy><node text='A' bounds='[0,0][9,9]'><x></node></node>\
                <node text='B' bounds='[0,0][9,9]'></hierarchy>";
    let read = reading(dump);
    assert_eq!(read.nodes, 2);
    assert_eq!(read.warnings.len(), 1, "{:?}", read.warnings);
}

#[test]
fn of_two_dumps_in_one_the_later_is_on_the_display() {
    let later = simple().replace("Save", "Saved");
    let read = reading(&format!("{}{later}", simple()));
    assert_eq!(labels(&read), ["Saved"]);
    assert_eq!(read.warnings.len(), 1);
}

#[test]
fn nesting_may_be_deep_and_nodes_many() {
    let depth = 50_000;
    let open = "<node bounds='[0,0][1080,2400]'>".repeat(depth);
    let close = "</node>".repeat(depth);
    let leaf = "<node text='deep' clickable='true' bounds='[0,0][10,10]'/>";
    let read = reading(&format!("<hierarchy>{open}{leaf}{close}</hierarchy>"));
    assert_eq!(read.nodes, depth + 1);
    assert_eq!(labels(&read), ["deep"]);
    assert_eq!(read.widgets[0].position.depth, 50_000);
}

/// A value as Android's serializer writes it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\n', "&#10;")
        .replace('\r', "&#13;")
        .replace('\t', "&#9;")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes, Some(DISPLAY));
        let _ = redact(&text(&bytes));
    }

    #[test]
    fn any_damage_to_a_dump_is_survived(
        cut in 0..600_usize,
        noise in "[<>/&;\"'= a-z\r\n\u{1F600}-]{0,20}",
        drop in 0..40_usize,
        display in any::<bool>(),
    ) {
        let dump = simple();
        let chars: Vec<char> = dump.chars().collect();
        let cut = cut.min(chars.len());
        let head: String = chars[..cut].iter().collect();
        let tail: String = chars[(cut + drop).min(chars.len())..].iter().collect();
        if let Ok(read) = read(format!("{head}{noise}{tail}").as_bytes(), display.then_some(DISPLAY)) {
            prop_assert!(!read.widgets.is_empty());
        }
    }

    #[test]
    fn texts_come_through_as_they_were(words in "\\PC{1,20}[\n\t<>&\"']?[a-z]") {
        let dump = screen(&node(
            &format!(r#"text="{}" content-desc="d" bounds="[0,0][9,9]""#, escaped(&words)),
            "",
        ));
        prop_assert_eq!(&reading(&dump).widgets[0].text, &words);
    }
}
