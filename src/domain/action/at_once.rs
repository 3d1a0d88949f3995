//! Two actions with nothing between them: what comes while an app is still busy with the first.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Action, ActionKind};

/// Two actions, the second done at once after the first: nobody looks or waits in between.
///
/// The first is a touch, a key or typing; the second may also be turning, a condition of the system
/// or a broadcast. Neither is such a pair itself, so that whoever judges or writes actions has to
/// look at two single ones at most. A log that holds anything else is not read as one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "StoredPair")]
pub struct ActionPair {
    first: Box<Action>,
    then: Box<Action>,
}

/// A pair as a log holds it, not judged yet.
#[derive(Deserialize)]
struct StoredPair {
    first: Box<Action>,
    then: Box<Action>,
}

/// Two actions that cannot be done at once.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{first} and {then} cannot be done at once", first = .first.word(), then = .then.word())]
pub struct NotAtOnce {
    /// What was to be first.
    pub first: ActionKind,
    /// What was to follow.
    pub then: ActionKind,
}

impl TryFrom<StoredPair> for ActionPair {
    type Error = NotAtOnce;

    fn try_from(StoredPair { first, then }: StoredPair) -> Result<Self, NotAtOnce> {
        Self::new(*first, *then)
    }
}

impl ActionPair {
    /// `first`, and at once `then`.
    ///
    /// # Errors
    /// If one of them is of a kind that has no place there.
    pub fn new(first: Action, then: Action) -> Result<Self, NotAtOnce> {
        let kinds = (first.kind(), then.kind());
        if !(Self::may_begin(kinds.0) && (Self::may_begin(kinds.1) || comes(kinds.1))) {
            return Err(NotAtOnce { first: kinds.0, then: kinds.1 });
        }
        Ok(Self { first: Box::new(first), then: Box::new(then) })
    }

    /// True for kinds that may come first: touches, keys, typing. Two fingers need the touch
    /// screen's own events, which take a look of their own.
    pub const fn may_begin(kind: ActionKind) -> bool {
        match kind {
            ActionKind::Pinch => false,
            ActionKind::Key => true,
            other => other.needs_target(),
        }
    }

    /// What keeps the app busy.
    pub const fn first(&self) -> &Action {
        &self.first
    }

    /// What comes meanwhile.
    pub const fn then(&self) -> &Action {
        &self.then
    }

    /// Both as they are, to be aimed anew; their kinds stay.
    pub(super) const fn both_mut(&mut self) -> (&mut Action, &mut Action) {
        (&mut self.first, &mut self.then)
    }
}

/// True for what may come to an app by itself.
const fn comes(kind: ActionKind) -> bool {
    matches!(kind, ActionKind::Rotate | ActionKind::Set | ActionKind::Broadcast)
}

impl Action {
    /// `first`, and at once `then`.
    ///
    /// # Errors
    /// If one of them is of a kind that has no place there.
    pub fn at_once(first: Self, then: Self) -> Result<Self, NotAtOnce> {
        ActionPair::new(first, then).map(Self::AtOnce)
    }

    /// The single actions that it is made of, in order: itself, or both of a pair.
    pub fn singles(&self) -> impl Iterator<Item = &Self> {
        let (first, then) = match self {
            Self::AtOnce(pair) => (pair.first(), Some(pair.then())),
            single => (single, None),
        };
        std::iter::once(first).chain(then)
    }

    /// What is done last: itself, or what a pair ends with.
    pub const fn last(&self) -> &Self {
        match self {
            Self::AtOnce(pair) => pair.then(),
            single => single,
        }
    }

    /// With each of its single actions changed by `change`; `None` if that gives one up, or makes
    /// a kind of it that has no place in a pair.
    pub fn each(&self, mut change: impl FnMut(&Self) -> Option<Self>) -> Option<Self> {
        match self {
            Self::AtOnce(pair) => {
                let (first, then) = (change(pair.first())?, change(pair.then())?);
                Self::at_once(first, then).ok()
            }
            single => change(single),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{DeviceKey, InputText, Rotation, Secret, SystemCondition, WidgetTarget};

    fn tap() -> Action {
        let target = WidgetTarget { number: 3, label: "Pay".into(), ..WidgetTarget::default() };
        Action::Tap { target }
    }

    const BACK: Action = Action::Key { key: DeviceKey::Back };

    #[test]
    fn it_is_told_as_one_line() {
        let pair = Action::at_once(tap(), BACK).unwrap();
        assert_eq!(pair.to_string(), "tap [3] \"Pay\", and at once press back");
        assert_eq!(pair.kind(), ActionKind::AtOnce);
        assert_eq!(pair.target().map(|target| target.number), Some(3));
        assert_eq!(pair.last(), &BACK);
        assert_eq!(pair.singles().collect::<Vec<_>>(), [&tap(), &BACK]);
        assert_eq!(tap().singles().collect::<Vec<_>>(), [&tap()]);
    }

    #[test]
    fn its_widget_is_the_one_that_either_half_is_aimed_at() {
        let mut pair = Action::at_once(BACK, tap()).unwrap();
        assert_eq!(pair.target().map(|target| target.number), Some(3));
        pair.target_mut().unwrap().number = 5;
        assert_eq!(pair.last().target().map(|target| target.number), Some(5));
    }

    #[test]
    fn only_what_a_hand_does_comes_first_and_pairs_hold_no_pairs() {
        let pair = Action::at_once(tap(), BACK).unwrap();
        let rotate = Action::Rotate { rotation: Rotation::Landscape };
        let set = Action::Set { condition: SystemCondition::Airplane { on: true } };
        assert!(Action::at_once(tap(), rotate.clone()).is_ok());
        assert!(Action::at_once(BACK, set).is_ok());
        for (first, then) in [
            (rotate, BACK),
            (pair.clone(), BACK),
            (tap(), pair),
            (tap(), Action::Restart),
            (tap(), Action::Wait { ms: 1 }),
        ] {
            assert!(Action::at_once(first, then).is_err());
        }
        let reported = Action::at_once(tap(), Action::Restart).unwrap_err().to_string();
        assert_eq!(reported, "tap and restart cannot be done at once");
    }

    #[test]
    fn a_log_holds_it_whole_and_without_secrets() {
        let text = InputText::Secret(Secret::new("hunter2"));
        let typing = Action::Type { target: WidgetTarget::default(), text };
        let pair = Action::at_once(tap(), BACK).unwrap();
        let json = serde_json::to_string(&pair).unwrap();
        assert!(json.starts_with(r#"{"kind":"at_once","first":{"kind":"tap","#), "{json}");
        assert_eq!(serde_json::from_str::<Action>(&json).unwrap(), pair);
        let secret = Action::at_once(typing, BACK).unwrap();
        let json = serde_json::to_string(&secret).unwrap();
        assert!(!json.contains("hunter2"), "{json}");
        assert!(!secret.to_string().contains("hunter2"));
    }

    #[test]
    fn a_log_with_pairs_in_pairs_or_other_kinds_is_refused() {
        let key = r#"{"kind":"key","key":"back"}"#;
        let pair = |first: &str, then: &str| {
            format!(r#"{{"kind":"at_once","first":{first},"then":{then}}}"#)
        };
        assert!(serde_json::from_str::<Action>(&pair(key, key)).is_ok());
        for bad in [
            pair(&pair(key, key), key),
            pair(key, &pair(key, key)),
            pair(key, r#"{"kind":"restart"}"#),
            format!(r#"{{"kind":"at_once","first":{key}}}"#),
        ] {
            assert!(serde_json::from_str::<Action>(&bad).is_err(), "{bad}");
        }
        // However deep it is nested, reading it ends with an error.
        let deep = (0..5000).fold(key.to_owned(), |inner, _| pair(&inner, key));
        assert!(serde_json::from_str::<Action>(&deep).is_err());
    }

    #[test]
    fn each_half_is_changed_and_kinds_keep_their_place() {
        let pair = Action::at_once(tap(), tap()).unwrap();
        let aimed = pair.each(|single| {
            let mut single = single.clone();
            single.target_mut()?.number = 7;
            Some(single)
        });
        let numbers: Vec<_> = aimed
            .iter()
            .flat_map(Action::singles)
            .filter_map(|it| Some(it.target()?.number))
            .collect();
        assert_eq!(numbers, [7, 7]);
        assert_eq!(pair.each(|_| None), None);
        assert_eq!(pair.each(|_| Some(Action::Restart)), None);
    }
}
