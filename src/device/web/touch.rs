//! Fingers, the wheel and keys, as the browser's own input events.

use std::time::Duration;

use serde_json::{Value, json};

use super::WebDevice;
use super::calls::CallFailure;
use super::error::WebError;
use crate::device::gesture::{self, FingerStroke};
use crate::domain::{DeviceKey, Direction, Point, WidgetTarget};

/// How long an input event may take: a page that takes longer hangs or is hidden.
const INPUT_LIMIT: Duration = Duration::from_secs(5);

/// The control key among the modifiers of an input event.
const CONTROL: u32 = 2;

/// Points of a stroke.
const STROKE_STEPS: i32 = 8;

/// How far from a field the wheel is turned beside it, in CSS pixels.
const GAP: f64 = 6.0;

/// A wheel turns by this part of what is scrolled, in percent.
const SCROLL_PERCENT: i32 = 70;

impl WebDevice {
    /// Touches and lets go, or clicks with the mouse, which comes to rest there first: menus that open
    /// under a mouse are open then.
    pub(super) async fn touch(&mut self, point: Point) -> Result<(), CallFailure> {
        if !self.options.settings.has_touch() {
            self.mouse("mouseMoved", point, 0).await?;
            self.mouse("mousePressed", point, 1).await?;
            return self.mouse("mouseReleased", point, 1).await;
        }
        self.fingers("touchStart", &[point]).await?;
        self.fingers("touchEnd", &[]).await
    }

    /// Touches and holds, or clicks with the right button of the mouse. A headless browser recognises no long press by itself: the context menu that it
    /// calls for on a phone is asked for with the mouse, and no click follows.
    pub(super) async fn hold(&mut self, point: Point) -> Result<(), CallFailure> {
        let touch = self.options.settings.has_touch();
        if touch {
            self.fingers("touchStart", &[point]).await?;
            self.listen(gesture::HOLD).await?;
        }
        let (x, y) = self.on_page(point);
        for kind in ["mousePressed", "mouseReleased"] {
            let params = json!({"type": kind, "x": x, "y": y, "button": "right", "clickCount": 1});
            self.send_input("Input.dispatchMouseEvent", &params, INPUT_LIMIT).await?;
        }
        if touch { self.fingers("touchCancel", &[]).await } else { Ok(()) }
    }

    /// One finger along a line.
    pub(super) async fn stroke(&mut self, stroke: FingerStroke) -> Result<(), CallFailure> {
        self.fingers("touchStart", &[stroke.from]).await?;
        for step in 1..=STROKE_STEPS {
            let point = between(stroke.from, stroke.to, step);
            self.fingers("touchMove", &[point]).await?;
            self.listen(stroke.time / STROKE_STEPS.unsigned_abs()).await?;
        }
        self.fingers("touchEnd", &[]).await
    }

    /// Two fingers along a line each.
    pub(super) async fn pinch(&mut self, fingers: [(Point, Point); 2]) -> Result<(), CallFailure> {
        let at = |step: i32| fingers.map(|(from, to)| between(from, to, step));
        self.fingers("touchStart", &at(0)).await?;
        for step in 1..=STROKE_STEPS {
            self.fingers("touchMove", &at(step)).await?;
        }
        self.fingers("touchEnd", &[]).await
    }

    async fn fingers(&mut self, kind: &str, points: &[Point]) -> Result<(), CallFailure> {
        let touched = |(id, point): (usize, &Point)| {
            let (x, y) = self.on_page(*point);
            json!({"x": x, "y": y, "id": id})
        };
        let points: Vec<Value> = points.iter().enumerate().map(touched).collect();
        let params = json!({"type": kind, "touchPoints": points});
        self.send_input("Input.dispatchTouchEvent", &params, INPUT_LIMIT).await.map(drop)
    }

    /// Where on the page a point of the display is: that is what the browser wants to be told.
    fn on_page(&self, point: Point) -> (f64, f64) {
        (f64::from(point.x) / self.scale, f64::from(point.y) / self.scale)
    }

    /// Two clicks of a mouse: that is what a page takes for a double click, also on phones.
    pub(super) async fn double_click(&mut self, point: Point) -> Result<(), CallFailure> {
        for count in [1, 2] {
            for kind in ["mousePressed", "mouseReleased"] {
                self.mouse(kind, point, count).await?;
            }
        }
        Ok(())
    }

    /// Rests the pointer at `point`. It comes from outside of what it enters, as a hand would move it.
    pub(super) async fn hover(&mut self, point: Point) -> Result<(), CallFailure> {
        self.mouse("mouseMoved", Point::new(0, 0), 0).await?;
        self.mouse("mouseMoved", point, 0).await
    }

    /// Carries what is at `from` with the mouse. The browser's own dragging is answered by dropping.
    pub(super) async fn drag(&mut self, from: Point, to: Point) -> Result<(), CallFailure> {
        self.mouse("mouseMoved", from, 0).await?;
        self.mouse("mousePressed", from, 1).await?;
        for step in 1..=STROKE_STEPS {
            self.mouse("mouseMoved", between(from, to, step), 1).await?;
        }
        self.mouse("mouseReleased", to, 1).await
    }

    async fn mouse(&mut self, kind: &str, point: Point, clicks: u32) -> Result<(), CallFailure> {
        let button = if clicks == 0 { "none" } else { "left" };
        let (x, y) = self.on_page(point);
        let params = json!({
            "type": kind, "x": x, "y": y, "button": button, "clickCount": clicks,
            "buttons": u32::from(clicks > 0 && kind != "mouseReleased"),
        });
        self.send_input("Input.dispatchMouseEvent", &params, INPUT_LIMIT).await.map(drop)
    }

    /// Turns the wheel over `target`, so that what lies in `direction` comes into view.
    pub(super) async fn wheel(
        &mut self,
        target: &WidgetTarget,
        direction: Direction,
    ) -> Result<(), CallFailure> {
        let bounds = target.bounds;
        let part = |length: i32| (length.clamp(40, 4000) * SCROLL_PERCENT / 100).max(40);
        let (across, down) = match direction {
            Direction::Up => (0, -part(bounds.height())),
            Direction::Down => (0, part(bounds.height())),
            Direction::Left => (-part(bounds.width()), 0),
            Direction::Right => (part(bounds.width()), 0),
        };
        let (x, y) = self.on_page(target.point);
        let y = self.beside_number(x, y).await;
        let (across, down) = self.on_page(Point::new(across, down));
        let params = json!({
            "type": "mouseWheel", "x": x, "y": y, "deltaX": across, "deltaY": down,
            "pointerType": "mouse",
        });
        self.send_input("Input.dispatchMouseEvent", &params, INPUT_LIMIT).await.map(drop)
    }

    /// Where the wheel is turned instead of at `y`, if a field for a number has the focus there: that would count it up or
    /// down, which a finger does not.
    async fn beside_number(&mut self, x: f64, y: f64) -> f64 {
        let expression = format!(
            "(() => {{ const at = document.activeElement; if (!at || at.type !== 'number') return {y}; \
             const box = at.getBoundingClientRect(); \
             if ({x} < box.left || {x} > box.right || {y} < box.top || {y} > box.bottom) return {y}; \
             return box.top > {GAP} ? box.top - {GAP} : box.bottom + {GAP}; }})()"
        );
        // A page that does not answer is told of by the wheel itself.
        let told = self.evaluate(&expression, INPUT_LIMIT).await.ok();
        told.and_then(|told| told.as_f64()).unwrap_or(y)
    }

    /// Presses a key and lets it go.
    pub(super) async fn press(&mut self, key: DeviceKey) -> Result<(), CallFailure> {
        let stroke = match key {
            DeviceKey::Enter => PageStroke { text: Some("\r"), ..PageStroke::of("Enter", 13) },
            DeviceKey::Tab => PageStroke::of("Tab", 9),
            DeviceKey::Escape => PageStroke::of("Escape", 27),
            DeviceKey::Delete => PageStroke::of("Backspace", 8),
            DeviceKey::Left => PageStroke::of("ArrowLeft", 37),
            DeviceKey::Up => PageStroke::of("ArrowUp", 38),
            DeviceKey::Right => PageStroke::of("ArrowRight", 39),
            DeviceKey::Down => PageStroke::of("ArrowDown", 40),
            DeviceKey::SelectAll => PageStroke::with_control("a", "KeyA", 65, "selectAll"),
            DeviceKey::Copy => PageStroke::with_control("c", "KeyC", 67, "copy"),
            DeviceKey::Paste => PageStroke::with_control("v", "KeyV", 86, "paste"),
            DeviceKey::Cut => PageStroke::with_control("x", "KeyX", 88, "cut"),
            DeviceKey::Undo => PageStroke::with_control("z", "KeyZ", 90, "undo"),
            other => {
                let said = format!("a browser has no key {}", other.word());
                return Err(
                    WebError::Refused { method: "Input.dispatchKeyEvent".into(), said }.into()
                );
            }
        };
        for params in stroke.events() {
            self.send_input("Input.dispatchKeyEvent", &params, INPUT_LIMIT).await?;
        }
        Ok(())
    }

    /// Inserts text where the focus is, as an input method does.
    pub(super) async fn insert(&mut self, text: &str) -> Result<(), CallFailure> {
        let params = json!({"text": text});
        self.send_input("Input.insertText", &params, INPUT_LIMIT).await.map(drop)
    }
}

/// A key of the keyboard, as the page is told of it.
struct PageStroke {
    name: &'static str,
    code: &'static str,
    number: u32,
    /// What it enters.
    text: Option<&'static str>,
    /// What the browser does with it, if it is pressed together with the control key.
    command: Option<&'static str>,
}

impl PageStroke {
    const fn of(name: &'static str, number: u32) -> Self {
        Self { name, code: name, number, text: None, command: None }
    }

    const fn with_control(
        name: &'static str,
        code: &'static str,
        number: u32,
        command: &'static str,
    ) -> Self {
        Self { name, code, number, text: None, command: Some(command) }
    }

    /// The events of pressing it and letting it go, as the parameters of `Input.dispatchKeyEvent`.
    fn events(&self) -> [Value; 2] {
        let kinds = [if self.text.is_some() { "keyDown" } else { "rawKeyDown" }, "keyUp"];
        kinds.map(|kind| {
            let mut params = json!({
                "type": kind, "key": self.name, "code": self.code,
                "windowsVirtualKeyCode": self.number,
            });
            if self.command.is_some() {
                params["modifiers"] = json!(CONTROL);
            }
            if kind != "keyUp" {
                if let Some(text) = self.text {
                    params["text"] = json!(text);
                }
                if let Some(command) = self.command {
                    params["commands"] = json!([command]);
                }
            }
            params
        })
    }
}

fn between(from: Point, to: Point, step: i32) -> Point {
    let part = |from: i32, to: i32| from + (to - from) * step / STROKE_STEPS;
    Point::new(part(from.x, to.x), part(from.y, to.y))
}
