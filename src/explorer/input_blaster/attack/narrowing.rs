//! Where a number, a date or a time begins to crash the app: halfway between one that does no harm and one
//! that crashes, again and again.

use super::super::demands::FieldShape;
use super::super::solver::{position, text_at};

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
        let (harmless, crash) = (position(shape, valid)?, position(shape, crashing)?);
        let is_plain = text_at(shape, crash).is_some_and(|(text, _)| text == crashing);
        let orders = is_plain && harmless.is_finite() && (harmless - crash).abs() > 0.0;
        orders.then_some(Self { field, shape, harmless, crashing: crash })
    }

    /// The text to send next; `None` if both are neighbours.
    pub(super) fn next(&self) -> Option<String> {
        let middle = f64::midpoint(self.harmless, self.crashing);
        let (text, step) = text_at(self.shape, middle)?;
        let at = position(self.shape, &text)?;
        let between =
            (self.harmless.min(self.crashing)..self.harmless.max(self.crashing)).contains(&at);
        let is_new = between && at != self.harmless && at != self.crashing;
        let is_wide = (self.harmless - self.crashing).abs() > step;
        (is_wide && is_new).then_some(text)
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
        assert!(tried < 20, "{tried}");
        let (told, _) =
            class(FieldShape::Decimal, "70", "0.01", |text| text.parse::<f64>().unwrap() < 0.05);
        assert_eq!(told, "0.04 or less (0.05 does no harm)");
        let (told, _) = class(FieldShape::Time, "07:30", "23:59", |text| text >= "22:00");
        assert_eq!(told, "22:00 or later (21:59 does no harm)");
        let (told, _) = class(FieldShape::Date, "1815-12-23", "2099-12-31", |text| text > "2030");
        assert!(told.starts_with("2030-01-0") && told.contains("later (2029-12-"), "{told}");
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
