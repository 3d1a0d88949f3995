//! Paths through the model: the one taken lately and the one asked for.

use crate::domain::StateId;
use crate::model::BehaviourModel;
use crate::protocol::PathPlanned;
use crate::session::Timeline;
use crate::tui::view::ViewContext;

/// Moves of the path taken that are shown.
const RECENT: usize = 8;

/// Moments that are searched for them: not every action leads to another state.
const SEARCHED: usize = 60;

/// The latest moves before the shown moment, newest first, as places in the model.
pub fn taken(view: &ViewContext<'_>) -> Vec<(usize, usize)> {
    let moments = &view.session.moments;
    let end = moments.len().min(view.shown.moment + 1);
    let place = |moment: usize| view.session.model.position(moments.gist(moment)?.state);
    (end.saturating_sub(SEARCHED)..end)
        .rev()
        .filter_map(|moment| place(moment.checked_sub(1)?).zip(place(moment)))
        .filter(|(from, to)| from != to)
        .take(RECENT)
        .collect()
}

/// The remaining moves of the path asked for last, in order; empty if the app left it or there is
/// none.
pub fn planned(session: &Timeline) -> Vec<(usize, usize)> {
    let Some(PathPlanned { to, path: Some(path) }) = &session.planned_path else {
        return Vec::new();
    };
    let Some(here) = session.model.current() else { return Vec::new() };
    (0..path.len())
        .find_map(|done| follow(&session.model, here.id, &path[done..], *to))
        .unwrap_or_default()
}

/// The moves of `keys` from `from`, if they lead to `goal`.
fn follow(
    model: &BehaviourModel,
    from: StateId,
    keys: &[crate::domain::ActionKey],
    goal: StateId,
) -> Option<Vec<(usize, usize)>> {
    let mut here = from;
    let mut moves = Vec::with_capacity(keys.len());
    for key in keys {
        let next = model.state(here)?.edges.get(key)?.likeliest()?;
        moves.push((model.position(here)?, model.position(next)?));
        here = next;
    }
    (here == goal).then_some(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::testing::tape::{ScriptedTape, stand};

    fn tape() -> ScriptedTape {
        let mut tape = ScriptedTape::new();
        tape.observe(1, "a").act("x", 2, "b").act("y", 3, "c").act("z", 3, "").act("back", 1, "");
        tape
    }

    #[test]
    fn the_path_taken_leaves_out_what_did_not_move() {
        let mut stage = stand(tape().done());
        assert_eq!(taken(&stage.view()), [(2, 0), (1, 2), (0, 1)]);
        stage.shown.moment = 2;
        assert_eq!(taken(&stage.view()), [(1, 2), (0, 1)]);
    }

    #[test]
    fn the_path_asked_for_shrinks_while_it_is_performed() {
        let mut tape = tape();
        tape.path(3, &["x", "y"]);
        assert_eq!(planned(tape.session()), [(0, 1), (1, 2)]);
        tape.act("x", 2, "");
        assert_eq!(planned(tape.session()), [(1, 2)]);
        tape.act("y", 3, "");
        assert_eq!(planned(tape.session()), []);
    }

    #[test]
    fn a_path_that_was_left_is_not_shown() {
        let mut tape = tape();
        tape.path(3, &["x", "y"]).act("elsewhere", 4, "d");
        assert_eq!(planned(tape.session()), []);
    }
}
