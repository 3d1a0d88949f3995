//! Uses of invalid text before anybody has read it: it is shared, exported, printed.

use std::collections::{HashMap, HashSet, VecDeque};

use super::move_tags::{MoveTag, TagSubject};
use super::moves::{MoveId, MoveKind, ScreenMove};
use super::sequences::{SequenceStep, Sequences};
use super::tactic::{FuzzShared, NextStep, Tactic, sentence};
use crate::domain::{Action, ActionKind, InputText, Screen, StateId, Widget, WidgetTarget, values};
use crate::explorer::Situation;

/// A press that uses text, with the presses that lead to it from the screen that holds the text.
struct FoundUse {
    used: MoveId,
    /// The class of the widget.
    class: Option<usize>,
    steps: Vec<Action>,
}

/// See the module.
#[derive(Default)]
pub(super) struct TextUses;

impl Tactic for TextUses {
    /// A use of invalid text that was never tried: screens that hold what can be used are rare, so
    /// it is not put off.
    fn propose(&mut self, situation: &Situation, shared: &mut FuzzShared) -> Option<NextStep> {
        let here = situation.state.structural;
        let memory = &shared.memory;
        let untried = |item: &&ScreenMove| {
            matches!(item.kind, MoveKind::UseText(_)) && memory.tries(here, item) == 0
        };
        let item = memory.moves(here).iter().find(untried)?.clone();
        let why = sentence(item.why);
        Some(NextStep::begin(item, why))
    }
}

/// The moves that use invalid text before it is saved.
pub(super) fn of(situation: &Situation, shared: &FuzzShared) -> Vec<ScreenMove> {
    let Some(action) = invalid_text(&situation.screen) else { return Vec::new() };
    let activity = &situation.screen.location;
    let item = |found: FoundUse| ScreenMove {
        tag: TagSubject::UseText(activity.clone(), Box::new(found.used.clone())).into(),
        id: MoveId::UseText(Box::new(found.used)),
        kind: MoveKind::UseText(action.clone()),
        base_yield: shared.weights.use_text,
        why: "invalid text is used for what is otherwise done with plain text",
        alike: None,
    };
    let on_page = shared.text_uses.iter().filter(|((page, _), _)| page == activity);
    if on_page.map(|(_, times)| times).sum::<u32>() >= shared.weights.page_text_uses {
        return Vec::new();
    }
    // An app that numbers the copies of what it makes has a new button for each.
    let is_worn = |found: &FoundUse| {
        let times = found.class.and_then(|class| shared.text_uses.get(&(activity.clone(), class)));
        times.is_some_and(|times| *times >= shared.weights.alike_text_uses)
    };
    found(situation, shared).into_iter().filter(|found| !is_worn(found)).map(item).collect()
}

/// Begins the sequence that uses the text by `used` once it is typed.
pub(super) fn begin(
    situation: &Situation,
    id: &MoveId,
    sequences: &mut Sequences,
    shared: &mut FuzzShared,
) {
    let MoveId::UseText(used) = id else { return };
    let found = found(situation, shared).into_iter().find(|found| found.used == **used);
    if let Some(class) = found.as_ref().and_then(|found| found.class) {
        let activity = situation.screen.location.clone();
        *shared.text_uses.entry((activity, class)).or_insert(0) += 1;
    }
    let steps = found.into_iter().flat_map(|found| found.steps).map(SequenceStep::Like);
    let why = "The invalid text is used: shared, exported or printed.";
    sequences.start(id.to_string(), steps, why, &shared.weights);
}

/// Presses near by that use what is written here, with the presses that lead there.
fn found(situation: &Situation, shared: &FuzzShared) -> Vec<FoundUse> {
    let FuzzShared { memory, weights, .. } = shared;
    let here = situation.state.structural;
    let mut found: Vec<FoundUse> = Vec::new();
    // What only leads to a choice of uses is a step towards them.
    let mut leads_to_uses: HashMap<&MoveTag, bool> = HashMap::new();
    // All moves with one tag led to the same states.
    let mut followed: HashSet<&MoveTag> = HashSet::new();
    let mut met = HashSet::from([here]);
    let mut queue: VecDeque<(StateId, Vec<Action>)> = VecDeque::from([(here, Vec::new())]);
    while let Some((state, path)) = queue.pop_front() {
        for item in memory.uses(state) {
            let leads_on = *leads_to_uses.entry(&item.tag).or_insert_with(|| {
                memory.targets(&item.tag).iter().any(|to| memory.uses(*to).next().is_some())
            });
            if !leads_on && found.iter().all(|found| found.used != item.id) {
                let steps = path.iter().chain(item.action()).cloned().collect();
                let class = item.alike.map(|alike| alike.class);
                found.push(FoundUse { used: item.id.clone(), class, steps });
            }
        }
        if path.len() >= weights.use_text_steps {
            continue;
        }
        let moves = memory.moves(state).iter();
        for item in moves.filter(|item| item.begins_with(ActionKind::Tap)) {
            if met.len() >= weights.searched_states || !followed.insert(&item.tag) {
                continue;
            }
            for to in memory.targets(&item.tag) {
                if met.len() < weights.searched_states && met.insert(*to) {
                    let path = path.iter().chain(item.action()).cloned().collect();
                    queue.push_back((*to, path));
                }
            }
        }
    }
    found
}

/// Typing signs beyond the Latin ones into a field that takes any text.
fn invalid_text(screen: &Screen) -> Option<Action> {
    let free = |widget: &&Widget| {
        widget.is_field()
            && widget.acts()
            && !widget.password
            && values::lively(widget) != values::plausible(widget, 0)
    };
    let field = screen.widgets.iter().find(free)?;
    let text = InputText::Plain(values::lively(field));
    Some(Action::Type { target: WidgetTarget::of(field), text })
}
