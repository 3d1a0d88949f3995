//! From start and end tags to a manifest.

use super::ManifestError;
use super::tag::{AttributeValue, KnownAttribute, ManifestTag};
use crate::domain::manifest::{AppComponent, ComponentKind, DataPattern, IntentFilter, Manifest};

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
enum ManifestPosition {
    Manifest,
    Application,
    Component,
    Filter,
    /// What is inside is not read.
    Elsewhere,
}

/// Takes tags in document order.
#[derive(Debug, Default)]
pub(super) struct ManifestBuilder {
    manifest: Manifest,
    open: Vec<ManifestPosition>,
    is_manifest: bool,
    elements: usize,
    text: usize,
    application: ApplicationDefaults,
    component: Option<ComponentDraft>,
    /// The places of the providers that do not say whether they are exported.
    unsaid: Vec<usize>,
}

/// What an application says for all of its components.
#[derive(Debug, Default)]
struct ApplicationDefaults {
    permission: Option<String>,
    disabled: bool,
}

/// A component whose end has not come.
#[derive(Debug)]
struct ComponentDraft {
    component: AppComponent,
    /// What it says itself.
    exported: Option<bool>,
}

impl ManifestBuilder {
    /// An element begins.
    ///
    /// # Errors
    /// If there are too many of them or too many inside of each other.
    pub(super) fn open(&mut self, tag: &ManifestTag) -> Result<(), ManifestError> {
        self.elements += 1;
        let values = tag.attributes.iter().map(|(_, value)| value);
        self.text += values.map(|value| value.text().len()).sum::<usize>();
        if self.elements > MOST_ELEMENTS || self.open.len() >= DEEPEST || self.text > MOST_TEXT {
            let limit = format!("{MOST_ELEMENTS} elements, {DEEPEST} inside of each other");
            return Err(ManifestError::TooLarge { what: "the manifest", limit });
        }
        let removed = tag.text(KnownAttribute::Node).is_some_and(|node| node.starts_with("remove"));
        let place = match self.open.last() {
            _ if removed => ManifestPosition::Elsewhere,
            None if tag.name == "manifest" => self.manifest(tag),
            Some(ManifestPosition::Manifest) => self.in_manifest(tag),
            Some(ManifestPosition::Application) => self.in_application(tag),
            Some(ManifestPosition::Component) if tag.name == "intent-filter" => self.filter(),
            Some(ManifestPosition::Filter) => self.in_filter(tag),
            _ => ManifestPosition::Elsewhere,
        };
        self.open.push(place);
        Ok(())
    }

    /// The element that began last ends.
    pub(super) fn close(&mut self) {
        if self.open.pop() == Some(ManifestPosition::Component)
            && let Some(ComponentDraft { mut component, exported }) = self.component.take()
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
    /// If none was declared.
    pub(super) fn finish(mut self) -> Result<Manifest, ManifestError> {
        while !self.open.is_empty() {
            self.close();
        }
        if !self.is_manifest {
            return Err(ManifestError::NoManifestElement);
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

    fn manifest(&mut self, tag: &ManifestTag) -> ManifestPosition {
        self.is_manifest = true;
        let manifest = &mut self.manifest;
        manifest.package = tag.text(KnownAttribute::Package).unwrap_or_default();
        manifest.version_name = tag.text(KnownAttribute::VersionName);
        let low = tag.value(KnownAttribute::VersionCode).and_then(AttributeValue::number);
        let high = tag
            .value(KnownAttribute::VersionCodeMajor)
            .and_then(AttributeValue::number)
            .unwrap_or(0);
        manifest.version_code = low.map(|low| u64::from(high) << 32 | u64::from(low));
        ManifestPosition::Manifest
    }

    fn in_manifest(&mut self, tag: &ManifestTag) -> ManifestPosition {
        match tag.name.as_str() {
            "application" => {
                self.application.permission = tag.text(KnownAttribute::Permission);
                self.application.disabled =
                    tag.value(KnownAttribute::Enabled).and_then(AttributeValue::flag)
                        == Some(false);
                return ManifestPosition::Application;
            }
            "uses-sdk" => {
                let number = |name| tag.value(name).and_then(AttributeValue::number);
                self.manifest.min_sdk = number(KnownAttribute::MinSdk).or(self.manifest.min_sdk);
                self.manifest.target_sdk =
                    number(KnownAttribute::TargetSdk).or(self.manifest.target_sdk);
            }
            "uses-permission" | "uses-permission-sdk-23" | "uses-permission-sdk-m" => {
                let known = &mut self.manifest.permissions;
                known.extend(tag.text(KnownAttribute::Name).filter(|name| !known.contains(name)));
            }
            _ => {}
        }
        ManifestPosition::Elsewhere
    }

    fn in_application(&mut self, tag: &ManifestTag) -> ManifestPosition {
        let kind = match tag.name.as_str() {
            "activity" | "activity-alias" => ComponentKind::Activity,
            "service" => ComponentKind::Service,
            "receiver" => ComponentKind::Receiver,
            "provider" => ComponentKind::Provider,
            _ => return ManifestPosition::Elsewhere,
        };
        let package = &self.manifest.package;
        let Some(name) = tag.text(KnownAttribute::Name).map(|name| class(package, &name)) else {
            return ManifestPosition::Elsewhere;
        };
        let is_alias = tag.name == "activity-alias";
        let own = [
            KnownAttribute::Permission,
            KnownAttribute::ReadPermission,
            KnownAttribute::WritePermission,
        ];
        let own = own.into_iter().find_map(|name| tag.text(name));
        let inherited = self.application.permission.clone().filter(|_| !is_alias);
        let exported = tag.value(KnownAttribute::Exported).and_then(AttributeValue::flag);
        let enabled =
            tag.value(KnownAttribute::Enabled).and_then(AttributeValue::flag).unwrap_or(true);
        let meant = tag.text(KnownAttribute::TargetActivity).filter(|_| is_alias);
        self.component = Some(ComponentDraft {
            component: AppComponent {
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
        ManifestPosition::Component
    }

    fn filter(&mut self) -> ManifestPosition {
        if let Some(draft) = &mut self.component {
            draft.component.filters.push(IntentFilter::default());
        }
        ManifestPosition::Filter
    }

    fn in_filter(&mut self, tag: &ManifestTag) -> ManifestPosition {
        let draft = self.component.as_mut();
        if let Some(filter) = draft.and_then(|draft| draft.component.filters.last_mut()) {
            match tag.name.as_str() {
                "action" => filter.actions.extend(tag.text(KnownAttribute::Name)),
                "category" => filter.categories.extend(tag.text(KnownAttribute::Name)),
                "data" => filter.data.extend(patterns(tag)),
                _ => {}
            }
        }
        ManifestPosition::Elsewhere
    }
}

/// What one `<data>` tells: several if it names several paths.
fn patterns(tag: &ManifestTag) -> Vec<DataPattern> {
    let mut paths = tag
        .attributes
        .iter()
        .filter(|(name, _)| *name == KnownAttribute::Path)
        .map(|(_, value)| value.text());
    let first = DataPattern {
        scheme: tag.text(KnownAttribute::Scheme),
        host: tag.text(KnownAttribute::Host),
        port: tag.text(KnownAttribute::Port),
        path: paths.next(),
        mime: tag.text(KnownAttribute::MimeType),
    };
    let more = paths.map(|path| DataPattern { path: Some(path), ..DataPattern::default() });
    let mut all: Vec<DataPattern> = std::iter::once(first).chain(more).collect();
    all.retain(|pattern| *pattern != DataPattern::default());
    all
}

/// A class as [`AppComponent::name`] has it: the package cut off if it begins with it.
pub(super) fn class(package: &str, name: &str) -> String {
    match name.strip_prefix(package) {
        Some(rest) if rest.starts_with('.') => rest.to_owned(),
        _ if !name.contains('.') => format!(".{name}"),
        _ => name.to_owned(),
    }
}
