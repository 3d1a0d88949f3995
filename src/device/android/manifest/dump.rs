//! What `dumpsys package` prints of an app: a part of its manifest.
//!
//! Source: `PackageManagerService.dump` and `IntentResolver.dump` in Android's sources, versions 5
//! to 15. Components stand in it only if they have an intent filter (providers: always), and
//! nothing says whether they are exported or need a permission.

use std::collections::HashSet;

use super::ManifestError;
use crate::device::android::activity::ForegroundActivity as Named;
use crate::domain::manifest::{AppComponent, ComponentKind, DataPattern, IntentFilter, Manifest};

/// Headings of the tables, and the kind of component that each lists.
const TABLES: [(&str, ComponentKind); 4] = [
    ("Activity Resolver Table:", ComponentKind::Activity),
    ("Receiver Resolver Table:", ComponentKind::Receiver),
    ("Service Resolver Table:", ComponentKind::Service),
    ("Registered ContentProviders:", ComponentKind::Provider),
];

/// Lines that are read.
const MOST_LINES: usize = 200_000;

/// True if it looks like what `dumpsys package` prints.
pub(super) fn is_it(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(bytes.get(..64 * 1024).unwrap_or(bytes));
    let whole = || String::from_utf8_lossy(bytes);
    head.lines().any(|line| TABLES.iter().any(|(heading, _)| line.trim_end() == *heading))
        && package_named(&whole()).is_some()
}

/// Reads it for the first package that it tells of.
///
/// # Errors
/// If it tells of none.
pub(super) fn read_any(dump: &str) -> Result<Manifest, ManifestError> {
    let name = package_named(dump).ok_or(ManifestError::UnknownPackage)?;
    read(dump, name)
}

/// The first package in the list of packages.
fn package_named(dump: &str) -> Option<&str> {
    let mut lines = dump.lines().skip_while(|line| line.trim_end() != "Packages:");
    lines.find_map(|line| line.trim().strip_prefix("Package [")?.split(']').next())
}

/// Reads it for the package `name`.
///
/// # Errors
/// If it does not tell of it.
pub(super) fn read(dump: &str, name: &str) -> Result<Manifest, ManifestError> {
    let mut reader = DumpReader::new(name);
    for line in dump.lines().take(MOST_LINES) {
        reader.take(line);
    }
    if reader.is_known { Ok(reader.manifest) } else { Err(ManifestError::UnknownPackage) }
}

/// Which part of the print is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DumpSection {
    Table(ComponentKind),
    Packages,
    /// In the list of packages, that of the package meant.
    Package,
    /// There, the permissions that it asks for, set in deeper than so many blanks.
    Permissions(usize),
    Elsewhere,
}

struct DumpReader<'a> {
    name: &'a str,
    manifest: Manifest,
    section: DumpSection,
    is_known: bool,
    /// The component that the present lines of a table are about, and its filter if it is new.
    present: Option<(usize, bool)>,
    /// Filters that were read: the same one stands under each of its actions and schemes.
    filters: HashSet<(usize, String)>,
}

impl<'a> DumpReader<'a> {
    fn new(name: &'a str) -> Self {
        Self {
            name,
            manifest: Manifest { package: name.to_owned(), partial: true, ..Manifest::default() },
            section: DumpSection::Elsewhere,
            is_known: false,
            present: None,
            filters: HashSet::new(),
        }
    }

    fn take(&mut self, line: &str) {
        let text = line.trim();
        if !line.starts_with(char::is_whitespace) && text.ends_with(':') {
            let table = TABLES.iter().find(|(heading, _)| *heading == text);
            self.section = match table {
                Some((_, kind)) => DumpSection::Table(*kind),
                None if text == "Packages:" => DumpSection::Packages,
                None => DumpSection::Elsewhere,
            };
            self.present = None;
            return;
        }
        match self.section {
            DumpSection::Table(kind) => self.table(kind, text),
            DumpSection::Packages | DumpSection::Package | DumpSection::Permissions(_) => {
                self.package(line, text);
            }
            DumpSection::Elsewhere => {}
        }
    }

    fn table(&mut self, kind: ComponentKind, text: &str) {
        if let Some((before, filter)) = text.split_once(" filter ") {
            let named = before.split_whitespace().find_map(Named::parse);
            self.present = named.filter(|named| named.package == self.name).map(|named| {
                let place = self.component(kind, named.class);
                let id = filter.split_whitespace().next().unwrap_or_default().to_owned();
                let is_new = self.filters.insert((place, id));
                if is_new {
                    self.manifest.components[place].filters.push(IntentFilter::default());
                }
                (place, is_new)
            });
        } else if kind == ComponentKind::Provider {
            let named = text.strip_suffix(':').and_then(Named::parse);
            if let Some(named) = named.filter(|named| named.package == self.name) {
                self.component(kind, named.class);
            }
        } else if let Some((place, true)) = self.present
            && let Some(filter) = self.manifest.components[place].filters.last_mut()
        {
            fill(filter, text);
        }
    }

    /// The place of the component; it is added if it is not there.
    fn component(&mut self, kind: ComponentKind, class: String) -> usize {
        let components = &mut self.manifest.components;
        let known = components.iter().position(|known| known.kind == kind && known.name == class);
        known.unwrap_or_else(|| {
            components.push(AppComponent {
                kind,
                name: class,
                // The rule for those that do not say it; see `Manifest::partial`.
                exported: kind != ComponentKind::Provider,
                enabled: true,
                permission: None,
                alias_of: None,
                filters: Vec::new(),
            });
            components.len() - 1
        })
    }

    fn package(&mut self, line: &str, text: &str) {
        let indent = line.len() - line.trim_start().len();
        if let Some(rest) = text.strip_prefix("Package [") {
            let is_it = rest.split(']').next() == Some(self.name);
            self.is_known |= is_it;
            self.section = if is_it { DumpSection::Package } else { DumpSection::Packages };
            return;
        }
        match self.section {
            DumpSection::Permissions(heading) if indent > heading => {
                let permission = text.split(": ").next().unwrap_or(text);
                self.manifest.permissions.push(permission.to_owned());
            }
            DumpSection::Package | DumpSection::Permissions(_)
                if text == "requested permissions:" =>
            {
                self.section = DumpSection::Permissions(indent);
            }
            DumpSection::Package | DumpSection::Permissions(_) => {
                self.section = DumpSection::Package;
                self.detail(text);
            }
            _ => {}
        }
    }

    fn detail(&mut self, text: &str) {
        if let Some(version) = text.strip_prefix("versionName=") {
            let version = Some(version.to_owned()).filter(|version| version != "null");
            self.manifest.version_name = self.manifest.version_name.take().or(version);
        } else if text.starts_with("versionCode=") {
            let number = |field: &str| {
                let mut words = text.split_whitespace();
                words.find_map(|word| word.strip_prefix(field)?.parse::<u64>().ok())
            };
            let sdk = |field| number(field).and_then(|sdk| u32::try_from(sdk).ok());
            self.manifest.version_code = number("versionCode=");
            self.manifest.min_sdk = sdk("minSdk=");
            self.manifest.target_sdk = sdk("targetSdk=");
        }
    }
}

/// Takes a line that tells of a filter: `Action: "..."`, `Authority: "host": -1`,
/// `Path: "PatternMatcher{LITERAL: /x}"`.
fn fill(filter: &mut IntentFilter, text: &str) {
    let Some((word, rest)) = text.split_once(": ") else { return };
    let Some(value) = rest.strip_prefix('"').and_then(|rest| rest.rsplit_once('"')) else { return };
    let (value, behind) = (value.0.to_owned(), value.1);
    let mut data = DataPattern::default();
    match word {
        "Action" => return filter.actions.push(value),
        "Category" => return filter.categories.push(value),
        "Scheme" => data.scheme = Some(value),
        "Type" | "StaticType" => data.mime = Some(whole_type(value)),
        "Authority" => {
            data.host = Some(value);
            let port = behind.trim_start_matches(':').trim().split(' ').next();
            data.port = port.filter(|port| !port.is_empty() && *port != "-1").map(str::to_owned);
        }
        "Path" => {
            let path = value.strip_prefix("PatternMatcher{").and_then(|it| it.split_once(": "));
            let path = path.map(|(_, path)| path.strip_suffix('}').unwrap_or(path));
            data.path = Some(path.map_or_else(|| value.clone(), str::to_owned));
        }
        _ => return,
    }
    filter.data.push(data);
}

/// A type without its second half means any: `image` is `image/*`.
fn whole_type(reported: String) -> String {
    if reported.contains('/') { reported } else { format!("{reported}/*") }
}
