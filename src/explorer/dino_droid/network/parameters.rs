//! The numbers that are learned.

use ndarray::{Array1, Array2, ArrayView2, Axis};
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

use super::super::features::FEATURE_COUNT;

/// So many buckets n-grams are hashed into.
pub(in super::super) const GRAM_BUCKETS: usize = 2048;
/// Numbers for each bucket.
pub(in super::super) const EMBEDDED: usize = 8;
/// Units of the two hidden layers, as in the paper.
pub(in super::super) const HIDDEN: [usize; 2] = [50, 30];

/// The names of the tensors in a weights file, in the order of [`NetworkParameters::tensors`].
pub(in super::super) const TENSOR_NAMES: [&str; 8] = [
    "words.embedding",
    "first.weights",
    "first.biases",
    "second.weights",
    "second.biases",
    "last.weights",
    "last.biases",
    "direct.weights",
];

/// A layer in which each unit sees all inputs.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct DenseLayer {
    /// One row an input, one column a unit.
    pub weights: Array2<f32>,
    /// One for each unit.
    pub biases: Array1<f32>,
}

impl DenseLayer {
    fn zero(inputs: usize, units: usize) -> Self {
        Self { weights: Array2::zeros((inputs, units)), biases: Array1::zeros(units) }
    }

    /// Adds what a batch with these inputs contributes to the gradients, from the derivatives by the
    /// sums of the units.
    pub(super) fn add(&mut self, inputs: &Array2<f32>, by_sums: &ArrayView2<'_, f32>) {
        self.weights += &inputs.t().dot(by_sums);
        self.biases += &by_sums.sum_axis(Axis(0));
    }
}

/// All parameters of the network.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct NetworkParameters {
    /// One row a bucket of n-grams.
    pub embedding: Array2<f32>,
    /// From features and words.
    pub first: DenseLayer,
    /// Between the hidden layers.
    pub second: DenseLayer,
    /// To the value.
    pub last: DenseLayer,
    /// From features and words straight to the value.
    pub direct: Array2<f32>,
}

/// The derivatives of the loss, one for each parameter.
pub(in super::super) type Gradients = NetworkParameters;

impl NetworkParameters {
    /// All zero.
    pub(in super::super) fn zero() -> Self {
        Self {
            embedding: Array2::zeros((GRAM_BUCKETS, EMBEDDED)),
            first: DenseLayer::zero(FEATURE_COUNT + EMBEDDED, HIDDEN[0]),
            second: DenseLayer::zero(HIDDEN[0], HIDDEN[1]),
            last: DenseLayer::zero(HIDDEN[1], 1),
            direct: Array2::zeros((FEATURE_COUNT + EMBEDDED, 1)),
        }
    }

    /// Drawn evenly around zero, as wide as Glorot and Bengio propose; biases are zero, and so are what
    /// leads straight to the value and the embedding: a word that was never learned says nothing.
    pub(super) fn random(seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let mut fill = |weights: &mut Array2<f32>, width: f32| {
            weights.mapv_inplace(|_| (random.random::<f32>() * 2.0 - 1.0) * width);
        };
        let mut drawn = Self::zero();
        for layer in [&mut drawn.first, &mut drawn.second, &mut drawn.last] {
            let (inputs, units) = layer.weights.dim();
            fill(&mut layer.weights, (6.0 / (inputs + units) as f32).sqrt());
        }
        drawn
    }

    /// The numbers of each tensor, in the order of [`TENSOR_NAMES`].
    pub(in super::super) fn tensors(&self) -> Vec<&[f32]> {
        let layers = [&self.first, &self.second, &self.last];
        let of_layers =
            layers.into_iter().flat_map(|it| [it.weights.as_slice(), it.biases.as_slice()]);
        // All arrays are made here, in the usual order, so none is missing.
        let direct = std::iter::once(self.direct.as_slice());
        std::iter::once(self.embedding.as_slice())
            .chain(of_layers)
            .chain(direct)
            .flatten()
            .collect()
    }

    /// The same, to be changed.
    pub(in super::super) fn tensors_mut(&mut self) -> Vec<&mut [f32]> {
        let layers = [&mut self.first, &mut self.second, &mut self.last];
        let of_layers =
            layers.into_iter().flat_map(|it| [it.weights.as_slice_mut(), it.biases.as_slice_mut()]);
        let direct = std::iter::once(self.direct.as_slice_mut());
        let embedding = std::iter::once(self.embedding.as_slice_mut());
        embedding.chain(of_layers).chain(direct).flatten().collect()
    }

    /// The sizes of each tensor, in the order of [`TENSOR_NAMES`].
    pub(in super::super) fn shapes() -> [Vec<usize>; 8] {
        let input = FEATURE_COUNT + EMBEDDED;
        [
            vec![GRAM_BUCKETS, EMBEDDED],
            vec![input, HIDDEN[0]],
            vec![HIDDEN[0]],
            vec![HIDDEN[0], HIDDEN[1]],
            vec![HIDDEN[1]],
            vec![HIDDEN[1], 1],
            vec![1],
            vec![input, 1],
        ]
    }

    /// The root of the sum of all squares; not finite if one of the numbers is not.
    pub(super) fn length(&self) -> f32 {
        let squares = self.tensors().into_iter().flatten().map(|number| number * number);
        squares.sum::<f32>().sqrt()
    }
}
