//! What the app declares, asked while it is opened.

use super::*;
use crate::demo::apk;
use crate::device::android::manifest::tests::table;

/// An APK that declares an activity which `dumpsys package` does not tell of.
fn apk() -> (Vec<u8>, Vec<u8>) {
    let source = "<manifest xmlns:android='http://schemas.android.com/apk/res/android' \
        package='org.app.notes' android:versionName='@7f010000'><application>\
        <activity android:name='.Main'/><activity android:name='.Hidden'/>\
        </application></manifest>";
    let manifest = apk::encode(source, apk::Strings::Utf8);
    let zip = apk::zipped(&[("AndroidManifest.xml", &manifest)]).unwrap();
    (manifest, zip)
}

#[tokio::test]
async fn the_manifest_is_taken_out_of_the_apk_on_the_device() {
    let (manifest, zip) = apk();
    let script = phone();
    script.says("pm path", "package:/data/app/x=/base.apk\n");
    script.answer("unzip -p", Ok(output(manifest)));
    let app = device(&script).open().await.unwrap();
    assert_eq!(app.activities, [".Main", ".Hidden"]);
    assert_eq!(app.version.as_deref(), Some("1.2"), "as dumpsys tells it");
    assert!(!app.manifest.unwrap().partial);
    assert!(script.asked().contains(&"unzip -p /data/app/x=/base.apk AndroidManifest.xml".into()));
    script.says("unzip -p", "/system/bin/sh: unzip: inaccessible or not found\n");
    script.answer("head -c", Ok(output(zip)));
    let app = device(&script).open().await.unwrap();
    assert_eq!(app.activities, [".Main", ".Hidden"], "out of the APK's bytes");
}

#[tokio::test]
async fn the_texts_are_taken_out_of_the_apk_on_the_device() {
    let (manifest, _) = apk();
    let script = phone();
    script.says("pm path", "package:/data/app/x=/base.apk\n");
    script.answer("unzip -p /data/app/x=/base.apk AndroidManifest.xml", Ok(output(manifest)));
    let table = table(&[(3, 0)], "Share all notes");
    script.answer("unzip -p /data/app/x=/base.apk resources.arsc", Ok(output(table.clone())));
    let app = device(&script).open().await.unwrap();
    assert_eq!(app.texts, ["Share all notes"]);
    let large = [table, vec![0; 9 << 20]].concat();
    script.answer("unzip -p /data/app/x=/base.apk resources.arsc", Ok(output(large)));
    let app = device(&script).open().await.unwrap();
    assert_eq!((app.texts.len(), app.activities.len()), (0, 2), "too large a table");
}

#[tokio::test]
async fn an_app_is_opened_whatever_becomes_of_its_manifest() {
    let script = phone();
    script.says("pm path", "package:/data/app/x/base.apk\n");
    for broken in [Ok(output(b"PK\x03\x04".to_vec())), Ok(output(vec![0; 25 << 20])), Err(lost())] {
        script.answer("head -c", broken);
        let app = device(&script).open().await.unwrap();
        assert_eq!(app.activities, [".Main", ".Edit"]);
        assert!(app.manifest.unwrap().partial, "what dumpsys told");
    }
    script.says("dumpsys package ", "Can't find service: package\n");
    let app = device(&script).open().await.unwrap();
    assert_eq!((app.manifest, app.activities.len()), (None, 0));
}
