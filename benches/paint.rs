//! What a picture of the embedded phone costs.

use divan::{Bencher, black_box};
use ridealong::demo::frame::{
    DISPLAY, Face, Frame, NAVIGATION_BAR, Pane, PaneKind, Placed, STATUS_BAR,
};
use ridealong::demo::paint::{Painter, encode};
use ridealong::demo::ui::{ButtonStyle, Kind, TextStyle, View};
use ridealong::domain::{ActionKind, Bounds, DialogueTurn, DisplaySize, Screen, Widget};
use ridealong::explorer::numbered::numbered;

fn main() {
    divan::main();
}

fn view(kind: Kind, text: &str, bounds: Bounds) -> Placed {
    let mut face = Face::of(&View::<()>::new(kind));
    face.text = text.to_owned();
    Placed { face, bounds, clip: DISPLAY.bounds(), parent: None }
}

/// A screen of ten cards, each with a picture, two lines of text and a button.
fn screen() -> Frame {
    let mut placed = vec![
        view(Kind::Toolbar, "", Bounds::new(0, STATUS_BAR, 720, 160)),
        view(Kind::Text(TextStyle::Title), "Shop", Bounds::new(32, 80, 400, 130)),
    ];
    for row in 0..10 {
        let top = 170 + row * 138;
        let word = format!("Coffee beans, bag number {row}");
        let button = Kind::Button(ButtonStyle::Filled);
        placed.extend([
            view(Kind::Card, "", Bounds::new(32, top, 688, top + 126)),
            view(Kind::Image, "☕", Bounds::new(56, top + 23, 136, top + 103)),
            view(Kind::Text(TextStyle::Heading), &word, Bounds::new(150, top + 14, 520, top + 62)),
            view(
                Kind::Text(TextStyle::Caption),
                "12.50 €",
                Bounds::new(150, top + 66, 520, top + 100),
            ),
            view(button, "Add", Bounds::new(540, top + 23, 660, top + 103)),
        ]);
    }
    let room = Bounds::new(0, STATUS_BAR, DISPLAY.width, DISPLAY.height - NAVIGATION_BAR);
    Frame {
        size: DISPLAY,
        colour: 0x0000_695c,
        dark: false,
        clock: "09:41".to_owned(),
        panes: vec![Pane { kind: PaneKind::Activity, bounds: room, placed }],
        keyboard: None,
        toast: None,
    }
}

#[divan::bench]
fn first_picture(bencher: Bencher) {
    let frame = screen();
    bencher.bench(|| Painter::new().paint(black_box(&frame)));
}

#[divan::bench]
fn next_picture(bencher: Bencher) {
    let (frame, mut painter) = (screen(), Painter::new());
    bencher.bench_local(|| painter.paint(black_box(&frame)));
}

#[divan::bench]
fn png(bencher: Bencher) {
    let picture = Painter::new().paint(&screen());
    bencher.bench(|| encode(black_box(&picture)));
}

/// A picture of 1080 by 2400 pixels with numbers on its thirty widgets, for a model.
#[divan::bench]
fn numbered_picture(bencher: Bencher) {
    let picture = Painter::new().paint(&screen());
    let larger = image::imageops::FilterType::Triangle;
    let png = encode(&image::imageops::resize(&picture, 1080, 2400, larger));
    let widgets = (0..30).map(|at| {
        let (left, top) = (40 + at % 3 * 340, 100 + at / 3 * 220);
        let bounds = Bounds::new(left, top, left + 320, top + 200);
        let number = usize::try_from(at).unwrap_or(0) + 1;
        let (tap, actions) = (Some(bounds.center()), vec![ActionKind::Tap]);
        Widget { number, bounds, tap, actions, enabled: true, ..Widget::default() }
    });
    let screen = Screen {
        size: DisplaySize::new(1080, 2400),
        widgets: widgets.collect(),
        ..Screen::of_speech("org.app", DialogueTurn::default())
    };
    bencher.bench(|| numbered(black_box(&png), black_box(&screen)));
}
