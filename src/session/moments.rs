//! The moments of a timeline, of which a recording keeps the latest in memory only.

use std::sync::{Arc, OnceLock};

use super::SessionMoment;
use super::recording::RecordedMoments;
use crate::domain::StateId;
use crate::protocol::{ActionOutcome, NoteKind};

/// Moments that are read from the disk at once.
pub(super) const PAGE: usize = 32;

/// Later events change none but the latest so many moments, replies of models excepted.
pub(super) const UNSETTLED: usize = 4;

/// All moments so far, in order. Each can be looked at by its place. Those that were let go of are
/// read again from the recording when they are, and kept until the list changes.
#[derive(Clone, Debug, Default)]
pub struct MomentList {
    /// How many lie before `latest`.
    earlier: usize,
    latest: Vec<SessionMoment>,
    recorded: Option<PagedMoments>,
}

/// What the list tells of a moment without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MomentGist {
    /// The step that led to it.
    pub step: u64,
    /// The structural state that was seen.
    pub state: StateId,
    /// True if it was discovered by this.
    pub new_state: bool,
    /// True if something was found.
    pub found: bool,
    /// What the tester wrote down, bugs before anything else.
    pub noted: Option<NoteKind>,
    /// True if a model was asked.
    pub asked: bool,
    /// What was done: from which state it led to which, and how.
    pub learned: Option<(StateId, StateId, ActionOutcome)>,
}

impl SessionMoment {
    /// See [`MomentGist`].
    pub fn gist(&self) -> MomentGist {
        let kinds = || self.notes.iter().map(|note| note.kind);
        let learned = self.learned.as_ref();
        MomentGist {
            step: self.observed.step,
            state: self.observed.state.structural,
            new_state: self.new_state,
            found: !self.findings.is_empty(),
            noted: kinds().find(|kind| *kind == NoteKind::Bug).or_else(|| kinds().next()),
            asked: self.questions().any(|question| question.exchange().is_some()),
            learned: learned.map(|learned| (learned.from, learned.to, learned.outcome)),
        }
    }
}

impl MomentList {
    /// How many there are.
    pub const fn len(&self) -> usize {
        self.earlier + self.latest.len()
    }

    /// True if there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The moment at this place. An earlier one of a recording may be read from the disk, which takes
    /// a millisecond or so; `None` if that fails.
    pub fn get(&self, place: usize) -> Option<&SessionMoment> {
        match place.checked_sub(self.earlier) {
            Some(at) => self.latest.get(at),
            None => self.recorded.as_ref()?.get(place, self.earlier),
        }
    }

    /// What is known of the moment at this place without reading it.
    pub fn gist(&self, place: usize) -> Option<MomentGist> {
        match place.checked_sub(self.earlier) {
            Some(at) => self.latest.get(at).map(SessionMoment::gist),
            None => self.recorded.as_ref()?.of.gist(place).cloned(),
        }
    }

    /// All gists with their places.
    pub fn gists(&self) -> impl DoubleEndedIterator<Item = (usize, MomentGist)> {
        (0..self.len()).filter_map(|place| Some((place, self.gist(place)?)))
    }

    /// The last one.
    pub fn last(&self) -> Option<&SessionMoment> {
        self.get(self.len().checked_sub(1)?)
    }

    /// All of them. Of a recording all that were looked at are kept until the list changes; see
    /// [`MomentList::for_each`].
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &SessionMoment> {
        (0..self.len()).filter_map(|place| self.get(place))
    }

    /// Looks at all of them in order, with their places, keeping none.
    pub fn for_each(&self, mut look: impl FnMut(usize, &SessionMoment)) {
        if let Some(recorded) = &self.recorded {
            for first in (0..self.earlier).step_by(PAGE) {
                let last = (first + PAGE).min(self.earlier);
                let page = recorded.of.read(first..last, recorded.until);
                (first..).zip(&page).for_each(|(place, moment)| look(place, moment));
            }
        }
        (self.earlier..).zip(&self.latest).for_each(|(place, moment)| look(place, moment));
    }

    pub(super) fn get_mut(&mut self, place: usize) -> Option<&mut SessionMoment> {
        self.latest.get_mut(place.checked_sub(self.earlier)?)
    }

    /// The last one, to be changed.
    pub fn last_mut(&mut self) -> Option<&mut SessionMoment> {
        self.latest.last_mut()
    }

    pub(super) fn push(&mut self, moment: SessionMoment) {
        self.latest.push(moment);
    }

    /// Lets go of all of them.
    pub(super) fn let_go(&mut self) {
        self.earlier += self.latest.len();
        self.latest.clear();
    }

    /// Lets go of all but the latest ones that may still change; gives their gists.
    pub(super) fn settle(&mut self) -> Vec<MomentGist> {
        let settled = self.latest.len().saturating_sub(UNSETTLED);
        self.earlier += settled;
        self.latest.drain(..settled).map(|moment| moment.gist()).collect()
    }

    /// The gists of those that may still change.
    pub(super) fn unsettled(&self) -> impl Iterator<Item = MomentGist> {
        self.latest.iter().map(SessionMoment::gist)
    }

    /// Reads earlier moments from `of`, as they were after its first `until` records. Forgets what
    /// was read before.
    pub(super) fn read_from(&mut self, of: &Arc<RecordedMoments>, until: usize) {
        let pages = self.earlier.div_ceil(PAGE);
        let pages = std::iter::repeat_with(OnceLock::new).take(pages).collect();
        self.recorded = Some(PagedMoments { of: of.clone(), until, pages });
    }

    /// The first `count` of those that lie in memory.
    pub(super) fn into_latest(mut self, count: usize) -> Vec<SessionMoment> {
        self.latest.truncate(count);
        self.latest
    }

    /// How many lie in memory.
    pub(super) fn in_memory(&self) -> usize {
        let pages = self.recorded.iter().flat_map(|recorded| &recorded.pages);
        let pages = pages.filter_map(OnceLock::get).map(Vec::len);
        self.latest.len() + pages.sum::<usize>()
    }
}

#[cfg(test)]
impl std::ops::Index<usize> for MomentList {
    type Output = SessionMoment;

    fn index(&self, place: usize) -> &SessionMoment {
        self.get(place).unwrap()
    }
}

/// Earlier moments of a recording, read page by page.
#[derive(Clone)]
struct PagedMoments {
    of: Arc<RecordedMoments>,
    until: usize,
    pages: Vec<OnceLock<Vec<SessionMoment>>>,
}

impl std::fmt::Debug for PagedMoments {
    fn fmt(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(text, "moments of the first {} records", self.until)
    }
}

impl PagedMoments {
    fn get(&self, place: usize, earlier: usize) -> Option<&SessionMoment> {
        let first = place / PAGE * PAGE;
        let page = self.pages.get(place / PAGE)?;
        let read = || self.of.read(first..(first + PAGE).min(earlier), self.until);
        page.get_or_init(read).get(place - first)
    }
}
