//! Layers and the order within them: which column a state stands in and what stands above what.
//!
//! The layer is the number of actions from the first state (breadth first), so that an edge never
//! skips a layer forwards. The order comes from barycentre sweeps, of which the one with the fewest
//! crossings is kept (Sugiyama, Tagawa and Toda 1981; Gansner et al. 1993).

mod rows;

use std::collections::VecDeque;

pub use rows::rows;

/// Sweeps over all layers. More hardly helps with graphs of this size.
const SWEEPS: usize = 6;

/// A graph in layers; nodes are numbers from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayeredGraph {
    /// The nodes of each layer, from top to bottom.
    pub layers: Vec<Vec<usize>>,
    /// The layer of each node.
    pub depth: Vec<usize>,
    /// Edges from each node to nodes of the next layer.
    pub forward: Vec<Vec<usize>>,
    /// The same edges the other way.
    pub backward: Vec<Vec<usize>>,
}

impl LayeredGraph {
    /// Layers the graph of `out.len()` nodes; node 0 is the first state.
    pub fn new(out: &[Vec<usize>]) -> Self {
        let depth = depths(out);
        let mut layers = vec![Vec::new(); depth.iter().max().map_or(0, |deepest| deepest + 1)];
        let mut forward = vec![Vec::new(); out.len()];
        let mut backward = vec![Vec::new(); out.len()];
        for (node, targets) in out.iter().enumerate() {
            layers[depth[node]].push(node);
            for &target in targets {
                if depth[target] == depth[node] + 1 {
                    forward[node].push(target);
                    backward[target].push(node);
                }
            }
        }
        let mut layered = Self { layers, depth, forward, backward };
        layered.order();
        layered
    }

    fn order(&mut self) {
        let mut best = (self.crossings(), self.layers.clone());
        for sweep in 0..SWEEPS {
            if best.0 == 0 {
                break;
            }
            let count = self.layers.len();
            if sweep % 2 == 0 {
                (1..count).for_each(|layer| self.settle(layer, layer - 1));
            } else {
                (1..count).rev().for_each(|layer| self.settle(layer - 1, layer));
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
            }
        }
        self.layers = best.1;
    }

    /// Orders `layer` by the mean place of its neighbours in `fixed`; nodes without any stay where
    /// they are.
    fn settle(&mut self, layer: usize, fixed: usize) {
        let place = self.places(fixed);
        let edges = if fixed < layer { &self.backward } else { &self.forward };
        let mut keyed: Vec<(f64, usize)> = self.layers[layer]
            .iter()
            .enumerate()
            .map(|(own, node)| {
                let ends = &edges[*node];
                let sum: usize = ends.iter().map(|end| place[*end]).sum();
                let mean =
                    if ends.is_empty() { own as f64 } else { sum as f64 / ends.len() as f64 };
                (mean, *node)
            })
            .collect();
        keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
        self.layers[layer] = keyed.into_iter().map(|(_, node)| node).collect();
    }

    /// The place of each node of `layer` in it; 0 for all others.
    fn places(&self, layer: usize) -> Vec<usize> {
        let mut places = vec![0; self.depth.len()];
        for (place, node) in self.layers[layer].iter().enumerate() {
            places[*node] = place;
        }
        places
    }

    /// Crossings between neighbouring layers.
    pub fn crossings(&self) -> usize {
        (1..self.layers.len()).map(|layer| self.crossings_before(layer)).sum()
    }

    /// Counts inversions with a tree of sums (Barth, Jünger and Mutzel 2002).
    fn crossings_before(&self, layer: usize) -> usize {
        let place = self.places(layer);
        let mut sums = vec![0_usize; self.layers[layer].len() + 1];
        let (mut crossings, mut seen) = (0, 0);
        for node in &self.layers[layer - 1] {
            let mut ends: Vec<usize> = self.forward[*node].iter().map(|end| place[*end]).collect();
            ends.sort_unstable();
            for end in &ends {
                let mut slot = end + 1;
                let mut not_below = 0;
                while slot > 0 {
                    not_below += sums[slot];
                    slot &= slot - 1;
                }
                crossings += seen - not_below;
            }
            for end in ends {
                let mut slot = end + 1;
                while slot < sums.len() {
                    sums[slot] += 1;
                    slot += slot & slot.wrapping_neg();
                }
                seen += 1;
            }
        }
        crossings
    }
}

/// Actions from node 0. What it does not reach stands one layer before the first layered node that
/// it leads to, or in the first layer.
fn depths(out: &[Vec<usize>]) -> Vec<usize> {
    let mut depth = vec![usize::MAX; out.len()];
    let mut queue = VecDeque::new();
    for start in 0..out.len() {
        if depth[start] != usize::MAX {
            continue;
        }
        let known = out[start].iter().map(|end| depth[*end]).filter(|depth| *depth != usize::MAX);
        depth[start] = known.min().map_or(0, |nearest| nearest.saturating_sub(1));
        queue.push_back(start);
        while let Some(node) = queue.pop_front() {
            for &end in &out[node] {
                if depth[end] == usize::MAX {
                    depth[end] = depth[node] + 1;
                    queue.push_back(end);
                }
            }
        }
    }
    depth
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn layers_are_actions_from_the_first_state() {
        let layered = LayeredGraph::new(&[vec![1, 2], vec![3], vec![3, 0], vec![0]]);
        assert_eq!(layered.depth, [0, 1, 1, 2]);
        assert_eq!(layered.forward[2], [3], "the edge back to the start is none forward");
    }

    #[test]
    fn what_is_not_reached_stands_before_where_it_leads() {
        let layered = LayeredGraph::new(&[vec![1], vec![2], vec![], vec![2], vec![]]);
        assert_eq!(layered.depth, [0, 1, 2, 1, 0]);
    }

    #[test]
    fn a_crossing_that_need_not_be_is_undone() {
        // 0 leads to 1 and 2; 1 to 4 and 2 to 3: in order of discovery these cross.
        let layered = LayeredGraph::new(&[vec![1, 2], vec![4], vec![3], vec![], vec![]]);
        assert_eq!(layered.crossings(), 0);
    }

    #[test]
    fn crossings_are_counted() {
        let mut layered = LayeredGraph::new(&[vec![1, 2], vec![3, 4], vec![3, 4], vec![], vec![]]);
        assert_eq!(layered.crossings(), 1);
        layered.forward[2] = vec![3];
        assert_eq!(layered.crossings(), 1);
        layered.layers[2].reverse();
        assert_eq!(layered.crossings(), 0);
    }

    proptest! {
        #[test]
        fn every_node_stands_in_its_layer_once(
            edges in prop::collection::vec((0_usize..40, 0_usize..40), 0..120)
        ) {
            let mut out = vec![Vec::new(); 40];
            for (from, to) in edges {
                if from != to && !out[from].contains(&to) {
                    out[from].push(to);
                }
            }
            let layered = LayeredGraph::new(&out);
            let mut seen: Vec<usize> = layered.layers.concat();
            seen.sort_unstable();
            prop_assert_eq!(seen, (0..40).collect::<Vec<_>>());
            for (depth, layer) in layered.layers.iter().enumerate() {
                prop_assert!(layer.iter().all(|node| layered.depth[*node] == depth));
            }
            for (from, ends) in out.iter().enumerate() {
                for end in ends {
                    let reached = layered.depth[0] == 0 && layered.depth[from] < usize::MAX;
                    prop_assert!(reached && layered.depth[*end] < usize::MAX);
                }
            }
        }
    }
}
