//! Bars that compare numbers within a line.

/// Where `number` lies between nothing (or the least, if that is below) and the most of `all`,
/// from 0 to 1.
pub fn share(number: f64, all: impl IntoIterator<Item = f64>) -> f64 {
    let most_and_least = |(most, least): (f64, f64), one: f64| (most.max(one), least.min(one));
    let (most, least) = all.into_iter().fold((f64::NEG_INFINITY, 0.0), most_and_least);
    if most > least { ((number - least) / (most - least)).clamp(0.0, 1.0) } else { 0.0 }
}

/// A bar of `columns`, in eighths of a column, filled up to `share` (from 0 to 1).
pub fn bar(share: f64, columns: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    // `share` is between 0 and 1 and `columns` is small: nothing is lost.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers")]
    let eighths = (share * columns as f64 * 8.0).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    bar.push_str(PARTS[eighths % 8]);
    let gap = columns.saturating_sub(bar.chars().count());
    bar.push_str(&" ".repeat(gap));
    bar
}

/// One column for each of `numbers`, as high as it is compared with the greatest; the numbers are
/// not below 0.
pub fn columns(numbers: &[f32]) -> String {
    const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let most = numbers.iter().copied().fold(0.0, f32::max);
    let column = |number: &f32| {
        let share = if most > 0.0 { (number / most).clamp(0.0, 1.0) } else { 0.0 };
        // From 0 to 7.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "small numbers"
        )]
        let height = (share * 7.0).round() as usize;
        HEIGHTS[height.min(7)]
    };
    numbers.iter().map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_have_eighths() {
        assert_eq!(bar(1.0, 4), "████");
        assert_eq!(bar(0.5, 4), "██  ");
        assert_eq!(bar(0.03125, 4), "▏   ");
        assert_eq!(bar(0.0, 2), "  ");
    }

    #[test]
    fn shares_begin_at_nothing_or_below() {
        assert_eq!([1.0, 4.0].map(|one| share(one, [1.0, 4.0])), [0.25, 1.0]);
        assert_eq!([-1.0, 0.0, 1.0].map(|one| share(one, [-1.0, 1.0])), [0.0, 0.5, 1.0]);
        assert_eq!([share(0.0, [0.0]), share(1.0, []), share(f64::NAN, [0.0])], [0.0; 3]);
    }

    #[test]
    fn columns_stand_for_numbers() {
        assert_eq!(columns(&[0.0, 1.0, 2.0, 4.0]), "▁▃▅█");
        assert_eq!(columns(&[0.0, f32::NAN, -1.0]), "▁▁▁");
        assert_eq!(columns(&[]), "");
    }
}
