//! How much a text differs from those that were typed: by its length and the kinds of its characters.

use std::collections::BTreeSet;

/// The kinds of characters, each a bit.
const KINDS: u32 = 8;

/// What is compared of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TextFeatures {
    /// The number of binary digits of its length.
    length: u32,
    /// One bit for each kind of characters in it.
    kinds: u32,
}

impl TextFeatures {
    fn of(text: &str) -> Self {
        let length = usize::BITS - text.chars().count().leading_zeros();
        Self { length, kinds: text.chars().map(kind).fold(0, |kinds, kind| kinds | 1 << kind) }
    }

    /// From 0 (alike) to 1.
    fn distance(self, other: Self) -> f64 {
        let length = f64::from(self.length.abs_diff(other.length).min(KINDS)) / f64::from(KINDS);
        let all = (self.kinds | other.kinds).count_ones();
        let differing = (self.kinds ^ other.kinds).count_ones();
        let kinds = if all == 0 { 0.0 } else { f64::from(differing) / f64::from(all) };
        f64::midpoint(length, kinds)
    }
}

fn kind(sign: char) -> u32 {
    match sign {
        '0'..='9' => 0,
        'a'..='z' => 1,
        'A'..='Z' => 2,
        ' ' => 3,
        _ if sign.is_control() => 4,
        _ if sign.is_ascii() => 5,
        _ if sign.is_alphanumeric() => 6,
        _ => 7,
    }
}

/// How new `text` is beside those that were `tried`, from 0 to 1; 1 if none was.
pub(super) fn novelty<'a>(text: &str, tried: impl Iterator<Item = &'a str>) -> f64 {
    let own = TextFeatures::of(text);
    tried.map(|other| own.distance(TextFeatures::of(other))).fold(1.0, f64::min)
}

/// Texts of so many characters are unusual by their length.
pub(super) const LONG: usize = 200;

/// True for a sign that most texts do not have.
pub(super) fn is_unusual(sign: char) -> bool {
    !sign.is_ascii_alphanumeric() && sign != ' '
}

/// True if what is unusual in two texts is the same: their signs, or that they are long. Of texts with
/// nothing unusual only equal ones are alike.
pub(super) fn are_alike(one: &str, other: &str) -> bool {
    let signs = |text: &str| text.chars().filter(|sign| is_unusual(*sign)).collect::<BTreeSet<_>>();
    let is_long = |text: &str| text.chars().count() >= LONG;
    let (own, others) = (signs(one), signs(other));
    let plain = own.is_empty() && !is_long(one);
    one == other || own == others && is_long(one) == is_long(other) && !plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_alike_by_what_is_unusual_in_them() {
        let long = "a".repeat(300);
        for (one, other, alike) in [
            ("O'Brien", "D'Arcy's list", true),
            ("-1", "-4", true),
            ("0.01", "1.5", true),
            ("0", "1", false),
            ("12", "12", true),
            ("a<b", "a'b", false),
            (&long, &"b".repeat(900), true),
            (&long, "b", false),
        ] {
            assert_eq!(are_alike(one, other), alike, "{one} {other}");
        }
    }

    #[test]
    fn what_is_unlike_everything_typed_is_the_newest() {
        let tried = ["20", "21", "300"];
        let novelty = |text: &str| novelty(text, tried.iter().copied());
        assert!(novelty("22") < 0.01);
        assert!(novelty("2147483648") > novelty("22"));
        assert!(novelty("👩 שלום") > novelty("2147483648"));
        assert!(super::novelty("x", std::iter::empty()) > 0.99);
    }
}
