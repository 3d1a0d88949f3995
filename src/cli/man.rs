//! `ridealong man`: manual pages, made from the same definitions as `--help`.

use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory as _;

use super::args::{CommandLine, ManArgs};
use super::{CliError, output};

/// Prints the main page, or writes one page for each subcommand to a folder.
///
/// # Errors
/// If the folder or standard output cannot be written.
pub fn man(args: &ManArgs) -> Result<ExitCode, CliError> {
    match &args.dir {
        Some(folder) => {
            write(folder).map_err(|error| {
                CliError::new(format!("cannot write to {}: {error}", folder.display()), 2)
                    .hint("name a folder that you may write to")
            })?;
            output::tell(&format!("manual pages: {}", folder.display()));
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(CommandLine::command())
                .render(&mut page)
                .map_err(|error| CliError::new(format!("cannot make the page: {error}"), 2))?;
            output::bytes(&page)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes `ridealong.1`, and `ridealong-SUBCOMMAND.1` for each subcommand at every level.
fn write(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(CommandLine::command(), folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(command: &clap::Command, prefix: &str) -> Vec<String> {
        let name = format!("{prefix}{}", command.get_name());
        let below = format!("{name}-");
        let below = command.get_subcommands().flat_map(|command| names(command, &below));
        std::iter::once(name.clone()).chain(below).collect()
    }

    #[test]
    fn each_subcommand_has_a_page() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path()).unwrap();
        let names = names(&CommandLine::command(), "");
        assert!(names.contains(&"ridealong-sessions-compare".to_owned()), "{names:?}");
        for name in names {
            let page = std::fs::read_to_string(folder.path().join(format!("{name}.1"))).unwrap();
            assert!(page.contains(".SH NAME"), "{name}: {page}");
        }
    }
}
