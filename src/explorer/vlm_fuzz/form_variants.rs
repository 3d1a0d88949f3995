//! The variants in which a form is filled in: empty, with valid values, and with values that break
//! the rules which forms tend to forget.

use std::fmt::{self, Display, Formatter};

use crate::domain::values;
use crate::domain::{Widget, WidgetKind};

/// One way to fill in a form. A field that it does not name holds a valid value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FormVariant {
    /// Sent as it is, with something missing.
    Empty,
    /// Every empty field gets a valid value.
    Valid,
    /// One field of a form that is filled in already gets another valid value.
    Changed,
    /// Every empty field gets a valid value, or one field another one, and the form is left instead
    /// of sent.
    Abandoned,
    /// All fields get valid values but the one at this place, which stays empty.
    OneEmpty(usize),
    /// All values of one kind are the same.
    AllEqual,
    /// Values of one kind change their places: the end comes before the beginning.
    Swapped,
    /// The parts add up to slightly more than the total.
    PartsExceedTotal,
    /// The field at this place gets its boundary or invalid value of this number.
    InvalidValue(usize, usize),
    /// All sliders at their low ends.
    SlidersLow,
    /// All sliders at their high ends.
    SlidersHigh,
    /// The slider at this place at its high end, all others anywhere.
    OneHighRestRandom(usize),
    /// The slider at this place at its high end, all others a little above their low ends.
    OneHighRestLow(usize),
}

/// A short code. It is part of the name of the move, which decides the order of equals under a seed.
impl Display for FormVariant {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("Empty"),
            Self::Valid => f.write_str("Valid"),
            Self::Changed => f.write_str("Changed"),
            Self::Abandoned => f.write_str("Left"),
            Self::OneEmpty(field) => write!(f, "Without({field})"),
            Self::AllEqual => f.write_str("Equal"),
            Self::Swapped => f.write_str("Turned"),
            Self::PartsExceedTotal => f.write_str("Sum"),
            Self::InvalidValue(field, value) => write!(f, "Odd({field}, {value})"),
            Self::SlidersLow => f.write_str("Low"),
            Self::SlidersHigh => f.write_str("High"),
            Self::OneHighRestRandom(slider) => write!(f, "Mixed({slider})"),
            Self::OneHighRestLow(slider) => write!(f, "Edge({slider})"),
        }
    }
}

/// What a part of a form is to hold.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PartValue {
    /// This text.
    Text(String),
    /// This part of a slider's length.
    At(f64),
}

/// Numbers from here on are codes, such as those of cards: nothing is counted with them.
const CODE: f64 = 1e6;

/// The part of a slider that [`FormVariant::OneHighRestRandom`] leaves to chance.
pub(super) const ANYWHERE: f64 = -1.0;

/// About the second of a dozen places on a slider.
const SECOND: f64 = 0.1;

/// The parts of a form: its fields and its sliders, in document order.
pub(super) struct FormParts<'a> {
    pub fields: Vec<&'a Widget>,
    pub sliders: Vec<&'a Widget>,
}

impl<'a> FormParts<'a> {
    /// The parts on a screen that can be filled in.
    pub(super) fn of(widgets: &'a [Widget]) -> Self {
        let usable = || widgets.iter().filter(|widget| widget.enabled && widget.tap.is_some());
        Self {
            fields: usable().filter(|widget| widget.is_field()).collect(),
            sliders: usable().filter(|widget| widget.kind() == WidgetKind::Slider).collect(),
        }
    }

    /// True if there is nothing to fill in.
    pub(super) fn is_none(&self) -> bool {
        self.fields.is_empty() && self.sliders.is_empty()
    }

    /// The rounds that make sense, with the worth of each; `sent` where something sends the form.
    pub(super) fn rounds(&self, sent: bool) -> Vec<(FormVariant, f64)> {
        let mut rounds = Vec::new();
        let empty = self.fields.iter().any(|field| field.content().is_empty());
        if !self.fields.is_empty() {
            if sent && empty {
                rounds.push((FormVariant::Empty, 0.62));
            }
            rounds.push((FormVariant::Valid, 0.6));
            if self.is_full() && self.changed().is_some() {
                rounds.push((FormVariant::Changed, 0.35));
            }
            if sent {
                rounds.push((FormVariant::Abandoned, 0.26));
            }
            if sent && self.fields.len() > 1 {
                rounds.extend(
                    (0..self.fields.len()).map(|place| (FormVariant::OneEmpty(place), 0.18)),
                );
            }
        }
        let numbers = self.numbers().len();
        if sent && self.alike().len() >= 2 {
            rounds.extend([(FormVariant::AllEqual, 0.4), (FormVariant::Swapped, 0.36)]);
        }
        if sent && numbers >= 3 && self.whole().is_some() {
            rounds.push((FormVariant::PartsExceedTotal, 0.55));
        }
        for (place, field) in self.fields.iter().enumerate() {
            for number in 0..values::odd(field).len() {
                let worth = [0.39, 0.21, 0.14].get(number).copied().unwrap_or(0.08);
                rounds.push((FormVariant::InvalidValue(place, number), worth));
            }
        }
        if !self.sliders.is_empty() {
            rounds.push((FormVariant::SlidersLow, 0.42));
            rounds.push((FormVariant::SlidersHigh, 0.38));
            if self.sliders.len() > 1 {
                for place in 0..self.sliders.len() {
                    rounds.extend([
                        (FormVariant::OneHighRestRandom(place), 0.3),
                        (FormVariant::OneHighRestLow(place), 0.45),
                    ]);
                }
            }
        }
        rounds
    }

    /// What each part is to hold in `round`; parts that are not named are left as they are.
    pub(super) fn values(&self, round: FormVariant) -> Vec<(&'a Widget, PartValue)> {
        let valid = |field: &Widget| PartValue::Text(values::lively(field));
        let sliders = |at: &dyn Fn(usize) -> f64| {
            let sliders = self.sliders.iter().enumerate();
            sliders.map(|(place, slider)| (*slider, PartValue::At(at(place)))).collect()
        };
        match round {
            FormVariant::Empty => Vec::new(),
            FormVariant::SlidersLow => sliders(&|_| 0.0),
            FormVariant::SlidersHigh => sliders(&|_| 1.0),
            FormVariant::OneHighRestRandom(high) => {
                sliders(&|place| if place == high { 1.0 } else { ANYWHERE })
            }
            FormVariant::OneHighRestLow(high) => {
                sliders(&|place| if place == high { 1.0 } else { SECOND })
            }
            _ => {
                let special = self.special(round);
                let of = |(place, field): (usize, &&'a Widget)| {
                    let special = special.iter().find(|(own, _)| *own == place);
                    let value = special.map(|(_, text)| PartValue::Text(text.clone()));
                    let value = value.or_else(|| lacks(field).then(|| valid(field)))?;
                    Some((*field, value))
                };
                self.fields.iter().enumerate().filter_map(of).collect()
            }
        }
    }

    /// The fields, by place, that are to hold something else than a valid value.
    fn special(&self, round: FormVariant) -> Vec<(usize, String)> {
        match round {
            FormVariant::InvalidValue(place, number) => {
                let odd = self.fields.get(place).and_then(|field| {
                    values::odd(field).get(number).map(|odd| (place, (*odd).to_owned()))
                });
                odd.into_iter().collect()
            }
            FormVariant::AllEqual => {
                let alike = self.alike();
                let Some(least) = alike.first().map(|(_, text)| text.clone()) else {
                    return Vec::new();
                };
                alike.into_iter().map(|(place, _)| (place, least.clone())).collect()
            }
            FormVariant::Swapped => {
                let alike = self.alike();
                let mut places: Vec<usize> = alike.iter().map(|(place, _)| *place).collect();
                places.sort_unstable();
                let held = |place: &usize| alike.iter().find(|(own, _)| own == place);
                let texts = places.iter().rev().filter_map(held).map(|(_, text)| text.clone());
                places.iter().copied().zip(texts).collect()
            }
            FormVariant::PartsExceedTotal => self.parts_of_a_whole(),
            FormVariant::OneEmpty(place) => vec![(place, String::new())],
            FormVariant::Changed | FormVariant::Abandoned if self.is_full() => {
                self.changed().into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// What filling in costs in `round`, in actions, its sending included.
    pub(super) fn cost(&self, round: FormVariant) -> usize {
        self.values(round).len() + 1
    }

    /// Fields that take numbers, by place, with a valid one.
    fn numbers(&self) -> Vec<(usize, f64)> {
        let number = |(place, field): (usize, &&Widget)| {
            let held = field.content().trim().parse::<f64>().ok();
            let number = held.or_else(|| values::plausible(field, 0).parse().ok());
            number.filter(|number| number.abs() < CODE).map(|number| (place, number))
        };
        self.fields.iter().enumerate().filter_map(number).collect()
    }

    /// Fields that take values of one kind, by place, with a valid one, the least first: numbers,
    /// else dates or times.
    fn alike(&self) -> Vec<(usize, String)> {
        let mut numbers = self.numbers();
        // The smallest of them is the one most likely allowed in all.
        numbers.sort_by(|one, other| one.1.total_cmp(&other.1));
        if numbers.len() >= 2 {
            return numbers.into_iter().map(|(place, number)| (place, plain(number))).collect();
        }
        let form = |text: &str| -> String {
            text.chars().map(|sign| if sign.is_ascii_digit() { 'd' } else { sign }).collect()
        };
        let of = |(place, field): (usize, &&Widget)| {
            let text =
                if lacks(field) { values::plausible(field, 0) } else { field.content().into() };
            (place, text)
        };
        let all: Vec<(usize, String)> = self.fields.iter().enumerate().map(of).collect();
        let moments = ["dddd-dd-dd", "dd:dd"];
        let of_form = |wanted: &&str| {
            let alike = all.iter().filter(|(_, text)| form(text) == **wanted).cloned();
            let mut alike: Vec<(usize, String)> = alike.collect();
            alike.sort_by(|one, other| one.1.cmp(&other.1));
            Some(alike).filter(|alike| alike.len() >= 2)
        };
        moments.iter().find_map(of_form).unwrap_or_default()
    }

    /// True if every field holds something.
    fn is_full(&self) -> bool {
        self.fields.iter().all(|field| !lacks(field))
    }

    /// The first field that can be given another valid value than it holds.
    fn changed(&self) -> Option<(usize, String)> {
        let other = |(place, field): (usize, &&Widget)| {
            let other = values::lively(field);
            (field.content() != other).then_some((place, other))
        };
        self.fields.iter().enumerate().find_map(other)
    }

    /// The place of the number that is called a total.
    fn whole(&self) -> Option<usize> {
        let numbers = self.numbers();
        numbers.into_iter().map(|(place, _)| place).find(|place| {
            let said = self.fields.get(*place).map(|field| {
                format!("{} {} {}", field.hint, field.label, field.short_id()).to_lowercase()
            });
            said.is_some_and(|said| {
                ["total", "sum", "whole", "all"].iter().any(|word| said.contains(word))
            })
        })
    }

    /// A round total, and parts that exceed it by less than what rounding hides.
    fn parts_of_a_whole(&self) -> Vec<(usize, String)> {
        let Some(whole) = self.whole() else { return Vec::new() };
        let parts: Vec<usize> =
            self.numbers().into_iter().map(|(place, _)| place).filter(|p| *p != whole).collect();
        let mut values = vec![(whole, plain(10.0 * parts.len() as f64))];
        let share = |(at, place): (usize, &usize)| {
            (*place, if at == 0 { "10.4".to_owned() } else { "10".to_owned() })
        };
        values.extend(parts.iter().enumerate().map(share));
        values
    }
}

/// True for a field that holds nothing, or what an earlier round broke it with: a form that refused
/// one odd value would refuse whatever comes after it.
fn lacks(field: &Widget) -> bool {
    let held = field.content();
    held.is_empty() || values::odd(field).contains(&held)
}

fn plain(number: f64) -> String {
    format!("{number}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::elevate::tests::world::field;

    fn texts(parts: &FormParts<'_>, round: FormVariant) -> Vec<String> {
        let text = |(_, value)| match value {
            PartValue::Text(text) => text,
            PartValue::At(at) => format!("at {at}"),
        };
        parts.values(round).into_iter().map(text).collect()
    }

    #[test]
    fn values_of_one_kind_are_made_equal_and_turned() {
        let form = [field(1, "from", "From (e.g. 22:30)"), field(2, "to", "To (e.g. 06:45)")];
        let parts = FormParts::of(&form);
        assert_eq!(texts(&parts, FormVariant::Valid), ["22:30", "06:45"]);
        assert_eq!(texts(&parts, FormVariant::AllEqual), ["06:45", "06:45"]);
        assert_eq!(texts(&parts, FormVariant::Swapped), ["06:45", "22:30"]);
        let numbers = [field(1, "low", "Least (e.g. 60)"), field(2, "high", "Most (e.g. 75)")];
        assert_eq!(texts(&FormParts::of(&numbers), FormVariant::Swapped), ["75", "60"]);
        let card = [field(1, "card", "Card number"), field(2, "cvc", "CVC")];
        let rounds = FormParts::of(&card).rounds(true);
        assert!(
            rounds.iter().all(|(round, _)| *round != FormVariant::AllEqual),
            "codes are no amounts"
        );
    }

    #[test]
    fn a_form_is_sent_with_each_field_left_empty() {
        let mut form = [field(1, "title", "Title"), field(2, "year", "Year")];
        assert_eq!(texts(&FormParts::of(&form), FormVariant::OneEmpty(0)), ["", "2026"]);
        form[0].text = "Emma".into();
        assert_eq!(texts(&FormParts::of(&form), FormVariant::OneEmpty(0)), ["", "2026"]);
    }

    #[test]
    fn what_a_form_holds_already_is_changed() {
        let mut form = [field(1, "title", "Title"), field(2, "year", "Year")];
        let has = |form: &[Widget], wanted| {
            FormParts::of(form).rounds(true).iter().any(|(round, _)| *round == wanted)
        };
        assert!(!has(&form, FormVariant::Changed), "there is nothing to change");
        (form[0].text, form[1].text) = ("Emma".into(), "1815".into());
        assert!(has(&form, FormVariant::Changed));
        assert_eq!(texts(&FormParts::of(&form), FormVariant::Changed), ["Plan the week"]);
        assert_eq!(texts(&FormParts::of(&form), FormVariant::Abandoned), ["Plan the week"]);
    }

    #[test]
    fn what_broke_the_form_before_is_mended() {
        let mut form = [field(1, "title", "Title"), field(2, "year", "Year")];
        form[0].text = "  ".into();
        assert_eq!(
            texts(&FormParts::of(&form), FormVariant::InvalidValue(1, 0)),
            ["Plan the week", "0"]
        );
    }
}
