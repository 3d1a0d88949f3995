//! How an app's components can be started from outside: one start for each intent that their filters
//! accept.
//!
//! Source: the Android developers' reference of `<intent-filter>` and `<data>`, and the common
//! intents guide for what the usual actions carry.

mod address;

use crate::domain::{AppComponent, ComponentKind, Intent, IntentExtra, IntentFilter, Manifest};

use address::{addresses, types};

/// The category that every start of an activity has by itself.
const DEFAULT: &str = "android.intent.category.DEFAULT";
/// The category of what a launcher shows.
const LAUNCHER: &str = "android.intent.category.LAUNCHER";

/// One start of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentStart {
    /// Its place in [`Manifest::components`].
    pub component: usize,
    /// The intent, explicit to the component.
    pub intent: Intent,
    /// True if an ordinary app could not start it: it is not exported, or asks for a
    /// permission. A crash that only such a start can cause is of another weight.
    pub privileged: bool,
}

/// The starts worth trying: of each enabled activity and service one for each combination of
/// action, data and MIME type that its filters name (a launcher's only once), and a bare one of
/// those that are exported without a filter. In the manifest's order, none twice.
pub fn starts(manifest: &Manifest) -> Vec<ComponentStart> {
    let mut starts = Vec::new();
    for (place, component) in manifest.components.iter().enumerate() {
        let starts_so = matches!(component.kind, ComponentKind::Activity | ComponentKind::Service);
        if !starts_so || !component.enabled {
            continue;
        }
        let mut intents = Vec::new();
        for intent in component.filters.iter().flat_map(|filter| of_filter(filter, manifest)) {
            let again = is_launcher(&intent) && intents.iter().any(is_launcher);
            if !again && !intents.contains(&intent) {
                intents.push(intent);
            }
        }
        if component.filters.is_empty() && component.exported {
            intents.push(Intent::default());
        }
        starts.extend(intents.into_iter().map(|intent| ComponentStart {
            component: place,
            intent: Intent { component: Some(component.flat(&manifest.package)), ..intent },
            privileged: is_private(component),
        }));
    }
    starts
}

fn is_private(component: &AppComponent) -> bool {
    !component.exported || component.permission.is_some()
}

/// True for what any kind of launcher sends.
fn is_launcher(intent: &Intent) -> bool {
    intent.categories.iter().any(|category| category.ends_with("LAUNCHER"))
}

/// One intent for each action, data and type of a filter.
fn of_filter(filter: &IntentFilter, manifest: &Manifest) -> Vec<Intent> {
    let mut categories: Vec<String> =
        filter.categories.iter().filter(|category| *category != DEFAULT).cloned().collect();
    if categories.iter().any(|category| category == LAUNCHER) {
        categories = vec![LAUNCHER.to_owned()];
    }
    let actions: Vec<Option<&String>> = match filter.actions.as_slice() {
        [] => vec![None],
        actions => actions.iter().map(Some).collect(),
    };
    let mut intents = Vec::new();
    for action in actions {
        let carries = StartPayload::of(action.map_or("", String::as_str));
        for mime in types(&filter.data) {
            for data in addresses(&filter.data, mime.as_deref(), carries.data, &manifest.package) {
                intents.push(Intent {
                    action: action.cloned(),
                    data,
                    mime: mime.clone(),
                    categories: categories.clone(),
                    extras: carries.extras(),
                    ..Intent::default()
                });
            }
        }
    }
    intents
}

/// What an action carries beside what the filter names.
struct StartPayload {
    /// Its thing is named by its data, not by an extra.
    data: bool,
    extra: Option<(&'static str, &'static str)>,
}

impl StartPayload {
    fn of(action: &str) -> Self {
        let extra = |name, value| Self { data: false, extra: Some((name, value)) };
        match action.strip_prefix("android.intent.action.").unwrap_or_default() {
            "SEND" | "SEND_MULTIPLE" => extra("android.intent.extra.TEXT", "Milk and honey"),
            "PROCESS_TEXT" => extra("android.intent.extra.PROCESS_TEXT", "Milk and honey"),
            "SEARCH" | "WEB_SEARCH" => extra("query", "milk"),
            "GET_CONTENT" | "CREATE_DOCUMENT" => Self { data: false, extra: None },
            _ => Self { data: true, extra: None },
        }
    }

    fn extras(&self) -> Vec<(String, IntentExtra)> {
        let extra =
            |(name, value): (&str, &str)| (name.to_owned(), IntentExtra::Text(value.to_owned()));
        self.extra.into_iter().map(extra).collect()
    }
}

#[cfg(test)]
mod tests;
