//! What the demo apps say of themselves, compared with their source and against the abstraction.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use ridealong::domain::Pace;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use ridealong::demo::app::{About, FaultKind, FaultSpec};
use ridealong::demo::enabled::EnabledFaults;
use ridealong::demo::phone::{DemoPhone, Life};
use ridealong::demo::{apps, dump, walk};
use ridealong::device::android::hierarchy;
use ridealong::domain::{DisplaySize, ReadQuality, Screen, StateId, Surface};
use ridealong::model::abstraction;

/// The source files of an app but for its tests: all of them, whoever adds one.
fn sources(about: &About) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/demo/apps");
    let inside = fs::read_dir(folder.join(about.name)).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        inside.filter(|path| !path.ends_with("tests.rs") && path.is_file()).collect();
    files.push(folder.join(about.name).with_extension("rs"));
    files.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// The literals in the arguments of `hit(…)`.
fn points(source: &str) -> Vec<String> {
    let mut points = Vec::new();
    for rest in source.split(".hit(").skip(1) {
        let mut depth = 1_i32;
        let end = rest.find(|letter| {
            depth += match letter {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            depth == 0
        });
        let argument = rest.split_at(end.unwrap_or(rest.len())).0;
        points.extend(argument.split('"').skip(1).step_by(2).map(str::to_owned));
    }
    points
}

#[test]
fn every_code_point_in_the_source_is_listed() {
    for about in apps::all() {
        let found: BTreeSet<String> =
            sources(about).iter().flat_map(|source| points(source)).collect();
        let listed: BTreeSet<String> = about.points.iter().map(|&point| point.into()).collect();
        assert_eq!(found, listed, "{}", about.name);
        assert_eq!(listed.len(), about.points.len(), "{}: a point is listed twice", about.name);
    }
}

#[test]
fn the_phone_holds_what_it_promises() {
    let all = apps::all();
    assert!(all.len() >= 6);
    assert!(all.iter().map(|about| about.states.len()).sum::<usize>() >= 150);
    assert!(all.iter().map(|about| about.faults.len()).sum::<usize>() >= 40);
    for about in all {
        let prefix = format!("{}-", about.name);
        assert!(about.faults.iter().all(|fault| fault.id.starts_with(&prefix)), "{}", about.name);
    }
}

/// The structural state of what the phone shows at the end of `way`, and what is disabled there: that
/// tells states apart once it decides where an action leads.
fn structural(
    entry: &apps::Entry,
    state: &ridealong::demo::app::StateSpec,
) -> (StateId, Vec<String>) {
    let mut phone = walk::opened(entry);
    walk::walk(&mut phone, state.steps).unwrap();
    let active = phone.active().unwrap();
    let activity = active.component.rsplit('/').next().unwrap().to_owned();
    let xml = dump::xml(&active, phone.landscape(), phone.frame().size);
    let read = hierarchy::read(xml.as_bytes(), Some(phone.frame().size)).unwrap();
    let screen = Screen {
        package: read.package,
        location: activity,
        size: read.size,
        rotation: read.rotation,
        dialog: read.dialog,
        keyboard: phone.keyboard_shown(),
        busy: read.busy,
        read_quality: if read.opaque { ReadQuality::Opaque } else { ReadQuality::Full },
        unheard_keys: Vec::new(),
        answers_only: false,
        title: None,
        surface: Surface::Display,
        widgets: read.widgets,
        warnings: read.warnings,
        toasts: Vec::new(),
    };
    let disabled = screen.widgets.iter().filter(|widget| !widget.enabled);
    let disabled = disabled.map(|widget| widget.resource_id.clone()).collect();
    (abstraction::state_ids(&screen).structural, disabled)
}

#[test]
fn states_of_different_names_are_different_structural_states() {
    for entry in apps::entries() {
        let mut seen: BTreeMap<(StateId, Vec<String>), &str> = BTreeMap::new();
        for state in entry.about.states {
            let id = structural(entry, state);
            if let Some(other) = seen.insert(id, state.name) {
                assert_eq!(other, state.name, "{}: told apart by name alone", entry.about.name);
            }
        }
    }
}

/// All that the windows of `phone` hold, whether it must be scrolled to or not: id and words, with
/// whether it has any extent.
fn held(phone: &DemoPhone) -> BTreeMap<(String, String), bool> {
    let panes = phone.frame().panes;
    let placed = panes.iter().flat_map(|pane| &pane.placed);
    placed
        // What a display of another size makes scroll is one more view, which holds nothing itself.
        .filter(|placed| !placed.face.text.is_empty() || placed.face.clickable)
        .map(|placed| {
            let name =
                (placed.face.id.clone(), format!("{}{}", placed.face.text, placed.face.desc));
            (name, !placed.bounds.is_empty())
        })
        .collect()
}

#[test]
fn on_displays_of_other_sizes_nothing_vanishes() {
    for size in
        [DisplaySize::new(480, 800), DisplaySize::new(720, 1280), DisplaySize::new(1080, 2400)]
    {
        let (mut reached, mut all) = (0, 0);
        for entry in apps::entries() {
            for state in entry.about.states {
                let mut usual = walk::opened(entry);
                walk::walk(&mut usual, state.steps).unwrap();
                let one = std::slice::from_ref(entry);
                let mut other = DemoPhone::with(one, 1, Pace::Virtual).with_display(size);
                other.open(entry.about.package);
                all += 1;
                // What lies below the fold of a small display is not among what a way can tap.
                if walk::walk(&mut other, state.steps).is_err() {
                    continue;
                }
                reached += 1;
                let name = format!("{} {} on {size:?}", entry.about.name, state.name);
                let truth = |phone: &DemoPhone| phone.truth().and_then(|truth| truth.state);
                assert_eq!(truth(&other), truth(&usual), "{name}");
                assert_eq!(held(&other), held(&usual), "{name}");
            }
        }
        let least = if size.height < 1000 { all / 2 } else { all * 4 / 5 };
        assert!(reached >= least, "{size:?}: {reached} of {all}");
    }
}

/// The phone at the end of a fault's path, with only the seeded faults `faults`, and whether each step
/// of the path could be done.
fn after(
    entry: &apps::Entry,
    fault: &FaultSpec,
    faults: EnabledFaults,
) -> (DemoPhone, Result<(), walk::Stuck>) {
    let mut phone = walk::opened_with(entry, faults);
    let end = walk::walk(&mut phone, fault.steps);
    (phone, end)
}

/// The lines of the log that say that an app crashed or hung.
fn crashes(phone: &DemoPhone) -> Vec<&str> {
    let marks = ["FATAL EXCEPTION", "Fatal signal", "ANR in "];
    let lines = phone.log().iter().map(|line| line.text.as_str());
    lines.filter(|line| marks.iter().any(|mark| line.contains(mark))).collect()
}

/// The faults of all apps.
fn faults() -> impl Iterator<Item = (&'static apps::Entry, &'static FaultSpec)> {
    apps::entries()
        .iter()
        .flat_map(|entry| entry.about.all_faults().map(move |fault| (entry, fault)))
}

#[test]
fn without_faults_no_path_of_a_fault_shows_one() {
    for (entry, fault) in faults() {
        let (phone, end) = after(entry, fault, EnabledFaults::Only(Vec::new()));
        let truth = phone.truth().unwrap();
        assert_eq!(crashes(&phone), Vec::<&str>::new(), "{}", fault.id);
        assert!(matches!(phone.life(entry.about.package), Some(Life::Alive(_))), "{}", fault.id);
        assert!(truth.faults.is_empty(), "{}: {:?}", fault.id, truth.faults);
        assert!(truth.strange.is_empty(), "{}: {:?}", fault.id, truth.strange);
        assert_eq!(end, Ok(()), "{}", fault.id);
    }
}

#[test]
fn a_fault_shows_without_the_others() {
    for (entry, fault) in faults() {
        let (phone, end) = after(entry, fault, EnabledFaults::Only(vec![fault.id]));
        let truth = phone.truth().unwrap();
        assert_eq!(end, Ok(()), "{}", fault.id);
        assert_eq!(truth.faults, BTreeSet::from([fault.id]), "{}", fault.id);
        assert!(truth.strange.is_empty(), "{}: {:?}", fault.id, truth.strange);
        let crash = matches!(fault.kind, FaultKind::Crash(_));
        assert_eq!(crashes(&phone).is_empty(), !crash, "{}", fault.id);
    }
}

/// If a fault only reported nothing when it is disabled, the display would stay wrong.
#[test]
fn without_a_fault_the_display_differs_at_the_end_of_its_path() {
    for (entry, fault) in faults() {
        let (with, _) = after(entry, fault, EnabledFaults::Only(vec![fault.id]));
        let (without, _) = after(entry, fault, EnabledFaults::Only(Vec::new()));
        assert_ne!(with.frame(), without.frame(), "{}", fault.id);
    }
}

#[test]
fn each_category_has_seven_functional_faults_and_some_of_both_halves() {
    let mut categories: BTreeMap<&str, Vec<&FaultSpec>> = BTreeMap::new();
    for fault in apps::all().iter().flat_map(|about| about.functional_faults()) {
        categories.entry(fault.kind.word()).or_default().push(fault);
    }
    assert_eq!(categories.len(), 9);
    assert!(categories.values().map(Vec::len).sum::<usize>() >= 70);
    for (category, faults) in categories {
        assert!(faults.len() >= 7, "{category}: {}", faults.len());
        let set_aside = faults.iter().filter(|fault| fault.is_set_aside()).count();
        assert!((1..faults.len()).contains(&set_aside), "{category}: {set_aside}");
    }
}

#[test]
fn faults_of_views_act_only_if_they_are_named() {
    for entry in apps::entries() {
        for fault in entry.about.view_faults.iter().map(|fault| &fault.spec) {
            let (phone, _) = after(entry, fault, EnabledFaults::All);
            assert!(!phone.truth().unwrap().faults.contains(fault.id), "{}", fault.id);
        }
    }
}

#[test]
fn the_truth_counts_the_enabled_faults_only() {
    for entry in apps::entries() {
        let one = EnabledFaults::Only(vec![entry.about.faults[0].id]);
        for (enabled, total) in [
            (EnabledFaults::All, entry.about.faults.len()),
            (one, 1),
            (EnabledFaults::Only(Vec::new()), 0),
        ] {
            let phone = walk::opened_with(entry, enabled);
            let truth = phone.truth().unwrap().json(entry.about, phone.faults());
            assert_eq!(truth["faults"]["total"], total, "{}", entry.about.name);
        }
    }
}
