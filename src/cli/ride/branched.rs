//! Branching off a recorded session: its steps are performed again up to one, and from there it is
//! explored anew.

use std::path::Path;
use std::sync::Arc;

use crate::cli::args::SubjectArgs;
use crate::cli::{CliError, output, replay, sessions, tape, target};
use crate::explorer::Explorer;
use crate::explorer::replay::{ActionTape, BranchExplorer};
use crate::protocol::SessionBranched;
use crate::store;

/// A recording that is branched off.
pub struct BranchOrigin {
    /// Its target, as it would be named on the command line.
    pub target: String,
    /// What is explored and how.
    pub subject: SubjectArgs,
    tape: Arc<ActionTape>,
    branched: SessionBranched,
}

/// Opens the session `named` among those in `among`, to be branched off after the step that
/// `subject` names, or its last.
///
/// # Errors
/// If there is no such session or step.
pub fn open(named: &Path, among: &Path, subject: &SubjectArgs) -> Result<BranchOrigin, CliError> {
    let folder = sessions::folder(named, among)?;
    let recorded = tape::read(&store::open(&folder)?)?;
    for notice in recorded.notices.iter().take(8) {
        output::tell(&format!("note: {notice}"));
    }
    let last = recorded.tape.steps.last().map_or(0, |step| step.number);
    let step = subject.at.unwrap_or(last);
    if step > last {
        return Err(CliError::new(format!("this session has no step {step}"), 2)
            .hint(format!("its last step is {last}")));
    }
    let began = recorded.started.ok_or_else(|| {
        CliError::new("this session was cut off before it began; there is nothing to branch off", 2)
    })?;
    let mut subject = subject.clone();
    subject.app =
        subject.app.or_else(|| target::recorded_app(&began.target, &recorded.app.package));
    let session = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let branched = SessionBranched { session, step };
    Ok(BranchOrigin { target: began.target, subject, tape: recorded.tape, branched })
}

impl BranchOrigin {
    /// An explorer that performs the recording again up to the step, and then goes on with `then`.
    pub fn before(self, then: Box<dyn Explorer>) -> Box<dyn Explorer> {
        Box::new(BranchExplorer::new(&self.tape, self.branched, replay::secrets(), then))
    }
}
