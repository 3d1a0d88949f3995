//! What the alarm app saves, and the arithmetic of clock times.

/// A minute, an hour and a day in milliseconds.
pub const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The time of day at which the phone is started; the day is a Monday.
const START: u64 = 9 * HOUR;

/// The ringtones.
pub const TONES: [&str; 4] = ["Bells", "Birds", "Rain", "Drums"];

/// Short names of the days of the week.
pub const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// The cities of the world clock with their distance from UTC in minutes.
pub const CITIES: [(&str, i32); 8] = [
    ("Cairo", 120),
    ("Delhi", 330),
    ("Lima", -300),
    ("Lisbon", 0),
    ("Nairobi", 180),
    ("New York", -300),
    ("Sydney", 600),
    ("Tokyo", 540),
];

/// One alarm.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Unique among all alarms ever set.
    pub id: u32,
    /// 0 to 23.
    pub hour: u64,
    /// 0 to 59.
    pub minute: u64,
    /// What it is for; may be empty.
    pub label: String,
    /// The days on which it repeats, Monday first; none for once.
    pub days: [bool; 7],
    /// An index into [`TONES`].
    pub tone: usize,
    /// Switched on.
    pub on: bool,
}

impl Entry {
    /// The days in words.
    pub fn days_in_words(&self) -> String {
        match self.days {
            [false, false, false, false, false, false, false] => "Once".into(),
            [true, true, true, true, true, false, false] => "Monday to Friday".into(),
            [true, true, true, true, true, true, true] => "Every day".into(),
            _ => {
                let names = DAYS.iter().zip(self.days).filter(|(_, on)| *on);
                names.map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// Milliseconds until it rings next; `None` while it is off.
    pub fn due_in(&self, now_ms: u64) -> Option<u64> {
        let now = START + now_ms;
        let today = now / DAY;
        (today..=today + 7)
            .filter(|day| self.rings_on(*day))
            .map(|day| day * DAY + self.hour * HOUR + self.minute * MINUTE)
            .find(|time| *time > now)
            .map(|time| time - now)
            .filter(|_| self.on)
    }

    /// True if it rings on this day, counted from the Monday on which the phone was started.
    fn rings_on(&self, day: u64) -> bool {
        !self.days.contains(&true) || self.days[usize::try_from(day % 7).unwrap_or(0)]
    }

    /// True if it rings in the present minute.
    pub fn is_due(&self, now_ms: u64) -> bool {
        let now = START + now_ms;
        let minute = now % DAY / MINUTE == self.hour * 60 + self.minute;
        self.on && minute && self.rings_on(now / DAY)
    }
}

/// Everything that survives the end of the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The alarms in the order they were set.
    pub alarms: Vec<Entry>,
    /// The next unused id.
    pub next_id: u32,
    /// The chosen cities, as indices into [`CITIES`].
    pub cities: Vec<usize>,
    /// 0 to 10.
    pub volume: i32,
    /// Times are shown with AM and PM.
    pub twelve_hours: bool,
    /// The length of a snooze in minutes, as set.
    pub snooze: u64,
    /// The phone reminds of going to bed.
    pub bedtime: bool,
    /// The hour of going to bed, 0 to 23.
    pub sleep: i32,
    /// The hour of getting up, 0 to 23.
    pub wake: i32,
}

impl Saved {
    /// What a fresh installation begins with.
    pub fn sample() -> Self {
        let work = Entry {
            id: 1,
            hour: 6,
            minute: 30,
            label: "Work".into(),
            days: [true, true, true, true, true, false, false],
            on: true,
            ..Entry::default()
        };
        let market =
            Entry { id: 2, hour: 8, minute: 15, label: "Market".into(), ..Entry::default() };
        Self {
            alarms: vec![work, market],
            next_id: 3,
            cities: Vec::new(),
            volume: 6,
            twelve_hours: false,
            snooze: 10,
            bedtime: false,
            sleep: 22,
            wake: 6,
        }
    }

    /// The alarm with this id.
    pub fn alarm(&self, id: u32) -> Option<&Entry> {
        self.alarms.iter().find(|alarm| alarm.id == id)
    }

    /// A time of day in the chosen style.
    pub fn time(&self, hour: u64, minute: u64) -> String {
        if self.twelve_hours {
            let half = if hour < 12 { "AM" } else { "PM" };
            format!("{}:{minute:02} {half}", (hour + 11) % 12 + 1)
        } else {
            format!("{hour:02}:{minute:02}")
        }
    }

    /// The time of day now, `offset` minutes from UTC.
    pub fn now(&self, now_ms: u64, offset: i32) -> String {
        let offset = u64::try_from(offset + 24 * 60).unwrap_or(0) * MINUTE;
        let time = (START + now_ms + offset) % DAY;
        self.time(time / HOUR, time % HOUR / MINUTE)
    }
}

/// A span as minutes, seconds and tenths, or without the tenths.
pub fn span(ms: u64, tenths: bool) -> String {
    let (minutes, seconds) = (ms / MINUTE, ms % MINUTE / 1000);
    if tenths {
        format!("{minutes:02}:{seconds:02}.{}", ms % 1000 / 100)
    } else {
        format!("{minutes:02}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hour: u64, minute: u64) -> Entry {
        Entry { hour, minute, on: true, ..Entry::default() }
    }

    #[test]
    fn alarms_are_due_at_their_next_time() {
        assert_eq!(at(9, 1).due_in(0), Some(MINUTE));
        assert_eq!(at(9, 0).due_in(0), Some(DAY), "the present moment is over");
        assert_eq!(at(8, 0).due_in(0), Some(23 * HOUR));
        assert_eq!(at(9, 0).due_in(16 * HOUR), Some(8 * HOUR), "it is one at night");
        assert_eq!(Entry { on: false, ..at(9, 1) }.due_in(0), None);
    }

    #[test]
    fn repeating_alarms_wait_for_their_day() {
        let mut sunday = at(10, 0);
        sunday.days[6] = true;
        assert_eq!(sunday.due_in(0), Some(6 * DAY + HOUR));
        assert_eq!(sunday.due_in(6 * DAY + 2 * HOUR), Some(6 * DAY + 23 * HOUR));
        let mut monday = at(8, 0);
        monday.days[0] = true;
        assert_eq!(monday.due_in(0), Some(7 * DAY - HOUR));
    }

    #[test]
    fn an_alarm_is_due_within_its_minute_only() {
        let alarm = at(9, 1);
        assert!(!alarm.is_due(0));
        assert!(alarm.is_due(MINUTE));
        assert!(alarm.is_due(MINUTE + 900));
        assert!(!alarm.is_due(2 * MINUTE));
    }

    #[test]
    fn times_follow_the_style() {
        let mut saved = Saved::sample();
        assert_eq!(saved.time(0, 5), "00:05");
        assert_eq!(saved.now(0, 540), "18:00");
        assert_eq!(saved.now(0, -600), "23:00");
        saved.twelve_hours = true;
        assert_eq!(
            [saved.time(0, 5), saved.time(12, 0), saved.time(13, 30)],
            ["12:05 AM", "12:00 PM", "1:30 PM"]
        );
        assert_eq!(span(83_450, true), "01:23.4");
        assert_eq!(span(10_000, false), "00:10");
    }

    #[test]
    fn days_are_said_shortly() {
        let mut alarm = at(7, 0);
        assert_eq!(alarm.days_in_words(), "Once");
        alarm.days = [true, false, false, false, false, false, true];
        assert_eq!(alarm.days_in_words(), "Mon, Sun");
        alarm.days = [true; 7];
        assert_eq!(alarm.days_in_words(), "Every day");
    }
}
