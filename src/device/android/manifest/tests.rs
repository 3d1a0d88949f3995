//! The readers against each other, against what is written here, and against damage.

use proptest::prelude::*;

use super::*;
use crate::demo::apk::{Strings, encode, xml as plain, zipped};
use crate::domain::manifest::{AppComponent, ComponentKind, DataPattern, IntentFilter};

const TEA: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<!-- An app about tea. -->
<manifest xmlns:android="http://schemas.android.com/apk/res/android"
    xmlns:tools="http://schemas.android.com/tools"
    package="org.example.tea" android:versionCode="7" android:versionName="1.2 &amp; a half">
  <uses-sdk android:minSdkVersion="21" android:targetSdkVersion="30"/>
  <uses-permission android:name="android.permission.CAMERA"/>
  <uses-permission android:name="android.permission.CAMERA"/>
  <uses-permission-sdk-23 android:name="android.permission.VIBRATE"/>
  <application android:permission="org.example.tea.DRINK">
    <activity android:name=".Main" android:permission="">
      <intent-filter>
        <action android:name="android.intent.action.MAIN"/>
        <category android:name="android.intent.category.LAUNCHER"/>
      </intent-filter>
      <meta-data android:name="x"><action android:name="no.filter"/></meta-data>
    </activity>
    <activity android:name="Pot" android:exported="false"/>
    <activity android:name="org.other.View" android:enabled="false" android:permission="p">
      <intent-filter>
        <action android:name="android.intent.action.VIEW"/>
        <data android:scheme="https" android:host="tea.example" android:port="8080"/>
        <data android:pathPrefix="/a" android:pathPattern="/b.*" android:mimeType="image/*"/>
      </intent-filter>
    </activity>
    <activity-alias android:name=".Door" android:targetActivity=".Main" android:exported="true"/>
    <service android:name="org.example.teapot.Brew"/>
    <receiver android:name=".Boot">
      <intent-filter><action android:name="android.intent.action.BOOT_COMPLETED"/></intent-filter>
    </receiver>
    <provider android:name=".Leaves"/>
  </application>
</manifest>"#;

fn tea() -> Manifest {
    let component = |kind, name: &str, exported| AppComponent {
        permission: Some("org.example.tea.DRINK".into()),
        ..AppComponent::new(kind, name, exported)
    };
    let filter = |action: &str, category: Option<&str>| IntentFilter {
        actions: vec![action.into()],
        categories: category.map(str::to_owned).into_iter().collect(),
        data: Vec::new(),
    };
    use ComponentKind::{Activity, Provider, Receiver, Service};
    let path = |path: &str| DataPattern { path: Some(path.into()), ..DataPattern::default() };
    let view = IntentFilter {
        data: vec![
            DataPattern {
                scheme: Some("https".into()),
                host: Some("tea.example".into()),
                port: Some("8080".into()),
                ..DataPattern::default()
            },
            DataPattern { mime: Some("image/*".into()), ..path("/a") },
            path("/b.*"),
        ],
        ..filter("android.intent.action.VIEW", None)
    };
    Manifest {
        package: "org.example.tea".into(),
        version_name: Some("1.2 & a half".into()),
        version_code: Some(7),
        min_sdk: Some(21),
        target_sdk: Some(30),
        permissions: vec!["android.permission.CAMERA".into(), "android.permission.VIBRATE".into()],
        components: vec![
            AppComponent {
                filters: vec![filter(
                    "android.intent.action.MAIN",
                    Some("android.intent.category.LAUNCHER"),
                )],
                ..component(Activity, ".Main", true)
            },
            component(Activity, ".Pot", false),
            AppComponent {
                enabled: false,
                permission: Some("p".into()),
                filters: vec![view],
                ..component(Activity, "org.other.View", true)
            },
            AppComponent {
                permission: None,
                alias_of: Some(".Main".into()),
                ..component(Activity, ".Door", true)
            },
            component(Service, "org.example.teapot.Brew", false),
            AppComponent {
                filters: vec![filter("android.intent.action.BOOT_COMPLETED", None)],
                ..component(Receiver, ".Boot", true)
            },
            component(Provider, ".Leaves", false),
        ],
        partial: false,
    }
}

#[test]
fn every_form_tells_the_same() {
    assert_eq!(read(TEA.as_bytes()), Ok(tea()));
    for strings in [Strings::Utf8, Strings::Utf16] {
        let binary = encode(TEA, strings);
        assert_eq!(read(&binary), Ok(tea()), "{strings:?}");
        let apk = zipped(&[("classes.dex", b"dex"), (apk::MANIFEST, &binary)]).unwrap();
        assert_eq!(read(&apk), Ok(tea()), "{strings:?}");
    }
    let wide: Vec<u8> = TEA.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(&wide), Ok(tea()));
    assert_eq!(tea().activities(), [".Main", ".Pot", "org.other.View"]);
}

#[test]
fn the_rules_for_what_is_not_said_are_androids() {
    let with = |attributes: &str, inside: &str| {
        read(
            format!(
                "<manifest xmlns:a='http://schemas.android.com/apk/res/android' package='o.x'>\
                 <application {attributes}>{inside}</application></manifest>"
            )
            .as_bytes(),
        )
        .unwrap()
    };
    let off = with("a:enabled='false'", "<service a:name='.S'/><service name='.No'/>");
    assert_eq!(off.components.len(), 1, "a name without the name space is none");
    assert!(!off.components[0].enabled);
    let old = "<manifest package='o.x'><application><provider android:name='.P'/></application>\
               <uses-sdk android:targetSdkVersion='16'/></manifest>";
    assert!(read(old.as_bytes()).unwrap().components[0].exported, "exported before Android 4.2");
    let bare = "<manifest><application><service name='no'/></application></manifest>";
    assert_eq!(read(bare.as_bytes()), Ok(Manifest::default()), "its package stands in the build");
    let removed = "<receiver a:name='.R' tools:node='remove'/><receiver a:name='.T'/>";
    assert_eq!(with("", removed).components.len(), 1, "what the build takes out is not declared");
}

/// A table of resources with a package 0x7f, one type 1, whose entries are `values`. All are called `text`, as is the only string.
pub(in crate::device::android) fn table(values: &[(u8, u32)], text: &str) -> Vec<u8> {
    fn chunk(kind: u16, heading: &[u8], body: &[u8]) -> Vec<u8> {
        let header = 8 + heading.len();
        let mut out = kind.to_le_bytes().to_vec();
        out.extend(u16::try_from(header).unwrap().to_le_bytes());
        out.extend(u32::try_from(header + body.len()).unwrap().to_le_bytes());
        [&out, heading, body].concat()
    }
    let words = |words: &[u32]| words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>();
    let pool = |text: &str| {
        let mut data = vec![u8::try_from(text.len()).unwrap(); 2];
        data.extend(text.bytes().chain([0]));
        data.resize(data.len().next_multiple_of(4), 0);
        chunk(1, &words(&[1, 0, 256, 32, 0]), &[words(&[0]), data].concat())
    };
    let (types, pool) = (pool("string"), pool(text));
    let count = u32::try_from(values.len()).unwrap();
    let offsets: Vec<u32> = (0..count).map(|entry| entry * 16).collect();
    let entries: Vec<u8> = values
        .iter()
        .flat_map(|(kind, data)| words(&[8, 0, u32::from(*kind) << 24 | 8, *data]))
        .collect();
    let heading = words(&[1, count, 8 + 12 + 28 + count * 4, 28, 0, 0, 0, 0, 0, 0]);
    let block = chunk(0x0201, &heading, &[words(&offsets), entries].concat());
    let mut heading = words(&[0x7f]);
    heading.resize(280, 0);
    let package = chunk(0x0200, &heading, &[types, pool.clone(), block].concat());
    chunk(2, &words(&[1]), &[pool, package].concat())
}

#[test]
fn references_are_looked_up_where_there_is_a_table() {
    let source = TEA
        .replace("1.2 &amp; a half", "@7f010000")
        .replace(
            "android:name=\"Pot\" android:exported=\"false\"",
            "android:name=\"Pot\" android:exported=\"@7f010001\"",
        )
        .replace("tea.example", "@7f010002")
        .replace("image/*", "@7f019999");
    let binary = encode(&source, Strings::Utf8);
    let table = table(
        &[(3, 0), (0x12, 1), (1, 0x7f01_0003), (1, 0x7f01_0000), (1, 0x7f01_0004)],
        "resolved",
    );
    let apk = zipped(&[(apk::MANIFEST, &binary), ("resources.arsc", &table)]).unwrap();
    let manifest = read(&apk).unwrap();
    assert_eq!(manifest.version_name.as_deref(), Some("resolved"));
    assert!(manifest.components[1].exported);
    let data = &manifest.components[2].filters[0].data;
    assert_eq!(data[0].host.as_deref(), Some("resolved"), "over another reference");
    assert_eq!(data[1].mime.as_deref(), Some("@7f019999"), "told as it stands");
    let alone = read(&binary).unwrap();
    assert_eq!(alone.version_name.as_deref(), Some("@7f010000"));
    assert!(!alone.components[1].exported, "not known, so by the rule");
    let torn = zipped(&[(apk::MANIFEST, &binary), ("resources.arsc", &table[..99])]).unwrap();
    assert_eq!(read(&torn), Ok(alone));
}

#[test]
fn the_texts_of_a_table_are_those_that_may_name_something() {
    let texts = |text: &str, values: &[(u8, u32)]| texts::read_texts(&table(values, text)).unwrap();
    assert_eq!(texts("Brew  tea", &[(0x12, 1), (3, 0), (3, 0)]), ["Brew tea"], "each once");
    for text in
        ["%d cups", "3 + 4", "abc_action", "a long text that explains what the pot is good for"]
    {
        assert!(texts(text, &[(3, 0)]).is_empty(), "{text}");
    }
    let whole = table(&[(3, 0)], "Brew tea");
    for end in 0..whole.len() {
        let _ = texts::read_texts(&whole[..end]);
    }
    assert!(texts::read_texts(b"PK").is_err());
}

#[test]
fn a_loop_of_references_ends() {
    let table = table(&[(1, 0x7f01_0000)], "");
    assert_eq!(resources::ResourceTable::read(&table).unwrap().value(0x7f01_0000), None);
}

const DUMP: &str = r#"Activity Resolver Table:
  Full MIME Types:
      image/png:
        9a1 org.example.tea/.View filter 2bc
          Action: "android.intent.action.VIEW"
          Action: "android.intent.action.EDIT"
          Category: "android.intent.category.DEFAULT"
          Scheme: "https"
          Authority: "tea.example": 8080
          Authority: "other.example": -1
          Path: "PatternMatcher{PREFIX: /a: b}"
          Type: "image"
          AutoVerify=false
  Schemes:
      https:
        9a1 org.example.tea/.View filter 2bc
          Action: "android.intent.action.VIEW"
        9a1 org.other/.View filter 2bd
          Action: "no"
  Non-Data Actions:
      android.intent.action.MAIN:
        9a2 org.example.tea/.Main filter 2be
          Action: "android.intent.action.MAIN"
          Category: "android.intent.category.LAUNCHER"

Receiver Resolver Table:
  Non-Data Actions:
      a.B:
        9a3 org.example.tea/org.lib.Boot filter 2bf
          Action: "a.B"

Registered ContentProviders:
  org.example.tea/.Leaves:
    Provider{9a4 org.example.tea/.Leaves}

Permissions:
  Permission [org.example.tea.DRINK] (1):

Packages:
  Package [org.example.tea] (77):
    userId=10100
    versionCode=7 minSdk=21 targetSdk=30
    versionName=1.2
    requested permissions:
      android.permission.CAMERA
      android.permission.READ_SMS: restricted=true
    install permissions:
      android.permission.VIBRATE: granted=true
    User 0: ceDataInode=1

Hidden system packages:
  Package [org.example.tea] (78):
    versionName=1.0
"#;

#[test]
fn a_dump_tells_a_part() {
    let manifest = read(DUMP.as_bytes()).unwrap();
    assert!(manifest.partial);
    assert_eq!(
        (manifest.version_code, manifest.min_sdk, manifest.target_sdk),
        (Some(7), Some(21), Some(30))
    );
    assert_eq!(manifest.version_name.as_deref(), Some("1.2"));
    assert_eq!(manifest.permissions, ["android.permission.CAMERA", "android.permission.READ_SMS"]);
    let names: Vec<_> = manifest.components.iter().map(|c| (c.kind, c.name.as_str())).collect();
    use ComponentKind::{Activity, Provider, Receiver};
    assert_eq!(
        names,
        [
            (Activity, ".View"),
            (Activity, ".Main"),
            (Receiver, "org.lib.Boot"),
            (Provider, ".Leaves")
        ]
    );
    let [view] = &manifest.components[0].filters[..] else { panic!("{manifest:?}") };
    assert_eq!(view.actions, ["android.intent.action.VIEW", "android.intent.action.EDIT"]);
    let reported: Vec<_> = view.data.iter().map(|data| format!("{data:?}")).collect();
    assert!(reported.iter().any(|data| data.contains("\"/a: b\"")), "{reported:?}");
    assert!(reported.iter().any(|data| data.contains("image/*")), "{reported:?}");
    assert_eq!(view.data[1].port.as_deref(), Some("8080"));
    assert_eq!(view.data[2].port, None);
    assert!(manifest.components[1].is_launcher());
    assert_eq!(read_dump("Unable to find package: x\n", "x"), Err(ManifestError::UnknownPackage));
}

#[test]
fn what_is_none_and_what_is_torn_gets_a_sentence() {
    let sentence = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    assert_eq!(sentence(b""), "neither an APK nor a manifest");
    assert_eq!(sentence(b"<html/>"), "neither an APK nor a manifest");
    assert!(sentence(b"PK\x03\x04 torn").starts_with("the APK cannot be opened"));
    assert!(sentence(&zipped(&[("a", b"b")]).unwrap()).contains("without an AndroidManifest.xml"));
    assert!(sentence(b"<manifest package='a.b'><x></y></manifest>").contains("broken at byte"));
    let binary = encode(TEA, Strings::Utf16);
    assert!(sentence(&binary[..binary.len() - 9]).contains("damaged at byte 0"));
    let empty = encode("", Strings::Utf8);
    assert_eq!(read(&empty), Err(ManifestError::NoManifestElement));
}

#[test]
fn bombs_are_refused() {
    let deep = format!("<manifest package='a.b'>{}", "<a>".repeat(100_000));
    assert!(matches!(read(deep.as_bytes()), Err(ManifestError::TooLarge { .. })));
    assert!(matches!(read(&encode(&deep, Strings::Utf8)), Err(ManifestError::TooLarge { .. })));
    // A thousandth of its size once it is packed.
    let zeros = vec![0; 8 * 1024 * 1024];
    let bomb = zipped(&[(apk::MANIFEST, &zeros)]).unwrap();
    assert!(bomb.len() < 64 * 1024);
    assert!(matches!(read(&bomb), Err(ManifestError::TooLarge { .. })));
    let long = TEA.replace("CAMERA", &"x".repeat(1_000_000));
    let reported = read(&encode(&long, Strings::Utf16)).unwrap();
    assert!(reported.permissions[0].len() <= 4096, "{}", reported.permissions[0].len());
}

fn word() -> impl Strategy<Value = String> {
    "[a-z]{1,3}(\\.[A-Za-z]{1,4}){0,2}|[<&\"'é😀 ]{1,4}x"
}

fn pattern() -> impl Strategy<Value = DataPattern> {
    let part = || proptest::option::of(word());
    (word(), part(), part(), part(), part()).prop_map(|(scheme, host, port, path, mime)| {
        DataPattern { scheme: Some(scheme), host, port, path, mime }
    })
}

fn filter() -> impl Strategy<Value = IntentFilter> {
    let words = || prop::collection::vec(word(), 0..3);
    (words(), words(), prop::collection::vec(pattern(), 0..3))
        .prop_map(|(actions, categories, data)| IntentFilter { actions, categories, data })
}

fn component() -> impl Strategy<Value = AppComponent> {
    use ComponentKind::{Activity, Provider, Receiver, Service};
    let kind = prop::sample::select(vec![Activity, Service, Receiver, Provider]);
    let filters = prop::collection::vec(filter(), 0..3);
    let flags = (any::<bool>(), any::<bool>());
    (kind, "\\.[A-Z][a-z$]{0,4}", flags, proptest::option::of(word()), any::<bool>(), filters)
        .prop_map(|(kind, name, (exported, enabled), permission, alias, filters)| AppComponent {
            kind,
            name,
            exported,
            enabled,
            permission,
            alias_of: (alias && kind == Activity).then(|| ".Main".to_owned()),
            filters,
        })
}

fn manifest() -> impl Strategy<Value = Manifest> {
    let permissions = prop::collection::btree_set(word(), 0..4);
    let components = prop::collection::vec(component(), 0..6);
    let numbers = (any::<Option<u64>>(), any::<Option<u32>>(), any::<Option<u32>>());
    (numbers, proptest::option::of(word()), permissions, components).prop_map(
        |((version_code, min_sdk, target_sdk), version_name, permissions, components)| Manifest {
            package: "org.app".into(),
            version_name,
            version_code,
            min_sdk,
            target_sdk,
            permissions: permissions.into_iter().collect(),
            components,
            partial: false,
        },
    )
}

/// Whatever comes out, it comes out, and an error is one line.
fn survives(bytes: &[u8]) {
    for result in [read(bytes), axml::read(bytes, None), xml::read(bytes)] {
        if let Err(error) = result {
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
    let text = String::from_utf8_lossy(bytes);
    let _ = dump::read_any(&text);
    if let Ok(resources) = resources::ResourceTable::read(bytes) {
        for entry in 0..4 {
            resources.value(0x7f01_0000 | entry);
        }
    }
}

#[test]
fn an_error_that_quotes_the_file_is_one_line() {
    survives(b"</\"\n'>");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn what_is_written_is_read(manifest in manifest(), wide in any::<bool>()) {
        let source = plain(&manifest);
        prop_assert_eq!(read(source.as_bytes()), Ok(manifest.clone()));
        let strings = if wide { Strings::Utf16 } else { Strings::Utf8 };
        prop_assert_eq!(read(&encode(&source, strings)), Ok(manifest));
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        survives(&bytes);
        survives(&[&[3, 0, 8, 0][..], &bytes].concat());
        survives(&[&b"PK\x03\x04"[..], &bytes].concat());
    }

    #[test]
    fn damage_is_survived(
        form in 0..5_usize,
        wounds in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12),
        end in any::<prop::sample::Index>(),
        torn in any::<bool>(),
    ) {
        let binary = encode(TEA, Strings::Utf8);
        let mut bytes = match form {
            0 => encode(TEA, Strings::Utf16),
            1 => zipped(&[(apk::MANIFEST, &binary), ("resources.arsc", &table(&[(3, 0)], "x"))]).unwrap(),
            2 => table(&[(3, 0), (1, 0x7f01_0000)], "text"),
            3 => DUMP.as_bytes().to_vec(),
            _ => binary,
        };
        for (place, byte) in wounds {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if torn {
            bytes.truncate(end.index(bytes.len()));
        }
        survives(&bytes);
    }
}
