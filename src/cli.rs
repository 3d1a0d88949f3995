//! The command line: one small file a subcommand. The composition root, where targets, explorers,
//! the engine and the store meet.

mod args;
mod demo;
mod doctor;
mod error;
mod eval;
mod export;
mod import;
mod inspect;
mod interrupt;
mod output;
mod prompts;
mod replay;
mod report;
mod run;
mod screens;
mod sessions;
mod startup;
mod tape;
mod target;
mod triage;
mod ui;

use std::process::ExitCode;

use clap::Parser as _;

pub use error::CliError;

use args::{CliCommand, CommandLine, DemoArgs};

/// Runs the program with the process's arguments and gives its exit code: 0 ran, 1 a finding that
/// `--fail-on` names, 2 usage, 3 target or model could not be reached.
pub fn main() -> ExitCode {
    let args = match CommandLine::try_parse() {
        Ok(args) => args,
        Err(error) => {
            let code = if error.use_stderr() { 2 } else { 0 };
            // Nothing can be done where even this cannot be printed.
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    start_log(args.verbose);
    // Fails only if one is installed already, which then is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    match run(args) {
        Ok(code) => code,
        Err(error) => error.report(),
    }
}

fn run(args: CommandLine) -> Result<ExitCode, CliError> {
    let Some(command) = args.command else { return runtime()?.block_on(ui::ui(&args.ui)) };
    match command {
        CliCommand::Run(run) => runtime()?.block_on(run::run(*run)),
        CliCommand::Triage(triage) => runtime()?.block_on(triage::triage(*triage)),
        CliCommand::Replay(replay) => runtime()?.block_on(replay::replay(*replay)),
        CliCommand::Demo(DemoArgs { what: Some(what) }) => demo::demo(what),
        CliCommand::Demo(DemoArgs { what: None }) => runtime()?.block_on(ui::ui(&args.ui)),
        CliCommand::Sessions(sessions) => sessions::sessions(sessions),
        CliCommand::Report(report) => report::report(&report),
        CliCommand::Export(export) => runtime()?.block_on(export::export(&export)),
        CliCommand::Import(import) => import::import(&import),
        CliCommand::Prompts(prompts) => prompts::prompts(prompts.what),
        CliCommand::Doctor(doctor) => runtime()?.block_on(doctor::doctor(&doctor)),
        CliCommand::Eval(eval) => runtime()?.block_on(eval::eval(&eval)),
        CliCommand::Inspect(inspect) => inspect::inspect(&inspect),
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, CliError> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| CliError::new(format!("the program cannot start: {error}"), 2))
}

/// Traces go to standard error if they are asked for (`-v`, `-vv`, or `RIDEALONG_LOG`).
fn start_log(verbose: u8) {
    use tracing_subscriber::EnvFilter;
    let level = match verbose {
        0 => "off",
        1 => "ridealong=debug",
        _ => "ridealong=trace",
    };
    let filter = EnvFilter::try_from_env("RIDEALONG_LOG").unwrap_or_else(|_| EnvFilter::new(level));
    // Fails only where a subscriber is set already, which then is as good.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .without_time()
        .try_init();
}
