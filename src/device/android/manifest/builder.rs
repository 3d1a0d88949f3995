//! From start and end tags to a manifest.

use super::ManifestError;
use super::tag::{Name, Tag, Value};
use crate::domain::manifest::{Component, ComponentKind, DataPattern, IntentFilter, Manifest};

/// Elements inside of each other; a manifest has six.
const DEEPEST: usize = 64;

/// Elements in all.
const MOST_ELEMENTS: usize = 200_000;

/// Bytes of text that are kept in all.
const MOST_TEXT: usize = 16 * 1024 * 1024;

/// From this Android on providers are not exported unless they say so.
const PRIVATE_PROVIDERS: u32 = 17;

/// Where in a manifest an element stands, as far as that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Manifest,
    Application,
    Component,
    Filter,
    /// What is inside is not read.
    Elsewhere,
}

/// Takes tags in document order.
#[derive(Debug, Default)]
pub(super) struct Builder {
    manifest: Manifest,
    open: Vec<Place>,
    elements: usize,
    text: usize,
    application: Application,
    component: Option<Draft>,
    /// The places of the providers that do not say whether they are exported.
    unsaid: Vec<usize>,
}

/// What an application says for all of its components.
#[derive(Debug, Default)]
struct Application {
    permission: Option<String>,
    disabled: bool,
}

/// A component whose end has not come.
#[derive(Debug)]
struct Draft {
    component: Component,
    /// What it says itself.
    exported: Option<bool>,
}

impl Builder {
    /// An element begins.
    ///
    /// # Errors
    /// Where there are too many of them or too many inside of each other.
    pub(super) fn open(&mut self, tag: Tag) -> Result<(), ManifestError> {
        self.elements += 1;
        let values = tag.attributes.iter().map(|(_, value)| value);
        self.text += values.map(|value| value.text().len()).sum::<usize>();
        if self.elements > MOST_ELEMENTS || self.open.len() >= DEEPEST || self.text > MOST_TEXT {
            let limit = format!("{MOST_ELEMENTS} elements, {DEEPEST} inside of each other");
            return Err(ManifestError::TooLarge { what: "the manifest", limit });
        }
        let removed = tag.text(Name::Node).is_some_and(|node| node.starts_with("remove"));
        let place = match self.open.last() {
            _ if removed => Place::Elsewhere,
            None if tag.name == "manifest" => self.manifest(&tag),
            Some(Place::Manifest) => self.in_manifest(&tag),
            Some(Place::Application) => self.in_application(&tag),
            Some(Place::Component) if tag.name == "intent-filter" => self.filter(),
            Some(Place::Filter) => self.in_filter(&tag),
            _ => Place::Elsewhere,
        };
        self.open.push(place);
        Ok(())
    }

    /// The element that began last ends.
    pub(super) fn close(&mut self) {
        if self.open.pop() == Some(Place::Component)
            && let Some(Draft { mut component, exported }) = self.component.take()
        {
            if exported.is_none() && component.kind == ComponentKind::Provider {
                self.unsaid.push(self.manifest.components.len());
            }
            component.exported = exported.unwrap_or(!component.filters.is_empty());
            self.manifest.components.push(component);
        }
    }

    /// The manifest, at the end of the document.
    ///
    /// # Errors
    /// Where none was declared.
    pub(super) fn finish(mut self) -> Result<Manifest, ManifestError> {
        while !self.open.is_empty() {
            self.close();
        }
        if self.manifest.package.is_empty() {
            return Err(ManifestError::NoPackage);
        }
        let made_for = self.manifest.target_sdk.or(self.manifest.min_sdk);
        let exported = made_for.is_some_and(|sdk| sdk < PRIVATE_PROVIDERS);
        for place in self.unsaid {
            if let Some(provider) = self.manifest.components.get_mut(place) {
                provider.exported = exported;
            }
        }
        Ok(self.manifest)
    }

    fn manifest(&mut self, tag: &Tag) -> Place {
        let manifest = &mut self.manifest;
        manifest.package = tag.text(Name::Package).unwrap_or_default();
        manifest.version_name = tag.text(Name::VersionName);
        let low = tag.value(Name::VersionCode).and_then(Value::number);
        let high = tag.value(Name::VersionCodeMajor).and_then(Value::number).unwrap_or(0);
        manifest.version_code = low.map(|low| u64::from(high) << 32 | u64::from(low));
        Place::Manifest
    }

    fn in_manifest(&mut self, tag: &Tag) -> Place {
        match tag.name.as_str() {
            "application" => {
                self.application.permission = tag.text(Name::Permission);
                self.application.disabled =
                    tag.value(Name::Enabled).and_then(Value::flag) == Some(false);
                return Place::Application;
            }
            "uses-sdk" => {
                let number = |name| tag.value(name).and_then(Value::number);
                self.manifest.min_sdk = number(Name::MinSdk).or(self.manifest.min_sdk);
                self.manifest.target_sdk = number(Name::TargetSdk).or(self.manifest.target_sdk);
            }
            "uses-permission" | "uses-permission-sdk-23" | "uses-permission-sdk-m" => {
                let known = &mut self.manifest.permissions;
                known.extend(tag.text(Name::Name).filter(|name| !known.contains(name)));
            }
            _ => {}
        }
        Place::Elsewhere
    }

    fn in_application(&mut self, tag: &Tag) -> Place {
        let kind = match tag.name.as_str() {
            "activity" | "activity-alias" => ComponentKind::Activity,
            "service" => ComponentKind::Service,
            "receiver" => ComponentKind::Receiver,
            "provider" => ComponentKind::Provider,
            _ => return Place::Elsewhere,
        };
        let package = &self.manifest.package;
        let Some(name) = tag.text(Name::Name).map(|name| class(package, &name)) else {
            return Place::Elsewhere;
        };
        let is_alias = tag.name == "activity-alias";
        let own = [Name::Permission, Name::ReadPermission, Name::WritePermission];
        let own = own.into_iter().find_map(|name| tag.text(name));
        let inherited = self.application.permission.clone().filter(|_| !is_alias);
        let exported = tag.value(Name::Exported).and_then(Value::flag);
        let enabled = tag.value(Name::Enabled).and_then(Value::flag).unwrap_or(true);
        let meant = tag.text(Name::TargetActivity).filter(|_| is_alias);
        self.component = Some(Draft {
            component: Component {
                kind,
                name,
                exported: false,
                enabled: enabled && !self.application.disabled,
                permission: own.or(inherited),
                alias_of: meant.map(|meant| class(package, &meant)),
                filters: Vec::new(),
            },
            exported,
        });
        Place::Component
    }

    fn filter(&mut self) -> Place {
        if let Some(draft) = &mut self.component {
            draft.component.filters.push(IntentFilter::default());
        }
        Place::Filter
    }

    fn in_filter(&mut self, tag: &Tag) -> Place {
        let draft = self.component.as_mut();
        if let Some(filter) = draft.and_then(|draft| draft.component.filters.last_mut()) {
            match tag.name.as_str() {
                "action" => filter.actions.extend(tag.text(Name::Name)),
                "category" => filter.categories.extend(tag.text(Name::Name)),
                "data" => filter.data.extend(patterns(tag)),
                _ => {}
            }
        }
        Place::Elsewhere
    }
}

/// What one `<data>` tells: several where it names several paths.
fn patterns(tag: &Tag) -> Vec<DataPattern> {
    let mut paths = tag
        .attributes
        .iter()
        .filter(|(name, _)| *name == Name::Path)
        .map(|(_, value)| value.text());
    let first = DataPattern {
        scheme: tag.text(Name::Scheme),
        host: tag.text(Name::Host),
        port: tag.text(Name::Port),
        path: paths.next(),
        mime: tag.text(Name::MimeType),
    };
    let more = paths.map(|path| DataPattern { path: Some(path), ..DataPattern::default() });
    let mut all: Vec<DataPattern> = std::iter::once(first).chain(more).collect();
    all.retain(|pattern| *pattern != DataPattern::default());
    all
}

/// A class as [`Component::name`] has it: the package cut off where it begins with it.
pub(super) fn class(package: &str, name: &str) -> String {
    match name.strip_prefix(package) {
        Some(rest) if rest.starts_with('.') => rest.to_owned(),
        _ if !name.contains('.') => format!(".{name}"),
        _ => name.to_owned(),
    }
}
