//! An app's manifest, as far as testing needs it.
//!
//! Source: the Android developers' reference of `AndroidManifest.xml`.

use serde::{Deserialize, Serialize};

/// An app's manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Its package (the application id); empty in a source whose build file names it.
    pub package: String,
    /// Its version's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version_name: Option<String>,
    /// Its version's code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version_code: Option<u64>,
    /// The oldest API level it runs on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_sdk: Option<u32>,
    /// The API level it is made for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_sdk: Option<u32>,
    /// The permissions it asks for, by their full names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub permissions: Vec<String>,
    /// Its components in the order in which they are declared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<AppComponent>,
    /// True if the APK could not be read and this comes from the phone: components without an intent
    /// filter are missing, and who may start the others is inferred.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
}

/// The kinds of component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ComponentKind {
    /// A screen.
    Activity,
    /// Work without a screen.
    Service,
    /// What takes broadcasts.
    Receiver,
    /// What gives data to others.
    Provider,
}

impl ComponentKind {
    /// The word shown to the tester.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Activity => "activity",
            Self::Service => "service",
            Self::Receiver => "receiver",
            Self::Provider => "provider",
        }
    }
}

/// One component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppComponent {
    /// What it is.
    pub kind: ComponentKind,
    /// Its class, without the package if the class is in it (`.MainActivity`).
    pub name: String,
    /// True if other apps may start it: as declared, else true if it has an intent filter
    /// (the rule before Android 12, which since then demands that it is declared).
    pub exported: bool,
    /// False if it is switched off.
    #[serde(default = "yes")]
    pub enabled: bool,
    /// The permission that whoever starts it needs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permission: Option<String>,
    /// The activity that this is an alias of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alias_of: Option<String>,
    /// Its intent filters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<IntentFilter>,
}

impl AppComponent {
    /// One that is switched on, needs no permission and has no intent filters.
    pub fn new(kind: ComponentKind, name: &str, exported: bool) -> Self {
        Self {
            kind,
            name: name.to_owned(),
            exported,
            enabled: true,
            permission: None,
            alias_of: None,
            filters: Vec::new(),
        }
    }
}

fn yes() -> bool {
    true
}

/// The intents that a component accepts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntentFilter {
    /// Any of these actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<String>,
    /// An intent's categories must all be among these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<String>,
    /// What the data may be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<DataPattern>,
}

/// One `<data>` of an intent filter. On Android the parts of all of a filter's `<data>` combine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataPattern {
    /// Scheme, such as `https`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheme: Option<String>,
    /// Host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<String>,
    /// Path: whole, its beginning, or a pattern, as declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// MIME type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime: Option<String>,
}

/// The action of a filter that a launcher shows.
const MAIN: &str = "android.intent.action.MAIN";
/// The category of a filter that a launcher shows.
const LAUNCHER: &str = "android.intent.category.LAUNCHER";

impl Manifest {
    /// The components of `kind`.
    pub fn of_kind(&self, kind: ComponentKind) -> impl Iterator<Item = &AppComponent> {
        self.components.iter().filter(move |component| component.kind == kind)
    }

    /// The classes of the activities that can be in front: no other names for them, each once.
    pub fn activities(&self) -> Vec<String> {
        let mut classes: Vec<String> = Vec::new();
        let activities = self.of_kind(ComponentKind::Activity);
        for activity in activities.filter(|activity| activity.alias_of.is_none()) {
            if !classes.contains(&activity.name) {
                classes.push(activity.name.clone());
            }
        }
        classes
    }
}

impl AppComponent {
    /// True if a launcher shows it.
    pub fn is_launcher(&self) -> bool {
        self.kind == ComponentKind::Activity
            && self.filters.iter().any(|filter| {
                filter.actions.iter().any(|action| action == MAIN)
                    && filter.categories.iter().any(|category| category == LAUNCHER)
            })
    }

    /// `package/class`, as `am start -n` takes it.
    pub fn flat(&self, package: &str) -> String {
        format!("{package}/{}", self.name)
    }
}
