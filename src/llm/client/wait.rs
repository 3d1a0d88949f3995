//! How long is waited between two attempts.

use std::time::Duration;

use jiff::Timestamp;
use rand::Rng;

/// The wait after the attempt number `failed` (from 0) failed: doubled each time, and by chance up
/// to a half shorter, so that many programs do not all come back at once.
pub fn before_attempt(failed: u32, first: Duration, random: &mut impl Rng) -> Duration {
    let full = first.saturating_mul(2_u32.saturating_pow(failed));
    full.mul_f64(random.random_range(0.5..=1.0))
}

/// Reads the header `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3). A date that is
/// over means at once; what is neither is none.
pub fn retry_after(text: &str, now: Timestamp) -> Option<Duration> {
    let text = text.trim();
    if let Ok(seconds) = text.parse::<f64>() {
        // Some servers send fractions; what lies beyond a day is as good as never.
        return (seconds >= 0.0).then(|| Duration::from_secs_f64(seconds.min(86_400.0)));
    }
    let date = jiff::fmt::rfc2822::parse(text).ok()?;
    let wait = date.timestamp().duration_since(now);
    Some(Duration::try_from(wait).unwrap_or(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand::rngs::StdRng;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("7", Some(7_000))]
    #[case(" 0.5 ", Some(500))]
    #[case("0", Some(0))]
    #[case("-3", None)]
    #[case("NaN", None)]
    #[case("1e300", Some(86_400_000))]
    #[case("Wed, 21 Oct 2015 07:28:30 GMT", Some(30_000))]
    #[case("Wed, 21 Oct 2015 07:27:00 GMT", Some(0))]
    #[case("soon", None)]
    #[case("", None)]
    fn retry_after_is_seconds_or_a_date(#[case] text: &str, #[case] millis: Option<u64>) {
        let now = "2015-10-21T07:28:00Z".parse().unwrap();
        assert_eq!(retry_after(text, now), millis.map(Duration::from_millis));
    }

    #[test]
    fn waits_double_with_chance_and_follow_from_the_seed() {
        let waits = |seed| {
            let mut random = StdRng::seed_from_u64(seed);
            let first = Duration::from_millis(100);
            [0, 1, 2, 3].map(|failed| before_attempt(failed, first, &mut random))
        };
        for (failed, wait) in waits(1).into_iter().enumerate() {
            let full = Duration::from_millis(100 << failed);
            assert!(wait >= full / 2 && wait <= full, "{failed}: {wait:?}");
        }
        assert_eq!(waits(1), waits(1));
        assert_ne!(waits(1), waits(2));
    }

    #[test]
    fn no_number_of_failures_is_too_much() {
        let mut random = StdRng::seed_from_u64(1);
        for failed in [31, 32, u32::MAX] {
            before_attempt(failed, Duration::from_secs(1), &mut random);
        }
    }
}
