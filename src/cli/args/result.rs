//! How the result of a run or of a fleet is given.

use std::path::PathBuf;

use clap::{Args as Group, ValueEnum};

use crate::domain::FindingKind;

/// How a result is given, and when it counts as a failure.
#[derive(Clone, Debug, Group)]
pub struct ResultArgs {
    /// Print the result as a JSON object.
    #[arg(long)]
    pub json: bool,
    /// Exit with code 1 if there is a finding of one of these kinds.
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    pub fail_on: Vec<FailingKind>,
    /// Write the findings to a JUnit XML file.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
}

/// A kind of finding that makes a run fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailingKind {
    /// A crash, Java, Kotlin or native.
    Crash,
    /// An app that is not responding.
    Anr,
    /// An error that a script of a web page did not catch.
    Script,
    /// A functional bug.
    Bug,
}

impl FailingKind {
    /// True if this names `kind`.
    pub const fn names(self, kind: FindingKind) -> bool {
        matches!(
            (self, kind),
            (Self::Crash, FindingKind::Crash)
                | (Self::Anr, FindingKind::Anr)
                | (Self::Script, FindingKind::Script)
                | (Self::Bug, FindingKind::Bug)
        )
    }
}
