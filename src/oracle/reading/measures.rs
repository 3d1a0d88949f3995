//! Amounts in units that people choose: kilograms or pounds, degrees Celsius or Fahrenheit.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::{lists, shown_words};
use crate::domain::{Screen, Widget, labels};

/// Two units of the same quantity.
struct UnitPair {
    /// How apps write and name each of them.
    names: [&'static [&'static str]; 2],
    /// The second unit is so often in the first one, and where its zero lies.
    factor: f64,
    offset: f64,
}

const fn pair(
    one: &'static [&'static str],
    other: &'static [&'static str],
    factor: f64,
    offset: f64,
) -> UnitPair {
    UnitPair { names: [one, other], factor, offset }
}

const PAIRS: &[UnitPair] = &[
    pair(
        &["kg", "kilogram", "kilograms", "kilos"],
        &["lb", "lbs", "pound", "pounds"],
        2.204_623,
        0.0,
    ),
    pair(&["km", "kilometres", "kilometers"], &["mi", "mile", "miles"], 0.621_371, 0.0),
    pair(&["°c", "celsius"], &["°f", "fahrenheit"], 1.8, 32.0),
    pair(&["kcal", "kilocalories", "calories"], &["kj", "kilojoule", "kilojoules"], 4.184, 0.0),
    pair(&["km/h", "kmh", "kph"], &["mph"], 0.621_371, 0.0),
    pair(&["l", "litres", "liters"], &["gal", "gallons"], 0.264_172, 0.0),
];

/// A unit: the number of its pair, and which of the two it is.
pub(in crate::oracle) type UnitChoice = (usize, usize);

static MEASURE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?:^|[\s(:≈~+])(?P<value>[-−]?\d{1,6}(?:[.,]\d{1,2})?)\s?",
        r"(?P<unit>°\s?[CF]|kg|lbs?|km/h|kmh|kph|mph|km|miles?|mi|kcal|kJ|gal|l)(?:$|[\s).,;])",
    ))
    .ok()
});

/// What a widget measures.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::oracle) struct Measure {
    /// Its value.
    pub value: f64,
    /// Its digits after the decimal point.
    pub decimals: u8,
    /// Its unit.
    pub unit: UnitChoice,
    /// What it is shown with.
    pub words: String,
    /// What tells it from others of its page.
    pub name: String,
    /// The number of its widget.
    pub widget: usize,
}

impl Measure {
    /// Its value in the other unit of its pair.
    pub(in crate::oracle) fn converted(&self) -> f64 {
        let Some(pair) = PAIRS.get(self.unit.0) else { return self.value };
        if self.unit.1 == 0 {
            self.value * pair.factor + pair.offset
        } else {
            (self.value - pair.offset) / pair.factor
        }
    }

    /// The smallest difference that it shows.
    pub(in crate::oracle) fn grain(&self) -> f64 {
        10_f64.powi(-i32::from(self.decimals))
    }
}

/// The unit that `word`, in lower case, is or names.
pub(in crate::oracle) fn unit(word: &str) -> Option<UnitChoice> {
    PAIRS.iter().enumerate().find_map(|(place, pair)| {
        let side = pair.names.iter().position(|names| names.contains(&word))?;
        Some((place, side))
    })
}

/// The one unit that `label` names.
pub(in crate::oracle) fn named_unit(label: &str) -> Option<UnitChoice> {
    let lower = label.to_lowercase();
    let mut words = labels::command_words(&lower);
    words.extend(lower.split_whitespace().filter(|word| word.contains(['°', '/'])));
    let mut units = words.into_iter().filter_map(unit);
    let first = units.next()?;
    units.all(|other| other == first).then_some(first)
}

/// The measures of the front window: what shows just one, told apart by id, by the rest of its words and by its row.
/// Those that share a name are left out.
pub(in crate::oracle) fn measures(screen: &Screen) -> Vec<Measure> {
    let rows: HashMap<(usize, usize), String> = lists(screen)
        .into_iter()
        .flat_map(|list| {
            let rows = list.rows.into_iter().enumerate();
            rows.map(move |(row, it)| ((list.number, row), without_digits(it.name())))
        })
        .collect();
    let row_of = |widget: &Widget| -> Option<String> {
        let place = (widget.position.list?, widget.position.row?);
        rows.get(&place).cloned()
    };
    let front = screen.widgets.iter().filter(|widget| widget.position.window == 0);
    let mut found: HashMap<String, Option<Measure>> = HashMap::new();
    for widget in front.filter(|widget| widget.inherits.is_none()) {
        let row = row_of(widget).unwrap_or_default();
        let Some(measure) = measure(widget, &row) else { continue };
        let name = measure.name.clone();
        found.entry(name).and_modify(|it| *it = None).or_insert(Some(measure));
    }
    let mut measures: Vec<Measure> = found.into_values().flatten().collect();
    measures.sort_by_key(|measure| measure.widget);
    measures
}

fn measure(widget: &Widget, row: &str) -> Option<Measure> {
    let words = shown_words(widget);
    let mut found = MEASURE.as_ref()?.captures_iter(words);
    let only = found.next().filter(|_| found.next().is_none())?;
    let value = only.name("value")?.as_str().replace('−', "-").replace(',', ".");
    let written = only.name("unit")?;
    let unit_word: String = written.as_str().to_lowercase().split_whitespace().collect();
    let decimals = value.split_once('.').map_or(0, |(_, part)| part.len());
    let rest = words.replacen(written.as_str(), "", 1);
    Some(Measure {
        decimals: u8::try_from(decimals).ok()?,
        value: value.parse().ok()?,
        unit: unit(&unit_word)?,
        words: words.to_owned(),
        name: format!("{}|{row}|{}", widget.short_id(), without_digits(&rest)),
        widget: widget.number,
    })
}

fn without_digits(words: &str) -> String {
    words.chars().filter(|it| it.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn read(words: &str) -> Option<(f64, u8, UnitChoice)> {
        let widget = Widget { text: words.into(), ..Widget::default() };
        measure(&widget, "").map(|it| (it.value, it.decimals, it.unit))
    }

    #[rstest]
    #[case("70 kg", Some((70.0, 0, (0, 0))))]
    #[case("Weight: 154.3 lb", Some((154.3, 1, (0, 1))))]
    #[case("−4,5 °C", Some((-4.5, 1, (2, 0))))]
    #[case("12 km/h", Some((12.0, 0, (4, 0))))]
    #[case("12 km", Some((12.0, 0, (1, 0))))]
    #[case("1,234 km", None)]
    #[case("3 of 5 km", Some((5.0, 0, (1, 0))))]
    #[case("70 kg or 154 lb", None)]
    #[case("5 minutes", None)]
    fn a_measure_has_a_unit(#[case] words: &str, #[case] expected: Option<(f64, u8, UnitChoice)>) {
        assert_eq!(read(words), expected);
    }

    #[rstest]
    #[case("Pounds (lb)", Some((0, 1)))]
    #[case("Kilograms", Some((0, 0)))]
    #[case("°F", Some((2, 1)))]
    #[case("km or miles", None)]
    #[case("Dark", None)]
    fn an_option_names_a_unit(#[case] label: &str, #[case] expected: Option<UnitChoice>) {
        assert_eq!(named_unit(label), expected);
    }
}
