//! When a server is left alone, so that no step waits for one that is away.
//!
//! A failed question costs the step as much time as the limits allow. So a server that is away is
//! not asked for a while: at least four times as long as the failure took, which bounds the share
//! of the run that is spent waiting, and longer each time.

use std::time::{Duration, Instant};

use crate::llm::chat::ChatError;

/// The longest a server that is away is left alone.
const LONGEST_REST: Duration = Duration::from_secs(600);
/// How long it is left alone the first time; doubled each time after.
const FIRST_REST: Duration = Duration::from_secs(15);
/// It is left alone for so many times what the failure took.
const SHARE: u32 = 4;
/// After so many failures in a row of a kind that may lie in the question, it is left alone too.
const IN_A_ROW: u32 = 3;

/// What a failure means for the questions that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerFailure {
    /// Nothing: they are asked.
    No,
    /// They are left to the rules for a while.
    Rests,
    /// They are left to the rules from now on.
    GivenUp,
}

/// How a server has been doing.
#[derive(Debug, Default)]
pub struct ServerHealth {
    failures: u32,
    rests: u32,
    rests_until: Option<Instant>,
    given_up: bool,
}

impl ServerHealth {
    /// True if it makes sense to ask now.
    pub fn may_be_asked(&self, now: Instant) -> bool {
        !self.given_up && self.rests_until.is_none_or(|until| now >= until)
    }

    /// A question failed with `error` after `took`.
    pub fn failed(&mut self, error: &ChatError, took: Duration, now: Instant) -> ServerFailure {
        if matches!(error, ChatError::NotRecorded) {
            return ServerFailure::No;
        }
        if error.is_final() {
            self.given_up = true;
            return ServerFailure::GivenUp;
        }
        self.failures += 1;
        if !error.is_away() && self.failures < IN_A_ROW {
            return ServerFailure::No;
        }
        let asked = match error {
            ChatError::Limited { after, .. } => after.unwrap_or_default(),
            _ => Duration::ZERO,
        };
        let own = FIRST_REST.saturating_mul(2u32.saturating_pow(self.rests));
        let rest = own.max(asked).max(took.saturating_mul(SHARE)).min(LONGEST_REST);
        self.rests = self.rests.saturating_add(1);
        self.rests_until = Some(now + rest);
        ServerFailure::Rests
    }

    /// A question was answered. True if the server had been left alone before.
    pub fn answered(&mut self) -> bool {
        let was_away = self.rests > 0;
        *self = Self::default();
        was_away
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn unreachable() -> ChatError {
        ChatError::Unreachable { url: "u".into(), why: "w".into() }
    }

    fn broken() -> ChatError {
        ChatError::Broken { why: "w".into() }
    }

    #[test]
    fn a_server_that_is_away_is_left_alone_longer_each_time() {
        let mut health = ServerHealth::default();
        let mut now = Instant::now();
        for seconds in [15, 30, 60, 120, 240, 480, 600, 600] {
            assert!(health.may_be_asked(now));
            assert_eq!(health.failed(&unreachable(), SECOND, now), ServerFailure::Rests);
            now += SECOND * seconds - Duration::from_millis(1);
            assert!(!health.may_be_asked(now), "{seconds}");
            now += Duration::from_millis(1);
        }
        assert!(health.answered(), "it had been away");
        assert!(!health.answered());
        assert!(health.may_be_asked(now));
    }

    #[test]
    fn at_most_a_fifth_of_the_time_is_spent_waiting() {
        let mut health = ServerHealth::default();
        let now = Instant::now();
        health.failed(&ChatError::Slow { after: SECOND * 60 }, SECOND * 60, now);
        assert!(!health.may_be_asked(now + SECOND * 239));
        assert!(health.may_be_asked(now + SECOND * 240));
    }

    #[test]
    fn a_limit_is_kept_as_long_as_the_server_asks_for() {
        for (asked, rests) in [(100, 100), (1, 15), (86_400, 600)] {
            let mut health = ServerHealth::default();
            let now = Instant::now();
            let after = Some(SECOND * asked);
            health.failed(&ChatError::Limited { said: String::new(), after }, SECOND, now);
            assert!(!health.may_be_asked(now + SECOND * (rests - 1)));
            assert!(health.may_be_asked(now + SECOND * rests));
        }
    }

    #[test]
    fn what_may_lie_in_the_question_needs_a_row_of_failures() {
        let mut health = ServerHealth::default();
        let now = Instant::now();
        let failed = |health: &mut ServerHealth| health.failed(&broken(), SECOND, now);
        assert_eq!(
            [failed(&mut health), failed(&mut health)],
            [ServerFailure::No, ServerFailure::No]
        );
        assert_eq!(failed(&mut health), ServerFailure::Rests);
        let mut health = ServerHealth::default();
        failed(&mut health);
        failed(&mut health);
        health.answered();
        assert_eq!(failed(&mut health), ServerFailure::No, "the row was broken");
    }

    #[test]
    fn a_refused_key_ends_it_and_a_missing_recording_does_not() {
        let now = Instant::now();
        let mut health = ServerHealth::default();
        for _ in 0..9 {
            assert_eq!(health.failed(&ChatError::NotRecorded, SECOND, now), ServerFailure::No);
        }
        let refused = ChatError::Unauthorized { status: 401 };
        assert_eq!(health.failed(&refused, SECOND, now), ServerFailure::GivenUp);
        assert!(!health.may_be_asked(now + LONGEST_REST * 9));
    }
}
