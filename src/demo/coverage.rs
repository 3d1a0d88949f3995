//! The embedded phone's coverage: it knows its apps' states, code points and seeded faults.

use serde_json::Value;

use crate::device::android::CoverageSource;
use crate::domain::{Coverage, CoverageCount, CoveredParts, FaultEffects};

/// The model that the embedded phone says it is.
pub const MODEL: &str = "Demo Phone";

/// How the Android backend asks the embedded phone, in process or served over adb.
pub const SOURCE: CoverageSource = CoverageSource {
    model: MODEL,
    kinds: &["states", "code", "crashes", "faults"],
    command: "dumpsys ridealong",
    read,
    parts,
    fault_effects,
};

/// The kinds it measures, and the name of the list of what was seen.
const KINDS: [(&str, &str); 4] =
    [("states", "covered"), ("code", "covered"), ("crashes", "seen"), ("faults", "seen")];

/// Reads what `dumpsys ridealong` prints; `None` if the device has no such service.
fn read(answer: &str) -> Option<Coverage> {
    let truth = truth(answer)?;
    tracing::trace!(%truth);
    let count = |kind: &str, seen: &str| {
        let part = truth.get(kind)?;
        let covered = match part.get(seen)? {
            Value::Array(names) => names.len() as u64,
            number => number.as_u64()?,
        };
        Some(CoverageCount { covered, total: part.get("total")?.as_u64()? })
    };
    let counts = KINDS.iter().filter_map(|(kind, seen)| Some(((*kind).into(), count(kind, seen)?)));
    Some(counts.collect())
}

/// Reads the names of what was seen.
fn parts(answer: &str) -> CoveredParts {
    let Some(truth) = truth(answer) else { return CoveredParts::new() };
    let names = |kind: &str, seen: &str| {
        let names = truth.get(kind)?.get(seen)?.as_array()?;
        Some(names.iter().filter_map(Value::as_str).map(str::to_owned).collect())
    };
    let parts = KINDS.iter().filter_map(|(kind, seen)| Some(((*kind).into(), names(kind, seen)?)));
    parts.collect()
}

/// Reads how often the wrong result of each functional fault was seen.
fn fault_effects(answer: &str) -> FaultEffects {
    let effects = truth(answer).and_then(|mut truth| truth.get_mut("effects").map(Value::take));
    effects.and_then(|effects| serde_json::from_value(effects).ok()).unwrap_or_default()
}

fn truth(answer: &str) -> Option<Value> {
    let line = answer.lines().map(str::trim).find(|line| line.starts_with('{'))?;
    serde_json::from_str(line).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demo_phones_truth_is_counted() {
        let answer = r#"{"app":"notes","state":"list.empty","states":{"covered":["list.empty","edit"],"total":30},"code":{"covered":[],"total":80},"faults":{"seen":["n1"],"total":7},"effects":{"n1":3}}"#;
        let coverage = read(answer).unwrap();
        assert_eq!(coverage["states"], CoverageCount { covered: 2, total: 30 });
        assert_eq!(coverage["code"], CoverageCount { covered: 0, total: 80 });
        assert_eq!(coverage["faults"], CoverageCount { covered: 1, total: 7 });
        let parts = parts(answer);
        assert_eq!(Vec::from_iter(&parts["states"]), ["edit", "list.empty"]);
        assert!(parts["code"].is_empty() && parts["faults"].contains("n1"));
        assert_eq!(fault_effects(answer), FaultEffects::from([("n1".to_owned(), 3)]));
    }

    #[test]
    fn what_is_no_truth_is_no_coverage() {
        assert_eq!(read("Can't find service: ridealong\n"), None);
        assert_eq!(read("{}"), Some(Coverage::new()));
        assert_eq!(read("{broken"), None);
        assert!(fault_effects("{}").is_empty() && fault_effects("{broken").is_empty());
    }
}
