//! The compacted event-flow graph: pages, the events on them, how often each was executed and where
//! it led (DinoDroid, section 3.2).
//!
//! A page is a screen as a person would count them, so that similar states are one page, and an
//! event is a class of actions. Counts are kept as steps come; nothing goes over the whole graph.

use std::collections::{BTreeMap, HashMap};

use crate::explorer::shared::look_alikes::ScreenNumber;

/// Generations of children that count.
pub(super) const GENERATIONS: usize = 3;
/// Groups of events by executions: never performed anywhere, never on this page, once, twice, three
/// or four times, more often.
pub(super) const EXECUTION_GROUPS: usize = 6;
/// The search for children stops after so many pages, so that it costs the same in any app.
const SEARCHED_PAGES: usize = 48;

/// So many events of each group.
pub(super) type EventCounts = [u32; EXECUTION_GROUPS];

/// What is known of one event of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct FlowEvent {
    /// How often it was executed.
    pub executions: u32,
    /// How often that changed nothing.
    pub without_effect: u32,
    /// Where it led last.
    pub to: Option<ScreenNumber>,
    /// True if the page shows it; keys of the device are not shown.
    is_shown: bool,
}

#[derive(Debug, Default)]
struct FlowPage {
    events: HashMap<usize, FlowEvent>,
    /// The events that the page shows, by executions.
    counts: EventCounts,
    /// Where its events led, with how many of them. In order, so that the same seed gives the same
    /// run.
    children: BTreeMap<ScreenNumber, u32>,
    visits: u32,
    /// The page that the app came from when this one was seen first.
    entered_from: Option<ScreenNumber>,
    /// True for screens of other apps.
    is_outside: bool,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct EventFlowGraph {
    pages: HashMap<ScreenNumber, FlowPage>,
    /// How often events of each class were executed, on any page.
    executions: HashMap<usize, u32>,
    /// The pages that show an event of a class that was never executed.
    novel_on: HashMap<usize, Vec<ScreenNumber>>,
    root: Option<ScreenNumber>,
}

impl EventFlowGraph {
    /// Takes in that `page` is on display, with events of these classes.
    pub(super) fn see(&mut self, page: ScreenNumber, classes: &[usize]) {
        self.root.get_or_insert(page);
        let own = self.pages.entry(page).or_default();
        for class in classes {
            let event = own.events.entry(*class).or_default();
            if std::mem::replace(&mut event.is_shown, true) {
                continue;
            }
            let anywhere = self.executions.get(class).copied().unwrap_or(0);
            own.counts[group(event.executions, anywhere)] += 1;
            if anywhere == 0 {
                self.novel_on.entry(*class).or_default().push(page);
            }
        }
    }

    /// Takes in that an event of `class` was executed on `from` and led to `to`.
    pub(super) fn execute(
        &mut self,
        from: ScreenNumber,
        class: usize,
        to: ScreenNumber,
        had_effect: bool,
    ) {
        let anywhere = self.executions.entry(class).or_insert(0);
        *anywhere += 1;
        for page in self.novel_on.remove(&class).into_iter().flatten() {
            if let Some(page) = self.pages.get_mut(&page) {
                page.counts[0] -= 1;
                page.counts[1] += 1;
            }
        }
        let page = self.pages.entry(from).or_default();
        let event = page.events.entry(class).or_default();
        if event.is_shown {
            page.counts[group(event.executions, *anywhere)] -= 1;
            page.counts[group(event.executions + 1, *anywhere)] += 1;
        }
        event.executions += 1;
        event.without_effect += u32::from(!had_effect);
        if let Some(before) = event.to.replace(to) {
            let count = page.children.entry(before).or_insert(1);
            *count -= 1;
            if *count == 0 {
                page.children.remove(&before);
            }
        }
        *page.children.entry(to).or_insert(0) += 1;
        let child = self.pages.entry(to).or_default();
        child.visits += 1;
        if from != to {
            child.entered_from.get_or_insert(from);
        }
    }

    /// Takes in that `page` belongs to another app.
    pub(super) fn set_outside(&mut self, page: ScreenNumber) {
        self.pages.entry(page).or_default().is_outside = true;
    }

    /// What is known of the event of `class` on `page`.
    pub(super) fn event(&self, page: ScreenNumber, class: usize) -> FlowEvent {
        let known = self.pages.get(&page).and_then(|page| page.events.get(&class));
        known.copied().unwrap_or_default()
    }

    /// How often events of `class` were executed, on any page.
    pub(super) fn executions(&self, class: usize) -> u32 {
        self.executions.get(&class).copied().unwrap_or(0)
    }

    /// How often `page` was come to.
    pub(super) fn visits(&self, page: ScreenNumber) -> u32 {
        self.pages.get(&page).map_or(0, |page| page.visits)
    }

    /// True if `page` belongs to another app.
    pub(super) fn is_outside(&self, page: ScreenNumber) -> bool {
        self.pages.get(&page).is_some_and(|page| page.is_outside)
    }

    /// Where `page` was come from first: BACK, if it was never pressed there, most likely leads
    /// there.
    pub(super) fn entered_from(&self, page: ScreenNumber) -> Option<ScreenNumber> {
        self.pages.get(&page)?.entered_from
    }

    /// The first page.
    pub(super) const fn root(&self) -> Option<ScreenNumber> {
        self.root
    }

    /// The children of an event that leads to `page`, by executions: the events of that page, those
    /// of the pages that these lead to, and of those behind. Each page counts once, in its nearest
    /// generation. Pages in `apart` do not count: they are reached without the event.
    pub(super) fn children(
        &self,
        page: ScreenNumber,
        apart: ScreenNumber,
    ) -> [EventCounts; GENERATIONS] {
        let mut counts = [[0; EXECUTION_GROUPS]; GENERATIONS];
        let mut seen = vec![apart, page];
        let mut generation = vec![page];
        for counts in &mut counts {
            let mut next = Vec::new();
            for page in generation.iter().filter_map(|page| self.pages.get(page)) {
                for (sum, count) in counts.iter_mut().zip(page.counts) {
                    *sum += count;
                }
                for child in page.children.keys() {
                    if seen.len() < SEARCHED_PAGES && !seen.contains(child) {
                        seen.push(*child);
                        next.push(*child);
                    }
                }
            }
            generation = next;
        }
        counts
    }
}

/// The group of an event that was executed so often on its page, and `anywhere`.
const fn group(executions: u32, anywhere: u32) -> usize {
    match executions {
        0 if anywhere == 0 => 0,
        0 => 1,
        1 => 2,
        2 => 3,
        3 | 4 => 4,
        _ => 5,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn page(number: usize) -> ScreenNumber {
        ScreenNumber::new(number)
    }

    #[test]
    fn children_are_counted_by_executions_and_generation() {
        let mut graph = EventFlowGraph::default();
        graph.see(page(0), &[1, 2]);
        graph.execute(page(0), 1, page(1), true);
        graph.see(page(1), &[1, 3, 4]);
        graph.execute(page(1), 3, page(2), true);
        graph.see(page(2), &[5]);
        let [first, second, third] = graph.children(page(1), page(0));
        assert_eq!(first, [1, 1, 1, 0, 0, 0], "4 is novel, 1 was executed elsewhere, 3 once");
        assert_eq!(second, [1, 0, 0, 0, 0, 0]);
        assert_eq!(third, [0; EXECUTION_GROUPS]);
        graph.execute(page(2), 5, page(2), false);
        let [_, second, _] = graph.children(page(1), page(0));
        assert_eq!(second, [0, 0, 1, 0, 0, 0]);
        assert_eq!(graph.event(page(2), 5).without_effect, 1);
    }

    #[test]
    fn what_back_leads_to_is_guessed_from_where_the_page_was_come_from() {
        let mut graph = EventFlowGraph::default();
        graph.see(page(0), &[1]);
        graph.execute(page(0), 1, page(1), true);
        graph.execute(page(2), 1, page(1), true);
        assert_eq!(graph.entered_from(page(1)), Some(page(0)));
        assert_eq!((graph.root(), graph.visits(page(1))), (Some(page(0)), 2));
    }

    proptest! {
        /// The kept counts are those that a walk over all events of the page would give.
        #[test]
        fn counts_are_right_after_any_steps(
            steps in proptest::collection::vec((0usize..5, 0usize..8, 0usize..5), 0..80)
        ) {
            let mut graph = EventFlowGraph::default();
            for (from, class, to) in steps {
                graph.see(page(from), &[class, (class + from) % 8]);
                graph.execute(page(from), class, page(to), class % 2 == 0);
            }
            for known in graph.pages.values() {
                let mut expected = [0; EXECUTION_GROUPS];
                for (class, event) in known.events.iter().filter(|(_, event)| event.is_shown) {
                    expected[group(event.executions, graph.executions(*class))] += 1;
                }
                prop_assert_eq!(known.counts, expected);
            }
        }
    }
}
