use super::super::yaml;
use super::*;
use crate::domain::{ConditionKind, Extra, Secret, Zoom};

const DISPLAY: Size = Size::new(720, 1600);

fn target() -> Target {
    let bounds = Bounds::new(0, 400, 720, 1200);
    Target { number: 9, bounds, point: bounds.center(), ..Target::default() }
}

fn said(action: &Action) -> String {
    let step = Step {
        number: 1,
        at_ms: 0,
        action: action.clone(),
        key: crate::domain::ActionKey::new("key"),
        by: crate::protocol::By::Policy,
        proposal: None,
        before: None,
        after: None,
        performed: None,
        learned: None,
    };
    match of(&step, None, DISPLAY) {
        Said::Commands(items) | Said::ByPlace(items) => {
            let mut out = String::new();
            items.iter().for_each(|item| yaml::put(&mut out, item));
            out
        }
        Said::Nothing(why) => format!("# {why}"),
    }
}

#[test]
fn every_kind_of_action_has_commands_or_a_reason() {
    let text = |text: &str| Text::Plain(text.into());
    let data = |data: &str| Intent { data: Some(data.into()), ..Intent::default() };
    let extra = Intent { extras: vec![("a".into(), Extra::Bool(true))], ..data("a:b") };
    let actions = [
        Action::Tap { target: target() },
        Action::LongTap { target: target() },
        Action::DoubleTap { target: target() },
        Action::Type { target: target(), text: text("one\ntwo ${x}") },
        Action::Type { target: target(), text: Text::Secret(Secret::new("hunter2")) },
        Action::Swipe { target: target(), direction: Direction::Left },
        Action::Scroll { target: target(), direction: Direction::Down },
        Action::Drag { target: target(), to: Point::new(1, 2) },
        Action::Pinch { target: target(), zoom: Zoom::In },
        Action::Key { key: Key::Back },
        Action::Key { key: Key::Menu },
        Action::Key { key: Key::Recents },
        Action::Rotate { rotation: Rotation::Landscape },
        Action::Restart,
        Action::Start { intent: data("https://x.y/${z}") },
        Action::Start { intent: extra },
        Action::Broadcast { intent: Intent::default() },
        Action::Grant { permission: "p".into() },
        Action::Wait { ms: 1500 },
        Action::Say { words: "hello".into() },
        Action::Set { condition: Condition::Airplane { on: true } },
        Action::Set { condition: Condition::Dark { on: true } },
        Action::Restore { condition: ConditionKind::Dark },
    ];
    let all: Vec<String> =
        actions.iter().map(|action| format!("## {action}\n{}", said(action).trim_end())).collect();
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn two_actions_at_once_do_not_wait_for_each_other() {
    let tap = Action::Tap { target: target() };
    let pair = |then: Action| said(&Action::at_once(tap.clone(), then).unwrap());
    let back = pair(Action::Key { key: Key::Back });
    let touch = "- tapOn:\n    point: \"50%,50%\"\n    retryTapIfNoChange: false\n";
    assert_eq!(back, format!("{touch}    waitToSettleTimeoutMs: 0\n- back\n"));
    assert_eq!(pair(tap.clone()), format!("{touch}    waitToSettleTimeoutMs: 0\n{touch}"));
    let set = Action::Set { condition: Condition::Battery { level: 2, charging: false } };
    assert_eq!(pair(set), "# Maestro cannot set battery to 2 %");
}
