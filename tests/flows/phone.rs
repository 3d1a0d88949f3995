//! Maestro as far as our flows need it: finds what a selector means on the screen and acts.

use ridealong::domain::Pace;
use std::sync::Arc;

use ridealong::demo::app::Do;
use ridealong::demo::phone::{self, DemoPhone};
use ridealong::demo::shell::DemoShell;
use ridealong::demo::walk;
use ridealong::device::android::{self, AndroidDevice};
use ridealong::device::{Device, DeviceError, DeviceShell};
use ridealong::domain::{
    Action, AppCrash, DeviceKey, DisplaySize, InputText, Point, Screen, SystemCondition, Widget,
    WidgetTarget,
};

use super::reader::{Command, Selector};

/// Looks without effect before an element counts as missing; Maestro waits for 17 seconds.
const TRIES: usize = 5;

/// Strokes to find an element; Maestro has 20 seconds.
const STROKES: usize = 12;

/// A phone with an app on it that flows are performed on.
pub struct Phone {
    device: AndroidDevice,
    shell: Arc<DemoShell>,
    screen: Screen,
    pub crashes: Vec<AppCrash>,
}

impl Phone {
    /// A fresh phone with this display and the app of this package open.
    pub async fn new(package: &str, seed: u64, display: DisplaySize) -> Self {
        let options = phone::Options { app: None, seed, pace: Pace::Virtual };
        let shell =
            Arc::new(DemoShell::new(DemoPhone::new(&options).unwrap().with_display(display)));
        let options = android::AndroidOptions {
            target: "demo".into(),
            app: Some(package.into()),
            fresh: true,
            ..android::AndroidOptions::default()
        };
        let mut device = AndroidDevice::new(shell.clone(), options);
        device.open().await.unwrap();
        let screen = device.observe().await.unwrap().screen;
        Self { device, shell, screen, crashes: Vec::new() }
    }

    /// What was seen last.
    pub fn screen(&self) -> &Screen {
        &self.screen
    }

    /// Goes a way of the app's table.
    pub async fn walk(&mut self, way: &[Do]) {
        walk::walk(&mut self.shell.phone(), way).unwrap();
        self.look().await.unwrap();
    }

    /// Performs one command, then waits until the screen is at rest.
    pub async fn perform(&mut self, command: &Command) -> Result<(), String> {
        match command {
            // The phone is fresh and the app open: that is how a flow begins.
            Command::Launch { fresh: true } => Ok(()),
            Command::Launch { fresh: false } => self.act(&Action::Restart).await,
            Command::Tap(selector) => {
                let target = self.find(selector).await?;
                self.act(&Action::Tap { target }).await
            }
            Command::TapInHaste(selector) => {
                let target = self.find(selector).await?;
                let tap = Action::Tap { target };
                self.device.perform(&tap).await.map(drop).map_err(|error| error.to_string())
            }
            Command::LongPress(selector) => {
                let target = self.find(selector).await?;
                self.act(&Action::LongTap { target }).await
            }
            Command::DoubleTap(selector) => {
                let target = self.find(selector).await?;
                self.act(&Action::DoubleTap { target }).await
            }
            Command::Erase(count) => self.erase(*count).await,
            Command::Input(text) => self.input(text).await,
            Command::Press(key) => self.act(&Action::Key { key: *key }).await,
            Command::Swipe { start, end, ms } => self.swipe(*start, *end, *ms).await,
            Command::Orientation(rotation) => {
                self.act(&Action::Rotate { rotation: *rotation }).await
            }
            Command::Airplane(on) => {
                self.act(&Action::Set { condition: SystemCondition::Airplane { on: *on } }).await
            }
            Command::Wait(ms) => self.act(&Action::Wait { ms: *ms }).await,
            Command::ScrollTo(selector) => self.scroll_to(selector).await,
            Command::Visible(selector) => self.find(selector).await.map(drop),
        }
    }

    async fn act(&mut self, action: &Action) -> Result<(), String> {
        let reported = |error: DeviceError| error.to_string();
        self.device.perform(action).await.map_err(reported)?;
        self.look().await
    }

    async fn look(&mut self) -> Result<(), String> {
        let reported = |error: DeviceError| error.to_string();
        self.screen = self.device.observe().await.map_err(reported)?.screen;
        self.crashes.extend(self.device.crashes().await.map_err(reported)?);
        Ok(())
    }

    /// What a selector means, touched in its middle, as Maestro does.
    async fn find(&mut self, selector: &Selector) -> Result<WidgetTarget, String> {
        for _ in 0..TRIES {
            if let Some(target) = found(&self.screen, selector) {
                return Ok(target);
            }
            self.device.perform(&Action::Wait { ms: 1000 }).await.map_err(|it| it.to_string())?;
            self.look().await?;
        }
        let there: Vec<_> =
            self.screen.widgets.iter().map(|it| (it.short_id(), &it.label)).collect();
        Err(format!("{selector:?} is not there but {there:?}"))
    }

    /// As Maestro does: strokes from the middle of the display to a tenth from its upper edge.
    async fn scroll_to(&mut self, selector: &Selector) -> Result<(), String> {
        for _ in 0..STROKES {
            if found(&self.screen, selector).is_some() {
                return Ok(());
            }
            self.swipe((50, 50), (50, 10), 601).await?;
        }
        self.find(selector).await.map(drop)
    }

    fn focused(&self) -> Result<&Widget, String> {
        self.screen
            .widgets
            .iter()
            .find(|widget| widget.focused)
            .ok_or("no field has the focus".into())
    }

    /// As many times the key that deletes.
    async fn erase(&mut self, count: usize) -> Result<(), String> {
        let length = self.focused()?.content().chars().count();
        let count = if self.focused()?.password { count } else { count.min(length) };
        for _ in 0..count {
            let key = Action::Key { key: DeviceKey::Delete };
            self.device.perform(&key).await.map_err(|error| error.to_string())?;
        }
        self.look().await
    }

    /// Types behind what is there, which must be nothing: the backend would replace it.
    async fn input(&mut self, text: &str) -> Result<(), String> {
        let field = self.focused()?;
        if !field.password && !field.content().is_empty() {
            return Err(format!("the field still holds {:?}", field.content()));
        }
        let action =
            Action::Type { target: WidgetTarget::of(field), text: InputText::Plain(text.into()) };
        self.act(&action).await
    }

    /// The backend strokes over widgets only; Maestro sends this line for places.
    async fn swipe(&mut self, start: (u8, u8), end: (u8, u8), ms: u64) -> Result<(), String> {
        let (from, to) = (self.point(start), self.point(end));
        let line = format!("input swipe {} {} {} {} {ms}", from.x, from.y, to.x, to.y);
        self.shell.run(&line).await.map_err(|error| error.to_string())?;
        self.look().await
    }

    fn point(&self, (x, y): (u8, u8)) -> Point {
        let part = |percent: u8, whole: i32| whole * i32::from(percent) / 100;
        Point::new(part(x, self.screen.size.width), part(y, self.screen.size.height))
    }
}

/// What Maestro finds: the one that matches, or the one of the index counted from the top left.
fn found(screen: &Screen, selector: &Selector) -> Option<WidgetTarget> {
    let Selector { id, text, below, index, point } = selector;
    if let Some((x, y)) = point {
        let part = |percent: u8, whole: i32| whole * i32::from(percent) / 100;
        let point = Point::new(part(*x, screen.size.width), part(*y, screen.size.height));
        return Some(WidgetTarget { point, ..WidgetTarget::default() });
    }
    let says = |widget: &Widget, text: &str| {
        [&widget.text, &widget.content_desc, &widget.hint]
            .iter()
            .any(|said| said.to_lowercase() == text.to_lowercase())
    };
    let is_it = |widget: &&Widget| {
        id.as_ref().is_none_or(|id| widget.short_id().to_lowercase() == id.to_lowercase())
            && text.as_ref().is_none_or(|text| says(widget, text))
            && below.as_ref().is_none_or(|below| {
                let mut others = screen.widgets.iter().filter(|other| says(other, below));
                others.any(|other| widget.bounds.top > other.bounds.top)
            })
    };
    let all: Vec<&Widget> = screen.widgets.iter().filter(is_it).collect();
    let holds = |outer: &Widget, inner: &Widget| {
        let mut above = inner.position.parent;
        while let Some(number) = above.filter(|number| *number != outer.number) {
            above = screen.widget(number).and_then(|it| it.position.parent);
        }
        above.is_some()
    };
    // The innermost count.
    let inner = |widget: &&&Widget| !all.iter().any(|other| holds(widget, other));
    let mut found: Vec<&Widget> = all.iter().filter(inner).copied().collect();
    found.sort_by_key(|widget| (widget.bounds.top, widget.bounds.left));
    let widget = match index {
        Some(index) => found.get(*index)?,
        // Clickable ones first.
        None => found
            .iter()
            .find(|it| it.inherits.is_none() && !it.actions.is_empty())
            .or(found.first())?,
    };
    Some(WidgetTarget { point: widget.bounds.center(), ..WidgetTarget::of(widget) })
}
