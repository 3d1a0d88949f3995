//! The arguments of `prompts`.

use std::path::PathBuf;

use clap::{Args as Group, Subcommand};

use super::ModelArgs;

/// `ridealong prompts`
#[derive(Debug, Group)]
pub struct PromptsArgs {
    /// The subcommand.
    #[command(subcommand)]
    pub what: PromptsCommand,
}

/// The subcommands of `prompts`.
#[derive(Debug, Subcommand)]
pub enum PromptsCommand {
    /// List the prompts.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print a prompt.
    Show {
        /// The name of the prompt, such as `elevate/states`, or its last part.
        name: String,
        /// Print the built-in prompt even if you have replaced it.
        #[arg(long)]
        built_in: bool,
        /// Print the messages that are sent, filled in with sample values.
        #[arg(long, conflicts_with = "sample")]
        filled: bool,
        /// Print the variables that the prompt may use, with sample values, as JSON.
        #[arg(long)]
        sample: bool,
    },
    /// Print the folder of your own prompts, or the file of one.
    Where {
        /// The name of the prompt, such as `elevate/states`, or its last part.
        name: Option<String>,
    },
    /// Check that each prompt can be read and filled in; exit with code 2 if one cannot.
    Check {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print by prompt how much of the text that a session sent came from the app and from the session itself, not from a template.
    Share {
        /// The session: its folder, or its name in `ridealong sessions`.
        session: PathBuf,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Ask the questions of a recorded session again and compare the replies.
    Try(PromptsTryArgs),
}

/// `ridealong prompts try`
#[derive(Debug, Group)]
pub struct PromptsTryArgs {
    /// The session: its folder, or its name in `ridealong sessions`.
    pub session: PathBuf,
    /// The prompt whose questions are asked, such as `elevate/states` or `states`.
    #[arg(long, value_name = "PROMPT")]
    pub phase: String,
    /// The changed prompt [default: the present one, which shows how steady the model is].
    #[arg(long, value_name = "FILE")]
    pub with: Option<PathBuf>,
    /// Ask only the first N questions.
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// The model.
    #[command(flatten)]
    pub model: ModelArgs,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
