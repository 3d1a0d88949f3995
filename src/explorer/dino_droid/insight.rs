//! What the network tells of itself: the values of what can be done, what it has learned, and how
//! well it foresees what comes.

use super::ValuedCandidate;
use super::features::{ActionFeatures, FeatureGroup};
use super::network::QNetwork;
use crate::domain::Action;
use crate::protocol::NetworkInsight;

/// Widgets whose values are told.
const TOLD_WIDGETS: usize = 100;

/// Labels that are remembered, those seen last.
const REMEMBERED_LABELS: usize = 64;

/// Labels that are told: half of them those that contribute most, half those that contribute least.
const TOLD_LABELS: usize = 8;

/// Longer labels are sentences. None is cut, so that what a redaction hides is found whole.
const LONGEST_LABEL: usize = 24;

/// Points of the curve of distances. Neighbours are joined if there are more.
const CURVE_POINTS: usize = 40;

/// What is remembered to be told.
#[derive(Debug, Default)]
pub(super) struct InsightMemory {
    /// Labels with the features of the action that bore them last; the latest at the end.
    labels: Vec<(String, ActionFeatures)>,
    distances: DistanceCurve,
}

impl InsightMemory {
    /// How far values were from what came, after an experience was learned from.
    pub(super) fn learned(&mut self, distance: f32) {
        self.distances.add(distance);
    }

    /// Remembers the labels of what can be tapped.
    pub(super) fn see(&mut self, valued: &[ValuedCandidate]) {
        for it in valued {
            let Some(available) = it.candidate.single() else { continue };
            let Action::Tap { target } = &available.action else { continue };
            let label = target.label.trim();
            let length = label.chars().count();
            if length == 0 || length > LONGEST_LABEL || it.features.grams.is_empty() {
                continue;
            }
            self.labels.retain(|(known, _)| known != label);
            self.labels.push((label.to_owned(), it.features.clone()));
        }
        let forgotten = self.labels.len().saturating_sub(REMEMBERED_LABELS);
        self.labels.drain(..forgotten);
    }

    /// What can be told whatever is proposed.
    pub(super) fn insight(&self, network: &QNetwork, random_share: f64) -> NetworkInsight {
        NetworkInsight {
            random_share,
            experiences: self.distances.experiences,
            distances: self.distances.points.iter().map(|point| rounded(point.mean())).collect(),
            labels: self.labels(network),
            ..NetworkInsight::default()
        }
    }

    /// What the words of the labels contribute now.
    fn labels(&self, network: &QNetwork) -> Vec<(String, f32)> {
        let with: Vec<&ActionFeatures> = self.labels.iter().map(|(_, features)| features).collect();
        let without: Vec<ActionFeatures> =
            with.iter().map(|features| (*features).clone().without(FeatureGroup::Txc)).collect();
        let with = network.values(&with);
        let without = network.values(&without.iter().collect::<Vec<_>>());
        let gained = with.iter().zip(&without).map(|(with, without)| rounded(with - without));
        let mut labels: Vec<(String, f32)> =
            self.labels.iter().map(|(label, _)| label.clone()).zip(gained).collect();
        labels.sort_by(|one, other| other.1.total_cmp(&one.1));
        let most = TOLD_LABELS / 2;
        if labels.len() > TOLD_LABELS {
            labels.drain(most..labels.len() - most);
        }
        labels
    }
}

/// The greatest value of each widget's actions, best first. `valued` has the best first.
pub(super) fn widget_values(valued: &[ValuedCandidate]) -> Vec<(usize, f32)> {
    let mut values: Vec<(usize, f32)> = Vec::new();
    for it in valued {
        let Some(available) = it.candidate.single() else { continue };
        let Some(target) = available.action.target() else { continue };
        if values.iter().all(|(number, _)| *number != target.number) {
            values.push((target.number, rounded(it.value)));
        }
        if values.len() == TOLD_WIDGETS {
            break;
        }
    }
    values
}

/// What each group of features contributes to the value of `chosen`: what it loses without the group.
pub(super) fn contributions(network: &QNetwork, chosen: &ActionFeatures) -> Vec<(String, f32)> {
    let without = FeatureGroup::ALL.map(|group| chosen.clone().without(group));
    let batch: Vec<&ActionFeatures> = std::iter::once(chosen).chain(&without).collect();
    let values = network.values(&batch);
    let gained = values.iter().skip(1).map(|without| rounded(values[0] - without));
    FeatureGroup::ALL.iter().map(|group| group.word().to_owned()).zip(gained).collect()
}

/// To hundredths: more is not shown, and the log stays short.
fn rounded(value: f32) -> f32 {
    if value.is_finite() { (value * 100.0).round() / 100.0 } else { 0.0 }
}

/// A curve of bounded length over a run of any length.
#[derive(Debug)]
struct DistanceCurve {
    points: Vec<CurvePoint>,
    /// Experiences that a whole point covers.
    each: u64,
    experiences: u64,
}

impl Default for DistanceCurve {
    fn default() -> Self {
        Self { points: Vec::new(), each: 1, experiences: 0 }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct CurvePoint {
    sum: f32,
    count: u64,
}

impl CurvePoint {
    fn mean(self) -> f32 {
        self.sum / self.count.max(1) as f32
    }
}

impl DistanceCurve {
    fn add(&mut self, distance: f32) {
        self.experiences += 1;
        if self.points.last().is_none_or(|last| last.count == self.each) {
            if self.points.len() == CURVE_POINTS {
                self.halve();
            }
            self.points.push(CurvePoint::default());
        }
        if let Some(last) = self.points.last_mut() {
            last.sum += distance;
            last.count += 1;
        }
    }

    /// Joins two points each.
    fn halve(&mut self) {
        let join = |pair: &[CurvePoint]| CurvePoint {
            sum: pair.iter().map(|point| point.sum).sum(),
            count: pair.iter().map(|point| point.count).sum(),
        };
        self.points = self.points.chunks(2).map(join).collect();
        self.each *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_curve_keeps_its_shape_in_few_points() {
        let mut curve = DistanceCurve::default();
        (0..1_000_u16).for_each(|at| curve.add(f32::from(at)));
        assert!(curve.points.len() <= CURVE_POINTS, "{}", curve.points.len());
        assert_eq!(curve.points.iter().map(|point| point.count).sum::<u64>(), 1_000);
        assert!(curve.points.is_sorted_by(|one, next| one.mean() < next.mean()));
        assert_eq!((curve.points[0].mean(), curve.experiences), (15.5, 1_000));
    }

    #[test]
    fn what_is_no_number_is_told_as_nothing() {
        assert_eq!([rounded(f32::NAN), rounded(0.126), rounded(-1.0)], [0.0, 0.13, -1.0]);
    }
}
