//! What Monitor and Detector tell the Explorer.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

/// Functions, hints and wrong actions that are kept, each.
const KEPT: usize = 12;

/// A function of the app that was tested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionRecord {
    /// What it is called.
    pub name: String,
    /// True if it does what it should; `None` if nobody has judged it.
    pub sound: Option<bool>,
}

/// Shared by the oracle and the Explorer of one session.
#[derive(Clone, Debug, Default)]
pub struct FunctionBoard {
    inner: Arc<Mutex<BoardContent>>,
}

#[derive(Debug, Default)]
struct BoardContent {
    current: String,
    finished: Vec<FunctionRecord>,
    hints: Vec<String>,
    wrong: Vec<u64>,
}

impl FunctionBoard {
    fn content(&self) -> MutexGuard<'_, BoardContent> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `name` is what is tested now.
    pub fn begin(&self, name: &str) {
        name.clone_into(&mut self.content().current);
    }

    /// The function `name` was judged.
    pub fn finish(&self, name: &str, sound: Option<bool>) {
        let mut content = self.content();
        content.finished.push(FunctionRecord { name: name.to_owned(), sound });
        keep(&mut content.finished);
    }

    /// The Detector asks for more, or says which steps missed what was meant.
    pub fn advise(&self, hints: &[String], wrong: &[u64]) {
        let mut content = self.content();
        content.hints.extend_from_slice(hints);
        content.wrong.extend_from_slice(wrong);
        keep(&mut content.hints);
        keep(&mut content.wrong);
    }

    /// What is tested now; empty at the beginning.
    pub fn current(&self) -> String {
        self.content().current.clone()
    }

    /// The functions that were tested, the latest last.
    pub fn finished(&self) -> Vec<FunctionRecord> {
        self.content().finished.clone()
    }

    /// What the Detector wants to see, the latest last.
    pub fn hints(&self) -> Vec<String> {
        self.content().hints.clone()
    }

    /// The steps that missed what was meant.
    pub fn wrong_steps(&self) -> Vec<u64> {
        self.content().wrong.clone()
    }
}

/// Leaves out the oldest.
fn keep<T>(list: &mut Vec<T>) {
    let over = list.len().saturating_sub(KEPT);
    list.drain(..over);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_see_the_same_and_the_oldest_is_left_out() {
        let (oracle, explorer) = {
            let board = FunctionBoard::default();
            (board.clone(), board)
        };
        for number in 0..20 {
            oracle.finish(&format!("function {number}"), Some(true));
        }
        oracle.begin("searching");
        oracle.advise(&["Search for nothing.".to_owned()], &[7]);
        assert_eq!(explorer.current(), "searching");
        assert_eq!(explorer.finished().len(), KEPT);
        assert_eq!(explorer.finished()[KEPT - 1].name, "function 19");
        assert_eq!((explorer.hints().len(), explorer.wrong_steps()), (1, vec![7]));
    }
}
