use crossterm::event::{KeyCode, KeyModifiers, MouseButton};
use insta::assert_snapshot;
use ratatui::layout::Position;

use super::*;
use crate::domain::{Action, Screen};
use crate::protocol::NetworkInsight;
use crate::tui::testing::fixtures;
use crate::tui::testing::render;
use crate::tui::testing::stage::TestStage;

fn drawn(pane: &mut WidgetsPane, stand: &TestStage, width: u16, height: u16) -> String {
    render(width, height, &stand.view(), |frame, area, view| pane.draw(frame, area, view))
}

fn typed(pane: &mut WidgetsPane, stand: &TestStage, text: &str) {
    pane.update(UiCommand::Filter, &stand.view());
    for letter in text.chars() {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
        assert!(pane.key(key, &stand.view()).is_some());
    }
}

#[test]
fn empty() {
    assert_snapshot!(drawn(&mut WidgetsPane::default(), &fixtures::empty(), 40, 6));
}

#[test]
fn typical() {
    let mut stand = fixtures::typical();
    stand.selected = Some(3);
    assert_snapshot!(drawn(&mut WidgetsPane::default(), &stand, 110, 18));
}

#[test]
fn narrow() {
    let mut stand = fixtures::typical();
    stand.selected = Some(2);
    assert_snapshot!(drawn(&mut WidgetsPane::default(), &stand, 30, 8));
}

#[test]
fn values_of_a_network_are_bars() {
    let mut stand = fixtures::typical();
    let insight = NetworkInsight {
        values: vec![(3, 2.4), (2, 1.2), (5, 0.0), (4, -0.8)],
        ..NetworkInsight::default()
    };
    let moment = stand.session.moments.last_mut().unwrap();
    moment.proposals.last_mut().unwrap().proposal.insight = Some(Box::new(insight));
    assert_snapshot!(drawn(&mut WidgetsPane::default(), &stand, 110, 18));
    assert_snapshot!("values_narrow", drawn(&mut WidgetsPane::default(), &stand, 38, 8));
}

#[test]
fn filtered() {
    let stand = fixtures::typical();
    let mut pane = WidgetsPane::default();
    typed(&mut pane, &stand, "row");
    assert!(pane.captures());
    assert_snapshot!(drawn(&mut pane, &stand, 60, 8));
    assert_eq!(pane.subtitle(&stand.view()), "3 of 15");
}

#[test]
fn a_filter_that_hides_all_says_so() {
    let stand = fixtures::typical();
    let mut pane = WidgetsPane::default();
    typed(&mut pane, &stand, "xyzzy");
    assert!(drawn(&mut pane, &stand, 60, 8).contains("No widget passes the filter"));
}

#[test]
fn a_screen_that_could_not_be_read_is_told() {
    let mut stand = fixtures::typical();
    let reading = ReadQuality::Failed("null root node".into());
    stand.session.moments.last_mut().unwrap().observed.reading = reading.clone();
    let screen = Screen { read_quality: reading, widgets: Vec::new(), ..fixtures::screen() };
    stand.shown = fixtures::shown(&stand.session, screen);
    let text = drawn(&mut WidgetsPane::default(), &stand, 60, 8);
    assert!(text.contains("could not be read (null root node)"), "{text}");
}

#[test]
fn moving_stays_among_what_the_filter_shows() {
    let mut stand = fixtures::typical();
    let mut pane = WidgetsPane::default();
    typed(&mut pane, &stand, "row");
    drawn(&mut pane, &stand, 60, 8);
    let mut visited = Vec::new();
    stand.selected = Some(5);
    for _ in 0..4 {
        let acts = pane.update(UiCommand::Down, &stand.view()).unwrap();
        let [UiAct::Select(selected)] = acts[..] else { panic!("it selects") };
        stand.selected = selected;
        visited.extend(selected);
    }
    assert_eq!(visited, [8, 11, 11, 11]);
}

#[test]
fn the_table_follows_the_selection_and_the_wheel() {
    let mut stand = fixtures::typical();
    let mut pane = WidgetsPane::default();
    stand.selected = Some(15);
    assert!(drawn(&mut pane, &stand, 60, 6).contains("[15]"));
    let wheel = MouseInput::Wheel { at: Position::new(1, 2), notches: -9 };
    pane.mouse(wheel, Rect::new(0, 0, 60, 6), &stand.view());
    let text = drawn(&mut pane, &stand, 60, 6);
    assert!(text.contains("Shopping") && !text.contains("[15]"), "{text}");
    stand.selected = Some(14);
    assert!(drawn(&mut pane, &stand, 60, 6).contains("[14]"));
}

#[test]
fn a_click_selects_the_row_under_it_and_two_perform_it() {
    let stand = fixtures::typical();
    let mut pane = WidgetsPane::default();
    let text = drawn(&mut pane, &stand, 60, 18);
    let y = text.lines().position(|line| line.contains("Share")).unwrap();
    let click = |double| MouseInput::Click {
        button: MouseButton::Left,
        at: Position::new(9, u16::try_from(y).unwrap()),
        double,
    };
    let area = Rect::new(0, 0, 60, 18);
    let acts = pane.mouse(click(false), area, &stand.view());
    assert!(matches!(acts[..], [UiAct::Select(Some(15))]));
    let acts = pane.mouse(click(true), area, &stand.view());
    assert!(matches!(&acts[..], [UiAct::Select(Some(15)), UiAct::Perform(Action::Tap { target })]
        if target.label == "Share"));
}

#[test]
fn only_what_can_be_done_is_offered() {
    let mut stand = fixtures::typical();
    let pane = WidgetsPane::default();
    stand.selected = Some(15);
    assert!(pane.commands(&stand.view()).contains(&UiCommand::Open));
    stand.selected = Some(14);
    assert!(!pane.commands(&stand.view()).contains(&UiCommand::Open), "it is disabled");
    stand.selected = Some(15);
    stand.live = false;
    assert!(!pane.commands(&stand.view()).contains(&UiCommand::Open), "the past is past");
    assert_eq!(pane.commands(&fixtures::empty().view()), []);
}

#[test]
fn no_size_is_too_small() {
    let stand = fixtures::typical();
    let mut pane = WidgetsPane::default();
    typed(&mut pane, &stand, "r");
    for width in 1..40 {
        for height in 1..9 {
            drawn(&mut pane, &stand, width, height);
        }
    }
}
