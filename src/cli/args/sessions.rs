//! `ridealong sessions` and its subcommands.

use std::path::PathBuf;

use clap::{Args as Group, Subcommand};

/// `ridealong sessions`
#[derive(Debug, Group)]
pub struct SessionsArgs {
    /// What of them; without, they are listed.
    #[command(subcommand)]
    pub what: Option<SessionsCommand>,
    /// Which are listed.
    #[command(flatten)]
    pub filter: SessionFilter,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// The folder they are in.
    #[arg(long, value_name = "DIR", global = true)]
    pub sessions: Option<PathBuf>,
}

/// Which sessions are listed.
#[derive(Clone, Debug, Default, Group)]
pub struct SessionFilter {
    /// Only those with this in their name, target, app, charter, tags or findings.
    #[arg(long, value_name = "TEXT")]
    pub search: Vec<String>,
    /// Only those with this tag.
    #[arg(long, value_name = "TAG")]
    pub tag: Vec<String>,
}

/// What of the recorded sessions. A session is named by its folder, or by its name in the list.
#[derive(Debug, Subcommand)]
pub enum SessionsCommand {
    /// Give a session tags by which it is found again.
    Tag {
        /// Which.
        session: PathBuf,
        /// The tags.
        #[arg(required = true)]
        tags: Vec<String>,
        /// Take these away instead.
        #[arg(long)]
        remove: bool,
    },
    /// Delete sessions for good, after asking.
    Delete {
        /// Which.
        #[arg(required = true)]
        named: Vec<PathBuf>,
        /// Do not ask.
        #[arg(short, long)]
        yes: bool,
    },
    /// Pack a session into one file, to be handed on.
    Pack {
        /// Which.
        session: PathBuf,
        /// The file; NAME.ridealong in the working folder by default.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Hide what should not be shared.
        #[arg(long)]
        redact: bool,
        /// What is hidden.
        #[command(flatten)]
        redaction: RedactionArgs,
    },
    /// Put a packed session among the others.
    Unpack {
        /// The packed session.
        file: PathBuf,
    },
    /// Merge the models of several sessions of one app, and tell what each of them added.
    Merge {
        /// Which, in the order in which they are to be counted.
        #[arg(required = true, num_args = 2..)]
        named: Vec<PathBuf>,
        /// Write the merged model to this file: as DOT where it ends in .dot, else as JSON.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Compare two sessions of one app, such as before and after an update: states, actions and
    /// findings that are new, gone or different.
    Compare {
        /// The earlier session.
        old: PathBuf,
        /// The later session.
        new: PathBuf,
        /// Exit with 1 if the later one made findings that the earlier one did not.
        #[arg(long)]
        fail_on_new: bool,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Write a copy of a session in which nothing stands that should not be shared: password
    /// fields always, and what the rules name, in pictures, screens, prompts and texts alike.
    Redact {
        /// Which.
        session: PathBuf,
        /// The folder of the copy; beside the session by default.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// What is hidden.
        #[command(flatten)]
        redaction: RedactionArgs,
    },
}

/// What is hidden in a copy.
#[derive(Clone, Debug, Default, Group)]
pub struct RedactionArgs {
    /// Patterns, widgets and regions to hide: a TOML file (docs/sharing.md). Without it: email,
    /// phone, card, iban and token.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Hide this too: email, phone, card, iban, ip, token, or a regular expression.
    #[arg(long, value_name = "PATTERN")]
    pub pattern: Vec<String>,
}
