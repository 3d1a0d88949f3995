//! Lines of box characters that cross and join, within a window of the drawing.
//!
//! Lines that join are drawn with a junction. Lines that only cross are drawn as a bridge, so that
//! no junction is shown that is none.

use std::cmp::Ordering::{Equal, Greater, Less};

use super::placement::GraphRect;

/// What a line is part of; the later one is drawn over the earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineRole {
    /// A transition.
    Plain,
    /// A transition of the selected state.
    Selected,
    /// The path taken.
    Taken,
    /// The path asked for.
    Planned,
}

const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;

/// Signs by the sides they join: up 1, down 2, left 4, right 8.
const LIGHT: [char; 16] =
    [' ', '╵', '╷', '│', '╴', '╯', '╮', '┤', '╶', '╰', '╭', '├', '─', '┴', '┬', '┼'];
const HEAVY: [char; 16] =
    [' ', '╹', '╻', '┃', '╸', '┛', '┓', '┫', '╺', '┗', '┏', '┣', '━', '┻', '┳', '╋'];
const DOUBLE: [char; 16] =
    [' ', '║', '║', '║', '═', '╝', '╗', '╣', '═', '╚', '╔', '╠', '═', '╩', '╦', '╬'];

#[derive(Clone, Copy, Default)]
struct LineCell {
    across: Option<LineRole>,
    along: Option<LineRole>,
    joint: u8,
    joint_pen: Option<LineRole>,
    loose: bool,
    head: Option<char>,
}

impl LineCell {
    fn sign(&self) -> Option<(char, LineRole)> {
        let pen = self.across.max(self.along).max(self.joint_pen)?;
        if let Some(head) = self.head {
            return Some((head, pen));
        }
        let (across, along) = (self.across.map_or(0, |_| LEFT | RIGHT), UP | DOWN);
        let sides = match self.along {
            _ if self.joint != 0 => self.joint | across | self.along.map_or(0, |_| along),
            Some(_) if self.along >= self.across => along,
            _ => across,
        };
        let sign = match (pen, sides, self.loose) {
            (LineRole::Taken, 3, true) => '┇',
            (LineRole::Taken, 12, true) => '┅',
            (LineRole::Plain | LineRole::Selected, 3, true) => '┆',
            (LineRole::Plain | LineRole::Selected, 12, true) => '┄',
            (LineRole::Plain | LineRole::Selected, ..) => LIGHT[usize::from(sides)],
            (LineRole::Taken, ..) => HEAVY[usize::from(sides)],
            (LineRole::Planned, ..) => DOUBLE[usize::from(sides)],
        };
        Some((sign, pen))
    }
}

/// The lines in a window of the drawing. What lies outside of it is cut off.
pub struct LineCanvas {
    window: GraphRect,
    cells: Vec<LineCell>,
}

impl LineCanvas {
    /// No lines yet.
    pub fn new(window: GraphRect) -> Self {
        let cells = window.width.max(0) as usize * window.height.max(0) as usize;
        Self { window, cells: vec![LineCell::default(); cells] }
    }

    /// The first row of the window.
    pub const fn top(&self) -> i32 {
        self.window.y
    }

    fn cell(&mut self, x: i32, y: i32) -> Option<&mut LineCell> {
        if !self.window.contains(x, y) {
            return None;
        }
        let place = (y - self.window.y) * self.window.width + (x - self.window.x);
        self.cells.get_mut(usize::try_from(place).ok()?)
    }

    /// A line through `points`, each straight above, below or beside the one before. `loose` lines
    /// are broken: they do not go from a layer to the next.
    pub fn path(&mut self, points: &[(i32, i32)], pen: LineRole, loose: bool) {
        for pair in points.windows(2) {
            self.straight(pair[0], pair[1], pen, loose);
        }
        for triple in points.windows(3) {
            let [before, at, after] = [triple[0], triple[1], triple[2]];
            let sides = side(at, before) | side(at, after);
            if sides == UP | DOWN || sides == LEFT | RIGHT {
                self.mark(at, pen, loose, sides == LEFT | RIGHT);
                continue;
            }
            if let Some(cell) = self.cell(at.0, at.1) {
                cell.joint |= sides;
                cell.joint_pen = cell.joint_pen.max(Some(pen));
            }
        }
    }

    /// Everything between the two ends; the ends themselves only if the line goes on.
    fn straight(&mut self, from: (i32, i32), to: (i32, i32), pen: LineRole, loose: bool) {
        let window = self.window;
        if from.1 == to.1 {
            let (left, right) = (from.0.min(to.0), from.0.max(to.0));
            for x in (left + 1).max(window.x)..right.min(window.right()) {
                self.mark((x, from.1), pen, loose, true);
            }
        } else {
            let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
            for y in (top + 1).max(window.y)..bottom.min(window.bottom()) {
                self.mark((from.0, y), pen, loose, false);
            }
        }
    }

    fn mark(&mut self, at: (i32, i32), pen: LineRole, loose: bool, across: bool) {
        let Some(cell) = self.cell(at.0, at.1) else { return };
        let line = if across { &mut cell.across } else { &mut cell.along };
        if line.is_none_or(|before| pen >= before) {
            // If a dashed and a solid line run together, the solid one is seen.
            cell.loose = loose && (*line != Some(pen) || cell.loose);
            *line = Some(pen);
        }
    }

    /// The end of a line at a state: `head` in place of the line's last cell.
    pub fn head(&mut self, x: i32, y: i32, head: char, pen: LineRole) {
        if let Some(cell) = self.cell(x, y) {
            let above = cell.joint_pen.is_none_or(|before| pen >= before);
            if above || cell.head.is_none() {
                cell.head = Some(head);
            }
            cell.joint_pen = cell.joint_pen.max(Some(pen));
        }
    }

    /// Every cell that holds a line: column, row, sign, pen.
    pub fn signs(&self) -> impl Iterator<Item = (i32, i32, char, LineRole)> + '_ {
        let window = self.window;
        (window.y..window.bottom())
            .flat_map(move |y| (window.x..window.right()).map(move |x| (x, y)))
            .zip(&self.cells)
            .filter_map(|((x, y), cell)| cell.sign().map(|(sign, pen)| (x, y, sign, pen)))
    }
}

/// The side of `at` on which `other` lies.
fn side(at: (i32, i32), other: (i32, i32)) -> u8 {
    match (other.0.cmp(&at.0), other.1.cmp(&at.1)) {
        (Equal, Greater) => DOWN,
        (Equal, Less) => UP,
        (Less, Equal) => LEFT,
        (Greater, Equal) => RIGHT,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(lines: &LineCanvas) -> Vec<String> {
        let mut rows = vec![vec![' '; lines.window.width as usize]; lines.window.height as usize];
        for (x, y, sign, _) in lines.signs() {
            rows[y as usize][x as usize] = sign;
        }
        rows.into_iter().map(|row| row.into_iter().collect()).collect()
    }

    fn lines() -> LineCanvas {
        LineCanvas::new(GraphRect { x: 0, y: 0, width: 6, height: 3 })
    }

    #[test]
    fn edges_of_one_state_join() {
        let mut lines = lines();
        for row in 0..3 {
            lines.path(&[(-1, 1), (2, 1), (2, row), (6, row)], LineRole::Plain, false);
        }
        assert_eq!(drawn(&lines), ["  ╭───", "──┼───", "  ╰───"]);
    }

    #[test]
    fn lines_that_only_cross_are_a_bridge() {
        let mut lines = lines();
        lines.path(&[(2, -1), (2, 3)], LineRole::Plain, false);
        lines.path(&[(-1, 1), (6, 1)], LineRole::Plain, false);
        assert_eq!(drawn(&lines)[1], "──│───");
        lines.path(&[(-1, 1), (6, 1)], LineRole::Taken, false);
        assert_eq!(drawn(&lines)[1], "━━━━━━", "the way taken lies on top");
    }

    #[test]
    fn what_lies_outside_is_cut_off() {
        let mut lines = lines();
        lines.path(&[(-90, 1), (3, 1), (3, 90)], LineRole::Planned, false);
        assert_eq!(drawn(&lines), ["      ", "═══╗  ", "   ║  "]);
    }

    #[test]
    fn loose_lines_are_broken_and_end_in_a_head() {
        let mut lines = lines();
        lines.path(&[(-1, 0), (5, 0), (5, 3)], LineRole::Taken, true);
        lines.head(0, 0, '◂', LineRole::Taken);
        assert_eq!(drawn(&lines)[0], "◂┅┅┅┅┓");
    }
}
