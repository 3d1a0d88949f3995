use super::*;
use crate::tui::image::PictureSetting;
use crate::tui::keymap::Keymap;
use crate::tui::panes::{PaneId, SessionSurface};
use crate::tui::testing::stage::{TestStage, described};

fn help(stage: &TestStage) -> HelpOverlay {
    let panes: Vec<Box<dyn Pane>> = {
        let variant = PaneId::Reasoning.variant(SessionSurface::Display);
        vec![(variant.make)(PictureSetting::default())]
    };
    HelpOverlay::new(&stage.view(), &panes)
}

#[test]
fn it_looks_right() {
    let stage = TestStage::typical();
    let mut help = help(&stage);
    insta::assert_snapshot!("typical", stage.render_layer(80, 24, &mut help));
    stage.press(&mut help, KeyCode::End);
    insta::assert_snapshot!("legend", stage.render_layer(80, 30, &mut help));
    stage.press(&mut help, KeyCode::Home);
    insta::assert_snapshot!("narrow", stage.render_layer(40, 12, &mut help));
}

#[test]
fn it_shows_the_keys_that_are_bound_and_every_command() {
    let mut stage = TestStage::typical();
    stage.keymap = Keymap::read("[keys]\napprove = [\"ctrl-y\"]\nbug = []").unwrap();
    let rows = help(&stage).rows;
    for command in UiCommand::all() {
        let keys = stage.keymap.keys(command);
        let keys = if keys.is_empty() { "—".into() } else { keys };
        let listed = rows.iter().any(
            |row| matches!(row, HelpRow::Pair(left, what, _) if *left == keys && what == command.title()),
        );
        assert!(listed, "{} is not listed with {keys}", command.name());
    }
}

#[test]
fn it_scrolls_and_closes() {
    let stage = TestStage::typical();
    let mut help = help(&stage);
    stage.render_layer(80, 24, &mut help);
    assert!(described(&stage.press(&mut help, KeyCode::PageDown)).is_empty());
    assert!(help.scroll.top > 0);
    assert_eq!(described(&stage.press(&mut help, KeyCode::Char('?'))), ["pop"]);
}
