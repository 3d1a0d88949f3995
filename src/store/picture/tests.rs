use image::{DynamicImage, Rgb, RgbImage};
use proptest::prelude::*;

use super::*;
use crate::domain::KeptPictures;
use crate::store::{BlobFolder, SessionWriter};

/// A screen with text-like rows, of which `changed` are drawn in another colour.
fn screen(changed: std::ops::Range<u32>) -> RgbImage {
    RgbImage::from_fn(96, 200, |x, y| {
        let ink = if changed.contains(&y) { 17 } else { 3 };
        // Not so plain that a PNG would be the smallest form.
        let grain = (((x * 7_919) ^ (y * 104_729)).wrapping_mul(ink) >> 4) & 15;
        Rgb([(grain * 16) as u8, ink as u8, 200])
    })
}

fn pixels(blobs: &BlobFolder, id: &BlobId) -> Option<RgbImage> {
    crate::domain::picture::read(&blobs.get(id).ok()?).map(DynamicImage::into_rgb8)
}

/// Records `pictures` and gives their names.
fn recorded(folder: &std::path::Path, kept: KeptPictures, pictures: &[RgbImage]) -> Vec<BlobId> {
    let writer = SessionWriter::create(folder).unwrap();
    writer.keep(kept).unwrap();
    let ids = pictures.iter().map(|picture| writer.blob(quick_png(picture).into()).unwrap());
    let ids = ids.collect();
    drop(writer);
    ids
}

#[test]
fn differences_give_back_every_pixel() {
    let folder = tempfile::tempdir().unwrap();
    let pictures = [screen(0..0), screen(50..60), screen(0..8), screen(150..200), screen(0..0)];
    let ids = recorded(folder.path(), KeptPictures::All, &pictures);
    let blobs = BlobFolder::of(folder.path());
    for (id, picture) in ids.iter().zip(&pictures) {
        assert_eq!(pixels(&blobs, id).as_ref(), Some(picture));
    }
    let packed = |place: usize| blobs.packed(&ids[place]).unwrap();
    assert_eq!(packed(0).base, None);
    assert_eq!(packed(1).base.as_ref(), Some(&ids[0]));
    assert_eq!(packed(1).bands, vec![RowBand { top: 50, height: 10 }]);
    assert_eq!(packed(3).bands, vec![RowBand { top: 150, height: 50 }]);
}

#[test]
fn changes_leave_the_clock_out_and_small_ones_are_small() {
    let pictures = [screen(0..0), screen(0..6), screen(3..20)];
    let folder = tempfile::tempdir().unwrap();
    let ids = recorded(folder.path(), KeptPictures::Changes, &pictures);
    let blobs = BlobFolder::of(folder.path());
    assert_eq!(pixels(&blobs, &ids[1]).as_ref(), Some(&pictures[0]), "the bar of the first");
    let third = pixels(&blobs, &ids[2]).unwrap();
    let below = |picture: &RgbImage| picture.as_raw()[8 * 96 * 3..].to_vec();
    assert_eq!(below(&third), below(&pictures[2]));

    let folder = tempfile::tempdir().unwrap();
    let large = RgbImage::from_fn(1080, 2400, |x, y| Rgb([(x / 99) as u8, (y / 99) as u8, 0]));
    let ids = recorded(folder.path(), KeptPictures::Small, &[large]);
    let small = pixels(&BlobFolder::of(folder.path()), &ids[0]).unwrap();
    assert_eq!(small.dimensions(), (360, 800));
}

#[test]
fn what_cannot_be_kept_without_loss_stays_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut seen_through = image::RgbaImage::new(64, 64);
    seen_through.put_pixel(1, 1, image::Rgba([1, 2, 3, 4]));
    let mut png = std::io::Cursor::new(Vec::new());
    seen_through.write_to(&mut png, image::ImageFormat::Png).unwrap();
    let writer = SessionWriter::create(folder.path()).unwrap();
    let broken = b"\x89PNG\r\n\x1a\n cut off";
    let ids = [png.get_ref().as_slice(), broken.as_slice()]
        .map(|content| (writer.blob(content.into()).unwrap(), content));
    drop(writer);
    for (id, content) in ids {
        assert_eq!(BlobFolder::of(folder.path()).get(&id).unwrap(), content);
    }
}

#[test]
fn a_damaged_or_swapped_file_is_noticed() {
    let id = BlobId::of(b"one");
    let whole = vec![RowBand::whole(200)];
    let bytes = PackedPicture::of(id.clone(), &screen(0..0), None, whole).to_bytes();
    assert!(PackedPicture::read(&id, &bytes).is_some());
    assert!(PackedPicture::read(&BlobId::of(b"other"), &bytes).is_none());
    for place in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        assert!(PackedPicture::read(&id, &damaged).is_none(), "byte {place}");
    }
}

/// `rest` with the checksum that makes it look whole.
fn signed(rest: &[u8]) -> Vec<u8> {
    [MAGIC.as_slice(), &Sha256::digest(rest), rest].concat()
}

proptest! {
    #[test]
    fn any_pixels_come_back(
        raw in prop::collection::vec(any::<u8>(), 24 * 40 * 3),
        few in any::<bool>(),
        top in 0_u32..39,
    ) {
        let raw = raw.into_iter().map(|value| if few { value & 3 } else { value }).collect();
        let picture = RgbImage::from_raw(24, 40, raw).unwrap();
        let bands = vec![RowBand { top, height: 40 - top }];
        let id = BlobId::of(b"one");
        let packed = PackedPicture::of(id.clone(), &picture, Some(BlobId::of(b"base")), bands);
        let read = PackedPicture::read(&id, &packed.to_bytes()).unwrap();
        prop_assert_eq!(&read, &packed);
        let mut onto = read.blank();
        prop_assert!(read.write_onto(&mut onto));
        let from = top as usize * 24 * 3;
        prop_assert_eq!(&onto.as_raw()[from..], &picture.as_raw()[from..]);
    }

    #[test]
    fn no_bytes_make_it_panic(rest in prop::collection::vec(any::<u8>(), 0..200), pixels: Vec<u8>) {
        let id = BlobId::of(b"one");
        let _ = PackedPicture::read(&id, &signed(&rest));
        let mut hostile = PackedPicture::of(id.clone(), &screen(0..0), None, vec![RowBand::whole(200)]);
        hostile.pixels = pixels;
        let mut onto = hostile.blank();
        hostile.write_onto(&mut onto);
    }
}
