//! What a network that chooses actions tells of itself.

use serde::{Deserialize, Serialize};

/// What a network told at a proposal: how it values what can be done, and what it has learned.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NetworkInsight {
    /// Widgets by their numbers, each with the greatest value of its actions, best first; empty if a
    /// rule proposed. Of very many the best are listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(usize, f32)>,
    /// What each group of features contributes to the value of what is proposed: what the value
    /// loses without the group. Empty if a rule proposed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contributions: Vec<(String, f32)>,
    /// The share of choices that are drawn at random (epsilon), from 0 to 1.
    pub random_share: f64,
    /// Experiences that it learned from in this run; 0 if it does not learn.
    pub experiences: u64,
    /// How far its values were from what came, the mean over batches, from the beginning of the run to
    /// now. The points cover equal numbers of experiences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub distances: Vec<f32>,
    /// Labels with what their words contribute to the value of the action that bears them, greatest
    /// first. Of many those that contribute or cost most are listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<(String, f32)>,
}
