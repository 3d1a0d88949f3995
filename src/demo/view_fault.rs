//! Faults between an app and what is shown of it: declared by the ids of views, so that an app's own
//! code knows nothing of them.
//!
//! They act only if they are named (`?faults=ID,ID` or `?faults=functional`): what other runs see of an
//! app does not depend on how many of them there are.

use super::app::{Do, FaultKind, FaultSpec};
use super::apps::all;
use super::ui::{Kind, Layer, Scene, View, column};
use crate::domain::BugCategory;

/// A functional fault of what is shown, or of what a touch does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewFault {
    /// Its row in the tables.
    pub spec: FaultSpec,
    /// The structural state that it is in.
    pub state: &'static str,
    /// When it acts there.
    pub when: FaultMoment,
    /// What it does.
    pub effect: ViewEffect,
}

/// When a fault acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultMoment {
    /// Each time.
    Always,
    /// While the phone lies on its side.
    Sideways,
    /// From the second time on that its state is entered after a start of the app.
    Again,
}

/// What a fault does. Views are named by their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewEffect {
    /// The view is not shown.
    Hides(&'static str),
    /// The first number of its words is too large by this.
    Adds(&'static str, u64),
    /// It goes on showing the words that it showed first.
    Stays(&'static str),
    /// It shows on as off, and off as on.
    Inverts(&'static str),
    /// The first view lies over the second.
    Covers(&'static str, &'static str),
    /// It is some pixels large.
    Shrinks(&'static str),
    /// Nothing but the tool bar and an endless progress is shown.
    Loads,
    /// Nothing but the tool bar is shown.
    Blanks,
    /// A tap on it does nothing.
    Ignores(&'static str),
    /// A tap on the first does what a tap on the second does.
    Swaps(&'static str, &'static str),
    /// A tap on it is taken twice.
    Doubles(&'static str),
    /// A tap on the first empties the field with the second id before it is taken.
    Empties(&'static str, &'static str),
}

/// A row of a table: a fault that acts each time.
pub const fn row(
    id: &'static str,
    category: BugCategory,
    title: &'static str,
    (state, effect): (&'static str, ViewEffect),
    steps: &'static [Do],
) -> ViewFault {
    let kind = FaultKind::Functional(category);
    let spec = FaultSpec { id, kind, title, secret: false, steps };
    ViewFault { spec, state, when: FaultMoment::Always, effect }
}

/// True if `id` is a fault of views, which acts only if it is named.
pub fn is_view_fault(id: &str) -> bool {
    all().iter().any(|about| about.view_faults.iter().any(|fault| fault.spec.id == id))
}

impl ViewFault {
    /// The same, at this moment.
    pub const fn when(mut self, when: FaultMoment) -> Self {
        self.when = when;
        self
    }
}

impl ViewEffect {
    /// The view whose taps it changes, if it is about taps.
    pub(super) const fn tapped(self) -> Option<&'static str> {
        match self {
            Self::Ignores(id) | Self::Swaps(id, _) | Self::Doubles(id) | Self::Empties(id, _) => {
                Some(id)
            }
            _ => None,
        }
    }

    /// True if it changes the view with the id `view`, or what a tap on it does.
    pub(super) fn is_about(self, view: &str) -> bool {
        match self {
            Self::Hides(id)
            | Self::Adds(id, _)
            | Self::Stays(id)
            | Self::Inverts(id)
            | Self::Shrinks(id)
            | Self::Ignores(id)
            | Self::Doubles(id) => id == view,
            Self::Covers(id, other) | Self::Swaps(id, other) | Self::Empties(id, other) => {
                id == view || other == view
            }
            Self::Loads | Self::Blanks => false,
        }
    }

    /// Changes `scene`, in which the view with words to stay showed `first` at first. True if it made a
    /// difference.
    pub(super) fn distort<M>(self, scene: &mut Scene<M>, first: Option<&str>) -> bool {
        match self {
            Self::Hides(id) => any(scene, &mut |view| {
                let before = view.children.len();
                view.children.retain(|child| child.id != id);
                view.children.len() < before
            }),
            Self::Adds(id, more) => each(scene, id, &mut |view| {
                let Some(wrong) = added(&view.text, more) else { return false };
                view.text = wrong;
                true
            }),
            Self::Stays(id) => each(scene, id, &mut |view| match first {
                Some(first) if view.text != first => {
                    first.clone_into(&mut view.text);
                    true
                }
                _ => false,
            }),
            Self::Inverts(id) => each(scene, id, &mut |view| {
                view.checked = view.checked.map(|on| !on);
                view.checked.is_some()
            }),
            Self::Loads => bare(scene, true),
            Self::Blanks => bare(scene, false),
            _ => false,
        }
    }
}

/// Leaves of `scene` only its tool bar; with an endless progress below it if `loads`.
fn bare<M>(scene: &mut Scene<M>, loads: bool) -> bool {
    let children = std::mem::take(&mut scene.body.children);
    let bar = children.into_iter().filter(|child| child.kind == Kind::Toolbar);
    let progress = loads.then(|| View::new(Kind::Progress).id("loading"));
    scene.body = column(bar.chain(progress));
    true
}

/// Changes all views of `scene` with `change`; true if one was changed.
fn any<M>(scene: &mut Scene<M>, change: &mut dyn FnMut(&mut View<M>) -> bool) -> bool {
    let mut changed = inside(&mut scene.body, change);
    for layer in &mut scene.layers {
        match layer {
            Layer::Dialog { content, .. } => changed |= inside(content, change),
            Layer::Menu { rows, .. } => {
                for row in rows {
                    changed |= inside(row, change);
                }
            }
            Layer::Snackbar { .. } => {}
        }
    }
    changed
}

fn inside<M>(view: &mut View<M>, change: &mut dyn FnMut(&mut View<M>) -> bool) -> bool {
    let mut changed = change(view);
    for child in &mut view.children {
        changed |= inside(child, change);
    }
    changed
}

fn each<M>(scene: &mut Scene<M>, id: &str, change: &mut dyn FnMut(&mut View<M>) -> bool) -> bool {
    any(scene, &mut |view| view.id == id && change(view))
}

/// `text` with its first number larger by `more`.
fn added(text: &str, more: u64) -> Option<String> {
    let start = text.find(|letter: char| letter.is_ascii_digit())?;
    let (before, rest) = text.split_at_checked(start)?;
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let (number, after) = rest.split_at_checked(end)?;
    let number: u64 = number.parse().ok()?;
    Some(format!("{before}{}{after}", number.checked_add(more)?))
}

/// The words of the view with `id` in `scene`.
pub(super) fn words<M>(scene: &Scene<M>, id: &str) -> Option<String> {
    fn find<M>(view: &View<M>, id: &str) -> Option<String> {
        if view.id == id {
            return Some(view.text.clone());
        }
        view.children.iter().find_map(|child| find(child, id))
    }
    let layers = scene.layers.iter().filter_map(|layer| match layer {
        Layer::Dialog { content, .. } => find(content, id),
        _ => None,
    });
    find(&scene.body, id).or_else(|| layers.into_iter().next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::ui::{button, text, toolbar};

    fn scene() -> Scene<()> {
        let body =
            column([toolbar("Cart"), text("€9.50 in all").id("total"), button("pay", "Pay")]);
        Scene { activity: ".Main", state: "cart", body, layers: Vec::new() }
    }

    #[test]
    fn a_fault_changes_the_views_that_it_names() {
        let mut cart = scene();
        assert!(ViewEffect::Adds("total", 2).distort(&mut cart, None));
        assert_eq!(words(&cart, "total").as_deref(), Some("€11.50 in all"));
        assert!(!ViewEffect::Stays("total").distort(&mut cart, Some("€11.50 in all")));
        assert!(ViewEffect::Stays("total").distort(&mut cart, Some("€1")));
        assert!(ViewEffect::Hides("total").distort(&mut cart, None));
        assert_eq!(words(&cart, "total"), None);
        assert!(!ViewEffect::Hides("total").distort(&mut cart, None));
        assert!(!ViewEffect::Inverts("pay").distort(&mut cart, None));
    }

    #[test]
    fn a_page_that_does_not_load_keeps_its_tool_bar() {
        let mut cart = scene();
        assert!(ViewEffect::Loads.distort(&mut cart, None));
        let kinds: Vec<Kind> = cart.body.children.iter().map(|child| child.kind).collect();
        assert_eq!(kinds, [Kind::Toolbar, Kind::Progress]);
    }
}
