//! Ways out that a place describes: "A stair leads down. There is a door to the north."

use super::token::SpeechToken;

/// Directions that mean little else.
#[rustfmt::skip]
const CLEAR: &[&str] = &[
    "downstairs", "east", "north", "northeast", "northwest", "south", "southeast", "southwest",
    "upstairs", "west",
];

/// Directions that are other words too: "two are left", "sit down".
const OTHERS: &[&str] = &["back", "down", "forward", "left", "right", "up"];

/// Words before one of [`OTHERS`] that make it a direction.
const LEADING: &[&str] = &["lead", "leads", "leading", "goes"];

/// Words behind one of [`OTHERS`] that make it a direction.
const LEADS: &[&str] = &["goes", "lead", "leads"];

/// The directions in which a way leads in `sentence`, in its order.
pub(super) fn directions(sentence: &[SpeechToken<'_>]) -> Vec<String> {
    let is = |at: Option<usize>, words: &[&str]| {
        at.and_then(|at| sentence.get(at)).is_some_and(|token| token.is_any(words))
    };
    let mut found = Vec::new();
    let mut last: Option<usize> = None;
    for (at, token) in sentence.iter().enumerate() {
        let before = at.checked_sub(1);
        let side = is(before, &["the", "your"])
            && is(at.checked_sub(2), &["to", "on"])
            && !is(Some(at + 1), &["side", "hand", "one"]);
        let way = is(before, LEADING) || is(Some(at + 1), LEADS);
        // "to the north, the east and down"
        let listed = last.is_some_and(|last| at - last <= 4)
            && before.is_some_and(|before| {
                let mark = sentence[before].is_mark();
                mark || sentence[before].is_any(&["and", "or"])
            });
        let clear = token.is_any(CLEAR) && (side || way || listed || is(before, &["the", "to"]));
        if clear || token.is_any(OTHERS) && (side || way || listed) {
            last = Some(at);
            found.push(token.lower.clone());
        }
    }
    found
}
