//! A manifest, for people and as JSON.

use std::path::Path;

use serde_json::{Value, json};

use crate::cli::output;
use crate::domain::manifest::{AppComponent, ComponentKind, DataPattern, IntentFilter, Manifest};

/// The kinds in the order in which they are shown.
const KINDS: [(ComponentKind, &str); 4] = [
    (ComponentKind::Activity, "activities"),
    (ComponentKind::Service, "services"),
    (ComponentKind::Receiver, "receivers"),
    (ComponentKind::Provider, "providers"),
];

/// What names of the platform begin with; people know them without.
const PLATFORM: [&str; 2] = ["android.intent.action.", "android.intent.category."];

/// The manifest as it is stored elsewhere, with what every file has.
pub fn to_json(path: &Path, manifest: &Manifest) -> Value {
    let mut all = json!({"file": path, "kind": "manifest"});
    // A manifest is plain data; it always has a JSON form.
    let reported = serde_json::to_value(manifest).unwrap_or_default();
    if let (Some(all), Value::Object(reported)) = (all.as_object_mut(), reported) {
        all.extend(reported);
    }
    all
}

/// The manifest for people: a heading, the permissions, and a table for each kind of component.
pub fn to_text(path: &Path, manifest: &Manifest) -> String {
    let mut lines = vec![heading(path, manifest)];
    if manifest.partial {
        lines.push(
            "This is what a phone tells without the APK: components without an intent filter are \
             missing, and who may start the others is not known."
                .to_owned(),
        );
    }
    if !manifest.permissions.is_empty() {
        lines.push(format!("\npermissions it asks for: {}", manifest.permissions.len()));
        lines.extend(manifest.permissions.iter().map(|permission| format!("  {permission}")));
    }
    for (kind, word) in KINDS {
        let components: Vec<&AppComponent> = manifest.of_kind(kind).collect();
        if components.is_empty() {
            continue;
        }
        lines.push(format!("\n{word}: {}", components.len()));
        let mut rows =
            vec![["class", "who may start it", "answers to"].map(str::to_owned).to_vec()];
        let partial = manifest.partial;
        rows.extend(
            components.into_iter().flat_map(|component| component_rows(component, partial)),
        );
        lines.extend(output::table(&rows).lines().map(|line| format!("  {line}")));
    }
    output::plain(&lines.join("\n"))
}

fn heading(path: &Path, manifest: &Manifest) -> String {
    let package = match manifest.package.as_str() {
        "" => "package not told (a build file names it)",
        package => package,
    };
    let mut parts = vec![package.to_owned()];
    match (&manifest.version_name, manifest.version_code) {
        (Some(name), Some(code)) => parts.push(format!("version {name} ({code})")),
        (Some(name), None) => parts.push(format!("version {name}")),
        (None, Some(code)) => parts.push(format!("version code {code}")),
        (None, None) => {}
    }
    let sdks = [("from", manifest.min_sdk), ("made for", manifest.target_sdk)];
    let sdks = sdks.map(|(word, sdk)| sdk.map(|sdk| format!("{word} API {sdk}")));
    parts.extend(sdks.into_iter().flatten());
    format!("{}: {}", path.display(), parts.join(" · "))
}

/// A row for the component, and one more for each filter after the first.
fn component_rows(component: &AppComponent, partial: bool) -> Vec<Vec<String>> {
    let mut name = component.name.clone();
    if let Some(meant) = &component.alias_of {
        name.push_str(&format!(" = {meant}"));
    }
    let mut filters = component.filters.iter().map(filter_words);
    let first = filters.next().unwrap_or_default();
    let mut rows = vec![vec![name, who(component, partial), first]];
    rows.extend(filters.map(|filter| vec![String::new(), String::new(), filter]));
    rows
}

fn who(component: &AppComponent, partial: bool) -> String {
    let who = match (partial, component.exported, &component.permission) {
        (true, ..) => "?".to_owned(),
        (_, false, _) => "only the app".to_owned(),
        (_, true, None) => "anyone".to_owned(),
        (_, true, Some(permission)) => format!("with {permission}"),
    };
    if component.enabled { who } else { format!("{who}; switched off") }
}

fn filter_words(filter: &IntentFilter) -> String {
    let short = |name: &String| {
        let rest = PLATFORM.iter().find_map(|start| name.strip_prefix(start));
        rest.unwrap_or(name).to_owned()
    };
    let actions: Vec<String> = filter.actions.iter().map(short).collect();
    let mut words = actions.join(", ");
    if !filter.categories.is_empty() {
        let categories: Vec<String> = filter.categories.iter().map(short).collect();
        words.push_str(&format!(" [{}]", categories.join(", ")));
    }
    for data in &filter.data {
        words.push_str(&format!(" {}", data_words(data)));
    }
    words
}

fn data_words(data: &DataPattern) -> String {
    let mut words = String::new();
    if let Some(scheme) = &data.scheme {
        words.push_str(&format!("{scheme}:"));
    }
    if let Some(host) = &data.host {
        words.push_str(&format!("//{host}"));
    }
    if let Some(port) = &data.port {
        words.push_str(&format!(":{port}"));
    }
    words.push_str(data.path.as_deref().unwrap_or_default());
    match &data.mime {
        Some(mime) if words.is_empty() => mime.clone(),
        Some(mime) => format!("{words} ({mime})"),
        None => words,
    }
}
