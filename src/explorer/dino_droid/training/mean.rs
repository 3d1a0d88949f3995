//! The mean of a network's parameters over updates: it does better on other apps than the latest
//! one, which swings about it (Izmailov and others, 2018).

use crate::explorer::dino_droid::network::QNetwork;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct MeanNetwork {
    mean: Option<QNetwork>,
    count: u32,
}

impl MeanNetwork {
    /// Takes in the network after an update.
    pub(super) fn add(&mut self, network: &QNetwork) {
        self.count += 1;
        let Some(mean) = &mut self.mean else {
            self.mean = Some(network.clone());
            return;
        };
        let share = 1.0 / self.count as f32;
        let latest = network.parameters.tensors();
        for (mean, latest) in mean.parameters.tensors_mut().into_iter().zip(latest) {
            for (mean, latest) in mean.iter_mut().zip(latest) {
                *mean += share * (latest - *mean);
            }
        }
    }

    /// The mean; `None` if nothing was taken in.
    pub(super) fn network(self) -> Option<QNetwork> {
        self.mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_mean_of_all() {
        assert!(MeanNetwork::default().network().is_none());
        let networks: Vec<QNetwork> = (1..4).map(QNetwork::untrained).collect();
        let mut mean = MeanNetwork::default();
        networks.iter().for_each(|network| mean.add(network));
        let mean = mean.network().unwrap();
        let first = |network: &QNetwork| network.parameters.first.weights[[0, 0]];
        let expected = networks.iter().map(first).sum::<f32>() / 3.0;
        assert!((first(&mean) - expected).abs() < 1e-6);
    }
}
