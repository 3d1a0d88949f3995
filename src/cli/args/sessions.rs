//! `ridealong sessions` and its subcommands.

use std::path::PathBuf;

use clap::{Args as Group, Subcommand};

use crate::domain::KeptPictures;

/// `ridealong sessions`
#[derive(Debug, Group)]
pub struct SessionsArgs {
    /// The subcommand; without one the sessions are listed.
    #[command(subcommand)]
    pub what: Option<SessionsCommand>,
    /// Which sessions are listed.
    #[command(flatten)]
    pub filter: SessionFilter,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// The folder that holds the sessions.
    #[arg(long, value_name = "DIR", global = true)]
    pub sessions: Option<PathBuf>,
}

/// Which sessions are listed.
#[derive(Clone, Debug, Default, Group)]
pub struct SessionFilter {
    /// List only sessions with this text in name, target, app, charter, tags or findings.
    #[arg(long, value_name = "TEXT")]
    pub search: Vec<String>,
    /// List only sessions with this tag.
    #[arg(long, value_name = "TAG")]
    pub tag: Vec<String>,
}

/// The subcommands of `sessions`. A session is named by its folder, or by its name in the list.
#[derive(Debug, Subcommand)]
pub enum SessionsCommand {
    /// Add tags to a session, or remove them.
    Tag {
        /// The session: its folder, or its name in the list.
        session: PathBuf,
        /// The tags.
        #[arg(required = true)]
        tags: Vec<String>,
        /// Remove the tags instead of adding them.
        #[arg(long)]
        remove: bool,
    },
    /// Delete sessions permanently, after asking.
    Delete {
        /// The sessions: their folders, or their names in the list.
        #[arg(required = true)]
        named: Vec<PathBuf>,
        /// Delete without asking.
        #[arg(short, long)]
        yes: bool,
    },
    /// Make sessions smaller.
    ///
    /// Stores pictures as new sessions do: without loss in about a fifth of the space. With
    /// `--pictures changes`, `small` or `none` it keeps less of them, after asking; those of findings
    /// and notes stay.
    Prune {
        /// The sessions: their folders, or their names in the list.
        #[arg(required = true)]
        named: Vec<PathBuf>,
        /// Which pictures stay.
        #[arg(long, value_name = "WHICH", default_value = "all", value_parser = super::kept_pictures())]
        pictures: KeptPictures,
        /// Keep less without asking.
        #[arg(short, long)]
        yes: bool,
    },
    /// Pack a session into one file, to share it.
    Pack {
        /// The session: its folder, or its name in the list.
        session: PathBuf,
        /// The file to write [default: NAME.ridealong in the working folder].
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Hide private parts.
        #[arg(long)]
        redact: bool,
        /// What is hidden.
        #[command(flatten)]
        redaction: RedactionArgs,
    },
    /// Unpack a packed session into the folder of sessions.
    Unpack {
        /// The packed session.
        file: PathBuf,
    },
    /// Merge the behaviour models of several sessions of one app, and show what each one added.
    Merge {
        /// The sessions, in the order in which they are merged.
        #[arg(required = true, num_args = 2..)]
        named: Vec<PathBuf>,
        /// Write the merged model to this file: as a Graphviz graph if it ends in .dot, else as JSON.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Compare two sessions of one app, such as before and after an update.
    ///
    /// Shows states, actions and findings that are new, missing or different.
    Compare {
        /// The earlier session.
        old: PathBuf,
        /// The later session.
        new: PathBuf,
        /// Exit with code 1 if the later session has findings that the earlier one does not have.
        #[arg(long)]
        fail_on_new: bool,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Write a copy of a session in which private parts are hidden.
    ///
    /// Hides password fields, and what the rules name, in pictures, screens, prompts and texts.
    Redact {
        /// The session: its folder, or its name in the list.
        session: PathBuf,
        /// The folder of the copy [default: NAME-redacted beside the session].
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
    /// The patterns, widgets and regions to hide: a TOML file (docs/sharing.md) [default: email,
    /// phone, card, iban, token].
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Hide this as well: email, phone, card, iban, ip, token, or a regular expression.
    #[arg(long, value_name = "PATTERN")]
    pub pattern: Vec<String>,
}
