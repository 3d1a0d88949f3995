//! Other sources of texts: baselines to compare the rules with.

use rand::rngs::StdRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{Rng as _, SeedableRng as _};

use super::candidates::{CandidateInput, InputMaker, InputRule};
use super::demands::{FieldDemands, FieldShape};
use super::operations::{OPERATIONS, OperationGroup, OperationInput};
use super::weights::ValueSource;

/// The most inputs that are made by drawing.
const DRAWN: usize = 200;

/// The inputs of `source`; `plausible` are the texts of each field that are known to be likely.
pub(super) fn of(
    source: ValueSource,
    maker: &InputMaker<'_>,
    plausible: &[Vec<String>],
    seed: u64,
) -> Vec<CandidateInput> {
    match source {
        ValueSource::Rules => maker.all(),
        ValueSource::Boundary => {
            let all = maker.all().into_iter();
            all.filter(|input| input.group == OperationGroup::Boundary.word()).collect()
        }
        ValueSource::FormVariants => form_variants(maker, plausible),
        ValueSource::Naughty => naughty(maker, seed),
        ValueSource::Random => random(maker, seed),
    }
}

fn input(operation: &str, fields: Vec<usize>, texts: Vec<String>, place: usize) -> CandidateInput {
    let rule = InputRule { operation: operation.to_owned(), fields };
    // The first come first: what is drawn has no order of its own.
    CandidateInput { rule, group: "drawn", texts, priority: 1.0 / (1.0 + place as f64) }
}

/// The values of the form variants that other explorers of displays use (`domain::values`): each odd
/// value in its field with plausible others, each field empty, and the second guesses.
fn form_variants(maker: &InputMaker<'_>, plausible: &[Vec<String>]) -> Vec<CandidateInput> {
    let mut made = Vec::new();
    let mut add = |operation: &str, at: usize, text: String| {
        let mut texts = maker.valid.to_vec();
        texts[at] = text;
        let place = made.len();
        made.push(input(operation, vec![at], texts, place));
    };
    for (at, ideas) in plausible.iter().enumerate() {
        for text in ideas.iter().skip(1) {
            add("plausible", at, text.clone());
        }
        add("empty", at, String::new());
    }
    made
}

/// Hostile texts of the whole catalogue, drawn for any field whatever it takes.
pub(super) fn naughty(maker: &InputMaker<'_>, seed: u64) -> Vec<CandidateInput> {
    let shapes = [
        FieldShape::Text,
        FieldShape::Integer,
        FieldShape::Date,
        FieldShape::Time,
        FieldShape::Mail,
    ];
    let mut texts: Vec<String> = Vec::new();
    for shape in shapes {
        let demands = FieldDemands { shape, ..FieldDemands::default() };
        let at = OperationInput { base: "12", demands: &demands, longest: maker.longest };
        texts.extend(OPERATIONS.iter().flat_map(|operation| (operation.apply)(&at)));
    }
    texts.sort();
    texts.dedup();
    let mut random = StdRng::seed_from_u64(seed);
    texts.shuffle(&mut random);
    let draw = |place: usize| {
        let at = random.random_range(0..maker.valid.len().max(1));
        let mut filled = maker.valid.to_vec();
        if let (Some(slot), Some(text)) = (filled.get_mut(at), texts.choose(&mut random)) {
            slot.clone_from(text);
        }
        input("naughty", vec![at], filled, place)
    };
    (0..DRAWN).map(draw).collect()
}

/// Random letters, digits and signs in all fields.
fn random(maker: &InputMaker<'_>, seed: u64) -> Vec<CandidateInput> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut text = || -> String {
        let long = random.random_range(0..12);
        (0..long).map(|_| char::from(random.random_range(0x20_u8..0x7f))).collect()
    };
    let draw = |place: usize| {
        let texts: Vec<String> = maker.valid.iter().map(|_| text()).collect();
        input("random", (0..texts.len()).collect(), texts, place)
    };
    (0..DRAWN).map(draw).collect()
}
