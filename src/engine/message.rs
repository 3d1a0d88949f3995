//! What goes into the machine and what comes out of it.

use std::sync::Arc;

use super::expectations::PropertyEdit;
use crate::device::{ActionReport, AppInfo, DeviceError};
use crate::domain::{
    Action, AppCrash, AvailableAction, BlobId, Coverage, FaultEffects, Finding, Screen, StateId,
    StateIds,
};
use crate::explorer::ExplorerProposal;
use crate::model::path::PathStep;
use crate::oracle::JudgedTurn;
use crate::protocol::{AskAgain, Event, Op};

/// Something that happened outside of the machine.
#[derive(Debug)]
pub enum EngineInput {
    /// The front end wants something.
    Op(Op),
    /// Opening the app ended.
    Opened(Result<AppInfo, DeviceError>),
    /// Observing the device ended.
    Observed(Result<Box<EngineObservation>, DeviceError>),
    /// The explorer has proposed, or has nothing left.
    Proposed(Option<ExplorerProposal>),
    /// Performing ended.
    Performed {
        /// What came of it.
        result: Result<ActionReport, DeviceError>,
        /// How long it took, in milliseconds.
        took_ms: u64,
    },
    /// A model's reply was paid for.
    Spent {
        /// What it cost, in US dollars.
        usd: f64,
    },
    /// Oracles have judged. Taken after the end too.
    Judged {
        /// What they found; their turn may lie steps back.
        findings: Vec<Finding>,
    },
    /// Waiting for a lost device ended.
    Reconnected(Result<(), DeviceError>),
    /// The path asked for by [`EngineEffect::FindPath`].
    PathFound {
        /// Where to.
        to: StateId,
        /// The path, if one is known.
        path: Option<Vec<PathStep>>,
        /// True if it is to be followed.
        go: bool,
    },
}

/// One observation of the device, with everything large already stored.
#[derive(Clone, Debug)]
pub struct EngineObservation {
    /// What is on the display.
    pub screen: Arc<Screen>,
    /// The state that is.
    pub state: StateIds,
    /// What people call the state.
    pub label: String,
    /// What can be done on the screen.
    pub available: Arc<[AvailableAction]>,
    /// The screen as a blob.
    pub screen_blob: BlobId,
    /// The picture as a blob.
    pub picture: Option<BlobId>,
    /// The hierarchy as a blob.
    pub hierarchy: Option<BlobId>,
    /// The picture shows something else than that of the observation before, although everything
    /// that can be read is the same.
    pub repainted: bool,
    /// What the device did besides observing.
    pub notices: Vec<String>,
    /// What crashed since the last observation.
    pub crashes: Vec<AppCrash>,
    /// What the target measured of itself.
    pub coverage: Coverage,
    /// How often the wrong results of seeded faults were seen, if the target is a test bed.
    pub fault_effects: FaultEffects,
    /// How long progress was waited for, in milliseconds slept by the device.
    pub progress_ms: u64,
    /// How long observing took, in milliseconds.
    pub took_ms: u64,
}

/// Something the driver is to do. Done in order.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineEffect {
    /// Log this event and tell the front end.
    Emit(Box<Event>),
    /// Give up what is in flight; its input will not come.
    Cancel,
    /// Open the app; answered by [`EngineInput::Opened`].
    Open,
    /// Observe the device; answered by [`EngineInput::Observed`].
    Observe,
    /// Tell the explorer what the last action did.
    Learn,
    /// Ask the explorer; answered by [`EngineInput::Proposed`].
    Propose,
    /// Perform; answered by [`EngineInput::Performed`]. All events before it lie on the disk first, but for
    /// those of this very step.
    Perform(Box<Action>),
    /// Find a known path; answered by [`EngineInput::PathFound`].
    FindPath {
        /// Where to.
        to: StateId,
        /// True if it is to be followed.
        go: bool,
    },
    /// Ask a model again beside the run; what comes of it is reported as events.
    AskAgain(Box<AskAgain>),
    /// Have the oracles judge this beside the run; answered by [`EngineInput::Judged`]. Oracles without a
    /// model answer before the next effect.
    Judge(Box<JudgedTurn>),
    /// Wait for the judgements that are outstanding, at most so long.
    AwaitJudgements {
        /// In milliseconds.
        patience_ms: u64,
    },
    /// Change the property file; what cannot be changed is reported as a warning.
    EditProperties(Box<PropertyEdit>),
    /// Wait for the device; answered by [`EngineInput::Reconnected`].
    Reconnect,
    /// Leave the device as it was found and end. The last effect of every run.
    Finish,
}
