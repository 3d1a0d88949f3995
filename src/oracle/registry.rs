//! All oracles, as a table. Command-line help, choosing by name and triage are made from it.

use std::sync::Arc;

use thiserror::Error;

use super::vision_droid::{self, AgainOracle, BugExample, ClaimOracle, FunctionBoard};
use super::{Oracle, PropertiesOracle, PropertySet, RulesOracle, VisionDroidOracle, VoiceOracle};
use crate::domain::Finding;
use crate::llm::ModelQuery;

/// What oracles are made from.
#[derive(Clone, Debug, Default)]
pub struct OracleSettings {
    /// What the tester knows of the app before a session starts.
    pub properties: Arc<PropertySet>,
    /// What testers said of earlier findings, of this app and of others.
    pub examples: Arc<Vec<BugExample>>,
    /// What is shared with the explorer `vision-droid`.
    pub board: FunctionBoard,
    /// The names of the parts that are disabled ([`OracleEntry::parts`]).
    pub disabled: Vec<String>,
}

impl OracleSettings {
    /// True if `part` is not disabled.
    pub(super) fn has(&self, part: &str) -> bool {
        self.disabled.iter().all(|disabled| disabled != part)
    }
}

/// An oracle's name, what it finds, and how to make one.
pub struct OracleEntry {
    /// Its name on the command line and in findings.
    pub name: &'static str,
    /// What it finds, in one line.
    pub help: &'static str,
    /// True if it asks a model. It is then judged beside the run, and finds nothing without one.
    pub needs_model: bool,
    /// The questions it asks a model. Each is rendered from a prompt of the same name.
    pub queries: &'static [&'static dyn ModelQuery],
    /// Its parts that can be disabled, to see what they contribute.
    pub parts: &'static [&'static str],
    /// True if it is on unless the user says otherwise.
    pub default: bool,
    /// Makes one that has judged nothing yet.
    pub make: fn(&OracleSettings) -> Box<dyn Oracle>,
}

/// The oracle of the tester's properties. It is also on if one is stated while a session runs.
pub const PROPERTIES: OracleEntry = OracleEntry {
    name: "properties",
    help: "what contradicts the properties of the tester's file (--properties)",
    needs_model: false,
    queries: &[],
    parts: &[],
    default: true,
    make: |_| Box::<PropertiesOracle>::default(),
};

/// The oracle by rules that are not precise. It judges only if it is named.
const DOUBTFUL: &str = "doubtful-rules";

/// All oracles, in the order in which they judge.
pub const ALL: &[OracleEntry] = &[
    OracleEntry {
        name: "voice",
        help: "voice apps that cannot be stopped, hang up, give no help or ask for private data",
        needs_model: false,
        queries: &[],
        parts: &[],
        default: true,
        make: |_| Box::new(VoiceOracle::default()),
    },
    OracleEntry {
        name: "rules",
        help: "functional bugs on displays that rules can tell: wrong totals, lost entries, wrong links",
        needs_model: false,
        queries: &[],
        parts: &[],
        default: false,
        make: |_| Box::new(RulesOracle::default()),
    },
    OracleEntry {
        name: DOUBTFUL,
        help: "what rules suspect that were wrong as often as right where they were measured; not in `all`",
        needs_model: false,
        queries: &[],
        parts: &[],
        default: false,
        make: |_| Box::new(RulesOracle::doubtful()),
    },
    PROPERTIES,
    OracleEntry {
        name: "vision-droid",
        help: "functional bugs that need understanding: a model judges each function of the app",
        needs_model: true,
        queries: vision_droid::QUERIES,
        parts: vision_droid::PARTS,
        default: false,
        make: |settings| Box::new(VisionDroidOracle::new(settings)),
    },
];

/// A name that is not in the table.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("there is no oracle {name:?}")]
pub struct UnknownOracle {
    /// The name.
    pub name: String,
}

impl UnknownOracle {
    /// What can be said instead.
    pub fn hint(&self) -> String {
        let names: Vec<&str> = ALL.iter().map(|entry| entry.name).collect();
        format!("oracles are {}; or `all`, or `none`", names.join(", "))
    }
}

/// The oracle called `name`.
pub fn find(name: &str) -> Option<&'static OracleEntry> {
    ALL.iter().find(|entry| entry.name == name)
}

/// The oracles that are on unless the user says otherwise.
pub fn defaults() -> Vec<&'static OracleEntry> {
    ALL.iter().filter(|entry| entry.default).collect()
}

/// The oracles that `names` choose, in the order of the table: the defaults if there are no names,
/// else all but those that judge only if they are named, none, or those named.
///
/// # Errors
/// If a name is not in the table, or `all` or `none` stands beside other names.
pub fn choose(names: &[String]) -> Result<Vec<&'static OracleEntry>, UnknownOracle> {
    let names: Vec<&str> = names.iter().map(|name| name.trim()).collect();
    match names[..] {
        [] => return Ok(defaults()),
        ["all"] => return Ok(ALL.iter().filter(|entry| entry.name != DOUBTFUL).collect()),
        ["none"] => return Ok(Vec::new()),
        _ => {}
    }
    if let Some(unknown) = names.iter().find(|name| find(name).is_none()) {
        return Err(UnknownOracle { name: (*unknown).to_owned() });
    }
    Ok(ALL.iter().filter(|entry| names.contains(&entry.name)).collect())
}

/// True if one of `oracles` has a part that is called `part`.
pub fn has_part(oracles: &[&OracleEntry], part: &str) -> bool {
    oracles.iter().any(|entry| entry.parts.contains(&part))
}

/// The parts of all oracles that can be disabled, a line for each oracle that has any.
pub fn listed_parts() -> String {
    let with_parts = ALL.iter().filter(|entry| !entry.parts.is_empty());
    let line = |entry: &OracleEntry| format!("  oracle {}: {}", entry.name, entry.parts.join(", "));
    with_parts.map(line).collect::<Vec<_>>().join("\n")
}

/// The help of `--oracle`.
pub fn help() -> String {
    let rows = ALL.iter().map(|entry| {
        let on = if entry.default { ", on by default" } else { "" };
        let model = if entry.needs_model { ", needs a model" } else { "" };
        format!("`{}` ({}{on}{model})", entry.name, entry.help)
    });
    let rows: Vec<String> = rows.collect();
    format!(
        "The oracles that judge what the app does: names, `all` or `none`. They are: {}",
        rows.join("; ")
    )
}

/// A new oracle that can say whether `finding` happened again, if there is one; one that asks a model only with
/// `by_model`.
pub fn confirming(
    finding: &Finding,
    settings: &OracleSettings,
    by_model: bool,
) -> Option<Box<dyn Oracle>> {
    if let Some(oracle) = ClaimOracle::of(finding) {
        return Some(Box::new(oracle));
    }
    if let Some(oracle) = AgainOracle::of(finding, settings).filter(|_| by_model) {
        return Some(Box::new(oracle));
    }
    let entry = find(finding.oracle_name()?).filter(|entry| !entry.needs_model)?;
    Some((entry.make)(settings)).filter(|oracle| oracle.can_confirm(finding))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(names: &[&str]) -> Result<Vec<&'static str>, UnknownOracle> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        choose(&names).map(|chosen| chosen.iter().map(|entry| entry.name).collect())
    }

    #[test]
    fn names_choose_oracles() {
        assert_eq!(chosen(&["none"]), Ok(vec![]));
        let all = chosen(&["all"]).unwrap();
        assert!(all.len() + 1 == ALL.len() && !all.contains(&DOUBTFUL));
        assert_eq!(chosen(&["rules", DOUBTFUL]), Ok(vec!["rules", DOUBTFUL]));
        assert_eq!(chosen(&["voice"]), Ok(vec!["voice"]));
        assert_eq!(chosen(&[]), Ok(defaults().iter().map(|entry| entry.name).collect()));
    }

    #[test]
    fn an_unknown_name_is_an_error_that_lists_the_known_ones() {
        let error = chosen(&["voice", "ear"]).unwrap_err();
        assert_eq!(error.to_string(), "there is no oracle \"ear\"");
        assert!(error.hint().contains("voice"), "{}", error.hint());
        assert!(chosen(&["none", "voice"]).is_err());
    }

    #[test]
    fn a_finding_without_an_oracle_is_not_confirmed_by_one() {
        assert!(confirming(&Finding::default(), &OracleSettings::default(), true).is_none());
        let old = Finding { group: "voice/unavailable/x".into(), ..Finding::default() };
        assert!(
            confirming(&old, &OracleSettings::default(), false).is_some(),
            "a finding of an earlier version"
        );
    }
}
