use crossterm::event::KeyCode;

use super::*;
use crate::tui::testing::stage::{TestStage, described};

#[test]
fn it_looks_right() {
    let stage = TestStage::typical();
    let mut search = SearchOverlay::new(&stage.view());
    insta::assert_snapshot!("typical", stage.render_layer(80, 18, &mut search));
    insta::assert_snapshot!("narrow", stage.render_layer(40, 12, &mut search));
    let empty = TestStage::empty();
    insta::assert_snapshot!(
        "empty",
        empty.render_layer(40, 12, &mut SearchOverlay::new(&empty.view()))
    );
}

#[test]
fn steps_are_found_by_what_happened() {
    let stage = TestStage::typical();
    for (words, moment) in
        [("note title", 3), ("emoji gone", 2), ("new note", 1), ("tea", 1), ("skipped", 2)]
    {
        let mut search = SearchOverlay::new(&stage.view());
        stage.type_in(&mut search, words);
        let acts = described(&stage.press(&mut search, KeyCode::Enter));
        assert_eq!(acts, ["pop".into(), format!("show Some({moment})")], "{words}");
    }
}

#[test]
fn nothing_found_shows_nothing() {
    let stage = TestStage::typical();
    let mut search = SearchOverlay::new(&stage.view());
    stage.type_in(&mut search, "xyzzy");
    assert!(stage.press(&mut search, KeyCode::Enter).is_empty());
}
