use proptest::prelude::*;

use super::plates::{NumberPlate, placed};
use super::*;
use crate::domain::{DisplaySize, Surface};

fn widget(number: usize, bounds: [i32; 4], actions: &[ActionKind]) -> Widget {
    let bounds = Bounds::from(bounds);
    Widget {
        number,
        bounds,
        tap: Some(bounds.center()),
        actions: actions.to_vec(),
        enabled: true,
        ..Widget::default()
    }
}

fn screen(widgets: Vec<Widget>) -> Screen {
    Screen {
        size: DisplaySize::new(1080, 2400),
        widgets,
        title: None,
        surface: Surface::Display,
        ..Screen::of_speech("org.app", crate::domain::DialogueTurn::default())
    }
}

fn picture(width: u32, height: u32) -> Vec<u8> {
    encoded(&RgbImage::from_pixel(width, height, image::Rgb([240, 240, 240]))).unwrap()
}

fn read(png: &[u8]) -> RgbImage {
    image::load_from_memory(png).unwrap().into_rgb8()
}

fn overlaps(plates: &[NumberPlate]) -> usize {
    let pairs = plates.iter().enumerate().flat_map(|(at, one)| {
        plates[at + 1..].iter().map(move |other| one.bounds.intersect(other.bounds).area())
    });
    pairs.filter(|area| *area > 0).count()
}

#[test]
fn each_widget_that_acts_gets_a_box_in_the_colour_of_what_it_takes() {
    use ActionKind::{LongTap, Scroll, Tap, Type};
    let mut off = widget(5, [0, 1000, 400, 1100], &[Tap]);
    off.enabled = false;
    let screen = screen(vec![
        widget(1, [0, 0, 1080, 2400], &[Scroll]),
        widget(2, [100, 200, 980, 400], &[Tap, Type]),
        widget(3, [100, 500, 980, 700], &[Tap]),
        widget(4, [100, 800, 980, 950], &[Tap, LongTap]),
        off,
        widget(6, [0, 1200, 400, 1300], &[]),
    ]);
    let inks: Vec<(usize, Ink)> =
        marks(&screen).iter().map(|mark| (mark.number, mark.ink)).collect();
    assert_eq!(inks, [(1, Ink::Move), (2, Ink::Type), (3, Ink::Tap), (4, Ink::Hold)]);
    let drawn = read(&numbered(&picture(1080, 2400), &screen).unwrap());
    assert_eq!(drawn.dimensions(), (576, 1280));
    // The middle of the right edge, if no number stands.
    for (mark, at) in marks(&screen).iter().zip([(575, 640), (521, 160), (521, 320), (521, 466)]) {
        assert_eq!(drawn.get_pixel(at.0, at.1).0, mark.ink.rgb(), "{mark:?}");
    }
}

#[test]
fn numbers_of_a_crowd_of_tiny_widgets_stand_beside_each_other() {
    let cell =
        |at: i32| [300 + at % 12 * 26, 900 + at / 12 * 26, 324 + at % 12 * 26, 924 + at / 12 * 26];
    let tiny = (0..96).map(|at| {
        let number = usize::try_from(at).unwrap() + 1;
        Mark { number, bounds: Bounds::from(cell(at)), ink: Ink::Tap }
    });
    let room = Bounds::new(0, 0, 1080, 1280);
    let plates = placed(&tiny.collect::<Vec<_>>(), room);
    assert_eq!((plates.len(), overlaps(&plates)), (96, 0));
    assert!(plates.iter().all(|plate| room.covers(plate.bounds)));
    assert!(plates.iter().any(|plate| plate.leader.is_some()), "some had to move away");
}

#[test]
fn a_region_that_cannot_be_read_gets_a_grid_whose_cells_can_be_touched() {
    let mut region = widget(2, [0, 200, 1080, 2400], &[ActionKind::Tap]);
    region.opaque = true;
    let mut screen = screen(vec![widget(1, [0, 0, 1080, 200], &[ActionKind::Tap]), region]);
    screen.read_quality = ReadQuality::Opaque;
    let cells = cells(&screen);
    assert_eq!((cells.first().unwrap().number, cells.len()), (3, 6 * 12));
    assert_eq!(cells[0].bounds, Bounds::new(0, 200, 180, 383));
    assert_eq!(cells.last().unwrap().bounds, Bounds::new(900, 2216, 1080, 2400));
    let touched = target(&screen, 3).unwrap();
    assert_eq!((touched.label.as_str(), touched.point), ("cell 3", Point::new(90, 291)));
    assert_eq!(target(&screen, 1).unwrap().number, 1);
    assert_eq!(target(&screen, 2), None, "the region has cells instead");
    assert_eq!(target(&screen, 3 + cells.len()), None);
    assert!(numbered(&picture(1080, 2400), &screen).is_some());
}

#[test]
fn where_nothing_could_be_read_the_grid_covers_the_display() {
    let mut failed = screen(Vec::new());
    assert!(cells(&failed).is_empty(), "an empty screen that was read is empty");
    failed.read_quality = ReadQuality::Failed("killed".into());
    let cells = cells(&failed);
    assert_eq!((cells[0].number, cells.len()), (1, 6 * 13));
}

#[test]
fn a_picture_of_another_size_or_turn_is_no_obstacle() {
    let mut turned = screen(vec![widget(1, [0, 0, 2400, 100], &[ActionKind::Tap])]);
    turned.size = DisplaySize::new(2400, 1080);
    assert_eq!(read(&numbered(&picture(2400, 1080), &turned).unwrap()).dimensions(), (1280, 576));
    let small = read(&numbered(&picture(240, 108), &turned).unwrap());
    assert_eq!(small.dimensions(), (240, 108));
    assert_eq!(small.get_pixel(239, 5).0, Ink::Tap.rgb());
}

#[test]
fn a_picture_full_of_noise_is_made_small_enough() {
    let mut seed = 1_u32;
    let noise = RgbImage::from_fn(1080, 2400, |_, _| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [.., one, two, three] = seed.to_be_bytes();
        image::Rgb([one, two, three])
    });
    let bytes = numbered(&encoded(&noise).unwrap(), &screen(Vec::new())).unwrap();
    assert!(bytes.len() <= BYTES, "{}", bytes.len());
}

#[test]
fn what_is_no_picture_is_none() {
    let screen = screen(Vec::new());
    let whole = picture(40, 40);
    for bytes in [&b""[..], b"nonsense", &whole[..whole.len() / 2]] {
        assert!(numbered(bytes, &screen).is_none());
    }
    let voice = Screen::of_speech("app", crate::domain::DialogueTurn::default());
    assert!(numbered(&whole, &voice).is_none() && cells(&voice).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_widgets_make_it_panic(
        bounds in proptest::collection::vec(any::<[i32; 4]>(), 0..12),
        size in any::<[i32; 2]>(),
        opaque in any::<bool>(),
    ) {
        let widgets = bounds.iter().enumerate().map(|(at, bounds)| {
            let mut widget = widget(at + 1, *bounds, &[ActionKind::Tap]);
            widget.opaque = opaque;
            widget
        });
        let mut screen = screen(widgets.collect());
        screen.size = size.into();
        screen.read_quality = ReadQuality::Opaque;
        let _ = numbered(&picture(60, 90), &screen);
    }
}
