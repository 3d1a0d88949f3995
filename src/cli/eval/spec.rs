//! What is compared: a small TOML file.
//!
//! ```toml
//! name = "voice apps"
//! rounds = 20
//! seeds = 10                        # or a list
//! explorers = ["elevate", "vitas", { explorer = "elevate", disable = ["inputs"] }]
//! targets = ["demo:notes", "recorded:skills/*"]
//! ```

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::cli::{CliError, target};
use crate::domain::KeptPictures;
use crate::explorer::weights::WeightValues;
use crate::explorer::{self, ExplorerSettings};
use crate::oracle::registry;

/// A comparison.
#[derive(Clone, Debug)]
pub struct EvalSpec {
    /// What it is called.
    pub name: String,
    /// Actions a run.
    pub rounds: u64,
    /// The seeds.
    pub seeds: Vec<u64>,
    /// Who is compared, the first being what the others are compared with.
    pub explorers: Vec<Contender>,
    /// On what.
    pub targets: Vec<String>,
    /// Runs at the same time; the number of cores if `None`.
    pub parallel: Option<usize>,
    /// True if the sessions are kept.
    pub keep: bool,
    /// Who judges, as `--oracle` names them.
    pub oracles: Vec<String>,
    /// The model that is asked, as `--llm` names it.
    pub llm: Option<String>,
    /// The cap on cost of each run, in US dollars.
    pub max_cost: Option<f64>,
    /// The pictures that runs keep; as the user's configuration says if `None`.
    pub pictures: Option<KeptPictures>,
}

/// An explorer in a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    /// What it is called in the results.
    pub name: String,
    /// The explorer.
    pub explorer: String,
    /// Its parts that are disabled.
    pub disable: Vec<String>,
    /// Values for its weights.
    pub weights: WeightValues,
    /// Its network, as `--weights` names it.
    pub network: Option<PathBuf>,
    /// False if its network learns nothing.
    pub learns: bool,
    /// False if it is run without the comparison's model.
    pub asks: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpecFile {
    name: Option<String>,
    rounds: u64,
    seeds: SeedChoice,
    explorers: Vec<ContenderEntry>,
    targets: Vec<String>,
    parallel: Option<usize>,
    #[serde(default)]
    keep: bool,
    #[serde(default)]
    oracles: Vec<String>,
    llm: Option<String>,
    max_cost: Option<f64>,
    pictures: Option<KeptPictures>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum SeedChoice {
    Count(u64),
    List(Vec<u64>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ContenderEntry {
    Plain(String),
    Whole(ContenderTable),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ContenderTable {
    explorer: String,
    name: Option<String>,
    #[serde(default, alias = "without")]
    disable: Vec<String>,
    #[serde(default)]
    weights: WeightValues,
    network: Option<PathBuf>,
    #[serde(default = "yes")]
    learn: bool,
    #[serde(default = "yes")]
    llm: bool,
}

fn yes() -> bool {
    true
}

impl EvalSpec {
    /// Reads the file `path`.
    ///
    /// # Errors
    /// If it cannot be read or is not valid; the message gives the line.
    pub fn read(path: &Path) -> Result<Self, CliError> {
        let reported =
            |what: String| CliError::new(what, 2).hint("docs/eval.md describes the specification");
        let wrong = |what: String| reported(format!("{}: {what}", path.display()));
        let text = std::fs::read_to_string(path)
            .map_err(|error| reported(format!("{} cannot be read: {error}", path.display())))?;
        let file: SpecFile = toml::from_str(&text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let place = text.get(..at).map_or(0, |before| before.matches('\n').count());
            let line = text.lines().nth(place).unwrap_or_default().trim();
            let (path, place) = (path.display(), place + 1);
            reported(format!("{path}, line {place} ({line}): {}", error.message()))
        })?;
        let folder = path.parent().unwrap_or(Path::new("."));
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let seeds = match file.seeds {
            SeedChoice::Count(count) => (1..=count.min(10_000)).collect(),
            SeedChoice::List(list) => list,
        };
        let explorers = file.explorers.into_iter().map(|named| contender(named, folder));
        let explorers = explorers.collect::<Result<Vec<_>, _>>();
        let spec = Self {
            name: file.name.unwrap_or(name),
            rounds: file.rounds,
            seeds,
            explorers: explorers.map_err(wrong)?,
            targets: file
                .targets
                .iter()
                .map(|target| target::expand(target, folder))
                .collect::<Result<Vec<_>, _>>()
                .map_err(wrong)?
                .concat(),
            parallel: file.parallel,
            keep: file.keep,
            oracles: file.oracles,
            llm: file.llm,
            max_cost: file.max_cost,
            pictures: file.pictures,
        };
        spec.checked().map_err(wrong)
    }

    fn checked(self) -> Result<Self, String> {
        if self.rounds == 0 || self.seeds.is_empty() {
            return Err("there is nothing to run: rounds and seeds must not be 0".into());
        }
        if self.explorers.is_empty() || self.targets.is_empty() {
            return Err("at least one explorer and one target are needed".into());
        }
        for (place, contender) in self.explorers.iter().enumerate() {
            if self.explorers[..place].iter().any(|other| other.name == contender.name) {
                return Err(format!(
                    "two explorers are called {:?}; give one a name of its own",
                    contender.name
                ));
            }
        }
        Ok(self)
    }

    /// The names of the contenders.
    pub fn names(&self) -> Vec<String> {
        self.explorers.iter().map(|contender| contender.name.clone()).collect()
    }
}

fn contender(named: ContenderEntry, folder: &Path) -> Result<Contender, String> {
    let table = match named {
        ContenderEntry::Plain(explorer) => ContenderTable {
            explorer,
            name: None,
            disable: Vec::new(),
            weights: WeightValues::new(),
            network: None,
            learn: true,
            llm: true,
        },
        ContenderEntry::Whole(whole) => whole,
    };
    let ContenderTable { explorer, name, disable, weights, network, learn, llm } = table;
    let Some(entry) = explorer::find(&explorer) else {
        let names = explorer::names().join(", ");
        return Err(format!("there is no explorer {explorer:?}; there are {names}"));
    };
    let oracles: Vec<_> = registry::ALL.iter().collect();
    let is_part = |part: &str| entry.parts.contains(&part) || registry::has_part(&oracles, part);
    if let Some(part) = disable.iter().find(|part| !is_part(part)) {
        return Err(format!("{explorer} has no part {part:?} that can be disabled"));
    }
    let settings = ExplorerSettings {
        disabled: disable.clone(),
        weights: weights.clone(),
        ..ExplorerSettings::default()
    };
    // A word such as `untrained` is no file of the folder.
    let network = network.map(|named| {
        let beside = folder.join(&named);
        if beside.exists() { beside } else { named }
    });
    (entry.make)(&settings).map_err(|error| format!("{explorer}: {error}"))?;
    let name = name.unwrap_or_else(|| {
        let disabled = disable.iter().map(|part| format!(" -{part}"));
        let weighted = weights.iter().map(|(weight, value)| format!(" {weight}={value}"));
        let network = network.iter().filter_map(|path| path.file_stem());
        let network = network.map(|stem| format!(" {}", stem.to_string_lossy()));
        let frozen = (!learn).then(|| " frozen".to_owned());
        let named = std::iter::once(explorer.clone()).chain(network).chain(frozen);
        named.chain(disabled).chain(weighted).collect()
    });
    Ok(Contender { name, explorer, disable, weights, network, learns: learn, asks: llm })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<EvalSpec, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("spec.toml");
        std::fs::write(&path, text).unwrap();
        EvalSpec::read(&path).map_err(|error| format!("{error:?}"))
    }

    #[test]
    fn a_whole_specification() {
        let spec = read(
            "rounds = 20\nseeds = 3\ntargets = [\"demo:notes\"]\n\
             explorers = [\"monkey\", { explorer = \"elevate\", disable = [\"states\", \"inputs\"] }, \
             { explorer = \"elevate\", without = [\"states\"] }]",
        )
        .unwrap();
        assert_eq!((spec.name.as_str(), spec.seeds.as_slice()), ("spec", &[1, 2, 3][..]));
        assert_eq!(spec.names(), ["monkey", "elevate -states -inputs", "elevate -states"]);
    }

    #[test]
    fn weights_are_set_by_name() {
        let spec = read(
            "rounds = 2\nseeds = 1\ntargets = [\"demo\"]\n\
             explorers = [\"elevate\", { explorer = \"elevate\", weights = { refill = 0.2 } }]",
        )
        .unwrap();
        assert_eq!(spec.names(), ["elevate", "elevate refill=0.2"]);
        assert_eq!(spec.explorers[1].weights["refill"], 0.2);
        for (explorer, weight) in [
            ("vlm-fuzz", "turn = 0.5"),
            ("vlm-fuzz", "permission_refusals = 0"),
            ("elevate", "second_row = 0.9"),
            ("elevate", "untried_tab = 0.1"),
            ("elevate", "worn_out = 5"),
            ("systematic", "form_contents = { complete = 1 }"),
            ("systematic", "menu_rows = 5, work_left = { actions = 3 }"),
            ("vlm-fuzz", "compared = 20, other_title = 0.5"),
        ] {
            let contender = format!("{{ explorer = \"{explorer}\", weights = {{ {weight} }} }}");
            let text =
                format!("rounds = 2\nseeds = 1\ntargets = [\"demo\"]\nexplorers = [{contender}]");
            assert!(read(&text).is_ok(), "{text}");
        }
    }

    #[test]
    fn mistakes_are_told() {
        let base = "rounds = 2\nseeds = [1]\ntargets = [\"demo\"]\n";
        for (text, reported) in [
            (format!("{base}explorers = [\"nobody\"]"), "there is no explorer"),
            (format!("{base}explorers = []"), "at least one explorer"),
            (format!("{base}explorers = [\"monkey\", \"monkey\"]"), "two explorers are called"),
            (format!("{base}explorers = [\"monkey\"]\nturns = 3"), "turns"),
            (
                format!("{base}explorers = [{{ explorer = \"monkey\", disable = [\"states\"] }}]"),
                "no part",
            ),
            (
                format!(
                    "{base}explorers = [{{ explorer = \"monkey\", weights = {{ tapp = 1 }} }}]"
                ),
                "did you mean",
            ),
            (
                format!(
                    "{base}explorers = [{{ explorer = \"chatbot\", weights = {{ tap = 1 }} }}]"
                ),
                "this explorer has no weights",
            ),
            (
                "rounds = 0\nseeds = 1\ntargets = [\"demo\"]\nexplorers = [\"monkey\"]".into(),
                "nothing to run",
            ),
        ] {
            let error = read(&text).unwrap_err();
            assert!(error.contains(reported), "{error}");
        }
    }
}
