//! The pages of the health app, and what touches of them send.

use super::data::{Kind, Unit};
use super::forms::Form;

/// A page of the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    Welcome,
    Hello,
    Today,
    History,
    Trends,
    Plan,
    More,
    Form(Form),
    Detail(u32),
    Preview,
    Exporting,
    Exported,
    Reminders,
}

/// A dialog in front of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    Add,
    Delete(u32),
    Units,
    Unprescribe(usize),
}

/// What a touch sends.
#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// On to the second page of the introduction.
    Next,
    /// Leave the introduction.
    Begin,
    Named(String),
    Up,
    Dismiss,
    Tab(Screen),
    Day(i32),
    Add,
    NewEntry(Form),
    Page(Screen),
    Units,
    SetUnit(Unit),
    Typed(usize, String),
    Save,
    Filter(Option<Kind>),
    Show(u32),
    Edit(u32),
    AskDelete(u32),
    Delete(u32),
    Undo,
    Trend(Kind),
    Month(bool),
    Dose(usize),
    AskUnprescribe(usize),
    Unprescribe(usize),
    Remind(bool),
    AskAgain,
    Export,
    StopExport,
    Exported,
}
