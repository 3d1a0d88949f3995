//! Start tags, as both the binary and the plain form tell them.

/// The attributes that are read, with the resource ids that stand for them in the binary form,
/// if a packer may have taken their names away. Source: `android.R.attr`.
const ATTRIBUTES: [(KnownAttribute, &str, u32); 24] = [
    (KnownAttribute::Name, "name", 0x0101_0003),
    (KnownAttribute::Permission, "permission", 0x0101_0006),
    (KnownAttribute::ReadPermission, "readPermission", 0x0101_0007),
    (KnownAttribute::WritePermission, "writePermission", 0x0101_0008),
    (KnownAttribute::Enabled, "enabled", 0x0101_000e),
    (KnownAttribute::Exported, "exported", 0x0101_0010),
    (KnownAttribute::MimeType, "mimeType", 0x0101_0026),
    (KnownAttribute::Scheme, "scheme", 0x0101_0027),
    (KnownAttribute::Host, "host", 0x0101_0028),
    (KnownAttribute::Port, "port", 0x0101_0029),
    (KnownAttribute::Path, "path", 0x0101_002a),
    (KnownAttribute::Path, "pathPrefix", 0x0101_002b),
    (KnownAttribute::Path, "pathPattern", 0x0101_002c),
    // Newer than the oldest table of resource ids: by name alone.
    (KnownAttribute::Path, "pathSuffix", 0),
    (KnownAttribute::Path, "pathAdvancedPattern", 0),
    (KnownAttribute::TargetActivity, "targetActivity", 0x0101_0202),
    (KnownAttribute::MinSdk, "minSdkVersion", 0x0101_020c),
    (KnownAttribute::VersionCode, "versionCode", 0x0101_021b),
    (KnownAttribute::VersionName, "versionName", 0x0101_021c),
    (KnownAttribute::TargetSdk, "targetSdkVersion", 0x0101_0270),
    (KnownAttribute::VersionCodeMajor, "versionCodeMajor", 0x0101_0576),
    // These two are of no name space of Android's.
    (KnownAttribute::Package, "package", 0),
    (KnownAttribute::Node, "node", 0),
    (KnownAttribute::Split, "split", 0),
];

/// The resource id that stands for Android's attribute of this name.
pub fn resource_id(name: &str) -> Option<u32> {
    let (_, _, id) = ATTRIBUTES.iter().find(|(_, known, _)| *known == name)?;
    Some(*id).filter(|id| *id != 0)
}

/// The attributes that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownAttribute {
    Name,
    Permission,
    ReadPermission,
    WritePermission,
    Enabled,
    Exported,
    MimeType,
    Scheme,
    Host,
    Port,
    /// Whole, its beginning, its end, or a pattern.
    Path,
    TargetActivity,
    MinSdk,
    VersionCode,
    VersionName,
    TargetSdk,
    VersionCodeMajor,
    /// `package`, without a name space.
    Package,
    /// `tools:node`: what the build is to do with the element.
    Node,
    /// `split`: the APK holds a part of an app.
    Split,
}

/// Where an attribute's name comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttributeNamespace {
    /// None.
    Bare,
    /// `http://schemas.android.com/apk/res/android`
    Android,
    /// `http://schemas.android.com/tools`
    Tools,
}

impl KnownAttribute {
    /// The attribute of this name, if it is read.
    pub(super) fn of(space: AttributeNamespace, name: &str) -> Option<Self> {
        let known = ATTRIBUTES.iter().find(|(_, known, _)| *known == name)?.0;
        let belongs = match known {
            Self::Package | Self::Split => space == AttributeNamespace::Bare,
            Self::Node => space == AttributeNamespace::Tools,
            _ => space == AttributeNamespace::Android,
        };
        belongs.then_some(known)
    }

    /// The attribute with this resource id, if it is read.
    pub(super) fn of_id(id: u32) -> Option<Self> {
        let found = ATTRIBUTES.iter().find(|(_, _, known)| *known == id && id != 0)?;
        Some(found.0)
    }
}

/// What an attribute says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AttributeValue {
    /// A text, as it stands.
    Text(String),
    /// A number.
    Number(u32),
    /// Yes or no.
    Flag(bool),
}

impl AttributeValue {
    /// As text; what it says if it is none.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
            Self::Flag(flag) => flag.to_string(),
        }
    }

    /// As a number; none for texts that are none, such as an API level's code name.
    pub(super) fn number(&self) -> Option<u32> {
        match self {
            Self::Text(text) => text.trim().parse().ok(),
            Self::Number(number) => Some(*number),
            Self::Flag(_) => None,
        }
    }

    /// As yes or no; none for what is neither, such as a reference that could not be looked up.
    pub(super) fn flag(&self) -> Option<bool> {
        match self {
            Self::Text(text) => match text.trim() {
                "true" | "1" => Some(true),
                "false" | "0" => Some(false),
                _ => None,
            },
            Self::Number(number) => Some(*number != 0),
            Self::Flag(flag) => Some(*flag),
        }
    }
}

/// A start tag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ManifestTag {
    /// The element's name.
    pub(super) name: String,
    /// Its attributes that are read, in order.
    pub(super) attributes: Vec<(KnownAttribute, AttributeValue)>,
}

impl ManifestTag {
    /// What the first attribute of this name says.
    pub(super) fn value(&self, name: KnownAttribute) -> Option<&AttributeValue> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The same as text; none if it is empty.
    pub(super) fn text(&self, name: KnownAttribute) -> Option<String> {
        self.value(name).map(AttributeValue::text).filter(|text| !text.is_empty())
    }
}
