//! Whether a crashing input was minimised to the border of its class: no input beside it that is simpler
//! crashes the app.

use std::collections::HashSet;

use jiff::Span;
use jiff::civil::Date;

use crate::demo::input_faults::{minutes, number};
use crate::protocol::{InputResult, TriedInput};

/// What was seen of an attack and is needed to judge its shortest input.
#[derive(Clone, Debug, Default)]
pub(super) struct MinimisedInput {
    /// What the form took.
    valid: Vec<String>,
    /// What crashed the app last, and which fields it changes.
    shortest: Vec<String>,
    changed: Vec<usize>,
    /// What did no harm.
    harmless: HashSet<Vec<String>>,
    /// How many inputs were sent to make it shorter.
    pub(super) inputs: usize,
    /// A text is secret, so that nobody can judge.
    is_secret: bool,
}

impl MinimisedInput {
    /// Takes in that `input` was sent.
    pub(super) fn learn(&mut self, input: &TriedInput) {
        self.inputs += usize::from(input.shortening);
        let texts: Option<Vec<String>> =
            input.fields.iter().map(|field| field.text.clone()).collect();
        let Some(texts) = texts else {
            self.is_secret = true;
            return;
        };
        if input.result == InputResult::Crashed {
            let fields = input.fields.iter().enumerate();
            self.changed = fields.filter(|(_, field)| field.changed).map(|(at, _)| at).collect();
            self.shortest = texts;
            return;
        }
        if input.is_valid() && input.result == InputResult::Accepted {
            self.valid.clone_from(&texts);
        }
        self.harmless.insert(texts);
    }

    /// True if nothing simpler beside the shortest input crashes; `None` if that cannot be told.
    pub(super) fn is_at_border(&self, crashes: fn(&[&str]) -> bool) -> Option<bool> {
        let crashes = |texts: &Vec<String>| {
            let known = self.harmless.contains(texts);
            !known && crashes(&texts.iter().map(String::as_str).collect::<Vec<_>>())
        };
        if self.is_secret || self.shortest.is_empty() || !crashes(&self.shortest) {
            return None;
        }
        Some(!self.simpler().iter().any(crashes))
    }

    /// The inputs beside the shortest one: a changed field as it is valid, a text with a character less at
    /// one end, in all changed fields that hold it, or a value one step nearer to the valid one.
    fn simpler(&self) -> Vec<Vec<String>> {
        let mut made = Vec::new();
        let mut with = |fields: &[usize], text: &str| {
            let mut texts = self.shortest.clone();
            fields.iter().for_each(|at| text.clone_into(&mut texts[*at]));
            made.push(texts);
        };
        for at in self.changed.iter().copied() {
            let text = &self.shortest[at];
            if let Some(valid) = self.valid.get(at) {
                if valid == text {
                    continue;
                }
                with(&[at], valid);
                if let Some(nearer) = nearer(text, valid) {
                    with(&[at], &nearer);
                    continue;
                }
            }
            let same: Vec<usize> = self
                .changed
                .iter()
                .copied()
                .filter(|other| self.shortest[*other] == *text)
                .collect();
            for cut in ends_cut(text) {
                with(&[at], &cut);
                with(&same, &cut);
            }
        }
        made
    }
}

/// `text` without its first, and without its last character. An empty one is of another class.
fn ends_cut(text: &str) -> Vec<String> {
    let signs: Vec<char> = text.chars().collect();
    match signs.as_slice() {
        [] | [_] => Vec::new(),
        [_, behind @ ..] => {
            vec![behind.iter().collect(), signs[..signs.len() - 1].iter().collect()]
        }
    }
}

/// The number, date or time `text`, one step nearer to `valid`; `None` if they are none, or neighbours.
fn nearer(text: &str, valid: &str) -> Option<String> {
    let moved = if let (Some(own), Some(goal)) = (number(text), number(valid)) {
        let places = text.split_once('.').map_or(0, |(_, behind)| behind.len());
        let step = 10_f64.powi(-i32::try_from(places).ok()?);
        format!("{:.places$}", own + step.copysign(goal - own))
    } else if let (Ok(own), Ok(goal)) = (text.parse::<Date>(), valid.parse::<Date>()) {
        let days = if goal > own { 1 } else { -1 };
        own.checked_add(Span::new().days(days)).ok()?.to_string()
    } else {
        let (own, goal) = (minutes(text)?, minutes(valid)?);
        let moved = own + (goal - own).signum();
        format!("{:02}:{:02}", moved / 60, moved % 60)
    };
    (moved != text).then_some(moved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::TypedField;

    fn tried(texts: &[&str], changed: &[usize], rule: &str, result: InputResult) -> TriedInput {
        let field = |(at, text): (usize, &&str)| TypedField {
            name: format!("field {at}"),
            id: String::new(),
            text: Some((*text).to_owned()),
            changed: changed.contains(&at),
            held: None,
        };
        TriedInput {
            attempt: 1,
            rule: rule.into(),
            shortening: rule.starts_with("shorter"),
            fields: texts.iter().enumerate().map(field).collect(),
            result,
            says: Vec::new(),
        }
    }

    /// After a valid input, one that crashes and shorter ones.
    fn after(valid: &[&str], shorter: &[(&[&str], InputResult)]) -> MinimisedInput {
        let mut seen = MinimisedInput::default();
        seen.learn(&tried(valid, &[], TriedInput::VALID, InputResult::Accepted));
        let changed: Vec<usize> =
            (0..valid.len()).filter(|at| shorter[0].0[*at] != valid[*at]).collect();
        for (texts, result) in shorter {
            seen.learn(&tried(texts, &changed, "shorter long", *result));
        }
        seen
    }

    #[test]
    fn a_text_is_at_the_border_once_none_shorter_crashes() {
        use InputResult::Crashed;
        let long = |texts: &[&str]| texts[0].len() > 4;
        let seen = after(&["Ada", "x"], &[(&["aaaaaaa", "x"], Crashed)]);
        assert_eq!(seen.is_at_border(long), Some(false));
        let seen =
            after(&["Ada", "x"], &[(&["aaaaaaa", "x"], Crashed), (&["aaaaa", "x"], Crashed)]);
        assert_eq!((seen.is_at_border(long), seen.inputs), (Some(true), 2));
        // The second field is not needed.
        let seen = after(&["Ada", "x"], &[(&["aaaaa", "y"], Crashed)]);
        assert_eq!(seen.is_at_border(long), Some(false));
        // What the app refuses does no harm, whatever the class says.
        let refused = InputResult::Refused;
        let longest: (&[&str], InputResult) = (&["aaaaab", "x"], Crashed);
        let behind: (&[&str], InputResult) = (&["aaaab", "x"], refused);
        let seen = after(&["Ada", "x"], &[behind, longest]);
        assert_eq!(seen.is_at_border(long), Some(false));
        let seen = after(&["Ada", "x"], &[(&["aaaaa", "x"], refused), behind, longest]);
        assert_eq!(seen.is_at_border(long), Some(true));
    }

    #[test]
    fn the_same_text_of_two_fields_is_cut_in_both() {
        let same = |texts: &[&str]| !texts[0].is_empty() && texts[0] == texts[1];
        let crashed = InputResult::Crashed;
        let seen = after(&["Ada", "x"], &[(&["ab", "ab"], crashed)]);
        assert_eq!(seen.is_at_border(same), Some(false));
        let seen = after(&["Ada", "x"], &[(&["b", "b"], crashed)]);
        assert_eq!(seen.is_at_border(same), Some(true));
    }

    #[test]
    fn values_are_moved_towards_the_valid_one() {
        for (text, valid, moved) in [
            ("41", "20", Some("40")),
            ("-0.05", "3", Some("-0.04")),
            ("2031-01-01", "2026-05-01", Some("2030-12-31")),
            ("23:59", "07:00", Some("23:58")),
            ("abc", "Ada", None),
        ] {
            assert_eq!(nearer(text, valid).as_deref(), moved, "{text}");
        }
    }

    #[test]
    fn a_secret_text_cannot_be_judged() {
        let mut seen = MinimisedInput::default();
        let mut input = tried(&["a"], &[0], "long", InputResult::Crashed);
        input.fields[0].text = None;
        seen.learn(&input);
        assert_eq!(seen.is_at_border(|_| true), None);
    }
}
