use super::*;
use crate::tui::testing::stage::{TestStage, described};

fn reader() -> ReaderOverlay {
    let paragraphs = (1..=30).map(|number| {
        format!("Line {number}: a sentence that is longer than a narrow terminal is wide.")
    });
    ReaderOverlay::new("A text", paragraphs.collect::<Vec<_>>().join("\n"))
}

#[test]
fn it_looks_right() {
    let stage = TestStage::typical();
    insta::assert_snapshot!("typical", stage.render_layer(80, 12, &mut reader()));
    insta::assert_snapshot!("narrow", stage.render_layer(40, 12, &mut reader()));
    let mut empty = ReaderOverlay::new("Nothing", String::new());
    insta::assert_snapshot!("empty", stage.render_layer(40, 6, &mut empty));
}

#[test]
fn searching_goes_through_the_hits() {
    let stage = TestStage::typical();
    let mut reader = reader();
    stage.render_layer(80, 12, &mut reader);
    stage.press(&mut reader, KeyCode::Char('/'));
    stage.type_in(&mut reader, "LINE 2");
    assert_eq!(reader.reading.scroll.top, 1);
    stage.press(&mut reader, KeyCode::Enter);
    stage.press(&mut reader, KeyCode::Char('n'));
    assert_eq!(reader.reading.scroll.top, 19);
    stage.press(&mut reader, KeyCode::Char('N'));
    assert_eq!(reader.reading.scroll.top, 1);
    insta::assert_snapshot!("searched", stage.render_layer(80, 12, &mut reader));
    assert!(
        described(&stage.press(&mut reader, KeyCode::Char('y')))[0].starts_with("copy Line 1:")
    );
    assert_eq!(described(&stage.press(&mut reader, KeyCode::Esc)), ["pop"]);
}

#[test]
fn what_is_shown_cannot_steer_the_terminal() {
    let stage = TestStage::typical();
    let mut reader = ReaderOverlay::new("x\u{1b}", "a\u{1b}[2Jb\n\tc".into());
    let drawn = stage.render_layer(40, 6, &mut reader);
    assert!(drawn.contains("a [2Jb") && drawn.contains("    c"), "{drawn}");
}
