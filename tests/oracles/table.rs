//! The table of what rules find.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::runs::{JudgedRun, SeededFaults};

/// Faults that were reached and found, counted once a run.
#[derive(Clone, Copy, Debug, Default)]
struct Recall {
    reached: u64,
    found: u64,
}

/// The figures of `runs`: recall by category with the halves apart, precision by rule, and false alarms
/// on sound apps.
pub fn of(runs: &[JudgedRun]) -> String {
    let mut text = String::new();
    recall(runs, &mut text);
    precision(runs, &mut text);
    let sound = || runs.iter().filter(|run| run.faults == SeededFaults::None);
    let steps: u64 = sound().map(|run| run.steps).sum();
    let alarms: Vec<String> = sound().flat_map(JudgedRun::alarms).collect();
    let _ = writeln!(text, "sound apps: {} false alarms in {steps} steps", alarms.len());
    let faulty = runs.iter().filter(|run| run.faults != SeededFaults::None);
    for alarm in alarms.into_iter().chain(faulty.flat_map(JudgedRun::alarms)) {
        let _ = writeln!(text, "  {alarm}");
    }
    seen_once(runs, &mut text);
    let _ = writeln!(text, "tuned faults that were reached and missed:");
    for (id, times) in missed(runs) {
        let _ = writeln!(text, "  {id} {times}");
    }
    text
}

/// What a run on a variant told of it, if that is tuned.
pub fn line(run: &JudgedRun) -> String {
    let SeededFaults::Variant(fault) = run.faults else { return String::new() };
    if fault.spec.is_set_aside() {
        return "set aside".into();
    }
    let found = run.found().into_values().flatten().collect::<Vec<_>>().join(",");
    format!("{} at {} steps, told by: {found}", fault.spec.id, run.times(fault.spec.id))
}

/// The tuned faults that were reached and not found, with how often. Those set aside stay unknown.
fn missed(runs: &[JudgedRun]) -> BTreeMap<&str, u64> {
    let mut missed = BTreeMap::new();
    for run in runs {
        let found = run.found();
        let shown = run.shown().into_iter().filter(|id| !found.contains_key(id));
        for id in shown.filter(|id| !run.fault(id).is_set_aside()) {
            *missed.entry(id).or_default() += 1;
        }
    }
    missed
}

/// How many faults were missed, and how many of them were seen at one step only.
fn seen_once(runs: &[JudgedRun], text: &mut String) {
    let mut halves: BTreeMap<(&str, bool), (u64, u64)> = BTreeMap::new();
    for run in runs {
        let found = run.found();
        for id in run.shown().into_iter().filter(|id| !found.contains_key(id)) {
            let fault = run.fault(id);
            for category in [fault.kind.word(), "all"] {
                let (all, once) = halves.entry((category, fault.is_set_aside())).or_default();
                *all += 1;
                *once += u64::from(run.times(id) == 1);
            }
        }
    }
    let _ = writeln!(text, "missed, and of these seen at one step only:");
    for ((category, aside), (all, once)) in halves {
        let half = if aside { "set aside" } else { "tuned" };
        let _ = writeln!(text, "  {category:18} {half:9} {all:>4} {once:>4}");
    }
}

/// How many of the reached faults `judged` found or the scripted model knows: more the Detector cannot add.
pub fn ceiling(judged: &[JudgedRun]) -> String {
    let mut halves: BTreeMap<bool, (u64, u64)> = BTreeMap::new();
    for run in judged {
        let found = run.found();
        for id in run.shown() {
            let (known, reached) = halves.entry(run.fault(id).is_set_aside()).or_default();
            *known += u64::from(found.contains_key(id) || run.knows(id));
            *reached += 1;
        }
    }
    let half = |aside| halves.get(&aside).copied().unwrap_or_default();
    let ((tuned, of_tuned), (aside, of_aside)) = (half(false), half(true));
    format!(
        "found or known to the model: {tuned} of {of_tuned} tuned, {aside} of {of_aside} set aside"
    )
}

fn recall(runs: &[JudgedRun], text: &mut String) {
    let mut halves: BTreeMap<(&str, bool), Recall> = BTreeMap::new();
    for run in runs {
        let found = run.found();
        for id in run.shown() {
            let fault = run.fault(id);
            for category in [fault.kind.word(), "all"] {
                let recall = halves.entry((category, fault.is_set_aside())).or_default();
                recall.reached += 1;
                recall.found += u64::from(found.contains_key(id));
            }
        }
    }
    let _ = writeln!(text, "{:18} {:>14} {:>14}", "category", "tuned", "set aside");
    let categories: std::collections::BTreeSet<&str> =
        halves.keys().map(|(category, _)| *category).collect();
    for category in categories {
        let half = |aside| halves.get(&(category, aside)).copied().unwrap_or_default();
        let reported = |aside| {
            let Recall { reached, found } = half(aside);
            format!("{found} of {reached}")
        };
        let _ = writeln!(text, "{category:18} {:>14} {:>14}", reported(false), reported(true));
    }
}

fn precision(runs: &[JudgedRun], text: &mut String) {
    let mut rules: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for (rule, right) in runs.iter().flat_map(JudgedRun::groups) {
        for name in [rule, "all"] {
            let (found, wrong) = rules.entry(name).or_default();
            *(if right { found } else { wrong }) += 1;
        }
    }
    let _ = writeln!(text, "\n{:22} {:>6} {:>6}", "rule", "right", "wrong");
    for (rule, (right, wrong)) in rules {
        let _ = writeln!(text, "{rule:22} {right:>6} {wrong:>6}");
    }
    text.push('\n');
}
