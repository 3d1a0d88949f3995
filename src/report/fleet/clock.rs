//! The times of a session in the calendar: sessions of a fleet began at different times.

use crate::protocol::{Event, EventRecord};

/// Converts times of a session to the calendar.
pub struct SessionClock {
    /// For each span its first millisecond in the session, and what is to be added to it; in order.
    spans: Vec<(u64, i64)>,
}

impl SessionClock {
    /// The clock of the session that `records` tell of.
    pub fn of(records: &[EventRecord]) -> Self {
        let began = records.iter().filter_map(|record| match &record.event {
            Event::SessionStarted(span) | Event::Resumed(span) => {
                Some((record.at_ms, millisecond(&span.started)?))
            }
            _ => None,
        });
        let spans = began.map(|(at_ms, began)| (at_ms, began.saturating_sub_unsigned(at_ms)));
        Self { spans: spans.collect() }
    }

    /// The time `at_ms` of the session, in milliseconds of the calendar.
    pub fn at(&self, at_ms: u64) -> i64 {
        let span = self.spans.iter().rev().find(|(from, _)| *from <= at_ms);
        let shift = span.or(self.spans.first()).map_or(0, |(_, shift)| *shift);
        shift.saturating_add_unsigned(at_ms)
    }
}

/// The millisecond of the calendar that `text` names, in RFC 3339.
fn millisecond(text: &str) -> Option<i64> {
    text.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_millisecond)
}
