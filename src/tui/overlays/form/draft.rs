//! An action while it is being put together.

use super::intent;
use crate::domain::Secret;
use crate::domain::{
    Action, ActionKind, ActionPair, ConditionKind, DeviceKey, Direction, InputText, PinchZoom,
    Point, Rotation, SystemCondition, Widget, WidgetTarget,
};
use crate::tui::controls::input::LineInput;

/// The kinds in the order in which the form goes through them.
const KINDS: [ActionKind; 20] = [
    ActionKind::Tap,
    ActionKind::LongTap,
    ActionKind::DoubleTap,
    ActionKind::Hover,
    ActionKind::Type,
    ActionKind::Scroll,
    ActionKind::Swipe,
    ActionKind::Drag,
    ActionKind::Pinch,
    ActionKind::Key,
    ActionKind::Rotate,
    ActionKind::Restart,
    ActionKind::Clear,
    ActionKind::Wait,
    ActionKind::Start,
    ActionKind::Broadcast,
    ActionKind::Grant,
    ActionKind::Say,
    ActionKind::Set,
    ActionKind::Restore,
];

const DIRECTIONS: [Direction; 4] =
    [Direction::Down, Direction::Up, Direction::Right, Direction::Left];

/// An action while it is being put together. What a kind does not need is kept for when the
/// tester comes back to one that does.
pub struct ActionDraft {
    /// Its kind.
    pub kind: ActionKind,
    /// The widget it is aimed at.
    pub target: Option<WidgetTarget>,
    text: LineInput,
    direction: Direction,
    zoom: PinchZoom,
    key: DeviceKey,
    rotation: Rotation,
    to: LineInput,
    ms: LineInput,
    intent: LineInput,
    permission: LineInput,
    condition: ConditionKind,
    then: SecondAction,
}

/// What is done at once after the action.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SecondAction {
    /// Nothing: the app is observed first.
    Nothing,
    /// The same action once more.
    Again,
    /// This.
    Do(Action),
}

impl SecondAction {
    /// The choices, in the order in which the form goes through them: what people and phones do
    /// while an app is busy.
    fn choices() -> Vec<Self> {
        let keys = [DeviceKey::Back, DeviceKey::Home].map(|key| Action::Key { key });
        let turn = Action::Rotate { rotation: Rotation::Landscape };
        let set = SystemCondition::probes().into_iter().map(|condition| Action::Set { condition });
        let done = keys.into_iter().chain([turn]).chain(set).map(Self::Do);
        [Self::Nothing, Self::Again].into_iter().chain(done).collect()
    }

    fn word(&self) -> String {
        match self {
            Self::Nothing => "nothing".to_owned(),
            Self::Again => "the same action".to_owned(),
            Self::Do(action) => action.to_string(),
        }
    }
}

/// What a kind of action needs beside its target.
pub enum ActionArgument<'a> {
    /// Nothing.
    None,
    /// One of several: what it is called and what is chosen.
    Choice(&'static str, &'static str),
    /// Something typed: what it is called and the line.
    Typed(&'static str, &'a mut LineInput),
}

impl ActionDraft {
    /// A tap on nothing yet.
    pub fn empty() -> Self {
        Self {
            kind: ActionKind::Tap,
            target: None,
            text: LineInput::default(),
            direction: Direction::Down,
            zoom: PinchZoom::In,
            key: DeviceKey::Back,
            rotation: Rotation::Landscape,
            condition: ConditionKind::Battery,
            to: LineInput::default(),
            ms: LineInput::new("1000"),
            intent: LineInput::default(),
            permission: LineInput::default(),
            then: SecondAction::Nothing,
        }
    }

    /// `action`, to be changed.
    pub fn of(action: &Action) -> Self {
        let mut draft = Self::empty();
        if let Action::AtOnce(pair) = action {
            let again = pair.first() == pair.then();
            let then =
                if again { SecondAction::Again } else { SecondAction::Do(pair.then().clone()) };
            return Self { then, ..Self::of(pair.first()) };
        }
        draft.kind = action.kind();
        draft.target = action.target().cloned();
        match action {
            Action::Type { text, .. } => {
                draft.text = LineInput::new(text.reveal().unwrap_or_default());
                draft.text.hidden = matches!(text, InputText::Secret(_));
            }
            Action::Swipe { direction, .. } | Action::Scroll { direction, .. } => {
                draft.direction = *direction;
            }
            Action::Drag { to, .. } => draft.to = LineInput::new(&format!("{},{}", to.x, to.y)),
            Action::Pinch { zoom, .. } => draft.zoom = *zoom,
            Action::Key { key } => draft.key = *key,
            Action::Rotate { rotation } => draft.rotation = *rotation,
            Action::Start { intent } | Action::Broadcast { intent } => {
                draft.intent = LineInput::new(&intent::write(intent));
            }
            Action::Grant { permission } => draft.permission = LineInput::new(permission),
            Action::Wait { ms } => draft.ms = LineInput::new(&ms.to_string()),
            Action::Say { words } => draft.text = LineInput::new(words),
            Action::Set { condition } => draft.text = LineInput::new(&condition.to_string()),
            Action::Restore { condition } => draft.condition = *condition,
            Action::Tap { .. }
            | Action::LongTap { .. }
            | Action::DoubleTap { .. }
            | Action::Hover { .. }
            | Action::AtOnce(_)
            | Action::Restart
            | Action::Clear => {}
        }
        draft
    }

    /// True if the kind is aimed at a widget.
    pub const fn needs_target(&self) -> bool {
        self.kind.needs_target()
    }

    /// Aims at `widget`. Text typed for a password field is forgotten if the new target would
    /// show it.
    pub fn aim(&mut self, widget: &Widget) {
        self.target = Some(WidgetTarget::of(widget));
        if self.text.hidden && !widget.password {
            self.text.clear();
        }
        self.text.hidden = widget.password;
    }

    /// Forgets what it is aimed at, also at once after it: another screen has other widgets.
    pub fn lose_targets(&mut self) {
        self.target = None;
        if matches!(&self.then, SecondAction::Do(action) if action.target().is_some()) {
            self.then = SecondAction::Nothing;
        }
    }

    /// The next or previous kind.
    pub fn turn_kind(&mut self, forward: bool) {
        self.kind = turned(&KINDS, self.kind, forward);
    }

    /// The next or previous choice, if the kind has one.
    pub fn turn(&mut self, forward: bool) {
        match self.kind {
            ActionKind::Scroll | ActionKind::Swipe => {
                self.direction = turned(&DIRECTIONS, self.direction, forward);
            }
            ActionKind::Pinch => {
                self.zoom = turned(&[PinchZoom::In, PinchZoom::Out], self.zoom, forward);
            }
            ActionKind::Key => self.key = turned(DeviceKey::ALL, self.key, forward),
            ActionKind::Restore => {
                self.condition = turned(&ConditionKind::ALL, self.condition, forward);
            }
            ActionKind::Rotate => {
                let both = [Rotation::Landscape, Rotation::Portrait];
                self.rotation = turned(&both, self.rotation, forward);
            }
            _ => {}
        }
    }

    /// True if something may be done at once after the action.
    pub const fn may_be_followed(&self) -> bool {
        ActionPair::may_begin(self.kind)
    }

    /// What is done at once after the action, in words.
    pub fn then(&self) -> String {
        self.then.word()
    }

    /// The next or previous thing to be done at once after the action.
    pub fn turn_then(&mut self, forward: bool) {
        let mut choices = SecondAction::choices();
        if !choices.contains(&self.then) {
            choices.push(self.then.clone());
        }
        let place = choices.iter().position(|one| *one == self.then).unwrap_or(0);
        let by = if forward { 1 } else { choices.len() - 1 };
        self.then = choices.swap_remove((place + by) % choices.len());
    }

    /// What the kind needs beside its target.
    pub fn argument(&mut self) -> ActionArgument<'_> {
        match self.kind {
            ActionKind::Type => ActionArgument::Typed("Text", &mut self.text),
            ActionKind::Scroll | ActionKind::Swipe => {
                ActionArgument::Choice("Direction", self.direction.word())
            }
            ActionKind::Drag => ActionArgument::Typed("To x,y or [number]", &mut self.to),
            ActionKind::Pinch => ActionArgument::Choice(
                "Fingers",
                if self.zoom == PinchZoom::In { "apart: larger" } else { "together: smaller" },
            ),
            ActionKind::Key => ActionArgument::Choice("Key", self.key.word()),
            ActionKind::Rotate => ActionArgument::Choice(
                "To",
                if self.rotation == Rotation::Landscape { "landscape" } else { "portrait" },
            ),
            ActionKind::Wait => ActionArgument::Typed("Milliseconds", &mut self.ms),
            ActionKind::Say => ActionArgument::Typed("Words", &mut self.text),
            ActionKind::Set => ActionArgument::Typed("Condition", &mut self.text),
            ActionKind::Restore => ActionArgument::Choice("Condition", self.condition.word()),
            ActionKind::Start | ActionKind::Broadcast => {
                ActionArgument::Typed("Intent", &mut self.intent)
            }
            ActionKind::Grant => ActionArgument::Typed("Permission", &mut self.permission),
            ActionKind::Tap
            | ActionKind::LongTap
            | ActionKind::DoubleTap
            | ActionKind::Hover
            | ActionKind::Restart
            | ActionKind::Clear
            | ActionKind::AtOnce => ActionArgument::None,
        }
    }

    /// The action as it stands; `place` finds the middle of a widget by its number.
    ///
    /// # Errors
    /// If something is missing or makes no sense; the text is for the tester.
    pub fn action(&self, place: impl Fn(usize) -> Option<Point>) -> Result<Action, String> {
        let first = self.first(place)?;
        let then = match &self.then {
            SecondAction::Do(action) if self.may_be_followed() => action.clone(),
            SecondAction::Again if self.may_be_followed() => first.clone(),
            _ => return Ok(first),
        };
        Action::at_once(first, then).map_err(|error| error.to_string())
    }

    /// The action without what follows it at once.
    fn first(&self, place: impl Fn(usize) -> Option<Point>) -> Result<Action, String> {
        let target = || self.target.clone().ok_or("Choose a widget: its number or its name.");
        Ok(match self.kind {
            ActionKind::Tap => Action::Tap { target: target()? },
            ActionKind::LongTap => Action::LongTap { target: target()? },
            ActionKind::DoubleTap => Action::DoubleTap { target: target()? },
            ActionKind::Hover => Action::Hover { target: target()? },
            ActionKind::Type => {
                let text = self.text.text();
                let text = if self.text.hidden {
                    InputText::Secret(Secret::new(text))
                } else {
                    InputText::Plain(text)
                };
                Action::Type { target: target()?, text }
            }
            ActionKind::Swipe => Action::Swipe { target: target()?, direction: self.direction },
            ActionKind::Scroll => Action::Scroll { target: target()?, direction: self.direction },
            ActionKind::Drag => {
                let to = point(&self.to.text(), place)
                    .ok_or("Where to? A point like 300,1200 or a widget like [4].")?;
                Action::Drag { target: target()?, to }
            }
            ActionKind::Pinch => Action::Pinch { target: target()?, zoom: self.zoom },
            ActionKind::Key => Action::Key { key: self.key },
            ActionKind::Rotate => Action::Rotate { rotation: self.rotation },
            ActionKind::Restart => Action::Restart,
            ActionKind::Clear => Action::Clear,
            ActionKind::Start => Action::Start { intent: intent::read(&self.intent.text())? },
            ActionKind::Broadcast => {
                Action::Broadcast { intent: intent::read(&self.intent.text())? }
            }
            ActionKind::Grant => {
                let permission = self.permission.text().trim().to_owned();
                if permission.is_empty() || permission.contains(char::is_whitespace) {
                    return Err("Which permission? One like android.permission.CAMERA.".into());
                }
                Action::Grant { permission }
            }
            ActionKind::Wait => {
                let ms = self.ms.text().trim().parse().ok().filter(|ms| (1..=600_000).contains(ms));
                Action::Wait { ms: ms.ok_or("How long? 1 to 600000 milliseconds.")? }
            }
            ActionKind::Say => {
                let words = self.text.text().trim().to_owned();
                if words.is_empty() {
                    return Err("Say what?".into());
                }
                Action::Say { words }
            }
            ActionKind::Set => {
                let text = self.text.text();
                let condition = SystemCondition::read(&text).ok_or_else(|| such_as(&text))?;
                Action::Set { condition }
            }
            ActionKind::Restore => Action::Restore { condition: self.condition },
            ActionKind::AtOnce => return Err("Choose what is done first.".into()),
        })
    }
}

/// A hint if `text` is no condition yet: an example of the kind that is begun.
fn such_as(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    let mut probes = SystemCondition::probes().into_iter().map(|probe| probe.to_string());
    match probes.find(|probe| !word.is_empty() && probe.starts_with(&word)) {
        Some(probe) => format!("Such as: {probe}"),
        None => "Battery, airplane, dark, language, font size, memory or time zone?".into(),
    }
}

/// The point in `text`: `x,y`, or the middle of the widget whose number it is.
fn point(text: &str, place: impl Fn(usize) -> Option<Point>) -> Option<Point> {
    if let Some((x, y)) = text.split_once(',') {
        let point = Point::new(x.trim().parse().ok()?, y.trim().parse().ok()?);
        return (point.x >= 0 && point.y >= 0).then_some(point);
    }
    place(text.trim().trim_matches(['[', ']']).parse().ok()?)
}

/// The neighbour of `now` among `all`, around the ends.
fn turned<T: Copy + PartialEq>(all: &[T], now: T, forward: bool) -> T {
    let place = all.iter().position(|one| *one == now).unwrap_or(0);
    let by = if forward { 1 } else { all.len() - 1 };
    all[(place + by) % all.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Bounds, Intent};

    fn target() -> WidgetTarget {
        WidgetTarget { number: 3, label: "Save".into(), ..WidgetTarget::default() }
    }

    #[test]
    fn every_action_survives_the_form() {
        let target = target();
        let intent = Intent { action: Some("a.B".into()), ..Intent::default() };
        let text = InputText::Plain("two\nlines".into());
        let secret = InputText::Secret(Secret::new("hush"));
        let direction = Direction::Left;
        for action in [
            Action::Tap { target: target.clone() },
            Action::LongTap { target: target.clone() },
            Action::DoubleTap { target: target.clone() },
            Action::Hover { target: target.clone() },
            Action::Type { target: target.clone(), text },
            Action::Type { target: target.clone(), text: secret },
            Action::Swipe { target: target.clone(), direction },
            Action::Scroll { target: target.clone(), direction },
            Action::Drag { target: target.clone(), to: Point::new(4, 5) },
            Action::Pinch { target, zoom: PinchZoom::Out },
            Action::Key { key: DeviceKey::Power },
            Action::Rotate { rotation: Rotation::Portrait },
            Action::Restart,
            Action::Clear,
            Action::Start { intent: intent.clone() },
            Action::Broadcast { intent },
            Action::Grant { permission: "android.permission.CAMERA".into() },
            Action::Wait { ms: 7 },
            Action::Set { condition: SystemCondition::Dark { on: true } },
            Action::Restore { condition: ConditionKind::Locale },
        ] {
            assert_eq!(ActionDraft::of(&action).action(|_| None), Ok(action.clone()));
            for then in [action.clone(), Action::Key { key: DeviceKey::Escape }] {
                if let Ok(pair) = Action::at_once(action.clone(), then) {
                    assert_eq!(ActionDraft::of(&pair).action(|_| None), Ok(pair));
                }
            }
        }
    }

    #[test]
    fn something_is_done_at_once_after_what_a_hand_does() {
        let mut draft = ActionDraft::of(&Action::Tap { target: target() });
        assert_eq!(draft.then(), "nothing");
        draft.turn_then(true);
        draft.turn_then(true);
        assert_eq!(draft.then(), "press back");
        let message = draft.action(|_| None).unwrap().to_string();
        assert_eq!(message, "tap [3] \"Save\", and at once press back");
        draft.kind = ActionKind::Restart;
        assert!(!draft.may_be_followed());
        assert_eq!(draft.action(|_| None), Ok(Action::Restart));
        draft.kind = ActionKind::Tap;
        draft.turn_then(false);
        draft.turn_then(false);
        assert_eq!(draft.action(|_| None), Ok(Action::Tap { target: target() }));
    }

    #[test]
    fn a_password_is_not_shown_by_another_target() {
        let mut draft = ActionDraft::of(&Action::Type {
            target: target(),
            text: InputText::Secret(Secret::new("hush")),
        });
        draft.aim(&Widget { number: 1, password: true, ..Widget::default() });
        let kept = draft.action(|_| None).unwrap();
        assert!(matches!(kept, Action::Type { text: InputText::Secret(_), .. }));
        draft.aim(&Widget { number: 2, ..Widget::default() });
        let forgotten = draft.action(|_| None).unwrap();
        assert!(
            matches!(forgotten, Action::Type { text: InputText::Plain(text), .. } if text.is_empty())
        );
    }

    #[test]
    fn a_drag_goes_to_a_point_or_a_widget() {
        let place = |number| (number == 4).then(|| Bounds::new(0, 0, 10, 20).center());
        assert_eq!(point("7, 8", place), Some(Point::new(7, 8)));
        assert_eq!(point("[4]", place), Some(Point::new(5, 10)));
        assert_eq!(point("5", place), None);
        assert_eq!(point("-1,2", place), None);
    }

    #[test]
    fn what_is_missing_is_told() {
        let mut draft = ActionDraft::empty();
        assert!(draft.action(|_| None).unwrap_err().contains("widget"));
        draft.kind = ActionKind::Grant;
        assert!(draft.action(|_| None).unwrap_err().contains("permission"));
        draft.kind = ActionKind::Set;
        draft.text = LineInput::new("");
        assert!(draft.action(|_| None).unwrap_err().contains("Battery, airplane"));
        draft.text = LineInput::new("lang");
        assert_eq!(draft.action(|_| None).unwrap_err(), "Such as: language to ar-EG");
        draft.kind = ActionKind::Wait;
        draft.ms = LineInput::new("0");
        assert!(draft.action(|_| None).unwrap_err().contains("long"));
    }
}
