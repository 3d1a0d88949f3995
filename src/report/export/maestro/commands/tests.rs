use super::super::yaml;
use super::*;
use crate::domain::{ConditionKind, IntentExtra, PinchZoom, Secret};

const DISPLAY: DisplaySize = DisplaySize::new(720, 1600);

fn target() -> WidgetTarget {
    let bounds = Bounds::new(0, 400, 720, 1200);
    WidgetTarget { number: 9, bounds, point: bounds.center(), ..WidgetTarget::default() }
}

fn said(action: &Action) -> String {
    let step = ExportStep::of(action.clone());
    match of(&step, None, DISPLAY) {
        MaestroCommand::Commands(items) | MaestroCommand::ByPlace(items) => {
            let mut out = String::new();
            items.iter().for_each(|item| yaml::put(&mut out, item));
            out
        }
        MaestroCommand::Nothing(why) => format!("# {why}"),
    }
}

#[test]
fn every_kind_of_action_has_commands_or_a_reason() {
    let text = |text: &str| InputText::Plain(text.into());
    let data = |data: &str| Intent { data: Some(data.into()), ..Intent::default() };
    let extra = Intent { extras: vec![("a".into(), IntentExtra::Bool(true))], ..data("a:b") };
    let actions = [
        Action::Tap { target: target() },
        Action::LongTap { target: target() },
        Action::DoubleTap { target: target() },
        Action::Type { target: target(), text: text("one\ntwo ${x}") },
        Action::Type { target: target(), text: InputText::Secret(Secret::new("hunter2")) },
        Action::Swipe { target: target(), direction: Direction::Left },
        Action::Scroll { target: target(), direction: Direction::Down },
        Action::Drag { target: target(), to: Point::new(1, 2) },
        Action::Pinch { target: target(), zoom: PinchZoom::In },
        Action::Key { key: DeviceKey::Back },
        Action::Key { key: DeviceKey::Menu },
        Action::Key { key: DeviceKey::Recents },
        Action::Rotate { rotation: Rotation::Landscape },
        Action::Restart,
        Action::Start { intent: data("https://x.y/${z}") },
        Action::Start { intent: extra },
        Action::Broadcast { intent: Intent::default() },
        Action::Grant { permission: "p".into() },
        Action::Wait { ms: 1500 },
        Action::Say { words: "hello".into() },
        Action::Set { condition: SystemCondition::Airplane { on: true } },
        Action::Set { condition: SystemCondition::Dark { on: true } },
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
    let back = pair(Action::Key { key: DeviceKey::Back });
    let touch = "- tapOn:\n    point: \"50%,50%\"\n    retryTapIfNoChange: false\n";
    assert_eq!(back, format!("{touch}    waitToSettleTimeoutMs: 0\n- back\n"));
    assert_eq!(pair(tap.clone()), format!("{touch}    waitToSettleTimeoutMs: 0\n{touch}"));
    let set = Action::Set { condition: SystemCondition::Battery { level: 2, charging: false } };
    assert_eq!(pair(set), "# Maestro cannot set battery to 2 %");
}
