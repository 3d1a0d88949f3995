//! The demo apps as packages: what each declares of itself, and the APK that says so.

mod binary;

pub use binary::{Strings, encode};

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use zip::result::ZipResult;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::app::About;
use crate::domain::manifest::{AppComponent, ComponentKind, IntentFilter, Manifest};

/// The name of the one receiver of an app.
const RECEIVER: &str = ".Receiver";

/// The action of what launchers show.
pub const MAIN: &str = "android.intent.action.MAIN";
const LAUNCHER: &str = "android.intent.category.LAUNCHER";
const DEFAULT: &str = "android.intent.category.DEFAULT";

/// What the app declares. Whatever the phone starts from outside is exported; no app has a private
/// component, a service or a provider.
pub fn declared(about: &About) -> Manifest {
    let exported = |kind, name: &str, filter| AppComponent {
        filters: vec![filter],
        ..AppComponent::new(kind, name, true)
    };
    let activities = about.activities.iter().enumerate().map(|(place, name)| {
        let (action, category) = match place {
            0 => (MAIN.to_owned(), LAUNCHER),
            _ => (shows(about, name), DEFAULT),
        };
        let filter = IntentFilter {
            actions: vec![action],
            categories: vec![category.to_owned()],
            data: Vec::new(),
        };
        exported(ComponentKind::Activity, name, filter)
    });
    let receiver = (!about.receivers.is_empty()).then(|| {
        let actions = about.receivers.iter().map(|action| (*action).to_owned()).collect();
        let filter = IntentFilter { actions, ..IntentFilter::default() };
        exported(ComponentKind::Receiver, RECEIVER, filter)
    });
    Manifest {
        package: about.package.to_owned(),
        version_name: Some(about.version.to_owned()),
        version_code: Some(u64::from(version_code(about))),
        min_sdk: Some(26),
        target_sdk: Some(34),
        permissions: about.permissions.iter().map(|name| (*name).to_owned()).collect(),
        components: activities.chain(receiver).collect(),
        partial: false,
    }
}

/// The action by which an activity other than the first one is started.
fn shows(about: &About, activity: &str) -> String {
    format!("{}.SHOW{}", about.package, activity.replace('.', "_").to_uppercase())
}

/// A number that grows with the version: `1.2.3` is 10203.
fn version_code(about: &About) -> u32 {
    let mut parts = about.version.split('.').map(|part| part.parse().unwrap_or(0_u32));
    (0..3).fold(0, |code: u32, _| {
        code.saturating_mul(100).saturating_add(parts.next().unwrap_or(0).min(99))
    })
}

/// A manifest as plain XML.
pub fn xml(manifest: &Manifest) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <manifest xmlns:android=\"http://schemas.android.com/apk/res/android\"",
    );
    attribute(&mut out, "package", Some(&manifest.package));
    let code = manifest.version_code.map(|code| (code & 0xffff_ffff).to_string());
    let major = manifest.version_code.map(|code| code >> 32).filter(|major| *major > 0);
    let major = major.map(|major| major.to_string());
    attribute(&mut out, "android:versionCode", code.as_ref());
    attribute(&mut out, "android:versionCodeMajor", major.as_ref());
    attribute(&mut out, "android:versionName", manifest.version_name.as_ref());
    out.push_str(">\n  <uses-sdk");
    let sdk = |sdk: Option<u32>| sdk.map(|sdk| sdk.to_string());
    attribute(&mut out, "android:minSdkVersion", sdk(manifest.min_sdk).as_ref());
    attribute(&mut out, "android:targetSdkVersion", sdk(manifest.target_sdk).as_ref());
    out.push_str(" />\n");
    for permission in &manifest.permissions {
        named(&mut out, 1, "uses-permission", permission);
    }
    out.push_str("  <application>\n");
    for component in &manifest.components {
        component_xml(&mut out, component);
    }
    out.push_str("  </application>\n</manifest>\n");
    out
}

fn component_xml(out: &mut String, component: &AppComponent) {
    let element = match component.alias_of {
        Some(_) => "activity-alias",
        None => component.kind.word(),
    };
    let _ = write!(out, "    <{element}");
    attribute(out, "android:name", Some(&component.name));
    attribute(out, "android:exported", Some(&component.exported.to_string()));
    attribute(out, "android:enabled", Some(&component.enabled.to_string()));
    attribute(out, "android:permission", component.permission.as_ref());
    attribute(out, "android:targetActivity", component.alias_of.as_ref());
    out.push_str(">\n");
    for filter in &component.filters {
        out.push_str("      <intent-filter>\n");
        for action in &filter.actions {
            named(out, 4, "action", action);
        }
        for category in &filter.categories {
            named(out, 4, "category", category);
        }
        for data in &filter.data {
            out.push_str("        <data");
            for (name, value) in [
                ("android:scheme", &data.scheme),
                ("android:host", &data.host),
                ("android:port", &data.port),
                ("android:path", &data.path),
                ("android:mimeType", &data.mime),
            ] {
                attribute(out, name, value.as_ref());
            }
            out.push_str(" />\n");
        }
        out.push_str("      </intent-filter>\n");
    }
    let _ = writeln!(out, "    </{element}>");
}

fn named(out: &mut String, depth: usize, element: &str, name: &str) {
    let _ = write!(out, "{}<{element}", "  ".repeat(depth));
    attribute(out, "android:name", Some(name));
    out.push_str(" />\n");
}

fn attribute<T: AsRef<str>>(out: &mut String, name: &str, value: Option<T>) {
    if let Some(value) = value {
        let value = quick_xml::escape::escape(value.as_ref());
        let _ = write!(out, " {name}=\"{value}\"");
    }
}

/// The APK of an app: a zip with its binary manifest. It holds no code: that is in Rust.
pub fn apk(about: &About) -> Vec<u8> {
    let manifest = encode(&xml(&declared(about)), Strings::Utf16);
    // Writing to memory does not fail, and neither does so short a name.
    zipped(&[("AndroidManifest.xml", &manifest)]).unwrap_or_default()
}

/// A zip of these files.
///
/// # Errors
/// If a name is none that a zip can hold.
pub fn zipped(files: &[(&str, &[u8])]) -> ZipResult<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(*name, SimpleFileOptions::default())?;
        writer.write_all(content)?;
    }
    Ok(writer.finish()?.into_inner())
}
