//! What is made of odd text before anybody has read it: shared, exported, printed.

use std::collections::VecDeque;

use super::move_tags::TagSubject;
use super::moves::{MoveId, MoveKind, ScreenMove};
use super::sequels::SequenceStep;
use super::{VlmFuzz, words};
use crate::domain::{Action, ActionKind, InputText, Screen, StateId, Widget, WidgetTarget, values};
use crate::explorer::{ExplorerProposal, Situation};

/// What is made of text is looked for on screens so many steps away.
const FAR: usize = 2;

/// Something that is made of text, by a way from the screen that holds it.
struct TextUse {
    used: MoveId,
    row: Vec<Action>,
}

impl VlmFuzz {
    /// Items that stand for odd text that is used before it is saved: shared, exported, printed.
    pub(super) fn uses(&self, situation: &Situation) -> Vec<ScreenMove> {
        let Some(action) = odd_text(&situation.screen) else { return Vec::new() };
        let item = |used: TextUse| ScreenMove {
            tag: TagSubject::UseText(
                situation.screen.activity.clone(),
                Box::new(used.used.clone()),
            )
            .into(),
            id: MoveId::UseText(Box::new(used.used)),
            kind: MoveKind::UseText(action.clone()),
            base_yield: 0.3,
            why: "odd text is used for what is otherwise done with plain text",
        };
        self.found_uses(situation).into_iter().map(item).collect()
    }

    /// A use of odd text that was never tried: screens that hold what can be used are rare, so it
    /// is not put off.
    pub(super) fn use_text(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let here = situation.state.structural;
        let untried = |item: &&ScreenMove| {
            matches!(item.kind, MoveKind::UseText(_)) && self.memory.tries(here, item) == 0
        };
        let item = self.memory.items(here).iter().find(untried)?.clone();
        let why = format!("{}.", super::sentence(item.why));
        self.begin(situation, item, why)
    }

    /// Goes on with what `item` stands for, if it is one of [`Self::uses`].
    pub(super) fn begin_use(&mut self, situation: &Situation, item: &ScreenMove) {
        let MoveId::UseText(wanted) = &item.id else { return };
        let used = self.found_uses(situation).into_iter().find(|found| found.used == **wanted);
        let row = used.into_iter().flat_map(|used| used.row).map(SequenceStep::Like);
        self.sequels.start(item.id.to_string(), row, "Something is made of the odd text.");
    }

    /// Presses near by that make something of what is written here, with the ways there.
    fn found_uses(&self, situation: &Situation) -> Vec<TextUse> {
        let uses = |state: StateId| {
            let items = self.memory.items(state).iter();
            items.filter(|item| {
                let tap = item.action().filter(|action| action.kind() == ActionKind::Tap);
                tap.and_then(Action::target).is_some_and(words::uses)
            })
        };
        let here = situation.state.structural;
        let mut found: Vec<TextUse> = Vec::new();
        let mut met = vec![here];
        let mut queue: VecDeque<(StateId, Vec<Action>)> = VecDeque::from([(here, Vec::new())]);
        while let Some((state, way)) = queue.pop_front() {
            for item in uses(state) {
                // What only leads on to a choice of uses is on the way to them.
                let leads_on =
                    self.memory.places(&item.tag).iter().any(|p| uses(*p).next().is_some());
                if !leads_on && found.iter().all(|found| found.used != item.id) {
                    let row = way.iter().chain(item.action()).cloned().collect();
                    found.push(TextUse { used: item.id.clone(), row });
                }
            }
            if way.len() >= FAR {
                continue;
            }
            let taps = self.memory.items(state).iter();
            for item in taps.filter(|item| item.begins_with(ActionKind::Tap)) {
                for to in self.memory.places(&item.tag) {
                    if !met.contains(to) {
                        met.push(*to);
                        let way = way.iter().chain(item.action()).cloned().collect();
                        queue.push_back((*to, way));
                    }
                }
            }
        }
        found
    }
}

/// Typing signs beyond the Latin ones into the field where anything may be written.
fn odd_text(screen: &Screen) -> Option<Action> {
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
