//! A triage under way: sequences that were tried, and what they showed.

use std::collections::HashMap;
use std::time::Instant;

use super::trial::TrialOutcome;
use super::{
    SequenceShrinker, TriageDevices, TriageLimits, TriageRequest, guess, needs_model, trial,
};
use crate::device::DeviceError;
use crate::domain::{Action, Finding};
use crate::explorer::replay::ActionTape;

/// Tries of a finding that a model must judge again.
const JUDGED_TRIES: usize = 3;

/// A triage under way.
pub(super) struct TriageWork<'a> {
    triage: &'a TriageRequest<'a>,
    finding: &'a Finding,
    bench: &'a mut dyn TriageDevices,
    /// What was tried, and what of it was performed if it showed the crash.
    known: HashMap<Vec<usize>, Option<Vec<usize>>>,
    pub(super) replays: u32,
    /// The guard rule that held a step back.
    pub(super) held: Option<String>,
    began: Instant,
}

impl<'a> TriageWork<'a> {
    /// The triage of `finding` as `triage` asks for it, on devices of `bench`.
    pub(super) fn new(
        triage: &'a TriageRequest<'a>,
        finding: &'a Finding,
        bench: &'a mut dyn TriageDevices,
    ) -> Self {
        let began = Instant::now();
        Self { triage, finding, bench, known: HashMap::new(), replays: 0, held: None, began }
    }
}

impl TriageWork<'_> {
    pub(super) fn is_over(&self) -> bool {
        let TriageLimits { replays, time, .. } = self.triage.limits;
        self.replays >= replays || self.began.elapsed() >= time
    }

    async fn perform(&mut self, steps: &[usize]) -> Result<TrialOutcome, DeviceError> {
        self.perform_by(self.triage, steps).await
    }

    pub(super) async fn perform_by(
        &mut self,
        triage: &TriageRequest<'_>,
        steps: &[usize],
    ) -> Result<TrialOutcome, DeviceError> {
        self.replays += 1;
        let device = self.bench.fresh().await?;
        let asker = self.bench.asker();
        let trial = trial::perform(triage, self.finding, device, steps, asker).await?;
        if self.held.is_none() {
            self.held.clone_from(&trial.held);
        }
        Ok(trial)
    }

    /// The recording with one half in place of each pair among `steps` if that half alone shows
    /// the finding as well; `None` if no pair can be halved.
    pub(super) async fn halved(
        &mut self,
        steps: &[usize],
    ) -> Result<Option<ActionTape>, DeviceError> {
        let mut halved: Option<ActionTape> = None;
        for place in steps {
            let step = self.triage.tape.steps.get(*place);
            let Some(Action::AtOnce(pair)) = step.map(|step| step.action.clone()) else { continue };
            for half in [pair.first(), pair.then()] {
                if self.is_over() {
                    return Ok(halved);
                }
                let mut tape = halved.clone().unwrap_or_else(|| self.triage.tape.clone());
                if let Some(step) = tape.steps.get_mut(*place) {
                    step.action = half.clone();
                }
                let triage = TriageRequest { tape: &tape, ..*self.triage };
                let trial = self.perform_by(&triage, steps).await?;
                if trial.shown && trial.done.len() == steps.len() {
                    halved = Some(tape);
                    break;
                }
            }
        }
        Ok(halved)
    }

    /// What of `steps` was performed if they show the finding. Known answers are not tried again.
    async fn shows(&mut self, steps: &[usize]) -> Result<Option<Vec<usize>>, DeviceError> {
        if let Some(known) = self.known.get(steps) {
            return Ok(known.clone());
        }
        let trial = self.perform(steps).await?;
        let done = trial.shown.then_some(trial.done);
        self.known.insert(steps.to_vec(), done.clone());
        Ok(done)
    }

    /// The first guess that shows the finding, and whether it has steps that could be left out.
    pub(super) async fn first_to_show(
        &mut self,
        place: Option<usize>,
    ) -> Result<Option<(Vec<usize>, bool)>, DeviceError> {
        let Some(place) = place else {
            return Ok(self.shows(&[]).await?.map(|done| (done, false)));
        };
        let guesses = guess::guesses(self.triage.tape, place);
        if needs_model(self.finding) {
            return self.first_judged(&guesses).await;
        }
        for guess in &guesses {
            if self.is_over() {
                return Ok(None);
            }
            if let Some(done) = self.shows(guess).await? {
                return Ok(Some((done, true)));
            }
        }
        // It may be one that does not always happen: the longest is what was recorded.
        for _ in 1..self.triage.limits.times {
            let Some(longest) = guesses.last().filter(|_| !self.is_over()) else { break };
            let trial = self.perform(longest).await?;
            if trial.shown {
                return Ok(Some((trial.done, true)));
            }
        }
        Ok(None)
    }

    /// As [`Self::first_to_show`], if a model says whether it is shown: of `guesses` only those with all steps of the
    /// function that was judged, and few.
    async fn first_judged(
        &mut self,
        guesses: &[Vec<usize>],
    ) -> Result<Option<(Vec<usize>, bool)>, DeviceError> {
        let from = self.finding.steps.map_or(self.finding.step, |steps| steps.from);
        let from = self.triage.tape.place(from).unwrap_or_default();
        let place = self.triage.tape.place(self.finding.step).unwrap_or_default();
        let since = self.triage.tape.since_restart(place);
        // The model would be asked the same again after all that was done.
        let is_all = |guess: &&Vec<usize>| guess.len() > place;
        let mut guesses: Vec<&Vec<usize>> =
            guesses.iter().filter(|guess| guess.contains(&from) && !is_all(guess)).collect();
        // What happened before the function may be needed: the last one is all since the app was started.
        let whole = guesses.iter().position(|guess| guess.len() == place + 1 - since);
        if let Some(whole) = whole.filter(|whole| *whole >= JUDGED_TRIES) {
            guesses.swap(whole, JUDGED_TRIES - 1);
        }
        guesses.truncate(JUDGED_TRIES);
        for guess in guesses {
            if self.is_over() {
                break;
            }
            if let Some(done) = self.shows(guess).await? {
                return Ok(Some((done, false)));
            }
        }
        Ok(None)
    }

    /// `steps` without what is not needed, and whether that is all that can go.
    pub(super) async fn shrunk(
        &mut self,
        steps: Vec<usize>,
    ) -> Result<(Vec<usize>, bool), DeviceError> {
        let mut steps = steps;
        for straight in guess::without_detours(self.triage.tape, &steps) {
            if self.is_over() {
                break;
            }
            if let Some(done) = self.shows(&straight).await? {
                steps = done;
                break;
            }
        }
        loop {
            let (kept, whole) = self.without_single_steps(steps).await?;
            steps = kept;
            match self.shortcut(&steps).await? {
                Some(shorter) => steps = shorter,
                None => return Ok((steps, whole && !self.is_over())),
            }
        }
    }

    /// The first shortcut of `steps` that shows the finding, if it is shorter as performed.
    async fn shortcut(&mut self, steps: &[usize]) -> Result<Option<Vec<usize>>, DeviceError> {
        for shortcut in guess::shortcuts(self.triage.tape, steps) {
            if self.is_over() {
                break;
            }
            if let Some(done) = self.shows(&shortcut).await?
                && done.len() < steps.len()
            {
                return Ok(Some(done));
            }
        }
        Ok(None)
    }

    /// `steps` after delta debugging, and whether that came to its end.
    async fn without_single_steps(
        &mut self,
        steps: Vec<usize>,
    ) -> Result<(Vec<usize>, bool), DeviceError> {
        let mut shrink = SequenceShrinker::new(steps);
        while let Some(candidate) = shrink.candidate() {
            if self.is_over() {
                return Ok((shrink.kept().to_vec(), false));
            }
            let done = self.shows(&candidate).await?;
            shrink.answered(done);
        }
        Ok((shrink.kept().to_vec(), true))
    }
}
