use super::*;
use crate::demo::app::{FaultSpec, StateSpec};
use crate::demo::apps;
use crate::demo::sample::ENTRY;

#[test]
fn the_ways_of_all_apps_lead_where_they_say() {
    let wrong: Vec<String> = apps::entries().iter().flat_map(check_entry).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_ways_of_the_sample_lead_where_they_say() {
    let wrong = check_entry(&ENTRY);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn wrong_ways_are_told() {
    let fault = FaultSpec { steps: &[], ..ENTRY.about.faults[0] };
    let about = Box::leak(Box::new(About {
        states: &[
            StateSpec { name: "home", steps: &[Do::Tap("#nothing")] },
            StateSpec { name: "dialog", steps: &[] },
            StateSpec { name: "dialog", steps: &[Do::Tap("#dialog")] },
        ],
        faults: Box::leak(Box::new([fault])),
        view_faults: &[],
        points: &[],
        ..*ENTRY.about
    }));
    let reported = check_entry(&Entry { about, ..ENTRY }).join("\n");
    for expected in [
        "state home: step 1 (Tap(\"#nothing\")) could not be done",
        "state dialog: its path ends in home",
        "state dialog is listed twice",
        "fault sample-throw: its path does not show it",
        "fault sample-throw: its path ends in no crash",
    ] {
        assert!(reported.contains(expected), "{expected}\n{reported}");
    }
}
