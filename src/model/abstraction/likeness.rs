//! How alike two screens are if they are not the same state.

use std::collections::BTreeSet;

use super::heading;
use super::own_words::short_label;
use super::{NumberedIds, place, signature};
use crate::domain::{Screen, speech};

/// What is left of the likeness if package, activity or kind of window differ.
const ELSEWHERE: f64 = 0.25;

/// What is left if only the headings differ: pages of lists are told apart by nothing else.
const OTHER_HEADING: f64 = 0.5;

/// How alike two screens are, from 0 to 1: the share of structural signatures that both have (Dice's
/// coefficient), less if they stand under different headings or in different activities. For
/// voice apps the share of words.
pub fn likeness(one: &Screen, other: &Screen) -> f64 {
    if let (Some(one), Some(other)) = (one.dialogue(), other.dialogue()) {
        let share = shared(&words(&one.text), &words(&other.text));
        return if one.open == other.open { share } else { share * ELSEWHERE };
    }
    let share = shared(&signatures(one), &signatures(other));
    if place(one) != place(other) {
        share * ELSEWHERE
    } else if heading::of(one).map(short_label) != heading::of(other).map(short_label) {
        share * OTHER_HEADING
    } else {
        share
    }
}

fn signatures(screen: &Screen) -> BTreeSet<String> {
    let numbered = NumberedIds::of(screen);
    screen.widgets.iter().filter_map(|widget| signature(screen, widget, &numbered)).collect()
}

fn words(text: &str) -> BTreeSet<String> {
    speech::normal(text).split_whitespace().map(str::to_owned).collect()
}

/// Two empty sets are alike.
fn shared(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
    let sizes = one.len() + other.len();
    if sizes == 0 {
        return 1.0;
    }
    2.0 * one.intersection(other).count() as f64 / sizes as f64
}
