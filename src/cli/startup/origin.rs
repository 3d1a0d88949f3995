//! What a session starts from: a target by its name, or a recorded session that it continues
//! (`--resume`) or branches off (`--branch`).

use std::path::Path;
use std::sync::Arc;

use super::secrets;
use crate::cli::args::SubjectArgs;
use crate::cli::{CliError, output, sessions, tape, target};
use crate::explorer::replay::{ActionTape, BranchExplorer};
use crate::explorer::{self, Explorer};
use crate::protocol::SessionBranched;
use crate::session::SessionFacts;
use crate::store::{self, RecordedSession};

/// What a session starts from.
pub struct SessionOrigin {
    /// The target, as it would be named on the command line.
    pub target: String,
    /// What is explored and how, completed from the recorded session.
    pub subject: SubjectArgs,
    /// The session that goes on.
    pub resumed: Option<RecordedSession>,
    /// The recording whose first steps are performed first.
    branch: Option<(Arc<ActionTape>, SessionBranched)>,
}

impl SessionOrigin {
    /// The origin that `subject` names, among the sessions in the folder `sessions`.
    ///
    /// # Errors
    /// If the session to resume or to branch off does not exist or cannot be used.
    pub fn of(target: &str, subject: &SubjectArgs, sessions: &Path) -> Result<Self, CliError> {
        if let Some(named) = &subject.resume {
            return Self::resume(named, sessions, subject);
        }
        if let Some(named) = &subject.branch {
            return Self::branch(named, sessions, subject);
        }
        let (target, subject) = (target.to_owned(), subject.clone());
        Ok(Self { target, subject, resumed: None, branch: None })
    }

    /// Target, app, explorer and seed are those of the log; the rest is as `subject` says.
    fn resume(named: &Path, sessions: &Path, subject: &SubjectArgs) -> Result<Self, CliError> {
        let session = store::open(&sessions::folder(named, sessions)?)?;
        for repair in &session.repairs {
            output::tell(&format!("note: {repair}"));
        }
        let facts = SessionFacts::of(&session.records);
        let started = facts.setup().ok_or_else(never_started)?;
        let mut subject = subject.clone();
        subject.seed = started.seed;
        // An imported session names an explorer that does not exist here; the default one goes on.
        subject.explorer = explorer::find(&started.explorer).map(|entry| entry.name.to_owned());
        let package = facts.app.as_ref().map(|app| &app.package);
        subject.app = package
            .and_then(|package| target::recorded_app(&started.target, package))
            // A session that ended before the app was open only has its name.
            .or_else(|| started.app.clone());
        subject.web = subject.web.completed(started.browser.as_ref());
        let target = started.target.clone();
        Ok(Self { target, subject, resumed: Some(session), branch: None })
    }

    /// Branches off after the step that `subject` names, or after the last one.
    fn branch(named: &Path, sessions: &Path, subject: &SubjectArgs) -> Result<Self, CliError> {
        let folder = sessions::folder(named, sessions)?;
        let recorded = tape::read(&store::open(&folder)?)?;
        recorded.report_notices();
        let last = recorded.tape.steps.last().map_or(0, |step| step.number);
        let step = subject.at.unwrap_or(last);
        if step > last {
            return Err(CliError::new(format!("this session has no step {step}"), 2)
                .hint(format!("its last step is {last}")));
        }
        let started = recorded.started.ok_or_else(never_started)?;
        let mut subject = subject.clone();
        subject.app =
            subject.app.or_else(|| target::recorded_app(&started.target, &recorded.app.package));
        subject.web = subject.web.completed(started.browser.as_ref());
        let session = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let branch = Some((recorded.tape, SessionBranched { session, step }));
        Ok(Self { target: started.target, subject, resumed: None, branch })
    }

    /// `explorer`, preceded by the recorded steps if the session branches off.
    pub fn explorer(&mut self, explorer: Box<dyn Explorer>) -> Box<dyn Explorer> {
        match self.branch.take() {
            Some((tape, branched)) => {
                Box::new(BranchExplorer::new(&tape, branched, secrets(), explorer))
            }
            None => explorer,
        }
    }
}

fn never_started() -> CliError {
    CliError::new("this session ended before it started exploring; it has no target", 2)
        .hint("choose another session: `ridealong sessions` lists them")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::DisplaySize;
    use crate::protocol::{AppOpened, BrowserChoices, Event, EventRecord, RunMode, SessionStarted};
    use crate::store::SessionWriter;

    /// What is explored if a session is resumed that was cut off after `events`.
    fn resumed(app: Option<&str>, opened: Option<&str>) -> SubjectArgs {
        let folder = tempfile::tempdir().unwrap();
        let session = folder.path().join("session");
        std::fs::create_dir(&session).unwrap();
        let writer = SessionWriter::create(&session).unwrap();
        let started = Event::SessionStarted(SessionStarted {
            started: "2026-01-01T00:00:00+00:00".into(),
            version: "0.1.0".into(),
            target: "adb:x".into(),
            app: app.map(str::to_owned),
            device: String::new(),
            system: String::new(),
            size: DisplaySize::new(1, 1),
            explorer: "monkey".into(),
            seed: 7,
            model: None,
            mode: RunMode::Step,
            browser: Some(BrowserChoices {
                viewport: Some(DisplaySize::new(800, 600)),
                ..BrowserChoices::default()
            }),
        });
        let opened = opened.map(|package| {
            Event::AppOpened(AppOpened { package: package.into(), ..AppOpened::default() })
        });
        for (seq, event) in std::iter::once(started).chain(opened).enumerate() {
            writer.append(EventRecord { seq: seq as u64, at_ms: 0, event }).unwrap();
        }
        drop(writer);
        let subject = SubjectArgs { resume: Some("session".into()), ..SubjectArgs::default() };
        SessionOrigin::of("demo", &subject, folder.path()).unwrap().subject
    }

    fn resumed_app(app: Option<&str>, opened: Option<&str>) -> Option<String> {
        resumed(app, opened).app
    }

    #[test]
    fn a_session_is_resumed_in_the_viewport_that_it_had() {
        assert_eq!(resumed(None, None).web.viewport, Some(DisplaySize::new(800, 600)));
    }

    #[test]
    fn a_session_that_ended_before_its_app_was_open_is_resumed_with_the_app_as_it_was_named() {
        assert_eq!(resumed_app(Some("notes"), None).as_deref(), Some("notes"));
        assert_eq!(resumed_app(Some("notes"), Some("org.notes")).as_deref(), Some("org.notes"));
        assert_eq!(resumed_app(None, None), None);
    }
}
