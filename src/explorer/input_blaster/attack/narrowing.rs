//! Where a number, a date or a time begins to crash the app: halfway between one that does no harm and one
//! that crashes, again and again. Of numbers far apart those come first at which programs often fail; of others
//! the roundest near the middle, such as the first day of a year, since most borders are round.

use super::super::demands::FieldShape;
use super::super::solver::{position, text_at};

/// The first numbers beyond what programs handle or guard: nothing, a percentage, what a byte and words of two
/// and four bytes hold.
const BORDERS: &[f64] = &[
    -2_147_483_649.0,
    -32_769.0,
    -1.0,
    0.0,
    1.0,
    100.0,
    128.0,
    256.0,
    1_000.0,
    32_768.0,
    65_536.0,
    2_147_483_648.0,
    4_294_967_296.0,
];
/// Between numbers that are no more steps apart no border is looked for.
const FAR: f64 = 64.0;
/// The distances of round numbers.
const ROUND: &[f64] = &[1e9, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 100.0, 10.0, 1.0, 0.1, 0.01];
/// Those of round dates, whose months have 31 days: decades, years, months.
const ROUND_DATES: &[f64] = &[3_720.0, 372.0, 31.0, 1.0];
/// Those of round times.
const ROUND_TIMES: &[f64] = &[60.0, 30.0, 10.0, 1.0];

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ValueNarrowing {
    /// The field.
    pub(super) field: usize,
    shape: FieldShape,
    /// The value nearest to a crashing one that does no harm.
    harmless: f64,
    /// The crashing value that is nearest to that.
    crashing: f64,
}

impl ValueNarrowing {
    /// Between `valid` and `crashing`, two texts of the field; `None` if they have no order.
    pub(super) fn between(
        field: usize,
        shape: FieldShape,
        valid: &str,
        crashing: &str,
    ) -> Option<Self> {
        // A number whose text is odd crashes by its text.
        text_at(shape, 0.0)?;
        let has_point = shape == FieldShape::Integer && crashing.contains('.');
        let shape = if has_point { FieldShape::Decimal } else { shape };
        let (harmless, crash) = (position(shape, valid)?, position(shape, crashing)?);
        let is_plain = text_at(shape, crash).is_some_and(|(text, _)| text == crashing);
        let orders = is_plain && harmless.is_finite() && (harmless - crash).abs() > 0.0;
        orders.then_some(Self { field, shape, harmless, crashing: crash })
    }

    /// The text to send next; `None` if both are neighbours.
    pub(super) fn next(&self) -> Option<String> {
        let (_, step) = text_at(self.shape, self.crashing)?;
        let next = self.at_border(step).or_else(|| self.beside_round(step));
        let (text, _) = text_at(self.shape, next.unwrap_or_else(|| self.roundest(step)))?;
        let at = position(self.shape, &text)?;
        let (low, high) = self.ends();
        // Less than a step and a half: numbers are not exact.
        (high - low > 1.5 * step && at > low && at < high).then_some(text)
    }

    fn ends(&self) -> (f64, f64) {
        (self.harmless.min(self.crashing), self.harmless.max(self.crashing))
    }

    /// Of the borders between both the middle one, if both are numbers far apart.
    fn at_border(&self, step: f64) -> Option<f64> {
        let (low, high) = self.ends();
        if !self.is_number() || high - low <= FAR * step {
            return None;
        }
        let is_between = |border: &f64| *border > low && *border < high;
        let between: Vec<f64> = BORDERS.iter().copied().filter(is_between).collect();
        between.get(between.len() / 2).copied()
    }

    const fn is_number(&self) -> bool {
        matches!(self.shape, FieldShape::Integer | FieldShape::Decimal)
    }

    /// What lies beside an end that is rounder than all between.
    fn beside_round(&self, step: f64) -> Option<f64> {
        let (low, high) = self.ends();
        let coarse = match self.shape {
            FieldShape::Date => 31.0,
            FieldShape::Time => 60.0,
            _ => 100.0 * step,
        };
        let (distances, first) = self.round();
        let is_rounder = |end: &f64| {
            let alone = |distance: &f64| {
                let times = |at: f64| (at - first) / distance;
                let is_round = (times(*end) - times(*end).round()).abs() < 1e-9;
                let inside = times(high).ceil() - times(low).floor() - 1.0;
                is_round && *distance >= coarse && inside < 1.0
            };
            self.is_number() && BORDERS.contains(end) || distances.iter().any(alone)
        };
        let inwards = step.copysign(self.crashing - self.harmless);
        let beside = [(self.crashing, -inwards), (self.harmless, inwards)];
        beside.into_iter().find(|(end, _)| is_rounder(end)).map(|(end, by)| end + by)
    }

    /// The distances of round values, the greatest first, and one of them all.
    const fn round(&self) -> (&'static [f64], f64) {
        match self.shape {
            // The first of January of the year 0.
            FieldShape::Date => (ROUND_DATES, 32.0),
            FieldShape::Time => (ROUND_TIMES, 0.0),
            _ => (ROUND, 0.0),
        }
    }

    /// The roundest value in the middle half.
    fn roundest(&self, step: f64) -> f64 {
        let (low, high) = self.ends();
        let (middle, quarter) = (f64::midpoint(low, high), (high - low) / 4.0);
        let (distances, first) = self.round();
        let nearest = |distance: &f64| ((middle - first) / distance).round() * distance + first;
        let fine = distances.iter().filter(|distance| **distance >= step);
        let mut round = fine.map(nearest).filter(|at| (at - middle).abs() <= quarter);
        round.next().unwrap_or(middle)
    }

    /// Takes in what came of `text`.
    pub(super) fn learn(&mut self, text: &str, crashed: bool) {
        let Some(at) = position(self.shape, text) else { return };
        if crashed {
            self.crashing = at;
        } else {
            self.harmless = at;
        }
    }

    /// The class in words; `None` if nothing was tried between.
    pub(super) fn class(&self) -> Option<String> {
        let (crashing, _) = text_at(self.shape, self.crashing)?;
        let (harmless, _) = text_at(self.shape, self.harmless)?;
        let is_moment = matches!(self.shape, FieldShape::Date | FieldShape::Time);
        let beyond = match (self.crashing > self.harmless, is_moment) {
            (true, true) => "or later",
            (false, true) => "or earlier",
            (true, false) => "or more",
            (false, false) => "or less",
        };
        Some(format!("{crashing} {beyond} ({harmless} does no harm)"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The class of what crashes, and how many texts were tried.
    fn class(
        shape: FieldShape,
        valid: &str,
        crashing: &str,
        crashes: impl Fn(&str) -> bool,
    ) -> (String, usize) {
        let mut narrowing = ValueNarrowing::between(0, shape, valid, crashing).unwrap();
        let mut tried = 0;
        while let Some(text) = narrowing.next().filter(|_| tried < 40) {
            tried += 1;
            narrowing.learn(&text, crashes(&text));
        }
        (narrowing.class().unwrap(), tried)
    }

    #[test]
    fn the_border_of_a_class_is_found_by_halves() {
        let (told, tried) =
            class(FieldShape::Integer, "60", "99999", |text| text.parse::<i64>().unwrap() > 5_999);
        assert_eq!(told, "6000 or more (5999 does no harm)");
        assert!(tried <= 12, "{tried}");
        let (told, _) =
            class(FieldShape::Decimal, "70", "0.01", |text| text.parse::<f64>().unwrap() < 0.05);
        assert_eq!(told, "0.04 or less (0.05 does no harm)");
        let (told, _) = class(FieldShape::Time, "07:30", "23:59", |text| text >= "22:00");
        assert_eq!(told, "22:00 or later (21:59 does no harm)");
        let (told, tried) =
            class(FieldShape::Date, "1815-12-23", "2099-12-31", |text| text > "2030");
        assert_eq!(told, "2030-01-01 or later (2029-12-31 does no harm)");
        assert!(tried <= 12, "{tried}");
        // A number that was asked for whole, and crashes with a point.
        let (told, _) =
            class(FieldShape::Integer, "73", "0.01", |text| text.parse::<f64>().unwrap() < 0.05);
        assert_eq!(told, "0.04 or less (0.05 does no harm)");
        let odd = |text: &str| text.parse::<i64>().unwrap() > 1_337;
        let (told, tried) = class(FieldShape::Integer, "60", "99999", odd);
        assert_eq!(told, "1338 or more (1337 does no harm)");
        assert!(tried <= 24, "{tried}");
    }

    #[test]
    fn what_programs_often_cannot_hold_is_found_in_a_few_tries() {
        let number = |text: &str| text.parse::<f64>().unwrap();
        for (valid, crashing, told, most) in [
            ("20", "9999999999", "2147483648 or more (2147483647 does no harm)", 6),
            ("20", "99999", "256 or more (255 does no harm)", 6),
            ("20", "99999", "101 or more (100 does no harm)", 6),
            ("500", "-500", "0 or less (1 does no harm)", 5),
            ("500", "-500", "-1 or less (0 does no harm)", 5),
        ] {
            let border = number(told.split(' ').next().unwrap());
            let crashes = |text: &str| {
                if number(crashing) > number(valid) {
                    number(text) >= border
                } else {
                    number(text) <= border
                }
            };
            let (class, tried) = class(FieldShape::Integer, valid, crashing, crashes);
            assert_eq!(class, told);
            assert!(tried <= most, "{told}: {tried}");
        }
    }

    #[test]
    fn odd_texts_have_no_border() {
        let between = |shape, crashing: &str| ValueNarrowing::between(0, shape, "7", crashing);
        assert_eq!(between(FieldShape::Integer, "1e9"), None);
        assert_eq!(between(FieldShape::Integer, "007"), None);
        assert_eq!(between(FieldShape::Integer, "7"), None);
        assert_eq!(between(FieldShape::Text, "9"), None);
        assert!(between(FieldShape::Integer, "9").is_some());
    }
}
