//! From one action to Maestro's commands.

use super::super::ExportStep;
use super::selector::MaestroSelector;
use super::words;
use super::yaml::{FlowItem, YamlValue};
use crate::domain::{
    Action, ActionKind, Bounds, DeviceKey, Direction, DisplaySize, InputText, Intent, Point,
    Rotation, Screen, SystemCondition, WidgetTarget,
};

/// How many characters Maestro deletes by itself; enough for most passwords.
const ERASE: usize = 50;

/// What Maestro has for an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MaestroCommand {
    /// These commands.
    Commands(Vec<FlowItem>),
    /// These commands, which touch places instead of widgets.
    ByPlace(Vec<FlowItem>),
    /// Nothing; why.
    Nothing(String),
}

/// Maestro's commands for `step` on `screen`, the one it was done on.
pub fn of(step: &ExportStep, screen: Option<&Screen>, display: DisplaySize) -> MaestroCommand {
    let place = CommandContext { screen, display: screen.map_or(display, |screen| screen.size) };
    place.said(&step.action, step.typed_variable())
}

/// Both, one right after the other: Maestro is kept from waiting for the screen to settle in between.
fn at_once(first: MaestroCommand, then: MaestroCommand) -> MaestroCommand {
    let (MaestroCommand::Commands(mut items) | MaestroCommand::ByPlace(mut items)) = first.clone()
    else {
        return first;
    };
    if let Some(FlowItem::Command("tapOn", YamlValue::Map(entries))) = items.last_mut() {
        entries.push(("waitToSettleTimeoutMs", YamlValue::word(0)));
    }
    match (first, then) {
        (_, MaestroCommand::Nothing(why)) => MaestroCommand::Nothing(why),
        (MaestroCommand::Commands(_), MaestroCommand::Commands(then)) => {
            items.extend(then);
            MaestroCommand::Commands(items)
        }
        (_, MaestroCommand::Commands(then) | MaestroCommand::ByPlace(then)) => {
            items.extend(then);
            MaestroCommand::ByPlace(items)
        }
    }
}

/// Starting the app; if `fresh`, its data is deleted first.
pub fn start(fresh: bool) -> FlowItem {
    let mut entries = vec![("stopApp", YamlValue::word(true))];
    if fresh {
        entries.insert(0, ("clearState", YamlValue::word(true)));
    }
    // Left alone, Maestro grants all permissions, so that the app would never ask.
    entries.push(("permissions", YamlValue::Map(Vec::new())));
    FlowItem::Command("launchApp", YamlValue::Map(entries))
}

/// Maestro has no plain waiting; waiting for what is not there has the same effect.
fn wait(ms: u32) -> FlowItem {
    let never = YamlValue::Map(vec![("id", YamlValue::Text("ridealong-waits".into()))]);
    let entries = vec![
        ("visible", never),
        ("timeout", YamlValue::word(ms)),
        ("optional", YamlValue::word(true)),
    ];
    FlowItem::Command("extendedWaitUntil", YamlValue::Map(entries))
}

fn nothing(what: &str) -> MaestroCommand {
    MaestroCommand::Nothing(format!("Maestro cannot {what}"))
}

fn key(key: DeviceKey) -> MaestroCommand {
    let name = match key {
        DeviceKey::Back => return MaestroCommand::Commands(vec![FlowItem::Bare("back")]),
        DeviceKey::Home => "Home",
        // The name of KEYCODE_MENU there.
        DeviceKey::Menu => "Remote Menu",
        DeviceKey::Enter => "Enter",
        DeviceKey::Delete => "Backspace",
        DeviceKey::Tab => "Tab",
        DeviceKey::Escape => "Escape",
        DeviceKey::VolumeUp => "Volume Up",
        DeviceKey::VolumeDown => "Volume Down",
        DeviceKey::Power => "Power",
        DeviceKey::Recents => return nothing("press the key of the recent apps"),
        // The names of KEYCODE_DPAD_UP and its like there.
        DeviceKey::Up => "Remote Dpad Up",
        DeviceKey::Down => "Remote Dpad Down",
        DeviceKey::Left => "Remote Dpad Left",
        DeviceKey::Right => "Remote Dpad Right",
        other => return nothing(&format!("press the key {}", other.word())),
    };
    MaestroCommand::Commands(vec![press(name)])
}

fn press(name: &str) -> FlowItem {
    FlowItem::Command("pressKey", YamlValue::Text(name.to_owned()))
}

/// Links can be opened; components cannot be started.
fn link(intent: &Intent) -> MaestroCommand {
    match (&intent.data, &intent.component, intent.extras.is_empty()) {
        (Some(data), None, true) => {
            let command = FlowItem::Command("openLink", YamlValue::Text(words::literal(data)));
            MaestroCommand::Commands(vec![command])
        }
        _ => nothing(&format!("start {}", intent.name())),
    }
}

struct CommandContext<'a> {
    screen: Option<&'a Screen>,
    display: DisplaySize,
}

impl CommandContext<'_> {
    /// The commands for `action`; `variable` names what gives the typed text, if something does.
    fn said(&self, action: &Action, variable: Option<String>) -> MaestroCommand {
        match action {
            Action::Tap { target } => self.touch("tapOn", target),
            Action::LongTap { target } => self.touch("longPressOn", target),
            Action::DoubleTap { target } => self.touch("doubleTapOn", target),
            Action::Type { target, text } => self.typing(target, text, variable),
            Action::Swipe { target, direction } => {
                self.stroke(target, *direction, 70, self.display, 150)
            }
            Action::Scroll { target, direction } => {
                self.stroke(target, direction.opposite(), 60, DisplaySize::default(), 600)
            }
            Action::Key { key } => self::key(*key),
            Action::Rotate { rotation } => MaestroCommand::Commands(vec![FlowItem::Command(
                "setOrientation",
                YamlValue::word(match rotation {
                    Rotation::Portrait => "PORTRAIT",
                    Rotation::Landscape => "LANDSCAPE_LEFT",
                }),
            )]),
            Action::Restart => MaestroCommand::Commands(vec![start(false)]),
            Action::Clear => MaestroCommand::Commands(vec![start(true)]),
            Action::Start { intent } => link(intent),
            Action::Set { condition: SystemCondition::Airplane { on } } => {
                MaestroCommand::Commands(vec![FlowItem::Command(
                    "setAirplaneMode",
                    YamlValue::word(if *on { "enabled" } else { "disabled" }),
                )])
            }
            Action::Wait { ms } => MaestroCommand::Commands(vec![wait(*ms)]),
            Action::Drag { .. } => nothing("carry a widget"),
            Action::Hover { .. } => nothing("rest a pointer on a widget"),
            Action::Pinch { .. } => nothing("move two fingers"),
            Action::Broadcast { .. } => nothing("send a broadcast"),
            Action::Grant { .. } => nothing("grant a permission without starting the app anew"),
            Action::Say { .. } => nothing("talk to a voice app"),
            Action::Set { condition } => nothing(&format!("set {condition}")),
            Action::Restore { condition } => nothing(&format!("restore {}", condition.word())),
            Action::AtOnce(pair) => {
                // What is on screen by then is not known, so a place is touched without being
                // waited for.
                let blind = CommandContext { screen: None, display: self.display };
                at_once(
                    self.said(pair.first(), variable.clone()),
                    blind.said(pair.then(), variable),
                )
            }
        }
    }

    /// How `target` is named: by a selector, else by its place in percent of the display.
    fn means(&self, target: &WidgetTarget) -> Result<MaestroSelector, YamlValue> {
        let widget = self.screen.and_then(|screen| Some((screen, screen.widget(target.number)?)));
        let same = widget.filter(|(_, widget)| {
            widget.class == target.class && widget.resource_id == target.resource_id
        });
        let selector = same.and_then(|(screen, widget)| MaestroSelector::of(screen, widget));
        selector.ok_or_else(|| YamlValue::Text(self.percent(target.point)))
    }

    fn percent(&self, point: Point) -> String {
        let part = |value: i32, whole: i32| {
            let whole = i64::from(whole.max(1));
            ((i64::from(value) * 100 + whole / 2) / whole).clamp(0, 100)
        };
        format!("{}%,{}%", part(point.x, self.display.width), part(point.y, self.display.height))
    }

    fn touch(&self, name: &'static str, target: &WidgetTarget) -> MaestroCommand {
        let command = |mut entries: Vec<_>| {
            // By default Maestro touches again if nothing seems to change.
            entries.push(("retryTapIfNoChange", YamlValue::word(false)));
            FlowItem::Command(name, YamlValue::Map(entries))
        };
        match self.means(target) {
            Ok(selector) if self.may_hide(target) => {
                let found = vec![
                    ("element", YamlValue::Map(selector.entries())),
                    ("direction", YamlValue::word("DOWN")),
                ];
                let found = FlowItem::Command("scrollUntilVisible", YamlValue::Map(found));
                MaestroCommand::Commands(vec![found, command(selector.entries())])
            }
            Ok(selector) => MaestroCommand::Commands(vec![command(selector.entries())]),
            Err(point) => MaestroCommand::ByPlace(vec![command(vec![("point", point)])]),
        }
    }

    /// True if `target` may lie out of sight on a lower display: what fits here may scroll there,
    /// or be covered by the keyboard.
    fn may_hide(&self, target: &WidgetTarget) -> bool {
        let Some(screen) = self.screen else { return false };
        let low = i64::from(target.bounds.bottom) * 5 > i64::from(self.display.height) * 2;
        low || screen
            .widgets
            .iter()
            .any(|around| around.allows(ActionKind::Scroll) && around.bounds.contains(target.point))
    }

    fn typing(
        &self,
        target: &WidgetTarget,
        text: &InputText,
        variable: Option<String>,
    ) -> MaestroCommand {
        let touch = self.touch("tapOn", target);
        let (MaestroCommand::Commands(mut items) | MaestroCommand::ByPlace(mut items)) =
            touch.clone()
        else {
            return touch;
        };
        let field = self.screen.and_then(|screen| screen.widget(target.number));
        let erase = match field {
            Some(field) if field.password => ERASE,
            Some(field) => field.content().chars().count(),
            None => ERASE,
        };
        if erase > 0 {
            items.push(FlowItem::Command("eraseText", YamlValue::word(erase)));
        }
        match (text, variable) {
            (_, Some(variable)) => {
                let variable = format!("${{{variable}}}");
                items.push(FlowItem::Command("inputText", YamlValue::Text(variable)));
            }
            // A variable of its own stands for each secret.
            (InputText::Secret(_), None) => {}
            (InputText::Plain(text), None) => {
                for (place, line) in text.replace("\r\n", "\n").split('\n').enumerate() {
                    if place > 0 {
                        items.push(press("Enter"));
                    }
                    if !line.is_empty() {
                        let line = YamlValue::Text(words::literal(line));
                        items.push(FlowItem::Command("inputText", line));
                    }
                }
            }
        }
        match touch {
            MaestroCommand::ByPlace(_) => MaestroCommand::ByPlace(items),
            _ => MaestroCommand::Commands(items),
        }
    }

    /// The distance of a swipe over `percent` of the target, and over a quarter of `at_least`, in percent of
    /// the display: Maestro's own swipes from an element end at the display's edge.
    fn stroke(
        &self,
        target: &WidgetTarget,
        direction: Direction,
        percent: i32,
        at_least: DisplaySize,
        ms: u32,
    ) -> MaestroCommand {
        let seen = target.bounds.intersect(self.display.bounds());
        let seen = if seen.is_empty() {
            let Point { x, y } = target.point;
            Bounds::new(x, y, x.saturating_add(1), y.saturating_add(1))
        } else {
            seen
        };
        let (length, least) = match direction {
            Direction::Left | Direction::Right => (seen.width(), at_least.width / 4),
            Direction::Up | Direction::Down => (seen.height(), at_least.height / 4),
        };
        let length = (i64::from(length) * i64::from(percent) / 100) as i32;
        let (dx, dy) = match direction {
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
            Direction::Up => (0, -1),
            Direction::Down => (0, 1),
        };
        let middle = match direction {
            Direction::Left | Direction::Right => Point::new(seen.center().x, target.point.y),
            Direction::Up | Direction::Down => Point::new(target.point.x, seen.center().y),
        };
        let moved = |point: Point, by: i32| {
            Point::new(point.x.saturating_add(dx * by), point.y.saturating_add(dy * by))
        };
        let from = self.inside(moved(middle, -length / 2));
        let to = self.inside(moved(from, length.max(least)));
        MaestroCommand::ByPlace(vec![FlowItem::Command(
            "swipe",
            YamlValue::Map(vec![
                ("start", YamlValue::Text(self.percent(from))),
                ("end", YamlValue::Text(self.percent(to))),
                ("duration", YamlValue::word(ms)),
            ]),
        )])
    }

    /// Off the edges, which belong to the system's own gestures.
    fn inside(&self, point: Point) -> Point {
        let limit = |value: i32, extent: i32| {
            let edge = (extent / 50).max(1);
            value.clamp(edge, extent.saturating_sub(edge).max(edge))
        };
        Point::new(limit(point.x, self.display.width), limit(point.y, self.display.height))
    }
}

#[cfg(test)]
mod tests;
