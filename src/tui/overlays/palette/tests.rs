use crossterm::event::KeyCode;

use super::*;
use crate::tui::command::UiCommand;
use crate::tui::image::PictureSetting;
use crate::tui::panes::{self, SessionSurface};
use crate::tui::testing::stage::{TestStage, described};

fn panes() -> Vec<Box<dyn Pane>> {
    panes::of(SessionSurface::Display, PictureSetting::default())
}

#[test]
fn it_looks_right() {
    let stage = TestStage::typical();
    let mut palette = CommandPalette::new(&stage.view(), &panes());
    insta::assert_snapshot!("typical", stage.render_layer(80, 24, &mut palette));
    insta::assert_snapshot!("narrow", stage.render_layer(40, 12, &mut palette));
    stage.type_in(&mut palette, "zzz");
    insta::assert_snapshot!("no_match", stage.render_layer(40, 12, &mut palette));
}

#[test]
fn it_runs_what_is_found() {
    let stage = TestStage::typical();
    let mut palette = CommandPalette::new(&stage.view(), &panes());
    stage.type_in(&mut palette, "mark bug");
    assert_eq!(described(&stage.press(&mut palette, KeyCode::Enter)), ["pop", "run bug"]);
    let mut palette = CommandPalette::new(&stage.view(), &panes());
    stage.type_in(&mut palette, "states around");
    assert_eq!(
        described(&stage.press(&mut palette, KeyCode::Enter)),
        ["pop", "focus Model", "run near"]
    );
}

#[test]
fn what_cannot_be_done_is_last_and_says_why() {
    let stage = TestStage::empty();
    let palette = CommandPalette::new(&stage.view(), &panes());
    let reject =
        palette.rows.commands.iter().position(|one| one.command == UiCommand::Reject).unwrap();
    let pause =
        palette.rows.commands.iter().position(|one| one.command == UiCommand::Pause).unwrap();
    assert!(pause < reject);
    let mut palette = palette;
    stage.type_in(&mut palette, "reject");
    assert_eq!(
        described(&stage.press(&mut palette, KeyCode::Enter)),
        ["toast not possible now: no proposal waits"]
    );
}

#[test]
fn every_command_is_listed_once() {
    let stage = TestStage::typical();
    let palette = CommandPalette::new(&stage.view(), &panes());
    let mut listed: Vec<UiCommand> = palette.rows.commands.iter().map(|one| one.command).collect();
    assert_eq!(listed[0], UiCommand::Approve, "what waits for the tester comes first");
    listed.sort();
    let mut all: Vec<UiCommand> = UiCommand::all().collect();
    all.sort();
    assert_eq!(listed, all);
}
