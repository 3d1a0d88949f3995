//! A valid input for a whole form: a small constraint solver over what its fields demand.
//!
//! Each field gets a plausible text that is made to fit its own demands; then relations are mended
//! one after another, without touching what is pinned. What no rule mends is left to the app's
//! answer and the next round.

use super::calendar::{format_date, format_time, read_date, read_minutes};
use super::demands::{FieldDemands, FieldRelation, FieldShape, FormDemands};

/// How often the relations are gone through: mending one may break another.
const ROUNDS: usize = 3;

/// The texts `given`, changed so that they fit `demands`. The fields for which `pinned` is true keep
/// theirs.
pub(super) fn solve(
    demands: &FormDemands,
    given: &[String],
    pinned: impl Fn(usize) -> bool,
) -> Vec<String> {
    let fit = |(at, (text, field)): (usize, (&String, &FieldDemands))| {
        if pinned(at) { text.clone() } else { fitting(field, text) }
    };
    let mut texts: Vec<String> = given.iter().zip(&demands.fields).enumerate().map(fit).collect();
    for _ in 0..ROUNDS {
        for relation in &demands.relations {
            mend(relation, demands, &mut texts, &pinned);
        }
    }
    texts
}

/// `text`, or another one if it does not fit what the field demands.
fn fitting(field: &FieldDemands, text: &str) -> String {
    let text = match field.shape {
        FieldShape::Integer | FieldShape::Decimal => within(field, text),
        FieldShape::Digits => digits(field, text),
        FieldShape::Date => dated(field, text),
        _ => text.to_owned(),
    };
    sized(field, text)
}

/// A number within the bounds.
fn within(field: &FieldDemands, text: &str) -> String {
    let number = super::calendar::number(text).unwrap_or(12.0);
    let low = field.least.unwrap_or(f64::NEG_INFINITY);
    let high = field.most.unwrap_or(f64::INFINITY);
    if (low..=high).contains(&number) && super::calendar::number(text).is_some() {
        return text.to_owned();
    }
    let middle = match (field.least, field.most) {
        (Some(low), Some(high)) => f64::midpoint(low, high).floor().max(low),
        (Some(low), None) => number.max(low),
        (None, Some(high)) => number.min(high),
        (None, None) => number,
    };
    format!("{middle}")
}

/// A text of digits of a demanded length.
fn digits(field: &FieldDemands, text: &str) -> String {
    let own: String = text.chars().filter(char::is_ascii_digit).collect();
    let length = field.shortest.or(field.longest).unwrap_or(own.len()).max(1);
    let fits = own.len() >= field.shortest.unwrap_or(0)
        && own.len() <= field.longest.unwrap_or(usize::MAX);
    if fits && !own.is_empty() {
        return own;
    }
    own.chars().chain("1234567890".chars().cycle()).take(length).collect()
}

/// A date whose year is within the bounds.
fn dated(field: &FieldDemands, text: &str) -> String {
    let Some((year, month, day)) = read_date(text) else { return "2020-06-15".to_owned() };
    let bounded = f64::from(year).max(field.least.unwrap_or(f64::MIN));
    let bounded = bounded.min(field.most.unwrap_or(f64::MAX)) as i32;
    if bounded == year { text.to_owned() } else { format_date((bounded, month, day)) }
}

/// `text` with a demanded number of characters.
fn sized(field: &FieldDemands, text: String) -> String {
    let long = text.chars().count();
    if let Some(shortest) = field.shortest.filter(|shortest| long < *shortest) {
        let filler = if field.shape == FieldShape::Digits { '1' } else { 'a' };
        return text.chars().chain(std::iter::repeat(filler)).take(shortest).collect();
    }
    match field.longest {
        Some(longest) if long > longest => text.chars().take(longest).collect(),
        _ => text,
    }
}

fn mend(
    relation: &FieldRelation,
    demands: &FormDemands,
    texts: &mut [String],
    pinned: &impl Fn(usize) -> bool,
) {
    match relation {
        FieldRelation::Ordered { low, high } => {
            order(*low, *high, demands, texts, pinned);
        }
        FieldRelation::Same { one, other } if pinned(*one) && pinned(*other) => {}
        FieldRelation::Same { one, other } => {
            let (from, to) = if pinned(*other) { (*other, *one) } else { (*one, *other) };
            texts[to] = texts[from].clone();
        }
        FieldRelation::Sum { total, parts } => add_up(*total, parts, texts, pinned),
    }
}

/// Puts the ends in order, with some room between them.
fn order(
    low: usize,
    high: usize,
    demands: &FormDemands,
    texts: &mut [String],
    pinned: &impl Fn(usize) -> bool,
) {
    let shape = demands.fields[low].shape;
    let ordered = compare(shape, &texts[low], &texts[high]) == Some(std::cmp::Ordering::Less);
    if ordered || pinned(low) && pinned(high) {
        return;
    }
    if !pinned(low) && !pinned(high) {
        texts.swap(low, high);
        if compare(shape, &texts[low], &texts[high]) == Some(std::cmp::Ordering::Less) {
            return;
        }
    }
    if pinned(high) {
        if let Some(text) = moved(shape, &texts[high], -20.0) {
            texts[low] = text;
        }
    } else if let Some(text) = moved(shape, &texts[low], 20.0) {
        texts[high] = text;
    }
}

/// Which of two texts of this shape comes first.
pub(super) fn compare(shape: FieldShape, one: &str, other: &str) -> Option<std::cmp::Ordering> {
    let value = |text: &str| position(shape, text);
    value(one)?.partial_cmp(&value(other)?)
}

/// Where a text of this shape stands in its order: a number, minutes, or days as `year * 372 + …`.
pub(super) fn position(shape: FieldShape, text: &str) -> Option<f64> {
    match shape {
        FieldShape::Time => read_minutes(text).map(f64::from),
        FieldShape::Date => {
            read_date(text).map(|(year, month, day)| f64::from(year * 372 + month * 31 + day))
        }
        _ => super::calendar::number(text),
    }
}

/// The text at this [`position`], and the least distance of two texts; `None` for shapes without an order.
pub(super) fn text_at(shape: FieldShape, position: f64) -> Option<(String, f64)> {
    match shape {
        FieldShape::Time => {
            let minutes = position.round() as i32;
            (0..24 * 60).contains(&minutes).then(|| (format_time(minutes), 1.0))
        }
        FieldShape::Date => {
            let days = position.round() as i32 - 32;
            let (year, rest) = (days.div_euclid(372), days.rem_euclid(372));
            let month = rest / 31 + 1;
            let longest = match month {
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            // Positions have 31 days for each month.
            Some((format_date((year, month, (rest % 31 + 1).min(longest))), 1.0))
        }
        FieldShape::Integer => Some((format!("{}", position.round()), 1.0)),
        FieldShape::Decimal => Some((format!("{}", (position * 100.0).round() / 100.0), 0.01)),
        _ => None,
    }
}

/// `text` moved by so many steps: units, minutes or days. A date stays within its month.
pub(super) fn moved(shape: FieldShape, text: &str, by: f64) -> Option<String> {
    match shape {
        FieldShape::Time => {
            let minutes = read_minutes(text)? + by as i32;
            (0..24 * 60).contains(&minutes).then(|| format_time(minutes))
        }
        FieldShape::Date => {
            let (year, month, day) = read_date(text)?;
            let days = day + by as i32;
            Some(match days {
                1..=28 => format_date((year, month, days)),
                _ if by > 0.0 => format_date((year + 1, month, day.min(28))),
                _ => format_date((year - 1, month, day.min(28))),
            })
        }
        FieldShape::Integer | FieldShape::Decimal => {
            let number = super::calendar::number(text)? + by;
            // Thousandths are all that forms count.
            Some(format!("{}", (number * 1000.0).round() / 1000.0))
        }
        _ => None,
    }
}

/// Makes the parts add up to the total: the total follows, unless it is pinned.
fn add_up(total: usize, parts: &[usize], texts: &mut [String], pinned: &impl Fn(usize) -> bool) {
    let value = |at: usize, texts: &[String]| super::calendar::number(&texts[at]);
    let sum: Option<f64> = parts.iter().map(|at| value(*at, texts)).sum();
    let free = parts.iter().copied().find(|at| !pinned(*at));
    match (sum, value(total, texts), free) {
        (Some(sum), _, _) if !pinned(total) => texts[total] = format!("{sum}"),
        (Some(sum), Some(whole), Some(free)) => {
            let own = value(free, texts).unwrap_or_default();
            texts[free] = format!("{}", ((own + whole - sum) * 1000.0).round() / 1000.0);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(shape: FieldShape) -> FieldDemands {
        FieldDemands { shape, ..FieldDemands::default() }
    }

    fn solved(demands: &FormDemands, given: &[&str], pinned: &[usize]) -> Vec<String> {
        let given: Vec<String> = given.iter().map(|text| (*text).to_owned()).collect();
        solve(demands, &given, |at| pinned.contains(&at))
    }

    #[test]
    fn texts_are_made_to_fit_their_own_field() {
        let bounded =
            FieldDemands { least: Some(1.0), most: Some(6.0), ..field(FieldShape::Integer) };
        let code =
            FieldDemands { shortest: Some(6), longest: Some(6), ..field(FieldShape::Digits) };
        let born = FieldDemands { least: Some(1990.0), ..field(FieldShape::Date) };
        let secret = FieldDemands { shortest: Some(8), ..field(FieldShape::Password) };
        let demands = FormDemands { fields: vec![bounded, code, born, secret], relations: vec![] };
        let texts = solved(&demands, &["12", "SAVE10", "1984-05-17", "ab"], &[]);
        assert_eq!(texts, ["3", "101234", "1990-05-17", "abaaaaaa"]);
    }

    #[test]
    fn relations_are_mended_around_what_is_pinned() {
        let relations = vec![FieldRelation::Ordered { low: 0, high: 1 }];
        let fields = vec![field(FieldShape::Integer), field(FieldShape::Integer)];
        let demands = FormDemands { fields, relations };
        assert_eq!(solved(&demands, &["120", "80"], &[]), ["80", "120"]);
        assert_eq!(solved(&demands, &["300", "80"], &[0]), ["300", "320"]);
        assert_eq!(solved(&demands, &["60", "20"], &[1]), ["0", "20"]);
        let relations = vec![FieldRelation::Sum { total: 0, parts: vec![1, 2] }];
        let fields = vec![field(FieldShape::Decimal); 3];
        let demands = FormDemands { fields, relations };
        assert_eq!(solved(&demands, &["60", "30", "20"], &[]), ["50", "30", "20"]);
        assert_eq!(solved(&demands, &["60", "0", "20"], &[0, 1]), ["60", "0", "60"]);
    }
}
