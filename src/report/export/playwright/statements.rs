//! From one action to Playwright's statements (playwright.dev, class Page).

use super::locator;
use super::script::quoted;
use crate::domain::{
    Action, ConditionKind, DeviceKey, Direction, DisplaySize, InputText, Rotation, Screen,
    SystemCondition, WidgetTarget,
};

/// A wheel turns by this part of what is scrolled, in percent.
const SCROLL_PERCENT: i32 = 70;

/// Deletes what the app has stored, which Playwright has no single command for, and opens it anew.
const CLEAR: [&str; 3] = [
    "await page.context().clearCookies();",
    "await page.evaluate(async () => { localStorage.clear(); sessionStorage.clear(); for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name); });",
    "await page.goto(app);",
];

/// What Playwright has for an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaywrightStep {
    /// These statements.
    Statements(Vec<String>),
    /// These statements, which touch places instead of elements.
    ByPlace(Vec<String>),
    /// Nothing; why.
    Nothing(String),
}

/// The statements for `action` on `screen`, the one it was done on. `secret` names the variable of what
/// is typed, if that is one; `upright` is the viewport as it is not turned.
pub fn of(
    action: &Action,
    screen: Option<&Screen>,
    secret: Option<&str>,
    upright: DisplaySize,
) -> PlaywrightStep {
    match action {
        Action::Tap { target } => click(screen, target, "click()"),
        Action::LongTap { target } => click(screen, target, "click({ button: 'right' })"),
        Action::DoubleTap { target } => click(screen, target, "dblclick()"),
        Action::Hover { target } => click(screen, target, "hover()"),
        Action::Type { target, text } => typing(screen, target, text, secret),
        Action::Scroll { target, direction } => scroll(target, *direction),
        Action::Drag { target, to } => PlaywrightStep::ByPlace(vec![
            format!("await page.mouse.move({}, {});", target.point.x, target.point.y),
            "await page.mouse.down();".to_owned(),
            format!("await page.mouse.move({}, {}, {{ steps: 8 }});", to.x, to.y),
            "await page.mouse.up();".to_owned(),
        ]),
        Action::Key { key } => self::key(*key),
        Action::Rotate { rotation } => {
            let (width, height) = match rotation {
                Rotation::Portrait => (upright.width, upright.height),
                Rotation::Landscape => (upright.height, upright.width),
            };
            one(format!("await page.setViewportSize({{ width: {width}, height: {height} }});"))
        }
        Action::Restart => one("await page.goto(app);"),
        Action::Clear => PlaywrightStep::Statements(CLEAR.map(str::to_owned).to_vec()),
        Action::Wait { ms } => one(format!("await page.waitForTimeout({ms});")),
        Action::Set { condition: SystemCondition::Dark { on } } => {
            one(colours(if *on { "'dark'" } else { "'light'" }))
        }
        Action::Restore { condition: ConditionKind::Dark } => one(colours("null")),
        Action::Set { condition: SystemCondition::Airplane { on } } => one(offline(*on)),
        Action::Restore { condition: ConditionKind::Airplane } => one(offline(false)),
        Action::AtOnce(pair) => match of(pair.first(), screen, secret, upright) {
            PlaywrightStep::Nothing(why) => PlaywrightStep::Nothing(why),
            PlaywrightStep::Statements(mut all) | PlaywrightStep::ByPlace(mut all) => {
                // What is on screen by then is not known.
                match of(pair.then(), None, secret, upright) {
                    PlaywrightStep::Nothing(why) => return PlaywrightStep::Nothing(why),
                    PlaywrightStep::Statements(then) | PlaywrightStep::ByPlace(then) => {
                        all.extend(then);
                    }
                }
                PlaywrightStep::ByPlace(all)
            }
        },
        other => PlaywrightStep::Nothing(format!("Playwright has nothing for {other}")),
    }
}

/// Choosing `option` in the drop-down list `list` of `screen`.
pub fn choice(screen: Option<&Screen>, list: &WidgetTarget, option: &str) -> PlaywrightStep {
    match found(screen, list) {
        Some(found) => one(format!("await {found}.selectOption({{ label: {} }});", quoted(option))),
        None => PlaywrightStep::Nothing("the drop-down list has no name".to_owned()),
    }
}

fn one(statement: impl Into<String>) -> PlaywrightStep {
    PlaywrightStep::Statements(vec![statement.into()])
}

fn colours(scheme: &str) -> String {
    format!("await page.emulateMedia({{ colorScheme: {scheme} }});")
}

fn offline(on: bool) -> String {
    format!("await page.context().setOffline({on});")
}

/// The expression for the element that `target` is, if it is still the same one.
fn found(screen: Option<&Screen>, target: &WidgetTarget) -> Option<String> {
    let screen = screen?;
    let widget = screen.widget(target.number)?;
    let same = widget.class == target.class && widget.resource_id == target.resource_id;
    locator::of(screen, widget).filter(|_| same)
}

fn click(screen: Option<&Screen>, target: &WidgetTarget, call: &str) -> PlaywrightStep {
    if let Some(found) = found(screen, target) {
        return one(format!("await {found}.{call};"));
    }
    let (name, rest) = call.split_once('(').unwrap_or((call, ")"));
    let rest = if rest == ")" { rest.to_owned() } else { format!(", {rest}") };
    let (x, y) = (target.point.x, target.point.y);
    PlaywrightStep::ByPlace(vec![format!("await page.mouse.{name}({x}, {y}{rest};")])
}

fn typing(
    screen: Option<&Screen>,
    target: &WidgetTarget,
    text: &InputText,
    secret: Option<&str>,
) -> PlaywrightStep {
    let value = match (text, secret) {
        (InputText::Plain(text), _) => quoted(text),
        (InputText::Secret(_), Some(name)) => format!("process.env.{name} ?? ''"),
        (InputText::Secret(_), None) => {
            return PlaywrightStep::Nothing("what was typed is secret".to_owned());
        }
    };
    if let Some(found) = found(screen, target) {
        return one(format!("await {found}.fill({value});"));
    }
    PlaywrightStep::ByPlace(vec![
        format!("await page.mouse.click({}, {});", target.point.x, target.point.y),
        "await page.keyboard.press('ControlOrMeta+A');".to_owned(),
        format!("await page.keyboard.insertText({value});"),
    ])
}

fn scroll(target: &WidgetTarget, direction: Direction) -> PlaywrightStep {
    let part = |length: i32| (length * SCROLL_PERCENT / 100).max(40);
    let (across, down) = match direction {
        Direction::Up => (0, -part(target.bounds.height())),
        Direction::Down => (0, part(target.bounds.height())),
        Direction::Left => (-part(target.bounds.width()), 0),
        Direction::Right => (part(target.bounds.width()), 0),
    };
    PlaywrightStep::ByPlace(vec![
        format!("await page.mouse.move({}, {});", target.point.x, target.point.y),
        format!("await page.mouse.wheel({across}, {down});"),
    ])
}

fn key(key: DeviceKey) -> PlaywrightStep {
    let name = match key {
        DeviceKey::Back => return one("await page.goBack();"),
        DeviceKey::Forward => return one("await page.goForward();"),
        DeviceKey::Reload => return one("await page.reload();"),
        DeviceKey::Enter => "Enter",
        DeviceKey::Delete => "Backspace",
        DeviceKey::Tab => "Tab",
        DeviceKey::Escape => "Escape",
        DeviceKey::Up => "ArrowUp",
        DeviceKey::Down => "ArrowDown",
        DeviceKey::Left => "ArrowLeft",
        DeviceKey::Right => "ArrowRight",
        DeviceKey::SelectAll => "ControlOrMeta+A",
        DeviceKey::Copy => "ControlOrMeta+C",
        DeviceKey::Cut => "ControlOrMeta+X",
        DeviceKey::Paste => "ControlOrMeta+V",
        DeviceKey::Undo => "ControlOrMeta+Z",
        other => return PlaywrightStep::Nothing(format!("a browser has no key {}", other.word())),
    };
    one(format!("await page.keyboard.press('{name}');"))
}
