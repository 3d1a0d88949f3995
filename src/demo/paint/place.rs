//! Where a view stands: on which ground, and in what.

use crate::demo::frame::{Face, Pane, PaneKind, Placed};
use crate::demo::ui::Kind;
use crate::domain::Bounds;

/// The short id of the bar at the bottom that tells something and offers one button.
const SNACKBAR: &str = "snackbar";

/// What lies under a view; decides the tone of its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    /// A screen, card, dialog or menu.
    Plain,
    /// The bar at the top.
    Bar,
    /// A bar at the bottom in the opposite tones.
    Snackbar,
    /// The home screen's picture.
    Wallpaper,
}

/// A view that is about to be painted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'a> {
    pub face: &'a Face,
    pub at: Bounds,
    pub ground: Ground,
    pub pane: PaneKind,
    /// What the view is in.
    pub holder: Option<&'a Face>,
    /// True for the first one of its siblings.
    pub first: bool,
    /// True for the last one of its siblings.
    pub last: bool,
}

impl Spot<'_> {
    /// True if the view is directly in one of this kind.
    pub(super) fn is_in(&self, kind: Kind) -> bool {
        self.holder.is_some_and(|holder| holder.kind == kind)
    }

    /// True if this is the bar that tells something.
    pub(super) fn is_snackbar(&self) -> bool {
        is_snackbar(self.face)
    }
}

fn is_snackbar(face: &Face) -> bool {
    face.id == SNACKBAR && matches!(face.kind, Kind::Row | Kind::Card)
}

/// Coordinates beyond this are as good as this: floating point stays exact.
const FAR: i32 = 1 << 14;

/// `bounds` with each edge at most [`FAR`] away.
pub(super) fn near(bounds: Bounds) -> Bounds {
    let near = |edge: i32| edge.clamp(-FAR, FAR);
    Bounds::new(near(bounds.left), near(bounds.top), near(bounds.right), near(bounds.bottom))
}

/// The views of `pane` in the order in which they are painted, each with its clip.
pub(super) fn spots(pane: &Pane) -> Vec<(Spot<'_>, Bounds)> {
    let mut first = vec![true; pane.placed.len()];
    let mut last = first.clone();
    let mut newest = vec![None; pane.placed.len()];
    for (index, placed) in pane.placed.iter().enumerate() {
        let Some(newest) = placed.parent.and_then(|parent| newest.get_mut(parent)) else {
            continue;
        };
        let before: Option<usize> = newest.replace(index);
        if let Some(before) = before.and_then(|before| last.get_mut(before)) {
            *before = false;
        }
        if let Some(first) = first.get_mut(index) {
            *first = before.is_none();
        }
    }
    let mut grounds: Vec<Ground> = Vec::with_capacity(pane.placed.len());
    let mut spots = Vec::with_capacity(pane.placed.len());
    for ((placed, first), last) in pane.placed.iter().zip(first).zip(last) {
        let ground = ground(pane, placed, &grounds);
        grounds.push(ground);
        let holder = placed.parent.and_then(|parent| pane.placed.get(parent));
        let spot = Spot {
            face: &placed.face,
            at: near(placed.bounds),
            ground,
            pane: pane.kind,
            holder: holder.map(|holder| &holder.face),
            first,
            last,
        };
        spots.push((spot, placed.clip));
    }
    spots
}

fn ground(pane: &Pane, placed: &Placed, before: &[Ground]) -> Ground {
    let inherited = placed.parent.and_then(|parent| before.get(parent)).copied();
    match placed.face.kind {
        _ if is_snackbar(&placed.face) => Ground::Snackbar,
        Kind::Toolbar => Ground::Bar,
        Kind::Card => Ground::Plain,
        _ => inherited.unwrap_or(match pane.kind {
            PaneKind::Launcher => Ground::Wallpaper,
            PaneKind::Activity | PaneKind::Dialog | PaneKind::Menu => Ground::Plain,
        }),
    }
}
