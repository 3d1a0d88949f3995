//! The `ridealong` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ridealong::cli::main()
}
