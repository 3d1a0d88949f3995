//! A scripted device.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;

use crate::device::{CommandOutput, DeviceShell, ShellError};

/// A shell that answers from a table and writes down what it was asked.
#[derive(Default)]
pub(super) struct Script {
    /// What commands begin with, and the answers in turn; the last one is kept.
    answers: Mutex<Vec<(String, Answers)>>,
    asked: Mutex<Vec<String>>,
}

type Answers = VecDeque<Result<CommandOutput, ShellError>>;

impl Script {
    /// Sets the answers to commands that begin with `start`.
    pub(super) fn set(&self, start: &str, answers: Vec<Result<CommandOutput, ShellError>>) {
        let mut table = self.answers.lock().unwrap();
        table.retain(|(known, _)| known != start);
        table.push((start.to_owned(), answers.into()));
        // The longest start decides.
        table.sort_by_key(|(start, _)| std::cmp::Reverse(start.len()));
    }

    pub(super) fn answer(&self, start: &str, answer: Result<CommandOutput, ShellError>) {
        self.set(start, vec![answer]);
    }

    pub(super) fn says(self: &Arc<Self>, start: &str, text: &str) -> &Arc<Self> {
        self.answer(start, Ok(CommandOutput { stdout: text.into(), ..CommandOutput::default() }));
        self
    }

    /// What was asked since the last call.
    pub(super) fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }

    /// What was asked since the last call and did more than look.
    pub(super) fn acted(&self) -> Vec<String> {
        let acts = ["input", "am ", "pm clear", "pm grant", "settings put", "ime set", "sendevent"];
        let mut asked = self.asked();
        asked.retain(|command| acts.iter().any(|act| command.starts_with(act)));
        asked
    }
}

impl DeviceShell for Script {
    fn run<'a>(&'a self, command: &'a str) -> BoxFuture<'a, Result<CommandOutput, ShellError>> {
        self.asked.lock().unwrap().push(command.to_owned());
        let mut table = self.answers.lock().unwrap();
        let answers = table.iter_mut().find(|(start, _)| command.starts_with(start));
        let answer = match answers {
            Some((_, answers)) if answers.len() > 1 => answers.pop_front().unwrap(),
            Some((_, answers)) => answers[0].clone(),
            None => Ok(CommandOutput::default()),
        };
        Box::pin(async { answer })
    }

    fn reconnect(&self) -> BoxFuture<'_, Result<(), ShellError>> {
        Box::pin(async { Ok(()) })
    }
}
