//! When a model is left alone whose replies are of no use.
//!
//! A server may answer each question and still not help: a model that refuses, or that cannot keep
//! to the form, costs as much as one that helps. After three replies in a row that no check
//! accepted it is paused: a few questions go to the rules at once. Then one reply is tried: if it
//! is refused too, the next pause is twice as long. An accepted reply ends all of it.

/// So many refused replies in a row pause the model.
const REFUSED_IN_A_ROW: u32 = 3;
/// The questions of the first pause; each further one is twice as long.
const FIRST_PAUSE: u32 = 4;
/// The questions of the longest pause.
const LONGEST_PAUSE: u32 = 64;
/// A model keeps to the form if at most one of so many replies was refused.
const KEPT: u32 = 6;
/// It refuses much if more than one of so many was.
const MUCH: u32 = 3;

/// How useful a model's replies have been.
#[derive(Debug, Default)]
pub struct CircuitBreaker {
    refused: u32,
    pauses: u32,
    /// Questions that the rules still answer.
    left: u32,
    /// Replies so far, and how many of them were refused.
    replies: (u32, u32),
}

impl CircuitBreaker {
    /// A question begins. True if the model may be asked; else the question counts for the pause.
    pub const fn begin(&mut self) -> bool {
        let may = self.left == 0;
        self.left = self.left.saturating_sub(1);
        may
    }

    /// True while the model is paused.
    pub const fn is_paused(&self) -> bool {
        self.left > 0
    }

    /// A reply was refused. Gives the number of questions that the rules answer from now on, if
    /// that pauses the model.
    pub fn refused(&mut self) -> Option<u32> {
        self.replied(true);
        self.refused += 1;
        let tried_after_a_pause = self.pauses > 0;
        if self.refused < REFUSED_IN_A_ROW && !tried_after_a_pause {
            return None;
        }
        self.left = FIRST_PAUSE.saturating_mul(2u32.saturating_pow(self.pauses)).min(LONGEST_PAUSE);
        self.pauses = self.pauses.saturating_add(1);
        Some(self.left)
    }

    /// A reply was accepted. True if the model had been paused before.
    pub fn accepted(&mut self) -> bool {
        let was_paused = self.pauses > 0;
        self.replied(false);
        *self = Self { replies: self.replies, ..Self::default() };
        was_paused
    }

    /// True if few of the replies so far were refused.
    pub const fn keeps_to_form(&self) -> bool {
        !self.refused_more_than_one_of(KEPT)
    }

    /// True if more than a third of the replies so far were refused, beside one of the first.
    pub const fn refuses_much(&self) -> bool {
        self.refused_more_than_one_of(MUCH)
    }

    /// True if more than one of so many replies was refused, beside one of the first.
    const fn refused_more_than_one_of(&self, count: u32) -> bool {
        let (all, refused) = self.replies;
        refused.saturating_mul(count) > all.saturating_add(count - 1)
    }

    fn replied(&mut self, refused: bool) {
        let (all, before) = self.replies;
        self.replies = (all.saturating_add(1), before.saturating_add(u32::from(refused)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Questions that `breaker` leaves to the rules before the next one is asked.
    fn skipped(breaker: &mut CircuitBreaker) -> u32 {
        let mut skipped = 0;
        while !breaker.begin() {
            skipped += 1;
        }
        skipped
    }

    #[test]
    fn three_refused_replies_pause_the_model_longer_each_time() {
        let mut breaker = CircuitBreaker::default();
        assert_eq!([breaker.refused(), breaker.refused()], [None, None]);
        assert!(breaker.begin());
        for questions in [4, 8, 16, 32, 64, 64] {
            assert_eq!(breaker.refused(), Some(questions));
            assert!(breaker.is_paused());
            assert_eq!(skipped(&mut breaker), questions);
        }
    }

    #[test]
    fn one_of_six_replies_may_be_refused() {
        let keeps = |refused: &[bool]| {
            let mut breaker = CircuitBreaker::default();
            for refused in refused {
                if *refused {
                    breaker.refused();
                } else {
                    breaker.accepted();
                }
            }
            breaker.keeps_to_form()
        };
        assert!(
            keeps(&[]) && keeps(&[true]) && keeps(&[true, false, false, false, false, false, true])
        );
        assert!(!keeps(&[true, false, true]) && !keeps(&[true; 3]));
    }

    #[test]
    fn a_third_of_the_replies_may_be_refused_beside_one() {
        let of = |refused: u32, accepted: u32| {
            let mut breaker = CircuitBreaker::default();
            for _ in 0..refused {
                breaker.refused();
            }
            for _ in 0..accepted {
                breaker.accepted();
            }
            breaker.refuses_much()
        };
        assert!(!of(0, 0) && !of(1, 0) && !of(2, 3) && !of(4, 8));
        assert!(of(2, 1) && of(3, 3) && of(5, 5));
    }

    #[test]
    fn an_accepted_reply_ends_it() {
        let mut breaker = CircuitBreaker::default();
        breaker.refused();
        breaker.refused();
        assert!(!breaker.accepted(), "it was not paused");
        breaker.refused();
        breaker.refused();
        assert_eq!(breaker.refused(), Some(4));
        skipped(&mut breaker);
        assert!(breaker.accepted());
        assert_eq!([breaker.refused(), breaker.refused()], [None, None], "the row begins anew");
    }
}
