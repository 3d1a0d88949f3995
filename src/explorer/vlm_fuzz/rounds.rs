//! In which ways a form is filled in: empty, with valid values, and with values that break the
//! rules which forms tend to forget.

use crate::domain::values;
use crate::domain::{Widget, WidgetKind};

/// One way to fill a form in. Whatever it does not name holds a valid value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Round {
    /// Sent as it is, with something missing.
    Empty,
    /// Every empty field gets a valid value.
    Valid,
    /// Every empty field gets a valid value, and the form is left instead of sent.
    Left,
    /// All numbers, or all sliders, are the same.
    Equal,
    /// What is said to be parts adds up to slightly more than what is said to be the whole.
    Sum,
    /// The field at this place gets its odd value of this number.
    Odd(usize, usize),
    /// All sliders at their low ends.
    Low,
    /// All sliders at their high ends.
    High,
    /// The slider at this place at its high end, all others anywhere.
    Mixed(usize),
    /// The slider at this place at its high end, all others a little above their low ends.
    Edge(usize),
}

/// What a part of a form is to hold.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// This text.
    Text(String),
    /// This part of a slider's length.
    At(f64),
}

/// The part of a slider that [`Round::Mixed`] leaves to chance.
pub(super) const ANYWHERE: f64 = -1.0;

/// About the second of a dozen places on a slider.
const SECOND: f64 = 0.1;

/// The parts of a form: its fields and its sliders, in document order.
pub(super) struct Parts<'a> {
    pub fields: Vec<&'a Widget>,
    pub sliders: Vec<&'a Widget>,
}

impl<'a> Parts<'a> {
    /// The parts on a screen that can be filled in.
    pub(super) fn of(widgets: &'a [Widget]) -> Self {
        let usable = || widgets.iter().filter(|widget| widget.enabled && widget.tap.is_some());
        Self {
            fields: usable().filter(|widget| widget.is_field()).collect(),
            sliders: usable().filter(|widget| widget.kind() == WidgetKind::Slider).collect(),
        }
    }

    /// True where there is nothing to fill in.
    pub(super) fn is_none(&self) -> bool {
        self.fields.is_empty() && self.sliders.is_empty()
    }

    /// The rounds that make sense, with the worth of each; `sent` where something sends the form.
    pub(super) fn rounds(&self, sent: bool) -> Vec<(Round, f64)> {
        let mut rounds = Vec::new();
        let empty = self.fields.iter().any(|field| field.content().is_empty());
        if !self.fields.is_empty() {
            if sent && empty {
                rounds.push((Round::Empty, 0.62));
            }
            rounds.push((Round::Valid, 0.6));
            if sent {
                rounds.push((Round::Left, 0.26));
            }
        }
        let numbers = self.numbers().len();
        if sent && numbers >= 2 {
            rounds.push((Round::Equal, 0.25));
        }
        if sent && numbers >= 3 && self.whole().is_some() {
            rounds.push((Round::Sum, 0.24));
        }
        for (place, field) in self.fields.iter().enumerate() {
            for number in 0..values::odd(field).len() {
                let worth = [0.22, 0.12, 0.06].get(number).copied().unwrap_or(0.03);
                rounds.push((Round::Odd(place, number), worth));
            }
        }
        if !self.sliders.is_empty() {
            rounds.push((Round::Low, 0.3));
            rounds.push((Round::High, 0.28));
            if self.sliders.len() > 1 {
                for place in 0..self.sliders.len() {
                    rounds.extend([(Round::Mixed(place), 0.21), (Round::Edge(place), 0.19)]);
                }
            }
        }
        rounds
    }

    /// What each part is to hold in `round`; parts that are not named are left as they are.
    pub(super) fn values(&self, round: Round) -> Vec<(&'a Widget, Value)> {
        let valid = |field: &Widget| Value::Text(values::lively(field));
        let sliders = |at: &dyn Fn(usize) -> f64| {
            let sliders = self.sliders.iter().enumerate();
            sliders.map(|(place, slider)| (*slider, Value::At(at(place)))).collect()
        };
        match round {
            Round::Empty => Vec::new(),
            Round::Low => sliders(&|_| 0.0),
            Round::High => sliders(&|_| 1.0),
            Round::Mixed(high) => sliders(&|place| if place == high { 1.0 } else { ANYWHERE }),
            Round::Edge(high) => sliders(&|place| if place == high { 1.0 } else { SECOND }),
            _ => {
                let special = self.special(round);
                let of = |(place, field): (usize, &&'a Widget)| {
                    let special = special.iter().find(|(own, _)| *own == place);
                    let value = special.map(|(_, text)| Value::Text(text.clone()));
                    let value =
                        value.or_else(|| field.content().is_empty().then(|| valid(field)))?;
                    Some((*field, value))
                };
                self.fields.iter().enumerate().filter_map(of).collect()
            }
        }
    }

    /// The fields, by place, that are to hold something else than a valid value.
    fn special(&self, round: Round) -> Vec<(usize, String)> {
        match round {
            Round::Odd(place, number) => {
                let odd = self.fields.get(place).and_then(|field| {
                    values::odd(field).get(number).map(|odd| (place, (*odd).to_owned()))
                });
                odd.into_iter().collect()
            }
            Round::Equal => {
                // The smallest of them is the one most likely allowed in all.
                let numbers = self.numbers();
                let least = numbers.iter().map(|(_, number)| *number).min_by(f64::total_cmp);
                let Some(least) = least else { return Vec::new() };
                numbers.into_iter().map(|(place, _)| (place, plain(least))).collect()
            }
            Round::Sum => self.parts_of_a_whole(),
            _ => Vec::new(),
        }
    }

    /// Fields that take numbers, by place, with a valid one.
    fn numbers(&self) -> Vec<(usize, f64)> {
        let number = |(place, field): (usize, &&Widget)| {
            let held = field.content().trim().parse::<f64>().ok();
            let number = held.or_else(|| values::plausible(field, 0).parse().ok());
            number.filter(|number| number.is_finite()).map(|number| (place, number))
        };
        self.fields.iter().enumerate().filter_map(number).collect()
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

fn plain(number: f64) -> String {
    format!("{number}")
}
