//! Messages that float over a display for a moment, such as toasts: no hierarchy has them.

/// The highest place of a message: so many hundredths of the height lie above it.
const LOWER_PART: u32 = 55;
/// Its greatest height, in hundredths of the height of the display.
const HEIGHT: u32 = 20;
/// How far its middle lies from that of the display at most, in hundredths of the width.
const ASIDE: u32 = 4;
/// So many hundredths of its area have changed at least.
const FILLED: usize = 70;
/// The edge of a message is so many times as sharp as what it covered.
const SHARPER: u32 = 3;
/// Differences of colour below this, of 255, are no edge.
const SOFT: u32 = 6;

/// The mean red, green and blue of each tile of a picture, row by row.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileGrid<'a> {
    pub tiles: &'a [[u32; 3]],
    pub columns: u32,
}

/// A rectangle of tiles, both ends included.
#[derive(Clone, Copy, Debug)]
struct TileBox {
    left: u32,
    right: u32,
    top: u32,
    bottom: u32,
}

/// True if nothing happened between two pictures but that a message went: what `changed` (columns and rows) is a box in
/// the middle of the lower part of the display, which had an edge in `old` and has none in `new`.
pub(super) fn is_gone(old: TileGrid<'_>, new: TileGrid<'_>, changed: &[(u32, u32)]) -> bool {
    let Some(area) = TileBox::around(changed) else { return false };
    let rows = u32::try_from(old.tiles.len()).unwrap_or(u32::MAX) / old.columns.max(1);
    let aside = (area.left + area.right + 1).abs_diff(old.columns);
    let is_message = area.top * 100 >= rows * LOWER_PART
        && area.height() * 100 <= rows * HEIGHT
        && aside * 100 <= old.columns * ASIDE * 2
        && changed.len() * 100 >= area.tiles() * FILLED;
    is_message && old.edge(area) > SHARPER * new.edge(area).max(SOFT)
}

impl TileBox {
    fn around(tiles: &[(u32, u32)]) -> Option<Self> {
        let columns = || tiles.iter().map(|tile| tile.0);
        let rows = || tiles.iter().map(|tile| tile.1);
        Some(Self {
            left: columns().min()?,
            right: columns().max()?,
            top: rows().min()?,
            bottom: rows().max()?,
        })
    }

    const fn height(self) -> u32 {
        self.bottom - self.top + 1
    }

    const fn tiles(self) -> usize {
        ((self.right - self.left + 1) * self.height()) as usize
    }
}

impl TileGrid<'_> {
    /// How much the tiles inside `area` differ from those outside beside them, above and below: the mean of the greatest
    /// difference of a colour. The outermost tiles inside may be half covered, so that those behind them are taken.
    fn edge(self, area: TileBox) -> u32 {
        let above = (area.left..=area.right).filter_map(|column| {
            Some((self.at(column, area.top.checked_sub(1)?)?, self.at(column, area.top + 1)?))
        });
        let below = (area.left..=area.right).filter_map(|column| {
            Some((self.at(column, area.bottom + 1)?, self.at(column, area.bottom.checked_sub(1)?)?))
        });
        let (mut sum, mut count) = (0, 0);
        for (outside, inside) in above.chain(below) {
            let differences = outside.iter().zip(inside).map(|(one, other)| one.abs_diff(other));
            sum += differences.max().unwrap_or_default();
            count += 1;
        }
        sum / count.max(1)
    }

    fn at(self, column: u32, row: u32) -> Option<[u32; 3]> {
        self.tiles.get((row * self.columns + column) as usize).copied()
    }
}
