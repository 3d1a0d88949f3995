//! `ridealong prompts check`: whether every prompt can be used.

use std::process::ExitCode;

use serde::Serialize;
use serde_json::Value;

use crate::cli::{CliError, output};
use crate::engine;
use crate::llm::template::Section;
use crate::llm::{ModelQuery, PromptLibrary, Template, TemplateError};

/// What was found out about a prompt.
#[derive(Debug, Serialize)]
struct PromptCheck {
    name: String,
    origin: String,
    ok: bool,
    problems: Vec<PromptProblem>,
    notes: Vec<String>,
}

/// Why a prompt cannot be used.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct PromptProblem {
    line: Option<usize>,
    what: String,
}

/// Checks all prompts; exit code 2 if one cannot be used.
///
/// # Errors
/// If standard output cannot be written.
pub fn check(prompts: &PromptLibrary, json: bool) -> Result<ExitCode, CliError> {
    let mut all: Vec<PromptCheck> =
        prompts.names().into_iter().map(|name| one(prompts, name)).collect();
    all.extend(prompts.strays().iter().map(|path| PromptCheck {
        name: String::new(),
        origin: path.display().to_string(),
        ok: false,
        problems: vec![PromptProblem {
            line: None,
            what: format!("it replaces no prompt; prompts are {}", prompts.names().join(", ")),
        }],
        notes: Vec::new(),
    }));
    if json {
        let text = serde_json::to_string(&all).map_err(|error| CliError::new(error.to_string(), 2));
        output::say(&text?)?;
    } else {
        let lines: Vec<String> = all.iter().flat_map(lines).collect();
        output::say(&output::plain(&lines.join("\n")))?;
    }
    let ok = all.iter().all(|checked| checked.ok);
    Ok(if ok { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// Checks the prompt called `name` as it is in use.
fn one(prompts: &PromptLibrary, name: &str) -> PromptCheck {
    let (origin, problems, notes) = match prompts.get(name) {
        Ok(template) => {
            let (problems, notes) = against(&template, engine::query(name));
            (template.origin.clone(), problems, notes)
        }
        Err(error) => (error.origin.clone(), vec![error.into()], Vec::new()),
    };
    PromptCheck { name: name.to_owned(), origin, ok: problems.is_empty(), problems, notes }
}

/// Holds `template` against the question it is for: what makes it unusable, and what is worth
/// knowing.
fn against(
    template: &Template,
    query: Option<&dyn ModelQuery>,
) -> (Vec<PromptProblem>, Vec<String>) {
    let Some(query) = query else {
        return (Vec::new(), vec!["no explorer asks this question".to_owned()]);
    };
    let sample = query.sample();
    let mut notes = Vec::new();
    let mut problems = Vec::new();
    if sample.is_null() {
        notes.push("its question has no sample, so it was not filled in".to_owned());
    } else {
        problems.extend(fill(template, &sample));
    }
    let checks = query.checks();
    for check in checks.iter().filter(|check| !template.feedback.contains_key(**check)) {
        notes.push(format!("no \"# feedback {check}\": the check's own words are sent"));
    }
    if template.short.is_empty() {
        notes.push("no \"# short\": the long form is sent each time".to_owned());
    }
    for (check, section) in &template.feedback {
        if !checks.is_empty() && !checks.contains(&check.as_str()) {
            let what = format!("there is no check {check:?}; checks are {}", checks.join(", "));
            // The heading stands above its text.
            problems.push(PromptProblem { line: Some(section.line.saturating_sub(1)), what });
        }
    }
    (problems, notes)
}

/// What cannot be filled in from `sample`.
fn fill(template: &Template, sample: &Value) -> Vec<PromptProblem> {
    let mut complaining = sample.clone();
    if let Some(map) = complaining.as_object_mut() {
        map.insert("complaint".into(), "something is wrong".into());
    }
    let sections = [&template.system, &template.long, &template.short].map(|part| (part, sample));
    let feedback = template.feedback.values().map(|part| (part, &complaining));
    let all = sections.into_iter().chain(feedback);
    let failed = all.filter_map(|(section, context): (&Section, &Value)| {
        template.fill(section, context).err().map(PromptProblem::from)
    });
    failed.collect()
}

impl From<TemplateError> for PromptProblem {
    fn from(error: TemplateError) -> Self {
        Self { line: error.line, what: error.what }
    }
}

fn lines(checked: &PromptCheck) -> Vec<String> {
    let PromptCheck { name, origin, ok, problems, notes } = checked;
    let word = if *ok { "ok" } else { "broken" };
    let named = if name.is_empty() { origin.clone() } else { format!("{name} ({origin})") };
    let mut lines = vec![format!("{word:6} {named}")];
    for PromptProblem { line, what } in problems {
        let line = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        lines.push(format!("       {line}{what}"));
    }
    lines.extend(notes.iter().map(|note| format!("       note: {note}")));
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::llm::ReplyJudgement;

    struct Asked;

    impl ModelQuery for Asked {
        fn name(&self) -> &'static str {
            "a/b"
        }

        fn schema(&self, _context: &Value) -> Option<Value> {
            None
        }

        fn judge(&self, _context: &Value, _reply: &str) -> ReplyJudgement {
            ReplyJudgement::default()
        }

        fn checks(&self) -> &'static [&'static str] {
            &["EMPTY ERROR", "NO INPUT ERROR"]
        }

        fn sample(&self) -> Value {
            json!({"text": "Hello"})
        }
    }

    fn found(source: &str) -> (Vec<PromptProblem>, Vec<String>) {
        against(&Template::read("a/b", "file", source).unwrap(), Some(&Asked))
    }

    #[test]
    fn a_whole_prompt_has_nothing_to_tell() {
        let source = "# long\n{{ text }}\n# short\n{{ text }}\n# feedback EMPTY ERROR\n{{ complaint \
                      }}\n# feedback NO INPUT ERROR\n{{ text }}";
        assert_eq!(found(source), (vec![], vec![]));
    }

    #[test]
    fn what_is_left_out_is_told_and_no_problem() {
        let (problems, notes) =
            found("# long\n{{ text }}\n# feedback EMPTY ERROR\n{{ complaint }}");
        assert_eq!(problems, []);
        assert_eq!(
            notes,
            [
                "no \"# feedback NO INPUT ERROR\": the check's own words are sent",
                "no \"# short\": the long form is sent each time",
            ]
        );
    }

    #[test]
    fn every_part_is_filled_in() {
        let source = "# system\n{{ one }}\n# long\n{{ complaint }}\n# short\n{{ three }}\n\
                      # feedback EMPTY ERROR\n\n{{ four }}\n# feedback WRONG NAME\nfive";
        let (problems, _) = found(source);
        let reported: Vec<String> =
            problems.iter().map(|p| format!("{:?} {}", p.line, p.what)).collect();
        assert_eq!(
            reported,
            [
                "Some(2) there is no \"one\" to fill in",
                "Some(4) there is no \"complaint\" to fill in",
                "Some(6) there is no \"three\" to fill in",
                "Some(9) there is no \"four\" to fill in",
                "Some(10) there is no check \"WRONG NAME\"; checks are EMPTY ERROR, NO INPUT ERROR",
            ]
        );
    }
}
