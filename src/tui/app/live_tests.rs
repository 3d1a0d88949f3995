use std::io::Cursor;
use std::path::Path;

use super::*;
use crate::tui::image::BlockCharacters;
use crate::tui::testing::fixtures;
use crate::tui::theme::ColourDepth;

/// An application that shows the newest moment of a session.
fn app() -> App {
    let (ops, _) = mpsc::unbounded_channel();
    let options = Options {
        theme: ThemeColours::bundled("dark", ColourDepth::True).unwrap(),
        themes: "nowhere".into(),
        keymap: Keymap::read("").unwrap(),
        catalogue: std::sync::Arc::new(Vec::new),
        prompts: std::sync::Arc::new(|_| None),
        save_prompt: std::sync::Arc::new(|_, _| Err("nowhere to keep it".into())),
        pictures: PictureSetting { blocks: BlockCharacters::Quadrants, protocol: None },
    };
    let mut app = App::new(options, ops, BlobSource::of_session(Path::new("nowhere")));
    app.session = fixtures::session();
    app.shown = fixtures::shown(&app.session, fixtures::screen());
    app.shown.picture_is_current = true;
    app
}

/// A picture of one colour, as a browser sends it.
fn jpeg(level: u8) -> std::sync::Arc<[u8]> {
    let picture = ::image::RgbImage::from_pixel(8, 16, ::image::Rgb([level; 3]));
    let mut bytes = Vec::new();
    picture.write_to(&mut Cursor::new(&mut bytes), ::image::ImageFormat::Jpeg).unwrap();
    bytes.into()
}

fn level(app: &App) -> Option<u8> {
    app.shown.picture.as_ref().map(|picture| picture.image.get_pixel(0, 0).0[0])
}

#[tokio::test]
async fn what_the_display_shows_meanwhile_replaces_the_picture() {
    let mut app = app();
    app.session.phase = EnginePhase::Waiting;
    app.display_changed(jpeg(200));
    app.next_fetched().await;
    assert!(level(&app).is_some_and(|level| level.abs_diff(200) < 4));
    assert!(app.shown.picture_is_current, "the page that waits is the one that was observed");
    app.session.phase = EnginePhase::Acting;
    app.display_changed(jpeg(90));
    app.display_changed(b"no picture".as_slice().into());
    app.display_changed(jpeg(30));
    app.next_fetched().await;
    app.next_fetched().await;
    assert!(level(&app).is_some_and(|level| level.abs_diff(30) < 4), "the newest one is kept");
    assert!(!app.shown.picture_is_current, "its widgets may lie elsewhere");
}

#[tokio::test]
async fn an_earlier_moment_keeps_its_picture() {
    let mut app = app();
    let before = level(&app);
    app.live = false;
    app.display_changed(jpeg(200));
    app.next_fetched().await;
    assert_eq!(level(&app), before);
}
