//! Times of day and durations (ISO 8601; parts of the day as the platform abbreviates them).

use super::number::cardinal;

/// `words` as a time of day.
pub fn time(words: &[&str]) -> Option<String> {
    let words = match words {
        ["at" | "in", "the", rest @ ..] | ["at" | "in" | "the" | "this", rest @ ..]
            if !rest.is_empty() =>
        {
            rest
        }
        _ => words,
    };
    match words {
        ["now"] => return None,
        ["noon" | "midday"] => return Some("12:00".into()),
        ["midnight"] => return Some("00:00".into()),
        ["morning"] => return Some("MO".into()),
        ["afternoon"] => return Some("AF".into()),
        ["evening"] => return Some("EV".into()),
        ["night" | "tonight"] => return Some("NI".into()),
        _ => {}
    }
    let (said, half) = half_of_day(words);
    let (hour, minute) = hour_and_minute(said)?;
    let hour = match half {
        None => hour,
        Some(_) if hour > 12 => return None,
        Some(HalfOfDay::Morning) => hour % 12,
        Some(HalfOfDay::Evening) => hour % 12 + 12,
    };
    Some(format!("{hour:02}:{minute:02}"))
}

enum HalfOfDay {
    Morning,
    Evening,
}

fn half_of_day<'a, 'b>(words: &'a [&'b str]) -> (&'a [&'b str], Option<HalfOfDay>) {
    match words {
        [said @ .., "am"] | [said @ .., "a", "m"] | [said @ .., "in", "the", "morning"] => {
            (said, Some(HalfOfDay::Morning))
        }
        [said @ .., "pm"]
        | [said @ .., "p", "m"]
        | [said @ .., "in", "the", "evening" | "afternoon"]
        | [said @ .., "at", "night"] => (said, Some(HalfOfDay::Evening)),
        _ => (words, None),
    }
}

fn hour_and_minute(words: &[&str]) -> Option<(i64, i64)> {
    let hour = |words: &[&str]| cardinal(words).filter(|hour| (0..24).contains(hour));
    let minute = |words: &[&str]| cardinal(words).filter(|minute| (0..60).contains(minute));
    match words {
        [one] if one.contains(':') => {
            let (front, back) = one.split_once(':')?;
            Some((hour(&[front])?, minute(&[back])?))
        }
        [said @ .., "o'clock"] => Some((hour(said)?, 0)),
        ["half", "past", said @ ..] => Some((hour(said)?, 30)),
        ["quarter", "past", said @ ..] => Some((hour(said)?, 15)),
        ["quarter", "to", said @ ..] => Some(((hour(said)? + 23) % 24, 45)),
        [front, "oh" | "o", ones] => Some((hour(&[front])?, minute(&[ones])?)),
        _ => match hour(words) {
            Some(hour) => Some((hour, 0)),
            None => (1..words.len()).find_map(|cut| {
                let (front, back) = words.split_at(cut);
                Some((hour(front)?, minute(back).filter(|minute| *minute >= 10)?))
            }),
        },
    }
}

/// Units with their letter, the date ones before the `T`.
const UNITS: &[(&str, char, bool)] = &[
    ("year", 'Y', false),
    ("month", 'M', false),
    ("week", 'W', false),
    ("day", 'D', false),
    ("hour", 'H', true),
    ("minute", 'M', true),
    ("second", 'S', true),
];

/// `words` as a duration: `ten minutes`, `an hour and a half`, `2 weeks`.
pub fn duration(words: &[&str]) -> Option<String> {
    match words {
        ["half", "an", "hour"] | ["half", "hour"] => return Some("PT30M".into()),
        ["an", "hour", "and", "a", "half"] => return Some("PT1H30M".into()),
        _ => {}
    }
    let (mut dates, mut times) = (String::new(), String::new());
    let mut count: Vec<&str> = Vec::new();
    let mut next_unit = 0;
    for &word in words {
        let singular = word.strip_suffix('s').unwrap_or(word);
        let unit = UNITS.iter().position(|(name, ..)| *name == singular);
        match unit {
            Some(unit) => {
                let (_, letter, of_day) = *UNITS.get(unit)?;
                let number = match count.as_slice() {
                    ["a" | "an"] => 1,
                    said => cardinal(said)?,
                };
                // Larger units come first, each once.
                if unit < next_unit || number < 0 {
                    return None;
                }
                next_unit = unit + 1;
                count.clear();
                let part = if of_day { &mut times } else { &mut dates };
                part.push_str(&format!("{number}{letter}"));
            }
            None if word == "and" && count.is_empty() && next_unit > 0 => {}
            None => count.push(word),
        }
    }
    if !count.is_empty() || (dates.is_empty() && times.is_empty()) {
        return None;
    }
    let sign = if times.is_empty() { "" } else { "T" };
    Some(format!("P{dates}{sign}{times}"))
}
