//! Weights files: the parameters of a network in the safetensors format, with a card that says what
//! they were trained on. What is read may come from anywhere, so everything is checked.

use std::collections::HashMap;
use std::sync::Arc;

use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, TensorView, serialize};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::features::FEATURE_COUNT;
use super::network::{NetworkParameters, QNetwork, TENSOR_NAMES};

/// The version of the features. A network that was trained with others means nothing here.
const VERSION: u32 = 2;
/// The key of the card among the file's metadata.
const CARD: &str = "dino-droid";
/// No weights file is larger, in bytes.
const LARGEST: usize = 16 << 20;

/// What a network was trained on, with which settings, and how it did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NetworkCard {
    /// The version of its features.
    pub version: u32,
    /// How many features an action has.
    pub features: usize,
    /// Groups of features that it was trained without.
    pub disabled: Vec<String>,
    /// The targets it was trained on.
    pub targets: Vec<String>,
    /// Rounds of training.
    pub rounds: u64,
    /// Steps of each run.
    pub steps: u64,
    /// The seed of the training.
    pub seed: u64,
    /// Changed settings, as TOML.
    pub settings: String,
    /// The mean share of the code that a run covered in each round, in percent.
    pub curve: Vec<f64>,
}

/// A network from a weights file.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainedNetwork {
    /// What is known of its training.
    pub card: NetworkCard,
    pub(super) network: QNetwork,
}

/// Why a weights file cannot be used.
#[derive(Debug, Error)]
pub enum WeightsFileError {
    /// Not a weights file, or not all of it.
    #[error("this is no weights file, or it is damaged: {0}")]
    Damaged(String),
    /// A network for other features.
    #[error(
        "the network was trained for version {found} of the features, and this program has version \
         {VERSION}; train it again"
    )]
    OtherVersion {
        /// Its version.
        found: u32,
    },
}

/// Which network an explorer begins with.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum NetworkChoice {
    /// The one that comes with the program.
    #[default]
    BuiltIn,
    /// One that has learned nothing.
    Untrained,
    /// This one.
    Trained(Arc<TrainedNetwork>),
}

impl TrainedNetwork {
    /// The network that comes with the program.
    ///
    /// # Errors
    /// Never, as far as the tests of the program go.
    pub fn built_in() -> Result<Self, WeightsFileError> {
        Self::read(include_bytes!("../../../networks/dino-droid.safetensors"))
    }

    pub(super) fn new(network: QNetwork, card: NetworkCard) -> Self {
        Self { card: NetworkCard { version: VERSION, features: FEATURE_COUNT, ..card }, network }
    }

    /// The network in the file with this content.
    ///
    /// # Errors
    /// If it is no weights file, is damaged, or is for another version of the features.
    pub fn read(content: &[u8]) -> Result<Self, WeightsFileError> {
        let damaged = |what: &dyn std::fmt::Display| WeightsFileError::Damaged(what.to_string());
        if content.len() > LARGEST {
            return Err(damaged(&"it is too large"));
        }
        let (_, metadata) = SafeTensors::read_metadata(content).map_err(|error| damaged(&error))?;
        let card = metadata.metadata().as_ref().and_then(|all| all.get(CARD));
        let card = card.ok_or_else(|| damaged(&"it has no card"))?;
        let card: NetworkCard = serde_json::from_str(card).map_err(|error| damaged(&error))?;
        if card.version != VERSION || card.features != FEATURE_COUNT {
            return Err(WeightsFileError::OtherVersion { found: card.version });
        }
        let tensors = SafeTensors::deserialize(content).map_err(|error| damaged(&error))?;
        let mut parameters = NetworkParameters::zero();
        let places = parameters.tensors_mut().into_iter().zip(NetworkParameters::shapes());
        for ((numbers, shape), name) in places.zip(TENSOR_NAMES) {
            let tensor = tensors.tensor(name).map_err(|error| damaged(&error))?;
            if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
                return Err(damaged(&format!("{name} has another shape")));
            }
            for (number, bytes) in numbers.iter_mut().zip(tensor.data().as_chunks::<4>().0) {
                *number = f32::from_le_bytes(*bytes);
                if !number.is_finite() {
                    return Err(damaged(&format!("{name} holds what is no number")));
                }
            }
        }
        Ok(Self { card, network: QNetwork { parameters } })
    }

    /// The content of its weights file.
    ///
    /// # Errors
    /// Never: a network has a form as a file.
    pub fn write(&self) -> Result<Vec<u8>, WeightsFileError> {
        let damaged = |what: &dyn std::fmt::Display| WeightsFileError::Damaged(what.to_string());
        let card = serde_json::to_string(&self.card).map_err(|error| damaged(&error))?;
        let bytes = |numbers: &[f32]| numbers.iter().flat_map(|it| it.to_le_bytes()).collect();
        let data: Vec<Vec<u8>> = self.network.parameters.tensors().into_iter().map(bytes).collect();
        let mut views = Vec::new();
        for ((name, shape), data) in TENSOR_NAMES.iter().zip(NetworkParameters::shapes()).zip(&data)
        {
            let view = TensorView::new(Dtype::F32, shape, data).map_err(|error| damaged(&error))?;
            views.push((*name, view));
        }
        serialize(views, Some(HashMap::from([(CARD.to_owned(), card)])))
            .map_err(|error| damaged(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trained() -> TrainedNetwork {
        let card = NetworkCard { targets: vec!["demo:notes".into()], ..NetworkCard::default() };
        TrainedNetwork::new(QNetwork::untrained(3), card)
    }

    #[test]
    fn what_is_written_is_read() {
        let written = trained().write().unwrap();
        assert_eq!(TrainedNetwork::read(&written).unwrap(), trained());
        assert!(written.len() < 2_000_000, "{}", written.len());
    }

    #[test]
    fn the_built_in_network_can_be_read() {
        let network = TrainedNetwork::built_in().unwrap();
        assert!(!network.card.targets.is_empty(), "it was trained");
    }

    #[test]
    fn damaged_files_are_refused() {
        let written = trained().write().unwrap();
        for length in [0, 7, 9, 200, written.len() - 1] {
            let error = TrainedNetwork::read(&written[..length]).unwrap_err();
            assert!(matches!(error, WeightsFileError::Damaged(_)), "{length}: {error}");
        }
        let mut not_a_number = written.clone();
        let last = not_a_number.len() - 4;
        not_a_number[last..].copy_from_slice(&f32::NAN.to_le_bytes());
        let error = TrainedNetwork::read(&not_a_number).unwrap_err().to_string();
        assert!(error.contains("no number"), "{error}");
    }

    #[test]
    fn a_network_for_other_features_is_refused() {
        let mut other = trained();
        other.card.version = VERSION + 1;
        let error = TrainedNetwork::read(&other.write().unwrap()).unwrap_err().to_string();
        assert!(error.contains("version 3") && error.contains("train it again"), "{error}");
    }
}
