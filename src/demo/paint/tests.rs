//! What must hold for every picture.

use std::time::{Duration, Instant};

use image::Rgba;
use proptest::prelude::*;

use super::super::frame::{DISPLAY, Face, NAVIGATION_BAR, Placed, STATUS_BAR};
use super::super::ui::{ButtonStyle, Input, TextStyle, View};
use super::*;

const COLOUR: u32 = 0x0067_50a4;

const KINDS: [Kind; 33] = [
    Kind::Column,
    Kind::Row,
    Kind::Card,
    Kind::Scroll,
    Kind::List,
    Kind::Toolbar,
    Kind::BottomBar,
    Kind::Tab,
    Kind::Text(TextStyle::Title),
    Kind::Text(TextStyle::Display),
    Kind::Text(TextStyle::Heading),
    Kind::Text(TextStyle::Body),
    Kind::Text(TextStyle::Caption),
    Kind::Text(TextStyle::Error),
    Kind::Button(ButtonStyle::Filled),
    Kind::Button(ButtonStyle::Outlined),
    Kind::Button(ButtonStyle::Plain),
    Kind::IconButton,
    Kind::Fab,
    Kind::Field(Input::Line),
    Kind::Field(Input::Lines),
    Kind::Field(Input::Number),
    Kind::Field(Input::Decimal),
    Kind::Field(Input::Password),
    Kind::CheckBox,
    Kind::Switch,
    Kind::Radio,
    Kind::Spinner,
    Kind::Slider,
    Kind::Progress,
    Kind::Image,
    Kind::Divider,
    Kind::Web,
];

fn face(kind: Kind, text: &str) -> Face {
    let mut face = Face::of(&View::<()>::new(kind));
    face.text = text.to_owned();
    face.hint = "Hint".to_owned();
    face
}

fn placed(face: Face, bounds: Bounds) -> Placed {
    Placed { face, bounds, clip: DISPLAY.bounds(), parent: None }
}

fn frame_in(size: DisplaySize, placed: Vec<Placed>) -> Frame {
    let room = Bounds::new(0, STATUS_BAR, size.width, size.height - NAVIGATION_BAR);
    Frame {
        size,
        colour: COLOUR,
        dark: false,
        clock: "09:41".to_owned(),
        panes: vec![Pane { kind: PaneKind::Activity, bounds: room, placed }],
        keyboard: None,
        toast: None,
    }
}

fn frame(placed: Vec<Placed>) -> Frame {
    frame_in(DISPLAY, placed)
}

fn one(face: Face) -> RgbaImage {
    paint(&frame(vec![placed(face, Bounds::new(40, 300, 680, 420))]))
}

/// The smallest box around all pixels in which the two pictures differ.
fn difference(one: &RgbaImage, other: &RgbaImage) -> Bounds {
    let stride = one.width() as usize * 4;
    let rows = one.as_raw().chunks(stride).zip(other.as_raw().chunks(stride));
    let mut around = Bounds::new(i32::MAX, i32::MAX, i32::MIN, i32::MIN);
    for (y, (row, other)) in (0_i32..).zip(rows).filter(|(_, (row, other))| row != other) {
        let differ = |at: &usize| row[*at] != other[*at];
        let first = (0..stride).find(differ).unwrap();
        let last = (0..stride).rev().find(differ).unwrap();
        let pixel = |at: usize| i32::try_from(at / 4).unwrap();
        around = Bounds::new(
            around.left.min(pixel(first)),
            around.top.min(y),
            around.right.max(pixel(last) + 1),
            y + 1,
        );
    }
    around
}

fn busy() -> Frame {
    let mut all = Vec::new();
    for (at, kind) in (0..).zip(KINDS) {
        let top = 60 + at * 45;
        all.push(placed(face(kind, "Oat milk ✓ 🛒"), Bounds::new(20, top, 700, top + 60)));
    }
    let mut frame = frame(all);
    let dialog = Bounds::new(60, 600, 660, 900);
    let title = placed(face(Kind::Text(TextStyle::Title), "Delete?"), dialog);
    frame.panes.push(Pane { kind: PaneKind::Dialog, bounds: dialog, placed: vec![title] });
    frame.keyboard = Some(Bounds::new(0, 1040, 720, 1552));
    frame.toast = Some("Saved".to_owned());
    frame
}

#[test]
fn the_same_frame_gives_the_same_bytes() {
    let frame = busy();
    let mut painter = Painter::new();
    let first = painter.paint(&frame);
    assert!(first == painter.paint(&frame), "with letters already cut");
    assert!(first == Painter::new().paint(&frame), "by another painter");
    assert!(first == paint(&frame), "by the shared painter");
    assert_eq!(png(&frame), encode(&first));
}

#[test]
fn a_png_holds_the_picture() {
    let frame = busy();
    let read = image::load_from_memory(&png(&frame)).unwrap().into_rgba8();
    assert!(read == paint(&frame));
}

#[test]
fn every_pixel_is_opaque() {
    let mut frame = busy();
    for dark in [false, true] {
        frame.dark = dark;
        assert!(paint(&frame).pixels().all(|pixel| pixel.0[3] == 255));
    }
}

#[test]
fn every_kind_shows_something() {
    let empty = paint(&frame(Vec::new()));
    for kind in KINDS {
        let mut face = face(kind, "Oat milk");
        face.selected = true;
        face.max = 10;
        face.value = 3;
        let seen = difference(&empty, &one(face));
        assert!(seen.area() > 0, "{kind:?} cannot be seen");
    }
}

#[test]
fn kinds_look_different() {
    let pictures: Vec<_> = KINDS
        .iter()
        .filter(|kind| !matches!(kind, Kind::Column | Kind::Row | Kind::Scroll | Kind::List))
        .filter(|kind| !matches!(kind, Kind::Field(Input::Number | Input::Decimal)))
        .map(|kind| (kind, one(face(*kind, "Oat milk"))))
        .collect();
    for (at, (kind, picture)) in pictures.iter().enumerate() {
        for (other, another) in &pictures[at + 1..] {
            assert!(picture != another, "{kind:?} looks like {other:?}");
        }
    }
}

#[test]
fn nothing_is_painted_outside_of_the_clip() {
    let empty = paint(&frame(Vec::new()));
    let clips = [
        Bounds::new(100, 350, 300, 380),
        Bounds::new(0, 0, 720, 330),
        Bounds::new(600, 400, 720, 1600),
        Bounds::new(300, 300, 301, 301),
    ];
    for kind in KINDS {
        for clip in clips {
            let mut face = face(kind, "Words that are much longer than their room is wide");
            (face.selected, face.focused) = (true, true);
            let mut view = placed(face, Bounds::new(40, 300, 680, 420));
            view.clip = clip;
            let seen = difference(&empty, &paint(&frame(vec![view])));
            assert!(seen.is_empty() || clip.covers(seen), "{kind:?}: {seen:?} out of {clip:?}");
        }
    }
}

#[test]
fn words_and_controls_stay_in_their_bounds() {
    let empty = paint(&frame(Vec::new()));
    // Shadows reach out of cards, filled buttons and the round button.
    let shadow = 24;
    for kind in KINDS {
        let face = face(kind, "Words that are much longer than their room is wide, by far");
        let bounds = Bounds::new(100, 500, 330, 560);
        let seen = difference(&empty, &paint(&frame(vec![placed(face, bounds)])));
        let around = Bounds::new(100 - shadow, 500 - shadow, 330 + shadow, 560 + shadow);
        assert!(seen.is_empty() || around.covers(seen), "{kind:?}: {seen:?}");
    }
}

#[test]
fn a_password_cannot_be_told_from_another() {
    let look = |text: &str, focused| {
        let mut face = face(Kind::Field(Input::Password), text);
        face.focused = focused;
        one(face)
    };
    for focused in [false, true] {
        assert!(look("swordfish", focused) == look("123456789", focused));
        assert!(look("swordfish", focused) != look("12345678", focused));
    }
}

#[test]
fn what_is_on_or_off_or_elsewhere_can_be_seen() {
    let changes: [fn(&mut Face); 5] = [
        |face| face.enabled = false,
        |face| face.checked = Some(true),
        |face| face.selected = true,
        |face| face.focused = true,
        |face| face.value = 7,
    ];
    let cases = [
        (Kind::Button(ButtonStyle::Filled), 0),
        (Kind::Text(TextStyle::Body), 0),
        (Kind::Field(Input::Line), 0),
        (Kind::Spinner, 0),
        (Kind::CheckBox, 1),
        (Kind::Switch, 1),
        (Kind::Radio, 1),
        (Kind::Tab, 2),
        (Kind::Column, 2),
        (Kind::Card, 2),
        (Kind::Field(Input::Lines), 3),
        (Kind::Slider, 4),
        (Kind::Progress, 4),
    ];
    for (kind, change) in cases {
        let mut face = face(kind, "Oat milk");
        (face.max, face.checked) = (10, Some(false));
        let before = one(face.clone());
        changes[change](&mut face);
        assert!(before != one(face), "{kind:?}, change {change}");
    }
}

#[test]
fn what_lies_behind_a_dialog_is_dimmed() {
    let mut behind = frame(Vec::new());
    let Rgba([bright, ..]) = *paint(&behind).get_pixel(20, 1000);
    let bounds = Bounds::new(60, 600, 660, 900);
    behind.panes.push(Pane { kind: PaneKind::Dialog, bounds, placed: Vec::new() });
    let picture = paint(&behind);
    let Rgba([dimmed, ..]) = *picture.get_pixel(20, 1000);
    let Rgba([dialog, ..]) = *picture.get_pixel(360, 750);
    assert!(u32::from(dimmed) * 10 < u32::from(bright) * 7, "{bright} became {dimmed}");
    assert!(dialog > 200, "{dialog}");
}

#[test]
fn a_dark_frame_is_dark() {
    let mut frame = frame(Vec::new());
    frame.dark = true;
    assert!(paint(&frame).get_pixel(360, 800).0[0] < 60);
}

#[test]
fn hostile_words_are_painted_at_once() {
    let began = Instant::now();
    let texts = [
        "a".repeat(10_000),
        " ".repeat(10_000),
        "\n".repeat(10_000),
        "🏳️‍🌈👩‍👩‍👧‍👦".repeat(1_000),
        "שלום עולם مرحبا بالعالم ".repeat(400),
        "\u{202e}gnp.exe\u{0}\u{1b}[31m\u{7f}\u{feff}\t".to_owned(),
        "e\u{301}\u{302}\u{303}".repeat(3_000),
        (0_u32..10_000).filter_map(char::from_u32).collect(),
        (0x1_f000..0x1_fb00).filter_map(char::from_u32).collect(),
        "\u{10ffff}\u{fffd}\u{e000}".to_owned(),
    ];
    let mut painter = Painter::new();
    for text in &texts {
        for kind in KINDS {
            let mut face = face(kind, text);
            face.hint.clone_from(text);
            face.focused = true;
            painter.paint(&frame_in(
                DisplaySize::new(360, 400),
                vec![placed(face, Bounds::new(20, 60, 340, 380))],
            ));
        }
        let mut frame = frame_in(DisplaySize::new(360, 400), Vec::new());
        frame.toast = Some(text.clone());
        frame.clock.clone_from(text);
        painter.paint(&frame);
    }
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

#[test]
fn sizes_without_a_pixel_give_an_empty_picture() {
    for size in [
        DisplaySize::new(0, 0),
        DisplaySize::new(0, 10),
        DisplaySize::new(-5, 10),
        DisplaySize::new(10, -99),
    ] {
        let frame = frame_in(size, vec![placed(face(Kind::Card, ""), DISPLAY.bounds())]);
        assert_eq!(paint(&frame).dimensions(), (0, 0));
        assert!(png(&frame).is_empty());
    }
    assert_eq!(paint(&frame_in(DisplaySize::new(1, 1), Vec::new())).dimensions(), (1, 1));
}

#[test]
fn a_picture_has_no_more_pixels_than_are_sane() {
    let huge = paint(&frame_in(DisplaySize::new(i32::MAX, 3), Vec::new()));
    assert_eq!(huge.width(), LARGEST.unsigned_abs());
}

fn any_edge() -> impl Strategy<Value = i32> {
    prop_oneof![-60..420_i32, Just(0), Just(i32::MIN), Just(i32::MAX), any::<i32>()]
}

fn any_bounds() -> impl Strategy<Value = Bounds> {
    [any_edge(), any_edge(), any_edge(), any_edge()].prop_map(Bounds::from)
}

prop_compose! {
    fn any_view()(
        kind in prop::sample::select(KINDS.to_vec()),
        text in "\\PC{0,12}",
        bounds in any_bounds(),
        clip in prop_oneof![Just(DISPLAY.bounds()), any_bounds()],
        parent in prop::option::of(0_usize..6),
        (selected, focused, enabled) in any::<(bool, bool, bool)>(),
        (checked, value, max) in any::<(Option<bool>, i32, i32)>(),
    ) -> Placed {
        let face = Face { selected, focused, enabled, checked, value, max, ..face(kind, &text) };
        Placed { face, bounds, clip, parent }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn whatever_is_placed_wherever_is_painted(
        placed in prop::collection::vec(any_view(), 0..6),
        bounds in any_bounds(),
        keyboard in prop::option::of(any_bounds()),
        kind in prop::sample::select(vec![
            PaneKind::Activity, PaneKind::Dialog, PaneKind::Menu, PaneKind::Launcher,
        ]),
        dark in any::<bool>(),
        colour in any::<u32>(),
    ) {
        let mut frame = frame_in(DisplaySize::new(360, 400), Vec::new());
        frame.panes.push(Pane { kind, bounds, placed });
        (frame.keyboard, frame.dark, frame.colour) = (keyboard, dark, colour);
        let picture = paint(&frame);
        prop_assert_eq!(picture.dimensions(), (360, 400));
        prop_assert!(picture.pixels().all(|pixel| pixel.0[3] == 255));
    }
}
