use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};

use super::*;
use crate::store::SessionWriter;

fn png(picture: &RgbImage) -> Vec<u8> {
    let mut png = Vec::new();
    picture.write_to(&mut Cursor::new(&mut png), ImageFormat::Png).unwrap();
    png
}

fn css(pictures: &ReportPictures) -> String {
    let mut sheet = StyleSheet::default();
    pictures.sheet(&mut sheet);
    sheet.text().to_owned()
}

fn shown(pictures: &ReportPictures, id: &BlobId) -> String {
    let mut html = HtmlPiece::default();
    pictures.show(&mut html, id, "");
    html.finish()
}

#[test]
fn each_is_embedded_once_and_the_missing_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let blobs = BlobFolder::of(folder.path());
    let png = png(&RgbImage::new(4, 4));
    let (there, gone) = (BlobId::of(&png), BlobId::of(b"gone"));
    blobs.put(&there, &png).unwrap();
    let pictures = ReportPictures::make(&blobs, &[&there, &gone, &there], &|_, _| {});
    assert_eq!(css(&pictures).matches("url(").count(), 1);
    assert!(shown(&pictures, &gone).contains("missing or damaged"));
}

#[test]
fn what_pictures_share_is_embedded_once() {
    let folder = tempfile::tempdir().unwrap();
    let blobs = BlobFolder::of(folder.path());
    let screen = |word: u32| {
        RgbImage::from_fn(720, 1600, |x, y| {
            let changed = (800..840).contains(&y) && x < word * 10;
            Rgb([if changed { 0 } else { 200 }, (x / 8) as u8, (y / 8) as u8])
        })
    };
    let writer = SessionWriter::create(folder.path()).unwrap();
    let ids = [1, 2, 3].map(|word| writer.blob(png(&screen(word)).into()).unwrap());
    drop(writer);
    let pictures = ReportPictures::make(&blobs, &ids.each_ref(), &|_, _| {});
    let css = css(&pictures);
    assert_eq!(css.matches("aspect-ratio:320/711;").count(), 1, "one whole picture");
    assert_eq!(css.matches("url(").count(), 3, "and a piece for each of the others");
    assert_eq!(shown(&pictures, &ids[0]).matches("on p").count(), 0);
    assert_eq!(shown(&pictures, &ids[1]).matches("on p").count(), 1);
}

#[test]
fn a_second_report_shows_the_same_without_making_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let blobs = BlobFolder::of(folder.path());
    let pngs = [1, 2].map(|shade| png(&RgbImage::from_pixel(400, 800, Rgb([shade; 3]))));
    let [one, other] = pngs.each_ref().map(|png| BlobId::of(png));
    blobs.put(&one, &pngs[0]).unwrap();
    let made = std::sync::atomic::AtomicUsize::new(0);
    let count = |done, _| made.store(done, std::sync::atomic::Ordering::Relaxed);
    let first = ReportPictures::make(&blobs, &[&one, &other], &count);
    assert_eq!(made.swap(0, std::sync::atomic::Ordering::Relaxed), 2);
    assert!(first.has(&one) && !first.has(&other));
    blobs.put(&other, &pngs[1]).unwrap();
    let second = ReportPictures::make(&blobs, &[&other, &one], &count);
    assert_eq!(made.swap(0, std::sync::atomic::Ordering::Relaxed), 1, "only what is new is made");
    assert!(second.has(&one) && second.has(&other));
    let third = ReportPictures::make(&blobs, &[&other, &one], &count);
    assert_eq!(made.into_inner(), 0);
    assert_eq!(css(&third), css(&second));
}
