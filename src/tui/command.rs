//! Commands: everything a key, a click or the palette can ask for, as data.
//!
//! The keymap file, the help, the palette and the hints at the bottom all speak this enum.

use serde::{Deserialize, Serialize};

/// Defines [`UiCommand`] with a name, a title and the keys bound by default, from one table.
macro_rules! commands {
    ($($variant:ident, $name:literal, $context:ident, [$($key:literal),*], $title:literal;)*) => {
        /// Something the tester can ask for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum UiCommand {
            $(
                #[doc = $title]
                #[serde(rename = $name)]
                $variant,
            )*
        }

        impl UiCommand {
            /// All commands in the order in which help lists them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name in the keymap file.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What it does, as a short title.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)* }
            }

            /// The panes in which its keys work.
            pub const fn context(self) -> KeyContext {
                match self { $(Self::$variant => KeyContext::$context,)* }
            }

            /// The keys bound to it unless the user's keymap says otherwise.
            pub const fn default_keys(self) -> &'static [&'static str] {
                match self { $(Self::$variant => &[$($key),*],)* }
            }
        }
    };
}

impl UiCommand {
    /// True for what only the tester of a running session can want: a recording has happened.
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
                | Self::Charter
                | Self::Note
                | Self::Bug
        )
    }
}

/// Where a key works: everywhere, or while one pane has the focus (where it comes first).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeyContext {
    /// Everywhere.
    Global,
    /// In the Screen pane.
    Screen,
    /// In the Widgets pane.
    Widgets,
    /// In the Model pane.
    Model,
    /// In the Reasoning pane.
    Reasoning,
}

impl KeyContext {
    /// The heading in help.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Global => "Everywhere",
            Self::Screen => "Screen",
            Self::Widgets => "Widgets",
            Self::Model => "Model",
            Self::Reasoning => "Reasoning",
        }
    }
}

commands! {
    Approve, "approve", Global, ["a"], "Approve the proposal";
    ApprovePlan, "approve-plan", Global, ["P"], "Whole plan: approve all its steps";
    Skip, "skip", Global, ["s"], "Skip: propose something else";
    Reject, "reject", Global, ["r"], "Reject with a reason";
    Edit, "edit", Global, ["e"], "Edit the proposed action";
    Say, "say", Global, ["i"], "Say something";
    DoElse, "do-else", Global, ["d"], "Do something else";
    Step, "step", Global, ["space"], "Step: propose or approve; play or pause a recording";
    Auto, "auto", Global, ["A"], "Auto-run until …";
    Pause, "pause", Global, ["p"], "Pause at once";
    StepMode, "step-mode", Global, [], "Step mode: propose only when asked";
    ApproveMode, "approve-mode", Global, [], "Approve mode: every proposal waits";
    Observe, "observe", Global, ["ctrl-r"], "Observe the device again";
    GoTo, "go-to", Global, ["g"], "Go back to a state";
    Charter, "charter", Global, ["c"], "Write the charter";
    Note, "note", Global, ["n"], "Take a note";
    Bug, "bug", Global, ["b"], "Mark a bug";
    FocusNext, "focus-next", Global, ["tab"], "Next pane";
    FocusPrevious, "focus-previous", Global, ["backtab"], "Previous pane";
    FocusScreen, "focus-screen", Global, ["1"], "Screen pane";
    FocusWidgets, "focus-widgets", Global, ["2"], "Widgets pane";
    FocusModel, "focus-model", Global, ["3"], "Model pane";
    FocusReasoning, "focus-reasoning", Global, ["4"], "Reasoning pane";
    Zoom, "zoom", Global, ["z"], "One pane alone, or all";
    Earlier, "earlier", Global, ["["], "One step into the past";
    Later, "later", Global, ["]"], "One step towards the present";
    First, "first", Global, ["{"], "The first step";
    Live, "live", Global, ["}"], "Back to live";
    Faster, "faster", Global, [">"], "Play a recording faster";
    Slower, "slower", Global, ["<"], "Play a recording slower";
    Search, "search", Global, ["/"], "Search steps, states and findings";
    Exchanges, "exchanges", Global, ["x"], "Exchanges of this step";
    Palette, "palette", Global, [":", "ctrl-p"], "All commands";
    Help, "help", Global, ["?", "f1"], "Help";
    Log, "log", Global, ["L"], "Messages so far";
    Sessions, "sessions", Global, ["o"], "Sessions and targets";
    Theme, "theme", Global, ["T"], "Next theme";
    ReloadTheme, "reload-theme", Global, ["ctrl-t"], "Read the theme's file again";
    Quit, "quit", Global, ["q", "ctrl-c"], "End the session and quit";
    Suspend, "suspend", Global, ["ctrl-z"], "Suspend the program";
    ScreenView, "screen-view", Global, ["v"], "Picture, boxes or wireframe";
    Up, "up", Global, ["up", "k"], "Up";
    Down, "down", Global, ["down", "j"], "Down";
    Left, "left", Global, ["left", "h"], "Left";
    Right, "right", Global, ["right", "l"], "Right";
    PageUp, "page-up", Global, ["pageup"], "A page up";
    PageDown, "page-down", Global, ["pagedown"], "A page down";
    Top, "top", Global, ["home"], "To the top";
    Bottom, "bottom", Global, ["end"], "To the bottom";
    Open, "open", Global, ["enter"], "Do or open what is selected";
    Copy, "copy", Global, ["y"], "Copy what is selected";
    Filter, "filter", Widgets, ["f"], "Filter the list";
    ZoomIn, "zoom-in", Model, ["+", "="], "Larger boxes";
    ZoomOut, "zoom-out", Model, ["-"], "Smaller boxes";
    Follow, "follow", Model, ["f"], "Follow the current state";
    Near, "near", Model, ["N"], "Only the neighbourhood";
    Walk, "walk", Model, ["w"], "Walk: arrows go from state to state";
    Deselect, "deselect", Model, ["esc"], "Select nothing";
    AsList, "as-list", Model, ["t"], "Graph or list";
    Fold, "fold", Reasoning, ["f"], "Fold or unfold details";
}
