//! What the health app keeps on disk, and the numbers drawn from it.

use jiff::ToSpan;
use jiff::civil::{Date, date};

/// The day on which the demo phone lives.
pub const TODAY: Date = date(2026, 1, 5);
/// Pounds in a kilogram.
const POUNDS: f64 = 2.204_622_6;

/// What an entry tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Pressure,
    Weight,
    Meal,
    Sleep,
    /// Comes from a sensor alone, and none is paired.
    Oxygen,
}

/// What was measured.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// In mmHg.
    Pressure { systolic: i32, diastolic: i32 },
    /// In kilograms.
    Weight(f64),
    /// In grams; the parts are carbohydrates, protein and fat.
    Meal { total: f64, parts: [f64; 3] },
    /// In minutes since midnight.
    Sleep { from: i32, to: i32 },
}

impl Value {
    pub fn kind(&self) -> Kind {
        match self {
            Self::Pressure { .. } => Kind::Pressure,
            Self::Weight(_) => Kind::Weight,
            Self::Meal { .. } => Kind::Meal,
            Self::Sleep { .. } => Kind::Sleep,
        }
    }

    pub fn heading(&self, unit: Unit) -> String {
        match self {
            Self::Pressure { systolic, diastolic } => format!("{systolic}/{diastolic} mmHg"),
            Self::Weight(kg) => format!("{:.1} {}", unit.of_kg(*kg), unit.word()),
            Self::Meal { total, .. } => format!("Meal, {total:.0} g"),
            Self::Sleep { from, to } => {
                let minutes = (to - from).rem_euclid(24 * 60);
                format!("Slept {} h {:02} min", minutes / 60, minutes % 60)
            }
        }
    }
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub id: u32,
    pub day: Date,
    pub value: Value,
}

/// How weights are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Kilograms,
    Pounds,
}

impl Unit {
    pub fn word(self) -> &'static str {
        match self {
            Self::Kilograms => "kg",
            Self::Pounds => "lb",
        }
    }

    pub fn of_kg(self, kg: f64) -> f64 {
        match self {
            Self::Kilograms => kg,
            Self::Pounds => kg * POUNDS,
        }
    }

    pub fn to_kg(self, value: f64) -> f64 {
        match self {
            Self::Kilograms => value,
            Self::Pounds => value / POUNDS,
        }
    }
}

/// Something to take every day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Medicine {
    pub name: String,
    pub doses: i32,
    pub taken: bool,
}

/// Everything that outlives the process.
#[derive(Clone, Debug)]
pub struct Saved {
    pub onboarded: bool,
    pub name: String,
    pub born: Option<Date>,
    /// Lightest and heaviest weight wished for, in kilograms.
    pub goal: Option<(f64, f64)>,
    pub unit: Unit,
    pub reminders: bool,
    pub medicines: Vec<Medicine>,
    pub entries: Vec<Entry>,
    pub next_id: u32,
    /// What the last report was asked for.
    pub range: (Date, Date),
}

impl Saved {
    /// A fresh install, with the measurements of its paired scales and cuff.
    pub fn sample() -> Self {
        let measured = [
            (0, Value::Pressure { systolic: 128, diastolic: 84 }),
            (0, Value::Weight(72.4)),
            (2, Value::Pressure { systolic: 122, diastolic: 79 }),
            (2, Value::Meal { total: 95.0, parts: [60.0, 20.0, 15.0] }),
            (4, Value::Weight(72.8)),
            (5, Value::Pressure { systolic: 131, diastolic: 86 }),
        ];
        let entries: Vec<Entry> = measured
            .into_iter()
            .zip(1..)
            .map(|((ago, value), id)| Entry { id, day: days_ago(ago), value })
            .collect();
        Self {
            onboarded: false,
            name: String::new(),
            born: None,
            goal: None,
            unit: Unit::Kilograms,
            reminders: false,
            medicines: vec![
                Medicine { name: "Ramipril 5 mg".into(), doses: 1, taken: false },
                Medicine { name: "Vitamin D".into(), doses: 1, taken: true },
            ],
            next_id: 7,
            entries,
            range: (TODAY, TODAY),
        }
    }

    pub fn entry(&self, id: u32) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// Adds a new entry of today, newest first.
    pub fn log(&mut self, value: Value) {
        self.entries.insert(0, Entry { id: self.next_id, day: TODAY, value });
        self.next_id += 1;
    }

    /// What the trend of `kind` draws: the last seven days, oldest first, `None` if nothing was
    /// measured. Pressure is drawn by its upper value.
    pub fn week(&self, kind: Kind) -> [Option<f64>; 7] {
        std::array::from_fn(|index| {
            let day = days_ago(6 - i32::try_from(index).unwrap_or(0));
            let of_day = self.entries.iter().filter(|entry| entry.day == day);
            of_day
                .filter_map(|entry| match entry.value {
                    Value::Pressure { systolic, .. } if kind == Kind::Pressure => {
                        Some(f64::from(systolic))
                    }
                    Value::Weight(kg) if kind == Kind::Weight => Some(self.unit.of_kg(kg)),
                    _ => None,
                })
                .next()
        })
    }
}

/// The day so many days before today.
pub fn days_ago(days: i32) -> Date {
    TODAY.saturating_sub(days.days())
}

/// Whole days from one day to another.
pub fn days_between(from: Date, to: Date) -> i32 {
    i32::try_from(from.duration_until(to).as_hours() / 24).unwrap_or(i32::MAX)
}

/// Reads `2026-01-05`.
pub fn read_date(text: &str) -> Option<Date> {
    Date::strptime("%Y-%m-%d", text.trim()).ok()
}

/// Reads `07:30` as minutes since midnight.
pub fn read_time(text: &str) -> Option<i32> {
    let (hours, minutes) = text.trim().split_once(':')?;
    let (hours, minutes): (i32, i32) = (hours.parse().ok()?, minutes.parse().ok()?);
    ((0..24).contains(&hours) && (0..60).contains(&minutes)).then_some(hours * 60 + minutes)
}

/// Reads a finite number.
pub fn read_number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// The mean of the days on which something was measured.
pub fn mean(week: &[Option<f64>]) -> f64 {
    let measured: Vec<f64> = week.iter().copied().flatten().collect();
    if measured.is_empty() {
        return 0.0;
    }
    measured.iter().sum::<f64>() / f64::from(u32::try_from(measured.len()).unwrap_or(u32::MAX))
}
