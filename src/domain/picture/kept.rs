//! Which pictures a session keeps.

use serde::Deserialize;

/// Which pictures of a session are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeptPictures {
    /// All, without loss.
    #[default]
    All,
    /// All, but the status bar with its clock may be that of another picture.
    Changes,
    /// All, at most 360 pixels on the shorter side.
    Small,
    /// None.
    None,
}

impl KeptPictures {
    /// Every choice with its name.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("all", Self::All),
        ("changes", Self::Changes),
        ("small", Self::Small),
        ("none", Self::None),
    ];

    /// The choice called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(known, _)| *known == name).map(|(_, kept)| *kept)
    }
}
