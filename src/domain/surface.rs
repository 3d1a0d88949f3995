//! What a screen is made of: widgets on a display, or a turn of a dialogue.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::spoken::DialogueTurn;

/// What a screen is made of. The backend chooses it once for each screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Surface {
    /// A display with the screen's widgets.
    #[default]
    Display,
    /// A voice app's turn. There are no widgets.
    Dialogue(DialogueTurn),
}

impl Surface {
    /// The voice app's turn; `None` on a display.
    pub const fn dialogue(&self) -> Option<&DialogueTurn> {
        match self {
            Self::Dialogue(turn) => Some(turn),
            Self::Display => None,
        }
    }

    /// True for a display.
    pub const fn is_display(&self) -> bool {
        matches!(self, Self::Display)
    }

    /// True for a dialogue.
    pub const fn is_dialogue(&self) -> bool {
        matches!(self, Self::Dialogue(_))
    }
}

/// The stored form is the turn alone, as in sessions recorded before there was a `Surface`.
impl Serialize for Surface {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.dialogue().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Surface {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let turn = Option::<DialogueTurn>::deserialize(deserializer)?;
        Ok(turn.map_or(Self::Display, Self::Dialogue))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Screen;

    #[test]
    fn screens_are_stored_as_before_there_was_a_surface() {
        let turn = DialogueTurn { text: "Hello.".into(), open: true, ..DialogueTurn::default() };
        let spoken = Screen::of_speech("quiz", turn.clone());
        let stored = serde_json::to_value(&spoken).unwrap();
        assert_eq!(stored["spoken"]["text"], "Hello.");
        let read: Screen = serde_json::from_value(stored).unwrap();
        assert_eq!(read.surface, Surface::Dialogue(turn));

        let shown = Screen { surface: Surface::Display, ..spoken };
        let stored = serde_json::to_value(&shown).unwrap();
        assert_eq!(stored.get("spoken"), None);
        assert_eq!(serde_json::from_value::<Screen>(stored).unwrap(), shown);
    }
}
