//! Widgets and actions as DroidBot writes them.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::super::{ExportObservation, ExportSession, ExportStep};
use crate::domain::{
    Action, ActionKind, BlobId, Bounds, Direction, DisplaySize, InputText, Screen, Widget,
    WidgetTarget,
};

/// The views of an observation: a root as large as the display, then its widgets.
pub fn of(observation: &ExportObservation) -> Vec<Value> {
    let Some(screen) = observation.screen.as_deref() else { return Vec::new() };
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); screen.widgets.len() + 1];
    for widget in &screen.widgets {
        if let Some(list) = children.get_mut(parent(screen, widget)) {
            list.push(widget.number);
        }
    }
    let root = Widget {
        class: "android.widget.FrameLayout".into(),
        package: screen.package.clone(),
        bounds: screen.size.bounds(),
        enabled: true,
        ..Widget::default()
    };
    let widgets = std::iter::once((&root, -1))
        .chain(screen.widgets.iter().map(|widget| (widget, parent(screen, widget) as i64)));
    widgets
        .enumerate()
        .map(|(number, (widget, parent))| {
            let mut view = view(widget);
            view["temp_id"] = json!(number);
            view["parent"] = json!(parent);
            view["children"] = json!(children.get(number));
            view["child_count"] = json!(children.get(number).map_or(0, Vec::len));
            view
        })
        .collect()
}

/// The place of its parent among the views; the root if it has none.
fn parent(screen: &Screen, widget: &Widget) -> usize {
    widget
        .position
        .parent
        .filter(|it| *it < widget.number && *it <= screen.widgets.len())
        .unwrap_or(0)
}

fn view(widget: &Widget) -> Value {
    let said = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    // What merely inherits its clickability is not clickable itself.
    let offers = |kind| widget.inherits.is_none() && widget.allows(kind);
    let Bounds { left, top, right, bottom } = widget.bounds;
    let signature =
        format!("[class]{}[resource_id]{}[text]{}", widget.class, widget.resource_id, widget.text);
    json!({
        "package": widget.package,
        "visible": true,
        "checkable": widget.checked.is_some(),
        "editable": offers(ActionKind::Type),
        "clickable": offers(ActionKind::Tap),
        "is_password": widget.password,
        "focusable": offers(ActionKind::Type),
        "enabled": widget.enabled,
        "content_description": said(&widget.content_desc),
        "focused": widget.focused,
        "bounds": [[left, top], [right, bottom]],
        "resource_id": said(&widget.resource_id),
        "checked": widget.checked == Some(true),
        "text": said(&widget.text),
        "class": widget.class,
        "scrollable": offers(ActionKind::Scroll),
        "selected": widget.selected,
        "long_clickable": offers(ActionKind::LongTap),
        "size": format!("{}*{}", widget.bounds.width(), widget.bounds.height()),
        "view_str": hash(&format!("{signature}{:?}", widget.bounds)),
        "signature": signature,
    })
}

fn hash(text: &str) -> String {
    BlobId::of(text.as_bytes()).as_str().chars().take(32).collect()
}

/// What DroidBot calls this kind of action; it has no names for the last ones.
pub fn kind(action: &Action) -> &'static str {
    match action {
        Action::Tap { .. } => "touch",
        Action::LongTap { .. } => "long_touch",
        Action::Type { .. } => "set_text",
        Action::Swipe { .. } | Action::Drag { .. } => "swipe",
        Action::Scroll { .. } => "scroll",
        Action::Key { .. } => "key",
        Action::Restart | Action::Clear | Action::Start { .. } | Action::Broadcast { .. } => {
            "intent"
        }
        other => other.kind().word(),
    }
}

/// The event of a step, and how DroidBot says it.
pub fn event(step: &ExportStep, recorded: &ExportSession, state: &str) -> (Value, String) {
    let action = &step.action;
    let mut event = json!({ "event_type": kind(action), "log_lines": null });
    let mut says = |more: Value| {
        if let (Some(event), Value::Object(more)) = (event.as_object_mut(), more) {
            event.extend(more);
        }
    };
    let mut word = match action {
        Action::Tap { .. } => "TouchEvent".to_owned(),
        Action::LongTap { .. } => {
            says(json!({ "duration": 2000 }));
            "LongTouchEvent".to_owned()
        }
        Action::Type { text, .. } => {
            let text = match text {
                InputText::Plain(text) => text.clone(),
                InputText::Secret(secret) => secret.to_string(),
            };
            says(json!({ "text": text }));
            format!("SetTextEvent(text={text})")
        }
        Action::Scroll { direction, .. } => {
            says(json!({ "direction": direction.word() }));
            "ScrollEvent".to_owned()
        }
        Action::Swipe { target, direction } => {
            let to = end(target, *direction, recorded.size());
            says(stroke(target, to));
            "SwipeEvent".to_owned()
        }
        Action::Drag { target, to } => {
            says(stroke(target, [to.x, to.y]));
            "SwipeEvent".to_owned()
        }
        Action::Key { key } => {
            let name = key.code().unwrap_or(key.word()).trim_start_matches("KEYCODE_");
            says(json!({ "name": name }));
            return (event, format!("KeyEvent(state={state}, name={name})"));
        }
        Action::Restart => {
            let intent = format!("am start {}", recorded.app.package);
            says(json!({ "intent": intent }));
            return (event, format!("IntentEvent(intent='{intent}')"));
        }
        Action::Start { intent } => {
            let intent = format!("am start {}", intent.name());
            says(json!({ "intent": intent }));
            return (event, format!("IntentEvent(intent='{intent}')"));
        }
        other => return (event, format!("{other}")),
    };
    let widget =
        recorded.screen_before(step).and_then(|screen| screen.widget(action.target()?.number));
    if let Some(widget) = widget {
        let view = view(widget);
        let class = widget.short_class();
        let mut text = widget.label.clone();
        if text.chars().count() > 20 {
            text = text.chars().take(20).collect();
        }
        word = format!(
            "{word}(state={state}, view={}({class}-{text}))",
            view["view_str"].as_str().unwrap_or_default()
        );
        says(json!({ "x": null, "y": null, "view": view }));
    } else if let Some(target) = action.target() {
        says(json!({ "x": target.point.x, "y": target.point.y, "view": null }));
    }
    (event, word)
}

fn stroke(target: &WidgetTarget, to: [i32; 2]) -> Value {
    json!({
        "start_x": target.point.x, "start_y": target.point.y, "start_view": null,
        "end_x": to[0], "end_y": to[1], "end_view": null, "duration": 1000,
    })
}

/// Where a swipe over a widget ends.
fn end(target: &WidgetTarget, direction: Direction, display: DisplaySize) -> [i32; 2] {
    let (x, y) = (target.point.x, target.point.y);
    match direction {
        Direction::Left => [0, y],
        Direction::Right => [display.width - 1, y],
        Direction::Up => [x, 0],
        Direction::Down => [x, display.height - 1],
    }
}

/// What an observation can be found by: ids and texts.
pub fn search(observation: &ExportObservation) -> String {
    let Some(screen) = observation.screen.as_deref() else { return String::new() };
    let said = |name: fn(&Widget) -> &str| {
        let set: BTreeSet<&str> =
            screen.widgets.iter().map(name).filter(|text| !text.is_empty()).collect();
        set.into_iter().collect::<Vec<_>>().join(",")
    };
    format!("{}\n{}", said(|widget| &widget.resource_id), said(|widget| &widget.text))
}
