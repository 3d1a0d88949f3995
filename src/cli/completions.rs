//! `ridealong completions`: a completion script for a shell.

use std::process::ExitCode;

use clap::CommandFactory as _;

use super::args::{CommandLine, CompletionsArgs};
use super::{CliError, output};

/// Prints the completion script for the shell that `args` name.
///
/// # Errors
/// If standard output cannot be written.
pub fn completions(args: &CompletionsArgs) -> Result<ExitCode, CliError> {
    output::bytes(&script(args.shell))?;
    Ok(ExitCode::SUCCESS)
}

fn script(shell: clap_complete::Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut CommandLine::command(), "ridealong", &mut script);
    script
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use super::*;

    #[test]
    fn each_script_names_each_subcommand() {
        for shell in clap_complete::Shell::value_variants() {
            let script = String::from_utf8(script(*shell)).unwrap();
            for subcommand in CommandLine::command().get_subcommands() {
                let name = subcommand.get_name();
                assert!(script.contains(name), "{shell} does not complete {name}");
            }
        }
    }
}
