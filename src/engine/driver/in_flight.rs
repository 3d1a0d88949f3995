//! Work of the device, the explorer or a model that is in flight, and what comes in meanwhile.

use std::pin::Pin;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use tokio::sync::mpsc;

use super::EngineError;
use super::core::DriverCore;
use super::judging::{Judgement, OracleRunner};
use crate::engine::message::EngineInput;
use crate::llm::LoggedEvent;
use crate::protocol::{Event, Op, WarningRaised};

/// What comes in while something is in flight: what the front end wants, and what asking tells.
pub(super) struct OutsideInputs {
    pub(super) ops: mpsc::UnboundedReceiver<Op>,
    pub(super) asking: mpsc::UnboundedReceiver<LoggedEvent>,
    pub(super) judged: mpsc::UnboundedReceiver<Judgement>,
    /// For the oracles that judge beside the run.
    pub(super) judged_in: mpsc::UnboundedSender<Judgement>,
    /// False once the front end has gone.
    pub(super) open: bool,
}

/// One of these.
pub(super) enum OutsideInput {
    Op(Op),
    Asking(Box<LoggedEvent>),
    Judged(Judgement),
    /// The front end has gone.
    Nobody,
}

impl OutsideInputs {
    /// The next of them, ops first: pause and quit must never wait. If the front end has gone,
    /// that is reported once.
    pub(super) async fn next(&mut self) -> OutsideInput {
        tokio::select! {
            biased;
            op = self.ops.recv(), if self.open => match op {
                Some(op) => OutsideInput::Op(op),
                None => {
                    self.open = false;
                    OutsideInput::Nobody
                }
            },
            // The asker holds the other end for as long as the driver lives.
            Some(event) = self.asking.recv() => OutsideInput::Asking(Box::new(event)),
            Some(judgement) = self.judged.recv() => OutsideInput::Judged(judgement),
        }
    }
}

/// Awaits `work` while ops are taken and what asking tells is logged; `None` if the machine gave
/// it up.
pub(super) async fn in_flight<T>(
    mut work: BoxFuture<'_, T>,
    outside: &mut OutsideInputs,
    core: &mut DriverCore,
    runner: &mut OracleRunner,
    mut slow: Option<SlowWork>,
) -> Result<Option<T>, EngineError> {
    loop {
        let is_slow = async {
            match &mut slow {
                Some(slow) => slow.is_slow().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            // Outside first: pause and quit must never wait behind a result that is also there.
            biased;
            came = outside.next() => match came {
                OutsideInput::Op(op) => {
                    core.handle(EngineInput::Op(op))?;
                    if core.take_cancel()? {
                        return Ok(None);
                    }
                }
                OutsideInput::Asking(event) => core.record_asking(*event)?,
                OutsideInput::Judged(judgement) => {
                    runner.received();
                    core.judged(judgement)?;
                }
                OutsideInput::Nobody => {}
            },
            result = &mut work => return Ok(Some(result)),
            warned = is_slow => core.emit(Event::Warned(warned))?,
        }
    }
}

/// Says now and then that the device still works on something.
pub(super) struct SlowWork {
    /// What it works on.
    what: &'static str,
    began: Instant,
    /// When it is said next, counted from the beginning.
    next: Duration,
    timer: Pin<Box<tokio::time::Sleep>>,
}

impl SlowWork {
    pub(super) fn new(what: &'static str, slow: Duration) -> Self {
        let timer = Box::pin(tokio::time::sleep(slow));
        Self { what, began: Instant::now(), next: slow, timer }
    }

    /// Waits until it is time to say it, and gives the words.
    async fn is_slow(&mut self) -> WarningRaised {
        self.timer.as_mut().await;
        let seconds = self.began.elapsed().as_secs();
        let (what, begin) = (self.what, self.began);
        self.next = self.next.saturating_mul(2);
        let next = begin.checked_add(self.next).unwrap_or(begin);
        self.timer.as_mut().reset(next.into());
        WarningRaised {
            what: format!("The device takes long: {what} has taken {seconds} s so far."),
            hint: None,
        }
    }
}
