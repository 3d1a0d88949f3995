//! The panes, as one table. Focus keys, help, the command palette, the layout and
//! `docs/terminal.md` are made from it.
//!
//! A new pane is a file or folder below `panes/` with a type that implements
//! [`Pane`], and one row here.

mod attack;
mod available;
mod conversation;
mod filter;
mod inputs;
mod model;
mod reasoning;
mod screen;
mod widgets;

pub(super) use model::growth_curve::curve;
pub(super) use screen::{CellScreen, DisplayStage};

use super::image::PictureSetting;
use super::pane::Pane;
use crate::session::Timeline;

/// What a session's screens are made of. It decides which type a pane has, once for a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SessionSurface {
    /// A display with widgets.
    #[default]
    Display,
    /// The dialogue with a voice app.
    Dialogue,
}

impl SessionSurface {
    /// The surface of `session`; a display as long as nothing is known of it.
    pub fn of(session: &Timeline) -> Self {
        if session.facts.is_spoken() { Self::Dialogue } else { Self::Display }
    }

    /// True for a dialogue.
    pub const fn is_dialogue(self) -> bool {
        matches!(self, Self::Dialogue)
    }
}

/// The part of the terminal that a pane takes. Panes of the same part share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaneArea {
    /// The column at the left, as wide as the picture needs it.
    Picture,
    /// Right of it, at the top.
    List,
    /// At the far right.
    Graph,
    /// Below the list.
    Text,
}

/// A pane for one kind of surface.
pub struct PaneVariant {
    /// Its name in its border.
    pub title: &'static str,
    /// What it shows, for the documentation.
    pub shows: &'static str,
    /// Makes one that shows pictures so.
    pub make: fn(PictureSetting) -> Box<dyn Pane>,
}

/// One row of the table.
pub struct PaneRow {
    /// The key that gives it the focus unless the keymap says otherwise; also its number.
    pub key: &'static str,
    /// The command that gives it the focus: its name in the keymap file, and its title.
    pub focus: (&'static str, &'static str),
    /// Where it is placed.
    pub area: PaneArea,
    /// False if it is drawn only while it has the focus, instead of what else takes its area.
    pub always: bool,
    /// Columns and rows, border included, that it needs to stand beside others.
    pub minimum: (u16, u16),
    /// The pane of a session on a display.
    pub display: PaneVariant,
    /// The pane of a session with a voice app; `None` if it is the same.
    pub dialogue: Option<PaneVariant>,
}

/// Defines [`PaneId`] and its rows from one table.
macro_rules! panes {
    ($($id:ident: $row:expr;)*) => {
        /// A pane. The order is that in which the focus goes through them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum PaneId {
            $(
                #[doc = concat!("The ", stringify!($id), " pane.")]
                $id,
            )*
        }

        impl PaneId {
            /// All, in the order in which the focus goes through them.
            pub const ALL: &'static [Self] = &[$(Self::$id),*];

            /// Its row in the table.
            pub const fn row(self) -> &'static PaneRow {
                match self {
                    $(Self::$id => const { &$row },)*
                }
            }
        }
    };
}

panes! {
    Screen: PaneRow {
        key: "1",
        focus: ("focus-screen", "Screen pane"),
        area: PaneArea::Picture,
        always: true,
        minimum: (28, 18),
        display: PaneVariant {
            title: "Screen",
            shows: "the live picture with numbered widgets",
            make: |pictures| Box::new(screen::ScreenPane::new(pictures)),
        },
        dialogue: Some(PaneVariant {
            title: "Conversation",
            shows: "the dialogue with the voice app",
            make: |_| Box::<conversation::ConversationPane>::default(),
        }),
    };
    Widgets: PaneRow {
        key: "2",
        focus: ("focus-widgets", "Widgets pane"),
        area: PaneArea::List,
        always: true,
        minimum: (36, 10),
        display: PaneVariant {
            title: "Widgets",
            shows: "the widgets on the screen, how often each was tried and where it led",
            make: |_| Box::<widgets::WidgetsPane>::default(),
        },
        dialogue: Some(PaneVariant {
            title: "Inputs",
            shows: "what can be said, how often it was said and where it led",
            make: |_| Box::<inputs::InputsPane>::default(),
        }),
    };
    Model: PaneRow {
        key: "3",
        focus: ("focus-model", "Model pane"),
        area: PaneArea::Graph,
        always: true,
        minimum: (36, 10),
        display: PaneVariant {
            title: "Model",
            shows: "the behaviour model as a graph or a list, and how it grows",
            make: |pictures| Box::new(model::ModelPane::new(pictures)),
        },
        dialogue: None,
    };
    Reasoning: PaneRow {
        key: "4",
        focus: ("focus-reasoning", "Reasoning pane"),
        area: PaneArea::Text,
        always: true,
        minimum: (36, 8),
        display: PaneVariant {
            title: "Reasoning",
            shows: "what is proposed and why, what was decided, and what came of it",
            make: |_| Box::<reasoning::ReasoningPane>::default(),
        },
        dialogue: None,
    };
    Attack: PaneRow {
        key: "5",
        focus: ("focus-attack", "Attack pane"),
        area: PaneArea::Graph,
        always: false,
        minimum: (36, 10),
        display: PaneVariant {
            title: "Attack",
            shows: "the form that is attacked: its fields, what comes next, and what each input did",
            make: |_| Box::<attack::AttackPane>::default(),
        },
        dialogue: None,
    };
}

impl PaneId {
    /// The pane that a session with this surface has.
    pub const fn variant(self, surface: SessionSurface) -> &'static PaneVariant {
        let row = self.row();
        match (&row.dialogue, surface) {
            (Some(dialogue), SessionSurface::Dialogue) => dialogue,
            _ => &row.display,
        }
    }

    /// Its name in its border.
    pub const fn title(self, surface: SessionSurface) -> &'static str {
        self.variant(surface).title
    }
}

/// The panes of a session with this surface, in the order of [`PaneId::ALL`].
pub fn of(surface: SessionSurface, pictures: PictureSetting) -> Vec<Box<dyn Pane>> {
    PaneId::ALL.iter().map(|pane| (pane.variant(surface).make)(pictures)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_makes_the_pane_that_it_is_for() {
        for surface in [SessionSurface::Display, SessionSurface::Dialogue] {
            let made: Vec<PaneId> =
                of(surface, PictureSetting::default()).iter().map(|pane| pane.id()).collect();
            assert_eq!(made, PaneId::ALL);
        }
    }
}
