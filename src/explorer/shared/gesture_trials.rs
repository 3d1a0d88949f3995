//! Gestures and keys that no widget lists: to hold something, tap it twice, carry it elsewhere, and to
//! press a key while it is chosen.
//!
//! A page does not tell all that it listens to: frameworks listen at the root of what they draw. So if
//! nothing that is known promises more, each class of widget gets each gesture once, on one screen. What
//! such a gesture yielded elsewhere in the app decides how long this goes on. Plain words get some too,
//! those of each column of a list: the cells of a grid take touches that nothing tells of. So do a few spots of
//! what an app draws itself. What the device knows that nothing listens to is left out.

use std::collections::{HashMap, HashSet};

use super::actions::named;
use super::look_alikes::{LookAlikes, ScreenNumber, StepGain, YieldTally};
use super::plain_words::plain_words;
use super::unlisted::{SPOTS, UnlistedWeights, around, largest_area, spot};
use crate::domain::{
    Action, ActionKind, AvailableAction, DeviceKey, Direction, Point, Screen, Widget, WidgetRole,
    WidgetTarget,
};
use crate::explorer::Situation;
use crate::explorer::weights::weights;
use crate::protocol::ActionOutcome;

weights! {
    /// How long gestures that no widget lists are tried.
    pub struct GestureTrialWeights {
        /// What a gesture is expected to yield before it was tried.
        expected: f64 = 0.08,
        /// Trust in that against what it yielded, in tries.
        trust: f64 = 3.0,
        /// Trust, in tries, in what is expected of any against what all of them yielded.
        trust_of_all: f64 = 8.0,
        /// What a gesture yielded that changed something, though nothing of a new kind was shown.
        changed: f64 = 0.03,
    }
}

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum TrialGesture {
    Hold,
    DoubleTap,
    Hover,
    /// To the middle of the largest area, or of the display.
    CarryToArea,
    /// Onto the next widget that looks the same.
    CarryOntoNext,
    /// On what is drawn, beside its middle.
    Spot(SpotGesture),
    Key(DeviceKey),
    /// On plain words.
    OnWords(WordsGesture),
}

/// What a spot is tried with: nothing tells what lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum SpotGesture {
    /// Of a drawing.
    Tap,
    /// Of a drawing.
    DoubleTap,
    /// A stroke that begins there, of a page in a web view: boards and rows of pictures listen to it.
    Stroke(Direction),
}

/// What plain words are tried with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum WordsGesture {
    Tap,
    DoubleTap,
    Hold,
    Hover,
    CarryOntoNext,
}

impl TrialGesture {
    const ALL: [Self; 28] = [
        Self::Hold,
        Self::DoubleTap,
        Self::Hover,
        Self::CarryToArea,
        Self::CarryOntoNext,
        Self::Spot(SpotGesture::Tap),
        Self::Spot(SpotGesture::DoubleTap),
        Self::Spot(SpotGesture::Stroke(Direction::Left)),
        Self::Spot(SpotGesture::Stroke(Direction::Right)),
        Self::Spot(SpotGesture::Stroke(Direction::Up)),
        Self::Spot(SpotGesture::Stroke(Direction::Down)),
        Self::Key(DeviceKey::Delete),
        Self::Key(DeviceKey::Tab),
        Self::Key(DeviceKey::Escape),
        Self::Key(DeviceKey::Down),
        Self::Key(DeviceKey::Right),
        Self::Key(DeviceKey::Up),
        Self::Key(DeviceKey::Left),
        Self::Key(DeviceKey::SelectAll),
        Self::Key(DeviceKey::Copy),
        Self::Key(DeviceKey::Paste),
        Self::Key(DeviceKey::Cut),
        Self::Key(DeviceKey::Undo),
        Self::OnWords(WordsGesture::DoubleTap),
        Self::OnWords(WordsGesture::Tap),
        Self::OnWords(WordsGesture::Hold),
        Self::OnWords(WordsGesture::Hover),
        Self::OnWords(WordsGesture::CarryOntoNext),
    ];

    /// The gesture whose tries tell of this one too: what moves by one arrow moves by each.
    const fn family(self) -> Self {
        match self {
            Self::Key(DeviceKey::Right | DeviceKey::Up | DeviceKey::Left) => {
                Self::Key(DeviceKey::Down)
            }
            Self::Key(DeviceKey::Copy | DeviceKey::Paste | DeviceKey::Cut | DeviceKey::Undo) => {
                Self::Key(DeviceKey::SelectAll)
            }
            Self::Spot(SpotGesture::Stroke(_)) => Self::Spot(SpotGesture::Stroke(Direction::Left)),
            other => other,
        }
    }
}

/// What a gesture was tried on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum TrialSubject {
    Class(usize),
    Screen(ScreenNumber),
    /// One of a few spots of what is drawn on a screen.
    Spot(ScreenNumber, usize),
    /// Words of one class in one column.
    Words(String, i32),
}

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct GestureTrials {
    weights: GestureTrialWeights,
    areas: UnlistedWeights,
    tried: HashSet<(TrialGesture, TrialSubject)>,
    /// By family.
    tallies: HashMap<TrialGesture, YieldTally>,
    all: YieldTally,
    /// The step of the latest trial, and its gesture.
    proposed: Option<(u64, TrialGesture)>,
}

impl GestureTrials {
    /// None so far.
    pub(in crate::explorer) fn new(weights: GestureTrialWeights, areas: UnlistedWeights) -> Self {
        Self { weights, areas, ..Self::default() }
    }

    /// Takes in what the action of `step` did.
    pub(in crate::explorer) fn learn(
        &mut self,
        step: u64,
        outcome: ActionOutcome,
        gain: &StepGain,
    ) {
        let Some((_, gesture)) = self.proposed.take_if(|(proposed, _)| *proposed == step) else {
            return;
        };
        let changed = matches!(outcome, ActionOutcome::Content | ActionOutcome::Moved);
        let least = if changed { self.weights.changed } else { 0.0 };
        let yielded = if changed || gain.functions > 0 { gain.reward.max(least) } else { 0.0 };
        for tally in [self.tallies.entry(gesture.family()).or_default(), &mut self.all] {
            tally.add(yielded, 1.0);
        }
    }

    fn tally(&self, gesture: TrialGesture) -> YieldTally {
        self.tallies.get(&gesture.family()).copied().unwrap_or_default()
    }

    /// What `gesture` is expected to yield, if `left` is left of what any promises before it was tried.
    fn expected(&self, gesture: TrialGesture, left: f64) -> f64 {
        let weights = &self.weights;
        let of_any = self.all.mean(weights.expected * left, weights.trust_of_all);
        self.tally(gesture).mean(of_any, weights.trust)
    }

    /// The gesture to try next on the present screen, if one is expected to yield more than `least`.
    pub(in crate::explorer) fn next(
        &mut self,
        situation: &Situation,
        index: &mut LookAlikes,
        least: f64,
    ) -> Option<AvailableAction> {
        let (gesture, action, subject) = self.best(situation, index, least)?;
        self.tried.insert((gesture, subject));
        self.proposed = Some((situation.step, gesture));
        Some(action)
    }

    /// What the best gesture on the present screen is expected to yield, if that is more than `least`.
    pub(in crate::explorer) fn expected_here(
        &self,
        situation: &Situation,
        index: &mut LookAlikes,
        least: f64,
    ) -> Option<f64> {
        let left = self.areas.left_on(&situation.screen);
        self.best(situation, index, least).map(|(gesture, ..)| self.expected(gesture, left))
    }

    fn best(
        &self,
        situation: &Situation,
        index: &mut LookAlikes,
        least: f64,
    ) -> Option<(TrialGesture, AvailableAction, TrialSubject)> {
        if situation.lists_gestures() {
            return None;
        }
        let left = self.areas.left_on(&situation.screen);
        let expected = |gesture: TrialGesture| self.expected(gesture, left);
        let mut gestures: Vec<TrialGesture> =
            TrialGesture::ALL.into_iter().filter(|gesture| expected(*gesture) > least).collect();
        // Of equals the one that was tried least, then in their order.
        gestures.sort_by(|one, other| {
            let fewer = self.tally(*one).tries().total_cmp(&self.tally(*other).tries());
            expected(*other).total_cmp(&expected(*one)).then(fewer)
        });
        gestures.into_iter().find_map(|gesture| {
            let trial = self.trial(gesture, situation, index);
            trial.map(|(action, subject)| (gesture, action, subject))
        })
    }

    /// What `gesture` is tried on next.
    fn trial(
        &self,
        gesture: TrialGesture,
        situation: &Situation,
        index: &mut LookAlikes,
    ) -> Option<(AvailableAction, TrialSubject)> {
        let is_new = |subject: &TrialSubject| !self.tried.contains(&(gesture, subject.clone()));
        let is_possible =
            |it: &AvailableAction| situation.allows(&it.action) && !situation.is_refused(&it.key);
        if let TrialGesture::Key(key) = gesture {
            let subject = TrialSubject::Screen(index.screen_of(situation.state.structural));
            let press = named(situation, Action::Key { key });
            return (is_new(&subject) && is_possible(&press)).then_some((press, subject));
        }
        if let TrialGesture::Spot(gesture) = gesture {
            let screen = &*situation.screen;
            let area = match gesture {
                SpotGesture::Tap | SpotGesture::DoubleTap => largest_area(screen, &self.areas)
                    .filter(|area| area.opaque || area.allows(ActionKind::Swipe))?,
                SpotGesture::Stroke(_) => screen.web_view()?,
            };
            let number = index.screen_of(situation.state.structural);
            return (0..SPOTS).find_map(|turn| {
                let subject = TrialSubject::Spot(number, turn);
                let target = spot(screen, area, turn);
                let touch = named(
                    situation,
                    match gesture {
                        SpotGesture::Tap => Action::Tap { target },
                        SpotGesture::DoubleTap => Action::DoubleTap { target },
                        SpotGesture::Stroke(direction) => {
                            Action::Swipe { target: around(target), direction }
                        }
                    },
                );
                (is_new(&subject) && is_possible(&touch)).then_some((touch, subject))
            });
        }
        if let TrialGesture::OnWords(gesture) = gesture {
            return plain_words(&situation.screen).find_map(|words| {
                let column = if words.position.list.is_some() { words.bounds.left } else { 0 };
                let subject = TrialSubject::Words(words.short_class().to_owned(), column);
                if !is_new(&subject) {
                    return None;
                }
                let action = named(situation, on_words(gesture, &situation.screen, words)?);
                is_possible(&action).then_some((action, subject))
            });
        }
        let screen = &*situation.screen;
        let taps = situation.available.iter().filter(|tap| tap.action.kind() == ActionKind::Tap);
        let taps = taps.filter_map(|tap| Some((tap, screen.widget(tap.action.target()?.number)?)));
        // What looks like a button mostly takes a tap and nothing else.
        let (buttons, others): (Vec<_>, Vec<_>) =
            taps.partition(|(_, widget)| widget.role() == WidgetRole::Button);
        others.into_iter().chain(buttons).find_map(|(tap, widget)| {
            let subject = TrialSubject::Class(index.known(situation, tap).class);
            if !is_new(&subject) {
                return None;
            }
            let action = named(situation, self.aimed(gesture, screen, widget)?);
            is_possible(&action).then_some((action, subject))
        })
    }

    /// `gesture` on `widget`, unless the widget lists it.
    fn aimed(&self, gesture: TrialGesture, screen: &Screen, widget: &Widget) -> Option<Action> {
        let target = WidgetTarget::of(widget);
        match gesture {
            TrialGesture::Hold => {
                (!widget.allows(ActionKind::LongTap)).then_some(Action::LongTap { target })
            }
            TrialGesture::DoubleTap => {
                (!widget.allows(ActionKind::DoubleTap)).then_some(Action::DoubleTap { target })
            }
            TrialGesture::Hover => Some(Action::Hover { target }),
            TrialGesture::CarryToArea => {
                let area = largest_area(screen, &self.areas);
                let to = area.map_or(screen.size.bounds(), |area| area.bounds).center();
                carried(widget, target, to)
            }
            TrialGesture::CarryOntoNext => {
                let alike = |other: &&Widget| {
                    other.number > widget.number && other.acts() && other.class == widget.class
                };
                let next = screen.widgets.iter().find(alike)?;
                carried(widget, target, next.bounds.center())
            }
            TrialGesture::Key(_) | TrialGesture::OnWords(_) | TrialGesture::Spot(_) => None,
        }
    }
}

/// `gesture` on plain `words`.
fn on_words(gesture: WordsGesture, screen: &Screen, words: &Widget) -> Option<Action> {
    let target = WidgetTarget::of(words);
    Some(match gesture {
        WordsGesture::Tap => Action::Tap { target },
        WordsGesture::DoubleTap => Action::DoubleTap { target },
        WordsGesture::Hold => Action::LongTap { target },
        WordsGesture::Hover => Action::Hover { target },
        WordsGesture::CarryOntoNext => {
            let mut others = plain_words(screen);
            let next =
                others.find(|other| other.number > words.number && other.class == words.class)?;
            return carried(words, target, next.bounds.center());
        }
    })
}

/// `widget` carried `to` a point outside of it.
fn carried(widget: &Widget, target: WidgetTarget, to: Point) -> Option<Action> {
    (!widget.is_field() && !widget.bounds.contains(to)).then_some(Action::Drag { target, to })
}

#[cfg(test)]
mod tests;
