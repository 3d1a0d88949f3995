use super::*;
use crate::tui::testing::stage::{Stage, told};

#[test]
fn it_looks_right() {
    let stage = Stage::typical();
    let mut search = Search::new(&stage.view());
    insta::assert_snapshot!("typical", stage.render_layer(80, 18, &mut search));
    insta::assert_snapshot!("narrow", stage.render_layer(40, 12, &mut search));
    let empty = Stage::empty();
    insta::assert_snapshot!("empty", empty.render_layer(40, 12, &mut Search::new(&empty.view())));
}

#[test]
fn steps_are_found_by_what_happened() {
    let stage = Stage::typical();
    for (words, moment) in
        [("note title", 3), ("emoji gone", 2), ("new note", 1), ("tea", 1), ("skipped", 2)]
    {
        let mut search = Search::new(&stage.view());
        stage.type_in(&mut search, words);
        let acts = told(&stage.press(&mut search, KeyCode::Enter));
        assert_eq!(acts, ["pop".into(), format!("show Some({moment})")], "{words}");
    }
}

#[test]
fn nothing_found_shows_nothing() {
    let stage = Stage::typical();
    let mut search = Search::new(&stage.view());
    stage.type_in(&mut search, "xyzzy");
    assert!(stage.press(&mut search, KeyCode::Enter).is_empty());
}
