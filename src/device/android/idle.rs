//! When to stop waiting: a pure machine that is shown one look after the other.
//!
//! A screen is idle when two looks in a row tell the same hierarchy and no progress is shown. If something only
//! closed, such as a menu, or nothing changed at all, a third look must tell it as well: many apps open what was
//! chosen a moment later, and a slow device shows a menu after its button is drawn as pressed. Limits
//! count the sleep that was asked of the device, not the clock on the wall: the same device behaves
//! the same, however busy this computer is, and virtual time costs nothing.

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use crate::domain::{Widget, WidgetRole};

use super::hierarchy::Hierarchy;

/// Looks at a changing screen before they become rarer.
const BRISK: u32 = 4;

/// The longest pause between looks at a changing screen.
const PAUSE: Duration = Duration::from_secs(1);

/// The longest pause between looks at a screen that shows progress.
const BUSY_PAUSE: Duration = Duration::from_secs(2);

/// Looks in a row without a hierarchy before a screen counts as unreadable.
const FAILURES: u32 = 3;

/// Before the third look at a screen on which something closed or nothing changed, in pauses between the first
/// looks: menus that slide in and out do so in 300 ms.
const BEFORE_THIRD: u32 = 2;

/// Something closed if at least so many widgets are gone, and at most so many are new: the button that opens a menu
/// is called otherwise.
const LEAST_GONE: usize = 3;
const MOST_NEW: usize = 2;

/// How long to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IdleLimits {
    /// For a screen that changes.
    pub(super) idle: Duration,
    /// For a screen that shows progress.
    pub(super) busy: Duration,
    /// Between the first looks.
    pub(super) settle: Duration,
}

/// Progress indicators that were still there, unchanged, after the longest wait: ornaments. They are
/// not waited for again.
pub(super) type Ornaments = BTreeSet<String>;

/// What to do after a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IdleDecision {
    /// Sleep and look again.
    Sleep(Duration),
    /// Look again at once, with a picture.
    Picture,
    /// This look is the observation.
    Done {
        /// The screen had not come to rest.
        busy: bool,
    },
}

/// What a look told.
pub(super) enum IdleReading<'a> {
    /// A hierarchy.
    Hierarchy(&'a Hierarchy),
    /// None this time.
    Nothing,
    /// None, and the device has waited long itself.
    NeverIdle,
}

/// One wait.
pub(super) struct IdleWait {
    limits: IdleLimits,
    pictures: bool,
    slept: Duration,
    /// What of it was for progress to end.
    for_progress: Duration,
    pause: Duration,
    looks: u32,
    failures: u32,
    previous: Option<Hierarchy>,
    /// What was shown before the action; `None` once it was compared with what is shown now.
    before: Option<Vec<Widget>>,
    /// The last look showed progress, so that the next need not take a picture.
    progress: bool,
}

impl IdleWait {
    /// A wait within `limits`; its result needs a picture if `pictures` is set.
    pub(super) fn new(limits: IdleLimits, pictures: bool) -> Self {
        Self {
            limits,
            pictures,
            slept: Duration::ZERO,
            for_progress: Duration::ZERO,
            pause: limits.settle,
            looks: 0,
            failures: 0,
            previous: None,
            before: None,
            progress: false,
        }
    }

    /// The same if the action was performed while `widgets` were shown.
    pub(super) fn after(self, widgets: Vec<Widget>) -> Self {
        Self { before: Some(widgets), ..self }
    }

    /// True if the next look is to take a picture too.
    pub(super) fn wants_picture(&self) -> bool {
        self.pictures && (!self.progress || self.slept >= self.limits.busy)
    }

    /// How long was slept for progress to end.
    pub(super) const fn for_progress(&self) -> Duration {
        self.for_progress
    }

    /// Judges a look.
    pub(super) fn judge(
        &mut self,
        seen: &IdleReading<'_>,
        ornaments: &mut Ornaments,
    ) -> IdleDecision {
        let pictured = self.wants_picture() || !self.pictures;
        self.looks += 1;
        match seen {
            IdleReading::NeverIdle => IdleDecision::Done { busy: true },
            IdleReading::Nothing => {
                self.progress = false;
                self.failures += 1;
                let done = self.failures >= FAILURES;
                if done {
                    IdleDecision::Done { busy: false }
                } else {
                    self.sleep(self.limits.idle, PAUSE)
                }
            }
            IdleReading::Hierarchy(hierarchy) => {
                self.judge_hierarchy(hierarchy, pictured, ornaments)
            }
        }
    }

    fn judge_hierarchy(
        &mut self,
        hierarchy: &Hierarchy,
        pictured: bool,
        ornaments: &mut Ornaments,
    ) -> IdleDecision {
        self.failures = 0;
        let same = self.previous.as_ref().is_some_and(|previous| is_same(previous, hierarchy));
        self.previous = Some(hierarchy.clone());
        let indicator = hierarchy.busy.then(|| indicators(hierarchy));
        self.progress = indicator.as_ref().is_some_and(|name| !ornaments.contains(name));
        if self.progress {
            if self.slept >= self.limits.busy {
                ornaments.extend(indicator.filter(|_| same));
                return IdleDecision::Done { busy: true };
            }
            let slept = self.slept;
            let next = self.sleep(self.limits.busy, BUSY_PAUSE);
            self.for_progress += self.slept.saturating_sub(slept);
            return next;
        }
        if same {
            let before = self.before.take();
            let now = &hierarchy.widgets;
            if before.is_some_and(|before| before == *now || has_closed(&before, now)) {
                self.pause = self.limits.settle * BEFORE_THIRD;
                return self.sleep(self.limits.idle, PAUSE);
            }
            return if pictured {
                IdleDecision::Done { busy: false }
            } else {
                IdleDecision::Picture
            };
        }
        // What progress took is no sign that the screen would never come to rest.
        let limit = self.limits.idle + self.for_progress;
        if self.slept >= limit {
            return IdleDecision::Done { busy: true };
        }
        self.sleep(limit, PAUSE)
    }

    fn sleep(&mut self, limit: Duration, longest: Duration) -> IdleDecision {
        if self.looks > BRISK {
            self.pause = (self.pause * 2).min(longest);
        }
        let left = limit.saturating_sub(self.slept).max(self.limits.settle);
        let pause = self.pause.min(left);
        self.slept += pause;
        IdleDecision::Sleep(pause)
    }
}

/// True if `now` is `before` without some of it.
fn has_closed(before: &[Widget], now: &[Widget]) -> bool {
    let of = |widget: &Widget| (widget.class.clone(), widget.label.clone(), widget.bounds);
    let shown: HashSet<_> = before.iter().map(of).collect();
    let kept: HashSet<_> = now.iter().map(of).filter(|it| shown.contains(it)).collect();
    let new = now.iter().filter(|it| !shown.contains(&of(it))).count();
    shown.len() - kept.len() >= LEAST_GONE && new <= MOST_NEW
}

fn is_same(one: &Hierarchy, other: &Hierarchy) -> bool {
    one.widgets == other.widgets && one.package == other.package && one.rotation == other.rotation
}

/// What tells the indicators of a screen apart from those of other screens.
fn indicators(hierarchy: &Hierarchy) -> String {
    let bars = hierarchy.widgets.iter().filter(|widget| widget.role() == WidgetRole::Progress);
    bars.fold(hierarchy.package.clone(), |name, bar| {
        format!("{name} {}@{:?}", bar.resource_id, bar.bounds)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: IdleLimits = IdleLimits {
        idle: Duration::from_secs(10),
        busy: Duration::from_secs(60),
        settle: Duration::from_millis(150),
    };

    fn screen(text: &str, busy: bool) -> Hierarchy {
        let widget = Widget { text: text.into(), ..Widget::default() };
        Hierarchy { widgets: vec![widget], busy, ..Hierarchy::default() }
    }

    /// Shows looks until it is done: how many there were, how long was slept, busy, pictures taken.
    fn wait(
        ornaments: &mut Ornaments,
        look: impl Fn(u32) -> Option<Hierarchy>,
    ) -> (u32, Duration, bool, u32) {
        let mut wait = IdleWait::new(LIMITS, true);
        let (mut looks, mut slept, mut pictures) = (0, Duration::ZERO, 0);
        loop {
            pictures += u32::from(wait.wants_picture());
            let hierarchy = look(looks);
            looks += 1;
            let seen = hierarchy.as_ref().map_or(IdleReading::Nothing, IdleReading::Hierarchy);
            match wait.judge(&seen, ornaments) {
                IdleDecision::Sleep(pause) => slept += pause,
                IdleDecision::Picture => {}
                IdleDecision::Done { busy } => return (looks, slept, busy, pictures),
            }
        }
    }

    #[test]
    fn a_screen_at_rest_takes_two_looks() {
        let reported = wait(&mut Ornaments::new(), |_| Some(screen("a", false)));
        assert_eq!(reported, (2, LIMITS.settle, false, 2));
    }

    #[test]
    fn a_screen_on_which_a_menu_closed_or_nothing_changed_is_looked_at_once_more() {
        let of = |labels: &[&str]| -> Vec<Widget> {
            let named = |label: &&str| Widget { label: (*label).into(), ..Widget::default() };
            labels.iter().map(named).collect()
        };
        let looks = |before: &[&str], now: &[&str]| {
            let mut wait = IdleWait::new(LIMITS, false).after(of(before));
            let seen = Hierarchy { widgets: of(now), ..Hierarchy::default() };
            let mut look = || wait.judge(&IdleReading::Hierarchy(&seen), &mut Ornaments::new());
            (1..9).find(|_| matches!(look(), IdleDecision::Done { .. }))
        };
        let menu = ["Notes", "Close menu", "All", "Bin", "Help"];
        assert_eq!(looks(&menu, &["Notes", "Open menu"]), Some(3));
        assert_eq!(looks(&menu, &["Bin", "Empty", "Back", "Sort"]), Some(2), "it is another page");
        assert_eq!(looks(&menu, &menu), Some(3), "what was pressed may take a moment");
        assert_eq!(looks(&["Notes"], &menu), Some(2), "a menu opened");
    }

    #[test]
    fn a_screen_that_never_rests_is_busy_at_the_limit() {
        let (looks, slept, busy, _) =
            wait(&mut Ornaments::new(), |look| Some(screen(&look.to_string(), false)));
        assert!(busy);
        assert!(slept >= LIMITS.idle && slept < LIMITS.idle + PAUSE, "{slept:?}");
        assert!(looks < 20, "each look takes a real phone seconds: {looks}");
    }

    #[test]
    fn progress_is_waited_for_longer_and_without_pictures() {
        let reported = wait(&mut Ornaments::new(), |look| Some(screen("a", look < 10)));
        assert!(!reported.2);
        assert!(reported.3 <= 4, "{reported:?}");
        let mut ornaments = Ornaments::new();
        let (_, slept, busy, pictures) = wait(&mut ornaments, |_| Some(screen("a", true)));
        assert!(busy);
        assert!(slept >= LIMITS.busy && slept < LIMITS.busy + BUSY_PAUSE, "{slept:?}");
        assert_eq!(pictures, 2, "the first look's and the last one's");
        let again = wait(&mut ornaments, |_| Some(screen("a", true)));
        assert_eq!(again, (2, LIMITS.settle, false, 2), "an ornament is waited for once");
    }

    #[test]
    fn only_the_wait_for_progress_is_told_as_such() {
        let reported = |busy: &[bool]| {
            let mut wait = IdleWait::new(LIMITS, false);
            let mut slept = Duration::ZERO;
            for look in 0.. {
                let busy = busy.get(look).copied().unwrap_or(false);
                let seen = screen(&look.min(6).to_string(), busy);
                match wait.judge(&IdleReading::Hierarchy(&seen), &mut Ornaments::new()) {
                    IdleDecision::Sleep(pause) => slept += pause,
                    IdleDecision::Picture => {}
                    IdleDecision::Done { .. } => break,
                }
            }
            (wait.for_progress(), slept)
        };
        let (none, changing) = reported(&[]);
        assert_eq!(none, Duration::ZERO, "it changed, but showed no progress");
        assert!(changing > Duration::ZERO);
        let (progress, all) = reported(&[false, true, true]);
        assert_eq!(progress, LIMITS.settle * 2);
        assert!(progress < all);
    }

    #[test]
    fn a_screen_comes_to_rest_after_long_progress() {
        let reported = wait(&mut Ornaments::new(), |look| {
            Some(screen(if look < 20 { "a" } else { "b" }, look < 20))
        });
        assert!(reported.1 > LIMITS.idle, "{reported:?}");
        assert!(!reported.2, "it was at rest when it was looked at last");
    }

    #[test]
    fn a_screen_that_cannot_be_read_is_not_looked_at_for_ever() {
        assert_eq!(wait(&mut Ornaments::new(), |_| None).0, FAILURES);
        let once = wait(&mut Ornaments::new(), |look| (look > 0).then(|| screen("a", false)));
        assert_eq!((once.0, once.2), (3, false));
        let mut wait = IdleWait::new(LIMITS, true);
        let next = wait.judge(&IdleReading::NeverIdle, &mut Ornaments::new());
        assert_eq!(next, IdleDecision::Done { busy: true });
    }
}
