//! The row of each node of a layered graph.

use super::LayeredGraph;

/// The top row of each node: near the middle of its neighbours, in order, `pitch` rows apart.
pub fn rows(layered: &LayeredGraph, pitch: i32) -> Vec<i32> {
    let mut rows = vec![0; layered.depth.len()];
    for layer in &layered.layers {
        for (place, node) in layer.iter().enumerate() {
            rows[*node] = i32::try_from(place).unwrap_or(i32::MAX / 64) * pitch;
        }
    }
    let pull = |layer: &[usize], edges: &[Vec<usize>], rows: &mut Vec<i32>| {
        let mut wish = Vec::with_capacity(layer.len());
        for node in layer {
            let beside = wish.last().map_or(rows[*node], |before| before + pitch);
            let own = if edges[*node].is_empty() { beside } else { median(&edges[*node], rows) };
            wish.push(own);
        }
        for (node, row) in layer.iter().zip(spread(&wish, pitch)) {
            rows[*node] = row;
        }
    };
    for _ in 0..2 {
        layered.layers.iter().skip(1).for_each(|layer| pull(layer, &layered.backward, &mut rows));
        let upwards = layered.layers.iter().rev().skip(1);
        upwards.for_each(|layer| pull(layer, &layered.forward, &mut rows));
    }
    layered.layers.iter().skip(1).for_each(|layer| pull(layer, &layered.backward, &mut rows));
    let top = rows.iter().min().copied().unwrap_or(0);
    rows.iter_mut().for_each(|row| *row -= top);
    rows
}

fn median(nodes: &[usize], rows: &[i32]) -> i32 {
    let mut ends: Vec<i32> = nodes.iter().map(|node| rows[*node]).collect();
    ends.sort_unstable();
    let half = ends.len() / 2;
    if ends.len() % 2 == 1 { ends[half] } else { i32::midpoint(ends[half - 1], ends[half]) }
}

/// The rows nearest to `wish`, by least squares, that keep the order and are `pitch` apart: pools
/// of neighbours that push each other (the pool-adjacent-violators algorithm).
fn spread(wish: &[i32], pitch: i32) -> Vec<i32> {
    let mut pools: Vec<(i64, i64)> = Vec::new();
    for (place, row) in wish.iter().enumerate() {
        let slack = i64::from(*row) - i64::from(pitch) * i64::try_from(place).unwrap_or(0);
        let mut pool = (slack, 1);
        while let Some(before) = pools.last()
            && before.0 * pool.1 > pool.0 * before.1
        {
            pool = (pool.0 + before.0, pool.1 + before.1);
            pools.pop();
        }
        pools.push(pool);
    }
    let slacks = pools.iter().flat_map(|(sum, count)| {
        let mean = (sum * 2 + count).div_euclid(count * 2);
        std::iter::repeat_n(mean, usize::try_from(*count).unwrap_or(0))
    });
    slacks
        .zip(0_i64..)
        .map(|(slack, place)| i32::try_from(slack + i64::from(pitch) * place).unwrap_or(i32::MAX))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn wishes_that_fit_are_granted() {
        assert_eq!(spread(&[0, 4, 9], 2), [0, 4, 9]);
        assert_eq!(spread(&[4, 4], 2), [3, 5]);
        assert_eq!(spread(&[0, 4, 4, 4], 2), [0, 2, 4, 6]);
    }
}
