//! Numbers, in digits and in English words.

use crate::domain::speech::{ONES, TENS};

const SCALES: &[(&str, i64)] =
    &[("thousand", 1_000), ("million", 1_000_000), ("billion", 1_000_000_000)];
const ORDINALS: &[&str] = &[
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
];
const ORDINAL_TENS: &[&str] = &[
    "twentieth",
    "thirtieth",
    "fortieth",
    "fiftieth",
    "sixtieth",
    "seventieth",
    "eightieth",
    "ninetieth",
];

/// The longest number in digits.
const MOST_DIGITS: usize = 15;

/// A word for a number below a hundred.
enum SmallNumber {
    One(i64),
    Teen(i64),
    Ten(i64),
}

fn small(word: &str) -> Option<SmallNumber> {
    let place = |words: &[&str]| words.iter().position(|candidate| *candidate == word);
    if let Some(ones) = place(ONES) {
        let ones = i64::try_from(ones).ok()?;
        return Some(if ones < 10 { SmallNumber::One(ones) } else { SmallNumber::Teen(ones) });
    }
    let tens = i64::try_from(place(TENS)?).ok()?;
    Some(SmallNumber::Ten((tens + 2) * 10))
}

fn digits(word: &str) -> Option<i64> {
    let plain = !word.is_empty() && word.len() <= MOST_DIGITS;
    (plain && word.bytes().all(|byte| byte.is_ascii_digit())).then(|| word.parse().ok())?
}

/// `words` as a whole number: `42`, `forty two`, `a hundred and five`, `2 million`.
pub fn cardinal(words: &[&str]) -> Option<i64> {
    let (negative, words) = match words {
        ["minus" | "negative", rest @ ..] => (true, rest),
        _ => (false, words),
    };
    let number = match words {
        [] => return None,
        [one] if digits(one).is_some() => digits(one)?,
        _ => spelled(words)?,
    };
    Some(if negative { -number } else { number })
}

/// What the words so far amount to.
#[derive(Default)]
struct NumberSum {
    /// What thousands and millions have closed.
    total: i64,
    /// The part below the next scale.
    part: i64,
    /// What may still be added to the part: below 100 after "hundred", below 10 after "twenty".
    room: i64,
    /// The scale that was last used; scales go down.
    scale: i64,
    /// True while a part has begun.
    begun: bool,
}

impl NumberSum {
    fn add(&mut self, value: i64, room: i64) -> Option<()> {
        if self.begun && value >= self.room {
            return None;
        }
        // "Zero" stands alone.
        if self.begun && value == 0 {
            return None;
        }
        self.part += value;
        self.room = room;
        self.begun = true;
        Some(())
    }

    fn hundred(&mut self) -> Option<()> {
        if !(1..=99).contains(&self.part) {
            return None;
        }
        self.part *= 100;
        self.room = 100;
        Some(())
    }

    fn close(&mut self, scale: i64) -> Option<()> {
        if self.part == 0 || scale >= self.scale {
            return None;
        }
        self.total = self.total.checked_add(self.part.checked_mul(scale)?)?;
        (self.part, self.begun, self.scale) = (0, false, scale);
        Some(())
    }
}

fn spelled(words: &[&str]) -> Option<i64> {
    let mut sum = NumberSum { scale: i64::MAX, ..NumberSum::default() };
    let mut before = "";
    for (place, &word) in words.iter().enumerate() {
        if word == "and" {
            let joins = before == "hundred" || SCALES.iter().any(|(name, _)| *name == before);
            if !joins || place + 1 == words.len() {
                return None;
            }
        } else if matches!(word, "a" | "an") {
            let scaled = words.get(place + 1).is_some_and(|next| {
                *next == "hundred" || SCALES.iter().any(|(name, _)| name == next)
            });
            if !scaled || sum.begun {
                return None;
            }
            sum.add(1, 0)?;
        } else if word == "hundred" {
            sum.hundred()?;
        } else if let Some((_, scale)) = SCALES.iter().find(|(name, _)| *name == word) {
            sum.close(*scale)?;
        } else if let Some(small) = small(word) {
            match small {
                SmallNumber::One(value) | SmallNumber::Teen(value) => sum.add(value, 0)?,
                SmallNumber::Ten(value) => sum.add(value, 10)?,
            }
        } else {
            // Digits before a scale: 2 million. Alone they are taken elsewhere.
            let value = digits(word).filter(|_| words.len() > 1 && !sum.begun)?;
            sum.add(value, 0)?;
        }
        before = word;
    }
    sum.total.checked_add(sum.part)
}

/// `words` as a place in an order: `first`, `21st`, `twenty first`.
pub fn ordinal(words: &[&str]) -> Option<i64> {
    let (last, front) = words.split_last()?;
    if front.is_empty() {
        for ending in ["st", "nd", "rd", "th"] {
            if let Some(number) = last.strip_suffix(ending).and_then(digits) {
                return Some(number);
            }
        }
    }
    let place = |words: &[&str]| words.iter().position(|candidate| candidate == last);
    let value = match (place(ORDINALS), place(ORDINAL_TENS), *last) {
        (Some(ones), _, _) => i64::try_from(ones).ok()? + 1,
        (_, Some(tens), _) => (i64::try_from(tens).ok()? + 2) * 10,
        (_, _, "hundredth") => 100,
        _ => return None,
    };
    match front {
        [] => Some(value),
        [tens] if value < 10 => match small(tens)? {
            SmallNumber::Ten(tens) => Some(tens + value),
            _ => None,
        },
        _ => None,
    }
}

/// `words` as four digits: `2018`, `twenty eighteen`, `nineteen oh four`, `one two three four`.
pub fn four_digits(words: &[&str]) -> Option<String> {
    if let [one] = words
        && one.len() == 4
        && digits(one).is_some()
    {
        return Some((*one).to_owned());
    }
    if words.len() == 4 {
        let spoken: Option<String> = words.iter().map(|word| digit(word)).collect();
        if spoken.is_some() {
            return spoken;
        }
    }
    if let Some(number) = cardinal(words)
        && (1000..=9999).contains(&number)
    {
        return Some(number.to_string());
    }
    (1..words.len()).find_map(|cut| {
        let (front, back) = words.split_at(cut);
        let front = cardinal(front).filter(|front| (10..=99).contains(front))?;
        let back = match back {
            ["oh" | "o", ones] => digit(ones)?.to_string().parse().ok(),
            ["hundred"] => Some(0),
            _ => cardinal(back).filter(|back| (10..=99).contains(back)),
        }?;
        Some(format!("{front:02}{back:02}"))
    })
}

fn digit(word: &str) -> Option<char> {
    match word {
        "oh" | "o" => Some('0'),
        _ => match small(word) {
            Some(SmallNumber::One(value)) => char::from_digit(u32::try_from(value).ok()?, 10),
            _ => word.chars().next().filter(|sign| word.len() == 1 && sign.is_ascii_digit()),
        },
    }
}

/// `words` as a telephone number: at least seven digits, said singly or in groups.
pub fn phone(words: &[&str]) -> Option<String> {
    let mut number = String::new();
    for word in words {
        match digit(word) {
            Some(digit) => number.push(digit),
            None => number.push_str(digits(word).map(|_| *word)?),
        }
    }
    (7..=15).contains(&number.len()).then_some(number)
}
