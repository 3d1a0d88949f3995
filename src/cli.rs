//! The command line: one small file for each subcommand. Here targets, explorers, the engine and the
//! store are put together.

mod args;
mod completions;
mod demo;
mod doctor;
mod error;
mod eval;
mod examples;
mod export;
mod fleet;
mod import;
mod inspect;
mod interrupt;
mod judged_findings;
mod login;
mod man;
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
mod train;
mod triage;
mod ui;

use std::process::ExitCode;

use clap::Parser as _;

pub use error::CliError;

use args::{CliCommand, CommandLine, DemoArgs};

use crate::explorer::input_blaster::generator::process::{GENERATOR_ARGUMENT, serve_generator};

/// Runs the program with the process's arguments and returns its exit code: 0 it completed, 1 there
/// is a finding that `--fail-on` names, 2 wrong usage, 3 the target or the model could not be reached.
pub fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == GENERATOR_ARGUMENT) {
        let served = serve_generator(std::io::stdin(), std::io::stdout());
        return if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(2) };
    }
    let args = match CommandLine::try_parse() {
        Ok(args) => args,
        Err(error) => {
            let code = if error.use_stderr() { 2 } else { 0 };
            // If the error cannot be printed, the exit code is all that is left.
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    start_log(args.verbose);
    // Fails only if a provider is installed already.
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
        CliCommand::Fleet(fleet) => runtime()?.block_on(fleet::fleet(fleet)),
        CliCommand::Triage(triage) => runtime()?.block_on(triage::triage(*triage)),
        CliCommand::Replay(replay) => runtime()?.block_on(replay::replay(*replay)),
        CliCommand::Demo(DemoArgs { what: Some(what) }) => demo::demo(what),
        CliCommand::Demo(DemoArgs { what: None }) => runtime()?.block_on(ui::ui(&args.ui)),
        CliCommand::Sessions(sessions) => sessions::sessions(sessions),
        CliCommand::Report(report) => report::report(&report),
        CliCommand::Export(export) => runtime()?.block_on(export::export(&export)),
        CliCommand::Import(import) => import::import(&import),
        CliCommand::Examples(examples) => examples::examples(&examples),
        CliCommand::Prompts(prompts) => prompts::prompts(prompts.what),
        CliCommand::Login(login) => runtime()?.block_on(login::login(&login)),
        CliCommand::Doctor(doctor) => runtime()?.block_on(doctor::doctor(&doctor)),
        CliCommand::Eval(eval) => runtime()?.block_on(eval::eval(&eval)),
        CliCommand::Train(train) => runtime()?.block_on(train::train(&train)),
        CliCommand::Inspect(inspect) => inspect::inspect(&inspect),
        CliCommand::Completions(completions) => completions::completions(&completions),
        CliCommand::Man(man) => man::man(&man),
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, CliError> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| CliError::new(format!("the program cannot start: {error}"), 2))
}

/// Prints traces on standard error if `-v`, `-vv` or `RIDEALONG_LOG` asks for them.
fn start_log(verbose: u8) {
    use tracing_subscriber::EnvFilter;
    let level = match verbose {
        0 => "off",
        1 => "ridealong=debug",
        _ => "ridealong=trace",
    };
    let filter = EnvFilter::try_from_env("RIDEALONG_LOG").unwrap_or_else(|_| EnvFilter::new(level));
    // Fails only if a subscriber is set already.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .without_time()
        .try_init();
}
