//! How similar two turns are.

use std::collections::BTreeMap;

use super::lexicon::{EMPTY, has};
use super::reply::{asked, replies};
use super::sentence::LIMIT;
use super::{confused, farewell, normal};

/// The likeness from which on two turns mean the same.
///
/// A wrong merge hides a state from the tester and from coverage; a missed one only splits it. So the
/// bound keeps turns apart that differ in more than a word or two of a sentence.
pub const SAME: f64 = 0.8;

/// The same for turns that ask nothing: they have no replies by which they could be compared.
pub const SAME_UNASKED: f64 = 0.9;

/// The weight of a word without content. A power of two keeps sums exact in any order.
const EMPTY_WEIGHT: f64 = 0.25;

/// How alike `a` and `b` are, in 0..=1: the share of words that both have (Dice's coefficient over
/// words with their counts), in [`normal`] form, each run of digits alike, words like "the" and
/// "you" counting a quarter. The order of words is not considered.
///
/// Symmetric; 1 if both normal forms are equal, 0 if only one of them is empty. Of a long text
/// the first 4 000 characters are considered.
pub fn similar(a: &str, b: &str) -> f64 {
    let (one, other) = (words(a), words(b));
    let total = weight(&one) + weight(&other);
    if total == 0.0 {
        return 1.0;
    }
    let shared = one.iter().map(|(word, count)| {
        let both = other.get(word).map_or(0, |there| *count.min(there));
        f64::from(both) * word_weight(word)
    });
    2.0 * shared.fold(0.0, |sum, more| sum + more) / total
}

fn weight(words: &BTreeMap<String, u32>) -> f64 {
    words.iter().map(|(word, count)| f64::from(*count) * word_weight(word)).sum()
}

fn word_weight(word: &str) -> f64 {
    if has(EMPTY, word) { EMPTY_WEIGHT } else { 1.0 }
}

fn words(text: &str) -> BTreeMap<String, u32> {
    let head = text.char_indices().nth(LIMIT).and_then(|(end, _)| text.get(..end)).unwrap_or(text);
    let mut counts = BTreeMap::new();
    for word in normal(head).split(' ').filter(|word| !word.is_empty()) {
        *counts.entry(folded(word)).or_insert(0) += 1;
    }
    counts
}

/// `word` with each run of digits as one `0`.
fn folded(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    for c in word.chars() {
        if !c.is_ascii_digit() {
            folded.push(c);
        } else if !folded.ends_with('0') {
            folded.push('0');
        }
    }
    folded
}

/// True if `a` and `b` may be taken for one state: both ask the same kind of question, can be
/// answered by the same, are both confused or not, both a farewell or not, and are at least [`SAME`] alike
/// ([`SAME_UNASKED`] if nothing is asked). Symmetric; true on equal.
pub fn same_meaning(a: &str, b: &str) -> bool {
    let said = |text: &str| -> Vec<String> {
        let mut said: Vec<String> =
            replies(text).iter().map(|reply| folded(&normal(&reply.words))).collect();
        said.sort();
        said.dedup();
        said
    };
    let alike = similar(a, b);
    if alike < SAME {
        return false;
    }
    let answers = said(a);
    let bound = if answers.is_empty() { SAME_UNASKED } else { SAME };
    alike >= bound
        && answers == said(b)
        && asked(a) == asked(b)
        && confused(a) == confused(b)
        && farewell(a) == farewell(b)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn likeness_counts_the_words_that_both_have() {
        assert!((similar("", "") - 1.0).abs() < f64::EPSILON);
        assert!(similar("", "soup").abs() < f64::EPSILON);
        assert!(similar("soup", "bread").abs() < f64::EPSILON);
        assert!((similar("Soup, please!", "soup please") - 1.0).abs() < f64::EPSILON);
        assert!((similar("You have 3 points.", "You have 12 points.") - 1.0).abs() < f64::EPSILON);
        // One of two full words each.
        assert!((similar("red soup", "green soup") - 0.5).abs() < f64::EPSILON);
        let (content, empty) = ("Cold soup is ready", "Is the cold soup for you");
        assert!(similar(content, "Cold bread is ready") < similar("Cold soup", empty));
        let counted = similar("soup soup", "soup");
        assert!((counted - 2.0 / 3.0).abs() < 1e-9, "words count as often as they stand there");
    }

    #[test]
    fn only_what_asks_the_same_means_the_same() {
        for (one, other) in [
            ("Do you want to play again?", "do you want to play again"),
            (
                "You have 3 points. Do you want to play on?",
                "You have 14 points. Do you want to play on?",
            ),
            (
                "Welcome to Soup Box. Would you like soup or bread?",
                "Welcome back to Soup Box. Would you like soup or bread?",
            ),
            ("The train leaves at 5.", "The train leaves at 11."),
        ] {
            assert!(same_meaning(one, other), "{one} / {other}");
            assert!(same_meaning(other, one), "{other} / {one}");
        }
        for (one, other) in [
            ("Would you like soup or bread?", "Would you like soup or rice?"),
            ("Do you want to play again?", "What do you want to play?"),
            ("You enter a dark cave. Go on?", "You enter a bright hall. Go on?"),
            ("The red door opens.", "The blue door opens."),
            ("Say start to begin the quiz.", "Say stop to end the quiz."),
            (
                "Welcome to the box of soup. Do you want hot soup?",
                "Sorry, I didn't get that. Welcome to the box of soup. Do you want hot soup?",
            ),
            ("", "Do you want soup?"),
        ] {
            assert!(!same_meaning(one, other), "{one} / {other}");
            assert!(!same_meaning(other, one), "{other} / {one}");
        }
    }

    proptest! {
        #[test]
        fn likeness_is_symmetric_and_bounded(a in "([a-d]{1,2}|you|the|[0-9]{1,2}|[ ?.]){0,20}", b in ".{0,60}") {
            let there = similar(&a, &b);
            prop_assert_eq!(there.to_bits(), similar(&b, &a).to_bits());
            prop_assert!((0.0..=1.0).contains(&there));
            prop_assert_eq!(similar(&a, &a).to_bits(), 1.0_f64.to_bits());
            prop_assert_eq!(similar(&b, &b).to_bits(), 1.0_f64.to_bits());
            prop_assert_eq!(same_meaning(&a, &b), same_meaning(&b, &a));
            prop_assert!(same_meaning(&a, &a) && same_meaning(&b, &b));
        }
    }
}
