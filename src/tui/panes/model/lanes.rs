//! Lanes: which vertical line between two layers belongs to which state.
//!
//! All edges of one state to the next layer share one vertical line, its lane. Two lines on one
//! lane must not touch, and a line that leaves its state must not run into one that enters another
//! state in the same row: the drawing would show an edge that does not exist.

/// More lanes than this are never drawn side by side; the last one is shared then.
pub const MOST: usize = 10;

/// A state with edges to the next layer, and the rows they go between.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaneEdges {
    /// The row in which the state stands.
    pub row: i32,
    /// The rows in which the states stand that it leads to.
    pub ends: Vec<i32>,
}

impl LaneEdges {
    /// True if a straight line does.
    fn is_straight(&self) -> bool {
        self.ends.iter().all(|end| *end == self.row)
    }

    fn top(&self) -> i32 {
        self.ends.iter().copied().fold(self.row, i32::min)
    }

    fn bottom(&self) -> i32 {
        self.ends.iter().copied().fold(self.row, i32::max)
    }

    fn touches(&self, other: &Self) -> bool {
        self.top() <= other.bottom() && other.top() <= self.bottom()
    }

    /// Lines of one direction cross least if the longer ones stand further right:
    /// downwards the upper ones, upwards the lower ones.
    fn rank(&self) -> (bool, i32) {
        let below: i32 = self.ends.iter().map(|end| (end - self.row).signum()).sum();
        if below >= 0 { (false, -self.row) } else { (true, self.row) }
    }
}

/// The lane of each net, from 0; `None` if a straight line does.
pub fn assign(nets: &[LaneEdges]) -> Vec<Option<usize>> {
    let mut lanes: Vec<Option<usize>> = vec![None; nets.len()];
    let mut done: Vec<usize> = Vec::new();
    for net in sequence(nets) {
        let lane = done
            .iter()
            .filter(|before| {
                nets[**before].touches(&nets[net]) || comes_before(nets, **before, net)
            })
            .filter_map(|before| lanes[*before])
            .max()
            .map_or(0, |last| last + 1);
        lanes[net] = Some(lane.min(MOST - 1));
        done.push(net);
    }
    lanes
}

/// True if the lane of `one` must stand left of that of `other`: `other` enters the row that
/// `one` leaves in.
fn comes_before(nets: &[LaneEdges], one: usize, other: usize) -> bool {
    one != other && nets[other].ends.contains(&nets[one].row)
}

/// The nets that need a lane, from left to right. If the demands go round in a circle, one of
/// them is given up.
fn sequence(nets: &[LaneEdges]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..nets.len()).filter(|net| !nets[*net].is_straight()).collect();
    left.sort_by_key(|net| nets[*net].rank());
    let mut sequence = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let free = left
            .iter()
            .position(|net| !left.iter().any(|other| comes_before(nets, *other, *net)))
            .unwrap_or(0);
        sequence.push(left.remove(free));
    }
    sequence
}

#[cfg(test)]
mod tests {
    use super::*;

    fn net(row: i32, ends: &[i32]) -> LaneEdges {
        LaneEdges { row, ends: ends.to_vec() }
    }

    #[test]
    fn straight_lines_need_no_lane() {
        assert_eq!(assign(&[net(2, &[2]), net(4, &[])]), [None, None]);
    }

    #[test]
    fn lines_that_do_not_touch_share_a_lane() {
        assert_eq!(assign(&[net(0, &[0, 2]), net(6, &[4, 6])]), [Some(0), Some(0)]);
    }

    #[test]
    fn downwards_the_upper_line_stands_further_right() {
        assert_eq!(assign(&[net(0, &[4]), net(2, &[6])]), [Some(1), Some(0)]);
    }

    #[test]
    fn a_line_leaves_before_another_enters_its_row() {
        // The second enters row 0, which the first leaves: only left of it the first turns away
        // before they meet.
        let lanes = assign(&[net(0, &[8]), net(4, &[0])]);
        assert!(lanes[0] < lanes[1], "{lanes:?}");
    }

    #[test]
    fn a_circle_of_demands_is_cut() {
        assert_eq!(assign(&[net(0, &[4]), net(4, &[0])]).iter().flatten().count(), 2);
    }

    #[test]
    fn lanes_never_grow_without_bound() {
        let nets: Vec<LaneEdges> = (0..40).map(|row| net(row, &[row + 40])).collect();
        assert!(assign(&nets).iter().flatten().all(|lane| *lane < MOST));
    }
}
