use proptest::prelude::*;

use super::*;

const TEMPLATES: [&str; 4] = ["tap #a", "tap #b", "tap #c", "tap #d"];

fn key(template: usize) -> ActionKey {
    ActionKey::new(TEMPLATES[template])
}

/// What is known of one state.
#[derive(Clone, Debug)]
struct Known {
    state: u64,
    label: usize,
    tried: Vec<(usize, bool, Option<u64>, bool)>,
    stays: Vec<usize>,
}

fn known() -> impl Strategy<Value = Known> {
    let tried = (0_usize..4, any::<bool>(), prop::option::of(0_u64..6), any::<bool>());
    let (tried, stays) =
        (prop::collection::vec(tried, 0..5), prop::collection::vec(0_usize..4, 0..4));
    (0_u64..6, 0_usize..3, tried, stays).prop_map(|(state, label, tried, stays)| Known {
        state,
        label,
        tried,
        stays,
    })
}

fn take_in(records: &mut TemplateRecords, known: &Known) {
    let tried = known.tried.iter().map(|&(template, without_effect, to, found)| TriedInput {
        template: key(template),
        folded: key(template),
        without_effect,
        to: to.map(StateId),
        opens: to.is_some_and(|to| to != known.state),
        found,
    });
    let stays = known.stays.iter().map(|template| key(*template));
    let label = format!("label {}", known.label);
    records.update(StateId(known.state), &label, tried.collect(), stays);
}

/// What the records say of every template in states of every label.
fn chances(records: &TemplateRecords) -> Vec<(f64, &'static str)> {
    let weights = ElevateWeights::default();
    let senses = [LabelSense::Leaves, LabelSense::Sends, LabelSense::Plain];
    let mut all = Vec::new();
    for template in 0..TEMPLATES.len() {
        for label in 0..3 {
            for sense in senses {
                let own = InputYield { chance: 0.5, sense, why: "by itself", fills: false };
                let number = records.known(&key(template));
                all.push(records.chance(&weights, number, &format!("label {label}"), &own));
            }
        }
    }
    all
}

proptest! {
    #[test]
    fn records_kept_up_to_date_are_those_gathered_anew(
        updates in prop::collection::vec(known(), 0..40)
    ) {
        let mut kept = TemplateRecords::default();
        let mut latest: Vec<Known> = Vec::new();
        for update in updates {
            take_in(&mut kept, &update);
            latest.retain(|known| known.state != update.state);
            latest.push(update);
        }
        let mut anew = TemplateRecords::default();
        latest.iter().for_each(|known| take_in(&mut anew, known));
        prop_assert_eq!(chances(&kept), chances(&anew));
        for known in &latest {
            for template in 0..TEMPLATES.len() {
                let rows = |records: &TemplateRecords| {
                    let number = records.known(&key(template))?;
                    records.rows(StateId(known.state), number)
                };
                prop_assert_eq!(rows(&kept), rows(&anew));
            }
        }
    }
}

#[test]
fn a_bar_is_one_if_it_stays_where_it_leads() {
    let left = |stays: Vec<usize>, fills: bool| {
        let mut records = TemplateRecords::default();
        let home = Known { state: 1, label: 0, tried: Vec::new(), stays };
        let from =
            Known { state: 2, label: 1, tried: vec![(0, false, Some(1), false)], stays: vec![] };
        take_in(&mut records, &from);
        take_in(&mut records, &home);
        let own = InputYield { chance: 1.0, sense: LabelSense::Plain, why: "", fills };
        records.chance(&ElevateWeights::default(), records.known(&key(0)), "label 2", &own).0
    };
    let tab = |stays: Vec<usize>| left(stays, false);
    let weights = ElevateWeights::default();
    assert!((tab(vec![0]) - weights.bar).abs() < 1e-12);
    let once = weights.prior_tries / (weights.prior_tries + 1.0);
    assert!((tab(vec![]) - once).abs() < 1e-12);
    assert!((left(vec![], true) - 1.0).abs() < 1e-12, "a text shows nothing until it is sent");
}

#[test]
fn rows_of_one_list_say_what_another_row_will_do() {
    let left = |places: &[u64]| {
        let mut records = TemplateRecords::default();
        let tried = places.iter().map(|to| (0, false, Some(*to), true)).collect();
        take_in(&mut records, &Known { state: 1, label: 0, tried, stays: vec![] });
        let number = records.known(&key(0))?;
        records
            .rows(StateId(1), number)
            .and_then(|rows| rows.left(false, &ElevateWeights::default()).map(|left| left.0))
    };
    assert_eq!(left(&[]), None);
    assert_eq!(left(&[2]), Some(0.35));
    assert_eq!(left(&[2, 2]), Some(0.06));
    assert_eq!(left(&[2, 3, 3, 3]), Some(0.5));
}

/// The tools of a palette were carried one by one, since one of them led elsewhere and the others, which did nothing,
/// counted as another place.
#[test]
fn rows_that_did_nothing_are_no_places() {
    let mut records = TemplateRecords::default();
    let row = |to: u64, without_effect: bool| TriedInput {
        template: key(0),
        folded: key(0),
        without_effect,
        to: Some(StateId(to)),
        opens: !without_effect,
        found: false,
    };
    let tried = vec![row(1, true), row(2, false), row(1, true), row(1, true)];
    records.update(StateId(1), "Palette", tried, std::iter::empty());
    let rows = records.rows(StateId(1), records.known(&key(0)).unwrap()).unwrap();
    assert_eq!((rows.rows, rows.places, rows.apart), (4, 1, 1));
    let (left, why) = rows.left(false, &ElevateWeights::default()).unwrap();
    assert!(left < 0.5 && why.ends_with("to the same place"), "{left} {why}");
}
