//! Names of states at three levels of abstraction.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The identity of a state: a 64-bit hash, written as 16 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub u64);

impl StateId {
    /// The first six hex digits: enough for people to tell states of one session apart.
    pub fn short(self) -> String {
        format!("{:06x}", self.0 >> 40)
    }
}

impl fmt::Display for StateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for StateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StateId({self})")
    }
}

impl std::str::FromStr for StateId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(Self)
    }
}

impl Serialize for StateId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StateId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// One screen's place in the behaviour model, finest level first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StateIds {
    /// Everything that can be read on the screen.
    pub exact: StateId,
    /// The structure alone: lists and values folded (see [`crate::model::abstraction`]).
    pub structural: StateId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_survive_being_written() {
        let id = StateId(0x00ab_cdef_0123_4567);
        assert_eq!(id.to_string(), "00abcdef01234567");
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(id.short(), "00abcd");
    }
}
