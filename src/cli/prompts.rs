//! `ridealong prompts`: list, show, check and measure the prompts, and try changed ones.

mod check;
mod compare;
mod outcome;
mod recorded;
mod retry;
mod share;
mod table;

use std::process::ExitCode;

use serde_json::{Value, json};

use super::args::PromptsCommand;
use super::{CliError, output, runtime, sessions};
use crate::config::UserFolders;
use crate::engine;
use crate::llm::template::Section;
use crate::llm::{ModelQuery, PromptLibrary, Template, TemplateError};
use crate::store;

/// Does what is asked for.
///
/// # Errors
/// If there is no such prompt, it cannot be read, or standard output cannot be written.
pub fn prompts(what: PromptsCommand) -> Result<ExitCode, CliError> {
    let prompts = PromptLibrary::new(Some(UserFolders::of_user().prompts()));
    match what {
        PromptsCommand::List { json } => list(&prompts, json)?,
        PromptsCommand::Show { name, built_in, filled, sample } => {
            let name = find(&prompts, &name)?;
            let text = if sample {
                pretty(&sample_of(name)?)
            } else if filled {
                let template =
                    if built_in { PromptLibrary::built_in(name) } else { prompts.get(name)? };
                as_sent(&template, &sample_of(name)?)?
            } else if built_in {
                PromptLibrary::built_in(name).source.clone()
            } else {
                source(&prompts, name)?
            };
            output::say(text.strip_suffix('\n').unwrap_or(&text))?;
        }
        PromptsCommand::Where { name } => place(&prompts, name.as_deref())?,
        PromptsCommand::Check { json } => return check::check(&prompts, json),
        PromptsCommand::Share { session, json } => {
            let among = UserFolders::of_user().sessions;
            let session = store::open(&sessions::folder(&session, &among)?)?;
            return share::share(&session, &prompts, json);
        }
        PromptsCommand::Try(args) => return runtime()?.block_on(retry::retry(&args, &prompts)),
    }
    Ok(ExitCode::SUCCESS)
}

impl From<TemplateError> for CliError {
    fn from(error: TemplateError) -> Self {
        Self::new(error.to_string(), 2).hint("prompts/README.md describes the format")
    }
}

/// The prompt that is meant by `text`: its name, or the last part of it.
fn find(prompts: &PromptLibrary, text: &str) -> Result<&'static str, CliError> {
    let names = prompts.names();
    let mut meant = names.iter().filter(|name| {
        **name == text || name.rsplit_once('/').is_some_and(|(_, last)| last == text)
    });
    match (meant.next(), meant.next()) {
        (Some(name), None) => Ok(name),
        (Some(_), Some(_)) => Err(CliError::new(format!("{text:?} names several prompts"), 2)
            .hint(format!("prompts are {}", names.join(", ")))),
        (None, _) => Err(CliError::new(format!("there is no prompt {text:?}"), 2)
            .hint(format!("prompts are {}", names.join(", ")))),
    }
}

fn list(prompts: &PromptLibrary, json: bool) -> Result<(), CliError> {
    let mut broken = Vec::new();
    let mut entries = Vec::new();
    for name in prompts.names() {
        let (template, problem) = prompts.usable(name);
        entries.push(json!({
            "name": name,
            "about": template.settings.about,
            "origin": template.origin,
            "rounds": template.settings.rounds,
            "tokens": {"long": template.long_tokens(), "short": template.short_tokens()},
        }));
        broken.extend(problem);
    }
    if json {
        output::say(&Value::Array(entries).to_string())?;
    } else {
        let heading = ["prompt", "about", "rounds", "tokens", "from"];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        rows.extend(entries.iter().map(row));
        output::say(&output::table(&rows))?;
    }
    for error in broken {
        output::tell(&format!("warning: the built-in prompt is used: {error}"));
    }
    Ok(())
}

fn row(entry: &Value) -> Vec<String> {
    let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
    let tokens = &entry["tokens"];
    vec![
        text("name"),
        text("about"),
        entry["rounds"].to_string(),
        format!("about {}, then {}", tokens["long"], tokens["short"]),
        text("origin"),
    ]
}

/// The text of the prompt called `name`, with a word on standard error if it cannot be used.
fn source(prompts: &PromptLibrary, name: &str) -> Result<String, CliError> {
    let (origin, source) = prompts.source(name)?;
    if let Err(error) = Template::read(name, &origin, &source) {
        output::tell(&format!("warning: the built-in prompt is used: {error}"));
    }
    Ok(source)
}

fn sample_of(name: &str) -> Result<Value, CliError> {
    let sample = engine::query(name).map(ModelQuery::sample);
    sample
        .filter(|sample| !sample.is_null())
        .ok_or_else(|| CliError::new(format!("there is no sample for {name}"), 2))
}

fn pretty(value: &Value) -> String {
    // Plain data always has a JSON form.
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// All that is sent for a question about `context` and for a later one.
fn as_sent(template: &Template, context: &Value) -> Result<String, CliError> {
    let mut text = String::new();
    let mut put = |who: &str, words: &str| text.push_str(&format!("== {who}\n{words}\n\n"));
    let fill = |section: &Section| template.fill(section, context);
    if !template.system.is_empty() {
        put("system", &fill(&template.system)?);
    }
    for example in &template.examples {
        put("user (example)", &example.question);
        put("assistant (example)", &example.reply);
    }
    put("user (long)", &fill(&template.long)?);
    if !template.short.is_empty() {
        put("user (short)", &fill(&template.short)?);
    }
    Ok(output::plain(text.trim_end()))
}

/// Tells where the user's own prompts lie; how to begin with one goes to standard error, so that
/// the path alone can be used by other programs.
fn place(prompts: &PromptLibrary, name: Option<&str>) -> Result<(), CliError> {
    let Some(name) = name else {
        output::say(&UserFolders::of_user().prompts().display().to_string())?;
        output::tell("hint: ridealong prompts where NAME prints the file that replaces a prompt");
        return Ok(());
    };
    let name = find(prompts, name)?;
    let Some(path) = prompts.own(name) else { return Ok(()) };
    output::say(&path.display().to_string())?;
    if !path.exists() {
        output::tell(&format!(
            "hint: it does not exist yet; create its folder, then start with: ridealong prompts show \
             {name} > {}",
            path.display()
        ));
    }
    Ok(())
}
