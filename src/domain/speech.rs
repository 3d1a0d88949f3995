//! What a voice app says, and what can be said to it: pure text work, no model.
//!
//! The five kinds of question and what answers them follow Elevate (section III-B), which takes
//! them from SkillExplorer.

/// What every voice app should understand at any time.
pub const SYSTEM: &[&str] = &["help", "repeat", "pause", "resume", "stop", "what's the time"];

/// The kind of question a sentence asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Question {
    /// Answered by yes or no.
    YesNo,
    /// Answered by one of the options it names.
    Selection,
    /// Tells what to say.
    Instruction,
    /// Opened by a question word.
    Wh,
    /// Tells what to say and names options.
    InstructionSelection,
    /// Opened by a question word and names options.
    WhSelection,
    /// Could be answered by yes or no but names options.
    YesNoSelection,
    /// Asks nothing.
    Statement,
}

/// Something to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The words.
    pub words: String,
    /// The kind of question that asked for it.
    pub question: Question,
}

/// `text` as states and inputs are compared: lower case, letters and digits only, single spaces.
pub fn normal(text: &str) -> String {
    let lower = text.to_lowercase();
    let kept = |c: char| if c.is_alphanumeric() || c == '\'' { c } else { ' ' };
    let plain: String = lower.chars().map(kept).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the words of `text` ask to be answered with, likeliest first.
pub fn replies(text: &str) -> Vec<Reply> {
    let _ = text;
    Vec::new()
}

/// True where two outputs mean the same.
pub fn same_meaning(one: &str, other: &str) -> bool {
    let folded =
        |text: &str| -> String { normal(text).chars().filter(|c| !c.is_ascii_digit()).collect() };
    folded(one) == folded(other)
}
