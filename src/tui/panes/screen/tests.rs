use std::sync::Arc;

use crossterm::event::MouseButton;
use insta::assert_snapshot;
use ratatui::layout::Position;

use super::*;
use crate::domain::{Action, ReadQuality, Screen};
use crate::tui::image::{BlockCharacters, PixelProtocol};
use crate::tui::testing::fixtures;
use crate::tui::testing::render;
use crate::tui::testing::stage::TestStage;
use crate::tui::theme::{ColourDepth, ThemeColours};

fn pane() -> ScreenPane {
    ScreenPane { show: ScreenView::Boxes, ..texts() }
}

/// As it is by default if the terminal shows no pixels.
fn texts() -> ScreenPane {
    ScreenPane::new(PictureSetting { blocks: BlockCharacters::Quadrants, protocol: None })
}

fn drawn(pane: &mut ScreenPane, stand: &TestStage, width: u16, height: u16) -> String {
    render(width, height, &stand.view(), |frame, area, view| pane.draw(frame, area, view))
}

fn wireframe() -> ScreenPane {
    ScreenPane { show: ScreenView::Wireframe, ..pane() }
}

fn failed(stand: &mut TestStage, reading: &ReadQuality) {
    stand.session.moments.last_mut().unwrap().observed.reading = reading.clone();
}

#[test]
fn empty() {
    assert_snapshot!(drawn(&mut pane(), &fixtures::empty(), 40, 12));
}

#[test]
fn boxes_over_the_picture() {
    let mut stand = fixtures::typical();
    stand.selected = Some(3);
    assert_snapshot!(drawn(&mut pane(), &stand, 40, 34));
}

#[test]
fn boxes_on_a_narrow_terminal() {
    assert_snapshot!(drawn(&mut pane(), &fixtures::typical(), 20, 12));
}

#[test]
fn texts_on_the_pictures_colours() {
    let mut stand = fixtures::typical();
    stand.selected = Some(3);
    let text = drawn(&mut texts(), &stand, 30, 34);
    for words in ["Milk", "Bread", "Eggs"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(text.contains('┏') && text.contains('╔'), "selected and proposed: {text}");
}

#[test]
fn wireframe_of_a_list() {
    let mut stand = fixtures::typical();
    stand.selected = Some(3);
    assert_snapshot!(drawn(&mut wireframe(), &stand, 44, 34));
}

#[test]
fn wireframe_on_a_narrow_terminal() {
    assert_snapshot!(drawn(&mut wireframe(), &fixtures::typical(), 28, 16));
}

#[test]
fn without_colours_and_blocks() {
    let mut stand = fixtures::typical();
    stand.theme = ThemeColours::bundled("dark", ColourDepth::None).unwrap();
    let mut pane =
        ScreenPane::new(PictureSetting { blocks: BlockCharacters::Ascii, protocol: None });
    assert_snapshot!(drawn(&mut pane, &stand, 30, 20));
}

#[test]
fn a_screen_that_could_not_be_read_is_told() {
    let mut stand = fixtures::typical();
    let reading = ReadQuality::Failed("ERROR: null root node returned".into());
    failed(&mut stand, &reading);
    let screen = Screen { read_quality: reading, widgets: Vec::new(), ..fixtures::screen() };
    stand.shown = fixtures::shown(&stand.session, screen);
    assert_snapshot!(drawn(&mut pane(), &stand, 30, 16));
}

#[test]
fn without_a_picture_the_widgets_are_drawn() {
    let mut stand = fixtures::typical();
    stand.session.moments.last_mut().unwrap().observed.picture = None;
    stand.shown.picture_is_current = false;
    let text = drawn(&mut pane(), &stand, 40, 30);
    assert!(text.contains("No picture could be taken"), "{text}");
    assert!(text.contains("Shopping") && text.contains("Share"), "{text}");
}

#[test]
fn an_opaque_screen_is_told() {
    let mut stand = fixtures::typical();
    failed(&mut stand, &ReadQuality::Opaque);
    assert!(drawn(&mut pane(), &stand, 40, 30).contains("opaque"));
}

#[test]
fn app_text_cannot_steer_the_terminal() {
    let mut stand = fixtures::typical();
    let mut screen = fixtures::screen();
    screen.widgets[0].text = "\u{1b}[2J\u{202e}strange\ttext".into();
    stand.shown.screen = Some(Arc::new(screen));
    let text = drawn(&mut wireframe(), &stand, 60, 40);
    assert!(
        !text.contains(['\u{1b}', '\u{202e}', '\t']) && text.contains("strange text"),
        "{text}"
    );
}

#[test]
fn the_subtitle_tells_when_and_fits() {
    let mut stand = fixtures::typical();
    let mut pane = pane();
    drawn(&mut pane, &stand, 40, 20);
    assert_eq!(pane.subtitle(&stand.view()), "ListActivity · seen 00:09");
    let mut screen = fixtures::screen();
    screen.rotation = 1;
    stand.shown.screen = Some(Arc::new(screen));
    stand.session.moments.last_mut().unwrap().observed.busy = true;
    drawn(&mut pane, &stand, 80, 20);
    assert_eq!(pane.subtitle(&stand.view()), "ListActivity · seen 00:09 · turned 90° · busy");
    drawn(&mut pane, &stand, 20, 20);
    assert_eq!(pane.subtitle(&stand.view()), "00:09 · turned 90° · busy");
}

#[test]
fn the_view_key_goes_through_all_views() {
    let stand = fixtures::typical();
    let mut pane = pane();
    let first = drawn(&mut pane, &stand, 40, 34);
    let mut seen = vec![first.clone()];
    for _ in 0..4 {
        pane.update(UiCommand::ScreenView, &stand.view());
        seen.push(drawn(&mut pane, &stand, 40, 34));
    }
    assert_eq!(seen[4], first);
    seen.pop();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 4);
}

/// What a click at this share of the stage asks for.
fn click(pane: &mut ScreenPane, stand: &TestStage, at: Position, double: bool) -> Vec<UiAct> {
    let mouse = MouseInput::Click { button: MouseButton::Left, at, double };
    pane.mouse(mouse, Rect::new(0, 0, 40, 34), &stand.view())
}

#[test]
fn a_click_selects_and_a_double_click_performs() {
    let stand = fixtures::typical();
    let mut pane = pane();
    drawn(&mut pane, &stand, 40, 34);
    let screen = fixtures::screen();
    let share = screen.widgets.iter().find(|widget| widget.short_id() == "share").unwrap();
    let area = pane.stage.unwrap().cells(share.bounds);
    let at = Position::new(area.x + area.width / 2, area.y);
    let acts = click(&mut pane, &stand, at, false);
    assert!(matches!(acts[..], [UiAct::Select(Some(number))] if number == share.number));
    let acts = click(&mut pane, &stand, at, true);
    assert!(matches!(&acts[..], [UiAct::Select(_), UiAct::Perform(Action::Tap { target })]
            if target.number == share.number));
}

#[test]
fn the_right_button_holds() {
    let stand = fixtures::typical();
    let mut pane = pane();
    drawn(&mut pane, &stand, 40, 34);
    let row = pane.stage.unwrap().cells(fixtures::screen().widgets[4].bounds);
    let at = Position::new(row.x + row.width / 2, row.y + 1);
    let mouse = MouseInput::Click { button: MouseButton::Right, at, double: false };
    let acts = pane.mouse(mouse, Rect::new(0, 0, 40, 34), &stand.view());
    assert!(matches!(&acts[..], [UiAct::Select(_), UiAct::Perform(Action::LongTap { .. })]));
}

#[test]
fn enter_performs_what_is_selected_and_says_where_it_cannot() {
    let mut stand = fixtures::typical();
    let acts = pane().update(UiCommand::Open, &stand.view()).unwrap();
    assert!(matches!(&acts[..], [UiAct::Toast(..)]));
    stand.selected = Some(1);
    let acts = pane().update(UiCommand::Open, &stand.view()).unwrap();
    assert!(matches!(&acts[..], [UiAct::Toast(..)]), "a title does nothing");
    stand.selected = Some(3);
    let acts = pane().update(UiCommand::Open, &stand.view()).unwrap();
    assert!(matches!(&acts[..], [UiAct::Perform(Action::Type { .. })]));
}

#[test]
fn pixels_are_wanted_only_where_nothing_lies_over_them() {
    let mut stand = fixtures::typical();
    let mut pane = ScreenPane::new(PictureSetting {
        blocks: BlockCharacters::Quadrants,
        protocol: Some(PixelProtocol::Kitty),
    });
    drawn(&mut pane, &stand, 40, 34);
    let placement = pane.placement().unwrap().clone();
    assert!(!placement.over.is_empty(), "numbers stand over it");
    stand.covered = Some(Rect::new(placement.area.x, placement.area.y, 3, 3));
    drawn(&mut pane, &stand, 40, 34);
    assert!(pane.placement().is_none());
    stand.covered = Some(Rect::new(50, 50, 3, 3));
    drawn(&mut pane, &stand, 40, 34);
    assert!(pane.placement().is_some());
    pane.update(UiCommand::ScreenView, &stand.view());
    drawn(&mut pane, &stand, 40, 34);
    assert!(pane.placement().is_none(), "letters are no pixels");
}

#[test]
fn text_takes_no_more_of_sixels_than_the_numbers_need() {
    let stand = fixtures::typical();
    let over = |protocol| {
        let mut pane = ScreenPane::new(PictureSetting {
            blocks: BlockCharacters::Quadrants,
            protocol: Some(protocol),
        });
        drawn(&mut pane, &stand, 40, 34);
        let over = &pane.placement().unwrap().over;
        over.iter().map(|(_, _, cell)| cell.symbol().to_owned()).collect::<String>()
    };
    assert!(over(PixelProtocol::Kitty).contains('┐'));
    let numbers = over(PixelProtocol::Sixel);
    assert!(numbers.contains("▶8") && !numbers.contains(['┐', '╗', '─']), "{numbers}");
}

#[test]
fn no_size_is_too_small() {
    let stand = fixtures::typical();
    for show in [ScreenView::Boxes, ScreenView::Texts, ScreenView::Picture, ScreenView::Wireframe] {
        let mut pane = ScreenPane { show, ..pane() };
        for width in 1..24 {
            for height in 1..14 {
                drawn(&mut pane, &stand, width, height);
            }
        }
    }
}
