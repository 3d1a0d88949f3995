use super::*;
use crate::demo::app::{Do, FaultKind};
use crate::demo::apps;
use crate::demo::enabled::EnabledFaults;
use crate::demo::walk::{opened_with, walk};
use crate::domain::ConstraintReach;

fn all() -> impl Iterator<Item = &'static InputFault> {
    apps::all().iter().flat_map(|about| about.input_faults)
}

#[test]
fn there_are_enough_of_them_and_forty_percent_relate_fields() {
    let between = all().filter(|fault| fault.class.reach() == ConstraintReach::Between).count();
    assert!(all().count() >= 36);
    assert!(between * 10 >= all().count() * 4, "{between} of {}", all().count());
}

#[test]
fn the_id_decides_which_half_a_fault_belongs_to() {
    let aside = all().filter(|fault| is_set_aside(fault.id)).count();
    assert_eq!((all().count(), aside), (45, 22));
    assert!(all().all(|fault| is_input_fault(fault.id)));
    let usual = apps::all().iter().flat_map(|about| about.faults);
    assert!(usual.into_iter().all(|fault| !is_input_fault(fault.id)));
}

/// Without the fault the app does what is right, and none of the faults is on by default.
#[test]
fn the_same_ways_do_no_harm_unless_a_fault_is_asked_for() {
    for entry in apps::entries() {
        for fault in entry.about.input_faults {
            let mut phone = opened_with(entry, EnabledFaults::All);
            walk(&mut phone, fault.steps).unwrap();
            let crashed = phone.truth().unwrap().faults.iter().any(|id| {
                let mut kinds = entry.about.fault_kinds();
                kinds.any(|(known, kind)| known == *id && matches!(kind, FaultKind::Crash(_)))
            });
            assert!(!crashed, "{}", fault.id);
        }
    }
}

/// The last text that a path types is what crashes: with another one of its class's border the app
/// lives on.
#[test]
fn the_class_of_crashing_inputs_ends_where_it_says() {
    let crashes = |id: &str, texts: &[&str]| {
        let fault = all().find(|fault| fault.id == id).unwrap();
        (fault.crashes)(texts)
    };
    for (id, inside, outside) in [
        ("health-input-pressure-narrow", &["81", "80"][..], &["82", "80"][..]),
        ("health-input-sleep-whole-day", &["00:10", "16:11"], &["00:10", "16:10"]),
        (
            "health-input-medicine-long",
            &["aaaaaaaaaaaaaaaaaaaaa", "1"],
            &["aaaaaaaaaaaaaaaaaaaa", "1"],
        ),
        (
            "shop-input-card-long-cvc",
            &["4111111111111111", "12/29", "7371"],
            &["371449635398431", "12/29", "7371"],
        ),
        (
            "books-input-isbn-late",
            &["t", "a", "0306406152", "2007-01-01"],
            &["t", "a", "0306406152", "2006-01-01"],
        ),
        ("books-input-days-zeros", &["Anna", "01"], &["Anna", "10"]),
        ("notes-input-open-tag", &["t", "a < b"], &["t", "a <b>"]),
        ("settings-input-quiet-minute", &["22:00", "22:01"], &["22:00", "22:02"]),
        ("settings-input-mail-known-capitals", &["Robin@example.org"], &["robin@example.org"]),
    ] {
        assert!(crashes(id, inside), "{id} {inside:?}");
        assert!(!crashes(id, outside), "{id} {outside:?}");
    }
}

#[test]
fn each_way_types_something() {
    let types = |fault: &&InputFault| fault.steps.iter().any(|step| matches!(step, Do::Type(..)));
    assert_eq!(all().filter(types).count(), all().count());
}
