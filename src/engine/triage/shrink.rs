//! Delta debugging: leaving out what is not needed.
//!
//! After Zeller and Hildebrandt, Simplifying and isolating failure-inducing input, IEEE TSE 2002
//! (ddmin), with complements alone: for sequences of actions the beginning is needed too often for
//! single chunks to do. Chunks are left out, halved when none can go; in the end no single one can.

/// In the end so many neighbours are left out together: going somewhere and coming back are two.
const TOGETHER: usize = 3;

/// A search for a shorter sequence, one candidate at a time. The last member always stays: it is the
/// action that showed the crash.
#[derive(Clone, Debug)]
pub struct SequenceShrinker {
    kept: Vec<usize>,
    /// How many are left out together.
    chunk: usize,
    at: usize,
    changed: bool,
    /// No single one can be left out: neighbours are tried, wherever they begin.
    together: bool,
}

impl SequenceShrinker {
    /// Begins with `steps`, which do show it.
    pub fn new(steps: Vec<usize>) -> Self {
        let chunk = steps.len().saturating_sub(1).div_ceil(2).max(1);
        Self { kept: steps, chunk, at: 0, changed: false, together: false }
    }

    /// The shortest that is known to show it.
    pub fn kept(&self) -> &[usize] {
        &self.kept
    }

    /// What can go: all but the last.
    fn free(&self) -> usize {
        self.kept.len().saturating_sub(1)
    }

    /// The next to be tried; `None` if neither single steps nor neighbours can be left out.
    pub fn candidate(&mut self) -> Option<Vec<usize>> {
        while self.at >= self.free() || (self.together && self.at + self.chunk > self.free()) {
            if !self.coarser_is_done() {
                return None;
            }
        }
        let end = (self.at + self.chunk).min(self.free());
        let kept = self.kept.iter().enumerate();
        Some(kept.filter(|(at, _)| !(self.at..end).contains(at)).map(|(_, step)| *step).collect())
    }

    /// At the end of a pass: what is to be left out in the next. False if there is none.
    fn coarser_is_done(&mut self) -> bool {
        self.at = 0;
        if self.free() == 0 {
            return false;
        }
        if self.together {
            self.chunk += 1;
            return self.chunk <= TOGETHER.min(self.free());
        }
        if self.chunk > 1 {
            self.chunk = self.chunk.div_ceil(2).min(self.free());
            self.changed = false;
            return true;
        }
        // What went may have been all that kept another one.
        if !std::mem::take(&mut self.changed) {
            self.together = true;
            self.chunk = 2;
        }
        self.chunk <= self.free()
    }

    /// What became of the candidate: what of it was performed if it showed the crash, else `None`.
    pub fn answered(&mut self, done: Option<Vec<usize>>) {
        match done {
            Some(done) => {
                self.kept = done;
                self.changed = true;
                if std::mem::take(&mut self.together) {
                    (self.chunk, self.at) = (1, 0);
                }
            }
            None if self.together => self.at += 1,
            None => self.at += self.chunk,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shrunk(steps: Vec<usize>, shows: impl Fn(&[usize]) -> bool) -> (Vec<usize>, usize) {
        let mut shrink = SequenceShrinker::new(steps);
        let mut tries = 0;
        while let Some(candidate) = shrink.candidate() {
            tries += 1;
            let done = shows(&candidate).then_some(candidate);
            shrink.answered(done);
        }
        (shrink.kept, tries)
    }

    #[test]
    fn what_is_needed_stays() {
        let needs = |steps: &[usize]| [3, 17, 40].iter().all(|step| steps.contains(step));
        let (kept, tries) = shrunk((0..=40).collect(), needs);
        assert_eq!(kept, [3, 17, 40]);
        assert!(tries < 60, "{tries}");
    }

    #[test]
    fn one_that_needs_nothing_else_is_alone() {
        let (kept, tries) = shrunk((0..100).collect(), |_| true);
        assert_eq!(kept, [99]);
        assert!(tries <= 12, "{tries}");
        assert_eq!(shrunk(vec![5], |_| true), (vec![5], 0));
        assert_eq!(shrunk(vec![], |_| true), (vec![], 0));
    }

    #[test]
    fn going_somewhere_and_back_goes_together() {
        // 1 opens a page on which nothing else can be done, 2 comes back.
        let needs = |steps: &[usize]| {
            steps.contains(&0) && steps.contains(&3) && steps.contains(&1) == steps.contains(&2)
        };
        assert_eq!(shrunk(vec![0, 1, 2, 3], needs).0, [0, 3]);
    }

    #[test]
    fn what_was_not_performed_goes_at_once() {
        let mut shrink = SequenceShrinker::new((0..9).collect());
        shrink.candidate().unwrap();
        shrink.answered(Some(vec![8]));
        assert_eq!(shrink.kept(), [8]);
        assert_eq!(shrink.candidate(), None);
    }

    proptest! {
        /// Whatever is needed: it ends, keeps it all, and nothing else.
        #[test]
        fn exactly_what_is_needed_is_left(
            length in 1_usize..80,
            needed in prop::collection::btree_set(0_usize..80, 0..8),
        ) {
            let last = length - 1;
            let mut needed: Vec<usize> = needed.into_iter().filter(|step| *step < last).collect();
            needed.push(last);
            let needs = |steps: &[usize]| needed.iter().all(|step| steps.contains(step));
            let (kept, tries) = shrunk((0..length).collect(), needs);
            prop_assert_eq!(&kept, &needed);
            prop_assert!(tries <= 4 * length * (needed.len() + 2) + 8);
        }

        /// Where steps depend on each other what is left still shows it, and no single step can go.
        #[test]
        fn what_is_left_cannot_lose_a_step(
            length in 1_usize..40,
            pairs in prop::collection::vec((0_usize..40, 0_usize..40), 0..6),
        ) {
            let last = length - 1;
            let needs = |steps: &[usize]| {
                steps.contains(&last)
                    && pairs.iter().all(|(one, other)| {
                        *one >= last || *other >= last
                            || steps.contains(one) == steps.contains(other)
                    })
                    && (last == 0 || steps.len() > 1)
            };
            prop_assume!(needs(&(0..length).collect::<Vec<_>>()));
            let (kept, _) = shrunk((0..length).collect(), needs);
            prop_assert!(needs(&kept));
            for at in 0..kept.len() - 1 {
                let mut less = kept.clone();
                less.remove(at);
                prop_assert!(!needs(&less), "{kept:?} without {at}");
            }
        }
    }
}
