//! `ridealong demo`: the embedded phone's apps, faults and states, and serving it over adb.

mod attack;
mod guide;

use crate::domain::Pace;
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::{Value, json};

use super::args::DemoCommand;
use super::interrupt::interrupted;
use super::{CliError, output, runtime};
use crate::demo::app::{About, Do, FaultKind, FaultSpec};
use crate::demo::apps;
use crate::demo::coverage;
use crate::demo::input_faults::is_set_aside;
use crate::demo::phone::{self, DemoPhone};
use crate::demo::serve::{self, Identity};
use crate::demo::shell::DemoShell;

/// Runs a subcommand of `demo`.
///
/// # Errors
/// If there is no such app, or the port is in use.
pub fn demo(what: DemoCommand) -> Result<ExitCode, CliError> {
    match what {
        DemoCommand::List { json } => list(json)?,
        DemoCommand::Faults { app, input: true, json } => input_faults(find(&app)?, json)?,
        DemoCommand::Faults { app, input: false, json } => faults(find(&app)?, json)?,
        DemoCommand::States { app, json } => states(find(&app)?, json)?,
        DemoCommand::Attack(args) => runtime()?.block_on(attack::attack(&args))?,
        DemoCommand::Serve { adb, app, virtual_time, seed } => {
            let app = app.map(|app| find(&app).map(|about| about.name.to_owned())).transpose()?;
            let pace = if virtual_time { Pace::Virtual } else { Pace::Real };
            let options = phone::Options { app, seed, pace };
            runtime()?.block_on(serve(adb, &options))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn find(name: &str) -> Result<&'static About, CliError> {
    apps::find(name).ok_or_else(|| {
        let names: Vec<&str> = apps::all().iter().map(|about| about.name).collect();
        CliError::new(format!("the demo phone has no app {name:?}"), 2)
            .hint(format!("it has {}", names.join(", ")))
    })
}

fn list(json: bool) -> Result<(), CliError> {
    if json {
        let apps: Vec<Value> = apps::all()
            .iter()
            .map(|about| {
                json!({
                    "name": about.name,
                    "title": about.title,
                    "package": about.package,
                    "states": about.states.len(),
                    "activities": about.activities.len(),
                    "faults": about.all_faults().count(),
                })
            })
            .collect();
        return output::say(&Value::Array(apps).to_string());
    }
    let heading = ["app", "title", "states", "activities", "faults", "package"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    rows.extend(apps::all().iter().map(|about| {
        vec![
            about.name.to_owned(),
            about.title.to_owned(),
            about.states.len().to_string(),
            about.activities.len().to_string(),
            about.all_faults().count().to_string(),
            about.package.to_owned(),
        ]
    }));
    output::say(&output::table(&rows))
}

fn steps(steps: &[Do]) -> Vec<String> {
    steps.iter().map(Do::to_string).collect()
}

fn faults(about: &About, json: bool) -> Result<(), CliError> {
    if json {
        let faults: Vec<Value> = about
            .all_faults()
            .map(|fault| {
                json!({
                    "id": fault.id,
                    "kind": fault.kind.word(),
                    "title": fault.title,
                    "secret": fault.secret,
                    "steps": steps(fault.steps),
                    "named": is_named(about, fault),
                })
            })
            .collect();
        return output::say(&Value::Array(faults).to_string());
    }
    let heading = ["fault", "kind", "acts", "what goes wrong", "shortest steps"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    rows.extend(about.all_faults().map(|fault| {
        let acts = if is_named(about, fault) { "if named" } else { "always" };
        vec![
            fault.id.to_owned(),
            fault.kind.word().to_owned(),
            acts.to_owned(),
            fault.title.to_owned(),
            steps(fault.steps).join(", "),
        ]
    }));
    output::say(&output::table(&rows))
}

fn input_faults(about: &About, json: bool) -> Result<(), CliError> {
    let half = |id: &str| if is_set_aside(id) { "set aside" } else { "tuned" };
    if json {
        let faults = about.input_faults.iter().map(|fault| {
            json!({
                "id": fault.id,
                "class": fault.class,
                "half": half(fault.id),
                "kind": FaultKind::Crash(fault.kind).word(),
                "title": fault.title,
                "inputs": fault.inputs,
                "steps": steps(fault.steps),
            })
        });
        return output::say(&Value::Array(faults.collect()).to_string());
    }
    let heading = ["fault", "class", "half", "what crashes", "shortest steps"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    rows.extend(about.input_faults.iter().map(|fault| {
        vec![
            fault.id.to_owned(),
            fault.class.words().to_owned(),
            half(fault.id).to_owned(),
            fault.inputs.to_owned(),
            steps(fault.steps).join(", "),
        ]
    }));
    output::say(&output::table(&rows))
}

/// True if the fault acts only if it is named.
fn is_named(about: &About, fault: &FaultSpec) -> bool {
    about.view_faults.iter().any(|view| view.spec.id == fault.id)
}

fn states(about: &About, json: bool) -> Result<(), CliError> {
    if json {
        let states: Vec<Value> = about
            .states
            .iter()
            .map(|state| json!({"name": state.name, "steps": steps(state.steps)}))
            .collect();
        return output::say(&Value::Array(states).to_string());
    }
    let mut rows = vec![vec!["state".to_owned(), "shortest steps".to_owned()]];
    rows.extend(
        about.states.iter().map(|state| vec![state.name.to_owned(), steps(state.steps).join(", ")]),
    );
    output::say(&output::table(&rows))
}

async fn serve(port: u16, options: &phone::Options) -> Result<(), CliError> {
    let phone = DemoPhone::new(options).map_err(|error| CliError::new(error.to_string(), 2))?;
    let shell = Arc::new(DemoShell::new(phone));
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await.map_err(|error| {
        CliError::new(format!("cannot listen on port {port}: {error}"), 2)
            .hint("another program may be using it; choose another one with --adb PORT")
    })?;
    let address = listener
        .local_addr()
        .map_err(|error| CliError::new(format!("cannot read the port: {error}"), 2))?;
    let identity = Identity {
        model: coverage::MODEL.into(),
        name: "ridealong".into(),
        device: "demo".into(),
        serial: String::new(),
    };
    output::say(&format!("serving the demo phone at {address}"))?;
    output::tell(&format!("connect with: adb connect {address}    stop with Ctrl-C"));
    serve::serve(listener, shell, identity, interrupted())
        .await
        .map_err(|error| CliError::new(format!("serving failed: {error}"), 3))
}
