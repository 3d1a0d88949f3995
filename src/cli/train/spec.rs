//! What a network is trained on: a small TOML file.

use std::path::Path;

use serde::Deserialize;

use crate::cli::{CliError, target};
use crate::explorer::dino_droid::{DinoDroidWeights, NetworkCard};
use crate::explorer::weights::{self, WeightValues};
use crate::explorer::{self};

/// See the module.
#[derive(Clone, Debug)]
pub struct TrainSpec {
    /// What it is called.
    pub name: String,
    /// On what.
    pub targets: Vec<String>,
    /// Actions of each run.
    pub steps: u64,
    /// Rounds; the network learns after each.
    pub rounds: u64,
    /// Runs on each target in each round.
    pub runs: u64,
    /// The seed of everything random.
    pub seed: u64,
    /// Runs at the same time; the number of cores if `None`.
    pub parallel: Option<usize>,
    /// So many rounds at the beginning, systematic exploration chooses in all runs, and the network
    /// learns from what comes of it.
    pub guided_rounds: u64,
    /// Groups of features that it is trained without.
    pub disable: Vec<String>,
    /// Values for the weights of dino-droid.
    pub weights: WeightValues,
    /// The share of random actions in the first round; it falls to the last share by the middle of the
    /// training.
    pub first_random_share: f64,
    /// The share of random actions from the middle of the training on: more than later, since only
    /// what is tried can be learned.
    pub last_random_share: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpecFile {
    name: Option<String>,
    targets: Vec<String>,
    steps: u64,
    rounds: u64,
    #[serde(default = "one")]
    runs: u64,
    #[serde(default = "one")]
    seed: u64,
    parallel: Option<usize>,
    guided_rounds: Option<u64>,
    #[serde(default)]
    disable: Vec<String>,
    #[serde(default)]
    weights: WeightValues,
    #[serde(default = "half")]
    first_random_share: f64,
    #[serde(default = "twentieth")]
    last_random_share: f64,
}

const fn one() -> u64 {
    1
}

const fn half() -> f64 {
    0.5
}

const fn twentieth() -> f64 {
    0.05
}

impl TrainSpec {
    /// Reads the file `path`.
    ///
    /// # Errors
    /// If it cannot be read or is not valid.
    pub fn read(path: &Path) -> Result<Self, CliError> {
        let reported = |what: &dyn std::fmt::Display| {
            CliError::new(format!("{}: {what}", path.display()), 2)
                .hint("docs/dino-droid.md describes the specification")
        };
        let text = std::fs::read_to_string(path).map_err(|error| reported(&error))?;
        let file: SpecFile = toml::from_str(&text).map_err(|error| reported(&error.message()))?;
        let folder = path.parent().unwrap_or(Path::new("."));
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let targets = file.targets.iter().map(|target| target::expand(target, folder));
        let targets = targets.collect::<Result<Vec<_>, _>>().map_err(|error| reported(&error))?;
        let spec = Self {
            name: file.name.unwrap_or(stem),
            targets: targets.concat(),
            steps: file.steps,
            rounds: file.rounds,
            runs: file.runs,
            seed: file.seed,
            parallel: file.parallel,
            guided_rounds: file.guided_rounds.unwrap_or(file.rounds / 3),
            disable: file.disable,
            weights: file.weights,
            first_random_share: file.first_random_share,
            last_random_share: file.last_random_share,
        };
        spec.checked().map_err(|error| reported(&error))
    }

    fn checked(self) -> Result<Self, String> {
        if self.targets.is_empty() || self.steps == 0 || self.rounds == 0 || self.runs == 0 {
            return Err(
                "there is nothing to run: targets, steps, rounds and runs must not be 0".into()
            );
        }
        let parts = explorer::dino_droid::PARTS;
        if let Some(part) = self.disable.iter().find(|part| !parts.contains(&part.as_str())) {
            return Err(format!("there is no part {part:?}; parts are {}", parts.join(", ")));
        }
        weights::read::<DinoDroidWeights>(&self.weights).map_err(|error| error.to_string())?;
        Ok(self)
    }

    /// The card of a network that this trains, before its first round.
    pub fn card(&self) -> NetworkCard {
        let settings = serde_json::json!({
            "weights": self.weights, "runs": self.runs, "first_random_share": self.first_random_share,
            "last_random_share": self.last_random_share,
            "rounds": self.rounds, "guided_rounds": self.guided_rounds,
        });
        NetworkCard {
            disabled: self.disable.clone(),
            targets: self.targets.clone(),
            steps: self.steps,
            seed: self.seed,
            settings: settings.to_string(),
            ..NetworkCard::default()
        }
    }

    /// The weights of the explorer in `round`, counted from 0: it draws the fewer actions at random the
    /// more it has learned.
    pub fn weights_in(&self, round: u64) -> WeightValues {
        let left = 1.0 - (2.0 * round as f64 / self.rounds as f64).min(1.0);
        let last = self.last_random_share;
        let share = last + (self.first_random_share - last).max(0.0) * left;
        let mut weights = self.weights.clone();
        weights.insert("random_share".into(), share.into());
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<TrainSpec, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("spec.toml");
        std::fs::write(&path, text).unwrap();
        TrainSpec::read(&path).map_err(|error| format!("{error:?}"))
    }

    const BASE: &str = "targets = [\"demo:notes\"]\nsteps = 10\nrounds = 4\n";

    #[test]
    fn less_is_drawn_at_random_as_the_training_goes_on() {
        let spec = read(&format!("{BASE}last_random_share = 0.1")).unwrap();
        let shares: Vec<f64> =
            (0..4).filter_map(|round| spec.weights_in(round)["random_share"].as_f64()).collect();
        assert!((shares[0] - 0.5).abs() < 1e-9 && (shares[1] - 0.3).abs() < 1e-9, "{shares:?}");
        assert!((shares[3] - 0.1).abs() < 1e-9, "{shares:?}");
    }

    #[test]
    fn mistakes_are_told() {
        for (text, reported) in [
            (format!("{BASE}disable = [\"fcx\"]"), "no part"),
            (format!("{BASE}weights = {{ discont = 1 }}"), "did you mean"),
            (format!("{BASE}round = 1"), "round"),
            ("targets = []\nsteps = 1\nrounds = 1".to_owned(), "nothing to run"),
        ] {
            let error = read(&text).unwrap_err();
            assert!(error.contains(reported), "{error}");
        }
    }
}
