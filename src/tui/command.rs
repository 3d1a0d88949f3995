//! Commands: everything a key, a click or the palette can ask for, as data.
//!
//! The keymap file, the help, the palette and the hints at the bottom all speak this enum.

use self::KeyContext::{Global, Pane};
use super::panes::PaneId;

/// Defines [`UiCommand`] with a name, a title and the keys bound by default, from one table. The
/// part of a title before `:` or `,` is the short one, for the hints at the bottom.
macro_rules! commands {
    ($($variant:ident, $name:literal, $context:expr, [$($key:literal),*], $title:literal;)*) => {
        /// Something the tester can ask for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum UiCommand {
            $(
                #[doc = $title]
                $variant,
            )*
            /// Give this pane the focus; the table of panes has its name and key.
            Focus(PaneId),
        }

        impl UiCommand {
            /// The commands of this table, in the order in which help lists them.
            const TABLE: &'static [Self] = &[$(Self::$variant),*];

            /// Its name in the keymap file.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                    Self::Focus(pane) => pane.row().focus.0,
                }
            }

            /// What it does, as a short title.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$variant => $title,)*
                    Self::Focus(pane) => pane.row().focus.1,
                }
            }

            /// The panes in which its keys work.
            pub const fn context(self) -> KeyContext {
                match self {
                    $(Self::$variant => $context,)*
                    Self::Focus(_) => Global,
                }
            }

            /// The keys bound to it unless the user's keymap says otherwise.
            pub const fn default_keys(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$($key),*],)*
                    Self::Focus(pane) => std::slice::from_ref(&pane.row().key),
                }
            }
        }
    };
}

impl UiCommand {
    /// All commands in the order in which help lists them.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::TABLE.iter().flat_map(|command| {
            let panes = if *command == Self::FocusPrevious { PaneId::ALL } else { &[] };
            std::iter::once(*command).chain(panes.iter().copied().map(Self::Focus))
        })
    }

    /// The command with this name in the keymap file.
    pub fn named(name: &str) -> Option<Self> {
        // Keymap files may still have the earlier name.
        let name = if name == "look" { "observe" } else { name };
        Self::all().find(|command| command.name() == name)
    }

    /// So many rows it moves up or down in a pane that shows `height` of them, of which one stays in
    /// sight; `None` if it moves by no number of rows. Negative is up.
    pub fn rows(self, height: usize) -> Option<isize> {
        let page = isize::try_from(height.saturating_sub(1).max(1)).unwrap_or(1);
        match self {
            Self::Up => Some(-1),
            Self::Down => Some(1),
            Self::PageUp => Some(-page),
            Self::PageDown => Some(page),
            _ => None,
        }
    }

    /// True for what changes a running session, which a recording does not allow.
    pub const fn takes_part(self) -> bool {
        matches!(
            self,
            Self::Approve
                | Self::ApprovePlan
                | Self::Skip
                | Self::Reject
                | Self::Edit
                | Self::Say
                | Self::DoElse
                | Self::Auto
                | Self::StepMode
                | Self::ApproveMode
                | Self::Observe
                | Self::AttackForm
                | Self::SendNext
                | Self::AddInput
                | Self::Strike
                | Self::EndAttack
                | Self::Charter
                | Self::Note
                | Self::Bug
                | Self::Expect
        )
    }
}

/// Where a key works: in all panes, or while one of them has the focus (which comes first).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeyContext {
    /// In all panes.
    Global,
    /// In this pane.
    Pane(PaneId),
}

impl KeyContext {
    /// All: first [`Self::Global`], then the panes in their order.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Global).chain(PaneId::ALL.iter().copied().map(Pane))
    }
}

commands! {
    Approve, "approve", Global, ["a"], "Approve: perform what is proposed";
    ApprovePlan, "approve-plan", Global, ["P"], "Whole plan: approve all its steps";
    Skip, "skip", Global, ["s"], "Skip: propose something else";
    Reject, "reject", Global, ["r"], "Reject: give the explorer a reason";
    Edit, "edit", Global, ["e"], "Edit: change the proposed action";
    Say, "say", Global, ["i"], "Say: give the voice app an input";
    DoElse, "do-else", Global, ["d"], "Other: perform another action";
    Step, "step", Global, ["space"], "Step: propose or approve; play or pause a recording";
    Auto, "auto", Global, ["A"], "Auto-run: until some steps, a new state, a finding …";
    Pause, "pause", Global, ["p"], "Pause at once";
    StepMode, "step-mode", Global, [], "Step mode: propose only when asked";
    ApproveMode, "approve-mode", Global, [], "Approve mode: every proposal waits";
    Observe, "observe", Global, ["ctrl-r"], "Observe the device again";
    GoTo, "go-to", Global, ["g"], "Go to: go back to a state";
    Charter, "charter", Global, ["c"], "Charter: write down what the session is about";
    Goals, "goals", Global, ["G"], "Goals: see and change where to explore next";
    AttackForm, "attack", Global, ["F"], "Attack: send texts that may crash the app to this form";
    Note, "note", Global, ["n"], "Note: write something down";
    Bug, "bug", Global, ["b"], "Bug: mark one and describe it";
    Expect, "expect", Global, ["m"], "Mark: expect something of the widget or screen";
    Expectations, "expectations", Global, ["M"], "Expectations: see, change and undo them";
    FocusNext, "focus-next", Global, ["tab"], "Next pane";
    FocusPrevious, "focus-previous", Global, ["backtab"], "Previous pane";
    Zoom, "zoom", Global, ["z"], "Zoom: one pane alone, or all";
    Earlier, "earlier", Global, ["["], "Earlier: one step back";
    Later, "later", Global, ["]"], "Later: one step forward";
    First, "first", Global, ["{"], "First: the first step";
    Live, "live", Global, ["}"], "Live: back to the present";
    Faster, "faster", Global, [">"], "Play a recording faster";
    Slower, "slower", Global, ["<"], "Play a recording slower";
    Search, "search", Global, ["/"], "Search: steps, states, findings and notes";
    Exchanges, "exchanges", Global, ["x"], "Exchanges: what a model was asked in this step";
    Palette, "palette", Global, [":", "ctrl-p"], "Commands: find and run any of them";
    Help, "help", Global, ["?", "f1"], "Help";
    Log, "log", Global, ["L"], "Messages: warnings, findings and notes so far";
    Findings, "findings", Global, ["B"], "Findings: read them and say what they are";
    Sessions, "sessions", Global, ["o"], "Sessions: open another one, or a target";
    Theme, "theme", Global, ["T"], "Next theme";
    ReloadTheme, "reload-theme", Global, ["ctrl-t"], "Read the theme's file again";
    Quit, "quit", Global, ["q", "ctrl-c"], "Quit: end the session";
    Suspend, "suspend", Global, ["ctrl-z"], "Suspend the program";
    ScreenView, "screen-view", Global, ["v"], "View: boxes, texts, wireframe or picture";
    Up, "up", Global, ["up", "k"], "Up";
    Down, "down", Global, ["down", "j"], "Down";
    Left, "left", Global, ["left", "h"], "Left";
    Right, "right", Global, ["right", "l"], "Right";
    PageUp, "page-up", Global, ["pageup"], "A page up";
    PageDown, "page-down", Global, ["pagedown"], "A page down";
    Top, "top", Global, ["home"], "To the top";
    Bottom, "bottom", Global, ["end"], "To the bottom";
    Open, "open", Global, ["enter"], "Open: perform or open what is selected";
    Copy, "copy", Global, ["y"], "Copy: put what is selected into the clipboard";
    Filter, "filter", Pane(PaneId::Widgets), ["f"], "Filter: only rows with these words";
    ZoomIn, "zoom-in", Pane(PaneId::Model), ["+", "="], "Larger boxes";
    ZoomOut, "zoom-out", Pane(PaneId::Model), ["-"], "Smaller boxes";
    Follow, "follow", Pane(PaneId::Model), ["f"], "Follow: keep the current state in view";
    Near, "near", Pane(PaneId::Model), ["N"], "Near: only the states around this one";
    Walk, "walk", Pane(PaneId::Model), ["w"], "Walk: arrows go from state to state";
    Deselect, "deselect", Pane(PaneId::Model), ["esc"], "Select nothing";
    AsList, "as-list", Pane(PaneId::Model), ["t"], "Graph or list";
    SendNext, "send-next", Pane(PaneId::Attack), ["w"], "Next: send the selected input next";
    AddInput, "add-input", Pane(PaneId::Attack), ["+"], "Add: a text of your own, or a relation";
    Strike, "strike", Pane(PaneId::Attack), ["-"], "Strike: skip an input, forbid what is demanded";
    EndAttack, "end-attack", Pane(PaneId::Attack), ["E"], "End: the attack goes on no further";
    Fold, "fold", Pane(PaneId::Reasoning), ["f"], "Fold: hide or show details";
}
