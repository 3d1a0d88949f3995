//! The words of an action as hashed n-grams (the features TXC): what it says on its widget, as
//! parts that other apps share. A word that was never seen is near those that are written alike.

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::network::GRAM_BUCKETS;
use crate::domain::{Action, Screen};
use crate::explorer::shared::labels;

/// Lengths of the n-grams, in characters; each word is one more, as a whole.
const GRAM_LENGTHS: [usize; 2] = [3, 4];
/// What follows is content and no command.
const LONGEST_TEXT: usize = 40;

/// The n-grams of what `action` says on `screen`, as buckets.
pub(super) fn grams(screen: &Screen, action: &Action) -> Arc<[u32]> {
    let Some(target) = action.target() else {
        return of_text(action.kind().word());
    };
    let hint = screen.widget(target.number).map_or("", |widget| widget.hint.as_str());
    let id = labels::own_id(&target.resource_id).replace('_', " ");
    let label: String = target.label.chars().take(LONGEST_TEXT).collect();
    of_text(&format!("{label} {id} {hint}"))
}

/// The n-grams of `text`, as buckets.
pub(super) fn of_text(text: &str) -> Arc<[u32]> {
    let text = text.to_lowercase();
    let mut grams = Vec::new();
    for word in labels::words(&text) {
        if word.chars().any(char::is_numeric) {
            continue;
        }
        let framed: Vec<char> = format!("<{word}>").chars().collect();
        grams.push(bucket(&framed));
        for length in GRAM_LENGTHS {
            grams.extend(framed.windows(length).filter(|it| it.len() < framed.len()).map(bucket));
        }
    }
    grams.sort_unstable();
    grams.dedup();
    grams.into()
}

fn bucket(letters: impl AsRef<[char]>) -> u32 {
    let letters: String = letters.as_ref().iter().collect();
    (xxh3_64(letters.as_bytes()) % GRAM_BUCKETS as u64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn common(one: &str, other: &str) -> usize {
        let other = of_text(other);
        of_text(one).iter().filter(|gram| other.contains(gram)).count()
    }

    #[test]
    fn words_that_are_written_alike_share_n_grams() {
        assert!(common("save", "saved") >= 3);
        assert!(common("Settings", "setting") >= 5);
        assert!(common("save", "open") <= 1);
    }

    #[test]
    fn numbers_say_nothing() {
        assert_eq!(of_text("Cart 12"), of_text("cart"));
        assert!(of_text("12:30").is_empty());
    }
}
