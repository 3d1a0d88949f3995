//! What a voice app says, and what can be said to it: pure text processing, without a model.
//!
//! The five kinds of question and what answers them follow Elevate (section III-B), which takes
//! them from SkillExplorer. The papers find them in the parse tree of a sentence. Here small word
//! lists and the order of words suffice, which needs no library and is readable:
//!
//! - `sentence`, `token`: where sentences end; words, quoted phrases and marks;
//! - `clause`: which clause asks, and in what form; `trigger`, `instruction`: "say …", "ask me
//!   to …"; `choice`, `options`: the options of a list; `listed`: "A. … B. …"; `parallel`: questions that open alike; `direction`: ways out; `open`, `profile`: what a virtual
//!   tester says to open questions; `context`: options that the sentences before named;
//! - `reply`: puts these together for a turn; `confusion`, `breaking`, `alike`, `private`: other
//!   facts about a turn that rules and oracles need.
//!
//! English only. Each wrong option costs a step, and a missed one can be found by a model or by the
//! tester. So a doubtful option is left out.

mod alike;
mod breaking;
mod choice;
mod clause;
mod confusion;
mod context;
mod direction;
mod instruction;
mod lexicon;
mod listed;
mod open;
mod options;
mod parallel;
mod phrase;
mod private;
mod profile;
mod reply;
mod sentence;
mod token;
mod trigger;

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub use alike::{SAME, SAME_UNASKED, same_meaning, similar};
pub use breaking::{breaks_off, hangs_up, is_platforms_apology};
pub use confusion::{awaits_answer, confused, farewell};
pub use lexicon::{ONES, TENS};
pub use private::{PrivateQuestion, asks_for};
pub use profile::is_name;
pub use reply::{REPLIES_LIMIT, asked, question, replies, suggests};
pub use sentence::sentences;

/// What every voice app should understand at any time.
pub const SYSTEM: &[&str] = &["help", "repeat", "pause", "resume", "stop", "what's the time"];

/// The kind of question a sentence asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
