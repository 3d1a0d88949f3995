//! Carries out what the machine wants: the device, the explorer, the log.

mod core;

use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use thiserror::Error;
use tokio::sync::mpsc;

use self::core::Core;
use super::handle::{BlobSource, Handle};
use super::machine::{Machine, Setup};
use super::message::{Effect, Input};
use crate::device::{Device, DeviceInfo};
use crate::explorer::Explorer;
use crate::protocol::{Event, Op, SessionStarted};
use crate::store::{Blobs, StoreError, Writer};

/// Why a ride could not go on.
#[derive(Debug, Error)]
pub enum RideError {
    /// The session could not be recorded. What was recorded before is safe.
    #[error("the session can no longer be recorded: {0}")]
    Store(#[from] StoreError),
}

/// What a ride took, told when it has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ride {
    /// From start to end.
    pub wall: Duration,
    /// Of that, waiting for the device.
    pub device: Duration,
}

/// One exploration: owns all that is needed and runs it to its end.
pub struct Driver {
    device: Box<dyn Device>,
    explorer: Box<dyn Explorer>,
    core: Core,
    ops: mpsc::UnboundedReceiver<Op>,
    started: SessionStarted,
}

impl Driver {
    /// A driver and the handle its front end holds. Nothing runs before [`Driver::run`].
    pub fn new(
        device: Box<dyn Device>,
        explorer: Box<dyn Explorer>,
        setup: Setup,
        seed: u64,
        writer: Writer,
    ) -> (Self, Handle) {
        let (ops_in, ops) = mpsc::unbounded_channel();
        let (records_in, records) = mpsc::unbounded_channel();
        let blobs = BlobSource::new(Blobs::of(writer.folder()));
        let info = device.info().clone();
        let started = SessionStarted {
            started: jiff::Zoned::now().strftime("%Y-%m-%dT%H:%M:%S%:z").to_string(),
            version: env!("CARGO_PKG_VERSION").into(),
            target: info.target,
            device: info.model,
            system: info.system,
            size: info.size,
            explorer: explorer.name().into(),
            seed,
            mode: setup.mode.clone(),
        };
        let core = Core::new(Machine::new(setup), writer, records_in, blobs.clone());
        let driver = Self { device, explorer, core, ops, started };
        (driver, Handle::new(ops_in, records, blobs))
    }

    /// Runs to the end: a budget, the tester's word, or a lost device. All of these are told by the
    /// last event and are no errors.
    ///
    /// # Errors
    /// Where the session can no longer be recorded.
    pub async fn run(mut self) -> Result<Ride, RideError> {
        let start = Instant::now();
        let early = self.identify().await;
        self.core.emit(Event::SessionStarted(self.started.clone()))?;
        for op in early {
            self.core.handle(Input::Op(op))?;
        }
        let first = self.core.machine.start();
        self.core.queue.extend(first);
        let result = self.steps().await;
        if let Err(error) = self.device.close().await {
            tracing::warn!(%error, "the device could not be left as it was found");
        }
        let closed = self.core.close().await;
        // The first error is the one that tells why.
        result.and(closed)?;
        Ok(Ride { wall: start.elapsed(), device: self.core.device_time })
    }

    /// Asks the device who it is, for the first event. Gives the ops that came meanwhile; a quit
    /// among them is not kept waiting.
    async fn identify(&mut self) -> Vec<Op> {
        let mut early = Vec::new();
        let mut identifying = self.device.identify();
        let mut open = true;
        let told = loop {
            tokio::select! {
                biased;
                op = self.ops.recv(), if open => match op {
                    Some(Op::Quit) => {
                        early.push(Op::Quit);
                        break Ok(());
                    }
                    Some(op) => early.push(op),
                    None => open = false,
                },
                told = &mut identifying => break told,
            }
        };
        drop(identifying);
        if let Err(error) = told {
            // Opening it meets the same and ends the session in order.
            tracing::warn!(%error, "the device does not tell who it is");
        }
        let DeviceInfo { target, model, system, size } = self.device.info().clone();
        self.started =
            SessionStarted { target, device: model, system, size, ..self.started.clone() };
        early
    }

    async fn steps(&mut self) -> Result<(), RideError> {
        loop {
            let Some(effect) = self.core.queue.pop_front() else {
                // Nothing in flight: only the tester can go on.
                let Some(op) = self.ops.recv().await else { return Ok(()) };
                self.core.handle(Input::Op(op))?;
                continue;
            };
            match effect {
                Effect::Finish => return Ok(()),
                Effect::Emit(event) => self.core.emit(*event)?,
                Effect::Cancel => {}
                Effect::Plan { to, go } => {
                    let way = self.core.way(to);
                    self.core.handle(Input::Way { to, way, go })?;
                }
                Effect::Propose => self.propose().await?,
                Effect::Act(action) => {
                    self.core.synced().await?;
                    let began = Instant::now();
                    let acting = self.device.perform(&action);
                    let acted = in_flight(acting, &mut self.ops, &mut self.core).await?;
                    let took = self.core.device_took(began);
                    if let Some(result) = acted {
                        self.core.handle(Input::Acted { result, took_ms: millis(took) })?;
                    }
                }
                Effect::Open => {
                    let began = Instant::now();
                    let opening = self.device.open();
                    let opened = in_flight(opening, &mut self.ops, &mut self.core).await?;
                    self.core.device_took(began);
                    if let Some(result) = opened {
                        self.core.handle(Input::Opened(result))?;
                    }
                }
                Effect::Look => self.look().await?,
                Effect::Reconnect => {
                    let began = Instant::now();
                    let waiting = self.device.reconnect();
                    let back = in_flight(waiting, &mut self.ops, &mut self.core).await?;
                    self.core.device_took(began);
                    if let Some(result) = back {
                        self.core.handle(Input::Reconnected(result))?;
                    }
                }
            }
        }
    }

    async fn propose(&mut self) -> Result<(), RideError> {
        let Some(situation) = self.core.situation() else { return Ok(()) };
        let thinking = self.explorer.propose(&situation);
        let proposed = in_flight(thinking, &mut self.ops, &mut self.core).await?;
        drop(situation);
        if let Some(proposed) = proposed {
            self.core.handle(Input::Proposed(proposed))?;
        }
        Ok(())
    }

    async fn look(&mut self) -> Result<(), RideError> {
        let began = Instant::now();
        let device = &mut self.device;
        let looking = Box::pin(async move {
            let observation = device.observe().await?;
            let crashes = device.crashes().await?;
            let coverage = device.coverage().await?;
            Ok((observation, crashes, coverage))
        });
        let looked = in_flight(looking, &mut self.ops, &mut self.core).await?;
        let took = self.core.device_took(began);
        let Some(looked) = looked else { return Ok(()) };
        let input = match looked {
            Ok((observation, crashes, coverage)) => {
                let look = self.core.look(observation, crashes, coverage, millis(took))?;
                Input::Looked(Ok(Box::new(look)))
            }
            Err(error) => Input::Looked(Err(error)),
        };
        self.core.handle(input)
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Awaits `work` while ops are taken; `None` where the machine gave it up.
async fn in_flight<T>(
    mut work: BoxFuture<'_, T>,
    ops: &mut mpsc::UnboundedReceiver<Op>,
    core: &mut Core,
) -> Result<Option<T>, RideError> {
    let mut open = true;
    loop {
        tokio::select! {
            // Ops first: pause and quit must never wait behind a result that is also there.
            biased;
            op = ops.recv(), if open => match op {
                Some(op) => {
                    core.handle(Input::Op(op))?;
                    if core.take_cancel()? {
                        return Ok(None);
                    }
                }
                None => open = false,
            },
            result = &mut work => return Ok(Some(result)),
        }
    }
}
