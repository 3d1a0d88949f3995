//! Statistics of comparisons. Small, plain, and checked against worked examples.

/// The arithmetic mean; 0 of nothing.
pub fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// The sample standard deviation (n - 1); 0 of fewer than two.
pub fn deviation(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

/// Vargha and Delaney's A: how likely a value of `one` is larger than one of `other`, ties counted
/// half (Vargha and Delaney, J. Educ. Behav. Stat. 25(2), 2000, formula 7). 0.5 if both are
/// alike; `None` if one is empty.
pub fn superiority(one: &[f64], other: &[f64]) -> Option<f64> {
    if one.is_empty() || other.is_empty() {
        return None;
    }
    let wins: f64 = one
        .iter()
        .flat_map(|a| {
            other.iter().map(move |b| {
                if a > b {
                    1.0
                } else if a < b {
                    0.0
                } else {
                    0.5
                }
            })
        })
        .sum();
    Some(wins / (one.len() * other.len()) as f64)
}

/// The result of Wilcoxon's signed-rank test on paired differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wilcoxon {
    /// Pairs that differ; the others say nothing.
    pub pairs: usize,
    /// The smaller sum of ranks.
    pub w: f64,
    /// How likely differences this large arise by chance, two-sided.
    pub p: f64,
}

/// The most pairs for which the exact distribution is counted.
const EXACT: usize = 25;

/// Wilcoxon's signed-rank test of `differences` (Wilcoxon, Biometrics Bulletin 1(6), 1945). Zeros
/// are dropped, tied ranks shared. Exact if there are few pairs and no ties, else by the normal
/// approximation with tie and continuity correction. `None` if nothing differs.
pub fn wilcoxon(differences: &[f64]) -> Option<Wilcoxon> {
    let mut differ: Vec<f64> =
        differences.iter().copied().filter(|value| value.abs() > 1e-12).collect();
    if differ.is_empty() {
        return None;
    }
    differ.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let n = differ.len();
    let (ranks, ties) = shared_ranks(&differ);
    let sum = |positive: bool| -> f64 {
        let signed = differ.iter().zip(&ranks);
        signed.filter(|(value, _)| (**value > 0.0) == positive).map(|(_, rank)| rank).sum()
    };
    let w = sum(true).min(sum(false));
    let p = if n <= EXACT && ties == 0.0 { exact(n, w) } else { normal(n, w, ties) };
    Some(Wilcoxon { pairs: n, w, p })
}

/// The rank of each of these sorted magnitudes, ties sharing theirs; and the sum of t³ - t over
/// the groups of ties.
fn shared_ranks(sorted: &[f64]) -> (Vec<f64>, f64) {
    let mut ranks = vec![0.0; sorted.len()];
    let mut ties = 0.0;
    let mut start = 0;
    while start < sorted.len() {
        let same = |value: &&f64| (value.abs() - sorted[start].abs()).abs() < 1e-12;
        let group = sorted[start..].iter().take_while(same).count();
        let rank = (2 * start + group + 1) as f64 / 2.0;
        ranks[start..start + group].fill(rank);
        let size = group as f64;
        ties += size.powi(3) - size;
        start += group;
    }
    (ranks, ties)
}

/// Two-sided probability of a rank sum of at most `w`, counted over all 2ⁿ signs.
fn exact(n: usize, w: f64) -> f64 {
    let most = n * (n + 1) / 2;
    let mut counts = vec![0.0_f64; most + 1];
    counts[0] = 1.0;
    for rank in 1..=n {
        for sum in (rank..=most).rev() {
            counts[sum] += counts[sum - rank];
        }
    }
    let below: f64 = counts.iter().take(w.floor() as usize + 1).sum();
    (2.0 * below / 2f64.powi(i32::try_from(n).unwrap_or(i32::MAX))).min(1.0)
}

fn normal(n: usize, w: f64, ties: f64) -> f64 {
    let n = n as f64;
    let mean = n * (n + 1.0) / 4.0;
    let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0;
    if variance <= 0.0 {
        return 1.0;
    }
    let z = ((w - mean).abs() - 0.5).max(0.0) / variance.sqrt();
    (2.0 * (1.0 - normal_below(z))).clamp(0.0, 1.0)
}

/// The share of the standard normal distribution below `z` (Abramowitz and Stegun, 26.2.17; the
/// error is below 7.5e-8).
fn normal_below(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let terms = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let sum = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let tail = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum;
    if z >= 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: f64, other: f64, within: f64) -> bool {
        (one - other).abs() < within
    }

    #[test]
    fn mean_and_deviation() {
        assert_eq!(mean(&[]), 0.0);
        assert_eq!(deviation(&[3.0]), 0.0);
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        assert_eq!(mean(&values), 5.0);
        assert!(close(deviation(&values), 2.138, 0.001));
    }

    #[test]
    fn superiority_counts_ties_half() {
        assert_eq!(superiority(&[1.0], &[]), None);
        assert_eq!(superiority(&[1.0, 2.0], &[1.0, 2.0]), Some(0.5));
        assert_eq!(superiority(&[3.0, 4.0], &[1.0, 2.0]), Some(1.0));
        assert_eq!(superiority(&[1.0, 3.0], &[2.0, 3.0]), Some(0.375));
    }

    /// The corn example of Hollander and Wolfe's kind: eight pairs, all positive: 2 / 2^8.
    #[test]
    fn few_pairs_are_counted_exactly() {
        let all_up: Vec<f64> = (1..=8).map(f64::from).collect();
        let reported = wilcoxon(&all_up).unwrap();
        assert_eq!((reported.pairs, reported.w), (8, 0.0));
        assert!(close(reported.p, 0.007_812_5, 1e-9));
        let mixed = wilcoxon(&[1.0, -2.0, 3.0, 4.0, 5.0]).unwrap();
        assert_eq!(mixed.w, 2.0);
        // Sums 0, 1 and 2 have one way each: 2 * 3 / 32.
        assert!(close(mixed.p, 0.1875, 1e-9));
    }

    #[test]
    fn many_pairs_are_approximated() {
        let values: Vec<f64> =
            (1..=30).map(|n| if n % 3 == 0 { -f64::from(n) } else { f64::from(n) }).collect();
        let reported = wilcoxon(&values).unwrap();
        // Negative ranks: 3 + 6 + … + 30 = 165; z = (|165 - 232.5| - 0.5) / 48.6 = 1.378.
        assert_eq!(reported.w, 165.0);
        assert!(close(reported.p, 0.168, 0.002), "{}", reported.p);
    }

    #[test]
    fn nothing_that_differs_tells_nothing() {
        assert_eq!(wilcoxon(&[0.0, 0.0]), None);
        assert_eq!(wilcoxon(&[]), None);
        let reported = wilcoxon(&[1.0, 1.0, 1.0, 1.0]).unwrap();
        assert!(reported.p > 0.05 && reported.p <= 1.0, "four equal differences prove nothing");
    }
}
