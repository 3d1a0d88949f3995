//! The variants in which a form is filled in: empty, with valid values, and with values that break
//! the rules which forms tend to forget.

use std::fmt::{self, Display, Formatter};

use super::content::is_empty;
use super::field_name::field_name;
use crate::domain::{Widget, WidgetRole, values};
use crate::explorer::weights::weights;

/// One way to fill in a form. A field that it does not name holds a valid value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::explorer) enum FormVariant {
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

weights! {
    /// How the values of a form are chosen.
    pub struct FormValueWeights {
        /// Numbers from here on are codes, such as those of cards: nothing is calculated with them.
        code_from: f64 = 1e6,
        /// About the second of a dozen positions of a slider, from 0 to 1.
        slider_near_low: f64 = 0.1,
    }
}

/// What a part of a form is to hold.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::explorer) enum PartValue {
    /// This text.
    Text(String),
    /// This part of a slider's length, from 0 to 1.
    At(f64),
    /// Any part of a slider's length.
    Anywhere,
}

/// The parts of a form: its fields and its sliders, in document order.
pub(in crate::explorer) struct FormParts<'a> {
    pub fields: Vec<&'a Widget>,
    pub sliders: Vec<&'a Widget>,
    weights: FormValueWeights,
}

impl<'a> FormParts<'a> {
    /// The parts on a screen that can be filled in.
    pub(in crate::explorer) fn of(widgets: &'a [Widget], weights: FormValueWeights) -> Self {
        Self { fields: fields(widgets), sliders: sliders(widgets), weights }
    }

    /// True if there is nothing to fill in.
    pub(in crate::explorer) fn is_none(&self) -> bool {
        self.fields.is_empty() && self.sliders.is_empty()
    }

    /// The variants that make sense, in a fixed order; `sent` if something sends the form.
    pub(in crate::explorer) fn variants(&self, sent: bool) -> Vec<FormVariant> {
        let mut variants = Vec::new();
        let has_empty = self.fields.iter().any(|field| is_empty(field));
        if !self.fields.is_empty() {
            variants.extend((sent && has_empty).then_some(FormVariant::Empty));
            variants.push(FormVariant::Valid);
            let can_change = self.is_full() && self.changed().is_some();
            variants.extend(can_change.then_some(FormVariant::Changed));
            variants.extend(sent.then_some(FormVariant::Abandoned));
            if sent && self.fields.len() > 1 {
                variants.extend((0..self.fields.len()).map(FormVariant::OneEmpty));
            }
        }
        if sent && self.alike().len() >= 2 {
            variants.extend([FormVariant::AllEqual, FormVariant::Swapped]);
        }
        if sent && self.numbers().len() >= 3 && self.whole().is_some() {
            variants.push(FormVariant::PartsExceedTotal);
        }
        for (place, field) in self.fields.iter().enumerate() {
            let invalid = 0..values::odd(field).len();
            variants.extend(invalid.map(|number| FormVariant::InvalidValue(place, number)));
        }
        if !self.sliders.is_empty() {
            variants.extend([FormVariant::SlidersLow, FormVariant::SlidersHigh]);
            if self.sliders.len() > 1 {
                variants.extend((0..self.sliders.len()).flat_map(|place| {
                    [FormVariant::OneHighRestRandom(place), FormVariant::OneHighRestLow(place)]
                }));
            }
        }
        variants
    }

    /// What each part is to hold; parts that are not named are left as they are.
    pub(in crate::explorer) fn values(&self, variant: FormVariant) -> Vec<(&'a Widget, PartValue)> {
        let valid = |field: &Widget| {
            let fields = self.fields.iter().copied();
            let text = if field.password {
                values::hidden_among(fields, field)
            } else {
                values::told_apart(fields, field, values::lively(field))
            };
            PartValue::Text(text)
        };
        let sliders = |value: &dyn Fn(usize) -> PartValue| {
            let sliders = self.sliders.iter().enumerate();
            sliders.map(|(place, slider)| (*slider, value(place))).collect()
        };
        let one_high = |high: usize, others: PartValue| {
            sliders(&|place| if place == high { PartValue::At(1.0) } else { others.clone() })
        };
        match variant {
            FormVariant::Empty => Vec::new(),
            FormVariant::SlidersLow => sliders(&|_| PartValue::At(0.0)),
            FormVariant::SlidersHigh => sliders(&|_| PartValue::At(1.0)),
            FormVariant::OneHighRestRandom(high) => one_high(high, PartValue::Anywhere),
            FormVariant::OneHighRestLow(high) => {
                one_high(high, PartValue::At(self.weights.slider_near_low))
            }
            _ => {
                let special = self.special(variant);
                let of = |(place, field): (usize, &&'a Widget)| {
                    let special = special.iter().find(|(own, _)| *own == place);
                    let value = special.map(|(_, text)| PartValue::Text(text.clone()));
                    let value = value.or_else(|| needs_value(field).then(|| valid(field)))?;
                    Some((*field, value))
                };
                self.fields.iter().enumerate().filter_map(of).collect()
            }
        }
    }

    /// The fields, by place, that are to hold something else than a valid value.
    fn special(&self, variant: FormVariant) -> Vec<(usize, String)> {
        match variant {
            FormVariant::InvalidValue(place, number) => {
                let value = self.fields.get(place).and_then(|field| {
                    values::odd(field).get(number).map(|value| (place, (*value).to_owned()))
                });
                value.into_iter().collect()
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

    /// What filling in costs, in actions, sending the form included.
    pub(in crate::explorer) fn cost(&self, variant: FormVariant) -> usize {
        self.values(variant).len() + 1
    }

    /// Fields that take numbers, by place, with a valid one.
    fn numbers(&self) -> Vec<(usize, f64)> {
        let number = |(place, field): (usize, &&Widget)| {
            let held = field.content().trim().parse::<f64>().ok().filter(|_| !is_empty(field));
            let number = held.or_else(|| values::plausible(field, 0).parse().ok());
            number
                .filter(|number| number.abs() < self.weights.code_from)
                .map(|number| (place, number))
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
            let text = if needs_value(field) {
                values::plausible(field, 0)
            } else {
                field.content().into()
            };
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
        self.fields.iter().all(|field| !needs_value(field))
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
            let text = self.fields.get(*place).map(|field| {
                format!("{} {} {}", field.hint, field.label, field.short_id()).to_lowercase()
            });
            text.is_some_and(|text| {
                ["total", "sum", "whole", "all"].iter().any(|word| text.contains(word))
            })
        })
    }

    /// A total of tens, and parts that exceed it by less than rounding hides.
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

/// So many fields without a name stand for all of a page: more are the cells of a table.
const MOST_NAMELESS: usize = 6;

/// The fields among `widgets` that can be filled in. If the page tells its forms, those of the form that has
/// most of them. Of those without a name only the first.
pub(in crate::explorer) fn fields(widgets: &[Widget]) -> Vec<&Widget> {
    let mut fields: Vec<&Widget> = usable(widgets).filter(|widget| widget.is_field()).collect();
    let size = |form| fields.iter().filter(|field| field.form == form).count();
    let largest = fields.iter().map(|field| field.form).reduce(|largest, form| {
        let is_larger = (size(form), form.is_some()) > (size(largest), largest.is_some());
        if is_larger { form } else { largest }
    });
    fields.retain(|field| Some(field.form) == largest);
    let mut nameless = 0;
    fields.retain(|field| {
        nameless += usize::from(field_name(field).is_empty());
        !field_name(field).is_empty() || nameless <= MOST_NAMELESS
    });
    fields
}

/// The sliders among `widgets` that can be moved.
pub(in crate::explorer) fn sliders(widgets: &[Widget]) -> Vec<&Widget> {
    usable(widgets).filter(|widget| widget.role() == WidgetRole::Slider).collect()
}

fn usable(widgets: &[Widget]) -> impl Iterator<Item = &Widget> {
    widgets.iter().filter(|widget| widget.enabled && widget.tap.is_some())
}

/// True for a field that holds nothing, or the invalid value of an earlier variant: a form that
/// refused that would refuse whatever comes after it.
fn needs_value(field: &Widget) -> bool {
    is_empty(field) || values::odd(field).contains(&field.content())
}

fn plain(number: f64) -> String {
    format!("{number}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::field;

    fn texts(parts: &FormParts<'_>, variant: FormVariant) -> Vec<String> {
        let text = |(_, value)| match value {
            PartValue::Text(text) => text,
            PartValue::At(at) => format!("at {at}"),
            PartValue::Anywhere => "anywhere".to_owned(),
        };
        parts.values(variant).into_iter().map(text).collect()
    }

    #[test]
    fn values_of_one_kind_are_made_equal_and_turned() {
        let weights = FormValueWeights::default();
        let form = [field(1, "from", "From (e.g. 22:30)"), field(2, "to", "To (e.g. 06:45)")];
        let parts = FormParts::of(&form, weights);
        assert_eq!(texts(&parts, FormVariant::Valid), ["22:30", "06:45"]);
        assert_eq!(texts(&parts, FormVariant::AllEqual), ["06:45", "06:45"]);
        assert_eq!(texts(&parts, FormVariant::Swapped), ["06:45", "22:30"]);
        let numbers = [field(1, "low", "Least (e.g. 60)"), field(2, "high", "Most (e.g. 75)")];
        assert_eq!(texts(&FormParts::of(&numbers, weights), FormVariant::Swapped), ["75", "60"]);
        let card = [field(1, "card", "Card number"), field(2, "cvc", "CVC")];
        let variants = FormParts::of(&card, weights).variants(true);
        assert!(
            variants.iter().all(|variant| *variant != FormVariant::AllEqual),
            "codes are no amounts"
        );
    }

    /// An app was never unlocked, since its secret and what repeats it got different texts.
    #[test]
    fn a_secret_that_is_repeated_is_the_same() {
        let secret =
            |number, id: &str, name: &str| Widget { password: true, ..field(number, id, name) };
        let form = [secret(1, "password", "Master key"), secret(2, "confirm", "Confirm it")];
        let parts = FormParts::of(&form, FormValueWeights::default());
        let [first, second] = &texts(&parts, FormVariant::Valid)[..] else { panic!("two") };
        assert_eq!(first, second);
    }

    #[test]
    fn of_the_cells_of_a_table_the_first_are_filled_in() {
        let cells: Vec<Widget> = (1..=20).map(|number| field(number, "", "")).collect();
        assert_eq!(fields(&cells).len(), MOST_NAMELESS);
        let named: Vec<Widget> = (1..=20).map(|number| field(number, "name", "")).collect();
        assert_eq!(fields(&named).len(), 20);
    }

    #[test]
    fn a_form_is_sent_with_each_field_left_empty() {
        let weights = FormValueWeights::default();
        let mut form = [field(1, "title", "Title"), field(2, "year", "Year")];
        assert_eq!(texts(&FormParts::of(&form, weights), FormVariant::OneEmpty(0)), ["", "2026"]);
        form[0].text = "Emma".into();
        assert_eq!(texts(&FormParts::of(&form, weights), FormVariant::OneEmpty(0)), ["", "2026"]);
    }

    #[test]
    fn what_a_form_holds_already_is_changed() {
        let weights = FormValueWeights::default();
        let mut form = [field(1, "title", "Title"), field(2, "year", "Year")];
        let has =
            |form: &[Widget], wanted| FormParts::of(form, weights).variants(true).contains(&wanted);
        assert!(!has(&form, FormVariant::Changed), "there is nothing to change");
        (form[0].text, form[1].text) = ("Emma".into(), "1815".into());
        assert!(has(&form, FormVariant::Changed));
        assert_eq!(texts(&FormParts::of(&form, weights), FormVariant::Changed), ["Plan the week"]);
        assert_eq!(
            texts(&FormParts::of(&form, weights), FormVariant::Abandoned),
            ["Plan the week"]
        );
    }

    #[test]
    fn an_amount_of_zero_gets_a_value() {
        let weights = FormValueWeights::default();
        let mut form = [field(1, "title", "Title"), field(2, "amount", "Amount")];
        (form[0].text, form[1].text) = ("Emma".into(), "00.00".into());
        let parts = FormParts::of(&form, weights);
        assert_eq!(parts.variants(true).first(), Some(&FormVariant::Empty));
        assert_eq!(texts(&parts, FormVariant::Valid), ["20"]);
    }

    #[test]
    fn what_broke_the_form_before_is_mended() {
        let weights = FormValueWeights::default();
        let mut form = [field(1, "title", "Title"), field(2, "year", "Year")];
        form[0].text = "  ".into();
        assert_eq!(
            texts(&FormParts::of(&form, weights), FormVariant::InvalidValue(1, 0)),
            ["Plan the week", "0"]
        );
    }
}
